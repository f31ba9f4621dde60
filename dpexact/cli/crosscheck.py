"""`dpexact crosscheck` compares other people's libraries with exact computation."""

from dataclasses import asdict
from functools import partial
from shutil import get_terminal_size
from typing import Annotated

from dpexact.cli import options
from dpexact.cli.answer import Answer, Views
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, count_line, long_work
from dpexact.crosscheck.crosschecker import Crosscheck, crosscheck
from dpexact.crosscheck.library import LIBRARIES, chosen_libraries
from dpexact.crosscheck.page import GLOSSARY, crosscheck_markdown, crosscheck_page, crosscheck_row, crosscheck_text
from dpexact.crosscheck.sampler_programs import every_sampler
from dpexact.crosscheck.samplers import (
    as_recorded,
    chosen_samplers,
    judged,
    recorded,
    samplers_markdown,
    samplers_text,
    withheld_count,
)
from dpexact.crosscheck.withheld import withheld_line
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt

FORMS = options.TABLE_FORMS
SELECTIONS = ("unsafe", "material", "different")  # of a crosscheck, each of which can be shown alone


def run(
    library: Annotated[
        str | None,
        options.argument(
            "LIBRARY",
            "dp_accounting, opendp, diffprivlib ...; all by default.",
            lambda: (library.name for library in LIBRARIES),
        ),
    ] = None,
    case: Annotated[str | None, options.text_option("ID", "Show one case, with the lines that reproduce it.")] = None,
    only: Annotated[
        str | None,
        options.word_option(
            SELECTIONS,
            "Print only what is on the unsafe side, what is materially wrong (by 0.1 % or more), or what is not as "
            "recorded.",
        ),
    ] = None,
    *,
    samplers: Annotated[
        bool, options.flag("--samplers", "Run the samplers of libraries in place of asking for numbers.")
    ] = False,
    html: options.Html = None,
    junit: options.Junit = None,
    sarif: options.Sarif = None,
) -> Answer:
    """Compare other libraries with exact computation.

    Exits with 0 if every answer is judged as recorded (other last digits are a remark), 3 if a library is missing.
    """
    reports = options.Reports(html, junit, sarif)
    if samplers:
        for option, _ in [("--only", only)] * (only is not None) + reports.targets():
            expected, remedy = "no selection and no report of samplers", "leave one of the two out"
            raise ParameterError("--samplers beside it", place=option, expected=expected, remedy=remedy)
        return run_samplers(library, case)
    options.check_targets(reports.targets())
    with long_work("asking the libraries"):
        result = crosscheck(chosen_libraries(library), case, count_line)
    selection = result if only is None else Crosscheck(getattr(result, only), result.withheld)

    def ended() -> int:
        page = partial(crosscheck_page, selection)
        reports.write("crosscheck", GLOSSARY.verdicts, page, lambda: map(crosscheck_row, selection.results))
        if result.different:
            return REFUTED
        return UNDECIDED if result.open else HOLDS

    views = Views(
        lambda: crosscheck_text(selection, get_terminal_size().columns, lines=case is not None),
        json=lambda: [row.to_json() for row in selection.results],
        markdown=lambda: crosscheck_markdown(selection),
    )
    return Answer(ended, views)


def run_samplers(library: str | None, case: str | None) -> Answer:
    """Run the samplers of the libraries that are installed."""
    every = every_sampler()
    chosen = [sampler for sampler in chosen_samplers(every, library) if case in (None, sampler.name, sampler.id)]
    if case is not None and not chosen:
        names = [sampler.name for sampler in every]
        came = f"{excerpt(case)!r}{did_you_mean(case, names)}"
        raise ParameterError(came, place="--case", expected="the name of a sampler")
    pairs = []
    with long_work("running the samplers"):
        for done, sampler in enumerate(chosen):
            count_line(done, len(chosen), sampler.id)
            pairs.append((sampler, judged(sampler)))
    results = [result for _, result in pairs]
    known = recorded()
    others = [
        result.id for result in results if result.verdict != "missing" and not as_recorded(result, known.get(result.id))
    ]

    def text() -> str:
        left_out = withheld_count() if library is None and case is None else 0
        last = [f"\n{withheld_line('samplers', left_out)}"] if left_out else []
        return "".join([samplers_text(pairs, get_terminal_size().columns), *last])

    def ended() -> int:
        if others:
            return complain(f"not as recorded: {', '.join(others)}", REFUTED)
        return UNDECIDED if any(result.verdict == "missing" for result in results) else HOLDS

    views = Views(text, json=lambda: [asdict(result) for result in results], markdown=lambda: samplers_markdown(pairs))
    return Answer(ended, views)
