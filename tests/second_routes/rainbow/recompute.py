"""Second route for dpexact/papers/rainbow/printed.toml: every row again, without dpexact, and the recorded verdicts.

Run `python -m tests.second_routes.rainbow.recompute`: one line for each row (id, value, verdict); exit status 1 if a
verdict is not the recorded one. Only Fraction and mpmath are used. The routes differ from dpexact's on purpose: the
iterates are walked step by step, closeness is decided by brute force over all events, and the printed ceilings, and
floors in their place, are evaluated from their logarithms with 75 digits and refused when they lie too near an integer.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

import mpmath

from tests.oracle import least_delta
from tests.second_routes.printed import main

BOTH = ((0, 1), (1, 0))


def vector(text: str) -> list[Fraction]:
    """The entries of "1/2, 1/4, 1/4"."""
    return [Fraction(entry.strip()) for entry in text.split(",")]


def next_sum(s: Fraction, exp_epsilon: Fraction, delta: Fraction, variant: str) -> Fraction:
    """Equation (4.3) for one prefix sum; "corrected" divides the delta of the second branch by E."""
    if variant == "printed":
        return min(Fraction(1), min(exp_epsilon * s, 1 - (1 - s) / exp_epsilon) + delta)
    return min(Fraction(1), exp_epsilon * s + delta, 1 - (1 - s - delta) / exp_epsilon)


def step(p: Sequence[Fraction], exp_epsilon: Fraction, delta: Fraction, variant: str) -> list[Fraction]:
    """T of (4.2) and (4.3)."""
    sums = [next_sum(s, exp_epsilon, delta, variant) for s in accumulate(p)]
    return [after - before for before, after in zip([Fraction(0), *sums], sums, strict=False)]


def boundary_weight(weight: str, exp_epsilon: str) -> Fraction:
    """Section 5.3: weight * E / (1 + E)."""
    return Fraction(weight) * Fraction(exp_epsilon) / (1 + Fraction(exp_epsilon))


def total(values: str) -> Fraction:
    """The sum of the values."""
    return sum(vector(values), Fraction(0))


def remainder(values: str) -> Fraction:
    """One minus the sum of the values."""
    return 1 - total(values)


def transition_exponent(m: str, exp_epsilon: str, delta: str, k: str) -> Any:
    """Return what stands in the brackets of (5.1) and (5.4) beside 0, from the logarithms."""
    big_e, start = Fraction(exp_epsilon), list(accumulate(vector(m)))[int(k) - 1]
    rho = Fraction(delta) / (big_e - 1)
    ratio = (1 / (big_e + 1) + rho) / (start + rho)
    epsilon = mpmath.log(mpmath.mpf(big_e.numerator) / big_e.denominator)
    exponent = mpmath.log(mpmath.mpf(ratio.numerator) / ratio.denominator) / epsilon + 1
    if abs(exponent - mpmath.nint(exponent)) < mpmath.mpf(10) ** -30:
        message = f"the bracket of {exponent} is not safe from rounding"
        raise ArithmeticError(message)
    return exponent


def printed_transition(m: str, exp_epsilon: str, delta: str, k: str) -> Fraction:
    """tau_k of (5.1) and (5.4), as printed."""
    return Fraction(max(int(mpmath.ceil(transition_exponent(m, exp_epsilon, delta, k))), 0))


def floor_transition(m: str, exp_epsilon: str, delta: str, k: str) -> Fraction:
    """tau_k of (5.1) and (5.4), with floors."""
    return Fraction(max(int(mpmath.floor(transition_exponent(m, exp_epsilon, delta, k))), 0))


def walk(m: str, exp_epsilon: str, delta: str, k: str, variant: str) -> Iterator[Fraction]:
    """s_k^0, s_k^1, ..."""
    s = list(accumulate(vector(m)))[int(k) - 1]
    while True:
        yield s
        s = next_sum(s, Fraction(exp_epsilon), Fraction(delta), variant)


def first_hit(m: str, exp_epsilon: str, delta: str, k: str, variant: str) -> Fraction:
    """The first t at which s_k^t is at or past the place where the two branches of (4.3) meet."""
    meeting = (1 - (Fraction(delta) if variant == "corrected" else 0)) / (Fraction(exp_epsilon) + 1)
    return Fraction(next(t for t, s in enumerate(walk(m, exp_epsilon, delta, k, variant)) if s >= meeting))


def last_below(m: str, exp_epsilon: str, delta: str, k: str) -> Fraction:
    """The last t with s_k^t <= 1/(E + 1), -1 if there is none."""
    meeting = 1 / (Fraction(exp_epsilon) + 1)
    return Fraction(next(t for t, s in enumerate(walk(m, exp_epsilon, delta, k, "printed")) if s > meeting) - 1)


def degenerate_phase(m: str, exp_epsilon: str, phase: str) -> Fraction:
    """The only k whose phase is degenerate for delta = 0: the first if tau_k = 0, the third if s_(k-1)^0 = 0."""
    sums = list(accumulate(vector(m)))
    if phase == "first":
        (k,) = [k for k, s in enumerate(sums, 1) if s >= 1 / (Fraction(exp_epsilon) + 1)]
    else:
        (k,) = [k for k, s in enumerate([Fraction(0), *sums][:-1], 1) if s == 0]
    return Fraction(k)


def closeness_delta(p: str, q: str, exp_epsilon: str) -> Any:
    """The least delta with which p and q are close."""
    return least_delta([vector(p), vector(q)], BOTH, Fraction(exp_epsilon))


def line_delta(m: str, exp_epsilon: str, delta: str, variant: str, steps: str) -> Fraction:
    """The least delta with which all neighbours of the line 0..steps are close."""
    p, worst = vector(m), Fraction(0)
    for _ in range(int(steps)):
        after = step(p, Fraction(exp_epsilon), Fraction(delta), variant)
        worst, p = max(worst, least_delta([p, after], BOTH, Fraction(exp_epsilon))), after
    return worst


def step_entry(p: str, exp_epsilon: str, delta: str, variant: str, k: str) -> Fraction:
    """Entry k of T(p)."""
    return step(vector(p), Fraction(exp_epsilon), Fraction(delta), variant)[int(k) - 1]


def coordinate_excess(p: str, q: str, exp_epsilon: str, delta: str, k: str) -> Fraction:
    """p_k - E q_k - delta."""
    return vector(p)[int(k) - 1] - Fraction(exp_epsilon) * vector(q)[int(k) - 1] - Fraction(delta)


ROUTES: dict[str, Callable[..., Fraction]] = {
    "rainbow.boundary_weight": boundary_weight,
    "rainbow.total": total,
    "rainbow.remainder": remainder,
    "rainbow.printed_transition": printed_transition,
    "rainbow.floor_transition": floor_transition,
    "rainbow.first_hit": first_hit,
    "rainbow.last_below": last_below,
    "rainbow.degenerate_phase": degenerate_phase,
    "rainbow.closeness_delta": closeness_delta,
    "rainbow.line_delta": line_delta,
    "rainbow.step_entry": step_entry,
    "rainbow.coordinate_excess": coordinate_excess,
}


if __name__ == "__main__":
    raise SystemExit(main("rainbow", ROUTES))
