"""The order of the rows of an audit, the gravest first, and the parts of a report."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dpexact.audit.printed import parse_printed
from dpexact.audit.row import FAILED, AuditRow
from dpexact.audit.views.sentences import row_name
from dpexact.audit.weight import WEIGHTS
from dpexact.numbers.exact import Exact

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
