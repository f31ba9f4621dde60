"""Compare delta over all events as the paper says it, as Definition 2 has it, and as it could be.

Notation: B = 2 / (1 - eta), C = eta B, S_m = sum_{j<m} E^j, T_m = S_1 + ... + S_m.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpexact.need import MISSING
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact
from dpexact.papers.count_queries.bounds import (
    correct_probability,
    geometric_sum,
    lower_bound,
    maximising_index,
    scales,
    support_bound,
    triangle_sum,
)
from dpexact.papers.count_queries.optimum import optimal_design


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
