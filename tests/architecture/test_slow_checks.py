"""The slower checks: each part runs to its end by itself, and its result stands on the page."""

import re
from pathlib import Path

import pytest

from tests.second_routes.scripts import loaded

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "dev" / "slow-checks.md"
FAKE = {"first": "echo begun; false; echo never", "second": "echo; echo '== 3 passed | in 1 s =='", "third": "true"}


def rows(page: Path) -> dict[str, list[str]]:
    table = re.findall(
        r"^\| (\S+) \| (\S+) \| (\S+) \| (\d+ s) \| (\d+ s) \| (.*) \|$", page.read_text("utf-8"), re.MULTILINE
    )
    return {name: rest for name, *rest in table}


def test_a_part_that_fails_stops_no_other(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    slow = loaded(ROOT / ".ci" / "slow")
    assert slow.main(["third", "first"], FAKE, page) == 1
    assert slow.main(["second"], FAKE, page) == 0
    assert [(name, row[-1]) for name, row in rows(page).items()] == [
        ("first", "FAILED (1): begun"),
        ("second", "passed: 3 passed / in 1 s"),
        ("third", "passed"),
    ]
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\d", row[0]) and row[1] for row in rows(page).values())
    assert slow.main(["second"], FAKE | {"second": "exit 3"}, page) == 1
    assert rows(page)["second"][-1] == "FAILED (3)"
    assert page.read_text("utf-8").partition(slow.LAST)[2] == PAGE.read_text("utf-8").partition(slow.LAST)[2]
    assert "never" not in capfd.readouterr().out


def test_names_are_listed_and_others_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slow = loaded(ROOT / ".ci" / "slow")
    assert (slow.main(["--list"]), slow.main(["lawz"], page=tmp_path / "none.md")) == (0, 2)
    assert capsys.readouterr().out.split() == [*slow.PARTS, *slow.PARTS]


def test_every_result_on_the_page_is_of_a_part() -> None:
    slow = loaded(ROOT / ".ci" / "slow")
    assert {*rows(PAGE)} <= {*slow.PARTS}
    folders = {path for script in slow.PARTS.values() for path in re.findall(r"\b(?:tests|proofs)/[\w/.]+", script)}
    assert folders
    assert all((ROOT / path).exists() for path in folders)
