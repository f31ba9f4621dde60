"""Algorithm 1, all real 0 < a < b and all x: its four cases are the law (25), if sgn(0) is 1 or -1.

Koufogiannis et al., Algorithm 1. For x > 0 the cases are sums of exponentials on cones (`laws.branches`); each weight
(the probability of the case times the density of z) is the printed unnormalised density times the printed probability
over its integral, and integrates to that probability. x < 0 is the mirror image (x, y) -> (-x, -y) of both sides. At
x = 0 the third case has probability 0, the second and the fourth return sgn(0) z with z < 0 and z > 0: with sgn(0) = 0
they return 0, as the first does, although (25) gives y = 0 only the probability a/b. The third case has no `return`.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.gradual_release.laws import branches, relaxing
from dpexact.papers.gradual_release.measure import Levels, between
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

CASES = {"levels": [Levels(("a", "b"))]}

proof = Proof(__doc__)


@proof.conclusion
def probabilities() -> Exhaustive:
    """They sum to 1 for x > 0, and are positive."""

    def holds(levels: Levels) -> bool:
        first, second, third, fourth = (branch.probability for branch in branches(levels, "a", "b"))
        return first + second + third + fourth == between(levels, "0", "x")

    return Exhaustive("the four probabilities sum to 1", CASES, holds)


@proof.conclusion
def normalised() -> Exhaustive:
    """The density of each case has the printed shape: its weight integrates to the printed probability."""

    def holds(levels: Levels) -> bool:
        cases = [b for b in branches(levels, "a", "b") if b.weight is not None]
        return len(cases) == 3 and all(b.weight.integral("y") == b.probability for b in cases if b.weight)

    return Exhaustive("probability times density integrates to the probability", CASES, holds)


@proof.conclusion
def law() -> Exhaustive:
    """For x > 0 the first case is the atom of (25), the others together its density."""

    def holds(levels: Levels) -> bool:
        first, *others = branches(levels, "a", "b")
        kernel = relaxing(levels, "a", "b").measure()
        atom, density = kernel.parts[(("x", "y"),)], kernel.parts[(("x",), ("y",))]
        weights = [branch.weight for branch in others if branch.weight is not None]

        def right(order: tuple[str, ...]) -> bool:
            variable = "x" if "x" in order else "y"
            return order.index("0") < order.index(variable)

        on_diagonal = atom.where(right).renamed({"y": "x"})
        return first.probability == on_diagonal and weights[0] + weights[1] + weights[2] == density.where(right)

    return Exhaustive("the cases of Algorithm 1 add up to (25)", CASES, holds)


@proof.conclusion
def mirror_image() -> Exhaustive:
    """(25) is the same after (x, y) -> (-x, -y)."""

    def holds(levels: Levels) -> bool:
        for density in relaxing(levels, "a", "b").measure().parts.values():
            for order, found in density.cells.items():
                image = density.cells[tuple(reversed(order))]
                if {tuple(tuple(-c for c in rate) for rate in rates): c for rates, c in found.items()} != image:
                    return False
        return True

    return Exhaustive("(25) is symmetric under (x, y) -> (-x, -y)", CASES, holds)


def returns_zero(a: int, b: int, sign: int) -> Fraction:
    """At x = 0 the probability that Algorithm 1 returns 0, by its cases, with this value of sgn(0)."""
    first, second, third, fourth = Fraction(a, b), Fraction(b - a, 2 * b), Fraction(0), Fraction(b - a, 2 * b)
    return first + (second + third + fourth if sign == 0 else third)


@proof.conclusion
def sign_of_zero() -> Counterexample:
    """A = 1, b = 2, x = 0, sgn(0) = 0: it returns 0 always; (25) gives 0 the probability 1/2."""

    def is_sign(a: int, b: int, sign: int) -> bool:
        return 0 < a < b and sign in {-1, 0, 1}

    def right(a: int, b: int, sign: int) -> bool:
        return returns_zero(a, b, sign) == Fraction(a, b)

    return Counterexample("Algorithm 1 at x = 0 is (25)", {"a": 1, "b": 2, "sign": 0}, is_sign, right)


@proof.conclusion
def sign_of_zero_one() -> Exhaustive:
    """With sgn(0) = 1 or -1 the atom is right; second and fourth case are the two halves of the density at x = 0."""

    def right(sign: int, levels: Levels) -> bool:
        a, b = levels["a"], levels["b"]
        half, rate = (b - a) / (b * 2), a + b  # both cases: probability (b-a)/(2b), rate a + b away from 0
        ((_, density),) = [part for part in relaxing(levels, "a", "b").measure().parts.items() if len(part[0]) == 2]
        at_zero = {}
        for order, terms in density.cells.items():
            if abs(order.index("x") - order.index("0")) == 1:
                ((rates, c),) = terms.items()
                at_zero[order.index("y") > order.index("0")] = (levels.polynomial(rates[1]), c)
        up, down = (at_zero[above] for above in (True, False))
        expected = half * rate
        return (
            up == ((-rate).numerator, expected)
            and down == (rate.numerator, expected)
            and returns_zero(1, 2, sign) == Fraction(1, 2)
        )

    return Exhaustive("with sgn(0) = 1 or -1 Algorithm 1 is (25) at x = 0", {"sign": [-1, 1], **CASES}, right)


proof.establishes({"algorithm-1-probabilities": "holds"}, "probabilities")
proof.establishes({"algorithm-1-probabilities": "holds", "algorithm-1": "holds-if, holds"}, "normalised")
proof.establishes(
    {"abstract-lazy-markov": "holds", "algorithm-1-probabilities": "holds", "algorithm-1": "holds-if, holds"}, "law"
)
proof.establishes({"algorithm-1": "holds-if, holds"}, "mirror_image")
proof.establishes({"algorithm-1": "holds-if, fails"}, "sign_of_zero")
proof.establishes({"algorithm-1": "holds-if, holds"}, "sign_of_zero_one")
