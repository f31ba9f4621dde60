"""Lists and arrays in an assertion, as claimed numbers, each with its true one, and the worst failure among them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure, at_hand, narrowed
from dpexact.numbers.exact import Exact
from dpexact.numbers.floats import LAST_BITS, plain_array, ulps_of
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.failed import Failure, gap_of, message_of
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED
from dpexact.testing.floats import refuse_other_labels

Place = tuple[int, ...]
BITS = 64  # enough to tell the worst of several failures
FAR = Fraction(2) ** 1000
GRAVEST = (NOT_TRUE, UNDECIDED, TOO_LOOSE)


def parts_of(value: Any, place: str) -> Sequence[Any] | None:
    """Return the elements of a list, a tuple, an array of numpy, a tensor or a series, else None."""
    value = plain_array(value, place)
    if isinstance(value, (list, tuple)):
        return value
    shape = getattr(value, "shape", None)
    if isinstance(value, (Enclosure, Exact, Mapping, AbstractSet)) or not isinstance(shape, tuple) or not shape:
        return None
    if hasattr(value, "iloc") and len(shape) > 1:
        value = value.to_numpy()  # the elements of a table are the names of its columns
    return list(value)


def element(place: Place) -> str:
    """Return an index as it is written, such as [2] or [0, 3]."""
    return f"[{', '.join(map(str, place))}]" if place else ""


def pairs_of(claimed: Any, true: Any, name: str = "claimed") -> list[tuple[Place, Any, Any]]:
    """Return (index, claimed number, true number) of vectors of one shape, or one pair for single numbers.

    Raises: ParameterError for other shapes, series of different indexes, and vectors without a number.
    """
    pairs = list(_pairs(claimed, true, name, ()))
    if not pairs:
        remedy = "an assertion about nothing would always hold"
        raise ParameterError("none", place=name, expected="at least one number", remedy=remedy)
    return pairs


def _pairs(claimed: Any, true: Any, name: str, place: Place) -> Iterator[tuple[Place, Any, Any]]:
    here, there = f"{name}{element(place)}", f"true{element(place)}"
    mine = parts_of(claimed, here)
    if mine is None:
        yield place, claimed, true
        return
    refuse_other_labels(claimed, true, (here, there))
    others = parts_of(true, there)
    if others is None or len(others) != len(mine):
        came = value_excerpt(true) if others is None else counted(len(others), "element")
        hint = f", [t] * {len(mine)} where all are the same" if others is None else ""
        expected = f"{counted(len(mine), 'element')}, as many as {here} has"
        remedy = f"give a true number for each of {name}{hint}"
        raise ParameterError(came, place=there, expected=expected, remedy=remedy)
    for n, (left, right) in enumerate(zip(mine, others, strict=True)):
        yield from _pairs(left, right, name, (*place, n))


def _weight(failure: Failure) -> tuple[bool, float]:
    """Return how bad a failure is, NaN and infinities first, then how many times the tolerance it is off.

    Without a tolerance, how many ulps. Floats and bounds are enough to choose the failure that is told in full.
    """
    number, truth = failure.comparison.number, failure.comparison.truth
    if isinstance(number, float) or isinstance(truth, float):
        return True, 0.0
    true = _near(truth)
    costly = isinstance(truth, Enclosure) and truth.is_costly
    gap, unit = abs(_near(number) - true), ulps_of(truth, failure.comparison.form, refines=not costly)[1]
    scales = {"abs": Fraction(1), "rel": abs(true), "ulps": unit}
    allowed = (_near(size) * scales[name] for name, size in failure.comparison.tolerances.items())
    ratio = gap / (max(allowed, default=Fraction(0)) or unit)
    return False, float(ratio) if ratio < FAR else math.inf


def _near(number: Exact | Enclosure) -> Fraction:
    """Return a rational number near to it, which is the number itself or has about as many digits as a double."""
    if isinstance(number, Exact) and number.is_rational():
        return number.as_fraction()
    if isinstance(number, Enclosure) and number.is_costly:
        return sum(at_hand(number), Fraction(0)) / 2
    lower, upper = narrowed(number, BITS, LAST_BITS, lambda low, high: (high - low) * 2**BITS <= abs(low))
    return (lower + upper) / 2


def worst_message(name: str, failures: Sequence[Failure], count: int, options: Mapping[str, object]) -> tuple[str, str]:
    """Return the elements that fail, the first in short and the worst in full, and the gravest finding."""
    gravest = next(finding for finding in GRAVEST if any(failure.fault.finding == finding for failure in failures))
    first = failures[0]
    worst = max((failure for failure in failures if failure.fault.finding == gravest), key=_weight)
    full = message_of(name, worst, options)
    if not worst.place:
        return full, gravest
    fails = f"{name}: {len(failures)} of {counted(count, 'element')}"
    if len(failures) == 1:
        return f"{fails} fails, at {element(worst.place)}\n{full}", gravest
    head = f"{fails} fail, the first at {element(first.place)}, the worst at {element(worst.place)}"
    short = f"The first: {value_excerpt(first.claimed)}, gap {gap_of(first.comparison)}"
    return f"{head}\n{short}\nThe worst:\n{full}", gravest
