"""T of Theorem 4 applied to a distribution, once or t times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.errors import IrrationalError, ParameterError, TooLargeError
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt
from dpexact.rainbow.prefix_sums import differences, prefix_sums
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.rainbow.transition import Transition, Variant

MAX_WORK = 1 << 35  # bit operations of one prefix sum: t^2 times the bits of E; ten seconds at most
MAX_IRRATIONAL_STEPS = 1000


def step(p: Sequence[object], exp_epsilon: object, delta: object, variant: Variant = "corrected") -> tuple[Exact, ...]:
    """T(p): the greatest distribution in dominance order that is (epsilon, delta)-close to p.

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
    return iterate(p, exp_epsilon, delta, 1, variant)


def iterate(
    p: Sequence[object],
    exp_epsilon: object,
    delta: object,
    t: int,
    variant: Variant = "corrected",
) -> tuple[Exact, ...]:
    """T applied t times to p: the distribution at distance t from the boundary of a line (Theorem 4).

    Guarantee: exact; each prefix sum is walked step by step. `closed_form` gives the same in a few operations.
    Raises: ParameterError as `step`, and for t that is not an integer >= 0; TooLargeError past about 50000 steps for a
    rational E of four digits (the result has about t times the bits of E) and past 1000 steps for another E.
    Reference: rainbow paper, Theorem 4.
    """
    sums, rule, steps = prefix_sums(p), transition(exp_epsilon, delta, variant), step_count(t)
    return differences([_walk(s, rule, steps) for s in sums])


def step_count(t: object, name: str = "t") -> int:
    """Check a number of steps. Raises: ParameterError."""
    if isinstance(t, bool) or not hasattr(t, "__index__") or t.__index__() < 0:
        message = f"{name}: expected an integer >= 0, got {value_excerpt(t)}"
        raise ParameterError(message)
    return int(t.__index__())


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
        """Whether s is at or past the breakpoint."""
        room = self.bottom - self.delta_top if variant == "corrected" else self.bottom
        return bool(self.top * (self.over + self.under) >= self.under * room)

    def below_step(self) -> _Scaled:
        """E s + delta."""
        a, b = self.over, self.under
        return _Scaled(a * self.top + b * self.delta_top, b * self.bottom, b * self.delta_top, a, b)

    def above_step(self, variant: Variant) -> _Scaled:
        """1 - (1 - s - delta)/E, or as printed 1 - (1 - s)/E + delta."""
        a, b = self.over, self.under
        bottom, delta_top, rest = a * self.bottom, a * self.delta_top, self.bottom - self.top
        if variant == "corrected":
            return _Scaled(bottom - b * (rest - self.delta_top), bottom, delta_top, a, b)
        return _Scaled(bottom - b * rest + delta_top, bottom, delta_top, a, b)

    def value(self) -> Exact:
        """The prefix sum."""
        return exact(self.top) / exact(self.bottom)


def _scaled(s: Exact, rule: Transition, steps: int) -> _Scaled:
    """The start of a walk, over integers where possible. Raises: TooLargeError."""
    try:
        start, ratio, delta = s.as_fraction(), rule.exp_epsilon.as_fraction(), rule.delta.as_fraction()
    except IrrationalError:
        if steps > MAX_IRRATIONAL_STEPS:
            message = (
                f"t: expected at most {MAX_IRRATIONAL_STEPS} steps for irrational numbers, got "
                f"{value_excerpt(steps)}; use closed_form"
            )
            raise TooLargeError(message) from None
        return _Scaled(s, exact(1), rule.delta, rule.exp_epsilon, exact(1))
    bits = max(ratio.numerator, ratio.denominator).bit_length()
    if steps * steps * bits > MAX_WORK:
        shown = value_excerpt(steps)
        message = f"t: expected t^2 * bits of E <= {MAX_WORK}, got t = {shown} with {bits} bits; use closed_form"
        raise TooLargeError(message)
    bottom = start.denominator * delta.denominator
    return _Scaled(
        start.numerator * delta.denominator,
        bottom,
        start.denominator * delta.numerator,
        ratio.numerator,
        ratio.denominator,
    )


def _walk(s: Exact, rule: Transition, steps: int) -> Exact:
    """The prefix sum after `steps` steps. Once past the breakpoint it stays there, and at 1 it stays 1."""
    state = _scaled(s, rule, steps)
    past = False
    for _ in range(steps):
        past = past or state.past(rule.variant)
        state = state.above_step(rule.variant) if past else state.below_step()
        if state.top >= state.bottom:
            return exact(1)
    return state.value()
