"""Figures as files: a CSV table of every point with its bounds, and a drawing by matplotlib (the extra `plots`)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from dpexact.numbers.enclosure import DECIDE_BITS, START_BITS
from dpexact.numbers.exact import Exact, exact
from dpexact.report.pyplot import pyplot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dpexact.count_queries.figures import Figure, Point
    from dpexact.numbers.enclosure import Enclosure

DIGITS = 12
COLORS = ("#b2182b", "#2166ac", "#1b7837", "#000000", "#e08214", "#762a83")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 3)))
WIDTHS = (1.6, 1.6, 1.6, 3.2, 1.6, 1.6)  # the fourth shows behind the fifth and sixth where they are close
MARKS = ("o", "s", "^", "x", "D", "v")
FLOOR = 1e-70  # what is smaller is not drawn on a logarithmic axis; it is in the table
ACROSS = 3  # panels side by side


def table(figure: Figure) -> str:
    """The points as CSV: panel, curve, x, exact, lower, upper.

    `exact` is the value as `exact` reads it, empty where there is no closed form; `lower` and `upper` are decimals that
    enclose it, to 12 significant digits rounded outwards.

    Guarantee: enclosure.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("panel", "curve", figure.x_label, "exact", "lower", "upper"))
    for point in figure.points:
        shown = str(point.y) if isinstance(point.y, Exact) else ""
        writer.writerow((point.panel, point.curve, str(point.x), shown, *bounds(point.y)))
    return text.getvalue()


def bounds(value: Exact | Enclosure) -> tuple[str, str]:
    """Decimals below and above the value; an enclosure is refined until they differ in the last digits only."""
    if isinstance(value, Exact):
        return value.decimal(DIGITS, "down"), value.decimal(DIGITS, "up")
    bits, refined = START_BITS, value
    while bits < DECIDE_BITS and refined.upper - refined.lower > abs(refined.lower) / 10**DIGITS:
        bits *= 2
        refined = value.refine(bits)
    return exact(refined.lower).decimal(DIGITS, "down"), exact(refined.upper).decimal(DIGITS, "up")


def draw(figure: Figure, path: Path) -> None:
    """Draw the figure; the suffix of the path, .svg or .png, says how.

    Guarantee: none; the curves are drawn from floats near the values of the table.
    Raises: DPExactError without matplotlib.
    """
    plt = pyplot()
    panels = list(dict.fromkeys(point.panel for point in figure.points))
    across = min(ACROSS, len(panels))
    down = -(-len(panels) // across)
    size = (1.5 + 4.2 * across, 1.5 + 3.3 * down) if len(panels) > 1 else (7.5, 5.5)
    drawing, axes = plt.subplots(down, across, figsize=size, squeeze=False, sharey=len(panels) >= ACROSS)
    for panel, place in zip(panels, axes.flat, strict=True):
        _draw_panel(place, panel, figure)
    handles, labels = axes.flat[0].get_legend_handles_labels()
    drawing.suptitle(figure.title)
    drawing.legend(handles, labels, loc="outside lower center", ncols=2 if len(labels) > ACROSS else len(labels))
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(drawing)


def _draw_panel(axes: Any, panel: str, figure: Figure) -> None:
    curves = list(dict.fromkeys(point.curve for point in figure.points))
    discrete = figure.x_label == "z"
    for number, curve in enumerate(curves):
        points = [point for point in figure.points if (point.panel, point.curve) == (panel, curve)]
        style = {"marker": MARKS[number], "linewidth": 1} if discrete else {"linewidth": WIDTHS[number]}
        axes.plot(*_coordinates(points), label=curve, color=COLORS[number], linestyle=LINES[number], **style)
    linear = panel in figure.linear
    axes.set_yscale("linear" if linear else "log")
    if not discrete:
        axes.axhline(1, color="grey", linewidth=0.6)  # a delta of 1 says nothing
    axes.set_title(panel, fontsize="medium")
    axes.set_xlabel(figure.x_label)
    if axes.get_subplotspec().is_first_col():
        axes.set_ylabel(figure.y_label)
    axes.grid(visible=True, linewidth=0.3)


def _coordinates(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    """Floats to draw from, without what a logarithmic axis cannot show."""
    pairs = [(float(point.x), float(bounds(point.y)[1])) for point in points]
    shown = [(x, y) for x, y in pairs if y > FLOOR]
    return [x for x, _ in shown], [y for _, y in shown]
