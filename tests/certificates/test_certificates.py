"""Certificates made of mechanisms: what they state, what the kernel says of them, and what they are about."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from dpexact.certificates.certificate import Certificate, check, privacy_certificate
from dpexact.errors import CertificateError, IncompatibleFieldsError, MechanismError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import free_exp_epsilon
from dpexact.numbers.exact import Exact, exact
from tests.about import is_about
from tests.each import each
from tests.refusals import refuses

TINY = exact("1e-60")
FIELDS = [
    *(
        "3",
        "7/5",
        "sqrt(2)",
        "2**(2/3)",
        "(9/4)**(1/5)",
        "exp(1)",
        "exp(218/100)",
        "exp(1/2)*sqrt(5)",
        "exp(1)+sqrt(3)",
    ),
    *("1/(exp(1)-2)", "2+1/exp(3)", "sqrt(8)+1", "exp(1/2)+exp(1/3)"),
]


def response(ratio: Exact) -> Mechanism:
    """Randomized response that tells the truth `ratio` times as often as not."""
    truth, lie = ratio / (1 + ratio), 1 / (1 + ratio)
    return Mechanism.from_rows(["no", ("yes", 1)], [0, "\u00fc"], [[truth, lie], [lie, truth]])


def complete(mechanism: Mechanism) -> NeighborGraph:
    return NeighborGraph.complete(mechanism.inputs)


@each("text", FIELDS)
def test_every_kind_in_every_field(text: str) -> None:
    """By hand: the tight delta of response(E) at F <= E is (E - F) / (1 + E), attained by telling the truth."""
    ratio = exact(text)
    mechanism = response(ratio)
    pairs = list(complete(mechanism).ordered_pairs())
    truth = (pairs[0], [mechanism.outputs[0]])
    for factor in (ratio, (ratio + 1) / 2):
        delta = (ratio - factor) / (1 + ratio)
        assert check(privacy_certificate("private", mechanism, pairs, factor, delta))["kind"] == "private"
        assert (
            check(privacy_certificate("tight-delta", mechanism, pairs, factor, delta, *truth))["kind"] == "tight-delta"
        )
        assert failed(privacy_certificate("not-private", mechanism, pairs, factor, delta, *truth)) == "violation"
        if factor != ratio:
            smaller = delta - TINY
            assert (
                check(privacy_certificate("not-private", mechanism, pairs, factor, smaller, *truth))["kind"]
                == "not-private"
            )
            assert failed(privacy_certificate("private", mechanism, pairs, factor, smaller)) == "bound"
        assert failed(privacy_certificate("tight-delta", mechanism, pairs, factor, delta + TINY, *truth)) == "attained"


def failed(certificate: Certificate) -> str:
    with pytest.raises(CertificateError) as raised:
        check(certificate)
    return raised.value.check


def test_a_free_e() -> None:
    """By hand: response(E) is private for all E at delta = 0; the uniform choice against (3/4, 1/4) is not at E < 2."""
    free = free_exp_epsilon()
    mechanism = response(free)
    pairs = list(complete(mechanism).ordered_pairs())
    statement = check(privacy_certificate("private-for-all", mechanism, pairs, free, 0))
    assert statement["kind"] == "private-for-all"
    assert statement["generators"] == {"lower": ["1", "1"], "upper": None}
    assert failed(privacy_certificate("private-for-all", mechanism, pairs, (free + 1) / 2, 0)) == "bound"
    skewed = Mechanism.from_rows(["a", "b"], [0, 1], [["1/2", "1/2"], ["3/4", "1/4"]])
    pairs = list(complete(skewed).ordered_pairs())
    for lower, passes in (("2", True), ("1999/1000", False)):
        certificate = privacy_certificate("private-for-all", skewed, pairs, free_exp_epsilon(lower, 3), 0)
        assert check(certificate) if passes else failed(certificate) == "bound"


def test_generators_are_brought_together() -> None:
    """exp(1/2) and exp(1/3) need exp(1/6); sqrt(2) and 2^(1/3) need 2^(1/6)."""
    mixed = response(exact("exp(1/2)"))
    pairs = list(complete(mixed).ordered_pairs())
    statement = check(privacy_certificate("private", mixed, pairs, exact("exp(1/3)"), "1/2"))
    assert statement["generators"]["exponent"] == ["1", "6"]
    roots = response(exact("sqrt(2)"))
    statement = check(privacy_certificate("private", roots, pairs[:0], exact("2**(1/3)"), "1/2"))
    assert statement["generators"] == {"exponent": ["0", "1"], "base": ["2", "1"], "degree": 6}
    refuses(IncompatibleFieldsError, "", privacy_certificate, "private-for-all", roots, [], free_exp_epsilon(), "1/2")


def test_the_json_is_canonical_and_comes_back() -> None:
    mechanism = response(exact("sqrt(2)"))
    certificate = privacy_certificate("private", mechanism, complete(mechanism).ordered_pairs(), 2, 0)
    text = certificate.to_json()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "\u00fc" in text
    content = {key: value for key, value in json.loads(text).items() if key != "digest"}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert certificate.digest == json.loads(text)["digest"] == hashlib.sha256(canonical.encode()).hexdigest()
    again = Certificate.from_json(text)
    assert again == certificate
    assert hash(again) == hash(certificate)
    assert check(text) == check(again) == check(json.loads(text)) == certificate.statement


def test_bad_certificates_raise_certificate_errors() -> None:
    mechanism = response(exact(3))
    text = privacy_certificate("private", mechanism, complete(mechanism).ordered_pairs(), 3, 0).to_json()
    for bad, expected in (
        ("", "json"),
        ("[1]", "format"),
        (text.replace('"delta":["0","1"]', '"delta":["1","1"]'), "digest"),
        (text.replace("certificate/1", "certificate/9"), "format"),
    ):
        for read in (check, Certificate.from_json):
            with pytest.raises(CertificateError) as raised:
                read(bad)
            assert raised.value.check == expected
    for strange in (Certificate({"kind": "private"}, {}), Certificate({}, {}), Certificate({"kind": "nonsense"}, {})):
        assert failed(strange) in {"structure", "kind"}
    refuses(CertificateError, "", check, {"format": "dpexact-certificate/1"})


def test_nothing_is_certified_of_what_is_no_claim() -> None:
    defective = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.9], [0.7, 0.2]], row_sums="report")
    refuses(MechanismError, "defects", privacy_certificate, "private", defective, [(0, 1)], 2, 0)
    fixed = response(exact(3))
    refuses(CertificateError, "free E", privacy_certificate, "private", fixed, [], free_exp_epsilon(), 0)
    refuses(CertificateError, "free E", privacy_certificate, "private-for-all", fixed, [], 3, 0)
    refuses(MechanismError, "maybe", privacy_certificate, "private", fixed, [("no", "maybe")], 3, 0)


def test_numerators_over_a_common_denominator_are_written_as_they_are() -> None:
    mechanism = Mechanism.from_numerators(["a", "b"], [0, 1], [[30, 10], [20, 20]], 40)
    weights = privacy_certificate("private", mechanism, [], 2, 0).statement["weights"]
    whole = {int(weights["denominator"], 16), *(int(top, 16) for row in weights["rows"] for top in row)}
    assert whole == {40, 30, 10, 20}


def three(order: str = "abc", weights: Callable[[Exact], Exact] = lambda value: value) -> Mechanism:
    rows = {"a": ["1/2", "1/4", "1/4"], "b": ["1/3", "1/3", "1/3"], "c": ["1/6", "5/12", "5/12"]}
    return Mechanism.from_rows(
        order, [1, "1", (1,)], [[weights(exact(value)) for value in rows[name]] for name in order]
    )


def test_about_compares_by_label_not_by_position() -> None:
    mechanism = three()
    graph = NeighborGraph.path(mechanism.inputs)
    certificate = privacy_certificate("private", mechanism, graph.ordered_pairs(), 3, 0)
    assert is_about(certificate, mechanism, graph)
    reordered = three("cab")
    same_edges = NeighborGraph.from_edges("cab", [("b", "c"), ("b", "a")])
    assert is_about(certificate, reordered, same_edges)
    turned = Mechanism.from_rows("abc", [(1,), 1, "1"], [[row[2], row[0], row[1]] for row in mechanism.rows()])
    assert is_about(certificate, turned, graph)
    relabeled = Mechanism.from_rows("abc", [1, "one", (1,)], mechanism.rows())
    assert not is_about(certificate, relabeled, graph)
    assert not is_about(certificate, Mechanism.from_rows("abc", ["1", 1, (1,)], mechanism.rows()), graph)


def test_about_notices_other_relations_and_other_weights() -> None:
    mechanism = three()
    graph = NeighborGraph.path(mechanism.inputs)
    certificate = privacy_certificate("private", mechanism, graph.ordered_pairs(), 3, 0)
    assert not is_about(certificate, mechanism, NeighborGraph.complete(mechanism.inputs))
    assert not is_about(
        certificate, mechanism, NeighborGraph.from_edges("abc", [("a", "b"), ("b", "c")], directed=True)
    )
    rows = [list(row) for row in mechanism.rows()]
    rows[1][0], rows[1][2] = rows[1][0] + TINY, rows[1][2] - TINY
    assert not is_about(certificate, Mechanism.from_rows("abc", mechanism.outputs, rows), graph)
    fewer = NeighborGraph.path("ab")
    assert not is_about(certificate, Mechanism.from_rows("ab", mechanism.outputs, mechanism.rows()[:2]), fewer)


@each("text", FIELDS)
def test_about_in_every_field(text: str) -> None:
    """The certificate writes the numbers over larger generators than the mechanism does."""
    mechanism = response(exact(text))
    graph = complete(mechanism)
    wider = exact(text) ** Fraction(1, 2) if "+" not in text and "-" not in text else exact(text) + 1
    certificate = privacy_certificate("private", mechanism, graph.ordered_pairs(), max(wider, exact(1)), "1/2")
    assert is_about(certificate, mechanism, graph)
    assert not is_about(certificate, response(exact(text) + TINY), graph)


def test_about_a_free_e() -> None:
    free = free_exp_epsilon()
    mechanism = response(free)
    certificate = privacy_certificate("private-for-all", mechanism, [], free, 0)
    alone = NeighborGraph.from_edges(mechanism.inputs, [])
    assert is_about(certificate, mechanism, alone)
    assert not is_about(certificate, response(free * 2), alone)


def test_about_common_denominators_that_differ() -> None:
    first = Mechanism.from_numerators("ab", [0, 1], [[3, 1], [2, 2]], 4)
    second = Mechanism.from_numerators("ba", [1, 0], [[20, 20], [10, 30]], 40)
    graph = NeighborGraph.complete("ab")
    certificate = privacy_certificate("private", first, graph.ordered_pairs(), 2, 0)
    assert is_about(certificate, second, graph)
    assert not is_about(certificate, Mechanism.from_numerators("ba", [0, 1], [[20, 20], [10, 30]], 40), graph)
