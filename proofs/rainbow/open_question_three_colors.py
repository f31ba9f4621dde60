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
s_1; at every other vertex X has the largest sums.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

from dpexact.papers.proving import (
    Combination,
    Counterexample,
    Exhaustive,
    Expression,
    Fact,
    Proof,
    at_least,
    constant,
    equal,
    indeterminates,
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


s_1, s_2, p_1, p_2, p_3 = indeterminates("s_1 s_2 p_1 p_2 p_3")
n_1, n_2, n_3, m_1, m_2, h_1, h_2, h_3 = indeterminates("n_1 n_2 n_3 m_1 m_2 h_1 h_2 h_3")
g_1, g_2, g_3, i_1, i_2, i_3 = indeterminates("g_1 g_2 g_3 i_1 i_2 i_3")
k_1, k_2, k_3, l_1, l_2, l_3 = indeterminates("k_1 k_2 k_3 l_1 l_2 l_3")
TOTALS = {
    "p": p_1 + p_2 + p_3,
    "n": n_1 + n_2 + n_3,
    "h": h_1 + h_2 + h_3,
    "g": g_1 + g_2 + g_3,
    "i": i_1 + i_2 + i_3,
    "k": k_1 + k_2 + k_3,
    "l": l_1 + l_2 + l_3,
}
NEIGHBORS: dict[str, tuple[Expression | Fraction, Expression | Fraction]] = {
    "s_p": (s_1, p_1),
    "n_p": (n_3, p_3),
    "n_m": (n_2, m_2),
    "m_n": (m_1, n_1),
    "m_h": (m_2, h_2),
    "g_h": (g_3, h_3),
    "g_i": (g_1, i_1),
    "k_i": (k_2, i_2),
    "l_k": (l_2, k_2),
    "s_l": (s_2, l_2),
    "A_p": (FIXED["A"][1], p_2),
    "n_B": (n_1, FIXED["B"][0]),
    "C_h": (FIXED["C"][0], h_1),
    "h_D": (h_1, FIXED["D"][0]),
    "g_F": (g_2, FIXED["F"][1]),
    "i_G": (i_1, FIXED["G"][0]),
    "G_i": (FIXED["G"][2], i_3),
    "k_H": (k_1, FIXED["H"][0]),
    "H_k": (FIXED["H"][2], k_3),
    "l_J": (l_1, FIXED["J"][0]),
    "J_l": (FIXED["J"][2], l_3),
}

proof = Proof(__doc__)
for vertex, total in TOTALS.items():
    proof.suppose(f"{vertex}_total", equal(total, TOTAL), f"{vertex} is a distribution of a valid mechanism")
for name, (larger, smaller) in NEIGHBORS.items():
    proof.suppose(name, at_least(RATIO * smaller, larger), f"{name[0]} and {name[2]} are close")
for name, variable in {"s": s_1, "p": p_1, "i": i_1, "k": k_1, "l": l_1}.items():
    reached = at_least(variable, LARGEST[name][0])
    proof.suppose(f"{name}_largest", reached, f"{name} is lexicographically at least that of X")
MINUS = constant(-1)


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
def bounds(l_J: Fact, k_H: Fact, g_F: Fact, h_D: Fact, i_G: Fact, n_B: Fact) -> Exhaustive:
    """l_1 <= 600, k_1 <= 600, g_2 <= 360, h_1 <= 720, i_1 <= 570, n_1 <= 504: X has what a fixed neighbor allows."""

    def reached(entry: str) -> bool:
        fixed, vertex, color = BOUNDS[entry]
        return RATIO * FIXED[fixed][color] == LARGEST[vertex][color]

    given = (l_J, k_H, g_F, h_D, i_G, n_B)
    return Exhaustive("the bound by the fixed neighbor is the entry of X", {"entry": list(BOUNDS)}, reached, given)


@proof.conclusion
def l_second(l_total: Fact, J_l: Fact, l_largest: Fact) -> Combination:
    """With it, l_2 <= 540."""
    return Combination(at_least(LARGEST["l"][1], l_2), ((l_total, MINUS), (J_l, 1 / RATIO), (l_largest,)))


@proof.conclusion
def k_second(k_total: Fact, H_k: Fact, k_largest: Fact) -> Combination:
    """With it, k_2 <= 450."""
    return Combination(at_least(LARGEST["k"][1], k_2), ((k_total, MINUS), (H_k, 1 / RATIO), (k_largest,)))


@proof.step
def g_second(g_F: Fact) -> Combination:
    """g_2 <= 360."""
    return Combination(at_least(LARGEST["g"][1], g_2), ((g_F,),))


@proof.step
def i_first(i_G: Fact) -> Combination:
    """i_1 <= 570."""
    return Combination(at_least(LARGEST["i"][0], i_1), ((i_G,),))


@proof.conclusion
def i_second(i_total: Fact, G_i: Fact, i_largest: Fact) -> Combination:
    """With it, i_2 <= 375."""
    return Combination(at_least(LARGEST["i"][1], i_2), ((i_total, MINUS), (G_i, 1 / RATIO), (i_largest,)))


@proof.conclusion
def g_first(g_i: Fact, i_first: Fact) -> Combination:
    """g_1 <= E i_1 <= 684."""
    return Combination(at_least(LARGEST["g"][0], g_1), ((g_i,), (i_first, RATIO)))


@proof.conclusion
def h_second(h_total: Fact, C_h: Fact, g_h: Fact, g_total: Fact, g_first: Fact, g_second: Fact) -> Combination:
    """h_2 <= 425: h_1 >= 720 and h_3 >= g_3/E >= 505."""
    products = (
        (h_total, MINUS),
        (C_h, 1 / RATIO),
        (g_h, 1 / RATIO),
        (g_total, constant(1 / RATIO)),
        (g_first, 1 / RATIO),
        (g_second, 1 / RATIO),
    )
    return Combination(at_least(LARGEST["h"][1], h_2), products)


@proof.conclusion
def m_second(m_h: Fact, h_second: Fact) -> Combination:
    """m_2 <= E h_2 <= 510."""
    return Combination(at_least(LARGEST["m"][1], m_2), ((m_h,), (h_second, RATIO)))


@proof.step
def n_first(n_B: Fact) -> Combination:
    """n_1 <= 504."""
    return Combination(at_least(LARGEST["n"][0], n_1), ((n_B,),))


@proof.conclusion
def n_second(n_m: Fact, m_second: Fact) -> Combination:
    """n_2 <= E m_2 <= 612."""
    return Combination(at_least(LARGEST["n"][1], n_2), ((n_m,), (m_second, RATIO)))


@proof.conclusion
def m_first(m_n: Fact, n_first: Fact) -> Combination:
    """m_1 <= E n_1 <= 604.8."""
    return Combination(at_least(LARGEST["m"][0], m_1), ((m_n,), (n_first, RATIO)))


@proof.conclusion
def p_first(p_total: Fact, A_p: Fact, n_p: Fact, n_total: Fact, n_first: Fact, n_second: Fact) -> Combination:
    """p_1 <= 475: p_2 >= 730 and p_3 >= n_3/E >= 445."""
    products = (
        (p_total, MINUS),
        (A_p, 1 / RATIO),
        (n_p, 1 / RATIO),
        (n_total, constant(1 / RATIO)),
        (n_first, 1 / RATIO),
        (n_second, 1 / RATIO),
    )
    return Combination(at_least(LARGEST["p"][0], p_1), products)


@proof.conclusion
def p_second(p_total: Fact, n_p: Fact, n_total: Fact, n_first: Fact, n_second: Fact, p_largest: Fact) -> Combination:
    """With it, p_2 <= 730."""
    products = (
        (p_total, MINUS),
        (n_p, 1 / RATIO),
        (n_total, constant(1 / RATIO)),
        (n_first, 1 / RATIO),
        (n_second, 1 / RATIO),
        (p_largest,),
    )
    return Combination(at_least(LARGEST["p"][1], p_2), products)


@proof.conclusion
def s_first(s_p: Fact, p_first: Fact) -> Combination:
    """s_1 <= E p_1 <= 570."""
    return Combination(at_least(LARGEST["s"][0], s_1), ((s_p,), (p_first, RATIO)))


@proof.step
def p_third_most(p_total: Fact, A_p: Fact, s_p: Fact, s_largest: Fact) -> Combination:
    """If s_1 >= 570, p_3 <= 445: p_1 >= s_1/E >= 475 and p_2 >= 730."""
    products = ((p_total, MINUS), (A_p, 1 / RATIO), (s_p, 1 / RATIO), (s_largest, 1 / RATIO))
    return Combination(at_least(LARGEST["p"][2], p_3), products)


@proof.step
def n_second_least(n_total: Fact, n_p: Fact, p_third_most: Fact, n_first: Fact) -> Combination:
    """Then n_2 >= 612: n_3 <= E p_3 <= 534 and n_1 <= 504."""
    products = ((n_total, constant(1)), (n_p,), (p_third_most, RATIO), (n_first,))
    return Combination(at_least(n_2, LARGEST["n"][1]), products)


@proof.step
def h_second_least(n_m: Fact, m_h: Fact, n_second_least: Fact) -> Combination:
    """Then h_2 >= m_2/E >= n_2/E^2 >= 425."""
    products = ((m_h, 1 / RATIO), (n_m, 1 / RATIO**2), (n_second_least, 1 / RATIO**2))
    return Combination(at_least(h_2, LARGEST["h"][1]), products)


@proof.step
def g_third_most(h_total: Fact, C_h: Fact, h_second_least: Fact, g_h: Fact) -> Combination:
    """Then g_3 <= E h_3 <= 606: h_1 >= 720."""
    products = ((g_h,), (h_total, constant(-RATIO)), (C_h,), (h_second_least, RATIO))
    return Combination(at_least(LARGEST["g"][2], g_3), products)


@proof.step
def i_second_most(i_total: Fact, G_i: Fact, g_i: Fact, g_total: Fact, g_F: Fact, g_third_most: Fact) -> Combination:
    """Then i_2 <= 375: i_1 >= g_1/E >= 570, because g_2 <= 360, and i_3 >= 705."""
    products = (
        (i_total, MINUS),
        (G_i, 1 / RATIO),
        (g_i, 1 / RATIO),
        (g_total, constant(1 / RATIO)),
        (g_F, 1 / RATIO),
        (g_third_most, 1 / RATIO),
    )
    return Combination(at_least(LARGEST["i"][1], i_2), products)


@proof.conclusion
def s_second(s_l: Fact, l_k: Fact, k_i: Fact, i_second_most: Fact) -> Combination:
    """Then s_2 <= E^3 i_2 <= 648: X is the lexicographic optimum."""
    products = ((s_l,), (l_k, RATIO), (k_i, RATIO**2), (i_second_most, RATIO**3))
    return Combination(at_least(LARGEST["s"][1], s_2), products)


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
