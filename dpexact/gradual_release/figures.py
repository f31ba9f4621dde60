"""Figures 1 to 4 as data: sample paths, staircase and Laplace density, the kernel (25), the chain of levels."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from dpexact.gradual_release.process import sample_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    rows = tuple((float(level), *values) for level, *values in zip(LEVELS, *samples, strict=True))
    columns = ("epsilon", *(f"path {i + 1}" for i in range(PATHS)))
    caption = (
        f"{PATHS} paths at {len(LEVELS)} levels. A path stays, then jumps: 2 ln 10 = 4.6 times in a decade of ε on "
        "average. The noise is large at small ε and goes to 0 at large ε."
    )
    return Figure("gradual-release-figure-1", "Figure 1: paths of the process", caption, columns, rows)


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
    caption = (
        "The staircase falls by e^-ε at each stair: differentially private at distance 1. The jumps are why it is not "
        "Lipschitz private; the Laplace density has none."
    )
    return Figure("gradual-release-figure-2", title, caption, ("v", "staircase", "Laplace"), rows)


def kernel() -> Figure:
    """Figure 3: (25) at epsilon_1 = 1, epsilon_2 = 2, V_1 = 1: the density and the atom."""
    density, atom = relaxing_density(EPS1, EPS2, GIVEN)
    rows = tuple((y, density(y)) for y in _grid(3, 1200))
    caption = (
        f"V₂ stays at V₁ = 1 with probability {atom:.4f} (the arrow, whose height is that); else it has the density, "
        "whose integral is the rest. The peak is at 0."
    )
    title = "Figure 3: V₂ given V₁ = 1, ε₁ = 1, ε₂ = 2"
    return Figure("gradual-release-figure-3", title, caption, ("y", "density"), rows, ((GIVEN, atom),))


def chain() -> Figure:
    """Figure 4: four levels, one after another; the law of the next value, given the last one on one path."""
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
    """What makes Figures 1 to 4, in order."""
    return (paths, staircase, kernel, chain)


def relaxing_density(a: float, b: float, x: float) -> tuple[Callable[[float], float], float]:
    """The density part of (25) as a function of y, and the atom at x."""

    def density(y: float) -> float:
        return (b * b - a * a) / (2 * b) * math.exp(-a * abs(y - x) - b * abs(y) + a * abs(x))

    return density, a / b * math.exp(-(b - a) * abs(x))


def _grid(size: float, count: int) -> Sequence[float]:
    return [size * (2 * i / count - 1) for i in range(count + 1)]
