"""E = 2, delta = 1/4: a line of the printed T that needs less than E delta.

printed_line_private and printed_line_sharp in rocq/RainbowPrintedLines.v: with (4.3) as printed the mechanism
on a line is (epsilon, E delta)-DP, and for delta < 1/(E + 1)^2, at least 1/delta steps and some s_k^0 < 1 - E delta
for no less. For larger delta a line may step over that range: E = 2, delta = 1/4, s^0 = 3/10 goes to 17/20 and then
to 1; its excesses are 2/5 and 3/20, less than E delta = 1/2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def not_for_larger_delta() -> Counterexample:
    """E = 2, delta = 1/4, q = 2, s^0 = 3/10: the least delta of the line is 2/5."""
    ratio, delta = Fraction(2), Fraction(1, 4)

    def line(start: Fraction) -> list[Fraction]:
        sums = [start]
        while sums[-1] < 1:
            sums.append(min(Fraction(1), ratio * sums[-1] + delta, 1 - (1 - sums[-1]) / ratio + delta))
        return sums

    def before_the_end(start: Fraction) -> bool:
        return 0 <= start < 1 - ratio * delta

    def least_is_e_delta(start: Fraction) -> bool:
        sums = line(start)
        losses = [
            max(p - ratio * q, q - ratio * p, (1 - p) - ratio * (1 - q), (1 - q) - ratio * (1 - p))
            for p, q in pairwise(sums)
        ]
        return max(losses) == ratio * delta

    return Counterexample(
        "the least delta of the line is E delta", {"start": Fraction(3, 10)}, before_the_end, least_is_e_delta
    )


proof.establishes({"theorem-4-operator": "refuted"})
