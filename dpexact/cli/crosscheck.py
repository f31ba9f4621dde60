"""`dpexact crosscheck`: other people's libraries against exact computation."""

from __future__ import annotations

from shutil import get_terminal_size
from typing import TYPE_CHECKING

from dpexact import __version__
from dpexact.cli.options import Selection, TableFormat, print_json, print_lines
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, count_line, long_work
from dpexact.cli.reports import Reports, check_reports, write_reports
from dpexact.crosscheck.crosschecker import Crosscheck, crosscheck
from dpexact.crosscheck.libraries import chosen_libraries
from dpexact.crosscheck.page import VERDICTS, crosscheck_html, crosscheck_markdown, crosscheck_rows, crosscheck_text
from dpexact.report.formats import junit, sarif

if TYPE_CHECKING:
    from dpexact.crosscheck.judging import CrosscheckResult


def run(library: str | None, case: str | None, reports: Reports, form: TableFormat, only: Selection | None) -> int:
    """Ask, print, write the reports that are wanted; return the exit status."""
    check_reports(reports)
    with long_work("asking the libraries"):
        result = crosscheck(chosen_libraries(library), case, count_line)
    shown = result if only is None else Crosscheck(_selected(result, only))
    match form:
        case TableFormat.json:
            print_json([row.to_json() for row in shown.results])
        case TableFormat.markdown:
            print_lines([crosscheck_markdown(shown.results)])
        case TableFormat.text:
            print_lines([crosscheck_text(shown, get_terminal_size().columns, lines=case is not None)])
    write_reports(
        reports,
        html=lambda: crosscheck_html(shown.results, __version__),
        junit=lambda: junit("dpexact crosscheck", crosscheck_rows(shown.results)),
        sarif=lambda: sarif(crosscheck_rows(shown.results), VERDICTS, __version__),
    )
    if result.different:
        return REFUTED
    return UNDECIDED if result.open else HOLDS


def _selected(result: Crosscheck, only: Selection) -> tuple[CrosscheckResult, ...]:
    match only:
        case Selection.unsafe:
            return result.unsafe
        case Selection.material:
            return result.material
        case Selection.different:
            return result.different
