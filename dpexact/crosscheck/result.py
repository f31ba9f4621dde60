"""The result of a crosscheck has a question, the answer, its judgement, the record, and lines to paste that show it.

The lines show the library's answer, the truth by mpmath and their difference without dpexact.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from dpexact.crosscheck.judging import Judgement
from dpexact.crosscheck.library import Answer, Case, Finding, Library
from dpexact.crosscheck.probes import Probe

TRUTH_DIGITS = 20  # as many as a judgement has
GAP_DIGITS = 3


@dataclass(frozen=True, kw_only=True)
class CrosscheckResult(Judgement):
    """A judgement with the probe and the case that were asked, and the answer.

    `outcome` is equal, agrees (but for the last digits), safe, unsafe, wrong, refused, raises, undecided or missing.
    `weight` of the gap is none, last-digits, small or material. `version` is empty if the library is missing.
    `claimed` is None without an answer. `as_recorded` compares the judgements, not the digits, and is None if the
    library is missing. `seen` is the text of a table for the answer, and `same_digits` says whether the very answer is
    on record. `finding` is None unless this answer shows the finding as it is on record. `taken_back` says that a
    recorded finding no longer holds for the installed version. `reproduce` are lines to paste that need the library and
    mpmath, not dpexact.
    """

    library: str
    case: Case
    probe: Probe
    version: str
    recorded_version: str
    answer: Answer | None
    claimed: float | None
    seen: str = ""
    as_recorded: bool | None = None
    same_digits: bool | None = None
    finding: Finding | None = None
    taken_back: str = ""
    error: str = ""
    reproduce: str

    @property
    def id(self) -> str:
        """The id of the case."""
        return self.case.id

    @property
    def output(self) -> float | None:
        """The number that the library answered."""
        return None if self.answer is None else self.answer.output

    @property
    def usable(self) -> bool | None:
        """Return whether someone could ask in earnest for the input of a finding, or None without a finding."""
        return None if self.finding is None else self.finding.usable

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON has it, with numbers as decimals."""
        finding = self.finding
        return {
            "library": self.library,
            "id": self.id,
            "probe": self.probe.name,
            "says": self.probe.says,
            "arguments": {name: str(value) for name, value in self.case.arguments.items()},
            "version": self.version,
            "recorded_version": self.recorded_version,
            "output": written(self.output),
            "found": [] if self.answer is None else list(map(str, self.answer.found)),
            "claimed": written(self.claimed),
            **{name: getattr(self.shown, name) for name in ("truth", "difference", "ulps", "relative")},
            "outcome": self.outcome,
            "side": self.side,
            "weight": self.weight,
            "delta": self.shown.delta,
            "measures": self.probe.measures,
            "seen": self.seen,
            "recorded": list(self.case.seen),
            "as_recorded": self.as_recorded,
            "same_digits": self.same_digits,
            "finding": "" if finding is None else finding.says,
            "promise": [] if finding is None else list(finding.promise),
            "usable": self.usable,
            **{name: getattr(finding, name, "") for name in ("range", "head", "known")},
            "taken_back": self.taken_back,
            "error": self.error,
            "note": self.case.note,
            "reference": self.probe.reference,
            "reproduce": self.reproduce,
        }


def written(number: float | None) -> str:
    """Return the shortest decimals of a float, or an empty text for None."""
    return "" if number is None else repr(number)


def reproduction(
    library: Library, probe: Probe, case: Case, answer: Answer | None, claimed: float | None, judgement: Judgement
) -> str:
    """Return the lines, which only ask the question if there was no answer."""
    version = library.version()
    pinned = library.distribution if version is None else f"{library.distribution}=={version}"
    lines = [f"# pip install '{pinned}' mpmath", probe.asked(case.arguments)]
    if answer is None or answer.output is None or claimed is None:
        return "\n".join([*lines, "print(output)"])
    value = f"float('{claimed}')" if claimed != claimed or abs(claimed) == float("inf") else repr(claimed)  # noqa: PLR0124
    lines += [
        f"print(repr(float(output)))  # {answer.output!r}",
        "from mpmath import *",
        "mp.dps = 60",
        probe.repeated(case.arguments),
        f"claimed = {'float(output)' if not probe.claim else value}",
        f"print(nstr(truth, {TRUTH_DIGITS}))  # {as_nstr(judgement.shown.truth, TRUTH_DIGITS)}",
    ]
    if not isinstance(judgement.difference, float) and not isinstance(judgement.truth, float):
        printed = as_nstr(judgement.shown.difference, GAP_DIGITS)
        side = judgement.outcome if judgement.side == "neither" else f"the {judgement.side} side"
        lines.append(f"print(nstr(claimed - truth, {GAP_DIGITS}))  # {printed}: {side}")
    if judgement.delta is not None:
        lines += [
            f"delta = {probe.delta_repeated(case.arguments)}  # that is needed at the claimed epsilon",
            f"print(nstr(delta, {TRUTH_DIGITS}))  # {as_nstr(judgement.shown.delta, TRUTH_DIGITS)}",
        ]
    return "\n".join(lines)


def as_nstr(text: str, digits: int) -> str:
    """Return a decimal as mpmath's nstr(number, digits) prints it, and any other text as it is."""
    if text == "inf":
        return "+inf"
    try:
        sign, figures, power = Decimal(text).as_tuple()
    except ArithmeticError:  # no decimal: two bounds, or nothing
        return text
    shown = "".join(map(str, figures)).lstrip("0")
    if not shown or not isinstance(power, int):
        return "0.0"
    exponent = len(shown) - 1 + power
    whole = 1
    if min(-(digits // 3), -5) < exponent < digits:
        shown = "0" * max(-exponent, 0) + shown.ljust(exponent + 1, "0")
        whole, exponent = max(exponent, 0) + 1, 0
    point = f"{shown[:whole]}.{shown[whole:].rstrip('0') or '0'}"
    return f"{'-' if sign else ''}{point}{f'e{exponent:+d}' if exponent else ''}"
