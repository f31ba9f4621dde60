"""A Judgement: on which side of the truth a claimed float stands, and how far off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from dpexact.errors import UndecidedError
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.testing.claimed import bounds, ulp

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Kind, Safe, Truth
    from dpexact.numbers.enclosure import Enclosure

Outcome = Literal["equal", "agrees", "safe", "unsafe", "wrong", "raises", "undecided", "missing"]
Side = Literal["safe", "unsafe", "neither"]
Size = Literal["none", "rounding", "small", "material"]

ROUNDING_ULPS = 16  # a claim that is closer agrees: what rounding in a few operations does
SMALL = Fraction(1, 10**3)  # a larger relative distance is material
SMALL_LEVEL = Fraction(1, 10**12)  # and, for a delta or an epsilon, a larger absolute one
DIGITS = 20
LAST_BITS = 1 << 15


@dataclass(frozen=True)
class Judgement:
    """The outcome, the side, the size of the gap, and the numbers that these come from, as texts."""

    outcome: Outcome
    side: Side = "neither"
    size: Size = "none"
    truth: str = ""
    difference: str = ""
    ulps: str = ""
    relative: str = ""


def judge(claimed: float, truth: Truth, safe: Safe, kind: Kind = "value") -> Judgement:
    """Judge a claimed float, at its binary value, against the truth.

    Equal; agrees (at most ROUNDING_ULPS off, on either side); safe or unsafe beyond that; wrong where neither side is
    safe and for NaN, which is no number. A negative epsilon where the least from 0 on is 0 is undecided: it may hold.

    Guarantee: exact, or "undecided" where an enclosure of 4096 bits does not tell.
    """
    text = _truth_text(truth)
    if math.isnan(claimed):
        return Judgement("wrong", "unsafe", "material", text)
    if isinstance(truth, float) or math.isinf(claimed):
        return _infinite(claimed, truth, safe, text)
    number = exact_of_float(claimed)
    try:
        sign = (number - truth).sign() if isinstance(truth, Exact) else -truth.compare(number)
    except UndecidedError:
        return Judgement("undecided", truth=text)
    if sign == 0:
        return Judgement("equal", truth=text, difference="0", ulps="0", relative="0")
    if kind == "epsilon" and claimed < 0 and isinstance(truth, Exact) and truth == 0:
        return Judgement("undecided", truth=text)
    gap = _magnitude(number - truth)
    unit = ulp(truth)
    whole = _magnitude(truth) if truth != 0 else None
    relative = None if whole is None else gap / whole
    size: Size = "rounding" if gap <= ROUNDING_ULPS * unit else "material"
    if size == "material" and (
        (relative is not None and relative <= SMALL) or (kind != "value" and gap <= SMALL_LEVEL)
    ):
        size = "small"
    return Judgement(
        _outcome(sign, safe, size),
        side_of(sign, safe),
        size,
        text,
        f"{'+' if sign > 0 else '-'}{_short(gap)}",
        _short(gap / unit),
        "infinite" if relative is None else _short(relative),
    )


def side_of(sign: int, safe: Safe) -> Side:
    """The side of a claim above (1) or below (-1) the truth."""
    if safe == "neither":
        return "neither"
    return "safe" if (sign > 0) == (safe == "larger") else "unsafe"


def _outcome(sign: int, safe: Safe, size: Size) -> Outcome:
    if size == "rounding":
        return "agrees"
    side = side_of(sign, safe)
    return "wrong" if side == "neither" else side


def _infinite(claimed: float, truth: Truth, safe: Safe, text: str) -> Judgement:
    """Where the claim or the truth is infinite."""
    if isinstance(truth, float) and claimed == truth:
        return Judgement("equal", truth=text, difference="0", ulps="0", relative="0")
    sign = 1 if claimed == math.inf else -1
    difference = "+infinity" if sign > 0 else "-infinity"
    return Judgement(
        _outcome(sign, safe, "material"), side_of(sign, safe), "material", text, difference, "infinite", "infinite"
    )


def _magnitude(number: Exact | Enclosure) -> Fraction:
    """The size of a number that is not zero, to 60 bits."""
    bits = 128
    while bits <= LAST_BITS:
        lower, upper = sorted(abs(bound) for bound in bounds(number, bits))
        if lower > 0 and (upper - lower) * 2**60 <= lower:
            return (lower + upper) / 2
        bits *= 2
    return upper


def _short(number: Fraction) -> str:
    return exact(number).decimal(3)


def _truth_text(truth: Truth) -> str:
    """The truth to DIGITS significant digits; an enclosure that does not settle them as its bounds."""
    if isinstance(truth, float):
        return "inf"
    if isinstance(truth, Exact):
        return truth.decimal(DIGITS)
    bits = 256
    while bits <= LAST_BITS:
        lower, upper = (exact(bound).decimal(DIGITS) for bound in bounds(truth, bits))
        if lower == upper:
            return lower
        bits *= 2
    return f"in [{lower}, {upper}]"
