"""Mechanism, a finite randomized map as an exact row-stochastic matrix with labels, and mixtures and compositions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from flint import fmpq

from dpexact.errors import DPExactError, MechanismError, need
from dpexact.mechanisms.labels import Label, label_of, labels_of, plain_rows
from dpexact.mechanisms.rows import (
    MAX_COMMON_BITS,
    MAX_ENTRIES,
    NUMERATORS,
    TO_DISTRIBUTIONS,
    IntegerMatrix,
    check_integer_rows,
    check_row,
    checked_integers,
    entry,
    exact_sum,
    float_entry,
    normalized_rows,
    over_common_denominator,
    remedy,
    row_defect,
    shaped,
)
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field
from dpexact.numbers.notebook import MAX_COLUMNS, MAX_ROWS, html_table
from dpexact.numbers.typography import counted, excerpt, value_excerpt

SHOWN_ROWS, SHOWN_COLUMNS, SHOWN_ENTRY = 6, 6, 20  # of a repr


@need.made_by("Mechanism.from_rows(inputs, outputs, rows)", inputs=tuple, outputs=tuple)
@dataclass(frozen=True, eq=False)
class Mechanism:
    """P(output | input) for finitely many inputs and outputs, exactly.

    `rows()[i][o]` is P(outputs[o] | inputs[i]), and every row is non-negative and sums to 1. They are held as integers
    over a common denominator if that is bounded, entry by entry otherwise. `defects` is empty except for a float
    matrix taken with row_sums="report", for which it is sum(row) - 1 for each row.

    The answer is exact. Raises MechanismError (with the place) for a matrix that is not a mechanism.
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
        """Make the mechanism of a matrix of values, rows[i][o] = P(outputs[o] | inputs[i]).

        >>> mechanism = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
        >>> mechanism.probability("no", ["yes"])
        exact('1/4')
        """
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        matrix = shaped(plain_rows(rows, names, results), len(names), len(results))
        values = tuple(tuple(entry(v, i, o) for o, v in enumerate(row)) for i, row in enumerate(matrix))
        integers = over_common_denominator(values)
        if integers is not None:
            check_integer_rows(integers)
            return cls(names, results, integers, None)
        for i, row in enumerate(values):
            check_row(row, i)
        return cls(names, results, None, values)

    @classmethod
    def from_numerators(
        cls, inputs: Iterable[object], outputs: Iterable[object], numerators: Iterable[Any], denominator: int
    ) -> Mechanism:
        """Make the mechanism with entries numerators[i][o] / denominator, from rows as lists or numpy integer arrays.

        The checks are on integers, entries >= 0 and rows that sum to the denominator.
        """
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        common = need.integer(denominator, "denominator", 1, error=MechanismError)
        rows = shaped(plain_rows(numerators, names, results), len(names), len(results), NUMERATORS)
        return cls(names, results, checked_integers(rows, common), None)

    @classmethod
    def from_floats(
        cls,
        inputs: Iterable[object],
        outputs: Iterable[object],
        rows: Iterable[Iterable[float]],
        row_sums: Literal["exact", "report", "normalize"] = "exact",
    ) -> Mechanism:
        """Make the mechanism of a float matrix, deliberately taken at its exact binary values.

        row_sums="exact" requires every row to sum to 1 exactly. "report" accepts every matrix and gives the
        difference sum(row) - 1 of each row in `.defects` (no verdict is given on such a matrix unless all are 0).
        "normalize" divides each row by its exact sum. If that is off by more than rounding, 1e-9 (more for float32 and
        float16) or four units of rounding for each entry, a `RowSumWarning` says so. If the columns sum to 1 instead,
        it is an error.
        """
        need.one_of(row_sums, ("exact", "report", "normalize"), "row_sums")
        names, results = labels_of(inputs, "inputs"), labels_of(outputs, "outputs")
        matrix = shaped(plain_rows(rows, names, results), len(names), len(results))
        values = tuple(tuple(float_entry(v, i, o) for o, v in enumerate(row)) for i, row in enumerate(matrix))
        if row_sums == "exact":
            try:
                return cls.from_rows(names, results, values)
            except MechanismError as error:
                error.remedy = remedy(matrix, values)
                raise
        if row_sums == "normalize":
            return cls.from_rows(names, results, normalized_rows(matrix, values))
        defects = tuple(row_defect(row, i) for i, row in enumerate(values))
        if not any(defects):
            return cls.from_rows(names, results, values)
        return cls(names, results, None, values, defects)

    @cached_property
    def _rows(self) -> tuple[tuple[Exact, ...], ...]:
        numerators = self.numerators()
        if numerators is None:
            return self._entries or ()
        rows, common = numerators
        return tuple(tuple(Exact.of_rational(fmpq(a, common)) for a in row) for row in rows)

    def rows(self) -> tuple[tuple[Exact, ...], ...]:
        """Return the matrix of probabilities, with P(outputs[o] | inputs[i]) as the entry [i][o]."""
        return self._rows

    def stored_integers(self) -> IntegerMatrix | None:
        """Return the integer matrix over the common denominator, or None for a mechanism held entry by entry."""
        return self._integers

    @cached_property
    def fields(self) -> frozenset[Field]:
        """The fields in which the probabilities lie."""
        if self._entries is None:
            return frozenset((RATIONALS,))
        return frozenset(value.field for row in self._entries for value in row)

    @property
    def is_rational(self) -> bool:
        """Return whether every probability is held as a rational."""
        return self.fields == {RATIONALS}

    def numerators(self) -> tuple[tuple[tuple[int, ...], ...], int] | None:
        """Return (rows of integers, common denominator), or None for a mechanism held entry by entry."""
        if self._integers is None:
            return None
        return tuple(self._integers.row(i) for i in range(len(self.inputs))), self._integers.denominator

    def column_stochastic(self) -> tuple[tuple[Exact, ...], ...]:
        """Return the transposed matrix, rows = outputs and columns = inputs (Kifer and Lin's convention)."""
        return tuple(zip(*self.rows(), strict=True))

    @cached_property
    def _input_places(self) -> dict[Label, int]:
        return {label: place for place, label in enumerate(self.inputs)}

    @cached_property
    def _output_places(self) -> dict[Label, int]:
        return {label: place for place, label in enumerate(self.outputs)}

    def input_place(self, label: object) -> int:
        """Return the row of an input. Raises MechanismError for an unknown label."""
        return _place(self._input_places, label, "input")

    def output_place(self, label: object) -> int:
        """Return the column of an output. Raises MechanismError for an unknown label."""
        return _place(self._output_places, label, "output")

    def probability(self, input: object, event: Iterable[object]) -> Exact:  # noqa: A002 - fixed in api.md
        """Return P(event | input) for an event given as an iterable of output labels (each counts once)."""
        labels = need.values(event, "event", "a list of outputs", MechanismError, also=(str, Mapping, AbstractSet))
        places = sorted({_place(self._output_places, label, "output", "event: ") for label in labels})
        return self.total(self.input_place(input), places)

    def total(self, i: int, places: Sequence[int]) -> Exact:
        """Return the sum of the probabilities of one row at the given columns (each once)."""
        if self._integers is not None:
            return Exact.of_rational(fmpq(self._integers.total(i, places), self._integers.denominator))
        return exact_sum(self.rows()[i][o] for o in places)

    def postprocess(self, kernel: Mechanism) -> Mechanism:
        """Return A after M, for A the kernel, with P(a | i) = sum over o of P_M(o | i) A(a | o), matched by label.

        The kernel A reads the outputs of M as its inputs, independently of everything else.

        The answer is exact. Raises MechanismError unless every output of M is an input of the kernel.
        Reference: Kifer and Lin, Axiom 2.1.1.
        """
        need.instance(kernel, Mechanism, "kernel", "Mechanism.from_rows makes one", MechanismError)
        known = set(kernel.inputs)
        missing = [label for label in self.outputs if label not in known]
        if missing:
            more = f"({counted(len(missing), 'output')} of M missing)"
            raise MechanismError(f"the kernel has no input {value_excerpt(missing[0])} {more}", place="postprocess")
        columns = tuple(zip(*(kernel.rows()[kernel.input_place(label)] for label in self.outputs), strict=True))
        rows = [
            [exact_sum(p * a for p, a in zip(row, column, strict=True) if p and a) for column in columns]
            for row in self.rows()
        ]
        return Mechanism.from_rows(self.inputs, kernel.outputs, rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mechanism):
            return NotImplemented
        return (self.inputs, self.outputs) == (other.inputs, other.outputs) and self.rows() == other.rows()

    def __hash__(self) -> int:
        return hash((self.inputs, self.outputs))

    def __repr__(self) -> str:
        """Return the call that makes it, cut if it is long."""
        rows = [
            [excerpt(str(self.total(i, [o])), SHOWN_ENTRY) for o in range(min(len(self.outputs), SHOWN_COLUMNS))]
            for i in range(min(len(self.inputs), SHOWN_ROWS))
        ]
        matrix = _first([_first(map(repr, row), len(self.outputs)) for row in rows], len(self.inputs))
        labels = [_first(map(value_excerpt, some[:SHOWN_ROWS]), len(some)) for some in (self.inputs, self.outputs)]
        large = len(self.inputs) > SHOWN_ROWS or len(self.outputs) > SHOWN_ROWS
        size = f"  # {counted(len(self.inputs), 'input')}, {counted(len(self.outputs), 'output')}" if large else ""
        defects = "  # rows that do not sum to 1: see .defects" if self.defects else ""
        return f"Mechanism.from_rows({labels[0]}, {labels[1]}, {matrix}){size}{defects}"

    def _repr_html_(self) -> str:
        """Show in a notebook a row for each input and a column for each output, the first ones of many."""
        columns = range(min(len(self.outputs), MAX_COLUMNS))
        some = range(min(len(self.inputs), MAX_ROWS + 1))
        rows = [[repr(self.inputs[i]), *(str(self.total(i, [o])) for o in columns)] for i in some]
        rows += [[]] * (len(self.inputs) - len(rows))  # counted, not shown
        caption = f"P(output | input): {counted(len(self.inputs), 'input')}, {counted(len(self.outputs), 'output')}"
        return html_table(caption, ["", *map(repr, self.outputs)], rows)


def _first(texts: Iterable[str], count: int) -> str:
    """Return a list of texts, with three dots if they are fewer than `count`."""
    items = [*texts]
    return f"[{', '.join([*items, '...'] if count > len(items) else items)}]"


def _place(places: dict[Label, int], label: object, kind: str, where: str = "") -> int:
    place = places.get(label_of(label, f"{where}{kind}"))
    if place is None:
        raise MechanismError(f"no such {kind} of this mechanism", place=f"{where}{kind} {value_excerpt(label)}")
    return place


def require_distributions(
    mechanism: Mechanism, place: str = "mechanism", error: type[DPExactError] = MechanismError
) -> None:
    """Raise an error for a float matrix whose rows do not sum to 1."""
    if mechanism.defects:
        raise error("its rows do not sum to 1 (see .defects)", place=place, remedy=TO_DISTRIBUTIONS)


def answering(mechanism: Mechanism, inputs: tuple[Label, ...], places: Sequence[int]) -> Mechanism:
    """Answer inputs[n], which are labels already, as `mechanism` answers its input at places[n].

    The rows belong to a mechanism already, so they are shared and not checked again.
    """
    stored = mechanism.stored_integers()
    size = len(places) * len(mechanism.outputs)
    if stored is not None and stored.denominator.bit_length() * size <= MAX_COMMON_BITS:
        return Mechanism(inputs, mechanism.outputs, stored.selected(places), None)
    rows, defects = mechanism.rows(), mechanism.defects
    entries = tuple(rows[place] for place in places)
    return Mechanism(inputs, mechanism.outputs, None, entries, tuple(defects[place] for place in places if defects))


def _same_inputs(first: Mechanism, second: Mechanism, what: str) -> list[tuple[Exact, ...]]:
    """Return the rows of the second mechanism in the order of the first one's inputs."""
    for name, value in (("m1", first), ("m2", second)):
        need.instance(value, Mechanism, f"{what}: {name}", error=MechanismError)
    if set(first.inputs) != set(second.inputs):
        both_inputs = f"{value_excerpt(first.inputs)} and {value_excerpt(second.inputs)}"
        raise MechanismError(both_inputs, place=f"{what}: m1, m2", expected="two mechanisms on the same inputs")
    return [second.rows()[second.input_place(label)] for label in first.inputs]


def mix(p: object, m1: Mechanism, m2: Mechanism, outputs: Literal["common", "disjoint"] = "common") -> Mechanism:
    """Run m1 with probability p, otherwise m2.

    With outputs="common" the outputs are shared by label (the union, m1's first) and do not tell which mechanism ran.
    With outputs="disjoint" the outputs are (1, o) and (2, o), so they tell which mechanism ran.

    The answer is exact. Raises ParameterError for p outside [0, 1], MechanismError for different inputs.
    Reference: Kifer and Lin, Axiom 2.1.2.
    """
    weight = probability(p, "mix: p")
    need.one_of(outputs, ("common", "disjoint"), "mix: outputs")
    seconds = _same_inputs(m1, m2, "mix")
    other = 1 - weight
    names: list[list[Label]] = [list(m1.outputs), list(m2.outputs)]
    if outputs == "disjoint":
        names = [[(n, o) for o in listed] for n, listed in enumerate(names, 1)]
    labels = list(dict.fromkeys(chain(*names)))
    rows = []
    for both in zip(m1.rows(), seconds, strict=True):
        first, last = (dict(zip(*pair, strict=True)) for pair in zip(names, both, strict=True))
        rows.append([weight * first.get(o, 0) + other * last.get(o, 0) for o in labels])
    return Mechanism.from_rows(m1.inputs, labels, rows)


def compose(m1: Mechanism, m2: Mechanism) -> Mechanism:
    """Run both independently on the same input and release the pair of outputs.

    The answer is exact. Raises MechanismError for different inputs or too many outputs.
    """
    seconds = _same_inputs(m1, m2, "compose")
    if len(m1.inputs) * len(m1.outputs) * len(m2.outputs) > MAX_ENTRIES:
        came = f"{len(m1.outputs)} x {len(m2.outputs)} outputs are more than {MAX_ENTRIES} entries"
        raise MechanismError(came, place="compose")
    labels = [(a, b) for a in m1.outputs for b in m2.outputs]
    rows = [[x * y for x in row for y in second] for row, second in zip(m1.rows(), seconds, strict=True)]
    return Mechanism.from_rows(m1.inputs, labels, rows)
