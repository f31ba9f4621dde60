"""The accountant, against `compose` and the tight delta of what it makes, whose rows list every output."""

import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpexact import (
    DPExactError,
    Exact,
    Mechanism,
    MechanismError,
    NeighborGraph,
    ParameterError,
    TooLargeError,
    check,
    compose,
    exact,
    tight_delta,
    tight_exp_epsilon,
)
from dpexact.composition import Accountant
from dpexact.numbers.enclosure import Enclosure
from tests.each import each
from tests.oracle import least_delta
from tests.refusals import refuses
from tests.samples import SAMPLES, all_pairs, complete, sample
from tests.values import of_type

FACTORS = ("1", "3/2", "2", "9", "81")
PATH = NeighborGraph.path([0, 1, 2])
COIN = Mechanism.from_rows([0, 1, 2], "xy", [["3/4", "1/4"], ["1/2", "1/2"], ["1/4", "3/4"]])
DIE = Mechanism.from_rows([2, 0, 1], "abc", [["1/3", "1/3", "1/3"], ["1/2", "0", "1/2"], ["1/6", "2/6", "3/6"]])


@each("name", [name for name in SAMPLES if len(SAMPLES[name][0]) <= 3])
def test_two_runs_against_every_event(name: str) -> None:
    rows = [[a * b for a in row for b in row] for row in SAMPLES[name]]
    accountant = Accountant().compose(sample(name), complete(name), count=2)
    for factor in FACTORS:
        expected = least_delta(rows, all_pairs(name), exact(factor).as_fraction())
        assert accountant.delta(factor) == exact(expected)


def test_unlike_mechanisms_with_inputs_in_another_order() -> None:
    both = flat(compose(compose(COIN, DIE), DIE))
    accountant = Accountant().compose(COIN, PATH).compose(DIE, PATH, count=2)
    for factor in FACTORS:
        assert accountant.delta(factor) == tight_delta(both, PATH, factor)
    for delta in ("7/10", "3/4", "9/10", "1"):
        assert accountant.exp_epsilon(delta) == tight_exp_epsilon(both, PATH, delta)
    assert accountant.exp_epsilon(0) == math.inf == tight_exp_epsilon(both, PATH, 0)


def test_the_worst_pair_is_that_of_the_whole_not_of_the_parts() -> None:
    # each coin tells two inputs apart that the other does not: the worst pair of both has one loss, not two
    first = Mechanism.from_rows([0, 1, 2], "xy", [["3/4", "1/4"], ["1/4", "3/4"], ["1/4", "3/4"]])
    second = Mechanism.from_rows([0, 1, 2], "xy", [["1/4", "3/4"], ["1/4", "3/4"], ["3/4", "1/4"]])
    accountant = Accountant().compose(first, PATH).compose(second, PATH)
    assert accountant.delta(1) == exact("1/2")
    assert accountant.exp_epsilon(0) == 3
    everyone = NeighborGraph.complete([0, 1, 2])
    assert Accountant().compose(first, everyone).compose(second, everyone).exp_epsilon(0) == 9


def test_a_directed_relation_counts_one_direction() -> None:
    leak = Mechanism.from_rows([0, 1], "xy", [["1/2", "1/2"], ["0", "1"]])
    there = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    back = NeighborGraph.from_edges([0, 1], [(1, 0)], directed=True)
    assert Accountant().compose(leak, there, 2).delta(math.inf) == exact("3/4")  # an x in two runs
    assert Accountant().compose(leak, back, 2).delta(math.inf) == 0
    assert Accountant().compose(leak, back, 2).exp_epsilon(0) == 4  # y y: 1 against 1/4


def test_no_pairs_and_nothing_composed() -> None:
    alone = NeighborGraph.from_edges([0, 1], [])
    accountant = Accountant().compose(Mechanism.from_rows([0, 1], "xy", [[1, 0], [0, 1]]), alone, 5)
    for nothing in (accountant, Accountant()):
        assert nothing.delta(1) == 0
        assert nothing.exp_epsilon(0) == 1
    assert Accountant().compose(COIN, PATH, 0).delta(1) == 0


@pytest.mark.slow
def test_an_enclosure_where_the_exact_number_is_too_large() -> None:
    accountant = Accountant().compose(COIN, PATH, 40_000)
    found = of_type(Enclosure, accountant.delta("exp(4000)"))
    assert 0 < found.lower < 1 < found.upper + Fraction(1, 2**60)  # nearly all of the mass is above this E
    assert isinstance(accountant.epsilon("1/10"), Enclosure)
    refuses(DPExactError, "", accountant.delta, 0)


@pytest.mark.parametrize("factor", ["1", "2", "9", "exp(1/2)"])
def test_the_certificate_is_about_the_composed_mechanism(factor: str) -> None:
    accountant = Accountant().compose(COIN, PATH).compose(DIE, PATH, count=2)
    found = check(accountant.certificate(factor))
    both = flat(compose(compose(COIN, DIE), DIE))
    assert found["kind"] == "tight-delta"
    assert found == check(tight_certificate(both, factor))
    assert json.loads(json.dumps(found["inputs"])) == [0, 1, 2]
    assert len(found["outputs"]) == 18
    assert isinstance(accountant.delta(factor), Exact)


def flat(composed: Mechanism) -> Mechanism:
    """The same mechanism with (a, b, c) for ((a, b), c)."""
    outputs = [(*first, last) for first, last in composed.outputs]  # type: ignore[misc, str-unpack]
    return Mechanism.from_rows(composed.inputs, outputs, composed.rows())


def tight_certificate(mechanism: Mechanism, factor: str) -> Any:
    from dpexact import worst_case

    return worst_case(mechanism, PATH, factor).certificate()


def test_certificates_that_are_too_large() -> None:
    one = Mechanism.from_rows([0, 1, 2], "x", [[1], [1], [1]])
    assert check(Accountant().compose(one, PATH, 14).certificate(1))["delta"] == ["0", "1"]
    for accountant in (
        Accountant().compose(one, PATH, 15),
        Accountant().compose(one, PATH, 10**12),
        Accountant().compose(DIE, PATH, 9),
        Accountant().compose(COIN, PATH, 8).compose(COIN, PATH, 7),
    ):
        refuses(TooLargeError, "certificate: ", accountant.certificate, 2)


DEFECT = Mechanism.from_floats([0, 1, 2], "xy", [[0.5, 0.25], [0.5, 0.5], [0.5, 0.5]], row_sums="report")
OTHER_INPUTS = Mechanism.from_rows(["a", "b"], "xy", [["1/2", "1/2"], ["1/2", "1/2"]])
MORE_INPUTS = Mechanism.from_rows([0, 1, 2, 3], "xy", [["1/2", "1/2"]] * 4)
REFUSED: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "another relation word": (lambda: Accountant(relation="sum"), ParameterError, "worst pair"),  # type: ignore[arg-type]
    "another relation": (
        lambda: Accountant().compose(COIN, PATH).compose(COIN, NeighborGraph.complete([0, 1, 2])),
        ParameterError,
        "expected the relation of the mechanisms so far",
    ),
    "inputs the mechanism has not": (lambda: Accountant().compose(OTHER_INPUTS, PATH), MechanismError, "input"),
    "more inputs than before": (
        lambda: Accountant().compose(COIN, PATH).compose(MORE_INPUTS, PATH),
        MechanismError,
        "inputs of the mechanisms so far",
    ),
    "rows that do not sum to 1": (lambda: Accountant().compose(DEFECT, PATH), ParameterError, "do not sum to 1"),
    "a count below 0": (
        lambda: Accountant().compose(COIN, PATH, -1),
        ParameterError,
        "count: expected an integer >= 0",
    ),
    "a count that is none": (
        lambda: Accountant().compose(COIN, PATH, 1.5),  # type: ignore[arg-type]
        ParameterError,
        "count: expected an integer, got 1.5",
    ),
    "a certificate of nothing": (lambda: Accountant().certificate(2), ParameterError, "at least once"),
    "a certificate of no run": (lambda: Accountant().compose(COIN, PATH, 0).certificate(2), ParameterError, "once"),
    "E of 0": (lambda: Accountant().compose(COIN, PATH).delta(0), ParameterError, "E = e"),
    "delta above 1": (lambda: Accountant().exp_epsilon(2), ParameterError, "from 0 to 1"),
}


@each("name", REFUSED)
def test_refusals(name: str) -> None:
    call, kind, words = REFUSED[name]
    refuses(kind, words, call)


def test_a_refused_mechanism_leaves_the_accountant_as_it_was() -> None:
    accountant = Accountant().compose(COIN, PATH)
    before = accountant.delta(1)
    for bad, relation, count in ((DEFECT, PATH, 1), (MORE_INPUTS, PATH, 1), (COIN, PATH, -1)):
        refuses(DPExactError, "", accountant.compose, bad, relation, count)
    assert accountant.delta(1) == before
    assert accountant.composed == [(COIN, 1)]


def test_a_count_is_checked_where_there_is_no_pair() -> None:
    alone = NeighborGraph.from_edges([0, 1, 2], [])
    refuses(ParameterError, "count: expected an integer >= 0", Accountant().compose, COIN, alone, -1)
