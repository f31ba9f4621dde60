"""The second books, in which arguments, certificates and theorems name the claims that they establish."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dpexact.certificates.source import fault, name_of
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.ledger.claim import ESTABLISHED, fingerprint
from dpexact.papers.ledger.document import Table, read_document
from dpexact.papers.ledger.reference import NAME
from dpexact.papers.proving.rocq import CLOSED, Theorem, object_of, read_theorems

BY_HAND = "dpexact-by-hand/1"
INDEX = "dpexact-certificates/1"
LONG = 100  # characters of a text in the lock, whose fingerprint is of the whole


def said(text: str, whole: str = "") -> str:
    """Return the entry of a lock for a text, which is its beginning and the fingerprint of the whole.

    >>> said("1 + 1 = 2")
    '1 + 1 = 2 [405e2f00]'
    """
    words = " ".join(text.split())
    return f"{words if len(words) <= LONG else words[:LONG].rstrip() + '...'} [{fingerprint(whole or text)}]"


@dataclass(frozen=True)
class Entry:
    """One entry of a second book, a text or a digest with the verdicts of claims that it is for.

    The fingerprint is of the text, or of `whole`, which is more. An argument has `printed`, the words of the claim that
    cannot stay, for a misprint, or `refutes`, the case in which a claim fails.
    """

    name: str
    text: str
    establishes: Mapping[str, str]
    whole: str = ""
    printed: str = ""
    refutes: str = ""


def qualified(establishes: Mapping[str, str], paper: str) -> dict[str, str]:
    """Return the same, with the paper of each claim, so that "lemma-1" becomes "rainbow/lemma-1".

    Raises: ParameterError for a claim that is named in both ways.
    """
    verdicts: dict[str, str] = {}
    for claim, verdict in establishes.items():
        key = claim if "/" in claim else f"{paper}/{claim}"
        if key in verdicts:
            came = f"{key} and {key.partition('/')[2]}"
            raise ParameterError(came, place="establishes", expected="each claim once", remedy="remove one")
        verdicts[key] = verdict
    return verdicts


def load_by_hand(path: Path) -> dict[str, Entry]:
    """Return the arguments in words of a paper, none without such a file. Raises: DocumentError."""
    return _entries(path, BY_HAND, "argument", "id", "argument", ("printed", "refutes"))


def load_index(path: Path) -> dict[str, Entry]:
    """Return the certificates of a folder with the digests of their statements. Raises: DocumentError."""
    return _entries(path, INDEX, "certificate", "name", "statement")


def _entries(path: Path, form: str, key: str, name: str, text: str, optional: tuple[str, ...] = ()) -> dict[str, Entry]:
    if not path.is_file():
        return {}
    entries: dict[str, Entry] = {}
    for row in read_document(path, form, (key,)).rows(key):
        row.require((name, text, "establishes"), optional)
        more = {column: row.text(column) for column in optional if column in row.cells}
        whole = "\n".join((row.text(text), *(f"{column}: {words}" for column, words in more.items()))) if more else ""
        entry = Entry(row.text(name), row.text(text), _verdicts(row), whole, **more)
        if not NAME.fullmatch(entry.name):
            raise row.fault(name, "letters, digits and - . _", repr(excerpt(entry.name)), "rename it")
        if entry.name in entries:
            raise row.fault(name, "names that are unique", f"{entry.name!r} again", "rename one")
        entries[entry.name] = entry
    return entries


def _verdicts(row: Table) -> dict[str, str]:
    claims = row.texts("establishes")
    for claim, verdict in claims.items():
        if verdict not in ESTABLISHED:
            expected = f"one of {' | '.join(ESTABLISHED)}"
            raise row.fault(f"establishes.{claim}", expected, repr(excerpt(verdict)), "correct the verdict")
    return claims


def load_theorems(folder: Path) -> list[tuple[Theorem, dict[str, str], str]]:
    """Return the theorems of a folder of Rocq, each with the verdicts of claims that it is for, and its fault or "".

    They are read as `dpexact prove` reads them, compared with the sources by digest and by name. Any difference there
    is a fault of each. `statements.json` is written by `proofs/rocq/check.py`, and its key "establishes" names the
    claims: {"File.theorem": {"paper/claim": verdict}}.

    Raises: DocumentError.
    """
    path = folder / "statements.json"
    if not path.is_file():
        return []
    book, file = read_theorems(folder), name_of(path)
    establishes = object_of(file, "establishes", book.establishes)
    named = {name.replace(".", "#", 1): claims for name, claims in establishes.items()}
    for name in named.keys() - {theorem.name for theorem in book.entries}:
        place = f"establishes.{name.replace('#', '.')}"
        raise fault(file, place, "a theorem of this file", "none of this name", "correct the name")
    theorems = []
    for theorem in book.entries:
        place = f"establishes.{theorem.name.replace('#', '.')}"
        claims = object_of(file, place, named.get(theorem.name, {}))
        for claim, verdict in claims.items():
            if verdict not in ESTABLISHED or claim.count("/") != 1:
                came = excerpt(json.dumps({claim: verdict}))
                raise fault(file, place, '{"paper/claim": verdict}', came, "correct the entry")
        own = () if theorem.assumptions == CLOSED else (f"rests on assumptions: {excerpt(theorem.assumptions)}",)
        theorems.append((theorem, claims, "; ".join((*own, *book.faults))))
    return theorems
