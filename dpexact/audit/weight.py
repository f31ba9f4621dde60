"""The weight of what is wrong: how far a claimed number is from the true one, in one of three words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpexact.errors import DPExactError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import excerpt

Weight = Literal["material", "small", "last-digits"]

WEIGHTS: tuple[Weight, ...] = ("material", "small", "last-digits")
SMALL = Fraction(1, 10**3)  # a relative distance from here on is material
LAST_DIGITS = Fraction(1, 10**9)  # and one below this is a matter of the last digits


@dataclass(frozen=True)
class Tolerance:
    """How far from the true number a source lets its claim be: relative to it (below 1), or absolutely."""

    relative: Fraction = Fraction(0)
    absolute: Fraction = Fraction(0)


NO_TOLERANCE = Tolerance()


def parse_tolerance(text: str) -> Tolerance:
    """Read "1e-9 relative" or "0.001 absolute"; an empty text is no tolerance.

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
        message = (
            "tolerance: expected a number and relative (below 1) or absolute, such as '1e-9 relative', "
            f"got {excerpt(text)!r}; write it so, or leave it out"
        )
        raise ParameterError(message)
    return Tolerance(relative=size) if kind == "relative" else Tolerance(absolute=size)


def weight(
    claimed: Exact | Fraction | float, true: Exact | Enclosure | float, tolerance: Tolerance = NO_TOLERANCE
) -> Weight | None:
    """Return how much a claimed number is off: "last-digits", "small" or "material".

    With c claimed and t true: last-digits for abs(c - t) < 1e-9 abs(t), or within the tolerance that the source states,
    its ends included; small for abs(c - t) < 1e-3 abs(t); else material. The only floats are the infinities and NaN,
    which are material unless both numbers are the same.

    Guarantee: exact, or None where an enclosure does not settle it.
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
        if _is_near(number, other, LAST_DIGITS) or (relative and _is_near(number, other, relative, ends=True)):
            return "last-digits"
        if absolute and _is_between(number - absolute, other, number + absolute, ends=True):
            return "last-digits"
        return "small" if _is_near(number, other, SMALL) else "material"
    except UndecidedError:
        return None


def _is_no_number(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _is_near(claimed: Exact, true: Exact | Enclosure, factor: Fraction, *, ends: bool = False) -> bool:
    """Decide abs(c - t) < factor abs(t), with `ends` <=, for 0 < factor < 1: t is between c/(1 + f) and c/(1 - f).

    Raises: UndecidedError.
    """
    if claimed == 0:
        return _order(claimed, true) == 0
    low, high = claimed / (1 + factor), claimed / (1 - factor)
    return _is_between(low, true, high, ends=ends) if claimed > 0 else _is_between(high, true, low, ends=ends)


def _is_between(low: Exact, true: Exact | Enclosure, high: Exact, *, ends: bool) -> bool:
    """Decide low < true < high, with `ends` <=. Raises: UndecidedError."""
    outside = max(_order(low, true), -_order(high, true))
    return outside <= 0 if ends else outside < 0


def _order(number: Exact, true: Exact | Enclosure) -> int:
    """-1, 0 or 1 for a number below, at or above the true one. Raises: UndecidedError."""
    return -true.compare(number) if isinstance(true, Enclosure) else (number - true).sign()
