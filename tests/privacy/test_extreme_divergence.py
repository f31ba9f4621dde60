"""Divergences at the edge: an E larger than every denominator, and many inputs with the same row."""

from fractions import Fraction
from itertools import permutations

import pytest

from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import exact
from dpexact.privacy.layout import positive_places
from dpexact.privacy.verdict import Proved, Refuted
from dpexact.privacy.verify import verify
from dpexact.privacy.worst_case import tight_delta, worst_case

ROWS = [["1/3", "2/3"], ["1/2", "1/2"], ["0", "1"], ["1", "0"]]


@pytest.mark.parametrize("text", ["exp(999999)", "2**(1/2)*exp(999999)", "exp(3)"])
def test_an_e_past_the_denominator_counts_only_what_the_other_row_excludes(text: str) -> None:
    # E > 6 >= a: a - E b > 0 exactly where b = 0 < a, so the divergence is the sum of those a.
    for first, second in permutations(ROWS, 2):
        mechanism = Mechanism.from_rows(["i", "j"], ["no", "yes"], [first, second])
        graph = NeighborGraph.from_edges(mechanism.inputs, [("i", "j")], directed=True)
        places = [o for o in range(2) if second[o] == "0" != first[o]]
        worst = worst_case(mechanism, graph, text)
        assert worst.delta == tight_delta(mechanism, graph, text) == sum(Fraction(first[o]) for o in places)
        assert worst.event == tuple(mechanism.outputs[o] for o in places)


def test_the_places_next_to_an_irrational_e() -> None:
    # e^3 = 20.08...: 20 is below it and 21 above; 2 e^3 = 40.17..., 0 needs no bounds at all.
    factor = exact("exp(3)")
    pairs = [(20, 1), (21, 1), (40, 2), (41, 2), (0, 0), (1, 0), (0, 5), (20, 2)]
    assert positive_places(pairs, factor) == [1, 3, 5]
    assert positive_places([(20, 1), (20, 0), (0, 0)], factor) == [1]
    assert positive_places([], factor) == []


@pytest.mark.slow
def test_many_inputs_with_few_rows() -> None:
    size = 1500
    rows = [["1/3", "2/3"] if k % 3 else ["1/2", "1/2"] for k in range(size)]
    rows[-1] = ["3/4", "1/4"]
    mechanism = Mechanism.from_rows(range(size), ["no", "yes"], rows)
    graph = NeighborGraph.complete(mechanism.inputs)
    worst = worst_case(mechanism, graph, 1)
    # 3/4 - 1/3 = 2/3 - 1/4 = 5/12: input 1 is the first with the row (1/3, 2/3), against the last input.
    assert worst.delta == Fraction(5, 12)
    assert worst.pair == (1, size - 1)
    assert worst.event == ("yes",)
    assert isinstance(verify(mechanism, graph, 1, "5/12"), Proved)
    assert isinstance(verify(mechanism, graph, 1, "4/12"), Refuted)
