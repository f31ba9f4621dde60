"""The process V_eps, sampled at several levels, and Algorithm 1 as a sampler."""

import math
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random

from dpexact.errors import ParameterError, need
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.gradual_release.laws import level_of

MAX_LEVELS = 1_000_000
LARGEST = sys.float_info.max
SEEDED = "write random.Random(seed)"


def sample_path(levels: Iterable[object], rng: Random) -> tuple[float, ...]:
    """Sample one path of the process, V_eps for eps in levels in any order, repeated ones too.

    The largest level is sampled first, from its Laplace law, then downwards by (28). With probability (a/b)^2 the value
    stays, else Laplace noise of the level a is added. Equal values are equal floats. The same generator gives another
    path for a prefix of the levels. To go on from a path upwards, use `relax_privacy`.

    Nothing is guaranteed for floats. The law is right up to their rounding. They are unfit for a release of real data
    (Mironov, "On Significance of the Least Significant Bits for Differential Privacy").
    Raises ParameterError for levels that are not positive numbers in the range of floats, for more than 10^6 of them,
    or for a generator that is not a `random.Random`, InexactInputError for floats (int, Fraction, text, SymPy are
    exact), NumberSyntaxError.
    """
    need.instance(rng, Random, "rng", SEEDED)
    expected = f"a sequence of 1 to {MAX_LEVELS} levels"
    finite = islice(levels, MAX_LEVELS + 1) if isinstance(levels, Iterator) else levels
    listed = need.values(finite, "levels", expected)
    if not 1 <= len(listed) <= MAX_LEVELS:
        raise ParameterError(f"more than {MAX_LEVELS}" if listed else "none", place="levels", expected=expected)
    values = [_positive(level, f"levels[{n}]") for n, level in enumerate(listed)]
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
    """Sample V2 given V1 = x by Algorithm 1, with eps1 <= eps2 and 1 for sgn(0).

    Each case draws z by inversion. Nothing is guaranteed, as in `sample_path`.
    Raises ParameterError for levels out of order or not positive, for x not finite, or for a wrong generator,
    InexactInputError for levels that are floats (x is one, as a sample is).
    """
    need.instance(rng, Random, "rng", SEEDED)
    a, b = _positive(eps1, "eps1"), _positive(eps2, "eps2")
    if not isinstance(x, int | float) or isinstance(x, bool):
        raise need.refusal("x", "a float, as a sample is", x)
    if a > b or abs(x) > LARGEST or math.isnan(x):
        came = f"eps1 = {value_excerpt(eps1)}, eps2 = {value_excerpt(eps2)}, x = {value_excerpt(x)}"
        raise ParameterError(came, place="relax_privacy", expected="eps1 <= eps2 and a finite x")
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


def _positive(level: object, name: str) -> float:
    try:
        if isinstance(level, int | Fraction) and not isinstance(level, bool):
            value = float(level)
        else:
            number = level_of(level, name)
            value = float(number) if number.is_number and number.is_real else math.nan
    except OverflowError:
        value = math.inf
    if not (value > 0 and math.isfinite(value)):
        raise ParameterError(value_excerpt(level), place=name, expected="a positive number in the range of floats")
    return value
