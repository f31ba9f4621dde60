"""The auditor and its reports, on rows whose answers are known by hand."""

from __future__ import annotations

import json
from functools import partial
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from flint import arb

from dpexact.audit import auditor
from dpexact.audit.quantity import Quantity
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.report.audit_html import audit_html
from dpexact.report.audit_json import audit_json
from dpexact.report.audit_junit import audit_junit
from dpexact.report.audit_text import audit_plain, audit_summary, print_audit_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dpexact.audit.auditor import Audit

HEADER = "id,source,quantity,parameters,printed,meaning,expected,expected_by,note\n"
ROWS = [  # id, quantity, parameters, printed, meaning, expected
    ("thirds", "value", "x = 2/3", "0.67", "rounded", "correct"),
    ("delta", "delta", "x = 1/300", "0.003", "rounded", "correct"),
    ("bound", "delta", "x = 1/300", "0.004", "at-most", "valid-bound"),
    ("violated", "delta", "x = 1/300", "0.003", "at-most", "violated-bound"),
    ("pi", "pi", "", "3.15", "rounded", "wrong"),
    ("open", "open", "", "1", "exact", "undecided"),
    ("<script>", "value", "x = 0", "0", "exact", "correct"),
]


def number(x: str) -> Exact:
    return exact(x)


def undecided() -> Exact:
    message = "undecided"
    raise UndecidedError(message)


QUANTITIES = (
    Quantity("value", ("x",), number, "neither", "none"),
    Quantity("delta", ("x",), number, "larger-is-safe", "none"),
    Quantity("pi", (), lambda: Enclosure(arb.pi), "neither", "none"),
    Quantity("open", (), undecided, "larger-is-safe", "none"),
)
audit = partial(auditor.audit, papers=(), quantities=QUANTITIES)


def table(path: Path, rows: Sequence[tuple[str, ...]]) -> Path:
    lines = [f"{a},Section <1>,{b},{c},{d},{e},{f},by hand,a & b\n" for a, b, c, d, e, f in rows]
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def result(tmp_path: Path) -> Audit:
    return audit([table(tmp_path / "table.csv", ROWS)])


@pytest.fixture
def surprise(tmp_path: Path) -> Audit:
    return audit([table(tmp_path / "table.csv", [("thirds", "value", "x = 2/3", "0.66", "rounded", "correct")])])


def test_the_rows_of_an_audit(result: Audit, surprise: Audit) -> None:
    assert [row.judgement.verdict for row in result.rows] == [row[-1] for row in ROWS]
    assert result.as_expected
    assert [row.claim.id for row in result.refuted] == ["violated", "pi"]
    assert not surprise.as_expected
    assert surprise.rows[0].judgement.units_off == 1


def test_progress_is_told_before_each_row(tmp_path: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    file = table(tmp_path / "table.csv", ROWS[:2])
    audit([file, file], lambda done, total, claim: seen.append((done, total, claim.id)))
    assert seen == [(0, 4, "thirds"), (1, 4, "delta"), (2, 4, "thirds"), (3, 4, "delta")]


def test_json_rows(result: Audit) -> None:
    rows = json.loads(json.dumps(audit_json(result)))
    assert rows[0] == {
        "table": "table.csv",
        "id": "thirds",
        "source": "Section <1>",
        "quantity": "value",
        "parameters": {"x": "2/3"},
        "printed": "0.67",
        "meaning": "rounded",
        "expected": "correct",
        "expected_by": "by hand",
        "note": "a & b",
        "as_expected": True,
        "exact": "2/3",
        "decimal": "0.66666666666666666667",
        "verdict": "correct",
        "fits": ["half-up", "half-even", "up"],
        "units_off": 0,
        "printed_is": "high",
        "side": "neither",
        "slack": None,
    }
    assert (rows[1]["side"], rows[2]["side"], rows[2]["slack"]) == ("unsafe", "safe", "1.200")
    pi = rows[4]
    assert pi["lower"] == "3.14159265358979323846264338327"
    assert pi["upper"] == "3.14159265358979323846264338328"
    assert pi["decimal"] == "3.1415926535897932385"
    assert (pi["verdict"], pi["units_off"], pi["printed_is"]) == ("wrong", 1, "high")
    assert rows[5].keys().isdisjoint({"exact", "lower", "upper", "decimal"})
    assert (rows[5]["verdict"], rows[5]["side"]) == ("undecided", None)


def test_plain_text(result: Audit, surprise: Audit) -> None:
    lines = audit_plain(result).splitlines()
    assert lines[0] == "# table.csv"
    assert lines[1].split() == ["claim", "printed", "true", "value", "verdict", "remarks"]
    remarks = "fits up; safe side; loose by a factor 1.200 (rounded down)"
    assert lines[4].split() == ["bound", "0.004", "at-most", "0.003333333333", "valid-bound", *remarks.split()]
    assert lines[-1] == (
        "7 rows: 3 correct, 1 undecided, 1 valid-bound, 1 violated-bound, 1 wrong; every verdict is the recorded one."
    )
    assert "wrong, RECORDED AS correct" in audit_plain(surprise)
    assert audit_summary(surprise) == "1 rows: 1 wrong; not the recorded verdict: thirds."


def test_the_terminal_table_loses_nothing(
    result: Audit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    print_audit_table(result)
    shown = capsys.readouterr().out
    assert "\u2026" not in shown
    for row in ROWS:  # id, printed text, meaning and verdict on one line, however narrow the terminal
        assert any({row[0], row[3], row[4], row[5]} <= set(line.split()) for line in shown.splitlines())
    assert all(value in shown for value in ("0.6666666667", "0.003333333333", "3.141592654"))


def test_a_heading_for_each_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = audit([table(tmp_path / "one.csv", ROWS[:1]), table(tmp_path / "two.csv", ROWS[1:2])])
    print_audit_table(found)
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert shown.index("one.csv") < shown.index("two.csv")
    headings = [line for line in audit_plain(found).splitlines() if line.startswith("#")]
    assert headings == ["# one.csv", "# two.csv"]
    assert audit_html(found, "9.9").count("<h2>") == 2


def test_only_what_is_wrong(result: Audit, capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["id"] for row in audit_json(result, refuted=True)] == ["violated", "pi"]
    plain = audit_plain(result, refuted=True).splitlines()
    assert [line.split()[0] for line in plain[2:4]] == ["violated", "pi"]
    assert plain[-1] == audit_summary(result)  # still counts all rows
    assert len(plain) == 6
    print_audit_table(result, refuted=True)
    assert "thirds" not in capsys.readouterr().out


class Tags(HTMLParser):
    """Collects the tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_is_one_escaped_file(result: Audit) -> None:
    page = Tags()
    page.feed(audit_html(result, "9.9"))
    assert "script" not in page.tags
    assert page.links == []
    assert page.tags.count("tr") == 1 + len(ROWS)
    assert page.text.index("7 rows:") < page.text.index("table.csv") < page.text.index("Section <1>")
    for text in ("<script>", "Section <1>", "a & b", "violated-bound", "dpexact 9.9"):
        assert text in page.text


def test_junit(result: Audit, surprise: Audit) -> None:
    suites = ET.fromstring(audit_junit(result))  # noqa: S314 - our own output
    assert suites.attrib == {"tests": "7", "failures": "0", "errors": "0", "skipped": "0"}
    assert [case.attrib["name"] for case in suites.iter("testcase")] == [row[0] for row in ROWS]
    failures = list(ET.fromstring(audit_junit(surprise)).iter("failure"))  # noqa: S314 - our own output
    assert [failure.attrib["message"] for failure in failures] == ["expected correct, got wrong"]


def test_junit_survives_characters_that_xml_cannot_carry(tmp_path: Path) -> None:
    rows = [("bell\a", "value", "x = 0", "0", "exact", "correct")]
    suites = ET.fromstring(audit_junit(audit([table(tmp_path / "table.csv", rows)])))  # noqa: S314 - our own output
    assert [case.attrib["name"] for case in suites.iter("testcase")] == ["bell\N{REPLACEMENT CHARACTER}"]
