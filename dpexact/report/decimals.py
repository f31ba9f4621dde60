"""Decimals of results, exact numbers as text with a decimal that is rounded to a stated side."""

from typing import Literal

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt

Side = Literal["up", "down"]  # up in a bound that holds, down in one that is refuted: both stay true

DIGITS = 15
MAX_SHOWN = 100


def decimal_to(side: Side, number: Exact | float, digits: int = DIGITS) -> str:
    """Round the number to a side, to `digits` significant digits, without zeros at the end of an exact decimal.

    "inf" for infinity, the only float there is.
    """
    return _without_zeros(number.decimal(digits, side), number) if isinstance(number, Exact) else "inf"


def decimal_nearest(number: Exact | Enclosure | float, digits: int = DIGITS) -> str | None:
    """Return the number rounded half to even ("inf" for infinity), or None if an enclosure does not settle that."""
    if isinstance(number, float):
        return "inf"
    if isinstance(number, Exact):
        return _without_zeros(number.decimal(digits), number)
    refined = number if number.is_costly else number.refine(4 * digits + 64)
    lower, upper = (exact(bound).decimal(digits) for bound in (refined.lower, refined.upper))
    return lower if lower == upper else None


def _without_zeros(text: str, number: Exact) -> str:
    """Return the decimal without the zeros at its end if it is the number itself. Otherwise they are digits too."""
    if "." not in text or "e" in text or not number.is_rational() or exact(text) != number:
        return text
    return text.rstrip("0").rstrip(".")


def number_json(number: Exact | float, side: Side = "up") -> dict[str, str | bool]:
    """Return the text that `exact` reads back, and a decimal, which is rounded to a side unless `rounded` is false."""
    text, decimal = str(number) if isinstance(number, Exact) else "inf", decimal_to(side, number)
    rounded = isinstance(number, Exact) and not (number.is_rational() and exact(decimal) == number)
    return {"exact": text, "decimal": decimal, "rounding": side, "rounded": rounded}


def epsilon_json(
    exp_epsilon: Exact | float, text: str | None = None, side: Side = "up"
) -> dict[str, str | bool | None]:
    """Return epsilon = log E as the user wrote it (None if E was given), and as a decimal, as `number_json` does."""
    if not isinstance(exp_epsilon, Exact):
        return {"text": text, "decimal": "inf", "rounding": side, "rounded": False}
    epsilon = rational_epsilon(exp_epsilon)
    decimal = decimal_to(side, exact(epsilon)) if epsilon is not None else epsilon_of(exp_epsilon).decimal(DIGITS, side)
    return {"text": text, "decimal": decimal, "rounding": side, "rounded": exact(decimal) != epsilon}


def epsilon_text(exp_epsilon: Exact | float, text: str | None = None, side: Side = "up") -> str:
    """Write epsilon = log E in one line, as the user wrote it and as a decimal."""
    epsilon = epsilon_json(exp_epsilon, text, side)
    rounded = f"{epsilon['decimal']}{f' (rounded {side})' if epsilon['rounded'] else ''}"
    return rounded if text is None or text.strip() == rounded else f"{_cut(text.strip())} = {rounded}"


def number_text(number: Exact | float, side: Side = "up") -> str:
    """Return the exact number and its decimal in one line, the exact one cut if it is long."""
    parts = number_json(number, side)
    text, decimal = str(parts["exact"]), parts["decimal"]
    if text == decimal:
        return _cut(text)
    return f"{_cut(text)} = {decimal}{f' (rounded {side})' if parts['rounded'] else ''}"


def _cut(text: str) -> str:
    cut = excerpt(text, MAX_SHOWN)
    return cut if cut == text else f"{cut} ({len(text)} characters; --format json prints all)"
