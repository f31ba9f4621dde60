"""crosscheck: ask libraries what the tables ask, compare with the truth and with what is on record."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from difflib import get_close_matches
from inspect import signature
from typing import TYPE_CHECKING

from dpexact.crosscheck.judging import Judgement, judge
from dpexact.crosscheck.library import Library, answer_of
from dpexact.crosscheck.reproduction import reproduction
from dpexact.crosscheck.result import CrosscheckResult
from dpexact.crosscheck.table import Case, Table, shipped_table
from dpexact.documents.fault import did_you_mean
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.exact import exact, exact_of_float
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.crosscheck.library import Answer
    from dpexact.crosscheck.probe import Argument, Probe

NEAREST = 3  # ids in a message
LONGEST = 200  # characters that are compared


@dataclass(frozen=True)
class Crosscheck:
    """The results of one crosscheck, in the order of the tables."""

    results: tuple[CrosscheckResult, ...]

    @property
    def different(self) -> tuple[CrosscheckResult, ...]:
        """What is not as recorded."""
        return tuple(result for result in self.results if result.as_recorded is False)

    @property
    def open(self) -> tuple[CrosscheckResult, ...]:
        """What could not be told: the library is missing, or the truth is undecided."""
        return tuple(result for result in self.results if result.outcome in ("missing", "undecided"))

    @property
    def unsafe(self) -> tuple[CrosscheckResult, ...]:
        """What stands on the unsafe side of the truth, however little: an upper bound below it, a lower one above."""
        return tuple(result for result in self.results if result.side == "unsafe")


def crosscheck(
    libraries: Iterable[Library],
    case: str | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> Crosscheck:
    """Ask the libraries the cases of their shipped tables, or one case by its id.

    Guarantee: exact where the truth is exact, otherwise an enclosure or "undecided".
    Raises: ParameterError for an id that no table has; DocumentError for a table that cannot be read.
    """
    chosen = [(library, shipped_table(library)) for library in libraries]
    pairs = [(library, table, row) for library, table in chosen for row in table.cases if case in (None, row.id)]
    if case is not None and not pairs:
        known = [row.id for _, table in chosen for row in table.cases]
        near = get_close_matches(case[:LONGEST], known, n=NEAREST, cutoff=0)
        nearest = f"{did_you_mean(case, known)}; the nearest are {', '.join(near)}"
        message = f"--case: expected the id of a case, got {excerpt(case)!r}{nearest}"
        raise ParameterError(message)
    results = []
    for done, (library, table, row) in enumerate(pairs):
        if progress is not None:
            progress(done, len(pairs), f"{library.name} {row.id}")
        results.append(checked(library, table, row))
    return Crosscheck(tuple(results))


def checked(library: Library, table: Table, case: Case) -> CrosscheckResult:
    """Ask one case, and judge the answer."""
    probe = library.probe(case.probe)
    if probe is None:  # read_table refuses it
        message = f"{case.id}: expected a probe of {library.name}, got {case.probe!r}"
        raise ParameterError(message)
    version = library.version()
    if version is None:
        error = f"{library.name} is not installed; {library.install}"
        return _result(library, table, case, probe, None, None, Judgement("missing"), error)
    answer = answer_of(probe.asked(case.arguments), probe.found)
    if answer.output is None:
        return _result(library, table, case, probe, answer, None, Judgement("raises"), answer.error)
    if math.isnan(answer.output):
        return _result(library, table, case, probe, answer, math.nan, Judgement("wrong", "unsafe", "material"), "")
    claimed = float(case.arguments[probe.claim]) if probe.claim else answer.output  # type: ignore[arg-type]
    try:
        judgement = judge(claimed, probe.truth(**_exact_arguments(probe, case, answer)), probe.safe, probe.kind)
        error = ""
    except DPExactError as failed:  # such as a scale of 0, or NaN, where there is no truth
        judgement, error = Judgement("undecided"), str(failed)
    return _result(library, table, case, probe, answer, claimed, judgement, error)


def _exact_arguments(probe: Probe, case: Case, answer: Answer) -> dict[str, object]:
    """What the truth takes of: the arguments, the library's number and what it found besides, at their exact values."""
    known = {name: _exactly(value) for name, value in case.arguments.items()}
    known |= {name: exact(value) for name, value in zip(probe.found, answer.found, strict=True)}
    if answer.output is not None and math.isfinite(answer.output):
        known["output"] = exact_of_float(answer.output)
    wanted = signature(probe.truth).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in wanted):
        return {name: value for name, value in known.items() if name != "output"}
    missing = [parameter.name for parameter in wanted if parameter.name not in known]
    if missing:
        message = f"{case.id}: expected a finite {missing[0]}, got {answer.output!r}"
        raise ParameterError(message)
    return {parameter.name: known[parameter.name] for parameter in wanted}


def _exactly(value: Argument) -> object:
    if isinstance(value, tuple):
        return tuple(exact_of_float(item) for item in value)
    if isinstance(value, float):
        return exact_of_float(value)
    return exact(value) if isinstance(value, int) else value


def _result(
    library: Library,
    table: Table,
    case: Case,
    probe: Probe,
    answer: Answer | None,
    claimed: float | None,
    judgement: Judgement,
    error: str,
) -> CrosscheckResult:
    output = "" if answer is None or answer.output is None else repr(answer.output)
    result = CrosscheckResult(
        library=library.name,
        id=case.id,
        probe=probe.name,
        says=probe.says,
        arguments=tuple((name, str(value)) for name, value in case.arguments.items()),
        version=library.version() or "",
        recorded_version=table.version,
        output=output,
        found=() if answer is None else tuple(map(str, answer.found)),
        claimed="" if claimed is None else repr(claimed),
        truth=judgement.truth,
        difference=judgement.difference,
        ulps=judgement.ulps,
        relative=judgement.relative,
        outcome=judgement.outcome,
        side=judgement.side,
        size=judgement.size,
        recorded=case.seen,
        as_recorded=None,
        error=error,
        note=case.note,
        reference=probe.reference,
        reproduce=reproduction(library, probe, case, answer, claimed, judgement),
    )
    return result if judgement.outcome == "missing" else replace(result, as_recorded=result.seen in case.seen)
