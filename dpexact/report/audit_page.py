"""An audit as a Page: what was asked, the verdicts at a glance, and an entry for each row."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.auditor import AuditRow
from dpexact.audit.paper import installed_papers
from dpexact.audit.published import bundled_tables
from dpexact.report.audit_entry import COLUMNS, failed_entry, row_entry
from dpexact.report.audit_text import FAILED, table_name
from dpexact.report.audit_words import VERDICTS, WORDS
from dpexact.report.page import Page
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpexact.audit.auditor import Audit, FailedRow
    from dpexact.audit.quantity import Quantity

    Row = AuditRow | FailedRow

LIMIT = 3000  # rows on a page
MOST_CURVES = 60  # rows with a picture for which the quantity is computed again at many places
ANSWERED = (
    "How it was answered: dpexact computed each number again from its definition, by exact arithmetic (fractions, "
    "or bounds that provably enclose the number, as narrow as the question needs; never floating point), and "
    "compared it with the printed text. Open a row to see the number, the source and the evidence."
)


def audit_page(audit: Audit, quantities: Mapping[str, Quantity] | None = None, options: Sequence[str] = ()) -> Page:
    """The audit as a page. `quantities` by name say what each number is, and draw the curves of some.

    `options` are words of the command line without which the tables do not give these answers, as --quantities.
    """
    known = {} if quantities is None else quantities
    chosen = _chosen(audit.entries)
    drawn = {id(row) for row in _worth_a_curve(chosen, known)[:MOST_CURVES]}
    outcomes = Counter(row.outcome if isinstance(row, AuditRow) else FAILED for row in audit.entries)
    return Page(
        title="Printed numbers against exact computation",
        asked=(_asked(audit), ANSWERED),
        summary=_summary(audit),
        name_title="claim",
        group_title="Table",
        columns=COLUMNS,
        verdicts=VERDICTS,
        entries=tuple(
            row_entry(row, known.get(row.claim.quantity), curve=id(row) in drawn)
            if isinstance(row, AuditRow)
            else failed_entry(row)
            for row in chosen
        ),
        words=WORDS,
        again=tuple(_again(audit, options)),
        counts=dict(outcomes),
        left_out=_left_out(audit.entries, chosen),
    )


def _tables(audit: Audit) -> tuple[str, ...]:
    return tuple(dict.fromkeys(table_name(row.table) for row in audit.entries))


def _again(audit: Audit, options: Sequence[str]) -> Iterator[str]:
    """The commands that audit these tables: those that ship with dpexact by their names, and the others as files."""
    names = {str(path): name for name, path in bundled_tables(installed_papers()).items()}
    given = list(dict.fromkeys(row.table for row in audit.entries))
    every = set(names) <= set(given)
    shipped = [names[table] for table in given if table in names and not every]
    files = [Path(table) for table in given if table not in names]
    others = [str(file.name if file.is_absolute() else file) for file in files]
    words = [*shipped, *others]
    if every:
        yield " ".join(("dpexact audit", *(() if words else map(shlex.quote, options))))
    if words:
        yield f"dpexact audit {' '.join(map(shlex.quote, (*words, *options)))}"


def _asked(audit: Audit) -> str:
    tables = _tables(audit)
    many = f"{len(tables)} tables" if len(tables) > 1 else f"the table {', '.join(tables)}"
    number = counted(len(audit.entries), "number")
    where = f"{number} that documents print, listed in {many} with the place where each stands"
    return f"What was asked: {where} and with what the text around it says: that it is rounded, a bound, or exact."


def _summary(audit: Audit) -> str:
    """How many rows there are, how many are not as they should be; which ones is told below."""
    recorded = [row for row in audit.rows if row.claim.expected is not None]
    different = sum(not row.as_expected for row in recorded)
    others = [row for row in audit.rows if row.claim.expected is None]
    wanting = sum(not row.as_expected for row in others)
    said = [f"{counted(len(audit.entries), 'row')}"]
    if recorded:
        differ = "differs" if different < 2 else "differ"
        said.append(f"of {counted(len(recorded), 'recorded verdict')} {different or 'none'} {differ}")
    if others:
        are = "is" if wanting < 2 else "are"
        said.append(
            f"of {len(others)} without a recorded verdict {wanting or 'none'} {are} wrong, violated or undecided"
        )
    said += [f"{len(audit.failed)} {FAILED}"] if audit.failed else []
    return "; ".join(said) + "."


def _calm(row: Row) -> int:
    """0 for a row that is not as it should be, 1 for one that is recorded as wrong, 2 for one that is right."""
    if not isinstance(row, AuditRow) or not row.as_expected:
        return 0
    return 1 if row.outcome in ("wrong", "violated-bound", "undecided") else 2


def _chosen(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that are shown, in their order: all, or as many as fit, those with something to see first."""
    if len(rows) <= LIMIT:
        return rows
    order = sorted(range(len(rows)), key=lambda place: _calm(rows[place]))
    return [rows[place] for place in sorted(order[:LIMIT])]


def _left_out(rows: Sequence[Row], chosen: Sequence[Row]) -> str:
    """What is not shown; empty where everything is."""
    if len(rows) == len(chosen):
        return ""
    before, after = (Counter(map(_calm, some)) for some in (rows, chosen))
    parts = zip(("not as they should be", "wrong, as recorded", "right"), (0, 1, 2), strict=True)
    missing = ", ".join(f"{before[calm] - after[calm]} {said}" for said, calm in parts if before[calm] > after[calm])
    return f"To keep this page small, rows are left out: {missing}. The command prints every row with --format json."


def _worth_a_curve(rows: Sequence[Row], known: Mapping[str, Quantity]) -> list[AuditRow]:
    found = [row for row in rows if isinstance(row, AuditRow) and row.claim.quantity in known]
    drawable = [row for row in found if known[row.claim.quantity].pair or known[row.claim.quantity].profile_over]
    return sorted(drawable, key=_calm)
