"""The quantities of the axioms paper that it prints numbers for: the tables of Section 2.2, Figure 8, Example 3.2.2."""

from __future__ import annotations

from dpexact.audit.quantity import QuantityList
from dpexact.errors import ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import privacy_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import excerpt
from dpexact.papers.axioms.utilities import expected_loss as _expected_loss
from dpexact.papers.axioms.utilities import volume_squared

QUANTITIES = QuantityList("axioms", "An Axiomatic View of Statistical Privacy and Utility")
MAX_PLACE = 1000


def entries(name: str, text: str) -> list[list[Exact]]:
    """Return the rows of "2/3, 1/3; 1/3, 2/3". Raises: ParameterError for rows of different lengths."""
    rows = [[exact_at(entry.strip(), name) for entry in row.split(",")] for row in text.split(";")]
    if len({len(row) for row in rows}) != 1:
        raise ParameterError(
            repr(text), place=name, expected="rows of one length, entries separated by commas, rows by semicolons"
        )
    return rows


def mechanism_of(name: str, text: str) -> Mechanism:
    """Return the mechanism of a printed matrix, rows = outputs and columns = inputs, both counted from 1."""
    columns = list(zip(*entries(name, text), strict=True))
    return Mechanism.from_rows(range(1, len(columns) + 1), range(1, len(columns[0]) + 1), columns)


def place(name: str, text: str, count: int) -> int:
    """Return a row or column that is counted from 1, as an index from 0. Raises: ParameterError."""
    least = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PLACE))
    if not (least and 1 <= int(text) <= count):
        raise ParameterError(repr(excerpt(text)), place=name, expected=f"an integer from 1 to {count} in digits 0 to 9")
    return int(text) - 1


@QUANTITIES.add("Section 3, Figure 8")
def expected_loss(matrix: str, loss: str, prior: str) -> Exact:
    """Return the sum of prior * P * loss; matrix and loss have a row for each output."""
    mechanism, losses = mechanism_of("matrix", matrix), entries("loss", loss)
    if (len(losses), len(losses[0])) != (len(mechanism.outputs), len(mechanism.inputs)):
        raise ParameterError(repr(loss), place="loss", expected="the shape of the matrix")
    weights = [exact_at(entry.strip(), "prior") for entry in prior.split(",")]
    if len(weights) != len(mechanism.inputs):
        raise ParameterError(repr(prior), place="prior", expected=f"{len(mechanism.inputs)} weights")
    values = {(o, i): losses[o - 1][i - 1] for o in mechanism.outputs for i in mechanism.inputs}  # type: ignore[operator]
    return _expected_loss(mechanism, values, dict(zip(mechanism.inputs, weights, strict=True)))


@QUANTITIES.add("Example 3.2.2: the square root of det(M^T M)")
def volume(matrix: str) -> Exact:
    """Return the square root of det(M^T M)."""
    square = volume_squared(mechanism_of("matrix", matrix))
    return square ** exact("1/2") if square else square


@QUANTITIES.add("Section 2.2, Example 3.2.2")
def product_entry(kernel: str, matrix: str, row: str, column: str) -> Exact:
    """Return an entry of A M."""
    after = mechanism_of("kernel", kernel)
    before = mechanism_of("matrix", matrix)
    if after.inputs != before.outputs:
        raise ParameterError(
            repr(kernel), place="kernel", expected=f"a column for each of the {len(before.outputs)} rows of the matrix"
        )
    rows = before.postprocess(after).rows()
    return rows[place("column", column, len(rows))][place("row", row, len(after.outputs))]


@QUANTITIES.add("Section 2.2")
def good_probability(matrix: str, exp_epsilon: str, column: str) -> Exact:
    """Return the probability of the outputs o with P(o | i) <= E P(o | j), under the input i; there are two inputs."""
    rows, factor = mechanism_of("matrix", matrix).rows(), privacy_factor(exp_epsilon)
    if len(rows) != 2:
        raise ParameterError(repr(matrix), place="matrix", expected="two columns")
    i = place("column", column, len(rows))
    return exact_sum([exact(0), *(p for p, q in zip(rows[i], rows[1 - i], strict=True) if p <= factor * q)])


@QUANTITIES.add("Section 2.2")
def bad_probability(matrix: str, exp_epsilon: str, column: str) -> Exact:
    """Return the probability of the other outputs."""
    return 1 - good_probability(matrix, exp_epsilon, column)
