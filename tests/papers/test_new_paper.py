"""A paper of somebody else in a package of its own: every command sees it, and no file of dpexact changes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.beside import beside

BESIDE = beside(__file__)

pytestmark = pytest.mark.slow

FILES = BESIDE["files"]


def write(folder: Path, before: str = "", after: str = "") -> Path:
    """Write the package and what an installer writes beside it, with some text replaced in every file."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(before, after) if before else text, encoding="utf-8")
    return folder


COMMANDS = BESIDE["commands"]


def texts(site: Path, *commands: str, status: int = 0) -> list[str]:
    """Run the commands in one new process, and return what each of them prints."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    program = [sys.executable, "-c", COMMANDS, *commands]
    done = subprocess.run(program, capture_output=True, text=True, check=True, cwd=site, env=environment)
    answers = json.loads(done.stdout)
    assert [ended for ended, _ in answers] == [status] * len(commands), done.stderr
    return [text for _, text in answers]


def data(site: Path, *commands: str, status: int = 0) -> list[Any]:
    return [*map(json.loads, texts(site, *(f"{command} --format json" for command in commands), status=status))]


def test_every_command_sees_it(tmp_path: Path) -> None:
    site = write(tmp_path)
    listed, proof = texts(site, "audit --list", "prove toy/theorem_1")
    rows, proofs, claims = data(site, "audit toy", "prove toy", "ledger --theory toy")
    assert {"rainbow", "toy"} <= {line.split()[0] for line in listed.splitlines()}
    assert [(row["id"], row["verdict"], row["as_expected"]) for row in rows] == [("seven-thirds", "correct", True)]
    assert [(proof["name"], proof["verdict"]) for proof in proofs] == [
        ("toy/lemma_1", "proved"),
        ("toy/theorem_1", "proved"),
    ]
    assert "toy/theorem_1" in proof
    found = [(claim["id"], claim["verdict"], claim["as_recorded"]) for claim in claims]
    assert found == [("doubling-grows", "holds", True)]


def test_a_false_verdict_of_its_ledger_is_noticed(tmp_path: Path) -> None:
    other = write(tmp_path, 'verdict = "holds"', 'verdict = "refuted"\ncorrected = "2 x <= x."')
    ((claim,),) = data(other, "ledger --theory toy", status=1)
    assert claim["as_recorded"] is False


@pytest.mark.long
def test_its_lock_is_written(tmp_path: Path) -> None:
    write(tmp_path, "2 x > x for x", "2 x is more than x for x")
    lock = tmp_path / "toy" / "ledger.lock.toml"
    ((claim,),) = data(tmp_path, "ledger --theory toy", status=1)
    assert claim["faults"][0].startswith("judged: the lock has '45fb776a holds, checked', now it is '")
    assert lock.read_text() == FILES["toy/ledger.lock.toml"]
    locked, again = data(tmp_path, "ledger --theory toy --lock", "ledger --theory toy")
    assert locked[0]["as_recorded"] is again[0]["as_recorded"] is True
    assert lock.read_text().replace("\n", "").count("45fb776a") == 0
    assert lock.read_text().splitlines()[-2:] == FILES["toy/ledger.lock.toml"].splitlines()[-2:]


def test_its_figures_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    texts(write(tmp_path), "reproduce toy --out out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"line.csv", "line.svg", "line.png"}


def test_without_the_package_nothing_of_it_is_known(tmp_path: Path) -> None:
    texts(tmp_path, "prove toy", "reproduce toy --out out", status=2)
    assert not list(tmp_path.iterdir())
