"""Checks of the core that, as far as an argument says, let nothing false in if they are dropped: they are held anyway.

An argument can be wrong and the code around it can change; each of these is refused, and is true in one way or another.
"""

from __future__ import annotations

import pytest

from dpexact import exact
from dpexact.numbers.enclosure import Enclosure
from dpexact.papers.proving import Compared, Proof, ProofError, at_least, indeterminates
from dpexact.papers.proving.witness import satisfies

a, c = indeterminates("a c")


@pytest.mark.parametrize("relation", ["=", "!="])
def test_equality_of_enclosures_is_no_comparison(relation: str) -> None:
    """Single points that agree are equal, intervals that are apart are not; the rule does not ask."""
    one, other = (Enclosure.of(exact(n)) for n in ("1", "1" if relation == "=" else "2"))
    assert (one == other) is (relation == "=")
    proof = Proof("statement")

    @proof.conclusion
    def compared() -> Compared:
        """A step."""
        return Compared(one, relation, other)

    with pytest.raises(ProofError, match="equality of enclosures is not decided") as refused:
        proof.run()
    assert refused.value.check == "comparison"


def test_a_witness_has_a_value_for_every_symbol() -> None:
    """At a = 0 the product a c is 0 whatever c is; c has to be something."""
    said = (at_least(a * c),)
    assert satisfies({"a": 0, "c": 5}, said, ())
    assert not satisfies({"a": 0}, said, ())
