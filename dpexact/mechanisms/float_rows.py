"""Rows of floats, with the error of their sums that rounding explains, and rows divided by their sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from warnings import warn

from dpexact.errors import MechanismError, RowSumWarning
from dpexact.mechanisms.rows import exact_sum, normalized, row_defect
from dpexact.numbers.exact import Exact

LEAST = {
    53: Fraction(1, 10**9),
    24: Fraction(1, 2**18),
    11: Fraction(1, 2**8),
}  # by the bits of a float: always allowed
PER_ENTRY = 4  # units of rounding for each entry
MOST = Fraction(1, 100)
TO_DISTRIBUTIONS = 'pass row_sums="normalize" to Mechanism.from_floats, which divides each row by its exact sum'


def rounding_slack(row: Sequence[object]) -> Fraction:
    """Return the allowed distance of a row's sum from 1, a few units for each entry, and 1e-9 at least for doubles."""
    bits = min((_bits(value) for value in row), default=53)
    return min(max(LEAST[bits], PER_ENTRY * len(row) * Fraction(1, 2 ** (bits - 1))), MOST)


def _bits(value: object) -> int:
    return {"float16": 11, "float32": 24}.get(type(value).__name__, 53)


def normalized_rows(matrix: Sequence[Sequence[object]], values: Sequence[Sequence[Exact]]) -> list[list[Exact]]:
    """Divide each row by its sum, with a `RowSumWarning` if rounding does not explain that a sum is not 1.

    Raises: MechanismError for a row that cannot be divided, and for a matrix whose columns sum to 1 instead.
    """
    for i, row in enumerate(values):
        defect, slack = row_defect(row, i), rounding_slack(matrix[i])
        if defect > slack or -defect > slack:
            error = MechanismError(
                f"the sum {(defect + 1).decimal(10)}",
                place=f"rows[{i}]",
                expected=f"entries to normalize that sum to 1 up to rounding, within {float(slack):.2g}",
                remedy=_advice(values),
            )
            if _transposed(values):
                raise error
            warn(str(error), RowSumWarning, stacklevel=3)
            break
    return [normalized(row, i) for i, row in enumerate(values)]


def remedy(matrix: Sequence[Sequence[object]], values: Sequence[Sequence[Exact]]) -> str:
    """Return the remedy for rows that do not sum to 1 exactly."""
    defects = [(row_defect(row, i), rounding_slack(matrix[i])) for i, row in enumerate(values)]
    if all(-slack <= defect <= slack for defect, slack in defects):
        return 'pass row_sums="normalize" to divide each row by its sum, or row_sums="report" to see how far off'
    return f'{_advice(values)}; row_sums="report" shows how far off each row is'


def _advice(values: Sequence[Sequence[Exact]]) -> str:
    """Return the likely fault of rows whose sums are far from 1."""
    if all(abs(row_defect(row, i)) <= LEAST[24] for i, row in enumerate(values)):
        return "pass 32-bit floats as such, in a numpy array; otherwise look for a missing outcome"
    if _transposed(values):
        return "the columns sum to 1: is the matrix transposed? rows belong to inputs, columns to outputs"
    return "look for an outcome that is missing or counted twice; divide weights by their sums first"


def _transposed(values: Sequence[Sequence[Exact]]) -> bool:
    """Return whether the columns sum to 1, and not the rows."""
    lines = [[exact_sum(line) for line in side] for side in (values, zip(*values, strict=True))]
    rows, columns = ([abs(total - 1) <= LEAST[24] for total in totals] for totals in lines)
    return all(columns) and not all(rows)
