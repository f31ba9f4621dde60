"""`dpexact crosscheck`: other people's libraries against exact computation."""

from __future__ import annotations

from dataclasses import asdict
from shutil import get_terminal_size

from dpexact.cli.options import Selection, TableFormat, print_json, print_lines
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, count_line, long_work
from dpexact.cli.reports import Reports, check_reports, write_reports
from dpexact.crosscheck.adapters.samplers import every_sampler
from dpexact.crosscheck.crosschecker import Crosscheck, crosscheck
from dpexact.crosscheck.libraries import chosen_libraries
from dpexact.crosscheck.page import VERDICTS, crosscheck_html, crosscheck_markdown, crosscheck_rows, crosscheck_text
from dpexact.crosscheck.result import CrosscheckResult
from dpexact.crosscheck.sampler_record import as_recorded, recorded, withheld_count
from dpexact.crosscheck.sampler_views import samplers_markdown, samplers_text
from dpexact.crosscheck.samplers import chosen_samplers, judged
from dpexact.crosscheck.withheld import withheld_line
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.report.formats import junit, sarif
from dpexact.version import __version__


def run(library: str | None, case: str | None, reports: Reports, form: TableFormat, only: Selection | None) -> int:
    """Ask, print, write the reports that are wanted; return the exit status."""
    check_reports(reports)
    with long_work("asking the libraries"):
        result = crosscheck(chosen_libraries(library), case, count_line)
    shown = result if only is None else Crosscheck(_selected(result, only), result.withheld)
    match form:
        case TableFormat.json:
            print_json([row.to_json() for row in shown.results])
        case TableFormat.markdown:
            print_lines([crosscheck_markdown(shown.results)])
        case TableFormat.text:
            print_lines([crosscheck_text(shown, get_terminal_size().columns, lines=case is not None)])
    write_reports(
        reports,
        html=lambda: crosscheck_html(shown.results, __version__, shown.withheld),
        junit=lambda: junit("dpexact crosscheck", crosscheck_rows(shown.results)),
        sarif=lambda: sarif(crosscheck_rows(shown.results), VERDICTS, __version__),
    )
    if result.different:
        return REFUTED
    return UNDECIDED if result.open else HOLDS


def run_samplers(library: str | None, case: str | None, form: TableFormat) -> int:
    """Run the samplers of the libraries that are installed, print, return the exit status."""
    every = every_sampler()
    chosen = [s for s in chosen_samplers(every, library) if case in (None, s.name, s.id)]
    if case is not None and not chosen:
        known = [sampler.name for sampler in every]
        raise ParameterError(
            f"{excerpt(case)!r}{did_you_mean(case, known)}", place="--case", expected="the name of a sampler"
        )
    results = []
    with long_work("running the samplers"):
        for done, sampler in enumerate(chosen):
            count_line(done, len(chosen), sampler.id)
            results.append(judged(sampler))
    pairs = list(zip(chosen, results, strict=True))
    match form:
        case TableFormat.json:
            print_json([asdict(result) for result in results])
        case TableFormat.markdown:
            print_lines([samplers_markdown(pairs)])
        case TableFormat.text:
            left_out = withheld_count() if library is None and case is None else 0
            said = [withheld_line("samplers", left_out)] if left_out else []
            print_lines([samplers_text(pairs, get_terminal_size().columns), *said])
    missing = [result for result in results if result.verdict == "missing"]
    known_results = recorded()
    others = [r for r in results if r.verdict != "missing" and not as_recorded(r, known_results.get(r.id))]
    if others:
        print_lines([f"not as recorded: {', '.join(result.id for result in others)}"])
        return REFUTED
    return UNDECIDED if missing else HOLDS


def _selected(result: Crosscheck, only: Selection) -> tuple[CrosscheckResult, ...]:
    match only:
        case Selection.unsafe:
            return result.unsafe
        case Selection.material:
            return result.material
        case Selection.different:
            return result.different
