"""AuditRow: a claim on its way through an audit, with the true number and the judgement; or why there is none."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from dpexact import need
from dpexact.audit.judgement import Judgement, judge, parse_tolerance
from dpexact.audit.printed import REFUTED, RIGHT, Claim, Verdict, parse_printed, settled
from dpexact.audit.quantity import PrivacyDirection, Quantity, caution_at, remark_at
from dpexact.audit.registry import Quantities
from dpexact.certificates.source import fault
from dpexact.errors import DocumentError, DPExactError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt

Number = Exact | Enclosure | float | None
Outcome = Verdict | Literal["last-digits", "reading", "cannot be read or computed"]


_PARTS = re.compile(r"expected (?P<expected>.+?), got (?P<came>.+?); (?P<remedy>.+)")

FAILED: Final = "cannot be read or computed"
OPEN = Judgement("undecided", (), None, None, None, None)


@dataclass(frozen=True)
class AuditRow:
    """A claim, the true number (infinity as a float, None where there is none, not even an enclosure), the judgement.

    `caution`: why the number does not promise privacy at these parameters; empty where it does. `remark`: what the
    number rests on, beside the quantity's definition. `error`: why the row cannot be read or computed, with its place;
    its judgement is then open, and a claim that cannot be read is empty but for its id. `place`: where the parameters
    stand in the table.
    """

    table: str
    claim: Claim
    number: Exact | Enclosure | float | None
    judgement: Judgement
    caution: str = ""
    remark: str = ""
    error: DPExactError | None = None
    place: str = ""

    @property
    def id(self) -> str | None:
        """The id of the claim; None where it cannot be read."""
        return self.claim.id or None

    @property
    def as_expected(self) -> bool:
        """Return whether the verdict is the recorded one or, if none is recorded, the row is right or a reading."""
        if self.error is not None:
            return False
        if self.claim.expected is None:
            return self.judgement.verdict in RIGHT or (self.claim.reading and self.judgement.verdict in REFUTED)
        return self.judgement.verdict == self.claim.expected

    @property
    def open(self) -> bool:
        """Return whether a row without a recorded verdict stays undecided."""
        return self.error is None and self.claim.expected is None and self.judgement.verdict == "undecided"

    @property
    def refuted(self) -> bool:
        """Tell whether the published row is wrong or its bound violated, and not merely asked under another reading."""
        return self.judgement.verdict in REFUTED and not self.claim.reading

    @property
    def outcome(self) -> Outcome:
        """Return what the row counts as: failed, a reading, one that is off in the last digits, or else its verdict."""
        if self.error is not None:
            return FAILED
        if self.claim.reading:
            return "reading"
        return "last-digits" if self.judgement.weight == "last-digits" else self.judgement.verdict


Row = AuditRow  # as it was called for a while


class _Failed(type):
    def __instancecheck__(cls, row: object) -> bool:
        return isinstance(row, AuditRow) and row.error is not None


class FailedRow(metaclass=_Failed):
    """The rows that have an error, for code that asks `isinstance(row, FailedRow)`."""

    def __new__(cls, table: str, id: str | None, error: DPExactError) -> AuditRow:  # type: ignore[misc]  # noqa: A002
        """Make a row of which no more than the id can be read."""
        return unreadable(table, id, error)


def unreadable(table: str, name: str | None, error: DPExactError) -> AuditRow:
    """Return a row of which no more than the id can be read, or not even that."""
    return AuditRow(table, Claim(name or "", "", "", {}, "", "exact"), None, OPEN, error=error)


def audited(row: AuditRow, quantities: Quantities) -> AuditRow:
    """Make the row with its judgement, or with the error, of the parameters or the quantity, that kept it from one."""
    try:
        return audit_claim(row, quantities)
    except DPExactError as error:
        return replace(row, error=error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a mistake in one quantity does not stop the others
        return replace(row, error=mistake(row, f"{type(error).__name__}: {error}"))


def audit_claim(row: AuditRow, quantities: Quantities) -> AuditRow:
    """Compute the quantity of one claim and judge what is printed. Raises: DocumentError."""
    return judged(row, quantities[row.claim.quantity], number_of_claim(row, quantities))


def mistake(row: AuditRow, came: str) -> DPExactError:
    """Return the error of a row whose quantity gave no number, with its place."""
    claim = row.claim
    expected, remedy = f"a number from {claim.quantity}", "report it to whoever wrote the quantity"
    return fault(row.table, row.place, expected, f"an error in {excerpt(claim.id)!r} ({came})", remedy)


def number_of_claim(row: AuditRow, quantities: Quantities) -> Number:
    """Return the true number of a claim; None where not even an enclosure could be had. Raises: DocumentError."""
    claim = row.claim
    quantity = quantities[claim.quantity]
    try:
        return settled(_checked(quantity.compute(**claim.parameters), quantity), quantity, claim.parameters)
    except UndecidedError:
        return None
    except DPExactError as error:
        raise _refused(row, error) from error


def judged(row: AuditRow, quantity: Quantity, number: Number) -> AuditRow:
    """Return the row with the judgement of what is printed, given the true number. Raises: DocumentError."""
    claim, caution, remark = row.claim, "", ""
    try:
        caution, remark = caution_at(quantity, claim.parameters), remark_at(quantity, claim.parameters)
        direction = "neither" if caution else _direction(quantity, claim)
        printed, tolerance = parse_printed(claim.printed), parse_tolerance(claim.tolerance)
        judgement = OPEN if number is None else judge(printed, claim.meaning, number, direction, tolerance)
        if claim.reading:  # what another reading would give is not to be printed
            judgement = replace(judgement, print=None, print_safe=None)
    except UndecidedError:  # the row says "undecided"; whatever bounds there are stand in it
        judgement = OPEN
    except DPExactError as error:
        raise _refused(row, error) from error
    return AuditRow(row.table, claim, number, judgement, caution, remark, place=row.place)


def _checked(number: object, quantity: Quantity) -> Exact | Enclosure | float:
    """Return what a quantity may return. Raises: InexactInputError for anything else, a finite float above all."""
    if isinstance(number, Exact | Enclosure) or (isinstance(number, float) and number == math.inf):
        return number
    raise need.number_type(number, quantity.name, "an Exact, an Enclosure or math.inf")


def _refused(row: AuditRow, error: DPExactError) -> DPExactError:
    """Return the error of a row whose parameters are refused: the place, and the cause in the words of the quantity."""
    place, said = _parameter_place(row.place, row.claim, error), str(error)
    if place != row.place:
        said = said.partition(": ")[2]  # the place has the name
    cause, mark, caret = said.partition("\n")
    cause += "" if "; " in cause else f"; correct {'the parameters' if place == row.place else 'it'}"
    parts = None if mark else _PARTS.fullmatch(cause)  # a caret is shown below the whole
    named = {} if parts is None else parts.groupdict()
    return DocumentError(f"{row.table}: {place}: {cause}{mark}{caret}", row.table, place, **named)


def _direction(quantity: Quantity, claim: Claim) -> PrivacyDirection:
    """Return which side of a printed value is safe: as the quantity says or, where it does not, as the row says."""
    if quantity.privacy_direction == "neither" and claim.safe in ("larger", "smaller"):
        return "larger-is-safe" if claim.safe == "larger" else "smaller-is-safe"
    return quantity.privacy_direction


def _parameter_place(place: str, claim: Claim, error: DPExactError) -> str:
    """Return the place of the parameter whose name the error begins with, else that of all parameters."""
    name = str(error).partition(":")[0]
    return f"{place}.{name}" if name in claim.parameters else place
