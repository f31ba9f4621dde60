"""The page about mechanism documents: its examples are read, and its limits are those of the code."""

import re
from pathlib import Path

import pytest

from dpexact import verify
from dpexact.certificates import load_mechanism, source
from dpexact.errors import DocumentError
from dpexact.mechanisms import graph, labels, rows
from dpexact.numbers.exact import exact
from tests.values import written

PAGE = (Path(__file__).parent.parent.parent / "docs" / "mechanism-document.md").read_text(encoding="utf-8")
PATH = {("low", "middle"), ("middle", "low"), ("middle", "high"), ("high", "middle")}


def example(language: str) -> str:
    """The one block of the page in this language."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(block)


@pytest.mark.parametrize("language", ["json", "csv"])
def test_the_examples_are_the_same_mechanism(language: str, tmp_path: Path) -> None:
    file = written(tmp_path / f"example.{language}", example(language))
    mechanism, neighbors = load_mechanism(file)
    last = (exact("exp(-1)"), 1 - exact("exp(-1)"))
    assert mechanism.rows() == ((exact("3/4"), exact("1/4")), (exact("1/2"), exact("1/2")), last)
    assert (mechanism.inputs, mechanism.outputs) == (("low", "middle", "high"), ("yes", "no"))
    ends = {("low", "high"), ("high", "low")}
    assert set(neighbors.ordered_pairs()) == (PATH if language == "json" else PATH | ends)


def test_the_neighbors_of_the_csv_example(tmp_path: Path) -> None:
    file = written(tmp_path / "example.csv", example("csv"))
    assert set(load_mechanism(file, csv_neighbors="path")[1].ordered_pairs()) == PATH


def test_the_error_of_the_page_is_the_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("response.json").write_text(
        '{"format": "dpexact-mechanism/1", "inputs": ["no"], "outputs": ["no", "yes"], "neighbors": "all",'
        '"rows": [["3/4", 0.25]]}',
        encoding="utf-8",
    )
    with pytest.raises(DocumentError) as error:
        load_mechanism("response.json")
    assert f"{error.value}\n" == example("text")
    assert (error.value.file, error.value.inside) == ("response.json", "rows[0][1]")


def test_the_limits_of_the_page() -> None:
    assert (source.MAX_BYTES, source.MAX_INTEGER_DIGITS, labels.MAX_DEPTH) == (512 * 2**20, 4000, 20)
    assert graph.MAX_PAIRS == rows.MAX_ENTRIES == 50_000_000


def test_the_block_of_the_command_line_page_gives_the_verdict_that_it_promises(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "command-line.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    file = written(tmp_path / "response.json", block)
    mechanism, neighbors = load_mechanism(file)
    assert verify(mechanism, neighbors, 3, 0).proved  # 3/4 <= 3 * 1/4
