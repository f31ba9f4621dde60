"""The exact simplex method, started at any basis.

A float basis is usually optimal as it is, and two exact solves show it. Otherwise pivots follow, in three stages:

1. Dual pivots, while basic variables have forbidden values. The costs are shifted so that no variable wants to enter.
2. Primal pivots, while a variable wants to enter at the true costs. The bounds are shifted so that all values fit.
3. Dual pivots again, at the true costs and bounds. When these end, both hold.

Each shift also moves the numbers that would be 0 by different small amounts, since a pivot between zeros gains nothing.
Count programs went in circles for thousands of such pivots. The greatest violation leaves and the greatest reduced cost
enters. After PATIENCE pivots in a row that gained nothing, variables of least number do, until a pivot gains (Bland's
rule). So no basis comes back for ever, and each stage ends.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cmp_to_key
from typing import Any

from flint import fmpq, fmpz

from dpexact.linear_programs.linear_systems import solve_sparse
from dpexact.linear_programs.number import Entries, Number, Scaled, as_divisor, remainder, sign
from dpexact.linear_programs.program import Basis, Domain, StandardForm

ZERO = fmpz(0)
PATIENCE = 20
SMALL = fmpq(1, 1 << 30)
SPREAD, GRAINS = 40503, 1024  # multiples of an odd number near 2^16 / 1.618 are spread evenly modulo 1024


def basic_values(form: StandardForm, basis: Basis, right: Entries) -> Scaled:
    """Return the values of the basic variables for a right hand side: B^-1 right.

    Raises ZeroDivisionError for a singular B.
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
    active = {j: {i: v for i, v in form.columns[j].items() if i in basis.active} for j in basis.columns}
    solved = solve_sparse(active, right)
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
    """The values of the basic variables, none forbidden, and a direction in which the cost falls for ever."""

    values: Scaled
    direction: Scaled


def simplex(form: StandardForm, basis: Basis, blocked: int | None = None) -> Optimal | Impossible | Endless:
    """Return the end to which the form comes, from a basis that need not be feasible.

    `blocked` is a basic variable whose row of B^-1 is thought to show that nothing is feasible.

    The answer is exact.
    Raises ZeroDivisionError if the matrix of the basis is singular, TooLargeError over a field.
    """
    if blocked is not None:
        row = basis_row(form, basis, blocked)
        everything = range(-len(form.rows), len(form.columns))
        if any(map(sign, row.values.values())) and not _improving(form, {}, row, everything):
            return Impossible(row)  # row . b > 0 while row . A <= 0 for every variable >= 0, and 0 for every free one
    first = _to_feasible(form, basis)
    if isinstance(first, Impossible):
        return first
    basis, values = first
    y = multipliers(form, basis, form.costs)
    if not _improving(form, form.costs, y, basis.nonbasic(form)):
        return Optimal(basis, values, y)
    second = _to_optimal(_with_shifted_bounds(form, values), basis)
    if isinstance(second, Scaled):
        return Endless(values, second)
    third = _to_feasible(form, second, form.costs)
    if isinstance(third, Impossible):
        return third
    return Optimal(*third, multipliers(form, third[0], form.costs))


def _to_feasible(form: StandardForm, basis: Basis, costs: Entries | None = None) -> Impossible | tuple[Basis, Scaled]:
    """Make dual pivots until no basic variable has a forbidden value. Without costs, the program's are shifted."""
    values = basic_values(form, basis, dict(enumerate(form.bounds)))
    idle = 0
    forbidden = {Domain.FREE: (), Domain.NONNEGATIVE: (-1,), Domain.FIXED: (-1, 1)}
    while violated := {k: v for k, v in values.values.items() if sign(v) in forbidden[form.kind(k)]}:
        if costs is None:
            costs = _shifted_costs(form, basis)
        leaving = _largest(violated) if idle < PATIENCE else min(violated)
        row = basis_row(form, basis, leaving)
        slopes = _improving(form, {}, row, basis.nonbasic(form))
        if not slopes:
            return Impossible(row)
        entering, gain = _cheapest(form, costs, multipliers(form, basis, costs), slopes)
        idle = 0 if gain else idle + 1
        basis = basis.exchange(entering, leaving)
        values = basic_values(form, basis, dict(enumerate(form.bounds)))
    return basis, values


def _shifted_costs(form: StandardForm, basis: Basis) -> Entries:
    """Return costs at which every variable >= 0 outside the basis has a reduced cost > 0, and a free one has 0."""
    y = multipliers(form, basis, form.costs)
    wrong = _improving(form, form.costs, y, basis.nonbasic(form))
    costs = dict(form.costs)
    small = SMALL if basis.columns else fmpq(1)  # a basis that nothing is known of need not be kept close
    for k in basis.nonbasic(form):
        if k in wrong:
            costs[k] = costs.get(k, ZERO) - wrong[k] / as_divisor(y.scale)
        if form.kind(k) is Domain.NONNEGATIVE:
            costs[k] = costs.get(k, ZERO) + _spread(k) * small
    return costs


def _with_shifted_bounds(form: StandardForm, basic: Scaled) -> StandardForm:
    """Return the form with bounds at which every basic variable >= 0 is > 0."""
    bounds = list(form.bounds)
    for k in basic.values:
        if form.kind(k) is Domain.NONNEGATIVE:
            for i, entry in form.column(k).items():
                bounds[i] = bounds[i] + entry * _spread(k) * SMALL
    return replace(form, bounds=tuple(bounds))


def _spread(variable: int) -> fmpq:
    """Return a number in (0, 1] that differs from that of most other variables."""
    return fmpq(variable * SPREAD % GRAINS + 1, GRAINS)


def _cheapest(form: StandardForm, costs: Entries, y: Scaled, slopes: Entries) -> tuple[int, bool]:
    """Return the variable with the least quotient of reduced cost and |slope|, and whether that is positive."""
    prices: dict[int, Any] = {k: abs(reduced_cost(form, costs, y, k)) for k in slopes}
    best = min(slopes)
    for k in sorted(slopes):
        if sign(prices[k] * abs(slopes[best]) - prices[best] * abs(slopes[k])) < 0:
            best = k
    return best, sign(prices[best]) != 0


def _to_optimal(form: StandardForm, basis: Basis) -> Basis | Scaled:
    """Make primal pivots from a feasible basis until no variable wants to enter, or return a direction without end."""
    idle = 0
    while True:
        y = multipliers(form, basis, form.costs)
        candidates = _improving(form, form.costs, y, basis.nonbasic(form))
        if not candidates:
            return basis
        entering = _largest(candidates) if idle < PATIENCE else min(candidates)
        values = basic_values(form, basis, dict(enumerate(form.bounds)))
        upwards = -sign(candidates[entering])
        solved = basic_values(form, basis, form.column(entering))
        change = {k: -upwards * value for k, value in solved.values.items()}  # as the entering one changes by 1 or -1
        leaving = _first_at_bound(form, values.values, change)
        if leaving is None:
            return Scaled({**change, entering: solved.scale * upwards}, solved.scale)
        idle = 0 if sign(values.values[leaving]) else idle + 1
        basis = basis.exchange(entering, leaving)


def _first_at_bound(form: StandardForm, values: Entries, change: Entries) -> int | None:
    """Return the basic variable that first reaches its bound along the change, the least number among equals."""
    best: int | None = None
    for k in sorted(values):
        kind, slope = form.kind(k), sign(change[k])
        if kind is Domain.FIXED and slope:
            return k
        blocks = kind is Domain.NONNEGATIVE and slope < 0
        if blocks and (best is None or sign(values[k] * change[best] - values[best] * change[k]) > 0):
            best = k
    return best


def _improving(form: StandardForm, costs: Entries, y: Scaled, variables: Iterable[int]) -> dict[int, Number]:
    """Return the variables whose change lowers the cost, with their reduced costs."""
    reduced_costs = {}
    for variable in variables:
        kind = form.kind(variable)
        if kind is not Domain.FIXED:
            cost = reduced_cost(form, costs, y, variable)
            if sign(cost) < 0 or (kind is Domain.FREE and sign(cost) > 0):
                reduced_costs[variable] = cost
    return reduced_costs


def _largest(values: Entries) -> int:
    """Return the place of the number of greatest absolute value, the least place among equals."""
    sizes: dict[int, Any] = {j: abs(value) for j, value in values.items()}

    def order(j: int, k: int) -> int:
        return sign(sizes[j] - sizes[k]) or k - j

    return max(sizes, key=cmp_to_key(order))
