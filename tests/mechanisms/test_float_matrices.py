"""Matrices of floats: each row is divided by its sum, with a warning unless rounding explains it; labels."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact import Mechanism, NeighborGraph, exact
from dpexact.errors import MechanismError, RowSumWarning
from dpexact.testing import assert_private
from tests.refusals import refuses

LABELS = [0, 1]


def normalized(rows: Any) -> Mechanism:
    return Mechanism.from_floats(range(len(rows)), range(len(rows[0])), rows, row_sums="normalize")


def test_a_transposed_matrix_is_not_normalized_into_a_private_one() -> None:
    """Columns are inputs: E = 0.7/0.2. Its rows divided by their sums would be private at epsilon = 1.24."""
    matrix = np.array([[0.7, 0.2], [0.3, 0.8]])
    for row_sums in ("exact", "normalize"):
        with pytest.raises(MechanismError, match=r"^rows\[0\]: .*transposed\?") as error:
            Mechanism.from_floats(LABELS, LABELS, matrix, row_sums=row_sums)
        assert 'row_sums="normalize"' not in str(error.value)
    right = normalized(matrix.T)
    refuses(AssertionError, "", assert_private, right, NeighborGraph.complete(LABELS), epsilon="1.24")


@pytest.mark.parametrize(
    "rows",
    [
        *([[0.6, 0.2], [0.3, 0.1]], [[0.5, 0.5], [0.0, 0.0]], [[0.5, 0.5], [0.5, 0.5000001]], [[2.0, 6.0]]),
        [[0.5, 0.5], [0.25, 0.7499]],
    ],
)
def test_a_sum_that_rounding_does_not_explain_is_told(rows: list[list[float]]) -> None:
    expected = r"^rows\[.\]: expected entries to normalize that sum to 1 up to rounding"
    if any(sum(row) == 0 for row in rows):
        with pytest.warns(RowSumWarning, match=expected), pytest.raises(MechanismError, match=r"^rows\[1\]"):
            normalized(rows)
    else:
        with pytest.warns(RowSumWarning, match=expected) as told:
            found = normalized(rows).rows()
        assert "transposed" not in str(told[0].message)
        assert [list(row) for row in found] == [
            [exact(Fraction(x) / sum(map(Fraction, row))) for x in row] for row in rows
        ]
    assert "normalize" not in refuses(MechanismError, "", Mechanism.from_floats, range(len(rows)), range(2), rows)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("size", [2, 7, 1000])
def test_a_sum_that_is_rounded_is_divided_by_itself(kind: Any, size: int) -> None:
    weights = np.random.default_rng(size).random((3, size))
    rows = (weights / weights.sum(axis=1, keepdims=True)).astype(kind)
    found = normalized(rows)
    for row, values in zip(rows.tolist(), found.rows(), strict=True):  # tolist is exact
        total = sum(map(Fraction, row))
        assert list(values) == [exact(Fraction(value) / total) for value in row]


def test_the_slack_is_that_of_the_floats() -> None:
    off = [0.5, 0.5 + 2.0**-20]
    normalized(np.array([off], dtype=np.float32))
    with pytest.warns(RowSumWarning, match="32-bit floats"):
        normalized([off])
    long = np.full((1, 1024), 2.0**-10, dtype=np.float32)
    for row, fits in ((long, True), (np.array([[0.5, 0.5]], dtype=np.float32), False)):
        row[0, 0] += np.float32(2.0**-14)  # of four units for each entry: 2^-11 and 2^-20
        if fits:
            normalized(row)
        else:
            with pytest.warns(RowSumWarning, match="up to rounding"):
                normalized(row)
    normalized([[0.5, 0.5 + 2.0**-31]])
    with pytest.warns(RowSumWarning):
        normalized([[0.5, 0.5 + 2.0**-29]])


@dataclass
class Axis:
    labels: list[Any]

    def tolist(self) -> list[Any]:
        return self.labels


class Frame:
    """As pandas.DataFrame, as far as it is looked at; iterating it gives the columns."""

    iloc = None

    def __init__(self, rows: list[list[float]], index: list[Any], columns: list[Any]) -> None:
        self.index, self.columns, self.rows = Axis(index), Axis(columns), rows

    def to_numpy(self) -> Any:
        return np.array(self.rows)

    def __iter__(self) -> Any:
        return iter(self.columns.labels)


ROWS = [[0.75, 0.25], [0.5, 0.5]]


def test_the_labels_of_a_frame_are_those_that_are_given() -> None:
    for index, columns in ((["a", "b"], ["x", "y"]), ([0, 1], ["x", "y"]), ([0, 1], [0, 1])):
        found = Mechanism.from_floats(["a", "b"], ["x", "y"], Frame(ROWS, index, columns))
        assert found.probability("a", ["x"]) == exact("3/4")
    for index, columns in ((["b", "a"], ["x", "y"]), (["a", "b"], ["y", "x"]), ([1, 2], ["x", "y"])):
        with pytest.raises(MechanismError, match=r"^rows: expected a DataFrame whose (index|columns) is"):
            Mechanism.from_floats(["a", "b"], ["x", "y"], Frame(ROWS, index, columns))
    with pytest.raises(MechanismError, match="whose index is"):  # numbers that are labels, in another order
        Mechanism.from_floats([1, 0], ["x", "y"], Frame(ROWS, [0, 1], ["x", "y"]))
    refuses(MechanismError, "whose columns is", Mechanism.from_rows, ["a"], [1, 2], Frame([[1, 0]], ["a"], [2, 1]))
