"""The auditor: claims in, a verdict for each out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.audit.claim_table import UnreadableRow, read_claim_table
from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import parse_printed
from dpexact.audit.printed_claim import REFUTED, RIGHT
from dpexact.audit.published import published_tables
from dpexact.audit.registry import registered
from dpexact.documents.fault import fault
from dpexact.errors import DocumentError, DPExactError, UndecidedError
from dpexact.numbers.excerpt import excerpt, value_excerpt
from dpexact.paper import installed_papers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.audit.claim_table import ClaimTable
    from dpexact.audit.printed_claim import Claim
    from dpexact.audit.quantity import PrivacyDirection, Quantity
    from dpexact.audit.registry import Quantities
    from dpexact.documents.source import PathText
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact
    from dpexact.paper import Paper

OPEN = Judgement("undecided", (), None, None, None, None)


@dataclass(frozen=True)
class AuditRow:
    """A claim, the true number (infinity as a float, None if even an enclosure could not be had) and the judgement."""

    table: str
    claim: Claim
    number: Exact | Enclosure | float | None
    judgement: Judgement

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the recorded one; where none is recorded, whether the row is right."""
        if self.claim.expected is None:
            return self.judgement.verdict in RIGHT
        return self.judgement.verdict == self.claim.expected

    @property
    def open(self) -> bool:
        """Whether a row without a recorded verdict stays undecided."""
        return self.claim.expected is None and self.judgement.verdict == "undecided"

    @property
    def refuted(self) -> bool:
        """Whether the published row is wrong or its bound violated."""
        return self.judgement.verdict in REFUTED


@dataclass(frozen=True)
class FailedRow:
    """A row that cannot be read or computed; the error names the place. `id` is None where it cannot be read."""

    table: str
    id: str | None
    error: DPExactError


@dataclass(frozen=True)
class Audit:
    """The rows of one audit, in the order of the tables, also those that failed."""

    entries: tuple[AuditRow | FailedRow, ...]

    @property
    def rows(self) -> tuple[AuditRow, ...]:
        """The rows with a verdict."""
        return tuple(row for row in self.entries if isinstance(row, AuditRow))

    @property
    def failed(self) -> tuple[FailedRow, ...]:
        """The rows that cannot be read or computed."""
        return tuple(row for row in self.entries if isinstance(row, FailedRow))

    @property
    def as_expected(self) -> bool:
        """Whether every row has a verdict, and the recorded one (where none is recorded: is right)."""
        return not self.failed and all(row.as_expected for row in self.rows)

    @property
    def refuted(self) -> tuple[AuditRow, ...]:
        """The rows whose published number is wrong."""
        return tuple(row for row in self.rows if row.refuted)


def audit(
    tables: Iterable[PathText] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
    *,
    papers: Iterable[Paper] | None = None,
    quantities: Iterable[Quantity] = (),
) -> Audit:
    """Audit claim tables, by default all that are shipped; `progress(done, total, id)` is called before each row.

    `papers` are those whose quantities (and, without tables, whose tables alone) are meant, by default all that are
    installed; `quantities` are the caller's own. All tables are read before anything is computed. A row that cannot be
    read or computed is a `FailedRow` and does not stop the others.

    Guarantee: exact where the quantity is exact, otherwise an enclosure or "undecided".
    Raises: DocumentError for a table that cannot be read at all; ParameterError for two quantities of one name.
    """
    chosen = installed_papers() if papers is None else tuple(papers)
    known = registered(chosen, quantities)
    shipped = [paper.printed for paper in chosen if paper.printed is not None]
    shipped += published_tables() if papers is None else ()
    loaded = [read_claim_table(path, known) for path in _paths(tables, shipped)]
    total = sum(len(table.claims) for table in loaded)
    entries: list[AuditRow | FailedRow] = []
    done = 0
    for table in loaded:
        for row, place in zip(table.rows, table.row_places, strict=True):
            if isinstance(row, UnreadableRow):
                entries.append(FailedRow(table.file, row.id, row.error))
                continue
            if progress is not None:
                progress(done, total, row.id)
            done += 1
            entries.append(_audited(table, row, place, known))
    return Audit(tuple(entries))


def _paths(tables: Iterable[PathText] | None, shipped: Iterable[PathText]) -> Iterable[PathText]:
    """The tables as given, or those that are shipped.

    Raises: DocumentError for a single path, whose letters would be read as paths.
    """
    if tables is None:
        return shipped
    if isinstance(tables, str | os.PathLike) or not hasattr(tables, "__iter__"):
        message = f"audit: expected a list of paths, got {value_excerpt(tables)} of type {type(tables).__name__}"
        raise DocumentError(message)
    return tables


def _audited(table: ClaimTable, claim: Claim, place: str, quantities: Quantities) -> AuditRow | FailedRow:
    try:
        return audit_claim(table, claim, place, quantities)
    except DPExactError as error:
        return FailedRow(table.file, claim.id, error)
    except Exception as error:  # noqa: BLE001 - a mistake in one quantity does not stop the others
        came = f"an error in {excerpt(claim.id)!r} ({type(error).__name__}: {error})"
        expected, remedy = f"a number from {claim.quantity}", "report it to whoever wrote the quantity"
        return FailedRow(table.file, claim.id, fault(table.file, place, expected, came, remedy))


def audit_claim(table: ClaimTable, claim: Claim, place: str, quantities: Quantities) -> AuditRow:
    """Compute the quantity of one claim and judge what is printed. Raises: DocumentError."""
    quantity = quantities[claim.quantity]
    number: Exact | Enclosure | float | None = None
    judgement = OPEN
    try:
        number = quantity.compute(**claim.parameters)
        judgement = judge(parse_printed(claim.printed), claim.meaning, number, _direction(quantity, claim))
    except UndecidedError:
        pass  # the row says "undecided"; whatever bounds there are stand in it
    except DPExactError as error:
        expected = f"parameters that {claim.quantity} accepts"
        came = f"an error in {excerpt(claim.id)!r} ({error})"
        raise fault(table.file, _parameter_place(place, claim, error), expected, came, "correct them") from error
    return AuditRow(table.file, claim, number, judgement)


def _direction(quantity: Quantity, claim: Claim) -> PrivacyDirection:
    """Which side of a printed value is safe: as the quantity says or, where it does not, as the row says."""
    if quantity.privacy_direction == "neither" and claim.safe in ("larger", "smaller"):
        return "larger-is-safe" if claim.safe == "larger" else "smaller-is-safe"
    return quantity.privacy_direction


def _parameter_place(place: str, claim: Claim, error: DPExactError) -> str:
    """The place of the parameter whose name the error begins with, else that of all parameters."""
    name = str(error).partition(":")[0]
    return f"{place}.{name}" if name in claim.parameters else place
