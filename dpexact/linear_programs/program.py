"""LinearProgram: minimize c.x subject to rows a.x <= b, = b or >= b, each variable free or >= 0, with exact numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from dpexact.errors import ParameterError, need
from dpexact.linear_programs.number import Number, number, sign
from dpexact.mechanisms.labels import Label, label_of, labels_of
from dpexact.numbers.typography import value_excerpt

Relation = Literal["<=", "=", ">="]
RELATIONS = ("<=", "=", ">=")
ROW_PARTS = 3


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

    Guarantee: exact.
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

        Raises: MechanismError for labels that are invalid or not distinct, ParameterError for an unknown variable or
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
        raise ParameterError(
            value_excerpt(label),
            place=where,
            expected="one of the variables",
            remedy="list it among the variables first",
        )
    return places[known]
