"""The closed forms of section III-A: crossover values C_k (34) and lower bounds delta_k (23), (32)."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from dpexact.count_queries.parameters import MAX_D, correct_probability, integer, support_bound
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.parameters import privacy_factor

if TYPE_CHECKING:
    from collections.abc import Iterable


def crossover(k: int, exp_epsilon: object) -> Exact:
    """C_k, the value of C = 2 eta / (1 - eta) from which on delta_k >= delta_(k+1).

    C_k = sum_{j=0}^{k} E^j / sum_{j=0}^{k-1} E^j (k - j); C_1 = 1 + E, and C_k decreases in k.

    Guarantee: exact.
    Raises: ParameterError for k < 1 or E < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), equation (34). The last line of the proof of their Lemma 3 has a
    smaller numerator for k = D: a misprint.

    >>> crossover(1, 2), crossover(2, 2)
    (exact('3'), exact('7/4'))
    """
    k, ratio = integer("k", k, 1, MAX_D), privacy_factor(exp_epsilon)
    return geometric_sum(ratio, k + 1) / triangle_sum(ratio, k)


def lower_bound(k: int, exp_epsilon: object, eta: object, D: int) -> Exact:
    """delta_k: no symmetric noise on [-D : D] has a smaller delta over single outcomes, k = 1..D+1.

    With B = 2 / (1 - eta) and C = eta B:

    delta_k = (C sum_{j=0}^{k-1} E^j - E^k) / (B sum_{j=0}^{k-1} E^j (j+1)) for k <= D (type I),
    delta_(D+1) = 1 / (B sum_{j=0}^{D-1} E^j (D - j)) (type II).

    Guarantee: exact.
    Raises: ParameterError for k outside [1 : D+1], E < 1, eta outside (0, 1), D < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), equations (23) and (32).

    >>> lower_bound(1, 2, "4/5", 1), lower_bound(2, 2, "4/5", 1)
    (exact('3/5'), exact('1/10'))
    """
    reach = support_bound(D)
    k, ratio = integer("k", k, 1, reach + 1), privacy_factor(exp_epsilon)
    b, c = scales(correct_probability(eta))
    if k > reach:
        return 1 / (b * triangle_sum(ratio, reach))
    return (c * geometric_sum(ratio, k) - ratio**k) / (b * power_sum(ratio, range(1, k + 1)))


def maximising_index(exp_epsilon: object, eta: object, D: int) -> int:
    """The smallest k of 1..D+1 at which delta_k is largest: the first with C >= C_k, D+1 if there is none.

    By Lemma 3 delta_k >= delta_(k+1) exactly when C >= C_k, and by Lemma 4 C_k decreases, so the bounds rise up to
    this k and do not rise after it. At C = C_k both k and k+1 attain the maximum (Theorem 2 names k+1 there).

    Guarantee: exact.
    Raises: ParameterError; SignChangesError for a free E if the index is not the same for all E.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Lemmas 3 and 4, Theorem 2.
    """
    indices, ratio = range(1, support_bound(D) + 1), privacy_factor(exp_epsilon)
    _, c = scales(correct_probability(eta))
    return bisect_left(indices, True, key=lambda k: c >= crossover(k, ratio)) + 1


def scales(correct: Exact) -> tuple[Exact, Exact]:
    """B = 2 / (1 - eta) and C = 2 eta / (1 - eta)."""
    b = 2 / (1 - correct)
    return b, correct * b


def geometric_sum(ratio: Exact, m: int) -> Exact:
    """S_m = sum_{j=0}^{m-1} E^j, 0 for m <= 0."""
    return power_sum(ratio, [1] * m)


def triangle_sum(ratio: Exact, m: int) -> Exact:
    """T_m = S_1 + ... + S_m = sum_{j=0}^{m-1} E^j (m - j)."""
    return power_sum(ratio, range(m, 0, -1))


def power_sum(ratio: Exact, coefficients: Iterable[int]) -> Exact:
    """The sum of coefficients[j] E^j."""
    total = exact(0)
    for coefficient in reversed([*coefficients]):
        total = total * ratio + coefficient
    return total
