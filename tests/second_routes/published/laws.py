"""The quantities of `dpexact.audit.quantities` again, from their definitions: sums, integrals and halvings with mpmath.

No closed form of the package is used where there is another way: deltas are integrals or sums of positive parts,
inverses are halvings, Renyi divergences are integrals by the trapezoidal rule (which for a mixture of normal densities
of width sigma and steps of sigma/4 is wrong by less than e^-300 of each), the best order of zCDP is searched for.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

from mpmath import binomial, exp, inf, log, mp, mpf, ncdf, npdf, quad, sqrt

from tests.second_routes.published.expressions import bisected, value

STEPS_IN_SIGMA = 4
REACH = 18  # in sigmas: e^(-REACH^2/2) is below 1e-70
GOLDEN = 300
NOTHING = mpf(10) ** -60


def positive_part(p: Callable[[Any], Any], q: Callable[[Any], Any], factor: Any, points: list[Any]) -> Any:
    """The integral of max(0, p - factor q) between points, at which alone it may have a kink."""
    total = mpf(0)
    for low, high in pairwise(points):
        middle = (low + high) / 2
        size = max(p(low), p(middle), p(high))  # mpmath integrates to absolute errors
        if p(middle) > factor * q(middle):
            total += size * quad(lambda x: (p(x) - factor * q(x)) / size, [low, high])  # noqa: B023
    return total


def gaussian_delta(sigma: str, sensitivity: str, epsilon: str, rate: str = "1", relation: str = "remove") -> Any:
    """Noise N(0, sigma^2), Poisson-sampled at a rate: the mixture against the plain law, or the other direction."""
    width, shift, factor, r = value(sigma), value(sensitivity), exp(value(epsilon)), value(rate)

    def plain(x: Any) -> Any:
        return npdf(x, 0, width)

    def mixture(x: Any) -> Any:
        return (1 - r) * plain(x) + r * npdf(x, shift, width)

    p, q = (mixture, plain) if relation == "remove" else (plain, mixture)
    kink = crossing(lambda x: p(x) - factor * q(x), -40 * width - shift, shift + 40 * width)
    middle = shift / 2 if kink is None else kink
    fold = width**2 / (width + abs(middle))  # within which the densities there fall by about e
    points = [middle + side * fold * k for side in (-1, 1) for k in (0, 1, 2, 4, 8, 16, 30, 60, 150, 400)]
    return positive_part(p, q, factor, sorted({*points, *([-50 * width, 50 * width + shift])}))


def crossing(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Return where a function changes its sign, if the signs at the ends differ."""
    return bisected(function, low, high) if (function(low) > 0) != (function(high) > 0) else None


def curve(m: Any, epsilon: Any) -> Any:
    """Balle and Wang's delta, for the inverses."""
    return ncdf(m / 2 - epsilon / m) - exp(epsilon) * ncdf(-m / 2 - epsilon / m)


def gaussian_epsilon(sigma: str, sensitivity: str, delta: str) -> Any:
    """The least epsilon, by halving."""
    m, wanted = value(sensitivity) / value(sigma), value(delta)
    return bisected(lambda e: curve(m, e) - wanted, mpf(0), m * m / 2 + 60 * m)


def gaussian_sigma(epsilon: str, delta: str, sensitivity: str) -> Any:
    """The least sigma, by halving its logarithm."""
    e, wanted, shift = value(epsilon), value(delta), value(sensitivity)
    return exp(bisected(lambda x: curve(shift / exp(x), e) - wanted, mpf(-20), mpf(20)))


def laplace_delta(scale: str, sensitivity: str, epsilon: str, rate: str = "1", relation: str | None = None) -> Any:
    """Laplace noise, Poisson-sampled at a rate; without a relation the larger of the two directions."""
    if relation is None:
        return max(laplace_delta(scale, sensitivity, epsilon, rate, each) for each in ("remove", "add"))
    b, shift, factor, r = value(scale), value(sensitivity), exp(value(epsilon)), value(rate)

    def plain(x: Any) -> Any:
        return exp(-abs(x) / b) / (2 * b)

    def mixture(x: Any) -> Any:
        return (1 - r) * plain(x) + r * plain(x - shift)

    p, q = (mixture, plain) if relation == "remove" else (plain, mixture)
    kink = crossing(lambda x: p(x) - factor * q(x), mpf(0), shift)
    inner = [mpf(0), shift, *([] if kink is None else [kink])]
    outer = [side * b * k + (shift if side > 0 else 0) for side in (-1, 1) for k in (2, 8, 30, 80, 170)]
    return positive_part(p, q, factor, sorted([*inner, *outer]))


def discrete_delta(weight: Callable[[int], Any], reach: int, shift: int, factor: Any) -> Any:
    """The sum of positive parts of weights on -reach..reach against them shifted; what is 0 but for digits is 0."""
    total = mp.fsum(weight(z) for z in range(-reach, reach + 1))
    parts = ((weight(z), weight(z) - factor * weight(z - shift)) for z in range(-reach, reach + shift + 1))
    return mp.fsum(part for size, part in parts if part > size * NOTHING) / total


def discrete_laplace_delta(decay: str, sensitivity: str, epsilon: str) -> Any:
    """On the integers up to e^-170."""
    rate = value(decay)
    return discrete_delta(lambda z: exp(-rate * abs(z)), int(170 / rate) + 1, int(sensitivity), exp(value(epsilon)))


def discrete_gaussian_delta(sigma: str, sensitivity: str, epsilon: str, truncation: str | None = None) -> Any:
    """On the integers up to 20 sigmas, or truncated."""
    width = value(sigma)
    reach = int(20 * width) + 20 if truncation is None else int(truncation)

    def weight(z: int) -> Any:
        return exp(-(z * z) / (2 * width**2)) if truncation is None or abs(z) <= reach else mpf(0)

    return discrete_delta(weight, reach, int(sensitivity), exp(value(epsilon)))


def binomial_delta(trials: str, sensitivity: str, epsilon: str) -> Any:
    """The heads of fair coins, from the coefficients."""
    count = int(trials)
    weights = {z: mpf(comb(count, z)) for z in range(count + 1)}
    return discrete_delta(lambda z: weights.get(z, mpf(0)), count, int(sensitivity), exp(value(epsilon)))


def least_trials(expression: str, epsilon: str, delta: str) -> Any:
    """The least number of fair coins, by halving, since another coin is noise that is added."""
    assert expression == "binomial(?)"
    fails, holds = 0, 1

    def is_enough(trials: int) -> bool:
        return bool(binomial_delta(str(trials), "1", epsilon) <= value(delta))

    while not is_enough(holds):
        fails, holds = holds, 2 * holds
    while holds - fails > 1:
        middle = (fails + holds) // 2
        fails, holds = (fails, middle) if is_enough(middle) else (middle, holds)
    return mpf(holds)


def zcdp_epsilon(rho: str, delta: str, conversion: str) -> Any:
    """The simple conversion, or the best of all orders by ternary search."""
    r, d = value(rho), value(delta)
    if conversion == "simple":
        return r + 2 * sqrt(r * log(1 / d))

    def at(order: Any) -> Any:
        return r * order + log(1 / (order * d)) / (order - 1) + log(1 - 1 / order)

    low, high = mpf(1) + mpf(10) ** -9, 2 + 2 * sqrt(log(1 / d) / r)
    for _ in range(GOLDEN):
        third = (high - low) / 3
        low, high = (low, high - third) if at(low + third) < at(high - third) else (low + third, high)
    return max(at((low + high) / 2), mpf(0))


def renyi(rate: str, sigma: str, orders: list[Any]) -> dict[Any, Any]:
    """The divergence at some orders, by the trapezoidal rule on a grid from -18 sigma to the order and 18 sigma."""
    q, width = value(rate), value(sigma)
    step = width / STEPS_IN_SIGMA
    places = [step * k for k in range(-REACH * STEPS_IN_SIGMA, int(max(orders) / step) + REACH * STEPS_IN_SIGMA + 2)]
    logs = [log(1 - q + q * exp((2 * x - 1) / (2 * width**2))) for x in places]
    found = {}
    for order in orders:
        last = int(order / step) + 2 * REACH * STEPS_IN_SIGMA + 2
        pairs = zip(places[:last], logs[:last], strict=True)
        total = mp.fsum(exp(order * ratio - x * x / (2 * width**2)) for x, ratio in pairs)
        found[order] = log(total * step / (width * sqrt(2 * mp.pi))) / (order - 1)
    return found


def renyi_divergence(order: str, rate: str, sigma: str) -> Any:
    """At one order."""
    return renyi(rate, sigma, [value(order)])[value(order)]


def renyi_epsilon(rate: str, sigma: str, steps: str, delta: str, orders: str, conversion: str) -> Any:
    """The least converted divergence over the orders of a text such as "2..63, 128" or "1.1..10.9 step 0.1"."""
    chosen = []
    for part in orders.split(","):
        ends, _, step = part.partition("step")
        first, last = (Fraction(end.strip()) for end in (ends.split("..") * 2)[:2])
        wide = Fraction(step.strip() or "1")
        several = [first + n * wide for n in range(int((last - first) / wide) + 1)]
        chosen += [mpf(order.numerator) / order.denominator for order in several]
    count, d = value(steps), value(delta)

    def converted(order: Any, divergence: Any) -> Any:
        if conversion == "mironov":
            return count * divergence - log(d) / (order - 1)
        return count * divergence + log(1 - mpf(1) / order) - (log(d) + log(order)) / (order - 1)

    return max(mpf(0), min(converted(order, found) for order, found in renyi(rate, sigma, chosen).items()))


def composed(epsilon: Any, delta: Any, count: int) -> Callable[[Any], Any]:
    """The delta of the k-fold product of the dominating pair, by the total epsilon: the sum of positive parts."""
    high, low = exp(epsilon) / (1 + exp(epsilon)), 1 / (1 + exp(epsilon))
    first = [binomial(count, k) * high ** (count - k) * low**k for k in range(count + 1)]
    kept = (1 - delta) ** count

    def at(total: Any) -> Any:
        factor = exp(total)
        parts = (a - factor * b for a, b in zip(first, reversed(first), strict=True))
        return 1 - kept + kept * mp.fsum(part for part in parts if part > 0)

    return at


def advanced_epsilon(epsilon: str, count: str, delta: str) -> Any:
    """Dwork and Roth, Theorem 3.20."""
    e, k, d = value(epsilon), int(count), value(delta)
    return sqrt(-2 * k * log(d)) * e + k * e * (exp(e) - 1)


def optimal_delta(epsilon: str, delta: str, count: str, total_epsilon: str) -> Any:
    """Kairouz, Oh, Viswanath from the pair itself."""
    return composed(value(epsilon), value(delta), int(count))(value(total_epsilon))


def optimal_epsilon(epsilon: str, delta: str, count: str, total_delta: str) -> Any:
    """Its inverse by halving."""
    e, d, k, wanted = value(epsilon), value(delta), int(count), value(total_delta)
    if 1 - (1 - d) ** k > wanted:
        return inf
    at = composed(e, d, k)
    return k * e if at(k * e) >= wanted else bisected(lambda total: at(total) - wanted, mpf(0), k * e)


def randomized_response_epsilon(truth: str, categories: str) -> Any:
    """The largest logarithm of a ratio over all answers."""
    p, k = value(truth), int(categories)
    laws = [[p if answer == told else (1 - p) / (k - 1) for answer in range(k)] for told in range(2)]
    return max(abs(log(a / b)) for a, b in zip(*laws, strict=True))


def privacy_epsilon(p: str, q: str, delta: str) -> Any:
    """The largest logarithm of (P(S) - delta)/Q(S) over all events one by one, at least 0."""
    first, second = ([value(part) for part in law.split(",")] for law in (p, q))
    worst = mpf(1)
    for event in product((0, 1), repeat=len(first)):
        mass, other = (mp.fsum(a * b for a, b in zip(law, event, strict=True)) for law in (first, second))
        if mass > value(delta) and other == 0:
            return inf
        worst = max(worst, (mass - value(delta)) / other if other else mpf(1))
    return log(worst)


def rappor_epsilon(f: str, p: str, q: str, hashes: str) -> Any:
    """The largest logarithm of a ratio over all reports of two values with disjoint bits."""
    f_, p_, q_ = value(f), value(p), value(q)
    one = {True: f_ * (p_ + q_) / 2 + (1 - f_) * q_, False: f_ * (p_ + q_) / 2 + (1 - f_) * p_}
    bits = [True] * int(hashes) + [False] * int(hashes)

    def chance(report: tuple[bool, ...], value_bits: list[bool]) -> Any:
        return mp.fprod(one[b] if sent else 1 - one[b] for sent, b in zip(report, value_bits, strict=True))

    reports = product((True, False), repeat=len(bits))
    return max(abs(log(chance(r, bits) / chance(r, bits[::-1]))) for r in reports)


LAWS: dict[str, Callable[..., Any]] = {
    "formula": lambda expression, **names: value(expression, names),
    "gaussian.delta": gaussian_delta,
    "gaussian.epsilon": gaussian_epsilon,
    "gaussian.sigma": gaussian_sigma,
    "laplace.delta": laplace_delta,
    "discrete_laplace.delta": discrete_laplace_delta,
    "discrete_gaussian.delta": discrete_gaussian_delta,
    "binomial.delta": binomial_delta,
    "composition.least": least_trials,
    "zcdp.epsilon": zcdp_epsilon,
    "rdp.subsampled_gaussian": renyi_divergence,
    "rdp.subsampled_gaussian_epsilon": renyi_epsilon,
    "composition.basic_epsilon": lambda epsilon, count: mp.fsum(value(epsilon) for _ in range(int(count))),
    "composition.advanced_epsilon": advanced_epsilon,
    "composition.optimal_delta": optimal_delta,
    "composition.optimal_epsilon": optimal_epsilon,
    "privacy.epsilon": privacy_epsilon,
    "randomized_response.epsilon": randomized_response_epsilon,
    "rappor.epsilon": rappor_epsilon,
}
