"""Assertions with a direction: is a claimed number above, below, close to the true one? Floats are meant as they are.

An ulp is that of the double nearest the truth; of several tolerances the loosest counts; NaN always fails; infinity is
an upper bound only if no tolerance is given.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.testing.claimed import (
    True_,
    bounds,
    claimed_value,
    in_ulps,
    order,
    pasted,
    shown,
    tolerance,
    true_value,
    ulp,
)

if TYPE_CHECKING:
    from dpexact.numbers.enclosure import Enclosure

PASTED_BITS = 256


def assert_upper_bound(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Claimed >= true, and looser by no more than what is given.

    Guarantee: exact; where an enclosure of 4096 bits does not tell, the assertion fails and says so.
    Raises: AssertionError; InexactInputError for a true value that is a finite float.
    """
    __tracebackhide__ = True
    _assert_bound("upper", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_lower_bound(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Claimed <= true, and looser by no more than what is given. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    _assert_bound("lower", claimed, true, {"rel": rel, "abs": abs, "ulps": ulps})


def assert_close(
    claimed: object,
    true: object,
    *,
    rel: object = None,
    abs: object = None,
    ulps: object = None,
) -> None:
    """Claimed within a tolerance of the truth, on either side; one has to be given."""
    __tracebackhide__ = True
    tolerances = {"rel": rel, "abs": abs, "ulps": ulps}
    if not any(value is not None for value in tolerances.values()):
        message = "assert_close: expected a tolerance, got none; give rel=, abs= or ulps="
        raise ParameterError(message)
    number, truth = claimed_value(claimed), true_value(true)
    if isinstance(number, float) or isinstance(truth, float):
        if not (isinstance(number, float) and isinstance(truth, float) and number == truth):
            _fail("assert_close", claimed, number, truth, "is not close to", tolerances)
        return
    if not _within(number, truth, tolerances):
        _fail("assert_close", claimed, number, truth, "is further than the tolerance from", tolerances)


def assert_brackets(lower: object, upper: object, true: object) -> None:
    """Lower <= true <= upper. Otherwise as `assert_upper_bound`."""
    __tracebackhide__ = True
    assert_lower_bound(lower, true)
    assert_upper_bound(upper, true)


def _assert_bound(side: str, claimed: object, true: object, tolerances: dict[str, object]) -> None:
    __tracebackhide__ = True
    number, truth = claimed_value(claimed), true_value(true)
    name, direction = f"assert_{side}_bound", 1 if side == "upper" else -1
    loose = any(value is not None for value in tolerances.values())
    if isinstance(number, float) or isinstance(truth, float):
        if not _infinite_bound(direction, number, truth, loose=loose):
            _fail(name, claimed, number, truth, f"is not {_article(side)} of", tolerances)
        return
    if order(number, truth) == -direction:
        _fail(name, claimed, number, truth, f"is not {_article(side)} of", tolerances)
    if loose and not _within(number, truth, tolerances):
        _fail(name, claimed, number, truth, f"is {_article(side)}, but too loose, of", tolerances)


def _article(side: str) -> str:
    return f"an {side} bound" if side == "upper" else f"a {side} bound"


def _infinite_bound(direction: int, number: Exact | float, truth: True_, *, loose: bool) -> bool:
    """Whether a bound holds where it or the truth is infinite, or it is no number."""
    if isinstance(number, float) and math.isnan(number):
        return False
    if isinstance(truth, float):
        return (isinstance(number, float) and number == math.inf) or (direction < 0 and not loose)
    return isinstance(number, float) and number == direction * math.inf and not loose


def _size(name: str, value: object) -> bool:
    """Whether an absolute tolerance, or one in ulps, is far above what 4096 bits tell apart."""
    return value is not None and name != "rel" and tolerance(value, name) > Fraction(1, 1 << 100)


def _within(number: Exact, truth: Exact | Enclosure, tolerances: dict[str, object]) -> bool:
    """Whether the distance is at most one of the tolerances."""
    try:
        distance = order(number, truth)
    except AssertionError:  # undecided at 4096 bits: closer than any tolerance that is not as small itself
        if any(_size(name, value) for name, value in tolerances.items()):
            return True
        raise
    gap = (number - truth) * distance
    allowed = []
    for name, value in tolerances.items():
        if value is None:
            continue
        size = tolerance(value, name)
        if name == "rel":
            allowed.append(truth * size * (1 if order(exact(0), truth) <= 0 else -1))
        else:
            allowed.append(size * ulp(truth) if name == "ulps" else size)
    return distance == 0 or any(order(exact(0), limit - gap) <= 0 for limit in allowed)


def _fail(
    name: str, claimed: object, number: Exact | float, truth: True_, relation: str, tolerances: dict[str, object]
) -> NoReturn:
    __tracebackhide__ = True
    given = ", ".join(f"{key}={pasted(value, key)}" for key, value in tolerances.items() if value is not None)
    lines = [f"{name}: the claimed {claimed!r} {relation} the true value"]
    if isinstance(number, Exact):
        lines.append(f"  claimed  {shown(number)} ({_binary(claimed)})")
    lines.append(f"  true     {shown(truth)}")
    if isinstance(number, Exact) and not isinstance(truth, float):
        side = "above" if order(number, truth) > 0 else "below"
        lines.append(f"  gap      {in_ulps(number - truth, ulp(truth))}, {side} the truth")
    if given:
        lines.append(f"  allowed  {given}")
    lines += ["A regression test:", *_regression(name, claimed, number, truth, given)]
    raise AssertionError("\n".join(lines))


def _binary(claimed: object) -> str:
    return float(claimed).hex() if isinstance(claimed, float) else type(claimed).__name__  # numpy's float64 is a float


def _regression(name: str, claimed: object, number: Exact | float, truth: True_, given: str) -> list[str]:
    """Lines to paste: the true value as it is, or the end of its enclosure that the claim fails against."""
    if isinstance(number, float):
        value = f'float("{number}")'
    else:
        value = f'float.fromhex("{float(claimed).hex()}")' if isinstance(claimed, float) else f'exact("{number}")'
    if isinstance(truth, float):
        reference = "math.inf"
    elif isinstance(truth, Exact):
        reference = f'exact("{truth}")'
    else:
        low, high = bounds(truth, PASTED_BITS)
        below = isinstance(number, Exact) and order(number, truth) < 0
        reference = f'exact("{exact(low).decimal(40, "down") if below else exact(high).decimal(40, "up")}")'
    tail = f", {given}" if given else ""
    imports = ["    import math"] if reference == "math.inf" else []
    return [
        *imports,
        "    from dpexact import exact",
        f"    from dpexact.testing import {name}",
        f"    {name}({value}, {reference}{tail})",
    ]
