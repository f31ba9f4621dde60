"""Test what the commands write: never over what they read, checked before the work, and also into pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpexact.audit.paper import Paper
from tests import commands
from tests.commands import DOCUMENTS
from tests.commands import complaint as refused

ROOT = Path(__file__).parent.parent.parent
RESPONSE = Path(commands.RESPONSE)
TABLE = DOCUMENTS / "claim-tables" / "good.toml"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "mechanism.json"
    file.write_bytes(RESPONSE.read_bytes())
    return file


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_a_certificate_never_replaces_the_document(document: Path, link: object) -> None:
    target = document if link is None else document.with_name("other.json")
    if callable(link):
        link(document, target)
    message = refused("verify", str(document), "--exp-epsilon", "3", "--certificate", str(target))
    assert message.startswith(f"dpexact: --certificate: {target}: expected a file of its own")
    assert document.read_bytes() == RESPONSE.read_bytes()


@pytest.mark.slow
def test_a_certificate_never_replaces_the_standard_input(document: Path) -> None:
    command = [sys.executable, "-m", "dpexact", "verify", "-", "--exp-epsilon", "3", "--certificate", str(document)]
    with document.open("rb") as stream:
        done = subprocess.run(command, cwd=ROOT, stdin=stream, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert document.read_bytes() == RESPONSE.read_bytes()


@pytest.mark.parametrize("option", ["--html", "--junit", "--sarif"])
def test_a_report_never_replaces_a_table_or_own_quantities(option: str, tmp_path: Path) -> None:
    table, mine = tmp_path / "table.toml", tmp_path / "mine.py"
    table.write_bytes(TABLE.read_bytes())
    mine.write_text("QUANTITIES = ()\n", encoding="utf-8")
    for target in (table, mine):
        asked = (str(TABLE), str(table), "--quantities", str(mine))
        assert "expected a file of its own" in refused("audit", *asked, option, str(target))
    assert (table.read_bytes(), mine.read_text(encoding="utf-8")) == (TABLE.read_bytes(), "QUANTITIES = ()\n")


def test_a_report_never_replaces_a_bundled_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "bundled.toml"
    table.write_bytes(TABLE.read_bytes())
    paper = Paper("one", "One", printed=table)
    monkeypatch.setattr("dpexact.cli.audit.papers", lambda: (paper,))
    assert "expected a file of its own" in refused("audit", "--html", str(table))
    assert table.read_bytes() == TABLE.read_bytes()


def test_two_reports_do_not_share_a_file(tmp_path: Path) -> None:
    target = str(tmp_path / "report")
    assert "--junit: " in refused("audit", str(TABLE), "--html", target, "--junit", target)
    assert "--sarif: " in refused("audit", str(TABLE), "--junit", target, "--sarif", target)
    assert "--html: " in refused("ledger", "--page", target, "--html", target)


@pytest.mark.slow
def test_targets_are_checked_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    verify = ("verify", str(RESPONSE), "--exp-epsilon", "3", "--certificate")
    for command in (
        verify,
        ("audit", "--html"),
        ("audit", "--junit"),
        ("audit", "--sarif"),
        ("ledger", "--page"),
        ("ledger", "--html"),
        ("ledger", "--sarif"),
        ("crosscheck", "--junit"),
    ):
        option = command[-1]
        assert f"{option}: {tmp_path}: expected a file that can be written, got a directory" in refused(
            *command, str(tmp_path)
        )
        assert "no directory 'none'" in refused(*command, str(tmp_path / "none" / "out"))
        assert "results go to the standard output" in refused(*command, "-")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_certificate_into_a_pipe_comes_after_the_verdict() -> None:
    command = [sys.executable, "-m", "dpexact", "verify", str(RESPONSE), "--exp-epsilon", "3"]
    done = subprocess.run(
        [*command, "--certificate", "/dev/stdout"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    text, brace, certificate = done.stdout.partition("{")
    assert text.startswith("proved: ")
    assert "statement" in json.loads(brace + certificate)


@pytest.mark.slow
def test_a_file_that_takes_the_results_takes_no_certificate(tmp_path: Path) -> None:
    results, messages = tmp_path / "results", tmp_path / "messages"
    command = [sys.executable, "-m", "dpexact", "verify", str(RESPONSE), "--exp-epsilon", "3", "--certificate"]
    for target in (results, messages):
        with results.open("wb") as out, messages.open("wb") as err:
            done = subprocess.run([*command, str(target)], cwd=ROOT, stdout=out, stderr=err, check=False)
        assert (done.returncode, results.read_bytes()) == (2, b"")
        assert b"the standard output or error goes to" in messages.read_bytes()


def test_figures_without_matplotlib_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpexact.cli.reproduce.find_spec", lambda _name: None)
    target = tmp_path / "figures"
    assert "expected matplotlib, got none; pip install " in refused("reproduce", "rainbow", "--out", str(target))
    assert not target.exists()
