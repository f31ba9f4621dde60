"""`dpexact vectors` writes families and their index, and refuses a family that there is none of."""

import json
from pathlib import Path

import pytest

from tests.commands import complaint, data, run


def test_a_family_is_written_with_its_index(tmp_path: Path) -> None:
    listed = data("vectors", str(tmp_path), "--family", "laplace.threshold", "--count", "2")
    listed = listed["families"]["laplace.threshold"]
    assert json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))["families"]["laplace.threshold"] == listed
    tests = json.loads((tmp_path / listed["file"]).read_text(encoding="utf-8"))["tests"]
    assert len(tests) == listed["tests"]
    assert sum("drawn" in test["flags"] for test in tests) == 2


@pytest.mark.slow
def test_another_seed_draws_other_tests(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        run("vectors", str(tmp_path / seed), "--family", "gaussian.threshold", "--count", "2", "--seed", seed)
    first, second = ((tmp_path / seed / "gaussian.threshold.json").read_text(encoding="utf-8") for seed in ("1", "2"))
    assert first.splitlines()[:-4] == second.splitlines()[:-4]  # those that are aimed are alike
    assert first != second


def test_an_unknown_family_is_refused(tmp_path: Path) -> None:
    assert "did you mean" in complaint("vectors", str(tmp_path), "--family", "gausian.delta")


def test_a_folder_that_cannot_be_made_is_refused_first(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = complaint("vectors", str(tmp_path / "file"))
    assert said == "dpexact: OUT: expected a folder that can be written to, got File exists; choose another folder\n"
