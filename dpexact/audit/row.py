"""AuditRow, a claim on its way through an audit, with the true number and the judgement or with its error."""

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from dpexact.audit.judgement import Judgement, judge, parse_tolerance
from dpexact.audit.paper import Quantities
from dpexact.audit.printed import REFUTED, RIGHT, Claim, Verdict, parse_printed
from dpexact.audit.quantity import Number, Quantity
from dpexact.audit.settled import Bounds, decided, settled
from dpexact.certificates.source import fault
from dpexact.errors import DocumentError, DPExactError, InexactInputError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure, with_bounds
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt

Outcome = Verdict | Literal["last-digits", "reading", "cannot be read or computed"]
FAILED: Final = "cannot be read or computed"
OPEN = Judgement("undecided", (), None, None, None, None)


@dataclass(frozen=True)
class AuditRow:
    """A claim, the true number (infinity as a float, None if not even an enclosure is known), the judgement.

    `caution` says why the number does not promise privacy at these parameters, and is empty if it does. `remark` is an
    assumption of the number, beside the quantity's definition. `error` says why the row cannot be read or computed,
    with its place. Its judgement is then open, and a claim that cannot be read is empty but for its id. `place` is that
    of the parameters in the table, `line` the first of the row in its file if it is known. The judgement follows from
    the `bounds`, and from so many `digits` of them, as `decided` says.
    """

    table: str
    claim: Claim
    number: Number | None
    judgement: Judgement
    caution: str = ""
    remark: str = ""
    error: DPExactError | None = None
    place: str = ""
    bounds: Bounds | None = None
    digits: int = 0
    line: int | None = None

    @property
    def shown(self) -> Number | None:
        """The number with the bounds from which its judgement follows."""
        if self.bounds is None or not isinstance(self.number, Enclosure):
            return self.number
        return with_bounds(self.number.rule, *self.bounds)

    @property
    def id(self) -> str | None:
        """The id of the claim, or None if it cannot be read."""
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
        """Return whether a row counts as failed, as a reading, as off in the last digits, or by its verdict."""
        if self.error is not None:
            return FAILED
        if self.claim.reading:
            return "reading"
        return "last-digits" if self.judgement.weight == "last-digits" else self.judgement.verdict


def audited(row: AuditRow, quantities: Quantities) -> AuditRow:
    """Make the row with its judgement, or with the error, of the parameters or the quantity, that kept it from one."""
    try:
        return audit_claim(row, quantities)
    except DPExactError as error:
        return replace(row, error=error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a mistake in one quantity does not stop the others
        return replace(row, error=mistake(row, f"{type(error).__name__}: {error}"))


def audit_claim(row: AuditRow, quantities: Quantities) -> AuditRow:
    """Compute the quantity of one claim and judge its printed text. Raises DocumentError."""
    return judged(row, quantities[row.claim.quantity], number_of_claim(row, quantities))


def mistake(row: AuditRow, came: str) -> DPExactError:
    """Return the error of a row whose quantity gave no number, with its place."""
    claim = row.claim
    expected, remedy = f"a number from {claim.quantity}", "report it to whoever wrote the quantity"
    return fault(row.table, row.place, expected, f"an error in {excerpt(claim.id)!r} ({came})", remedy)


def number_of_claim(row: AuditRow, quantities: Quantities) -> Number | None:
    """Return the true number of a claim, or None if not even an enclosure is within reach. Raises DocumentError."""
    claim = row.claim
    quantity = quantities[claim.quantity]
    try:
        number = quantity.compute(**claim.parameters)
        if not isinstance(number, Exact | Enclosure) and not (isinstance(number, float) and number == math.inf):
            raise need.refusal(quantity.name, "an Exact, an Enclosure or math.inf", number, error=InexactInputError)
        return settled(number, quantity, claim.parameters)
    except UndecidedError:
        return None
    except DPExactError as error:
        raise _refused(row, error) from error


def judged(row: AuditRow, quantity: Quantity, number: Number | None) -> AuditRow:
    """Return the row with the judgement of its printed text, given the true number. Raises DocumentError."""
    claim, caution, remark = row.claim, "", ""
    judgement, bounds, digits = OPEN, None, 0
    try:
        caution, remark = (words(**claim.parameters) if words else "" for words in (quantity.caution, quantity.remark))
        direction = quantity.privacy_direction
        if direction == "neither" and claim.safe in ("larger", "smaller"):  # as the row says
            direction = "larger-is-safe" if claim.safe == "larger" else "smaller-is-safe"
        if caution:
            direction = "neither"
        printed, tolerance = parse_printed(claim.printed), parse_tolerance(claim.tolerance)
        if number is not None:
            judgement, bounds, digits = decided(
                lambda true: judge(printed, claim.meaning, true, direction, tolerance), number, printed
            )
        if claim.reading:  # what another reading would give is not to be printed
            judgement = replace(judgement, print=None, print_safe=None)
    except UndecidedError:  # the row says "undecided"; whatever bounds there are stand in it
        judgement = OPEN
    except DPExactError as error:
        raise _refused(row, error) from error
    row = replace(row, number=number, judgement=judgement, bounds=bounds, digits=digits)
    return replace(row, caution=caution, remark=remark, error=None)


def _refused(row: AuditRow, error: DPExactError) -> DPExactError:
    """Return the error of a row whose parameters are refused, at the parameter that the error names, if it does."""
    name, _, rest = error.place.partition(": ")
    known = name in row.claim.parameters
    inside = ": ".join(filter(None, (f"{row.place}.{name}", rest) if known else (row.place, error.place)))
    remedy = error.remedy or f"correct {'it' if known else 'the parameters'}"
    parts = {"expected": error.expected, "remedy": remedy, "spot": error.spot, "note": error.note}
    return DocumentError(error.came, row.table, inside, **parts)
