"""`dpexact ledger` lists every claim with its verdict, after examining the evidence again."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Annotated

from dpexact.audit.paper import Paper
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.answer import Answer, Views, fitted
from dpexact.cli.options import (
    Html,
    Junit,
    Reports,
    Sarif,
    TableFormat,
    check_reports,
    flag,
    text_option,
    write_reports,
)
from dpexact.cli.outcome import HOLDS, REFUTED, complain, count_line, long_work
from dpexact.papers.catalogue import papers as all_papers
from dpexact.papers.ledger.books import lock_path, lock_text
from dpexact.papers.ledger.ledger import Ledger, examine
from dpexact.papers.ledger.page import VERDICTS, ledger_html, ledger_rows
from dpexact.papers.ledger.table import load_ledgers
from dpexact.papers.ledger.views import ledger_json, ledger_text, page_markdown, summary_markdown
from dpexact.report.formats import junit as junit_xml
from dpexact.report.formats import sarif as sarif_json
from dpexact.version import __version__

FORMS = TableFormat


def run(
    theory: Annotated[
        str | None,
        text_option(
            "NAME",
            "Only this paper: count_queries, rainbow ...",
            lambda: (paper.name for paper in all_papers() if paper.ledger is not None),
        ),
    ] = None,
    page: Annotated[str | None, text_option("OUT", "Write the page of all claims as Markdown.")] = None,
    *,
    lock: Annotated[
        bool, flag("--lock", "Write what the claims rely on now into ledger.lock.toml, to be reviewed.")
    ] = False,
    html: Html = None,
    junit: Junit = None,
    sarif: Sarif = None,
    strict: Annotated[bool, flag("--strict", "End with 1 on any refuted claim, recorded or not.")] = False,
) -> Answer:
    """List every claim of the papers with its verdict.

    Exits with 0 if the evidence supports every one.
    """
    reports = Reports(html, junit, sarif)
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
        junit=lambda: junit_xml("dpexact ledger", ledger_rows(result, papers)),
        sarif=lambda: sarif_json(ledger_rows(result, papers), VERDICTS, __version__),
    )

    def ended() -> int:
        for fault in result.faults:
            complain(fault, REFUTED)
        return HOLDS if result.as_recorded and not (strict and result.refuted) else REFUTED

    views = Views(
        lambda: fitted(ledger_text(result, get_terminal_size().columns)),  # COLUMNS, the terminal, or else 80
        json=lambda: ledger_json(result),
        markdown=lambda: summary_markdown(claims, papers),
    )
    return Answer(ended, views)


def _write_locks(result: Ledger, papers: Sequence[Paper]) -> None:
    """Write the present evidence of the rows beside the ledger of each paper that was examined."""
    for paper in papers:
        lines = {row.claim.id: row.lock for row in result.rows if row.claim.paper == paper.name}
        if lines and paper.ledger is not None:
            write_text(lock_path(paper.ledger), lock_text(lines))
