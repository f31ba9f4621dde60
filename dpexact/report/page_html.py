"""A Page as one HTML file: nothing is loaded from elsewhere, every text is escaped, only the page's own script runs."""

from __future__ import annotations

import base64
import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING

from dpexact.report.page import Column
from dpexact.report.svg import bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.report.page import Attachment, Cell, Entry, Page, SortKey

SIGNS = {"good": "✓", "bad": "✗", "open": "?", "plain": "·"}
MOST_FIRST = 20  # of the rows to look at first are named on top
UNSCRIPTED = "tr.more[hidden] { display: table-row !important; } .tools, .verdicts { display: none !important; }"
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PART = re.compile(r"([0-9]+)")


@dataclass(frozen=True)
class _Row:
    """An entry as the template shows it: its number, its places in the orders of the columns, tone and group."""

    number: int
    entry: Entry
    places: str
    tone: str
    group: int


def page_html(page: Page, version: str) -> str:
    """The page as HTML. The policy in its head allows its own style and script, by their digests, and nothing else."""
    from jinja2 import Environment, StrictUndefined

    style, script, template = (_resource(name) for name in ("page.css", "page.js", "page.html.jinja"))
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_visible
    )
    environment.filters["data_uri"] = _data_uri
    counts = Counter(entry.verdict for entry in page.entries) if page.counts is None else Counter(page.counts)
    shown = [verdict for verdict in page.verdicts if counts[verdict.name]]
    label = ", ".join(f"{counts[verdict.name]} {verdict.name}" for verdict in shown)
    rows = _rows(page)
    text = environment.from_string(template).render(
        page=page,
        rows=rows,
        first=[row for row in rows if row.entry.attention],
        headings=[Column(page.name_title), *page.columns, Column("verdict")],
        shown=shown,
        counts=counts,
        signs=SIGNS,
        groups=_groups(page),
        overview=bar([(f"part-{verdict.tone}", counts[verdict.name]) for verdict in shown], label),
        style=style,
        unscripted=UNSCRIPTED,
        script=script,
        policy=_policy(style, script),
        version=version,
        most_first=MOST_FIRST,
    )
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # what is no character could not be written


def _visible(value: object) -> object:
    """A text with an escape for what is not seen and for what turns the direction of writing; else the value."""
    if type(value) is not str:  # what the template calls safe is none
        return value
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), value)


def _groups(page: Page) -> list[str]:
    return list(dict.fromkeys(entry.group for entry in page.entries))


def _rows(page: Page) -> list[_Row]:
    tones = {verdict.name: verdict.tone for verdict in page.verdicts}
    numbers = {group: number for number, group in enumerate(_groups(page))}
    return [
        _Row(number, entry, places, tones[entry.verdict], numbers[entry.group])
        for number, (entry, places) in enumerate(zip(page.entries, _ranks(page), strict=True))
    ]


def _resource(name: str) -> str:
    return resources.files("dpexact.report").joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    styles = " ".join(f"'sha256-{_digest(text)}'" for text in (style, UNSCRIPTED))
    allowed = (f"style-src {styles}", f"script-src 'sha256-{_digest(script)}'")
    return "; ".join(("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"))


def _digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode("ascii")


def _data_uri(attachment: Attachment) -> str:
    return f"data:application/json;base64,{base64.b64encode(attachment.text.encode()).decode('ascii')}"


def _ranks(page: Page) -> list[str]:
    """For each entry, its places in the orders of the columns: integers, so that no browser sorts by floats."""
    order = {verdict.name: place for place, verdict in enumerate(page.verdicts)}
    columns = [
        _places([_natural(entry.name) for entry in page.entries]),
        *(_column_places([entry.cells[number] for entry in page.entries]) for number in range(len(page.columns))),
        [order[entry.verdict] for entry in page.entries],
    ]
    return [" ".join(map(str, places)) for places in zip(*columns, strict=True)]


def _column_places(cells: Sequence[Cell]) -> list[int]:
    """Places by key; what is missing comes last, and texts after numbers."""
    return _places([_sort_key(cell.text if cell.key is None else cell.key, missing=cell.missing) for cell in cells])


def _sort_key(key: SortKey, *, missing: bool) -> tuple[object, ...]:
    if missing:
        return (2,)
    return (1, _natural(key)) if isinstance(key, str) else (0, key)


def _natural(text: str) -> tuple[tuple[int, object], ...]:
    """Text for sorting, such that "row 9" comes before "row 10"."""
    parts = (part for part in _PART.split(text.casefold()) if part)
    return tuple((0, (len(part.lstrip("0")), part.lstrip("0"))) if part.isdecimal() else (1, part) for part in parts)


def _places(keys: Sequence[tuple[object, ...]]) -> list[int]:
    """The place of each key among the different ones."""
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [place[key] for key in keys]
