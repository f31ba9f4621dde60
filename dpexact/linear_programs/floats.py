"""HiGHS in floating point, for answers that are checked exactly: factors of a matrix, and a guess at the best basis.

The exact simplex method starts at the guess, and nothing rests on it. Rows, then columns, then the bounds and the costs
are multiplied by powers of two, so that the largest of each is about 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpz

from dpexact.linear_programs.number import mantissa, scaled_float
from dpexact.linear_programs.program import Basis, Domain, StandardForm

if TYPE_CHECKING:
    import highspy
    from numpy.typing import NDArray

Parts = tuple[float, int]
LARGE = 100  # equations from which interior points are tried first, if most rows are equations
ITERATIONS = 20  # for each row and column; then the basis at hand has to do


def quiet_solver() -> highspy.Highs:
    """Return a solver that prints nothing and uses one thread."""
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - called when it is made; from HiGHS 1.16 on, that prints a banner
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    solver = Quiet()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("parallel", "off")
    return solver


def sparse_rows(rows: Sequence[Mapping[int, float]]) -> highspy.HighsSparseMatrix:
    """Return the rows {column: value}."""
    import highspy
    import numpy as np

    matrix = highspy.HighsSparseMatrix()
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0] + [len(row) for row in rows], dtype=np.int32)
    matrix.index_ = np.array([j for row in rows for j in row], dtype=np.int32)
    matrix.value_ = np.array([value for row in rows for value in row.values()], dtype=float)
    return matrix


@dataclass(frozen=True)
class FloatFactors:
    """A factored matrix. Row i was divided by 2^exponents[i], so that its largest entry is about 1."""

    solver: Any
    order: NDArray[Any]
    exponents: NDArray[Any]

    def solve(self, sides: NDArray[Any]) -> NDArray[Any]:
        """Return an approximate solution for right hand sides that were divided in the same way."""
        import numpy as np

        _, values = self.solver.getBasisSolve(sides)
        solution = np.empty(len(values))
        solution[self.order] = values
        return solution


def factorize(rows: Sequence[Mapping[int, fmpz]]) -> FloatFactors | None:
    """Factor the matrix, or return None if HiGHS is not installed or finds the matrix singular."""
    try:
        import highspy
    except ImportError:
        return None
    import numpy as np

    size = len(rows)
    entries = [{j: mantissa(value) for j, value in row.items()} for row in rows]
    exponents = [max(exponent for _, exponent in row.values()) for row in entries]
    floats = [
        {j: scaled_float(parts, -shift) for j, parts in row.items()}
        for row, shift in zip(entries, exponents, strict=True)
    ]
    program = highspy.HighsLp()
    program.num_col_ = program.num_row_ = size
    program.col_cost_ = program.row_lower_ = program.row_upper_ = np.zeros(size)
    program.col_lower_, program.col_upper_ = np.full(size, -highspy.kHighsInf), np.full(size, highspy.kHighsInf)
    program.a_matrix_ = sparse_rows(floats)
    basis = highspy.HighsBasis()
    basis.col_status = [highspy.HighsBasisStatus.kBasic] * size
    basis.row_status = [highspy.HighsBasisStatus.kLower] * size
    basis.valid = True
    solver = quiet_solver()
    solver.setOptionValue("simplex_scale_strategy", 0)
    if highspy.HighsStatus.kError in (solver.passModel(program), solver.setBasis(basis)):
        return None
    status, order = solver.getBasicVariables()
    if status != highspy.HighsStatus.kOk or sorted(order) != list(range(size)):
        return None  # a row has taken the place of a column: singular in floating point
    return FloatFactors(solver, np.asarray(order), np.array(exponents))


def guess_basis(form: StandardForm) -> tuple[Basis, int | None]:
    """Return the basis at which HiGHS ends, or that of all logical variables if HiGHS is not installed or fails.

    Beside it is the basic variable whose row seems to show that nothing is feasible, if there is one.
    """
    try:
        import highspy
    except ImportError:
        return Basis(), None
    solver, program = quiet_solver(), _float_program(form)
    solver.setOptionValue("presolve", "off")  # so that a basis comes with every outcome
    solver.setOptionValue("simplex_iteration_limit", ITERATIONS * (len(form.rows) + len(form.columns) + 10))
    solver.setOptionValue("ipm_iteration_limit", 100)
    for tolerance in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        solver.setOptionValue(tolerance, 1e-10)  # the least that HiGHS takes
    if solver.passModel(program) == highspy.HighsStatus.kError:
        return Basis(), None
    equations = form.logical_kinds.count(
        Domain.FIXED
    )  # many make simplex slow; interior points prove nothing infeasible
    for method in ("ipm", "simplex") if equations >= max(LARGE, len(form.rows) / 2) else ("simplex",):
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
        return Basis(), None
    return basis, _blocked(form, basis, program.a_matrix_, ray) if exists else None


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
    program.col_lower_ = np.array([-infinity if kind is Domain.FREE else 0.0 for kind in form.kinds])
    program.col_upper_ = np.full(len(form.columns), infinity)
    program.row_lower_ = np.where([kind is Domain.FIXED for kind in form.logical_kinds], upper, -infinity)
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
