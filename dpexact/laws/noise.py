"""Noise with a name, as what a composition needs of it: the masses of both laws above a loss, and points with a mass.

P is the law of the noise around the sensitivity, Q around 0; l is the loss log(dP/dQ) of an outcome, which does not
fall as the outcome rises. All numbers are balls at the current flint working precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb

from dpexact.laws.gaussian_sums import term, total
from dpexact.numbers.evaluate_balls import erfc_ball
from dpexact.numbers.exact import Exact

Both = tuple[Any, Any]  # the masses of Q and of P
MAX_POINTS = 1 << 17


@dataclass(frozen=True)
class GaussianNoise:
    """N(m, 1) against N(0, 1), where m is sensitivity/sigma and m^2 is given: the loss at x is m x - m^2/2."""

    squared: Exact

    def shift(self) -> Any:
        """Return m."""
        return self.squared.ball().sqrt()

    def unit(self) -> Any:
        """Return how far apart losses are; None where they are not at equal distances."""
        return None

    def largest(self) -> Any:
        """Return the largest loss: there is none."""
        return arb.pos_inf()

    def reach(self, bits: int) -> Any:
        """Return a number that the absolute loss is above with a mass of at most 2^-bits, under both laws.

        The loss is m z - m^2/2 for a standard normal z under Q, m z + m^2/2 under P, and P(|z| > t) <= e^(-t^2/2).
        """
        shift = self.shift()
        return shift * (2 * bits * arb.const_log2()).sqrt() + shift**2 / 2

    def above(self, loss: Any) -> Both:
        """Return the masses where the loss is at least this, which may be minus infinity."""
        if loss < 0 and not loss.is_finite():
            return arb(1), arb(1)
        shift = self.shift()
        place = loss / shift + shift / 2
        root = arb(2).sqrt()
        return erfc_ball(place / root) / 2, erfc_ball((place - shift) / root) / 2

    def points(self, bits: int) -> list[tuple[Any, Any, Any]]:
        """Return (loss, mass of Q, mass of P) of what `above` does not count: nothing."""
        del bits
        return []


@dataclass(frozen=True)
class LaplaceNoise:
    """Laplace noise of this scale: with t = sensitivity/scale the loss is t from t on, -t up to 0, and 2x - t between.

    The two ends have masses of their own; `above` counts what lies between.
    """

    scale: Exact
    sensitivity: Exact

    def unit(self) -> Any:
        """Return how far apart the losses of both ends are."""
        return 2 * self.largest()

    def largest(self) -> Any:
        """Return the largest loss, t."""
        return self.sensitivity.ball() / self.scale.ball()

    def reach(self, bits: int) -> Any:
        """Return t: no loss is beyond it."""
        del bits
        return self.largest()

    def above(self, loss: Any) -> Both:
        """Return the masses of the outcomes between the ends whose loss is at least this.

        From x = (loss + t)/2 in [0, t] on, Q has (e^-x - e^-t)/2 and P has (1 - e^(x-t))/2.
        """
        end = self.largest()
        place = ((loss + end) / 2).max(arb(0)).min(end)
        return ((-place).exp() - (-end).exp()) / 2, -(place - end).expm1() / 2

    def points(self, bits: int) -> list[tuple[Any, Any, Any]]:
        """Return (loss, mass of Q, mass of P) of both ends."""
        del bits
        end = self.largest()
        half, rest = arb(1) / 2, (-end).exp() / 2
        return [(-end, half, rest), (end, rest, half)]


@dataclass(frozen=True)
class DiscreteGaussianNoise:
    """The law on the integers proportional to e^(-z^2/(2 sigma^2)), with s the sensitivity.

    The loss at z is (2 z s - s^2)/(2 sigma^2).
    """

    sigma: Exact
    sensitivity: Exact

    def unit(self) -> Any:
        """Return how far apart the losses are."""
        return self.sensitivity.ball() / self.sigma.ball() ** 2

    def largest(self) -> Any:
        """Return the largest loss: there is none."""
        return arb.pos_inf()

    def reach(self, bits: int) -> Any:
        """Return a number that the absolute loss is above with a mass of at most 2^-bits, under both laws.

        The law is subgaussian: P(|Z| > t) <= 2 e^(-t^2/(2 sigma^2)) (Canonne, Kamath, Steinke, Corollary 9).
        """
        shift = self.sensitivity.ball() / self.sigma.ball()
        return shift * (2 * (bits + 1) * arb.const_log2()).sqrt() + shift**2 / 2

    def above(self, loss: Any) -> Both:
        """Return no masses: all are those of points."""
        del loss
        return arb(0), arb(0)

    def points(self, bits: int) -> list[tuple[Any, Any, Any]]:
        """Return (loss, mass of Q, mass of P) of the integers but for masses of at most 2^-bits; sorted by loss."""
        parameter, shift = self.sigma.ball() ** 2, int(self.sensitivity.as_fraction())
        far = (2 * (bits + 1) * arb.const_log2() * parameter).sqrt()
        last = int(far.upper().ceil().unique_fmpz()) + 1
        whole = total(parameter)
        masses = {z: term(parameter, z) / whole for z in range(last + shift + 1)}
        return [
            (arb(2 * z * shift - shift**2) / (2 * parameter), masses[abs(z)], masses[abs(z - shift)])
            for z in range(-last, last + shift + 1)
        ]


@dataclass(frozen=True)
class DiscreteLaplaceNoise:
    """The law on the integers proportional to E^-abs(z), with s the sensitivity; the loss at z is (2z - s) log E.

    That is from 0 to s; further out the loss is that of the end.
    """

    base: Exact
    sensitivity: Exact

    def unit(self) -> Any:
        """Return how far apart the losses are."""
        return 2 * self.base.ball().log()

    def largest(self) -> Any:
        """Return the largest loss, s log E."""
        return self.sensitivity.ball() * self.base.ball().log()

    def reach(self, bits: int) -> Any:
        """Return the largest loss: none is beyond it."""
        del bits
        return self.largest()

    def above(self, loss: Any) -> Both:
        """Return no masses: all are those of points."""
        del loss
        return arb(0), arb(0)

    def points(self, bits: int) -> list[tuple[Any, Any, Any]]:
        """Return (loss, mass of Q, mass of P) for 0, ..., s, the ends with all that is beyond them."""
        del bits
        shift, r = int(self.sensitivity.as_fraction()), 1 / self.base.ball()
        end = 1 / (1 + r)
        masses = [end, *((1 - r) * end * r**z for z in range(1, shift)), end * r**shift]
        step = self.base.ball().log()
        return [((2 * z - shift) * step, masses[z], masses[shift - z]) for z in range(shift + 1)]


Noise = GaussianNoise | LaplaceNoise | DiscreteGaussianNoise | DiscreteLaplaceNoise
