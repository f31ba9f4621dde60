"""Well-known mechanisms as exact matrices, each with its tight E and the paper it comes from.

There are the truncated geometric mechanism, the randomizers of local privacy, and private selection by scores.
"""

from collections.abc import Callable, Mapping
from itertools import accumulate, combinations, product, repeat
from math import comb
from operator import mul
from typing import Any

from dpexact.errors import ParameterError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import errors_at, exact_sum
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt

__all__ = [
    "exponential_mechanism",
    "k_ary_randomized_response",
    "permute_and_flip",
    "randomized_response",
    "range_restricted_geometric",
    "rappor",
    "subset_selection",
]
MAX_SIZE = 2000
MAX_ANSWERS = 5000
MAX_BITS = 12  # of RAPPOR: there are 2^bits outputs
MAX_VALUES = 1000
MAX_SUBSETS = 20_000
Scores = Mapping[Any, Mapping[Any, object]]  # scores[input][output]
MAX_CANDIDATES = 100  # of permute-and-flip, whose formula expands a polynomial of that degree


def range_restricted_geometric(p: object, size: int) -> Mechanism:
    """Add two-sided geometric noise of ratio p = 1/E to a count and clip the sum to 0..size-1.

    Inputs and outputs are 0..n with n = size - 1. For size >= 2

        P(o | i) = p^|i - o| / (1 + p)               for o = 0 and o = n,
        P(o | i) = p^|i - o| (1 - p) / (1 + p)       for 0 < o < n.

    The tight E on the path 0 - 1 - ... - n is 1/p (size >= 2), since P(o | i) = (1/p) P(o | i + 1) for every o <= i.
    On size = 1 it is the mechanism with the single output 0.

    The answer is exact, also for p = 1/E with a free E.
    Raises ParameterError unless 0 < p <= 1, or for size outside 1..2000.
    Reference: A. Ghosh, T. Roughgarden, M. Sundararajan, Universally utility-maximizing privacy mechanisms, 2012
    (truncated geometric mechanism).

    >>> range_restricted_geometric("1/2", 3).rows()[0]
    (exact('2/3'), exact('1/6'), exact('1/6'))
    """
    ratio = exact_at(p, "p")
    if not 0 < ratio <= 1:
        raise ParameterError(repr(ratio), place="p", expected="a ratio 0 < p <= 1 (p = 1/E)")
    count = need.integer(size, "size", 1, MAX_SIZE)
    if count == 1:
        return Mechanism.from_rows((0,), (0,), [[1]])
    clipped, inner = (
        list(accumulate(repeat(ratio, count - 1), mul, initial=end / (1 + ratio))) for end in (1, 1 - ratio)
    )
    ends = (0, count - 1)
    rows = [[(clipped if o in ends else inner)[abs(i - o)] for o in range(count)] for i in range(count)]
    return Mechanism.from_rows(range(count), range(count), rows)


def randomized_response(truth: object) -> Mechanism:
    """Answer a yes-no question truthfully with probability `truth`, otherwise with the opposite answer.

    Inputs and outputs are 0 and 1. P(o | i) = truth if o = i, else 1 - truth. The tight E on the pair of inputs is
    max(t / (1 - t), (1 - t) / t) with t = truth, and infinite for t = 0 or 1. For a given E, t = E / (1 + E), which
    is `k_ary_randomized_response(E, 2)`.

    The answer is exact.
    Raises ParameterError for truth outside [0, 1].
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

    The answer is exact, also for a free E.
    Raises ParameterError for E < 1 or k outside 1..5000.
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

    The answer is exact.
    Raises ParameterError for f outside [0, 1] or size outside 1..12.
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

    The answer is exact, also for a free E.
    Raises ParameterError for E < 1, unless 1 <= d < k, or for more than 20000 subsets.
    Reference: M. Ye, A. Barg, Optimal schemes for discrete distribution estimation under locally differential
    privacy, 2018. S. Wang et al., Mutual information optimally local private discrete distribution estimation,
    arXiv:1607.08025, 2016.

    >>> mechanism = subset_selection(3, 3, 2)
    >>> mechanism.outputs, mechanism.rows()[0]
    (((0, 1), (0, 2), (1, 2)), (exact('3/7'), exact('3/7'), exact('1/7')))
    """
    factor = privacy_factor(one_factor(exp_epsilon, epsilon))
    values = need.integer(k, "k", 2, MAX_VALUES)
    size = need.integer(d, "d", 1, values - 1)
    if comb(values, size) > MAX_SUBSETS:
        raise ParameterError(f"k = {values}, d = {size}: {comb(values, size)} subsets are more than {MAX_SUBSETS}")
    without = 1 / (factor * comb(values - 1, size - 1) + comb(values - 1, size))
    within = factor * without
    subsets = tuple(combinations(range(values), size))
    rows = [[within if i in subset else without for subset in subsets] for i in range(values)]
    return Mechanism.from_rows(range(values), subsets, rows)


def exponential_mechanism(
    scores: Scores, exp_epsilon: object = None, sensitivity: object = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Select an output with probability proportional to E^(score / (2 sensitivity)).

    `scores[i][o]` is the score of output o on input i, a rational. Every input scores the same outputs. With
    w_i(o) = E^(scores[i][o] / (2 sensitivity)) and Z_i the sum of all w_i(o), P(o | i) = w_i(o) / Z_i.

    E-private on every pair of inputs whose scores differ by at most `sensitivity` at every output. The tight E of an
    ordered pair (i, j) is the maximum over o of (w_i(o) / w_j(o)) (Z_j / Z_i). With R = E^(1/2), between an input
    with one output at 1 and m at 0, and one with that output at 0 and the others at 1 (sensitivity 1), it is
    R (1 + m R) / (R + m), so no smaller E holds for all m. Half exponents need square roots, so E is a rational, a
    root or an exponential. A free E goes with scores that are multiples of 2 sensitivity apart.

    The answer is exact.
    Raises ParameterError, IrrationalError (scores), IncompatibleFieldsError (a power of E outside the decided fields).
    Reference: F. McSherry, K. Talwar, Mechanism design via differential privacy, 2007, Theorem 6.

    >>> exponential_mechanism({"a": {"x": 2, "y": 0}, "b": {"x": 1, "y": 1}}, 4, 1).rows()
    ((exact('4/5'), exact('1/5')), (exact('1/2'), exact('1/2')))
    """
    return select_by_scores(scores, privacy_factor(one_factor(exp_epsilon, epsilon)), sensitivity, normalized)


def permute_and_flip(
    scores: Scores, exp_epsilon: object = None, sensitivity: object = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Visit the outputs in random order, flip a coin for each, and take the first that shows heads.

    The coins are p(o) = E^((scores[i][o] - max score of i) / (2 sensitivity)), so the best outputs have p = 1 and
    some output is always taken. With the visits at independent uniform times u in [0, 1],

        P(o | i) = p(o) * integral over u from 0 to 1 of the product over s != o of (1 - p(s) u),

    computed from the coefficients of the product over all s (quadratic in their number).
    E-private on every pair of inputs whose scores differ by at most `sensitivity` at every output. Between an input
    with one output at 1 and m at 0, and one with that output at 0 and the others at 1 (sensitivity 1), the tight E
    is E (1 - (1 - E^(-1/2))^(m + 1)), so no smaller E holds for all m.

    The answer is exact. At most 100 outputs.
    Raises ParameterError, IrrationalError (scores), IncompatibleFieldsError (a power of E outside the decided fields).
    Reference: R. McKenna, D. Sheldon, Permute-and-flip: a new mechanism for differentially private selection, 2020,
    Algorithm 1.

    >>> permute_and_flip({"a": {"x": 1, "y": 0}, "b": {"x": 0, "y": 1}}, 4, 1).rows()
    ((exact('3/4'), exact('1/4')), (exact('1/4'), exact('3/4')))
    """
    return select_by_scores(
        scores, privacy_factor(one_factor(exp_epsilon, epsilon)), sensitivity, first_heads, MAX_CANDIDATES
    )


def select_by_scores(
    scores: Scores,
    factor: Exact,
    sensitivity: object,
    distribution: Callable[[list[Exact]], list[Exact]],
    most: int | None = None,
) -> Mechanism:
    """Return the mechanism on the first input's outputs with rows `distribution` of E^(gap / (2 sensitivity)).

    A gap is the score less the best score, so that these numbers are in (0, 1], and 1 for the best.
    """
    unit = _rational(sensitivity, "sensitivity")
    if not unit > 0:
        raise ParameterError(repr(unit), place="sensitivity", expected="a rational > 0")
    need.mapping(scores, "scores", "{input: {output: score}}")
    for label, row in scores.items():
        need.mapping(row, f"scores[{value_excerpt(label)}]", "{output: score}")
    if not scores:
        raise ParameterError("none", place="scores", expected="at least one input with its scores")
    outputs = tuple(next(iter(scores.values())))
    if most is not None and len(outputs) > most:
        raise ParameterError(f"{len(outputs)}", place="scores", expected=f"at most {most} outputs")
    rows = []
    for label, row in scores.items():
        if set(row) != set(outputs) or not outputs:
            raise ParameterError(
                repr(list(row)), place=f"scores[{label!r}]", expected=f"a score for each of {list(outputs)!r}"
            )
        values = [_rational(row[output], f"scores[{value_excerpt(label)}]") for output in outputs]
        best = max(values)
        known = {value: factor ** ((value - best) / (2 * unit)) for value in set(values)}
        rows.append(distribution([known[value] for value in values]))
    return Mechanism.from_rows(tuple(scores), outputs, rows)


def _rational(value: object, name: str) -> Exact:
    """Return a value as a rational number. Raises IrrationalError."""
    with errors_at(name):
        return Exact.of_rational(exact(value).as_fraction())


def normalized(weights: list[Exact]) -> list[Exact]:
    total = exact_sum(weights)
    return [weight / total for weight in weights]


def first_heads(coins: list[Exact]) -> list[Exact]:
    """Return for each coin the probability that it is the first to show heads, in a random order of the coins."""
    product = [Exact.of_rational(1)]  # of all 1 - p u, coefficients of u^0, u^1, ...
    for p in coins:
        product = [a - p * b for a, b in zip([*product, 0], [0, *product], strict=True)]
    heads: dict[Exact, Exact] = {}
    for p in coins:
        if p not in heads:
            others = product[:1]  # the product divided by 1 - p u
            for coefficient in product[1:-1]:
                others.append(coefficient + p * others[-1])
            heads[p] = p * exact_sum(coefficient / (k + 1) for k, coefficient in enumerate(others))
    return [heads[p] for p in coins]
