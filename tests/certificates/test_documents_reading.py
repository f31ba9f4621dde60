"""Reading mechanism documents: good ones give the matrix that stands in them, bad ones name their fault and place."""

import json
import random
import re
import sys
import tracemalloc
from fractions import Fraction
from importlib import resources
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpexact.certificates import load_mechanism
from dpexact.errors import DocumentError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import exact
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses
from tests.values import written

BESIDE = beside(__file__)

VECTORS = Path(__file__).parent.parent / "vectors" / "documents"
QUARTERS = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
BOTH_WAYS = {("no", "yes"), ("yes", "no")}

BAD = BESIDE["bad"]
# The faults of shape, which the JSON Schema must see too.
SCHEMA_SEES = """
boolean-entry boolean-label directed-not-boolean edge-not-a-list edge-of-one empty-array-label empty-entry json-float
list-entry missing-format missing-neighbors missing-rows neighbors-not-a-list no-inputs no-outputs not-an-object
null-entry null-label object-label repeated-input repeated-output row-not-a-list rows-not-a-list
unknown-format-version unknown-key unknown-neighbors
"""


def document(**changes: object) -> dict[str, object]:
    """A sound document with some of its keys changed."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    sound = {"format": "dpexact-mechanism/1", "inputs": ["no", "yes"], "outputs": ["no", "yes"], "rows": rows}
    return {**sound, "neighbors": "all", **changes}


def fractions(mechanism: Mechanism) -> tuple[tuple[Fraction, ...], ...]:
    """The entries of a rational mechanism."""
    return tuple(tuple(number.as_fraction() for number in row) for row in mechanism.rows())


def test_every_bad_document_is_expected() -> None:
    assert {path.name for path in (VECTORS / "bad").iterdir()} == set(BAD)


@each("name", sorted(BAD))
def test_a_bad_document_names_file_place_and_fault(name: str) -> None:
    place, fragment = BAD[name]
    file = str(VECTORS / "bad" / name)
    with pytest.raises(DocumentError) as caught:
        load_mechanism(file)
    assert (caught.value.file, caught.value.inside) == (file, place)
    assert str(caught.value).startswith(f"{file}: {place}: " if place else f"{file}: ")
    assert "expected" in str(caught.value)
    assert fragment in str(caught.value)


@pytest.mark.parametrize("name", ["matrix.csv", "matrix-with-byte-order-mark.csv", "randomized-response.json"])
def test_the_same_matrix_in_three_spellings(name: str) -> None:
    mechanism, neighbors = load_mechanism(VECTORS / "good" / name)
    assert (mechanism.inputs, mechanism.outputs) == (("no", "yes"), ("no", "yes"))
    assert fractions(mechanism) == QUARTERS
    assert set(neighbors.ordered_pairs()) == BOTH_WAYS


def test_labels_keep_their_kind() -> None:
    mechanism, neighbors = load_mechanism(VECTORS / "good" / "integer-and-text-labels.json")
    assert mechanism.inputs == (1, "1")
    assert list(neighbors.ordered_pairs()) == [(1, "1"), ("1", 1)]
    composed, _ = load_mechanism(VECTORS / "good" / "composed-labels.json")
    assert composed.outputs == (("no", 0), ("no", ("yes", 1)))
    unicode, _ = load_mechanism(VECTORS / "good" / "unicode-labels.json")
    assert unicode.outputs == ("\u662f", "\U0001f3b2")


def test_relations() -> None:
    _, path = load_mechanism(VECTORS / "good" / "three-on-a-path.json")
    assert set(path.ordered_pairs()) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    _, directed = load_mechanism(VECTORS / "good" / "directed-edges.json")
    assert list(directed.ordered_pairs()) == [("no", "yes")]
    _, nothing = load_mechanism(document(neighbors=[]))
    assert list(nothing.ordered_pairs()) == []


def test_irrational_entries() -> None:
    mechanism, _ = load_mechanism(VECTORS / "good" / "irrational-entries.json")
    root = exact("exp(1/2)")
    assert mechanism.rows()[0] == (root / (1 + root), 1 / (1 + root))


def test_degenerate_shapes() -> None:
    one, relation = load_mechanism(VECTORS / "good" / "one-by-one.json")
    assert fractions(one) == ((Fraction(1),),)
    assert not list(relation.ordered_pairs())
    never, _ = load_mechanism(VECTORS / "good" / "zero-column.json")
    assert [row[1] for row in never.rows()] == [0, 0]


def test_a_mapping_is_read_like_a_file_and_left_alone() -> None:
    given = document()
    copy = json.loads(json.dumps(given))
    assert fractions(load_mechanism(given)[0]) == QUARTERS
    assert given == copy
    with pytest.raises(DocumentError, match=r"<mapping>: rows\[0\]\[0\]: .*the float 0\.75"):
        load_mechanism(document(rows=[[0.75, "1/4"], ["1/4", "3/4"]]))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def feed(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(content)))

    feed((VECTORS / "good" / "randomized-response.json").read_bytes())
    assert fractions(load_mechanism("-")[0]) == QUARTERS
    feed((VECTORS / "good" / "matrix.csv").read_bytes())
    assert fractions(load_mechanism("-")[0]) == QUARTERS
    feed(b"")
    refuses(DocumentError, "<standard input>: expected a document", load_mechanism, "-")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in ((tmp_path, "directory"), (tmp_path / "none.json", "No such file"), ("a\0b", "null")):
        refuses(DocumentError, reason, load_mechanism, path)


def test_long_integers_are_read_as_text_but_not_as_json() -> None:
    power = 10**4500
    rows = [[f"{'9' * 4500}/1{'0' * 4500}", f"1/1{'0' * 4500}"], [1, 0]]
    mechanism, _ = load_mechanism(document(rows=rows))
    assert fractions(mechanism)[0] == (Fraction(power - 1, power), Fraction(1, power))


@pytest.mark.parametrize("digits", [641, 1001, 3999])
@pytest.mark.parametrize("sign", ["", "-"])
def test_long_integer_labels_are_refused_at_their_place(digits: int, sign: str, tmp_path: Path) -> None:
    long = int(sign + "9" * digits)
    faults: dict[str, dict[str, object]] = {
        "inputs[1]": {"inputs": ["no", long]},
        "outputs[0][1]": {"outputs": [["a", long], "b"]},
        "neighbors[0][0]": {"neighbors": [[long, "no"]]},
    }
    for place, changes in faults.items():
        path = written(tmp_path / "long.json", json.dumps(document(**changes)))
        for source in (path, document(**changes)):
            with pytest.raises(DocumentError, match=f"{re.escape(place)}: expected an integer label of at most 640"):
                load_mechanism(source)
    longest = int(sign + "9" * 640)
    assert load_mechanism(document(inputs=["no", longest]))[0].inputs == ("no", longest)


@pytest.mark.slow
def test_every_label_with_a_different_denominator() -> None:
    generator = random.Random(2)
    halves = [Fraction(1, generator.randrange(2**63, 2**64)) for _ in range(1000)]
    row = [part for half in halves for part in (half, Fraction(1, 1000) - half)]
    outputs = list(range(2000))
    mechanism, _ = load_mechanism(document(outputs=outputs, rows=[[str(x) for x in row], ["1"] + ["0"] * 1999]))
    assert list(fractions(mechanism)[0]) == row


@pytest.mark.slow
def test_memory_is_a_small_multiple_of_the_document(tmp_path: Path) -> None:
    generator = random.Random(3)
    weights = [generator.randrange(10**9, 10**10) for _ in range(20_000)]
    total = sum(weights)
    row = [f"{weight}/{total}" for weight in weights]
    path = written(tmp_path / "large.json", json.dumps(document(outputs=list(range(20_000)), rows=[row, row[::-1]])))
    load_mechanism(document())  # whatever is imported on the first call is not counted
    tracemalloc.start()
    mechanism, _ = load_mechanism(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert mechanism.probability("no", [0]) == Fraction(weights[0], total)
    assert peak < 12 * path.stat().st_size


def schema() -> dict[str, Any]:
    text = resources.files("dpexact.certificates").joinpath("mechanism.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_schema_agrees_with_the_reader() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    jsonschema.Draft202012Validator.check_schema(schema())
    for path in (VECTORS / "good").glob("*.json"):
        validator.validate(json.loads(path.read_text(encoding="utf-8")))
    for name in SCHEMA_SEES.split():
        content = json.loads((VECTORS / "bad" / f"{name}.json").read_text(encoding="utf-8"))
        assert not validator.is_valid(content), name


@pytest.mark.parametrize("name", ["a\nproved: b.json", "\u202ea.json", "\x1b[2Ka.json"])
def test_a_name_that_is_not_printable_is_quoted(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / name, "{")
    assert refuses(DocumentError, r"^'", load_mechanism, path).startswith(ascii(str(path)))


def test_a_closed_standard_input_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DocumentError) as caught:
        load_mechanism("-")
    assert str(caught.value) == "<standard input>: expected a document, got a closed standard input; name a file"
    assert caught.value.file == "<standard input>"
