"""What two uses of HiGHS share: a quiet solver in one thread, and sparse rows in its format."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import highspy


def quiet_solver() -> highspy.Highs:
    """A solver that prints nothing and uses one thread."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("parallel", "off")
    return solver


def sparse_rows(rows: Sequence[Mapping[int, float]]) -> highspy.HighsSparseMatrix:
    """The rows {column: value}."""
    import highspy
    import numpy as np

    matrix = highspy.HighsSparseMatrix()
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0] + [len(row) for row in rows], dtype=np.int32)
    matrix.index_ = np.array([j for row in rows for j in row], dtype=np.int32)
    matrix.value_ = np.array([value for row in rows for value in row.values()], dtype=float)
    return matrix
