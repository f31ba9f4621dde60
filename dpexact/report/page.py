"""A Page, any kind of report written as one HTML file.

Nothing is loaded from elsewhere, every text is escaped, only the page's own script runs.

A new kind of report is an adapter that states its questions and its verdicts, and makes a `Row` of each claim.
"""

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

from dpexact.numbers.typography import counted
from dpexact.report.drawing import bar
from dpexact.report.row import Attachment, Cell, Detail, Row, Verdict

SIGNS = {"good": "✓", "bad": "✗", "open": "?", "plain": "·"}
MOST_FIRST = 20  # of the rows to look at first are named on top
UNSCRIPTED = "tr.more[hidden] { display: table-row !important; } .tools, .verdicts { display: none !important; }"
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PART = re.compile(r"([0-9]+)")


@dataclass(frozen=True)
class Column:
    """A heading. Numbers are set in figures of equal width."""

    title: str
    numbers: bool = False


@dataclass(frozen=True)
class Page:
    """A report. `columns` are those between the name and the verdict.

    `left_out` says which rows are not among the entries. In that case `counts` has the number of all rows by verdict.
    """

    title: str
    asked: tuple[str, ...]  # paragraphs: what was asked, and how it was answered
    summary: str
    name_title: str
    group_title: str
    columns: tuple[Column, ...]
    verdicts: tuple[Verdict, ...]
    entries: tuple[Row, ...]
    words: Mapping[str, str]
    again: tuple[str, ...]  # the commands that give these answers again
    counts: Mapping[str, int] | None = None
    left_out: str = ""
    answer: Verdict | None = None  # of the page as a whole, where there is one
    in_full: tuple[Detail, ...] = ()  # the same answer, with more digits


def page_html(page: Page, version: str, checker_page: Callable[[], str] | None = None) -> str:
    """Return the page as HTML, with the checker of its certificates in it if there are some.

    The policy in its head allows its own style and script, by their digests, and nothing else.
    """
    from jinja2 import Environment, StrictUndefined

    files = map(resources.files("dpexact.report").joinpath, ("page.css", "page.js", "page.html.jinja"))
    style, script, template = (file.read_text(encoding="utf-8") for file in files)
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_visible
    )
    environment.filters |= {"data_uri": _data_uri, "evidence": _evidence}
    counts = Counter(row.verdict for row in page.entries) if page.counts is None else Counter(page.counts)
    verdicts = [verdict for verdict in page.verdicts if counts[verdict.name]]
    label = ", ".join(f"{counts[verdict.name]} {verdict.name}" for verdict in verdicts)
    has_certificates = any(attachment.is_certificate for row in page.entries for attachment in row.attachments)
    checker = checker_page() if has_certificates and checker_page is not None else ""
    text = environment.from_string(template).render(
        page=page,
        first=[(number, row) for number, row in enumerate(page.entries) if row.attention],
        headings=[Column(page.name_title), *page.columns, Column("verdict")],
        shown=verdicts,
        counts=counts,
        signs=SIGNS,
        tones={verdict.name: verdict.tone for verdict in page.verdicts},
        places=_ranks(page),
        groups={group: n for n, group in enumerate(sorted({row.group for row in page.entries}, key=_natural))},
        parts=_parts(page),
        overview=bar([(f"part-{verdict.tone}", counts[verdict.name]) for verdict in verdicts], label),
        style=style,
        unscripted=UNSCRIPTED,
        script=script,
        policy=_policy(style, script, checker),
        checker=base64.b64encode(gzip.compress(checker.encode(), mtime=0)).decode("ascii") if checker else "",
        version=version,
        most_first=MOST_FIRST,
    )
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # what is not a character could not be written


def _visible(value: object) -> object:
    """Return the value, a text with an escape for each sign that is invisible or turns the direction of writing."""
    if type(value) is not str:  # what the template calls safe is none
        return value
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), value)


def _parts(page: Page) -> dict[str, tuple[int, str]]:
    """Return the number of each part, and its heading, which is its name with the number of its rows."""
    counts = Counter(row.part for row in page.entries)  # in the order in which they come
    return {part: (n, f"{part} ({counted(count, 'row')})") for n, (part, count) in enumerate(counts.items())}


def _evidence(row: Row) -> tuple[Attachment, ...]:
    """Return the files of a row to download, the row itself as JSON, by its name, and its attachments."""
    if row.data is None:
        return row.attachments
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "_" for sign in row.name)
    text = json.dumps(row.data, indent=2) + "\n"
    return (Attachment(f"{safe[:80] or 'row'}.json", text, "this row as JSON", is_row=True), *row.attachments)


def _policy(style: str, script: str, checker: str) -> str:
    """Return the policy of the page. It includes that of a checker which opens from the page."""
    styles = [f"'sha256-{_digest(text)}'" for text in (style, UNSCRIPTED)]
    scripts = [f"'sha256-{_digest(script)}'"]
    workers = ["worker-src blob:"] if checker else []
    if checker:
        styles += re.findall("style-src ('sha256-[^']*')", checker)
        scripts += re.findall("script-src ('sha256-[^']*')", checker)
    allowed = (f"style-src {' '.join(styles)}", f"script-src {' '.join(scripts)}", *workers)
    return "; ".join(("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"))


def _digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode("ascii")


def _data_uri(attachment: Attachment) -> str:
    return f"data:application/json;base64,{base64.b64encode(attachment.text.encode()).decode('ascii')}"


def _ranks(page: Page) -> list[str]:
    """Return for each row its places in the orders of the columns, as integers, so that no browser sorts by floats."""
    order = {verdict.name: place for place, verdict in enumerate(page.verdicts)}
    columns = [
        _places([_natural(row.called) for row in page.entries]),
        *(_places([_sort_key(row.cells[number]) for row in page.entries]) for number in range(len(page.columns))),
        [order[row.verdict] for row in page.entries],
    ]
    return [" ".join(map(str, places)) for places in zip(*columns, strict=True)]


def _sort_key(cell: Cell) -> tuple[object, ...]:
    """Return the key of a cell. Missing values come last, and texts after numbers."""
    if cell.missing:
        return (2,)
    key = cell.text if cell.key is None else cell.key
    return (1, _natural(key)) if isinstance(key, str) else (0, key)


def _natural(text: str) -> tuple[tuple[int, object], ...]:
    """Return text for sorting, such that "row 9" comes before "row 10"."""
    parts = (part for part in _PART.split(text.casefold()) if part)
    return tuple((0, (len(part.lstrip("0")), part.lstrip("0"))) if part.isdecimal() else (1, part) for part in parts)


def _places(keys: Sequence[tuple[object, ...]]) -> list[int]:
    """Return the place of each key among the different ones."""
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [place[key] for key in keys]
