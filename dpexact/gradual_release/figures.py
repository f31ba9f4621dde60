"""Figures 1 to 4 as data: sample paths, staircase and Laplace density, the kernel (25), the chain of levels."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from dpexact.gradual_release.process import sample_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Row = tuple[float, ...]

SEED = 12
PATHS = 4
LEVELS = tuple(10 ** (i / 100 - 2) for i in range(401))  # 0.01, ..., 100
EPS1, EPS2 = 1, 2  # the caption of Figure 3
GIVEN = 1.0  # x of Figure 3, which the caption leaves open
STAIRS_EPSILON = 1.0  # of Figure 2, which the caption leaves open
CHAIN = (0.5, 1.0, 2.0, 4.0)  # of Figure 4
DIGITS = 12


@dataclass(frozen=True)
class Figure:
    """The data of a figure: columns of floats, the first one the abscissa.

    Guarantee: none; floats, 12 digits, for drawing.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def table(self) -> str:
        """The rows as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow(f"{value:.{DIGITS}g}" for value in row)
        return text.getvalue()


def paths() -> Figure:
    """Figure 1: paths of V_eps on 401 levels from 0.01 to 100; the seed is fixed."""
    rng = Random(SEED)  # noqa: S311 - a picture
    samples = [sample_path(LEVELS, rng) for _ in range(PATHS)]
    rows = tuple((level, *values) for level, *values in zip(LEVELS, *samples, strict=True))
    columns = ("epsilon", *(f"path {i + 1}" for i in range(PATHS)))
    return Figure("gradual-release-figure-1", "Figure 1: paths of the process", columns, rows)


def staircase() -> Figure:
    """Figure 2: the staircase density at epsilon = 1 with its stair at 1/(1 + e^(epsilon/2)), and the Laplace one."""
    epsilon = STAIRS_EPSILON
    stair = 1 / (1 + math.exp(epsilon / 2))
    decay = math.exp(-epsilon)
    height = (1 - decay) / (2 * (stair + decay * (1 - stair)))

    def density(v: float) -> float:
        whole, rest = divmod(abs(v), 1)
        return height * math.exp(-epsilon * (whole + (rest >= stair)))

    rows = tuple((v, density(v), epsilon / 2 * math.exp(-epsilon * abs(v))) for v in _grid(4, 1600))
    title = "Figure 2: staircase and Laplace noise, ε = 1"
    return Figure("gradual-release-figure-2", title, ("v", "staircase", "Laplace"), rows)


def kernel() -> Figure:
    """Figure 3: the density part of (25) at epsilon_1 = 1, epsilon_2 = 2, V_1 = 1; the atom is in the title."""
    density, atom = relaxing_density(EPS1, EPS2, GIVEN)
    title = f"Figure 3: V₂ given V₁ = 1, ε₁ = 1, ε₂ = 2; atom {atom:.4f} at 1"
    rows = tuple((y, density(y)) for y in _grid(3, 1200))
    return Figure("gradual-release-figure-3", title, ("y", "density"), rows)


def chain() -> Figure:
    """Figure 4: four levels, one after another; the density of the next value, given the last one on one path."""
    values = sample_path(CHAIN, Random(SEED))  # noqa: S311 - a picture
    kernels = [relaxing_density(a, b, x)[0] for a, b, x in zip(CHAIN, CHAIN[1:], values, strict=False)]
    rows = tuple((y, *(density(y) for density in kernels)) for y in _grid(4, 800))
    columns = ("y", *(f"level {b} given {x:.4g}" for b, x in zip(CHAIN[1:], values, strict=False)))
    return Figure("gradual-release-figure-4", "Figure 4: each step needs the last value only", columns, rows)


def figures() -> tuple[Callable[[], Figure], ...]:
    """What makes Figures 1 to 4, in order."""
    return (paths, staircase, kernel, chain)


def relaxing_density(a: float, b: float, x: float) -> tuple[Callable[[float], float], float]:
    """The density part of (25) as a function of y, and the atom at x."""

    def density(y: float) -> float:
        return (b * b - a * a) / (2 * b) * math.exp(-a * abs(y - x) - b * abs(y) + a * abs(x))

    return density, a / b * math.exp(-(b - a) * abs(x))


def _grid(size: float, count: int) -> Sequence[float]:
    return [size * (2 * i / count - 1) for i in range(count + 1)]
