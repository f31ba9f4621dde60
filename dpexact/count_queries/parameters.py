"""The parameters eta and D of the count-query theory and its integers, checked, with messages that name them."""

from __future__ import annotations

from typing import Literal

from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.excerpt import value_excerpt

MAX_D = 10_000  # a design has D exact coefficients over sums of D powers of E


def correct_probability(eta: object) -> Exact:
    """Eta, the probability of the true count, in (0, 1)."""
    number = exact_at(eta, "eta")
    if not 0 < number < 1:
        message = f"eta: expected a number in (0, 1), the probability of releasing the true count; got {number!r}"
        raise ParameterError(message)
    return number


def integer(name: str, value: object, least: int | None = None, greatest: int | None = None) -> int:
    """An int (no bool) with least <= value <= greatest, where these are given."""
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{name}: expected an integer, got {value_excerpt(value)} of type {type(value).__name__}"
        raise ParameterError(message)
    if (least is not None and value < least) or (greatest is not None and value > greatest):
        message = f"{name}: expected an integer {_range_text(least, greatest)}, got {value_excerpt(value)}"
        raise ParameterError(message)
    return value


def support_bound(D: object) -> int:
    """D, the largest absolute value of the noise, an integer >= 1."""
    bound = integer("D", D, 1)
    if bound > MAX_D:
        message = f"D: expected at most {MAX_D}, got {value_excerpt(bound)}; a design has D exact coefficients"
        raise TooLargeError(message)
    return bound


def event_family(events: object) -> Literal["singletons", "all"]:
    """The word that says for which events delta is meant: single outcomes (Remark 1) or all events (Definition 1)."""
    match events:
        case "singletons" | "all":
            return events
    message = f'events: expected "singletons" or "all", got {value_excerpt(events)}'
    raise ParameterError(message)


def _range_text(least: int | None, greatest: int | None) -> str:
    low, high = value_excerpt(least), value_excerpt(greatest)
    if greatest is None:
        return f">= {low}"
    return f"<= {high}" if least is None else f"in [{low} : {high}]"
