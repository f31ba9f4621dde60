"""Judge rows in processes of this machine, or on a Dask cluster, and say why a worker failed.

In joblib 1.5 and 1.6 the error of a task that Dask gives up on (KilledWorker) reaches nobody: whoever waits for the
tasks waits for ever. Errors inside a task are not concerned. And where the cluster has one worker left, joblib computes
in this process, which a row may kill.

A worker that dies takes no row with it: the rows that it may have had are computed again, each alone, and the one that
ends its process again is reported as such.
"""

from __future__ import annotations

import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import distributions
from multiprocessing import parent_process
from pathlib import Path
from types import ModuleType
from typing import Any

from dpexact.audit.registry import Quantities
from dpexact.audit.row import AuditRow, audited, mistake
from dpexact.audit.settled import number_of_record, record_of
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.typography import excerpt, value_excerpt

Chunk = list[tuple[int, AuditRow]]
Outcome = dict[str, Any]


PACKAGE = Path(__file__).parent.parent
PROJECT = "project"


@cache
def package_digest() -> str:
    """Digest the sources of dpexact, without the files of the project that a wheel carries beside them."""
    found = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / PROJECT):
            continue
        content = path.read_bytes()
        found.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def environment_digest() -> str:
    """Return the digest of dpexact, Python, the versions of what is installed, and the modules of `loose_modules`."""
    packages = [found.metadata for found in distributions()]
    installed = sorted({f"{package['Name']} {package['Version']}" for package in packages})
    found = sha256("\n".join([package_digest(), sys.version, *installed]).encode())
    for module in loose_modules():
        found.update(f"\n{module.__name__} ".encode() + sha256(Path(str(module.__file__)).read_bytes()).digest())
    return found.hexdigest()


def loose_modules() -> list[ModuleType]:
    """Return the modules that are loaded from files outside of the installation: the user's own, by name.

    One that is imported under two names comes once.
    """
    program = sys.modules.get("__main__")
    named = sorted(sys.modules.items())
    found = {getattr(module, "__name__", name): module for name, module in named if _is_loose(module)}
    return [module for module in found.values() if module is not program]


@cache
def _installation() -> tuple[Path, ...]:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return (PACKAGE, *(Path(folder).resolve() for folder in folders))


def _is_loose(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return False
    path = Path(file).resolve()
    return path.is_file() and not any(path.is_relative_to(folder) for folder in _installation())


LEAST = 2  # workers, for joblib not to compute here
MARK = "tells_dpexact_of_failures"


@dataclass(frozen=True)
class _Failure:
    """In place of a result: the error that Dask ended a task with."""

    error: BaseException


def tell_of_failures(backend: Any) -> None:
    """Let this backend of joblib report every task that Dask gives up on; other backends stay as they are."""
    if type(backend).__name__ != "DaskDistributedBackend" or hasattr(backend, MARK):
        return
    submit, retrieve, abort = backend.submit, backend.retrieve_result_callback, backend.abort_everything
    configure = backend.configure

    def telling_submit(func: Any, callback: Callable[[Any], Any] | None = None) -> Any:
        future = submit(func, callback)
        future.add_done_callback(lambda done: _tell(done, callback))
        return future

    def telling_retrieve(out: Any) -> Any:
        if isinstance(out, _Failure):
            raise out.error
        return retrieve(out)

    def cancelling_abort(*, ensure_ready: bool = True) -> None:
        abort(ensure_ready=ensure_ready)
        left = list(getattr(backend, "_results", ()))  # Dask's futures, of tasks that are still to be computed
        backend.client.cancel(left, force=True)

    def configure_for_two(*args: Any, **given: Any) -> int:
        workers: int = configure(*args, **given)
        return max(LEAST, workers)

    backend.configure = configure_for_two
    backend.submit, backend.retrieve_result_callback = telling_submit, telling_retrieve
    backend.abort_everything = cancelling_abort
    setattr(backend, MARK, True)


def _tell(done: Any, callback: Callable[[Any], Any] | None) -> None:
    error = done.exception()
    if error is not None and callback is not None:
        callback(_Failure(error))


MOST_ROWS = 50  # that go to a worker at once
CHUNKS = 8  # for each worker, at least, where there are few rows
SECONDS = 1.0  # after which a worker hands back what it has
DEATHS = ("BrokenProcessPool", "TerminatedWorkerError", "KilledWorker")


@dataclass(frozen=True)
class Orders:
    """The knowledge of every worker: the quantities, pickled, and which dpexact they belong to."""

    quantities: bytes
    package: str


def checked_jobs(jobs: object) -> int:
    """Return a number of processes. Raises: ParameterError."""
    if type(jobs) is not int or (jobs < 1 and jobs != -1):
        raise ParameterError(value_excerpt(jobs), place="jobs", expected="an integer >= 1, or -1 for all processors")
    return jobs


def rows_of_workers(tasks: Mapping[int, AuditRow], quantities: Quantities, jobs: int) -> Iterator[tuple[int, AuditRow]]:
    """Yield the rows of the tasks, with their places, in the order in which they arrive; every task exactly once.

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


def work(chunk: Chunk, orders: Orders) -> list[tuple[int, Outcome]]:
    """Compute, in a worker, the outcomes of the first rows: as many as a second allows, at least one."""
    if parent_process() is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gathers the rows
    if orders.package != package_digest():
        raise DPExactError(
            "a different one",
            place="workers",
            expected="the same dpexact as here",
            remedy="install the same version there",
        )
    known = _unpickled(orders.quantities)
    found: list[tuple[int, Outcome]] = []
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


def _outcome(row: AuditRow) -> Outcome:
    """Return what a worker adds to a row, as it is sent back: with bounds in place of an enclosure."""
    number = record_of(row.number) if isinstance(row.number, Enclosure) else row.number
    fields = {"number": number, "judgement": row.judgement, "caution": row.caution, "remark": row.remark}
    return {**fields, "error": row.error, "evidence": row.evidence}


def _row(task: AuditRow, outcome: Outcome, quantities: Quantities) -> AuditRow:
    row = replace(task, **outcome)
    if isinstance(row.number, dict):
        number = number_of_record(row.number, quantities[task.claim.quantity], task.claim.parameters)
        return replace(row, number=number)
    return row


def _orders(tasks: Mapping[int, AuditRow], quantities: Quantities) -> Orders:
    """Pickle the quantities of the tasks: by value those of modules that are not installed, which workers lack."""
    import cloudpickle

    names = sorted({task.claim.quantity for task in tasks.values()})
    modules = loose_modules()
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        content = cloudpickle.dumps({name: quantities[name] for name in names})
    except Exception as error:
        came = f"{type(error).__name__}: {excerpt(str(error))}"
        raise ParameterError(
            came, place="quantities", expected="quantities that can be sent to other processes", remedy="use jobs=1"
        ) from error
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
    return Orders(content, package_digest())


def _round(
    tasks: Mapping[int, AuditRow], orders: Orders, jobs: int, sent: list[int]
) -> Iterator[list[tuple[int, Outcome]]]:
    """Yield the outcomes of one pass over the tasks; `sent` gets the places of those that a worker has been given."""
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


def _alone(place: int, task: AuditRow, orders: Orders, quantities: Quantities) -> AuditRow:
    """Compute a row with nothing else beside it: either it ends the process, or it is innocent."""
    for _try in range(2):  # among others it may not have begun before another row ended the processes
        try:
            for found in _round({place: task}, orders, 2, []):  # two workers of which one has nothing to do
                for _, outcome in found:
                    return _row(task, outcome, quantities)
        except Exception as error:  # noqa: BLE001 - as above
            if not _is_death(error):
                return dict(_given_up({place: task}, error))[place]
    return replace(task, error=mistake(task, "the process that computed it ended, twice"))


def _is_death(error: BaseException) -> bool:
    return any(kind.__name__ in DEATHS for kind in type(error).__mro__)


def _given_up(tasks: Mapping[int, AuditRow], error: Exception) -> Iterator[tuple[int, AuditRow]]:
    """Yield the rows that could not be computed because there are no workers."""
    for place, task in tasks.items():
        came = f"no workers: {type(error).__name__}: {excerpt(str(error))}"
        yield place, replace(task, error=mistake(task, came))
