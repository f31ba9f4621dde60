"""Figures 1 to 4 of the count-query paper, with curves of the optimal noise, on a grid that is finer at kinks.

The paper does not print the D of its curves in Figures 2 and 3 (its text names D = 8). 4, 6 and 8 are taken here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from pathlib import Path
from typing import Any, Literal

from dpexact.audit.paper import Drawing, csv_text
from dpexact.laws.discrete_gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact
from dpexact.papers.count_queries.design import optimal_design, printed_design, privacy_gap, variance
from dpexact.report.pyplot import BLUE, DIGITS, GREEN, ORANGE, PURPLE, RED, drawn

Values = Sequence[Exact | Enclosure]
Curves = Callable[[Fraction], Values]
Point = tuple[Fraction, Exact | Enclosure]
Panel = Mapping[str, Sequence[Point]]  # the points of each curve, from left to right

BEND = 0.01  # how far a curve may be from straight in the middle of two points, in decades
HALVINGS = 5  # of a step of the grid, at most
SUPPORTS = (4, 6, 8)
STEP = Fraction(1, 20)  # of epsilon
ETA_STEP = Fraction(1, 50)
FAR_STEP = Fraction(1, 4)
HALF = Fraction(1, 2)
GAP_CURVES = ("Definition 2, (2D+1)δ~ as printed", "Definition 2, real δ", "optimal noise, δ")
GAUSSIANS = ("discrete Gaussian, parameter = variance", "discrete Gaussian, same variance", "(45) with σ² the variance")
COINCIDE = "Where the dashes run inside the wide curve, the two coincide."
PAPER = "Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)"
COLORS = (RED, BLUE, GREEN, "#000000", ORANGE, PURPLE)
LINES = ("-", "-", "--", ":", (0, (5, 1)), "-")
WIDTHS = (1.6, 4.5, 1.4, 4.0, 2.0, 0.7)  # a thin curve shows inside a wide one where the two coincide
ALPHAS = (1, 0.45, 1, 1, 1, 1)
MARKS = ("o", "s", "^", "x")
FINDING = "#f4a582"
SIDES: tuple[Literal["down", "up"], ...] = ("down", "up")  # to which a decimal is rounded
ACROSS = 3  # panels side by side
APART = 0.13  # of the marks of one outcome


@dataclass(frozen=True)
class Figure:
    """A figure as data, with its name in the paper, the labels of its axes, and its panels in order.

    The y axis is logarithmic, but for a panel of the name "linear". `seen` is a sentence on the things to be seen.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    panels: Mapping[str, Panel]
    seen: str


def figures() -> Iterator[Figure]:
    """Yield Figures 1 to 4. The answer is exact for designs, enclosure for the discrete Gaussian."""
    yield from (figure() for figure in (figure_1, figure_2, figure_3, figure_4))


def drawings() -> Iterator[Drawing]:
    """Yield the figures as files."""
    for figure in figures():
        yield Drawing(figure.name, partial(table, figure), partial(draw, figure))


def figure_1() -> Figure:
    """Return the noise at epsilon = 2.18, eta = 0.8, D = 6 of Definition 2, the best over all events, two Gaussians."""
    ratio, reach = exp_of_epsilon("2.18"), 6
    printed, best = printed_design(ratio, "0.8", reach), optimal_design(ratio, "0.8", reach, events="all")
    laws: dict[str, Callable[[int], Exact | Enclosure]] = {
        "Definition 2": printed.noise.__getitem__,
        "optimal over all events": best.noise.__getitem__,
        GAUSSIANS[0]: discrete_gaussian(variance(printed)).probability,
        GAUSSIANS[1]: DiscreteGaussian.of_variance(variance(printed)).probability,
    }
    curves = {curve: [(Fraction(z), law(z)) for z in range(reach + 1)] for curve, law in laws.items()}
    panels = dict.fromkeys(("linear", "logarithmic"), curves)
    title = "Noise for ε = 2.18, η = 0.8, D = 6"
    seen = (
        "Definition 2 gives the outcomes past 3 the probability 0 (open marks at the bottom of the logarithmic axis). "
        "The Gaussian whose parameter is this variance has another variance: the two differ already at z = 0 and 1."
    )
    return Figure("figure-1", title, "z", "probability of z", panels, seen)


def figure_2() -> Figure:
    """Return delta against epsilon for eta = 0.5."""
    epsilons = _grid(STEP, Fraction(5), STEP)
    gaps = {f"D = {reach}": partial(_gap, eta=HALF, reach=reach) for reach in SUPPORTS}
    panels = {name: _panel(GAP_CURVES, epsilons, gap) for name, gap in gaps.items()}
    seen = (
        "At η = 0.5 the printed δ is an upper bound of the real one. Above the grey line, δ = 1, it says nothing; "
        f"past the knee the optimal noise is better than Definition 2. {COINCIDE}"
    )
    return Figure("figure-2", "δ over all events, η = 0.5", "ε", "δ", panels, seen)


def figure_3() -> Figure:
    """Return delta against eta for epsilon = 1.1 and epsilon = 2.2."""
    etas = _grid(ETA_STEP, 1 - ETA_STEP, ETA_STEP)
    pairs = product((Fraction(11, 10), Fraction(11, 5)), SUPPORTS)
    gaps = {f"ε = {float(epsilon)}, D = {reach}": partial(_gap, epsilon, reach=reach) for epsilon, reach in pairs}
    panels = {name: _panel(GAP_CURVES, etas, gap) for name, gap in gaps.items()}
    seen = (
        "For small η the real δ of Definition 2 lies above the printed bound (shaded): there less privacy is kept than "
        f"promised. {COINCIDE}"
    )
    return Figure("figure-3", "δ over all events", "η", "δ", panels, seen)


def figure_4() -> Figure:
    """Return delta against epsilon for eta = 0.5, D = 6, with the discrete Gaussian in every reading of the text."""
    grids = {"practical ε": _grid(STEP, Fraction(5), STEP), "large ε": _grid(Fraction(1), Fraction(25), FAR_STEP)}
    panels = {name: _panel((*GAP_CURVES, *GAUSSIANS), grid, _comparison) for name, grid in grids.items()}
    seen = (
        "The readings of the discrete Gaussian lie on each other (dotted, dashed and thin), but with the variance in "
        "place of the parameter (45) says less just before the jumps, and is negative there (triangles at the bottom). "
        "For large ε the Gaussian has the smaller δ."
    )
    return Figure("figure-4", "Design and discrete Gaussian, η = 0.5, D = 6", "ε", "δ", panels, seen)


def _gap(epsilon: Fraction, eta: Fraction, reach: int) -> tuple[Exact, Exact, Exact]:
    gap = privacy_gap(exp_of_epsilon(epsilon), eta, reach)
    return gap.printed, gap.real, gap.optimal


def _comparison(epsilon: Fraction) -> Values:
    ratio, reach = exp_of_epsilon(epsilon), 6
    spread = variance(printed_design(ratio, HALF, reach))
    loose, matched = discrete_gaussian(spread), DiscreteGaussian.of_variance(spread)
    gaussians = (loose.tight_delta(ratio), matched.tight_delta(ratio), matched.equation_45(ratio, spread))
    return *_gap(epsilon, HALF, reach), *gaussians


def _grid(first: Fraction, last: Fraction, step: Fraction) -> list[Fraction]:
    return [first + i * step for i in range((last - first) // step + 1)]


def _panel(names: Sequence[str], grid: Sequence[Fraction], curves: Curves) -> Panel:
    rows = list(sampled(grid, curves))
    return {name: [(x, values[number]) for x, values in rows] for number, name in enumerate(names)}


def sampled(grid: Iterable[Fraction], curves: Curves) -> Iterator[tuple[Fraction, Values]]:
    """Yield places with the values of all curves, in order, at the grid, the middles of its steps, and more at kinks.

    A step is halved until every curve, drawn over a logarithmic axis, is straight in it, five times at most.
    """
    known: dict[Fraction, tuple[Values, list[float]]] = {}

    def at(x: Fraction) -> list[float]:
        if x not in known:
            values = curves(x)
            known[x] = values, [math.log10(max(float(value.decimal(DIGITS, "up")), 1e-300)) for value in values]
        return known[x][1]

    def fill(a: Fraction, b: Fraction, halvings: int) -> None:
        if not halvings:
            return
        middle = (a + b) / 2
        triples = zip(at(a), at(middle), at(b), strict=True)
        if any(abs(y - (left + right) / 2) > BEND for left, y, right in triples):
            fill(a, middle, halvings - 1)
            fill(middle, b, halvings - 1)

    for a, b in pairwise(grid):
        fill(a, b, HALVINGS)
    return ((x, known[x][0]) for x in sorted(known))


def table(figure: Figure) -> str:
    """Return the points as CSV with panel, curve, x, exact, lower, upper.

    `exact` is the value as `exact` reads it, or empty without a closed form. `lower` and `upper` are decimals that
    enclose it, to 12 significant digits rounded outwards.

    The answer is an enclosure.
    """
    rows = (
        (panel, curve, str(x), str(y) if isinstance(y, Exact) else "", *(y.decimal(DIGITS, side) for side in SIDES))
        for panel, curves in figure.panels.items()
        for curve, points in curves.items()
        for x, y in points
    )
    return csv_text(("panel", "curve", figure.x_label, "exact", "lower", "upper"), rows)


def draw(figure: Figure, path: Path) -> None:
    """Draw the panels of the figure under one legend. The guarantee and the errors are those of `drawn`."""
    across = min(ACROSS, len(figure.panels))
    down = -(-len(figure.panels) // across)
    size = (1.5 + 4.2 * across, 2.1 + 3.3 * down) if len(figure.panels) > 1 else (7.5, 6)
    canvas: dict[str, Any] = {"nrows": down, "ncols": across, "figsize": size, "squeeze": False}
    number = figure.name.rpartition("-")[2]
    canvas["sharey"] = "row" if across >= ACROSS else False
    with drawn(path, f"Figure {number} of {PAPER}", figure.seen, **canvas) as axes:
        labelled: dict[str, Any] = {}
        for panel, place in zip(figure.panels, axes.flat, strict=True):
            _draw_panel(place, panel, figure)
            handles, labels = place.get_legend_handles_labels()
            labelled |= dict(zip(labels, handles, strict=True))
        style = {"loc": "outside upper center", "fontsize": "small", "frameon": False}
        columns, title = min(len(labelled), across), f"Figure {number}. {figure.title}"
        axes.flat[0].figure.legend(labelled.values(), labelled.keys(), ncols=columns, title=title, **style)


def _draw_panel(axes: Any, panel: str, figure: Figure) -> None:
    linear = panel == "linear"
    axes.set_yscale("linear" if linear else "log")
    if figure.x_label == "z":
        _draw_laws(axes, figure.panels[panel], linear=linear)
    else:
        _draw_curves(axes, figure.panels[panel])
    axes.set_title(panel, fontsize="medium")
    axes.set_xlabel(figure.x_label)
    if axes.get_subplotspec().is_first_col():
        axes.set_ylabel(figure.y_label)


def _draw_laws(axes: Any, curves: Panel, *, linear: bool) -> None:
    """Draw probability functions by a mark on a stem for each outcome, beside those of the other laws, not joined."""
    for number, (curve, points) in enumerate(curves.items()):
        shift, mark = (number - (len(curves) - 1) / 2) * APART, (MARKS[number],)
        heights = [(x + shift, y) for x, y in zip(*_coordinates(points), strict=True) if y > 0 or linear]
        places, tops = [x for x, _ in heights], [y for _, y in heights]
        axes.plot(places, tops, *mark, color=COLORS[number], markersize=6, label=curve)
        axes.vlines(places, 0 if linear else 1e-300, tops, color=COLORS[number], linewidth=1)
        if not linear:  # a probability of 0: an open mark at the bottom
            _mark_bottom(axes, [float(x) + shift for x, y in points if y == 0], *mark, COLORS[number])
    smallest = min(y for points in curves.values() for y in _coordinates(points)[1] if y > 0)
    axes.set_ylim(0 if linear else smallest / 1000, None if linear else 5)


def _draw_curves(axes: Any, curves: Panel) -> None:
    """Draw the curves, marks for values that a logarithmic axis cannot show, the finding, and a line for delta = 1."""
    styles = zip(COLORS, LINES, WIDTHS, ALPHAS, strict=True)
    for (curve, points), (color, line, width, alpha) in zip(curves.items(), styles, strict=False):
        places, heights = _coordinates(points)
        positive = [y if y > 0 else math.nan for y in heights]
        axes.plot(places, positive, label=curve, color=color, linestyle=line, linewidth=width, alpha=alpha)
        negative = [x for x, y in zip(places, heights, strict=True) if y < 0]
        if negative:
            _mark_bottom(axes, negative, "v", COLORS[-1], markersize=6, label=f"{curve}: negative")
    _mark_finding(axes, curves)
    axes.axhline(1, color="grey", linewidth=0.6)  # a delta of 1 says nothing


def _mark_bottom(axes: Any, places: Sequence[float], mark: str, color: str, **style: Any) -> None:
    """Put open marks at the bottom, for values that a logarithmic axis cannot show."""
    bottom = axes.get_xaxis_transform()
    axes.plot(places, [0.03] * len(places), mark, color=color, fillstyle="none", transform=bottom, **style)


def _mark_finding(axes: Any, curves: Panel) -> None:
    """Shade the places at which the real delta lies above the printed bound, decided exactly, point by point."""
    printed, real = (curves.get(curve, []) for curve in GAP_CURVES[:2])
    above = [low < high for (_, low), (_, high) in zip(printed, real, strict=True)]
    if any(above):
        (places, low), (_, high) = _coordinates(printed), _coordinates(real)
        style = {"color": FINDING, "alpha": 0.7, "linewidth": 0, "label": "real δ above the printed bound"}
        axes.fill_between(places, low, high, where=above, **style)


def _coordinates(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    """Return floats to draw from."""
    return [float(x) for x, _ in points], [float(y.decimal(DIGITS, "up")) for _, y in points]
