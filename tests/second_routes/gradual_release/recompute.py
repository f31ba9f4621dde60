"""Second route for dpexact/papers/gradual_release/printed.toml: every row again, without dpexact, and its verdict.

Run `python -m tests.second_routes.gradual_release.recompute`: one line for each row (id, value, verdict); exit status 1
if a verdict is not the recorded one. Only Fraction and mpmath are used. The routes differ from dpexact's on purpose:
the levels are difference quotients of the density (36) as printed, at sampled points; moments and probabilities are
integrals by quadrature; the tight parameters of RAPPOR are found from its reports' probabilities by bisection.
"""

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from tests.second_routes.printed import main

NEAR = Fraction(1, 10**20)


def number(value: Any) -> Fraction:
    """The nearest fraction of a small denominator, if the value is one to 20 digits; else the value's own."""
    shown = Fraction(mpmath.nstr(value, 30, min_fixed=-100, max_fixed=100))
    simple = shown.limit_denominator(10**6)
    return simple if abs(shown - simple) < NEAR else shown


def log_density(levels: Sequence[Any], values: Sequence[Any]) -> Any:
    """The logarithm of the part of (36) without equal values: l_1(v_1) times the quotients of (20) by l_i."""

    def laplace(e: Any, v: Any) -> Any:
        return e / 2 * mpmath.exp(-e * abs(v))

    total = laplace(levels[0], values[0])
    for (a, b), (x, y) in zip(itertools.pairwise(levels), itertools.pairwise(values), strict=True):
        total *= a * (b * b - a * a) / (4 * b) * mpmath.exp(-a * abs(x - y) - b * abs(y)) / laplace(a, x)
    return mpmath.log(total)


def level(levels: str) -> Fraction:
    """The largest |ln p(v - u) - ln p(v - u')|/|u - u'| over sampled v, u = 0, u' = 1/8 and 1."""
    numbers = [mpmath.mpf(text.strip()) for text in levels.split(",")]
    points = [mpmath.mpf(n) / 4 + mpmath.mpf(1) / 16 for n in range(-6, 7)]
    largest = mpmath.mpf(0)
    for values in itertools.product(points, repeat=len(numbers)):
        for step in (mpmath.mpf(1) / 8, mpmath.mpf(1)):
            change = log_density(numbers, values) - log_density(numbers, [v - step for v in values])
            largest = max(largest, abs(change) / step)
    return number(largest)


def squared_error(epsilon: str, dimension: str) -> Fraction:
    """n times the integral of v^2 (epsilon/2) e^(-epsilon |v|), by quadrature."""
    e = mpmath.mpf(epsilon)
    half = mpmath.quad(lambda v: v * v * e / 2 * mpmath.exp(-e * v), [0, 1, 10, mpmath.inf])
    return number(2 * int(dimension) * half)


def flip_share(alpha: str, threshold: str) -> Fraction:
    """The integral of the Laplace density of (45) above the threshold, over alpha."""
    fraction = Fraction(alpha)
    a = mpmath.mpf(fraction.numerator) / fraction.denominator
    rate, start = -2 * mpmath.log(a), mpmath.mpf(Fraction(threshold).numerator) / Fraction(threshold).denominator
    above = mpmath.quad(lambda v: rate / 2 * mpmath.exp(-rate * v), [start, start + 1, start + 10, mpmath.inf])
    return number(above / a)


def bisected(sign: Callable[[Fraction], int], low: Fraction, high: Fraction) -> Fraction:
    """Return where the sign changes, to 2^-80, and then the fraction of a small denominator that is there."""
    assert sign(low) * sign(high) < 0
    for _ in range(80):
        middle = (low + high) / 2
        if sign(middle) == 0:
            return middle
        low, high = (middle, high) if sign(middle) == sign(low) else (low, middle)
    simple = low.limit_denominator(10**6)
    assert low <= simple <= high
    return simple


def compared(one: Fraction, other: Fraction) -> int:
    """The sign of one - other."""
    return (one > other) - (one < other)


def tight(parameter: str, other: str = "1/2") -> Fraction:
    """Return where P(1 | 1) = P(1 | 0), by bisection in the parameter."""
    known, low, high = Fraction(other), Fraction(1, 1000), Fraction(1337, 1000)
    gap: dict[str, Callable[[Fraction], int]] = {
        "alpha": lambda alpha: compared(1 - alpha / 2, alpha / 2),
        "beta": lambda beta: compared(beta, known),
        "gamma": lambda gamma: compared(known, gamma),
    }
    return bisected(gap[parameter], low, high)


ROUTES: dict[str, Callable[..., Fraction]] = {
    "gradual_release.level": level,
    "gradual_release.squared_error": squared_error,
    "gradual_release.flip_share": flip_share,
    "gradual_release.tight": tight,
}


if __name__ == "__main__":
    raise SystemExit(main("gradual_release", ROUTES))
