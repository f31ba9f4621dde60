"""exact: the way in, for every kind of value that stands for an exact number; and the refusal of all others."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from operator import index

from flint import fmpq, fmpz

from dpexact.errors import DPExactError, InexactInputError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.number import Exact, operand_of
from dpexact.numbers.quotients import Terms
from dpexact.numbers.text import number_of_text

__all__ = ["Exact", "Terms", "exact", "exact_of_float", "number_of", "operand_of"]

LONG_DECIMAL = 80


def exact(value: object) -> Exact:
    """The exact number that a value stands for.

    Accepted: int (and integer types with __index__), Fraction, Decimal, flint fmpz and fmpq, exact SymPy numbers,
    Exact, and text: decimals "0.25" "1e-10", "1/3", + - * / ** and parentheses, exp(...) of a rational or of
    r + s*log(q), log(q) or ln(q) inside exp, sqrt(q). The grammar is in `dpexact.numbers.text`.

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
    if type(value) is str:
        return number_of_text(value)
    number = number_of(value)
    if number is None:
        raise _inexact(value)
    return number


def exact_at(value: object, place: str) -> Exact:
    """`exact`, with the place in front of what a refusal says. Guarantee: exact. Raises: as `exact`."""
    try:
        return exact(value)
    except DPExactError as error:
        error.args = (f"{place}: {error}",)
        raise


def number_of(value: object) -> Exact | None:
    """The exact number of a value, or None for a type that stands for no number at all.

    Raises: as `exact`, for values that are numbers but not exact ones, or not readable.
    """
    kind = type(value)
    if kind is Exact:
        return value  # type: ignore[return-value]
    if kind is int or kind is Fraction or kind is fmpq or kind is fmpz:
        return Exact.of_rational(value)
    if isinstance(value, str):
        return number_of_text(value)
    if isinstance(value, (bool, float, complex)) or _is_inexact_scalar(value):
        raise _inexact(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise _inexact(value)
        return number_of_text(str(value))
    if kind.__module__.partition(".")[0] == "sympy":
        from dpexact.numbers.symbolic import from_sympy

        return from_sympy(value)
    if isinstance(value, Rational):
        return Exact.of_rational(fmpq(int(value.numerator), int(value.denominator)))
    try:
        return Exact.of_rational(index(value))  # type: ignore[arg-type]
    except TypeError:
        return None


def _is_inexact_scalar(value: object) -> bool:
    """Floating (or boolean) scalars of numpy, flint and mpmath, known by name so that none is imported."""
    module, name = type(value).__module__.partition(".")[0], type(value).__name__
    return (
        (module == "numpy" and name.startswith(("float", "complex", "longdouble", "clongdouble", "bool")))
        or (module == "flint" and name in ("arb", "acb", "arf"))
        or module == "mpmath"
    )


def _inexact(value: object) -> InexactInputError:
    shown = _binary_value(value)
    if shown is not None:
        number, binary = shown
        message = (
            f"expected an exact number, got the float {number!r}, whose binary value is {binary}; "
            f'write the text "{number!r}" if that is what was meant, or exact_of_float({number!r}) for the binary value'
        )
    else:
        message = (
            "expected an exact number (int, Fraction, finite Decimal, exact SymPy number or text), "
            f'got {value_excerpt(value)} of type {type(value).__name__}; write it as text such as "1/3" or "exp(1/2)"'
        )
    return InexactInputError(message)


def _binary_value(value: object) -> tuple[float, str] | None:
    """(the float, its exact binary value as text) for a finite float of Python or numpy."""
    if isinstance(value, (bool, Decimal)) or not hasattr(value, "as_integer_ratio"):
        return None
    number = float(value)  # type: ignore[arg-type]
    if not math.isfinite(number) or number != value:  # a longer format than Python's float
        return None
    binary = format(Decimal(number), "f")
    return number, binary if len(binary) <= LONG_DECIMAL else format(Decimal(number), ".30e") + " (rounded)"


def exact_of_float(x: float) -> Exact:
    """The binary value that a float really has, for those who mean it.

    Raises: InexactInputError for NaN, infinities and what is not a float.

    >>> exact_of_float(0.5)
    exact('1/2')
    """
    if isinstance(x, (int, Fraction, Decimal)) or not hasattr(x, "as_integer_ratio"):
        message = (
            f"exact_of_float: expected a float, got {value_excerpt(x)} of type {type(x).__name__}; use exact(value)"
        )
        raise InexactInputError(message)
    try:
        top, bottom = x.as_integer_ratio()
    except (ValueError, OverflowError):
        message = f"exact_of_float: expected a finite float, got {x!r}"
        raise InexactInputError(message) from None
    return Exact.of_rational(fmpq(int(top), int(bottom)))
