"""HiGHS in floating point, for answers that are checked exactly: a quiet solver, and float factors of a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpz

from dpexact.linear_programs.number import mantissa, scaled_float

if TYPE_CHECKING:
    import highspy
    from numpy.typing import NDArray


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
