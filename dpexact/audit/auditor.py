"""The auditor takes claims and gives a verdict for each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from dpexact.audit.cache import Cache, environment_digest, files_read, open_cache
from dpexact.audit.claim_table import claimed_files, read_claim_table
from dpexact.audit.claims_in_text import SHAPE
from dpexact.audit.paper import (
    Paper,
    Quantities,
    checked,
    installed_papers,
    published_tables,
    registered,
)
from dpexact.audit.quantity import Quantity
from dpexact.audit.row import FAILED, AuditRow, audited, judged
from dpexact.audit.sentences import remarks, row_name, verdict_text
from dpexact.audit.workers import DaskClient, checked_jobs, rows_of_workers
from dpexact.certificates.source import PathText, name_of
from dpexact.errors import DocumentError, DPExactError, UnfinishedRowError, need
from dpexact.numbers.notebook import MAX_ROWS, html_table, shown
from dpexact.numbers.typography import counted

MOST_SILENT = 3  # files without a claim that are named
Progress = Callable[[int, int, str], None] | None

__all__ = ["Audit", "AuditInterrupted", "AuditRow", "audit"]


@need.made_by("audit(tables)", entries=tuple)
@dataclass(frozen=True)
class Audit:
    """The rows of one audit, in the order of the tables, with those that failed.

    `notes` are remarks on the run itself, such as texts without a claim and the share that came from a cache.
    """

    entries: tuple[AuditRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[AuditRow, ...]:
        """The rows with a verdict."""
        return tuple(row for row in self.entries if row.error is None)

    @property
    def failed(self) -> tuple[AuditRow, ...]:
        """The rows that cannot be read or computed. Their `error` says why."""
        return tuple(row for row in self.entries if row.error is not None)

    @property
    def unfinished(self) -> tuple[AuditRow, ...]:
        """The rows that an interrupted audit did not reach. `failed` has them too."""
        return tuple(row for row in self.entries if _is_unfinished(row))

    @property
    def finished(self) -> Audit:
        """The audit without the rows that it did not reach."""
        return Audit(tuple(row for row in self.entries if not _is_unfinished(row)), self.notes)

    @property
    def as_expected(self) -> bool:
        """Return whether there are rows, and every one has the recorded verdict or, if none is recorded, is right."""
        return bool(self.entries) and all(row.as_expected for row in self.entries)

    @property
    def refuted(self) -> tuple[AuditRow, ...]:
        """The rows whose published number is wrong, without the readings."""
        return tuple(row for row in self.rows if row.refuted)

    @property
    def outcomes(self) -> Mapping[str, int]:
        """Return how many rows there are of each outcome (`AuditRow.outcome`)."""
        return Counter(row.outcome for row in self.rows)

    def _repr_html_(self) -> str:
        """Show the first rows in a notebook. A report has them all."""
        rows = [_cells(row) for row in self.entries[: MAX_ROWS + 1]] + [[""]] * max(0, len(self.entries) - MAX_ROWS - 1)
        header = ("claim", "quantity", "printed", "true value", "verdict", "remarks")
        counts: Counter[str] = Counter(self.outcomes)
        counts.update({"without a verdict": len(self.failed)} if self.failed else {})
        counts_text = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
        return html_table(f"{counted(len(self.entries), 'row')}: {counts_text or 'none'}", header, rows)


def _is_unfinished(row: AuditRow) -> bool:
    return isinstance(row.error, UnfinishedRowError)


def _cells(row: AuditRow) -> list[str]:
    claim = row.claim
    if row.error is not None:
        return [row_name(row), "", "", "", FAILED, str(row.error)]
    true = "unknown" if row.shown is None else shown(row.shown)
    judged = [verdict_text(row), remarks(row)]
    return [claim.id, claim.quantity, f"{claim.printed} {claim.meaning}", true, *judged]


class AuditInterrupted(KeyboardInterrupt):
    """Ctrl-C during an audit. `.audit` has all rows, and those not yet reached have failed."""

    def __init__(self, audit: Audit) -> None:
        super().__init__("the audit was interrupted")
        self.audit = audit


def audit(
    tables: Iterable[PathText] | None = None,
    progress: Progress = None,
    *,
    papers: Iterable[Paper] | None = None,
    quantities: Iterable[Quantity] = (),
    jobs: int | DaskClient = 1,
    cache: PathText | None = None,
) -> Audit:
    """Audit claim tables, by default all that are shipped. `progress(done, total, id)` is called for each row.

    A table may be a text with claims in it, or a folder of tables and of such texts.

    The quantities of the `papers` are known, and without tables only their tables are audited. By default these are all
    installed papers. `quantities` are the caller's own. All tables are read before anything is computed. A row that
    cannot be read or computed has an `error` and does not stop the others.

    With `jobs` processes (-1: one for each processor), or on the cluster of a `distributed.Client` given as `jobs`, the
    result is the same. `cache` is a folder for true numbers, from which a later audit takes those whose quantity,
    parameters and program have not changed; docs/reports.md.

    The answer is exact if the quantity is exact, otherwise an enclosure or "undecided".
    Raises DocumentError for a table that cannot be read at all, or a folder that cannot be a cache. ParameterError
    for two quantities of one name. AuditInterrupted (a KeyboardInterrupt) with the rows so far.

    >>> from dpexact.audit import audit
    >>> audit(["claims/rappor.toml"]).as_expected
    True
    """
    chosen = installed_papers() if papers is None else checked(papers, "papers", Paper, "papers")
    own = checked(quantities, "quantities", Quantity, "quantities")
    checked_jobs(jobs)
    known = registered(chosen, own)
    paths: list[PathText] = [paper.printed for paper in chosen if paper.printed is not None]
    paths += published_tables() if papers is None else ()
    if tables is not None:  # a single path, whose letters would be read as paths, is refused
        paths = need.values(tables, "audit: tables", "a list of paths", DocumentError, also=(Mapping, AbstractSet))
        for place, path in enumerate(paths):
            name_of(path, f"tables[{place}]")
    entries, notes = _read(paths, known)
    readable, store = sum(map(_is_unfinished, entries)), None

    def result() -> Audit:
        return Audit(tuple(entries), (*notes, *(() if store is None else store.remarks(readable))))

    try:
        if cache is not None:
            name_of(cache, "cache")
            store = open_cache(cache, environment_digest(), [quantity.name for quantity in own if not quantity.digest])
        with nullcontext() if store is None else closing(store):  # it keeps the numbers, however the run ends
            _compute(entries, known, store, progress, jobs)
    except KeyboardInterrupt:
        raise AuditInterrupted(result()) from None
    return result()


def _read(paths: Iterable[PathText], known: Quantities) -> tuple[list[AuditRow], list[str]]:
    """Return the rows of tables, of which those that can be read are unfinished, and notes on files without a claim."""
    entries: list[AuditRow] = []
    silent: list[str] = []
    for path in paths:
        is_folder = os.fspath(path) != "-" and Path(path).is_dir()
        files: Sequence[PathText] = claimed_files(path) if is_folder else [path]
        silent += [] if files else [f"{name_of(path)}: no claim table, and no text with a claim, in the folder"]
        for table in (read_claim_table(file, known) for file in files):
            silent += [] if table.rows else [f"{table.file}: no claim; {table.hint or f'one reads {SHAPE}'}"]
            for row in table.rows:
                message = f"{table.file}: {row.place}: not computed, because the audit was interrupted; run it again"
                entries.append(row if row.error else replace(row, error=UnfinishedRowError(message, table.file)))
    more = len(silent) - MOST_SILENT
    return entries, silent[:MOST_SILENT] + ([f"no claim in {counted(more, 'further file')}"] if more > 0 else [])


def _compute(
    entries: list[AuditRow], quantities: Quantities, store: Cache | None, progress: Progress, jobs: int | DaskClient
) -> None:
    """Judge the rows whose true number is in the cache, and compute the others."""
    waiting = {place: row for place, row in enumerate(entries) if _is_unfinished(row)}
    readable = len(waiting)
    for place, row in list(waiting.items()):
        quantity = quantities[row.claim.quantity]
        number = store.number(quantity, row.claim.parameters) if store else None
        if number is not None:
            with suppress(DPExactError):  # computed again, it fails in the words of its own
                entries[place] = judged(row, quantity, number)
                del waiting[place]
    done = count(readable - len(waiting))
    late = set() if store is None else store.late

    def tell(row: AuditRow) -> None:
        if progress is not None:
            progress(next(done), readable, row.claim.id)

    def add(place: int, row: AuditRow) -> None:
        entries[place] = row
        if store is not None and row.error is None:
            store.keep(quantities[row.claim.quantity], row.claim.parameters, row.number)

    if jobs == 1 or not waiting:
        for place, row in waiting.items():
            tell(row)
            with files_read() as files:
                computed = audited(row, quantities)
            late.update(map(str, files))
            add(place, computed)
        return
    with closing(rows_of_workers(waiting, quantities, jobs, late)) as rows:
        for place, row in rows:
            tell(row)
            add(place, row)
