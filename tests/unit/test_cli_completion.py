"""Completion in shells: typer's, as the README says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).parent / "dpexact")
BY_NAME = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # the shell is named, not looked for


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize(
    ("shell", "words"),
    [("bash", "complete -o default -F"), ("zsh", "#compdef dpexact"), ("fish", "complete --command dpexact")],
)
def test_the_script_of_a_shell_is_printed(shell: str, words: str) -> None:
    done = run("--show-completion", shell, **BY_NAME)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert "_DPEXACT_COMPLETE" in done.stdout


def test_another_shell_is_bad_usage() -> None:
    assert run("--show-completion", "csh", **BY_NAME).returncode == 2


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("dpexact au", "audit"), ("dpexact audit --ca", "--cache"), ("dpexact tight --exp", "--exp-epsilon")],
)
def test_bash_completes(typed: str, offered: str) -> None:
    """The script is taken over by a real shell, and its function asks the program."""
    words = " ".join(f'"{word}"' for word in typed.split())
    script = f"""
eval "$({PROGRAM} --show-completion)"
COMP_WORDS=({words}) COMP_CWORD={len(typed.split()) - 1}
_dpexact_completion {PROGRAM}
echo "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [offered], done.stderr
