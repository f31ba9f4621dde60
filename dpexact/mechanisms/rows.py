"""The probabilities of a mechanism, as integers over one denominator if that is short, else entry by entry.

The integers have three layouts with the same content, Python integers (small matrices, without numpy), 64-bit
words, and 32-bit limbs for numerators of any size. Rows of floats are held entry by entry. They may sum to a number
other than 1 by the error that rounding explains, and are then divided by their sums, or refused with the likely fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any
from warnings import warn

from flint import fmpq, fmpz

from dpexact.errors import DPExactError, InexactInputError, MechanismError, RowSumWarning, need
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.numbers.floats import plain_array, plain_scalar
from dpexact.numbers.generators import Free
from dpexact.numbers.typography import counted, excerpt

SMALL = 4096  # up to this many entries Python integers are kept
WORD_BITS = 62  # numerators and denominator below 2^62 fit into int64 with room for one subtraction
HALF_WORD = 31
HALF_MASK = (1 << HALF_WORD) - 1
LIMB_BITS = 32
TOP_LIMBS = 4  # the limbs that the float approximation reads
MAX_COMMON_BITS = 1 << 28  # bits of the common denominator times the number of entries
NUMERATORS = "numerators"  # the argument of Mechanism.from_numerators
SUM_REMEDY = "correct an entry; write a fraction such as 1/3 where no decimal is exact"
MAX_ENTRIES = 50_000_000
LEAST = {53: Fraction(1, 10**9), 24: Fraction(1, 2**18), 11: Fraction(1, 2**8)}  # by the bits: always allowed
PER_ENTRY = 4  # units of rounding for each entry
MOST = Fraction(1, 100)
TO_DISTRIBUTIONS = 'pass row_sums="normalize" to Mechanism.from_floats, which divides each row by its exact sum'


def unreduced_sum(values: Iterable[fmpq]) -> tuple[fmpz, fmpz]:
    """Return (num, den) with num / den the sum of fmpq numbers, not in lowest terms, and den > 0.

    Equal denominators are added first, the rest as a balanced tree without any gcd. With distinct 64-bit
    denominators that is the difference between a fraction of a second and many seconds.
    """
    groups: dict[int, fmpz] = {}
    for value in values:
        bottom = int(value.q)
        groups[bottom] = groups.get(bottom, fmpz(0)) + value.p
    level = [(top, fmpz(bottom)) for bottom, top in groups.items()]
    while len(level) > 1:
        paired = [(a * d + c * b, b * d) for (a, b), (c, d) in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[-1:] if len(level) % 2 else paired
    return level[0] if level else (fmpz(0), fmpz(1))


def exact_sum(values: Iterable[Exact]) -> Exact:
    """Return the sum of exact numbers, 0 for none. The answer is exact."""
    level = list(values)
    if all(value.is_rational() for value in level):
        return Exact.of_rational(fmpq(*unreduced_sum(value.as_fmpq() for value in level)))
    while len(level) > 1:
        paired = [a + b for a, b in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[-1:] if len(level) % 2 else paired
    return level[0]


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """numerators[i][o] / denominator, in exactly one of the three layouts.

    `words` is an int64 array (rows, columns), and `limbs` a uint32 array (rows, limbs, columns), least significant
    first.
    """

    denominator: int
    shape: tuple[int, int]
    ints: tuple[tuple[int, ...], ...] | None = None
    words: Any = None
    limbs: Any = None

    def row(self, i: int) -> tuple[int, ...]:
        """Return the numerators of one row as Python integers."""
        return self.select(i, slice(None))

    def select(self, i: int, columns: Any) -> tuple[int, ...]:
        """Return numerators of one row at columns given by a slice, or by a numpy index array for the array layouts."""
        if self.ints is not None:
            return tuple(self.ints[i][columns])
        if self.words is not None:
            numbers: list[int] = self.words[i][columns].tolist()
            return tuple(numbers)
        part = self.limbs[i][:, columns].T
        size = part.shape[1] * LIMB_BITS // 8
        data = part.astype("<u4").tobytes()
        return tuple(int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size))

    def selected(self, places: Sequence[int]) -> IntegerMatrix:
        """Return the matrix of the rows at these places, which may repeat."""
        shape = (len(places), self.shape[1])
        if shape[0] * shape[1] <= SMALL:
            return IntegerMatrix(self.denominator, shape, ints=tuple(self.row(i) for i in places))
        source = self if self.ints is None else _in_arrays(self.ints, self.denominator)
        if source.words is not None:
            return IntegerMatrix(self.denominator, shape, words=source.words[places])
        return IntegerMatrix(self.denominator, shape, limbs=source.limbs[places])

    @cached_property
    def first_equals(self) -> tuple[int, ...]:
        """For each row the first row that equals it."""
        first: dict[Any, int] = {}
        if self.ints is not None:
            return tuple(first.setdefault(row, i) for i, row in enumerate(self.ints))
        stored = self.words if self.words is not None else self.limbs
        return tuple(first.setdefault(row.tobytes(), i) for i, row in enumerate(stored))

    def row_sum(self, i: int) -> int:
        """Return the sum of one row that is not checked yet.

        Words are added in halves, so that nothing wraps around.
        """
        if self.words is None:
            return sum(self.row(i))
        return (int((self.words[i] >> HALF_WORD).sum()) << HALF_WORD) + int((self.words[i] & HALF_MASK).sum())

    def total(self, i: int, columns: Sequence[int]) -> int:
        """Return the sum of the numerators of one row at the given columns."""
        if self.ints is not None:
            return sum(self.ints[i][o] for o in columns)
        import numpy as np

        return sum(self.select(i, np.array(columns, dtype=np.intp)))

    @cached_property
    def approximations(self) -> Any:
        """Float64 array (rows, columns), the numerators up to a common scale, for decide's filter only.

        Words have a relative error 2^-53. Limbs, in units of the top limb, have a relative error 2^-50 plus an absolute
        error of 2^-96 for the limbs below the top four.
        """
        import numpy as np

        if self.words is not None:
            return self.words.astype(np.float64)
        total, count = np.zeros(self.shape), self.limbs.shape[1]
        for k in range(1, min(TOP_LIMBS, count) + 1):
            total += self.limbs[:, count - k] * 2.0 ** (LIMB_BITS * (1 - k))
        return total


def integer_matrix(rows: Sequence[Any], denominator: int) -> IntegerMatrix:
    """Return the matrix of rows (sequences of integers, or numpy integer arrays) in the layout that fits its size."""
    shape = (len(rows), len(rows[0]))
    if shape[0] * shape[1] <= SMALL:
        return IntegerMatrix(denominator, shape, ints=tuple(tuple(int(value) for value in row) for row in rows))
    return _in_arrays(rows, denominator)


def _in_arrays(rows: Sequence[Any], denominator: int) -> IntegerMatrix:
    import numpy as np

    shape = (len(rows), len(rows[0]))
    if denominator.bit_length() <= WORD_BITS:
        return IntegerMatrix(denominator, shape, words=np.array([np.asarray(row, dtype=np.int64) for row in rows]))
    count = -(-denominator.bit_length() // LIMB_BITS)
    limbs = np.empty((shape[0], count, shape[1]), dtype=np.uint32)
    size = count * LIMB_BITS // 8
    for i, row in enumerate(rows):
        data = b"".join(int(value).to_bytes(size, "little") for value in row)
        limbs[i] = np.frombuffer(data, dtype="<u4").reshape(shape[1], count).T
    return IntegerMatrix(denominator, shape, limbs=limbs)


def shaped(rows: Iterable[Any], inputs: int, outputs: int, name: str = "rows") -> Sequence[Any]:
    """Return the rows as sequences, one for each input and one entry for each output.

    `name` is that of the argument.
    """
    if inputs * outputs > MAX_ENTRIES:
        raise MechanismError(f"{inputs} x {outputs} entries", place="rows", remedy=f"the limit is {MAX_ENTRIES}")
    matrix = [_sequence(row, f"{name}[{i}]") for i, row in enumerate(_sequence(rows, name))]
    if len(matrix) != inputs:
        raise MechanismError(f"{len(matrix)}", place=name, expected=f"{counted(inputs, 'row')}, one for each input")
    for i, row in enumerate(matrix):
        if len(row) != outputs:
            raise MechanismError(
                f"{len(row)}", place=f"{name}[{i}]", expected=f"{outputs} entries, one for each output"
            )
    return matrix


def _sequence(values: Any, place: str) -> Any:
    """Return the values in their order, and refuse text, mappings and sets, which give labels or an arbitrary order."""
    values = plain_array(values, place)
    if isinstance(values, list | tuple) or getattr(values, "ndim", None):
        return values
    return need.values(values, place, error=MechanismError)


@contextmanager
def errors_at(place: str) -> Iterator[None]:
    """Put the place into the errors of the arithmetic inside, except for a MechanismError, which has its own."""
    try:
        yield
    except MechanismError:
        raise
    except DPExactError as error:
        raise error.at(place) from None


def entry(value: object, i: int, o: int) -> Exact:
    """Return the exact number of an entry, or raise the error with its place."""
    try:  # not errors_at: it would cost more than reading a short entry
        return exact(value)
    except DPExactError as error:
        raise error.at(f"rows[{i}][{o}]") from None


def float_entry(value: object, i: int, o: int) -> Exact:
    """Return the binary value of a float entry, or raise the error with its place."""
    if isinstance(value, (int, Exact)) and not isinstance(value, bool):
        return exact(value)
    try:
        return exact_of_float(plain_scalar(value, "the entry"))
    except InexactInputError as error:
        raise error.at(f"rows[{i}][{o}]") from None


def over_common_denominator(values: tuple[tuple[Exact, ...], ...]) -> IntegerMatrix | None:
    """Return rational entries as integers, or None if one is irrational or the denominator grows too large."""
    rationals = []
    for row in values:
        if not all(value.is_rational() for value in row):
            return None
        rationals.append([value.as_fmpq() for value in row])
    common, entries = 1, len(values) * len(values[0])
    for denominator in {int(value.q) for row in rationals for value in row}:
        common = lcm(common, denominator)
        if common.bit_length() * entries > MAX_COMMON_BITS:
            return None
    whole = fmpz(common)
    numerators = [[int(v.p * (whole // v.q)) for v in row] for row in rationals]
    for i, tops in enumerate(numerators):
        if not 0 <= min(tops) <= max(tops) <= common:
            check_entries(values[i], i)
    return integer_matrix(numerators, common)


def _out_of_range(value: Exact, i: int, o: int, name: str = "rows") -> MechanismError:
    place, expected = f"{name}[{i}][{o}]", "a probability from 0 to 1"
    return MechanismError(excerpt(str(value)), place=place, expected=expected, remedy="correct the entry")


def check_entries(row: Sequence[Exact], i: int, *, defects: bool = False) -> None:
    """Require that no entry is negative. With defects allowed, a float entry may exceed 1."""
    for o, value in enumerate(row):
        ratio = value.ratio
        if (value < 0) if ratio is None else ratio < 0 or (ratio > 1 and not defects):
            raise _out_of_range(value, i, o)


def check_row(row: Sequence[Exact], i: int) -> None:
    """Require that no entry is negative, and that the sum is exactly 1.

    Raises MechanismError, and the errors of the arithmetic with the place of the row.
    """
    with errors_at(f"rows[{i}]"):
        check_entries(row, i)
        total = exact_sum(row)
        if total != 1:
            raise _wrong_sum(total, i)


def row_defect(row: Sequence[Exact], i: int) -> Exact:
    """Return the sum of a row of floats minus 1. Raises MechanismError for a negative entry."""
    with errors_at(f"rows[{i}]"):
        check_entries(row, i, defects=True)
        return exact_sum(row) - 1


def _wrong_sum(total: Exact, i: int, name: str = "rows") -> MechanismError:
    off = "" if isinstance(total.field, Free) else f", off by {(total - 1).decimal(6)}"
    came, expected = f"the sum {excerpt(str(total))}{off}", "entries that sum to 1 exactly"
    return MechanismError(came, place=f"{name}[{i}]", expected=expected, remedy=SUM_REMEDY)


def check_integer_rows(matrix: IntegerMatrix, name: str = "rows") -> None:
    """Require that every row of numerators sums to the denominator. Raises MechanismError."""
    for i in range(matrix.shape[0]):
        total = matrix.row_sum(i)
        if total != matrix.denominator:
            raise _wrong_sum(Exact.of_rational(fmpq(total, matrix.denominator)), i, name)


def checked_integers(rows: Sequence[Any], common: int) -> IntegerMatrix:
    """Return the integer matrix of raw rows with integer types, no negative entry, and the denominator as sums."""
    checked = []
    for i, row in enumerate(rows):
        if getattr(row, "ndim", 1) != 1:
            place, expected = f"{NUMERATORS}[{i}]", "one row of integers"
            raise MechanismError(f"an array of shape {row.shape}", place=place, expected=expected)
        kind = getattr(getattr(row, "dtype", None), "kind", None)
        if kind is not None and kind in "iu":
            for o in (int(row.argmin()), int(row.argmax())) if len(row) else ():
                if not 0 <= int(row[o]) <= common:
                    raise _out_of_range(Exact.of_rational(fmpq(int(row[o]), common)), i, o, NUMERATORS)
            checked.append(row)
        else:
            checked.append([_numerator(value, common, i, o) for o, value in enumerate(row)])
    matrix = integer_matrix(checked, common)
    check_integer_rows(matrix, NUMERATORS)
    return matrix


def _numerator(value: object, common: int, i: int, o: int) -> int:
    number = need.as_integer(value)
    if number is None:
        raise need.refusal(f"{NUMERATORS}[{i}][{o}]", "an integer numerator", value, error=InexactInputError)
    if not 0 <= number <= common:
        raise _out_of_range(Exact.of_rational(fmpq(number, common)), i, o, NUMERATORS)
    return number


def rounding_slack(row: Sequence[object]) -> Fraction:
    """Return the allowed distance of a row's sum from 1, a few units for each entry, and 1e-9 at least for doubles."""
    bits = min(({"float16": 11, "float32": 24}.get(type(value).__name__, 53) for value in row), default=53)
    return min(max(LEAST[bits], PER_ENTRY * len(row) * Fraction(1, 2 ** (bits - 1))), MOST)


def normalized_rows(matrix: Sequence[Sequence[object]], values: Sequence[Sequence[Exact]]) -> list[list[Exact]]:
    """Divide each row by its sum, with a `RowSumWarning` if rounding does not explain that a sum is not 1.

    Raises MechanismError for a negative entry, a sum of 0, and a matrix whose columns sum to 1 instead.
    """
    totals = [row_defect(row, i) + 1 for i, row in enumerate(values)]
    for i, total in enumerate(totals):
        slack = rounding_slack(matrix[i])
        if abs(total - 1) > slack:
            error = MechanismError(
                f"the sum {total.decimal(10)}",
                place=f"rows[{i}]",
                expected=f"entries to normalize that sum to 1 up to rounding, within {float(slack):.2g}",
                remedy=_advice(values),
            )
            if _transposed(values):
                raise error
            warn(str(error), RowSumWarning, stacklevel=3)
            break
    zeros = [i for i, total in enumerate(totals) if total == 0]
    if zeros:
        place, expected = f"rows[{zeros[0]}]", "entries of which one is positive"
        raise MechanismError("a row of zeros", place=place, expected=expected, remedy="it has no distribution")
    return [[value / total for value in row] for row, total in zip(values, totals, strict=True)]


def remedy(matrix: Sequence[Sequence[object]], values: Sequence[Sequence[Exact]]) -> str:
    """Return the remedy for rows that do not sum to 1 exactly."""
    defects = [(row_defect(row, i), rounding_slack(matrix[i])) for i, row in enumerate(values)]
    if all(-slack <= defect <= slack for defect, slack in defects):
        return 'pass row_sums="normalize" to divide each row by its sum, or row_sums="report" to see how far off'
    return f'{_advice(values)}; row_sums="report" shows how far off each row is'


def _advice(values: Sequence[Sequence[Exact]]) -> str:
    """Return the likely fault of rows whose sums are far from 1."""
    if all(abs(row_defect(row, i)) <= LEAST[24] for i, row in enumerate(values)):
        return "pass 32-bit floats as such, in a numpy array; otherwise look for a missing outcome"
    if _transposed(values):
        return "the columns sum to 1: is the matrix transposed? rows belong to inputs, columns to outputs"
    return "look for an outcome that is missing or counted twice; divide weights by their sums first"


def _transposed(values: Sequence[Sequence[Exact]]) -> bool:
    """Return whether the columns sum to 1, and not the rows."""
    lines = [[exact_sum(line) for line in side] for side in (values, zip(*values, strict=True))]
    rows, columns = ([abs(total - 1) <= LEAST[24] for total in totals] for totals in lines)
    return all(columns) and not all(rows)
