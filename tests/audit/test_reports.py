"""The auditor and its reports, on rows whose answers are known by hand."""

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flint import arb

from dpexact.audit import auditor
from dpexact.audit.auditor import Audit
from dpexact.audit.formats import audit_markdown, audit_plain, audit_summary, number_fields
from dpexact.audit.quantity import Quantity
from dpexact.audit.sentences import row_name
from dpexact.cli.audit import _status as ended
from dpexact.errors import DocumentError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of
from dpexact.numbers.exact import Exact, exact
from tests.audit_reports import audit_html, audit_json, audit_junit, audit_sarif
from tests.beside import beside
from tests.refusals import refuses
from tests.report.test_injection import Read
from tests.values import written

BESIDE = beside(__file__)

HEADER = "id,source,quantity,parameters,printed,meaning,expected,expected_by,note\n"
ROWS = BESIDE["rows"]


def number(x: str) -> Exact:
    return exact(x)


def refusing(x: str, rate: str) -> Exact:
    raise ParameterError(rate, place="rate", expected=f"at most {x}")


def broken() -> Exact:
    raise ZeroDivisionError


def undecided() -> Exact:
    message = "undecided"
    raise UndecidedError(message)


QUANTITIES = (
    Quantity("value", ("x",), number, "neither", "none"),
    Quantity("delta", ("x",), number, "larger-is-safe", "none"),
    Quantity("pi", (), lambda: Enclosure(arb.pi), "neither", "none"),
    Quantity("open", (), undecided, "larger-is-safe", "none"),
    Quantity("bug", (), broken, "neither", "none"),
    Quantity("refusing", ("x", "rate"), refusing, "neither", "none"),
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
    audit([file, file], lambda *place: seen.append(place))
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
        "reading": False,
        "as_expected": True,
        "exact": "2/3",
        "decimal": "0.66666666666666666667",
        "verdict": "correct",
        "fits": ["half-up", "half-even", "up"],
        "units_off": 0,
        "printed_is": "high",
        "side": "neither",
        "slack": None,
        "weight": None,
    }
    assert (rows[1]["side"], rows[2]["side"], rows[2]["slack"]) == ("unsafe", "safe", "1.200")
    pi = rows[4]
    assert pi["lower"] == "3.14159265358979323846264338327950288"  # ...0288 4197
    assert pi["upper"] == "3.14159265358979323846264338327950289"
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
    assert audit_summary(surprise) == "1 row: 1 wrong; not the recorded verdict: thirds."


@pytest.mark.parametrize("width", [1, 40, 60, 80, 100, 120, 200])
def test_no_line_is_longer_than_the_terminal_and_nothing_is_lost(result: Audit, width: int) -> None:
    shown = audit_plain(result, width=width)
    assert all(len(line) <= max(width, 20) for line in shown.splitlines())
    joined = "".join(shown.split())
    for row in ROWS:
        assert all("".join(word.split()) in joined for word in (row[0], row[3], row[4], row[5]))
    assert all(value in joined for value in ("0.6666666667", "0.003333333333", "3.141592654"))


def test_blocks_and_columns(result: Audit) -> None:
    blocks = audit_plain(result, width=60).splitlines()
    assert blocks[1:3] == ["correct: thirds", "    printed 0.67 rounded; true value 0.6666666667; fits"]
    assert blocks[3] == "    half-up, half-even, up"
    columns = audit_plain(result, width=90).splitlines()
    assert columns[2].split()[:5] == ["thirds", "0.67", "rounded", "0.6666666667", "correct"]
    assert columns[4].endswith("fits up; unsafe side") or len(columns) > 11  # the remarks are wrapped below themselves
    assert max(map(len, columns)) <= 90


def test_colors_change_no_word(result: Audit, surprise: Audit) -> None:
    for found in (result, surprise):
        for width in (60, 120):
            painted = audit_plain(found, width=width, color=True)
            assert re.sub(r"\033\[[0-9;]*m", "", painted) == audit_plain(found, width=width)
            assert "\033[" in painted
    assert "\033[31mwrong\033[0m" in audit_plain(result, color=True)
    assert "\033[1;7;31mwrong, RECORDED AS correct\033[0m" in audit_plain(surprise, color=True)


def test_what_does_not_print_is_escaped(tmp_path: Path) -> None:
    rows = [("a\u202eb\x1b[2J", "value", "x = 0", "0", "exact", "correct")]
    shown = audit_plain(audit([table(tmp_path / "table.csv", rows)]), width=80)
    assert r"a\u202eb\x1b[2J" in shown
    assert shown.replace("\n", "").isprintable()


def test_a_heading_for_each_table(tmp_path: Path) -> None:
    found = audit([table(tmp_path / "one.csv", ROWS[:1]), table(tmp_path / "two.csv", ROWS[1:2])])
    headings = [line for line in audit_plain(found).splitlines() if line.startswith("#")]
    assert headings == ["# one.csv", "# two.csv"]
    assert [line for line in audit_markdown(found).splitlines() if line.startswith("#")] == ["## one.csv", "## two.csv"]


def test_only_what_is_wrong(result: Audit) -> None:
    assert [row["id"] for row in audit_json(result, refuted=True)] == ["violated", "pi"]
    plain = audit_plain(result, refuted=True).splitlines()
    assert [line.split()[0] for line in plain[2:4]] == ["violated", "pi"]
    assert plain[-1] == audit_summary(result)  # still counts all rows
    assert len(plain) == 6
    assert "thirds" not in audit_plain(result, refuted=True, width=60)


def test_html_is_one_escaped_file(result: Audit) -> None:
    page = Read(audit_html(result, "9.9"))
    text = "".join(page.texts)
    scripts = [names for tag, names in page.elements.elements() if tag == "script"]
    assert scripts == [()]  # its own; tests/browser opens it
    assert all(link.startswith(("#", "data:application/json;base64,")) for link in page.links)
    assert text.count("this row as JSON") == len(ROWS)
    assert text.index("recorded verdict") < text.index("Section <1>")
    for part in ("<script>", "Section <1>", "a & b", "violated-bound", "dpexact 9.9"):
        assert part in text


def test_junit(result: Audit, surprise: Audit) -> None:
    suites = ET.fromstring(audit_junit(result))  # noqa: S314 - our own output
    assert suites.attrib == {"name": "dpexact audit", "tests": "7", "failures": "0", "errors": "0"}
    assert [case.attrib["name"] for case in suites.iter("testcase")] == [row[0] for row in ROWS]
    failures = list(ET.fromstring(audit_junit(surprise)).iter("failure"))  # noqa: S314 - our own output
    assert [failure.attrib["message"] for failure in failures] == ["expected correct, got wrong"]


def test_junit_has_a_suite_for_each_table(tmp_path: Path) -> None:
    wrong = ("wrong", "value", "x = 2/3", "0.66", "rounded", "")
    found = audit([table(tmp_path / "one.csv", ROWS[:2]), table(tmp_path / "two.csv", [wrong])])
    suites = ET.fromstring(audit_junit(found))  # noqa: S314 - our own output
    counts = [(suite.attrib["name"], suite.attrib["tests"], suite.attrib["failures"]) for suite in suites]
    assert counts == [("one.csv", "2", "0"), ("two.csv", "1", "1")]
    assert [len(suite.findall("testcase")) for suite in suites] == [2, 1]


def test_junit_survives_characters_that_xml_cannot_carry(tmp_path: Path) -> None:
    rows = [("bell\a", "value", "x = 0", "0", "exact", "correct")]
    suites = ET.fromstring(audit_junit(audit([table(tmp_path / "table.csv", rows)])))  # noqa: S314 - our own output
    assert [case.attrib["name"] for case in suites.iter("testcase")] == ["bell\N{REPLACEMENT CHARACTER}"]


def test_junit_has_no_characters_that_turn_the_text(tmp_path: Path) -> None:
    rows = [("a\u202eb\u2066c", "value", "x = 0", "0", "exact", "correct")]
    text = audit_junit(audit([table(tmp_path / "table.csv", rows)]))
    assert "a\\u202eb\\u2066c" in text
    assert not {"\u202e", "\u2066"} & set(text)


@pytest.fixture
def failing(tmp_path: Path) -> Audit:
    """Without recorded verdicts: one that is right, one that is wrong, one that is open, three that fail."""
    rows = [
        ("right", "value", "x = 2/3", "0.67", "rounded", ""),
        ("wrong", "value", "x = 2/3", "0.66", "rounded", ""),
        ("open", "open", "", "1", "exact", ""),
        ("float", "value", "x = sqrt(-1)", "1", "exact", ""),
        ("bug", "bug", "", "1", "exact", ""),
        ("none", "nothing", "", "1", "exact", ""),
    ]
    return audit([table(tmp_path / "table.csv", rows)])


def test_rows_that_fail_stay_in_every_report(failing: Audit) -> None:
    assert [row.id for row in failing.failed] == ["float", "bug", "none"]
    assert not failing.as_expected
    assert [(row.as_expected, row.open) for row in failing.rows] == [(True, False), (False, False), (False, True)]
    shown = json.loads(json.dumps(audit_json(failing)))
    assert [row["id"] for row in shown] == ["right", "wrong", "open", "float", "bug", "none"]
    assert all(row.keys() == {"id", "table", "error"} for row in shown[3:])
    assert "line 5, column parameters" in shown[3]["error"]
    assert "ZeroDivisionError" in shown[4]["error"]
    assert "line 7, column quantity" in shown[5]["error"]
    suites = ET.fromstring(audit_junit(failing))  # noqa: S314 - our own output
    assert suites.attrib == {"name": "dpexact audit", "tests": "6", "failures": "2", "errors": "3"}
    page = audit_html(failing, "9.9")
    said = ("ZeroDivisionError", "1 of 3 numbers is wrong: wrong; 1 is undecided: open.", "cannot be read or computed")
    assert all(text in page for text in said)
    assert [row["id"] for row in audit_json(failing, refuted=True)] == ["wrong", "float", "bug", "none"]
    assert audit_summary(failing) == (
        "1 of 3 numbers is wrong: wrong; 1 is undecided: open. "
        "6 rows: 1 correct, 1 undecided, 1 wrong, 3 that cannot be read or computed; "
        "cannot be read or computed: float, bug, none."
    )
    for width in (None, 60, 100):
        assert "cannot be read or computed: float" in audit_plain(failing, width=width)


def test_the_parameter_that_is_refused_is_named(tmp_path: Path) -> None:
    rows = [("rate", "refusing", "x = 1; rate = 2", "1", "exact", "")]
    result = audit([table(tmp_path / "table.csv", rows)])
    assert not result.as_expected
    error = result.failed[0].error
    assert getattr(error, "inside", None) == "line 2, column parameters.rate"


def test_the_safe_side_of_a_row(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    lines = [
        "id,source,quantity,parameters,printed,meaning,safe",
        "a,s,value,x = 2/3,0.67,rounded,larger",
        "b,s,value,x = 2/3,0.67,rounded,smaller",
        "c,s,value,x = 2/3,0.67,rounded,",
        "d,s,delta,x = 2/3,0.67,rounded,larger",
        "e,s,delta,x = 2/3,0.67,rounded,smaller",
        "f,s,value,x = 2/3,0.67,rounded,upwards",
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    result = audit([file])
    assert [row.judgement.side for row in result.rows] == ["safe", "unsafe", "neither", "safe"]
    assert [row.id for row in result.failed] == ["e", "f"]
    assert [row.get("safe") for row in audit_json(result)][:4] == ["larger", "smaller", None, "larger"]


@pytest.mark.parametrize("tables", ["table.csv", 5, Path("table.csv")])
def test_what_is_no_list_of_tables_is_refused(tables: object) -> None:
    refuses(DocumentError, "expected a list of paths", audit, tables)


@pytest.mark.parametrize("shift", ["1", "1e-300", "1e300"])
def test_the_ends_agree_to_thirty_digits(shift: str) -> None:
    enclosure = epsilon_of(exact(3) ** 7) if shift == "1" else epsilon_of(1 + exact(shift))
    found = number_fields(enclosure)
    lower, upper = Fraction(found["lower"]), Fraction(found["upper"])
    assert 0 < (upper - lower) * 10**30 < abs(lower)


@pytest.mark.parametrize(("names", "status"), [(["open"], 3), (["open", "wrong"], 1), (["bug", "open", "wrong"], 2)])
def test_two_goes_before_one_before_three(names: list[str], status: int, failing: Audit) -> None:
    chosen = tuple(row for row in failing.entries if row_name(row) in names)
    assert ended(Audit(chosen), strict=False) == status


WEIGHED = """
[[claim]]
id = "{id}"
source = "s"
quantity = "value"
parameters = {{ x = "{x}" }}
printed = "{printed}"
meaning = "rounded"
{more}
"""


@pytest.fixture
def weighed(tmp_path: Path) -> Audit:
    """One wrong row of each weight, two readings, and one that is within the tolerance of its source."""
    rows = [
        ("far", "1", "1.5", ""),
        ("near", "1", "1.0005", ""),
        ("digits", "1", "1.00000000001", ""),
        ("tolerated", "1", "1.5", 'tolerance = "0.5 absolute"'),
        ("other-conversion", "1", "2.0", "reading = true"),
        ("other-input", "1", "1.0", 'reading = "true"'),
    ]
    path = tmp_path / "weighed.toml"
    path.write_text("".join(WEIGHED.format(id=a, x=b, printed=c, more=d) for a, b, c, d in rows), encoding="utf-8")
    return audit([path])


def test_weights_and_readings_are_counted_apart(weighed: Audit) -> None:
    rows = {str(row["id"]): row for row in audit_json(weighed)}
    assert [row["weight"] for row in rows.values()] == [
        *("material", "small", "last-digits", "last-digits", "material", None)
    ]
    assert [row["reading"] for row in rows.values()] == [False, False, False, False, True, True]
    assert rows["tolerated"]["verdict"] == "wrong"
    assert rows["tolerated"]["tolerance"] == "0.5 absolute"
    assert dict(weighed.outcomes) == {"wrong": 2, "last-digits": 2, "reading": 2}
    assert [row.claim.id for row in weighed.refuted] == ["far", "near", "digits", "tolerated"]
    assert audit_summary(weighed) == (
        "2 of 4 numbers are wrong: far, near; 2 are off in the last digits only or within a stated "
        "tolerance: digits, tolerated. "
        "4 rows and 2 readings (1 wrong): 2 off in the last digits only or within a stated tolerance (1), "
        "2 wrong (1 by less than 0.1 %)."
    )
    assert "2 last-digits" in audit_html(weighed, "1")
    assert "2 wrong" in audit_html(weighed, "1")
    assert "2 reading" in audit_html(weighed, "1")


def test_a_tolerance_is_shown_whatever_it_is(tmp_path: Path) -> None:
    """A wide enclosure as the printed number does not make it "off in the last digits"."""
    for tolerance, expected in (
        ("1000000 absolute", "off within the tolerance that the row states, 1000000 absolute"),
        ("0.001 relative", "material; beyond the tolerance that the row states, 0.001 relative"),
    ):
        path = tmp_path / "t.toml"
        more = f'tolerance = "{tolerance}"\nexpected = "wrong"\nexpected_by = "hand"'
        path.write_text(WEIGHED.format(id="r", x="1", printed="2.0", more=more), encoding="utf-8")
        text = audit_plain(audit([path]))
        assert expected in text
        assert "digits only" not in text.splitlines()[2]


def test_a_reading_is_a_skipped_test_and_no_alert(weighed: Audit) -> None:
    suite = ET.fromstring(audit_junit(weighed))[0]  # noqa: S314 - our own text
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("6", "4", "2")
    run = json.loads(audit_sarif(weighed, "1"))["runs"][0]
    assert [(found["ruleId"], found["level"]) for found in run["results"]] == [
        ("wrong", "error"),
        ("wrong", "error"),
        ("last-digits", "note"),
        ("last-digits", "note"),
    ]
    assert run["properties"]["verdicts"] == {"last-digits": 2, "reading": 2, "wrong": 2}


def test_a_reading_with_another_verdict_than_the_recorded_one_fails(tmp_path: Path) -> None:
    more = 'reading = true\nexpected = "correct"\nexpected_by = "hand"'
    path = written(tmp_path / "t.toml", WEIGHED.format(id="r", x="1", printed="2.0", more=more))
    found = audit([path])
    assert not found.as_expected
    assert '<failure message="expected correct, got wrong">' in audit_junit(found)
    assert [result["ruleId"] for result in json.loads(audit_sarif(found, "1"))["runs"][0]["results"]] == ["reading"]


@pytest.mark.parametrize(
    ("more", "column"),
    [('reading = "yes"', "reading"), ("reading = 1", "reading"), ('tolerance = "1e-9"', "tolerance")],
)
def test_cells_that_are_neither_are_refused(tmp_path: Path, more: str, column: str) -> None:
    path = written(tmp_path / "t.toml", WEIGHED.format(id="r", x="1", printed="2.0", more=more))
    assert f"claim[0].{column}: expected" in str(audit([path]).failed[0].error)


@pytest.mark.slow
def test_a_row_whose_bounds_end_does_not_end_the_report(tmp_path: Path) -> None:
    table = tmp_path / "claims.toml"
    parameters = 'parameters = { expression = "minimize((x - 1/3)**2, x, 0, 1)" }'
    cells = f'[[claim]]\nid = "a"\nsource = "s"\nquantity = "formula"\n{parameters}\nprinted = "0"\nmeaning = "exact"\n'
    table.write_text(cells, encoding="utf-8")
    (row,) = audit_json(audit([table]))
    assert row["verdict"] == "undecided"
    assert Fraction(str(row["lower"])) <= 0 <= Fraction(str(row["upper"]))
