"""Laws of the sufficiency order, of representatives, and of sharpening."""

import math
from fractions import Fraction
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from dpexact import Exact, Mechanism, NeighborGraph, tight_exp_epsilon, verify
from dpexact.sufficiency import canonical, is_equivalent, is_maximally_sufficient, is_sufficient, row_graphs, sharpen
from dpexact.sufficiency.maximal import split_to_the_end


@st.composite
def tables(draw: Any, inputs: int, most: int = 3, least: int = 0) -> Mechanism:
    """A mechanism on 0, ..., inputs - 1 with few different entries."""
    outputs = draw(st.integers(1, most))
    row = st.lists(st.integers(least, 3), min_size=outputs, max_size=outputs).filter(any)
    rows = draw(st.lists(row, min_size=inputs, max_size=inputs))
    return Mechanism.from_rows(range(inputs), range(outputs), [[Fraction(x, sum(r)) for x in r] for r in rows])


def rename(mechanism: Mechanism, order: list[int]) -> Mechanism:
    """The same with its outputs in another order, under other names."""
    rows = [[row[o] for o in order] for row in mechanism.rows()]
    return Mechanism.from_rows(mechanism.inputs, [f"output {o}" for o in order], rows)


@given(tables(3), st.data())
def test_what_follows_is_below_and_invertible_maps_change_nothing(m: Mechanism, data: st.DataObject) -> None:
    kernel = data.draw(tables(len(m.outputs)))
    below = m.postprocess(kernel)
    assert is_sufficient(m, for_=below).proved
    order = data.draw(st.permutations(range(len(m.outputs))))
    assert canonical(rename(m, order)) == canonical(m)
    if is_equivalent(m, below):
        assert canonical(below) == canonical(m)


@given(tables(3))
def test_representatives_are_representatives(m: Mechanism) -> None:
    found = canonical(m)
    assert canonical(found) == found
    assert is_equivalent(found, m)
    assert len(found.outputs) <= len(m.outputs)


@given(
    tables(3, least=1),
    st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(4)]),
    st.sampled_from(["path", "complete", "apart"]),
)
def test_sharpening_ends_above_at_the_same_privacy(m: Mechanism, slack: Fraction, name: str) -> None:
    relations = {"path": NeighborGraph.path, "complete": NeighborGraph.complete}
    relation = relations[name](m.inputs) if name in relations else NeighborGraph.from_edges(m.inputs, [(0, 1)])
    tight = tight_exp_epsilon(m, relation)
    assume(tight != math.inf)
    assert isinstance(tight, Exact)
    e = tight * slack
    for found in (sharpen(m, relation, e), split_to_the_end(m, relation, e)):
        assert verify(found.mechanism, relation, e, 0).proved
        assert is_maximally_sufficient(found.mechanism, relation, e).proved
        assert found.mechanism.postprocess(found.kernel) == m
        assert (found.splits == 0) == is_maximally_sufficient(m, relation, e).proved
        assert is_sufficient(m, for_=found.mechanism).proved == (found.splits == 0)
    assert len(found.mechanism.outputs) <= 4 * len(m.outputs)
    assert len(sharpen(m, relation, e).mechanism.outputs) <= 3 * len(m.outputs)


@given(tables(3, least=1))
def test_row_graphs_are_those_of_the_definition(m: Mechanism) -> None:
    relation = NeighborGraph.complete(m.inputs)
    e = tight_exp_epsilon(m, relation)
    graphs = row_graphs(m, relation, e)
    for o in m.outputs:
        assert graphs[o] == {
            (i, j) for i in m.inputs for j in m.inputs if i != j and m.probability(i, [o]) == e * m.probability(j, [o])
        }
    assert any(graphs.values())
