"""The readers in six languages: right functions pass every test, and wrong ones fail some."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.each import each

READERS = Path(__file__).parents[2] / "vectors" / "readers"
MOST_LINES = 60
COMMANDS = {
    "python": (["python3"], ["python3", "example.py"]),
    "javascript": (["node"], ["node", "example.mjs"]),
    "c": (["gcc"], ["sh", "-c", 'gcc -std=c99 -Wall -Wextra -Werror -o "$0/example" example.c -lm && "$0/example"']),
    "rust": (["rustc"], ["sh", "-c", 'rustc -O --edition 2021 -o "$0/example" example.rs && "$0/example"']),
    "go": (["go"], ["sh", "-c", 'go vet . && go build -o "$0/example" . && "$0/example"']),
    "java": (["javac", "java"], ["sh", "-c", 'javac -Xlint -Werror -d "$0" *.java && java -cp "$0" Example']),
}


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
