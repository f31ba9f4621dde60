"""Whatever JSON is given as a document, it is read or refused with a DocumentError, and what is read is a mechanism."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from dpexact.certificates import load_mechanism
from dpexact.certificates.mechanism_document import _from_csv
from dpexact.certificates.source import parse_json
from dpexact.errors import DocumentError

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4), max_leaves=12)
LABELS = st.permutations(["a", "b", 1, "1", ["a", 1]])
ROWS = st.sampled_from([["1/2", "0.5"], ["1/3", "2/3"], ["exp(-1)", "1-exp(-1)"], [1, 0], ["1", "0"]])
FAULTS: dict[str, Any] = {
    "inputs": [["a", "a"], [True, 1], [1.0, 2], [[], "a"], ["a"]],
    "outputs": [["a", "a"], [None, 1], [{}, 2], [[[]], "a"], ["a", "b", "c"]],
    "rows": [
        [["1/2", "1/3"], [1, 0]],
        [["x", "1"], [1, 0]],
        [[2, -1], [1, 0]],
        [["1/0", 1], [1, 0]],
        [[True, 0], [1, 0]],
    ],
    "neighbors": [[["a", "z"]], [[1, 1]], [[1]], "everyone", {}],
    "format": ["dpexact-mechanism/0"],
    "directed": [1, "true"],
    "surplus": [0],
}


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A sound document, or one in which one part was replaced by something else."""
    inputs = draw(LABELS)[:2]
    edges = draw(st.sampled_from([[inputs], [inputs[::-1]], []]))
    document: dict[str, Any] = {
        "format": "dpexact-mechanism/1",
        "inputs": inputs,
        "outputs": draw(LABELS)[:2],
        "rows": [draw(ROWS), draw(ROWS)],
        **draw(st.sampled_from([{"neighbors": "all"}, {"neighbors": "path"}, {"neighbors": edges, "directed": True}])),
    }
    if draw(st.booleans()):
        key = draw(st.sampled_from(sorted(FAULTS)))
        document[key] = draw(st.sampled_from(FAULTS[key]) | VALUES)
    return document


def refusal(read: Callable[[], object]) -> DocumentError | None:
    """The error with which something is refused, or None; every other exception is a failure of the test."""
    try:
        read()
    except DocumentError as error:
        return error
    return None


@pytest.mark.slow
@given(documents())
def test_any_document(document: dict[str, Any]) -> None:
    error = refusal(lambda: load_mechanism(document))
    event("read" if error is None else "refused")
    if error is not None:
        assert ": expected " in str(error)
        return
    mechanism, neighbors = load_mechanism(document)
    assert all(sum(row) == 1 and all(entry >= 0 for entry in row) for row in mechanism.rows())
    assert {label for pair in neighbors.ordered_pairs() for label in pair} <= set(mechanism.inputs)
    assert load_mechanism(json.loads(json.dumps(document)))[0] == mechanism


@pytest.mark.slow
@given(st.text(max_size=60) | st.lists(st.sampled_from('[]{}",:01eE+-.naNIft \\u'), max_size=40).map("".join))
def test_any_text(text: str) -> None:
    for error in (refusal(lambda: parse_json(text, "file")), refusal(lambda: _from_csv("file", text, None))):
        assert error is None or error.file == "file"
