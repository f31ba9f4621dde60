"""A Comparison of a claimed value with a true one, and the Fault if the assertion does not hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from dpexact.audit.weight import is_between, is_near, order, side_of
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure, at_hand
from dpexact.numbers.exact import Exact
from dpexact.numbers.floats import DOUBLE, FloatFormat, ulps_of
from dpexact.testing.claimed import True_
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED

BITS = 64  # of sizes that only say which tolerance is tried first
Kind: TypeAlias = Literal["upper", "lower", "close"]
BOUNDS = {"upper": "an upper bound", "lower": "a lower bound", "close": "close"}


@dataclass(frozen=True)
class Comparison:
    """The question about a claimed number (infinity and NaN as floats), a true one and tolerances by name.

    The ulps are of the float format `form`.
    """

    kind: Kind
    number: Exact | float
    truth: True_
    tolerances: Mapping[str, Exact]
    form: FloatFormat = DOUBLE


@dataclass(frozen=True)
class Fault:
    """The reason why an assertion fails, as a finding and the relation of the claimed number to the true one."""

    finding: str
    relation: str


def compared(comparison: Comparison) -> Fault | None:
    """Return the fault, or None if the assertion holds. Guarantee: exact, or "undecided"."""
    number, truth, close = comparison.number, comparison.truth, comparison.kind == "close"
    bound = BOUNDS[comparison.kind]
    if isinstance(number, float) and math.isnan(number):
        return Fault(NOT_TRUE, f"is not {bound} {'to' if close else 'of'}")
    infinite = isinstance(number, float) or isinstance(truth, float)
    if infinite and number == truth:
        return None
    if close:
        within = Fault(NOT_TRUE, "is not close to" if infinite else "is further than the tolerance from")
    else:
        direction = order_of(comparison)
        if direction is None:
            return Fault(UNDECIDED, f"is {bound} of")
        if side_of(direction, "larger" if comparison.kind == "upper" else "smaller") == "unsafe":
            return Fault(NOT_TRUE, f"is not {bound} of")
        if not comparison.tolerances:
            return None
        within = Fault(TOO_LOOSE, f"is {bound}, but too loose, of")
    holds = _within(comparison)
    if holds is None:
        return Fault(UNDECIDED, "is within the tolerance of")
    return None if holds else within


def order_of(comparison: Comparison) -> int | None:
    """Return -1, 0 or 1 for below, equal to and above the truth, or None for NaN and if 4096 bits do not tell."""
    try:
        return order(comparison.number, comparison.truth)
    except UndecidedError:
        return None


def _within(comparison: Comparison) -> bool | None:
    """Return whether the distance is at most one of the tolerances, or None if 4096 bits do not tell.

    The loosest comes first, as far as the bounds at hand tell, so that a costly number is narrowed for no stricter one.
    """
    number, truth, form = comparison.number, comparison.truth, comparison.form
    if isinstance(number, float) or isinstance(truth, float):
        return False
    lower, upper = at_hand(truth) if isinstance(truth, Enclosure) else truth.enclosure(BITS)
    scales = {"abs": Fraction(1), "rel": abs(lower + upper) / 2, "ulps": ulps_of(truth, form, refines=False)[0]}
    undecided = False
    for name, size in sorted(
        comparison.tolerances.items(), key=lambda pair: -pair[1].enclosure(BITS)[0] * scales[pair[0]]
    ):
        tolerated = _is_tolerated(number, truth, name, size, form)
        if tolerated:
            return True
        undecided = undecided or tolerated is None
    return None if undecided else False


def _is_tolerated(number: Exact, truth: Exact | Enclosure, name: str, size: Exact, form: FloatFormat) -> bool | None:
    """Return whether the distance is at most this tolerance, None if undecided or if two possible ulps disagree."""
    try:
        if name == "rel":
            return is_near(number, truth, size, ends=True)
        if name == "abs":
            return is_between(number - size, truth, number + size, ends=True)
        for refines in (False, True):
            units = ulps_of(truth, form, refines=refines)
            least, most = (is_between(number - size * unit, truth, number + size * unit, ends=True) for unit in units)
            if least == most:
                return least
    except UndecidedError:
        pass
    return None
