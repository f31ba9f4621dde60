"""A Comparison of a claimed value with a true one, and what is found: nothing, or why the assertion does not hold."""

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
from dpexact.testing.claimed import True_, ulps_of
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED
from dpexact.testing.floats import DOUBLE, FloatFormat

BITS = 64  # of sizes that only say what is tried first
Kind: TypeAlias = Literal["upper", "lower", "close"]


@dataclass(frozen=True)
class Comparison:
    """The question about a claimed number (infinity and NaN as floats), a true one and tolerances by name.

    `form` is the float format of which the ulps are.
    """

    kind: Kind
    number: Exact | float
    truth: True_
    tolerances: Mapping[str, Exact]
    form: FloatFormat = DOUBLE

    @property
    def bound(self) -> str:
        """Return what the number is said to be."""
        return {"upper": "an upper bound", "lower": "a lower bound", "close": "close"}[self.kind]


@dataclass(frozen=True)
class Found:
    """The reason why an assertion does not hold: the finding, and how the claimed number stands to the true one."""

    finding: str
    relation: str


def compared(asked: Comparison) -> Found | None:
    """Return what is found; None where the assertion holds. Guarantee: exact, or "undecided"."""
    number, truth, close = asked.number, asked.truth, asked.kind == "close"
    if isinstance(number, float) and math.isnan(number):
        return Found(NOT_TRUE, f"is not {asked.bound} {'to' if close else 'of'}")
    infinite = isinstance(number, float) or isinstance(truth, float)
    if infinite and number == truth:
        return None
    if close:
        relation = "is not close to" if infinite else "is further than the tolerance from"
        return _found(_within(asked), NOT_TRUE, relation)
    direction = order_of(asked)
    if direction is None:
        return Found(UNDECIDED, f"is {asked.bound} of")
    if side_of(direction, "larger" if asked.kind == "upper" else "smaller") == "unsafe":
        return Found(NOT_TRUE, f"is not {asked.bound} of")
    if not asked.tolerances:
        return None
    return _found(_within(asked), TOO_LOOSE, f"is {asked.bound}, but too loose, of")


def _found(holds: bool | None, finding: str, relation: str) -> Found | None:  # noqa: FBT001 - one of three answers
    if holds is None:
        return Found(UNDECIDED, "is within the tolerance of")
    return None if holds else Found(finding, relation)


def order_of(asked: Comparison) -> int | None:
    """Return -1, 0 or 1: below, equal to or above the truth; None where 4096 bits do not tell, and for NaN."""
    try:
        return order(asked.number, asked.truth)
    except UndecidedError:
        return None


def _within(asked: Comparison) -> bool | None:
    """Return whether the distance is at most one of the tolerances; None where 4096 bits do not tell.

    The loosest comes first, as far as the bounds at hand tell, so that a costly number is narrowed for no stricter one.
    """
    number, truth = asked.number, asked.truth
    if isinstance(number, float) or isinstance(truth, float):
        return False
    scales = {"abs": Fraction(1), "rel": magnitude(truth), "ulps": ulps_of(truth, asked.form, refines=False)[0]}
    undecided = False
    for name, size in sorted(asked.tolerances.items(), key=lambda one: -one[1].enclosure(BITS)[0] * scales[one[0]]):
        found = _is_tolerated(number, truth, name, size, asked.form)
        if found:
            return True
        undecided = undecided or found is None
    return None if undecided else False


def magnitude(truth: Exact | Enclosure) -> Fraction:
    """Return about how large a number is, without computing more of it."""
    lower, upper = at_hand(truth) if isinstance(truth, Enclosure) else truth.enclosure(BITS)
    return abs(lower + upper) / 2


def _is_tolerated(number: Exact, truth: Exact | Enclosure, name: str, size: Exact, form: FloatFormat) -> bool | None:
    """Return whether the distance is at most this tolerance; for ulps by the lesser one where two may be meant."""
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
