"""What joblib's Dask backend leaves out: to say so when the workers of a task have died, and to cancel what is left.

In joblib 1.5 and 1.6 the error of a task that Dask gives up on (KilledWorker) reaches nobody: whoever waits for the
tasks waits for ever. Errors inside a task are not concerned. And where the cluster has one worker left, joblib computes
in this process, which a row may kill.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST = 2  # workers, for joblib not to compute here
MARK = "tells_dpexact_of_failures"


@dataclass(frozen=True)
class _Failure:
    """In place of a result: the error that Dask ended a task with."""

    error: BaseException


def tell_of_failures(backend: Any) -> None:
    """Let this backend of joblib tell of every task that Dask gives up on; other backends stay as they are."""
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
