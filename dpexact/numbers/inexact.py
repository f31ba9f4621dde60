"""The refusal of values that are not exact numbers, with the value that came and the remedy."""

from __future__ import annotations

import math
from decimal import Decimal

from dpexact.errors import InexactInputError
from dpexact.numbers.typography import excerpt, value_excerpt

LONG_DECIMAL = 80


def is_inexact_scalar(value: object) -> bool:
    """Recognize floating (or boolean) scalars of numpy, flint and mpmath by name, so that none is imported."""
    module, name = type(value).__module__.partition(".")[0], type(value).__name__
    return (
        (module == "numpy" and name.startswith(("float", "complex", "longdouble", "clongdouble", "bool")))
        or (module == "flint" and name in ("arb", "acb", "arf"))
        or module == "mpmath"
    )


def inexact(value: object) -> InexactInputError:
    """Return the error for a value that stands for no exact number."""
    float_value = _binary_value(value)
    if float_value is None:
        return InexactInputError(
            f"{value_excerpt(value)} of type {type(value).__name__}",
            expected="an exact number (int, Fraction, finite Decimal, exact SymPy number or text)",
            remedy='write it as text such as "1/3" or "exp(1/2)"',
        )
    number, binary = float_value
    came = f"the float {number!r}, whose binary value is {binary}"
    text = f'write the text "{number!r}" if that is what was meant'
    remedy = f"{text}, or exact_of_float({number!r}) for the binary value"
    return InexactInputError(came, expected="an exact number", remedy=remedy)


def _binary_value(value: object) -> tuple[float, str] | None:
    """Return (the float, its exact binary value as text) for a finite float of Python or numpy."""
    if isinstance(value, (bool, Decimal, type)) or not hasattr(value, "as_integer_ratio"):
        return None
    number = float(value)  # type: ignore[arg-type]
    if not math.isfinite(number) or number != value:  # a longer format than Python's float
        return None
    binary = format(Decimal(number), "f")
    return number, binary if len(binary) <= LONG_DECIMAL else format(Decimal(number), ".30e") + " (rounded)"


def text_error(text: str) -> InexactInputError:
    """Return the error for a text in a comparison, which neither reads a text nor treats it as unequal."""
    literal = excerpt(repr(str(text)))
    return InexactInputError(
        f"the text {literal}", expected="a number to compare with", remedy=f"write exact({literal})"
    )
