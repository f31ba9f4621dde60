"""Drawings by matplotlib (the extra `plots`): Figures 1 to 4."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dpexact.report.pyplot import pyplot, save

if TYPE_CHECKING:
    from pathlib import Path

    from dpexact.gradual_release.figures import Figure

PALETTE = ("#2166ac", "#b2182b", "#1b7837", "#e08214")
LINES = ("-", "--", "-.", (0, (5, 1)))
SOURCE = (
    "of Koufogiannis, Han and Pappas, “Gradual Release of Sensitive Data under Differential Privacy” (October 15, 2018)"
)


def draw_paths(figure: Figure, path: Path) -> None:
    """Draw arctan V_eps over eps: level pieces where a path stays, thin lines where it jumps.

    Guarantee: none. Raises: DPExactError without matplotlib; the same of the others here.
    """
    drawing, axes = _axes(figure)
    levels = [row[0] for row in figure.rows]
    for i, (color, line) in enumerate(zip(PALETTE, LINES, strict=True), start=1):
        heights = [math.atan(row[i]) for row in figure.rows]
        axes.step(levels, heights, where="post", color=color, linewidth=0.5, alpha=0.6)
        pieces = [(j, k) for j, k in _pieces(heights) if j < len(levels) - 1]
        ends = [levels[min(k, len(levels) - 1)] for _, k in pieces]
        axes.hlines(
            [heights[j] for j, _ in pieces],
            [levels[j] for j, _ in pieces],
            ends,
            color=color,
            linestyle=line,
            linewidth=1.8,
            label=figure.columns[i],
        )
    axes.set_xscale("log")
    axes.set_yticks([-math.pi / 2, 0, math.pi / 2], ["-π/2", "0", "π/2"])
    axes.set_xlabel("ε")
    axes.set_ylabel("arctan of the noise")
    _save(drawing, axes, figure, path)


def draw_densities(figure: Figure, path: Path) -> None:
    """Draw the columns as curves over the first one, and atoms as arrows whose heights are their probabilities."""
    drawing, axes = _axes(figure)
    abscissa = [row[0] for row in figure.rows]
    for i, (name, color, line) in enumerate(zip(figure.columns[1:], PALETTE, LINES, strict=False), start=1):
        axes.plot(abscissa, [row[i] for row in figure.rows], color=color, linestyle=line, label=name)
    for i, ((place, atom), color) in enumerate(zip(figure.atoms, PALETTE, strict=False)):
        arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "linestyle": LINES[i], "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", xy=(place, atom), xytext=(place, 0), arrowprops=arrow)
        axes.plot([], [], color=color, linewidth=3, label=f"atom {atom:.4f} at {place:.4g}")
    axes.set_xlabel(figure.columns[0])
    axes.set_ylabel("density")
    axes.set_ylim(bottom=0)
    _save(drawing, axes, figure, path)


def _pieces(values: list[float]) -> list[tuple[int, int]]:
    """The runs [j, k) of equal values."""
    starts = [j for j, value in enumerate(values) if j == 0 or value != values[j - 1]]
    return list(zip(starts, [*starts[1:], len(values)], strict=True))


def _axes(figure: Figure) -> tuple[Any, Any]:
    drawing, axes = pyplot().subplots(figsize=(7.5, 5.2))
    axes.set_title(figure.title)
    return drawing, axes


def _save(drawing: Any, axes: Any, figure: Figure, path: Path) -> None:
    axes.legend(fontsize="small")
    axes.grid(visible=True, linewidth=0.3)
    save(drawing, path, f"{figure.title.partition(':')[0]} {SOURCE}", figure.caption, values="floats")
