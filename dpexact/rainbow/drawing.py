"""Drawings by matplotlib (the extra `plots`): Figures 3 to 5, and a rainbow graph with a mechanism on it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dpexact.report.pyplot import pyplot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.rainbow.figures import LineFigure
    from dpexact.rainbow.graph import RainbowGraph

PALETTE = ("#2166ac", "#b2182b", "#1b7837", "#e08214", "#762a83", "#555555")
RADIUS = 0.16


def draw_line(figure: LineFigure, path: Path) -> None:
    """Draw the probabilities over t, printed dashed and corrected solid, and below them their distance.

    Guarantee: none; the curves are drawn from floats near the exact values.
    Raises: DPExactError without matplotlib.
    """
    plt = pyplot()
    drawing, (above, below) = plt.subplots(2, 1, figsize=(7.5, 7), sharex=True, height_ratios=(3, 1))
    times = [point.t for point in figure.points]
    for k, color in enumerate(PALETTE[: len(figure.points[0].printed)]):
        right = [_float(point.corrected[k]) for point in figure.points]
        printed = [_float(point.printed[k]) for point in figure.points]
        above.plot(times, right, color=color, label=f"color {k + 1}")
        above.plot(times, printed, color=color, linestyle="--", linewidth=1)
    above.plot([], [], color="black", label="T corrected")
    above.plot([], [], color="black", linestyle="--", linewidth=1, label="T as printed")
    above.set_ylabel("probability")
    above.legend(fontsize="small")
    above.set_title(f"Figure {figure.number}: E = 1.2, δ = {figure.delta.decimal(1)}{_agreement(figure)}")
    below.plot(times, [_float(point.distance) for point in figure.points], color="black")
    below.set_ylabel("total variation distance\nof the two lines")
    below.set_ylim(bottom=0)
    below.set_xlabel("t")
    for axes in (above, below):
        axes.grid(visible=True, linewidth=0.3)
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(drawing)


def _agreement(figure: LineFigure) -> str:
    return "; the two lines are the same" if all(point.distance == 0 for point in figure.points) else ""


def draw_graph(graph: RainbowGraph, mechanism: Mechanism, path: Path) -> None:
    """Draw the graph on a circle: at each vertex its distribution as a pie and its rainbow as a row of squares.

    Boundary vertices have a thick edge. Guarantee: none, as `draw_line`.
    Raises: DPExactError without matplotlib; MechanismError for a mechanism on other vertices or colors.
    """
    plt = pyplot()
    drawing, axes = plt.subplots(figsize=(7, 7))
    count = len(graph.vertices)
    places = {
        vertex: (math.cos(2 * math.pi * i / count), math.sin(2 * math.pi * i / count))
        for i, vertex in enumerate(graph.vertices)
    }
    colors = {color: PALETTE[i % len(PALETTE)] for i, color in enumerate(graph.colors)}
    for one, other in graph.neighbors.edges or ():
        axes.plot(*zip(places[one], places[other], strict=True), color="grey", linewidth=1, zorder=0)
    for vertex, place in places.items():
        shares = [_float(mechanism.probability(vertex, [color])) for color in graph.colors]
        edge = {"edgecolor": "black", "linewidth": 1.8 if graph.distance(vertex) == 0 else 0.4}
        axes.pie(shares, center=place, radius=RADIUS, colors=list(colors.values()), wedgeprops=edge, frame=True)
        _write_vertex(axes, vertex, place, [colors[color] for color in graph.rainbows[vertex]])
    axes.set_title(
        "pies: the mechanism; squares: the preference order, first color left; thick: boundary", fontsize="small"
    )
    for color, shade in colors.items():
        axes.plot([], [], "s", color=shade, label=str(color))
    axes.legend(loc="lower left", fontsize="small")
    axes.set_xlim(-1.6, 1.6)
    axes.set_ylim(-1.6, 1.6)
    axes.set_axis_off()
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(drawing)


def _write_vertex(axes: Any, vertex: Label, place: tuple[float, float], rainbow: Sequence[str]) -> None:
    """The label and the preference order, outside the pie."""
    x, y = (1.33 * coordinate for coordinate in place)
    axes.text(x, y + 0.05, str(vertex), ha="center", va="center", fontsize="small")
    width = 0.06
    for i, color in enumerate(rainbow):
        left = x + (i - len(rainbow) / 2) * width
        axes.fill([left, left + width, left + width, left], [y - 0.06, y - 0.06, y, y], color=color)


def _float(value: Any) -> float:
    return float(value.decimal(15))
