"""Conclusions of the proofs that no row of a ledger cites, and the fingerprint of what each says: a change is noticed.

They are about pages of `docs/`, on which no paper speaks: what follows from what, a lemma of the open question, a
converse of Theorem 1 of the rainbow paper, a kernel that is none, staircases that have a release; or they say of a
definition or an axiom that dpexact computes what it says, and a definition is no claim.
"""

from tests.beside import beside

UNCITED = beside(__file__)
