"""Assertions that a claimed number is above, below or close to the true one. Floats count at their binary values.

An ulp is the distance of numbers of the claimed value's own type (float16, float32, double, or double if it is not a
float) at the one nearest the truth. Of several tolerances the loosest counts. NaN always fails, and infinity is an
upper bound only without a tolerance. Numbers of numpy and tensors of one entry (by `__array__`) are taken as such.

Lists and arrays (of lists and arrays) are compared element by element with true values of the same shape. The assertion
holds if it holds for each, and its error gives the number of failures, the first and the worst. The worst is the
farthest off, in units of its own tolerance (of ulps without one).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure, at_hand, narrowed
from dpexact.numbers.exact import Exact
from dpexact.numbers.floats import LAST_BITS, format_of, plain_array, plain_scalar, ulps_of
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.compared import Comparison, Kind, claimed_value, compared, tolerances, true_value
from dpexact.testing.failed import Failure, gap_of, message_of, shown_of
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED, failure, held
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
    elif type(value).__name__ == "matrix":
        value = value.A  # a row of a matrix of numpy is a matrix again
    return list(value)


def element(place: Place) -> str:
    """Return an index as it is written, such as [2] or [0, 3]."""
    return f"[{', '.join(map(str, place))}]" if place else ""


def pairs_of(claimed: Any, true: Any, name: str = "claimed") -> list[tuple[Place, Any, Any]]:
    """Return (index, claimed number, true number) of vectors of one shape, or one pair for single numbers.

    Raises ParameterError for other shapes, series of different indexes, and vectors without a number.
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


def worst_of(
    name: str, failures: Sequence[Failure], count: int, options: Mapping[str, object]
) -> tuple[str, str, dict[str, str]]:
    """Return the elements that fail, the first in short and the worst in full, the gravest finding, and its parts."""
    gravest = next(finding for finding in GRAVEST if any(failure.fault.finding == finding for failure in failures))
    first = failures[0]
    worst = max((failure for failure in failures if failure.fault.finding == gravest), key=_weight)
    full, parts = message_of(name, worst, options), shown_of(worst)
    if not worst.place:
        return full, gravest, parts
    fails = f"{name}: {len(failures)} of {counted(count, 'element')}"
    if len(failures) == 1:
        return f"{fails} fails, at {element(worst.place)}\n{full}", gravest, parts
    head = f"{fails} fail, the first at {element(first.place)}, the worst at {element(worst.place)}"
    short = f"The first: {value_excerpt(first.claimed)}, gap {gap_of(first.comparison)}"
    return f"{head}\n{short}\nThe worst:\n{full}", gravest, parts


def assert_upper_bound(
    claimed: object, true: object, *, rel: object = None, abs: object = None, ulps: object = None
) -> None:
    """Assert that claimed >= true, and that it is within the loosest tolerance, if any is given.

    The answer is exact. If an enclosure of 4096 bits does not tell, the assertion fails and says so.
    Raises AssertionError, and InexactInputError for a true value that is a finite float.
    """
    __tracebackhide__ = True
    _assert("assert_upper_bound", "upper", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_lower_bound(
    claimed: object, true: object, *, rel: object = None, abs: object = None, ulps: object = None
) -> None:
    """Assert that claimed <= true, and that it is within the loosest tolerance. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    _assert("assert_lower_bound", "lower", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_close(claimed: object, true: object, *, rel: object = None, abs: object = None, ulps: object = None) -> None:
    """Assert that claimed is within a tolerance of the truth, on either side. At least one is required.

    In a list or an array each number must be within a tolerance of its own true one. Otherwise as
    `assert_upper_bound`. Raises ParameterError without a tolerance, and for true values of another shape.
    """
    __tracebackhide__ = True
    options = {"rel": rel, "abs": abs, "ulps": ulps}
    if not any(value is not None for value in options.values()):
        raise ParameterError("none", place="assert_close", expected="a tolerance", remedy="give rel=, abs= or ulps=")
    _assert("assert_close", "close", claimed, true, options)


def assert_brackets(lower: object, upper: object, true: object) -> None:
    """Assert that lower <= true <= upper. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    for value, name in ((lower, "lower"), (upper, "upper")):
        if parts_of(value, name) is None:
            claimed_value(value, name)
    _assert("assert_lower_bound", "lower", lower, true, {}, "lower")
    _assert("assert_upper_bound", "upper", upper, true, {}, "upper")


def _assert(
    name: str, kind: Kind, claimed: object, true: object, options: dict[str, object], argument: str = "claimed"
) -> None:
    """Assert one comparison, or one for each element, of the argument of this name."""
    __tracebackhide__ = True
    pairs, allowed = pairs_of(claimed, true, argument), tolerances(options)
    failures = []
    for place, left, right in pairs:
        here = f"{argument}{element(place)}"
        value = plain_scalar(left, here)
        number, truth = claimed_value(value, here), true_value(right, f"true{element(place)}")
        comparison = Comparison(kind, number, truth, allowed, format_of(value))
        fault = compared(comparison)
        if fault is not None:
            failures.append(Failure(place, value, comparison, fault))
    if failures:
        raise failure(*worst_of(name, failures, len(pairs), options))
    held()
