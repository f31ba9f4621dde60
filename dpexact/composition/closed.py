"""The least delta of one run of a law of noise on a Poisson sample, and the least epsilon, to any width.

The positive part of (1 - q) Q + q P against Q is q (P - E' Q) with E' = (E - 1 + q)/q. For Q against the mixture it is
a (Q - (E q/a) P) with a = 1 - E (1 - q), or none if a <= 0. For a symmetric law Q against P has the same delta as P
against Q (Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 2, with equality).
"""

from functools import partial
from typing import Any

from flint import arb

from dpexact.composition.sampled import Sampled
from dpexact.errors import TooLargeError
from dpexact.laws.counts import EXACT_TRIALS, binomial_delta
from dpexact.laws.gaussian import gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.laws.noise import BinomialNoise, DiscreteLaplaceNoise, LaplaceNoise, Noise
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import tree_of
from dpexact.numbers.grammar import Term
from dpexact.numbers.sign_change import crossing

FARTHEST = 1 << 20  # epsilon that is looked for


def closed_delta(law: Sampled, factor: Exact) -> Exact | Enclosure:
    """Return the least delta of one run at E >= 1. The answer is exact, or an enclosure of any width."""
    part, plain = _without_sample(law.rate, factor, added=law.added)
    return part * _delta(law.noise, plain, turned=law.added) if part > 0 else exact(0)


def _without_sample(rate: Any, factor: Any, *, added: bool) -> tuple[Any, Any]:
    """Return by how much the delta at another E, of the law without a sample, is multiplied, and this E."""
    if not added:
        return rate, (factor - 1 + rate) / rate
    part = 1 - factor * (1 - rate)
    return part, factor * rate / part if part > 0 else factor


def closed_epsilon(law: Sampled, delta: Exact) -> Exact | Enclosure | float:
    """Return the least epsilon >= 0 of one run, for a delta above the certain mass. As exact as `closed_delta`."""
    if law.noise.squared is not None and law.rate == 1:
        return gaussian_epsilon(1, Term("call", (tree_of(law.noise.squared),), "sqrt"), delta)
    return Enclosure(partial(_run_epsilon, law, delta))


def _delta(noise: Noise, factor: Exact, *, turned: bool) -> Exact | Enclosure:
    """Return the least delta of P against Q, or of Q against P."""
    epsilon = Term("call", (tree_of(factor),), "log")
    match noise:
        case LaplaceNoise(bound=None):
            return laplace_delta(noise.scale, noise.sensitivity, epsilon)
        case DiscreteLaplaceNoise():
            return discrete_laplace_delta(Term("call", (tree_of(noise.base),), "log"), noise.sensitivity, epsilon)
        case BinomialNoise() if noise.trials <= EXACT_TRIALS:
            return binomial_delta(noise.trials, noise.sensitivity, epsilon)
        case _:
            return Enclosure(partial(_excess, noise, factor, turned=turned))


def _excess(noise: Noise, factor: Exact, *, turned: bool) -> Any:
    return noise.excess(turned=turned)(factor.ball())


def _run_epsilon(law: Sampled, allowed: Exact) -> Any:
    """Delta falls. It is certainly allowed at the upper end, and not at the lower one unless that is 0."""
    excess, rate, limit = law.noise.excess(turned=law.added), law.rate.ball(), allowed.ball()

    def delta(epsilon: Any) -> Any:
        part, factor = _without_sample(rate, epsilon.exp(), added=law.added)
        return part * excess(factor) if part > 0 else arb(0).union(part.nonnegative_part())

    low, high = arb(0), arb(1)
    if delta(low) <= limit:
        return low
    while not delta(high) <= limit:
        low, high = (high, 2 * high) if delta(high) > limit else (low, 2 * high)
        if low >= FARTHEST:
            raise TooLargeError(f"an epsilon of more than {FARTHEST}", place="composition", remedy="add more noise")
        if high > FARTHEST:
            return arb(0).union(arb.pos_inf())
    return crossing(lambda epsilon: limit - delta(epsilon), low, high)
