"""Mechanism: a finite randomized map, as an exact row-stochastic matrix with labels."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from flint import fmpq

from dpexact.errors import DPExactError, InexactInputError, MechanismError, ParameterError
from dpexact.mechanisms.integers import IntegerMatrix, integer_matrix
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.mechanisms.summation import exact_sum, sums_to_one
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.numbers.generators import RATIONALS, Field, Free

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_COMMON_BITS = 1 << 28  # bits of the common denominator times the number of entries
MAX_ENTRIES = 50_000_000
MAX_SHOWN = 60


@dataclass(frozen=True, eq=False)
class Mechanism:
    """P(output | input) for finitely many inputs and outputs, exactly.

    `rows()[i][o]` is P(outputs[o] | inputs[i]); every row is non-negative and sums to 1. Held as integers over a
    common denominator where that is bounded, entry by entry otherwise. `defects` is empty except for a float
    matrix taken with row_sums="report": then it is sum(row) - 1 for each row.

    Guarantee: exact. Raises: MechanismError (with the place) for a matrix that is no mechanism.
    """

    inputs: tuple[Label, ...]
    outputs: tuple[Label, ...]
    _integers: IntegerMatrix | None = field(repr=False)
    _entries: tuple[tuple[Exact, ...], ...] | None = field(repr=False)
    defects: tuple[Exact, ...] = ()

    @classmethod
    def from_rows(
        cls, inputs: Iterable[object], outputs: Iterable[object], rows: Iterable[Iterable[object]]
    ) -> Mechanism:
        """The mechanism of a matrix of values, rows[i][o] = P(outputs[o] | inputs[i]).

        >>> mechanism = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
        >>> mechanism.probability("no", ["yes"])
        exact('1/4')
        """
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        matrix = _shaped(rows, len(names), len(results))
        values = tuple(tuple(_entry(v, i, o) for o, v in enumerate(row)) for i, row in enumerate(matrix))
        integers = _over_common_denominator(values)
        if integers is not None:
            _check_integer_rows(integers)
            return cls(names, results, integers, None)
        for i, row in enumerate(values):
            _check_row(row, i)
        return cls(names, results, None, values)

    @classmethod
    def from_numerators(
        cls, inputs: Iterable[object], outputs: Iterable[object], numerators: Iterable[Any], denominator: int
    ) -> Mechanism:
        """The mechanism with entries numerators[i][o] / denominator; rows are lists or numpy integer arrays.

        Checked on integers: entries >= 0, every row sums to the denominator.
        """
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        common = _positive_integer(denominator)
        rows = _shaped(numerators, len(names), len(results))
        return cls(names, results, _checked_integers(rows, common), None)

    @classmethod
    def from_floats(
        cls,
        inputs: Iterable[object],
        outputs: Iterable[object],
        rows: Iterable[Iterable[float]],
        row_sums: Literal["exact", "report"] = "exact",
    ) -> Mechanism:
        """A float matrix taken deliberately at its exact binary values.

        row_sums="exact" requires every row to sum to 1 exactly; "report" accepts what there is and gives the
        difference sum(row) - 1 of each row in `.defects` (no verdict is given on such a matrix unless all are 0).
        """
        if row_sums not in ("exact", "report"):
            message = f'from_floats: expected row_sums = "exact" or "report", got {row_sums!r}'
            raise ParameterError(message)
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        matrix = _shaped(rows, len(names), len(results))
        values = tuple(tuple(_float_entry(v, i, o) for o, v in enumerate(row)) for i, row in enumerate(matrix))
        if row_sums == "exact":
            return cls.from_rows(names, results, values)
        for i, row in enumerate(values):
            _check_entries(row, i, defects=True)
        defects = tuple(exact_sum(row) - 1 for row in values)
        if not any(defects):
            return cls.from_rows(names, results, values)
        return cls(names, results, None, values, defects)

    @cached_property
    def _rows(self) -> tuple[tuple[Exact, ...], ...]:
        if self._entries is not None:
            return self._entries
        matrix = self._integers
        if matrix is None:
            return ()
        common = matrix.denominator
        return tuple(tuple(Exact.of_rational(fmpq(a, common)) for a in matrix.row(i)) for i in range(matrix.shape[0]))

    def rows(self) -> tuple[tuple[Exact, ...], ...]:
        """The matrix of probabilities: entry [i][o] is P(outputs[o] | inputs[i])."""
        return self._rows

    def stored_integers(self) -> IntegerMatrix | None:
        """The integer matrix over the common denominator, or None for a mechanism held entry by entry."""
        return self._integers

    @cached_property
    def fields(self) -> frozenset[Field]:
        """The fields in which the probabilities lie."""
        if self._entries is None:
            return frozenset((RATIONALS,))
        return frozenset(value.field for row in self._entries for value in row)

    @property
    def is_rational(self) -> bool:
        """Whether every probability is held as a rational."""
        return self.fields == {RATIONALS}

    def numerators(self) -> tuple[tuple[tuple[int, ...], ...], int] | None:
        """(rows of integers, common denominator), or None for a mechanism held entry by entry."""
        if self._integers is None:
            return None
        return tuple(self._integers.row(i) for i in range(len(self.inputs))), self._integers.denominator

    def column_stochastic(self) -> tuple[tuple[Exact, ...], ...]:
        """The transposed matrix, rows = outputs and columns = inputs (Kifer and Lin's convention)."""
        return tuple(zip(*self.rows(), strict=True))

    @cached_property
    def _input_places(self) -> dict[Label, int]:
        return {label: place for place, label in enumerate(self.inputs)}

    @cached_property
    def _output_places(self) -> dict[Label, int]:
        return {label: place for place, label in enumerate(self.outputs)}

    def input_place(self, label: object) -> int:
        """The row of an input. Raises: MechanismError for an unknown label."""
        return _place(self._input_places, label, "input")

    def output_place(self, label: object) -> int:
        """The column of an output. Raises: MechanismError for an unknown label."""
        return _place(self._output_places, label, "output")

    def probability(self, input: object, event: Iterable[object]) -> Exact:  # noqa: A002 - fixed in api.md
        """P(event | input) for an event given as an iterable of output labels (each counts once)."""
        places = sorted({self.output_place(label) for label in event})
        return self.total(self.input_place(input), places)

    def total(self, i: int, places: Sequence[int]) -> Exact:
        """The sum of the probabilities of one row at the given columns (each once)."""
        if self._integers is not None:
            return Exact.of_rational(fmpq(self._integers.total(i, places), self._integers.denominator))
        return exact_sum(self.rows()[i][o] for o in places)

    def postprocess(self, kernel: Mechanism) -> Mechanism:
        """A after M: the kernel A reads the outputs of M as its inputs (by label), independently of everything else."""
        from dpexact.mechanisms.combinators import postprocess

        return postprocess(self, kernel)

    def __eq__(self, other: object) -> bool:
        """The same labels in the same order and the same probabilities."""
        if not isinstance(other, Mechanism):
            return NotImplemented
        return (self.inputs, self.outputs) == (other.inputs, other.outputs) and self.rows() == other.rows()

    def __hash__(self) -> int:
        """Equal mechanisms hash alike."""
        return hash((self.inputs, self.outputs))


def _place(places: dict[Label, int], label: object, kind: str) -> int:
    place = places.get(label_of(label, kind))
    if place is None:
        message = f"{kind} {label!r}: no such {kind} of this mechanism"
        raise MechanismError(message, kind)
    return place


def _shaped(rows: Iterable[Any], inputs: int, outputs: int) -> Sequence[Any]:
    """The rows as sequences, one for each input and one entry for each output."""
    if inputs * outputs > MAX_ENTRIES:
        message = f"rows: {inputs} x {outputs} entries; the limit is {MAX_ENTRIES}"
        raise MechanismError(message, "rows")
    matrix = [_sequence(row, f"rows[{i}]") for i, row in enumerate(_sequence(rows, "rows"))]
    if len(matrix) != inputs:
        message = f"rows: expected {inputs} rows, one for each input, got {len(matrix)}"
        raise MechanismError(message, "rows")
    for i, row in enumerate(matrix):
        if len(row) != outputs:
            message = f"rows[{i}]: expected {outputs} entries, one for each output, got {len(row)}"
            raise MechanismError(message, f"rows[{i}]")
    return matrix


def _sequence(values: Any, place: str) -> Any:
    """The values in their order: not text, and not a mapping or a set, which would give labels or no order at all."""
    if isinstance(values, (str, bytes, Mapping, AbstractSet)) or not hasattr(values, "__iter__"):
        message = f"{place}: expected a sequence, got {values!r:.60} of type {type(values).__name__}"
        raise MechanismError(message, place)
    return values if hasattr(values, "__len__") else list(values)


def _entry(value: object, i: int, o: int) -> Exact:
    try:
        return exact(value)
    except DPExactError as error:
        error.args = (f"rows[{i}][{o}]: {error}",)
        raise


def _float_entry(value: object, i: int, o: int) -> Exact:
    if isinstance(value, (int, Exact)) and not isinstance(value, bool):
        return exact(value)
    try:
        return exact_of_float(value)  # type: ignore[arg-type]
    except InexactInputError as error:
        message = f"rows[{i}][{o}]: {error}"
        raise InexactInputError(message) from None


def _positive_integer(value: object) -> int:
    try:
        if not isinstance(value, bool) and index(value) > 0:  # type: ignore[arg-type]
            return index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    message = f"denominator: expected a positive integer, got {value!r}"
    raise MechanismError(message, "denominator")


def _over_common_denominator(values: tuple[tuple[Exact, ...], ...]) -> IntegerMatrix | None:
    """The integer matrix of rational entries, or None if an entry is irrational or the denominator grows too large."""
    rationals = []
    for row in values:
        if not all(value.is_rational() for value in row):
            return None
        rationals.append([value.as_fmpq() for value in row])
    limit = MAX_COMMON_BITS // (len(values) * len(values[0]))
    common = 1
    for denominator in {int(value.q) for row in rationals for value in row}:
        common = lcm(common, denominator)
        if common.bit_length() > limit:
            return None
    for i, row in enumerate(values):
        _check_entries(row, i)
    return integer_matrix([[int(v.p) * (common // int(v.q)) for v in row] for row in rationals], common)


def _out_of_range(value: Exact, i: int, o: int) -> MechanismError:
    place = f"rows[{i}][{o}]"
    return MechanismError(f"{place}: expected a probability from 0 to 1, got {value!r}", place)


def _check_entries(row: Sequence[Exact], i: int, *, defects: bool = False) -> None:
    """No entry is negative; with defects allowed a float entry may exceed 1."""
    for o, value in enumerate(row):
        if value < 0 or (not defects and value.field == RATIONALS and value > 1):
            raise _out_of_range(value, i, o)


def _check_row(row: Sequence[Exact], i: int) -> None:
    _check_entries(row, i)
    if not sums_to_one(row):
        raise _wrong_sum(exact_sum(row), i)


def _wrong_sum(total: Exact, i: int) -> MechanismError:
    place = f"rows[{i}]"
    text = str(total)
    shown = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
    off = "" if isinstance(total.field, Free) else f", off by {(total - 1).decimal(6)}"
    return MechanismError(f"{place}: expected entries that sum to 1 exactly, got the sum {shown}{off}", place)


def _check_integer_rows(matrix: IntegerMatrix) -> None:
    for i in range(matrix.shape[0]):
        total = matrix.row_sum(i)
        if total != matrix.denominator:
            raise _wrong_sum(Exact.of_rational(fmpq(total, matrix.denominator)), i)


def _checked_integers(rows: Sequence[Any], common: int) -> IntegerMatrix:
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
    _check_integer_rows(matrix)
    return matrix


def _numerator(value: object, common: int, i: int, o: int) -> int:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        message = f"rows[{i}][{o}]: expected an integer numerator, got the boolean {value!r}"
        raise InexactInputError(message)
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"rows[{i}][{o}]: expected an integer numerator, got {value!r} of type {type(value).__name__}"
        raise InexactInputError(message) from None
    if not 0 <= number <= common:
        raise _out_of_range(Exact.of_rational(fmpq(number, common)), i, o)
    return number
