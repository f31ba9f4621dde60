"""The words of an audit for someone who reads it for the first time: verdicts, meanings, sentences about a row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dpexact.audit.printed import parse_printed
from dpexact.audit.printed_claim import BOUNDS
from dpexact.report.audit_text import FAILED
from dpexact.report.page import Verdict, Word

if TYPE_CHECKING:
    from fractions import Fraction

    from dpexact.audit.auditor import AuditRow

VERDICTS = (
    Verdict("wrong", "bad", "The printed text is not what the true number gives, under the rounding that is claimed."),
    Verdict("violated-bound", "bad", "The number is said to be at most, or at least, what is printed; it is not."),
    Verdict(FAILED, "bad", "The row has a mistake, or its number is not defined: there is no verdict."),
    Verdict("last-digits", "plain", "Off by less than 1e-9 of it, or within the tolerance of the source: no fault."),
    Verdict("reading", "plain", "The row asks what another reading of the source would give; it is in no count."),
    Verdict("undecided", "open", "The number is known only between two bounds, and they do not settle the question."),
    Verdict("valid-bound", "good", "The number is on the side of the printed bound that is claimed."),
    Verdict("correct", "good", "The printed text is what the true number gives."),
)
MEANINGS = {
    "rounded": "rounded: the nearest number with so many digits",
    "truncated": "truncated: the further digits are cut off",
    "rounded-up": "rounded up: the least number with so many digits that is not smaller",
    "exact": "exact: this very number",
    "about": "about: off by at most one unit of its last digit",
    "at-most": "a bound: the number is said to be at most this",
    "at-least": "a bound: the number is said to be at least this",
}
WORDS = (
    Word(
        "epsilon, delta",
        "How private a mechanism is: whatever is seen of its output is at most e^epsilon times as likely with one "
        "person's data as without, but for a probability of delta. Smaller is more private.",
    ),
    Word(
        "unit",
        "One step of the last printed digit: 0.001 where 0.123 is printed. How far off a number is, is counted in "
        "these: by how many the printed text would have to move to be right.",
    ),
    Word(
        "safe side, unsafe side",
        "A printed epsilon or delta that is larger than the true one promises less privacy than there is: nobody is "
        "harmed. One that is smaller promises privacy that is not there: the unsafe side. It is said only of numbers "
        "that promise privacy, also of those that are right: correct rounding errs to one side, too. Where the number "
        "is the bound of a theorem, the sides are those of what the theorem gives; the truth may be better.",
    ),
    Word(
        "weight",
        "How much it matters that a number is wrong: material; small, by less than 0.1 per cent; last digits, by less "
        "than one part in 10^9 or within the tolerance that the source itself states.",
    ),
    Word("true value", "The number itself, rounded half to even; an opened row has it exactly, or between two bounds."),
    Word("enclosure", "Two fractions between which a number provably lies, as narrow as the question needs."),
    Word("recorded verdict", "What someone found before, by another route than dpexact. A row that differs is marked."),
    Word("certificate", "A file from which a small independent program finds the same answer: dpexact check FILE."),
)
_PLAIN = re.compile(r"[+-]?[0-9]*(?:\.(?P<tail>[0-9]*))?")


def distance_sentence(row: AuditRow) -> str:
    """How far the printed text is from one that is right."""
    judgement, off = row.judgement, row.judgement.units_off
    if judgement.verdict == "undecided":
        return "not settled"
    if isinstance(row.number, float):
        return "the true number is infinite"
    if judgement.slack is not None:
        return _slack_sentence(judgement.slack)
    if off is None:
        relation = {"high": "larger than", "low": "smaller than", "equal": "equal to"}
        return f"the printed number is {relation.get(str(judgement.printed_is), 'near')} the true one"
    if off == 0:
        return "nothing: the text is right" if row.claim.meaning not in BOUNDS else "nothing: the bound holds"
    return f"{off} {'unit' if off == 1 else 'units'} of its last digit, too {judgement.printed_is}"


def _slack_sentence(slack: str) -> str:
    match slack:
        case "1":
            return "nothing: the bound is attained"
        case "infinite":
            return "the bound holds; it is loose by more than every factor"
        case _:
            return f"the bound holds; it is loose by a factor of at least {slack}"


def side_sentence(row: AuditRow, *, loose: bool = False) -> str | None:
    """On which side of the truth a privacy claim errs; None for other numbers. `loose`: the truth is a bound itself."""
    what = "this theorem gives" if loose else "there is"
    match row.judgement.side:
        case "unsafe":
            return f"the unsafe side: more privacy is promised than {what}"
        case "safe":
            return f"the safe side: no more privacy is promised than {what}"
        case _:
            return None


def right_text(row: AuditRow) -> str | None:
    """The text that would be right in place of a wrong one, where it is a plain decimal."""
    judgement, claim = row.judgement, row.claim
    found, printed = _PLAIN.fullmatch(claim.printed), parse_printed(claim.printed)
    off = judgement.units_off
    if not off or found is None or printed.unit is None or claim.meaning == "exact":
        return None
    moved = printed.value - off * printed.unit if judgement.printed_is == "high" else printed.value + off * printed.unit
    return _plain_decimal(moved, len(found["tail"] or ""))


def _plain_decimal(value: Fraction, places: int) -> str:
    """A multiple of 10^-places, with so many digits after the point."""
    size = str(int(abs(value) * 10**places)).rjust(places + 1, "0")
    whole, tail = (size[: len(size) - places], size[len(size) - places :]) if places else (size, "")
    return f"{'-' if value < 0 else ''}{whole}{'.' if places else ''}{tail}"
