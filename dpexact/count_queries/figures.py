"""The data of Figures 1 to 4 of the count-query paper: its curves, the exact ones and the optimal ones, point by point.

The paper does not print the D of its curves in Figures 2 and 3 (its text names D = 8); 4, 6 and 8 are taken here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpexact.count_queries.design import CountQueryDesign, printed_design
from dpexact.count_queries.gap import privacy_gap
from dpexact.count_queries.gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.count_queries.optimum import optimal_design
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dpexact.numbers.enclosure import Enclosure

SUPPORTS = (4, 6, 8)
STEP = Fraction(1, 20)  # of epsilon
ETA_STEP = Fraction(1, 50)
GAP_CURVES = ("Definition 2, (2D+1)δ~ as printed", "Definition 2, real δ", "optimal noise, δ")


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

    The y axis is logarithmic, but for the panels in `linear`.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    points: tuple[Point, ...]
    linear: frozenset[str] = frozenset()


def figures() -> Iterator[Figure]:
    """Figures 1 to 4, one after the other.

    Guarantee: exact for designs, enclosure for the discrete Gaussian.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Figures 1-4.
    """
    yield figure_1()
    yield figure_2()
    yield figure_3()
    yield figure_4()


def figure_1() -> Figure:
    """The noise at epsilon = 2.18, eta = 0.8, D = 6: Definition 2, the best noise over all events, two Gaussians."""
    ratio, reach = exp_of_epsilon("2.18"), 6
    printed, best = printed_design(ratio, "0.8", reach), optimal_design(ratio, "0.8", reach, events="all")
    laws: dict[str, Callable[[int], Exact | Enclosure]] = {
        "Definition 2": printed.noise.__getitem__,
        "optimal over all events": best.noise.__getitem__,
        "discrete Gaussian, parameter = variance": discrete_gaussian(variance(printed)).probability,
        "discrete Gaussian, same variance": DiscreteGaussian.of_variance(variance(printed)).probability,
    }
    panels = ("linear", "logarithmic")
    points = (
        Point(panel, curve, Fraction(z), law(z))
        for panel in panels
        for curve, law in laws.items()
        for z in range(reach + 1)
    )
    title = "Noise for ε = 2.18, η = 0.8, D = 6"
    return Figure("figure-1", title, "z", "probability of z", tuple(points), frozenset(panels[:1]))


def figure_2() -> Figure:
    """Delta against epsilon for eta = 0.5."""
    points = (
        point
        for reach in SUPPORTS
        for epsilon in _grid(STEP, Fraction(5), STEP)
        for point in _gap_points(f"D = {reach}", reach, epsilon, Fraction(1, 2), epsilon)
    )
    return Figure("figure-2", "δ over all events, η = 0.5", "ε", "δ", tuple(points))


def figure_3() -> Figure:
    """Delta against eta for epsilon = 1.1 and epsilon = 2.2."""
    points = (
        point
        for epsilon in (Fraction(11, 10), Fraction(11, 5))
        for reach in SUPPORTS
        for eta in _grid(ETA_STEP, 1 - ETA_STEP, ETA_STEP)
        for point in _gap_points(f"ε = {float(epsilon)}, D = {reach}", reach, epsilon, eta, eta)
    )
    return Figure("figure-3", "δ over all events", "η", "δ", tuple(points))


def figure_4() -> Figure:
    """Delta against epsilon for eta = 0.5, D = 6, with the discrete Gaussian in every reading of the text."""
    near, far = _grid(STEP, Fraction(5), STEP), _grid(Fraction(1), Fraction(25), Fraction(1))
    panels = (("practical ε", near), ("large ε", far))
    points = (point for panel, epsilons in panels for epsilon in epsilons for point in _comparison(panel, epsilon))
    return Figure("figure-4", "Design and discrete Gaussian, η = 0.5, D = 6", "ε", "δ", tuple(points))


def variance(design: CountQueryDesign) -> Exact:
    """The variance of the noise of a design, (1 - eta) sum of i^2 alpha_i."""
    return sum((z * z * probability for z, probability in design.noise.items()), start=exact(0))


def _gap_points(panel: str, reach: int, epsilon: Fraction, eta: Fraction, x: Fraction) -> Iterator[Point]:
    gap = privacy_gap(exp_of_epsilon(epsilon), eta, reach)
    for curve, value in zip(GAP_CURVES, (gap.printed, gap.real, gap.optimal), strict=True):
        yield Point(panel, curve, x, value)


def _comparison(panel: str, epsilon: Fraction) -> Iterator[Point]:
    ratio, eta, reach = exp_of_epsilon(epsilon), Fraction(1, 2), 6
    gap, spread = privacy_gap(ratio, eta, reach), variance(printed_design(ratio, eta, reach))
    loose, matched = discrete_gaussian(spread), DiscreteGaussian.of_variance(spread)
    for curve, value in zip(GAP_CURVES, (gap.printed, gap.real, gap.optimal), strict=True):
        yield Point(panel, curve, epsilon, value)
    yield Point(panel, "discrete Gaussian, parameter = variance", epsilon, loose.tight_delta(ratio))
    yield Point(panel, "discrete Gaussian, same variance", epsilon, matched.tight_delta(ratio))
    yield Point(panel, "(45) with σ² the variance", epsilon, matched.equation_45(ratio, spread))


def _grid(first: Fraction, last: Fraction, step: Fraction) -> Iterable[Fraction]:
    return (first + i * step for i in range((last - first) // step + 1))
