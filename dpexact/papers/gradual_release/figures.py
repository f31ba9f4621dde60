"""Compute and draw the figures of the gradual release paper.

Figures 1 to 4 as data: sample paths, staircase and Laplace density, the kernel (25), the chain of levels.

Drawings by matplotlib (the extra `plots`): Figures 1 to 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from dpexact.audit.paper import Drawing, csv_text
from dpexact.papers.gradual_release.process import sample_path
from dpexact.report.pyplot import pyplot, save

Row = tuple[float, ...]


SEED = 12


PATHS = 4


LEVELS = tuple(Fraction(round(10 ** (i / 100 + 4)), 10**6) for i in range(401))  # 0.01, ..., 100, to six decimals


EPS1, EPS2 = 1, 2  # the caption of Figure 3


GIVEN = 1.0  # x of Figure 3, which the caption leaves open


STAIRS_EPSILON = 1.0  # of Figure 2, which the caption leaves open


CHAIN = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))  # of Figure 4


CHAIN_SEED = 37  # a path that changes at each of them


DIGITS = 12
PALETTE = ("#2166ac", "#b2182b", "#1b7837", "#e08214")
LINES = ("-", "--", "-.", (0, (5, 1)))
SIZE = (7.5, 5.2)  # inches
SOURCE = (
    "of Koufogiannis, Han and Pappas, “Gradual Release of Sensitive Data under Differential Privacy” (October 15, 2018)"
)


@dataclass(frozen=True)
class Figure:
    """The data of a figure: columns of floats, the first one the abscissa; the atom of a law, if a column has one.

    `atoms` has one (place, probability) for each column after the first, or is empty; `caption` says what is to be
    seen.

    Guarantee: none; floats, 12 digits, for drawing.
    """

    name: str
    title: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    atoms: tuple[tuple[float, float], ...] = ()

    def table(self) -> str:
        """Return the rows as CSV."""
        return csv_text(self.columns, ((f"{value:.{DIGITS}g}" for value in row) for row in self.rows))


def paths() -> Figure:
    """Compute Figure 1: paths of V_eps on 401 levels from 0.01 to 100; the seed is fixed."""
    rng = Random(SEED)  # noqa: S311 - a picture
    samples = [sample_path(LEVELS, rng) for _ in range(PATHS)]
    rows = tuple((float(level), *values) for level, *values in zip(LEVELS, *samples, strict=True))
    columns = ("epsilon", *(f"path {i + 1}" for i in range(PATHS)))
    caption = (
        f"{PATHS} paths at {len(LEVELS)} levels. A path stays, then jumps: 2 ln 10 = 4.6 times in a decade of ε on "
        "average. The noise is large at small ε and goes to 0 at large ε."
    )
    return Figure("gradual-release-figure-1", "Figure 1: paths of the process", caption, columns, rows)


def staircase() -> Figure:
    """Compute Figure 2: the staircase density at epsilon = 1, stair at 1/(1 + e^(epsilon/2)), and the Laplace one."""
    epsilon = STAIRS_EPSILON
    stair = 1 / (1 + math.exp(epsilon / 2))
    decay = math.exp(-epsilon)
    height = (1 - decay) / (2 * (stair + decay * (1 - stair)))

    def density(v: float) -> float:
        whole, rest = divmod(abs(v), 1)
        return height * math.exp(-epsilon * (whole + (rest >= stair)))

    rows = tuple((v, density(v), epsilon / 2 * math.exp(-epsilon * abs(v))) for v in _grid(4, 1600))
    title = "Figure 2: staircase and Laplace noise, ε = 1"
    caption = (
        "The staircase falls by e^-ε at each stair: differentially private at distance 1. The jumps are why it is not "
        "Lipschitz private; the Laplace density has none."
    )
    return Figure("gradual-release-figure-2", title, caption, ("v", "staircase", "Laplace"), rows)


def kernel() -> Figure:
    """Compute Figure 3: (25) at epsilon_1 = 1, epsilon_2 = 2, V_1 = 1: the density and the atom."""
    density, atom = relaxing_density(EPS1, EPS2, GIVEN)
    rows = tuple((y, density(y)) for y in _grid(3, 1200))
    caption = (
        f"V₂ stays at V₁ = 1 with probability {atom:.4f} (the arrow, whose height is that); else it has the density, "
        "whose integral is the rest. The peak is at 0."
    )
    title = "Figure 3: V₂ given V₁ = 1, ε₁ = 1, ε₂ = 2"
    return Figure("gradual-release-figure-3", title, caption, ("y", "density"), rows, ((GIVEN, atom),))


def chain() -> Figure:
    """Compute Figure 4: four levels, one after another; the law of the next value, given the last one on one path."""
    values = sample_path(CHAIN, Random(CHAIN_SEED))  # noqa: S311 - a picture
    steps = list(zip(CHAIN, CHAIN[1:], values, strict=False))
    kernels = [relaxing_density(float(a), float(b), x) for a, b, x in steps]
    grid = sorted({*_grid(4, 800), *values[:-1]})
    rows = tuple((y, *(density(y) for density, _ in kernels)) for y in grid)
    columns = ("y", *(f"V at ε = {b}, given {x:.4g} at ε = {a}" for a, b, x in steps))
    caption = (
        "The paper draws the chain of levels; here the law of each next value on one path, given the last value only: "
        "a density and an atom (an arrow, its height the probability of no change)."
    )
    atoms = tuple((x, atom) for (_, _, x), (_, atom) in zip(steps, kernels, strict=True))
    return Figure(
        "gradual-release-figure-4", "Figure 4: each step needs the last value only", caption, columns, rows, atoms
    )


def figures() -> tuple[Callable[[], Figure], ...]:
    """Return what makes Figures 1 to 4, in order."""
    return (paths, staircase, kernel, chain)


def drawings() -> Iterator[Drawing]:
    """Yield the same as files."""
    drawers = (draw_paths, draw_densities, draw_densities, draw_densities)
    for make, draw in zip(figures(), drawers, strict=True):
        figure = make()
        yield Drawing(figure.name, figure.table, partial(draw, figure))


def relaxing_density(a: float, b: float, x: float) -> tuple[Callable[[float], float], float]:
    """Return the density part of (25) as a function of y, and the atom at x."""

    def density(y: float) -> float:
        return (b * b - a * a) / (2 * b) * math.exp(-a * abs(y - x) - b * abs(y) + a * abs(x))

    return density, a / b * math.exp(-(b - a) * abs(x))


def _grid(size: float, count: int) -> Sequence[float]:
    return [size * (2 * i / count - 1) for i in range(count + 1)]


def draw_paths(figure: Figure, path: Path) -> None:
    """Draw arctan V_eps over eps: level pieces where a path stays, thin lines where it jumps.

    Guarantee: none. Raises: DPExactError without matplotlib; the same of the others here.
    """
    drawing, axes = pyplot().subplots(figsize=SIZE)
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
    drawing, axes = pyplot().subplots(figsize=SIZE)
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
    """Return the runs [j, k) of equal values."""
    starts = [j for j, value in enumerate(values) if j == 0 or value != values[j - 1]]
    return list(zip(starts, [*starts[1:], len(values)], strict=True))


def _save(drawing: Any, axes: Any, figure: Figure, path: Path) -> None:
    axes.set_title(figure.title)
    save(drawing, path, f"{figure.title.partition(':')[0]} {SOURCE}", figure.caption, values="floats")
