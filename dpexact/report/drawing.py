"""Pictures in SVG, with a number line, curves and points over axes, and a bar of parts.

Nothing is guaranteed, since they are drawn from floats near the exact values.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, chain, pairwise, starmap

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
    """A curve of a chart, with its class of style, its name and its points."""

    style: str
    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Mark:
    """A point of a chart, with its class of style, its name and its place. With a stem it stands on the line of 0.

    If that line is not drawn, as over a logarithmic axis, a stem stands on the axis.
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


def _kept_inside(x: float, text: str) -> float:
    """Return the middle of a text near x that stays inside the picture."""
    half = min(len(text) * LETTER / 2, WIDTH / 2)
    return min(max(x, half), WIDTH - half)


def number_line(true: float, allowed: tuple[float, float], printed_text: str, true_text: str, label: str) -> str:
    """Return the printed number at 0, the true one at `true`, in units. The text is right in the band `allowed`.

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
    """Draw curves over linear axes, or with a logarithmic y axis, which leaves out all but positive values.

    `x_ticks` are the places that are named on the x axis, and their names, instead of round numbers.
    """
    if logarithmic:
        series = [Series(line.style, line.name, tuple((x, y) for x, y in line.points if y > 0)) for line in series]
        marks = [mark for mark in marks if mark.y > 0]
    lines = [line for line in series if line.points]
    points = [*chain.from_iterable(line.points for line in lines), *((mark.x, mark.y) for mark in marks)]
    xs, ys = zip(*points, strict=True)
    low, high = _x_axis(min(xs), max(xs), curves=bool(lines))
    bottom, top, ticks = _y_axis(min(ys), max(ys), logarithmic=logarithmic)
    measure = math.log10 if logarithmic else float
    floor = CHART_HEIGHT - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        part = (measure(y) - bottom) / (top - bottom)
        return LEFT + (x - low) / (high - low) * (WIDTH - LEFT - RIGHT), floor - part * (floor - TOP)

    parts = []
    for y, text in ticks:
        height = place(low, y)[1]
        parts += [_line(LEFT, height, WIDTH - RIGHT, height, "grid"), _text(LEFT - 6, height + 4, text, "tick", "end")]
    for x, text in x_ticks or _round_ticks(low, high):
        across = place(x, ticks[0][0])[0]
        parts += [_line(across, TOP, across, floor, "grid"), _text(across, floor + 16, text, "tick")]
    for line in lines:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in starmap(place, line.points))
        parts.append(f'<polyline points="{path}" class="{line.style}"/>')
    for mark in marks:
        foot = floor if logarithmic else place(mark.x, 0)[1]
        parts += _point(mark, place(mark.x, mark.y), foot, min(1.0, max(SMALLEST, FEW_MARKS / len(marks))))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, CHART_HEIGHT - 8, x_label))
    parts.append(_text(4, 14, y_label, anchor="start"))
    return _element(WIDTH, CHART_HEIGHT, label, [*parts, *_legend([*lines, *marks])])


def _point(mark: Mark, at: tuple[float, float], foot: float, size: float) -> Iterable[str]:
    """Yield a point, with its stem from the foot, in a size of at most 1."""
    x, y = at
    if mark.stem:
        yield _line(x, foot, x, y, f"stem {mark.style}")
    style = f"{mark.style} crowded" if size < 1 else mark.style
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADII[mark.style] * size:g}" class="{style}"/>'


def _legend(named: Sequence[Series | Mark]) -> Iterable[str]:
    """Yield the names from the right, beside a piece of the curve or the point."""
    x = float(WIDTH - RIGHT)
    for item in reversed([item for item in named if item.name]):
        x -= len(item.name) * LETTER * 0.92
        yield _text(x, 14, item.name, anchor="start")
        x -= 24
        if isinstance(item, Series):
            yield f'<polyline points="{x:.1f},10 {x + 19:.1f},10" class="{item.style}"/>'
        else:
            yield f'<circle cx="{x + 14:.1f}" cy="10" r="{RADII[item.style]}" class="{item.style}"/>'
        x -= 10


def _round_ticks(low: float, high: float) -> list[tuple[float, str]]:
    return [(number, f"{number:g}") for number in round_numbers(low, high)]


def _x_axis(left: float, right: float, *, curves: bool) -> tuple[float, float]:
    """Return the ends of the axis, with a margin beside points, which have a size."""
    low, high = (left, right) if left < right else (left - 1, left + 1)
    margin = 0.0 if curves else (high - low) / 30
    return low - margin, high + margin


def _y_axis(bottom: float, top: float, *, logarithmic: bool) -> tuple[float, float, list[tuple[float, str]]]:
    """Return the ends of the axis (of the logarithm, if that is drawn), and the ticks with their texts."""
    if not logarithmic:
        low, high = min(bottom, 0.0), top * 1.04 if top > 0 else 1.0
        return low, high, _round_ticks(low, high)
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
    """Return a bar divided in proportion to the counts. Each part has its class of style."""
    total = sum(count for _, count in parts) or 1
    ends = [0.0, *accumulate(count * 1000 / total for _, count in parts)]
    places = zip(parts, pairwise(ends), strict=True)
    drawn = [_rect(start, 0, end - start, 14, style) for (style, _), (start, end) in places]
    attributes = f'viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" class="bar" aria-label="{escape(label)}"'
    return f"<svg {attributes}>{''.join(drawn)}</svg>"
