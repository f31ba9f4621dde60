"""Symmetric noise on [-D : D] for counts, by the closed forms of section III-A, Definition 2 as printed, and the best.

The closed forms are the crossover values C_k (34), the lower bounds delta_k (23), (32), and Proposition 1, with
B = 2 / (1 - eta), C = eta B, S_m = sum_{j<m} E^j and T_m = S_1 + ... + S_m. The best noise is that for every eta, with
a_0 = C and a_i = alpha_i. The parameters are checked here, by messages that name them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, cast

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import MAX_ENTRIES
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.divergence import hockey_stick

MAX_D = 10_000  # a design has D exact coefficients over sums of D powers of E


def correct_probability(eta: object) -> Exact:
    """Read eta, the probability of the true count, in (0, 1)."""
    number = exact_at(eta, "eta")
    if 0 < number < 1:
        return number
    expected = "expected a number in (0, 1), the probability of releasing the true count"
    raise ParameterError(expected, place="eta", remedy=f"got {number!r}")


def support_bound(D: object) -> int:
    """Read D, the largest absolute value of the noise, an integer >= 1."""
    bound = need.integer(D, "D", 1)
    if bound > MAX_D:
        expected, remedy = f"at most {MAX_D}", "a design has D exact coefficients"
        raise TooLargeError(value_excerpt(bound), place="D", expected=expected, remedy=remedy)
    return bound


def event_family(events: object) -> Literal["singletons", "all"]:
    """Read the word for the events that delta is over, single outcomes (Remark 1) or all (Definition 1)."""
    return cast("Literal['singletons', 'all']", need.one_of(events, ("singletons", "all"), "events"))


def crossover(k: int, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
    """Return C_k, the value of C = 2 eta / (1 - eta) from which on delta_k >= delta_(k+1).

    C_k = sum_{j=0}^{k} E^j / sum_{j=0}^{k-1} E^j (k - j), so C_1 = 1 + E, and C_k decreases in k.

    The answer is exact. Raises ParameterError for k < 1 or E < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), equation (34). The last line of the proof of their Lemma 3
    misprints a smaller numerator for k = D.

    >>> crossover(1, 2), crossover(2, 2)
    (exact('3'), exact('7/4'))
    """
    k, ratio = need.integer(k, "k", 1, MAX_D), privacy_factor(one_factor(exp_epsilon, epsilon))
    return geometric_sum(ratio, k + 1) / triangle_sum(ratio, k)


def lower_bound(
    k: int, exp_epsilon: object = None, eta: object = MISSING, D: int = MISSING, *, epsilon: object = None
) -> Exact:
    """Return delta_k, below which no symmetric noise on [-D : D] has its delta over single outcomes, k = 1..D+1.

    delta_k = (C sum_{j=0}^{k-1} E^j - E^k) / (B sum_{j=0}^{k-1} E^j (j+1)) for k <= D (type I),
    delta_(D+1) = 1 / (B sum_{j=0}^{D-1} E^j (D - j)) (type II).

    The answer is exact. Raises ParameterError for k outside [1 : D+1], E < 1, eta outside (0, 1), D < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), equations (23) and (32).

    >>> lower_bound(1, 2, "4/5", 1), lower_bound(2, 2, "4/5", 1)
    (exact('3/5'), exact('1/10'))
    """
    reach = support_bound(D)
    k, ratio = need.integer(k, "k", 1, reach + 1), privacy_factor(one_factor(exp_epsilon, epsilon))
    b, c = scales(correct_probability(eta))
    if k > reach:
        return 1 / (b * triangle_sum(ratio, reach))
    return (c * geometric_sum(ratio, k) - ratio**k) / (b * power_sum(ratio, range(1, k + 1)))


def maximising_index(ratio: Exact, correct: Exact, reach: int) -> int:
    """Return the smallest k of 1..D+1 at which delta_k is largest, the first with C >= C_k, D+1 if there is none.

    By Lemma 3 delta_k >= delta_(k+1) exactly when C >= C_k, and by Lemma 4 C_k decreases, so the bounds rise up to
    this k and do not rise after it. At C = C_k both k and k+1 attain the maximum (Theorem 2 names k+1 there).

    The answer is exact. Raises SignChangesError for a free E if the index is not the same for all E.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Lemmas 3 and 4, Theorem 2.
    """
    _, c = scales(correct)
    return _first(reach, lambda m: c >= crossover(m + 1, ratio)) + 1


def scales(correct: Exact) -> tuple[Exact, Exact]:
    """Return B = 2 / (1 - eta) and C = 2 eta / (1 - eta)."""
    b = 2 / (1 - correct)
    return b, correct * b


def geometric_sum(ratio: Exact, m: int) -> Exact:
    """Return S_m = sum_{j=0}^{m-1} E^j, 0 for m <= 0."""
    return power_sum(ratio, [1] * m)


def triangle_sum(ratio: Exact, m: int) -> Exact:
    """Return T_m = S_1 + ... + S_m = sum_{j=0}^{m-1} E^j (m - j)."""
    return power_sum(ratio, range(m, 0, -1))


def power_sum(ratio: Exact, coefficients: Iterable[int]) -> Exact:
    """Return the sum of coefficients[j] E^j."""
    total = exact(0)
    for coefficient in reversed([*coefficients]):
        total = total * ratio + coefficient
    return total


def two_point_noise(i1: int, i2: int, eta: object) -> dict[int, Exact]:
    """Return the law {z: probability} on i1 < 0 < i2 and 0 that has mean 0 and weight eta at 0.

    p(i1) = (1 - eta) i2 / (i2 + |i1|), p(0) = eta, p(i2) = (1 - eta) |i1| / (i2 + |i1|), in increasing order.

    The answer is exact. Raises ParameterError unless i1 <= -1, i2 >= 1 and 0 < eta < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 1, equation (2). Their Example 1 leaves out p(1) = 1/4 of
    `two_point_noise(-1, 1, "1/2")` in equation (4).

    >>> two_point_noise(-1, 2, "1/2")
    {-1: exact('1/3'), 0: exact('1/2'), 2: exact('1/6')}
    """
    i1, i2 = need.integer(i1, "i1", greatest=-1), need.integer(i2, "i2", 1)
    correct = correct_probability(eta)
    unit = (1 - correct) / (i2 - i1)
    return {i1: unit * i2, 0: correct, i2: unit * -i1}


@dataclass(frozen=True)
class CountQueryDesign:
    """Noise with p(0) = eta and p(i) = p(-i) = (1 - eta)/2 alpha_i for i = 1..D, and the delta that its source states.

    `k` is the smallest index in 1..D+1 that maximizes delta_k (None if the printed cases do not apply), `delta`
    the delta of the design at its own E over single outcomes as its source has it, `alpha` = (alpha_1, ..., alpha_D).

    The answer is exact.
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

        The answer is exact. Raises ParameterError unless D <= first <= last.
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

        The answer is exact. Raises ParameterError for E < 1, SignChangesError if a free E leaves a sign open.
        """
        column = [*self.noise.values()]
        return hockey_stick([*column, 0], [0, *column], privacy_factor(one_factor(exp_epsilon, epsilon)))

    def singleton_delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
        """Return the least delta for events of one outcome (Remark 1), the largest p_Z(z) - E p_Z(z-1), at least 0.

        The answer is exact. Raises ParameterError for E < 1, SignChangesError if a free E leaves a sign open.
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

    The answer is exact (of the formula, not of Theorem 3).
    Raises ParameterError for E < 1, eta outside (0, 1), D < 1, SignChangesError for a free E whose k is not the same
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

    The answer is exact. Proved for all E >= 1, eta and D in proofs/rocq (singletons_least, events_least).
    Raises ParameterError for E < 1, eta outside (0, 1), D < 1, another word for events, SignChangesError for a free E
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
    m = _fold_index(ratio, correct, reach)
    if m == 0 or maximising_index(ratio, correct, reach) <= reach:
        return printed_design(ratio, correct, reach)
    return _folded(ratio, correct, reach, m)


def _fold_index(ratio: Exact, correct: Exact, reach: int) -> int:
    """Count the outcomes 1..m that p_Z(i) <= E p_Z(i-1) + delta holds down in the best design (0 for k <= D).

    The bound of m < D/2 such outcomes is at least the one of m + 1 from that C on which is
    S_(D-2m-1) / (T_m + T_(D-m) + E S_m S_(D-2m-1)). It decreases in m. Theorem 3 holds from the one of m = 0 on.
    """
    _, c = scales(correct)

    def holds(m: int) -> bool:
        inner = geometric_sum(ratio, reach - 2 * m - 1)
        held = ratio * geometric_sum(ratio, m) * inner
        return c >= inner / (triangle_sum(ratio, m) + triangle_sum(ratio, reach - m) + held)

    return _first(reach // 2, holds)


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

    The answer is exact, equal to `printed_design(E, eta, D).tight_delta(E)`, proved in proofs/rocq (real_delta).
    Raises ParameterError for E < 1, eta outside (0, 1), D < 1, SignChangesError for a free E.

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

    The answer is exact. Raises the errors of `optimal_design`.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Definition 2 and Remark 2.

    >>> privacy_gap(5, "1/29", 2)
    PrivacyGap(printed=exact('10/29'), real=exact('11/29'), optimal=exact('9/29'))
    """
    reach, ratio, correct = support_bound(D), privacy_factor(one_factor(exp_epsilon, epsilon)), correct_probability(eta)
    printed = (2 * reach + 1) * lower_bound(maximising_index(ratio, correct, reach), ratio, correct, reach)
    return PrivacyGap(printed, real_delta(ratio, correct, reach), _best_for_all_events(ratio, correct, reach).delta)
