"""Every real E and C: the middle of equation (35) in the proof of Lemma 3.

Sadeghi, Asoodeh, Calmon (2020) write delta_1 - delta_2 >= 0 as C - E >= (C + C E - E^2)/(1 + 2E), and that as C >= 1
+ E = C_1. Lemma 3, for every k <= D, is lemma_3 in proofs/rocq/CountTheorems.v.
"""

from __future__ import annotations

from dpexact.papers.proving import Identity, Proof, equal, indeterminates

E, C = indeterminates("E C")

proof = Proof(__doc__)


@proof.conclusion
def equation_35() -> Identity:
    """(1 + 2E) (C - E) - (C + C E - E^2) = E (C - (1 + E)), and E and 1 + 2E are positive."""
    return Identity(equal((1 + 2 * E) * (C - E) - (C + C * E - E**2), E * (C - (1 + E))))


proof.establishes({"equation-35": "holds-if, holds"}, "equation_35")
