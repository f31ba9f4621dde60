"""Say an assertion that does not hold: what is claimed, what is true, how far, on which side, and a test."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from dpexact.numbers.enclosure import Enclosure, bounds
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.inexact import is_inexact_scalar
from dpexact.numbers.precision import refined_until
from dpexact.numbers.typography import value_excerpt
from dpexact.testing.claimed import DIGITS, LAST_BITS, binary, in_ulps, pasted, shown, ulp
from dpexact.testing.compared import Comparison, Found, compared, order_of
from dpexact.testing.findings import UNDECIDED, failure

PASTED_BITS = 256
PASTED_DIGITS = 40
SIDES = {-1: "below", 0: "equal to", 1: "above"}
REMEDY = {
    "upper": "they may be equal; claim a number that is a little larger, or use assert_close with a tolerance",
    "lower": "they may be equal; claim a number that is a little smaller, or use assert_close with a tolerance",
    "close": "the distance may be the tolerance itself; give one that is a little larger or smaller",
}


def failed(name: str, claimed: object, asked: Comparison, found: Found, given: dict[str, object]) -> AssertionError:
    """Return the error of an assertion by this name."""
    return failure(told(name, claimed, asked, found, given), found.finding)


def told(name: str, claimed: object, asked: Comparison, found: Found, given: dict[str, object]) -> str:
    """Say why an assertion by this name does not hold."""
    number, truth = asked.number, asked.truth
    tolerances = ", ".join(f"{key}={pasted(value, key)}" for key, value in given.items() if value is not None)
    whether = "undecided whether " if found.finding == UNDECIDED else ""
    lines = [f"{name}: {whether}the claimed {value_excerpt(claimed)} {found.relation} the true value"]
    lines.append(f"  claimed  {_claimed(claimed, number)}")
    lines.append(f"  true     {shown(truth)}")
    lines.append(f"  gap      {gap_of(asked)}")
    if tolerances:
        lines.append(f"  allowed  {tolerances}")
    if found.finding == UNDECIDED:
        lines.append(f"  to do    {REMEDY['close' if found.relation.startswith('is within') else asked.kind]}")
        return "\n".join(lines)
    lines += _regression(name, claimed, asked, found, tolerances)
    return "\n".join(lines)


def _claimed(claimed: object, number: Exact | float) -> str:
    if isinstance(number, float):
        return f"{number}, which is not a number" if math.isnan(number) else f"{number}, infinite"
    if not (isinstance(claimed, float) or _is_of_numpy(claimed)):
        return f"{shown(number)} ({binary(claimed)})"
    written = repr(float(claimed)) if isinstance(claimed, float) else str(claimed)
    digits = number.decimal(DIGITS)
    value = "" if exact(written) == number else f", {digits}{'' if exact(digits) == number else '...'}"
    return f"{written} ({binary(claimed)}{value})"


def _is_of_numpy(claimed: object) -> bool:
    """Return whether this is a float of numpy that is not a double, so that its shortest text is another one."""
    return type(claimed).__module__ == "numpy" and not isinstance(claimed, float) and is_inexact_scalar(claimed)


def gap_of(asked: Comparison) -> str:
    """Say how far the number is from the truth, and on which side."""
    number, truth, side = asked.number, asked.truth, order_of(asked)
    if isinstance(number, float) and math.isnan(number):
        return "none: NaN is on no side, bounds nothing and is close to nothing"
    if isinstance(number, float) or isinstance(truth, float):
        return f"infinite, {SIDES[side or 0]} the truth"
    if side is None:
        lower, upper = bounds(truth, LAST_BITS)
        most = max(abs(end - value) for end in (lower, upper) for value in number.enclosure(LAST_BITS))
        return f"at most {exact(most).decimal(3, 'up')}, on a side that {LAST_BITS} bits do not tell"
    return f"{in_ulps(number - truth, ulp(truth, asked.form))}, {SIDES[side]} the truth"


def _regression(name: str, claimed: object, asked: Comparison, found: Found, given: str) -> Iterator[str]:
    """Write lines to paste, which fail as the assertion does."""
    number, reference = asked.number, _reference(asked, found)
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
    yield f"    {name}({value}, {reference}{f', {given}' if given else ''})"


def _reference(asked: Comparison, found: Found) -> str | None:
    """Return the true value as text: itself, or a decimal so near to it that the assertion fails with it, too."""
    truth = asked.truth
    if isinstance(truth, float):
        return "math.inf"
    if isinstance(truth, Exact):
        return f'exact("{truth}")'

    def text_at(bits: int) -> str | None:
        for text in _ends(truth, bits, PASTED_DIGITS * bits // PASTED_BITS, below=order_of(asked) == -1):
            again = compared(replace(asked, truth=exact(text)))
            if again is not None and again.finding == found.finding:
                return f'exact("{text}")'
        return None

    return refined_until(text_at, PASTED_BITS, LAST_BITS)


def _ends(truth: Enclosure, bits: int, digits: int, *, below: bool) -> tuple[str, str]:
    """Return decimals on both sides of the truth, that on the side of the claim first."""
    low, high = bounds(truth, bits)
    ends = exact(low).decimal(digits, "down"), exact(high).decimal(digits, "up")
    return ends if below else (ends[1], ends[0])
