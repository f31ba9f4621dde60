"""Designs of symmetric noise on [-D : D] for counts, and Definition 2 as printed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

from dpexact.errors import TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import MAX_ENTRIES
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.count_queries.bounds import (
    correct_probability,
    lower_bound,
    maximising_index,
    scales,
    support_bound,
)
from dpexact.privacy.divergence import hockey_stick


@dataclass(frozen=True)
class CountQueryDesign:
    """Noise with p(0) = eta and p(i) = p(-i) = (1 - eta)/2 alpha_i for i = 1..D, and the delta that its source states.

    `k` is the smallest index in 1..D+1 that maximizes delta_k (None if the printed cases do not apply), `delta`
    the delta of the design at its own E over single outcomes as its source has it, `alpha` = (alpha_1, ..., alpha_D).

    Guarantee: exact.
    Reference: Sadeghi, Asoodeh, Calmon (2020), equations (14)-(16).
    """

    k: int | None
    delta: Exact
    alpha: tuple[Exact, ...]
    eta: Exact

    @property
    def noise(self) -> dict[int, Exact]:
        """{z: p_Z(z)} for z = -D..D in increasing order, zeros included (14)."""
        half = (1 - self.eta) / 2
        right = [half * alpha for alpha in self.alpha]
        reach = range(-len(right), len(right) + 1)
        return dict(zip(reach, [*reversed(right), self.eta, *right], strict=True))

    def mechanism(self, first: int, last: int) -> Mechanism:
        """Return the mechanism Y = n + Z on the counts n in [first : last], first >= D, the transpose of (16).

        Inputs are the integers first..last, outputs the integers first-D..last+D, in increasing order. Two counts are
        neighbors if they differ by 1, as in `NeighborGraph.path(range(first, last + 1))`.

        Guarantee: exact. Raises: ParameterError unless D <= first <= last.
        """
        reach = len(self.alpha)
        first = need.integer(first, "first", reach)
        last = need.integer(last, "last", first)
        column, counts = [*self.noise.values()], range(first, last + 1)
        if (last - first + 1) * (last - first + len(column)) > MAX_ENTRIES:
            came = f"the counts {value_excerpt(first)} to {value_excerpt(last)}"
            raise TooLargeError(came, place="last", expected=f"a matrix of at most {MAX_ENTRIES} entries")
        zero = exact(0)
        rows = [[zero] * (n - first) + column + [zero] * (last - n) for n in counts]
        return Mechanism.from_rows(counts, range(first - reach, last + reach + 1), rows)

    def tight_delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
        """Return the least delta over all events and neighboring counts at E, which need not be the E of the design.

        It is the sum over z of the positive parts of p_Z(z) - E p_Z(z-1), since the noise does not depend on n, and
        its symmetry makes n + 1 against n the same as n against n + 1.

        Guarantee: exact. Raises: ParameterError for E < 1, SignChangesError if a free E leaves a sign open.
        """
        column = [*self.noise.values()]
        return hockey_stick([*column, 0], [0, *column], privacy_factor(one_factor(exp_epsilon, epsilon)))

    def singleton_delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
        """Return the least delta for events of one outcome (Remark 1), the largest p_Z(z) - E p_Z(z-1), at least 0.

        Guarantee: exact. Raises: ParameterError for E < 1, SignChangesError if a free E leaves a sign open.
        """
        ratio, column = privacy_factor(one_factor(exp_epsilon, epsilon)), [*self.noise.values()]
        return max(exact(0), column[0], *(p - ratio * q for q, p in pairwise(column)))


def printed_design(
    exp_epsilon: object = None, eta: object = MISSING, D: int = MISSING, *, epsilon: object = None
) -> CountQueryDesign:
    """Make Definition 2 as printed, with the alphas of the maximal delta_k and `.delta` = that delta_k, right or wrong.

    With B, C as in `lower_bound` and delta~ = delta_k the largest of delta_1, ..., delta_(D+1):

        alpha_D = B delta~, alpha_j = E alpha_(j+1) + B delta~ for j < D                          if k = D+1 (37), (38),
        alpha_1 = (C - B delta~)/E, alpha_j = (alpha_(j-1) - B delta~)/E for 1 < j <= k, 0 for j > k  if k <= D (39).

    The alphas are always a distribution. Theorem 3 says that single outcomes keep to delta~, which is false for small
    eta, since it overlooks p_Z(1) <= E p_Z(0) + delta~. `.singleton_delta(E)` is the delta that the alphas really have.
    Theorem 3 holds if and only if k <= D or C >= sum_{j=0}^{D-2} E^j / sum_{j=0}^{D-1} E^j (D - j).

    Guarantee: exact (of the formula, not of Theorem 3).
    Raises: ParameterError for E < 1, eta outside (0, 1), D < 1, SignChangesError for a free E whose k is not the same
    everywhere.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Definition 2 and Theorem 3.

    >>> design = printed_design(5, "1/29", 2)
    >>> design.k, design.delta, design.singleton_delta(5)
    (3, exact('2/29'), exact('7/29'))
    """
    reach, ratio, correct = support_bound(D), privacy_factor(one_factor(exp_epsilon, epsilon)), correct_probability(eta)
    b, c = scales(correct)
    k = maximising_index(ratio, correct, reach)
    delta = lower_bound(k, ratio, correct, reach)
    share = b * delta
    if k > reach:
        ascending = accumulate(range(reach - 1), lambda alpha, _: ratio * alpha + share, initial=share)
        return CountQueryDesign(k, delta, tuple(reversed([*ascending])), correct)
    first = (c - share) / ratio
    descending = accumulate(range(k - 1), lambda alpha, _: (alpha - share) / ratio, initial=first)
    return CountQueryDesign(k, delta, (*descending, *[exact(0)] * (reach - k)), correct)


def variance(design: CountQueryDesign) -> Exact:
    """Return the variance of the noise of a design, (1 - eta) sum of i^2 alpha_i."""
    return sum((z * z * probability for z, probability in design.noise.items()), start=exact(0))
