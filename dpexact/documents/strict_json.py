"""Strict JSON: no floats, no duplicate keys, no unbounded integers or nesting; each is reported, none is guessed at."""

from __future__ import annotations

import json

from flint import fmpz

from dpexact.documents.fault import Refused, fault
from dpexact.documents.source import BYTE_ORDER_MARK
from dpexact.numbers.excerpt import excerpt

MAX_INTEGER_DIGITS = 4000  # longer integers are written as text


class _DuplicateKeyError(Exception):
    """Carries the key out of the parser."""


def parse_json(text: str, file: str) -> object:
    """The value that a JSON text stands for, with a `Refused` in place of every float and of every huge integer.

    Raises: DocumentError for syntax errors, duplicate keys, a byte order mark and nesting that is too deep.
    """
    if text.startswith(BYTE_ORDER_MARK):
        raise fault(file, "", "JSON", "a byte order mark", "save the file as UTF-8 without byte order mark")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise fault(file, place, "JSON", f"a syntax error ({error.msg})", "correct the JSON there") from None
    except _DuplicateKeyError as error:
        key = str(error)
        raise fault(file, key, "each key once", f"the key {key!r} twice", "remove one of the two") from None
    except RecursionError:
        raise fault(
            file, "", "lists nested a few levels deep", "far deeper nesting", "write the document flat"
        ) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _DuplicateKeyError(excerpt(key))
        found[key] = value
    return found


def _integer(text: str) -> int | Refused:
    if len(text) <= MAX_INTEGER_DIGITS:
        return int(fmpz(text))  # Python's own limit, which may be set as low as 640 digits, does not matter here
    return Refused(f"an integer of {len(text)} digits (at most {MAX_INTEGER_DIGITS}; write it as text)")


def _float(text: str) -> Refused:
    return Refused(f"the JSON float {excerpt(text)}", excerpt(text))


def _constant(text: str) -> Refused:
    return Refused(f"the JSON float {text}")
