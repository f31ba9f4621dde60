"""The auditor: claims in, a verdict for each out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.audit.claim import REFUTED
from dpexact.audit.claim_table import load_claim_table
from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import parse_printed
from dpexact.audit.registry import registered
from dpexact.documents.fault import fault, shortened
from dpexact.errors import DPExactError, UndecidedError
from dpexact.paper import installed_papers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.audit.claim import Claim
    from dpexact.audit.claim_table import ClaimTable
    from dpexact.audit.quantity import Quantity
    from dpexact.audit.registry import Quantities
    from dpexact.documents.source import PathText
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact
    from dpexact.paper import Paper

OPEN = Judgement("undecided", (), None, None, None, None)


@dataclass(frozen=True)
class AuditRow:
    """A claim with the true number (None if even an enclosure could not be had) and the judgement of it."""

    table: str
    claim: Claim
    number: Exact | Enclosure | None
    judgement: Judgement

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the recorded one."""
        return self.judgement.verdict == self.claim.expected

    @property
    def refuted(self) -> bool:
        """Whether the published row is wrong or its bound violated."""
        return self.judgement.verdict in REFUTED


@dataclass(frozen=True)
class Audit:
    """The rows of one audit, in the order of the tables."""

    rows: tuple[AuditRow, ...]

    @property
    def as_expected(self) -> bool:
        """Whether every verdict is the recorded one."""
        return all(row.as_expected for row in self.rows)

    @property
    def refuted(self) -> tuple[AuditRow, ...]:
        """The rows whose published number is wrong."""
        return tuple(row for row in self.rows if row.refuted)


def audit(
    tables: Iterable[PathText] | None = None,
    progress: Callable[[int, int, Claim], None] | None = None,
    *,
    papers: Iterable[Paper] | None = None,
    quantities: Iterable[Quantity] = (),
) -> Audit:
    """Audit claim tables, by default those of the papers; `progress(done, total, claim)` is called before each row.

    `papers` are those whose quantities (and tables) are meant, all that are installed by default; `quantities` are
    the caller's own. All tables are read before anything is computed.

    Guarantee: exact where the quantity is exact, otherwise an enclosure or "undecided".
    Raises: DocumentError for a mistake in a table, also for parameters that the quantity refuses; ParameterError for
    two quantities of one name.
    """
    chosen = installed_papers() if papers is None else tuple(papers)
    known = registered(chosen, quantities)
    paths = [paper.printed for paper in chosen if paper.printed is not None] if tables is None else tables
    loaded = [load_claim_table(path, known) for path in paths]
    total = sum(len(table.claims) for table in loaded)
    rows: list[AuditRow] = []
    for table in loaded:
        for claim, place in zip(table.claims, table.places, strict=True):
            if progress is not None:
                progress(len(rows), total, claim)
            rows.append(audit_claim(table, claim, place, known))
    return Audit(tuple(rows))


def audit_claim(table: ClaimTable, claim: Claim, place: str, quantities: Quantities) -> AuditRow:
    """Compute the quantity of one claim and judge what is printed. Raises: DocumentError."""
    quantity = quantities[claim.quantity]
    number: Exact | Enclosure | None = None
    judgement = OPEN
    try:
        number = quantity.compute(**claim.parameters)
        judgement = judge(parse_printed(claim.printed), claim.meaning, number, quantity.privacy_direction)
    except UndecidedError:
        pass  # the row says "undecided"; whatever bounds there are stand in it
    except DPExactError as error:
        expected = f"parameters that {claim.quantity} accepts"
        came = f"an error in {shortened(claim.id)!r} ({error})"
        raise fault(table.file, place, expected, came, "correct the parameters") from error
    return AuditRow(table.file, claim, number, judgement)
