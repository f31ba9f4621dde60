"""Every number again from its definition, in mpmath, as a second route without anything of dpexact.

A quantity is either computed, and compared with both doubles, or it is the zero of a function that falls, and the
function must not be negative at the lower double nor positive at the upper one.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, combinations_with_replacement
from operator import mul
from typing import Any

import mpmath as mp

DIGITS = (50, 400, 3200)  # the next where these are too few, besides the zeros behind the point
LEAST = 5e-324  # the least double > 0
Number = Any  # a number of mpmath
Law = Callable[[int], Number]


def confirms(quantity: str, parameters: dict[str, Any], lower: float, upper: float) -> bool:
    """Return whether the number of the second route lies between two doubles, or is the one double that both are."""
    zeros = int(max(0, -math.log10(max(abs(lower), LEAST)))) if math.isfinite(lower) else 0
    answers = (_confirms(quantity, parameters, lower, upper, digits + zeros) for digits in DIGITS)
    return next((answer for answer in answers if answer is not None), False)


def _confirms(quantity: str, parameters: dict[str, Any], lower: float, upper: float, digits: int) -> bool | None:
    """Return None if the number is too near to one of the doubles to be told from it with so many digits."""
    with mp.workdps(digits):
        numbers = {name: _read(number) for name, number in parameters.items()}
        near = mp.mpf(10) ** (6 - digits)
        if quantity in FALLS:
            return _falls(lambda x: FALLS[quantity](x, **numbers), lower, upper, near)
        number = VALUES[quantity](**numbers)
        if lower == upper:
            return bool(number == lower or (math.isfinite(lower) and abs(number - lower) <= near * max(1, abs(lower))))
        if min(abs(number - lower), abs(number - upper)) <= near * abs(number):
            return None
        return bool(lower < number < upper)


def _falls(excess: Callable[[Number], Number], lower: float, upper: float, near: Number) -> bool:
    """Return whether a function that falls is positive at the lower double and not at the upper one."""
    if math.isinf(lower):
        return bool(excess(mp.mpf(10) ** 9) > 0)
    if lower == upper == 0:
        return bool(excess(mp.mpf(0)) <= near)
    if lower == upper:
        lower, upper = math.nextafter(lower, -math.inf), math.nextafter(upper, math.inf)
    return bool(excess(mp.mpf(lower)) > 0 >= excess(mp.mpf(upper)))


def largest_excess(p: Sequence[Fraction], q: Sequence[Fraction], E: Fraction) -> Fraction:
    """Return the largest P(S) - E Q(S), over all events S one by one, in fractions."""
    excesses = [a - E * b for a, b in zip(p, q, strict=True)]
    return max(sum(event, Fraction(0)) for size in range(len(p) + 1) for event in combinations(excesses, size))


def _read(number: Any) -> Any:
    if isinstance(number, float):
        return mp.mpf(number)
    return [mp.mpf(part) for part in number] if isinstance(number, list) else number


def _phi(x: Number) -> Number:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def _gaussian(epsilon: Number, shift: Number) -> Number:
    """Return the delta of N(shift, 1) against N(0, 1)."""
    if shift == 0:
        return mp.mpf(0)
    place = epsilon / shift
    return _phi(shift / 2 - place) - mp.exp(epsilon) * _phi(-shift / 2 - place)


def _laplace(
    scale: Number, sensitivity: Number, epsilon: Number, rate: Number = 1, relation: str | None = None
) -> Number:
    """Split at the point where the densities' ratio is E, of the mixture and of Laplace noise."""
    t, E = sensitivity / scale, mp.exp(epsilon)

    def plain(factor: Number) -> Number:
        """Return the largest g(S) - factor f(S) of noise around t and around 0."""
        if factor <= mp.exp(-t):
            return 1 - factor
        return mp.mpf(0) if factor >= mp.exp(t) else 1 - mp.sqrt(factor * mp.exp(-t))

    remove = rate * plain((E - 1 + rate) / rate) if rate else mp.mpf(0)
    left = 1 - E * (1 - rate)
    add = left * plain(E * rate / left) if left > 0 and rate else max(left, 0) if not rate else mp.mpf(0)
    return {"remove": remove, "add": add}.get(str(relation), max(remove, add))


def _tight(mass: Law, shift: int, epsilon: Number, places: range) -> Number:
    """Return the sum of positive parts of the mass at z - shift against E times the mass at z."""
    E = mp.exp(epsilon)
    masses = {z: mass(z) for z in range(places.start - shift, places.stop)}
    return mp.fsum(max(masses[z - shift] - E * masses[z], mp.mpf(0)) for z in places)


def _discrete_gaussian_masses(sigma: Number, more: int = 0) -> dict[int, Number]:
    reach = int(mp.ceil(sigma * mp.sqrt(2 * mp.log(10) * mp.mp.dps))) + 2 + more
    half = [mp.exp(-mp.mpf(z * z) / (2 * sigma**2)) for z in range(reach + 1)]
    total = 2 * mp.fsum(half) - 1
    return {z: half[abs(z)] / total for z in range(-reach, reach + 1)}


def _discrete_gaussian(sigma: Number, sensitivity: Number, epsilon: Number) -> Number:
    shift, E = int(sensitivity), mp.exp(epsilon)
    far = int(sigma**2 * epsilon / shift) + shift
    masses = _discrete_gaussian_masses(sigma, far)
    return mp.fsum(max(mass - E * masses.get(z - shift, mp.mpf(0)), mp.mpf(0)) for z, mass in masses.items())


def _discrete_laplace(decay: Number, sensitivity: Number, epsilon: Number) -> Number:
    """Sum over 0 to the sensitivity, where each end has the mass of everything beyond it."""
    shift, r, E = int(sensitivity), mp.exp(-decay), mp.exp(epsilon)
    masses = [1 / (1 + r), *((1 - r) / (1 + r) * r**z for z in range(1, shift)), r**shift / (1 + r)]
    return mp.fsum(max(p - E * q, mp.mpf(0)) for p, q in zip(masses, masses[::-1], strict=True))


def _zcdp(rho: Number, delta: Number, conversion: str) -> Number:
    if rho == 0 or delta == 0:
        return mp.inf if rho else mp.mpf(0)
    if conversion == "simple":
        return rho + 2 * mp.sqrt(rho * mp.log(1 / delta))
    low, high = mp.mpf(0), mp.sqrt(mp.log(1 / delta) / rho)
    for _ in range(4 * mp.mp.dps):
        x = (low + high) / 2
        low, high = (low, x) if rho * x**2 + mp.log((1 + x) * delta) > 0 else (x, high)
    return max(mp.mpf(0), _converted(rho * (1 + x), 1 + x, delta, conversion))


def _converted(divergence: Number, order: Number, delta: Number, conversion: str) -> Number:
    if conversion == "mironov":
        return divergence + mp.log(1 / delta) / (order - 1)
    return divergence + mp.log(1 / (order * delta)) / (order - 1) + mp.log(1 - 1 / order)


def _renyi(order: Number, rate: Number, sigma: Number) -> Number:
    if rate == 0:
        return mp.mpf(0)
    if rate == 1:
        return order / (2 * sigma**2)
    if order == int(order):
        n = int(order)
        moments = (
            mp.binomial(n, k) * (1 - rate) ** (n - k) * rate**k * mp.exp(mp.mpf(k * k - k) / (2 * sigma**2))
            for k in range(n + 1)
        )
        return mp.log(mp.fsum(moments)) / (order - 1)
    wide = sigma * mp.sqrt(2 * mp.log(10) * (mp.mp.dps + 5))
    turn = sigma**2 * mp.log((1 - rate) / rate) + mp.mpf(1) / 2

    def density(x: Number) -> Number:
        ratio = 1 - rate + rate * mp.exp((2 * x - 1) / (2 * sigma**2))
        return mp.exp(order * mp.log(ratio) - x**2 / (2 * sigma**2))

    ends = [-wide, order + wide]
    inner = [place for place in (mp.mpf(0), order / 2, order, turn) if ends[0] < place < ends[1]]
    whole = mp.quad(density, sorted({*ends, *inner, -wide / 4, order + wide / 4}))
    return mp.log(whole / (sigma * mp.sqrt(2 * mp.pi))) / (order - 1)


def _renyi_epsilon(
    rate: Number, sigma: Number, steps: Number, delta: Number, orders: Sequence[Number], conversion: str
) -> Number:
    least = min(_converted(steps * _renyi(order, rate, sigma), order, delta, conversion) for order in orders)
    return max(least, mp.mpf(0))


def _optimal(epsilon: Number, delta: Number, count: Number, total_epsilon: Number) -> Number:
    times, e, T = int(count), mp.exp(epsilon), mp.exp(total_epsilon)
    parts = (mp.binomial(times, l) * max(mp.mpf(0), e ** (times - l) - T * e**l) for l in range(times + 1))
    return 1 - (1 - delta) ** times * (1 - mp.fsum(parts) / (1 + e) ** times)


def _rappor(f: Number, p: Number, q: Number, hashes: Number) -> Number:
    low, high = (f * (p + q) / 2 + (1 - f) * bit for bit in (p, q))
    if low == high:
        return mp.mpf(0)
    return mp.inf if {low, high} & {0, 1} else hashes * abs(mp.log(high * (1 - low) / (low * (1 - high))))


def _dp_sgd(epsilon: Number, noise_multiplier: Number, rate: Number, steps: Number) -> Number:
    """Return the delta of one step, or of steps without sampling, by the threshold at which the ratio is E."""
    if rate == 1:
        return _gaussian(epsilon, mp.sqrt(steps) / noise_multiplier)
    sigma, E = noise_multiplier, mp.exp(epsilon)
    x = sigma**2 * mp.log((E - 1 + rate) / rate) + mp.mpf(1) / 2
    delta = rate * _phi((1 - x) / sigma) - (E - 1 + rate) * _phi(-x / sigma)
    left = 1 - E * (1 - rate)
    if left > 0:
        x = sigma**2 * mp.log(left / (E * rate)) + mp.mpf(1) / 2
        delta = max(delta, left * _phi(x / sigma) - E * rate * _phi((x - 1) / sigma))
    return delta


def _finite(p: Sequence[Number], q: Sequence[Number], epsilon: Number, count: Number = 1) -> Number:
    """Return the sum of positive parts over how often each outcome came."""
    E, total, draws = mp.exp(epsilon), mp.mpf(0), int(count)
    for outcomes in combinations_with_replacement(range(len(p)), draws):
        ways = math.factorial(draws) // math.prod(math.factorial(n) for n in Counter(outcomes).values())
        first, second = (mp.fprod(law[place] for place in outcomes) for law in (p, q))
        total += ways * max(mp.mpf(0), first - E * second)
    return total


def _shuffled(local_epsilon: Number, users: Number, epsilon: Number) -> Number:
    """Sum over how many others give one of the two answers, and over the ones among these that favor P."""
    n, e, E = int(users), mp.exp(local_epsilon), mp.exp(epsilon)
    turn, total = (E * e - 1) / ((e - 1) * (E + 1)) if e > 1 else mp.inf, mp.mpf(0)
    if e <= E:
        return total
    for s in range(1, n + 1):
        first = max(0, int(mp.floor(s * turn)) - 1)
        coins, part = mp.mpf(2) ** (1 - s), mp.mpf(0)
        ways = mp.binomial(s, first)
        for ones in range(first, s + 1):
            part += ways * max(mp.mpf(0), e * ones + s - ones - E * (ones + e * (s - ones))) / s
            ways = ways * (s - ones) / (ones + 1)
        total += mp.binomial(n - 1, s - 1) * (2 / (e + 1)) ** (s - 1) * ((e - 1) / (e + 1)) ** (n - s) * coins * part
    return total / (e + 1)


def _binomial(trials: Number, sensitivity: Number, epsilon: Number) -> Number:
    n, shift = int(trials), int(sensitivity)
    masses = [mp.mpf(math.comb(n, z)) / 2**n for z in range(n + 1)]
    return _tight(lambda z: masses[z] if 0 <= z <= n else mp.mpf(0), shift, epsilon, range(n + shift + 1))


def _skellam(variance: Number, sensitivity: Number, epsilon: Number) -> Number:
    """Take the masses from Miller's algorithm, downwards from any small numbers far out, and scale their sum to 1."""
    shift = int(sensitivity)
    reach = 80 + 2 * shift + int(3 * mp.sqrt(variance * mp.mp.dps)) + 3 * mp.mp.dps
    masses = [mp.mpf(0), mp.mpf(1)]
    for z in range(reach - 1, 0, -1):
        masses.append(masses[-2] + 2 * z / variance * masses[-1])
    masses.reverse()
    total = 2 * mp.fsum(masses) - masses[0]
    last = reach - shift - 1
    return _tight(lambda z: masses[abs(z)] / total, shift, epsilon, range(shift - last, last))


def _weights(epsilon: Number, sensitivity: Number, scores: Sequence[Number]) -> list[Number]:
    return [mp.exp(epsilon * (score - max(scores)) / (2 * sensitivity)) for score in scores]


def _permute_and_flip(epsilon: Number, sensitivity: Number, scores: Sequence[Number], index: Number) -> Number:
    """Integrate over the time of the chosen one, by Gauss's rule, exact for a polynomial but for rounding."""
    weights = _weights(epsilon, sensitivity, scores)
    own = weights.pop(int(index))
    integral = mp.quad(lambda u: mp.fprod(1 - w * u for w in weights), [0, 1], method="gauss-legendre")
    return own * integral


def _passes(masses: Law, reach: int, threshold: Number, comparison: str) -> Number:
    """Sum the masses of the integers that do, or if these are most the others."""
    passing = [z for z in range(-reach, reach + 1) if (1 + z >= threshold if comparison == ">=" else 1 + z > threshold)]
    if len(passing) <= reach:
        return mp.fsum(masses(z) for z in passing)
    return 1 - mp.fsum(masses(z) for z in range(-reach, passing[0]))


def _discrete_laplace_threshold(decay: Number, threshold: Number, comparison: str) -> Number:
    reach = int(abs(threshold)) + 3 + int(mp.mp.dps * 3 / decay)
    half = [*accumulate([mp.exp(-decay)] * reach, mul, initial=mp.tanh(decay / 2))]
    return _passes(lambda z: half[abs(z)], reach, threshold, comparison)


def _discrete_gaussian_threshold(sigma: Number, threshold: Number, comparison: str) -> Number:
    masses = _discrete_gaussian_masses(sigma, int(abs(threshold)) + 3)
    return _passes(masses.__getitem__, max(masses), threshold, comparison)


VALUES: dict[str, Callable[..., Number]] = {
    "gaussian.delta": lambda sigma, sensitivity, epsilon: _gaussian(epsilon, sensitivity / sigma),
    "laplace.delta": _laplace,
    "discrete_gaussian.delta": _discrete_gaussian,
    "discrete_laplace.delta": _discrete_laplace,
    "zcdp.epsilon": _zcdp,
    "rdp.subsampled_gaussian": _renyi,
    "rdp.subsampled_gaussian_epsilon": _renyi_epsilon,
    "composition.basic_epsilon": lambda epsilon, count: epsilon * count,
    "composition.advanced_epsilon": lambda epsilon, count, delta: (
        mp.sqrt(2 * count * mp.log(1 / delta)) * epsilon + count * epsilon * mp.expm1(epsilon)
    ),
    "composition.optimal_delta": _optimal,
    "composition.finite_delta": _finite,
    "randomized_response.epsilon": lambda truth, categories: (
        mp.inf if truth in {0, 1} else abs(mp.log(truth * (categories - 1) / (1 - truth)))
    ),
    "rappor.epsilon": _rappor,
    "dp_sgd.delta": _dp_sgd,
    "privacy.delta": _finite,
    "shuffled.delta": _shuffled,
    "binomial.delta": _binomial,
    "skellam.delta": _skellam,
    "exponential_mechanism.probability": lambda index, **given: (
        _weights(**given)[int(index)] / mp.fsum(_weights(**given))
    ),
    "permute_and_flip.probability": _permute_and_flip,
    "laplace.threshold": lambda scale, threshold: (
        mp.exp((1 - threshold) / scale) / 2 if threshold >= 1 else 1 - mp.exp((threshold - 1) / scale) / 2
    ),
    "gaussian.threshold": lambda sigma, threshold: _phi((1 - threshold) / sigma),
    "discrete_laplace.threshold": _discrete_laplace_threshold,
    "discrete_gaussian.threshold": _discrete_gaussian_threshold,
    "truncated_geometric.probability": lambda decay, upper, value, output: (
        (-mp.expm1(-decay) if 0 < output < upper else 1) / (1 + mp.exp(-decay)) * mp.exp(-decay * abs(value - output))
    ),
}
FALLS: dict[str, Callable[..., Number]] = {
    "gaussian.epsilon": lambda x, sigma, sensitivity, delta: _gaussian(x, sensitivity / sigma) - delta,
    "gaussian.sigma": lambda x, epsilon, delta, sensitivity: _gaussian(epsilon, sensitivity / x) - delta,
    "dp_sgd.epsilon": lambda x, delta, **run: _dp_sgd(x, **run) - delta,
    "privacy.epsilon": lambda x, p, q, delta: _finite(p, q, x) - delta,
    "composition.optimal_epsilon": lambda x, epsilon, delta, count, total_delta: (
        _optimal(epsilon, delta, count, x) - total_delta
    ),
}
