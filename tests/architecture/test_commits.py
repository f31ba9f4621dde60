"""Commits: a subject names its room and can be read in one line of a log."""

import subprocess
from pathlib import Path

import pytest

from tests.each import each
from tests.second_routes.scripts import loaded

ROOT = Path(__file__).parents[2]
HOOK = ROOT / ".githooks" / "commit-msg"
SINCE = "2026-11-28T15:00:00Z"  # the hook is as old


def test_commits_since_the_hook_keep_its_rule() -> None:
    command = ["git", "log", f"--since={SINCE}", "--format=%h %s"]
    log = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if log.returncode:
        pytest.skip("no checkout of git")
    faults = {line: loaded(HOOK).fault(line.partition(" ")[2]) for line in log.stdout.splitlines()}
    assert {line: fault for line, fault in faults.items() if fault} == {}


@each(
    ("message", "said"),
    [
        ("numbers: refuse floats in comparisons\n", ""),
        ("kernel, second: tell a condition once\n\nBecause it was told twice.\n", ""),
        ("papers/rainbow: draw figure 3\n# Please enter the commit message\n", ""),
        ("Merge branch 'loop'\n", ""),
        (f"numbers: {'x' * 63}\n", ""),
        (f"numbers: {'x' * 64}\n", "has 73 characters"),
        ("refuse floats in comparisons\n", "begins with its room"),
        ("Numbers: refuse floats\n", "begins with its room"),
        ("numbers:\n", "begins with its room"),
        ("numbers: refuse floats.\n", "full stop"),
        ("numbers: refuse floats\nin comparisons\n", "is empty"),
        ("", "begins with its room"),
    ],
)
def test_the_hook_names_the_fault(message: str, said: str) -> None:
    fault = loaded(HOOK).fault(message)
    assert said in fault
    assert bool(said) == bool(fault)


@pytest.mark.slow
def test_the_hook_ends_with_the_status_of_the_fault(tmp_path: Path) -> None:
    for message, status in (("numbers: refuse floats\n", 0), ("numbers: refuse floats.\n", 1), ("", 1)):
        (tmp_path / "message").write_text(message, encoding="utf-8")
        found = subprocess.run([HOOK, tmp_path / "message"], capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr.strip()) == (status, loaded(HOOK).fault(message)), message
