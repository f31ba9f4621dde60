"""Masses, ratios and cells of laws of noise, and the arithmetic of brackets that they need.

A mass is enclosed by two integers over 2^bits, a ratio by a bracket. "(n)" in a comment of the laws is line n of the
section "Compositions" in docs/certificate-format.md.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, divided, exponential, inverse, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import Rejected, integer
from dpexact.kernel.field import Field, Quotient, decode_rational

Ratio = Bracket | None  # None: 0 as a least ratio, infinity as a greatest one

GUARD = 64  # more bits of a bracket than of a mass
MAX_FRACTION = 2**10  # bits of a parameter
rational = partial(decode_rational, check="law", limit=MAX_FRACTION)  # decode a parameter
MAX_EXPONENT = 2**12  # of exp
MAX_CELLS = 2**17  # of one law


class Mass(NamedTuple):
    """A mass between two integers over 2^bits."""

    least: fmpz
    most: fmpz


class Piece(NamedTuple):
    """Masses of P and of Q, and bounds of the ratio of P to Q."""

    first: Mass
    second: Mass
    least: Ratio
    greatest: Ratio

    def reversed(self, bits: int) -> Piece:
        """Exchange the two laws."""
        least, greatest = (None if x is None else inverse(x, bits + GUARD) for x in (self.greatest, self.least))
        return Piece(self.second, self.first, least, greatest)


Cell = tuple[Piece, int, int]  # with two places, the first one below the second


def demand(condition: bool, expected: str, check: str = "law") -> None:  # noqa: FBT001 - what is required
    """Require a condition of a law."""
    if not condition:
        raise Rejected(check, f"expected {expected}")


def short(value: object) -> fmpz:
    """Decode an edge or a place."""
    number = integer(value)
    require_size(abs(number).bit_length(), MAX_FRACTION, "bits of an edge or a place")
    return number


def enclosed(field: Field, value: Quotient, bits: int) -> Bracket:
    """Enclose a quotient of two sums that are positive."""
    parts = []
    for part in value:
        digits, bounds = bits, field.enclosure(part, bits)
        while bounds[0] <= 0:
            digits *= 2
            bounds = field.enclosure(part, digits)
        parts.append(times(bounds, ONE, bits))
    return times(parts[0], inverse(parts[1], bits), bits)


def exp(x: fmpq, bits: int) -> Bracket:
    """Enclose e to the power of x."""
    require_size(-(-abs(x).p // x.q), MAX_EXPONENT, "absolute value of an exponent")
    if x == 0:
        return ONE
    power = exponential(abs(x).p, x.q, bits)
    return power if x > 0 else inverse(power, bits)


def fixed(x: Bracket, bits: int) -> Mass:
    """Enclose x by integers over 2^bits."""
    one = fmpz(1)
    return Mass(divided(x.low, one, x.e + bits), -divided(-x.high, one, x.e + bits))


def at_most(x: Bracket, y: Bracket, bits: int, most: int = 0) -> fmpz:
    """Return no more than x/y over 2^bits, and no more than 2^most."""
    size = x.low.bit_length() - y.high.bit_length() + x.e - y.e  # x/y >= 2^(size - 1)
    limit = fmpz(1) << (bits + most)
    return limit if size > most + 1 else min(limit, divided(x.low, y.high, x.e - y.e + bits))


def bracket(x: fmpq, bits: int) -> Bracket:
    """Enclose a positive rational."""
    places = bits + max(0, x.q.bit_length() - x.p.bit_length())
    return Bracket(divided(x.p, x.q, places), -divided(-x.p, x.q, places), -places)
