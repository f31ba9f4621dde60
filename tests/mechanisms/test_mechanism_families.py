"""The families: their distributions by a second route, their tight E by brute force, and their parameters."""

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

from dpexact import (
    DPExactError,
    InexactInputError,
    IrrationalError,
    Mechanism,
    NeighborGraph,
    ParameterError,
    Refuted,
    exact,
    free_exp_epsilon,
    tight_exp_epsilon,
    verify,
)
from dpexact.mechanisms.families import (
    exponential_mechanism,
    k_ary_randomized_response,
    permute_and_flip,
    randomized_response,
    range_restricted_geometric,
    rappor,
    subset_selection,
)
from dpexact.privacy.claim import mechanism_at
from tests.each import each
from tests.oracle import MP, REALS, agrees, least_factor
from tests.refusals import refuses
from tests.samples import exacts

BELOW = Fraction(1, 10**30)
FALLING = {"i": {"a": 1, "b": 0, "c": 0}, "j": {"a": 0, "b": 1, "c": 1}}  # one score falls by 1, two rise by 1
DISTANCES = {i: {o: -abs(i - o) for o in range(4)} for i in range(4)}


def fractions(m: Mechanism) -> list[list[Fraction]]:
    """The rows as Fractions."""
    return [[value.as_fraction() for value in row] for row in m.rows()]


def reals(m: Mechanism) -> list[list[Any]]:
    """The rows as mpmath numbers of 150 digits."""
    return [[MP.mpf((low := value.enclosure(600)[0]).numerator) / low.denominator for value in row] for row in m.rows()]


def ordered(m: Mechanism, graph: NeighborGraph) -> list[tuple[int, int]]:
    """The pairs of a relation as rows."""
    return [(m.input_place(i), m.input_place(j)) for i, j in graph.ordered_pairs()]


def assert_tight(m: Mechanism, graph: NeighborGraph, exp_epsilon: Any) -> None:
    """Proved at E, refuted just below, and E is the least factor over all events."""
    e = exact(exp_epsilon)
    assert verify(m, graph, e, 0).proved
    assert tight_exp_epsilon(m, graph) == e
    assert not verify(m, graph, e - exact("1e-30"), 0).proved
    if m.is_rational:
        assert least_factor(fractions(m), ordered(m, graph), 0) == e
    else:
        assert agrees(e, least_factor(reals(m), ordered(m, graph), MP.mpf(0)))


TIGHT: dict[str, tuple[Mechanism, Any]] = {  # on the complete relation
    "randomized response": (randomized_response("3/4"), 3),
    "randomized response that mostly lies": (randomized_response("1/10"), 9),
    "randomized response at exp(1/2)": (randomized_response("exp(1/2)/(1 + exp(1/2))"), "exp(1/2)"),
    "2-ary response": (k_ary_randomized_response("6/5", 2), "6/5"),
    "5-ary response": (k_ary_randomized_response("7/3", 5), "7/3"),
    "4-ary response at exp(2.18)": (k_ary_randomized_response("exp(2.18)", 4), "exp(109/50)"),
    "3-ary response at a root": (k_ary_randomized_response("2**(1/3)", 3), "2**(1/3)"),
    "geometric on two counts": (range_restricted_geometric("1/2", 2), 2),
    "rappor on two values": (rappor("1/2", 2), 9),
    "rappor on three values": (rappor("2/3", 3), 4),
    "rappor at exp(1)": (rappor(2 / (1 + exact("exp(1/2)")), 2), "exp(1)"),
    "subsets of 1": (subset_selection("3/2", 4, 1), "3/2"),
    "subsets of 2": (subset_selection("3/2", 4, 2), "3/2"),
    "subsets of 3": (subset_selection(5, 4, 3), 5),
    "subsets at a root": (subset_selection("sqrt(3)", 4, 2), "sqrt(3)"),
    "subsets at exp(1/2)": (subset_selection("exp(1/2)", 3, 2), "exp(1/2)"),
}


@each("name", TIGHT)
def test_the_stated_e_is_tight(name: str) -> None:
    m, e = TIGHT[name]
    assert_tight(m, NeighborGraph.complete(m.inputs), e)


@each("e", ["6/5", "2", "sqrt(2)", "exp(1/3)", "exp(1/2)*sqrt(2)"])
@each("size", [2, 3, 5])
def test_the_geometric_is_tight_on_the_path(size: int, e: str) -> None:
    m = range_restricted_geometric(1 / exact(e), size)
    assert_tight(m, NeighborGraph.path(m.inputs), exact(e))
    assert_tight(m, NeighborGraph.complete(m.inputs), exact(e) ** (size - 1))


def clipped_geometric(p: Fraction, size: int, steps: int) -> list[list[Fraction]]:
    """The clipped noise by adding up the tails of two-sided geometric noise; the rest beyond `steps` in closed form."""
    rows = []
    for i in range(size):
        row = [Fraction(0)] * size
        for z in range(-steps, steps + 1):
            row[min(max(i + z, 0), size - 1)] += (1 - p) / (1 + p) * p ** abs(z)
        row[0] += p ** (steps + 1) / (1 + p)  # sum of (1 - p)/(1 + p) p^z over z > steps
        row[-1] += p ** (steps + 1) / (1 + p)
        rows.append(row)
    return rows


@each("p", [Fraction(1, 2), Fraction(5, 6), Fraction(1)])
@each("size", [1, 2, 3, 6])
def test_the_geometric_is_clipped_two_sided_noise(p: Fraction, size: int) -> None:
    assert fractions(range_restricted_geometric(p, size)) == clipped_geometric(p, size, 7)


def test_binary_and_k_ary_response_agree() -> None:
    for e in ("3", "sqrt(2)", "exp(1)"):
        assert k_ary_randomized_response(e, 2) == randomized_response(exact(e) / (1 + exact(e)))
        assert k_ary_randomized_response(e, 4).rows() == subset_selection(e, 4, 1).rows()
    assert k_ary_randomized_response(7, 1).rows() == (exacts(1),)
    for certain in (0, 1):
        assert tight_exp_epsilon(randomized_response(certain), NeighborGraph.complete([0, 1])) == math.inf


def bitwise(f: Fraction, size: int, value: int, bits: tuple[int, ...]) -> Fraction:
    """RAPPOR's permanent response, bit by bit in the words of the paper."""
    total = Fraction(1)
    for place, bit in enumerate(bits):
        kept = (1 - f) * (bit == (place == value))
        total *= kept + f / 2
    assert len(bits) == size
    return total


@pytest.mark.parametrize("f", [Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1)])
def test_rappor_bit_by_bit(f: Fraction) -> None:
    m = rappor(f, 3)
    assert m.outputs == tuple(product((0, 1), repeat=3))
    assert fractions(m) == [[bitwise(f, 3, i, bits) for bits in m.outputs] for i in range(3)]  # type: ignore[arg-type]


def test_subset_selection_by_counting() -> None:
    for k, d in ((2, 1), (4, 2), (5, 3)):
        m = subset_selection("7/2", k, d)
        subsets = list(combinations(range(k), d))
        weights = [[Fraction(7, 2) if i in s else Fraction(1) for s in subsets] for i in range(k)]
        assert list(m.outputs) == subsets
        assert fractions(m) == [[w / sum(row) for w in row] for row in weights]


def exponential_rows(
    scores: Mapping[Any, Mapping[Any, Any]], root: Fraction, sensitivity: Fraction
) -> list[list[Fraction]]:
    """The exponential mechanism for E = root^2, from powers of the root only."""
    rows = []
    for row in scores.values():
        weights = [root ** int(Fraction(score) / sensitivity) for score in row.values()]
        rows.append([weight / sum(weights) for weight in weights])
    return rows


@pytest.mark.parametrize("scores", [FALLING, DISTANCES])
def test_the_exponential_mechanism(scores: Any) -> None:
    m = exponential_mechanism(scores, 9, 1)
    assert fractions(m) == exponential_rows(scores, Fraction(3), Fraction(1))
    graph = NeighborGraph.path(m.inputs)
    assert verify(m, graph, 9, 0).proved
    assert_tight(m, graph, least_factor(fractions(m), ordered(m, graph), 0))
    assert least_factor(fractions(m), ordered(m, graph), 0) < 9


def test_scores_in_other_units_and_from_another_zero() -> None:
    base = exponential_mechanism(FALLING, "exp(1/3)", 1)
    moved = {i: {o: Fraction(5, 7) * score + 100 for o, score in row.items()} for i, row in FALLING.items()}
    assert exponential_mechanism(moved, "exp(1/3)", Fraction(5, 7)) == base
    assert permute_and_flip(moved, "exp(1/3)", "5/7") == permute_and_flip(FALLING, "exp(1/3)", 1)


@each("others", [1, 2, 3, 6])
@each("e", ["4", "2", "exp(1/2)", "exp(1/2)*sqrt(2)"])
def test_selection_between_one_falling_and_many_rising_scores(e: str, others: int) -> None:
    names = [f"o{n}" for n in range(others)]
    scores = {"i": {"a": 1} | dict.fromkeys(names, 0), "j": {"a": 0} | dict.fromkeys(names, 1)}
    graph = NeighborGraph.from_edges(["i", "j"], [("i", "j")], directed=True)
    root = exact(e) ** Fraction(1, 2)
    assert_tight(exponential_mechanism(scores, e, 1), graph, root * (1 + others * root) / (root + others))
    assert_tight(permute_and_flip(scores, e, 1), graph, exact(e) * (1 - (1 - 1 / root) ** (others + 1)))
    both = NeighborGraph.complete(["i", "j"])
    for make in (exponential_mechanism, permute_and_flip):
        assert verify(make(scores, e, 1), both, e, 0).proved


def run_permute_and_flip(coins: list[Fraction]) -> list[Fraction]:
    """Algorithm 1 over all orders: the first coin that shows heads."""
    found = [Fraction(0)] * len(coins)
    for order in permutations(range(len(coins))):
        left = Fraction(1, math.factorial(len(coins)))
        for o in order:
            found[o] += left * coins[o]
            left *= 1 - coins[o]
    return found


@pytest.mark.parametrize(
    "scores", [FALLING, DISTANCES, {0: {"a": 0, "b": -2, "c": -2, "d": -1, "e": -5}}, {0: {"a": 7}}]
)
def test_permute_and_flip_over_all_orders(scores: Any) -> None:
    m = permute_and_flip(scores, 9, 1)
    coins = [[Fraction(3) ** (s - max(row.values())) for s in row.values()] for row in scores.values()]
    assert fractions(m) == [run_permute_and_flip(row) for row in coins]
    assert verify(m, NeighborGraph.path(m.inputs), 9, 0).proved


def test_permute_and_flip_at_its_largest_size() -> None:
    scores = {"i": {o: int(o == 0) for o in range(100)}, "j": {o: int(o != 0) for o in range(100)}}
    graph = NeighborGraph.from_edges(["i", "j"], [("i", "j")], directed=True)
    m = permute_and_flip(scores, 4, 1)
    assert m.probability("i", range(100)) == 1
    assert tight_exp_epsilon(m, graph) == 4 * (1 - Fraction(1, 2) ** 100)


FREE: dict[str, Any] = {
    "geometric": lambda e: range_restricted_geometric(1 / e, 3),
    "k-ary response": lambda e: k_ary_randomized_response(e, 3),
    "response": lambda e: randomized_response(e / (1 + e)),
    "subsets": lambda e: subset_selection(e, 4, 2),
    "exponential mechanism": lambda e: exponential_mechanism({0: {"a": 4, "b": 0}, 1: {"a": 2, "b": 2}}, e, 2),
    "permute and flip": lambda e: permute_and_flip({0: {"a": 4, "b": 0}, 1: {"a": 2, "b": 2}}, e, 2),
}


@each("name", FREE)
def test_a_free_e_gives_all_of_them_at_once(name: str) -> None:
    e = free_exp_epsilon()
    free = FREE[name](e)
    for value in (exact("6/5"), exact(3)):
        assert mechanism_at(free, value).rows() == FREE[name](value).rows()
    path = NeighborGraph.path(free.inputs)
    assert verify(free, path, e, 0).proved
    below = verify(free, path, 1 + (e - 1) / 3, 0)
    assert isinstance(below, Refuted)
    at_one = FREE[name](below.exp_epsilon)
    assert least_factor(fractions(at_one), ordered(at_one, path), 0) > 1 + (below.exp_epsilon - 1) / 3


@each("e", ["1", *REALS])
def test_every_field(e: str) -> None:
    number = exact(e)
    assert verify(k_ary_randomized_response(number, 3), NeighborGraph.complete(range(3)), number, 0).proved
    assert verify(range_restricted_geometric(1 / number, 4), NeighborGraph.path(range(4)), number, 0).proved
    assert verify(subset_selection(number, 4, 2), NeighborGraph.complete(range(4)), number, 0).proved


@each(
    ("make", "error"),
    [
        (lambda: randomized_response("-1e-80"), ParameterError),
        (lambda: randomized_response("1.0000000000000000000001"), ParameterError),
        (lambda: randomized_response(0.75), InexactInputError),
        (lambda: k_ary_randomized_response("0.99", 3), ParameterError),
        (lambda: k_ary_randomized_response("exp(-1/10)", 3), ParameterError),
        (lambda: k_ary_randomized_response(2, 0), ParameterError),
        (lambda: k_ary_randomized_response(2, 10**9), ParameterError),
        (lambda: k_ary_randomized_response(2, 2.0), ParameterError),  # type: ignore[arg-type]
        (lambda: k_ary_randomized_response(2, True), ParameterError),
        (lambda: range_restricted_geometric(0, 3), ParameterError),
        (lambda: range_restricted_geometric("6/5", 3), ParameterError),
        (lambda: range_restricted_geometric("-1/2", 3), ParameterError),
        (lambda: range_restricted_geometric(0.5, 3), InexactInputError),
        (lambda: range_restricted_geometric("1/2", 0), ParameterError),
        (lambda: rappor("-1/10", 2), ParameterError),
        (lambda: rappor("11/10", 2), ParameterError),
        (lambda: rappor("1/2", 0), ParameterError),
        (lambda: rappor("1/2", 60), ParameterError),
        (lambda: subset_selection("1/2", 4, 2), ParameterError),
        (lambda: subset_selection(2, 4, 0), ParameterError),
        (lambda: subset_selection(2, 4, 4), ParameterError),
        (lambda: subset_selection(2, 1, 1), ParameterError),
        (lambda: subset_selection(2, 60, 30), ParameterError),
        (lambda: exponential_mechanism({}, 2, 1), ParameterError),
        (lambda: exponential_mechanism({"i": {}}, 2, 1), ParameterError),
        (lambda: exponential_mechanism({"i": {"a": 1}, "j": {"b": 1}}, 2, 1), ParameterError),
        (lambda: exponential_mechanism({"i": {"a": 1}, "j": {"a": 1, "b": 1}}, 2, 1), ParameterError),
        (lambda: exponential_mechanism(FALLING, 2, 0), ParameterError),
        (lambda: exponential_mechanism(FALLING, 2, -1), ParameterError),
        (lambda: exponential_mechanism(FALLING, "1/2", 1), ParameterError),
        (lambda: exponential_mechanism({"i": {"a": 0.5}}, 2, 1), InexactInputError),
        (lambda: exponential_mechanism({"i": {"a": "sqrt(2)"}}, 2, 1), IrrationalError),
        (lambda: permute_and_flip({0: dict.fromkeys(range(101), 0)}, 2, 1), ParameterError),
        (lambda: permute_and_flip(FALLING, 2, "-1"), ParameterError),
        (lambda: exponential_mechanism(FALLING, "1 + sqrt(2)", 1), DPExactError),  # no square root of that is decided
    ],
)
def test_parameters_outside_their_range(make: Any, error: type[Exception]) -> None:
    refuses(error, "", make)
