"""The process V_eps: samples at several levels, and Algorithm 1 as a sampler."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.gradual_release.epsilons import level_of
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_LEVELS = 1_000_000


def sample_path(levels: Iterable[object], rng: Random) -> tuple[float, ...]:
    """(V_eps for eps in levels): one path of the process, at levels in any order, repeated ones too.

    The largest level first, from its Laplace law; then downwards by (28): with probability (a/b)^2 the value stays,
    else Laplace noise of the level a is added. Equal values are equal floats. The prefix of a longer path is not
    what the same generator gives for the prefix of the levels; to go on from a path upwards, use `relax_privacy`.

    Guarantee: none; floats. The law is right up to their rounding; they are not fit for a release of real data
    (Mironov, "On Significance of the Least Significant Bits for Differential Privacy").
    Raises: ParameterError for levels that are not positive numbers in the range of floats, for more than 10^6 of them,
    or for a generator that is no `random.Random`; InexactInputError for floats (int, Fraction, text, SymPy are
    exact); NumberSyntaxError.
    """
    _check_generator(rng)
    given = [] if isinstance(levels, str) else list(islice(levels, MAX_LEVELS + 1))
    if not 1 <= len(given) <= MAX_LEVELS:
        count = f"more than {MAX_LEVELS}" if given else f"{levels!r}" if isinstance(levels, str) else "none"
        message = f"sample_path: expected a sequence of 1 to {MAX_LEVELS} levels, got {count}"
        raise ParameterError(message)
    values = [_positive(level) for level in given]
    path: dict[float, float] = {}
    above, noise = None, 0.0
    for level in sorted(set(values), reverse=True):
        if above is None:
            noise = _laplace(level, rng)
        elif rng.random() >= (level / above) ** 2:
            noise += _laplace(level, rng)
        path[level], above = noise, level
    return tuple(path[level] for level in values)


def relax_privacy(x: float, eps1: object, eps2: object, rng: Random) -> float:
    """Algorithm 1: a sample of V2 given V1 = x, with eps1 <= eps2; sgn(0) is 1.

    Each case draws z by inversion. Guarantee: none, as `sample_path`.
    Raises: ParameterError for levels out of order or not positive, for x not finite, or for a wrong generator;
    InexactInputError for levels that are floats (x is one, as a sample is).
    """
    _check_generator(rng)
    a, b = _positive(eps1), _positive(eps2)
    if a > b or not math.isfinite(x):
        message = f"relax_privacy: expected eps1 <= eps2 and a finite x, got eps1 = {eps1}, eps2 = {eps2}, x = {x}"
        raise ParameterError(message)
    size, sign = abs(x), (1 if x >= 0 else -1)
    fall = math.exp(-(b - a) * size)
    draw = rng.random() * 2 * b
    if draw < 2 * a * fall or a == b:
        return x
    draw -= 2 * a * fall
    if draw < b - a:
        return -sign * rng.expovariate(a + b)
    if draw < (b - a) * (1 + fall):
        return sign * (size + rng.expovariate(a + b))
    return sign * min(size, -math.log1p(-rng.random() * -math.expm1(-(b - a) * size)) / (b - a))


def _laplace(level: float, rng: Random) -> float:
    return rng.expovariate(level) * (1 if rng.getrandbits(1) else -1)


def _positive(level: object) -> float:
    try:
        if isinstance(level, int | Fraction) and not isinstance(level, bool):
            value = float(level)
        else:
            number = level_of(level)
            value = float(number) if number.is_number and number.is_real else math.nan
    except OverflowError:
        value = math.inf
    if not (value > 0 and math.isfinite(value)):
        message = f"a level: expected a positive number in the range of floats, got {value_excerpt(level)}"
        raise ParameterError(message)
    return value


def _check_generator(rng: object) -> None:
    if not isinstance(rng, Random):
        message = f"expected a random.Random, got {type(rng).__name__}; write random.Random(seed)"
        raise ParameterError(message)
