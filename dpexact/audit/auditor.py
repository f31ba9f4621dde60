"""The auditor: claims in, a verdict for each out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dpexact import need
from dpexact.audit.cache import Cache, open_cache, remarks_of
from dpexact.audit.claim_table import UnreadableRow, read_claim_table
from dpexact.audit.paper import installed_papers, published_tables
from dpexact.audit.registry import checked, checked_papers, registered
from dpexact.audit.row import AuditRow, FailedRow, Task, audited, judged
from dpexact.audit.workers import checked_jobs, environment_digest, rows_of_workers
from dpexact.certificates.source import name_of
from dpexact.errors import DocumentError, DPExactError, UnfinishedRowError
from dpexact.words import MAX_ROWS, counted, html_table, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dpexact.audit.paper import Paper
    from dpexact.audit.quantity import Quantity
    from dpexact.audit.registry import Quantities
    from dpexact.certificates.source import PathText

    Progress = Callable[[int, int, str], None] | None

__all__ = ["Audit", "AuditInterrupted", "AuditRow", "FailedRow", "audit"]


@need.made_by("audit(tables)", entries=tuple)
@dataclass(frozen=True)
class Audit:
    """The rows of one audit, in the order of the tables, also those that failed.

    `notes` says what there is to say of the run itself: how much came from a cache.
    """

    entries: tuple[AuditRow | FailedRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[AuditRow, ...]:
        """The rows with a verdict."""
        return tuple(row for row in self.entries if isinstance(row, AuditRow))

    @property
    def failed(self) -> tuple[FailedRow, ...]:
        """The rows that cannot be read or computed."""
        return tuple(row for row in self.entries if isinstance(row, FailedRow))

    @property
    def unfinished(self) -> tuple[FailedRow, ...]:
        """The rows that an interrupted audit did not come to; `failed` has them too."""
        return tuple(row for row in self.failed if isinstance(row.error, UnfinishedRowError))

    @property
    def as_expected(self) -> bool:
        """Whether every row has a verdict, and the recorded one (where none is recorded: is right)."""
        return not self.failed and all(row.as_expected for row in self.rows)

    @property
    def refuted(self) -> tuple[AuditRow, ...]:
        """The rows whose published number is wrong; not those that are readings."""
        return tuple(row for row in self.rows if row.refuted)

    @property
    def outcomes(self) -> Mapping[str, int]:
        """How many rows there are of each outcome (`AuditRow.outcome`)."""
        return Counter(row.outcome for row in self.rows)

    def small(self, outcome: str) -> int:
        """How many of the rows of an outcome are wrong by less than 0.1 per cent."""
        return sum(row.outcome == outcome and row.judgement.weight == "small" for row in self.rows)

    def _repr_html_(self) -> str:
        """For notebooks: the first rows; a report has them all."""
        rows = [_cells(row) for row in self.entries[: MAX_ROWS + 1]] + [[""]] * max(0, len(self.entries) - MAX_ROWS - 1)
        header = ("claim", "quantity", "printed", "true value", "verdict", "remarks")
        counts: Counter[str] = Counter(self.outcomes)
        counts.update({"without a verdict": len(self.failed)} if self.failed else {})
        said = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
        return html_table(f"{counted(len(self.entries), 'row')}: {said or 'none'}", header, rows)


def _cells(row: AuditRow | FailedRow) -> list[str]:
    if isinstance(row, FailedRow):
        return [row.id or "?", "", "", "", "cannot be read or computed", str(row.error)]
    number, claim, judgement = row.number, row.claim, row.judgement
    off = f"{judgement.units_off} off, too {judgement.printed_is}" if judgement.units_off else ""
    side = f"{judgement.side} side" if judgement.side in ("safe", "unsafe") else ""
    said = "; ".join(filter(None, [off, side, judgement.weight, "a reading" if claim.reading else "", row.caution]))
    true = "unknown" if number is None else shown(number)
    return [claim.id, claim.quantity, f"{claim.printed} {claim.meaning}", true, judgement.verdict, said]


class AuditInterrupted(KeyboardInterrupt):
    """Ctrl-C during an audit; `.audit` has all rows, those that were not come to as failed."""

    def __init__(self, audit: Audit) -> None:
        super().__init__("the audit was interrupted")
        self.audit = audit


@dataclass
class _Run:
    """An audit under way: the rows that there are, by their place, and those that are still to be computed."""

    quantities: Quantities
    entries: list[AuditRow | FailedRow | None] = field(default_factory=list)
    tasks: dict[int, Task] = field(default_factory=dict)
    cache: Cache | None = None
    kept: frozenset[str] = frozenset()  # the quantities whose numbers may come from the cache

    def result(self) -> Audit:
        """The rows; those that are still to be computed as failed."""
        for place, task in self.tasks.items():
            if self.entries[place] is None:
                message = f"{task.table}: {task.place}: not computed, the audit was interrupted; run it again"
                self.entries[place] = FailedRow(task.table, task.claim.id, UnfinishedRowError(message, task.table))
        notes = () if self.cache is None else tuple(remarks_of(self.cache, len(self.tasks)))
        return Audit(tuple(row for row in self.entries if row is not None), notes)


def audit(
    tables: Iterable[PathText] | None = None,
    progress: Progress = None,
    *,
    papers: Iterable[Paper] | None = None,
    quantities: Iterable[Quantity] = (),
    jobs: int = 1,
    cache: PathText | None = None,
) -> Audit:
    """Audit claim tables, by default all that are shipped; `progress(done, total, id)` is called for each row.

    `papers` are those whose quantities (and, without tables, whose tables alone) are meant, by default all that are
    installed; `quantities` are the caller's own. All tables are read before anything is computed. A row that cannot be
    read or computed is a `FailedRow` and does not stop the others.

    With `jobs` processes (-1: one for each processor) the rows are computed through joblib, on the backend of
    `joblib.parallel_config` (a Dask cluster, say); the result is the same. `cache` is a folder for true numbers, from
    which a later audit takes those whose quantity, parameters and program have not changed; docs/audit.md.

    Guarantee: exact where the quantity is exact, otherwise an enclosure or "undecided".
    Raises: DocumentError for a table that cannot be read at all, or a folder that can be no cache; ParameterError for
    two quantities of one name; AuditInterrupted (a KeyboardInterrupt) with the rows so far.

    >>> from dpexact.audit import audit
    >>> audit(["claims/rappor.toml"]).as_expected
    True
    """
    chosen = installed_papers() if papers is None else checked_papers(papers)
    own = checked(quantities, "quantities")
    processes = checked_jobs(jobs)
    run = _Run(registered(chosen, own))
    shipped = [paper.printed for paper in chosen if paper.printed is not None]
    shipped += published_tables() if papers is None else ()
    for path in _paths(tables, shipped):
        _add_table(run, path)
    run.kept = frozenset(run.quantities) - {quantity.name for quantity in own if not quantity.digest}
    try:
        with _cache_of(run, cache):
            _compute(run, progress, processes)
    except KeyboardInterrupt:
        raise AuditInterrupted(run.result()) from None
    return run.result()


def _add_table(run: _Run, path: PathText) -> None:
    table = read_claim_table(path, run.quantities)
    for row, place in zip(table.rows, table.row_places, strict=True):
        if isinstance(row, UnreadableRow):
            run.entries.append(FailedRow(table.file, row.id, row.error))
        else:
            run.tasks[len(run.entries)] = Task(table.file, row, place)
            run.entries.append(None)


@contextmanager
def _cache_of(run: _Run, folder: PathText | None) -> Iterator[None]:
    """The cache of the run is open, where one is wanted; what was computed is in it afterwards, come what may."""
    if folder is not None:
        name_of(folder, "cache")
        run.cache = open_cache(folder, environment_digest())
    try:
        yield
    finally:
        if run.cache is not None:
            run.cache.close()


def _compute(run: _Run, progress: Progress, jobs: int) -> None:
    """Compute every row that the cache does not have."""
    _take_from_cache(run)
    waiting = {place: task for place, task in run.tasks.items() if run.entries[place] is None}
    done, total = len(run.tasks) - len(waiting), len(run.tasks)
    if jobs != 1 and waiting:
        for place, row in rows_of_workers(waiting, run.quantities, jobs):
            if progress is not None:
                progress(done, total, waiting[place].claim.id)
            done += 1
            _add_row(run, place, row)
        return
    for place, task in waiting.items():
        if progress is not None:
            progress(done, total, task.claim.id)
        done += 1
        _add_row(run, place, audited(task, run.quantities))


def _take_from_cache(run: _Run) -> None:
    """Judge the rows whose true number is in the cache."""
    if run.cache is None:
        return
    for place, task in run.tasks.items():
        quantity = run.quantities[task.claim.quantity]
        if quantity.name not in run.kept:
            continue
        number = run.cache.number(quantity, task.claim.parameters)
        if number is None:
            continue
        try:
            run.entries[place] = judged(task, quantity, number)
        except DPExactError:
            run.entries[place] = None  # computed again, it fails in the words of its own


def _add_row(run: _Run, place: int, row: AuditRow | FailedRow) -> None:
    run.entries[place] = row
    if run.cache is None or isinstance(row, FailedRow) or row.claim.quantity not in run.kept:
        return
    run.cache.keep(run.quantities[row.claim.quantity], row.claim.parameters, row.number)


def _paths(tables: Iterable[PathText] | None, shipped: Iterable[PathText]) -> Iterable[PathText]:
    """The tables as given, or those that are shipped.

    Raises: DocumentError for a single path, whose letters would be read as paths.
    """
    if tables is None:
        return shipped
    listed = need.values(tables, "audit: tables", "a list of paths", DocumentError, also=(Mapping, AbstractSet))
    for place, path in enumerate(listed):
        name_of(path, f"tables[{place}]")
    return listed
