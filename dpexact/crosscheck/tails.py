"""Tails of noise: how likely a draw is far off. Beside each stands its text in mpmath, as in truths.py."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Truth
from dpexact.laws.discrete_gaussian import discrete_gaussian_tail
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact


def _least_integer(bound: Exact) -> int:
    """Return the least integer from the bound on."""
    return -((-bound.as_fraction()).__floor__())


def laplace(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of Laplace noise."""
    return truths.formula("exp(-accuracy/scale)", scale=scale, accuracy=accuracy)


LAPLACE = "truth = exp(-mpf({accuracy})/mpf({scale}))"


def gaussian(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of Gaussian noise."""
    return truths.formula("2*Phi(-accuracy/scale)", scale=scale, accuracy=accuracy)


GAUSSIAN = "truth = 2*ncdf(-mpf({accuracy})/mpf({scale}))"


def discrete_laplace(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of discrete Laplace noise, for an accuracy above 0."""
    text = "2*exp(-k/scale)/(1 + exp(-1/scale))"
    return truths.formula(text, scale=scale, k=exact(_least_integer(accuracy)))


DISCRETE_LAPLACE = """s, k = mpf({scale}), int(ceil(mpf({accuracy})))
truth = 2*exp(-k/s)/(1 + exp(-1/s))"""


def discrete_gaussian(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of discrete Gaussian noise, for an accuracy above 0."""
    return exact(2) * discrete_gaussian_tail(scale, _least_integer(accuracy))


DISCRETE_GAUSSIAN = """s, k = mpf({scale}), int(ceil(mpf({accuracy})))
weight = lambda z: exp(-mpf(z)**2/(2*s**2))
reach = range(1, max(k, int(20*s)) + 40)
truth = 2*fsum(weight(z) for z in reach if z >= k)/(1 + 2*fsum(weight(z) for z in reach))"""


def released_laplace(scale: Exact, threshold: Exact, largest: Exact, keys: Exact) -> Truth:
    """Return the probability that a key of another data set is released: some value + noise reaches the threshold."""
    text = "1 - (1 - exp(-k/scale)/(1 + exp(-1/scale)))**keys"
    return truths.formula(text, scale=scale, k=threshold - largest, keys=keys)


RELEASED_LAPLACE = """s, k = mpf({scale}), {threshold} - {largest}
truth = -expm1({keys}*log1p(-exp(-k/s)/(1 + exp(-1/s))))"""


def released_gaussian(scale: Exact, threshold: Exact, largest: Exact, keys: Exact) -> Truth:
    """Return the same with discrete Gaussian noise."""
    tail = discrete_gaussian_tail(scale, _least_integer(threshold - largest))
    return Enclosure.computed(partial(_some, int(keys.as_fraction())), tail)


def _some(keys: int, tail: Any) -> Any:
    """Return the probability that one of the keys is released, of the ball for a single one."""
    return sum((-1) ** (i + 1) * math.comb(keys, i) * tail**i for i in range(1, keys + 1))


RELEASED_GAUSSIAN = """s, k = mpf({scale}), {threshold} - {largest}
weight = lambda z: exp(-mpf(z)**2/(2*s**2))
reach = range(1, max(k, int(20*s)) + 40)
tail = fsum(weight(z) for z in reach if z >= k)/(1 + 2*fsum(weight(z) for z in reach))
truth = -expm1({keys}*log1p(-tail))"""
