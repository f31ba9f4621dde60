"""log_quotient: the rational number that a quotient of two logarithms is, where it is one.

log(a)/log(b) = r/s if and only if a^s = b^r: a candidate r/s comes from an enclosure, and is taken only if the powers
are equal.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from dpexact.errors import TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.numbers.powers import LogSum

BITS = 192
MAX_DENOMINATOR = 1 << 32  # of a candidate: far fewer numbers than 192 bits tell apart


def log_quotient(above: LogSum, below: LogSum) -> Fraction | None:
    """The number r/s with s * above = r * below; None where there is none, or none that is small enough to be found.

    Both are irrational. Guarantee: exact; a number that is returned is the quotient.
    """
    candidate = _candidate(above, below)
    if candidate is None:
        return None
    difference = above.times(Fraction(candidate.denominator)).plus(below.times(Fraction(-candidate.numerator)))
    whole = difference.times(Fraction(lcm(1, *(power.denominator for power in difference.logs.values()))))
    try:
        return candidate if Exact.exp(whole) == 1 else None
    except TooLargeError:
        return None


def _candidate(above: LogSum, below: LogSum) -> Fraction | None:
    """The rational number with a small denominator in an enclosure of the quotient; a guess, to be checked."""
    with WorkingPrecision(BITS):
        quotient = _ball(above) / _ball(below)
        if not quotient.is_finite():
            return None
        middle = quotient.mid().fmpq()
        found = Fraction(int(middle.p), int(middle.q)).limit_denominator(MAX_DENOMINATOR)
        return found if quotient.contains(arb(fmpq(found.numerator, found.denominator))) else None


def _ball(logarithm: LogSum) -> Any:
    return sum(_parts(logarithm), arb(_rational(logarithm.rational)))


def _parts(logarithm: LogSum) -> Iterable[Any]:
    return (arb(_rational(number)).log() * _rational(power) for number, power in logarithm.logs.items())


def _rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
