"""`dpexact audit`: every row of claim tables with its verdict."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.own_quantities import own_quantities
from dpexact.audit.published import bundled_tables, published_tables, table_file
from dpexact.audit.registry import registered
from dpexact.cli.audit_reports import Reports, check_reports, write_reports
from dpexact.cli.effort import Effort, audit_with, interrupted
from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, UNDECIDED, complain
from dpexact.cli.values import TableFormat, print_json, print_json_list, print_lines
from dpexact.errors import ParameterError
from dpexact.papers.catalogue import papers
from dpexact.report.audit_json import audit_json_rows
from dpexact.report.audit_markdown import audit_markdown
from dpexact.report.audit_overview import audit_overview
from dpexact.report.audit_text import audit_plain
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.audit.auditor import Audit

ONE_PROCESS = Effort()
__all__ = ["Reports", "run"]


def run(
    tables: Sequence[str],
    reports: Reports,
    form: TableFormat,
    *,
    strict: bool,
    wrong: bool = False,
    every: bool = False,
    own: Sequence[str] = (),
    effort: Effort = ONE_PROCESS,
) -> int:
    """Audit, print, write the reports that are wanted; the exit status.

    Several tables are printed as an overview unless `every` row is asked for.
    """
    known = papers()
    shipped = [*(paper.printed for paper in known if paper.printed is not None), *published_tables()]
    bundled = bundled_tables(known)
    sources = [table_file(given, bundled) for given in tables] or [str(path) for path in shipped]
    check_reports(reports, [*sources, *own])
    quantities = [quantity for file in own for quantity in own_quantities(file)]
    result = audit_with(effort, sources, known, quantities)
    match form:
        case TableFormat.json:
            print_json_list(audit_json_rows(result, refuted=wrong))
        case TableFormat.markdown:
            print_lines([audit_markdown(result, refuted=wrong)])
        case TableFormat.text:
            color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
            width = get_terminal_size().columns  # COLUMNS, the terminal, or else 80
            if len(sources) > 1 and not (wrong or every):
                print_lines([audit_overview(result, width=width, color=color)])
            else:
                print_lines([audit_plain(result, refuted=wrong, width=width, color=color)])
    write_reports(reports, result, registered(known, quantities), own)
    return interrupted(result, effort) if result.unfinished else _status(result, strict=strict)


def list_tables(tables: Sequence[str], reports: Reports, form: TableFormat) -> int:
    """Print the names of the bundled tables, with the number of their rows; the exit status.

    Raises: ParameterError with tables or reports, for which there is no audit.
    """
    given = [*(("TABLE", table) for table in tables), *reports.targets()]
    if given:
        message = f"--list: expected nothing that asks for an audit, got {given[0][0]}; leave one of the two out"
        raise ParameterError(message)
    known = papers()
    rows = [(name, len(read_claim_table(path).rows), str(path)) for name, path in bundled_tables(known).items()]
    match form:
        case TableFormat.json:
            print_json([{"name": name, "rows": count, "file": file} for name, count, file in rows])
        case TableFormat.markdown:
            print_lines(["| table | rows |", "| --- | --- |", *(f"| {name} | {count} |" for name, count, _ in rows)])
        case TableFormat.text:
            widest = max(len(name) for name, _, _ in rows)
            print_lines([f"{name.ljust(widest)}  {counted(count, 'row')}" for name, count, _ in rows])
    return HOLDS


def _status(result: Audit, *, strict: bool) -> int:
    """2 for a row that cannot be read, before 1 for one that is not as it should be, before 3 for one that is open."""
    if result.failed:
        first = f"{len(result.failed)} of {counted(len(result.entries), 'row')} cannot be read or computed; the first"
        return complain(f"{first}: {result.failed[0].error}", BAD_INPUT)
    if any(not row.as_expected and not row.open for row in result.rows) or (strict and result.refuted):
        return REFUTED
    return UNDECIDED if any(row.open for row in result.rows) else HOLDS
