"""Decimals of results: exact numbers as text with a rounded decimal beside it, rounded to a stated side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.numbers.epsilon import epsilon_of
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Generators

if TYPE_CHECKING:
    from fractions import Fraction

    from dpexact.numbers.enclosure import Enclosure

DIGITS = 15
MAX_SHOWN = 100
LAST_BITS = 4096


def decimal_up(number: Exact | float, digits: int = DIGITS) -> str:
    """The number rounded up to `digits` significant digits, without the zeros at the end of an exact decimal.

    "inf" for infinity, the only float there is.
    """
    return _without_zeros(number.decimal(digits, "up"), number) if isinstance(number, Exact) else "inf"


def decimal_nearest(number: Exact | Enclosure, digits: int = DIGITS) -> str | None:
    """The number rounded half to even; None where an enclosure does not settle the rounding."""
    if isinstance(number, Exact):
        return _without_zeros(number.decimal(digits), number)
    refined = number.refine(4 * digits + 64)
    lower, upper = (exact(bound).decimal(digits) for bound in (refined.lower, refined.upper))
    return lower if lower == upper else None


def _without_zeros(text: str, number: Exact) -> str:
    """The decimal without the zeros at its end, if it is the number exactly; otherwise its zeros are digits too."""
    if "." not in text or "e" in text or not number.is_rational() or exact(text) != number:
        return text
    return text.rstrip("0").rstrip(".")


def epsilon_decimal_up(exp_epsilon: Exact | float) -> str:
    """Epsilon = log E rounded up: an exact decimal where epsilon is rational, else settled by enclosure."""
    if not isinstance(exp_epsilon, Exact):
        return "inf"
    epsilon = _rational_epsilon(exp_epsilon)
    return _settled_up(epsilon_of(exp_epsilon)) if epsilon is None else decimal_up(exact(epsilon))


def _rational_epsilon(exp_epsilon: Exact) -> Fraction | None:
    """The epsilon of E = 1 or E = exp(r) with a rational r; None for every other E."""
    generators, num, den = exp_epsilon.parts()
    if not isinstance(generators, Generators) or den != {(0, 0): 1} or list(num.values()) != [1]:
        return None
    ((t_power, u_power),) = num
    return generators.exponent * t_power if u_power == 0 else None


def _settled_up(number: Enclosure) -> str:
    """A decimal that is at least the number, and the least of DIGITS digits where up to 4096 bits settle it."""
    bits = 4 * DIGITS
    while True:
        refined = number.refine(bits)
        low, high = (exact(bound).decimal(DIGITS, "up") for bound in (refined.lower, refined.upper))
        bits *= 2
        if low == high or bits > LAST_BITS:
            return high


def _is_rounded(number: Exact | float, decimal: str) -> bool:
    """Whether the decimal is larger than the number and not the number itself."""
    return isinstance(number, Exact) and not (number.is_rational() and exact(decimal) == number)


def number_json(number: Exact | float) -> dict[str, str | bool]:
    """The text that `exact` reads back, and a decimal: rounded up, unless `rounded` is false, when it is the number."""
    text, decimal = str(number) if isinstance(number, Exact) else "inf", decimal_up(number)
    return {"exact": text, "decimal": decimal, "rounding": "up", "rounded": _is_rounded(number, decimal)}


def epsilon_json(exp_epsilon: Exact | float, said: str | None = None) -> dict[str, str | bool | None]:
    """Epsilon = log E as the user said it (None for a user who gave E), and as a decimal like that of `number_json`."""
    decimal = epsilon_decimal_up(exp_epsilon)
    return {"text": said, "decimal": decimal, "rounding": "up", "rounded": _epsilon_is_rounded(exp_epsilon, decimal)}


def epsilon_text(exp_epsilon: Exact | float, said: str | None = None) -> str:
    """Epsilon = log E in one line: as the user said it, and as a decimal."""
    decimal = epsilon_decimal_up(exp_epsilon)
    rounded = f"{decimal} (rounded up)" if _epsilon_is_rounded(exp_epsilon, decimal) else decimal
    return rounded if said is None or said.strip() == rounded else f"{_cut(said.strip())} = {rounded}"


def _epsilon_is_rounded(exp_epsilon: Exact | float, decimal: str) -> bool:
    if not isinstance(exp_epsilon, Exact):
        return False
    epsilon = _rational_epsilon(exp_epsilon)
    return epsilon is None or exact(decimal) != epsilon


def excess_text(number: Exact | Enclosure) -> str:
    """What a counterexample exceeds the bound by, in one line: exactly, or both bounds of an enclosure."""
    return number_text(number) if isinstance(number, Exact) else number.decimal()


def number_text(number: Exact | float) -> str:
    """The exact number and its decimal in one line, the exact one cut where it is long."""
    text = str(number) if isinstance(number, Exact) else "inf"
    decimal = decimal_up(number)
    if text == decimal:
        return _cut(text)
    return f"{_cut(text)} = {decimal}{' (rounded up)' if _is_rounded(number, decimal) else ''}"


def _cut(text: str) -> str:
    return (
        text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}... ({len(text)} characters; --format json prints all)"
    )
