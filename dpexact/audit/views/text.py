"""Tell an audit as text: every row, or at first sight what is wrong, the worst first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from pathlib import PurePath
from textwrap import fill, wrap

from dpexact.audit.auditor import Audit
from dpexact.audit.evidence import known_cells, outward
from dpexact.audit.judgement import WEIGHTS
from dpexact.audit.printed import BOUNDS, REFUTED, ROUNDINGS, parse_printed
from dpexact.audit.row import FAILED, AuditRow
from dpexact.errors import DPExactError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import printable
from dpexact.report.decimals import decimal_nearest
from dpexact.report.page import Word
from dpexact.report.row import Verdict
from dpexact.words import counted

PRINTED = "printed.toml"  # as every room calls the table of its paper
COLUMNS = ("claim", "printed", "true value", "verdict", "remarks")
DIGITS = 10  # at least
MAX_DIGITS = 60
GAP = "  "  # between two columns
INDENT = "    "
LEAST_REMARKS = 24
LEAST_WIDTH = 20
COLORS = {"correct": "32", "valid-bound": "32", "wrong": "31", "violated-bound": "31", "undecided": "33"}
DIFFERENT = "1;7;31"  # bold, reversed, red
SAID_OF_WEIGHT = {
    "material": "material",
    "small": "off by less than 0.1 %",
    "last-digits": "off in the last digits only",
}
LAST_DIGITS = f"{SAID_OF_WEIGHT['last-digits']} or within a stated tolerance"
WITHIN = "off within the tolerance that the row states, {}"
BEYOND = "beyond the tolerance that the row states, {}"
READING = "asks what another reading would give, in no count"

_CARET = re.compile(r"(.*)\n( .*)\n( *\^)")


def audit_cells(row: AuditRow) -> tuple[str, ...]:
    """Return the cells of one row, under COLUMNS, in characters that print."""
    if row.error is not None:
        cells = (row_name(row), "", "", FAILED, _cause_and_place(row.error)[0])
    else:
        claim = row.claim
        cells = (claim.id, f"{claim.printed} {claim.meaning}", true_value(row), _verdict(row), remarks(row))
    return tuple(map(printable, cells))


def _cause_and_place(error: DPExactError) -> list[str]:
    """Return the message of an error and, if it ends with them, the text and the caret under the place in it."""
    said = str(error)
    found = _CARET.fullmatch(said)
    return [said] if found is None else [*found.groups()]


def row_name(row: AuditRow) -> str:
    """Return the id of a row or, where it has none that can be read, its place."""
    return row.claim.id or f"({getattr(row.error, 'inside', '') or 'no id'})"


def _verdict(row: AuditRow) -> str:
    if row.error is not None:
        return FAILED
    verdict = verdict_text(row)
    if row.as_expected or row.claim.expected is None:
        return verdict
    return f"{verdict}, RECORDED AS {row.claim.expected}"


def verdict_text(row: AuditRow) -> str:
    """Return the verdict and, if no more than the last digits are wrong, that too."""
    verdict = row.judgement.verdict
    return f"{verdict} in the last digits" if row.judgement.weight == "last-digits" else verdict


def true_value(row: AuditRow) -> str:
    """Write the true number, half to even, or its bounds in brackets: two digits past the printed, 10 at least.

    There are as many digits as it takes to judge the row by them.
    """
    number = row.shown
    if number is None:
        return "unknown"
    if isinstance(number, float):
        return "inf"
    digits = max(DIGITS, _digits_past(row.claim.printed, number), row.evidence.digits)
    decimal = decimal_nearest(number, digits) if _is_settled(row.claim.printed, number) else None
    if decimal is None:
        return f"[{', '.join(outward(number, digits))}]"
    if isinstance(number, Exact) and not row.evidence.digits and row.judgement.verdict != "undecided":
        return _near(number, decimal)
    return decimal


def _is_settled(printed: str, number: Exact | Enclosure) -> bool:
    """Return whether the bounds tell how the number stands to the printed one; else no single decimal stands for it."""
    cells = known_cells(number, parse_printed(printed))
    return cells.first == cells.last


def _near(number: Exact, decimal: str) -> str:
    """Write a number that no decimal is, and that is as near to the printed one that the nearest decimal misleads."""
    text = str(number)
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
    judgement = row.judgement
    fits = "every rounding" if judgement.fits == ROUNDINGS else ", ".join(judgement.fits)
    found = [f"fits {fits}"] if fits else []
    if judgement.units_off:
        found.append(f"{counted(judgement.units_off, 'unit')} off, too {judgement.printed_is}")
    if (apart := apart_text(row)) is not None:
        found.append(apart)
    if judgement.side in ("safe", "unsafe"):
        found.append(f"{judgement.side} side")
    if (right := print_text(row)) is not None:
        found.append(right)
    if judgement.slack is not None:
        found.append(_slack_text(judgement.slack))
    found += [text for text in (weight_text(row), zero_text(row), row.caution, row.remark) if text]
    return "; ".join(found)


def apart_text(row: AuditRow) -> str | None:
    """Say how far a number that is about right is from the true one; None for other rows, and where it is that one."""
    number = row.shown
    if row.claim.meaning != "about" or row.judgement.verdict != "correct" or not isinstance(number, Exact | Enclosure):
        return None
    printed = parse_printed(row.claim.printed)
    ends = number.enclosure(BITS) if isinstance(number, Exact) else (number.lower, number.upper)
    apart = max(abs(printed.value - end) for end in ends)
    if printed.unit is None or number == printed.value:
        return None
    return f"at most {exact(apart / printed.unit).decimal(2, 'up')} of a unit off"


def print_text(row: AuditRow) -> str | None:
    """Say what to print in place of a wrong number; None where there is no such text."""
    judgement = row.judgement
    if judgement.print is None:
        return None
    safe = "" if judgement.print_safe is None else f" ({judgement.print_safe} is on the safe side)"
    return f"print {judgement.print}{safe}"


def weight_text(row: AuditRow) -> str:
    """Say how much a wrong row matters, within what tolerance if it states one, and whether it is a reading."""
    weight, tolerance = row.judgement.weight, row.claim.tolerance
    said = [] if weight is None else [SAID_OF_WEIGHT[weight]]
    if weight is not None and tolerance:
        said = [WITHIN.format(tolerance)] if weight == "last-digits" else [*said, BEYOND.format(tolerance)]
    return "; ".join([*said, *([READING] if row.claim.reading else [])])


def zero_text(row: AuditRow) -> str:
    """Say of a promise that is printed as 0, and is not 0, that it is another kind of privacy."""
    if row.judgement.side != "unsafe" or row.judgement.printed_is != "low" or parse_printed(row.claim.printed).value:
        return ""
    return "printed as 0, which promises more than any rounding: the true number is not 0"


def _slack_text(slack: str) -> str:
    match slack:
        case "1":
            return "tight"
        case "infinite":
            return "loose beyond every factor"
        case _:
            return f"loose by a factor {slack} (rounded down)"


def audit_summary(audit: Audit) -> str:
    """Count the verdicts in one sentence, and say in another whether they are the recorded ones.

    Rows that are off in the last digits only are counted apart from those that are wrong; readings are not rows here,
    but how many of them are wrong is said.
    """
    outcomes = sorted(item for item in audit.outcomes.items() if item[0] != "reading")
    verdicts = [f"{count} {_outcome_text(audit, outcome)}" for outcome, count in outcomes]
    verdicts += [f"{len(audit.failed)} that {FAILED}"] if audit.failed else []
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = [row.claim.id for row in recorded if not row.as_expected]
    said = ["every verdict is the recorded one"] if recorded and not different else []
    said += [f"not the recorded verdict: {', '.join(different)}"] if different else []
    cautioned = [row.claim.id for row in audit.rows if row.caution]
    said += [f"no privacy bound: {', '.join(cautioned)}"] if cautioned else []
    said += [f"{FAILED}: {', '.join(map(row_name, audit.failed))}"] if audit.failed else []
    readings = [row for row in audit.rows if row.claim.reading]
    wrong = sum(row.judgement.verdict in REFUTED for row in readings)
    rows = [counted(len(audit.entries) - len(readings), "row")]
    rows += [counted(len(readings), "reading") + (f" ({wrong} wrong)" if wrong else "")] if readings else []
    first = (
        f"{headline(audit)} " if any(row.claim.expected is None and not row.as_expected for row in audit.rows) else ""
    )
    return f"{first}{' and '.join(rows)}: {'; '.join([', '.join(verdicts) or 'none', *said])}."


def headline(audit: Audit, most_named: int | None = None) -> str:
    """Say how many numbers are wrong, and which, of those without a recorded verdict; "" if there are none.

    Those that are off in the last digits only, and those that are undecided, are told apart.
    """
    known = [row for row in audit.rows if not row.claim.reading]
    rows = [row for row in known if row.claim.expected is None]
    if not rows:
        return ""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.outcome, []).append(row.claim.id)

    def part(names: Sequence[str], what: str) -> str:
        named = names if most_named is None else names[:most_named]
        more = f" and {len(names) - len(named)} more" if len(names) > len(named) else ""
        return f"{what}: {', '.join(named)}{more}"

    wrong = [row.claim.id for row in rows if row.outcome in REFUTED]
    every = f"{counted(len(rows), 'number')}{'' if len(rows) == len(known) else ' without a recorded verdict'}"
    said = [
        part(wrong, f"{len(wrong)} of {every} {'is' if len(wrong) == 1 else 'are'} wrong")
        if wrong
        else f"None of {every} is wrong"
    ]
    for outcome, words in (("last-digits", LAST_DIGITS), ("undecided", "undecided")):
        names = found.get(outcome, [])
        said += [part(names, f"{len(names)} {'is' if len(names) == 1 else 'are'} {words}")] if names else []
    return "; ".join(said) + "."


def _outcome_text(audit: Audit, outcome: str) -> str:
    """Return an outcome in words."""
    small = audit.small(outcome)
    if outcome == "last-digits":
        stated = sum(row.outcome == outcome and bool(row.claim.tolerance) for row in audit.rows)
        return SAID_OF_WEIGHT[outcome] + (f" or within a stated tolerance ({stated})" if stated else "")
    return outcome + (f" ({small} by less than 0.1 %)" if small else "")


def table_name(file: str) -> str:
    """Return the name of a table: that of its file, for the table of a paper with the room in front of it."""
    path = PurePath(file)
    return f"{path.parent.name}/{path.name}" if path.name == PRINTED and path.parent.name else path.name


def rows_by_table(audit: Audit, *, refuted: bool = False) -> list[tuple[str, list[AuditRow]]]:
    """Return the name of each table with its rows, in their order; only the wrong and the failed ones if `refuted`."""
    chosen = [row for row in audit.entries if not refuted or row.refuted or row.error is not None]
    return [(table_name(table), list(rows)) for table, rows in groupby(chosen, key=attrgetter("table"))]


def audit_plain(audit: Audit, *, refuted: bool = False, width: int | None = None, color: bool = False) -> str:
    """Return the audit as text, a heading for each table; only the wrong and the failed rows if `refuted`.

    No line is longer than `width` where one is given: the remarks are wrapped or, where the other columns leave no room
    for them, each row is a block of lines, the first of which has its verdict and its name.
    """
    parts = rows_by_table(audit, refuted=refuted)
    cells = [COLUMNS, *(audit_cells(row) for _, rows in parts for row in rows if row.error is None)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    before = sum(widths[:-1]) + len(GAP) * len(widths[:-1])
    limit = None if width is None else max(width, LEAST_WIDTH)
    columns = limit is None or before + min(widths[-1], LEAST_REMARKS) <= limit
    lines = []
    for table, rows in parts:
        header = columns and any(row.error is None for row in rows)
        lines += [filled(f"# {printable(table)}", limit, ""), *([_line(COLUMNS, widths, limit)] if header else [])]
        for row in rows:
            in_columns = columns and row.error is None
            text = _line(audit_cells(row), widths, limit) if in_columns else audit_block(row, limit)
            lines.append(_painted(text, row) if color else text)
        lines.append("")
    return "\n".join([*lines, filled(printable(audit_summary(audit)), limit, INDENT)])


def _line(cells: Sequence[str], widths: Sequence[int], limit: int | None) -> str:
    """Return the cells in columns, the remarks wrapped at the limit."""
    first = "".join(cell.ljust(width) + GAP for cell, width in zip(cells[:-1], widths, strict=False))
    if limit is None or len(first) + len(cells[-1]) <= limit:
        return (first + cells[-1]).rstrip()
    pieces = wrap(cells[-1], max(limit - len(first), 1)) or [""]
    return "\n".join(
        (first + piece if place == 0 else " " * len(first) + piece).rstrip() for place, piece in enumerate(pieces)
    )


def audit_block(row: AuditRow, limit: int | None, *, color: bool = False, table: bool = False) -> str:
    """Return a row as a block of lines, the first of which has its verdict and its name, and its table if wanted."""
    name, printed, value, verdict, remark = audit_cells(row)
    name += f" ({printable(table_name(row.table))})" if table else ""
    said = f"printed {printed}; true value {value}; {remark}" if row.error is None else remark
    head = f"{verdict}: {name}"
    lines = [filled(head, limit, INDENT), filled(INDENT + said.removesuffix("; "), limit, INDENT)]
    if row.error is not None:
        lines += _around_caret([INDENT + printable(line) for line in _cause_and_place(row.error)[1:]], limit)
    text = "\n".join(lines)
    return _painted(text, row) if color else text


def _around_caret(lines: list[str], limit: int | None) -> list[str]:
    """Return a text and the caret below it, cut at both ends where there is less room."""
    if not lines or limit is None or len(lines[0]) <= limit:
        return lines
    start = max(0, min(len(lines[1]) - limit // 2, len(lines[0]) - limit))
    return [line[start : start + limit] for line in lines]


def filled(text: str, limit: int | None, indent: str = "") -> str:
    """Return a text wrapped at a limit."""
    if limit is None or len(text) <= limit:
        return text
    return fill(text, limit, subsequent_indent=indent, break_on_hyphens=False)


def _painted(text: str, row: AuditRow) -> str:
    """Return the text with the verdict in color where it stands whole."""
    color = COLORS[row.judgement.verdict] if row.as_expected else DIFFERENT
    verdict, name = _verdict(row), printable(row_name(row))
    after_name = text.startswith(name)  # in columns the name comes first, and may hold the same words
    before, found, after = text[len(name) :].partition(verdict) if after_name else text.partition(verdict)
    if not found:
        return text
    return f"{name if after_name else ''}{before}\033[{color}m{verdict}\033[0m{after}"


VERDICTS = (
    Verdict("wrong", "bad", "The printed text is not what the true number gives, under the rounding that is claimed."),
    Verdict("violated-bound", "bad", "The number is said to be at most, or at least, what is printed; it is not."),
    Verdict(FAILED, "bad", "The row has a mistake, or its number is not defined: there is no verdict.", "unreadable"),
    Verdict("last-digits", "plain", "Off by less than 1e-9 of it, or within the source's tolerance: counted apart."),
    Verdict("reading", "plain", "The row asks what another reading of the source would give; it is in no count."),
    Verdict("undecided", "open", "The number is known only between two bounds, and they do not settle the question."),
    Verdict("valid-bound", "good", "The number is on the side of the printed bound that is claimed."),
    Verdict("correct", "good", "The printed text is what the true number gives."),
)
MEANINGS = {
    "rounded": "rounded: the nearest number with this many digits",
    "truncated": "truncated: the further digits are cut off",
    "rounded-up": "rounded up: the least number with this many digits that is not smaller",
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


def distance_sentence(row: AuditRow) -> str:
    """Say how far the printed text is from one that is right."""
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
    if (apart := apart_text(row)) is not None:
        return f"{apart}: about right"
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
    """Say on which side of the truth a privacy claim errs; None for others. `loose`: the truth is a bound itself."""
    what = "this theorem gives" if loose else "there is"
    match row.judgement.side:
        case "unsafe":
            return f"the unsafe side: more privacy is promised than {what}"
        case "safe":
            return f"the safe side: no more privacy is promised than {what}"
        case _:
            return None


SIDES = ("unsafe", "neither", "safe", None)
BITS = 64  # of the sizes that rows are sorted by


def audit_overview(audit: Audit, *, width: int | None = None, color: bool = False) -> str:
    """Return a line for each table, the rows that are wrong with the worst first, and the summary.

    What cannot be read comes first, then what is not as recorded, then by weight, side and relative size. Rows that are
    off in their last digits only, and readings, are counted and not listed.
    """
    tables = [(table_name(table), list(rows)) for table, rows in groupby(audit.entries, key=attrgetter("table"))]
    longest = max((len(name) for name, _ in tables), default=0)
    lines = [filled(f"{name.ljust(longest)}  {_counts(rows)}", width, INDENT) for name, rows in tables]
    chosen = [row for row in audit.entries if is_listed(row)]
    if chosen:
        lines += ["", f"What is wrong, the worst first ({counted(len(chosen), 'row')}):", ""]
        lines += [audit_block(row, width, color=color, table=True) for row in sorted(chosen, key=gravity)]
    hint = "--all prints every row, --only wrong those that are wrong table by table."
    return "\n".join([*lines, "", filled(printable(audit_summary(audit)), width, INDENT), filled(hint, width)])


def is_listed(row: AuditRow) -> bool:
    """Return whether a row is worth a line at first sight."""
    return not row.as_expected or (row.refuted and row.judgement.weight != "last-digits")


def gravity(row: AuditRow) -> tuple[int, int, int, int, Fraction, str]:
    """Return what rows are sorted by, the gravest first; the size is an approximation that decides nothing."""
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
    found: dict[str, list[AuditRow]] = {part: [] for part in PARTS}
    for row in rows:
        found[part_of(row)].append(row)
    return [row for part, some in found.items() for row in (sorted(some, key=gravity) if part in BY_GRAVITY else some)]


def _relative_size(row: AuditRow) -> Fraction | None:
    """Return how far the printed number is from the true one, relative to it; None where that is infinite."""
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


def _counts(rows: Sequence[AuditRow]) -> str:
    """Return how many rows of a table are right, wrong by weight, readings, and unreadable."""
    known = [row for row in rows if row.error is None]
    counted_rows = [row for row in known if not row.claim.reading]
    wrong = Counter(row.judgement.weight for row in counted_rows if row.refuted)
    right = sum(row.judgement.verdict in ("correct", "valid-bound") for row in counted_rows)
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
