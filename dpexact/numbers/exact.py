"""`exact`, the way in: every kind of value that stands for an exact number, and all others refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from flint import fmpq

from dpexact import need
from dpexact.errors import DPExactError, InexactInputError
from dpexact.numbers.inexact import inexact
from dpexact.numbers.number import Exact, number_of

__all__ = ["Exact", "exact", "exact_at", "exact_of_float"]


def exact(value: object) -> Exact:
    """Return the exact number that a value stands for.

    Accepted: int (and integer types with __index__), Fraction, Decimal, flint fmpz and fmpq, exact SymPy numbers,
    Exact, and text: decimals "0.25" "1e-10", "1/3", + - * / ** and parentheses, exp(...) of a rational or of
    r + s*log(q), log(q) or ln(q) inside exp, sqrt(q). The grammar is in `dpexact.numbers.grammar`.

    Guarantee: exact.
    Raises: InexactInputError (float, bool, numpy floating types), NumberSyntaxError, TooLargeError,
    DivisionByZeroError.

    >>> exact("0.1") + exact("1/5")
    exact('3/10')
    >>> exact(0.1)
    Traceback (most recent call last):
    ...
    dpexact.errors.InexactInputError: expected an exact number, got the float 0.1, whose binary value is \
0.1000000000000000055511151231257827021181583404541015625; write the text "0.1" if that is what was meant, or \
exact_of_float(0.1) for the binary value
    """
    number = number_of(value)
    if number is None:
        raise inexact(value)
    return number


def exact_at(value: object, place: str) -> Exact:
    """Apply `exact`, with the place in front of what a refusal says. Guarantee: exact. Raises: as `exact`."""
    try:
        return exact(value)
    except DPExactError as error:
        error.args = (f"{place}: {error}",)
        raise


def exact_of_float(x: float) -> Exact:
    """Return the binary value that a float really has, for those who mean it.

    Guarantee: exact. Raises: InexactInputError for NaN, infinities and what is not a float.

    >>> exact_of_float(0.5)
    exact('1/2')
    """
    if isinstance(x, (int, Fraction, Decimal, type)) or not hasattr(x, "as_integer_ratio"):
        raise need.refusal("exact_of_float", "a float", x, "use exact(value)", error=InexactInputError)
    try:
        top, bottom = x.as_integer_ratio()
    except (ValueError, OverflowError):
        raise InexactInputError(repr(x), place="exact_of_float", expected="a finite float") from None
    return Exact.of_rational(fmpq(int(top), int(bottom)))
