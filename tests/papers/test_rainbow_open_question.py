"""The open question of Section 6.3: its examples with more colors, and what is different with three."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpexact import exact
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, lexicographic_mechanism

Row = dict[int, Fraction]
PURE_EDGES = [("u", "v"), ("v", "w"), ("u", "A"), ("u", "D"), ("w", "B"), ("w", "C")]
# fmt: off
PURE = {  # 1080ths
    "A": (108, 144, 567, 261), "B": (104, 567, 150, 259), "C": (117, 252, 144, 567), "D": (108, 144, 261, 567),
}
THREE_EDGES = "sp pn nm mh hg gi ik kl ls pA nB hC hD gF iG kH lJ"
THREE = {  # 1650ths
    "A": (401, 876, 373), "B": (420, 592, 638), "C": (864, 359, 427), "D": (600, 491, 559),
    "F": (630, 300, 720), "G": (475, 329, 846), "H": (500, 430, 720), "J": (500, 538, 612),
}
LARGEST: dict[str, tuple[int | str, int]] = {
    "s": (570, 648), "p": (475, 730), "n": (504, 612), "m": ("604.8", 510), "h": (720, 425),
    "g": (684, 360), "i": (570, 375), "k": (600, 450), "l": (600, 540),
}
CYCLE = {"X": (227, 535, 238), "Y": (200, 410, 390), "Z": (223, 252, 525), "W": (370, 244, 386)}  # thousandths
# fmt: on


def split(row: tuple[int, ...], total: int, parts: int) -> Row:
    """The last color in equal parts."""
    *first, last = (Fraction(n, total) for n in row)
    return dict(enumerate([*first, *[last / parts] * parts], 1))


@pytest.mark.slow
@pytest.mark.parametrize("parts", [1, 2, 3])
def test_pure_example(parts: int) -> None:
    colors = tuple(range(1, 4 + parts))
    fixed = {vertex: split(row, 1080, parts) for vertex, row in PURE.items()}
    graph = RainbowGraph(PURE_EDGES, dict.fromkeys("uvwABCD", colors))
    dominance = greatest_mechanism(graph, fixed, "3/2", 0)
    assert dominance.feasible
    assert not dominance.exists
    lexicographic = lexicographic_mechanism(graph, fixed, "3/2", 0)
    assert lexicographic.mechanism is not None
    for vertex, row in {"u": (26, 28, 63), "v": (39, 42, 42), "w": (26, 63, 28)}.items():
        found = [lexicographic.mechanism.probability(vertex, [color]) for color in (1, 2, 3)]
        assert found == [Fraction(n, 180) for n in row]
    assert dominance.goals["v", 3] >= Fraction(132, 180) > Fraction(123, 180)


@pytest.mark.slow
def test_pure_example_for_a_larger_e() -> None:
    """E = 2, five colors: three neighbors of u ask for 26/100 each, so x_1 + x_2 <= E (u_1 + u_2) <= 44/100."""
    hundredths = {
        "A": ("11", "5", "52", "16", "16"),
        "B": ("11", "5", "16", "52", "16"),
        "C": ("11", "5", "16", "16", "52"),
        "D": ("7.75", "52", "8.25", "16", "16"),
        "F": ("11", "13", "7", "52", "17"),
        "G": ("11", "13", "7", "17", "52"),
    }
    edges = [tuple(edge) for edge in ("uv", "vw", "uA", "uB", "uC", "wD", "wF", "wG")]
    graph = RainbowGraph(edges, dict.fromkeys("uvwABCDFG", (1, 2, 3, 4, 5)))
    fixed = {vertex: {i: Fraction(n) / 100 for i, n in enumerate(row, 1)} for vertex, row in hundredths.items()}
    lexicographic = lexicographic_mechanism(graph, fixed, 2, 0)
    assert lexicographic.mechanism is not None
    assert [lexicographic.mechanism.probability("v", [i]) * 100 for i in (1, 2, 3, 4, 5)] == [31, 13, 13, 30, 13]
    assert not greatest_mechanism(graph, fixed, 2, 0).exists


def test_twins_make_the_fixed_vertices_the_boundary() -> None:
    usual, other = (1, 2, 3, 4), (1, 2, 4, 3)
    twins = [(vertex, f"{vertex}'") for vertex in PURE]
    rainbows = dict.fromkeys("uvwABCD", usual) | {twin: other for _, twin in twins}
    graph = RainbowGraph([*PURE_EDGES, *twins], rainbows)
    assert graph.boundary(usual) == set(PURE)
    assert graph.interior(usual) == set("uvw")
    assert graph.interior(other) == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize("r", [0, 1, 20])
def test_three_colors(r: int) -> None:
    """Nine free vertices in a cycle, E = 6/5, delta = r/(5 (1650 - 3 r)): all sums but one are the largest."""
    total = 1650 - 3 * r
    fixed = {vertex: {i: Fraction(n - r, total) for i, n in enumerate(row, 1)} for vertex, row in THREE.items()}
    edges = [tuple(edge) for edge in THREE_EDGES.split()]
    graph = RainbowGraph(edges, dict.fromkeys(dict.fromkeys(THREE_EDGES.replace(" ", "")), (1, 2, 3)))
    delta = Fraction(r, 5 * total)
    lexicographic = lexicographic_mechanism(graph, fixed, "6/5", delta)
    assert lexicographic.mechanism is not None
    for vertex, row in LARGEST.items():
        for color, n in enumerate(row, 1):
            assert lexicographic.mechanism.probability(vertex, [color]) == (Fraction(n) - r) / total
    dominance = greatest_mechanism(graph, fixed, "6/5", delta)
    assert not dominance.exists
    assert [place for place, goal in dominance.goals.items() if goal > lexicographic.goals[place]] == [("s", 2)]


def cycle_of_nine(e: Fraction) -> dict[str, Row]:
    """The eleven fixed rows of the family in docs/rainbow_open_question.md."""
    h = e - 1
    i_1, i_2, i_3 = 380 - 130 * h, 270 - 360 * h, 350 + 490 * h
    p_2, p_3, h_1, h_2, h_3 = 270 + 650 * h, 350 - 330 * h, 380 + 340 * h, 270 - 150 * h, 350 - 190 * h
    k_1, l_1 = 380 - 55 * h, 380 + 15 * h
    first = {  # colors 1 and 2
        "A": (380 - 490 * h, e * p_2), "B": ((1000 - e * p_3 - e * e * h_2) / e, 270 + 425 * h),
        "C": (e * h_1, 270 - 345 * h), "D": (h_1 / e, 270 - 85 * h), "G": (i_1 / e, 270 - 170 * h),
        "F": (380 + 175 * h, (1000 - e * h_3 - e * i_1) / e), "H": (k_1 / e, 270 + 70 * h),
        "J": (l_1 / e, 270 + 355 * h),
    }  # fmt: skip
    last = {"G'": (380 - 420 * h, e * i_3), "H'": (380 - 360 * h, e * (1000 - k_1 - e * i_2))}  # colors 1 and 3
    last["J'"] = (380 - 300 * h, e * (1000 - l_1 - e * e * i_2))
    rows = {v: (x, y, 1000 - x - y) for v, (x, y) in first.items()}
    rows |= {v: (x, 1000 - x - z, z) for v, (x, z) in last.items()}
    return {v: {color: n / 1000 for color, n in enumerate(row, 1)} for v, row in rows.items()}


@pytest.mark.slow
@pytest.mark.parametrize("e", ["21/20", "8/7"])
def test_three_colors_for_every_e(e: str) -> None:
    fixed = cycle_of_nine(Fraction(e))
    edges = [*map(tuple, THREE_EDGES.split()), ("i", "G'"), ("k", "H'"), ("l", "J'")]
    graph = RainbowGraph(edges, dict.fromkeys([*"spnmhgikl", *fixed], (1, 2, 3)))
    lexicographic, dominance = lexicographic_mechanism(graph, fixed, e, 0), greatest_mechanism(graph, fixed, e, 0)
    assert lexicographic.exists
    assert not dominance.exists
    assert [place for place, goal in dominance.goals.items() if goal > lexicographic.goals[place]] == [("s", 2)]


def test_three_colors_on_a_cycle() -> None:
    """The largest sums of v are 227/640 and 1443/2000, but not in one mechanism: v_1 - E v_3 <= -1/200."""
    edges = [tuple(edge) for edge in ("vx", "xy", "yz", "zw", "wv", "xX", "yY", "zZ", "wW")]
    graph = RainbowGraph(edges, dict.fromkeys("vxyzwXYZW", (1, 2, 3)))
    fixed = {vertex: dict(enumerate((Fraction(n, 1000) for n in row), 1)) for vertex, row in CYCLE.items()}
    dominance = greatest_mechanism(graph, fixed, "5/4", 0)
    lexicographic = lexicographic_mechanism(graph, fixed, "5/4", 0)
    assert dominance.goals["v", 1] == lexicographic.goals["v", 1] == Fraction(227, 640)
    assert dominance.goals["v", 2] == Fraction(1443, 2000)
    assert lexicographic.goals["v", 2] == 1 - (Fraction(227, 640) + Fraction(1, 200)) / Fraction(5, 4)
    assert not dominance.exists
    assert not lexicographic.exists


@st.composite
def trees(draw: st.DrawFn) -> tuple[RainbowGraph, dict[int, Row]]:
    """One to four free vertices in a tree, each with up to two fixed neighbors, three colors."""
    free = draw(st.integers(1, 4))
    edges = [(draw(st.integers(0, i - 1)), i) for i in range(1, free)]
    fixed: dict[int, Row] = {}
    for vertex in range(free):
        for _ in range(draw(st.integers(0, 2))):
            weights = draw(st.lists(st.integers(1, 6), min_size=3, max_size=3))
            place = free + len(fixed)
            fixed[place] = {i: Fraction(w, sum(weights)) for i, w in enumerate(weights)}
            edges.append((vertex, place))
    return RainbowGraph(edges, dict.fromkeys(range(free + len(fixed)), (0, 1, 2))), fixed


@pytest.mark.slow
@given(trees(), st.sampled_from([("2", "0"), ("3/2", "0"), ("3/2", "1/10"), ("1", "1/5")]))
def test_three_colors_on_a_tree(case: tuple[RainbowGraph, dict[int, Row]], parameters: tuple[str, str]) -> None:
    """At each vertex the largest sums can be had together, so both orders have the same goals."""
    dominance = greatest_mechanism(*case, *parameters)
    assume(dominance.feasible)
    lexicographic = lexicographic_mechanism(*case, *parameters)
    assert lexicographic.goals == dominance.goals
    assert lexicographic.exists == dominance.exists
    assert lexicographic.shortfall == dominance.shortfall
    assert all(exact(0) <= goal <= 1 for goal in dominance.goals.values())


@st.composite
def cycles(draw: st.DrawFn) -> tuple[RainbowGraph, dict[int, Row]]:
    """Three to five free vertices in a cycle, each with one or two fixed neighbors, three colors."""
    free = draw(st.integers(3, 5))
    edges, fixed = [(v, (v + 1) % free) for v in range(free)], dict[int, Row]()
    for vertex in range(free):
        for _ in range(draw(st.integers(1, 2))):
            weights = draw(st.lists(st.integers(1, 8), min_size=3, max_size=3))
            place = free + len(fixed)
            fixed[place] = {i: Fraction(w, sum(weights)) for i, w in enumerate(weights)}
            edges.append((vertex, place))
    return RainbowGraph(edges, dict.fromkeys(range(free + len(fixed)), (0, 1, 2))), fixed


@pytest.mark.slow
@given(cycles(), st.sampled_from(["13/8", "7/4", "5/2"]))
def test_three_colors_for_a_large_e(case: tuple[RainbowGraph, dict[int, Row]], e: str) -> None:
    """An optimum in the lexicographic order is one in the dominance order."""
    lexicographic = lexicographic_mechanism(*case, e, 0)
    assume(lexicographic.exists)
    assert greatest_mechanism(*case, e, 0).exists


@st.composite
def pairs(draw: st.DrawFn) -> tuple[RainbowGraph, dict[int, Row]]:
    """Two free neighbors with two or three fixed neighbors each, whose distributions are close to one, four colors."""
    middle = draw(st.lists(st.integers(8, 12), min_size=4, max_size=4))
    edges, fixed = [(0, 1)], dict[int, Row]()
    for vertex in (0, 1):
        for _ in range(draw(st.integers(2, 3))):
            weights = [n * draw(st.sampled_from([3, 4, 5, 6, 7])) for n in middle]
            place = 2 + len(fixed)
            fixed[place] = {i: Fraction(w, sum(weights)) for i, w in enumerate(weights)}
            edges.append((vertex, place))
    return RainbowGraph(edges, dict.fromkeys(range(2 + len(fixed)), (0, 1, 2, 3))), fixed


@pytest.mark.slow
@given(pairs(), st.sampled_from(["5/4", "3/2", "2"]))
def test_two_free_vertices(case: tuple[RainbowGraph, dict[int, Row]], e: str) -> None:
    """For delta = 0 each of two free vertices can have all its largest sums together."""
    dominance = greatest_mechanism(*case, e, 0)
    assume(dominance.feasible)
    assert lexicographic_mechanism(*case, e, 0).goals == dominance.goals
