"""LinearProgram: minimize c.x subject to rows a.x <= b, = b or >= b, each variable free or >= 0, with exact numbers.

In standard form it is to minimize c.x subject to A x + s = b. Every row has a logical variable s_i, >= 0 for an
inequality and 0 for an equation. Rows with ">=" are negated, and every row is multiplied by a positive number that
clears the denominators of its coefficients (not of its bound). Variables are numbered, x_j by j >= 0 and s_i by ~i < 0.
The variables of a basis are solved for. All others are 0, since every bound is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, cast

from flint import fmpz

from dpexact.errors import ParameterError, need
from dpexact.linear_programs.number import Entries, Number, cleared, number, sign
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt

Linear = tuple[Mapping[Label, Exact], Exact]  # coefficients by label, and a constant
Relation = Literal["<=", "=", ">="]
RELATIONS = ("<=", "=", ">=")
ROW_PARTS = 3
ONE = fmpz(1)


@dataclass(frozen=True)
class Row:
    """The constraint sum of coefficients[j] x_j, relation, bound, with positions j among the variables."""

    coefficients: Mapping[int, Number]
    relation: Relation
    bound: Number


@need.made_by(
    "LinearProgram.from_rows(variables, objective, rows)",
    variables=tuple,
    objective=Mapping,
    rows=tuple,
    free=frozenset,
)
@dataclass(frozen=True)
class LinearProgram:
    """Minimize sum of objective[j] x_j subject to the rows, and to x_j >= 0 unless j is in `free`.

    Coefficients are sparse, and positions that are not listed are 0. They are rational, or exact numbers of one field.

    The answer is exact.
    """

    variables: tuple[Label, ...]
    objective: Mapping[int, Number] = field(repr=False)
    rows: tuple[Row, ...] = field(repr=False)
    free: frozenset[int] = field(repr=False)

    @classmethod
    def from_rows(
        cls,
        variables: Iterable[Label],
        objective: Mapping[Label, object],
        rows: Iterable[tuple[Mapping[Label, object], str, object]],
        free: Iterable[Label] = (),
    ) -> LinearProgram:
        """Make a program of labeled variables. Rows are (coefficients by label, "<=", "=" or ">=", bound).

        To maximize, minimize the negative. Numbers are whatever `exact` accepts.

        Raises MechanismError for labels that are invalid or not distinct, ParameterError for an unknown variable or
        relation or a free E, and as `exact`.

        >>> LinearProgram.from_rows(["x", "y"], {"x": 1, "y": 1}, [({"x": 2, "y": "1/3"}, ">=", 1)])
        LinearProgram(variables=('x', 'y'))
        """
        labels = labels_of(variables, "variables")
        places = {label: place for place, label in enumerate(labels)}
        return cls(
            labels,
            _sparse(objective, places, "objective"),
            tuple(_row(row, places, f"rows[{i}]") for i, row in enumerate(_listed(rows, "rows"))),
            frozenset(_place(label, places, "free") for label in _listed(free, "free")),
        )


def loss_rows(
    first: Iterable[Linear], second: Iterable[Linear], factor: Exact, excesses: Iterable[Label | None]
) -> Iterator[tuple[dict[Label, Exact], str, Exact]]:
    """Yield the rows p(o) - E q(o) <= excess(o) for two laws, each with variables of its own.

    The probabilities are linear in the variables. An excess is a variable, or None for 0. If the excesses sum to delta
    at most, p(S) <= E q(S) + delta for every event S.
    """
    for (p, p_constant), (q, q_constant), excess in zip(first, second, excesses, strict=True):
        row = {**p, **{label: -factor * value for label, value in q.items()}}
        if excess is not None:
            row[excess] = exact(-1)
        yield row, "<=", factor * q_constant - p_constant


def _listed(values: object, where: str) -> Iterable[Any]:
    return need.values(values, where, "a list", also=(Mapping, AbstractSet))


def _row(row: object, places: Mapping[Label, int], where: str) -> Row:
    if not isinstance(row, (tuple, list)) or len(row) != ROW_PARTS:
        raise ParameterError(value_excerpt(row), place=where, expected="(coefficients by label, relation, bound)")
    coefficients, relation, bound = row
    if relation not in RELATIONS:
        raise ParameterError(repr(relation), place=where, expected='the relation "<=", "=" or ">="')
    return Row(_sparse(coefficients, places, where), cast("Relation", relation), number(bound, f"{where}, bound"))


def _sparse(coefficients: object, places: Mapping[Label, int], where: str) -> dict[int, Number]:
    if not isinstance(coefficients, Mapping):
        raise ParameterError(value_excerpt(coefficients), place=where, expected="{variable: number}")
    numbers = {_place(label, places, where): number(value, where) for label, value in coefficients.items()}
    return {place: value for place, value in numbers.items() if sign(value)}


def _place(label: object, places: Mapping[Label, int], where: str) -> int:
    known = label_of(label, where)
    if known not in places:
        expected, remedy = "one of the variables", "list it among the variables first"
        raise ParameterError(value_excerpt(label), place=where, expected=expected, remedy=remedy)
    return places[known]


class Domain(Enum):
    """The values that a variable may take."""

    NONNEGATIVE = ">= 0"
    FREE = "any"
    FIXED = "0"


@dataclass(frozen=True)
class StandardForm:
    """The matrix A by rows and by columns, b, c, and the kinds of x and s. `factors[i]` made row i of the program's."""

    rows: tuple[Entries, ...]
    columns: tuple[Entries, ...]
    bounds: tuple[Number, ...]
    costs: Entries
    kinds: tuple[Domain, ...]
    logical_kinds: tuple[Domain, ...]
    factors: tuple[Number, ...]

    def kind(self, variable: int) -> Domain:
        """Return the kind of x_j or s_i."""
        return self.kinds[variable] if variable >= 0 else self.logical_kinds[~variable]

    def column(self, variable: int) -> Entries:
        """Return the column of x_j or s_i."""
        return self.columns[variable] if variable >= 0 else {~variable: ONE}


def standard_form(program: LinearProgram) -> StandardForm:
    """Return the program in standard form. An optimal vector of the one is optimal for the other."""
    factors, rows = [], []
    for row in program.rows:
        factor, coefficients = cleared(row.coefficients.values())
        flip = -1 if row.relation == ">=" else 1
        factors.append(factor * flip)
        rows.append({j: value * flip for j, value in zip(row.coefficients, coefficients, strict=True)})
    return StandardForm(
        rows=tuple(rows),
        columns=_transposed(rows, len(program.variables)),
        bounds=tuple(row.bound * factor for row, factor in zip(program.rows, factors, strict=True)),
        costs=program.objective,
        kinds=tuple(Domain.FREE if j in program.free else Domain.NONNEGATIVE for j in range(len(program.variables))),
        logical_kinds=tuple(Domain.FIXED if row.relation == "=" else Domain.NONNEGATIVE for row in program.rows),
        factors=tuple(factors),
    )


def _transposed(rows: Iterable[Entries], width: int) -> tuple[Entries, ...]:
    columns: list[dict[int, Number]] = [{} for _ in range(width)]
    for i, row in enumerate(rows):
        for j, value in row.items():
            columns[j][i] = value
    return tuple(columns)


@dataclass(frozen=True)
class Basis:
    """The basic x_j, and the active rows, those whose s_i is *not* basic, so that they hold with equality.

    There are as many of the one as of the other. Only the square system of active rows and basic x has to be solved,
    which saves most of the time, since in a large program most rows are slack.
    """

    columns: frozenset[int] = frozenset()
    active: frozenset[int] = frozenset()

    def fits(self, form: StandardForm) -> bool:
        """Return whether it is made of columns and rows of the form, as many of the one as of the other."""
        known = self.columns <= frozenset(range(len(form.columns))) and self.active <= frozenset(range(len(form.rows)))
        return known and len(self.columns) == len(self.active)

    def exchange(self, entering: int, leaving: int) -> Basis:
        """Return the basis after one variable has taken the place of another."""
        changed = (entering, leaving)
        return Basis(self.columns ^ {k for k in changed if k >= 0}, self.active ^ {~k for k in changed if k < 0})

    def nonbasic(self, form: StandardForm) -> Iterator[int]:
        """Yield the variables that are 0."""
        yield from (j for j in range(len(form.columns)) if j not in self.columns)
        yield from (~i for i in self.active)
