"""A Comparison of a claimed value with a true one, and what is found: nothing, or why the assertion does not hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dpexact.audit.judgement import is_between, is_near, order, side_of
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.testing.claimed import True_, ulps_of
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED
from dpexact.testing.floats import DOUBLE, FloatFormat

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
    """Return whether the distance is at most one of the tolerances; None where 4096 bits do not tell."""
    number, truth = asked.number, asked.truth
    if isinstance(number, float) or isinstance(truth, float):
        return False
    found = [_is_tolerated(number, truth, name, size, asked.form) for name, size in asked.tolerances.items()]
    return True if True in found else None if None in found else False


def _is_tolerated(number: Exact, truth: Exact | Enclosure, name: str, size: Exact, form: FloatFormat) -> bool | None:
    """Return whether the distance is at most this tolerance; for ulps by the lesser one where two may be meant."""
    try:
        if name == "rel":
            return is_near(number, truth, size, ends=True)
        units = ulps_of(truth, form) if name == "ulps" else (1, 1)
        least, most = (is_between(number - size * unit, truth, number + size * unit, ends=True) for unit in units)
    except UndecidedError:
        return None
    return least if least == most else None
