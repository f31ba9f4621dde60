"""Randomized response, binary and k-ary."""

from __future__ import annotations

from dpexact import need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.need import MISSING
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability

MAX_ANSWERS = 5000


def randomized_response(truth: object) -> Mechanism:
    """Answer a yes-no question truthfully with probability `truth`, otherwise with the opposite answer.

    Inputs and outputs are 0 and 1; P(o | i) = truth if o = i, else 1 - truth. The tight E on the pair of inputs is
    max(t / (1 - t), (1 - t) / t) with t = truth, and infinite for t = 0 or 1. For a given E, t = E / (1 + E), which
    is `k_ary_randomized_response(E, 2)`.

    Guarantee: exact.
    Raises: ParameterError for truth outside [0, 1].
    Reference: S. L. Warner, Randomized response: a survey technique for eliminating evasive answer bias, 1965.

    >>> randomized_response("3/4").rows()
    ((exact('3/4'), exact('1/4')), (exact('1/4'), exact('3/4')))
    """
    right = probability(truth, "truth")
    wrong = 1 - right
    return Mechanism.from_rows((0, 1), (0, 1), [[right, wrong], [wrong, right]])


def k_ary_randomized_response(exp_epsilon: object = None, k: int = MISSING, *, epsilon: object = None) -> Mechanism:
    """Report one of k values: the true one with weight E, every other one with weight 1.

    Inputs and outputs are 0..k-1; P(o | i) = E / (E + k - 1) if o = i, else 1 / (E + k - 1). The tight E on the
    complete relation is E itself (k >= 2).

    Guarantee: exact; E may be free.
    Raises: ParameterError for E < 1 or k outside 1..5000.
    Reference: P. Kairouz, S. Oh, P. Viswanath, Extremal mechanisms for local differential privacy, 2016
    (k-ary randomized response).

    >>> k_ary_randomized_response(2, 3).rows()[0]
    (exact('1/2'), exact('1/4'), exact('1/4'))
    """
    factor, size = privacy_factor(one_factor(exp_epsilon, epsilon)), need.integer(k, "k", 1, MAX_ANSWERS)
    wrong = 1 / (factor + size - 1)
    right = factor * wrong
    rows = [[right if o == i else wrong for o in range(size)] for i in range(size)]
    return Mechanism.from_rows(range(size), range(size), rows)
