"""A document reads back equal, or is refused; the relation is compared pair by pair, not by the code that saves."""

import tempfile
from collections.abc import Iterable
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import (
    DocumentError,
    Mechanism,
    NeighborGraph,
    exact,
    free_exp_epsilon,
    load_mechanism,
    save_mechanism,
    verify,
)
from tests.refusals import refuses

TEXTS = ("", "1", "a", " ", "é", "e\u0301", "\u202e", "\U0001f600", "\x00", "\n", '"', "\\", "\ufeff", "inf", "null")
plain = st.one_of(st.sampled_from(TEXTS), st.text(max_size=4), st.integers(), st.sampled_from([1, 0, -1, 10**639]))
labels = st.recursive(plain, lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple), max_leaves=4)
ROWS = [
    ["1/3", "2/3", "0"],
    ["sqrt(2)/2", "1 - sqrt(2)/2", "0"],
    ["exp(-1)", "1/2 - exp(-1)", "1/2"],
    ["0", "0", "1"],
    ["1e-300", "1 - 1e-300", "0"],
]


@st.composite
def samples(draw: st.DrawFn) -> tuple[Mechanism, NeighborGraph]:
    """A mechanism with any labels, and any relation on some of its inputs."""
    inputs = draw(st.lists(labels, min_size=1, max_size=4, unique=True))
    outputs = draw(st.lists(labels, min_size=3, max_size=3, unique=True))
    kinds = [ROWS[:2] + ROWS[3:], [*ROWS[2:]]]
    rows = draw(st.lists(st.sampled_from(draw(st.sampled_from(kinds))), min_size=len(inputs), max_size=len(inputs)))
    some = draw(st.lists(st.sampled_from(inputs), min_size=1, unique=True))
    pairs = list(permutations(some, 2))
    edges = draw(st.lists(st.sampled_from(pairs))) if pairs else []
    relation = draw(
        st.sampled_from(
            [
                NeighborGraph.path(some),
                NeighborGraph.complete(some),
                NeighborGraph.from_edges(some, edges, directed=draw(st.booleans())),
            ]
        )
    )
    return Mechanism.from_rows(inputs, outputs, rows), relation


def again(mechanism: Mechanism, relation: NeighborGraph) -> tuple[Mechanism, NeighborGraph]:
    """Return what is read after it was saved."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "mechanism.json"
        save_mechanism(target, mechanism, relation)
        return load_mechanism(target)


@given(samples())
def test_what_is_saved_reads_back_equal(sample: tuple[Mechanism, NeighborGraph]) -> None:
    mechanism, relation = sample
    read, back = again(mechanism, relation)
    assert (read.inputs, read.outputs) == (mechanism.inputs, mechanism.outputs)
    assert [type(label) for label in read.inputs] == [type(label) for label in mechanism.inputs]
    assert read.rows() == mechanism.rows()
    assert set(back.ordered_pairs()) == set(relation.ordered_pairs())
    assert (back, hash(back)) == (relation, hash(relation))


def every_relation(inputs: tuple[str, ...]) -> Iterable[NeighborGraph]:
    """Each set of ordered pairs of three inputs, and every path and complete relation on some of them."""
    pairs = list(permutations(inputs, 2))
    for size in range(len(pairs) + 1):
        for edges in combinations(pairs, size):
            yield NeighborGraph.from_edges(inputs, edges, directed=True)
    for size in range(1, len(inputs) + 1):
        for some in permutations(inputs, size):
            yield NeighborGraph.path(some)
            yield NeighborGraph.complete(some)
            yield NeighborGraph.from_edges(some, pairs[:0])


def test_every_relation_on_three_inputs_reads_back() -> None:
    mechanism = Mechanism.from_rows("abc", "x", [[1], [1], [1]])
    seen = 0
    for relation in every_relation(("a", "b", "c")):
        assert set(again(mechanism, relation)[1].ordered_pairs()) == set(relation.ordered_pairs())
        seen += 1
    assert seen == 64 + 3 * 15


def test_a_refuted_claim_stays_refuted() -> None:
    # b and a differ, a and c differ, b and c do not: the path b-a-c is not E-private for E = 1, and nor is it when read
    mechanism = Mechanism.from_rows("abc", [0, 1], [["1/2", "1/2"], ["1/4", "3/4"], ["1/4", "3/4"]])
    assert verify(*again(mechanism, NeighborGraph.path("bc")), 1, 0).proved
    assert not verify(*again(mechanism, NeighborGraph.path("bac")), 1, 0).proved
    assert set(again(mechanism, NeighborGraph.path("bac"))[1].ordered_pairs()) == {
        *permutations("ba"),
        *permutations("ac"),
    }


def test_relations_are_equal_when_their_pairs_are() -> None:
    found = list(every_relation(("a", "b", "c")))
    for one, other in product(found, repeat=2):
        same = set(one.ordered_pairs()) == set(other.ordered_pairs())
        assert (one == other) == same
        assert not same or hash(one) == hash(other)
    assert NeighborGraph.path([1, 2]) != NeighborGraph.path(["1", "2"])
    assert NeighborGraph.path([1, 2]) != "path"


def refused(mechanism: Mechanism, relation: NeighborGraph, tmp_path: Path) -> str:
    """The message of a refusal that leaves nothing behind, neither a new file nor a changed one."""
    target, old = tmp_path / "new.json", tmp_path / "old.json"
    old.write_text("old", encoding="utf-8")
    for file in (target, old):
        with pytest.raises(DocumentError) as found:
            save_mechanism(file, mechanism, relation)
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]
    assert old.read_text(encoding="utf-8") == "old"
    return str(found.value)


E = free_exp_epsilon()
ONE = Mechanism.from_rows("ab", "x", [[1], [1]])


@pytest.mark.parametrize(
    ("mechanism", "relation", "words"),
    [
        (Mechanism.from_rows("ab", "xy", [[E / (E + 1), 1 / (E + 1)]] * 2), NeighborGraph.path("ab"), "free E"),
        (Mechanism.from_floats("a", "xy", [[0.1, 0.8]], "report"), NeighborGraph.path("a"), "defects"),
        (ONE, NeighborGraph.path("abc"), "'c'"),
        (ONE, NeighborGraph.from_edges("abc", []), "'c'"),
        (ONE, NeighborGraph(("a", "b"), (("a", "a"),)), "two different inputs"),
        (ONE, NeighborGraph(("a", "b"), (("a", "c"),)), "two different inputs"),
        (Mechanism.from_rows([()], "x", [[1]]), NeighborGraph.path([()]), "would be refused when read back ("),
        *((5, NeighborGraph.path("ab"), "a Mechanism"), (ONE, None, "a NeighborGraph"), (ONE, ONE, "a NeighborGraph")),
    ],
)
def test_what_no_document_holds_is_refused(mechanism: Any, relation: Any, words: str, tmp_path: Path) -> None:
    assert words in refused(mechanism, relation, tmp_path)


def test_what_reads_back_different_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpexact.certificates.mechanism_document._relation", lambda *_: {"neighbors": []})
    assert "reads back as equal values" in refused(ONE, NeighborGraph.path("ab"), tmp_path)
    monkeypatch.setattr("dpexact.certificates.mechanism_document._relation", lambda *_: {"neighbors": "all"})
    monkeypatch.setattr(Mechanism, "__eq__", lambda *_: False)
    assert "reads back as equal values" in refused(ONE, NeighborGraph.path("ab"), tmp_path)


def test_long_numbers_survive(tmp_path: Path) -> None:
    tiny = exact(1) / 10**4300
    mechanism = Mechanism.from_rows([0], [0, 1], [[tiny, 1 - tiny]])
    assert again(mechanism, NeighborGraph.path([0]))[0].rows() == mechanism.rows()


@pytest.mark.parametrize("path", ["-", 5, None])
def test_what_cannot_be_read_back_is_not_written(path: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refuses(DocumentError, "", save_mechanism, path, ONE, NeighborGraph.path("ab"))
    assert list(tmp_path.iterdir()) == []
