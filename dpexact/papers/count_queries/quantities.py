"""The quantities of the count-query paper that it prints numbers for.

`exp_epsilon` is E, "exp(2.18)" or, for a reading from printed digits, "8.8463". `match` names the number of the
discrete Gaussian that equals the variance of the design, its "parameter" or its "variance".
"""

from collections.abc import Callable
from functools import cache, partial

from flint import arb, ctx, fmpq

from dpexact.audit.quantities.given import PaperQuantities, integer, number_or_word, word
from dpexact.errors import ParameterError, need
from dpexact.laws.discrete_gaussian import DiscreteGaussian, discrete_gaussian
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries.design import crossover, printed_design, two_point_noise, variance

QUANTITIES = PaperQuantities(
    "count_queries",
    "Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)",
    **dict.fromkeys(("D", "N", "n", "k", "i1", "i2", "z", "reach"), integer),
    match=word,
)
DIGITS = 6  # of a caution
MAX_DOUBLINGS = 64  # E up to 2^64 is searched for a threshold
_design = cache(printed_design)
DESIGN_DELTA = {"delta": number_or_word}  # "design" is the unrounded delta~ of the design


def _design_caution(exp_epsilon: Exact, eta: Exact, D: int) -> str:
    """Say that single outcomes of the printed design need more than the printed delta~, if they do (Theorem 3)."""
    design = _design(exp_epsilon, eta, D)
    return _false_promise("delta~", design.delta, design.singleton_delta(exp_epsilon), "Theorem 3", "singleton_delta")


def _union_caution(exp_epsilon: Exact, eta: Exact, D: int) -> str:
    """Say that events of the printed design need more than (2D+1) delta~, if they do (Remark 2)."""
    design = _design(exp_epsilon, eta, D)
    promised, needed = (2 * D + 1) * design.delta, design.tight_delta(exp_epsilon)
    return _false_promise("(2D+1) delta~", promised, needed, "Remark 2", "tight_delta")


def _false_promise(name: str, promised: Exact, needed: Exact, place: str, quantity: str) -> str:
    if needed <= promised:
        return ""
    return (
        f"no privacy bound: {place} of the paper is false at these parameters, where the design needs the delta "
        f"{needed.decimal(DIGITS)}, more than {name} = {promised.decimal(DIGITS)}; ask count_queries.{quantity}"
    )


@QUANTITIES.add("any quotient of two printed numbers")
def _quotient(numerator: Exact, denominator: Exact) -> Exact:
    return numerator / denominator


@QUANTITIES.add("section III-A: E = e^epsilon")
def _exp_epsilon(exp_epsilon: Exact) -> Exact:
    return exp_epsilon


@QUANTITIES.add("section III-A: C = 2 eta / (1 - eta)")
def _odds(eta: Exact) -> Exact:
    return 2 * eta / (1 - eta)


@QUANTITIES.add("section I: 2D + 1")
def _support_size(D: int) -> Exact:
    return exact(2 * D + 1)


@QUANTITIES.add("P1: A = min{n, D}")
def _left_reach(n: int, D: int) -> Exact:
    return exact(min(n, D))


@QUANTITIES.add("equation (6): N + D")
def _largest_output(N: int, D: int) -> Exact:
    return exact(N + D)


@QUANTITIES.add("Proposition 1: the number of pairs (i_1, i_2)")
def _two_point_count(n: int, D: int) -> Exact:
    return _left_reach(n, D) * D


@QUANTITIES.add("Proposition 1, equation (2)")
def _two_point_probability(i1: int, i2: int, eta: Exact, z: int) -> Exact:
    return two_point_noise(i1, i2, eta).get(z, exact(0))


@QUANTITIES.add("equation (34)")
def _crossover(k: int, exp_epsilon: Exact) -> Exact:
    return crossover(k, exp_epsilon)


@QUANTITIES.add("section IV: the eta with C = C_D", "smaller-is-safe")
def _knee_eta(exp_epsilon: Exact, D: int) -> Exact:
    last = _crossover(D, exp_epsilon)
    return last / (2 + last)


@QUANTITIES.add("Theorem 2: the k with delta~ = delta_k")
def _maximising_index(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return exact(_design(exp_epsilon, eta, D).k)


@QUANTITIES.add("Theorem 1: delta~", "larger-is-safe", caution=_design_caution)
def _design_delta(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return _design(exp_epsilon, eta, D).delta


@QUANTITIES.add("Remark 2: (2D+1) delta~", "larger-is-safe", caution=_union_caution)
def _union_delta(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return _support_size(D) * _design(exp_epsilon, eta, D).delta


@QUANTITIES.add("Remark 1: the delta of Definition 2 over single outcomes", "larger-is-safe")
def _singleton_delta(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return _design(exp_epsilon, eta, D).singleton_delta(exp_epsilon)


@QUANTITIES.add("Definition 1: the delta of Definition 2 over all events", "larger-is-safe")
def _tight_delta(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return _design(exp_epsilon, eta, D).tight_delta(exp_epsilon)


@QUANTITIES.add("equation (14)", name="noise_probability")
def _noise(exp_epsilon: Exact, eta: Exact, D: int, z: int) -> Exact:
    return _design(exp_epsilon, eta, D).noise.get(z, exact(0))


@QUANTITIES.add("section III-B: p_Z(1) / p_Z(2)")
def _noise_ratio(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return _noise(exp_epsilon, eta, D, 1) / _noise(exp_epsilon, eta, D, 2)


@QUANTITIES.add("section III-B: the largest z with p_Z(z) > 0")
def _noise_reach(exp_epsilon: Exact, eta: Exact, D: int) -> Exact:
    return exact(max(z for z, p in _design(exp_epsilon, eta, D).noise.items() if p))


@QUANTITIES.add("section IV: P(|Z| <= reach)")
def _central_probability(exp_epsilon: Exact, eta: Exact, D: int, reach: int) -> Exact:
    return sum((p for z, p in _design(exp_epsilon, eta, D).noise.items() if abs(z) <= reach), start=exact(0))


@QUANTITIES.add("section IV: least epsilon for (2D+1) delta~")
def _epsilon_threshold(delta: Exact, eta: Exact, D: int) -> Enclosure:
    """Return the epsilon from which on (2D+1) delta~ <= delta, by bisection on rational E.

    (2D+1) delta~ does not increase with E, since delta~ is the optimum of (17)-(19), which a larger E only relaxes. The
    delta that the design needs does increase at some small eta, and is more than `delta` far above this epsilon even if
    it is less at it, and Remark 2 is false there. So neither side of it is safe.
    """
    is_enough = partial(_is_design_within, delta / _support_size(D), eta, D)
    doublings = next((n for n in range(1, MAX_DOUBLINGS + 1) if is_enough(fmpq(2) ** n)), None)
    if doublings is None:
        raise ParameterError(
            f"(2D+1) delta~ stays above {delta} up to E = 2^{MAX_DOUBLINGS} (D = {D}, eta = {eta})", place="delta"
        )
    low = fmpq(2) ** (doublings - 1)
    return Enclosure.computed(partial(_logarithm_bisected, is_enough, low))


def _is_design_within(target: Exact, eta: Exact, D: int, ratio: fmpq) -> bool:
    return printed_design(ratio, eta, D).delta <= target


def _logarithm_bisected(is_enough: Callable[[fmpq], bool], low: fmpq) -> arb:
    """Return a ball around the logarithm of the point of [low, 2 low] from which on it is enough."""
    high = 2 * low
    for _ in range(ctx.prec):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return arb(low).union(arb(high)).log()


def _logarithm(ratio: Exact) -> Exact | Enclosure:
    """Return log(ratio), as the rational r itself if ratio is exp(r)."""
    known = rational_epsilon(ratio)
    return epsilon_of(ratio) if known is None else exact(known)


def _delta(exp_epsilon: Exact, eta: Exact, D: int, delta: Exact | str) -> Exact:
    if isinstance(delta, Exact):
        return delta
    need.one_of(delta, ("design",), "delta")
    return _design_delta(exp_epsilon, eta, D)


@QUANTITIES.add(
    "section III-B: least epsilon with p_Z(1) <= e^epsilon p_Z(2) + delta", "larger-is-safe", readers=DESIGN_DELTA
)
def _required_epsilon(exp_epsilon: Exact, eta: Exact, D: int, delta: Exact | str) -> Exact | Enclosure:
    p, q = (_noise(exp_epsilon, eta, D, z) for z in (1, 2))
    return _logarithm((p - _delta(exp_epsilon, eta, D, delta)) / q)


@QUANTITIES.add("section III-B: least epsilon with larger <= e^epsilon smaller + delta", "larger-is-safe")
def _epsilon_of_probabilities(larger: Exact, smaller: Exact, delta: Exact) -> Exact | Enclosure:
    return _logarithm((larger - delta) / smaller)


@cache
def _gaussian(exp_epsilon: Exact, eta: Exact, D: int, match: str) -> DiscreteGaussian:
    is_variance = need.one_of(match, ("parameter", "variance"), "match") == "variance"
    return (DiscreteGaussian.of_variance if is_variance else discrete_gaussian)(variance(_design(exp_epsilon, eta, D)))


@QUANTITIES.add("section III-B: p_(G,Z)(z)")
def _gaussian_probability(exp_epsilon: Exact, eta: Exact, D: int, match: str, z: int) -> Enclosure:
    return _gaussian(exp_epsilon, eta, D, match).probability(z)


@QUANTITIES.add("section III-B: p_(G,Z)(1) / p_(G,Z)(2)")
def _gaussian_ratio(exp_epsilon: Exact, eta: Exact, D: int, match: str) -> Enclosure:
    law = _gaussian(exp_epsilon, eta, D, match)
    return law.probability(1) / law.probability(2)


@QUANTITIES.add(
    "section III-B: least epsilon with p_(G,Z)(1) <= e^epsilon p_(G,Z)(2) + delta",
    "larger-is-safe",
    readers=DESIGN_DELTA,
)
def _gaussian_required_epsilon(exp_epsilon: Exact, eta: Exact, D: int, match: str, delta: Exact | str) -> Enclosure:
    law = _gaussian(exp_epsilon, eta, D, match)
    return ((law.probability(1) - _delta(exp_epsilon, eta, D, delta)) / law.probability(2)).log()
