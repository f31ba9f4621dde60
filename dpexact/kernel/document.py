"""From text to plain values: JSON without duplicate keys, its digest, objects, arrays, integers, positions, labels."""

import hashlib
import json
from reprlib import repr as brief
from typing import Any

from flint import fmpz

from dpexact.kernel.budget import MAX_BYTES, require_size
from dpexact.kernel.budget import Rejected as Rejected  # noqa: PLC0414 - exported

FORMATS = ("dpexact-certificate/1", "dpexact-certificate/2")
MAX_DIGITS = 640  # of a JSON integer: the lowest limit that Python can be set to
MAX_DEPTH = 64  # arrays within arrays in a label


def digest(statement: object, evidence: object, version: str | None = None) -> str:
    """Hash (SHA-256) the canonical JSON of {format, statement, evidence}: sorted keys, no white space, UTF-8."""
    text = _canonical({"format": version or required_format(statement), "statement": statement, "evidence": evidence})
    return hashlib.sha256(text.encode()).hexdigest()


def required_format(statement: object) -> str:
    """Name the lowest version that the statement can be written in: several roots and infinity are in version 2."""
    parts = statement if isinstance(statement, dict) else {}
    generators = parts.get("generators")
    several = isinstance(generators, dict) and "roots" in generators
    return FORMATS[several or parts.get("exp_epsilon") == "infinity"]


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def read(certificate: str | dict[str, Any]) -> tuple[object, object]:
    """Read statement and evidence. The outer shape and the digest are checked, the content not yet."""
    try:
        text = certificate if isinstance(certificate, str) else _canonical(certificate)
        require_size(len(text) if len(text) > MAX_BYTES else len(text.encode()), MAX_BYTES, "bytes of the text")
        outer = json.loads(text, object_pairs_hook=_distinct, parse_int=_short, parse_float=_short)
        content = fields(outer, {"format", "statement", "evidence", "digest"}, "certificate", "format")
        version, statement, evidence = (content[key] for key in ("format", "statement", "evidence"))
        if version not in FORMATS or version < required_format(statement):
            raise Rejected("format", f"expected {required_format(statement)!r} but got {brief(version)}")
        own = digest(statement, evidence, version)
    except (ValueError, TypeError, RecursionError) as error:
        raise Rejected("json", f"not JSON as the format allows it: {error}") from error
    if content["digest"] != own:
        raise Rejected("digest", f"expected {own!r} but got {brief(content['digest'])}")
    return statement, evidence


def _short(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise Rejected("json", f"a JSON integer has at most {MAX_DIGITS} digits, not {len(digits)}")
    return int(digits)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise Rejected("json", f"a key occurs twice among {brief([key for key, _ in pairs])}")
    return dict(pairs)


def fields(value: object, keys: set[str], where: str, check: str = "structure") -> dict[str, Any]:
    """Require an object with exactly these keys."""
    if not isinstance(value, dict) or value.keys() != keys:
        other = brief(sorted(value.keys() ^ keys) if isinstance(value, dict) else value)
        raise Rejected(check, f"{where}: expected an object with the keys {sorted(keys)} but it differs: {other}")
    return value


def array(value: object, where: str, length: int | None = None) -> list[Any]:
    """Require an array, of this length if one is given."""
    if not isinstance(value, list) or len(value) != (len(value) if length is None else length):
        expected = "any number of" if length is None else length
        raise Rejected("structure", f"{where}: expected an array of {expected} items but got {brief(value)}")
    return value


def integer(value: object) -> fmpz:
    """Decode an integer of the mathematical content: lower-case hexadecimal text, no leading zeros, no "-0"."""
    try:
        number = int(value, 16) if isinstance(value, str) else None
    except ValueError:
        number = None
    if number is None or format(number, "x") != value:
        raise Rejected("number", f"expected an integer as hexadecimal text like '-1f' but got {brief(value)}")
    return fmpz(number)


def position(value: object, end: int | None, check: str) -> int:
    """Require a JSON integer, 0 <= value < end: a position, or an exponent (without an end)."""
    if type(value) is not int or value < 0 or (end is not None and value >= end):
        raise Rejected(check, f"expected an integer from 0{f' to {end - 1}' if end else ''} but got {brief(value)}")
    return value


def labels(value: object, where: str) -> int:
    """Count labels: at least one, all different, text, integers or arrays of labels. 1 and "1" are different."""
    for label in array(value, where):
        _require_label(label, MAX_DEPTH)
    texts = [_canonical(label) for label in array(value, where)]  # Python has one hash for many integers
    if not texts or len(set(texts)) != len(texts):
        raise Rejected("label", f"{where}: expected at least one label, and all labels different")
    return len(texts)


def _require_label(label: object, depth: int) -> None:
    if isinstance(label, list) and depth:
        for part in label:
            _require_label(part, depth - 1)
    elif type(label) is not str and type(label) is not int:  # a bool, which would equal 0 or 1, is neither
        raise Rejected("label", f"a label is text, an integer or a short nest of arrays of labels, not {brief(label)}")
