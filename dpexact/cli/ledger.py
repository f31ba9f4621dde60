"""`dpexact ledger`: every claim with its verdict, the evidence re-examined."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size

from dpexact.audit.paper import Paper
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import TableFormat, print_json, print_lines, print_text
from dpexact.cli.outcome import HOLDS, REFUTED, complain, count_line, long_work
from dpexact.cli.reports import Reports, check_reports, write_reports
from dpexact.papers.catalogue import papers as all_papers
from dpexact.papers.ledger.ledger import Ledger, examine
from dpexact.papers.ledger.lock import lock_path, lock_text
from dpexact.papers.ledger.page import VERDICTS, ledger_html, ledger_rows
from dpexact.papers.ledger.table import load_ledgers
from dpexact.papers.ledger.views import ledger_json, ledger_text, page_markdown, summary_markdown
from dpexact.report.formats import junit, sarif
from dpexact.version import __version__


def run(
    theory: str | None, page: str | None, reports: Reports, form: TableFormat, *, strict: bool, lock: bool = False
) -> int:
    """Examine, print, write the page, the locks and the reports that are wanted; return the exit status."""
    if page is not None:
        check_target("--page", page)
    check_reports(reports, [] if page is None else [page])
    papers = all_papers()
    claims = load_ledgers(papers, theory)
    with long_work("examining the evidence"):
        result = examine(claims, papers, count_line, relock=lock)
    if lock:
        _write_locks(result, papers)
    if page is not None:
        write_text(page, page_markdown(claims, papers))
    write_reports(
        reports,
        html=lambda: ledger_html(result, papers, __version__),
        junit=lambda: junit("dpexact ledger", ledger_rows(result, papers)),
        sarif=lambda: sarif(ledger_rows(result, papers), VERDICTS, __version__),
    )
    match form:
        case TableFormat.json:
            print_json(ledger_json(result))
        case TableFormat.markdown:
            print_lines([summary_markdown(claims, papers)])
        case TableFormat.text:
            print_text(ledger_text(result, get_terminal_size().columns))  # COLUMNS, the terminal, or else 80
    for fault in result.faults:
        complain(fault, REFUTED)
    return HOLDS if result.as_recorded and not (strict and result.refuted) else REFUTED


def _write_locks(result: Ledger, papers: Sequence[Paper]) -> None:
    """Write what the rows rely on now beside the ledger of each paper that was examined."""
    for paper in papers:
        lines = {row.claim.id: row.lock for row in result.rows if row.claim.paper == paper.name}
        if lines and paper.ledger is not None:
            write_text(lock_path(paper.ledger), lock_text(lines))
