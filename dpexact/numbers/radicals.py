"""Perfect powers and roots of positive rationals, without factoring."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from flint import fmpz


def integer_root(number: int, degree: int) -> int | None:
    """The exact `degree`-th root of a non-negative integer, or None if it has none."""
    root = int(fmpz(number).root(degree)) if number > 1 else number
    return root if root**degree == number else None


def _as_power(number: int) -> tuple[int, int]:
    """(b, k) with number = b**k and k as large as possible; k = 0 stands for "every k" (number = 1)."""
    if number == 1:
        return 1, 0
    base, exponent = number, 1
    degree = 2
    while base.bit_length() > degree:
        root = integer_root(base, degree)
        if root is None:
            degree += 1
        else:
            base, exponent = root, exponent * degree
    if degree == base.bit_length() and base == 2**degree:
        return 2, exponent * degree
    return base, exponent


def primitive_power(number: Fraction) -> tuple[Fraction, int]:
    """(b, k) with number = b**k, b > 1 no perfect power of a rational; (1, 0) for the number 1.

    For a primitive b > 1 the polynomial x^n - b is irreducible over Q for every n >= 1 (b is no p-th power for
    any prime p, and b > 0 is not -4 c^4), so b^(1/n) has degree n and 1, b^(1/n), ..., b^((n-1)/n) are independent.

    Guarantee: exact.
    Reference: S. Lang, Algebra, chapter VI, theorem 9.1 (irreducibility of x^n - b).
    """
    if number == 1:
        return Fraction(1), 0
    top, top_power = _as_power(number.numerator)
    bottom, bottom_power = _as_power(number.denominator)
    power = gcd(top_power, bottom_power)
    base = Fraction(top ** (top_power // power), bottom ** (bottom_power // power))
    return (base, power) if base > 1 else (1 / base, -power)
