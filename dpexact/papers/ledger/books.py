"""The second books: what evidence says of itself that it establishes; arguments in words, certificates, theorems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpexact.certificates.source import described, fault, name_of
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.ledger.claim import ESTABLISHED, fingerprint
from dpexact.papers.ledger.document import Row, read_document
from dpexact.papers.ledger.reference import NAME
from dpexact.papers.proving.rocq import CLOSED, read_theorems

BY_HAND = "dpexact-by-hand/1"
INDEX = "dpexact-certificates/1"
LONG = 100  # characters of what is repeated; the fingerprint is of all of it


def said(text: str, whole: str = "") -> str:
    """Return what a lock repeats of a text: its beginning, and the fingerprint of the whole.

    >>> said("1 + 1 = 2")
    '1 + 1 = 2 [405e2f00]'
    """
    words = " ".join(text.split())
    return f"{words if len(words) <= LONG else words[:LONG].rstrip() + '...'} [{fingerprint(whole or text)}]"


@dataclass(frozen=True)
class Entry:
    """One entry of a second book: a text or a digest, and the verdicts of claims that it is for.

    `whole`: what the fingerprint is of, where that is more than the text. Of an argument `printed`: the words of the
    claim that cannot stand, for a misprint; `refutes`: the case in which a claim fails. `objects`: what a theorem is
    about, the definitions that it names.
    """

    name: str
    text: str
    establishes: Mapping[str, str]
    whole: str = ""
    printed: str = ""
    refutes: str = ""
    objects: tuple[str, ...] = ()


def qualified(establishes: Mapping[str, str], paper: str) -> dict[str, str]:
    """Return the same, with the paper of each claim: "lemma-1" becomes "rainbow/lemma-1".

    Raises: ParameterError for a claim that is named in both ways.
    """
    found: dict[str, str] = {}
    for claim, verdict in establishes.items():
        key = claim if "/" in claim else f"{paper}/{claim}"
        if key in found:
            raise ParameterError(
                f"{key} and {key.partition('/')[2]}",
                place="establishes",
                expected="each claim once",
                remedy="remove one",
            )
        found[key] = verdict
    return found


def load_by_hand(path: Path) -> dict[str, Entry]:
    """Return the arguments in words of a paper; none if there is no such file. Raises: DocumentError."""
    return _entries(path, BY_HAND, "argument", "id", "argument", ("printed", "refutes"))


def load_index(path: Path) -> dict[str, Entry]:
    """Return the certificates of a folder with the digests of their statements. Raises: DocumentError."""
    return _entries(path, INDEX, "certificate", "name", "statement")


def _entries(path: Path, form: str, key: str, name: str, text: str, optional: tuple[str, ...] = ()) -> dict[str, Entry]:
    if not path.is_file():
        return {}
    found: dict[str, Entry] = {}
    for row in read_document(path, form, (key,)).rows(key):
        row.require((name, text, "establishes"), optional)
        more = {column: row.text(column) for column in optional if column in row.cells}
        whole = "\n".join((row.text(text), *(f"{column}: {said}" for column, said in more.items()))) if more else ""
        printed, refutes = more.get("printed", ""), more.get("refutes", "")
        entry = Entry(row.text(name), row.text(text), _verdicts(row), whole, printed, refutes)
        if not NAME.fullmatch(entry.name):
            raise fault(row.file, row.at(name), "letters, digits and - . _", repr(excerpt(entry.name)), "rename it")
        if entry.name in found:
            raise fault(row.file, row.at(name), "names that are unique", f"{entry.name!r} again", "rename one")
        found[entry.name] = entry
    return found


def _verdicts(row: Row) -> dict[str, str]:
    claims = row.texts("establishes")
    for claim, verdict in claims.items():
        if verdict not in ESTABLISHED:
            place, expected = f"{row.at('establishes')}.{claim}", f"one of {' | '.join(ESTABLISHED)}"
            raise fault(row.file, place, expected, repr(excerpt(verdict)), "correct the verdict")
    return claims


def load_theorems(folder: Path) -> dict[str, tuple[Entry, str]]:
    """Return the theorems of a folder of Rocq, as "File#theorem", each with its fault, "" where there is none.

    They are read as `dpexact prove` reads them, compared with the sources by digest and by name: what is wrong there is
    a fault of each. `statements.json` is that of `proofs/rocq/check.py`; its key "establishes" says for which claims:
    {"File.theorem": {"paper/claim": verdict}}.

    Raises: DocumentError.
    """
    path = folder / "statements.json"
    if not path.is_file():
        return {}
    book, file = read_theorems(folder), name_of(path)
    named = {name.replace(".", "#", 1): one for name, one in _object(file, "establishes", book.establishes).items()}
    for name in named.keys() - {one.name for one in book.entries}:
        place = f"establishes.{name.replace('#', '.')}"
        raise fault(file, place, "a theorem of this file", "none of this name", "correct the name")
    found = {}
    for one in book.entries:
        own = () if one.assumptions == CLOSED else (f"rests on assumptions: {excerpt(one.assumptions)}",)
        claims = _verdicts_of_json(file, one.name.replace("#", "."), named.get(one.name, {}))
        entry = Entry(one.name, one.statement, claims, one.whole, objects=one.objects)
        found[one.name] = (entry, "; ".join((*own, *book.faults)))
    return found


def _object(file: str, place: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise fault(file, place, "an object", described(value), "let check.py write the file anew")
    return value


def _verdicts_of_json(file: str, name: str, value: Any) -> dict[str, str]:
    for claim, verdict in _object(file, f"establishes.{name}", value).items():
        if verdict not in ESTABLISHED or claim.count("/") != 1:
            came, place = json.dumps({claim: verdict}), f"establishes.{name}"
            raise fault(file, place, '{"paper/claim": verdict}', excerpt(came), "correct the entry")
    return dict(value)
