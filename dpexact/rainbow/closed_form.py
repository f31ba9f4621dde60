"""The corrected closed form of (5.5): the distribution at distance t from the boundary without walking there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.iteration import step_count
from dpexact.rainbow.phases import first_hit, first_power
from dpexact.rainbow.prefix_sums import differences, prefix_sums
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.rainbow.transition import Transition


def closed_form(p: Sequence[object], exp_epsilon: object, delta: object, t: int) -> tuple[Exact, ...]:
    """The corrected T applied t times to p, in closed form; equal to `iterate(p, exp_epsilon, delta, t)`.

    For E > 1 let rho = delta/(E - 1), and let tau = tau_k be the first t with s_k^t >= (1 - delta)/(E + 1). Then

        s_k^t = E^t (s_k^0 + rho) - rho                                    for t <= tau,
        s_k^t = min{1, 1 + rho - E^-(t - tau) (1 + rho - s_k^tau)}          for t >= tau.

    Proof. M acts on each prefix sum by itself. Up to the breakpoint b = (1 - delta)/(E + 1), M(s) = E s + delta: the
    other branch minus this one is (E^2 - 1)(b - s)/E >= 0, and E s + delta <= E b + delta = (E + delta)/(E + 1) <= 1.
    Adding rho on both sides, s' + rho = E (s + rho); by induction the first line holds up to tau.
    From b on, M(s) = min{1, 1 - (1 - s - delta)/E} >= s, because (1 - s) E >= 1 - s >= 1 - s - delta; so once at or
    past b, always. There 1 + rho - s' = (1 + rho - s)/E, again by induction, until the right side reaches rho, where
    s' = 1; and M(1) = 1. For E = 1 both branches are s + delta, so s_k^t = min{1, s_k^0 + t delta}.

    (5.5) as printed differs in the second line (E rho for rho, from the misplaced delta), and in tau (see
    `phase_transitions`): for E = 2, delta = 0, s^0 = 3/5 its tau is 1, so (5.2) gives s^1 = 6/5 where T gives 4/5.

    Guarantee: exact.
    Raises: ParameterError as `iterate`; TooLargeError where the result itself is too large; SignChangesError or
    IrrationalError for a free E on which tau or the time of reaching 1 depends.
    Reference: rainbow paper, (5.2) and (5.5), corrected.

    >>> closed_form(["1/2", "1/2"], 2, "1/4", 1)
    (exact('7/8'), exact('1/8'))
    """
    sums, rule, steps = prefix_sums(p), transition(exp_epsilon, delta), step_count(t)
    return differences([_after(s, rule, steps) for s in sums])


def _after(s: Exact, rule: Transition, steps: int) -> Exact:
    """The prefix sum after `steps` steps."""
    if rule.exp_epsilon == 1:
        return min(exact(1), s + steps * rule.delta)
    rho = rule.drift
    if s + rho == 0 or s == 1:
        return s
    tau = first_hit(s, rule)
    if steps <= tau:
        return rule.exp_epsilon**steps * (s + rho) - rho
    turning = rule.exp_epsilon ** int(tau) * (s + rho) - rho
    gap = 1 + rho - turning
    if steps - tau >= first_power(rule.exp_epsilon, gap, rho):
        return exact(1)
    return 1 + rho - gap / rule.exp_epsilon ** int(steps - tau)
