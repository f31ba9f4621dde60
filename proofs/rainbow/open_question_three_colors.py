"""Three colors, E = 6/5, 0 <= delta <= 2/795: a lexicographic optimum exists, a dominance optimum does not.

The open question of Section 6.3 of Gu et al. with three colors. Nine free vertices form the cycle s ~ p ~ n ~ m ~ h ~
g ~ i ~ k ~ l ~ s; the fixed ones are A ~ p, B ~ n, C ~ h, D ~ h, F ~ g, G ~ i, H ~ k, J ~ l. All have the rainbow (1,
2, 3); each fixed one has one more neighbor, a twin with its distribution and the rainbow (1, 3, 2), so that exactly the
fixed vertices and their twins are boundary vertices. For delta = 0, FIXED, LARGEST and OTHER are in 1650ths; LARGEST is
the lexicographic optimum X, and OTHER is a valid Y that has more of the colors 1 and 2 together at s.

For delta > 0 take r from each of these numbers, 0 <= r <= 20, and divide by 1650 - 3 r; delta = r/(5 (1650 - 3 r)).
With U = r + (1650 - 3 r) u in place of each probability u, u <= E w + delta is U <= E W, whatever r is. In what follows
all letters are such U; those of one vertex sum to 1650. That X and Y are valid is linear in r for each event, so it
holds for all r between 0 and 20 if it holds for 0 and 20.

Why X has not all the largest sums: let s_2 rise by 6. Then l_2, k_2, i_2 have to rise, i_1 to fall since i_3 is at its
bound, g_1 to fall, g_3 to rise since g_2 is at its bound, h_3 to rise, h_2 to fall since h_1 is fixed, m_2 and n_2 to
fall, n_3 to rise since n_1 is at its bound, p_3 to rise, p_1 to fall since p_2 is at its bound, and s_1 to fall: by 5,
for the change is divided by E five times and multiplied by E four times on its way. So s_1 + s_2 grows, at the cost of
s_1; at every other vertex X has the largest sums. (l_second to s_second in rocq/RainbowOpenSteps.v.)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

RATIO, TOTAL = Fraction(6, 5), 1650
Numbers = tuple[Fraction, ...]


def numbers(*given: int | str) -> Numbers:
    """Three numbers, in 1650ths."""
    return tuple(Fraction(n) for n in given)


FIXED = {
    "A": numbers(401, 876, 373),
    "B": numbers(420, 592, 638),
    "C": numbers(864, 359, 427),
    "D": numbers(600, 491, 559),
    "F": numbers(630, 300, 720),
    "G": numbers(475, 329, 846),
    "H": numbers(500, 430, 720),
    "J": numbers(500, 538, 612),
}
LARGEST = FIXED | {
    "s": numbers(570, 648, 432),
    "p": numbers(475, 730, 445),
    "n": numbers(504, 612, 534),
    "m": numbers("604.8", 510, "535.2"),
    "h": numbers(720, 425, 505),
    "g": numbers(684, 360, 606),
    "i": numbers(570, 375, 705),
    "k": numbers(600, 450, 600),
    "l": numbers(600, 540, 510),
}
OTHER = FIXED | {
    "s": numbers("569.64", "648.432", "431.928"),
    "p": numbers("474.7", 730, "445.3"),
    "n": numbers(504, "611.64", "534.36"),
    "m": numbers("604.8", "509.7", "535.5"),
    "h": numbers(720, "424.75", "505.25"),
    "g": numbers("683.7", 360, "606.3"),
    "i": numbers("569.75", "375.25", 705),
    "k": numbers("599.7", "450.3", 600),
    "l": numbers("599.64", "540.36", 510),
}
EDGES = ("sp", "pn", "nm", "mh", "hg", "gi", "ik", "kl", "ls", "pA", "nB", "hC", "hD", "gF", "iG", "kH", "lJ")


def close(p: Numbers, q: Numbers, r: int) -> bool:
    """Definition 2 for the distributions (p - r)/(1650 - 3 r) and (q - r)/(1650 - 3 r), event by event."""
    total = TOTAL - 3 * r
    delta = Fraction(r, 5 * total)
    one, other = (tuple((n - r) / total for n in row) for row in (p, q))
    events = chain.from_iterable(combinations(range(3), size) for size in range(4))
    return all(
        sum(left[j] for j in event) <= RATIO * sum(right[j] for j in event) + delta
        for event in events
        for left, right in ((one, other), (other, one))
    )


def is_a_row(p: Numbers, r: int) -> bool:
    """Whether (p - r)/(1650 - 3 r) is a distribution."""
    return len(p) == 3 and sum(p) == TOTAL and min(p) >= r >= 0


proof = Proof(__doc__)


@proof.conclusion
def valid() -> Exhaustive:
    """X and Y are valid for r = 0 and 20, so for all r between: they are distributions, and neighbors are close."""
    mechanisms = {"X": LARGEST, "Y": OTHER}

    def private(name: str, edge: str, r: int) -> bool:
        one, other = (mechanisms[name][vertex] for vertex in edge)
        return is_a_row(one, r) and is_a_row(other, r) and close(one, other, r)

    domain: dict[str, list[str] | list[int]] = {"name": list(mechanisms), "edge": list(EDGES), "r": [0, 20]}
    return Exhaustive("neighbors have distributions that are close", domain, private)


BOUNDS = {"l_1": ("J", "l", 0), "k_1": ("H", "k", 0), "g_2": ("F", "g", 1), "h_1": ("D", "h", 0), "i_1": ("G", "i", 0)}
BOUNDS["n_1"] = ("B", "n", 0)


@proof.conclusion
def bounds() -> Exhaustive:
    """l_1 <= 600, k_1 <= 600, g_2 <= 360, h_1 <= 720, i_1 <= 570, n_1 <= 504: X has what a fixed neighbor allows."""

    def reached(entry: str) -> bool:
        fixed, vertex, color = BOUNDS[entry]
        return RATIO * FIXED[fixed][color] == LARGEST[vertex][color]

    return Exhaustive("the bound by the fixed neighbor is the entry of X", {"entry": list(BOUNDS)}, reached)


@proof.conclusion
def optimum_of_one_order_only() -> Counterexample:
    """A dominance optimum would be X; but 1218 < 1218.072 for the first two colors of s."""

    def allowed(rows: dict[str, Numbers]) -> bool:
        pairs = [(rows[edge[0]], rows[edge[1]], r) for edge in EDGES for r in (0, 20)]
        return all(is_a_row(one, r) and is_a_row(other, r) and close(one, other, r) for one, other, r in pairs)

    def dominated(rows: dict[str, Numbers]) -> bool:
        return all(sum(LARGEST[v][:k]) >= sum(rows[v][:k]) for v in rows for k in range(1, 4))

    return Counterexample("the lexicographic optimum dominates it", {"rows": OTHER}, allowed, dominated)


proof.establishes({"intro-stronger": "holds-if, holds", "section-6-3-open": "holds-if, holds"})
