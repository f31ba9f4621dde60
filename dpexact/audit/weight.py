"""How far a claimed number is from the true one, in which order they are, and which side that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal

from dpexact.audit.printed import SafeSide
from dpexact.audit.quantity import PrivacyDirection
from dpexact.errors import DPExactError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt

Weight = Literal["material", "small", "last-digits"]
WEIGHTS: tuple[Weight, ...] = ("material", "small", "last-digits")
SMALL = Fraction(1, 10**3)  # a relative distance from here on is material
LAST_DIGITS = Fraction(1, 10**9)  # and one below this is a matter of the last digits
Side = Literal["safe", "unsafe", "neither"]


@dataclass(frozen=True)
class Tolerance:
    """A distance from the true number at which a source lets its claim be, relative to it (below 1) or absolutely."""

    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)


NO_TOLERANCE = Tolerance()


def parse_tolerance(text: str) -> Tolerance:
    """Read "1e-9 relative" or "0.001 absolute". An empty text is not a tolerance.

    Raises: ParameterError for other text, a negative number, or a relative one from 1 on.

    >>> parse_tolerance("1e-3 relative")
    Tolerance(relative=Fraction(1, 1000), absolute=Fraction(0, 1))
    """
    if not text:
        return NO_TOLERANCE
    number, _, kind = text.strip().rpartition(" ")
    try:
        size = exact(number).as_fraction() if kind in ("relative", "absolute") else Fraction(-1)
    except DPExactError:
        size = Fraction(-1)
    if size < 0 or (kind == "relative" and size >= 1):
        raise ParameterError(
            repr(excerpt(text)),
            place="tolerance",
            expected="a number with the word relative (then below 1) or absolute, such as '1e-9 relative'",
            remedy="write it like that, or leave it out",
        )
    return Tolerance(relative=size) if kind == "relative" else Tolerance(absolute=size)


def weight(
    claimed: Exact | Fraction | float, true: Exact | Enclosure | float, tolerance: Tolerance = NO_TOLERANCE
) -> Weight | None:
    """Return how much a claimed number is off, as "last-digits", "small" or "material".

    With c claimed and t true it is last-digits if abs(c - t) < 1e-9 abs(t), or within the tolerance that the source
    states, its ends included. It is small if abs(c - t) < 1e-3 abs(t), and otherwise material. The only floats are the
    infinities and NaN, which are material unless both numbers are the same.

    Guarantee: exact, or None if an enclosure does not settle it.
    Raises: InexactInputError for a finite float.

    >>> weight(Fraction(109, 100), exact("1.0986"))
    'material'
    """
    if _is_no_number(claimed) or _is_no_number(true):
        same = isinstance(claimed, float) and isinstance(true, float) and claimed == true
        return "last-digits" if same else "material"
    number, other = exact(claimed), true if isinstance(true, Enclosure) else exact(true)
    relative, absolute = tolerance.relative, tolerance.absolute
    try:
        if is_near(number, other, LAST_DIGITS) or (relative and is_near(number, other, relative, ends=True)):
            return "last-digits"
        if absolute and is_between(number - absolute, other, number + absolute, ends=True):
            return "last-digits"
        return "small" if is_near(number, other, SMALL) else "material"
    except UndecidedError:
        return None


def _is_no_number(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def order(claimed: Exact | float, true: Exact | Enclosure | float) -> int:
    """Return -1, 0 or 1 for a claimed number below, at or above the true one. The only floats are the infinities.

    Guarantee: exact.
    Raises: UndecidedError if an enclosure of 4096 bits does not tell, and for NaN.
    """
    if isinstance(claimed, float) or isinstance(true, float):
        if claimed != claimed:  # noqa: PLR0124 - NaN
            raise UndecidedError("NaN is neither below, at nor above a number")
        return 0 if claimed == true else 1 if claimed == inf else -1
    return -true.compare(claimed) if isinstance(true, Enclosure) else (claimed - true).sign()


def side_of(order: int, safe: SafeSide | PrivacyDirection) -> Side:
    """Return the side of a claim below, at or above the truth, as `order` says. A true claim is safe."""
    if safe == "neither":
        return "neither"
    return "safe" if order == 0 or (order > 0) == safe.startswith("larger") else "unsafe"


def is_near(claimed: Exact, true: Exact | Enclosure, factor: Exact | Fraction, *, ends: bool = False) -> bool:
    """Decide abs(c - t) < factor abs(t), with `ends` and for a factor >= 1 <=. 0 is near 0. Raises: UndecidedError.

    For c > 0 and factor < 1 it says that t is between c/(1 + factor) and c/(1 - factor), for c < 0 between the same the
    other way round. For a factor >= 1 it says that t is beyond c/(1 + factor), or beyond c/(1 - factor) on the other
    side of 0.
    """
    if claimed == 0:
        return factor >= 1 or order(claimed, true) == 0
    near, sign = claimed / (1 + factor), claimed.sign()
    if factor >= 1:
        return sign * order(near, true) <= 0 or (factor > 1 and sign * order(claimed / (1 - factor), true) >= 0)
    far = claimed / (1 - factor)
    return is_between(near, true, far, ends=ends) if sign > 0 else is_between(far, true, near, ends=ends)


def is_between(low: Exact, true: Exact | Enclosure, high: Exact, *, ends: bool) -> bool:
    """Decide low < true < high, with `ends` <=. Raises: UndecidedError."""
    outside = max(order(low, true), -order(high, true))
    return outside <= 0 if ends else outside < 0
