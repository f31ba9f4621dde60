"""A crosscheck as text that fits a terminal, and as a table in Markdown."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from dpexact.report.wrapping import filled
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.crosscheck.crosschecker import Crosscheck
    from dpexact.crosscheck.result import CrosscheckResult

INDENT = "    "
HEADER = ("library", "case", "claims", "truth", "gap", "delta at the claimed epsilon", "finding")
WEIGHTS = ("last-digits", "small", "material")


def finding(result: CrosscheckResult) -> str:
    """What is found, in a few words."""
    match result.outcome:
        case "missing":
            return "not installed"
        case "undecided":
            return f"undecided{f': {result.error}' if result.error else ''}"
        case "refused":
            return f"refused, rightly: {result.error}"
        case "raises":
            return f"raises {result.error}"
        case "equal":
            return "equal to the truth"
        case "agrees":
            side = "" if result.side == "neither" else f", on the {result.side} side"
            if result.delta and result.side == "unsafe":
                return f"agrees but for a delta of {_digits(result.delta)}"
            return f"agrees but for the last digits{side}: off by {counted(result.ulps, 'ulp')}"
        case "wrong":
            return f"wrong by {_far(result)}"
        case _:
            return f"on the {result.side} side by {_far(result)}"


def _far(result: CrosscheckResult) -> str:
    if not result.relative or "infinit" in result.relative:
        return "more than any factor" if result.truth == "inf" else f"{result.difference or 'no number'}"
    if result.weight == "material":
        return f"{result.relative} of the truth"
    return f"{result.difference[1:]}, which is small"


def _digits(number: str, digits: int = 3) -> str:
    """A decimal to a few digits; a text that is none as it is."""
    try:
        return f"{Decimal(number):.{digits}g}"
    except ArithmeticError:  # two bounds, or nothing
        return number


def crosscheck_text(crosscheck: Crosscheck, width: int = 80, *, lines: bool = False) -> str:
    """One paragraph for each case, with the lines to paste if `lines`; at the end what was counted.

    No line is longer than the width, but those to paste, which are left as they are.
    """
    parts = []
    for result in crosscheck.results:
        if result.outcome == "missing":
            continue
        where = (
            "" if result.as_recorded is not False else f" NOT AS RECORDED ({'; '.join(result.recorded) or 'nothing'})"
        )
        head = f"{result.library} {result.id}: {finding(result)}{where}"
        parts.append(filled(head, width, rest=INDENT))
        body = f"{result.says}: {_numbers(result)}" if result.claimed else result.says
        parts.append(filled(body, width, first=INDENT, rest=INDENT))
        if result.finding:
            parts.append(filled(_behind(result), width, first=INDENT, rest=INDENT))
        if lines:
            note = [filled(result.note, width, first=INDENT, rest=INDENT)] if result.note else []
            parts += [*note, "", result.reproduce, ""]
    end = [*([] if lines else [""]), filled(summary(crosscheck), width)]
    return "\n".join([*_remarks(crosscheck, width), *parts, *end])


def _behind(result: CrosscheckResult) -> str:
    """What is behind a material gap or a crash: the finding, what is promised, where it bites, whether it is known."""
    use = "" if result.usable else "; no input that anyone would use"
    known = f"known, {result.known}" if result.known else "no report found"
    promise = "; ".join(result.promise).rstrip(".")
    return f"Finding: {result.finding} Promised: {promise}. Range: {result.range}{use} ({known})."


def _remarks(crosscheck: Crosscheck, width: int) -> list[str]:
    """Which libraries are missing, and which are not of the version that is on record."""
    missing = Counter(result.error for result in crosscheck.results if result.outcome == "missing")
    said = [f"{error} ({counted(count, 'case')})" for error, count in missing.items()]
    said += dict.fromkeys(
        f"{result.library} {result.version} is installed; the record is of {result.recorded_version}"
        for result in crosscheck.results
        if result.version not in ("", result.recorded_version)
    )
    return [*(filled(line, width, rest=INDENT) for line in said), *([""] if said else [])]


def _numbers(result: CrosscheckResult) -> str:
    truth, difference = result.truth or "unknown", result.difference or "unknown"
    delta = f", delta at the claimed epsilon {_digits(result.delta)}" if result.delta else ""
    return f"claims {result.claimed}, {result.measures} {truth}, difference {difference}{delta}"


def summary(crosscheck: Crosscheck) -> str:
    """What was found, the material first, then the rest by class, and whether it is on record; three sentences."""
    material = crosscheck.material
    usable = [result for result in material if result.usable]
    findings = len({(result.library, result.finding) for result in usable})
    beyond = len(material) - len(usable)
    said = f"{counted(len(crosscheck.results), 'case')}: {len(usable) or 'none'} materially wrong at usable inputs"
    said += f" ({counted(findings, 'finding')})" if usable else ""
    said += f", {beyond} at inputs beyond use" if beyond else ""
    counts = Counter(result.outcome for result in crosscheck.results)
    found = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "none"
    weights: Counter[str] = Counter(result.weight for result in crosscheck.unsafe)
    less = ", ".join(f"{weights[name]} {name}" for name in WEIGHTS if weights[name])
    found += f"; {len(crosscheck.unsafe)} on the unsafe side ({less})" if less else ""
    return f"{said}. In all {found}. {_compared(crosscheck)}"


def _compared(crosscheck: Crosscheck) -> str:
    """One sentence that compares with the record."""
    different = [f"{result.library} {result.id}" for result in crosscheck.different]
    if different:
        return f"Not as recorded: {', '.join(different)}."
    if all(result.as_recorded is None for result in crosscheck.results):
        return "Nothing could be compared."
    other = len(crosscheck.other_digits)
    digits = f"; {counted(other, 'answer')} in other digits, as another processor gives them" if other else ""
    return f"Everything compared is judged as recorded{digits}."


def crosscheck_markdown(results: Sequence[CrosscheckResult]) -> str:
    """A table, one row for each case."""
    rows = [HEADER, ("---",) * len(HEADER)]
    rows += [
        (
            f"{result.library} {result.version}".strip(),
            f"`{result.id}`",
            result.claimed or "-",
            result.truth or "-",
            result.difference or "-",
            _digits(result.delta) or "-",
            finding(result).replace("|", "\\|"),
        )
        for result in results
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
