"""Verdicts on a mechanism of which some mass is not known, against every completion of it.

The second route tries completions: the unfinished mass of each input at every output, known or new. What is proved must
hold in all of them by brute force over all events, what is refuted must fail in all of them.
"""

import math
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from dpexact import Exact, NeighborGraph, ParameterError, Proved, Refuted, Undecided, check, exact, tight_delta, verify
from dpexact.errors import MechanismError
from dpexact.mechanisms.partial import PartialMechanism
from tests.refusals import refuses
from tests.values import of_type

Row = dict[str, Fraction]


def partial(*rows: Row) -> PartialMechanism:
    inputs = tuple(range(len(rows)))
    known: dict[Any, dict[Any, Exact]] = {i: {o: exact(p) for o, p in row.items()} for i, row in enumerate(rows)}
    return PartialMechanism(inputs, known, {i: exact(1 - sum(row.values())) for i, row in enumerate(rows)})


def completions(rows: list[Row]) -> list[list[Row]]:
    outputs = [*dict.fromkeys(o for row in rows for o in row), "new"]
    found = []
    for places in product(outputs, repeat=len(rows)):
        full = []
        for row, place in zip(rows, places, strict=True):
            left = 1 - sum(row.values(), Fraction(0))
            full.append({**row, place: row.get(place, Fraction(0)) + left})
        found.append(full)
    return found


def largest_gap(p: Row, q: Row, E: Fraction) -> Fraction:
    outputs = list({**p, **q})
    events = (event for n in range(len(outputs) + 1) for event in combinations(outputs, n))
    return max(sum((p.get(o, Fraction(0)) - E * q.get(o, Fraction(0)) for o in event), Fraction(0)) for event in events)


def true_delta(rows: list[Row], E: Fraction) -> Fraction:
    pairs = [(i, j) for i in range(len(rows)) for j in range(len(rows)) if i != j]
    return max(largest_gap(rows[i], rows[j], E) for i, j in pairs)


def some_rows(random: Random) -> list[Row]:
    rows = []
    for _ in range(2):
        weights = [random.randrange(5) for _ in range(3)]
        left = random.choice([0, 0, 1, 2])
        total = sum(weights) + left or 1
        rows.append({o: Fraction(w, total) for o, w in zip("abc", weights, strict=True) if w})
    return rows


@pytest.mark.parametrize("seed", range(60))
def test_verdicts_and_bounds_are_right_for_every_completion(seed: int) -> None:
    random = Random(seed)
    rows = some_rows(random)
    mechanism, graph = partial(*rows), NeighborGraph.complete([0, 1])
    E = random.choice([Fraction(1), Fraction(3, 2), Fraction(3)])
    deltas = [true_delta(full, E) for full in completions(rows)]
    found = tight_delta(mechanism, graph, E)
    assert found.upper >= max(deltas)
    assert found.lower <= min(deltas)
    if min(deltas) == max(deltas) == 0:
        assert found.lower == 0
    for delta in (Fraction(0), Fraction(1, 5), Fraction(1, 2), max(deltas), min(deltas)):
        verdict = verify(mechanism, graph, E, delta)
        match verdict:
            case Proved():
                assert all(true <= delta for true in deltas)
            case Refuted():
                assert all(true > delta for true in deltas)
                assert verdict.counterexample.excess > 0
                i, j = verdict.counterexample.pair
                assert verdict.counterexample.event
                assert {i, j} == {0, 1}
            case Undecided():
                assert any(mechanism.unfinished[i] != 0 for i in (0, 1))
                assert "unfinished" in verdict.reason
                continue
        assert check(verdict.certificate()) is not None
        assert verdict.certificate().statement["kind"] == ("private" if verdict.proved else "not-private")


def test_the_bounds_are_attained() -> None:
    """Half of each row is at its own output, an eighth unknown: D = 1/2, and at E = 2 the bounds are 1/4 and 5/8."""
    rows = [{"a": Fraction(1, 2), "c": Fraction(3, 8)}, {"b": Fraction(1, 2), "c": Fraction(3, 8)}]
    found = tight_delta(partial(*rows), NeighborGraph.complete([0, 1]), 2)
    deltas = [true_delta(full, Fraction(2)) for full in completions(rows)]
    assert min(deltas) == Fraction(1, 4)
    assert max(deltas) == Fraction(5, 8)
    assert (found.lower, found.upper) == (Fraction(1, 4), Fraction(5, 8))


def test_nothing_unfinished_is_decided() -> None:
    rows = [{"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": Fraction(1, 4), "b": Fraction(3, 4)}]
    graph = NeighborGraph.complete([0, 1])
    assert verify(partial(*rows), graph, 3).proved
    assert not verify(partial(*rows), graph, 2).proved
    assert not isinstance(verify(partial(*rows), graph, 2), Undecided)


def test_everything_unfinished_is_undecided_unless_delta_is_one() -> None:
    graph = NeighborGraph.complete([0, 1])
    nothing = partial({}, {})
    assert isinstance(verify(nothing, graph, 2, "99/100"), Undecided)
    assert verify(nothing, graph, 2, 1).proved
    found = tight_delta(nothing, graph, 2)
    assert (found.lower, found.upper) == (Fraction(0), Fraction(1))


def test_infinite_epsilon_needs_the_second_row_to_be_known() -> None:
    graph = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    known = partial({"a": Fraction(1, 2), "b": Fraction(1, 4)}, {"b": Fraction(1)})
    assert isinstance(verify(known, graph, math.inf, "1/3"), Refuted)
    unknown = partial({"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"b": Fraction(9, 10)})
    assert isinstance(verify(unknown, graph, math.inf, "1/3"), Undecided)


def test_no_pair_claims_nothing() -> None:
    verdict = of_type(Proved, verify(partial({"a": Fraction(1, 2)}), NeighborGraph.from_edges([0], []), 2))
    assert verdict.vacuous


def test_a_label_of_the_unfinished_mass_cannot_be_an_output() -> None:
    bad = PartialMechanism((0,), {0: {("unfinished", 0): exact("1/2")}}, {0: exact("1/2")})
    refuses(MechanismError, "stands for the unfinished mass of 0; change this output by label=", bad.completion)


def test_the_parameters_are_read_as_for_any_mechanism() -> None:
    with pytest.raises(ParameterError, match=r"E = e\^epsilon >= 1"):
        verify(partial({"a": Fraction(1)}, {"a": Fraction(1)}), NeighborGraph.complete([0, 1]), "1/2")


def test_a_delta_of_another_field_is_decided_or_left_open_but_never_bad_input() -> None:
    """At E = sqrt(2) and p = 3/4 against 1/8, D = 3/4 - sqrt(2)/8 is 0.573, and 1/8 + sqrt(2)/8 = 0.302 is in doubt."""
    rows = [{"a": Fraction(3, 4), "b": Fraction(1, 8)}, {"a": Fraction(1, 8), "b": Fraction(3, 4)}]
    graph = NeighborGraph.complete([0, 1])
    refuted = of_type(Refuted, verify(partial(*rows), graph, "sqrt(2)", "sqrt(3)/100"))
    assert refuted.counterexample.completions
    gap = min(largest_gap(full[0], full[1], Fraction(1415, 1000)) for full in completions(rows))
    assert gap - Fraction(18, 1000) <= refuted.counterexample.excess <= gap - Fraction(17, 1000) + Fraction(1, 1000)
    assert isinstance(verify(partial(*rows), graph, "sqrt(2)", "sqrt(3)/4"), Undecided)
    assert verify(partial(*rows), graph, "sqrt(2)", "sqrt(3)/2").proved
