"""The least delta of one run of a law of noise on a Poisson sample, and the least epsilon, to any width.

The positive part of (1 - q) Q + q P against Q is q (P - E' Q) with E' = (E - 1 + q)/q. For Q against the mixture it is
a (Q - (E q/a) P) with a = 1 - E (1 - q), or none if a <= 0. For a symmetric law Q against P has the same delta as P
against Q (Balle, Barthe, Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 2, with equality).

Any other law has the masses of the outcomes whose loss is at least log E, and those of its points.
"""

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

from flint import arb, ctx

from dpexact.composition.sampled import Sampled
from dpexact.errors import TooLargeError
from dpexact.laws.counts import EXACT_TRIALS, binomial_delta
from dpexact.laws.discrete_gaussian import discrete_gaussian_delta
from dpexact.laws.gaussian import gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.laws.noise import BinomialNoise, DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import tree_of
from dpexact.numbers.grammar import Term
from dpexact.numbers.sign_change import Crossing

FARTHEST = 1 << 20  # epsilon that is looked for


def closed_delta(law: Sampled, factor: Exact) -> Exact | Enclosure:
    """Return the least delta of one run at E >= 1. The answer is exact, or an enclosure of any width."""
    rate = law.rate
    part = 1 - factor * (1 - rate) if law.added else rate
    if not part > 0:
        return exact(0)
    delta = _delta(law, factor * rate / part if law.added else (factor - 1 + rate) / rate)
    return Enclosure(partial(_run_delta, law, factor)) if delta is None else part * delta


def closed_epsilon(law: Sampled, delta: Exact) -> Exact | Enclosure | float:
    """Return the least epsilon >= 0 of one run, for a delta above the certain mass. As exact as `closed_delta`."""
    if law.noise.squared is not None and law.rate == 1:
        return gaussian_epsilon(1, Term("call", (tree_of(law.noise.squared),), "sqrt"), delta)
    return Enclosure(partial(_run_epsilon, law, delta))


def _delta(law: Sampled, factor: Exact) -> Exact | Enclosure | None:
    noise, epsilon = law.noise, Term("call", (tree_of(factor),), "log")
    match noise:
        case LaplaceNoise(bound=None):
            return laplace_delta(noise.scale, noise.sensitivity, epsilon)
        case DiscreteGaussianNoise():
            return discrete_gaussian_delta(noise.sigma, noise.sensitivity, epsilon)
        case DiscreteLaplaceNoise():
            return discrete_laplace_delta(Term("call", (tree_of(noise.base),), "log"), noise.sensitivity, epsilon)
        case BinomialNoise() if noise.trials <= EXACT_TRIALS:
            return binomial_delta(noise.trials, noise.sensitivity, epsilon)
        case _:
            return None


def _delta_of(law: Sampled) -> Callable[[Any], Any]:
    """Return the function from a ball around an epsilon >= 0 to one around delta, at the current flint precision."""
    points, certain = law.noise.points(ctx.prec)[:: -1 if law.added else 1], law.certain.ball()
    losses, masses = [law.loss(plain) for plain, _, _ in points], law.both((q, p) for _, q, p in points)
    below = [*accumulate(losses, arb.max)]  # no loss up to a place is above this, and from it on none is below these:
    above = [*accumulate(reversed(losses), arb.min)][::-1]
    sums = [[*accumulate((both[side] for both in reversed(masses)), initial=arb(0))][::-1] for side in (0, 1)]
    (line,) = law.both([law.noise.above(arb.neg_inf())])
    left = 1 - certain - line[0] - sums[0][0]
    rest = certain + arb(0).union(left.nonnegative_part())

    def delta(epsilon: Any) -> Any:
        factor = epsilon.exp()
        ((a, b),) = law.both([law.noise.above(*law.plain([-epsilon if law.added else epsilon]))])
        if law.added:
            a, b = line[0] - a, line[1] - b
        first = bisect_left(below, x=True, key=lambda loss: not loss < epsilon)
        last = bisect_left(above, x=True, lo=first, key=lambda loss: bool(loss > epsilon))
        near = sum(((p - factor * q).nonnegative_part() for p, q in masses[first:last]), arb(0))
        return (
            (a - factor * b).nonnegative_part()
            + near
            + (sums[0][last] - factor * sums[1][last]).nonnegative_part()
            + rest
        )

    return delta


def _run_delta(law: Sampled, factor: Exact) -> Any:
    return _delta_of(law)(factor.ball().log())


def _run_epsilon(law: Sampled, allowed: Exact) -> Any:
    """Delta falls. It is certainly allowed at the upper end, and not at the lower one unless that is 0."""
    delta, limit = _delta_of(law), allowed.ball()
    low, high = arb(0), arb(1)
    if delta(low) <= limit:
        return low
    while not delta(high) <= limit:
        low, high = (high, 2 * high) if delta(high) > limit else (low, 2 * high)
        if low >= FARTHEST:
            raise TooLargeError(f"an epsilon of more than {FARTHEST}", place="composition", remedy="add more noise")
        if high > FARTHEST:
            return arb(0).union(arb.pos_inf())
    return Crossing(lambda epsilon: limit - delta(epsilon), rising=1).narrowed(low, high)
