"""Figures as files: a CSV table of every point with its bounds, and a drawing by matplotlib (the extra `plots`)."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

from dpexact.count_queries.figures import GAP_CURVES
from dpexact.count_queries.sampling import bounds
from dpexact.numbers.exact import Exact
from dpexact.report.pyplot import pyplot, save

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dpexact.count_queries.figures import Figure, Point

PAPER = "Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)"
COLORS = ("#b2182b", "#2166ac", "#1b7837", "#000000", "#e08214", "#762a83")
LINES = ("-", "-", "--", ":", (0, (5, 1)), "-")
WIDTHS = (1.6, 4.5, 1.4, 4.0, 2.0, 0.7)  # a thin curve shows inside a wide one where the two coincide
ALPHAS = (1, 0.45, 1, 1, 1, 1)
MARKS = ("o", "s", "^", "x")
FINDING = "#f4a582"
ACROSS = 3  # panels side by side
APART = 0.13  # of the marks of one outcome


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


def draw(figure: Figure, path: Path) -> None:
    """Draw the figure; the suffix of the path, .svg or .png, says how.

    Guarantee: none; the curves are drawn from floats near the values of the table.
    Raises: DPExactError without matplotlib.
    """
    plt = pyplot()
    panels = list(dict.fromkeys(point.panel for point in figure.points))
    across = min(ACROSS, len(panels))
    down = -(-len(panels) // across)
    size = (1.5 + 4.2 * across, 2.1 + 3.3 * down) if len(panels) > 1 else (7.5, 6)
    drawing, axes = plt.subplots(down, across, figsize=size, squeeze=False, sharey="row" if across >= ACROSS else False)
    for panel, place in zip(panels, axes.flat, strict=True):
        _draw_panel(place, panel, figure)
    labelled = {
        label: handle for place in axes.flat for handle, label in zip(*place.get_legend_handles_labels(), strict=True)
    }
    number = figure.name.rpartition("-")[2]
    drawing.legend(
        labelled.values(),
        labelled.keys(),
        loc="outside upper center",
        ncols=min(len(labelled), across),
        fontsize="small",
        title=f"Figure {number}. {figure.title}",
        frameon=False,
    )
    save(drawing, path, f"Figure {number} of {PAPER}", figure.seen)


def _draw_panel(axes: Any, panel: str, figure: Figure) -> None:
    curves = list(dict.fromkeys(point.curve for point in figure.points))
    by_curve = {
        curve: [point for point in figure.points if (point.panel, point.curve) == (panel, curve)] for curve in curves
    }
    linear = panel in figure.linear
    axes.set_yscale("linear" if linear else "log")
    if figure.x_label == "z":
        for number, (curve, points) in enumerate(by_curve.items()):
            _draw_outcomes(axes, number, curve, points, (number - (len(curves) - 1) / 2) * APART)
        axes.set_ylim(0 if linear else _floor(by_curve.values()), None if linear else 5)
    else:
        for number, (curve, points) in enumerate(by_curve.items()):
            style = {
                "color": COLORS[number],
                "linestyle": LINES[number],
                "linewidth": WIDTHS[number],
                "alpha": ALPHAS[number],
            }
            places, heights = _coordinates(points)
            axes.plot(places, [y if y > 0 or linear else math.nan for y in heights], label=curve, **style)
            _mark_below_zero(axes, [x for x, y in zip(places, heights, strict=True) if y < 0], curve)
        _mark_finding(axes, by_curve)
        axes.axhline(1, color="grey", linewidth=0.6)  # a delta of 1 says nothing
    axes.set_title(panel, fontsize="medium")
    axes.set_xlabel(figure.x_label)
    if axes.get_subplotspec().is_first_col():
        axes.set_ylabel(figure.y_label)
    axes.grid(visible=True, linewidth=0.3)


def _draw_outcomes(axes: Any, number: int, curve: str, points: Sequence[Point], shift: float) -> None:
    """A probability function: a mark on a stem for each outcome, beside those of the other laws, not joined."""
    logarithmic = axes.get_yscale() == "log"
    shown = [(x + shift, y) for x, y in zip(*_coordinates(points), strict=True) if y > 0 or not logarithmic]
    places, heights = [x for x, _ in shown], [y for _, y in shown]
    axes.plot(places, heights, MARKS[number], color=COLORS[number], markersize=6, label=curve)
    axes.vlines(places, 1e-300 if logarithmic else 0, heights, color=COLORS[number], linewidth=1)
    if logarithmic:  # a probability of 0: an open mark at the bottom
        zeros = [float(point.x) + shift for point in points if point.y == 0]
        bottom = axes.get_xaxis_transform()
        axes.plot(zeros, [0.03] * len(zeros), MARKS[number], color=COLORS[number], fillstyle="none", transform=bottom)


def _floor(curves: Any) -> float:
    """A power of ten well below the smallest probability that is not 0."""
    smallest = min(y for points in curves for y in _coordinates(points)[1] if y > 0)
    return float(smallest / 1000)


def _mark_below_zero(axes: Any, places: Sequence[float], curve: str) -> None:
    """What a logarithmic axis cannot show: open marks at the bottom where a curve is negative."""
    if places:
        bottom, name = axes.get_xaxis_transform(), f"{curve}: negative"
        style = {"markersize": 6, "fillstyle": "none", "color": COLORS[-1]}
        axes.plot(places, [0.03] * len(places), "v", transform=bottom, label=name, **style)


def _mark_finding(axes: Any, by_curve: dict[str, list[Point]]) -> None:
    """Shade where the real delta lies above the printed bound; decided exactly, point by point."""
    printed, real = (by_curve.get(curve, []) for curve in GAP_CURVES[:2])
    above = [one.y < other.y for one, other in zip(printed, real, strict=True)]
    if not any(above):
        return
    places, low = _coordinates(printed)
    axes.fill_between(
        places,
        low,
        _coordinates(real)[1],
        where=above,
        color=FINDING,
        alpha=0.7,
        linewidth=0,
        label="real δ above the printed bound",
    )


def _coordinates(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    """Floats to draw from."""
    return [float(point.x) for point in points], [float(bounds(point.y)[1]) for point in points]
