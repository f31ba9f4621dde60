"""Forgeries of "composition-refuted": both checkers accept what is true, and nothing that is false."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from dpexact import Certificate, exact, second
from dpexact.composition import (
    DominatingPair,
    binomial,
    discrete_gaussian,
    discrete_laplace,
    finite,
    gaussian,
    gaussian_mixture,
    laplace,
    parse_composition,
    randomized_response,
    shuffled,
    skellam,
)
from dpexact.errors import UndecidedError
from dpexact.numbers.exact import Exact
from tests.beside import beside
from tests.forgeries.forged import verdict
from tests.pairs import least_delta
from tests.refusals import refuses
from tests.vectors.certificates.build import given, sealed

BESIDE = beside(__file__)

PAIRS: dict[str, tuple[DominatingPair, str]] = {
    "gaussian": (gaussian(4, rate="1/10") ** 20, "1/4"),
    "one gaussian": (gaussian(2), "1"),
    "laplace": (laplace(3) ** 5, "1/2"),
    "discrete gaussian": (discrete_gaussian(2, rate="1/5") ** 10, "1/2"),
    "discrete laplace": (discrete_laplace("1/3", sensitivity=2) ** 3, "1/3"),
    "skellam": (skellam(9, sensitivity=2) ** 3, "1/2"),
    "coins": (binomial(31) ** 3, "1/4"),
    "clones": (shuffled("log(3)", users=9) ** 2, "1/4"),
    "many clones": (shuffled(1, users=100), "1/10"),  # with shares that no outcome has
    "zeros": (finite(["1/12", 0, "1/2", "5/12", 0], ["1/9", "1/9", 0, "1/3", "4/9"]) ** 2, "1/3"),
    "falling": (finite(["5/14", "4/7", "1/14"], ["2/15", "8/15", "1/3"]) ** 3, "5/6"),
    "in any order": (finite(["9/17", "1/17", "7/17"], ["2/3", "1/4", "1/12"]), "5/4"),
    "only certain": (finite([0, 1], ["3/7", "4/7"]) ** 2, "1/4"),
    "mixture": (gaussian_mixture(8, sensitivities=[0, 1, 3], weights=["1/2", "1/4", "1/4"]) ** 60, "1"),
    "halved": (gaussian(4, rate="1/10") ** 300 * laplace(20), "1"),
    "response": (randomized_response("3/4") ** 4, "1"),
    "finite": (finite(["1/2", "1/2", 0], ["1/4", "1/2", "1/4"]) ** 2 * gaussian(3), "1/3"),
}


def ends(pair: DominatingPair, epsilon: str) -> tuple[Fraction, Fraction]:
    found = pair.delta(epsilon=epsilon)
    return found.enclosure(80) if isinstance(found, Exact) else (found.lower, found.upper)


@cache
def ends_of(name: str) -> tuple[Fraction, Fraction]:
    return ends(*PAIRS[name])


@cache
def made(name: str) -> Certificate:
    pair, epsilon = PAIRS[name]
    return pair.refutation(epsilon=epsilon, delta=ends_of(name)[0] * Fraction(19, 20))


def accepted(certificate: Certificate) -> bool:
    """Whether the kernel accepts it. The second checker has to say the same."""
    document = json.loads(certificate.to_json())
    found = verdict(document)
    assert (found == "") == (verdict(document, second) == "")
    assert found != "digest"
    return found == ""


def with_delta(certificate: Certificate, delta: Fraction) -> Certificate:
    short = Fraction(-(-delta.numerator * 2**80 // delta.denominator), 2**80)
    text = [f"{short.numerator:x}", f"{short.denominator:x}"]
    return Certificate({**certificate.statement, "delta": text}, certificate.evidence)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_accepted_and_what_is_false_is_not(name: str) -> None:
    pair, epsilon = PAIRS[name]
    certificate = made(name)
    assert accepted(certificate)
    assert not accepted(with_delta(certificate, min(Fraction(1), ends_of(name)[1] + Fraction(1, 2**70))))
    refuses(UndecidedError, "", pair.refutation, epsilon=epsilon, delta=ends_of(name)[1])


@pytest.mark.slow
@pytest.mark.parametrize(("count", "step"), [(1, 1), (3, 5)])
def test_outcomes_may_stand_in_any_order(count: int, step: int) -> None:
    """The truth is a sum of positive parts. The outcomes of both directions are worst in another order each."""
    p, q = (tuple(Fraction(x, 12) for x in side) for side in ((4, 0, 5, 3), (3, 2, 1, 6)))
    factor = Fraction(3, 2)
    truth = max(least_delta([rows] * count, factor) for rows in ((p, q), (q, p)))
    for order in [*permutations(range(4))][::step]:
        pair = finite([p[k] for k in order], [q[k] for k in order]) ** count
        assert accepted(pair.refutation(factor, delta=truth * Fraction(99, 100))), order
        refuses(UndecidedError, "", pair.refutation, factor, delta=truth)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "epsilon"), BESIDE["many_runs_are_bounded_from_both_sides"])
def test_many_runs_are_bounded_from_both_sides(text: str, epsilon: str) -> None:
    """By certificates that are at most a tenth apart, and that both checkers accept."""
    pair = parse_composition(text)
    upper = pair.certificate(epsilon=epsilon)
    delta = Fraction(*(int(part, 16) for part in upper.statement["delta"]))
    assert accepted(upper)
    assert accepted(pair.refutation(epsilon=epsilon, delta=delta * Fraction(9, 10)))


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers of the evidence."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, (*path, key))
    elif isinstance(value, list):
        for key, part in enumerate(value):
            yield from numbers(part, (*path, key))
    elif isinstance(value, int) or (isinstance(value, str) and value not in ("remove", "add")):
        yield path


def moved(evidence: Any, path: tuple[Any, ...], step: int) -> Any:
    found = copy.deepcopy(evidence)
    part = found
    for key in path[:-1]:
        part = part[key]
    old = part[path[-1]]
    if isinstance(old, int):
        part[path[-1]] = max(0, old + step)
    else:
        number = int(old, 16) + step
        part[path[-1]] = f"-{-number:x}" if number < 0 else f"{number:x}"
    return found


@pytest.mark.seldom
@pytest.mark.parametrize("name", PAIRS)
def test_no_mutant_of_the_evidence_proves_what_is_false(name: str) -> None:
    """The statement is false by a millionth. Every number of the evidence is changed, and the direction."""
    certificate = made(name)
    false = with_delta(certificate, min(Fraction(1), ends_of(name)[1] * Fraction(10**6 + 1, 10**6)))
    places = list(numbers(certificate.evidence))
    source = random.Random(name)
    for path in source.sample(places, min(15, len(places))):
        for step in (1, -1, -(2**31)):
            assert not accepted(Certificate(false.statement, moved(certificate.evidence, path, step)))
    other = {"remove": "add", "add": "remove"}[certificate.evidence["direction"]]
    assert not accepted(Certificate(false.statement, {**certificate.evidence, "direction": other}))


def _raise_all(law: dict[str, Any], step: int) -> None:
    for group in law["groups"]:
        if group[0] is not None:
            group[0] = f"{int(group[0], 16) + step:x}"


def _to_infinity(law: dict[str, Any]) -> None:
    for group in law["groups"]:
        group[0] = None


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "a group twice": lambda law: law["groups"].insert(1, copy.deepcopy(law["groups"][0])),
    "groups that go back": lambda law: law["groups"].reverse(),
    "a part of more than 1": lambda law: law["groups"][-1].__setitem__(2, f"{2**33:x}"),
    "a part below 0": lambda law: law["groups"][0].__setitem__(2, "-1"),
    "a place too high": lambda law: _raise_all(law, 1),
    "a corner too large": lambda law: law.__setitem__("corner", ["2", "1"]),
    "a corner of 0": lambda law: law.__setitem__("corner", ["0", "1"]),
    "a cell that is not there": lambda law: law["groups"].append([None, 10**4, f"{2**32:x}"]),
    "mass of the second law at infinity": _to_infinity,
}


def _levels(law: dict[str, Any], key: int, value: Any) -> None:
    for level in law["levels"]:
        level[key] = value


HALVED: dict[str, Callable[[dict[str, Any]], object]] = {
    "no levels": lambda law: law.pop("levels"),
    "a level less": lambda law: law["levels"].pop(),
    "levels that go back": lambda law: law["levels"].reverse(),
    "no halving": lambda law: _levels(law, 0, 0),
    "more halvings": lambda law: _levels(law, 0, 1),
    "a place below 0": lambda law: _levels(law, 2, "-1"),
    "all at 0 or below": lambda law: _levels(law, 2, "0"),
}


@pytest.mark.parametrize("fault", HALVED)
def test_levels_that_prove_less_are_rejected(fault: str) -> None:
    evidence = copy.deepcopy(made("halved").evidence)
    HALVED[fault](evidence["laws"][0])
    assert not accepted(Certificate(made("halved").statement, evidence))


@pytest.mark.parametrize("name", ["gaussian", "discrete gaussian", "response", "skellam", "clones"])
@pytest.mark.parametrize("fault", FORGED)
def test_a_forgery_by_hand_is_rejected(name: str, fault: str) -> None:
    evidence = copy.deepcopy(made(name).evidence)
    FORGED[fault](evidence["laws"][0])
    assert not accepted(Certificate(made(name).statement, evidence))


@pytest.mark.parametrize("key", ["sigma", "rate", "sensitivity", "count"])
def test_another_law_is_not_refuted_by_the_same_evidence(key: str) -> None:
    """Each parameter is changed so that delta is kept."""
    pair = {"sigma": gaussian(8, rate="1/10") ** 20, "rate": gaussian(4, rate="1/14") ** 20}
    certificate = made("gaussian")
    law = dict(certificate.statement["laws"][0])
    law[key] = {"sigma": ["8", "1"], "rate": ["1", "14"], "sensitivity": ["1", "2"], "count": "8"}[key]
    if key in pair:
        true = exact(ends(pair[key], "1/4")[1])
        assert true < exact(ends_of("gaussian")[0])
    assert not accepted(Certificate({**certificate.statement, "laws": [law]}, certificate.evidence))


def test_the_kinds_are_not_exchanged() -> None:
    """Evidence for a bound refutes nothing, and the other way round."""
    certificate, bound = made("gaussian"), (gaussian(4, rate="1/10") ** 20).certificate(epsilon="1/4")
    for statement, evidence in ((certificate.statement, bound.evidence), (bound.statement, certificate.evidence)):
        assert not accepted(Certificate(statement, evidence))
    assert json.loads(certificate.to_json())["statement"]["kind"] == "composition-refuted"


@pytest.mark.parametrize(
    ("ratio", "places", "delta", "check"),
    [
        (["2", "1"], ("1", "-1"), ["1", "6"], ""),
        (["2", "1"], ("1", "-1"), ["2", "5"], "bound"),
        (["1", "2"], ("-1", "1"), ["2", "5"], "lattice"),
        (["1", "1"], ("0", "0"), ["2", "5"], "lattice"),
    ],
)
def test_the_ratios_of_a_lattice_rise(ratio: list[str], places: tuple[str, str], delta: list[str], check: str) -> None:
    """Two runs of (1/2, 1/2) against (1/4, 3/4) give 1/4 - 1/16 + 1/2 - 3/8 = 5/16 away at E = 1.

    On a lattice that falls, mass would move to a larger ratio at the highest place, and 2/5 be proved.
    """
    law = {"law": "finite", "first": [["1", "2"]] * 2, "second": [["1", "4"], ["3", "4"]], "count": "2"}
    statement = {"kind": "composition-refuted", "generators": given(), "laws": [law], "exp_epsilon": ["1", "1"]}
    groups = [[place, cell, f"{2**32:x}"] for cell, place in enumerate(places)]
    highest = "8" if ratio == ["2", "1"] else "0"
    evidence = {"direction": "remove", "ratio": ratio, "bits": 64, "lowest": "-8", "highest": highest}
    evidence["laws"] = [{"corner": ["1", "1"], "groups": groups}]
    certificate = sealed({**statement, "delta": delta}, evidence)
    assert (verdict(certificate), verdict(certificate, second)) == (check, check)
