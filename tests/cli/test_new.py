"""`dpexact new`: what it writes passes as it stands, and nothing that exists is touched."""

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from dpexact.audit.auditor import audit
from tests.beside import beside
from tests.commands import ended

BESIDE = beside(__file__)

ROOT = Path(__file__).parents[2]


def new(folder: Path, *words: str) -> Any:
    with chdir(folder):
        return ended("new", *words)


def pytest_in(folder: Path, *words: str) -> Any:
    """Run pytest as a newcomer would, away from the settings of this project."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return subprocess.run([*command, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "file"),
    [("numbers", "numbers.toml"), ("sub/more.toml", "sub/more.toml"), ("my numbers", "my numbers.toml")],
)
def test_a_table_passes(tmp_path: Path, name: str, file: str) -> None:
    (tmp_path / "sub").mkdir()
    done = new(tmp_path, "table", name)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, f"next: dpexact audit {quote(file)}")
    result = audit([tmp_path / file])
    assert [row.judgement.verdict for row in result.entries] == ["valid-bound", "correct"]  # 3.7306...; 3515.625
    (tmp_path / file).write_text((tmp_path / file).read_text().replace('"3516"', '"3515"'))
    assert not audit([tmp_path / file]).as_expected


@pytest.mark.parametrize("name", ["mine", "test_mine", "test_mine.py"])
def test_the_name_of_a_test_file(tmp_path: Path, name: str) -> None:
    assert new(tmp_path, "tests", name).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["test_mine.py"]


@pytest.mark.slow
def test_tests_pass(tmp_path: Path) -> None:
    assert new(tmp_path, "tests", "mine").exit_code == 0
    ran = pytest_in(tmp_path, "test_mine.py", "--dp-report", "claims.json")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout
    assert (tmp_path / "claims.json").read_text().count('"outcome": "passed"') == 4


@pytest.mark.slow
def test_a_paper_passes_and_is_seen(tmp_path: Path) -> None:
    assert new(tmp_path, "paper", "my_paper").exit_code == 0
    folder = tmp_path / "my_paper"
    ran = pytest_in(folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 passed" in ran.stdout
    table = folder / "my_paper" / "printed.toml"
    table.write_text(table.read_text().replace('"3.0"', '"3.1"'))
    assert pytest_in(folder).returncode == 1
    assert [path.name for path in tmp_path.iterdir()] == ["my_paper"]  # nothing is left beside it


@pytest.mark.parametrize(("words", "said"), BESIDE["what_is_refused_leaves_nothing_behind"])
def test_what_is_refused_leaves_nothing_behind(tmp_path: Path, words: tuple[str, str], said: str) -> None:
    (tmp_path / "there").mkdir()
    for file in ("there.toml", "test_there.py"):
        (tmp_path / file).write_text("kept")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = new(tmp_path, *words)
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert (tmp_path / "there.toml").read_text() == (tmp_path / "test_there.py").read_text() == "kept"
