"""Named noise as a composition needs it: the masses of both laws above a loss, and the points with a mass.

P is the law of the noise around the sensitivity, Q around 0. The loss l = log(dP/dQ) of an outcome does not fall as the
outcome rises. All numbers are balls at the current flint working precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flint import arb, arb_poly, ctx

from dpexact.laws.gaussian_sums import term, total
from dpexact.numbers.evaluate_balls import erfc_ball
from dpexact.numbers.exact import Exact

Both = tuple[arb, arb]  # the masses of Q and of P
Point = tuple[arb, arb, arb]  # a loss, and the masses of Q and of P
MAX_POINTS = 1 << 17
CIRCLE = 4.0  # radius of the circle on which a series is bounded, divided by the distance from 0
CLOSER = 6  # a series is used at most 2^-6 of the radius from its center, so that each term gives 6 bits
FEW_EDGES = 4  # of a series that is worth its terms


class _Noise:
    """A law of noise against itself shifted, by default with losses without a limit, no masses and no points."""

    def unit(self) -> arb | None:
        """Return the distance of neighboring losses, or None if the distances differ."""
        return None

    def largest(self) -> arb:
        """Return the largest loss."""
        return arb.pos_inf()

    def reach(self, bits: int) -> arb:
        """Return a bound that the absolute loss exceeds with a mass of at most 2^-bits, under both laws."""
        del bits
        return self.largest()

    def above(self, loss: arb) -> Both:
        """Return the masses of the outcomes, without those of `points`, whose loss is at least this."""
        del loss
        return arb(0), arb(0)

    def between(self, losses: list[arb]) -> list[Both]:
        """Return the masses between neighbors of these rising losses, without those of `points`."""
        ends = [self.above(loss) for loss in losses]
        return [(q - d, p - e) for (q, p), (d, e) in pairwise(ends)]

    def points(self, bits: int) -> list[Point]:
        """Return the points with a mass, sorted by loss, apart from masses of at most 2^-bits."""
        del bits
        return []


def normal_above(x: arb) -> arb:
    """Return the standard normal mass above a number or minus infinity."""
    return erfc_ball(x / arb(2).sqrt()) / 2 if x > 0 or x.is_finite() else arb(1)


def normal_masses(edges: list[arb]) -> list[arb]:
    """Return the standard normal masses between neighbors of these rising numbers, by a series for some at a time.

    The density at c + u is phi(c) times the sum of a_n u^n, a_0 = 1, a_1 = -c, a_(n+1) = -(c a_n + a_(n-1))/(n + 1).
    On the circle of radius r the sum is at most e^(|c| r + r^2/2). So by Cauchy the terms from N on are at most that
    times (R/r)^N / (1 - R/r), if |u| <= R.
    """
    found: list[arb] = []
    start, terms = 0, ctx.prec // CLOSER + 2
    while start < len(edges) - 1:
        first, end = edges[start], start + 1
        radius = CIRCLE / max(1.0, abs(float(first.mid()))) if first.is_finite() else 0.0
        while radius and end + 1 < len(edges) and bool(edges[end + 1] - first < 2 * radius / 2**CLOSER):
            end += 1
        if end - start < FEW_EDGES:
            found += [normal_above(x) - normal_above(y) for x, y in pairwise(edges[start : end + 1])]
            start = end
            continue
        middle = arb(((first + edges[end]) / 2).mid())
        far = abs(first - middle).max(abs(edges[end] - middle)) / radius
        rest = (abs(middle) * radius + arb(radius) ** 2 / 2).exp() * far**terms / (1 - far)
        series = [arb(1), -middle]
        for n in range(1, terms - 1):
            series.append(-(middle * series[n] + series[n - 1]) / (n + 1))
        sums = arb_poly([0, *(a / (n + 1) for n, a in enumerate(series))])
        density = (-middle * middle / 2).exp() / (2 * arb.pi()).sqrt()
        error = arb(0, rest.upper())
        ends = [edge - middle for edge in edges[start : end + 1]]
        values = [sums(u) for u in ends]
        found += [
            density * (b - a + (y - x) * error) for (a, b), (x, y) in zip(pairwise(values), pairwise(ends), strict=True)
        ]
        start = end
    return found


@dataclass(frozen=True)
class GaussianNoise(_Noise):
    """N(m, 1) against N(0, 1) for m = sensitivity/sigma, given by m^2, with the loss m x - m^2/2 at x."""

    squared: Exact

    def shift(self) -> arb:
        """Return m."""
        return self.squared.ball().sqrt()

    def reach(self, bits: int) -> arb:
        """Return a bound of the absolute loss.

        The loss is m z - m^2/2 for a standard normal z under Q, m z + m^2/2 under P, and P(|z| > t) <= e^(-t^2/2).
        """
        shift = self.shift()
        return shift * (2 * bits * arb.const_log2()).sqrt() + shift**2 / 2

    def above(self, loss: arb) -> Both:
        """Return the masses of all outcomes whose loss is at least this, which may be minus infinity."""
        shift = self.shift()
        place = loss / shift + shift / 2
        return normal_above(place), normal_above(place - shift)

    def between(self, losses: list[arb]) -> list[Both]:
        """Return the masses between neighbors of these losses."""
        shift = self.shift()
        edges = [loss / shift + shift / 2 for loss in losses]
        return list(zip(normal_masses(edges), normal_masses([edge - shift for edge in edges]), strict=True))


@dataclass(frozen=True)
class LaplaceNoise(_Noise):
    """Laplace noise of this scale. With t = sensitivity/scale the loss is t from t on, -t up to 0, and 2x - t between.

    The two ends have masses of their own, and `above` counts the outcomes between.
    """

    scale: Exact
    sensitivity: Exact

    def unit(self) -> arb:
        """Return the distance between the losses of both ends."""
        return 2 * self.largest()

    def largest(self) -> arb:
        """Return the largest loss, t."""
        return self.sensitivity.ball() / self.scale.ball()

    def above(self, loss: arb) -> Both:
        """Return the masses of the outcomes between the ends whose loss is at least this.

        From x = (loss + t)/2 in [0, t] on, Q has (e^-x - e^-t)/2 and P has (1 - e^(x-t))/2.
        """
        end = self.largest()
        place = ((loss + end) / 2).max(arb(0)).min(end)
        return ((-place).exp() - (-end).exp()) / 2, -(place - end).expm1() / 2

    def points(self, bits: int) -> list[Point]:
        """Return both ends."""
        del bits
        end = self.largest()
        half, rest = arb(1) / 2, (-end).exp() / 2
        return [(-end, half, rest), (end, rest, half)]


@dataclass(frozen=True)
class DiscreteGaussianNoise(_Noise):
    """The law on the integers proportional to e^(-z^2/(2 sigma^2)), with s the sensitivity.

    The loss at z is (2 z s - s^2)/(2 sigma^2).
    """

    sigma: Exact
    sensitivity: Exact

    def unit(self) -> arb:
        """Return the distance of neighboring losses."""
        return self.sensitivity.ball() / self.sigma.ball() ** 2

    def reach(self, bits: int) -> arb:
        """Return a bound of the absolute loss.

        The law is subgaussian: P(|Z| > t) <= 2 e^(-t^2/(2 sigma^2)) (Canonne, Kamath, Steinke, Corollary 9).
        """
        shift = self.sensitivity.ball() / self.sigma.ball()
        return shift * (2 * (bits + 1) * arb.const_log2()).sqrt() + shift**2 / 2

    def points(self, bits: int) -> list[Point]:
        """Return the integers, apart from masses of at most 2^-bits."""
        parameter, shift = self.sigma.ball() ** 2, int(self.sensitivity.as_fraction())
        far = (2 * (bits + 1) * arb.const_log2() * parameter).sqrt()
        last = int(far.upper().ceil().fmpz()) + 1
        whole = total(parameter)
        masses = {z: term(parameter, z) / whole for z in range(last + shift + 1)}
        return [
            (arb(2 * z * shift - shift**2) / (2 * parameter), masses[abs(z)], masses[abs(z - shift)])
            for z in range(-last, last + shift + 1)
        ]


@dataclass(frozen=True)
class DiscreteLaplaceNoise(_Noise):
    """The law on the integers proportional to E^-abs(z), with s the sensitivity.

    The loss at z from 0 to s is (2z - s) log E. Further out it is the loss of the end.
    """

    base: Exact
    sensitivity: Exact

    def unit(self) -> arb:
        """Return the distance of neighboring losses."""
        return 2 * self.base.ball().log()

    def largest(self) -> arb:
        """Return the largest loss, s log E."""
        return self.sensitivity.ball() * self.base.ball().log()

    def points(self, bits: int) -> list[Point]:
        """Return 0, ..., s, where each end has the masses of everything beyond it."""
        del bits
        shift, r = int(self.sensitivity.as_fraction()), 1 / self.base.ball()
        end = 1 / (1 + r)
        masses = [end, *((1 - r) * end * r**z for z in range(1, shift)), end * r**shift]
        step = self.base.ball().log()
        return [((2 * z - shift) * step, masses[z], masses[shift - z]) for z in range(shift + 1)]


Noise = GaussianNoise | LaplaceNoise | DiscreteGaussianNoise | DiscreteLaplaceNoise
