"""The solves that belong to a basis B, for values of the basic variables, multipliers of the rows, rows of B^-1."""

from __future__ import annotations

from flint import fmpz

from dpexact.linear_programs.linear_systems import solve_sparse
from dpexact.linear_programs.number import Entries, Number, Scaled, sign
from dpexact.linear_programs.standard_form import Basis, StandardForm

ZERO = fmpz(0)


def basic_values(form: StandardForm, basis: Basis, right: Entries) -> Scaled:
    """Return the values of the basic variables for a right hand side: B^-1 right.

    Raises: ZeroDivisionError for a singular B.
    """
    matrix = {i: {j: v for j, v in form.rows[i].items() if j in basis.columns} for i in basis.active}
    solved = solve_sparse(matrix, {i: right[i] for i in basis.active if i in right})
    values = dict(solved.values)
    for i, row in enumerate(form.rows):
        if i not in basis.active:
            values[~i] = remainder(row, right.get(i, ZERO) * solved.scale, solved.values)
    return Scaled(values, solved.scale)


def multipliers(form: StandardForm, basis: Basis, costs: Entries) -> Scaled:
    """Return the y that give every basic variable the reduced cost 0, costs B^-1.

    For a row that is not active y is the cost of its logical variable.
    """
    slack_costs = {~k: cost for k, cost in costs.items() if k < 0 and ~k not in basis.active}
    right = {j: costs[j] for j in basis.columns if j in costs}
    for i, y in slack_costs.items():
        for j, entry in form.rows[i].items():
            if j in basis.columns:
                right[j] = right.get(j, ZERO) - entry * y
    solved = solve_sparse(_active_columns(form, basis), right)
    return Scaled(solved.values | {i: y * solved.scale for i, y in slack_costs.items()}, solved.scale)


def basis_row(form: StandardForm, basis: Basis, variable: int) -> Scaled:
    """Return the row y of B^-1 that belongs to a basic variable, with the sign for which y.b > 0 (0 if that is 0)."""
    row = multipliers(form, basis, {variable: fmpz(1)})
    product = sum((value * form.bounds[i] for i, value in row.values.items()), ZERO)
    return Scaled({i: value * sign(product) for i, value in row.values.items()}, row.scale)


def reduced_cost(form: StandardForm, costs: Entries, y: Scaled, variable: int) -> Number:
    """Return the cost of a variable minus y times its column, all times the scale of y."""
    if variable < 0:
        return costs.get(variable, ZERO) * y.scale - y.values.get(~variable, ZERO)
    return remainder(form.columns[variable], costs.get(variable, ZERO) * y.scale, y.values)


def remainder(entries: Entries, start: Number, values: Entries) -> Number:
    """Return the start minus the sum of entries times values."""
    for place, entry in entries.items():
        if place in values:
            start = start - entry * values[place]
    return start


def _active_columns(form: StandardForm, basis: Basis) -> dict[int, Entries]:
    return {j: {i: v for i, v in form.columns[j].items() if i in basis.active} for j in basis.columns}
