"""`dpexact ledger` lists every claim with its verdict, after examining the evidence again."""

from functools import partial
from shutil import get_terminal_size
from typing import Annotated

from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Views, fitted
from dpexact.cli.outcome import HOLDS, REFUTED, complain, count_line, long_work
from dpexact.papers.catalogue import papers as all_papers
from dpexact.papers.ledger import views as of_ledger
from dpexact.papers.ledger.books import lock_path, lock_text
from dpexact.papers.ledger.claim import load_ledgers
from dpexact.papers.ledger.ledger import examine

FORMS = options.TABLE_FORMS


def run(
    theory: Annotated[
        str | None,
        options.text_option(
            "NAME",
            "Only this paper: count_queries, rainbow ...",
            lambda: (paper.name for paper in all_papers() if paper.ledger is not None),
        ),
    ] = None,
    page: Annotated[str | None, options.text_option("OUT", "Write the page of all claims as Markdown.")] = None,
    *,
    lock: Annotated[
        bool, options.flag("--lock", "Write what the claims rely on now into ledger.lock.toml, to be reviewed.")
    ] = False,
    html: options.Html = None,
    junit: options.Junit = None,
    sarif: options.Sarif = None,
    strict: Annotated[bool, options.flag("--strict", "End with 1 on any refuted claim, recorded or not.")] = False,
) -> Answer:
    """List every claim of the papers with its verdict.

    Exits with 0 if the evidence supports every one.
    """
    reports = options.Reports(html, junit, sarif)
    options.check_targets([("--page", page), *reports.targets()])
    papers = all_papers()
    claims = load_ledgers(papers, theory)
    with long_work("examining the evidence"):
        result = examine(claims, papers, count_line, relock=lock)
    for paper in papers if lock else ():  # beside the ledger of each paper that was examined
        lines = {row.claim.id: row.lock for row in result.rows if row.claim.paper == paper.name}
        if lines and paper.ledger is not None:
            write_file(lock_path(paper.ledger), lock_text(lines))
    if page is not None:
        write_file(page, of_ledger.page_markdown(claims, papers))
    page_of_result = partial(of_ledger.ledger_page, result, papers)
    rows = partial(of_ledger.ledger_rows, result, papers)
    reports.write("ledger", of_ledger.GLOSSARY.verdicts, page_of_result, rows)

    def ended() -> int:
        for fault in result.faults:
            complain(fault, REFUTED)
        return HOLDS if result.as_recorded and not (strict and result.refuted) else REFUTED

    views = Views(
        lambda: fitted(of_ledger.ledger_text(result, get_terminal_size().columns)),  # COLUMNS, the terminal, or else 80
        json=lambda: [of_ledger.ledger_row_json(row) for row in result.rows],
        markdown=lambda: of_ledger.summary_markdown(claims, papers),
    )
    return Answer(ended, views)
