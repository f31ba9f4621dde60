"""The first sentence of an audit, on the terminal and on the page, and the list of rows to look at first."""

from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import CliRunner

from dpexact.cli.app import app

Audited: TypeAlias = "Callable[[str], tuple[int, str, str]]"

HEAD = "id,printed,meaning,quantity,parameters,source,expected,expected_by\n"
# The sums are 1/4 + 1/4 = 0.5, by hand.
WRONG = "low,0.47,rounded,formula,expression=1/4+1/4,T1,,\nhigh,0.6,rounded,formula,expression=1/4+1/4,T1,,\n"
RIGHT = "fine,0.5,rounded,formula,expression=1/4+1/4,T1,,\nbound,1,at-most,formula,expression=1/4+1/4,T1,,\n"
RECORDED = "known,0.4,rounded,formula,expression=1/4+1/4,T1,wrong,by hand\n"


@pytest.fixture
def audited(tmp_path: Path) -> Audited:
    """Return a function that audits rows and returns the status, the last lines of the text and the page."""

    def run(rows: str) -> tuple[int, str, str]:
        table, page = tmp_path / "report.csv", tmp_path / "page.html"
        table.write_text(HEAD + rows, encoding="utf-8")
        result = CliRunner().invoke(app, ["audit", str(table), "--html", str(page)])
        return result.exit_code, " ".join(result.stdout.split()), unescape(page.read_text(encoding="utf-8"))

    return run


def summary(page: str) -> str:
    """Return the first sentence of a page."""
    return page.partition('<p class="summary">')[2].partition("</p>")[0]


def test_the_numbers_that_are_wrong_are_named_first(audited: Audited) -> None:
    """Two of four: records are not mentioned, since there are none."""
    status, text, page = audited(WRONG + RIGHT)
    assert status == 1
    assert "2 of 4 numbers are wrong: low, high. 4 rows: 1 correct, 1 valid-bound, 2 wrong." in text
    assert summary(page) == "2 of 4 numbers are wrong: low, high."
    assert "recorded verdict" not in summary(page)
    assert "low</a>: wrong: 0.47 printed, truly 0.5; print 0.50</li>" in page
    assert "high</a>: wrong: 0.6 printed, truly 0.5; print 0.5</li>" in page


def test_nothing_wrong_is_said_without_records(audited: Audited) -> None:
    """And nothing is far off."""
    status, text, page = audited(RIGHT)
    assert status == 0
    assert "2 rows: 1 correct, 1 valid-bound." in text
    assert summary(page) == "None of 2 numbers is wrong."
    assert "Look at these first" not in page
    assert '<td role="cell" data-label="how far off">-</td>' in page


def test_records_are_mentioned_if_there_are_some(audited: Audited) -> None:
    """One row of three has a recorded verdict, which is found again."""
    status, text, page = audited(WRONG.splitlines()[0] + "\n" + RIGHT.splitlines()[0] + "\n" + RECORDED)
    assert status == 1
    assert "1 of 2 numbers without a recorded verdict is wrong: low." in text
    assert summary(page) == (
        "1 of 2 numbers without a recorded verdict is wrong: low. Of 1 recorded verdict none differs."
    )
    status, text, page = audited(RECORDED)
    assert status == 0
    assert "every verdict is the recorded one" in text
    assert summary(page) == "Of 1 recorded verdict none differs."


def test_many_names_are_cut_on_the_page(audited: Audited) -> None:
    """Eight are named."""
    rows = "".join(f"row{n},0.4,rounded,formula,expression=1/4+1/4,T1,,\n" for n in range(11))
    _, text, page = audited(rows)
    assert summary(page).endswith("row6, row7 and 3 more.")
    assert summary(page).startswith("11 of 11 numbers are wrong: row0, row1,")
    assert "row9, row10. 11 rows: 11 wrong." in text
