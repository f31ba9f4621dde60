"""hockey_stick_of_floats: the sum of positive parts of two float vectors at their binary values, exactly."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from dpexact.errors import InexactInputError, ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

BITS = 128


def hockey_stick_of_floats(p: Iterable[float], q: Iterable[float], exp_epsilon: object) -> Exact:
    """The sum of the positive parts of p(o) - E q(o), whatever the sums of p and q are; E >= 0.

    Guarantee: exact, at the binary values of the floats.
    Raises: InexactInputError for an entry that is not a finite number; ParameterError for vectors of different
    lengths and for E < 0.

    >>> hockey_stick_of_floats([0.5, 0.5], [0.25, 0.75], 1)
    exact('1/4')
    """
    first, second = list(p), list(q)
    if len(first) != len(second):
        message = f"q: expected {len(first)} entries, as many as p has, got {len(second)}"
        raise ParameterError(message)
    E = exact(exp_epsilon)
    if E < 0:
        message = f"exp_epsilon: expected E >= 0, got {E!r}"
        raise ParameterError(message)
    laws = (("p", first), ("q", second))
    scale = max((_depth(value, name, i) for name, law in laws for i, value in enumerate(law)), default=0)
    pairs = [(_integer(a, scale), _integer(b, scale)) for a, b in zip(first, second, strict=True)]
    above, below = _positive(pairs, E)
    return Exact.of_rational(fmpq(above, fmpz(1) << scale)) - E * Exact.of_rational(fmpq(below, fmpz(1) << scale))


def _depth(value: float, name: str, place: int) -> int:
    """How many binary digits after the point a float has. Raises: InexactInputError."""
    try:
        number = float(value)
        finite = math.isfinite(number)
    except (TypeError, ValueError, OverflowError):
        finite = False
    if not finite:
        message = f"{name}[{place}]: expected a finite float, got {value_excerpt(value)}"
        raise InexactInputError(message)
    return number.as_integer_ratio()[1].bit_length() - 1


def _integer(value: float, scale: int) -> fmpz:
    numerator, denominator = float(value).as_integer_ratio()
    return fmpz(numerator) * (fmpz(1) << (scale - (denominator.bit_length() - 1)))


def _positive(pairs: list[tuple[fmpz, fmpz]], E: Exact) -> tuple[fmpz, fmpz]:
    """The sums of p and of q where p - E q > 0; bounds of E decide most, exact comparison the rest."""
    low, high = E.enclosure(BITS)
    above, below = fmpz(0), fmpz(0)
    for a, b in pairs:
        if _is_positive(a, b, low, high, E):
            above, below = above + a, below + b
    return above, below


def _is_positive(a: fmpz, b: fmpz, low: Fraction, high: Fraction, E: Exact) -> bool:
    least, most = (low, high) if b >= 0 else (high, low)  # least: the bound at which a - E b is largest
    if a * most.denominator > b * most.numerator:
        return True
    if a * least.denominator <= b * least.numerator:
        return False
    return Exact.of_rational(a) > E * Exact.of_rational(b)
