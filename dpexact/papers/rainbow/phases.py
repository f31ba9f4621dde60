"""Phase transitions, the times tau_k at which a prefix sum passes from one branch of T to the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flint import arb

from dpexact.errors import TooLargeError
from dpexact.numbers.balls import MAX_BITS, refined_until
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.rainbow.transition import Transition, Variant, prefix_sums, transition

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
    """Return tau_1, ..., tau_q for the line that starts at p, each an integer, or `math.inf` without a transition.

    Corrected, tau_k is the first t >= 0 with s_k^t >= (1 - delta)/(E + 1), at which the two branches of T meet. With
    rho = delta/(E - 1), s_k^t + rho = E^t (s_k^0 + rho) up to then, so for E > 1

        tau_k = max{0, ceil(log(((1 - delta)/(E + 1) + rho)/(s_k^0 + rho))/epsilon)}.

    For E = 1 it is the first t with s_k^0 + t delta >= (1 - delta)/2. It is infinite only if s_k^0 + rho = 0, or if
    E = 1, delta = 0 and s_k^0 < 1/2.

    Printed, they are the ceilings of (5.1) and (5.4), which have 1/(E + 1) for the breakpoint and one "+ 1" too many.
    For s_k^0 < E/(E + 1) they give 1 + the first t with s_k^t >= 1/(E + 1), but the captions of Figures 3 to 5 list the
    first t. For p = (1/2, 1/2), E = 2, delta = 0 printed is (1, 0), though s_1^0 = 1/2 is past 1/3 at t = 0.

    Guarantee: exact. A ceiling is taken from a ball only if the ball leaves no choice, otherwise E^t is compared.
    Raises: ParameterError as `step`, and for the printed formulas at E = 1, SignChangesError or IrrationalError for a
    free E on which they depend.
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
    """Return the first t >= 0 at which the prefix sum that starts at s is at or past the breakpoint, or `math.inf`."""
    if s >= rule.breakpoint:
        return 0
    if rule.exp_epsilon != 1:
        return first_power(rule.exp_epsilon, rule.breakpoint + rule.drift, s + rule.drift)
    if rule.delta == 0:
        return math.inf
    missing = (rule.breakpoint - s) / rule.delta
    return least_integer(missing.ball, lambda n: exact(n) >= missing)


def first_power(base: Exact, goal: Exact, start: Exact) -> int | float:
    """Return the least integer n, maybe negative, with base^n * start >= goal, or `math.inf` for start = 0."""
    if start == 0:
        return math.inf
    ratio = goal / start
    return least_integer(lambda: ratio.ball().log() / base.ball().log(), lambda n: base**n >= ratio)


def least_integer(ball: Callable[[], arb], reached: Callable[[int], bool]) -> int:
    """Return the least integer n >= x. `ball()` contains x at every precision, `reached(n)` decides n >= x exactly."""

    def least(bits: int) -> int | None:
        x = ball()
        ceiling, candidate = x.ceil().unique_fmpz(), x.unique_fmpz()
        if ceiling is not None:
            return int(ceiling)
        if candidate is not None and bits >= EXACT_BITS:
            return int(candidate) if reached(int(candidate)) else int(candidate) + 1
        return None

    integer = refined_until(least, FIRST_BITS, MAX_BITS)
    if integer is None:
        came = f"the least integer that is not smaller does not show with {MAX_BITS} bits of working precision"
        raise TooLargeError(came)
    return integer
