"""Gradual release on 0..size-1 by range-restricted geometric mechanisms, tightened by an exact matrix of every size."""

from __future__ import annotations

from collections.abc import Sequence

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact, exact_at

MAX_ENTRIES = 1 << 20


def tightening_matrix(p1: object, p2: object, size: int) -> Mechanism:
    """Make the A with G_p1 = A G_p2, p1 >= p2, as a Mechanism that takes the outputs of G_p2.

    A keeps its input k with the probability s_k and draws anew from G_p1 at k otherwise, where n = size - 1 and

        s_k = (p2/p1) ((1 - p1)/(1 - p2))^2    for 0 < k < n,
        s_k = (p2/p1) (1 - p1)/(1 - p2)        for k = 0 and k = n.

    `.column_stochastic()` is the matrix A, and range_restricted_geometric(p2, size).postprocess(A) the mechanism of p1.
    It is the only such matrix for p2 < 1, stochastic or not, as G_p2 is invertible. For p1 = p2 it is the identity.

    Guarantee: exact. Raises: ParameterError unless 0 < p2 <= p1 <= 1, or for size outside 1..2000.
    Reference: proofs/rocq/GradualFinite.v, and GradualMore.v for `only`, every size.

    >>> tightening_matrix("1/2", "1/3", 3).rows()[0]
    (exact('5/6'), exact('1/12'), exact('1/12'))
    """
    first, second = exact_at(p1, "p1"), exact_at(p2, "p2")
    if not 0 < second <= first <= 1:
        raise ParameterError(f"{first!r} and {second!r}", place="p1, p2", expected="0 < p2 <= p1 <= 1 (p = e^-epsilon)")
    target = range_restricted_geometric(first, size)
    if size == 1 or first == second:
        return Mechanism.from_rows(range(size), range(size), [[int(k == o) for o in range(size)] for k in range(size)])
    end = second / first * ((1 - first) / (1 - second))
    inner = end * ((1 - first) / (1 - second))
    stays = [end if k in {0, size - 1} else inner for k in range(size)]
    rows = [
        [(1 - stay) * entry + (stay if k == o else exact(0)) for o, entry in enumerate(row)]
        for k, (stay, row) in enumerate(zip(stays, target.rows(), strict=True))
    ]
    return Mechanism.from_rows(range(size), range(size), rows)


def multi_level_release(ratios: Sequence[object], size: int) -> Mechanism:
    """Release all answers (y_1, ..., y_m) for ratios p_1 >= ... >= p_m as one mechanism, answer j by the law of G_pj.

    The last is drawn from G_pm, any other from the next by its tightening matrix. The tight E on the path is 1/p_m,
    as for y_m alone, and for the first j answers it is 1/p_j.

    Guarantee: exact.
    Raises: ParameterError as `tightening_matrix`, or for no ratios, TooLargeError for more than 2^20 entries.

    >>> multi_level_release(("1/2", "1/3"), 3).probability(0, [(0, 0)])
    exact('5/8')
    """
    ratios = need.values(ratios, "ratios")
    if not ratios:
        raise ParameterError("none", place="ratios", expected="at least one ratio")
    ratios = [exact_at(ratio, f"ratios[{n}]") for n, ratio in enumerate(ratios)]
    last = range_restricted_geometric(ratios[-1], size)
    if size > 1 and (len(ratios) >= MAX_ENTRIES.bit_length() or size ** (len(ratios) + 1) > MAX_ENTRIES):
        raise TooLargeError(f"{len(ratios)} levels of size {size}: more than 2^20 entries")
    answers: list[tuple[int, ...]] = [(y,) for y in range(size)]
    laws: list[dict[tuple[int, ...], Exact]] = [dict(zip(answers, row, strict=True)) for row in last.rows()]
    for j in range(len(ratios) - 1, 0, -1):
        kernel = tightening_matrix(ratios[j - 1], ratios[j], size).rows()
        laws = [{(y, *rest): law[rest] * kernel[rest[0]][y] for rest in law for y in range(size)} for law in laws]
    outputs = sorted(laws[0])
    return Mechanism.from_rows(range(size), outputs, [[law[output] for output in outputs] for law in laws])


def renormalized_geometric(p: object, size: int) -> Mechanism:
    """Condition geometric noise on the sum being in 0..size-1 (truncated, renormalized), p^|i - o| over its total.

    No post-processing relates two of these of sizes 3 and more without loss: `docs/gradual_release.md`.

    Guarantee: exact. Raises: as `range_restricted_geometric`.

    >>> renormalized_geometric("1/2", 3).rows()[0]
    (exact('4/7'), exact('2/7'), exact('1/7'))
    """
    ratio = exact_at(p, "p")
    count = len(range_restricted_geometric(ratio, size).inputs)  # checks both
    weights = [[ratio ** abs(i - o) for o in range(count)] for i in range(count)]
    totals = [sum(row, exact(0)) for row in weights]
    rows = [[entry / total for entry in row] for row, total in zip(weights, totals, strict=True)]
    return Mechanism.from_rows(range(count), range(count), rows)
