"""`dpexact audit`: every row of claim tables with its verdict."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from dpexact import __version__
from dpexact.audit.auditor import audit
from dpexact.audit.own_quantities import own_quantities
from dpexact.audit.registry import registered
from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, UNDECIDED, complain
from dpexact.cli.progress import count_line, end_count_line, long_work
from dpexact.cli.values import Format, print_json, print_lines
from dpexact.documents.writing import check_target, write_text
from dpexact.papers import papers
from dpexact.report.audit_html import audit_html
from dpexact.report.audit_json import audit_json
from dpexact.report.audit_junit import audit_junit
from dpexact.report.audit_text import audit_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.audit.auditor import Audit
    from dpexact.audit.registry import Quantities


def run(
    tables: Sequence[str],
    html: str | None,
    junit: str | None,
    form: Format,
    *,
    strict: bool,
    wrong: bool = False,
    own: Sequence[str] = (),
) -> int:
    """Audit, print, write the reports that are wanted; the exit status."""
    known = papers()
    sources = tables or [str(paper.printed) for paper in known if paper.printed is not None]
    if html is not None:
        check_target("--html", html, sources)
    if junit is not None:
        check_target("--junit", junit, [*sources, *([html] if html is not None else [])])
    quantities = [quantity for file in own for quantity in own_quantities(file)]
    with long_work("auditing the claim tables"):
        result = audit(sources, count_line, papers=known, quantities=quantities)
    end_count_line()
    if form is Format.json:
        print_json(audit_json(result, refuted=wrong))
    else:
        color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = get_terminal_size().columns  # COLUMNS, the terminal, or else 80
        print_lines([audit_plain(result, refuted=wrong, width=width, color=color)])
    _write_reports(result, html, junit, registered(known, quantities))
    return _status(result, strict=strict)


def _status(result: Audit, *, strict: bool) -> int:
    """2 for a row that cannot be read, before 1 for one that is not as it should be, before 3 for one that is open."""
    if result.failed:
        first = f"{len(result.failed)} of {len(result.entries)} rows cannot be read or computed; the first"
        return complain(f"{first}: {result.failed[0].error}", BAD_INPUT)
    if any(not row.as_expected and not row.open for row in result.rows) or (strict and result.refuted):
        return REFUTED
    return UNDECIDED if any(row.open for row in result.rows) else HOLDS


def _write_reports(result: Audit, html: str | None, junit: str | None, known: Quantities) -> None:
    if html is not None:
        write_text(html, audit_html(result, __version__, known))
    if junit is not None:
        write_text(junit, audit_junit(result))
