"""Workers: the rows of an audit in several processes, through joblib, here or wherever its backend computes.

A worker that dies takes no row with it: the rows that it may have had are computed again, each alone, and the one that
ends its process again is reported as such.
"""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any

from dpexact.audit.dask_failures import tell_of_failures
from dpexact.audit.environment import loose_modules, package_digest
from dpexact.audit.known_number import number_of_record, record_of
from dpexact.audit.row import AuditRow, FailedRow, audited, mistake
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.excerpt import excerpt, value_excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpexact.audit.registry import Quantities
    from dpexact.audit.row import Task

    Row = AuditRow | FailedRow
    Chunk = list[tuple[int, Task]]

MOST_ROWS = 50  # that go to a worker at once
CHUNKS = 8  # for each worker, at least, where there are few rows
SECONDS = 1.0  # after which a worker hands back what it has
DEATHS = ("BrokenProcessPool", "TerminatedWorkerError", "KilledWorker")


@dataclass(frozen=True)
class Orders:
    """What every worker has to know: the quantities, pickled, and which dpexact they belong to."""

    quantities: bytes
    package: str


def checked_jobs(jobs: object) -> int:
    """A number of processes. Raises: ParameterError."""
    if type(jobs) is not int or (jobs < 1 and jobs != -1):
        message = f"jobs: expected an integer >= 1, or -1 for all processors, got {value_excerpt(jobs)}"
        raise ParameterError(message)
    return jobs


def rows_of_workers(tasks: Mapping[int, Task], quantities: Quantities, jobs: int) -> Iterator[tuple[int, Row]]:
    """The rows of the tasks, with their places, in the order in which they come; every task exactly once.

    Raises: ParameterError for quantities that cannot be sent to another process.
    """
    waiting = dict(tasks)
    orders = _orders(waiting, quantities)
    while waiting:
        sent: list[int] = []
        try:
            for found in _round(waiting, orders, jobs, sent):
                for place, outcome in found:
                    yield place, _row(waiting.pop(place), outcome, quantities)
        except Exception as error:  # noqa: BLE001 - whatever happens to the workers, no row is lost
            if not _is_death(error):
                yield from _given_up(waiting, error)
                return
            for place in sent:
                if place in waiting:
                    yield place, _alone(place, waiting.pop(place), orders, quantities)


def work(chunk: Chunk, orders: Orders) -> list[tuple[int, object]]:
    """In a worker: the outcomes of the first rows, as many as a second allows; at least one."""
    if parent_process() is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gathers the rows
    if orders.package != package_digest():
        message = "workers: expected the same dpexact as here, got another one; install the same version there"
        raise DPExactError(message)
    known = _unpickled(orders.quantities)
    found: list[tuple[int, object]] = []
    start = time.monotonic()
    for place, task in chunk:
        found.append((place, _outcome(audited(task, known))))
        if time.monotonic() - start > SECONDS:
            break
    return found


@lru_cache(maxsize=4)
def _unpickled(quantities: bytes) -> Quantities:
    import cloudpickle

    found: Quantities = cloudpickle.loads(quantities)  # the sender's own, as all that joblib sends
    return found


def _outcome(row: Row) -> object:
    """A row as it is sent back: without the claim, and with bounds in place of an enclosure."""
    if isinstance(row, FailedRow):
        return row.error
    number = record_of(row.number) if isinstance(row.number, Enclosure) else row.number
    return number, row.judgement, row.caution, row.remark


def _row(task: Task, outcome: Any, quantities: Quantities) -> Row:
    if isinstance(outcome, DPExactError):
        return FailedRow(task.table, task.claim.id, outcome)
    number, judgement, caution, remark = outcome
    if isinstance(number, dict):
        number = number_of_record(number, quantities[task.claim.quantity], task.claim.parameters)
    return AuditRow(task.table, task.claim, number, judgement, caution, remark)


def _orders(tasks: Mapping[int, Task], quantities: Quantities) -> Orders:
    """The quantities of the tasks, pickled: by value those of modules that are not installed, which workers lack."""
    import cloudpickle

    names = sorted({task.claim.quantity for task in tasks.values()})
    modules = loose_modules()
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        content = cloudpickle.dumps({name: quantities[name] for name in names})
    except Exception as error:
        came = f"{type(error).__name__}: {excerpt(str(error))}"
        message = f"quantities: expected some that can be sent to other processes, got {came}; use jobs=1"
        raise ParameterError(message) from error
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
    return Orders(content, package_digest())


def _round(tasks: Mapping[int, Task], orders: Orders, jobs: int, sent: list[int]) -> Iterator[list[tuple[int, object]]]:
    """The outcomes of one pass over the tasks; `sent` gets the places of those that a worker has been given."""
    from joblib import Parallel, delayed, effective_n_jobs
    from joblib.parallel import get_active_backend

    pairs = list(tasks.items())
    workers = max(2, effective_n_jobs(jobs))  # with one, joblib computes in this process, which a row may kill
    size = max(1, min(MOST_ROWS, len(pairs) // (CHUNKS * workers)))

    def calls() -> Iterator[Any]:
        for start in range(0, len(pairs), size):
            chunk = pairs[start : start + size]
            sent.extend(place for place, _ in chunk)
            yield delayed(work)(chunk, orders)

    tell_of_failures(get_active_backend()[0])
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1, max_nbytes=None)
    yield from parallel(calls())


def _alone(place: int, task: Task, orders: Orders, quantities: Quantities) -> Row:
    """A row that nothing else is computed beside: it is the one that ends the process, or it is innocent."""
    try:
        for found in _round({place: task}, orders, 2, []):  # two workers of which one has nothing to do
            for _, outcome in found:
                return _row(task, outcome, quantities)
    except Exception as error:  # noqa: BLE001 - as above
        if not _is_death(error):
            return dict(_given_up({place: task}, error))[place]
    return FailedRow(task.table, task.claim.id, mistake(task, "the process that computed it ended, twice"))


def _is_death(error: BaseException) -> bool:
    return any(kind.__name__ in DEATHS for kind in type(error).__mro__)


def _given_up(tasks: Mapping[int, Task], error: Exception) -> Iterator[tuple[int, FailedRow]]:
    """The rows that could not be computed because there are no workers."""
    for place, task in tasks.items():
        came = f"no workers: {type(error).__name__}: {excerpt(str(error))}"
        yield place, FailedRow(task.table, task.claim.id, mistake(task, came))
