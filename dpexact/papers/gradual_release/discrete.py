"""Release integers gradually: the laws, and exact samples of them.

Gradual release of integers: discrete Laplace noise of several ratios p = e^-epsilon, coupled without loss.

Exact samples of discrete Laplace noise for several levels: integers and random bits, no floats.

`bits(k)` gives k independent fair bits as an integer, as `random.Random(...).getrandbits` and `secrets.randbits` do.
Ratios are rational. Guarantee of every function here: exact, the law of the result is the one that is named, if the
bits are fair and independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpexact.errors import ParameterError, need
from dpexact.numbers.exact import Exact, exact, exact_at

Bits = Callable[[int], int]


def discrete_laplace_probability(k: object, p: object) -> Exact:
    """Return P(V = k) = (1 - p)/(1 + p) p^|k|, the discrete Laplace law on the integers of ratio p = e^-epsilon.

    Guarantee: exact.
    Raises: ParameterError unless 0 < p < 1 and k is an integer; TooLargeError for a power past its size limit.

    >>> discrete_laplace_probability(-2, "1/2")
    exact('1/12')
    """
    return _law(need.integer(k, "k"), _ratio(p, "p"))


def tighten_weight(p1: object, p2: object) -> Exact:
    """Return W = (p2/p1) ((1 - p1)/(1 - p2))^2, the weight of "V1 is V2" in the mixture (28) on integers; p1 >= p2.

    V1 = V2 + W, where W is independent of V2 and its law is w times the atom at 0 plus 1 - w times the discrete Laplace
    law of ratio p1. There are two numbers: w is the weight of the mixture, which in (28) is also the probability
    that V1 is V2. On the integers noise drawn anew can be 0 too, and that probability is larger:

        P(W = 0) = w + (1 - w)(1 - p1)/(1 + p1) = tighten_probability(0, p1, p2).

    For p1 = 1/2, p2 = 1/3 they are 3/8 and 7/12.

    Guarantee: exact.
    Raises: ParameterError unless 0 < p2 <= p1 < 1.
    Reference: (28) of the paper, on the integers; proofs/rocq/GradualDiscrete.v.

    >>> tighten_weight("1/2", "1/3"), tighten_probability(0, "1/2", "1/3")
    (exact('3/8'), exact('7/12'))
    """
    return _weight(*ratios_of((p1, p2)))


def tighten_probability(k: object, p1: object, p2: object) -> Exact:
    """Return P(W = k) = P(V1 = y + k given V2 = y), whatever y is: the tightening kernel.

    Guarantee: exact. Raises: as `tighten_weight`.

    >>> tighten_probability(0, "1/2", "1/3"), tighten_probability(1, "1/2", "1/3")
    (exact('7/12'), exact('5/48'))
    """
    ratios = ratios_of((p1, p2))
    return _kernel(need.integer(k, "k"), *ratios)


def joint_probability(x: object, y: object, p1: object, p2: object) -> Exact:
    """Return P(V1 = x, V2 = y), the noise of both answers; p1 >= p2.

    The answers (u + V1, u + V2) are private with E = 1/p2 for neighbors u, u + 1, and with no smaller E.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (20) of the paper, on the integers.

    >>> joint_probability(0, 0, "1/2", "1/3")
    exact('7/24')
    """
    return _release((need.integer(x, "x"), need.integer(y, "y")), ratios_of((p1, p2)))


def release_probability(noises: Sequence[object], ratios: Sequence[object]) -> Exact:
    """Return P(V_1 = noises[0], ..., V_m = noises[m - 1]) for levels of ratios p_1 >= ... >= p_m; Markov both ways.

    Guarantee: exact. Raises: ParameterError unless 1 > p_1 >= ... >= p_m > 0, with one integer for each.
    Reference: (36) of the paper, on the integers.

    >>> release_probability((0, 0, 1), ("1/2", "1/3", "1/4"))
    exact('77/12960')
    """
    levels, listed = listed_ratios(ratios), need.values(noises, "noises")
    if len(listed) != len(levels) or not levels:
        raise ParameterError(
            f"{len(listed)} for {len(levels)} ratios", place="noises", expected="one integer for each of the ratios"
        )
    return _release([need.integer(noise, f"noises[{i}]") for i, noise in enumerate(listed)], levels)


def relax_conditional(y: object, x: object, p1: object, p2: object) -> Exact:
    """Return P(V2 = y given V1 = x): the second answer's noise is drawn from it once the first is out; p1 >= p2.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (25) of the paper, on the integers.

    >>> relax_conditional(0, 1, "1/2", "1/3"), relax_conditional(0, 0, "1/2", "1/2")
    (exact('5/16'), exact('1'))
    """
    ratios = ratios_of((p1, p2))
    noise = need.integer(x, "x")
    return _release((noise, need.integer(y, "y")), ratios) / _law(noise, ratios[0])


def _release(noises: Sequence[int], ratios: Sequence[Exact]) -> Exact:
    """Return the last noise, then the others from the last to the first, each from the next."""
    total = _law(noises[-1], ratios[-1])
    for i in range(len(noises) - 1):
        total *= _kernel(noises[i] - noises[i + 1], ratios[i], ratios[i + 1])
    return total


def _law(k: int, p: Exact) -> Exact:
    return (1 - p) / (1 + p) * p ** abs(k)


def _weight(p1: Exact, p2: Exact) -> Exact:
    return p2 / p1 * ((1 - p1) / (1 - p2)) ** 2


def _kernel(k: int, p1: Exact, p2: Exact) -> Exact:
    weight = _weight(p1, p2)
    anew = (1 - weight) * _law(k, p1)
    return anew if k else weight + anew


def _ratio(value: object, name: str) -> Exact:
    ratio = exact_at(value, name)
    if not exact(0) < ratio < 1:
        raise ParameterError(repr(ratio), place=name, expected=f"a ratio 0 < {name} < 1 ({name} = e^-epsilon)")
    return ratio


def ratios_of(values: Sequence[object]) -> tuple[Exact, ...]:
    """Read ratios that do not increase, p1 >= p2 >= ...: epsilon does not fall."""
    ratios = tuple(_ratio(value, f"p{i}") for i, value in enumerate(values, 1))
    for i in range(len(ratios) - 1):
        if not ratios[i] >= ratios[i + 1]:
            raise ParameterError(
                f"{ratios[i]!r} and {ratios[i + 1]!r}",
                place=f"p{i + 1}, p{i + 2}",
                expected=f"p{i + 1} >= p{i + 2} (privacy is relaxed, so p = e^-epsilon falls)",
            )
    return ratios


def listed_ratios(values: Sequence[object]) -> tuple[Exact, ...]:
    """Return the same, of an argument that is a sequence of ratios."""
    return ratios_of([exact_at(value, f"ratios[{n}]") for n, value in enumerate(need.values(values, "ratios"))])


def bernoulli(numerator: int, denominator: int, bits: Bits) -> bool:
    """Draw true with probability numerator/denominator: uniform integers below the denominator, until one fits.

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
    """Draw G >= 0 with P(G = k) = (1 - p) p^k: how often Bernoulli(p) says True in a row, p/(1 - p) on average."""
    count = 0
    while bernoulli(ratio.numerator, ratio.denominator, bits):
        count += 1
    return count


def discrete_laplace(ratio: Fraction, bits: Bits) -> int:
    """Draw V = G - G' for two independent geometric numbers: P(V = k) = (1 - p)/(1 + p) p^|k|."""
    return geometric(ratio, bits) - geometric(ratio, bits)


def tighten(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V1 from V2 = noise, p1 = first >= p2 = second: it stays with the weight w, or gets more of ratio p1."""
    weight = tighten_weight(first, second).as_fraction()
    stays = bernoulli(weight.numerator, weight.denominator, bits)
    return noise if stays else noise + discrete_laplace(first, bits)


def relax(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V2 from V1 = noise, for p1 = first >= p2 = second, from the law `relax_conditional`.

    Four cases, as in Algorithm 1 of the paper, for x = noise >= 0 (else mirrored):

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
    """Return an index, with a probability in proportion to its weight; one weight at least is positive."""
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
