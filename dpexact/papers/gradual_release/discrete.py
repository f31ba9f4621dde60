"""Exact samples of discrete Laplace noise for several levels, from integers and random bits, without floats.

`bits(k)` gives k independent fair bits as an integer, as `random.Random(...).getrandbits` and `secrets.randbits` do.
Ratios are rational. Every function here is exact, if the bits are fair and independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpexact.errors import ParameterError, need
from dpexact.papers.gradual_release.discrete_laws import listed_ratios, tighten_weight

Bits = Callable[[int], int]


def bernoulli(numerator: int, denominator: int, bits: Bits) -> bool:
    """Draw true with probability numerator/denominator, by uniform integers until one is below the denominator.

    Raises: ParameterError unless 0 <= numerator <= denominator and denominator >= 1.
    """
    if not 0 <= numerator <= denominator or denominator < 1:
        raise ParameterError(f"{numerator}/{denominator}", place="bernoulli", expected="0 <= numerator <= denominator")
    length = (denominator - 1).bit_length()
    while length:
        drawn = bits(length)
        if drawn < denominator:
            return drawn < numerator
    return bool(numerator)


def geometric(ratio: Fraction, bits: Bits) -> int:
    """Draw G >= 0 with P(G = k) = (1 - p) p^k, the number of true Bernoulli(p) in a row, p/(1 - p) on average."""
    count = 0
    while bernoulli(ratio.numerator, ratio.denominator, bits):
        count += 1
    return count


def discrete_laplace(ratio: Fraction, bits: Bits) -> int:
    """Draw V = G - G' for two independent geometric numbers, P(V = k) = (1 - p)/(1 + p) p^|k|."""
    return geometric(ratio, bits) - geometric(ratio, bits)


def tighten(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V1 from V2 = noise for p1 = first >= p2 = second, the same with weight w, or with more noise of ratio p1."""
    weight = tighten_weight(first, second).as_fraction()
    stays = bernoulli(weight.numerator, weight.denominator, bits)
    return noise if stays else noise + discrete_laplace(first, bits)


def relax(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V2 from V1 = noise, for p1 = first >= p2 = second, from the law `relax_conditional`.

    There are four cases, as in Algorithm 1 of the paper, for x = noise >= 0 (else mirrored).

        y = x        nothing drawn anew,
        y < 0        -y - 1 geometric of ratio p1 p2,
        0 <= y < x   y geometric of ratio p2/p1, conditioned on being below x,
        y >= x       y - x geometric of ratio p1 p2.
    """
    side, size = (-1, -noise) if noise < 0 else (1, noise)
    if first == second:
        return noise
    weight = tighten_weight(first, second).as_fraction()
    scale = (1 - second) / (1 + second)
    stays = weight * scale * second**size
    apart = (1 - weight) * scale * (1 - first) / (1 + first)
    product = first * second
    below = apart * first**size * product / (1 - product)
    inner = apart * (first**size - second**size) / (1 - second / first)
    above = apart * second**size / (1 - product)
    drawn = _one_of((stays, below, inner, above), bits)
    if drawn == 0:
        return noise
    if drawn == 1:
        return -side * (1 + geometric(product, bits))
    if drawn == 3:
        return side * (size + geometric(product, bits))
    quotient = second / first
    while (value := geometric(quotient, bits)) >= size:
        pass
    return side * value


def _one_of(weights: Sequence[Fraction], bits: Bits) -> int:
    """Return an index, with a probability in proportion to its weight. At least one weight is positive."""
    rest = sum(weights)
    for i, weight in enumerate(weights):
        share = weight / rest
        if bernoulli(share.numerator, share.denominator, bits):
            return i
        rest -= weight
    raise ParameterError("no weight is positive", place="_one_of")


def sample_release(count: int, ratios: Sequence[object], bits: Bits) -> tuple[int, ...]:
    """Draw (count + V_1, ..., count + V_m) for rational ratios p_1 >= ... >= p_m, by the law of `release_probability`.

    Raises: ParameterError as `release_probability`, IrrationalError for a ratio that is not rational.

    >>> import random
    >>> len(sample_release(1000, ("9/10", "3/4", "1/2"), random.Random(1).getrandbits))
    3
    """
    number = need.integer(count, "count")
    need.function(bits, "bits", "a function from a number of bits to a random integer, such as secrets.randbits")
    levels = [ratio.as_fraction() for ratio in listed_ratios(ratios)]
    noises = [discrete_laplace(levels[-1], bits)] if levels else []
    for j in range(len(levels) - 1, 0, -1):
        noises.append(tighten(noises[-1], levels[j - 1], levels[j], bits))
    return tuple(number + noise for noise in reversed(noises))
