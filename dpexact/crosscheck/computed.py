"""The true numbers that are laws of dpexact or distinguish cases, so that a formula does not give them.

Each takes exact numbers by name. `truths.toml` has the second route in mpmath beside its name.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import TypeAlias

from flint import arb

from dpexact.composition.optimal import optimal_delta, optimal_epsilon
from dpexact.laws.concentrated import subsampled_gaussian, zcdp_epsilon
from dpexact.laws.discrete_gaussian import discrete_gaussian_delta, discrete_gaussian_tail
from dpexact.laws.gaussian import gaussian_delta, gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import closed_term, formula_value
from dpexact.privacy.divergence import hockey_stick

Truth: TypeAlias = Exact | Enclosure | float


def rounds_delta(p: Sequence[Exact], q: Sequence[Exact], count: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of p against q for count independent rounds, with outcomes counted in any order."""
    rounds = int(count.as_fraction())
    first, second = [], []
    for outcomes in combinations_with_replacement(range(len(p)), rounds):
        times = [outcomes.count(outcome) for outcome in range(len(p))]
        ways = math.factorial(rounds) // math.prod(math.factorial(number) for number in times)
        first.append(math.prod((a**n for a, n in zip(p, times, strict=True)), start=exact(ways)))
        second.append(math.prod((b**n for b, n in zip(q, times, strict=True)), start=exact(ways)))
    return hockey_stick(first, second, exp_of_epsilon(epsilon))


def sampled_gaussian_delta(rate: Exact, sigma: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise of sensitivity 1 on a Poisson sample, for the removal of a record.

    With the sampled mechanism's (1 - q) Q + q P against Q, the least delta at epsilon is q times that of P against Q at
    log(1 + (e^epsilon - 1)/q) (Balle, Barthe, Gaboardi 2018, Theorem 2). Adding a record needs no more from epsilon = 0
    on.
    """
    inner = closed_term("log(1 + (exp(epsilon) - 1)/rate)", {"rate": rate, "epsilon": epsilon})
    return rate * gaussian_delta(sigma, 1, inner)


def sampled_gaussian_epsilon(rate: Exact, sigma: Exact, delta: Exact) -> Truth:
    """Return the least epsilon at delta of Gaussian noise of sensitivity 1 on a Poisson sample, by the same theorem."""
    if delta >= rate:
        return exact(0)
    whole = gaussian_epsilon(sigma, 1, delta / rate)
    if isinstance(whole, float):
        return whole
    return formula_value("log(1 + rate*(exp(whole) - 1))", {"rate": rate, "whole": whole})


def sampled_laplace_delta(rate: Exact, scale: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Laplace noise of sensitivity 1 on a Poisson sample, for the removal of a record."""
    return laplace_delta(scale, 1, epsilon, rate, "remove")


def mixture_delta(sigma: Exact, weights: tuple[Exact, ...], epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise with sensitivity 0, 1 or 2 at random, with these weights."""
    names = dict(zip("uvw", weights, strict=True)) | {"sigma": sigma, "epsilon": epsilon}
    ratio = "u + v*exp((2*t - 1)/(2*sigma**2)) + w*exp((2*t - 2)/sigma**2) - exp(epsilon)"
    t = closed_term(f"root({ratio}, t, 1/2, 1 + sigma**2*(epsilon - log(w))/2)", names)
    text = "(u - exp(epsilon))*Phi(-t/sigma) + v*Phi((1 - t)/sigma) + w*Phi((2 - t)/sigma)"
    return formula_value(text, {"t": t, **names})


def discrete_gaussian_reach(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of discrete Gaussian noise, for an accuracy above 0."""
    return exact(2) * discrete_gaussian_tail(scale, math.ceil(accuracy.as_fraction()))


def gaussian_release(scale: Exact, threshold: Exact, largest: Exact, keys: Exact) -> Truth:
    """Return the probability that value + noise reaches the threshold for some key of another data set."""
    tail = discrete_gaussian_tail(scale, math.ceil((threshold - largest).as_fraction()))
    count = int(keys.as_fraction())
    signs = {i: (-1) ** (i + 1) * math.comb(count, i) for i in range(1, count + 1)}  # by inclusion and exclusion
    return Enclosure.computed(lambda ball: sum((ball**i * sign for i, sign in signs.items()), arb(0)), tail)


def draws_loss(first: Exact, second: Exact) -> Truth:
    """Return the logarithm of the ratio of two counts of draws."""
    if first == 0 or second == 0:
        return exact(0) if first == second else math.inf
    return formula_value("abs(log(second/first))", {"first": first, "second": second})


def flips_loss(flips: Exact) -> Truth:
    """Return the loss of a bit that this many of 2^53 draws flip."""
    return math.inf if flips == 0 else formula_value("log((2**53 - n)/n)", {"n": flips})


def squares_loss(output: Exact, lower: Exact, upper: Exact) -> Truth:
    """Return the loss of Laplace noise of the scale `output` on a sum of squares, one record changed."""
    return math.inf if output == 0 else (upper * upper - lower * lower) / output


COMPUTED: Mapping[str, Callable[..., Truth]] = {
    "gaussian.delta": gaussian_delta,
    "gaussian.epsilon": gaussian_epsilon,
    "laplace.delta": laplace_delta,
    "discrete_laplace.delta": discrete_laplace_delta,
    "discrete_gaussian.delta": discrete_gaussian_delta,
    "composition.optimal_delta": optimal_delta,
    "composition.optimal_epsilon": optimal_epsilon,
    "zcdp.epsilon": partial(zcdp_epsilon, conversion="optimal"),
    "rdp.subsampled_gaussian": subsampled_gaussian,
    "rounds.delta": rounds_delta,
    "sampled_gaussian.delta": sampled_gaussian_delta,
    "sampled_gaussian.epsilon": sampled_gaussian_epsilon,
    "sampled_laplace.delta": sampled_laplace_delta,
    "mixture.delta": mixture_delta,
    "discrete_gaussian.reach": discrete_gaussian_reach,
    "gaussian.release": gaussian_release,
    "draws.loss": draws_loss,
    "flips.loss": flips_loss,
    "squares.loss": squares_loss,
}
