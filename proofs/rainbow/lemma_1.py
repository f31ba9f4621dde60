"""E = 2, delta = 1/4: part (1) of Lemma 1 is false of the printed T.

Gu et al., "Generalized Rainbow Differential Privacy". What holds of every number of colors, E >= 1 and delta is
proved in proofs/rocq: part (1) with the corrected operator M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E}
(lemma_1_close), part (2) with both (lemma_1_greatest, printed_greatest), what the printed T gives instead
(printed_close, printed_delta_sharp) and for which p it is right (printed_close_iff).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Counterexample,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def printed_is_not_close() -> Counterexample:
    """As printed, E = 2, d = 1/4, p = (1/2, 1/2): T(p) = (1, 0), and 1/2 > 2 * 0 + 1/4."""
    ratio, delta, half = Fraction(2), Fraction(1, 4), Fraction(1, 2)

    def printed(first: Fraction) -> Fraction:
        return min(Fraction(1), ratio * first + delta, 1 - (1 - first) / ratio + delta)

    def distribution(first: Fraction) -> bool:
        return 0 <= first <= 1

    def close(first: Fraction) -> bool:
        pairs = ((first, printed(first)), (1 - first, 1 - printed(first)))
        return all(p <= ratio * q + delta and q <= ratio * p + delta for p, q in pairs)

    return Counterexample("the printed T(p) is close to p", {"first": half}, distribution, close)


proof.establishes(
    {
        "abstract-closed-form": "holds-if, fails",
        "theorem-4-operator": "refuted",
        "equation-4-3": "refuted",
        "lemma-1-part-1": "refuted",
        "lemma-1-step-1": "refuted",
        "theorem-4-private": "refuted",
        "section-5-2-second": "refuted",
        "equation-5-5": "refuted",
    },
    "printed_is_not_close",
)
