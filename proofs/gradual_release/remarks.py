"""Sentences around the theorems: where (24), (38) and the proof of Theorem 11 need a word, independent responses.

Koufogiannis et al. On every cone the log density of (20) and of (36) is linear along (1, ..., 1). It has the slope b for
y < 0 and -b for y > 0, b the last level: so at y = 0, that is, where the last answer is the datum, it has no derivative
(`kink`). That is one point of each line, and the density is continuous there, so no bound is lost.

Independent responses: the log density of (u + V_a, u + W_c), two independent Laplace noises, has the slopes a + c and
-(a + c) where both answers are on the same side of u (`independent_levels_add`). So with independent Laplace responses
the pair is b-private only if c <= b - a, as the paper says of composition.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.gradual_release.laws import Law, Part, joint, markov
from dpexact.gradual_release.levels import Levels
from dpexact.proving import Counterexample, Exhaustive, Proof

LEVELS = Levels(("a", "b"))
LAWS = {"pair": joint(LEVELS, "a", "b"), "chain": markov(Levels(("a", "b", "c")), ("x", "y", "z"))}
LAST = {"pair": "y", "chain": "z"}

proof = Proof(__doc__)


def sides(name: str) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """The slopes of the log density along (1, ..., 1) where the last noise is below 0, and where it is above."""
    below: set[tuple[int, ...]] = set()
    above: set[tuple[int, ...]] = set()
    for blocks, density in LAWS[name].measure().parts.items():
        (last,) = (block[-1] for block in blocks if LAST[name] in block)
        for order, terms in density.cells.items():
            side = above if order.index("0") < order.index(last) else below
            side.update(tuple(map(sum, zip(*rates, strict=True))) for rates in terms)
    return below, above


@proof.conclusion
def kink() -> Counterexample:
    """The slopes on the two sides of y = 0 are b and -b, for the pair and for three levels."""

    def is_law(name: str, last: int) -> bool:
        below, above = sides(name)
        top = tuple(int(i == last) for i in range(len(LAWS[name].levels.names)))
        return below == {top} and above == {tuple(-c for c in top)}

    def differentiable(name: str, last: int) -> bool:
        below, above = sides(name)
        return last >= 0 and below == above

    instance = {"name": "chain", "last": 2}
    return Counterexample("the log density has a derivative along (1, ..., 1) everywhere", instance, is_law, differentiable)


@proof.conclusion
def slopes_by_sides() -> Exhaustive:
    """The slope is -sgn(last noise) times the last level, on every part, for two and for three levels."""

    def holds(name: str, last: int) -> bool:
        top = tuple(int(i == last) for i in range(len(LAWS[name].levels.names)))
        return (last != len(top) - 1) or sides(name) == ({top}, {tuple(-c for c in top)})

    domain = {"name": ["pair", "chain"], "last": [1, 2]}
    return Exhaustive("the slope is e_m below and -e_m above 0", domain, holds)


@proof.conclusion
def independent_levels_add() -> Exhaustive:
    """Independent Laplace noises of the levels a and b: the slopes of the pair are +-(a + b) and +-(a - b)."""

    def holds(levels: Levels) -> bool:
        a, b = levels.form("a"), levels.form("b")
        part = Part((("x",), ("y",)), levels["a"] * levels["b"] / 4, ((a, "x", "0"), (b, "y", "0")))
        law = Law(levels, (part,)).measure()
        return law.total() == 1 and law.slopes() == {(1, 1), (-1, -1), (1, -1), (-1, 1)}

    return Exhaustive("independent Laplace responses have the sum of their levels", {"levels": [LEVELS]}, holds)


@proof.conclusion
def lazy_for_a_small_step() -> Counterexample:
    """epsilon = 1/1000, delta = 1/100: (epsilon/(epsilon + delta))^2 = 1/121, although delta is small against 1."""

    def small(level: Fraction, step: Fraction) -> bool:
        return 0 < level and 0 < step <= Fraction(1, 100)

    def stays(level: Fraction, step: Fraction) -> bool:
        return (level / (level + step)) ** 2 >= Fraction(1, 2)

    instance = {"level": Fraction(1, 1000), "step": Fraction(1, 100)}
    return Counterexample("for every level a step of 1/100 changes nothing with probability 1/2", instance, small, stays)


proof.establishes({"theorem-11-proof": "holds-if, fails", "equations-38-39": "holds-if, fails"}, "kink")
proof.establishes({"theorem-11-proof": "holds-if, holds", "equations-38-39": "holds-if, holds"}, "slopes_by_sides")
proof.establishes({"composition-necessary": "holds-if, holds"}, "independent_levels_add")
proof.establishes({"process-lazy-limit": "holds-if, fails"}, "lazy_for_a_small_step")
