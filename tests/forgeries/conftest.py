"""Test what the forgeries share: genuine certificates, the seal, and the second checker."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from dpexact import second


def accepts(document: Any) -> bool:
    """Return whether the second checker accepts the certificate."""
    try:
        second.check(json.dumps(document))
    except second.Rejected:
        return False
    return True


@pytest.fixture(scope="session")
def stranger() -> Callable[[Any], bool]:
    """The second checker: certificate (decoded JSON) to accepted or not."""
    return accepts


def sealed(statement: Any, evidence: Any) -> dict[str, Any]:
    """A certificate with the right digest."""
    content = {"evidence": evidence, "format": "dpexact-certificate/1", "statement": statement}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()}


@pytest.fixture(scope="session")
def seal() -> Callable[[Any, Any], dict[str, Any]]:
    """Statement and evidence to a certificate with the right digest."""
    return sealed


NO_GENERATORS = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
BOTH = [[0, 1], [1, 0]]


def statement_of(kind: str, weights: Any, factor: Any, delta: Any, **changes: Any) -> dict[str, Any]:
    """A statement about inputs "a", "b", ... and outputs 0, 1, ..."""
    return {
        "kind": kind,
        "generators": NO_GENERATORS,
        "inputs": list("abcd"[: len(weights["rows"])]),
        "outputs": list(range(len(weights["rows"][0]))),
        "weights": weights,
        "pairs": BOTH,
        "exp_epsilon": factor,
        "delta": delta,
    } | changes


def genuine_certificates() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Statements and evidence that are true: every kind, every field, both ways of writing weights."""
    common = {"denominator": "8", "rows": [["4", "3", "1"], ["2", "4", "2"], ["1", "2", "5"]]}
    path = [[0, 1], [1, 0], [1, 2], [2, 1]]
    t, one_plus_t = [["1", 1, 0]], [["1", 0, 0], ["1", 1, 0]]
    u, one_plus_u = [["1", 0, 1]], [["1", 0, 0], ["1", 0, 1]]
    over_exp = {"rows": [[[t, one_plus_t], ["1", one_plus_t]], [["1", one_plus_t], [t, one_plus_t]]]}
    over_root = {"denominator": one_plus_u, "rows": [[u, "1"], ["1", u]]}
    mixed = {"denominator": "a", "rows": [["8", "2"], ["3", "7"]]}
    exp = {"exponent": ["1", "2"], "base": ["1", "1"], "degree": 1}
    root = {"exponent": ["0", "1"], "base": ["3", "2"], "degree": 2}
    both = {"exponent": ["1", "3"], "base": ["2", "1"], "degree": 3}
    free = {"lower": ["1", "1"], "upper": None}
    part = {"lower": ["1", "1"], "upper": ["3", "1"]}
    event, other = {"pair": [0, 1], "event": [0]}, {"pair": [1, 0], "event": [1]}
    return {
        "rational": (statement_of("private", common, ["2", "1"], ["1", "4"], pairs=path), {}),
        "rational-refuted": (statement_of("not-private", mixed, ["2", "1"], ["1", "6"]), event),
        "rational-tight": (statement_of("tight-delta", mixed, ["2", "1"], ["3", "a"]), other),
        "no-pairs": (statement_of("tight-delta", mixed, ["2", "1"], ["0", "1"], pairs=[]), {}),
        "exp": (statement_of("private", over_exp, [t, "1"], ["0", "1"], generators=exp), {}),
        "exp-tight": (statement_of("tight-delta", over_exp, [t, "1"], ["0", "1"], generators=exp), event),
        "root": (statement_of("tight-delta", over_root, [u, "1"], ["0", "1"], generators=root), event),
        "mixed": (
            statement_of(
                "tight-delta", mixed, [[["1", 1, 1]], "1"], [[["7", 0, 0], ["-2", 1, 1]], "a"], generators=both
            ),
            other,
        ),
        "free": (statement_of("private-for-all", over_exp, [t, "1"], ["0", "1"], generators=free), {}),
        "free-part": (statement_of("private-for-all", mixed, [t, "1"], ["1", "2"], generators=part), {}),
    }


@pytest.fixture(scope="session")
def genuine() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Name to (statement, evidence), all true."""
    return genuine_certificates()


@pytest.fixture(scope="session")
def make_statement() -> Callable[..., dict[str, Any]]:
    """A statement from its kind, weights, E, delta and other fields that differ from the usual ones."""
    return statement_of
