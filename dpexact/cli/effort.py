"""With how much effort an audit is computed: processes, a Dask cluster, a cache; and what an interruption leaves."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.audit.auditor import Audit, AuditInterrupted, audit
from dpexact.cli.outcome import INTERRUPTED, complain
from dpexact.cli.progress import count_line, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.counted import counted
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpexact.audit.quantity import Quantity
    from dpexact.paper import Paper

WAIT = 30  # seconds for a scheduler to answer


@dataclass(frozen=True)
class Effort:
    """The options of `dpexact audit` that change how fast the answer comes, and not the answer."""

    jobs: int | None = None
    scheduler: str | None = None
    cache: str | None = None


def audit_with(effort: Effort, sources: Sequence[str], papers: Sequence[Paper], own: Sequence[Quantity]) -> Audit:
    """The audit; one that Ctrl-C interrupts has all rows too, those that it did not come to as failed.

    Raises: as `audit`; ParameterError for a scheduler that does not answer, or where Dask is not installed.
    """
    jobs = effort.jobs if effort.jobs is not None else (1 if effort.scheduler is None else -1)
    with long_work("auditing the claim tables"), _cluster(effort.scheduler):
        try:
            result = audit(sources, count_line, papers=papers, quantities=own, jobs=jobs, cache=effort.cache)
        except AuditInterrupted as interruption:
            result = interruption.audit
    for note in result.notes:
        complain(note, 0)
    return result


def interrupted(result: Audit, effort: Effort) -> int:
    """Say how much of an audit is missing; the exit status."""
    again = "run it again" if effort.cache is None else "run it again with the same --cache: only they are computed"
    count = len(result.unfinished)
    missing = f"{count} of {counted(len(result.entries), 'row')} {'is' if count == 1 else 'are'} not computed"
    return complain(f"interrupted: {missing}; {again}", INTERRUPTED)


@contextmanager
def _cluster(scheduler: str | None) -> Iterator[None]:
    """The backend of joblib is the Dask cluster of this scheduler, where one is named."""
    if scheduler is None:
        yield
        return
    try:
        from distributed import Client
        from joblib import parallel_config
    except ImportError:
        message = '--scheduler: expected Dask, got none; install the extra "cluster": pip install dpexact[cluster]'
        raise ParameterError(message) from None
    try:
        client: Any = Client(scheduler, timeout=WAIT)
    except (OSError, ValueError, TypeError) as error:
        came = f"{type(error).__name__}: {excerpt(str(error))}"
        message = f"--scheduler: expected the address of a Dask scheduler, such as tcp://host:8786, got {came}"
        raise ParameterError(message) from None
    with client, parallel_config(backend="dask"):
        yield
