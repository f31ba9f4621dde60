"""Sentences on a whole audit, and the order of its rows, the gravest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from dpexact.audit.auditor import Audit
from dpexact.audit.printed import REFUTED, RIGHT, parse_printed
from dpexact.audit.row import FAILED, AuditRow
from dpexact.audit.views.sentences import SAID_OF_WEIGHT, row_name
from dpexact.audit.weight import WEIGHTS
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted

SIDES = ("unsafe", "neither", "safe", None)
BITS = 64  # of the sizes that rows are sorted by
PARTS = {
    FAILED: "Cannot be read or computed",
    "unexpected": "Not the recorded verdict",
    "material": "Wrong by 0.1 % or more: the unsafe side first, and the farthest off",
    "unsettled": "Wrong, and by how much is not settled",
    "small": "Wrong by less than 0.1 %",
    "last-digits": "Off in the last digits only, or within a stated tolerance",
    "reading": "Asked in another reading, in no count",
    "undecided": "Undecided",
    "holds": "What holds",
}
BY_GRAVITY = ("unexpected", "material", "unsettled", "small", "last-digits", "reading")
LAST_DIGITS = f"{SAID_OF_WEIGHT['last-digits']} or within a stated tolerance"


def is_listed(row: AuditRow) -> bool:
    """Return whether a row is worth a line at first sight."""
    return not row.as_expected or (row.refuted and row.judgement.weight != "last-digits")


def gravity(row: AuditRow) -> tuple[int, int, int, int, Fraction, str]:
    """Return the sort key of a row, the gravest first. The size is an approximation that decides nothing."""
    if row.error is not None:
        return (0, 0, 0, 0, Fraction(0), row_name(row))
    judgement = row.judgement
    weight = WEIGHTS.index(judgement.weight) if judgement.weight in WEIGHTS else len(WEIGHTS)
    relative = _relative_size(row)
    is_finite = relative is not None
    return (
        1 + row.as_expected,
        weight,
        SIDES.index(judgement.side),
        is_finite,
        -(relative or Fraction(0)),
        row.claim.id,
    )


def part_of(row: AuditRow) -> str:
    """Return the part of a report, a key of PARTS, in which a row stands."""
    if row.error is not None:
        return FAILED
    if row.claim.expected is not None and not row.as_expected:
        return "unexpected"
    if row.refuted:
        return row.judgement.weight or "unsettled"
    if row.claim.reading:
        return "reading"
    return "undecided" if row.judgement.verdict == "undecided" else "holds"


def by_part(rows: Iterable[AuditRow]) -> list[AuditRow]:
    """Return the rows part by part, in those with something wrong the gravest first, in the others in their order."""
    members: dict[str, list[AuditRow]] = {part: [] for part in PARTS}
    for row in rows:
        members[part_of(row)].append(row)
    return [
        row
        for part, chosen in members.items()
        for row in (sorted(chosen, key=gravity) if part in BY_GRAVITY else chosen)
    ]


def _relative_size(row: AuditRow) -> Fraction | None:
    """Return how far the printed number is from the true one, relative to it, or None if that is infinite."""
    if row.shown is None or isinstance(row.shown, float):
        return None
    true = _approximation(row.shown)
    printed = parse_printed(row.claim.printed).value
    if true == 0:
        return None
    return abs(_approximation(printed) - true) / abs(true)


def _approximation(number: object) -> Fraction:
    if isinstance(number, Exact):
        return number.enclosure(BITS)[0]
    return number if isinstance(number, Fraction) else Fraction(getattr(number, "lower", 0))


def audit_summary(audit: Audit) -> str:
    """Count the verdicts in one sentence, and say in another whether they are the recorded ones.

    Rows that are off in the last digits only are counted apart from those that are wrong. Readings are not counted as
    rows here, but the wrong ones among them are counted.
    """
    outcomes = sorted(item for item in audit.outcomes.items() if item[0] != "reading")
    verdicts = [f"{count} {_outcome_text(audit, outcome)}" for outcome, count in outcomes]
    verdicts += [f"{len(audit.failed)} that {FAILED}"] if audit.failed else []
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = [row.claim.id for row in recorded if not row.as_expected]
    parts = ["every verdict is the recorded one"] if recorded and not different else []
    parts += [f"not the recorded verdict: {', '.join(different)}"] if different else []
    cautioned = [row.claim.id for row in audit.rows if row.caution]
    parts += [f"no privacy bound: {', '.join(cautioned)}"] if cautioned else []
    parts += [f"{FAILED}: {', '.join(map(row_name, audit.failed))}"] if audit.failed else []
    readings = [row for row in audit.rows if row.claim.reading]
    wrong = sum(row.judgement.verdict in REFUTED for row in readings)
    rows = [counted(len(audit.entries) - len(readings), "row")]
    rows += [counted(len(readings), "reading") + (f" ({wrong} wrong)" if wrong else "")] if readings else []
    first = (
        f"{headline(audit)} " if any(row.claim.expected is None and not row.as_expected for row in audit.rows) else ""
    )
    return f"{first}{' and '.join(rows)}: {'; '.join([', '.join(verdicts) or 'none', *parts])}."


def headline(audit: Audit, most_named: int | None = None) -> str:
    """Say how many numbers are wrong, and which, among those without a recorded verdict, or return "" without any.

    Numbers that are off in the last digits only, and undecided ones, are told apart.
    """
    known = [row for row in audit.rows if not row.claim.reading]
    rows = [row for row in known if row.claim.expected is None]
    if not rows:
        return ""
    by_outcome: dict[str, list[str]] = {}
    for row in rows:
        by_outcome.setdefault(row.outcome, []).append(row.claim.id)

    def part(names: Sequence[str], what: str) -> str:
        named = names if most_named is None else names[:most_named]
        more = f" and {len(names) - len(named)} more" if len(names) > len(named) else ""
        return f"{what}: {', '.join(named)}{more}"

    wrong = [row.claim.id for row in rows if row.outcome in REFUTED]
    every = f"{counted(len(rows), 'number')}{'' if len(rows) == len(known) else ' without a recorded verdict'}"
    sentences = [
        part(wrong, f"{len(wrong)} of {every} {'is' if len(wrong) == 1 else 'are'} wrong")
        if wrong
        else f"None of {every} is wrong"
    ]
    for outcome, words in (("last-digits", LAST_DIGITS), ("undecided", "undecided")):
        names = by_outcome.get(outcome, [])
        sentences += [part(names, f"{len(names)} {'is' if len(names) == 1 else 'are'} {words}")] if names else []
    return "; ".join(sentences) + "."


def _outcome_text(audit: Audit, outcome: str) -> str:
    """Return an outcome in words."""
    small = audit.small(outcome)
    if outcome == "last-digits":
        stated = sum(row.outcome == outcome and bool(row.claim.tolerance) for row in audit.rows)
        return SAID_OF_WEIGHT[outcome] + (f" or within a stated tolerance ({stated})" if stated else "")
    return outcome + (f" ({small} by less than 0.1 %)" if small else "")


def table_counts(rows: Sequence[AuditRow]) -> str:
    """Return how many rows of a table are right, wrong by weight, readings, and unreadable."""
    known = [row for row in rows if row.error is None]
    counted_rows = [row for row in known if not row.claim.reading]
    wrong = Counter(row.judgement.weight for row in counted_rows if row.refuted)
    right = sum(row.judgement.verdict in RIGHT for row in counted_rows)
    parts = [
        (right, "right"),
        (wrong["material"], "wrong"),
        (wrong[None], "wrong, by how much is not settled"),
        (wrong["small"], "wrong by less than 0.1 %"),
        (wrong["last-digits"], "off in the last digits"),
        (sum(row.judgement.verdict == "undecided" for row in counted_rows), "undecided"),
        (len(known) - len(counted_rows), "asked in another reading"),
        (sum(row.claim.expected is not None and not row.as_expected for row in known), "NOT AS RECORDED"),
        (len(rows) - len(known), "that cannot be read or computed"),
    ]
    return ", ".join(f"{count} {words}" for count, words in parts if count)
