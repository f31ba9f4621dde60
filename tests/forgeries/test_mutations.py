"""Mutations of decoded certificates, digest recomputed: the kernel accepts exactly what a second checker does."""

import json
import random

import pytest

from dpexact import second
from dpexact.kernel import check
from tests.forgeries.forged import agreed, content_of, genuine_certificates, mutants, mutated_twice, verdict
from tests.vectors.certificates.build import sealed

pytestmark = pytest.mark.slow

GENUINE = genuine_certificates()


@pytest.mark.parametrize("name", GENUINE)
def test_genuine_certificates_are_accepted(name: str) -> None:
    certificate = sealed(*GENUINE[name])
    assert check(json.dumps(certificate)) == certificate["statement"]
    assert verdict(certificate, second) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", GENUINE)
def test_a_mutant_is_accepted_only_if_true_and_proved(name: str) -> None:
    checks = {agreed(mutant) for mutant in mutants(content_of(json.dumps(sealed(*GENUINE[name]))))}
    assert "digest" not in checks
    assert {"structure", "number", "label", "generators", "kind", "row-sum"} <= checks


@pytest.mark.parametrize("name", ["rational", "rational-refuted", "rational-tight", "exp-tight", "root"])
def test_two_mutations_at_once(name: str) -> None:
    source = random.Random(name)
    content = content_of(json.dumps(sealed(*GENUINE[name])))
    checks = [agreed(mutated_twice(content, source)) for _ in range(400)]
    assert "digest" not in checks
    assert checks.count("") < 200


@pytest.mark.parametrize("name", GENUINE)
def test_a_changed_certificate_with_the_old_digest_fails_by_the_digest(name: str) -> None:
    certificate = sealed(*GENUINE[name])
    for key in ("statement", "evidence"):
        changed = {**certificate, key: {**certificate[key], "note": "1"}}
        assert verdict(changed) == "digest"
    assert verdict({**certificate, "digest": certificate["digest"].upper()}) == "digest"
    assert verdict({**certificate, "digest": None}) == "digest"
    assert verdict({**certificate, "format": "dpexact-certificate/2"}) == "digest"
    for version in ("dpexact-certificate/3", "dpexact-certificate", "", None, 1, ["dpexact-certificate/1"]):
        assert verdict({**certificate, "format": version}) == "format"
