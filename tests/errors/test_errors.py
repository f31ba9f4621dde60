"""Errors carry their data: the sentence is made from the parts, one level out is the same error at another place."""

import pickle

import pytest

from dpexact import exact
from dpexact.errors import DocumentError, DPExactError, NumberSyntaxError, ParameterError, TooLargeError, UndecidedError

PARTS = [
    ({"came": "7"}, "7"),
    ({"came": "7", "place": "k"}, "k: 7"),
    ({"came": "7", "place": "k", "expected": "1 to 6"}, "k: expected 1 to 6, got 7"),
    ({"came": "7", "expected": "1 to 6", "remedy": "take 6"}, "expected 1 to 6, got 7; take 6"),
    ({"came": "7", "remedy": "take 6", "note": "\n  7\n  ^"}, "7; take 6\n  7\n  ^"),
]


@pytest.mark.parametrize(("parts", "sentence"), PARTS)
def test_the_sentence_is_made_from_the_parts(parts: dict[str, str], sentence: str) -> None:
    error = ParameterError(**parts)
    assert str(error) == sentence
    assert {name: getattr(error, name) for name in parts} == parts


def test_one_level_out_is_the_same_error() -> None:
    error = TooLargeError("9", lower=1, upper=2, place="k", expected="at most 8")
    outer = error.at("rows[0]")
    assert (str(error), str(outer)) == ("k: expected at most 8, got 9", "rows[0]: k: expected at most 8, got 9")
    assert isinstance(outer, TooLargeError)
    assert (outer.lower, outer.upper, outer.expected) == (1, 2, "at most 8")
    assert str(ParameterError("no").at("x")) == "x: no"


@pytest.mark.parametrize(
    "error",
    [
        DocumentError("7", "t.csv", "line 2", expected="6", remedy="count"),
        NumberSyntaxError("x", text="1 + x", position=4, place="k"),
        UndecidedError("open", lower=1, upper=2),
    ],
)
def test_an_error_travels_between_processes(error: DPExactError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_the_place_of_a_document_is_its_file_with_the_path_inside() -> None:
    error = DocumentError("7", "t.csv", "line 2", expected="6")
    assert (error.place, error.file, error.inside) == ("t.csv: line 2", "t.csv", "line 2")


def test_a_number_of_the_grammar_says_where_the_fault_is() -> None:
    with pytest.raises(NumberSyntaxError) as caught:
        exact("1 + x")
    error = caught.value
    assert (error.text, error.position) == ("1 + x", 4)
    assert error.expected
    assert error.came == "'x'"
