"""The least delta of one run of a law of noise on a Poisson sample, by the closed curve of the law itself.

The positive part of (1 - q) Q + q P against Q is q (P - E' Q) with E' = (E - 1 + q)/q. For Q against the mixture it is
a (Q - (E q/a) P) with a = 1 - E (1 - q), or none if a <= 0. The laws are symmetric. So Q against P has the same delta
as P against Q (Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 2, with equality).
"""

from __future__ import annotations

from dpexact.composition.sampled import Sampled
from dpexact.laws.discrete_gaussian import discrete_gaussian_delta
from dpexact.laws.gaussian import gaussian_delta, gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.laws.noise import DiscreteGaussianNoise, DiscreteLaplaceNoise, GaussianNoise, LaplaceNoise, Noise
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import tree_of
from dpexact.numbers.grammar import Term


def closed_delta(law: Sampled, factor: Exact) -> Exact | Enclosure:
    """Return the least delta of one run at E >= 1. Guarantee: exact, or an enclosure of any width."""
    rate = law.rate
    if not law.added:
        return rate * _delta(law.noise, (factor - 1 + rate) / rate)
    part = 1 - factor * (1 - rate)
    return part * _delta(law.noise, factor * rate / part) if part > 0 else exact(0)


def closed_epsilon(noise: GaussianNoise, delta: Exact) -> Exact | Enclosure | float:
    """Return the least epsilon >= 0 of Gaussian noise without a sample. Guarantee: enclosure of any width."""
    return gaussian_epsilon(1, _shift(noise), delta)


def _delta(noise: Noise, factor: Exact) -> Exact | Enclosure:
    epsilon = Term("call", (tree_of(factor),), "log")
    match noise:
        case GaussianNoise():
            return gaussian_delta(1, _shift(noise), epsilon)
        case LaplaceNoise():
            return laplace_delta(noise.scale, noise.sensitivity, epsilon)
        case DiscreteGaussianNoise():
            return discrete_gaussian_delta(noise.sigma, noise.sensitivity, epsilon)
        case DiscreteLaplaceNoise():
            decay = Term("call", (tree_of(noise.base),), "log")
            return discrete_laplace_delta(decay, noise.sensitivity, epsilon)


def _shift(noise: GaussianNoise) -> Term:
    return Term("call", (tree_of(noise.squared),), "sqrt")
