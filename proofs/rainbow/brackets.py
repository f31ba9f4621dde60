"""At the parameters of each step: (5.1), (5.2), (5.4), (5.5) with the outer brackets read as floors and as ceilings.

Gu et al., "Generalized Rainbow Differential Privacy", Section 5. The text that we have prints ceilings; a floor is
one stroke away, and text recognition may have taken one for the other. With floors tau is the first t at which the
first line exceeds 1/(E + 1): the first t with s^t >= 1/(E + 1), or one more where s^t is equal to it, where both
lines say the same. Then the sentence after (5.1), (5.2) and (5.5) of the printed T are right, for all parameters
(rocq/RainbowPrintedLines.v). With ceilings none of them is. The sentence after (5.4) is wrong with both.

In general: floor(x + 1) <= n if and only if x < n, and x < n says that the first line at n is more than 1/(E + 1);
ceil(x + 1) <= n if and only if x <= n - 1. So brackets are found by comparing powers of E.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Case = tuple[Fraction, Fraction, Fraction]  # E, delta, s
ONE, BRACKETS = Fraction(1), ("floor", "ceiling")


def after(x: Fraction, ratio: Fraction, delta: Fraction) -> Fraction:
    """One step of (4.3) on a prefix sum."""
    return min(ONE, min(ratio * x, 1 - (1 - x) / ratio) + delta)


def iterate(case: Case, time: int) -> Fraction:
    """s^t."""
    ratio, delta, x = case
    for _ in range(time):
        x = after(x, ratio, delta)
    return x


def first_line(case: Case, time: int) -> Fraction:
    """E^t (s + rho) - rho, without the minimum of (5.5)."""
    ratio, delta, x = case
    rho = delta / (ratio - 1)
    return ratio**time * (x + rho) - rho


def tau(case: Case, bracket: str) -> int:
    """(5.1) for delta = 0, (5.4): floor or ceiling of max{x + 1, 0}, with first_line(x) = 1/(E + 1)."""
    turn, n = 1 / (case[0] + 1), 0
    if bracket == "floor":
        while first_line(case, n) <= turn:  # as long as n <= x
            n += 1
        return n
    while first_line(case, n - 1) < turn:  # as long as n - 1 < x
        n += 1
    return n


def formula(case: Case, time: int, bracket: str, turning: str) -> Fraction:
    """(5.2) for delta = 0, (5.5); s^tau is what the first line says there, or that of T^tau."""
    ratio, delta, _ = case
    rho, turn = delta / (ratio - 1), tau(case, bracket)
    lines = [min(ONE, first_line(case, t)) if delta else first_line(case, t) for t in (time, turn)]
    if time <= turn:
        return lines[0]
    start = lines[1] if turning == "first line" else iterate(case, turn)
    second = 1 + ratio * rho - ratio ** (turn - time) * (1 - start + ratio * rho)
    return min(ONE, second) if delta else second


def grid() -> list[Case]:
    """E = 2, 3/2, 6/5; delta up to 1; sums in tenths, and those that come to 1/(E + 1) exactly."""
    cases = []
    for ratio in (Fraction(2), Fraction(3, 2), Fraction(6, 5)):
        for delta in (Fraction(n) for n in ("0", "1/100", "1/10", "1/4", "9/10", "1")):
            rho, turn = delta / (ratio - 1), 1 / (ratio + 1)
            ties = [(turn + rho) / ratio**j - rho for j in range(4)]
            sums = [Fraction(n, 10) for n in range(11)] + ties
            cases += [(ratio, delta, s) for s in sums if s > 0 or (s == 0 < delta)]
    return list(dict.fromkeys(cases))  # ties may be on the grid


GRID = grid()

proof = Proof(__doc__)


@proof.conclusion
def ceiling_is_one_more() -> Exhaustive:
    """With ceilings it is one more than with floors if tau > 0 without a tie, and the same at a tie."""

    def holds(case: Case) -> bool:
        low, high = tau(case, "floor"), tau(case, "ceiling")
        tie = low > 0 and first_line(case, low - 1) == 1 / (case[0] + 1)
        late = first_line(case, -1) < 1 / (case[0] + 1)  # x > -1
        return high == low + (late and not tie)

    return Exhaustive("ceilings against floors", {"case": GRID}, holds)


def with_ceilings(case: Case, time: int, text: str) -> Counterexample:
    """A formula that is right with floors and wrong with ceilings, in both readings of s^tau."""

    def right_with_floors(case: Case, time: int) -> bool:
        return all(formula(case, time, "floor", turning) == iterate(case, time) for turning in ("first line", "T^tau"))

    def right_with_ceilings(case: Case, time: int) -> bool:
        return any(
            formula(case, time, "ceiling", turning) == iterate(case, time) for turning in ("first line", "T^tau")
        )

    return Counterexample(text, {"case": case, "time": time}, right_with_floors, right_with_ceilings)


@proof.conclusion
def equation_5_2_with_ceilings() -> Counterexample:
    """E = 2, s = 1/10, t = 3: tau = 3, and (5.2) says 8/10 where s^3 is 7/10; with floors tau = 2."""
    return with_ceilings((Fraction(2), Fraction(0), Fraction(1, 10)), 3, "(5.2) with ceilings is T^t")


@proof.conclusion
def equation_5_5_with_ceilings() -> Counterexample:
    """E = 2, delta = 1/10, s = 1/10, t = 3: tau = 3, (5.5) says 1, the printed T has 19/20; with floors tau = 2."""
    return with_ceilings((Fraction(2), Fraction(1, 10), Fraction(1, 10)), 3, "(5.5) with ceilings is T^t")


@proof.conclusion
def sentence_after_5_1_with_ceilings() -> Counterexample:
    """E = 2, s = 1/10: tau = 3, and s^2 = 4/10 > 1/3 although 2 <= tau - 1."""

    def is_before(case: Case, time: int) -> bool:
        return time <= tau(case, "ceiling") - 1

    def is_below(case: Case, time: int) -> bool:
        return iterate(case, time) <= 1 / (case[0] + 1)

    instance = {"case": (Fraction(2), Fraction(0), Fraction(1, 10)), "time": 2}
    return Counterexample("s^t <= 1/(E + 1) for t <= tau - 1, with ceilings", instance, is_before, is_below)


@proof.conclusion
def sentence_after_5_4() -> Counterexample:
    """E = 2, delta = 1/10, s = 1/10: tau = 2 with floors, 3 with ceilings, and s^2 = 7/10 > 1/3."""

    def are_before(case: Case, time: int, taus: tuple[int, ...]) -> bool:
        return taus == tuple(tau(case, bracket) for bracket in BRACKETS) and time <= min(taus)

    def is_below(case: Case, time: int, taus: tuple[int, ...]) -> bool:
        return iterate(case, time) <= 1 / (case[0] + 1) and bool(taus)

    instance = {"case": (Fraction(2), Fraction(1, 10), Fraction(1, 10)), "time": 2, "taus": (2, 3)}
    return Counterexample("s^t <= 1/(E + 1) for t <= tau, with either bracket", instance, are_before, is_below)


proof.establishes({"tau-with-ceilings": "refuted"}, "ceiling_is_one_more")
proof.establishes({"tau-with-ceilings": "refuted"}, "equation_5_2_with_ceilings")
proof.establishes({"tau-with-ceilings": "refuted"}, "equation_5_5_with_ceilings")
proof.establishes({"tau-with-ceilings": "refuted"}, "sentence_after_5_1_with_ceilings")
proof.establishes({"equation-5-4-before": "refuted"}, "sentence_after_5_4")
