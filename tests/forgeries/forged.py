"""Statements, their certificates with the right digest, what both checkers say of them, and mutations of them."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from dpexact import kernel, second
from tests.vectors.certificates.build import sealed

Content = dict[str, Any]

NO_GENERATORS = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
BOTH = [[0, 1], [1, 0]]
NOTHING: Content = {}
FOREIGN: tuple[Any, ...] = (None, True, 0, 1, 1.0, "", "1", [], {}, [["1", 1, 0]], [["1", 0, 1]])


def verdict(certificate: Any, module: Any = kernel) -> str:
    """The check that a checker names, or "" for a certificate, decoded or a text, that it accepts."""
    try:
        module.check(certificate if isinstance(certificate, str) else json.dumps(certificate))
    except module.Rejected as rejected:
        return str(rejected.check)
    return ""


def failed(statement: Any, evidence: Any = NOTHING, version: int = 1) -> str:
    """The same of a statement with its evidence."""
    return verdict(sealed(statement, evidence, version))


def agreed(content: Content, is_true: Callable[[Any], bool] = bool) -> str:
    """The check that fails, once the second checker agrees, and an oracle that what is accepted is true.

    The oracle is asked of rational numbers only.
    """
    certificate = sealed(content["statement"], content["evidence"])
    check = verdict(certificate)
    assert (check == "") == (verdict(certificate, second) == ""), (check, content)
    if check == "" and content["statement"]["generators"] == NO_GENERATORS:
        assert is_true(content["statement"]), content
    return check


def content_of(text: str) -> Content:
    """Statement and evidence of a certificate."""
    document = json.loads(text)
    return {key: document[key] for key in ("statement", "evidence")}


def statement_of(kind: str, weights: Any, factor: Any, delta: Any, **changes: Any) -> Content:
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


def genuine_certificates() -> dict[str, tuple[Content, Content]]:
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


def mutants(content: Content, step: int = 1) -> Iterator[Content]:
    """Every place of statement and evidence, replaced in every way, or every so many of these changes."""
    seen = {json.dumps(content)}
    for path, by in islice(changes(content), 0, None, step):
        changed = replaced(content, path, by)
        text = json.dumps(changed)
        if text not in seen:
            seen.add(text)
            yield changed


def changes(content: Content) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place with each of its replacements."""
    for path in places(content):
        if path:
            value: Any = content
            for key in path:
                value = value[key]
            for by in replacements(value):
                yield path, by


def mutated_twice(content: Content, source: random.Random) -> Content:
    """Two random mutations, one after the other, as long as the statement is one."""
    for _ in range(2):
        path = source.choice([path for path in places(content) if path])
        value: Any = content
        for key in path:
            value = value[key]
        content = replaced(content, path, source.choice(list(replacements(value))[len(FOREIGN) :] or [value]))
        if not isinstance(content["statement"], dict):
            break
    return content
