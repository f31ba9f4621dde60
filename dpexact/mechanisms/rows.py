"""The rows that a mechanism is made of: shape, entries and sums, checked with the place of a fault."""

from __future__ import annotations

from contextlib import contextmanager
from math import lcm
from operator import index
from typing import TYPE_CHECKING, Any

from flint import fmpq

from dpexact import need
from dpexact.errors import DPExactError, InexactInputError, MechanismError
from dpexact.mechanisms.integers import IntegerMatrix, integer_matrix
from dpexact.mechanisms.summation import exact_sum, sums_to_one
from dpexact.numbers.arrays import plain_array, plain_scalar
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.numbers.excerpt import excerpt, value_excerpt
from dpexact.numbers.field import RATIONALS, Free
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_COMMON_BITS = 1 << 28  # bits of the common denominator times the number of entries
SUM_REMEDY = "correct an entry, and write 1/3 for what decimals cannot say"
MAX_ENTRIES = 50_000_000


def shaped(rows: Iterable[Any], inputs: int, outputs: int, name: str = "rows") -> Sequence[Any]:
    """The rows as sequences, one for each input and one entry for each output; `name` is that of the argument."""
    if inputs * outputs > MAX_ENTRIES:
        message = f"rows: {inputs} x {outputs} entries; the limit is {MAX_ENTRIES}"
        raise MechanismError(message, "rows")
    matrix = [_sequence(row, f"{name}[{i}]") for i, row in enumerate(_sequence(rows, name))]
    if len(matrix) != inputs:
        message = f"{name}: expected {counted(inputs, 'row')}, one for each input, got {len(matrix)}"
        raise MechanismError(message, name)
    for i, row in enumerate(matrix):
        if len(row) != outputs:
            message = f"{name}[{i}]: expected {outputs} entries, one for each output, got {len(row)}"
            raise MechanismError(message, f"{name}[{i}]")
    return matrix


def _sequence(values: Any, place: str) -> Any:
    """The values in their order: not text, and not a mapping or a set, which would give labels or no order at all."""
    values = plain_array(values, place)
    if isinstance(values, list | tuple) or getattr(values, "ndim", None):
        return values
    return need.values(values, place, error=MechanismError)


@contextmanager
def errors_at(place: str) -> Iterator[None]:
    """Put the place into the errors of the arithmetic inside; a MechanismError has its own."""
    try:
        yield
    except MechanismError:
        raise
    except DPExactError as error:
        error.args = (f"{place}: {error}",)
        raise


def entry(value: object, i: int, o: int) -> Exact:
    """The exact number of an entry; the error of a bad one names its place."""
    try:  # not errors_at: it would cost more than reading a short entry
        return exact(value)
    except DPExactError as error:
        error.args = (f"rows[{i}][{o}]: {error}",)
        raise


def float_entry(value: object, i: int, o: int) -> Exact:
    """The binary value of a float entry; the error of a bad one names its place."""
    if isinstance(value, (int, Exact)) and not isinstance(value, bool):
        return exact(value)
    try:
        return exact_of_float(plain_scalar(value, "the entry"))
    except InexactInputError as error:
        message = f"rows[{i}][{o}]: {error}"
        raise InexactInputError(message) from None


def positive_integer(value: object) -> int:
    """A common denominator. Raises: MechanismError."""
    try:
        if not isinstance(value, bool) and index(value) > 0:  # type: ignore[arg-type]
            return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    message = f"denominator: expected a positive integer, got {value_excerpt(value)}"
    raise MechanismError(message, "denominator")


def over_common_denominator(values: tuple[tuple[Exact, ...], ...]) -> IntegerMatrix | None:
    """The integer matrix of rational entries, or None if an entry is irrational or the denominator grows too large."""
    rationals = []
    for row in values:
        if not all(value.is_rational() for value in row):
            return None
        rationals.append([value.as_fmpq() for value in row])
    limit = MAX_COMMON_BITS // (len(values) * len(values[0]))
    if max(value.q.bit_length() for row in rationals for value in row) > limit:
        return None
    common = 1
    for denominator in {int(value.q) for row in rationals for value in row}:
        common = lcm(common, denominator)
        if common.bit_length() > limit:
            return None
    for i, row in enumerate(values):
        check_entries(row, i)
    return integer_matrix([[int(v.p) * (common // int(v.q)) for v in row] for row in rationals], common)


def _out_of_range(value: Exact, i: int, o: int) -> MechanismError:
    place = f"rows[{i}][{o}]"
    came = excerpt(str(value))
    return MechanismError(f"{place}: expected a probability from 0 to 1, got {came}; correct the entry", place)


def check_entries(row: Sequence[Exact], i: int, *, defects: bool = False) -> None:
    """No entry is negative; with defects allowed a float entry may exceed 1."""
    for o, value in enumerate(row):
        if value < 0 or (not defects and value.field == RATIONALS and value > 1):
            raise _out_of_range(value, i, o)


def check_row(row: Sequence[Exact], i: int) -> None:
    """No negative entry, and the sum is 1 exactly.

    Raises: MechanismError; what the arithmetic refuses, with the place of the row.
    """
    with errors_at(f"rows[{i}]"):
        check_entries(row, i)
        if not sums_to_one(row):
            raise _wrong_sum(exact_sum(row), i)


def row_defect(row: Sequence[Exact], i: int) -> Exact:
    """The sum of a row of floats minus 1. Raises: MechanismError for a negative entry."""
    with errors_at(f"rows[{i}]"):
        check_entries(row, i, defects=True)
        return exact_sum(row) - 1


def normalized(row: Sequence[Exact], i: int) -> list[Exact]:
    """A row of floats divided by its exact sum. Raises: MechanismError for a negative entry, or a sum of 0."""
    with errors_at(f"rows[{i}]"):
        check_entries(row, i, defects=True)
        total = exact_sum(row)
    if total == 0:
        place = f"rows[{i}]"
        message = f"{place}: expected entries of which one is positive, got a row of zeros; it has no distribution"
        raise MechanismError(message, place)
    return [value / total for value in row]


def _wrong_sum(total: Exact, i: int) -> MechanismError:
    place = f"rows[{i}]"
    shown = excerpt(str(total))
    off = "" if isinstance(total.field, Free) else f", off by {(total - 1).decimal(6)}"
    message = f"{place}: expected entries that sum to 1 exactly, got the sum {shown}{off}; {SUM_REMEDY}"
    return MechanismError(message, place)


def check_integer_rows(matrix: IntegerMatrix) -> None:
    """Every row of numerators sums to the denominator. Raises: MechanismError."""
    for i in range(matrix.shape[0]):
        total = matrix.row_sum(i)
        if total != matrix.denominator:
            raise _wrong_sum(Exact.of_rational(fmpq(total, matrix.denominator)), i)


def checked_integers(rows: Sequence[Any], common: int) -> IntegerMatrix:
    """The integer matrix of raw rows: integer types only, no negative entry, sums equal to the denominator."""
    checked = []
    for i, row in enumerate(rows):
        if getattr(row, "ndim", 1) != 1:
            message = f"rows[{i}]: expected one row of integers, got an array of shape {row.shape}"
            raise MechanismError(message, f"rows[{i}]")
        kind = getattr(getattr(row, "dtype", None), "kind", None)
        if kind is not None and kind in "iu":
            if len(row) and int(row.min()) < 0:
                o = int(row.argmin())
                raise _out_of_range(Exact.of_rational(fmpq(int(row[o]), common)), i, o)
            if int(row.max()) > common:
                o = int(row.argmax())
                raise _out_of_range(Exact.of_rational(fmpq(int(row[o]), common)), i, o)
            checked.append(row)
        else:
            checked.append([_numerator(value, common, i, o) for o, value in enumerate(row)])
    matrix = integer_matrix(checked, common)
    check_integer_rows(matrix)
    return matrix


def _numerator(value: object, common: int, i: int, o: int) -> int:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        message = f"rows[{i}][{o}]: expected an integer numerator, got the boolean {value!r}"
        raise InexactInputError(message)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        came = f"{value_excerpt(value)} of type {type(value).__name__}"
        message = f"rows[{i}][{o}]: expected an integer numerator, got {came}"
        raise InexactInputError(message) from None
    if not 0 <= number <= common:
        raise _out_of_range(Exact.of_rational(fmpq(number, common)), i, o)
    return number
