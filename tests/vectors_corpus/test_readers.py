"""The readers in six languages: right functions pass every test, and wrong ones fail some."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.beside import beside
from tests.each import each

BESIDE = beside(__file__)

READERS = Path(__file__).parents[2] / "vectors" / "readers"
MOST_LINES = 60
COMMANDS = BESIDE["commands"]


@each("language", COMMANDS)
def test_a_reader_is_short(language: str) -> None:
    reader, *others = sorted(READERS.joinpath(language).glob("[rR]eader.*"))
    assert not others
    assert len(reader.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.slow
@pytest.mark.parametrize("language", COMMANDS)
def test_right_functions_pass_and_wrong_ones_fail(language: str, tmp_path: Path) -> None:
    tools, command = COMMANDS[language]
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed")
    words = [*command, str(tmp_path)] if command[0] == "sh" else command
    run = subprocess.run(words, cwd=READERS / language, capture_output=True, text=True, check=False, timeout=300)
    lines = run.stdout.splitlines()
    assert (run.returncode, run.stderr) == (0, "")
    assert len(lines) == 13
    for line in lines:
        counted = line.rpartition(": ")[2].split()
        assert int(counted[2]) > 20
        assert (counted[0] == "0") == line.startswith("right"), line
