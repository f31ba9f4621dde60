"""A first guess at the optimal basis, in floating point by HiGHS. The exact simplex method starts there.

Nothing rests on the guess. Rows, then columns, then the bounds and the costs are multiplied by powers of two, so that
the largest of each is about 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpexact.linear_programs.floats import quiet_solver, sparse_rows
from dpexact.linear_programs.number import mantissa, scaled_float
from dpexact.linear_programs.standard_form import Basis, Kind, StandardForm

Parts = tuple[float, int]
LARGE = 100  # equations from which interior points are tried first, if most rows are equations
ITERATIONS = 20  # for each row and column; then the basis at hand has to do


@dataclass(frozen=True)
class Guess:
    """A basis, and the basic variable whose row seems to show that nothing is feasible, if there is one."""

    basis: Basis
    blocked: int | None = None


def guess_basis(form: StandardForm) -> Guess:
    """Return the basis at which HiGHS ends, or that of all logical variables if HiGHS is not installed or fails."""
    try:
        import highspy
    except ImportError:
        return Guess(Basis())
    solver, program = quiet_solver(), _float_program(form)
    solver.setOptionValue("presolve", "off")  # so that a basis comes with every outcome
    solver.setOptionValue("simplex_iteration_limit", _limit(form))
    solver.setOptionValue("ipm_iteration_limit", 100)
    for tolerance in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        solver.setOptionValue(tolerance, 1e-10)  # the least that HiGHS takes
    if solver.passModel(program) == highspy.HighsStatus.kError:
        return Guess(Basis())
    for method in _methods(form):
        solver.clearSolver()
        solver.setOptionValue("solver", method)
        solver.run()
        if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
            break
    _, exists, ray = solver.getDualRay()
    last, basic = solver.getBasis(), highspy.HighsBasisStatus.kBasic
    basis = Basis(
        frozenset(j for j, status in enumerate(last.col_status) if status == basic),
        frozenset(i for i, status in enumerate(last.row_status) if status != basic),
    )
    if len(basis.columns) != len(basis.active):
        return Guess(Basis())
    return Guess(basis, _blocked(form, basis, program.a_matrix_, ray) if exists else None)


def _methods(form: StandardForm) -> tuple[str, ...]:
    """Try interior points first if most rows are equations (simplex is slow). They prove nothing infeasible."""
    equations = form.logical_kinds.count(Kind.FIXED)
    return ("ipm", "simplex") if equations >= max(LARGE, len(form.rows) / 2) else ("simplex",)


def _limit(form: StandardForm) -> int:
    return ITERATIONS * (len(form.rows) + len(form.columns) + 10)


def _float_program(form: StandardForm) -> Any:
    import highspy
    import numpy as np

    rows = [{j: mantissa(value) for j, value in row.items()} for row in form.rows]
    row_shifts = [-_largest(row.values()) for row in rows]
    column_parts: list[list[Parts]] = [[] for _ in form.columns]
    for row, shift in zip(rows, row_shifts, strict=True):
        for j, (fraction, exponent) in row.items():
            column_parts[j].append((fraction, exponent + shift))
    column_shifts = [-_largest(parts) for parts in column_parts]
    bounds = [(f, e + shift) for (f, e), shift in zip(map(mantissa, form.bounds), row_shifts, strict=True)]
    costs = {j: (f, e + column_shifts[j]) for j, (f, e) in ((j, mantissa(value)) for j, value in form.costs.items())}
    bound_shift, cost_shift = -_largest(bounds), -_largest(costs.values())
    upper = np.array([scaled_float(parts, bound_shift) for parts in bounds])
    infinity = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(form.columns), len(form.rows)
    program.col_cost_ = np.array(
        [scaled_float(costs[j], cost_shift) if j in costs else 0.0 for j in range(len(form.columns))]
    )
    program.col_lower_ = np.array([-infinity if kind is Kind.FREE else 0.0 for kind in form.kinds])
    program.col_upper_ = np.full(len(form.columns), infinity)
    program.row_lower_ = np.where([kind is Kind.FIXED for kind in form.logical_kinds], upper, -infinity)
    program.row_upper_ = upper
    program.a_matrix_ = sparse_rows(
        [
            {j: scaled_float(parts, shift + column_shifts[j]) for j, parts in row.items()}
            for row, shift in zip(rows, row_shifts, strict=True)
        ]
    )
    return program


def _largest(parts: Iterable[Parts]) -> int:
    """Return the exponent of the largest of the numbers m 2^e, or 0 without numbers."""
    return max((exponent for fraction, exponent in parts if fraction), default=0)


def _blocked(form: StandardForm, basis: Basis, matrix: Any, ray: Any) -> int | None:
    """Find the basic variable whose row of B^-1 is parallel to the float Farkas vector, as its product is not 0."""
    import numpy as np

    products = np.zeros(len(form.columns))
    lengths = np.diff(matrix.start_)
    np.add.at(products, matrix.index_, np.repeat(ray, lengths) * matrix.value_)
    sizes = {j: abs(products[j]) for j in basis.columns}
    sizes |= {~i: abs(ray[i]) for i in range(len(form.rows)) if i not in basis.active}
    return max(sizes, key=lambda variable: sizes[variable], default=None)
