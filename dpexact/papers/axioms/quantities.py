"""The quantities of the axioms paper that it prints numbers for, in Section 2.2, Figure 8 and Example 3.2.2."""

from dpexact.audit.quantities import given
from dpexact.errors import ParameterError, need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import privacy_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.axioms import utilities

QUANTITIES = given.PaperQuantities(
    "axioms",
    "An Axiomatic View of Statistical Privacy and Utility",
    **dict.fromkeys(("matrix", "kernel"), given.mechanism),
    **dict.fromkeys(("row", "column"), given.integer),
    loss=given.matrix,
    prior=given.numbers,
)


@QUANTITIES.add("Section 3, Figure 8")
def expected_loss(matrix: Mechanism, loss: list[list[Exact]], prior: list[Exact]) -> Exact:
    """Return the sum of prior * P * loss, where matrix and loss have a row for each output."""
    table = {(o, i): value for o, row in enumerate(loss, 1) for i, value in enumerate(row, 1)}
    return utilities.expected_loss(matrix, table, dict(enumerate(prior, 1)))


@QUANTITIES.add("Example 3.2.2: the square root of det(M^T M)")
def volume(matrix: Mechanism) -> Exact:
    """Return the square root of det(M^T M)."""
    square = utilities.volume_squared(matrix)
    return square ** exact("1/2") if square else square


@QUANTITIES.add("Section 2.2, Example 3.2.2")
def _product_entry(kernel: Mechanism, matrix: Mechanism, row: int, column: int) -> Exact:
    if kernel.inputs != matrix.outputs:
        expected = f"a column for each of the {len(matrix.outputs)} rows of the matrix"
        raise ParameterError(f"{len(kernel.inputs)} columns", place="kernel", expected=expected)
    need.integer(row, "row", 1, len(kernel.outputs))
    need.integer(column, "column", 1, len(matrix.inputs))
    return matrix.postprocess(kernel).rows()[column - 1][row - 1]


@QUANTITIES.add("Section 2.2")
def good_probability(matrix: Mechanism, exp_epsilon: Exact, column: int) -> Exact:
    """Return the probability of the outputs o with P(o | i) <= E P(o | j), under the input i of two inputs."""
    rows, factor = matrix.rows(), privacy_factor(exp_epsilon)
    if len(rows) != 2:
        raise ParameterError(f"{len(rows)} columns", place="matrix", expected="two columns")
    i = need.integer(column, "column", 1, len(rows)) - 1
    return exact_sum([exact(0), *(p for p, q in zip(rows[i], rows[1 - i], strict=True) if p <= factor * q)])


@QUANTITIES.add("Section 2.2")
def _bad_probability(matrix: Mechanism, exp_epsilon: Exact, column: int) -> Exact:
    return 1 - good_probability(matrix, exp_epsilon, column)
