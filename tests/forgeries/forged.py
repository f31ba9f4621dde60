"""Statements, their certificates with the right digest, what both checkers say of them, and mutations of them."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import islice
from typing import Any

from dpexact import kernel, second
from tests.vectors.certificates.build import NOTHING, TEN, T, U, event, free, given, mechanism, over, response, sealed

Content = dict[str, Any]

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
    if check == "" and content["statement"]["generators"] == given():
        assert is_true(content["statement"]), content
    return check


def content_of(text: str) -> Content:
    """Statement and evidence of a certificate."""
    document = json.loads(text)
    return {key: document[key] for key in ("statement", "evidence")}


def genuine_certificates() -> dict[str, tuple[Content, Content]]:
    """Statements and evidence that are true: every kind, every field, both ways of writing weights."""
    path = [[0, 1], [1, 0], [1, 2], [2, 1]]
    over_exp, over_root = response(T, "1"), over([["1", 0, 0], ["1", 0, 1]], [U, 1], [1, U])
    exp, root, both = given("1/2"), given(0, "3/2", 2), given("1/3", 2, 3)
    first, last = event(0, 1, 0), event(1, 0, 1)
    small = [[["7", 0, 0], ["-2", 1, 1]], "a"]
    return {
        "rational": (
            mechanism("private", over(8, [4, 3, 1], [2, 4, 2], [1, 2, 5]), 2, Fraction(1, 4), pairs=path),
            {},
        ),
        "rational-refuted": (mechanism("not-private", TEN, 2, Fraction(1, 6)), first),
        "rational-tight": (mechanism("tight-delta", TEN, 2, Fraction(3, 10)), last),
        "no-pairs": (mechanism("tight-delta", TEN, 2, pairs=[]), {}),
        "exp": (mechanism("private", over_exp, [T, "1"], generators=exp), {}),
        "exp-tight": (mechanism("tight-delta", over_exp, [T, "1"], generators=exp), first),
        "root": (mechanism("tight-delta", over_root, [U, "1"], generators=root), first),
        "mixed": (mechanism("tight-delta", TEN, [[["1", 1, 1]], "1"], small, generators=both), last),
        "free": (mechanism("private-for-all", over_exp, [T, "1"], generators=free(1)), {}),
        "free-part": (mechanism("private-for-all", TEN, [T, "1"], Fraction(1, 2), generators=free(1, 3)), {}),
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
