"""On the grid of each step: the readings of (5.2) and (5.5), against the iterates of both operators.

Gu et al., "Generalized Rainbow Differential Privacy", Section 5. s is a prefix sum, s^t that of T^t, rho = delta/(E -
1). A reading has three parts: tau is what (5.1), (5.4) say, or the first t with s^t >= 1/(E + 1); s^tau is what the
first line says, or the prefix sum of T^tau; and E^-(t - tau) is multiplied by the last bracket, or the bracket
belongs to the exponent, or its parentheses are dropped. (5.2) is right in one reading of tau and of the bracket;
(5.5) is right of the printed T in the same reading, and of the corrected T in none. proofs/rainbow/closed_form.py
proves the corrected forms for all parameters, sentences_section_5.py the branches of the printed one.

The ceilings are found by comparing powers of E: tau <= n if and only if E^(n-1) (s + rho) >= 1/(E + 1) + rho.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

from dpexact.proving import Counterexample, Exhaustive, Proof

Operator = Literal["printed", "corrected"]
TAUS, BRACKETS = ["formula", "first hit"], ["factor", "exponent", "dropped"]
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


def is_power(x: Fraction, ratio: Fraction, exponent: Fraction) -> bool:
    """Whether x = E^exponent."""
    return x > 0 and x**exponent.denominator == ratio**exponent.numerator


def says(
    x: Fraction, ratio: Fraction, delta: Fraction, time: int, tau: int, turning: Fraction, bracket: str, value: Fraction
) -> bool:
    """Whether (5.5) says that s^t is the value; for delta = 0 this is (5.2), but for its missing min{1, ...}."""
    rho = drift(ratio, delta)
    if time <= tau:
        grown: Fraction = ratio**time * (x + rho) - rho
        return value == (min(ONE, grown) if delta else grown)
    left, steps = 1 - turning + ratio * rho, time - tau
    if bracket == "exponent":
        exponent, ceiling = -steps * left, ratio * rho
        full = value == 1 and ceiling > 0 and ceiling**exponent.denominator >= ratio**exponent.numerator
        return full or is_power(1 + ceiling - value, ratio, exponent)
    factor: Fraction = ratio**-steps
    printed = 1 + ratio * rho - (factor * left if bracket == "factor" else factor + turning - ratio * rho)
    return value == (min(ONE, printed) if delta else printed)


def right(deltas: list[Fraction], operator: Operator, tau: str, start: str, bracket: str) -> bool:
    """Whether a reading gives T^t on the grid."""
    for x, ratio, delta, time in product(STARTS, RATIOS, deltas, TIMES):
        turn = (formula if tau == "formula" else first_hit)(x, ratio, delta)
        grown: Fraction = ratio**turn * (x + drift(ratio, delta)) - drift(ratio, delta)
        lines = {"first line": min(ONE, grown) if delta else grown}
        turning = lines[start] if start in lines else iterate(x, ratio, delta, turn, operator)
        value = iterate(x, ratio, delta, time, operator)
        if not says(x, ratio, delta, time, turn, turning, bracket, value):
            return False
    return True


proof = Proof(__doc__)


@proof.conclusion
def equation_5_2_readings() -> Exhaustive:
    """For delta = 0, of all readings those with the first hit and the factor are right, however s^tau is read."""

    def as_said(tau: str, start: str, bracket: str) -> bool:
        return right([Fraction(0)], "corrected", tau, start, bracket) == ((tau, bracket) == ("first hit", "factor"))

    domain = {"tau": TAUS, "start": ["first line", "T^tau"], "bracket": BRACKETS}
    return Exhaustive("(5.2) is right if and only if tau is the first hit and the bracket a factor", domain, as_said)


def another_bracket(bracket: str, delta: Fraction) -> Counterexample:
    """E = 2, s = 3/5, tau = 0, t = 1: the reading gives neither the printed nor the corrected T."""

    def is_t(x: Fraction, ratio: Fraction, values: list[Fraction]) -> bool:
        operators: tuple[Operator, ...] = ("printed", "corrected")
        return first_hit(x, ratio, delta) == 0 and values == [
            after(x, ratio, delta, operator) for operator in operators
        ]

    def is_said(x: Fraction, ratio: Fraction, values: list[Fraction]) -> bool:
        return any(says(x, ratio, delta, 1, 0, x, bracket, value) for value in values)

    values = [Fraction(4, 5) + delta, Fraction(4, 5) + delta / 2]
    instance = {"x": Fraction(3, 5), "ratio": Fraction(2), "values": values}
    return Counterexample(f"with the bracket read as {bracket}, the second line gives T", instance, is_t, is_said)


@proof.conclusion
def equation_5_2_exponent() -> Counterexample:
    """(5.2), E = 2, s = 3/5, tau = 0, t = 1: T gives 4/5, E^-((t - tau)(1 - s^tau)) makes it 1 - 2^(-2/5)."""
    return another_bracket("exponent", Fraction(0))


@proof.conclusion
def equation_5_2_dropped() -> Counterexample:
    """(5.2), the same without parentheses: 1 - E^-(t - tau) - s^tau = -1/10."""
    return another_bracket("dropped", Fraction(0))


@proof.conclusion
def equation_5_5_exponent() -> Counterexample:
    """(5.5), delta = 1/10: T gives 9/10 printed, 17/20 corrected, the reading 6/5 - 2^(-3/5)."""
    return another_bracket("exponent", Fraction(1, 10))


@proof.conclusion
def equation_5_5_dropped() -> Counterexample:
    """(5.5), delta = 1/10, the same without parentheses: 6/5 - 1/2 - 3/5 + 1/5 = 3/10."""
    return another_bracket("dropped", Fraction(1, 10))


@proof.conclusion
def equation_5_5_of_the_corrected_operator() -> Exhaustive:
    """For delta = 1/10 and 1/4 no reading of (5.5) gives the corrected T^t, whose mechanism is the optimal one."""

    def wrong(tau: str, start: str, bracket: str) -> bool:
        return not right([Fraction(1, 10), Fraction(1, 4)], "corrected", tau, start, bracket)

    domain = {"tau": TAUS, "start": ["first line", "T^tau"], "bracket": BRACKETS}
    return Exhaustive("(5.5) is not the corrected T^t", domain, wrong)


@proof.conclusion
def equation_5_5_of_the_printed_operator() -> Exhaustive:
    """For delta = 1/10 and 1/4 (5.5) is the printed T^t in the readings with the first hit and the factor only."""

    def as_said(tau: str, start: str, bracket: str) -> bool:
        deltas = [Fraction(1, 10), Fraction(1, 4)]
        return right(deltas, "printed", tau, start, bracket) == ((tau, bracket) == ("first hit", "factor"))

    domain = {"tau": TAUS, "start": ["first line", "T^tau"], "bracket": BRACKETS}
    return Exhaustive("(5.5) is the printed T^t if tau is the first hit and the bracket a factor", domain, as_said)


@proof.conclusion
def equation_5_5_as_printed() -> Counterexample:
    """E = 2, delta = 1/10, s = 1/10, t = 3 = tau: (5.5) says min{1, 3/2} = 1; T^3 is 19/20 printed, 9/10 corrected."""

    def is_a_prefix_sum(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        values = [iterate(x, ratio, delta, time, "printed"), iterate(x, ratio, delta, time, "corrected")]
        return values == [Fraction(19, 20), Fraction(9, 10)] and time == formula(x, ratio, delta)

    def is_said(x: Fraction, ratio: Fraction, delta: Fraction, time: int) -> bool:
        return any(
            says(x, ratio, delta, time, time, ONE, "factor", value) for value in (Fraction(19, 20), Fraction(9, 10))
        )

    instance = {"x": Fraction(1, 10), "ratio": Fraction(2), "delta": Fraction(1, 10), "time": 3}
    return Counterexample("(5.5) gives T^t, printed or corrected", instance, is_a_prefix_sum, is_said)


@proof.conclusion
def color_1() -> Counterexample:
    """E = 2, delta = 1/10: P[M(t) = 1] = s_1^t, so s_0^t is 0, and not (5.5) for s_0^0 = 0, which is 1/10 at t = 1."""

    def is_the_empty_prefix(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return x == 0 and 0 <= delta <= 1 <= ratio

    def stays_0(x: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        return says(x, ratio, delta, 1, formula(x, ratio, delta), ONE, "factor", Fraction(0))

    instance = {"x": Fraction(0), "ratio": Fraction(2), "delta": Fraction(1, 10)}
    return Counterexample("(5.5) holds for k = 0 as well", instance, is_the_empty_prefix, stays_0)
