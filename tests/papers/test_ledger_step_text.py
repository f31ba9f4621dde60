"""Test what a computation runs is part of what the ledger repeats of it: helpers and tables do not change unnoticed."""

from pathlib import Path

import pytest

from dpexact.papers.ledger.books import pieces_of_proof
from dpexact.papers.proving.proof import load_file
from dpexact.papers.proving.source import text_of_step
from tests.beside import beside

BESIDE = beside(__file__)

TEXT = BESIDE["text"]


def says(text: str, folder: Path) -> dict[str, str]:
    """Return what each conclusion of a proof of this text says."""
    path = folder / f"toy_{len(list(folder.iterdir()))}.py"
    path.write_text(text, encoding="utf-8")
    proof = load_file(path)
    return {name: piece.says for name, piece in pieces_of_proof("toy", proof.run().conclusions, proof.claims).items()}


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("FACTOR = 2", "FACTOR = 4", {"even"}),
        ("FACTOR * n", "FACTOR * n * n", {"even"}),
        ("TABLE.append(3)", "TABLE.append(4)", {"even"}),
        ("TABLE[0] = 8", "TABLE[0] = 7", {"even"}),
        ("again += [9]", "again += [10]", {"even"}),
        ("TABLE = [1, 2]", "TABLE = [1, 7]", {"even"}),
        ("n > 1", "n > 0", {"odd"}),
        ("range(100, 200)", "range(100, 201)", {"one", "two"}),
        ("range(100, 200)", "range(100, 300, 2)", {"one", "two"}),
        ("-49)", "-48)", {"one", "two"}),
        ('("one", "two")', '("two", "one")', {"one", "two"}),
        ("It is even", "It is prime", {"even"}),
        ("OTHER = 5", "OTHER = 6", {"positive"}),
        ("OTHER * n", "OTHER + n", set()),
        ("Not used", "Used", set()),
        ("A number;", "Number:", {"positive"}),
        ("Twice a number is even", "A number is even", set()),
    ],
)
def test_a_change_shows_where_it_is_used(old: str, new: str, changed: set[str], tmp_path: Path) -> None:
    assert TEXT.count(old) == 1
    before, after = says(TEXT, tmp_path), says(TEXT.replace(old, new), tmp_path)
    found = {name for name in before if before[name] != after[name]}
    assert found == {f"proof:toy#{name}" for name in changed} | ({"proof:toy"} if changed else set())


def test_another_place_is_no_change_and_a_function_in_no_file_has_no_text(tmp_path: Path) -> None:
    assert says(TEXT, tmp_path) == says(TEXT.replace("\n\n\n", "\n\n\n\n\n"), tmp_path)
    scope: dict[str, object] = {}
    exec(compile("def step(): return 1", "<nowhere>", "exec"), scope)  # noqa: S102 - from 3.13 on `-c` has a source
    assert text_of_step(scope["step"]) == ""  # type: ignore[arg-type]
