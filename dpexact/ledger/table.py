"""Ledgers as files: TOML to claims, every cell checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from dpexact.documents.fault import Refused, described, fault
from dpexact.documents.source import name_of, read_text
from dpexact.errors import ParameterError
from dpexact.ledger.claim import CORRECTED, UNCORRECTED, VERDICTS, Claim
from dpexact.ledger.reference import KINDS, parse_reference
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.documents.source import PathText
    from dpexact.paper import Paper

FORMAT = "dpexact-ledger/1"
MAX_BYTES = 1 << 24
PAPER = re.compile(r"[a-z][a-z0-9_]*")
COLUMNS = tuple(field.name for field in fields(Claim) if field.name != "paper")
REQUIRED = tuple(column for column in COLUMNS if column != "corrected")
PLACE = re.compile(
    r"(Theorem|Lemma|Proposition|Corollary|Axiom|Definition|Example|Remark|Algorithm|Figure|Table|Section|Appendix|Footnote)"
    r" [A-Z0-9][A-Z0-9.-]*( proof| caption)?\b|Equation \([0-9]+(\.[0-9]+)?\)|Abstract|Title|References"
)


@dataclass(frozen=True)
class _Row:
    file: str
    place: str
    cells: Mapping[str, object]

    def at(self, column: str) -> str:
        return f"{self.place}.{column}"


def load_ledgers(papers: Iterable[Paper], theory: str | None = None) -> tuple[Claim, ...]:
    """The claims of the papers that have a ledger, or of one of them.

    Raises: ParameterError for an unknown theory; DocumentError, also for a ledger of another paper.
    """
    ledgers = {paper.name: paper.ledger for paper in papers if paper.ledger is not None}
    if theory is not None and theory not in ledgers:
        message = f"--theory: expected one of {', '.join(ledgers) or 'none'}, got {theory!r}"
        raise ParameterError(message)
    claims: list[Claim] = []
    for name, path in ledgers.items():
        if theory in (None, name):
            found = load_ledger(path)
            if found[0].paper != name:
                came = f"the paper {found[0].paper}"
                raise fault(str(path), "paper", name, came, "a ledger is that of the paper whose record names it")
            claims += found
    return tuple(claims)


def load_ledger(path: PathText) -> tuple[Claim, ...]:
    """Read a ledger.

    Raises: DocumentError, with the place in the file, for a column that is missing or unknown, an empty cell, a place
    or verdict that is not spelt as it should be, a reference of no known kind, a correction that is missing or out of
    place, and repeated ids.
    Reference: docs/ledger-format.md.
    """
    file = name_of(path)
    document = _document(file, read_text(path, max_bytes=MAX_BYTES))
    paper = document["paper"]
    if not isinstance(paper, str) or not PAPER.fullmatch(paper):
        raise fault(file, "paper", "a name such as count_queries", described(paper), "name the paper")
    entries = document["claim"]
    if not isinstance(entries, list) or not entries:
        raise fault(file, "claim", "at least one [[claim]]", described(entries), "write each claim as [[claim]]")
    claims: dict[str, Claim] = {}
    for index, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise fault(file, f"claim[{index}]", "a table", described(entry), "write each claim as [[claim]]")
        row = _Row(file, f"claim[{index}]", entry)
        claim = _claim(row, paper)
        if claim.id in claims:
            raise fault(file, row.at("id"), "ids that are unique", f"{claim.id!r} again", "rename one of the two")
        claims[claim.id] = claim
    return tuple(claims.values())


def _document(file: str, text: str) -> dict[str, object]:
    try:
        document = tomllib.loads(text, parse_float=lambda number: Refused(f"the float {excerpt(number)}"))
    except (ValueError, RecursionError) as error:
        reason = "nesting that is too deep" if isinstance(error, RecursionError) else excerpt(str(error))
        raise fault(file, "", "TOML", reason, "correct the syntax; docs/ledger-format.md has an example") from None
    if document.get("format") != FORMAT:
        came = described(document.get("format"))
        raise fault(file, "format", f'"{FORMAT}"', came, "this version of dpexact reads only that format")
    if document.keys() != {"format", "paper", "claim"}:
        came = f"the keys {excerpt(', '.join(document))}"
        raise fault(file, "", "format, paper and [[claim]]", came, "add or remove what differs")
    return document


def _claim(row: _Row, paper: str) -> Claim:
    for column in REQUIRED:
        if column not in row.cells:
            raise fault(row.file, row.place, f"the column {column!r}", "none", f"a claim has {', '.join(REQUIRED)}")
    for column in row.cells:
        if column not in COLUMNS:
            came = f"a column {excerpt(column)!r}"
            raise fault(row.file, row.place, f"only the columns {', '.join(COLUMNS)}", came, "remove it")
    texts = {column: _text(row, column) for column in row.cells if column != "evidence"}
    _check_where(row, texts["where"])
    if texts["verdict"] not in VERDICTS:
        expected = f"one of {', '.join(VERDICTS)}"
        raise fault(row.file, row.at("verdict"), expected, repr(excerpt(texts["verdict"])), "correct the cell")
    corrected = bool(texts.get("corrected"))
    if texts["verdict"] in (UNCORRECTED if corrected else CORRECTED):
        expected = f"a correction for {', '.join(CORRECTED)}, and none for {', '.join(UNCORRECTED)}"
        came = f"{'one' if corrected else 'none'} for {texts['verdict']}"
        raise fault(row.file, row.at("corrected"), expected, came, "write what should stand there, or nothing")
    return Claim(paper=paper, evidence=_evidence(row), **texts)  # type: ignore[arg-type]


def _text(row: _Row, column: str) -> str:
    value = row.cells[column]
    if not isinstance(value, str):
        raise fault(row.file, row.at(column), "text", described(value), "put it in quotes")
    if not value.strip() and column != "corrected":
        raise fault(row.file, row.at(column), "text", "an empty cell", "fill it in; only corrected may be empty")
    return value.strip()


def _check_where(row: _Row, where: str) -> None:
    for place in where.split("; "):
        if not PLACE.match(place):
            expected = 'places such as "Theorem 3", "Lemma 1 proof", "Equation (29)", "Figure 4 caption", "Section IV"'
            raise fault(row.file, row.at("where"), expected, repr(excerpt(place)), 'separate places by "; "')


def _evidence(row: _Row) -> tuple[str, ...]:
    cell = row.cells["evidence"]
    if not isinstance(cell, list) or not cell:
        raise fault(row.file, row.at("evidence"), "a list of references", described(cell), "name at least one")
    for reference in cell:
        if not isinstance(reference, str) or parse_reference(reference) is None:
            expected = " or ".join(f"{kind}:..." for kind in KINDS)
            raise fault(row.file, row.at("evidence"), expected, described(reference), "correct the reference")
    return tuple(reference.strip() for reference in cell)
