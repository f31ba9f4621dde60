"""The symmetric noise that is best for every eta, and the price of Definition 2 against it.

Notation: B = 2 / (1 - eta), C = eta B, a_0 = C, a_i = alpha_i, S_m = sum_{j<m} E^j, T_m = S_1 + ... + S_m.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from dpexact.errors.need import MISSING
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries.design import (
    CountQueryDesign,
    correct_probability,
    event_family,
    geometric_sum,
    lower_bound,
    maximising_index,
    printed_design,
    scales,
    support_bound,
    triangle_sum,
)


def optimal_design(
    exp_epsilon: object = None,
    eta: object = MISSING,
    D: int = MISSING,
    events: Literal["singletons", "all"] = "singletons",
    *,
    epsilon: object = None,
) -> CountQueryDesign:
    """Return the noise of least delta among all symmetric noise on [-D : D] with weight eta at 0.

    Noise that does not depend on the count gains nothing from asymmetry, since the average of a law and its mirror
    image has the same weight at 0, mean 0, and no larger delta.

    events = "singletons" is the least delta with p(z) <= E p(z +- 1) + delta for all z, the subject of Theorem 3.

    B delta = max over k <= D of B delta_k (23), and over 0 <= m <= D/2 of (1 - E C S_m) / (T_m + T_(D-m)).

    m = 0 is (32). If m >= 1 is strictly the largest, that is for C < S_(D-1) / T_D, Theorem 3 fails, `.k` is None
    and alpha_i = min(E^i C + x S_i, x S_(D+1-i)) with x = B delta. Otherwise the design is the one of Definition 2.

    events = "all" is the least delta over all events, the sum of the positive parts of p(z) - E p(z-1).

    B delta = max(C + 1 - E, (1 - E C S_m) / S_(D-m) for 0 <= m < D/2, 2 / (S_floor(D/2) + S_ceil(D/2)) - E C).

    alpha_i = E^(i-1) w for i <= m, E^(D-i) y for i > m, with w = max(E C, 1 / (S_floor(D/2) + S_ceil(D/2))) and the m
    and y of `_best_for_all_events`. For C >= E^(D-2) / S_D this is a truncated geometric law. `.k` is None.

    Guarantee: exact. Proved for all E >= 1, eta and D in proofs/rocq (singletons_least, events_least).
    Raises: ParameterError for E < 1, eta outside (0, 1), D < 1, another word for events, SignChangesError for a free E
    if the case is not the same everywhere.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Theorem 3, corrected. The optimum over all events is not in the paper.

    >>> optimal_design(5, "1/29", 2).delta, printed_design(5, "1/29", 2).singleton_delta(5)
    (exact('9/58'), exact('7/29'))
    >>> optimal_design(5, "1/29", 2, events="all").delta
    exact('9/29')
    """
    family = event_family(events)
    reach, ratio, correct = support_bound(D), privacy_factor(one_factor(exp_epsilon, epsilon)), correct_probability(eta)
    if family == "all":
        return _best_for_all_events(ratio, correct, reach)
    m = fold_index(ratio, correct, reach)
    if m == 0 or maximising_index(ratio, correct, reach) <= reach:
        return printed_design(ratio, correct, reach)
    return _folded(ratio, correct, reach, m)


def fold_crossover(m: int, exp_epsilon: object, D: int) -> Exact:
    """Return the least C at which the bound of m held-down outcomes is at least the one of m + 1, 0 <= m < D/2.

    S_(D-2m-1) / (T_m + T_(D-m) + E S_m S_(D-2m-1)). It decreases in m. Theorem 3 holds from the one of m = 0 on.

    Guarantee: exact.
    """
    ratio, reach = privacy_factor(exp_epsilon), support_bound(D)
    inner = geometric_sum(ratio, reach - 2 * m - 1)
    held = ratio * geometric_sum(ratio, m) * inner
    return inner / (triangle_sum(ratio, m) + triangle_sum(ratio, reach - m) + held)


def fold_index(exp_epsilon: object, eta: object, D: int) -> int:
    """Count the outcomes 1..m that p_Z(i) <= E p_Z(i-1) + delta holds down in the best design (0 for k <= D)."""
    ratio, reach = privacy_factor(exp_epsilon), support_bound(D)
    _, c = scales(correct_probability(eta))
    return _first(reach // 2, lambda m: c >= fold_crossover(m, ratio, reach))


def _folded(ratio: Exact, correct: Exact, reach: int, m: int) -> CountQueryDesign:
    """Solve alpha_i = E alpha_(i-1) + x up to i = m, alpha_i = E alpha_(i+1) + x from D down to m + 1, x = B delta."""
    b, c = scales(correct)
    held = ratio * geometric_sum(ratio, m)
    share = (1 - c * held) / (triangle_sum(ratio, m) + triangle_sum(ratio, reach - m))
    _, *left = accumulate(range(m), lambda alpha, _: ratio * alpha + share, initial=c)
    _, *right = accumulate(range(reach - m), lambda alpha, _: ratio * alpha + share, initial=exact(0))
    return CountQueryDesign(None, share / b, (*left, *reversed(right)), correct)


def _best_for_all_events(ratio: Exact, correct: Exact, reach: int) -> CountQueryDesign:
    """Make the design for the first m with C >= E^(D-2m-2) / (S_(D-m) + E^(D-2m-1) S_m), else for m = floor(D/2).

    The sum of all probabilities gives y.
    """
    b, c = scales(correct)
    half = reach // 2

    def begins(m: int) -> bool:
        rest = reach - 2 * m - 1  # >= 0
        tail = geometric_sum(ratio, reach - m) + ratio**rest * geometric_sum(ratio, m)
        return c * ratio * tail >= ratio**rest

    m = _first(half, begins)
    rise = max(ratio * c, 1 / (geometric_sum(ratio, half) + geometric_sum(ratio, reach - half)))
    fall = (1 - rise * geometric_sum(ratio, m)) / geometric_sum(ratio, reach - m)
    left, right = [rise * ratio**i for i in range(m)], [fall * ratio**i for i in range(reach - m)]
    alpha = (*left, *reversed(right))
    center = max(exact(0), c - ratio * alpha[0])
    return CountQueryDesign(None, (fall + rise - ratio * c + center) / b, alpha, correct)


def _first(stop: int, holds: Callable[[int], bool]) -> int:
    """Return the first m of 0..stop-1 with the property, which all later ones have too, or stop if there is none."""
    return bisect_left(range(stop), True, key=holds)


@dataclass(frozen=True)
class PrivacyGap:
    """Three values of delta at one (E, eta, D), the printed one, the real one and the least.

    `printed` = (2D+1) delta~ (Remark 2, without its cap at 1), `real` = the tight delta of Definition 2's design,
    `optimal` = the least tight delta of any symmetric noise on [-D : D] with weight eta at 0.
    """

    printed: Exact
    real: Exact
    optimal: Exact

    @property
    def overstated(self) -> Exact:
        """Printed / real, which is below 1 if Remark 2 promises too much."""
        return self.printed / self.real

    @property
    def wasted(self) -> Exact:
        """Real / optimal, the cost of the choice of Definition 2.

        1 for C >= E S_D / T_D, at most D S_D / T_D <= D for C >= S_D / (E T_D), and unbounded below that.
        """
        return self.real / self.optimal


def real_delta(exp_epsilon: object = None, eta: object = MISSING, D: int = MISSING, *, epsilon: object = None) -> Exact:
    """Return the tight delta over all events of Definition 2's design, in closed form and for every eta.

    B delta = max(C + 1 - E, D / T_D, (D + S_D) / T_D - E C).

    The first is the largest for C >= E S_D / T_D, so for every k <= D. Then no positive part is cut off, the sum
    telescopes, and the design is also optimal over all events. For smaller C it is not, unless D = 1. The last is the
    largest for C <= S_D / (E T_D).

    Guarantee: exact, equal to `printed_design(E, eta, D).tight_delta(E)`, proved in proofs/rocq (real_delta).
    Raises: ParameterError for E < 1, eta outside (0, 1), D < 1, SignChangesError for a free E.

    >>> real_delta(5, "1/29", 2)
    exact('11/29')
    """
    reach, ratio = support_bound(D), privacy_factor(one_factor(exp_epsilon, epsilon))
    b, c = scales(correct_probability(eta))
    power, triangle = geometric_sum(ratio, reach), triangle_sum(ratio, reach)
    return max(c + 1 - ratio, reach / triangle, (reach + power) / triangle - ratio * c) / b


def privacy_gap(
    exp_epsilon: object = None, eta: object = MISSING, D: int = MISSING, *, epsilon: object = None
) -> PrivacyGap:
    """Return the printed, the real and the optimal delta over all events, side by side.

    Guarantee: exact. Raises: as `optimal_design`.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Definition 2 and Remark 2.

    >>> privacy_gap(5, "1/29", 2)
    PrivacyGap(printed=exact('10/29'), real=exact('11/29'), optimal=exact('9/29'))
    """
    reach, ratio, correct = support_bound(D), privacy_factor(one_factor(exp_epsilon, epsilon)), correct_probability(eta)
    printed = (2 * reach + 1) * lower_bound(maximising_index(ratio, correct, reach), ratio, correct, reach)
    return PrivacyGap(
        printed, real_delta(ratio, correct, reach), optimal_design(ratio, correct, reach, events="all").delta
    )
