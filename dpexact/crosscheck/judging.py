"""Judge the answer of a library: outcome, side, weight; and whether it is the one on record."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from dpexact.audit.weight import Tolerance, order, side_of, weight
from dpexact.crosscheck.library import Kind, Safe, Truth
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.testing.claimed import ulp


@dataclass(frozen=True)
class CrosscheckResult:
    """One line of a crosscheck; every value is a text, a bool or a tuple of texts.

    `outcome` is equal, agrees (but for the last digits), safe, unsafe, wrong, refused, raises, undecided or missing;
    `weight` of the gap none, last-digits, small or material; `delta` what is needed at the epsilon that is claimed,
    where that is known. `as_recorded` compares the judgements, not the digits, and is None where the library is
    missing; `seen` is what a table would keep of the answer, and `same_digits` says whether the very answer is on
    record. `finding`, `promise`, `usable`, `range`, `head` and `known` are of the table (see `table.Finding`), empty or
    None unless this answer shows the finding as it is on record. `taken_back` says that a recorded finding no longer
    holds for the installed version. `reproduce` are lines to paste that need the library and mpmath, not dpexact.
    """

    library: str
    id: str
    probe: str
    says: str
    arguments: tuple[tuple[str, str], ...]
    version: str
    recorded_version: str
    output: str
    found: tuple[str, ...]
    claimed: str
    truth: str
    difference: str
    ulps: str
    relative: str
    outcome: Outcome
    side: Side
    weight: Gap
    delta: str
    measures: str
    seen: str
    recorded: tuple[str, ...]
    as_recorded: bool | None
    same_digits: bool | None
    finding: str
    promise: tuple[str, ...]
    usable: bool | None
    range: str
    head: str
    known: str
    taken_back: str
    error: str
    note: str
    reference: str
    reproduce: str

    def to_json(self) -> dict[str, Any]:
        """Return the fields, as JSON has them; `arguments` as an object."""
        return {
            **asdict(self),
            "arguments": dict(self.arguments),
            "found": list(self.found),
            "recorded": list(self.recorded),
        }


Outcome = Literal["equal", "agrees", "safe", "unsafe", "wrong", "refused", "raises", "undecided", "missing"]
Side = Literal["safe", "unsafe", "neither"]
Gap = Literal["none", "last-digits", "small", "material"]  # none, or the weight that dpexact.audit.judgement gives it

ROUNDING_ULPS = 16  # what rounding in a few operations does; next to 0 that is more than 1e-9 of the truth
LEVEL = Fraction(1, 10**12)  # a delta or an epsilon that is off by less is off in its last digits
DIGITS = 20
LAST_BITS = 1 << 15


@dataclass(frozen=True)
class Judgement:
    """The outcome, the side, the weight of the gap, and the numbers that these come from, as texts.

    `delta` is the delta that is needed at the epsilon that is claimed, where a probe knows it.
    """

    outcome: Outcome
    side: Side = "neither"
    weight: Gap = "none"
    truth: str = ""
    difference: str = ""
    ulps: str = ""
    relative: str = ""
    delta: str = ""

    @property
    def said(self) -> str:
        """Return what a table keeps of it: agrees (also where equal), or outcome and weight, as "unsafe, small"."""
        if self.outcome in ("equal", "agrees"):
            return "agrees"
        return self.outcome if self.weight == "none" else f"{self.outcome}, {self.weight}"


def judge(claimed: float, truth: Truth, safe: Safe, kind: Kind = "value", delta: Truth | None = None) -> Judgement:
    """Judge a claimed float, at its binary value, against the truth.

    Equal; agrees (off in the last digits, on either side); safe or unsafe beyond that; wrong where neither side is
    safe and for NaN, not a number. The last digits are what `dpexact.audit.judgement` says, with a tolerance of
    ROUNDING_ULPS, for a delta or an epsilon of LEVEL; an epsilon that holds but for a `delta` of LEVEL agrees as well.
    A negative epsilon where the least from 0 on is 0 is undecided: it may hold.

    Guarantee: exact, or "undecided" where an enclosure of 4096 bits does not tell.
    """
    judgement = _judged(claimed, truth, safe, kind)
    if delta is None or judgement.outcome in ("equal", "undecided"):
        return judgement
    judgement = replace(judgement, delta=_truth_text(delta))
    if judgement.outcome == "unsafe" and _is_negligible(delta):
        return replace(judgement, outcome="agrees", weight="last-digits")
    return judgement


def _is_negligible(delta: Truth) -> bool:
    """Decide delta <= LEVEL; what cannot be told is not negligible."""
    try:
        return order(exact(LEVEL), delta) >= 0
    except UndecidedError:
        return False


def _judged(claimed: float, truth: Truth, safe: Safe, kind: Kind) -> Judgement:
    text = _truth_text(truth)
    if math.isnan(claimed):
        return Judgement("wrong", "unsafe", "material", text)
    number = claimed if math.isinf(claimed) else exact_of_float(claimed)
    try:
        sign = order(number, truth)
    except UndecidedError:
        return Judgement("undecided", truth=text)
    if sign == 0:
        return Judgement("equal", truth=text, difference="0", ulps="0", relative="0")
    side, plus = side_of(sign, safe), "+" if sign > 0 else "-"
    if isinstance(truth, float) or isinstance(number, float):
        return Judgement(_outcome(side, "material"), side, "material", text, f"{plus}infinity", "infinite", "infinite")
    if kind == "epsilon" and claimed < 0 and isinstance(truth, Exact) and truth == 0:
        return Judgement("undecided", truth=text)
    gap = _magnitude(number - truth)
    unit = ulp(truth)
    tolerated = max(ROUNDING_ULPS * unit, Fraction(0) if kind == "value" else LEVEL)
    weighed = weight(number, truth, Tolerance(absolute=tolerated))
    if weighed is None:
        return Judgement("undecided", truth=text)
    relative = "infinite" if truth == 0 else _short(gap / _magnitude(truth))
    numbers = (f"{plus}{_short(gap)}", _short(gap / unit), relative)
    return Judgement(_outcome(side, weighed), side, weighed, text, *numbers)


def _outcome(side: Side, weighed: Gap) -> Outcome:
    if weighed == "last-digits":
        return "agrees"
    return "wrong" if side == "neither" else side


def _magnitude(number: Exact | Enclosure) -> Fraction:
    """Return the size of a number that is not zero, to 60 bits."""
    lower, upper = sorted(map(abs, narrowed(number, 128, LAST_BITS, _is_narrow)))
    return (lower + upper) / 2 if _is_narrow(lower, upper) else upper


def _is_narrow(*bounds: Fraction) -> bool:
    lower, upper = sorted(map(abs, bounds))
    return lower > 0 and (upper - lower) * 2**60 <= lower


def _short(number: Fraction) -> str:
    return exact(number).decimal(3)


def _truth_text(truth: Truth) -> str:
    """Return the truth to DIGITS significant digits; an enclosure that does not settle them as its bounds."""
    if isinstance(truth, float):
        return "inf"
    if isinstance(truth, Exact):
        return truth.decimal(DIGITS)

    def decimals(*bounds: Fraction) -> list[str]:
        return [exact(bound).decimal(DIGITS) for bound in bounds]

    lower, upper = decimals(*narrowed(truth, 256, LAST_BITS, lambda *bounds: len({*decimals(*bounds)}) == 1))
    return lower if lower == upper else f"in [{lower}, {upper}]"
