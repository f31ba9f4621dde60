"""(5.2) as printed, at E = 2, delta = 0, s = 1/10.

The corrected closed form, for all E > 1, delta, s and t, is proved in rocq/RainbowClosedForm.v (closed_form,
equation_5_5, equation_5_2; epsilon = 0: closed_form_1; the mirror of the second branch: mirror in RainbowSteps.v), that
of the printed T with floors in RainbowPrintedLines.v. (5.2) and (5.5) as printed have tau one too large wherever s < b
(and for some s >= b): E = 2, delta = 0, s = 1/10 gives 8/10 at t = 3, where T^3 gives 7/10.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def printed_form() -> Counterexample:
    """(5.1) and (5.2), E = 2, delta = 0, s = 1/10 at t = 3: tau = 3 and 8/10, but T^3 gives 7/10."""

    def whole_time(time: int) -> bool:
        return time >= 0

    def agrees(time: int) -> bool:
        start, value = Fraction(1, 10), Fraction(1, 10)
        tau = next(n for n in range(10) if Fraction(2) ** (n - 1) * start * 3 >= 1)  # ceil(-log2(3 s) + 1) = 3
        for _ in range(time):
            value = min(2 * value, 1 - (1 - value) / 2)
        turning: Fraction = 2**tau * start
        printed: Fraction = 2**time * start if time <= tau else 1 - Fraction(1, 2 ** (time - tau)) * (1 - turning)
        return value == printed

    return Counterexample("(5.2) gives the prefix sum of T^t", {"time": 3}, whole_time, agrees)


proof.establishes({"tau-with-ceilings": "refuted", "section-5-3-exponential": "holds-if, fails"}, "printed_form")
