"""Drawings by matplotlib (the extra `plots`): Figures 1 to 4."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dpexact.gradual_release.figures import EPS1, EPS2, GIVEN, relaxing_density
from dpexact.report.pyplot import pyplot

if TYPE_CHECKING:
    from pathlib import Path

    from dpexact.gradual_release.figures import Figure

PALETTE = ("#2166ac", "#b2182b", "#1b7837", "#e08214")


def draw_paths(figure: Figure, path: Path) -> None:
    """Draw arctan V_eps over eps, as steps: the paths change a few times in each decade.

    Guarantee: none. Raises: DPExactError without matplotlib; the same of the others here.
    """
    drawing, axes = _axes(figure)
    levels = [row[0] for row in figure.rows]
    for i, color in enumerate(PALETTE, start=1):
        axes.step(
            levels, [math.atan(row[i]) for row in figure.rows], where="post", color=color, label=figure.columns[i]
        )
    axes.set_xscale("log")
    axes.set_yticks([-math.pi / 2, 0, math.pi / 2], ["-π/2", "0", "π/2"])
    axes.set_xlabel("ε")
    axes.set_ylabel("arctan of the noise")
    _save(drawing, axes, path)


def draw_densities(figure: Figure, path: Path) -> None:
    """Draw the columns as curves over the first one."""
    drawing, axes = _axes(figure)
    _curves(axes, figure)
    axes.set_ylabel("density")
    _save(drawing, axes, path)


def draw_kernel(figure: Figure, path: Path) -> None:
    """Draw the density, and the atom as an arrow whose height is its probability."""
    drawing, axes = _axes(figure)
    _curves(axes, figure)
    _, atom = relaxing_density(EPS1, EPS2, GIVEN)
    axes.annotate(
        "", xy=(GIVEN, atom), xytext=(GIVEN, 0), arrowprops={"arrowstyle": "-|>", "color": PALETTE[1], "linewidth": 2}
    )
    axes.plot([], [], color=PALETTE[1], linewidth=2, label="atom (its height is a probability)")
    axes.set_ylabel("density")
    _save(drawing, axes, path)


def _curves(axes: Any, figure: Figure) -> None:
    for i, (name, color) in enumerate(zip(figure.columns[1:], PALETTE, strict=False), start=1):
        axes.plot([row[0] for row in figure.rows], [row[i] for row in figure.rows], color=color, label=name)
    axes.set_xlabel(figure.columns[0])
    axes.set_ylim(bottom=0)


def _axes(figure: Figure) -> tuple[Any, Any]:
    drawing, axes = pyplot().subplots(figsize=(7.5, 4.5))
    axes.set_title(figure.title)
    return drawing, axes


def _save(drawing: Any, axes: Any, path: Path) -> None:
    axes.legend(fontsize="small")
    axes.grid(visible=True, linewidth=0.3)
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot().close(drawing)
