"""With how much effort an audit is computed: processes, a Dask cluster, a cache; and what an interruption leaves."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.audit.auditor import Audit, AuditInterrupted, audit
from dpexact.cli.outcome import INTERRUPTED, complain
from dpexact.cli.progress import count_line, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.extra import install_command
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpexact.audit.paper import Paper
    from dpexact.audit.quantity import Quantity

WAIT = 15  # seconds for a scheduler to answer
WAIT_FOR_PORT = 3  # seconds for anything at all to listen there


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
        from distributed.comm.addressing import get_address_host_port
        from joblib import parallel_config
    except ImportError:
        message = f"--scheduler: expected Dask, got none; {install_command('cluster')}"
        raise ParameterError(message) from None
    try:
        with socket.create_connection(get_address_host_port(scheduler), timeout=WAIT_FOR_PORT) as connection:
            if scheduler.partition("://")[0] not in ("tls", "ws", "wss"):  # over TCP a scheduler speaks first
                connection.settimeout(WAIT)
                if not connection.recv(1):
                    message = "it hangs up"
                    raise ConnectionError(message)  # noqa: TRY301 - told as every other reason
        client: Any = Client(scheduler, timeout=WAIT)
    except Exception as error:  # noqa: BLE001 - whatever an answer that is none of a scheduler does to Dask
        came = f"{excerpt(repr(scheduler))} ({type(error).__name__}: {excerpt(str(error))})"
        message = (
            f"--scheduler: expected the address of a Dask scheduler that answers, such as tcp://host:8786, got {came}; "
            "start one with `dask scheduler`, or leave the option out"
        )
        raise ParameterError(message) from None
    with client, parallel_config(backend="dask"):
        yield
