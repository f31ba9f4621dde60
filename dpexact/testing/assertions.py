"""Assertions with a direction: is a claimed number above, below, close to the true one? Floats are meant as they are.

An ulp is the distance of numbers of the claimed value's own type (float16, float32, double; if it is not a float, of
doubles) at the one nearest the truth; of several tolerances the loosest counts; NaN always fails; infinity is an
upper bound only if no tolerance is given. Numbers of numpy and tensors of one entry (by `__array__`) are taken as such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.arrays import plain_scalar
from dpexact.testing.claimed import claimed_value, tolerances, true_value
from dpexact.testing.compared import Comparison, compared
from dpexact.testing.failed import failed
from dpexact.testing.findings import held
from dpexact.testing.floats import format_of

if TYPE_CHECKING:
    from dpexact.testing.compared import Kind


def assert_upper_bound(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Assert that claimed >= true, and is looser by no more than what is given.

    Guarantee: exact; where an enclosure of 4096 bits does not tell, the assertion fails and says so.
    Raises: AssertionError; InexactInputError for a true value that is a finite float.
    """
    __tracebackhide__ = True
    _assert("assert_upper_bound", "upper", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_lower_bound(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Assert that claimed <= true, and is looser by no more than what is given. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    _assert("assert_lower_bound", "lower", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_close(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Assert that claimed is within a tolerance of the truth, on either side; one has to be given.

    Otherwise as `assert_upper_bound`. Raises: ParameterError without a tolerance.
    """
    __tracebackhide__ = True
    given = {"rel": rel, "abs": abs, "ulps": ulps}
    if not any(value is not None for value in given.values()):
        message = "assert_close: expected a tolerance, got none; give rel=, abs= or ulps="
        raise ParameterError(message)
    _assert("assert_close", "close", claimed, true, given)


def assert_brackets(lower: object, upper: object, true: object) -> None:
    """Assert that lower <= true <= upper. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    claimed_value(lower, "lower")
    claimed_value(upper, "upper")
    assert_lower_bound(lower, true)
    assert_upper_bound(upper, true)


def _assert(name: str, kind: Kind, claimed: object, true: object, given: dict[str, object]) -> None:
    __tracebackhide__ = True
    claimed = plain_scalar(claimed, "claimed")
    comparison = Comparison(kind, claimed_value(claimed), true_value(true), tolerances(given), format_of(claimed))
    found = compared(comparison)
    if found is not None:
        raise failed(name, claimed, comparison, found, given)
    held()
