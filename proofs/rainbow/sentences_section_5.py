"""On the grid of the step, or at its parameters: sentences of Section 5.

Gu et al., "Generalized Rainbow Differential Privacy". s is a prefix sum, s^t that of T^t; d = delta, rho = d/(E - 1).
The readings of (5.2) and (5.5) are in equation_5_5.py, the corrected closed form is in rocq/RainbowClosedForm.v,
the rewritten lines and the reductions for delta = 0 in RainbowSteps.v (first_rewriting to zero_grows).

The ceilings are found by comparing powers of E: tau <= n if and only if E^(n-1) (s + rho) >= 1/(E + 1) + rho.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Operator = Literal["printed", "corrected"]
ONE = Fraction(1)
RATIOS, STARTS = [Fraction(2), Fraction(3, 2)], [Fraction(n, 10) for n in (1, 2, 4, 6, 9)]


def after(x: Fraction, ratio: Fraction, delta: Fraction, operator: Operator) -> Fraction:
    """One step of T on a prefix sum, as (4.3) or corrected."""
    last = 1 - (1 - x) / ratio + delta if operator == "printed" else 1 - (1 - x - delta) / ratio
    return min(ONE, ratio * x + delta, last)


def iterate(x: Fraction, ratio: Fraction, delta: Fraction, time: int, operator: Operator) -> Fraction:
    """T^t."""
    for _ in range(time):
        x = after(x, ratio, delta, operator)
    return x


def drift(ratio: Fraction, delta: Fraction) -> Fraction:
    """(5.3)."""
    return delta / (ratio - 1)


def formula(x: Fraction, ratio: Fraction, delta: Fraction) -> int:
    """(5.1) for delta = 0, (5.4)."""
    rho, n = drift(ratio, delta), 0
    while ratio ** (n - 1) * (x + rho) < 1 / (ratio + 1) + rho:
        n += 1
    return n


def first_hit(x: Fraction, ratio: Fraction, delta: Fraction) -> int:
    """The first t at which the prefix sum of the printed T is at least 1/(E + 1)."""
    return next(t for t in range(1000) if iterate(x, ratio, delta, t, "printed") >= 1 / (ratio + 1))


proof = Proof(__doc__)


@proof.conclusion
def before_for_delta_0() -> Counterexample:
    """After (5.1), with ceilings: E = 2, s = 1/10 has tau = 3, and s^2 = 4/10 > 1/3 although 2 <= tau - 1."""

    def is_earlier(x: Fraction, ratio: Fraction, time: int) -> bool:
        return time <= formula(x, ratio, Fraction(0)) - 1

    def is_before(x: Fraction, ratio: Fraction, time: int) -> bool:
        return iterate(x, ratio, Fraction(0), time, "corrected") <= 1 / (ratio + 1)

    instance = {"x": Fraction(1, 10), "ratio": Fraction(2), "time": 2}
    return Counterexample("s^t <= 1/(E + 1) for t <= tau - 1", instance, is_earlier, is_before)


@proof.conclusion
def before_for_positive_delta() -> Counterexample:
    """After (5.4): E = 2, delta = 1/10, s = 1/10 has tau = 3, and s^2 = 7/10 > 1/3, for both operators."""

    def is_earlier(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        return time <= formula(x, ratio, delta)

    def is_before(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        values = [iterate(x, ratio, delta, time, "printed"), iterate(x, ratio, delta, time, "corrected")]
        return any(value <= 1 / (ratio + 1) for value in values)

    instance = {"x": Fraction(1, 10), "ratio": Fraction(2), "delta": Fraction(1, 10), "time": 2}
    return Counterexample("s^t <= 1/(E + 1) for t <= tau", instance, is_earlier, is_before)


@proof.conclusion
def one_less_and_one_more_disagree() -> Counterexample:
    """The sentence after (5.4) is not that after (5.1): E = 2, delta = 1/10, s = 1/10 is past 1/3 at t = tau."""

    def is_tau(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        return time == formula(x, ratio, delta)

    def is_before(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        return iterate(x, ratio, delta, time, "printed") <= 1 / (ratio + 1)

    instance = {"x": Fraction(1, 10), "ratio": Fraction(2), "delta": Fraction(1, 10), "time": 3}
    return Counterexample("s^tau <= 1/(E + 1)", instance, is_tau, is_before)


@proof.conclusion
def one_more_than_the_first_hit() -> Exhaustive:
    """For s < E/(E + 1), on the grid, (5.1) and (5.4) with ceilings give one more than the first hit."""

    def premise(x: Fraction, ratio: Fraction, **_: object) -> bool:
        return x < ratio / (ratio + 1)

    def one_more(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return formula(x, ratio, delta) == first_hit(x, ratio, delta) + 1

    domain = {"x": STARTS, "ratio": RATIOS, "delta": [Fraction(0), Fraction(1, 10)]}
    return Exhaustive("tau is one more than the first t with s^t >= 1/(E + 1)", domain, one_more, where=premise)


@proof.conclusion
def equation_5_4() -> Counterexample:
    """E = 2, delta = 1/10, s = 1/10: s^0, s^1, s^2 = 1/10, 3/10, 7/10 pass 1/3 at t = 2; (5.4) with ceilings says 3."""

    def is_the_transition(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        earlier, now = (iterate(x, ratio, delta, t, "printed") for t in (time - 1, time))
        return earlier < 1 / (ratio + 1) < now

    def is_tau(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        return time == formula(x, ratio, delta)

    instance = {"x": Fraction(1, 10), "ratio": Fraction(2), "delta": Fraction(1, 10), "time": 2}
    return Counterexample("tau of (5.4) is the phase transition", instance, is_the_transition, is_tau)


@proof.conclusion
def first_branch_too_long() -> Counterexample:
    """E = 2, delta = 1/4, s = 1/3 = 1/(E + 1): s' = 11/12 is not allowed, closeness gives at most 19/24."""

    def is_on_the_first_branch(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return 0 <= x <= 1 / (ratio + 1) and 0 <= delta <= 1

    def is_close(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        value = min(ONE, ratio * x + delta)
        return 1 - x <= ratio * (1 - value) + delta

    instance = {"x": Fraction(1, 3), "ratio": Fraction(2), "delta": Fraction(1, 4)}
    return Counterexample("for s <= 1/(E + 1) the optimal s' is min{1, E s + delta}", instance,
                          is_on_the_first_branch, is_close)  # fmt: skip


@proof.conclusion
def first_line_does_not_reduce() -> Counterexample:
    """E = 2, delta = 0, s = 3/5, tau = 1 = t: (5.2) says 6/5, (5.5) says min{1, 6/5}."""

    def is_in_the_first_line(x: Fraction, ratio: Fraction, time: int) -> bool:
        return 0 <= x <= 1 and time <= formula(x, ratio, Fraction(0))

    def agree(x: Fraction, ratio: Fraction, time: int) -> bool:
        grown: Fraction = ratio**time * x
        return grown == min(ONE, grown)

    instance = {"x": Fraction(3, 5), "ratio": Fraction(2), "time": 1}
    return Counterexample("for delta = 0 (5.5) is (5.2)", instance, is_in_the_first_line, agree)


@proof.conclusion
def no_drift_without_epsilon() -> Counterexample:
    """Definition 2 allows epsilon = 0, where (5.3) and (5.4) divide by 0."""

    def is_allowed(ratio: Fraction) -> bool:
        return ratio >= 1

    def has_a_drift(ratio: Fraction) -> bool:
        return ratio - 1 != 0

    return Counterexample("rho is defined", {"ratio": ONE}, is_allowed, has_a_drift)


@proof.conclusion
def interpolation() -> Counterexample:
    """For tau = 3: at t = 7/2 neither line of (5.2) or (5.5) applies."""

    def is_a_time(time: Fraction, tau: int) -> bool:
        return time >= 0 <= tau

    def has_a_line(time: Fraction, tau: int) -> bool:
        return time <= tau or time >= tau + 1

    return Counterexample("every t >= 0 has a line", {"time": Fraction(7, 2), "tau": 3}, is_a_time, has_a_line)


@proof.conclusion
def fourth_hit_is_not_earlier() -> Counterexample:
    """The fourth prefix sum of the printed m, E = 1.2: its tau is 1 for delta = 0 and for delta = 0.01."""

    def earlier(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return first_hit(x, ratio, delta) < first_hit(x, ratio, Fraction(0))

    text = "with delta > 0 the tau is smaller than with delta = 0"
    instance = {"x": Fraction(4177, 10000), "ratio": Fraction(6, 5), "delta": Fraction(1, 100)}
    return Counterexample(text, instance, lambda x, ratio, delta: 0 < x < 1 < ratio and delta > 0, earlier)


proof.establishes({"equation-5-4-before": "refuted"}, "before_for_positive_delta")
proof.establishes(
    {"equation-5-4-before": "refuted", "equation-5-5-reduces": "holds-if, fails"}, "one_less_and_one_more_disagree"
)
proof.establishes({"tau-with-ceilings": "refuted"}, "before_for_delta_0")
proof.establishes({"tau-with-ceilings": "refuted"}, "equation_5_4")
proof.establishes({"tau-with-ceilings": "refuted"}, "one_more_than_the_first_hit")
proof.establishes({"section-5-2-first": "holds-if, fails"}, "first_branch_too_long")
proof.establishes({"equation-5-5-reduces": "holds-if, fails"}, "first_line_does_not_reduce")
proof.establishes({"tau-with-floors": "holds-if, fails", "equation-5-3": "holds-if, fails"}, "no_drift_without_epsilon")
proof.establishes({"section-5-3-interpolation": "holds-if, fails"}, "interpolation")
proof.establishes({"section-5-3-earlier": "holds-if, fails"}, "fourth_hit_is_not_earlier")
