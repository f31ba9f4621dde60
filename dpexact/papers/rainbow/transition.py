"""Apply the map T of Theorem 4, and find its phase transitions.

The Transition T of Theorem 4: what one step along a line does to a prefix sum, as printed and corrected.

Prefix sums of a distribution in preference order: the coordinates in which T acts entry by entry.

T of Theorem 4 applied to a distribution, once or t times.

Phase transitions: the times tau_k at which a prefix sum passes from one branch of T to the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Literal, cast

from dpexact.errors import IrrationalError, ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.numbers.balls import MAX_BITS
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.precision import refined_until
from dpexact.numbers.typography import excerpt, value_excerpt

Variant = Literal["corrected", "printed"]


@dataclass(frozen=True)
class Transition:
    """T for one E = exp(epsilon) and delta; made by `transition`, which checks them.

    T acts on each prefix sum s of a distribution by itself. Corrected, with M of the axioms paper:

        s' = M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E}.

    M(s) is the largest prefix sum that (epsilon, delta)-closeness allows: the event {1..k} gives s' <= E s + delta, its
    complement gives 1 - s <= E (1 - s') + delta, which is s' <= 1 - (1 - s - delta)/E. Printed, (4.3) has

        s' = min{1, E s + delta, 1 - (1 - s)/E + delta},

    so its last branch is too large by delta (1 - 1/E), and closeness fails where that branch is the smallest.

    Reference: rainbow paper, Theorem 4 and (4.3); axioms paper, Section 2.1 (M).
    """

    exp_epsilon: Exact
    delta: Exact
    variant: Variant

    @property
    def breakpoint(self) -> Exact:
        """Return where the two branches meet: (1 - delta)/(E + 1) corrected, 1/(E + 1) printed.

        Below it the branch E s + delta is the smaller one, above it the other; from it on, s never comes back below.
        """
        top = 1 - self.delta if self.variant == "corrected" else exact(1)
        return top / (self.exp_epsilon + 1)

    @property
    def drift(self) -> Exact:
        """The rho = delta/(E - 1) of (5.3): E s + delta + rho = E (s + rho). Raises: ParameterError for E = 1."""
        if self.exp_epsilon == 1:
            raise ParameterError("E = 1, where delta/(E - 1) has no value", place="rho of (5.3)", expected="E > 1")
        return self.delta / (self.exp_epsilon - 1)

    def after(self, s: Exact) -> Exact:
        """Return the prefix sum after one step from s."""
        if s < self.breakpoint:
            return min(exact(1), self.exp_epsilon * s + self.delta)
        gain = self.delta / self.exp_epsilon if self.variant == "corrected" else self.delta
        return min(exact(1), 1 - (1 - s) / self.exp_epsilon + gain)


def transition(exp_epsilon: object, delta: object, variant: str = "corrected") -> Transition:
    """Check the parameters of T and make it.

    Raises: ParameterError for E < 1, delta outside [0, 1] or an unknown variant; InexactInputError for floats.
    """
    if not isinstance(variant, str) or variant not in ("corrected", "printed"):
        raise need.refusal("variant", "'corrected' or 'printed'", variant)
    return Transition(privacy_factor(exp_epsilon), probability(delta, "delta"), cast("Variant", variant))


def prefix_sums(p: Sequence[object]) -> tuple[Exact, ...]:
    """Check that p is a distribution and return s_1, ..., s_q, where s_k = p_1 + ... + p_k.

    Guarantee: exact; s_q = 1.
    Raises: ParameterError for anything that is not a sequence, for no entries, a negative entry or a sum other than 1;
    InexactInputError for floats.
    """
    listed = need.values(p, "p", "a sequence of probabilities, most preferred first")
    entries = [exact_at(entry, f"p, entry {k}") for k, entry in enumerate(listed, 1)]
    if not entries:
        raise ParameterError("none", place="p", expected="at least one probability")
    for k, entry in enumerate(entries, 1):
        if entry < 0:
            raise ParameterError(f"{excerpt(str(entry))} as entry {k}", place="p", expected="probabilities >= 0")
    sums = tuple(accumulate(entries))
    if sums[-1] != 1:
        total, off = excerpt(str(sums[-1])), excerpt(str(sums[-1] - 1))
        raise ParameterError(
            f"the sum {total}", place="p", expected="probabilities that sum to 1", remedy=f"it is off by {off}"
        )
    return sums


def differences(sums: Sequence[Exact]) -> tuple[Exact, ...]:
    """Return the distribution with these prefix sums: p_k = s_k - s_{k-1} with s_0 = 0 (4.2)."""
    return tuple(after - before for before, after in pairwise((exact(0), *sums)))


MAX_WORK = 1 << 35  # bit operations of one prefix sum: t^2 times the bits of E; ten seconds at most


MAX_IRRATIONAL_STEPS = 1000


def step(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> tuple[Exact, ...]:
    """Return T(p): the greatest distribution in dominance order that is (epsilon, delta)-close to p.

    p is in preference order, most preferred first. With prefix sums s_k of p, T(p) has the prefix sums

        s'_k = min{1, E s_k + delta, 1 - (1 - s_k - delta)/E}                     (corrected).

    Greatest: every distribution close to p has prefix sums <= s'_k, as `Transition` says. Close: the map M: s -> s' is
    concave with slopes between 0 and E, so T(p)_k <= E p_k for k >= 2 and T(p)_1 <= E p_1 + delta, hence
    T(p)(S) <= E p(S) + delta for all S. The other way, let j be the first k with s'_k = 1. For k < j the slopes of M
    are at least 1/E, so p_k <= E T(p)_k; T(p)_k = 0 for k > j. So the largest p(S) - E T(p)(S) is either
    p_j + p_{j+1} + ... - E T(p)_j = (1 - s_{j-1}) - E (1 - s'_{j-1}) <= delta by the third term of M at s_{j-1}
    (for j = 1 it is 1 - E <= 0), or 1 - s_j, and that is at most delta since M(s_j) = 1 needs s_j >= 1 - delta.

    `variant="printed"` is (4.3) as printed, whose last branch has delta where delta/E is due. T(p) is then only
    (epsilon, E delta)-close to p: p = (1/2, 1/2), E = 2, delta = 1/4 gives (1, 0), and p(2) = 1/2 > 2 * 0 + 1/4.

    Guarantee: exact.
    Raises: ParameterError (p not a distribution, E < 1, delta outside [0, 1], unknown variant).
    Reference: rainbow paper, Lemma 1, (4.2) and (4.3); axioms paper, Section 2.1 (M).

    >>> step(["1/2", "1/2"], 2, "1/4")
    (exact('7/8'), exact('1/8'))
    >>> step(["1/2", "1/2"], 2, "1/4", variant="printed")
    (exact('1'), exact('0'))
    """
    return iterate(p, one_factor(exp_epsilon, epsilon), delta, 1, variant)


def iterate(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    t: int = MISSING,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> tuple[Exact, ...]:
    """Apply T t times to p: the distribution at distance t from the boundary of a line (Theorem 4).

    Guarantee: exact; each prefix sum is walked step by step. `closed_form` gives the same in a few operations.
    Raises: ParameterError as `step`, and for t that is not an integer >= 0; TooLargeError past about 50000 steps for a
    rational E of four digits (the result has about t times the bits of E) and past 1000 steps for another E.
    Reference: rainbow paper, Theorem 4.
    """
    sums, rule, steps = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta, variant), step_count(t)
    return differences([_walk(s, rule, steps) for s in sums])


def step_count(t: object, name: str = "t") -> int:
    """Check a number of steps. Raises: ParameterError."""
    return need.integer(t, name, 0)


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A prefix sum s = top / bottom and delta = delta_top / bottom, never reduced; E = over / under.

    All are integers if everything is rational, so that a step costs a few products by a short integer and no gcd;
    otherwise they are Exact, and under = 1 keeps every step free of divisions.
    """

    top: Any
    bottom: Any
    delta_top: Any
    over: Any
    under: Any

    def past(self, variant: Variant) -> bool:
        """Return whether s is at or past the breakpoint."""
        room = self.bottom - self.delta_top if variant == "corrected" else self.bottom
        return bool(self.top * (self.over + self.under) >= self.under * room)

    def below_step(self) -> _Scaled:
        """Return E s + delta."""
        a, b = self.over, self.under
        return _Scaled(a * self.top + b * self.delta_top, b * self.bottom, b * self.delta_top, a, b)

    def above_step(self, variant: Variant) -> _Scaled:
        """Return 1 - (1 - s - delta)/E, or as printed 1 - (1 - s)/E + delta."""
        a, b = self.over, self.under
        bottom, delta_top, rest = a * self.bottom, a * self.delta_top, self.bottom - self.top
        if variant == "corrected":
            return _Scaled(bottom - b * (rest - self.delta_top), bottom, delta_top, a, b)
        return _Scaled(bottom - b * rest + delta_top, bottom, delta_top, a, b)

    def value(self) -> Exact:
        """Return the prefix sum."""
        return exact(self.top) / exact(self.bottom)


def _scaled(s: Exact, rule: Transition, steps: int) -> _Scaled:
    """Return the start of a walk, over integers where possible. Raises: TooLargeError."""
    try:
        start, ratio, delta = s.as_fraction(), rule.exp_epsilon.as_fraction(), rule.delta.as_fraction()
    except IrrationalError:
        if steps > MAX_IRRATIONAL_STEPS:
            raise TooLargeError(
                value_excerpt(steps),
                place="t",
                expected=f"at most {MAX_IRRATIONAL_STEPS} steps for irrational numbers",
                remedy="use closed_form",
            ) from None
        return _Scaled(s, exact(1), rule.delta, rule.exp_epsilon, exact(1))
    bits = max(ratio.numerator, ratio.denominator).bit_length()
    if steps * steps * bits > MAX_WORK:
        shown = value_excerpt(steps)
        raise TooLargeError(
            f"t = {shown} with {bits} bits",
            place="t",
            expected=f"t^2 * bits of E <= {MAX_WORK}",
            remedy="use closed_form",
        )
    bottom = start.denominator * delta.denominator
    return _Scaled(
        start.numerator * delta.denominator,
        bottom,
        start.denominator * delta.numerator,
        ratio.numerator,
        ratio.denominator,
    )


def _walk(s: Exact, rule: Transition, steps: int) -> Exact:
    """Return the prefix sum after `steps` steps. Once past the breakpoint it stays there, and at 1 it stays 1."""
    state = _scaled(s, rule, steps)
    past = False
    for _ in range(steps):
        past = past or state.past(rule.variant)
        state = state.above_step(rule.variant) if past else state.below_step()
        if state.top >= state.bottom:
            return exact(1)
    return state.value()


FIRST_BITS = 64


EXACT_BITS = 1024  # from here on a ball that still holds one integer is settled by exact arithmetic


def phase_transitions(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> tuple[int | float, ...]:
    """Return tau_1, ..., tau_q for the line that starts at p: an integer for each k, `math.inf` without a transition.

    Corrected: the first t >= 0 with s_k^t >= (1 - delta)/(E + 1), where the two branches of the corrected T meet. With
    rho = delta/(E - 1), s_k^t + rho = E^t (s_k^0 + rho) up to then, so for E > 1

        tau_k = max{0, ceil(log(((1 - delta)/(E + 1) + rho)/(s_k^0 + rho))/epsilon)};

    for E = 1 it is the first t with s_k^0 + t delta >= (1 - delta)/2. It is infinite only if s_k^0 + rho = 0, or if
    E = 1, delta = 0 and s_k^0 < 1/2.

    Printed: the ceilings of (5.1) and (5.4), which have 1/(E + 1) for the breakpoint and one "+ 1" too many: for
    s_k^0 < E/(E + 1) they give 1 + the first t with s_k^t >= 1/(E + 1), and the first t is what the captions of
    Figures 3 to 5 list. p = (1/2, 1/2), E = 2, delta = 0: printed (1, 0), though s_1^0 = 1/2 is past 1/3 at t = 0.

    Guarantee: exact; a ceiling is taken from a ball only if the ball leaves no choice, otherwise E^t is compared.
    Raises: ParameterError as `step`, and for the printed formulas at E = 1; SignChangesError or
    IrrationalError for a free E on which they depend.
    Reference: rainbow paper, (5.1), (5.3), (5.4).

    >>> m = ["0.0005", "0.0081", "0.1364", "0.2727", "0.5823"]
    >>> phase_transitions(m, "1.2", 0)
    (38, 22, 7, 1, 0)
    >>> phase_transitions(m, "1.2", 0, variant="printed")
    (39, 23, 8, 2, 0)
    """
    rule = transition(one_factor(exp_epsilon, epsilon), delta, variant)
    sums = prefix_sums(p)
    if variant == "printed":
        rho = rule.drift
        late = [first_power(rule.exp_epsilon, rule.breakpoint + rho, s + rho) + 1 for s in sums]
        return tuple(max(0, tau) for tau in late)
    return tuple(first_hit(s, rule) for s in sums)


def first_hit(s: Exact, rule: Transition) -> int | float:
    """Return the first t >= 0 at which the prefix sum that starts at s is at or past the breakpoint.

    `math.inf` if never.
    """
    if s >= rule.breakpoint:
        return 0
    if rule.exp_epsilon != 1:
        return first_power(rule.exp_epsilon, rule.breakpoint + rule.drift, s + rule.drift)
    if rule.delta == 0:
        return math.inf
    missing = (rule.breakpoint - s) / rule.delta
    return least_integer(missing.ball, lambda n: exact(n) >= missing)


def first_power(base: Exact, goal: Exact, start: Exact) -> int | float:
    """Return the least integer n, maybe negative, with base^n * start >= goal.

    Infinite if start = 0 (base > 1, goal > 0).
    """
    if start == 0:
        return math.inf
    ratio = goal / start
    return least_integer(lambda: ratio.ball().log() / base.ball().log(), lambda n: base**n >= ratio)


def least_integer(ball: Callable[[], Any], reached: Callable[[int], bool]) -> int:
    """Return the least integer n >= x; `ball()` contains x at every precision, `reached(n)` decides n >= x exactly."""

    def least(bits: int) -> int | None:
        x = ball()
        ceiling, candidate = x.ceil().unique_fmpz(), x.unique_fmpz()
        if ceiling is not None:
            return int(ceiling)
        if candidate is not None and bits >= EXACT_BITS:
            return int(candidate) if reached(int(candidate)) else int(candidate) + 1
        return None

    found = refined_until(least, FIRST_BITS, MAX_BITS)
    if found is None:
        raise TooLargeError(
            f"the least integer that is not smaller does not show with {MAX_BITS} bits of working precision"
        )
    return found
