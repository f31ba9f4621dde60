"""Determinant and volume of a mechanism, and the volume that respects post-processing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from flint import fmpq_mat

from dpexact.errors import MechanismError, TooLargeError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.axioms.utilities import checked, likelihoods

MAX_ORDER = 400  # of a rational matrix
MAX_FIELD_ORDER = 30  # of a matrix with other entries
MAX_MINORS = 200_000


def determinant(mechanism: Mechanism) -> Exact:
    """Return the absolute value of det M, from 0 to 1, for as many outputs as inputs.

    Post-processing by a kernel with as many outputs again does not increase it, since det(A M) = det A det M and
    abs(det A) <= 1 for a column-stochastic A.

    Guarantee: exact. Raises: MechanismError for another shape, TooLargeError.
    Reference: axioms paper, Example 3.2.2.
    """
    matrix = likelihoods(mechanism)
    if len(mechanism.inputs) != len(mechanism.outputs):
        shape = f"{len(mechanism.inputs)} inputs and {len(mechanism.outputs)} outputs"
        remedy = "lorenz_volume takes any shape"
        raise MechanismError(shape, place="mechanism", expected="as many outputs as inputs", remedy=remedy)
    return abs(_determinant(matrix))


def volume_squared(mechanism: Mechanism) -> Exact:
    """Return det(M^T M), the square of the paper's volume. M has a row for each output, a column for each input.

    It does not respect post-processing, since a merge of two outputs may increase it (the paper's example), and the
    merge of the two halves of an output does. It is 0 if and only if the columns are linearly dependent.

    Guarantee: exact. Raises: TooLargeError.
    Reference: axioms paper, Example 3.2.2.
    """
    rows = checked(mechanism).rows()
    return _determinant([[exact_sum(a * b for a, b in zip(p, q, strict=True) if a and b) for q in rows] for p in rows])


def lorenz_volume(mechanism: Mechanism) -> Exact:
    """Return the sum of the absolute values of all n x n minors of M, from 0 to 1, for n inputs.

    It is the volume of the sum of the segments from 0 to P(o | .) (the Lorenz zonotope), equal to `determinant` if
    that is defined, and unlike `volume_squared` it respects post-processing for every shape. By the formula of Cauchy
    and Binet a minor of A M is the sum of minors of A times minors of M, and the absolute values of the minors of A
    in given columns sum to at most 1. With fewer outputs than inputs it is 0.

    Guarantee: exact. Raises: TooLargeError for more than 200000 minors.
    """
    rows = [row for row in likelihoods(mechanism) if any(row)]
    order = len(mechanism.inputs)
    if comb(len(rows), order) > MAX_MINORS:
        came, expected = f"{comb(len(rows), order)}", f"at most {MAX_MINORS} minors"
        raise TooLargeError(came, place="mechanism", expected=expected, remedy="merge outputs")
    return exact_sum([abs(_determinant(minor)) for minor in combinations(rows, order)] or [exact(0)])


def _determinant(matrix: Sequence[Sequence[Exact]]) -> Exact:
    order = len(matrix)
    rational = all(value.is_rational() for row in matrix for value in row)
    limit = MAX_ORDER if rational else MAX_FIELD_ORDER
    if order > limit:
        expected = f"at most {limit} inputs for a determinant of such entries"
        raise TooLargeError(f"{order}", place="mechanism", expected=expected)
    if rational:
        return Exact.of_rational(fmpq_mat([[value.as_fmpq() for value in row] for row in matrix]).det())
    return _by_elimination([list(row) for row in matrix])


def _by_elimination(rows: list[list[Exact]]) -> Exact:
    """Compute the determinant by Gauss, with any entry that is not 0, as the field decides, for a pivot."""
    product = exact(1)
    for place in range(len(rows)):
        pivot = next((n for n in range(place, len(rows)) if rows[n][place]), None)
        if pivot is None:
            return exact(0)
        if pivot != place:
            rows[place], rows[pivot] = rows[pivot], rows[place]
            product = -product
        head = rows[place]
        product *= head[place]
        for row in rows[place + 1 :]:
            if row[place]:
                factor = row[place] / head[place]
                row[place:] = [a - factor * b for a, b in zip(row[place:], head[place:], strict=True)]
    return product
