"""Sentences around the theorems: where (24), (38) and the proof of Theorem 11 need a word, independent responses.

Koufogiannis et al. On every cone the log density of (20) and of (36) is linear along (1, ..., 1). It has the slope b
for y < 0 and -b for y > 0, b the last level: so at y = 0, that is, where the last answer is the datum, it has no
derivative (`kink`). That is one point of each line, and the density is continuous there, so no bound is lost.

Independent responses: the log density of (u + V_a, u + W_c), two independent Laplace noises, has the slopes a + c and
-(a + c) where both answers are on the same side of u (`independent_levels_add`). So with independent Laplace responses
the pair is b-private only if c <= b - a, as the paper says of composition.
"""

from __future__ import annotations

from dpexact.papers.gradual_release.laws import Law, Part, joint, markov
from dpexact.papers.gradual_release.measure import Levels
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

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


def last_level(name: str) -> tuple[int, ...]:
    """The last level as a form in the levels."""
    count = len(LAWS[name].levels.names)
    return tuple(int(i == count - 1) for i in range(count))


@proof.conclusion
def kink() -> Counterexample:
    """Three levels: the slopes on the two sides of z = 0 are c and -c."""

    def is_law(name: str) -> bool:
        return name in LAWS

    def differentiable(name: str) -> bool:
        below, above = sides(name)
        return below == above

    text = "the log density has a derivative along (1, ..., 1) everywhere"
    return Counterexample(text, {"name": "chain"}, is_law, differentiable)


@proof.conclusion
def slopes_by_sides() -> Exhaustive:
    """Elsewhere the slope is -sgn(last noise) times the last level, on every part, for two and for three levels."""

    def holds(name: str) -> bool:
        below, above = sides(name)
        top = last_level(name)
        return below == {top} and above == {tuple(-c for c in top)}

    return Exhaustive("the slope is e_m below 0 and -e_m above 0", {"name": list(LAWS)}, holds)


@proof.conclusion
def independent_levels_add() -> Exhaustive:
    """Independent Laplace noises of the levels a and b: the slopes of the pair are +-(a + b) and +-(a - b)."""

    def holds(levels: Levels) -> bool:
        a, b = levels.form("a"), levels.form("b")
        part = Part((("x",), ("y",)), levels["a"] * levels["b"] / 4, ((a, "x", "0"), (b, "y", "0")))
        law = Law(levels, (part,)).measure()
        return law.total() == 1 and law.slopes() == {(1, 1), (-1, -1), (1, -1), (-1, 1)}

    return Exhaustive("independent Laplace responses have the sum of their levels", {"levels": [LEVELS]}, holds)


proof.establishes({"theorem-11-proof": "holds-if, fails", "equations-38-39": "holds-if, fails"}, "kink")
proof.establishes({"theorem-11-proof": "holds-if, holds", "equations-38-39": "holds-if, holds"}, "slopes_by_sides")
proof.establishes({"composition-necessary": "holds-if, holds", "social-composition": "holds"}, "independent_levels_add")
