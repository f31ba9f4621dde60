"""The exact simplex method, started at any basis.

A float basis is usually optimal as it stands: two exact solves show it. Otherwise pivots follow: dual ones while basic
variables have forbidden values, then primal ones while the cost can fall.

The dual method needs reduced costs >= 0; where they are not, it takes all costs to be 0. Then it adds a number between
0 and 1 to the cost of each variable outside the basis, so that few pivots are ties (without this, count programs went
in circles for thousands of pivots). What it finds is a feasible basis, at which the primal method takes over.

The greatest violation leaves and the greatest reduced cost enters; after PATIENCE pivots in a row that gained nothing,
variables of least number do, until a pivot gains (Bland's rule). So no basis comes back for ever, and the method ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any

from flint import fmpq

from dpexact.linear_programs.number import Entries, Number, sign
from dpexact.linear_programs.scaled import Scaled
from dpexact.linear_programs.standard_form import Kind, StandardForm
from dpexact.linear_programs.vertex import ZERO, basic_values, basis_row, multipliers, reduced_cost

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.linear_programs.basis import Basis

PATIENCE = 20
SPREAD, GRAINS = 40503, 1024  # multiples of an odd number near 2^16 / 1.618 are spread evenly modulo 1024


@dataclass(frozen=True)
class Optimal:
    """A basis with the values of its variables, none forbidden, and the multipliers, for which no variable enters."""

    basis: Basis
    values: Scaled
    multipliers: Scaled


@dataclass(frozen=True)
class Impossible:
    """Multipliers y with y.A <= 0 (0 for free variables), y <= 0 for inequalities, y.b > 0."""

    multipliers: Scaled


@dataclass(frozen=True)
class Endless:
    """A basis with the values of its variables, none forbidden, and a direction in which the cost falls for ever."""

    basis: Basis
    values: Scaled
    direction: Scaled


End = Optimal | Impossible | Endless


def simplex(form: StandardForm, basis: Basis, blocked: int | None = None) -> End:
    """The end to which the form comes, from a basis that need not be feasible.

    `blocked` is a basic variable whose row of B^-1 is thought to show that nothing is feasible.

    Guarantee: exact.
    Raises: ZeroDivisionError if the matrix of the basis is singular; TooLargeError over a field.
    """
    if blocked is not None:
        row = basis_row(form, basis, blocked)
        if _shows_impossible(form, row):
            return Impossible(row)
    feasible = _to_feasible(form, basis)
    return feasible if isinstance(feasible, Impossible) else _to_optimal(form, *feasible)


def _shows_impossible(form: StandardForm, row: Scaled) -> bool:
    """Whether row . b > 0 while row . A <= 0 for every variable >= 0, and 0 for every free one."""
    everything = range(-len(form.rows), len(form.columns))
    return any(map(sign, row.values.values())) and not _improving(form, {}, row, everything)


def _to_feasible(form: StandardForm, basis: Basis) -> Impossible | tuple[Basis, Scaled]:
    """Dual pivots, until no basic variable has a forbidden value."""
    values = basic_values(form, basis, dict(enumerate(form.bounds)))
    costs: Entries | None = None
    idle = 0
    while violated := {k: v for k, v in values.values.items() if _violates(form.kind(k), v)}:
        if costs is None:
            costs = _dual_costs(form, basis)
        leaving = _largest(violated) if idle < PATIENCE else min(violated)
        row = basis_row(form, basis, leaving)
        slopes = _improving(form, {}, row, basis.nonbasic(form))
        if not slopes:
            return Impossible(row)
        y = multipliers(form, basis, costs)
        entering, gain = _cheapest(form, costs, y, slopes)
        idle = 0 if gain else idle + 1
        basis = basis.exchange(entering, leaving)
        values = basic_values(form, basis, dict(enumerate(form.bounds)))
    return basis, values


def _dual_costs(form: StandardForm, basis: Basis) -> Entries:
    """Costs for which no variable enters at this basis: the program's or 0, with something added for each variable."""
    y = multipliers(form, basis, form.costs)
    costs = {} if _improving(form, form.costs, y, basis.nonbasic(form)) else dict(form.costs)
    for j, kind in enumerate(form.kinds):
        if kind is Kind.NONNEGATIVE and j not in basis.columns:
            costs[j] = costs.get(j, ZERO) + fmpq((j + 1) * SPREAD % GRAINS + 1, GRAINS)
    return costs


def _cheapest(form: StandardForm, costs: Entries, y: Scaled, slopes: Entries) -> tuple[int, bool]:
    """The variable with the least quotient of reduced cost and |slope|, and whether that is positive."""
    prices: dict[int, Any] = {k: abs(reduced_cost(form, costs, y, k)) for k in slopes}
    best = min(slopes)
    for k in sorted(slopes):
        if sign(prices[k] * abs(slopes[best]) - prices[best] * abs(slopes[k])) < 0:
            best = k
    return best, sign(prices[best]) != 0


def _to_optimal(form: StandardForm, basis: Basis, values: Scaled) -> Optimal | Endless:
    """Primal pivots from a feasible basis, until the cost cannot fall or falls for ever."""
    idle = 0
    while True:
        y = multipliers(form, basis, form.costs)
        candidates = _improving(form, form.costs, y, basis.nonbasic(form))
        if not candidates:
            return Optimal(basis, values, y)
        entering = _largest(candidates) if idle < PATIENCE else min(candidates)
        change = _change(form, basis, entering, -sign(candidates[entering]))
        leaving = _first_at_bound(form, values.values, change.values)
        if leaving is None:
            return Endless(basis, values, change)
        idle = 0 if sign(values.values[leaving]) else idle + 1
        basis = basis.exchange(entering, leaving)
        values = basic_values(form, basis, dict(enumerate(form.bounds)))


def _change(form: StandardForm, basis: Basis, entering: int, upwards: int) -> Scaled:
    """How all variables change when the entering one changes by 1 upwards, or by -1."""
    solved = basic_values(form, basis, form.column(entering))
    change = {k: -upwards * value for k, value in solved.values.items()}
    return Scaled({**change, entering: solved.scale * upwards}, solved.scale)


def _first_at_bound(form: StandardForm, values: Entries, change: Entries) -> int | None:
    """The basic variable that first reaches its bound along the change, the least number among equals."""
    best: int | None = None
    for k in sorted(values):
        kind, slope = form.kind(k), sign(change[k])
        if kind is Kind.FIXED and slope:
            return k
        blocks = kind is Kind.NONNEGATIVE and slope < 0
        if blocks and (best is None or sign(values[k] * change[best] - values[best] * change[k]) > 0):
            best = k
    return best


def _improving(form: StandardForm, costs: Entries, y: Scaled, variables: Iterable[int]) -> dict[int, Number]:
    """The variables whose change lowers the cost, with their reduced costs."""
    found = {}
    for variable in variables:
        kind = form.kind(variable)
        if kind is not Kind.FIXED:
            cost = reduced_cost(form, costs, y, variable)
            if sign(cost) < 0 or (kind is Kind.FREE and sign(cost) > 0):
                found[variable] = cost
    return found


def _violates(kind: Kind, value: Number) -> bool:
    return kind is not Kind.FREE and (sign(value) < 0 if kind is Kind.NONNEGATIVE else sign(value) != 0)


def _largest(values: Entries) -> int:
    """The place of the number of greatest absolute value, the least place among equals."""
    sizes: dict[int, Any] = {j: abs(value) for j, value in values.items()}

    def order(j: int, k: int) -> int:
        return sign(sizes[j] - sizes[k]) or k - j

    return max(sizes, key=cmp_to_key(order))
