"""Crosscheck: ask libraries the questions of the tables, and compare the answers with the truth and the record."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches

from dpexact.crosscheck.library import (
    Answer,
    Argument,
    Case,
    Library,
    Probe,
    Table,
    answer_of,
    shipped_table,
)
from dpexact.crosscheck.result import CrosscheckResult, Judgement, is_material, judge
from dpexact.crosscheck.truths import TrueNumber
from dpexact.crosscheck.withheld import withheld_line
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.exact import exact, exact_of_float
from dpexact.numbers.typography import did_you_mean, excerpt

NEAREST = 3  # ids in a message
LONGEST = 200  # characters that are compared


@dataclass(frozen=True)
class Crosscheck:
    """The results of one crosscheck, in the order of the tables, and a line for each library with cases left out."""

    results: tuple[CrosscheckResult, ...]
    withheld: tuple[str, ...] = ()

    @property
    def different(self) -> tuple[CrosscheckResult, ...]:
        """Return the results that are judged otherwise than on record."""
        return tuple(result for result in self.results if result.as_recorded is False)

    @property
    def other_digits(self) -> tuple[CrosscheckResult, ...]:
        """Return the results that are judged as on record and differ from the answers there in their digits."""
        return tuple(result for result in self.results if result.as_recorded and result.same_digits is False)

    @property
    def taken_back(self) -> tuple[CrosscheckResult, ...]:
        """Return the answers that no longer show the finding on record."""
        return tuple(result for result in self.results if result.taken_back)

    @property
    def open(self) -> tuple[CrosscheckResult, ...]:
        """Return the results without a verdict, because the library is missing or the truth is undecided."""
        return tuple(result for result in self.results if result.outcome in ("missing", "undecided"))

    @property
    def unsafe(self) -> tuple[CrosscheckResult, ...]:
        """Return the results on the unsafe side of the truth, however little, such as an upper bound below it."""
        return tuple(result for result in self.results if result.side == "unsafe")

    @property
    def material(self) -> tuple[CrosscheckResult, ...]:
        """Return the results that are wrong, or on the unsafe side, by 0.1 % or more."""
        return tuple(filter(is_material, self.results))


def crosscheck(
    libraries: Iterable[Library], case: str | None = None, progress: Callable[[int, int, str], None] | None = None
) -> Crosscheck:
    """Ask the libraries the cases of their shipped tables, or one case by its id.

    The answer is exact if the truth is exact, otherwise an enclosure or "undecided".
    Raises ParameterError for an id that no table has.
    """
    chosen = [(library, shipped_table(library)) for library in libraries]
    pairs = [(library, table, row) for library, table in chosen for row in table.cases if case in (None, row.id)]
    if case is not None and not pairs:
        known = [row.id for _, table in chosen for row in table.cases]
        near = get_close_matches(case[:LONGEST], known, n=NEAREST, cutoff=0)
        nearest = f"{did_you_mean(case, known)}; the nearest are {', '.join(near)}"
        raise ParameterError(f"{excerpt(case)!r}{nearest}", place="--case", expected="the id of a case")
    results = []
    for done, (library, table, row) in enumerate(pairs):
        if progress is not None:
            progress(done, len(pairs), f"{library.name} {row.id}")
        results.append(checked(library, table, row))
    left_out = [(library, table) for library, table in chosen if table.withheld and case is None]
    return Crosscheck(tuple(results), tuple(withheld_line(library.name, table.withheld) for library, table in left_out))


def checked(library: Library, table: Table, case: Case) -> CrosscheckResult:
    """Ask one case, and judge the answer."""
    probe = library.probe(case.probe)
    version = library.version()
    answer = None if version is None else answer_of(probe.filled(probe.lines, case.arguments), probe.found)
    claimed = None if answer is None else answer.output
    if probe.claim and claimed is not None and not math.isnan(claimed):
        claimed = float(case.arguments[probe.claim])  # type: ignore[arg-type]
    judgement, error = _judged(library, probe, case, answer, claimed)
    return CrosscheckResult(
        **{field.name: getattr(judgement, field.name) for field in fields(Judgement)},
        library=library.name,
        distribution=library.distribution,
        case=case,
        probe=probe,
        version=version or "",
        recorded_version=table.version,
        answer=answer,
        claimed=claimed,
        cause=table.finding(probe.name),
        error=error,
    )


def _judged(
    library: Library, probe: Probe, case: Case, answer: Answer | None, claimed: float | None
) -> tuple[Judgement, str]:
    """Return the judgement of an answer, and the reason if the answer or the truth is missing."""
    if answer is None:
        return Judgement("missing"), f"{library.name} is not installed; {library.install}"
    if claimed is None:
        refused = bool(case.refuses) and case.refuses in answer.error
        return Judgement("refused" if refused else "raises"), answer.error
    if math.isnan(claimed):
        return judge(claimed, math.inf, probe.safe), ""
    try:
        truth, delta = probe.truth.compute(**_exact_arguments(probe.truth, probe, case, answer)), None
        if probe.needed is not None and math.isfinite(claimed):
            arguments = _exact_arguments(probe.needed, probe, case, answer, claimed=exact_of_float(claimed))
            delta = probe.needed.compute(**arguments)
        judgement = judge(claimed, truth, probe.safe, probe.kind, delta)
        _ = judgement.shown  # here, since decimals of a number without a value fail as well
    except DPExactError as failed:  # such as a scale of 0, or NaN, where there is no truth
        return Judgement("undecided"), str(failed)
    return judgement, ""


def _exact_arguments(number: TrueNumber, probe: Probe, case: Case, answer: Answer, **more: object) -> dict[str, object]:
    """Return the arguments of a true number, which are those given and the numbers of the library, as exact numbers."""
    known = {name: _exactly(value) for name, value in case.arguments.items()} | more
    known |= {name: exact(value) for name, value in zip(probe.found, answer.found, strict=True)}
    if answer.output is not None and math.isfinite(answer.output):
        known["output"] = exact_of_float(answer.output)
    missing = sorted(number.takes - set(known))
    if missing:
        raise ParameterError(repr(answer.output), place=f"{case.id}", expected=f"a finite {missing[0]}")
    return {name: known[name] for name in number.takes}


def _exactly(value: Argument) -> object:
    if isinstance(value, tuple):
        return tuple(exact_of_float(item) for item in value)
    if isinstance(value, float):
        return exact_of_float(value)
    return exact(value) if isinstance(value, int) else value
