"""Figures 1 to 4 of the gradual release paper, sample paths, two densities, the kernel (25), the chain of levels."""

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
from dpexact.report.pyplot import BLUE, DIGITS, GREEN, ORANGE, RED, drawn

Values = tuple[float, ...]

SEED = 12
PATHS = 4
LEVELS = tuple(Fraction(round(10 ** (i / 100 + 4)), 10**6) for i in range(401))  # 0.01, ..., 100, to six decimals
EPS1, EPS2 = 1, 2  # the caption of Figure 3
GIVEN = 1.0  # x of Figure 3, which the caption leaves open
STAIRS_EPSILON = 1.0  # of Figure 2, which the caption leaves open
CHAIN = (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))  # of Figure 4
CHAIN_SEED = 37  # a path that changes at each of them
PALETTE = (BLUE, RED, GREEN, ORANGE)
LINES = ("-", "--", "-.", (0, (5, 1)))
SOURCE = (
    "of Koufogiannis, Han and Pappas, “Gradual Release of Sensitive Data under Differential Privacy” (October 15, 2018)"
)


@dataclass(frozen=True)
class FloatFigure:
    """The data of a figure, columns of floats, the first one the abscissa, and the atom of each law that has one.

    `atoms` has one (place, probability) for each column after the first, or is empty. `caption` describes the picture.

    Nothing is guaranteed, since these are floats of 12 digits for drawing.
    """

    number: int
    title: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[Values, ...]
    atoms: tuple[tuple[float, float], ...] = ()

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"gradual-release-figure-{self.number}"

    def table(self) -> str:
        """Return the rows as CSV."""
        return csv_text(self.columns, ((f"{value:.{DIGITS}g}" for value in row) for row in self.rows))

    def drawn(self, path: Path) -> Any:
        """Give axes with the title, and write the figure when they are drawn on."""
        title = f"Figure {self.number}: {self.title}"
        source, canvas = f"Figure {self.number} {SOURCE}", {"figsize": (7.5, 5.2), "subplot_kw": {"title": title}}
        return drawn(path, source, self.caption, values="floats", **canvas)


def paths() -> FloatFigure:
    """Compute Figure 1, paths of V_eps on 401 levels from 0.01 to 100, from a fixed seed."""
    rng = Random(SEED)  # noqa: S311 - a picture
    samples = [sample_path(LEVELS, rng) for _ in range(PATHS)]
    rows = tuple((float(level), *values) for level, *values in zip(LEVELS, *samples, strict=True))
    columns = ("epsilon", *(f"path {i + 1}" for i in range(PATHS)))
    caption = (
        f"{PATHS} paths at {len(LEVELS)} levels. A path stays, then jumps: 2 ln 10 = 4.6 times in a decade of ε on "
        "average. The noise is large at small ε and goes to 0 at large ε."
    )
    return FloatFigure(1, "paths of the process", caption, columns, rows)


def staircase() -> FloatFigure:
    """Compute Figure 2, the staircase density at epsilon = 1, stair at 1/(1 + e^(epsilon/2)), and the Laplace one."""
    epsilon = STAIRS_EPSILON
    stair = 1 / (1 + math.exp(epsilon / 2))
    decay = math.exp(-epsilon)
    height = (1 - decay) / (2 * (stair + decay * (1 - stair)))

    def density(v: float) -> float:
        whole, rest = divmod(abs(v), 1)
        return height * math.exp(-epsilon * (whole + (rest >= stair)))

    rows = tuple((v, density(v), epsilon / 2 * math.exp(-epsilon * abs(v))) for v in _grid(4, 1600))
    caption = (
        "The staircase falls by e^-ε at each stair: differentially private at distance 1. The jumps are why it is not "
        "Lipschitz private; the Laplace density has none."
    )
    return FloatFigure(2, "staircase and Laplace noise, ε = 1", caption, ("v", "staircase", "Laplace"), rows)


def kernel() -> FloatFigure:
    """Compute Figure 3, (25) at epsilon_1 = 1, epsilon_2 = 2, V_1 = 1, the density and the atom."""
    density, atom = relaxing_density(EPS1, EPS2, GIVEN)
    rows = tuple((y, density(y)) for y in _grid(3, 1200))
    caption = (
        f"V₂ stays at V₁ = 1 with probability {atom:.4f} (the arrow, whose height is that); else it has the density, "
        "whose integral is the rest. The peak is at 0."
    )
    return FloatFigure(3, "V₂ given V₁ = 1, ε₁ = 1, ε₂ = 2", caption, ("y", "density"), rows, ((GIVEN, atom),))


def chain() -> FloatFigure:
    """Compute Figure 4, for each next one of four levels the law of its value given the last value on one path."""
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
    return FloatFigure(4, "each step needs the last value only", caption, columns, rows, atoms)


def figures() -> tuple[Callable[[], FloatFigure], ...]:
    """Return the functions that compute Figures 1 to 4, in order."""
    return (paths, staircase, kernel, chain)


def drawings() -> Iterator[Drawing]:
    """Yield the figures as files."""
    for compute in figures():
        figure, draw = compute(), draw_paths if compute is paths else draw_densities
        yield Drawing(figure.name, figure.table, partial(draw, figure))


def relaxing_density(a: float, b: float, x: float) -> tuple[Callable[[float], float], float]:
    """Return the density part of (25) as a function of y, and the atom at x."""

    def density(y: float) -> float:
        return (b * b - a * a) / (2 * b) * math.exp(-a * abs(y - x) - b * abs(y) + a * abs(x))

    return density, a / b * math.exp(-(b - a) * abs(x))


def _grid(size: float, count: int) -> Sequence[float]:
    return [size * (2 * i / count - 1) for i in range(count + 1)]


def draw_paths(figure: FloatFigure, path: Path) -> None:
    """Draw arctan V_eps over eps, with level pieces while a path stays and thin lines when it jumps.

    The guarantee and the errors are those of `dpexact.report.pyplot.drawn`.
    """
    levels = [row[0] for row in figure.rows]
    with figure.drawn(path) as axes:
        for i, (color, line) in enumerate(zip(PALETTE, LINES, strict=True), start=1):
            heights = [math.atan(row[i]) for row in figure.rows]
            axes.step(levels, heights, where="post", color=color, linewidth=0.5, alpha=0.6)
            pieces = [(j, min(k, len(levels) - 1)) for j, k in _pieces(heights) if j < len(levels) - 1]
            starts, ends, stays = zip(*((levels[j], levels[k], heights[j]) for j, k in pieces), strict=True)
            style = {"color": color, "linestyle": line, "linewidth": 1.8, "label": figure.columns[i]}
            axes.hlines(stays, starts, ends, **style)
        axes.set_xscale("log")
        axes.set_yticks([-math.pi / 2, 0, math.pi / 2], ["-π/2", "0", "π/2"])
        axes.set(xlabel="ε", ylabel="arctan of the noise")


def draw_densities(figure: FloatFigure, path: Path) -> None:
    """Draw the columns as curves over the first one, and atoms as arrows whose heights are their probabilities."""
    abscissa, *curves = zip(*figure.rows, strict=True)
    with figure.drawn(path) as axes:
        for name, heights, color, line in zip(figure.columns[1:], curves, PALETTE, LINES, strict=False):
            axes.plot(abscissa, heights, color=color, linestyle=line, label=name)
        for (place, atom), color, line in zip(figure.atoms, PALETTE, LINES, strict=False):
            arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2, "linestyle": line, "shrinkA": 0, "shrinkB": 0}
            axes.annotate("", xy=(place, atom), xytext=(place, 0), arrowprops=arrow)
            axes.plot([], [], color=color, linewidth=3, label=f"atom {atom:.4f} at {place:.4g}")
        axes.set(xlabel=figure.columns[0], ylabel="density")
        axes.set_ylim(bottom=0)


def _pieces(values: list[float]) -> list[tuple[int, int]]:
    """Return the runs [j, k) of equal values."""
    starts = [j for j, value in enumerate(values) if j == 0 or value != values[j - 1]]
    return list(zip(starts, [*starts[1:], len(values)], strict=True))
