"""The message of an assertion that does not hold, with the claim, the truth, the gap and its side, and a test."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dpexact.numbers.balls import refined_until
from dpexact.numbers.enclosure import Enclosure, at_hand, bounds
from dpexact.numbers.exact import Exact, exact, is_inexact_scalar
from dpexact.numbers.floats import LAST_BITS, ulp, ulps_of
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.compared import (
    DIGITS,
    KNOWN_DIGITS,
    Comparison,
    Fault,
    compared,
    number_text,
    order_of,
    pasted,
    ulps_number,
)
from dpexact.testing.findings import UNDECIDED

PASTED_BITS = 256
PASTED_DIGITS = 40
MAX_SHOWN = 20  # outputs of an event
SIDES = {-1: "below", 0: "equal to", 1: "above"}
REMEDY = {
    "upper": "they may be equal; claim a number that is a little larger, or use assert_close with a tolerance",
    "lower": "they may be equal; claim a number that is a little smaller, or use assert_close with a tolerance",
    "close": "the distance may be the tolerance itself; give one that is a little larger or smaller",
}


@dataclass(frozen=True)
class Failure:
    """A claimed value with its index (empty for a single number), its comparison and the fault."""

    place: tuple[int, ...]
    claimed: object
    comparison: Comparison
    fault: Fault


def table(rows: Iterable[tuple[str, str]], blanks: int = 3) -> list[str]:
    """Return the rows of a message, with the names in one column and the texts in the next."""
    rows = list(rows)
    width = max(len(name) for name, _ in rows) + blanks
    return [f"  {name.ljust(width)}{text}" for name, text in rows]


def event_text(event: Sequence[object]) -> str:
    """Return the first outputs of an event, and how many more there are."""
    more = f" and {len(event) - MAX_SHOWN} more" if len(event) > MAX_SHOWN else ""
    return f"{value_excerpt(event[:MAX_SHOWN])}{more}"


def message_of(name: str, failure: Failure, options: Mapping[str, object]) -> str:
    """Return why an assertion of this name does not hold."""
    claimed, comparison, fault = failure.claimed, failure.comparison, failure.fault
    tolerances = ", ".join(f"{key}={pasted(value, key)}" for key, value in options.items() if value is not None)
    undecided = fault.finding == UNDECIDED
    whether = "undecided whether " if undecided else ""
    remedy = REMEDY["close" if fault.relation.startswith("is within") else comparison.kind]
    rows = [
        ("claimed", _claimed_text(claimed, comparison.number)),
        ("true", number_text(comparison.truth)),
        ("gap", str(gap_of(comparison))),
        *([("allowed", tolerances)] if tolerances else []),
        *([("to do", remedy)] if undecided else []),
    ]
    lines = [f"{name}: {whether}the claimed {value_excerpt(claimed)} {fault.relation} the true value"]
    return "\n".join([*lines, *table(rows, 2), *(() if undecided else _regression(name, failure, tolerances))])


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


@dataclass(frozen=True)
class Gap:
    """A distance from the truth in words, the side, and how many ulps it is, as far as that is known."""

    size: str
    side: str = ""
    ulps: Exact | None = None

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.size, self.side)))


def gap_of(comparison: Comparison) -> Gap:
    """Return the distance of the number from the truth, by the bounds at hand of a costly truth, and the side."""
    number, truth, side = comparison.number, comparison.truth, order_of(comparison)
    if isinstance(number, float) and math.isnan(number):
        return Gap("none: NaN is on no side, bounds nothing and is close to nothing")
    if isinstance(number, float) or isinstance(truth, float):
        return Gap("infinite", f"{SIDES[side or 0]} the truth")
    if isinstance(truth, Enclosure) and truth.is_costly:
        return _gap_at_hand(number, truth, side, ulps_of(truth, comparison.form, refines=False)[1])
    if side is None:
        most = max(abs(end - value) for end in bounds(truth, LAST_BITS) for value in number.enclosure(LAST_BITS))
        return Gap(f"at most {exact(most).decimal(3, 'up')}, on a side that {LAST_BITS} bits do not tell")
    ulps = ulps_number(number - truth, ulp(truth, comparison.form))
    return Gap(counted(ulps.decimal(3), "ulp"), f"{SIDES[side]} the truth", ulps)


def _gap_at_hand(number: Exact, truth: Enclosure, side: int | None, unit: Fraction) -> Gap:
    """Return the distance from a truth whose bounds are not narrowed, in units of an ulp there."""
    ends = [abs(end - number) for end in at_hand(truth)]
    most, ulps = max(ends).decimal(3, "up"), min(ends) / unit
    if side is None:
        return Gap(f"at most {most}, on a side that the bounds do not tell")
    least = f"{ulps.decimal(3, 'down')} ulps at least"
    return Gap(f"between {min(ends).decimal(3, 'down')} and {most} ({least})", f"{SIDES[side]} the truth", ulps)


def shown_of(failure: Failure) -> dict[str, str]:
    """Return the parts of a message for a report: the numbers, the gap, and decimals by which rows are sorted."""
    truth, gap = failure.comparison.truth, gap_of(failure.comparison)
    near = truth if isinstance(truth, Exact) else None if isinstance(truth, float) else exact(at_hand(truth)[0])
    parts = {
        "claimed": value_excerpt(failure.claimed),
        "true": number_text(truth),
        "gap": gap.size,
        "side": gap.side,
        "true_key": "" if near is None else near.decimal(DIGITS),
        "ulps": "" if gap.ulps is None else gap.ulps.decimal(3),
    }
    return {name: text for name, text in parts.items() if text}


def _regression(name: str, failure: Failure, tolerances: str) -> Iterator[str]:
    """Write lines to paste, which fail as the assertion does."""
    claimed, number, reference = failure.claimed, failure.comparison.number, _reference(failure)
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


def _reference(failure: Failure) -> str | None:
    """Return the true value as text, or else a decimal so near to it that the assertion fails with it, too."""
    truth = failure.comparison.truth
    if isinstance(truth, float):
        return "math.inf"
    if isinstance(truth, Exact):
        return f'exact("{truth}")'
    below = order_of(failure.comparison) == -1

    def fails_at(known: tuple[Fraction, Fraction], digits: int) -> str | None:
        ends = exact(known[0]).decimal(digits, "down"), exact(known[1]).decimal(digits, "up")
        for text in ends if below else reversed(ends):  # the decimal on the side of the claim first
            again = compared(replace(failure.comparison, truth=exact(text)))
            if again is not None and again.finding == failure.fault.finding:
                return f'exact("{text}")'
        return None

    if truth.is_costly:
        return fails_at(at_hand(truth), KNOWN_DIGITS)
    return refined_until(
        lambda bits: fails_at(bounds(truth, bits), PASTED_DIGITS * bits // PASTED_BITS), PASTED_BITS, LAST_BITS
    )
