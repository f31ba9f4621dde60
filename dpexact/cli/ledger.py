"""`dpexact ledger`: every claim with its verdict, the evidence re-examined."""

from __future__ import annotations

from shutil import get_terminal_size

from dpexact import __version__
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import TableFormat, print_json, print_lines, print_text
from dpexact.cli.outcome import HOLDS, REFUTED, complain, count_line, long_work
from dpexact.papers.catalogue import papers as all_papers
from dpexact.papers.ledger.ledger import examine
from dpexact.papers.ledger.page import ledger_html
from dpexact.papers.ledger.table import load_ledgers
from dpexact.papers.ledger.views import ledger_json, ledger_text, page_markdown, summary_markdown


def run(theory: str | None, page: str | None, html: str | None, form: TableFormat, *, strict: bool) -> int:
    """Examine, print, write the pages that are wanted; return the exit status."""
    if page is not None:
        check_target("--page", page)
    if html is not None:
        check_target("--html", html, [page] if page is not None else [])
    papers = all_papers()
    claims = load_ledgers(papers, theory)
    with long_work("examining the evidence"):
        result = examine(claims, papers, count_line)
    if page is not None:
        write_text(page, page_markdown(claims, papers))
    if html is not None:
        write_text(html, ledger_html(result, papers, __version__))
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
