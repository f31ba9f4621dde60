"""Mutations of decoded certificates, digest recomputed: the kernel accepts exactly what a second checker does."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from dpexact.kernel import Rejected, check

Seal = Callable[[Any, Any], dict[str, Any]]
Genuine = dict[str, tuple[dict[str, Any], dict[str, Any]]]

pytestmark = pytest.mark.slow

NAMES = [
    "rational",
    "rational-refuted",
    "rational-tight",
    "no-pairs",
    "exp",
    "exp-tight",
    "root",
    "mixed",
    "free",
    "free-part",
]
FOREIGN: tuple[Any, ...] = (None, True, 0, 1, 1.0, "", "1", [], {}, [["1", 1, 0]], [["1", 0, 1]])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def replacements(value: Any) -> Iterator[Any]:
    yield from FOREIGN
    if isinstance(value, str):
        yield from texts(value)
    elif isinstance(value, dict):
        yield from ({k: v for k, v in value.items() if k != key} for key in value)
        yield {**value, "note": "1"}
    elif isinstance(value, list):
        yield from (value[:k] + value[k + 1 :] for k in range(len(value)))
        yield from (value[:k] + value[k : k + 1] + value[k:] for k in range(len(value)))
        yield value[::-1]
        yield from (value[:k] + value[k : k + 2][::-1] + value[k + 2 :] for k in range(len(value) - 1))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, value + 2**60, str(value), value + 0.0)


def texts(value: str) -> Iterator[str]:
    yield from (value.upper(), "0" + value, "0x" + value, "+" + value, "-" + value, value + "0", value + " ", "private")
    if all(c in "-0123456789abcdef" for c in value):
        number = int(value, 16)
        yield from (format(number + step, "x") for step in (-2, -1, 1, 2))
        yield from (format(-number, "x"), format(2 * number, "x"), format(number * 16**50 + 1, "x"))


def replaced(value: Any, path: tuple[Any, ...], by: Any) -> Any:
    if not path:
        return by
    copy = deepcopy(value)
    parent = copy
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = by
    return copy


def mutants(certificate: dict[str, Any], seal: Seal) -> Iterator[dict[str, Any]]:
    """Every place of statement and evidence, replaced in every way; the digest is right again."""
    content = {"statement": certificate["statement"], "evidence": certificate["evidence"]}
    seen = {json.dumps(content)}
    for path in places(content):
        if path:
            value = content
            for key in path:
                value = value[key]
            for by in replacements(value):
                changed = replaced(content, path, by)
                text = json.dumps(changed)
                if text not in seen:
                    seen.add(text)
                    yield seal(changed["statement"], changed["evidence"])


def verdict(certificate: dict[str, Any]) -> str:
    """The failed check, or "" for a certificate that is accepted."""
    try:
        check(json.dumps(certificate))
    except Rejected as rejected:
        return rejected.check
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_genuine_certificates_are_accepted(
    name: str, genuine: Genuine, seal: Seal, stranger: Callable[[Any], bool]
) -> None:
    certificate = seal(*genuine[name])
    assert check(json.dumps(certificate)) == certificate["statement"]
    assert stranger(certificate)


def test_every_genuine_certificate_is_tried(genuine: Genuine) -> None:
    assert sorted(genuine) == sorted(NAMES)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_mutant_is_accepted_only_if_true_and_proved(
    name: str, genuine: Genuine, seal: Seal, stranger: Callable[[Any], bool]
) -> None:
    failed_checks = set()
    for mutant in mutants(seal(*genuine[name]), seal):
        failed = verdict(mutant)
        assert (failed == "") == stranger(mutant), (failed, mutant)
        failed_checks.add(failed)
    assert "digest" not in failed_checks
    assert {"structure", "number", "label", "generators", "kind", "row-sum"} <= failed_checks


@pytest.mark.parametrize("name", ["rational", "rational-refuted", "rational-tight", "exp-tight", "root"])
def test_two_mutations_at_once(name: str, genuine: Genuine, seal: Seal, stranger: Callable[[Any], bool]) -> None:
    source = random.Random(name)
    accepted = 0
    for _ in range(400):
        content = dict(zip(("statement", "evidence"), deepcopy(genuine[name]), strict=True))
        for _ in range(2):
            path = source.choice([path for path in places(content) if path])
            value: Any = content
            for key in path:
                value = value[key]
            content = replaced(content, path, source.choice(list(replacements(value))[len(FOREIGN) :] or [value]))
            if not isinstance(content["statement"], dict):
                break
        mutant = seal(content["statement"], content["evidence"])
        failed = verdict(mutant)
        assert (failed == "") == stranger(mutant), (failed, mutant)
        assert failed != "digest"
        accepted += failed == ""
    assert accepted < 200


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_certificate_with_the_old_digest_fails_by_the_digest(name: str, genuine: Genuine, seal: Seal) -> None:
    certificate = seal(*genuine[name])
    for key in ("statement", "evidence"):
        changed = {**certificate, key: {**certificate[key], "note": "1"}}
        assert verdict(changed) == "digest"
    assert verdict({**certificate, "digest": certificate["digest"].upper()}) == "digest"
    assert verdict({**certificate, "digest": None}) == "digest"
    assert verdict({**certificate, "format": "dpexact-certificate/2"}) == "digest"
    for version in ("dpexact-certificate/3", "dpexact-certificate", "", None, 1, ["dpexact-certificate/1"]):
        assert verdict({**certificate, "format": version}) == "format"
