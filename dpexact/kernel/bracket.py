"""Brackets: a positive real number between low 2^e and high 2^e, with integers low and high, always rounded outward."""

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

from flint import fmpz


class Bracket(NamedTuple):
    """A real number between low 2^e and high 2^e."""

    low: fmpz
    high: fmpz
    e: int


ONE = Bracket(fmpz(1), fmpz(1), 0)


def exponential(p: fmpz, q: fmpz, bits: int) -> Bracket:
    """Enclose exp(p/q), p/q > 0: the series at p/(q 2^k) < 2^-h, squared k times, which doubles the relative error."""
    h = isqrt(bits) + 1
    k = max(0, p.bit_length() - q.bit_length() + 1 + h)
    width = bits + k + k.bit_length() + bits.bit_length() + 8
    bracket = series((p << width) // (q << k), width)
    for _ in range(k):
        bracket = times(bracket, bracket, width)
    return times(bracket, ONE, bits)


def series(x: fmpz, width: int) -> Bracket:
    """Enclose exp(y), x <= y 2^width < x + 1, y <= 1/2: after the term y^n/n! the rest is at most that term."""
    low = high = least = most = fmpz(1) << width
    n = 0
    while most > 1:
        n += 1
        least = (least * x >> width) // n
        most = -((-most * (x + 1) >> width) // n)
        low, high = low + least, high + most
    return Bracket(low, high + most, -width)


def root(a: fmpz, b: fmpz, n: int, bits: int) -> Bracket | None:
    """Enclose (a/b)^(1/n) for a > b > 0: m^n <= (a/b) 2^(n s) < (m + 1)^n, or None if m is not that integer root."""
    s = bits - (a.bit_length() - b.bit_length()) // n
    power = (a << n * s) // b if s >= 0 else a // (b << -n * s)
    m = power.root(n)
    return Bracket(m, m + 1, -s) if m**n <= power < (m + 1) ** n else None


def times(a: Bracket, b: Bracket, bits: int) -> Bracket:
    """Multiply, and keep this many bits."""
    low, high, e = a[0] * b[0], a[1] * b[1], a[2] + b[2]
    cut = high.bit_length() - bits
    return Bracket(low >> cut, -(-high >> cut), e + cut) if cut > 0 else Bracket(low, high, e)


def power(a: Bracket, n: int, bits: int) -> Bracket:
    """Raise to a power by squaring and multiplying."""
    result = ONE
    for digit in format(n, "b"):
        result = times(result, result, bits)
        result = times(result, a, bits) if digit == "1" else result
    return result


def combine(terms: Iterable[tuple[fmpz, Bracket]], bits: int) -> Bracket:
    """Enclose a sum of c x, as (low, high, last): everything is rounded outward to a place below the largest term."""
    low = high = fmpz(0)
    last = None
    for c, (below, above, e) in terms:
        least, most = (c * below, c * above) if c > 0 else (c * above, c * below)
        lowest = max(abs(least), abs(most)).bit_length() + e - bits
        if last is None or lowest > last:
            low, high, last = *moved(low, high, 0 if last is None else last - lowest), lowest
        least, most = moved(least, most, e - last)
        low, high = low + least, high + most
    return Bracket(low, high, last or 0)


def moved(low: fmpz, high: fmpz, places: int) -> tuple[fmpz, fmpz]:
    """Multiply by 2^places, rounding outward."""
    if places >= 0:
        return low << places, high << places
    cut = min(-places, max(abs(low), abs(high)).bit_length() + 1)
    return low >> cut, -(-high >> cut)


def inverse(x: Bracket, bits: int) -> Bracket:
    """Enclose 1/x, of about this many bits."""
    places = bits + x.high.bit_length()
    return Bracket(divided(fmpz(1), x.high, places), -divided(fmpz(-1), x.low, places), -places - x.e)


def divided(x: fmpz, divisor: fmpz, places: int) -> fmpz:
    """Return the largest integer that is at most x 2^places / divisor."""
    return (x << places if places >= 0 else x >> -places) // divisor
