"""Compute the rows of an audit in other processes; a process that dies takes no row with it.

Processes of this machine are forked if the system can: a forked worker has the caller's quantities as they are (also
lambdas, and those of a notebook), runs no program a second time and starts at once. Elsewhere processes are spawned,
and there, as on a Dask cluster, quantities are pickled and the user's own modules go along as texts.

Rows that failed are computed again, each alone, so that a row that ends its process is told from those that were under
way beside it.
"""

import linecache
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import lru_cache
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from math import inf
from multiprocessing import active_children, get_all_start_methods, get_context, parent_process
from pathlib import Path
from typing import Any, Protocol

from dpexact.audit.cache import PACKAGED, files_read, own_modules, own_names, package_digest
from dpexact.audit.paper import Quantities
from dpexact.audit.row import AuditRow, audited, mistake
from dpexact.audit.settled import number_of_record, record_of
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.typography import excerpt, value_excerpt

Sources = dict[str, tuple[str, str, list[str] | None]]  # of modules: the file, the text, the folders of a package
Tasks = Mapping[int, AuditRow]  # by their place in the audit
Rows = Generator[tuple[int, AuditRow]]
Outcome = dict[str, Any]  # what a worker adds to a row, with bounds in place of an enclosure
Answer = tuple[Outcome, frozenset[str], float]  # with the user's own modules and files in the worker, and the seconds

LONG = 1e9  # seconds for a row of a quantity that is under way for the first time
FIELDS = ("judgement", "caution", "remark", "error", "bounds", "digits")  # that a worker adds beside the number
SECONDS = 1.0  # between two looks for a signal to end
METHOD = "fork" if "fork" in get_all_start_methods() else "spawn"
RECEIVING = threading.Lock()  # the threads of a Dask worker load modules one after the other
HELD: dict[bytes, Quantities] = {}  # the quantities of audits under way in this process; forked workers have them too


class DaskClient(Protocol):
    """The part of `distributed.Client` that an audit uses."""

    get_executor: Callable[..., Executor]
    nthreads: Callable[[], Mapping[str, int]]


def checked_jobs(jobs: object) -> None:
    """Check a number of processes, -1 for all processors, or the client of a Dask cluster. Raises ParameterError."""
    dask = sys.modules.get("distributed")
    is_client = dask is not None and isinstance(jobs, dask.Client)
    if not is_client and (type(jobs) is not int or (jobs < 1 and jobs != -1)):
        expected = "an integer >= 1, -1 for all processors, or a distributed.Client"
        raise ParameterError(value_excerpt(jobs), place="jobs", expected=expected)


def rows_of_workers(tasks: Tasks, quantities: Quantities, jobs: int | DaskClient, late: set[str]) -> Rows:
    """Yield the rows of the tasks, with their places, in the order in which they arrive; every task exactly once.

    Before a row, `late` gets the user's own modules in the process that computed it, and the files that it read for it.
    Close the iterator to stop the workers. Raises ParameterError for quantities that cannot be sent.
    """
    waiting = dict(tasks)
    used = {name: quantities[name] for name in sorted({task.claim.quantity for task in tasks.values()})}
    pool = _Processes(jobs, used) if isinstance(jobs, int) else _Cluster(jobs, used)
    HELD[pool.sent] = used
    try:
        with pool:
            for place, (outcome, read, _) in _answers(tasks, pool):
                late |= read
                task, number = waiting[place], outcome.get("number")
                if isinstance(number, dict):
                    number = number_of_record(number, quantities[task.claim.quantity], task.claim.parameters)
                row = replace(task, **{**outcome, "number": number})
                del waiting[place]
                yield place, row
    except Exception as error:  # noqa: BLE001 - whatever happens to the workers, no row is lost
        for place, task in waiting.items():
            yield place, replace(task, error=mistake(task, f"no workers: {_told(error)}"))
    finally:
        HELD.pop(pool.sent, None)


def work(task: AuditRow, sent: bytes) -> Answer:
    """Compute, in a worker, the outcome of a row."""
    start = time.monotonic()
    try:
        with RECEIVING:
            quantities = HELD[sent] if sent in HELD else received(sent)
    except Exception as error:  # noqa: BLE001 - as an answer: Dask loses some errors on their way, and waits for ever
        return {"error": mistake(task, _told(error))}, frozenset(), 0.0
    with files_read() as files:
        row = audited(task, quantities)
    number = record_of(row.number) if isinstance(row.number, Enclosure) else row.number
    outcome = {"number": number, **{name: getattr(row, name) for name in FIELDS}}
    return outcome, own_names().union(map(str, files)), time.monotonic() - start


def packed(quantities: Quantities, dumps: Callable[[object], bytes]) -> bytes:
    """Pickle the quantities, the texts of the user's own modules, and the digest of dpexact. Raises ParameterError."""
    try:
        return pickle.dumps((package_digest(), own_sources(), dumps(quantities)))
    except Exception as error:
        expected = "quantities that can be sent to other processes"
        raise ParameterError(_told(error), place="quantities", expected=expected, remedy="use jobs=1") from error


@lru_cache(maxsize=4)
def received(sent: bytes) -> Quantities:
    """Return the quantities that were sent. Raises DPExactError if they belong to another dpexact."""
    package, sources, content = pickle.loads(sent)  # noqa: S301 - the caller's own
    if package != package_digest():
        expected, remedy = "the same dpexact as here", "install the same version there"
        raise DPExactError("a different one", place="workers", expected=expected, remedy=remedy)
    sys.meta_path[:] = [_Texts(sources), *(finder for finder in sys.meta_path if not isinstance(finder, _Texts))]
    for name in sources:  # in place of all that was loaded under their names
        sys.modules.pop(name, None)
    quantities: Quantities = pickle.loads(content)  # noqa: S301 - as above
    return quantities


def own_sources() -> Sources:
    """Return the user's own modules that are loaded here, without the program itself, as texts."""
    sources: Sources = {}
    for module in own_modules():
        file = str(module.__file__)
        inside = list(module.__path__) if hasattr(module, "__path__") else None
        if file.endswith(".py") and not PACKAGED.intersection(Path(file).parts):
            sources[module.__name__] = file, "".join(linecache.getlines(file)), inside
    return sources


class _Texts(MetaPathFinder, ExecutionLoader):
    """Lets modules be imported from their texts."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if fullname not in self.sources:
            return None
        file, _, inside = self.sources[fullname]
        return spec_from_file_location(fullname, file, loader=self, submodule_search_locations=inside)

    def get_source(self, fullname: str) -> str:
        return self.sources[fullname][1]

    def get_filename(self, fullname: str) -> str:
        return self.sources[fullname][0]


class _Processes:
    """Processes of this machine, which are all started again after one of them has died."""

    deaths = (BrokenProcessPool,)

    def __init__(self, jobs: int, quantities: Quantities) -> None:
        self.count = jobs if jobs > 0 else os.cpu_count() or 1
        self.most = self.count + 1  # rows under way: one waits for the first worker that has nothing to do
        self.sent = os.urandom(16) if METHOD == "fork" else packed(quantities, pickle.dumps)

    def __enter__(self) -> None:
        self.executor = ProcessPoolExecutor(self.count, get_context(METHOD), _begin)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which a worker does not have
            self.first = self.executor.submit(os.getpid).result()

    def __exit__(self, kind: object, *_: object) -> None:
        for child in active_children():
            if kind is not None and child.pid == self.first:
                child.terminate()  # the executor then ends the others
        self.executor.shutdown(cancel_futures=True)

    def submit(self, task: AuditRow) -> Future[Answer]:
        try:
            return self.executor.submit(work, task, self.sent)
        except BrokenProcessPool:
            self.executor.shutdown()
            self.__enter__()
            return self.executor.submit(work, task, self.sent)


def _begin() -> None:
    def end_with_parent() -> None:
        if parent := parent_process():
            parent.join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gathers the rows
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


class _Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, client: DaskClient, quantities: Quantities) -> None:
        from distributed import KilledWorker
        from distributed.protocol.pickle import dumps

        self.client, self.deaths = client, (KilledWorker,)
        self.sent = packed(quantities, dumps)

    def __enter__(self) -> None:
        self.executor = self.client.get_executor(pure=False)
        self.executor.submit(os.getpid).result()  # as soon as there is a worker
        self.most = 1 + sum(self.client.nthreads().values())

    def __exit__(self, kind: object, *_: object) -> None:
        self.executor.shutdown(wait=kind is None)

    def submit(self, task: AuditRow) -> Future[Answer]:
        return self.executor.submit(work, task, self.sent)


def _answers(tasks: Tasks, pool: _Processes | _Cluster) -> Iterator[tuple[int, Answer]]:
    """Yield the answer to every task; those that failed are computed alone, at most twice."""
    failed: dict[int, Exception] = {}
    yield from _pass(tasks, pool, failed)
    for place in list(failed):
        for _try in range(2):  # among others it may not have begun before another row ended the processes
            if failed.pop(place, None) is not None:
                yield from _pass({place: tasks[place]}, pool, failed)
    for place, error in failed.items():
        came = "the process that computed it ended, twice" if isinstance(error, pool.deaths) else _told(error)
        yield place, ({"error": mistake(tasks[place], came)}, frozenset(), 0.0)


def _pass(tasks: Tasks, pool: _Processes | _Cluster, failed: dict[int, Exception]) -> Iterator[tuple[int, Answer]]:
    """Yield the answers of one pass over the tasks, the slowest quantity first, and put those that fail in `failed`.

    A quantity that nobody has timed counts as slower than all others.
    """
    waiting: dict[str, deque[int]] = defaultdict(deque)  # places, by quantity
    for place, task in tasks.items():
        waiting[task.claim.quantity].append(place)
    seconds: dict[str, float] = {}  # for a row of a quantity
    running: dict[Future[Answer], int] = {}
    while running or waiting:
        while waiting and len(running) < pool.most:
            name = max(waiting, key=lambda name: seconds.get(name, inf))
            seconds.setdefault(name, LONG)
            place = waiting[name].popleft()
            running[pool.submit(tasks[place])] = place
            if not waiting[name]:
                del waiting[name]
        for future in wait(running, SECONDS, FIRST_COMPLETED).done:
            place = running.pop(future)
            try:
                answer = future.result()
            except Exception as error:  # noqa: BLE001 - the death of a worker, or an answer that cannot be sent
                failed[place] = error
            else:
                seconds[tasks[place].claim.quantity] = answer[-1]
                yield place, answer


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {excerpt(str(error))}"
