"""The data of Figures 1 to 4 of the count-query paper: its curves, the exact ones and the optimal ones, point by point.

The paper does not print the D of its curves in Figures 2 and 3 (its text names D = 8); 4, 6 and 8 are taken here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from dpexact.count_queries.design import CountQueryDesign, printed_design
from dpexact.count_queries.gap import PrivacyGap, privacy_gap
from dpexact.count_queries.gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.count_queries.optimum import optimal_design
from dpexact.count_queries.sampling import sampled
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from dpexact.numbers.enclosure import Enclosure

    Curves = Callable[[Fraction], Sequence[Exact | Enclosure]]

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
    """Delta against epsilon for eta = 0.5."""
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
    """Delta against eta for epsilon = 1.1 and epsilon = 2.2."""
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
    """Delta against epsilon for eta = 0.5, D = 6, with the discrete Gaussian in every reading of the text."""
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
    """The variance of the noise of a design, (1 - eta) sum of i^2 alpha_i."""
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
