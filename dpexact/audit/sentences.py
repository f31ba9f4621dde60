"""Sentences on a row of an audit, and the order of rows, the gravest first."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import PurePath

from dpexact.audit.judgement import WEIGHTS
from dpexact.audit.printed import ROUNDINGS, parse_printed
from dpexact.audit.row import FAILED, AuditRow
from dpexact.audit.settled import known_cells, outward
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import counted
from dpexact.report.decimals import decimal_nearest
from dpexact.report.row import Glossary

PRINTED = "printed.toml"  # the name of the table of a paper
DIGITS = 10  # at least
MAX_DIGITS = 60
BITS = 64  # of bounds that need no more, and of the sizes that rows are sorted by
GLOSSARY = Glossary.of_room("dpexact.audit")
WEIGHTS_SAID, PARTS = GLOSSARY.said["weights"], GLOSSARY.said["parts"]
WITHIN = "off within the tolerance that the row states, {}"
BEYOND = "beyond the tolerance that the row states, {}"
READING = "asks what another reading would give, in no count"
SIDES = ("unsafe", "neither", "safe", None)
BY_GRAVITY = ("unexpected", "material", "unsettled", "small", "last-digits", "reading")


def row_name(row: AuditRow) -> str:
    """Return the id of a row or, if its id cannot be read, its place."""
    return row.claim.id or f"({getattr(row.error, 'inside', '') or 'no id'})"


def verdict_text(row: AuditRow) -> str:
    """Return the verdict and, if no more than the last digits are wrong, that too."""
    verdict = row.judgement.verdict
    return f"{verdict} in the last digits" if row.judgement.weight == "last-digits" else verdict


def true_value(row: AuditRow) -> str:
    """Write the true number, half to even, or its bounds in brackets, two digits past the printed and 10 at least.

    There are as many digits as it takes to judge the row by them.
    """
    number = row.shown
    if number is None:
        return "unknown"
    if isinstance(number, float):
        return "inf"
    digits = max(DIGITS, _digits_past(row.claim.printed, number), row.digits)
    cells = known_cells(number, parse_printed(row.claim.printed))
    decimal = decimal_nearest(number, digits) if cells.first == cells.last else None
    if decimal is None:  # the bounds do not order the number and the printed one, or do not settle a decimal
        return f"[{', '.join(outward(number, digits))}]"
    if row.digits or row.judgement.verdict == "undecided" or not isinstance(number, Exact):
        return decimal
    text = str(number)  # no decimal is the number, and the nearest one would mislead
    if len(text) <= MAX_DIGITS and number.is_rational():
        return text
    return decimal if number == exact(decimal) else f"just {'above' if number > exact(decimal) else 'below'} {decimal}"


def _digits_past(printed: str, number: Exact | Enclosure) -> int:
    """Return the significant digits of the number down to the second place past the last printed one."""
    unit = parse_printed(printed).unit
    if unit is None:
        return DIGITS
    size = abs(number.enclosure(1)[0] if isinstance(number, Exact) else number.lower)
    return min(MAX_DIGITS, len(str(int(size / unit))) + 2)


def remarks(row: AuditRow) -> str:
    """Say which roundings fit, by how many units it is off, on which side it errs, how loose a bound is."""
    judgement, slack = row.judgement, row.judgement.slack or ""
    fits = "every rounding" if judgement.fits == ROUNDINGS else ", ".join(judgement.fits)
    if slack:
        slack = "tight" if slack == "1" else f"{slack_text(slack)}{'' if slack == 'infinite' else ' (rounded down)'}"
    parts = (
        f"fits {fits}" if fits else "",
        f"{counted(judgement.units_off, 'unit')} off, too {judgement.printed_is}" if judgement.units_off else "",
        apart_text(row),
        f"{judgement.side} side" if judgement.side in ("safe", "unsafe") else "",
        print_text(row),
        slack,
        weight_text(row),
        zero_text(row),
        row.caution,
        row.remark,
    )
    return "; ".join(filter(None, parts))


def apart_text(row: AuditRow) -> str:
    """Say how far a number that is about right is from the true one, or return "" for that one and for other rows."""
    number = row.shown
    if row.claim.meaning != "about" or row.judgement.verdict != "correct" or not isinstance(number, Exact | Enclosure):
        return ""
    printed = parse_printed(row.claim.printed)
    ends = number.enclosure(BITS) if isinstance(number, Exact) else (number.lower, number.upper)
    apart = max(abs(printed.value - end) for end in ends)
    if printed.unit is None or number == printed.value:
        return ""
    return f"at most {exact(apart / printed.unit).decimal(2, 'up')} of a unit off"


def print_text(row: AuditRow) -> str:
    """Return the text to print for a wrong number, or "" if there is none."""
    judgement = row.judgement
    if judgement.print is None:
        return ""
    safe = "" if judgement.print_safe is None else f" ({judgement.print_safe} is on the safe side)"
    return f"print {judgement.print}{safe}"


def weight_text(row: AuditRow) -> str:
    """Say how much a wrong row matters, within which tolerance if it states one, and whether it is a reading."""
    weight, tolerance = row.judgement.weight, row.claim.tolerance
    parts = [] if weight is None else [WEIGHTS_SAID[weight]]
    if weight is not None and tolerance:
        parts = [WITHIN.format(tolerance)] if weight == "last-digits" else [*parts, BEYOND.format(tolerance)]
    return "; ".join([*parts, *([READING] if row.claim.reading else [])])


def zero_text(row: AuditRow) -> str:
    """Say of a promise that is printed as 0, and is not 0, that it is another kind of privacy."""
    if row.judgement.side != "unsafe" or row.judgement.printed_is != "low" or parse_printed(row.claim.printed).value:
        return ""
    return "printed as 0, which promises more than any rounding: the true number is not 0"


def slack_text(slack: str) -> str:
    """Say how loose a bound is, from the factor or "infinite"."""
    return "loose beyond every factor" if slack == "infinite" else f"loose by a factor {slack}"


def side_sentence(row: AuditRow, *, loose: bool = False) -> str:
    """Say on which side of the truth a privacy claim errs, or return "". If `loose`, the truth is a bound itself."""
    truth = "this theorem gives" if loose else "there is"
    sides = {
        "unsafe": f"the unsafe side: more privacy is promised than {truth}",
        "safe": f"the safe side: no more privacy is promised than {truth}",
    }
    return sides.get(str(row.judgement.side), "")


def table_name(file: str) -> str:
    """Return the name of a table, that of its file, with the room in front of it for the table of a paper."""
    path = PurePath(file)
    return f"{path.parent.name}/{path.name}" if path.name == PRINTED and path.parent.name else path.name


def is_listed(row: AuditRow) -> bool:
    """Return whether a row is worth a line at first sight."""
    return not row.as_expected or (row.refuted and row.judgement.weight != "last-digits")


def gravity(row: AuditRow) -> tuple[int, int, int, int, Fraction, str]:
    """Return the sort key of a row, the gravest first. The size is an approximation that decides nothing."""
    if row.error is not None:
        return (0, 0, 0, 0, Fraction(0), row_name(row))
    weight, side, relative = row.judgement.weight, SIDES.index(row.judgement.side), _relative_size(row)
    rank = WEIGHTS.index(weight) if weight in WEIGHTS else len(WEIGHTS)
    return (1 + row.as_expected, rank, side, relative is not None, -(relative or Fraction(0)), row.claim.id)


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
    for part in BY_GRAVITY:
        members[part].sort(key=gravity)
    return [row for chosen in members.values() for row in chosen]


def _relative_size(row: AuditRow) -> Fraction | None:
    """Return how far the printed number is from the true one, relative to it, or None if that is infinite."""
    if row.shown is None or isinstance(row.shown, float):
        return None
    true = row.shown.enclosure(BITS)[0] if isinstance(row.shown, Exact) else row.shown.lower
    return abs(parse_printed(row.claim.printed).value - true) / abs(true) if true else None
