"""On the grid of each step, or at its parameters: the three phases of Section 5.3 for the first and the last color.

Gu et al., "Generalized Rainbow Differential Privacy", delta = 0. In the first phase, t <= tau_k, s_k^t and s_(k-1)^t
are both said to increase exponentially, in the third, t >= tau_(k-1), 1 - s_k^t and 1 - s_(k-1)^t to decrease. But s_0
= 0 and s_q = 1 stay.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Row = tuple[Fraction, ...]

proof = Proof(__doc__)


def line(m: Row, ratio: Fraction, steps: int) -> list[list[Fraction]]:
    """The prefix sums s_0, ..., s_q of T^t(m), t = 0, ..., steps."""
    rows = [[sum(m[:k], Fraction(0)) for k in range(len(m) + 1)]]
    while len(rows) <= steps:
        rows.append([min(ratio * s, 1 - (1 - s) / ratio) for s in rows[-1]])
    return rows


def first_hit(m: Row, ratio: Fraction, k: int) -> int:
    """tau_k, with floors or as the first hit (no ties here)."""
    return next(t for t, row in enumerate(line(m, ratio, 60)) if row[k] >= 1 / (ratio + 1))


@proof.conclusion
def first_color() -> Counterexample:
    """E = 2, m = (1/10, 2/5, 1/2), k = 1, tau_1 = 2: s_0 is 0 at t = 0 and 1, while s_1 doubles."""

    def is_in_the_first_phase(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        return sum(m) == 1 and min(m) > 0 and 0 <= time < first_hit(m, ratio, k)

    def both_increase(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        rows = line(m, ratio, time + 1)
        return all(rows[time + 1][j] == ratio * rows[time][j] > rows[time][j] for j in (k - 1, k))

    m = (Fraction(1, 10), Fraction(2, 5), Fraction(1, 2))
    instance = {"m": m, "ratio": Fraction(2), "k": 1, "time": 0}
    return Counterexample("s_k and s_(k-1) increase in the first phase", instance, is_in_the_first_phase, both_increase)


@proof.conclusion
def last_color() -> Counterexample:
    """The same line, k = q = 3, t = 0 = tau_2: 1 - s_3 is 0 and does not decrease."""

    def is_in_the_third_phase(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        return sum(m) == 1 and min(m) > 0 and time >= first_hit(m, ratio, k - 1)

    def both_decrease(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        rows = line(m, ratio, time + 1)
        return all(1 - rows[time + 1][j] == (1 - rows[time][j]) / ratio < 1 - rows[time][j] for j in (k - 1, k))

    m = (Fraction(1, 10), Fraction(2, 5), Fraction(1, 2))
    instance = {"m": m, "ratio": Fraction(2), "k": 3, "time": 0}
    text = "1 - s_k and 1 - s_(k-1) decrease in the third phase"
    return Counterexample(text, instance, is_in_the_third_phase, both_decrease)


@proof.conclusion
def between() -> Exhaustive:
    """For 1 < k < q and positive m both phases are as said: four colors, E = 2, 3/2, t <= 8."""

    def first_or_third(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        return time < first_hit(m, ratio, k) or time >= first_hit(m, ratio, k - 1)

    def holds(m: Row, ratio: Fraction, k: int, time: int) -> bool:
        rows = line(m, ratio, time + 1)
        before, after = rows[time], rows[time + 1]
        if time < first_hit(m, ratio, k):
            return all(after[j] == ratio * before[j] > before[j] for j in (k - 1, k))
        return all(1 - after[j] == (1 - before[j]) / ratio < 1 - before[j] for j in (k - 1, k))

    starts = tuple(tuple(Fraction(n, 101) for n in row) for row in ((1, 2, 3, 95), (5, 50, 40, 6), (60, 20, 10, 11)))
    domain = {"m": starts, "ratio": (Fraction(2), Fraction(3, 2)), "k": (2, 3), "time": range(9)}
    return Exhaustive("the phases of the colors between", domain, holds, where=first_or_third)


proof.establishes({"section-5-3-phase-rates": "holds-if, fails"}, "first_color")
proof.establishes({"section-5-3-phase-rates": "holds-if, fails"}, "last_color")
proof.establishes({"section-5-3-phase-rates": "holds-if, holds"}, "between")
