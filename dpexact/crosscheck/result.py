"""The result of a crosscheck: the question, the answer, its judgement, the record, and lines to paste that show it.

A judgement of a claimed float against a true number has outcome, side, and weight of the gap. The lines show the
library's answer, the truth by mpmath and their difference without dpexact.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from dpexact.audit.judgement import Side, Tolerance, order, side_of, weight
from dpexact.crosscheck.library import Answer, Case, Finding, Kind, Probe, Safe
from dpexact.crosscheck.truths import Truth
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.numbers.floats import ulp

Outcome = Literal["equal", "agrees", "safe", "unsafe", "wrong", "refused", "raises", "undecided", "missing"]
Gap = Literal["none", "last-digits", "small", "material"]  # none, or the weight that dpexact.audit.judgement gives it
ROUNDING_ULPS = 16  # what rounding in a few operations does; next to 0 that is more than 1e-9 of the truth
LEVEL = Fraction(1, 10**12)  # a delta or an epsilon that is off by less is off in its last digits
DIGITS = 20
LAST_BITS = 1 << 15
GAP_DIGITS = 3
HARMLESS = ("equal", "agrees", "safe", "refused")
MATERIAL = frozenset({"unsafe, material", "wrong, material"})
SMALL = ("unsafe, small", "wrong, small")


@dataclass(frozen=True)
class Judgement:
    """The outcome, the side, the weight of the gap, and the numbers that these come from.

    `difference` is the claim less the truth, `ulps` and `relative` its size in units in the last place of the truth and
    as a part of it, each to 60 bits or infinite. `delta` is needed at the epsilon that is claimed.
    A number that is unknown is None.
    """

    outcome: Outcome
    side: Side = "neither"
    weight: Gap = "none"
    truth: Truth | None = None
    difference: Fraction | float | None = None
    ulps: Fraction | float | None = None
    relative: Fraction | float | None = None
    delta: Truth | None = None

    @property
    def said(self) -> str:
        """Return the words of a table: agrees (also if it is equal), or outcome and weight, as "unsafe, small"."""
        if self.outcome in ("equal", "agrees"):
            return "agrees"
        return self.outcome if self.weight == "none" else f"{self.outcome}, {self.weight}"

    @cached_property
    def shown(self) -> Decimals:
        """The decimals of the numbers, computed once. Raises the errors of the numbers that are enclosed."""
        sign = "" if not self.difference else "+" if self.difference > 0 else "-"
        return Decimals(
            _decimal(self.truth),
            "" if self.difference is None else sign + _short(max(self.difference, -self.difference), "infinity"),
            "" if self.ulps is None else _short(self.ulps),
            "" if self.relative is None else _short(self.relative),
            _decimal(self.delta),
        )


class Decimals(NamedTuple):
    """The decimals of the numbers of a judgement, each empty if the number is unknown."""

    truth: str
    difference: str
    ulps: str
    relative: str
    delta: str


def judge(claimed: float, truth: Truth, safe: Safe, kind: Kind = "value", delta: Truth | None = None) -> Judgement:
    """Judge a claimed float, at its binary value, against the truth.

    It is equal, agrees (off in the last digits, on either side), or is safe or unsafe beyond that. It is wrong if
    neither side is safe, and for NaN. `dpexact.audit.judgement` says how much the last digits are, with a tolerance of
    ROUNDING_ULPS, and for a delta or an epsilon of LEVEL. An epsilon that holds but for a `delta` of LEVEL agrees as
    well. A negative epsilon may hold if the least from 0 on is 0, so it is undecided.

    The answer is exact, or "undecided" if an enclosure of 4096 bits does not tell.
    """
    judgement = _judged(claimed, truth, safe, kind)
    if delta is None or judgement.outcome in ("equal", "undecided"):
        return judgement
    with suppress(UndecidedError):  # a delta that cannot be compared is not negligible
        if judgement.outcome == "unsafe" and order(exact(LEVEL), delta) >= 0:
            return replace(judgement, delta=delta, outcome="agrees", weight="last-digits")
    return replace(judgement, delta=delta)


def _judged(claimed: float, truth: Truth, safe: Safe, kind: Kind) -> Judgement:
    if math.isnan(claimed):
        return Judgement("wrong", "unsafe", "material", truth)
    number = claimed if math.isinf(claimed) else exact_of_float(claimed)
    try:
        sign = order(number, truth)
    except UndecidedError:
        return Judgement("undecided", truth=truth)
    if sign == 0:
        nothing = Fraction(0)
        return Judgement("equal", truth=truth, difference=nothing, ulps=nothing, relative=nothing)
    side = side_of(sign, safe)
    if isinstance(truth, float) or isinstance(number, float):
        outcome = _outcome(side, "material")
        return Judgement(outcome, side, "material", truth, sign * math.inf, math.inf, math.inf)
    if kind == "epsilon" and claimed < 0 and isinstance(truth, Exact) and truth == 0:
        return Judgement("undecided", truth=truth)
    gap = _magnitude(number - truth)
    unit = ulp(truth)
    tolerated = max(ROUNDING_ULPS * unit, Fraction(0) if kind == "value" else LEVEL)
    weighed = weight(number, truth, Tolerance(absolute=tolerated))
    if weighed is None:
        return Judgement("undecided", truth=truth)
    relative = math.inf if truth == 0 else gap / _magnitude(truth)
    return Judgement(_outcome(side, weighed), side, weighed, truth, sign * gap, gap / unit, relative)


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


def _short(size: Fraction | float, infinite: str = "infinite") -> str:
    return infinite if isinstance(size, float) else exact(size).decimal(3)


def _decimal(number: Truth | None) -> str:
    """Return a number to DIGITS significant digits, or the bounds of an enclosure that does not settle them."""
    if number is None:
        return ""
    if isinstance(number, float):
        return "inf"
    if isinstance(number, Exact):
        return number.decimal(DIGITS)

    def decimals(*bounds: Fraction) -> list[str]:
        return [exact(bound).decimal(DIGITS) for bound in bounds]

    lower, upper = decimals(*narrowed(number, 256, LAST_BITS, lambda *bounds: len({*decimals(*bounds)}) == 1))
    return lower if lower == upper else f"in [{lower}, {upper}]"


@dataclass(frozen=True, kw_only=True)
class CrosscheckResult(Judgement):
    """A judgement with the probe and the case that were asked, and the answer.

    `outcome` is equal, agrees (but for the last digits), safe, unsafe, wrong, refused, raises, undecided or missing.
    `weight` of the gap is none, last-digits, small or material. `version` is empty if the library is missing.
    `claimed` is None without an answer. `cause` is the finding on record for the probe.
    """

    library: str
    distribution: str
    case: Case
    probe: Probe
    version: str
    recorded_version: str
    answer: Answer | None
    claimed: float | None
    cause: Finding | None = None
    error: str = ""

    @property
    def id(self) -> str:
        """The id of the case."""
        return self.case.id

    @property
    def output(self) -> float | None:
        """The number that the library answered."""
        return None if self.answer is None else self.answer.output

    @property
    def seen(self) -> str:
        """The text of a table for the answer, such as "1.25: agrees" or "0.5 from 1 and 2: unsafe, material"."""
        if self.answer is None:
            return ""
        if self.answer.output is None:
            return f"raises {self.answer.error.partition(':')[0]}: {self.said}"
        integers = f" from {' and '.join(map(str, self.answer.found))}" if self.answer.found else ""
        return f"{self.answer.output!r}{integers}: {self.said}"

    @property
    def same_digits(self) -> bool | None:
        """Return whether the very answer is on record, or None if the library is missing."""
        return None if self.answer is None else self.seen in self.case.seen

    @property
    def as_recorded(self) -> bool | None:
        """Return whether an answer is judged as one on record, whatever its digits, or None without a library.

        An answer that differs from a recorded one by at most ROUNDING_ULPS is that answer on another processor. If it
        is judged otherwise, the answer is at the border of two judgements. A question that was refused or crashed must
        do so again with the same error.
        """
        if self.same_digits is not False or self.output is None:
            return self.same_digits
        if self.said in self.case.judgements:
            return True
        recorded = [number for number, _ in map(answered, self.case.seen) if number not in (None, self.output)]
        return any(_is_near(self.output, number) for number in recorded)

    @property
    def finding(self) -> Finding | None:
        """The finding that the answer shows, as unsafe, wrong or crashed as the record has it.

        A gap instead of a recorded crash, or a crash instead of a gap, may have another cause, and so accuses nobody.
        """
        is_gap = self.said in MATERIAL and bool(self.case.judgements & MATERIAL)
        return self.cause if (self.same_digits if self.outcome == "raises" else is_gap) else None

    @property
    def taken_back(self) -> str:
        """The words for an answer that is better than each one on record, if a finding was told of these."""
        known = self.case.judgements
        if self.cause is None or self.as_recorded or self.said in known or not known:
            return ""
        harmless = self.outcome in HARMLESS and known <= MATERIAL | {"raises"}
        is_better = harmless or (self.said in SMALL and known <= MATERIAL)
        return f"no longer so in {self.version}: the finding is taken back here" if is_better else ""

    @property
    def usable(self) -> bool | None:
        """Return whether someone could ask in earnest for the input of a finding, or None without a finding."""
        return None if self.finding is None else self.finding.usable

    @cached_property
    def reproduce(self) -> str:
        """The lines to paste, which need the library and mpmath, and only ask the question if an answer is missing."""
        probe, arguments, claimed = self.probe, self.case.arguments, self.claimed
        pinned = f"{self.distribution}=={self.version}" if self.version else self.distribution
        lines = [f"# pip install '{pinned}' mpmath", probe.filled(probe.lines, arguments)]
        if self.output is None or claimed is None:
            return "\n".join([*lines, "print(output)"])
        value = repr(claimed) if math.isfinite(claimed) else f"float('{claimed}')"
        lines += [
            f"print(repr(float(output)))  # {self.output!r}",
            "from mpmath import *",
            "mp.dps = 60",
            probe.filled(probe.truth.again, arguments),
            f"claimed = {'float(output)' if not probe.claim else value}",
            f"print(nstr(truth, {DIGITS}))  # {as_nstr(self.shown.truth, DIGITS)}",
        ]
        if not isinstance(self.difference, float) and not isinstance(self.truth, float):
            printed = as_nstr(self.shown.difference, GAP_DIGITS)
            side = self.outcome if self.side == "neither" else f"the {self.side} side"
            lines.append(f"print(nstr(claimed - truth, {GAP_DIGITS}))  # {printed}: {side}")
        if self.delta is not None and probe.needed is not None:
            lines += [
                f"delta = {probe.filled(probe.needed.again, arguments)}  # that is needed at the claimed epsilon",
                f"print(nstr(delta, {DIGITS}))  # {as_nstr(self.shown.delta, DIGITS)}",
            ]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON has it, with numbers as decimals."""
        finding = self.finding
        as_is = ("library", "id", "version", "recorded_version", "outcome", "side", "weight", "seen", "as_recorded")
        return {
            **{name: getattr(self, name) for name in (*as_is, "same_digits", "usable", "taken_back", "error")},
            "probe": self.probe.name,
            **{name: getattr(self.probe, name) for name in ("says", "measures", "reference")},
            "arguments": {name: str(value) for name, value in self.case.arguments.items()},
            "output": written(self.output),
            "found": [] if self.answer is None else list(map(str, self.answer.found)),
            "claimed": written(self.claimed),
            **self.shown._asdict(),
            "recorded": list(self.case.seen),
            "finding": "" if finding is None else finding.says,
            "promise": [] if finding is None else list(finding.promise),
            **{name: getattr(finding, name, "") for name in ("range", "head", "known")},
            "note": self.case.note,
            "reproduce": self.reproduce,
        }


def is_material(judgement: Judgement) -> bool:
    """Return whether an answer is wrong, or on the unsafe side, by 0.1 % or more."""
    return judgement.weight == "material" and judgement.outcome in ("unsafe", "wrong")


def written(number: float | None) -> str:
    """Return the shortest decimals of a float, or an empty text for None."""
    return "" if number is None else repr(number)


def as_nstr(text: str, digits: int) -> str:
    """Return a decimal as mpmath's nstr(number, digits) prints it, and any other text as it is."""
    from mpmath import mp, mpf, nstr

    with mp.workdps(DIGITS + digits):
        try:
            return str(nstr(mpf(text), digits))
        except ValueError:  # no decimal: two bounds, or nothing
            return text


def answered(seen: str) -> tuple[float | None, tuple[int, ...]]:
    """Return the number on record, which is None for an error, and the integers beside it."""
    number, _, integers = seen.rpartition(": ")[0].partition(" from ")
    if number.startswith("raises"):
        return None, ()
    return float(number), tuple(map(int, integers.split(" and "))) if integers else ()


def _is_near(answer: float, other: float) -> bool:
    if not (math.isfinite(answer) and math.isfinite(other)):
        return answer == other
    return abs(Fraction(answer) - Fraction(other)) <= ROUNDING_ULPS * Fraction(math.ulp(other))
