"""Subset selection: report a random subset of fixed size that favors the true value."""

from __future__ import annotations

from itertools import combinations
from math import comb

from dpexact import need
from dpexact.errors import ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.need import MISSING
from dpexact.numbers.epsilon import one_factor, privacy_factor

MAX_VALUES = 1000
MAX_SUBSETS = 20_000


def subset_selection(
    exp_epsilon: object = None, k: int = MISSING, d: int = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Report a subset of d of the k values: weight E if it contains the true one, weight 1 if not.

    Inputs are 0..k-1, outputs the ascending d-tuples; with Z = E C(k-1, d-1) + C(k-1, d): P(S | i) = E/Z if i is in
    S, else 1/Z. The tight E on the complete relation is E itself (1 <= d < k). d = 1 is k-ary randomized response.

    Guarantee: exact; E may be free.
    Raises: ParameterError for E < 1, unless 1 <= d < k, or for more than 20000 subsets.
    Reference: M. Ye, A. Barg, Optimal schemes for discrete distribution estimation under locally differential
    privacy, 2018; S. Wang et al., Mutual information optimally local private discrete distribution estimation,
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
