"""The audit of several tables at first sight: a line for each table, then what is wrong, the worst first."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpexact.audit import audit
from dpexact.audit.formats import audit_overview
from dpexact.audit.judgement import Weight
from dpexact.audit.page import audit_page
from dpexact.audit.sentences import PARTS, by_part
from dpexact.cli.app import app

HEAD = "id,source,quantity,parameters,printed,meaning,expected,expected_by,safe,reading,reason"
ONE = [  # 1/3 = 0.333..., by hand
    "right,s,formula,expression = 1/3,0.33,rounded,correct,hand,,,",
    "small,s,formula,expression = 1/3,0.3334,rounded,wrong,hand,neither,,rounded up",
    "digits,s,formula,expression = 1/3,0.3333333333334,rounded,wrong,hand,neither,,the last digit",
    "another,s,formula,expression = 1/3,0.5,rounded,wrong,hand,neither,true,another reading",
]
TWO = [
    "bound,s,formula,expression = 1/3,0.9,at-least,violated-bound,hand,smaller,,by hand",
    "far,s,formula,expression = 1/3,0.1,at-least,correct,hand,,,",
    "twice,s,formula,expression = 1/3,0.66,rounded,wrong,hand,larger,,twice as large",
    "half,s,formula,expression = 1/3,0.17,rounded,wrong,hand,larger,,half as large",
    "tenth,s,formula,expression = 1/3,0.03,rounded,wrong,hand,larger,,a tenth",
]


def tables(folder: Path) -> list[str]:
    for name, rows in (("one.csv", ONE), ("two.csv", TWO)):
        (folder / name).write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    return [str(folder / "one.csv"), str(folder / "two.csv")]


def printed(*arguments: str) -> str:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["audit", *arguments]).stdout


def test_the_worst_comes_first(tmp_path: Path) -> None:
    text = printed(*tables(tmp_path))
    lines = text.splitlines()
    counts = "one.csv  1 right, 1 wrong by less than 0.1 %, 1 off in the last digits, 1 asked in another reading"
    assert lines[0] == counts
    assert lines[1] == "two.csv  1 right, 4 wrong, 1 NOT AS RECORDED"
    listed = [line for line in lines if line.endswith(("(one.csv)", "(two.csv)"))]
    names = [re.sub(r".*: (\S+) \(.*", r"\1", line) for line in listed]
    # "far" is a valid bound and recorded as correct: first. Then what is material, the unsafe side first (too high for
    # "bound", too low for "tenth" and "half"), by relative gap: 170 %, 91 %, 49 %; on the safe side 98 %.
    assert names == ["far", "bound", "tenth", "half", "twice", "small"]
    assert "digits (one.csv)" not in text
    assert "another (one.csv)" not in text


def test_a_row_for_which_nothing_is_recorded_is_not_called_unexpected(tmp_path: Path) -> None:
    rows = [
        "a,s,formula,expression = 1/3,0.33,rounded,,,,,",
        "b,s,formula,expression = 1/3,0.5,rounded,,,,,",
        "c,s,formula,expression = 1/3,0.3334,rounded,,,,,",
    ]
    plain, more = tmp_path / "plain.csv", tmp_path / "more.csv"
    plain.write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    more.write_text("\n".join([HEAD, *ONE]) + "\n", encoding="utf-8")
    line = next(line for line in printed(str(plain), str(more)).splitlines() if line.startswith("plain.csv"))
    assert line.split("  ")[1].strip() == "1 right, 1 wrong, 1 wrong by less than 0.1 %"


def test_what_is_wrong_by_nobody_knows_how_much_is_counted(tmp_path: Path) -> None:
    found = audit(tables(tmp_path))
    rows = [
        replace(row, judgement=replace(row.judgement, weight=None)) if row.refuted else row for row in found.entries
    ]
    text = audit_overview(replace(found, entries=tuple(rows)))
    assert "1 right, 2 wrong, by how much is not settled, 1 asked in another reading" in text


def test_the_page_has_the_same_order_in_parts(tmp_path: Path) -> None:
    more = tmp_path / "more.csv"
    rows = ["z,s,formula,expression = 1/,1,exact,,,,,", "y,s,nothing,expression = 1/3,1,exact,,,,,"]
    more.write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    found = audit([*tables(tmp_path), more])
    entries = audit_page(found).entries
    assert [(entry.part, entry.name) for entry in entries] == [
        ("Cannot be read or computed", "z"),
        ("Cannot be read or computed", "y"),
        ("Not the recorded verdict", "far"),
        *((PARTS["material"], name) for name in ("bound", "tenth", "half", "twice")),
        ("Wrong by less than 0.1 %", "small"),
        ("Off in the last digits only, or within a stated tolerance", "digits"),
        ("Asked in another reading, in no count", "another"),
        ("What holds", "right"),
    ]
    assert PARTS["material"].startswith("Wrong by 0.1 % or more")


@pytest.mark.parametrize(("weight", "place"), [("material", 0), (None, 1), ("small", 1), ("last-digits", 2)])
def test_what_is_wrong_by_nobody_knows_how_much_stands_below_what_is_material(
    tmp_path: Path, weight: Weight | None, place: int
) -> None:
    rows = {row.id: row for row in audit(tables(tmp_path)).rows}
    half, twice, small = rows["half"], rows["twice"], rows["small"]
    other = replace(half, judgement=replace(half.judgement, weight=weight))
    # one that is material, the one in question (unsafe, so above the former if that is its weight), one that is small
    assert by_part([small, twice, other]).index(other) == place


@pytest.mark.slow
def test_every_row_on_request_and_for_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    first, second = tables(tmp_path)
    for text in (printed(first, second, "--all"), printed(first) + printed(second)):
        assert all(row.split(",")[0] in text for row in [*ONE, *TWO])
        assert "the worst first" not in text
