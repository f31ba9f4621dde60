"""On the grid of each step: (5.5) against the iterates of both operators.

Gu et al., "Generalized Rainbow Differential Privacy", Section 5. s is a prefix sum, s^t that of T^t, rho = delta/(E -
1). tau is what (5.4) says with ceilings or with floors, or the first t with s^t >= 1/(E + 1); s^tau is what the first
line says, or the prefix sum of T^tau. (5.5) is right of the printed T with floors (brackets.py) and with the first hit,
and of the corrected T in no reading. The corrected form is proved for all parameters in
rocq/RainbowClosedForm.v.

The brackets are found by comparing powers of E: ceil <= n if and only if E^(n-1) (s + rho) >= 1/(E + 1) + rho.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Operator = Literal["printed", "corrected"]
TAUS, STARTS_OF_THE_SECOND = ("ceiling", "floor", "first hit"), ("first line", "T^tau")
ONE = Fraction(1)
RATIOS, STARTS, TIMES = [Fraction(2), Fraction(3, 2)], [Fraction(n, 10) for n in (1, 2, 4, 6, 9)], range(7)


def after(x: Fraction, ratio: Fraction, delta: Fraction, operator: Operator) -> Fraction:
    """One step of T on a prefix sum, as (4.3) or corrected."""
    last = 1 - (1 - x) / ratio + delta if operator == "printed" else 1 - (1 - x - delta) / ratio
    return min(ONE, ratio * x + delta, last)


def iterate(x: Fraction, ratio: Fraction, delta: Fraction, time: int, operator: Operator) -> Fraction:
    """T^t."""
    for _ in range(time):
        x = after(x, ratio, delta, operator)
    return x


def first_line(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> Fraction:
    """The first line of (5.5), without its minimum."""
    rho = delta / (ratio - 1)
    return ratio**time * (x + rho) - rho


def turn(x: Fraction, ratio: Fraction, delta: Fraction, tau: str) -> int:
    """(5.4) with ceilings or floors, or the first t at which the printed T has at least 1/(E + 1)."""
    goal, n = 1 / (ratio + 1), 0
    if tau == "ceiling":
        while first_line(x, ratio, delta, n - 1) < goal:
            n += 1
    elif tau == "floor":
        while first_line(x, ratio, delta, n) <= goal:
            n += 1
    else:
        while iterate(x, ratio, delta, n, "printed") < goal:
            n += 1
    return n


def formula(x: Fraction, ratio: Fraction, delta: Fraction, time: int, tau: int, turning: Fraction) -> Fraction:
    """(5.5), for delta > 0."""
    if time <= tau:
        return min(ONE, first_line(x, ratio, delta, time))
    rho = delta / (ratio - 1)
    return min(ONE, 1 + ratio * rho - ratio ** (tau - time) * (1 - turning + ratio * rho))


def right(operator: Operator, tau: str, start: str) -> bool:
    """Whether a reading of (5.5) gives T^t on the grid."""
    for x, ratio, delta, time in product(STARTS, RATIOS, [Fraction(1, 10), Fraction(1, 4)], TIMES):
        place = turn(x, ratio, delta, tau)
        lines = {"first line": min(ONE, first_line(x, ratio, delta, place))}
        turning = lines[start] if start in lines else iterate(x, ratio, delta, place, operator)
        if formula(x, ratio, delta, time, place, turning) != iterate(x, ratio, delta, time, operator):
            return False
    return True


proof = Proof(__doc__)


@proof.conclusion
def equation_5_5_of_the_corrected_operator() -> Exhaustive:
    """For delta = 1/10 and 1/4 no reading of (5.5) gives the corrected T^t, whose mechanism is the optimal one."""

    def wrong(tau: str, start: str) -> bool:
        return not right("corrected", tau, start)

    domain = {"tau": TAUS, "start": STARTS_OF_THE_SECOND}
    return Exhaustive("(5.5) is not the corrected T^t", domain, wrong)


@proof.conclusion
def equation_5_5_of_the_printed_operator() -> Exhaustive:
    """For delta = 1/10 and 1/4 (5.5) is the printed T^t with floors and with the first hit, not with ceilings."""

    def as_said(tau: str, start: str) -> bool:
        return right("printed", tau, start) == (tau != "ceiling")

    domain = {"tau": TAUS, "start": STARTS_OF_THE_SECOND}
    return Exhaustive("(5.5) is the printed T^t if and only if tau has no ceilings", domain, as_said)


@proof.conclusion
def equation_5_5_as_printed() -> Counterexample:
    """E = 2, delta = 1/10, s = 1/10, t = 3: (5.5) says 1 with ceilings, 19/20 with floors; the optimum has 9/10."""

    def is_the_optimum(x: Fraction, ratio: Fraction, delta: Fraction, time: int, value: Fraction) -> bool:
        return value == iterate(x, ratio, delta, time, "corrected") and 0 <= x <= 1 <= ratio

    def is_said(x: Fraction, ratio: Fraction, delta: Fraction, time: int, value: Fraction) -> bool:
        places = [turn(x, ratio, delta, tau) for tau in TAUS]
        return value in {
            formula(x, ratio, delta, time, place, min(ONE, first_line(x, ratio, delta, place))) for place in places
        }

    instance = {
        "x": Fraction(1, 10),
        "ratio": Fraction(2),
        "delta": Fraction(1, 10),
        "time": 3,
        "value": Fraction(9, 10),
    }
    return Counterexample("(5.5) is s^t of the optimal mechanism", instance, is_the_optimum, is_said)


@proof.conclusion
def color_1() -> Counterexample:
    """E = 2, delta = 1/10: P[M(t) = 1] = s_1^t, so s_0^t is 0, and not (5.5) for s_0^0 = 0, which is 1/10 at t = 1."""

    def is_the_empty_prefix(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return x == 0 and 0 <= delta <= 1 <= ratio

    def stays_0(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return all(formula(x, ratio, delta, 1, turn(x, ratio, delta, tau), x) == 0 for tau in TAUS)

    instance = {"x": Fraction(0), "ratio": Fraction(2), "delta": Fraction(1, 10)}
    return Counterexample("(5.5) holds for k = 0 as well", instance, is_the_empty_prefix, stays_0)


proof.establishes({"equation-5-5": "refuted"}, "equation_5_5_of_the_corrected_operator")
proof.establishes({"tau-with-floors": "holds-if, holds"}, "equation_5_5_of_the_printed_operator")
proof.establishes({"abstract-closed-form": "holds-if, fails", "equation-5-5": "refuted"}, "equation_5_5_as_printed")
proof.establishes({"equation-5-5-colors": "holds-if, fails"}, "color_1")
