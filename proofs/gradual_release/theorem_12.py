"""Theorem 12: the law (36) of several levels; computed for m = 2, ..., 4 levels, its slope for every m in proofs/rocq.

Koufogiannis et al., Theorems 11 and 12, Sections 3.2 to 3.4. For all 0 < e1 < e2 < ... at once: the identities are of
sums of exponentials on cones (`dpexact.papers.gradual_release.laws`).

Every m: (36) is the law of V_1 times the kernels (25). Along (1, ..., 1) the log density of the law of V_1 has the
slope -a_1 with a_i = sgn(v_i) e_i, that of the kernel from level i to i + 1 has a_i - a_(i+1); so the slope of the
product is -a_m (proofs/rocq, slopes_add), which is (39) without its misprint. Each kernel has mass 1, so a prefix of
the levels has the law (36) of the prefix; semigroup and first marginal drop a level in the middle or in front.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING

from dpexact.papers.gradual_release.laws import joint, laplace, markov, relaxing, tightening
from dpexact.papers.gradual_release.measure import Levels, Ratio
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

if TYPE_CHECKING:
    from dpexact.papers.gradual_release.measure import ConeSum

NAMES, VARIABLES = ("e1", "e2", "e3", "e4"), ("v1", "v2", "v3", "v4")
COUNTS = {"count": [2, 3, 4]}

proof = Proof(__doc__)


def law(count: int) -> tuple[Levels, tuple[str, ...]]:
    """The first levels, and as many variables."""
    return Levels(NAMES[:count]), VARIABLES[:count]


@proof.conclusion
def marginals() -> Exhaustive:
    """Each V_i is Laplace with parameter e_i: the mechanism at each level is the Laplace mechanism."""

    def holds(count: int) -> bool:
        levels, variables = law(count)
        whole_law = markov(levels, variables).measure()
        for name, kept in zip(levels.names, variables, strict=True):
            one = whole_law
            for other in variables:
                one = one if other == kept else one.marginal(other)
            if one != laplace(levels, name, kept).measure():
                return False
        return bool(whole_law.total() == 1)

    return Exhaustive("the marginals of (36) are Laplace", COUNTS, holds)


@proof.conclusion
def prefixes() -> Exhaustive:
    """Without the last level it is the law of the others: prefixes (Q_1, ..., Q_i) are those of Theorem 12."""

    def holds(count: int) -> bool:
        levels, variables = law(count)
        fewer = Levels(NAMES[: count - 1]) if count > 2 else None
        left = markov(levels, variables).measure().marginal(variables[-1])
        if fewer is None:
            return left == laplace(levels, "e1", "v1").measure()
        product = joint(levels, "e1", "e2", "v1", "v2").measure()
        for i in range(1, count - 2):
            product *= relaxing(levels, *NAMES[i : i + 2], *VARIABLES[i : i + 2]).measure()
        return left == product

    return Exhaustive("(36) without its last level is (36) of the others", COUNTS, holds)


@proof.conclusion
def chains() -> Exhaustive:
    """(36), (37): joint laws of neighbouring levels over the laws between, as kernels upwards and downwards."""

    def holds(count: int) -> bool:
        levels, variables = law(count)
        whole_law = markov(levels, variables).measure()
        steps = tuple(zip(pairwise(levels.names), pairwise(variables), strict=True))
        up, down = laplace(levels, "e1", "v1").measure(), laplace(levels, levels.names[-1], variables[-1]).measure()
        for names, (x, y) in steps:
            up *= relaxing(levels, *names, x, y).measure()
        for names, (x, y) in reversed(steps):
            down *= tightening(levels, *names, x, y).measure()
        return whole_law == up == down

    return Exhaustive("(36) is the chain of the kernels (25) upwards and of (28) downwards", COUNTS, holds)


@proof.conclusion
def middle_levels() -> Exhaustive:
    """The semigroup: a level in the middle or in front can be left out; two kernels in a row are one."""

    def holds(names: tuple[str, str, str]) -> bool:
        levels = Levels(names)
        low, middle, high = names
        whole_law = markov(levels, ("x", "y", "z")).measure()
        down = (
            tightening(levels, low, middle, "x", "y").measure() * tightening(levels, middle, high, "y", "z").measure()
        )
        up = relaxing(levels, low, middle, "x", "y").measure() * relaxing(levels, middle, high, "y", "z").measure()
        return (
            whole_law.marginal("y") == joint(levels, low, high, "x", "z").measure()
            and whole_law.marginal("x") == joint(levels, middle, high, "y", "z").measure()
            and down.marginal("y") == tightening(levels, low, high, "x", "z").measure()
            and up.marginal("y") == relaxing(levels, low, high, "x", "z").measure()
        )

    return Exhaustive("kernels from a to b to c are the kernel from a to c", {"names": [NAMES[:3]]}, holds)


@proof.conclusion
def private() -> Exhaustive:
    """All parts, with any of the values equal, are positive and continuous with slopes e_m and -e_m only."""

    def holds(count: int) -> bool:
        levels, variables = law(count)
        whole_law = markov(levels, variables).measure()
        top = levels.form(NAMES[count - 1])
        parts = len(whole_law.parts) == 2 ** (count - 1)
        one_term = all(len(t) == 1 for density in whole_law.parts.values() for t in density.cells.values())
        slopes = whole_law.slopes() == {top, tuple(-c for c in top)}
        return parts and one_term and slopes and whole_law.is_positive() and whole_law.is_continuous()

    return Exhaustive("the log density of (36) along the diagonal has slopes e_m and -e_m only", COUNTS, holds)


@proof.conclusion
def independent_changes() -> Exhaustive:
    """The steps with a change are independent, each with probability 1 - (e_i/e_(i+1))^2."""

    def holds(count: int) -> bool:
        levels, variables = law(count)
        for blocks, density in markov(levels, variables).measure().parts.items():
            mass, expected = density, levels.ratio(1)
            for block in blocks:
                mass = mass.integral(block[-1])
            for (low, high), (x, y) in zip(pairwise(levels.names), pairwise(variables), strict=True):
                still = (levels[low] / levels[high]) ** 2
                together = any({x, y} <= set(block) for block in blocks)
                expected *= still if together else -still + 1
            if mass.value() != expected:
                return False
        return True

    return Exhaustive("the changes in the steps of (36) are independent", COUNTS, holds)


@proof.conclusion
def equation_39_as_printed() -> Counterexample:
    """(39) has l fg/l^2 = h where l' fg/l^2 = -sgn(y) e2 h is meant: at e2 = 2, e3 = 3, y, z > 0, not 3 h but 6 h."""

    def positive(second: int, third: int, sign_y: int, sign_z: int) -> bool:
        return 0 < second < third and abs(sign_y) == abs(sign_z) == 1

    def equals(second: int, third: int, sign_y: int, sign_z: int) -> bool:
        printed = abs(-sign_y * second - sign_z * third - 1)  # in units of h: f_x + f_y, g_y + g_z, and - l fg/l^2
        return printed == third

    instance = {"second": 2, "third": 3, "sign_y": 1, "sign_z": 1}
    return Counterexample("(39)'s first line as printed is e3 h", instance, positive, equals)


@proof.conclusion
def equation_39() -> Exhaustive:
    """(38), (39): the derivative of h along (1, 1, 1) is -sgn(z) e3 h."""

    def holds(names: tuple[str, str, str]) -> bool:
        levels = Levels(names)
        top = levels[names[-1]]
        for density in markov(levels, ("x", "y", "z")).measure().parts.values():
            up = density.where(lambda order: order.index("0") < order.index("z"))
            down = density.where(lambda order: order.index("z") < order.index("0"))
            if density.derivative(*density.variables) != up.times(-top) + down.times(top):
                return False
        return True

    return Exhaustive("the derivative of h along (1, 1, 1) is -sgn(z) e3 h", {"names": [NAMES[:3]]}, holds)


@proof.conclusion
def kernel_slopes() -> Exhaustive:
    """Along (1, 1) the log density of (25) has the slope a sgn(x) - b sgn(y): the telescoping terms of every m."""

    def holds(names: tuple[str, str]) -> bool:
        levels = Levels(names)
        kernel = relaxing(levels, *names, "x", "y").measure()

        def signed(density: ConeSum) -> ConeSum:
            found = density.times(levels.ratio(0))
            for signs in product((1, -1), repeat=2):
                slope = levels[names[0]] * signs[0] - levels[names[1]] * signs[1]
                found = found + density.where(partial(has_signs, signs)).times(slope)
            return found

        slopes = all(d.derivative(*d.variables) == signed(d) for d in kernel.parts.values())
        return slopes and kernel.is_positive() and kernel.is_continuous()

    text = "the log density of (25) along (1, 1) has the slope a sgn(x) - b sgn(y)"
    return Exhaustive(text, {"names": [NAMES[:2]]}, holds)


def has_signs(signs: tuple[int, ...], order: tuple[str, ...]) -> bool:
    """Whether x and y have these signs in an order of 0 and these; on the diagonal there is y alone."""
    found = (order.index("0") < order.index(v if v in order else "y") for v in "xy")
    return tuple(1 if above else -1 for above in found) == signs


def between(low: int, middle: int, high: int) -> tuple[Fraction, Fraction, Fraction]:
    """P(V_middle = V_low), P(V_middle = V_high) and the rest, given V_low and V_high at distance 1; levels times ln 2.

    By (28) V_low - V_middle and V_middle - V_high are independent, each 0 or with a density c e^(-level |w|). The
    convolution of e^(-a |w|) and e^(-b |w|) at 1 is 2 (b e^-a - a e^-b)/(b^2 - a^2).
    """
    levels, at = Levels(NAMES[:3]), {"e1": low, "e2": middle, "e3": high}
    pairs = (NAMES[:2], NAMES[1:3], (NAMES[0], NAMES[2]))
    (still, moves), (rests, jumps), (_, both) = (
        [number(part.coefficient.at(**at)) for part in tightening(levels, *pair).parts] for pair in pairs
    )
    fold = 2 * (Fraction(middle, 2**low) - Fraction(low, 2**middle)) / (middle**2 - low**2)
    whole = both / 2**low
    return still * jumps / 2**middle / whole, moves * rests / 2**low / whole, moves * jumps * fold / whole


def number(ratio: Ratio) -> Fraction:
    """A Ratio that is a constant."""
    return Fraction(str(ratio.numerator)) / Fraction(str(ratio.denominator))


@proof.conclusion
def between_two_levels() -> Exhaustive:
    """Levels ln 2, ln 4, ln 8 and |V_1 - V_3| = 1: V_2 is V_1 with 5/32, V_3 with 3/8, neither with 15/32."""

    def holds(low: int, middle: int, high: int) -> bool:
        return between(low, middle, high) == (Fraction(5, 32), Fraction(3, 8), Fraction(15, 32))

    domain = {"low": [1], "middle": [2], "high": [3]}
    return Exhaustive("V_2 given V_1 and V_3 at distance 1 has the parts 5/32, 3/8, 15/32", domain, holds)


@proof.conclusion
def one_side_is_not_enough() -> Counterexample:
    """The same levels: by (28) from V_3 alone V_2 = V_3 has the probability (2/3)^2 = 4/9, given V_1 too it is 3/8."""

    def increasing(low: int, middle: int, high: int) -> bool:
        return 0 < low < middle < high

    def alone(low: int, middle: int, high: int) -> bool:
        return Fraction(middle, high) ** 2 == between(low, middle, high)[1]

    text = "a level between two published ones is drawn from one of them"
    return Counterexample(text, {"low": 1, "middle": 2, "high": 3}, increasing, alone)


proof.establishes({"theorem-12-induction": "holds"}, "kernel_slopes")
proof.establishes({"between-levels": "holds-if, fails"}, "between_two_levels")
proof.establishes({"between-levels": "holds-if, fails"}, "one_side_is_not_enough")
proof.establishes(
    {
        "mechanism-1": "holds",
        "theorem-1a": "holds-if, holds",
        "theorem-1b-optimal": "holds",
        "theorem-12-marginals": "holds",
        "equations-36-37": "holds",
        "figure-1-ends": "holds",
    },
    "marginals",
)
proof.establishes(
    {
        "sampling-in-practice": "holds",
        "theorem-12-private": "holds",
        "figure-4-caption": "holds",
        "process-extended": "holds",
    },
    "prefixes",
)
proof.establishes(
    {
        "abstract-lazy-markov": "holds",
        "process-markov": "holds",
        "theorem-1b-private": "holds",
        "figure-7": "holds",
        "between-levels": "holds-if, holds",
        "equations-36-37": "holds",
        "figure-4-caption": "holds",
        "process-extended": "holds",
        "scenarios-indistinguishable": "holds",
    },
    "chains",
)
proof.establishes(
    {
        "abstract-lazy-markov": "holds",
        "process-markov": "holds",
        "theorem-1b-private": "holds",
        "figure-7": "holds",
        "process-at-zero": "holds-if, holds",
        "theorem-12-marginals": "holds",
    },
    "middle_levels",
)
proof.establishes(
    {
        "any-levels-private": "holds",
        "sampling-in-practice": "holds",
        "theorem-1a": "holds-if, holds",
        "theorem-12-private": "holds",
        "theorem-12-components": "holds",
        "social-collusion": "holds",
    },
    "private",
)
proof.establishes(
    {"figure-1-few-changes": "holds-if, holds", "process-finite": "holds-if, holds"}, "independent_changes"
)
proof.establishes({"equation-39-first-line": "misprint"}, "equation_39_as_printed")
proof.establishes({"equations-38-39": "holds-if, holds", "equation-39-identities": "holds-if, holds"}, "equation_39")
