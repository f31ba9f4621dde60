"""Rows as text and Markdown: columns, blocks, carets, colors; and one way to wrap a line."""

from dataclasses import replace

import pytest

from dpexact.report.row import Cell, Row, Verdict
from dpexact.report.text import TextView, filled
from dpexact.testing.findings import TRUE
from dpexact.testing.report import claims_page

VERDICTS = (Verdict("off", "bad", ""), Verdict("fine", "good", ""), Verdict("aside", "plain", ""))
FINE = Row(
    name="a",
    origin="",
    group="table",
    cells=(Cell("1.5", "rounded"), Cell("1.49")),
    verdict="fine",
    notes="unsafe side",
)
OFF = replace(FINE, name="long-name", verdict="off", judged="off by much", recorded="fine", fault="not as recorded")
FAILED = replace(FINE, name="c", verdict="failed", error="x: expected a number", caret="\n    1 + x\n        ^")
VIEW = TextView(("claim", "printed", "true value"), VERDICTS)


def test_columns_are_as_wide_as_their_texts() -> None:
    assert list(VIEW.lines([FINE, OFF])) == [
        "# table",
        "claim      printed      true value  verdict                        remarks",
        "a          1.5 rounded  1.49        fine                           unsafe side",
        "long-name  1.5 rounded  1.49        off by much, RECORDED AS fine  unsafe side",
        "",
    ]


def test_a_narrow_terminal_gets_blocks() -> None:
    lines = "\n".join(replace(VIEW, width=30).lines([OFF])).split("\n")
    assert lines == [
        "# table",
        "off by much, RECORDED AS fine:",
        "    long-name",
        "    printed 1.5 rounded; true",
        "    value 1.49; unsafe side",
        "",
    ]


def test_an_error_has_no_cells_and_a_caret_below_its_place() -> None:
    assert VIEW.texts(FAILED) == ("c", "", "", "failed", "x: expected a number")
    assert VIEW.block(FAILED, group=True).split("\n") == [
        "failed: c (table)",
        "    x: expected a number",
        "        1 + x",
        "            ^",
    ]
    assert "claim" not in "\n".join(VIEW.lines([FAILED]))  # no row in columns, no header


def test_an_error_of_several_lines_is_told_whole() -> None:
    row = replace(FAILED, error="boom\n  second line", caret="")
    assert "second line" in VIEW.block(row)
    assert "second line" in "\n".join(VIEW.markdown([row]))


@pytest.mark.parametrize(
    ("row", "color"),
    [(FINE, "32"), (replace(OFF, fault=""), "31"), (OFF, "1;7;31"), (FAILED, "1;7;31")],
)
def test_the_verdict_has_the_color_of_its_tone(row: Row, color: str) -> None:
    text = replace(VIEW, color=True).block(row)
    assert text.startswith(f"\033[{color}m")
    assert text.replace(f"\033[{color}m", "").replace("\033[0m", "") == VIEW.block(row)


def test_a_plain_verdict_and_a_verdict_in_a_name_have_no_color() -> None:
    aside = replace(FINE, verdict="aside")
    colored = replace(VIEW, color=True)
    assert colored.block(aside) == VIEW.block(aside)
    (_, _, line, _) = colored.lines([replace(FINE, name="fine")])
    assert line.startswith("fine ")
    assert line.count("\033[32mfine\033[0m") == 1


def test_markdown_escapes_and_groups() -> None:
    other = replace(FINE, name="a|b", group="table", file="other/table.csv")
    lines = list(VIEW.markdown([FINE, other]))
    assert lines.count("## table") == 2  # two files of one name
    assert "| a\\|b | 1.5 rounded | 1.49 | fine | unsafe side |" in lines


def test_signs_that_turn_the_direction_of_writing_are_written_out() -> None:
    row = replace(FINE, name="a\u202eb", group="t\x1b[2J", notes="\x07")
    assert not {"\u202e", "\x1b", "\x07"} & set("\n".join(VIEW.lines([row])) + "\n".join(VIEW.markdown([row])))


def test_a_paragraph_is_wrapped_in_one_way() -> None:
    assert filled("  a   b", None, first="> ") == ">   a   b"
    assert filled("half-up and more", 9).split("\n") == ["half-up", "and more"]
    assert filled("one\n  two", 20) == "one two"
    assert filled("x" * 8, 5, rest=" ").split("\n") == ["xxxxx", " xxx"]
    assert filled("x" * 8 + " y", 5, rest=" ", cut=False).split("\n") == ["xxxxxxxx", " y"]


def test_rows_of_a_test_run_are_text_too() -> None:
    claim = {"id": "eps", "test": "tests/a.py::test_b", "outcome": "passed", "message": "", "verdict": TRUE}
    page = claims_page([claim])
    view = TextView(("claim", *(column.title for column in page.columns)), page.verdicts, width=200)
    heading, header, line, _ = view.lines(page.entries)
    assert heading == f"# {page.entries[0].group}"
    assert header.split()[:2] == ["claim", "test"]
    assert line.startswith("eps ")
    assert TRUE in line
    assert f"| {TRUE} |" in list(view.markdown(page.entries))[-1]
