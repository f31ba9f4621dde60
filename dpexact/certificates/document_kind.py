"""The kind of a document that is not the one wanted: a mechanism, a certificate or a claim table."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping

from dpexact.certificates.source import BYTE_ORDER_MARK, fault
from dpexact.errors import DocumentError

MECHANISM, CERTIFICATE, CLAIM_TABLE = "mechanism", "certificate", "claim table"
DOORS = {
    MECHANISM: "a mechanism is for dpexact verify, tight, compose and sharpen, or behind --against",
    CERTIFICATE: "a certificate is for dpexact check",
    CLAIM_TABLE: "a claim table is for dpexact audit",
}
MAX_JSON = 1 << 24  # characters that are parsed to see what a document is
MAX_LINES = 1 << 16  # characters of the first lines of a table
_FORMAT = re.compile(r"dpexact-(mechanism|certificate|claim-table)/[0-9]+")
_CLAIMS = re.compile(r"^\s*(\[\[claim\]\]|format\s*=\s*[\"']dpexact-claim-table/)", re.MULTILINE)
_ENTRY = re.compile(r"\s*[+-]?(?:[0-9]|\.[0-9]|exp\(|sqrt\().*")


def kind_of(text: str) -> str | None:
    """Return whether a text looks like a mechanism, a certificate or a claim table, or None.

    It is a guess, for a message about a document of the wrong kind.
    """
    begun = text.removeprefix(BYTE_ORDER_MARK).lstrip()
    if begun.startswith("{"):
        return _kind_of_json(begun) if len(begun) <= MAX_JSON else None
    if _CLAIMS.search(begun[:MAX_LINES]):
        return CLAIM_TABLE
    return _kind_of_csv(begun[:MAX_LINES])


def other_kind(file: str, text: str, wanted: str) -> DocumentError | None:
    """Make the error for a document of another kind than the one wanted, or None if its kind is not known."""
    kind = kind_of(text)
    if kind in (None, wanted):
        return None
    return fault(file, "", f"a {wanted}", f"a {kind}", DOORS[str(kind)])


def _kind_of_json(text: str) -> str | None:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, Mapping):
        return None
    form = _FORMAT.fullmatch(str(document.get("format")))
    if form is not None:
        return form[1].replace("-", " ")
    if {"statement", "evidence"} <= document.keys():
        return CERTIFICATE
    return MECHANISM if {"inputs", "outputs", "rows"} <= document.keys() else None


def _kind_of_csv(text: str) -> str | None:
    """Tell a claim table, which has columns of known names, from a matrix, which has numbers in its second row."""
    try:
        records = [record for record in csv.reader(text.splitlines()[:20]) if record][:2]
    except csv.Error:
        return None
    if not records:
        return None
    names = {cell.strip() for cell in records[0]}
    if {"quantity", "printed"} <= names:
        return CLAIM_TABLE
    if len(records) < 2 or len(records[0]) < 2 or len(records[1]) != len(records[0]) or "id" in names:
        return None
    return MECHANISM if all(_ENTRY.fullmatch(cell) for cell in records[1][1:]) else None
