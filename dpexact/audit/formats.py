"""An audit as rows of a report, as text and Markdown, and for programs as JSON, JUnit and SARIF, with its summary."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from dpexact.audit import sentences
from dpexact.audit.auditor import Audit
from dpexact.audit.printed import REFUTED, RIGHT, parse_printed
from dpexact.audit.quantity import Number
from dpexact.audit.row import FAILED, AuditRow
from dpexact.audit.sentences import GLOSSARY
from dpexact.audit.settled import outward
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted, printable
from dpexact.report.decimals import decimal_nearest
from dpexact.report.row import Cell, Level, Row
from dpexact.report.text import INDENT, TextView, cell, filled

SILENT = ("safe", "tolerance", "reason", "print", "print_safe")  # told only if there is one
DIGITS = 20
BOUND_DIGITS = 36
COLUMNS = ("claim", "printed", "true value")
LAST_DIGITS = f"{sentences.WEIGHTS_SAID['last-digits']} or within a stated tolerance"
HINT = "--all prints every row, --only wrong those that are wrong table by table."


def row_json(row: AuditRow) -> dict[str, object]:
    """Return one row with its record, the true number and the judgement, or with its error if it failed."""
    claim = row.claim
    if row.error is not None:
        return {"id": row.id, "table": sentences.table_name(row.table), "error": str(row.error)}
    cells = {name: cell for name, cell in asdict(claim).items() if cell or name not in SILENT}
    del cells["establishes"]  # of the ledger
    judgement = {name: answer for name, answer in asdict(row.judgement).items() if answer or name not in SILENT}
    remarks = {name: text for name, text in (("caution", row.caution), ("remark", row.remark)) if text}
    number = number_fields(row.shown, row.digits)
    table = sentences.table_name(row.table)
    return {"table": table, **cells, "as_expected": row.as_expected, **number, **judgement, **remarks}


def number_fields(number: Number | None, digits: int = BOUND_DIGITS) -> dict[str, str]:
    """Return `exact` ("inf" for infinity), or `lower` and `upper` rounded outwards, and `decimal` if it is settled."""
    if number is None:
        return {}
    if isinstance(number, float):
        return {"exact": "inf", "decimal": "inf"}
    decimal = decimal_nearest(number, DIGITS)
    settled = {} if decimal is None else {"decimal": decimal}
    if isinstance(number, Exact):
        return {"exact": str(number), **settled}
    lower, upper = outward(number, max(digits, BOUND_DIGITS))
    return {"lower": lower, "upper": upper, **settled}


def audit_rows(audit: Audit) -> Iterator[Row]:
    """Yield the rows of an audit as every report tells them, without the parts that only a page shows."""
    return (replace(told(row), data=row_json(row)) for row in audit.entries)


def told(row: AuditRow) -> Row:
    """Return a row as every report tells it, without its data and the parts that only a page shows."""
    claim, table = row.claim, sentences.table_name(row.table)
    base = Row(
        name=sentences.row_name(row),
        origin=table,
        group=table,
        cells=(),
        verdict=row.outcome,
        attention=not row.as_expected or bool(row.caution),
        part=sentences.PARTS[sentences.part_of(row)],
        level=_level(row),
        file=row.table,
        line=row.line,
    )
    if row.error is not None:
        note = row.error.note
        return replace(base, subject=row.table, error=str(row.error).removesuffix(note), caret=note)
    verdict, number = sentences.verdict_text(row), sentences.true_value(row)
    return replace(
        base,
        origin=f"{claim.source} ({table})",
        cells=(Cell(claim.printed, claim.meaning, parse_printed(claim.printed).value), _true_cell(row, number)),
        judged=verdict,
        subject=claim.quantity,
        said=f"printed {claim.printed} ({claim.meaning}) in {claim.source}; true value {number}: {verdict}",
        notes=sentences.remarks(row),
        recorded=claim.expected or "",
        fault="" if row.as_expected else f"expected {claim.expected or ' or '.join(RIGHT)}, got {verdict}",
        skipped=sentences.READING if row.as_expected and claim.reading else "",
    )


def _true_cell(row: AuditRow, text: str) -> Cell:
    if row.number is None:
        return Cell(text, missing=True)
    if isinstance(row.number, float):
        return Cell("infinite", key="infinite")
    key = Fraction(row.number.decimal(20)) if isinstance(row.number, Exact) else getattr(row.shown, "lower", None)
    return Cell(text, key=key)


def _level(row: AuditRow) -> Level | None:
    """Return an error unless the verdict is the recorded one, or open. Last digits are a note."""
    if row.as_expected and (row.judgement.verdict in RIGHT or row.claim.reading):
        return None
    if row.judgement.verdict == "undecided" and (row.as_expected or row.open):
        return "none"
    is_note = row.as_expected or (row.outcome == "last-digits" and row.claim.expected is None)
    return "note" if is_note else "error"


def audit_plain(audit: Audit, *, refuted: bool = False, width: int | None = None, color: bool = False) -> str:
    """Return the audit as text, with a heading for each table, or only the wrong and the failed rows if `refuted`.

    No line is longer than `width`, if it is given. The remarks are wrapped. If the other columns leave no room for
    them, each row is a block of lines, the first of which has its verdict and its name.
    """
    view = TextView(COLUMNS, GLOSSARY.verdicts, width, color)
    return "\n".join([*view.lines([*map(told, listed(audit, refuted=refuted))]), _summary(audit, view)])


def audit_overview(audit: Audit, *, width: int | None = None, color: bool = False) -> str:
    """Return a line for each table, the rows that are wrong with the worst first, and the summary.

    Rows that cannot be read come first, then those that are not as recorded, then by weight, side and relative size.
    Rows that are off in their last digits only, and readings, are counted and not listed.
    """
    view = TextView(COLUMNS, GLOSSARY.verdicts, width, color)
    grouped = groupby(audit.entries, key=attrgetter("table"))
    tables = [(sentences.table_name(table), list(rows)) for table, rows in grouped]
    longest = max((len(name) for name, _ in tables), default=0)
    lines = [filled(f"{name.ljust(longest)}  {table_counts(rows)}", width, rest=INDENT) for name, rows in tables]
    listed = sorted(filter(sentences.is_listed, audit.entries), key=sentences.gravity)
    if listed:
        lines += ["", f"What is wrong, the worst first ({counted(len(listed), 'row')}):", ""]
        lines += [view.block(told(row), group=True) for row in listed]
    return "\n".join([*lines, "", _summary(audit, view), filled(HINT, width)])


def audit_markdown(audit: Audit, *, refuted: bool = False) -> str:
    """Return the audit as Markdown, or only the wrong and the failed rows if `refuted`."""
    view = TextView(COLUMNS, GLOSSARY.verdicts)
    rows = map(told, listed(audit, refuted=refuted))
    return "\n".join([cell(printable(audit_summary(audit))), *view.markdown(rows)])


def listed(audit: Audit, *, refuted: bool) -> list[AuditRow]:
    """Return the rows of an audit, or only the wrong and the failed ones if `refuted`."""
    return [row for row in audit.entries if not refuted or row.refuted or row.error is not None]


def _summary(audit: Audit, view: TextView) -> str:
    return filled(printable(audit_summary(audit)), view.limit, rest=INDENT)


def audit_summary(audit: Audit) -> str:
    """Count the verdicts in one sentence, and say in another whether they are the recorded ones.

    Rows that are off in the last digits only are counted apart from those that are wrong. Readings are not counted as
    rows here, but the wrong ones among them are counted.
    """
    outcomes = sorted(item for item in audit.outcomes.items() if item[0] != "reading")
    verdicts = [f"{count} {_outcome_text(audit, outcome)}" for outcome, count in outcomes]
    verdicts += [f"{len(audit.failed)} that {FAILED}"] if audit.failed else []
    readings = [row for row in audit.rows if row.claim.reading]
    wrong = sum(row.judgement.verdict in REFUTED for row in readings)
    rows = [counted(len(audit.entries) - len(readings), "row")]
    rows += [counted(len(readings), "reading") + (f" ({wrong} wrong)" if wrong else "")] if readings else []
    is_new = any(row.claim.expected is None and not row.as_expected for row in audit.rows)
    first = f"{headline(audit)} " if is_new else ""
    return f"{first}{' and '.join(rows)}: {'; '.join([', '.join(verdicts) or 'none', *_exceptions(audit)])}."


def _exceptions(audit: Audit) -> list[str]:
    """Name the rows that are not as recorded, that bound no privacy, and that could not be judged."""
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = [row.claim.id for row in recorded if not row.as_expected]
    named = {
        "not the recorded verdict": different,
        "no privacy bound": [row.claim.id for row in audit.rows if row.caution],
        FAILED: list(map(sentences.row_name, audit.failed)),
    }
    parts = ["every verdict is the recorded one"] if recorded and not different else []
    return [*parts, *(f"{words}: {', '.join(names)}" for words, names in named.items() if names)]


def headline(audit: Audit, most_named: int | None = None) -> str:
    """Say how many numbers are wrong, and which, among those without a recorded verdict, or return "" without any.

    Numbers that are off in the last digits only, and undecided ones, are told apart.
    """
    known = [row for row in audit.rows if not row.claim.reading]
    rows = [row for row in known if row.claim.expected is None]
    if not rows:
        return ""
    every = f"{counted(len(rows), 'number')}{'' if len(rows) == len(known) else ' without a recorded verdict'}"

    def part(outcomes: Sequence[str], words: str) -> str:
        names = [row.claim.id for row in rows if row.outcome in outcomes]
        named = names[:most_named]
        more = f" and {len(names) - len(named)} more" if len(names) > len(named) else ""
        count = words.format(len(names), "is" if len(names) == 1 else "are")
        return f"{count}: {', '.join(named)}{more}" if names else ""

    wrong = part(REFUTED, f"{{}} of {every} {{}} wrong") or f"None of {every} is wrong"
    last_digits = part(("last-digits",), f"{{}} {{}} {LAST_DIGITS}")
    return "; ".join(filter(None, (wrong, last_digits, part(("undecided",), "{} {} undecided")))) + "."


def _outcome_text(audit: Audit, outcome: str) -> str:
    small = sum(row.outcome == outcome and row.judgement.weight == "small" for row in audit.rows)
    if outcome == "last-digits":
        stated = sum(row.outcome == outcome and bool(row.claim.tolerance) for row in audit.rows)
        return sentences.WEIGHTS_SAID[outcome] + (f" or within a stated tolerance ({stated})" if stated else "")
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
