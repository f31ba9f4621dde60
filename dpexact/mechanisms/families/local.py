"""Randomizers of one person's value for local privacy, as randomized response, RAPPOR and subset selection."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

from dpexact.errors import ParameterError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability

MAX_ANSWERS = 5000
MAX_BITS = 12  # of RAPPOR: there are 2^bits outputs
MAX_VALUES = 1000
MAX_SUBSETS = 20_000


def randomized_response(truth: object) -> Mechanism:
    """Answer a yes-no question truthfully with probability `truth`, otherwise with the opposite answer.

    Inputs and outputs are 0 and 1. P(o | i) = truth if o = i, else 1 - truth. The tight E on the pair of inputs is
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
    """Report one of k values, the true one with weight E, every other one with weight 1.

    Inputs and outputs are 0..k-1. P(o | i) = E / (E + k - 1) if o = i, else 1 / (E + k - 1). The tight E on the
    complete relation is E itself (k >= 2).

    Guarantee: exact, also for a free E.
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


def rappor(f: object, size: int) -> Mechanism:
    """Encode one of `size` values as a unit bit vector and randomize each bit for itself.

    Inputs are 0..size-1 (input i has the bit vector with a 1 at place i), outputs are the tuples of `size` bits.
    Each bit is set to 1 with probability f/2, to 0 with probability f/2, and kept with probability 1 - f. With d
    the number of bits in which o differs from the vector of i, P(o | i) = (f/2)^d (1 - f/2)^(size - d).

    Two vectors differ in two bits, so the tight E on the complete relation is ((2 - f) / f)^2 (size >= 2, and infinite
    for f = 0). For a given E, f = 2 / (1 + E^(1/2)).

    Guarantee: exact.
    Raises: ParameterError for f outside [0, 1] or size outside 1..12.
    Reference: U. Erlingsson, V. Pihur, A. Korolova, RAPPOR: randomized aggregatable privacy-preserving ordinal
    response, 2014, Theorem 1 with h = 1 hash function.

    >>> rappor("1/2", 2).probability(0, [(1, 0)])
    exact('9/16')
    """
    count = need.integer(size, "size", 1, MAX_BITS)
    flipped = probability(f, "f") / 2
    by_distance = [flipped**d * (1 - flipped) ** (count - d) for d in range(count + 1)]
    outputs = tuple(product((0, 1), repeat=count))
    # The unit vector of i and the output o differ in sum(o) + 1 bits, or in sum(o) - 1 if o has a 1 at place i.
    rows = [[by_distance[sum(output) + 1 - 2 * output[i]] for output in outputs] for i in range(count)]
    return Mechanism.from_rows(range(count), outputs, rows)


def subset_selection(
    exp_epsilon: object = None, k: int = MISSING, d: int = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Report a subset of d of the k values, with weight E if it contains the true one, and weight 1 if not.

    Inputs are 0..k-1, outputs the ascending d-tuples. With Z = E C(k-1, d-1) + C(k-1, d), P(S | i) = E/Z if i is in
    S, else 1/Z. The tight E on the complete relation is E itself (1 <= d < k). d = 1 is k-ary randomized response.

    Guarantee: exact, also for a free E.
    Raises: ParameterError for E < 1, unless 1 <= d < k, or for more than 20000 subsets.
    Reference: M. Ye, A. Barg, Optimal schemes for discrete distribution estimation under locally differential
    privacy, 2018. S. Wang et al., Mutual information optimally local private discrete distribution estimation,
    arXiv:1607.08025, 2016.

    >>> mechanism = subset_selection(3, 3, 2)
    >>> mechanism.outputs, mechanism.rows()[0]
    (((0, 1), (0, 2), (1, 2)), (exact('3/7'), exact('3/7'), exact('1/7')))
    """
    factor = privacy_factor(one_factor(exp_epsilon, epsilon))
    values, size = subset_sizes(k, d)
    without = 1 / (factor * comb(values - 1, size - 1) + comb(values - 1, size))
    within = factor * without
    subsets = tuple(combinations(range(values), size))
    rows = [[within if i in subset else without for subset in subsets] for i in range(values)]
    return Mechanism.from_rows(range(values), subsets, rows)


def subset_sizes(k: int, d: int) -> tuple[int, int]:
    """Return (k, d), checked. Raises: ParameterError."""
    values = need.integer(k, "k", 2, MAX_VALUES)
    size = need.integer(d, "d", 1, values - 1)
    if comb(values, size) > MAX_SUBSETS:
        raise ParameterError(f"k = {values}, d = {size}: {comb(values, size)} subsets are more than {MAX_SUBSETS}")
    return values, size
