"""Points of the interval of a free E, a few to try and one at which a number is negative."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpexact.numbers.exact import Exact
from dpexact.numbers.free import cell_points, dense, roots_on, value_sign
from dpexact.numbers.generators import Free

TRIED = (Fraction(1, 2), Fraction(0), Fraction(1), Fraction(1, 7), Fraction(9, 10))


def points_of(interval: Free) -> Iterator[Exact]:
    """Yield a few rational points of the interval, its ends among them."""
    length = 8 if interval.upper is None else interval.upper - interval.lower
    for part in TRIED:
        yield Exact.of_rational(interval.lower + part * length)


def sometimes_negative(interval: Free, value: Exact) -> Iterator[Exact]:
    """Yield a rational point of the interval at which the number is negative, if there is one. Guarantee: exact."""
    if value.ratio is not None:
        if value < 0:
            yield Exact.of_rational(interval.lower)
        return
    num, den = value.sums()
    polynomial = dense(num * den)
    points = cell_points(interval, roots_on(interval, polynomial))
    point = next((point for point in points if value_sign(polynomial, point) < 0), None)
    if point is not None:
        yield Exact.of_rational(point)
