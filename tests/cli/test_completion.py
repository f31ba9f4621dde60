"""Completion in shells: typer's, as the README says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpexact.cli.app import app

pytestmark = pytest.mark.slow

PROGRAM = str(Path(sys.executable).parent / "dpexact")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize(
    ("shell", "words"),
    [("bash", "complete -o default -F"), ("zsh", "#compdef dpexact"), ("fish", "complete --command dpexact")],
)
def test_the_script_of_a_shell_is_printed(shell: str, words: str) -> None:
    done = run("--show-completion", shell)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert "_DPEXACT_COMPLETE" in done.stdout


@pytest.mark.parametrize("arguments", [("--show-completion", "fish"), ("--show-completion=fish",)])
def test_the_shell_that_is_named_goes_before_the_one_that_runs(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("complete --command dpexact ")


@pytest.mark.long
def test_fish_is_offered_names() -> None:
    """As fish asks, with the line up to the cursor."""
    for typed, offered in (
        ("reproduce ", ["count_queries", "axioms", "rainbow", "gradual_release"]),
        ("reproduce r", ["rainbow"]),
        ("ledger --theory ", ["count_queries", "axioms", "rainbow", "gradual_release"]),
        ("crosscheck p", ["prv_accountant"]),
        ("audit census", ["census_2020"]),
        ("audit --only w", ["wrong"]),
        ("audit no-table-begins-so", []),
        ("prove r", ["rainbow", "rocq"]),
        ("prove rainbow/lemma", ["rainbow/lemma_1"]),
        ("quantities zcdp", ["zcdp.epsilon"]),
        ("new t", ["table", "tests"]),
        ("verify x.csv --neighbors ", ["all", "path"]),
        ("check --expect tig", ["tight-delta"]),
        ("ledger --format m", ["markdown"]),
    ):
        asked = {"_TYPER_COMPLETE_FISH_ACTION": "get-args", "_TYPER_COMPLETE_ARGS": f"dpexact {typed}"}
        environment = {"_DPEXACT_COMPLETE": "complete_fish", **asked}
        done = CliRunner().invoke(app, [], env=environment, prog_name="dpexact")
        assert done.stdout.split() == offered, typed


def test_another_shell_is_bad_usage() -> None:
    done = run("--show-completion", "csh")
    assert done.returncode == 2
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in " ".join(done.stderr.split())


@pytest.mark.long
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
