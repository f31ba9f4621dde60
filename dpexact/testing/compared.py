"""A Comparison of a claimed value with a true one, and what is found: nothing, or why the assertion does not hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import bounds
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.precision import refined_until
from dpexact.testing.claimed import LAST_BITS, True_, ulp, ulps_at
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED
from dpexact.testing.floats import DOUBLE, FloatFormat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.numbers.enclosure import Enclosure

Kind: TypeAlias = Literal["upper", "lower", "close"]
Interval: TypeAlias = "tuple[Fraction, Fraction]"
START_BITS = 64


@dataclass(frozen=True)
class Comparison:
    """What an assertion asks of a claimed number (infinity and NaN as floats), a true one and tolerances by name.

    `form` is the float format of which the ulps are.
    """

    kind: Kind
    number: Exact | float
    truth: True_
    tolerances: Mapping[str, Exact]
    form: FloatFormat = DOUBLE

    @property
    def bound(self) -> str:
        """What the number is said to be."""
        return {"upper": "an upper bound", "lower": "a lower bound", "close": "close"}[self.kind]


@dataclass(frozen=True)
class Found:
    """Why an assertion does not hold: the finding, and the relation of the claimed number to the true one in words."""

    finding: str
    relation: str


def compared(asked: Comparison) -> Found | None:
    """What is found; None where the assertion holds. Guarantee: exact, or "undecided"."""
    if isinstance(asked.number, float) or isinstance(asked.truth, float):
        return _infinite(asked)
    if asked.kind == "close":
        return _found(_within(asked, asked.number, asked.truth), NOT_TRUE, "is further than the tolerance from")
    direction = side_of(asked)
    if direction is None:
        return Found(UNDECIDED, f"is {asked.bound} of")
    if direction == (-1 if asked.kind == "upper" else 1):
        return Found(NOT_TRUE, f"is not {asked.bound} of")
    if not asked.tolerances:
        return None
    within = _within(asked, asked.number, asked.truth)
    return _found(within, TOO_LOOSE, f"is {asked.bound}, but too loose, of")


def _found(holds: bool | None, finding: str, relation: str) -> Found | None:  # noqa: FBT001 - one of three answers
    if holds is None:
        return Found(UNDECIDED, "is within the tolerance of")
    return None if holds else Found(finding, relation)


def _infinite(asked: Comparison) -> Found | None:
    """Where the number or the truth is infinite, or the number is none."""
    number, truth = asked.number, asked.truth
    if isinstance(number, float) and math.isnan(number):
        return Found(NOT_TRUE, f"is not {asked.bound} {'to' if asked.kind == 'close' else 'of'}")
    if isinstance(number, float) and isinstance(truth, float) and number == truth:
        return None
    if asked.kind == "close":
        return Found(NOT_TRUE, "is not close to")
    above = isinstance(number, float) and number > 0
    if above != (asked.kind == "upper"):
        return Found(NOT_TRUE, f"is not {asked.bound} of")
    return Found(TOO_LOOSE, f"is {asked.bound}, but too loose, of") if asked.tolerances else None


def side_of(asked: Comparison) -> int | None:
    """-1, 0 or 1: the number is below, equal to or above the truth; None where 4096 bits do not tell, and for NaN."""
    number, truth = asked.number, asked.truth
    if isinstance(number, float) or isinstance(truth, float):
        if number != number:  # noqa: PLR0124 - NaN
            return None
        return 0 if number == truth else (1 if isinstance(number, float) and number > 0 else -1)
    if isinstance(truth, Exact):
        return (number - truth).sign()
    try:
        return -truth.__sub__(number).compare(0)
    except UndecidedError:
        return None


def _within(asked: Comparison, number: Exact, truth: Exact | Enclosure) -> bool | None:
    """Whether the distance is at most one of the tolerances; None where 4096 bits do not tell."""
    given = asked.tolerances.items()
    if isinstance(truth, Exact):
        unit = {"rel": abs(truth), "abs": exact(1), "ulps": exact(ulp(truth, asked.form))}
        return abs(number - truth) <= max(size * unit[name] for name, size in given)

    def within(bits: int) -> bool | None:
        near, far = _distance(number.enclosure(bits), bounds(truth, bits))
        ends = [_ends(name, size.enclosure(bits), bounds(truth, bits), asked.form) for name, size in given]
        if far <= max(least for least, _ in ends):
            return True
        if near > max(most for _, most in ends):
            return False
        return None

    return refined_until(within, START_BITS, LAST_BITS)


def _distance(first: Interval, second: Interval) -> Interval:
    """The least and the largest distance of two numbers, each between two bounds."""
    apart = max(first[0] - second[1], second[0] - first[1], Fraction(0))
    return apart, max(first[1] - second[0], second[1] - first[0])


def _ends(name: str, size: Interval, truth: Interval, form: FloatFormat) -> Interval:
    """Bounds of a tolerance."""
    low, high = max(size[0], Fraction(0)), size[1]
    match name:
        case "rel":
            least, most = _distance(truth, (Fraction(0), Fraction(0)))
        case "ulps":
            least, most = ulps_at(*truth, form)
        case _:
            least = most = Fraction(1)
    return low * least, high * most
