"""The auditor: claims in, a verdict for each out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.audit.bundled import bundled_tables
from dpexact.audit.claim import REFUTED
from dpexact.audit.claim_table import load_claim_table
from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import parse_printed
from dpexact.audit.quantities import registered_quantities
from dpexact.documents.fault import fault, shortened
from dpexact.errors import DPExactError, UndecidedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.audit.claim import Claim
    from dpexact.audit.claim_table import ClaimTable
    from dpexact.documents.source import PathText
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact

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


def audit(tables: Iterable[PathText] | None = None, progress: Callable[[int, int, Claim], None] | None = None) -> Audit:
    """Audit claim tables, all bundled ones by default; `progress(done, total, claim)` is called before each row.

    All tables are read before anything is computed.

    Guarantee: exact where the quantity is exact, otherwise an enclosure or "undecided".
    Raises: DocumentError for a mistake in a table, also for parameters that the quantity refuses.
    """
    loaded = [load_claim_table(path) for path in (bundled_tables() if tables is None else tables)]
    total = sum(len(table.claims) for table in loaded)
    rows: list[AuditRow] = []
    for table in loaded:
        for claim, place in zip(table.claims, table.places, strict=True):
            if progress is not None:
                progress(len(rows), total, claim)
            rows.append(audit_claim(table, claim, place))
    return Audit(tuple(rows))


def audit_claim(table: ClaimTable, claim: Claim, place: str) -> AuditRow:
    """Compute the quantity of one claim and judge what is printed. Raises: DocumentError."""
    quantity = registered_quantities()[claim.quantity]
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
