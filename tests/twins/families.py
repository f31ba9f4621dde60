"""Broken twins of the families: each looks like the original, claims the same E, and is not E-private.

Every twin has one named defect of a kind that is met in practice. They exist so that `verify` and the kernel can be
tested on claims that are false; `proofs/certificates/make.py` takes some for certificates that refute.
"""

from itertools import combinations
from math import comb

from dpexact.errors import need
from dpexact.mechanisms.families import (
    MAX_ANSWERS,
    MAX_VALUES,
    Scores,
    exponential_mechanism,
    normalized,
    randomized_response,
    rappor,
    select_by_scores,
)
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import privacy_factor, probability
from dpexact.numbers.exact import Exact, exact

MAX_SIZE = 200


def response_with_fair_second_coin(truth: object) -> Mechanism:
    """Binary randomized response that, when it is not to be truthful, flips a fair coin instead of lying.

    The true answer then comes with probability (1 + t) / 2 instead of t = truth, and the tight E is
    (1 + t) / (1 - t), more than the claimed t / (1 - t) for every 1/2 <= t < 1.
    """
    return randomized_response((1 + probability(truth, "truth")) / 2)


def lies_on_all_values(exp_epsilon: object, k: int) -> Mechanism:
    """K-ary randomized response whose lies are uniform on all k values instead of the k - 1 wrong ones.

    The coin E / (E + k - 1) is right only if a lie is never the truth; here the tight E is 1 + k E / (k - 1), more
    than the claimed E.
    """
    factor, size = privacy_factor(exp_epsilon), need.integer(k, "k", 2, MAX_ANSWERS)
    truth = factor / (factor + size - 1)
    lie = (1 - truth) / size
    rows = [[truth + lie if o == i else lie for o in range(size)] for i in range(size)]
    return Mechanism.from_rows(range(size), range(size), rows)


def geometric_drawn_again(p: object, size: int) -> Mechanism:
    """Range-restricted geometric that draws again outside 0..size-1 instead of clipping.

    Each row has a normalizer of its own, Z_i = sum over o of p^|i - o|, and Z_1 > Z_0: the tight E on the path is at
    least (1/p) Z_1 / Z_0, more than the claimed 1/p for size >= 3 and p < 1.
    """
    count = need.integer(size, "size", 3, MAX_SIZE)
    weights = [exact(p) ** distance for distance in range(count)]
    rows = [normalized([weights[abs(i - o)] for o in range(count)]) for i in range(count)]
    return Mechanism.from_rows(range(count), range(count), rows)


def exponential_without_the_two(scores: Scores, exp_epsilon: object, sensitivity: object) -> Mechanism:
    """Exponential mechanism with weights E^(score / sensitivity): the factor 2 for the normalizer is forgotten.

    When an output loses the full sensitivity and the normalizer grows as well, the ratio exceeds the claimed E: with
    one output falling from 1 to 0 and m >= 2 others rising from 0 to 1 (sensitivity 1) it is E (1 + m E) / (E + m).
    """
    return exponential_mechanism(scores, exp_epsilon, exact(sensitivity) / 2)


def flip_without_permuting(scores: Scores, exp_epsilon: object, sensitivity: object) -> Mechanism:
    """Permute-and-flip that visits the outputs in their given order instead of a random one.

    P(o | i) = p(o) times the product over the earlier s of (1 - p(s)): no output after the first best one is ever
    taken, so when the best output changes between neighbors, no E at all holds.
    """
    return select_by_scores(scores, privacy_factor(exp_epsilon), sensitivity, _first_heads_in_order)


def _first_heads_in_order(coins: list[Exact]) -> list[Exact]:
    left = Exact.of_rational(1)
    found = []
    for p in coins:
        found.append(left * p)
        left -= found[-1]
    return found


def rappor_budget_of_one_bit(exp_epsilon: object, size: int) -> Mechanism:
    """RAPPOR bits with f = 2 / (1 + E): the budget of the one bit that is set, although two bits change.

    Each bit is E-private, and two values differ in two bits: the tight E is E^2, more than the claimed E (E > 1).
    """
    return rappor(2 / (1 + privacy_factor(exp_epsilon)), size)


def subset_with_binary_inclusion(exp_epsilon: object, k: int, d: int) -> Mechanism:
    """Subset selection that includes the true value with probability E / (E + 1), as if there were two outputs.

    The subset is then uniform among those with (or without) the true value. The right probability is
    d E / (d E + k - d); here the tight E is at least E (k - d) / d, more than the claimed E for 2 d < k.
    """
    factor = privacy_factor(exp_epsilon)
    values = need.integer(k, "k", 2, MAX_VALUES)
    size = need.integer(d, "d", 1, values - 1)
    within = factor / (factor + 1) / comb(values - 1, size - 1)
    without = 1 / (factor + 1) / comb(values - 1, size)
    subsets = tuple(combinations(range(values), size))
    rows = [[within if i in subset else without for subset in subsets] for i in range(values)]
    return Mechanism.from_rows(range(values), subsets, rows)
