"""A crosscheck as text that fits a terminal, and as a table in Markdown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dpexact.numbers.counted import counted
from dpexact.report.wrapping import filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.crosscheck.crosschecker import Crosscheck
    from dpexact.crosscheck.result import CrosscheckResult

INDENT = "    "
HEADER = ("library", "case", "claims", "truth", "gap", "finding")


def finding(result: CrosscheckResult) -> str:
    """What is found, in a few words."""
    match result.outcome:
        case "missing":
            return "not installed"
        case "undecided":
            return f"undecided{f': {result.error}' if result.error else ''}"
        case "raises":
            return f"raises {result.error}"
        case "equal":
            return "equal to the truth"
        case "agrees":
            side = "" if result.side == "neither" else f", on the {result.side} side"
            return f"agrees within {counted(result.ulps, 'ulp')}{side}"
        case "wrong":
            return f"wrong by {_far(result)}"
        case _:
            return f"on the {result.side} side by {_far(result)}"


def _far(result: CrosscheckResult) -> str:
    if not result.relative or "infinit" in result.relative:
        return "more than any factor" if result.truth == "inf" else f"{result.difference or 'no number'}"
    if result.size == "material":
        return f"{result.relative} of the truth"
    return f"{result.difference[1:]}, which is small"


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
        if lines:
            note = [filled(result.note, width, first=INDENT, rest=INDENT)] if result.note else []
            parts += [*note, "", result.reproduce, ""]
    end = [*([] if lines else [""]), filled(summary(crosscheck), width)]
    return "\n".join([*_remarks(crosscheck, width), *parts, *end])


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
    return f"claims {result.claimed}, true value {truth}, claim - truth {difference}"


def summary(crosscheck: Crosscheck) -> str:
    """One sentence that counts the findings, and says whether they are on record."""
    counts = Counter(result.outcome for result in crosscheck.results)
    sizes = Counter(result.size for result in crosscheck.unsafe)
    found = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "none"
    less = ", ".join(f"{sizes[size]} {size}" for size in ("rounding", "small", "material") if sizes[size])
    different = [f"{result.library} {result.id}" for result in crosscheck.different]
    said = [f"{counted(len(crosscheck.results), 'case')}: {found}"]
    said += [f"{len(crosscheck.unsafe)} on the unsafe side ({less})"] if less else []
    compared = any(result.as_recorded is not None for result in crosscheck.results)
    rest = "everything compared is as recorded" if compared else "nothing could be compared"
    said += [f"not as recorded: {', '.join(different)}" if different else rest]
    return "; ".join(said) + "."


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
            finding(result).replace("|", "\\|"),
        )
        for result in results
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
