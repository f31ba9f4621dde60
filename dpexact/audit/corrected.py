"""A corrected copy of a claim table or text, with the right number for each wrong one and nothing else changed."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dpexact.audit.claim_table import MAX_BYTES, Form, cell_rows, form_of
from dpexact.audit.claims_in_text import claims_of_text
from dpexact.audit.number_in_text import END_OF_LINE
from dpexact.audit.row import AuditRow
from dpexact.certificates.cell_table import toml_text
from dpexact.certificates.source import fault, read_text
from dpexact.errors import DocumentError

COLUMN = "printed"
Span = tuple[int, int]
Edit = tuple[int, int, str]  # from, to, what stands there afterwards
_CELLS = {  # what may be the printed cell of a row; the row that is read again tells
    "toml": re.compile(
        r"""^[ \t]*(?:printed|"printed"|'printed')[ \t]*=[ \t]*(?P<text>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')(?!["'])""",
        re.MULTILINE,
    ),
    "csv": re.compile(r'(?P<text>"(?:[^"]|"")*"|[^,\r\n]*)'),
}


@dataclass(frozen=True)
class Corrected:
    """The text of the copy, the rows that were corrected, and those that are not right and stay as they are."""

    text: str
    corrected: tuple[AuditRow, ...]
    left: tuple[AuditRow, ...]


def check_correctable(path: str) -> None:
    """Raise DocumentError for the standard input, and for a folder."""
    if path == "-" or Path(path).is_dir():
        came = "the standard input" if path == "-" else "a folder"
        raise fault(path, "", "one claim table or text to correct", came, "name a file")


def corrected_table(path: str, rows: Sequence[AuditRow]) -> Corrected:
    """Return the table with the right text for each wrong one. `rows` are those of its audit.

    A row with a recorded verdict stays as it is, since its printed text is on record, or two routes disagree. So does
    one that cannot be read, or that is without a right text (`Judgement.print`). In a text the number is corrected in
    its claim and in its place, if that is one place (places on lines of other claims are theirs), and if no other
    claim needs it there as it is.

    Raises DocumentError for a table in whose text the cells are not found.
    """
    check_correctable(path)
    text = read_text(path, max_bytes=MAX_BYTES)
    new = {place: row for place, row in enumerate(rows) if not row.error and row.refuted and not row.claim.expected}
    wanted = {place: row.judgement.print for place, row in new.items() if row.judgement.print is not None}
    form = form_of(path, text)
    if form == "text":
        wanted, edits = _text_edits(path, text, wanted)
    elif wanted:
        edits = _cell_edits(form, path, text, wanted)
        if len(edits) != len(wanted) or not _keeps(form, path, text, edits, wanted):
            expected = f"each {COLUMN} on a line of its own, {COLUMN} = text"
            raise fault(path, "", expected, "another layout of the table", "write it like that, or correct it by hand")
    else:
        edits = []
    return Corrected(
        _edited(text, edits),
        tuple(rows[place] for place in wanted),
        tuple(row for place, row in enumerate(rows) if place not in wanted and not row.as_expected),
    )


def _edited(text: str, edits: Sequence[Edit]) -> str:
    pieces, place = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[place:start], new]
        place = end
    return "".join([*pieces, text[place:]])


def _text_edits(path: str, text: str, wanted: Mapping[int, str]) -> tuple[dict[int, str], list[Edit]]:
    """Return the new numbers of the rows that can be corrected in a text, and the edits, each of which is tried."""
    claims = claims_of_text(path, text)
    at_place: dict[Span, list[int]] = {}
    for place in wanted:
        claim = claims[place]
        of_others = {other.beside[0] for other in claims if other is not claim and other.on_line == 1}
        is_one_place = bool(claim.beside) and of_others.issuperset(claim.beside[1:])
        is_near = claim.on_line or len(claim.beside) == 1
        if is_one_place and is_near and text[slice(*claim.stated)] == claim.cells[COLUMN]:
            at_place.setdefault(claim.beside[0], []).append(place)
    done: dict[int, str] = {}
    edits: list[Edit] = []
    for span, places in at_place.items():
        new = wanted[places[0]]
        tried = edits + [(*spot, new) for spot in (span, *(claims[place].stated for place in places))]
        changed = {**done, **dict.fromkeys(places, new)}
        if all(wanted[place] == new for place in places) and _keeps("text", path, text, tried, changed):
            done, edits = changed, tried
    return done, edits


def _keeps(form: Form, path: str, text: str, edits: Sequence[Edit], changed: Mapping[int, str]) -> bool:
    """Tell whether the edits change the printed numbers of these rows, and nothing else in any row."""
    before, after = (
        [(row.cells, str(wrong)) for row, wrong, _ in cell_rows(form, path, content)]
        for content in (text, _edited(text, edits))
    )
    return after == [
        ({**cells, COLUMN: changed[n]} if n in changed else cells, wrong) for n, (cells, wrong) in enumerate(before)
    ]


def _cell_edits(form: Form, path: str, text: str, wanted: Mapping[int, str]) -> list[Edit]:
    """Return the edits of the printed cells, each tried in the lines of its row alone, behind the header of a CSV."""
    rows = cell_rows(form, path, text)
    starts = [0, *(match.end() for match in END_OF_LINE.finditer(text))]
    begins = [starts[line - 1] for _, _, line in rows if line is not None]
    if len(begins) != len(rows):
        return []
    head = text[: begins[0]] if form == "csv" else ""
    edits: list[Edit] = []
    for place, printed in wanted.items():
        cells, start, end = rows[place][0].cells, begins[place], [*begins, len(text)][place + 1]
        for match in _CELLS[form].finditer(text, start, end):
            edit = (*match.span("text"), _quoted(form, match["text"], printed))
            with suppress(DocumentError):
                ((row, *_),) = cell_rows(form, path, head + text[start : edit[0]] + edit[2] + text[edit[1] : end])
                if row.cells == {**cells, COLUMN: printed}:  # and not another text that looks like the cell
                    edits.append(edit)
                    break
    return edits


def _quoted(form: Form, old: str, printed: str) -> str:
    """Return a cell with the text, in quotes like those of the old one if they can hold it."""
    if form == "toml":
        return f"'{printed}'" if old.startswith("'") and "'" not in printed else toml_text(printed)
    is_quoted = old.startswith('"') or any(sign in printed for sign in ',"\r\n')
    return '"' + printed.replace('"', '""') + '"' if is_quoted else printed
