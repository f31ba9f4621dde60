"""Assertions with a direction: is a claimed number above, below, close to the true one? Floats are meant as they are.

An ulp is the distance of numbers of the claimed value's own type (float16, float32, double; if it is not a float, of
doubles) at the one nearest the truth; of several tolerances the loosest counts; NaN always fails; infinity is an
upper bound only if no tolerance is given. Numbers of numpy and tensors of one entry (by `__array__`) are taken as such.

Lists and arrays (of lists and arrays) are compared element by element with true values of the same shape: the assertion
holds if it holds of each, and its error says how many fail, and where the first and the worst are. The worst is the
farthest off, in units of its own tolerance (of ulps where there is none).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpexact.errors import ParameterError
from dpexact.numbers.arrays import plain_scalar
from dpexact.testing.claimed import claimed_value, tolerances, true_value
from dpexact.testing.compared import Comparison, Kind, compared
from dpexact.testing.failed import failed
from dpexact.testing.findings import failure, held
from dpexact.testing.floats import format_of
from dpexact.testing.vectors import Failure, Place, element, pairs_of, parts_of, worst_told


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

    Of a list or an array, that each number is within a tolerance of its own true one. Otherwise as
    `assert_upper_bound`. Raises: ParameterError without a tolerance, and for true values of another shape.
    """
    __tracebackhide__ = True
    given = {"rel": rel, "abs": abs, "ulps": ulps}
    if not any(value is not None for value in given.values()):
        raise ParameterError("none", place="assert_close", expected="a tolerance", remedy="give rel=, abs= or ulps=")
    _assert("assert_close", "close", claimed, true, given)


def assert_brackets(lower: object, upper: object, true: object) -> None:
    """Assert that lower <= true <= upper. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    for value, name in ((lower, "lower"), (upper, "upper")):
        if parts_of(value, name) is None:
            claimed_value(value, name)
    _assert("assert_lower_bound", "lower", lower, true, {}, "lower")
    _assert("assert_upper_bound", "upper", upper, true, {}, "upper")


def _assert(
    name: str, kind: Kind, claimed: object, true: object, given: dict[str, object], place: str = "claimed"
) -> None:
    """Assert one comparison, or one for each element; `place` is what the claimed value is called."""
    __tracebackhide__ = True
    if parts_of(claimed, place) is not None:
        _assert_all(name, kind, pairs_of(claimed, true, place), given, place)
        return
    claimed = plain_scalar(claimed, place)
    number = claimed_value(claimed, place)
    comparison = Comparison(kind, number, true_value(true), tolerances(given), format_of(claimed))
    found = compared(comparison)
    if found is not None:
        raise failed(name, claimed, comparison, found, given)
    held()


def _assert_all(
    name: str, kind: Kind, pairs: Sequence[tuple[Place, object, object]], given: dict[str, object], called: str
) -> None:
    __tracebackhide__ = True
    allowed, failures = tolerances(given), []
    for place, one, other in pairs:
        claimed = plain_scalar(one, f"{called}{element(place)}")
        number = claimed_value(claimed, f"{called}{element(place)}")
        asked = Comparison(kind, number, true_value(other, f"true{element(place)}"), allowed, format_of(claimed))
        found = compared(asked)
        if found is not None:
            failures.append(Failure(place, claimed, asked, found))
    if failures:
        raise failure(*worst_told(name, failures, len(pairs), given))
    held()
