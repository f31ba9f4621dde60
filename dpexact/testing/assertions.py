"""Assertions that a claimed number is above, below or close to the true one. Floats count at their binary values.

An ulp is the distance of numbers of the claimed value's own type (float16, float32, double, or double if it is not a
float) at the one nearest the truth. Of several tolerances the loosest counts. NaN always fails, and infinity is an
upper bound only without a tolerance. Numbers of numpy and tensors of one entry (by `__array__`) are taken as such.

Lists and arrays (of lists and arrays) are compared element by element with true values of the same shape. The assertion
holds if it holds for each, and its error gives the number of failures, the first and the worst. The worst is the
farthest off, in units of its own tolerance (of ulps without one).
"""

from __future__ import annotations

from dpexact.errors import ParameterError
from dpexact.numbers.floats import format_of, plain_scalar
from dpexact.testing.claimed import claimed_value, tolerances, true_value
from dpexact.testing.compared import Comparison, Kind, compared
from dpexact.testing.failed import Failure
from dpexact.testing.findings import failure, held
from dpexact.testing.vectors import element, pairs_of, parts_of, worst_message


def assert_upper_bound(
    claimed: object, true: object, *, rel: object = None, abs: object = None, ulps: object = None
) -> None:
    """Assert that claimed >= true, and that it is within the loosest tolerance, if any is given.

    Guarantee: exact. If an enclosure of 4096 bits does not tell, the assertion fails and says so.
    Raises: AssertionError, and InexactInputError for a true value that is a finite float.
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
    `assert_upper_bound`. Raises: ParameterError without a tolerance, and for true values of another shape.
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
        raise failure(*worst_message(name, failures, len(pairs), options))
    held()
