"""From text to plain values: JSON without duplicate keys, its digest; objects, arrays, integers, positions, labels."""

from __future__ import annotations

import hashlib
import json
import re
from reprlib import repr as brief
from typing import Any

from flint import fmpz

FORMAT = "dpexact-certificate/1"
MAX_TEXT = 2**28  # characters of a certificate
MAX_DEPTH = 64  # arrays within arrays in a label


class Rejected(Exception):  # noqa: N818 - rejecting a certificate is an outcome, not a fault of the program
    """A certificate that is not accepted: `check` names the check that failed, the text says where and why."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


def digest(statement: object, evidence: object) -> str:
    """Hash (SHA-256) the canonical JSON of {format, statement, evidence}: sorted keys, no white space, UTF-8."""
    content = {"format": FORMAT, "statement": statement, "evidence": evidence}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def read(certificate: str | dict[str, Any]) -> tuple[object, object]:
    """Read statement and evidence; the outer shape and the digest are checked, the content not yet."""
    try:
        text = certificate if isinstance(certificate, str) else json.dumps(certificate)
        if len(text) > MAX_TEXT:
            raise Rejected("size", f"the text has {len(text)} characters, at most {MAX_TEXT} are accepted")
        outer = json.loads(text, object_pairs_hook=_distinct)
        content = fields(outer, {"format", "statement", "evidence", "digest"}, "certificate", "format")
        found = digest(content["statement"], content["evidence"])
    except (ValueError, TypeError, RecursionError) as error:
        raise Rejected("json", f"not JSON as the format allows it: {error}") from error
    for check, expected in ("format", FORMAT), ("digest", found):
        if content[check] != expected:
            raise Rejected(check, f"expected {expected!r} but got {brief(content[check])}")
    return content["statement"], content["evidence"]


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise Rejected("json", f"a key occurs twice among {brief([key for key, _ in pairs])}")
    return dict(pairs)


def fields(value: object, keys: set[str], where: str, check: str = "structure") -> dict[str, Any]:
    """Require an object with exactly these keys."""
    if not isinstance(value, dict) or value.keys() != keys:
        raise Rejected(check, f"{where}: expected an object with the keys {sorted(keys)} but got {brief(value)}")
    return value


def array(value: object, where: str, length: int | None = None) -> list[Any]:
    """Require an array, of this length if one is given."""
    if not isinstance(value, list) or len(value) != (len(value) if length is None else length):
        raise Rejected("structure", f"{where}: expected an array of {length or 'any'} items but got {brief(value)}")
    return value


def integer(value: object) -> fmpz:
    """Decode an integer of the mathematical content: lower-case hexadecimal text, no leading zeros, no "-0"."""
    if not isinstance(value, str) or not re.fullmatch(r"0|-?[1-9a-f][0-9a-f]*", value):
        raise Rejected("number", f"expected an integer as hexadecimal text like '-1f' but got {brief(value)}")
    return fmpz(int(value, 16))


def position(value: object, end: int, check: str) -> int:
    """Require a JSON integer, 0 <= value < end: a position, or an exponent."""
    if type(value) is not int or not 0 <= value < end:
        raise Rejected(check, f"expected an integer from 0 to {end - 1} but got {brief(value)}")
    return value


def labels(value: object, where: str) -> int:
    """Count labels: at least one, all different; text, integers, arrays of labels; 1 and "1" are different."""
    keys = [_label_key(label, MAX_DEPTH) for label in array(value, where)]
    if not keys or len(set(keys)) != len(keys):
        raise Rejected("label", f"{where}: expected at least one label, and all labels different")
    return len(keys)


def _label_key(label: object, depth: int) -> object:
    if isinstance(label, list) and depth:
        return tuple(_label_key(part, depth - 1) for part in label)
    if type(label) is str or type(label) is int:  # a bool, which would equal 0 or 1, is neither
        return label
    raise Rejected("label", f"a label is text, an integer or a short nest of arrays of labels, not {brief(label)}")
