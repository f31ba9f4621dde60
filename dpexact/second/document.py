"""The text of a certificate: JSON, its keys, integers, positions, labels, and the digest."""

import hashlib
import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from dpexact.second.meter import BYTES, Rejected, need, within

FORMATS = ("dpexact-certificate/1", "dpexact-certificate/2")
DIGITS = 640  # of a JSON integer
DEPTH = 64  # of arrays within one another in a label
HEXADECIMAL = re.compile("0|-?[1-9a-f][0-9a-f]*")


def canonical(value: Any) -> str:
    """Return the value as canonical JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object without a key that occurs twice."""
    entries = dict(pairs)
    need(len(entries) == len(pairs), "json", "an object has a key twice")
    return entries


def short_integer(digits: str) -> int:
    """Return an integer whose length every interpreter can read. ValueError refuses 0.5, 1e3, NaN and Infinity."""
    need(len(digits.removeprefix("-")) <= DIGITS, "json", f"an integer has more than {DIGITS} digits")
    return int(digits)


def opened(certificate: str | Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return statement and evidence of a certificate whose digest is right. Data is read as canonical JSON."""
    try:
        text = certificate if isinstance(certificate, str) else canonical(dict(certificate))
        within(len(text.encode()), BYTES, "bytes of the text")
        whole = json.loads(
            text,
            object_pairs_hook=without_repetition,
            parse_int=short_integer,
            parse_float=short_integer,
            parse_constant=short_integer,
        )
        keys = ["digest", "evidence", "format", "statement"]
        is_whole = type(whole) is dict and sorted(whole) == keys
        need(is_whole, "format", f"a certificate is an object with the keys {', '.join(keys)}")
        form, statement = whole["format"], whole["statement"]
        need(type(form) is str and form in FORMATS, "format", f"the format is none of {', '.join(FORMATS)}")
        content = canonical({key: whole[key] for key in keys[1:]}).encode()
    except (TypeError, ValueError, RecursionError) as error:  # half of a surrogate pair is no Unicode either
        raise Rejected("json", f"this is not JSON: {error}") from None
    need(whole["digest"] == hashlib.sha256(content).hexdigest(), "digest", "the digest is not that of the content")
    need(type(statement) is dict, "kind", "the statement is not an object")
    generators = statement.get("generators")
    is_new = statement.get("exp_epsilon") == "infinity" or (type(generators) is dict and "roots" in generators)
    need(form == FORMATS[1] or not is_new, "format", "several roots, and infinity, are written in version 2")
    return statement, whole["evidence"]


def with_keys(value: Any, *keys: str, where: str) -> list[Any]:
    """Return the values of an object that has exactly these keys."""
    has_them = type(value) is dict and set(value) == set(keys)
    need(has_them, "structure", f"{where}: expected the keys {', '.join(keys) or '(none)'}")
    return [value[key] for key in keys]


def array(value: Any, where: str, length: int | None = None) -> list[Any]:
    """Return an array, of this length if one is given."""
    need(type(value) is list, "structure", f"{where}: expected an array")
    need(length is None or len(value) == length, "structure", f"{where}: expected {length} items, got {len(value)}")
    return list(value)


def integer(value: Any) -> int:
    """Return an integer written as hexadecimal text."""
    is_written = type(value) is str and HEXADECIMAL.fullmatch(value)
    need(is_written, "number", "an integer is not written as lower-case hexadecimal text")
    return int(value, 16)


def position(value: Any, end: int, check: str, where: str) -> int:
    """Return a position below the end."""
    need(type(value) is int and 0 <= value < end, check, f"{where}: expected a position from 0 to {end - 1}")
    return int(value)


def increasing(values: Any, end: int, check: str, where: str) -> list[int]:
    """Read positions in strictly increasing order."""
    positions = [position(value, end, check, where) for value in array(values, where)]
    need(all(a < b for a, b in pairwise(positions)), check, f"{where}: positions do not increase")
    return positions


def labels(value: Any, where: str) -> int:
    """Count the labels: at least one, and all different."""
    for label in array(value, where):
        require_label(label, DEPTH)
    keys = {canonical(label) for label in value}  # not the labels: many integers have one hash
    need(value, "label", f"{where}: expected at least one label")
    need(len(keys) == len(value), "label", f"{where}: two labels are the same")
    return len(value)


def require_label(label: Any, depth: int) -> None:
    """Check that it is text, an integer, or an array of labels, but not true or 1.0."""
    if type(label) is list:
        need(depth, "label", f"a label has more than {DEPTH} arrays within one another")
        for part in label:
            require_label(part, depth - 1)
        return
    need(type(label) in (str, int), "label", "a label is text, an integer, or an array of labels")
