"""Certificates whose numbers lie in different fields: what is written, that the kernel takes it, that it reads back."""

import json
from typing import Any

import pytest

from dpexact import (
    Enclosure,
    Exact,
    Mechanism,
    NeighborGraph,
    Proved,
    Refuted,
    TooLargeError,
    Undecided,
    exact,
    free_exp_epsilon,
    verify,
    worst_case,
)
from dpexact.certificates.certificate import Certificate, check, privacy_certificate
from dpexact.certificates.implication import number_reader
from tests.about import is_about
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses
from tests.values import of_type

BESIDE = beside(__file__)

HALF, THIRD = ["1/2", "1/2"], ["1/3", "2/3"]
MECHANISM = Mechanism.from_rows([0, 1], [0, 1], [HALF, THIRD])
PAIRS = NeighborGraph.complete([0, 1])


def read_back(certificate: Certificate) -> tuple[Exact, Exact]:
    number = number_reader(certificate.statement["generators"])
    return number(certificate.statement["exp_epsilon"]), number(certificate.statement["delta"])


@each("verdict", ["private", "not-private"])
@each(("exp_epsilon", "delta"), BESIDE["each_decided_claim_has_a_certificate_exp_epsilon_delta"])
def test_each_decided_claim_has_a_certificate(exp_epsilon: str, delta: str, verdict: str) -> None:
    text = delta.format(3 if verdict == "private" else 10**6)
    factor = "exp(1e-1240)" if exp_epsilon == "exp(1e-1240)" else exp_epsilon
    found = verify(MECHANISM, PAIRS, factor, text)
    if verdict == "not-private" and not isinstance(found, Refuted):  # E is so large that delta = 0 holds
        mechanism = Mechanism.from_rows([0, 1], [0, 1], [["1", "0"], THIRD])
        found = verify(mechanism, PAIRS, factor, text)
    assert isinstance(found, Proved if verdict == "private" else Refuted)
    certificate = found.certificate()
    assert check(certificate)["kind"] == verdict
    assert read_back(certificate) == (exact(factor), exact(text))
    assert Certificate.from_json(certificate.to_json()) == certificate


def test_one_root_is_written_in_version_1_and_several_in_version_2() -> None:
    one = json.loads(verify(MECHANISM, PAIRS, "sqrt(2)", "8**(1/4)/10").certificate().to_json())
    two = json.loads(verify(MECHANISM, PAIRS, "sqrt(2)", "sqrt(3)/10").certificate().to_json())
    assert one["format"] == "dpexact-certificate/1"
    assert one["statement"]["generators"] == {"exponent": ["0", "1"], "base": ["2", "1"], "degree": 4}
    assert two["format"] == "dpexact-certificate/2"
    assert two["statement"]["generators"] == {"exponent": ["0", "1"], "roots": [[["2", "1"], 2], [["3", "1"], 2]]}
    assert two["statement"]["delta"] == [[["1", 0, 0, 1]], "a"]
    assert two["statement"]["exp_epsilon"] == [[["1", 0, 1, 0]], "1"]


def test_weights_in_different_fields() -> None:
    rows = [["sqrt(2)/2", "1 - sqrt(2)/2"], ["sqrt(2)/3", "1 - sqrt(2)/3"], ["sqrt(3)/2", "1 - sqrt(3)/2"]]
    mechanism = Mechanism.from_rows([0, 1, 2], [0, 1], rows)
    pairs = NeighborGraph.from_edges([0, 1, 2], [(0, 1)])
    for delta in ("5**(1/3)/4", "5**(1/3)/400"):
        verdict = verify(mechanism, pairs, "exp(1/7)", delta)
        certificate = verdict.certificate()
        assert check(certificate)["generators"]["roots"] == [[["2", "1"], 2], [["3", "1"], 2], [["5", "1"], 3]]
        assert is_about(certificate, mechanism, pairs)
        assert not is_about(certificate, Mechanism.from_rows([0, 1, 2], [0, 1], [rows[0], *rows[:2]]), pairs)
    worst = worst_case(mechanism, pairs, 1)
    certificate = worst.certificate()
    assert check(certificate)["kind"] == "tight-delta"
    assert read_back(certificate) == (exact(1), exact("sqrt(2)/6"))


def test_the_excess_without_a_field_is_an_enclosure() -> None:
    verdict = of_type(Refuted, verify(MECHANISM, PAIRS, "sqrt(2)", "sqrt(3)/1000"))
    excess = of_type(Enclosure, verdict.counterexample.excess)
    expected = Enclosure.of("1/2 - sqrt(2)/3") - exact("sqrt(3)/1000")
    assert abs(excess.refine(300).lower - expected.refine(300).lower) < exact(2) ** -290
    refuses(TypeError, "refuted at E = 2\\*\\*", verdict.require)


def test_signs_of_denominators() -> None:
    """The denominator of 1/(4 - 2**(1/2) exp(1)) starts, in lexicographic order, with a negative coefficient."""
    weight = 1 / (4 - exact("exp(1)*sqrt(2)")) / 10  # about 0.64
    mechanism = Mechanism.from_rows([0, 1], [0, 1], [[weight, 1 - weight], HALF])
    certificate = verify(mechanism, PAIRS, 1, "5**(1/2)/4").certificate()
    assert len(certificate.statement["generators"]["roots"]) == 2
    assert check(certificate)
    assert is_about(certificate, mechanism, PAIRS)


@pytest.mark.parametrize(
    ("exp_epsilon", "delta", "reason"),
    [
        (free_exp_epsilon(1, 2), "sqrt(2)/10", "a free E goes with rationals"),
        (free_exp_epsilon(1, 2), "exp(-3)", "a free E goes with rationals"),
        ("exp(1e-1240)", "exp(-1)", "640 digits"),
        ("exp(1e-1240)", "exp(-1e-600)/3", "640 digits"),
    ],
)
def test_what_no_certificate_holds_is_undecided(exp_epsilon: Any, delta: str, reason: str) -> None:
    for pairs in (PAIRS, NeighborGraph.from_edges([0, 1], [])):
        assert reason in of_type(Undecided, verify(MECHANISM, pairs, exp_epsilon, delta)).reason


def test_exponents_that_are_just_close_enough() -> None:
    verdict = verify(MECHANISM, PAIRS, "exp(1e-600)", "exp(-1)")
    certificate = verdict.certificate()
    assert check(certificate)
    assert certificate.statement["delta"][1] == [["1", 10**600, 0]]


def test_a_certificate_beyond_the_limits_is_refused() -> None:
    with pytest.raises(TooLargeError, match="too large to be checked: size: bits of a fraction of the generators"):
        privacy_certificate("private-for-all", MECHANISM, [(0, 1)], free_exp_epsilon(1, 2**20000), 1)


def test_a_power_of_over_640_digits_is_not_written() -> None:
    refuses(TooLargeError, "640 digits", privacy_certificate, "private", MECHANISM, [(0, 1)], "exp(1e-1240)", "exp(-1)")
