"""Compute and draw the figures of the count-query paper.

Where the curves of a figure are computed: on a grid, and between its points wherever a curve bends.

The data of Figures 1 to 4 of the count-query paper: its curves, the exact ones and the optimal ones, point by point.

The paper does not print the D of its curves in Figures 2 and 3 (its text names D = 8); 4, 6 and 8 are taken here.

Figures as files: a CSV table of every point with its bounds, and a drawing by matplotlib (the extra `plots`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from dpexact.audit.paper import Drawing, csv_text
from dpexact.laws.discrete_gaussian_law import DiscreteGaussian, discrete_gaussian
from dpexact.numbers.enclosure import DECIDE_BITS, START_BITS, Enclosure, narrowed
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries.design import CountQueryDesign, printed_design
from dpexact.papers.count_queries.optimum import PrivacyGap, optimal_design, privacy_gap
from dpexact.report.pyplot import pyplot, save

Values = Sequence[Exact | Enclosure]
Curves = Callable[[Fraction], Sequence[Exact | Enclosure]]


DIGITS = 12


BEND = 0.01  # how far a curve may be from straight in the middle of two points, in decades


HALVINGS = 5  # of a step of the grid, at most


def bounds(value: Exact | Enclosure) -> tuple[str, str]:
    """Return decimals below and above the value; an enclosure is refined until they differ in the last digits only."""
    if isinstance(value, Exact):
        return value.decimal(DIGITS, "down"), value.decimal(DIGITS, "up")
    known = value.lower, value.upper
    lower, upper = known if _is_narrow(*known) else narrowed(value, 2 * START_BITS, DECIDE_BITS, _is_narrow)
    return exact(lower).decimal(DIGITS, "down"), exact(upper).decimal(DIGITS, "up")


def _is_narrow(lower: Fraction, upper: Fraction) -> bool:
    return bool((upper - lower) * 10**DIGITS <= abs(lower))


def sampled(grid: Iterable[Fraction], curves: Callable[[Fraction], Values]) -> Iterator[tuple[Fraction, Values]]:
    """Yield places with the values of all curves, in order: the grid, the middles of its steps, and more at kinks.

    A step is halved until every curve, drawn over a logarithmic axis, is straight in it, five times at most.
    """
    known: dict[Fraction, tuple[Values, list[float]]] = {}

    def at(x: Fraction) -> list[float]:
        if x not in known:
            values = curves(x)
            known[x] = values, [math.log10(max(float(bounds(value)[1]), 1e-300)) for value in values]
        return known[x][1]

    def fill(a: Fraction, b: Fraction, halvings: int) -> None:
        if not halvings:
            return
        middle = (a + b) / 2
        triples = zip(at(a), at(middle), at(b), strict=True)
        if any(abs(y - (left + right) / 2) > BEND for left, y, right in triples):
            fill(a, middle, halvings - 1)
            fill(middle, b, halvings - 1)

    places = list(grid)
    for a, b in pairwise(places):
        fill(a, b, HALVINGS)
    return ((x, known[x][0]) for x in sorted(known))


SUPPORTS = (4, 6, 8)


STEP = Fraction(1, 20)  # of epsilon


ETA_STEP = Fraction(1, 50)


FAR_STEP = Fraction(1, 4)


GAP_CURVES = ("Definition 2, (2D+1)δ~ as printed", "Definition 2, real δ", "optimal noise, δ")


GAUSSIANS = (
    "discrete Gaussian, parameter = variance",
    "discrete Gaussian, same variance",
    "(45) with σ² the variance",
)


COINCIDE = "Where the dashes run inside the wide curve, the two coincide."


@dataclass(frozen=True)
class Point:
    """One point of one curve: x is a rational, y an exact number or an enclosure."""

    panel: str
    curve: str
    x: Fraction
    y: Exact | Enclosure


@dataclass(frozen=True)
class Figure:
    """A figure as data: its name in the paper, what its axes show, and its points in the order of the curves.

    The y axis is logarithmic, but for the panels in `linear`. `seen` is a sentence on what is to be seen.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    points: tuple[Point, ...]
    linear: frozenset[str] = frozenset()
    seen: str = ""


def figures() -> Iterator[Figure]:
    """Yield Figures 1 to 4, one after the other.

    Guarantee: exact for designs, enclosure for the discrete Gaussian.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Figures 1-4.
    """
    yield figure_1()
    yield figure_2()
    yield figure_3()
    yield figure_4()


def drawings() -> Iterator[Drawing]:
    """Yield the same as files."""
    for figure in figures():
        yield Drawing(figure.name, partial(table, figure), partial(draw, figure))


def figure_1() -> Figure:
    """Return the noise at epsilon = 2.18, eta = 0.8, D = 6: Definition 2, the best over all events, two Gaussians."""
    ratio, reach = exp_of_epsilon("2.18"), 6
    printed, best = printed_design(ratio, "0.8", reach), optimal_design(ratio, "0.8", reach, events="all")
    laws: dict[str, Callable[[int], Exact | Enclosure]] = {
        "Definition 2": printed.noise.__getitem__,
        "optimal over all events": best.noise.__getitem__,
        GAUSSIANS[0]: discrete_gaussian(variance(printed)).probability,
        GAUSSIANS[1]: DiscreteGaussian.of_variance(variance(printed)).probability,
    }
    panels = ("linear", "logarithmic")
    points = (
        Point(panel, curve, Fraction(z), law(z))
        for panel in panels
        for curve, law in laws.items()
        for z in range(reach + 1)
    )
    title = "Noise for ε = 2.18, η = 0.8, D = 6"
    seen = (
        "Definition 2 gives the outcomes past 3 the probability 0 (open marks at the bottom of the logarithmic axis). "
        "The Gaussian whose parameter is this variance has another variance: the two differ already at z = 0 and 1."
    )
    return Figure("figure-1", title, "z", "probability of z", tuple(points), frozenset(panels[:1]), seen)


def figure_2() -> Figure:
    """Return delta against epsilon for eta = 0.5."""
    points = (
        point
        for reach in SUPPORTS
        for point in _gap_points(
            f"D = {reach}", _grid(STEP, Fraction(5), STEP), partial(_gap_of_epsilon, Fraction(1, 2), reach)
        )
    )
    seen = (
        "At η = 0.5 the printed δ is an upper bound of the real one. Above the grey line, δ = 1, it says nothing; "
        f"past the knee the optimal noise is better than Definition 2. {COINCIDE}"
    )
    return Figure("figure-2", "δ over all events, η = 0.5", "ε", "δ", tuple(points), seen=seen)


def figure_3() -> Figure:
    """Return delta against eta for epsilon = 1.1 and epsilon = 2.2."""
    points = (
        point
        for epsilon in (Fraction(11, 10), Fraction(11, 5))
        for reach in SUPPORTS
        for point in _gap_points(
            f"ε = {float(epsilon)}, D = {reach}",
            _grid(ETA_STEP, 1 - ETA_STEP, ETA_STEP),
            partial(_gap_of_eta, epsilon, reach),
        )
    )
    seen = (
        "For small η the real δ of Definition 2 lies above the printed bound (shaded): there less privacy is kept than "
        f"promised. {COINCIDE}"
    )
    return Figure("figure-3", "δ over all events", "η", "δ", tuple(points), seen=seen)


def figure_4() -> Figure:
    """Return delta against epsilon for eta = 0.5, D = 6, with the discrete Gaussian in every reading of the text."""
    near, far = _grid(STEP, Fraction(5), STEP), _grid(Fraction(1), Fraction(25), FAR_STEP)
    points = (
        point
        for panel, epsilons in (("practical ε", near), ("large ε", far))
        for point in _curve_points(panel, (*GAP_CURVES, *GAUSSIANS), epsilons, _comparison)
    )
    seen = (
        "The readings of the discrete Gaussian lie on each other (dotted, dashed and thin), but with the variance in "
        "place of the parameter (45) says less just before the jumps, and is negative there (triangles at the bottom). "
        "For large ε the Gaussian has the smaller δ."
    )
    return Figure("figure-4", "Design and discrete Gaussian, η = 0.5, D = 6", "ε", "δ", tuple(points), seen=seen)


def variance(design: CountQueryDesign) -> Exact:
    """Return the variance of the noise of a design, (1 - eta) sum of i^2 alpha_i."""
    return sum((z * z * probability for z, probability in design.noise.items()), start=exact(0))


def _gap_points(panel: str, grid: Iterable[Fraction], gap: Callable[[Fraction], PrivacyGap]) -> Iterator[Point]:
    return _curve_points(panel, GAP_CURVES, grid, lambda x: _three(gap(x)))


def _curve_points(panel: str, curves: Sequence[str], grid: Iterable[Fraction], values: Curves) -> Iterator[Point]:
    for x, found in sampled(grid, values):
        for curve, value in zip(curves, found, strict=True):
            yield Point(panel, curve, x, value)


def _gap_of_epsilon(eta: Fraction, reach: int, epsilon: Fraction) -> PrivacyGap:
    return privacy_gap(exp_of_epsilon(epsilon), eta, reach)


def _gap_of_eta(epsilon: Fraction, reach: int, eta: Fraction) -> PrivacyGap:
    return privacy_gap(exp_of_epsilon(epsilon), eta, reach)


def _three(gap: PrivacyGap) -> tuple[Exact, Exact, Exact]:
    return gap.printed, gap.real, gap.optimal


def _comparison(epsilon: Fraction) -> Sequence[Exact | Enclosure]:
    ratio, eta, reach = exp_of_epsilon(epsilon), Fraction(1, 2), 6
    spread = variance(printed_design(ratio, eta, reach))
    loose, matched = discrete_gaussian(spread), DiscreteGaussian.of_variance(spread)
    gaussians = (loose.tight_delta(ratio), matched.tight_delta(ratio), matched.equation_45(ratio, spread))
    return *_three(privacy_gap(ratio, eta, reach)), *gaussians


def _grid(first: Fraction, last: Fraction, step: Fraction) -> Iterable[Fraction]:
    return (first + i * step for i in range((last - first) // step + 1))


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
    """Return the points as CSV: panel, curve, x, exact, lower, upper.

    `exact` is the value as `exact` reads it, empty where there is no closed form; `lower` and `upper` are decimals that
    enclose it, to 12 significant digits rounded outwards.

    Guarantee: enclosure.
    """
    shown = (str(point.y) if isinstance(point.y, Exact) else "" for point in figure.points)
    rows = ((point.panel, point.curve, str(point.x), next(shown), *bounds(point.y)) for point in figure.points)
    return csv_text(("panel", "curve", figure.x_label, "exact", "lower", "upper"), rows)


def draw(figure: Figure, path: Path) -> None:
    """Draw the figure; the suffix of the path, .svg or .png, says how.

    Guarantee: none; the curves are drawn from floats near the values of the table.
    Raises: DPExactError without matplotlib.
    """
    panels = list(dict.fromkeys(point.panel for point in figure.points))
    across = min(ACROSS, len(panels))
    down = -(-len(panels) // across)
    size = (1.5 + 4.2 * across, 2.1 + 3.3 * down) if len(panels) > 1 else (7.5, 6)
    sharey = "row" if across >= ACROSS else False
    drawing, axes = pyplot().subplots(down, across, figsize=size, squeeze=False, sharey=sharey)
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


def _draw_outcomes(axes: Any, number: int, curve: str, points: Sequence[Point], shift: float) -> None:
    """Draw a probability function: a mark on a stem for each outcome, beside those of the other laws, not joined."""
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
    """Return a power of ten well below the smallest probability that is not 0."""
    smallest = min(y for points in curves for y in _coordinates(points)[1] if y > 0)
    return float(smallest / 1000)


def _mark_below_zero(axes: Any, places: Sequence[float], curve: str) -> None:
    """Mark what a logarithmic axis cannot show: open marks at the bottom where a curve is negative."""
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
    """Return floats to draw from."""
    return [float(point.x) for point in points], [float(bounds(point.y)[1]) for point in points]
