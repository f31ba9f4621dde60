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
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpexact.errors import ParameterError
from dpexact.numbers.balls import refined_until
from dpexact.numbers.enclosure import Enclosure, at_hand, bounds, narrowed
from dpexact.numbers.exact import Exact, exact, is_inexact_scalar
from dpexact.numbers.floats import LAST_BITS, format_of, plain_array, plain_scalar, ulp, ulps_of
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.compared import (
    DIGITS,
    KNOWN_DIGITS,
    Comparison,
    Fault,
    Kind,
    claimed_value,
    compared,
    number_text,
    order_of,
    pasted,
    table,
    tolerances,
    true_value,
    ulps_number,
)
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED, failure, held
from dpexact.testing.floats import refuse_other_labels

Place = tuple[int, ...]
Gap = tuple[str, str, Exact | None]
BITS = 64  # enough to tell the worst of several failures
FAR = Fraction(2) ** 1000
PASTED_BITS = 256
PASTED_DIGITS = 40
SIDES = {-1: "below", 0: "equal to", 1: "above"}
REMEDY = {
    "upper": "they may be equal; claim a number that is a little larger, or use assert_close with a tolerance",
    "lower": "they may be equal; claim a number that is a little smaller, or use assert_close with a tolerance",
    "close": "the distance may be the tolerance itself; give one that is a little larger or smaller",
}
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


def _weight(failed: Comparison) -> tuple[bool, float]:
    """Return how bad a failure is, NaN and infinities first, then how many times the tolerance it is off.

    Without a tolerance, how many ulps. Floats and bounds are enough to choose the failure that is told in full.
    """
    number, truth = failed.number, failed.truth
    if isinstance(number, float) or isinstance(truth, float):
        return True, 0.0
    true = _near(truth)
    costly = isinstance(truth, Enclosure) and truth.is_costly
    gap, unit = abs(_near(number) - true), ulps_of(truth, failed.form, refines=not costly)[1]
    scales = {"abs": Fraction(1), "rel": abs(true), "ulps": unit}
    allowed = (_near(size) * scales[name] for name, size in failed.tolerances.items())
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


def message_of(name: str, failed: Comparison, fault: Fault, options: Mapping[str, object]) -> str:
    """Return why an assertion of this name does not hold."""
    tolerances = ", ".join(f"{key}={pasted(value, key)}" for key, value in options.items() if value is not None)
    undecided = fault.finding == UNDECIDED
    whether = "undecided whether " if undecided else ""
    remedy = REMEDY["close" if fault.relation.startswith("is within") else failed.kind]
    rows = [
        ("claimed", _claimed_text(failed.claimed, failed.number)),
        ("true", number_text(failed.truth)),
        ("gap", ", ".join(filter(None, gap_of(failed)[:2]))),
        *([("allowed", tolerances)] if tolerances else []),
        *([("to do", remedy)] if undecided else []),
    ]
    lines = [f"{name}: {whether}the claimed {value_excerpt(failed.claimed)} {fault.relation} the true value"]
    return "\n".join([*lines, *table(rows, 2), *(() if undecided else _regression(name, failed, fault, tolerances))])


def _claimed_text(claimed: object, number: Exact | float) -> str:
    """Return a claimed value with its binary value, a float in hexadecimal, any other one with its type."""
    if isinstance(number, float):
        return f"{number}, which is not a number" if math.isnan(number) else f"{number}, infinite"
    binary = float(claimed).hex() if isinstance(claimed, float) else type(claimed).__name__  # numpy.float64 is a float
    if not (isinstance(claimed, float) or _is_of_numpy(claimed)):
        return f"{number_text(number)} ({binary})"
    written = repr(float(claimed)) if isinstance(claimed, float) else str(claimed)
    digits = number.decimal(DIGITS)
    value = "" if exact(written) == number else f", {digits}{'' if exact(digits) == number else '...'}"
    return f"{written} ({binary}{value})"


def _is_of_numpy(claimed: object) -> bool:
    """Return whether this is a float of numpy but not a double, so that its shortest text is another one."""
    return type(claimed).__module__ == "numpy" and not isinstance(claimed, float) and is_inexact_scalar(claimed)


def gap_of(comparison: Comparison) -> Gap:
    """Return the distance of the number from the truth in words, the side, and how many ulps it is, if that is known.

    It is that of the bounds at hand for a costly truth.
    """
    number, truth, side = comparison.number, comparison.truth, order_of(comparison)
    if isinstance(number, float) and math.isnan(number):
        return "none: NaN is on no side, bounds nothing and is close to nothing", "", None
    if isinstance(number, float) or isinstance(truth, float):
        return "infinite", f"{SIDES[side or 0]} the truth", None
    if isinstance(truth, Enclosure) and truth.is_costly:
        return _gap_at_hand(number, truth, side, ulps_of(truth, comparison.form, refines=False)[1])
    if side is None:
        most = max(abs(end - value) for end in bounds(truth, LAST_BITS) for value in number.enclosure(LAST_BITS))
        return f"at most {exact(most).decimal(3, 'up')}, on a side that {LAST_BITS} bits do not tell", "", None
    ulps = ulps_number(number - truth, ulp(truth, comparison.form))
    return counted(ulps.decimal(3), "ulp"), f"{SIDES[side]} the truth", ulps


def _gap_at_hand(number: Exact, truth: Enclosure, side: int | None, unit: Fraction) -> Gap:
    """Return the distance from a truth whose bounds are not narrowed, in units of an ulp there."""
    ends = [abs(end - number) for end in at_hand(truth)]
    most, ulps = max(ends).decimal(3, "up"), min(ends) / unit
    if side is None:
        return f"at most {most}, on a side that the bounds do not tell", "", None
    least = f"{ulps.decimal(3, 'down')} ulps at least"
    return f"between {min(ends).decimal(3, 'down')} and {most} ({least})", f"{SIDES[side]} the truth", ulps


def shown_of(failed: Comparison) -> dict[str, str]:
    """Return the parts of a message for a report: the numbers, the gap, and decimals by which rows are sorted."""
    truth, (gap, side, ulps) = failed.truth, gap_of(failed)
    near = truth if isinstance(truth, Exact) else None if isinstance(truth, float) else exact(at_hand(truth)[0])
    parts = {
        "claimed": value_excerpt(failed.claimed),
        "true": number_text(truth),
        "gap": gap,
        "side": side,
        "true_key": "" if near is None else near.decimal(DIGITS),
        "ulps": "" if ulps is None else ulps.decimal(3),
    }
    return {name: text for name, text in parts.items() if text}


def _regression(name: str, failed: Comparison, fault: Fault, tolerances: str) -> Iterator[str]:
    """Write lines to paste, which fail as the assertion does."""
    claimed, number, reference = failed.claimed, failed.number, _reference(failed, fault)
    if reference is None:
        return
    if isinstance(number, float):
        value = f'float("{number}")'
    else:
        value = f'float.fromhex("{float(claimed).hex()}")' if isinstance(claimed, float) else f'exact("{number}")'
    if _is_of_numpy(claimed):
        value = f'numpy.{type(claimed).__name__}("{claimed!s}")'
    yield "A regression test:"
    if reference == "math.inf":
        yield "    import math"
    if _is_of_numpy(claimed):
        yield "    import numpy"
    yield "    from dpexact import exact"
    yield f"    from dpexact.testing import {name}"
    yield f"    {name}({value}, {reference}{f', {tolerances}' if tolerances else ''})"


def _reference(failed: Comparison, fault: Fault) -> str | None:
    """Return the true value as text, or else a decimal so near to it that the assertion fails with it, too."""
    truth = failed.truth
    if isinstance(truth, float):
        return "math.inf"
    if isinstance(truth, Exact):
        return f'exact("{truth}")'
    below = order_of(failed) == -1

    def fails_at(known: tuple[Fraction, Fraction], digits: int) -> str | None:
        ends = exact(known[0]).decimal(digits, "down"), exact(known[1]).decimal(digits, "up")
        for text in ends if below else reversed(ends):  # the decimal on the side of the claim first
            again = compared(replace(failed, truth=exact(text)))
            if again is not None and again.finding == fault.finding:
                return f'exact("{text}")'
        return None

    if truth.is_costly:
        return fails_at(at_hand(truth), KNOWN_DIGITS)
    return refined_until(
        lambda bits: fails_at(bounds(truth, bits), PASTED_DIGITS * bits // PASTED_BITS), PASTED_BITS, LAST_BITS
    )


def worst_of(
    name: str, failures: Sequence[tuple[Comparison, Fault]], count: int, options: Mapping[str, object]
) -> tuple[str, str, dict[str, str]]:
    """Return the elements that fail, the first in short and the worst in full, the gravest finding, and its parts."""
    gravest = next(finding for finding in GRAVEST if any(fault.finding == finding for _, fault in failures))
    first = failures[0][0]
    worst, why = max((pair for pair in failures if pair[1].finding == gravest), key=lambda pair: _weight(pair[0]))
    full, parts = message_of(name, worst, why, options), shown_of(worst)
    if not worst.place:
        return full, gravest, parts
    fails = f"{name}: {len(failures)} of {counted(count, 'element')}"
    if len(failures) == 1:
        return f"{fails} fails, at {element(worst.place)}\n{full}", gravest, parts
    head = f"{fails} fail, the first at {element(first.place)}, the worst at {element(worst.place)}"
    short = ", ".join(filter(None, (value_excerpt(first.claimed), f"gap {gap_of(first)[0]}", gap_of(first)[1])))
    return f"{head}\nThe first: {short}\nThe worst:\n{full}", gravest, parts


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
        comparison = Comparison(kind, value, number, truth, allowed, format_of(value), place)
        fault = compared(comparison)
        if fault is not None:
            failures.append((comparison, fault))
    if failures:
        raise failure(*worst_of(name, failures, len(pairs), options))
    held()
