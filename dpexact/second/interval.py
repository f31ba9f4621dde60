"""Intervals of integers over 2^places, rounded outwards, and the normal and the Laplace law in them.

There are places enough for every ratio of the lattice and its inverse.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from dpexact.second.meter import need, within
from dpexact.second.signs import exponential, shifted_down

EXPONENT = 2**12


class Interval(NamedTuple):
    """A number x >= 0 with low <= x 2^places <= high. It is unbounded if high is None."""

    low: int
    high: int | None


@dataclass(frozen=True)
class Scale:
    """Arithmetic of intervals with finite ends, unless it says otherwise."""

    places: int

    @property
    def one(self) -> int:
        """The number 1."""
        return 1 << self.places

    @property
    def whole(self) -> Interval:
        """The number 1 as an interval."""
        return Interval(self.one, self.one)

    def of(self, x: Fraction) -> Interval:
        """Return a fraction >= 0."""
        low, rest = divmod(x.numerator << self.places, x.denominator)
        return Interval(low, low + bool(rest))

    def plus(self, x: Interval, y: Interval) -> Interval:
        """Return x + y."""
        return Interval(x.low + y.low, None if x.high is None or y.high is None else x.high + y.high)

    def times(self, x: Interval, y: Interval) -> Interval:
        """Return x y."""
        above = None if x.high is None or y.high is None else -(-x.high * y.high >> self.places)
        return Interval(x.low * y.low >> self.places, above)

    def over(self, x: Interval, y: Interval) -> Interval:
        """Return x / y, unbounded if y may be 0, and 0 or more if y is unbounded."""
        low = 0 if y.high is None else (x.low << self.places) // y.high if y.high else 0
        return Interval(low, None if y.low == 0 or x.high is None else -((-x.high << self.places) // y.low))

    def exp(self, x: Fraction) -> Interval:
        """Return e^x."""
        within(abs(x).__ceil__(), EXPONENT, "the absolute value of an exponent")
        if x == 0:
            return self.whole
        low, high, e = exponential(abs(x), self.places + 2 * abs(x).__ceil__() + 32)
        if x > 0:
            return Interval(shifted_down(low, e + self.places), -shifted_down(-high, e + self.places))
        top = 1 << self.places + 2 * max(0, -e)  # 1 / (low 2^e) = top / low, over 2^(places + 2 max(0, -e) + e)
        shift = -2 * max(0, -e) - e
        return Interval(shifted_down(top // high, shift), -shifted_down(-(top // low + 1), shift))

    def power(self, x: Interval, n: int, most: int) -> Interval:
        """Return x^n for n >= 0, the exponent halved. Raises Rejected ("size") for more than 2^most."""
        if n == 0:
            return self.whole
        half = self.power(x, n // 2, most)
        square = self.times(half, half)
        power = self.times(square, x) if n % 2 else square
        within((power.high or power.low).bit_length() - self.places, most, "bits of a ratio of the lattice")
        return power


def mixed(scale: Scale, parts: Iterable[tuple[Fraction, Interval]]) -> Interval:
    """Return the sum of intervals with weights."""
    total = Interval(0, 0)
    for weight, part in parts:
        total = scale.plus(total, scale.times(scale.of(weight), part))
    return total


def between(x: Interval, y: Interval) -> Interval:
    """Return y - x >= 0."""
    return Interval(max(0, y.low - finite_end(x)), max(0, finite_end(y) - x.low))


def finite_end(x: Interval) -> int:
    """Return the upper end, of a mass: there is one."""
    need(x.high is not None, "size", "a mass without a bound")
    return int(x.high or 0)


def normal(x: Fraction, whole: Interval, scale: Scale) -> Interval:
    """Return Phi(x), 1/2 + J(x)/(2 J(infinity)) with J(infinity) in `whole`.

    For x^2 >= 2 places, 1 - Phi(x) <= exp(-x^2/2) is below 2^-places.
    """
    if x < 0:
        above = normal(-x, whole, scale)
        return Interval(scale.one - finite_end(above), scale.one - above.low)
    if x * x >= 2 * scale.places:
        return Interval(scale.one - 1, scale.one)
    part, half = scale.over(bell(x, scale), whole), scale.one >> 1
    return Interval(half + part.low // 2, half + finite_end(part) // 2 + 1)


def line_of_bell(scale: Scale) -> Interval:
    """Return J(infinity), which exceeds J(x) by at most exp(-x^2/2)/x, below 2^-places for this x."""
    nearly = bell(Fraction(isqrt(2 * scale.places) + 1), scale)
    return Interval(nearly.low, finite_end(nearly) + 1)


def bell(x: Fraction, scale: Scale) -> Interval:
    """Return J(x), the integral of exp(-t^2/2) from 0 to x: x - x^3/(2 3) + x^5/(2^2 2! 5) - ...

    Signs alternate. Once the terms fall, the rest is at most the last one.
    """
    y = x * x / 2
    width = scale.places + 32 + 2 * y.__ceil__()  # the greatest term is below exp(y)
    low_term = (x.numerator << width) // x.denominator
    high_term = low_term + 1
    low = high = k = 0
    while high_term > 1 or k <= y:
        if k % 2 == 0:
            low, high = low + low_term // (2 * k + 1), high + high_term // (2 * k + 1) + 1
        else:
            low, high = low - high_term // (2 * k + 1) - 1, high - low_term // (2 * k + 1)
        k += 1
        low_term = low_term * y.numerator // (y.denominator * k)
        high_term = high_term * y.numerator // (y.denominator * k) + 1
    cut = width - scale.places
    return Interval(max(0, low - high_term) >> cut, -(-(high + high_term) >> cut))


def laplace(x: Fraction, scale: Scale) -> Interval:
    """Return the mass of Laplace noise below x."""
    tail = scale.exp(-abs(x))
    low, high = tail.low // 2, -(-finite_end(tail) // 2)
    return Interval(low, high) if x < 0 else Interval(scale.one - high, scale.one - low)
