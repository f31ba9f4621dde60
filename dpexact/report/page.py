"""A Page: what a report shows, whatever it is about; it is written as one HTML file, with pictures in SVG.

Nothing is loaded from elsewhere, every text is escaped, only the page's own script runs.

Guarantee: none; pictures are drawn from floats near the exact values.

A new kind of report is an adapter: it says what was asked, which verdicts there are, and makes a `Row` of each claim.
"""

from __future__ import annotations

import base64
import gzip
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib import resources
from itertools import accumulate, pairwise

from dpexact.certificates.checker_page import checker_page
from dpexact.numbers.typography import counted
from dpexact.report.row import Attachment, Cell, Detail, Plot, Row, SortKey, Tone, Verdict, row_as_json  # noqa: F401 - pages were written with these names from here

WIDTH = 460
LINE_HEIGHT = 112
CHART_HEIGHT = 270
MARGIN = 24
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 34, 46  # around a chart
MOST_TICKS = 24
RADII = {"printed": 6, "true": 3.5}  # a ring around a dot where both are in one place
FEW_MARKS, SMALLEST = 60, 0.3  # more points than these are drawn smaller, down to this part of their size
LETTER = 7.4  # about the width of one, in the units of the picture


@dataclass(frozen=True)
class Series:
    """A curve of a chart: its class of style, its name and its points."""

    style: str
    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Mark:
    """A point of a chart: its class of style, its name and where it is; with a stem it stands on the line of 0.

    Where that is not drawn, as over a logarithmic axis, a stem stands on the axis.
    """

    style: str
    name: str
    x: float
    y: float
    stem: bool = False


def _element(width: int, height: int, label: str, parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{inner}</svg>'


def _text(x: float, y: float, text: str, style: str = "label", anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


def _rect(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" class="{style}"/>'


def _kept_inside(x: float, text: str, width: int = WIDTH) -> float:
    """Return the middle of a text near x that stays inside the picture."""
    half = min(len(text) * LETTER / 2, width / 2)
    return min(max(x, half), width - half)


def number_line(true: float, allowed: tuple[float, float], printed_text: str, true_text: str, label: str) -> str:
    """Return the printed number at 0, the true one at `true`, in units; the band `allowed` is where the text is right.

    Either end of the band and the true number may be infinite.
    """
    ends = [end for end in (-1.0, 1.0, true, *allowed) if math.isfinite(end)]
    span = max(ends) - min(ends)
    low, high = min(ends) - 0.16 * span, max(ends) + 0.16 * span
    axis = 56.0

    def place(x: float) -> float:
        return MARGIN + (min(max(x, low), high) - low) / (high - low) * (WIDTH - 2 * MARGIN)

    first, last = place(allowed[0]), place(allowed[1])
    short = max(0.0, 3.0 - (last - first))  # a band that is a point is drawn all the same
    parts = [_rect(first - short / 2, axis - 9, last - first + short, 18, "allowed")]
    parts.append(_line(MARGIN, axis, WIDTH - MARGIN, axis, "axis"))
    if high - low <= MOST_TICKS:
        units = range(math.ceil(low), math.floor(high) + 1)
        parts += [_line(place(n), axis - 4, place(n), axis + 4, "axis") for n in units]
    zero, there = place(0.0), place(true)
    parts += [_line(zero, axis - 20, zero, axis + 9, "printed"), _line(there, axis - 9, there, axis + 20, "true")]
    above, below = f"printed {printed_text}", f"true {true_text}"
    parts.append(_text(_kept_inside(zero, above), axis - 27, above, "label printed-text"))
    parts.append(_text(_kept_inside(there, below), axis + 35, below, "label true-text"))
    return _element(WIDTH, LINE_HEIGHT, label, parts)


def chart(
    series: Sequence[Series],
    marks: Sequence[Mark],
    x_label: str,
    y_label: str,
    label: str,
    *,
    logarithmic: bool = False,
    x_ticks: Sequence[tuple[float, str]] = (),
) -> str:
    """Draw curves over linear axes, the y axis logarithmic if asked for; what is not positive is then left out.

    `x_ticks` are the places that are named on the x axis, and their names, in place of round numbers.
    """
    shown = [one for one in series if one.points]
    points = [point for one in shown for point in one.points] + [(mark.x, mark.y) for mark in marks]
    points = [(x, y) for x, y in points if not logarithmic or y > 0]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    if high == low:
        low, high = low - 1, high + 1
    if not shown:  # points have a size
        low, high = low - (high - low) / 30, high + (high - low) / 30
    small = min(1.0, max(SMALLEST, FEW_MARKS / max(1, len(marks))))
    bottom, top, ticks = _y_axis(bottom, top, logarithmic=logarithmic)

    def place(x: float, y: float) -> tuple[float, float]:
        part = (math.log10(y) - bottom) / (top - bottom) if logarithmic else (y - bottom) / (top - bottom)
        across = LEFT + (x - low) / (high - low) * (WIDTH - LEFT - RIGHT)
        return across, CHART_HEIGHT - BOTTOM - part * (CHART_HEIGHT - TOP - BOTTOM)

    parts = []
    for y, text in ticks:
        height = place(low, y)[1]
        parts += [_line(LEFT, height, WIDTH - RIGHT, height, "grid"), _text(LEFT - 6, height + 4, text, "tick", "end")]
    floor = CHART_HEIGHT - BOTTOM
    for x, text in x_ticks or [(x, f"{x:g}") for x in round_numbers(low, high)]:
        across = place(x, ticks[0][0])[0]
        parts += [_line(across, TOP, across, floor, "grid"), _text(across, floor + 16, text, "tick")]
    for one in shown:
        kept = [place(x, y) for x, y in one.points if not logarithmic or y > 0]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in kept)
        parts.append(f'<polyline points="{path}" class="{one.style}"/>')
    for mark in marks:
        if not logarithmic or mark.y > 0:
            x, y = place(mark.x, mark.y)
            if mark.stem:
                parts.append(_line(x, floor if logarithmic else place(mark.x, 0)[1], x, y, f"stem {mark.style}"))
            radius, style = RADII[mark.style] * small, f"{mark.style} crowded" if small < 1 else mark.style
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{style}"/>')
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, CHART_HEIGHT - 8, x_label))
    parts.append(_text(4, 14, y_label, anchor="start"))
    return _element(WIDTH, CHART_HEIGHT, label, [*parts, *_legend([*shown, *marks])])


def _legend(named: Sequence[Series | Mark]) -> Iterable[str]:
    """Yield the names from the right, beside a piece of the curve or the point."""
    x = float(WIDTH - RIGHT)
    for one in reversed([one for one in named if one.name]):
        x -= len(one.name) * LETTER * 0.92
        yield _text(x, 14, one.name, anchor="start")
        x -= 24
        if isinstance(one, Series):
            yield f'<polyline points="{x:.1f},10 {x + 19:.1f},10" class="{one.style}"/>'
        else:
            yield f'<circle cx="{x + 14:.1f}" cy="10" r="{RADII[one.style]}" class="{one.style}"/>'
        x -= 10


def _y_axis(bottom: float, top: float, *, logarithmic: bool) -> tuple[float, float, list[tuple[float, str]]]:
    """Return the ends of the axis (of the logarithm, where that is drawn), and the ticks with their texts."""
    if not logarithmic:
        low, high = min(bottom, 0.0), top * 1.04 if top > 0 else 1.0
        return low, high, [(y, f"{y:g}") for y in round_numbers(low, high)]
    first, last = math.floor(math.log10(bottom)), math.ceil(math.log10(top))
    last = last if last > first else first + 1
    step = max(1, -(-(last - first) // 5))
    return first, last, [(10.0**n, f"1e{n}" if n else "1") for n in range(first, last + 1, step)]


def round_numbers(low: float, high: float) -> list[float]:
    """Return between three and seven multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]


def bar(parts: Sequence[tuple[str, int]], label: str) -> str:
    """Return a bar divided in proportion to the counts; each part has its class of style."""
    total = sum(count for _, count in parts) or 1
    ends = [0.0, *accumulate(count * 1000 / total for _, count in parts)]
    places = zip(parts, pairwise(ends), strict=True)
    drawn = [_rect(start, 0, end - start, 14, style) for (style, _), (start, end) in places]
    attributes = f'viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" class="bar" aria-label="{escape(label)}"'
    return f"<svg {attributes}>{''.join(drawn)}</svg>"


Entry = Row  # as pages called it


@dataclass(frozen=True)
class Word:
    """A word that a reader may not know, and what it means here."""

    word: str
    meaning: str


@dataclass(frozen=True)
class Column:
    """A heading; numbers are set in figures of equal width."""

    title: str
    numbers: bool = False


@dataclass(frozen=True)
class Page:
    """A report. `columns` are those between the name and the verdict.

    `left_out` says which rows are not among the entries; then `counts` has the number of all rows of each verdict.
    """

    title: str
    asked: tuple[str, ...]  # paragraphs: what was asked, and how it was answered
    summary: str
    name_title: str
    group_title: str
    columns: tuple[Column, ...]
    verdicts: tuple[Verdict, ...]
    entries: tuple[Row, ...]
    words: tuple[Word, ...]
    again: tuple[str, ...]  # the commands that give these answers again
    counts: Mapping[str, int] | None = None
    left_out: str = ""
    answer: Verdict | None = None  # of the page as a whole, where there is one
    in_full: tuple[Detail, ...] = ()  # the same answer, with more digits


SIGNS = {"good": "✓", "bad": "✗", "open": "?", "plain": "·"}
MOST_FIRST = 20  # of the rows to look at first are named on top
UNSCRIPTED = "tr.more[hidden] { display: table-row !important; } .tools, .verdicts { display: none !important; }"
_UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PART = re.compile(r"([0-9]+)")


def page_html(page: Page, version: str) -> str:
    """Return the page as HTML.

    The policy in its head allows its own style and script, by their digests, and nothing else.
    """
    from jinja2 import Environment, StrictUndefined

    style, script, template = (_resource(name) for name in ("page.css", "page.js", "page.html.jinja"))
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_visible
    )
    environment.filters |= {"data_uri": _data_uri, "evidence": _evidence}
    counts = Counter(row.verdict for row in page.entries) if page.counts is None else Counter(page.counts)
    shown = [verdict for verdict in page.verdicts if counts[verdict.name]]
    label = ", ".join(f"{counts[verdict.name]} {verdict.name}" for verdict in shown)
    checker = checker_page() if any(one.is_certificate for row in page.entries for one in row.attachments) else ""
    text = environment.from_string(template).render(
        page=page,
        first=[(number, row) for number, row in enumerate(page.entries) if row.attention],
        headings=[Column(page.name_title), *page.columns, Column("verdict")],
        shown=shown,
        counts=counts,
        signs=SIGNS,
        tones={verdict.name: verdict.tone for verdict in page.verdicts},
        places=_ranks(page),
        groups={group: n for n, group in enumerate(sorted({row.group for row in page.entries}, key=_natural))},
        parts=_parts(page),
        overview=bar([(f"part-{verdict.tone}", counts[verdict.name]) for verdict in shown], label),
        style=style,
        unscripted=UNSCRIPTED,
        script=script,
        policy=_policy(style, script, checker),
        checker=_packed(checker) if checker else "",
        version=version,
        most_first=MOST_FIRST,
    )
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # what is not a character could not be written


def _visible(value: object) -> object:
    """Return a text with an escape for what is not seen and for what turns the direction of writing; else the value."""
    if type(value) is not str:  # what the template calls safe is none
        return value
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), value)


def _parts(page: Page) -> dict[str, tuple[int, str]]:
    """Return the number of each part, and what stands above it: its name, with how many rows it has."""
    counts = Counter(row.part for row in page.entries)  # in the order in which they come
    return {part: (n, f"{part} ({counted(count, 'row')})") for n, (part, count) in enumerate(counts.items())}


def _evidence(row: Row) -> tuple[Attachment, ...]:
    """Return what can be downloaded of a row: itself, then what is attached to it."""
    own = () if row.data is None else (row_as_json(row.name, row.data),)
    return (*own, *row.attachments)


def _resource(name: str) -> str:
    return resources.files("dpexact.report").joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str, checker: str) -> str:
    """Return what the page may do; a checker that opens from it has its policy too, so what that allows is added."""
    styles = [f"'sha256-{_digest(text)}'" for text in (style, UNSCRIPTED)]
    scripts = [f"'sha256-{_digest(script)}'"]
    workers = ["worker-src blob:"] if checker else []
    if checker:
        styles += re.findall("style-src ('sha256-[^']*')", checker)
        scripts += re.findall("script-src ('sha256-[^']*')", checker)
    allowed = (f"style-src {' '.join(styles)}", f"script-src {' '.join(scripts)}", *workers)
    return "; ".join(("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"))


def _packed(text: str) -> str:
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")


def _digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode("ascii")


def _data_uri(attachment: Attachment) -> str:
    return f"data:application/json;base64,{base64.b64encode(attachment.text.encode()).decode('ascii')}"


def _ranks(page: Page) -> list[str]:
    """Return for each row its places in the orders of the columns: integers, so that no browser sorts by floats."""
    order = {verdict.name: place for place, verdict in enumerate(page.verdicts)}
    columns = [
        _places([_natural(row.called) for row in page.entries]),
        *(_column_places([row.cells[number] for row in page.entries]) for number in range(len(page.columns))),
        [order[row.verdict] for row in page.entries],
    ]
    return [" ".join(map(str, places)) for places in zip(*columns, strict=True)]


def _column_places(cells: Sequence[Cell]) -> list[int]:
    """Return places by key; what is missing comes last, and texts after numbers."""
    return _places([_sort_key(cell.text if cell.key is None else cell.key, missing=cell.missing) for cell in cells])


def _sort_key(key: SortKey, *, missing: bool) -> tuple[object, ...]:
    if missing:
        return (2,)
    return (1, _natural(key)) if isinstance(key, str) else (0, key)


def _natural(text: str) -> tuple[tuple[int, object], ...]:
    """Return text for sorting, such that "row 9" comes before "row 10"."""
    parts = (part for part in _PART.split(text.casefold()) if part)
    return tuple((0, (len(part.lstrip("0")), part.lstrip("0"))) if part.isdecimal() else (1, part) for part in parts)


def _places(keys: Sequence[tuple[object, ...]]) -> list[int]:
    """Return the place of each key among the different ones."""
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [place[key] for key in keys]
