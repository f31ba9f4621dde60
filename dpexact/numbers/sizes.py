"""The size of a result, estimated and refused if it is too large, before time and memory are spent on it.

Raises: TooLargeError.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq, fmpz, fmpz_mpoly

from dpexact.errors import TooLargeError

Ratio = fmpq | Fraction
MAX_POWER_BITS = 1 << 24  # of a power of a number (2 MB)
MAX_PRODUCT_WORDS = 1 << 22  # of a product of two sums (32 MB)
MAX_PRODUCT_WORK = 1 << 30  # machine words multiplied for it
CHEAP_PRODUCT = 1 << 12  # products of fewer terms are not measured


def sum_bits(coefficients: Iterable[fmpz]) -> int:
    """Return the bits of the integers of a sum, one word more for each exponent."""
    return sum(int(c.bit_length()) + 64 for c in coefficients)


def rational_bits(number: Ratio) -> int:
    """Return the bits of the numerator and the denominator of an fmpq (or Fraction)."""
    return int(number.numerator.bit_length()) + int(number.denominator.bit_length())


def check_rational_power(number: Ratio, power: int) -> None:
    """Refuse number ** power, for an fmpq or Fraction, if it would be too large."""
    check_rational_product([(number, power)])


def check_rational_product(powers: Iterable[tuple[Ratio, int]], limit: int = MAX_POWER_BITS) -> None:
    """Refuse the product of number ** power over all pairs, for fmpq or Fraction, if it would be too large."""
    bits = 0
    for number, power in powers:
        parts = (number.numerator, number.denominator)
        bits += sum(int((abs(fmpz(part)) - 1).bit_length()) for part in parts if part) * abs(power)
    _refuse_bits(bits, limit)


def check_sum_power(polynomial: fmpz_mpoly, power: int, root: tuple[int, int] | None = None) -> None:
    """Refuse polynomial ** power if it would be too large, by its possible terms and their bits.

    `root` is (degree, bits) of the root u. Powers of u are reduced below the degree, and each reduction may add the
    bits to a coefficient.
    """
    t_degree, u_degree = (int(degree) for degree in polynomial.degrees())
    root_degree, root_bits = root if root is not None and u_degree > 0 else (u_degree * power + 1, 0)
    terms = len(polynomial)
    if terms == 1 and not root_bits and abs(polynomial.leading_coefficient()) == 1:
        return
    longest = int((sum(abs(c) for c in polynomial.coeffs()) - 1).bit_length()) + root_bits
    grid = (t_degree * power + 1) * min(u_degree * power + 1, root_degree)
    count = grid if terms > power.bit_length() + 2 else min(grid, (power + 1) ** (terms - 1))
    _refuse_bits(count * (longest * power + 64))


def check_product(first: fmpz_mpoly, second: fmpz_mpoly) -> None:
    """Refuse the product of two sums if it would take too long."""
    pairs = len(first) * len(second)
    if pairs <= CHEAP_PRODUCT:
        return
    words = sum(max(int(c.bit_length()) for c in p.coeffs()) // 64 + 1 for p in (first, second))
    grid = math.prod(int(d) + int(d2) + 1 for d, d2 in zip(first.degrees(), second.degrees(), strict=True))
    if min(pairs, grid) * words > MAX_PRODUCT_WORDS or pairs * words > MAX_PRODUCT_WORK:
        raise TooLargeError(
            f"a product of sums of {len(first)} and {len(second)} terms, with coefficients of up to "
            f"{64 * words} bits, is refused: it would take too long"
        )


def _refuse_bits(bits: int, limit: int = MAX_POWER_BITS) -> None:
    if bits > limit:
        size = f"about {bits} bits" if bits < 1 << 64 else "more than 2^64 bits"
        raise TooLargeError(f"a power of {size} was asked for", remedy=f"the limit is {limit} bits")
