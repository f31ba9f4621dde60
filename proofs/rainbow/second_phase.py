"""On the grid of each step, or at its parameters: the second of the three phases of Section 5.3, at both ends.

Gu et al., "Generalized Rainbow Differential Privacy", delta = 0. In the second phase, tau_k <= t <= tau_(k-1),
s_(k-1)^t is said to increase exponentially and 1 - s_k^t to decrease. But s_0 = 0 and s_q = 1 stay.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Row = tuple[Fraction, ...]

proof = Proof(__doc__)


def sums(m: Row, ratio: Fraction, time: int) -> Row:
    """The prefix sums s_0, ..., s_q of T^time(m)."""
    row = tuple(sum(m[:k], Fraction(0)) for k in range(len(m) + 1))
    for _ in range(time):
        row = tuple(min(ratio * s, 1 - (1 - s) / ratio) for s in row)
    return row


def is_in_the_second_phase(m: Row, ratio: Fraction, k: int, time: int) -> bool:
    """S_k has come to 1/(E + 1) at this time, s_(k-1) is below it: tau_k <= t < tau_(k-1)."""
    row = sums(m, ratio, time)
    return sum(m) == 1 and min(m) > 0 and ratio > 1 and row[k - 1] < 1 / (ratio + 1) <= row[k]


def is_as_said(m: Row, ratio: Fraction, k: int, time: int) -> bool:
    """From t to t + 1 s_(k-1) is multiplied by E, and 1 - s_k divided by it; both change."""
    before, after = sums(m, ratio, time), sums(m, ratio, time + 1)
    grows = after[k - 1] == ratio * before[k - 1] > before[k - 1]
    return grows and 1 - after[k] == (1 - before[k]) / ratio < 1 - before[k]


@proof.conclusion
def first_color() -> Counterexample:
    """E = 2, m = (1/10, 1/10, 4/5), k = 1, tau_1 = 2, tau_0 infinite: s_0 = 0 does not increase at t = 2."""
    m = (Fraction(1, 10), Fraction(1, 10), Fraction(4, 5))
    instance = {"m": m, "ratio": Fraction(2), "k": 1, "time": 2}
    text = "in the second phase s_0 increases and 1 - s_1 decreases"
    return Counterexample(text, instance, is_in_the_second_phase, is_as_said)


@proof.conclusion
def last_color() -> Counterexample:
    """The same line, k = q = 3, tau_3 = 0, tau_2 = 1: 1 - s_3 = 0 does not decrease at t = 0."""
    m = (Fraction(1, 10), Fraction(1, 10), Fraction(4, 5))
    instance = {"m": m, "ratio": Fraction(2), "k": 3, "time": 0}
    text = "in the second phase s_2 increases and 1 - s_3 decreases"
    return Counterexample(text, instance, is_in_the_second_phase, is_as_said)


@proof.conclusion
def between() -> Exhaustive:
    """For 1 < k < q and positive m: four colors, E = 2, 3/2, t <= 8; each k is in its second phase at some t."""

    def holds(m: Row, ratio: Fraction, k: int) -> bool:
        times = [time for time in range(9) if is_in_the_second_phase(m, ratio, k, time)]
        return bool(times) and all(is_as_said(m, ratio, k, time) for time in times)

    starts = tuple(tuple(Fraction(n, 101) for n in row) for row in ((1, 4, 20, 76), (2, 9, 40, 50)))
    domain = {"m": starts, "ratio": (Fraction(2), Fraction(3, 2)), "k": (2, 3)}
    return Exhaustive("the second phase of the colors between", domain, holds)


proof.establishes({"section-5-3-second-phase": "holds-if, fails"}, "first_color")
proof.establishes({"section-5-3-second-phase": "holds-if, fails"}, "last_color")
proof.establishes({"section-5-3-second-phase": "holds-if, holds"}, "between")
