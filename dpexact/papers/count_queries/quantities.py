"""The quantities of the count-query paper that its printed numbers speak of.

Every parameter is the text of a table. `exp_epsilon` is E, "exp(2.18)" or, for a reading from printed digits, "8.8463".
`match` says which number of the discrete Gaussian equals the variance of the design: its "parameter" or its "variance".
`delta` is a number, or "design" for the unrounded delta~ of the design.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from flint import arb, ctx, fmpq

from dpexact.audit.quantity import QuantityList
from dpexact.errors import ParameterError
from dpexact.laws.discrete_gaussian_law import DiscreteGaussian, discrete_gaussian
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt
from dpexact.papers.count_queries.bounds import crossover, two_point_noise
from dpexact.papers.count_queries.design import CountQueryDesign, design_caution, printed_design, union_caution

QUANTITIES = QuantityList(
    "count_queries", "Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)"
)
MAX_DIGITS = 100
MAX_INTEGER = 10**MAX_DIGITS - 1
MAX_DOUBLINGS = 64  # E up to 2^64 is searched for a threshold


@cache
def _design(exp_epsilon: str, eta: str, D: str) -> CountQueryDesign:
    return printed_design(exact(exp_epsilon), exact(eta), _integer("D", D))


def _integer(name: str, text: str) -> int:
    number = exact(text).as_fraction()
    if number.denominator != 1 or abs(number.numerator) > MAX_INTEGER:
        raise ParameterError(repr(excerpt(text)), place=name, expected=f"an integer of at most {MAX_DIGITS} digits")
    return number.numerator


def _design_caution(exp_epsilon: str, eta: str, D: str) -> str:
    return design_caution(exact(exp_epsilon), exact(eta), _integer("D", D))


def _union_caution(exp_epsilon: str, eta: str, D: str) -> str:
    return union_caution(exact(exp_epsilon), exact(eta), _integer("D", D))


@QUANTITIES.add("any quotient of two printed numbers")
def _quotient(numerator: str, denominator: str) -> Exact:
    return exact(numerator) / exact(denominator)


@QUANTITIES.add("section III-A: E = e^epsilon")
def _exp_epsilon(exp_epsilon: str) -> Exact:
    return exact(exp_epsilon)


@QUANTITIES.add("section III-A: C = 2 eta / (1 - eta)")
def _odds(eta: str) -> Exact:
    return 2 * exact(eta) / (1 - exact(eta))


@QUANTITIES.add("section I: 2D + 1")
def _support_size(D: str) -> Exact:
    return exact(2 * _integer("D", D) + 1)


@QUANTITIES.add("P1: A = min{n, D}")
def _left_reach(n: str, D: str) -> Exact:
    return exact(min(_integer("n", n), _integer("D", D)))


@QUANTITIES.add("equation (6): N + D")
def _largest_output(N: str, D: str) -> Exact:
    return exact(_integer("N", N) + _integer("D", D))


@QUANTITIES.add("Proposition 1: the number of pairs (i_1, i_2)")
def _two_point_count(n: str, D: str) -> Exact:
    return _left_reach(n, D) * _integer("D", D)


@QUANTITIES.add("Proposition 1, equation (2)")
def _two_point_probability(i1: str, i2: str, eta: str, z: str) -> Exact:
    law = two_point_noise(_integer("i1", i1), _integer("i2", i2), exact(eta))
    return law.get(_integer("z", z), exact(0))


@QUANTITIES.add("equation (34)")
def _crossover(k: str, exp_epsilon: str) -> Exact:
    return crossover(_integer("k", k), exact(exp_epsilon))


@QUANTITIES.add("section IV: the eta with C = C_D", "smaller-is-safe")
def _knee_eta(exp_epsilon: str, D: str) -> Exact:
    last = _crossover(D, exp_epsilon)
    return last / (2 + last)


@QUANTITIES.add("Theorem 2: the k with delta~ = delta_k")
def _maximising_index(exp_epsilon: str, eta: str, D: str) -> Exact:
    return exact(_design(exp_epsilon, eta, D).k)


@QUANTITIES.add("Theorem 1: delta~", "larger-is-safe", caution=_design_caution)
def _design_delta(exp_epsilon: str, eta: str, D: str) -> Exact:
    return _design(exp_epsilon, eta, D).delta


@QUANTITIES.add("Remark 2: (2D+1) delta~", "larger-is-safe", caution=_union_caution)
def _union_delta(exp_epsilon: str, eta: str, D: str) -> Exact:
    return _support_size(D) * _design(exp_epsilon, eta, D).delta


@QUANTITIES.add("Remark 1: the delta of Definition 2 over single outcomes", "larger-is-safe")
def _singleton_delta(exp_epsilon: str, eta: str, D: str) -> Exact:
    return _design(exp_epsilon, eta, D).singleton_delta(exact(exp_epsilon))


@QUANTITIES.add("Definition 1: the delta of Definition 2 over all events", "larger-is-safe")
def _tight_delta(exp_epsilon: str, eta: str, D: str) -> Exact:
    return _design(exp_epsilon, eta, D).tight_delta(exact(exp_epsilon))


def _noise(exp_epsilon: str, eta: str, D: str, z: int) -> Exact:
    return _design(exp_epsilon, eta, D).noise.get(z, exact(0))


@QUANTITIES.add("equation (14)")
def _noise_probability(exp_epsilon: str, eta: str, D: str, z: str) -> Exact:
    return _noise(exp_epsilon, eta, D, _integer("z", z))


@QUANTITIES.add("section III-B: p_Z(1) / p_Z(2)")
def _noise_ratio(exp_epsilon: str, eta: str, D: str) -> Exact:
    return _noise(exp_epsilon, eta, D, 1) / _noise(exp_epsilon, eta, D, 2)


@QUANTITIES.add("section III-B: the largest z with p_Z(z) > 0")
def _noise_reach(exp_epsilon: str, eta: str, D: str) -> Exact:
    return exact(max(z for z, p in _design(exp_epsilon, eta, D).noise.items() if p))


@QUANTITIES.add("section IV: P(|Z| <= reach)")
def _central_probability(exp_epsilon: str, eta: str, D: str, reach: str) -> Exact:
    most = _integer("reach", reach)
    noise = _design(exp_epsilon, eta, D).noise
    return sum((p for z, p in noise.items() if abs(z) <= most), start=exact(0))


@QUANTITIES.add("section IV: least epsilon for (2D+1) delta~")
def _epsilon_threshold(delta: str, eta: str, D: str) -> Enclosure:
    """Return the epsilon from which on (2D+1) delta~ <= delta, by bisection on rational E.

    (2D+1) delta~ does not increase with E: delta~ is the optimum of (17)-(19), which a larger E only relaxes. The delta
    that the design needs does increase at some small eta, and is more than `delta` far above this epsilon although it
    is less at it (Remark 2 is false there): so no side of it is safe.
    """
    target, odds, reach = exact(delta) / _support_size(D), exact(eta), _integer("D", D)
    is_enough = partial(_is_design_within, target, odds, reach)
    doublings = next((n for n in range(1, MAX_DOUBLINGS + 1) if is_enough(fmpq(2) ** n)), None)
    if doublings is None:
        raise ParameterError(
            f"(2D+1) delta~ stays above {delta} up to E = 2^{MAX_DOUBLINGS} (D = {D}, eta = {eta})", place="delta"
        )
    low = fmpq(2) ** (doublings - 1)
    return Enclosure.computed(partial(_logarithm_bisected, is_enough, low))


def _is_design_within(target: Exact, odds: Exact, reach: int, ratio: fmpq) -> bool:
    return printed_design(ratio, odds, reach).delta <= target


def _logarithm_bisected(holds: Callable[[fmpq], bool], low: fmpq) -> arb:
    return _bisected(holds, low, 2 * low).log()


def _bisected(holds: Callable[[fmpq], bool], low: fmpq, high: fmpq) -> arb:
    """Return a ball around the point of [low, high] from which on the condition holds."""
    for _ in range(ctx.prec):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return arb(low).union(arb(high))


def _logarithm(ratio: Exact) -> Exact | Enclosure:
    """Return log(ratio): the rational r itself where ratio is exp(r)."""
    known = rational_epsilon(ratio)
    return epsilon_of(ratio) if known is None else exact(known)


def _delta(exp_epsilon: str, eta: str, D: str, delta: str) -> Exact:
    return _design_delta(exp_epsilon, eta, D) if delta == "design" else exact(delta)


@QUANTITIES.add("section III-B: least epsilon with p_Z(1) <= e^epsilon p_Z(2) + delta", "larger-is-safe")
def _required_epsilon(exp_epsilon: str, eta: str, D: str, delta: str) -> Exact | Enclosure:
    one, two = (_noise(exp_epsilon, eta, D, z) for z in (1, 2))
    return _logarithm((one - _delta(exp_epsilon, eta, D, delta)) / two)


@QUANTITIES.add("section III-B: least epsilon with larger <= e^epsilon smaller + delta", "larger-is-safe")
def _epsilon_of_probabilities(larger: str, smaller: str, delta: str) -> Exact | Enclosure:
    return _logarithm((exact(larger) - exact(delta)) / exact(smaller))


@cache
def _gaussian(exp_epsilon: str, eta: str, D: str, match: str) -> DiscreteGaussian:
    noise = _design(exp_epsilon, eta, D).noise
    variance = sum((z * z * p for z, p in noise.items()), start=exact(0))
    if match == "parameter":
        return discrete_gaussian(variance)
    if match == "variance":
        return DiscreteGaussian.of_variance(variance)
    raise ParameterError(repr(match), place="match", expected='"parameter" or "variance"')


@QUANTITIES.add("section III-B: p_(G,Z)(z)")
def _gaussian_probability(exp_epsilon: str, eta: str, D: str, match: str, z: str) -> Enclosure:
    return _gaussian(exp_epsilon, eta, D, match).probability(_integer("z", z))


@QUANTITIES.add("section III-B: p_(G,Z)(1) / p_(G,Z)(2)")
def _gaussian_ratio(exp_epsilon: str, eta: str, D: str, match: str) -> Enclosure:
    law = _gaussian(exp_epsilon, eta, D, match)
    return law.probability(1) / law.probability(2)


@QUANTITIES.add("section III-B: least epsilon with p_(G,Z)(1) <= e^epsilon p_(G,Z)(2) + delta", "larger-is-safe")
def _gaussian_required_epsilon(exp_epsilon: str, eta: str, D: str, match: str, delta: str) -> Enclosure:
    law = _gaussian(exp_epsilon, eta, D, match)
    ratio = (law.probability(1) - _delta(exp_epsilon, eta, D, delta)) / law.probability(2)
    return ratio.log()
