"""Pages without a browser: what is shown, how rows are sorted and chosen; SARIF, Markdown, lines of a table."""

import base64
import json
import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from html import unescape
from importlib import resources
from pathlib import Path

import pytest

from dpexact.audit import auditor
from dpexact.audit import page as page_of_audit
from dpexact.audit.auditor import Audit, AuditRow, audit
from dpexact.audit.claim_table import read_claim_table, toml_lines
from dpexact.audit.formats import audit_markdown
from dpexact.audit.judgement import judge
from dpexact.audit.page import audit_page, number_line_plot
from dpexact.audit.paper import bundled_tables
from dpexact.audit.printed import Claim, Meaning, parse_printed
from dpexact.audit.quantities import QUANTITIES
from dpexact.errors import ParameterError
from dpexact.numbers.exact import exact
from dpexact.papers.catalogue import OURS
from dpexact.report.page import Column, Page, page_html
from dpexact.report.row import Cell, Row, Verdict
from dpexact.testing.report import claims_page
from tests.audit_reports import audit_html, audit_sarif, unreadable
from tests.beside import beside
from tests.each import each

BESIDE = beside(__file__)


def row(
    printed: str, true: str, meaning: Meaning = "rounded", expected: str | None = None, name: str = "a"
) -> AuditRow:
    number = exact(true)
    judgement = judge(parse_printed(printed), meaning, number)
    claim = Claim(name, "s", "formula", {"expression": true}, printed, meaning, expected)  # type: ignore[arg-type]
    return AuditRow("t.csv", claim, number, judgement)


@each(("printed", "true", "meaning", "inside"), BESIDE["the_true_number_is_drawn_in_the_band_when_the_text_is_right"])
def test_the_true_number_is_drawn_in_the_band_when_the_text_is_right(
    printed: str,
    true: str,
    meaning: Meaning,
    inside: bool,  # noqa: FBT001
) -> None:
    (plot,) = number_line_plot(row(printed, true, meaning))
    band = re.search(r'<rect x="([-0-9.]+)" y="[0-9.]+" width="([0-9.]+)" height="[0-9.]+" class="allowed"/>', plot.svg)
    line = re.search(r'<line x1="([-0-9.]+)" [^>]*class="true"/>', plot.svg)
    assert band is not None
    assert line is not None
    start, place = float(band[1]), float(line[1])
    assert (start - 0.1 <= place <= start + float(band[2]) + 0.1) == inside
    assert 0 <= place <= 460


def entry(name: str, cell: Cell, verdict: str = "good") -> Row:
    return Row(name, "", "g", (cell,), verdict)


def places(page: Page) -> list[list[int]]:
    return [[int(n) for n in found.split()] for found in re.findall('data-places="([^"]*)"', page_html(page, "9.9"))]


def page(*entries: Row, left_out: str = "", counts: dict[str, int] | None = None) -> Page:
    verdicts = (Verdict("bad", "bad", "b"), Verdict("good", "good", "g"))
    return Page("t", ("a",), "s", "n", "g", (Column("c"),), verdicts, entries, {}, (), counts, left_out)


def test_orders_are_exact_and_natural() -> None:
    near = Fraction(1, 10**30)
    entries = (
        entry("row 10", Cell("x", key=1 + near)),
        entry("row 9", Cell("x", key=1), "bad"),
        entry("Row 9", Cell("text 2")),
        entry("row 009", Cell("text 10")),
        entry("", Cell("", missing=True)),
        entry("row 1", Cell("x", key=10**400)),
    )
    found = places(page(*entries))
    assert [row[0] for row in found] == [3, 2, 2, 2, 0, 1]
    assert [row[1] for row in found] == [1, 0, 3, 4, 5, 2]
    assert [row[2] for row in found] == [1, 0, 1, 1, 1, 1]


def test_the_policy_names_the_style_and_the_script_of_the_page() -> None:
    text = page_html(page(entry("a", Cell("b"))), "9.9")
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    for tag in ("style", "script"):
        contents = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digests = [base64.b64encode(sha256(content.encode()).digest()).decode() for content in contents]
        hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
        assert f"{tag}-src {hashes};" in unescape(policy)
    assert unescape(policy).startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert re.findall(r"https?:|//[a-z]", text) == []  # not a single address


def test_what_is_no_character_is_escaped() -> None:
    text = page_html(page(entry("\ud800", Cell("\x00<b>\u202e1.0\u202c\r\u05d0\xa0"))), "9.9")
    assert text.encode()
    assert r"\ud800" in text
    assert r"\x00&lt;b&gt;\u202e1.0\u202c\r" + "\u05d0\xa0" in text
    assert "<b>" not in text


def test_a_large_audit_shows_what_matters_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_of_audit, "LIMIT", 3)
    right = [row("0.67", "2/3", name=f"right-{n}") for n in range(4)]
    known = [row("0.6", "2/3", expected="wrong", name="known")]
    wrong = [row("0.6", "2/3", name=f"wrong-{n}") for n in range(2)]
    found = audit_page(Audit((*right[:2], *known, *wrong, *right[2:])))
    assert [entry.name for entry in found.entries] == ["wrong-0", "wrong-1", "known"]
    assert found.counts == {"correct": 4, "wrong": 3}
    assert 'left out: 4 under "What holds".' in found.left_out
    text = audit_html(Audit((*right, *wrong, *known)), "9.9")
    assert "4 correct" in text
    assert "left out: 4 under &#34;What holds&#34;." in text
    most = audit_page(Audit((*wrong, *wrong, *known, *right[:1])))
    assert [entry.name for entry in most.entries] == ["wrong-0", "wrong-0", "wrong-1"]
    assert 'left out: 2 under "Wrong by 0.1 % or more' in most.left_out
    assert most.left_out.partition(", 1 ")[2].startswith('under "What holds".')
    assert audit_page(Audit(tuple(right[:3]))).left_out == ""


TOML = """format = "dpexact-claim-table/1"

[[claim]] # one
id = "a"
source = "[[claim]]"
quantity = "formula"
parameters = { expression = "1/3" }
printed = "0.34"
meaning = "rounded"

  [[ claim ]]
id = "b"
source = "s"
quantity = "formula"
parameters = "expression = 1/0"
printed = "0.34"
meaning = "rounded"
[["claim"]]
id = "c"
source = "s"
quantity = "formula"
parameters = { expression = "1/3" }
printed = "0.33"
meaning = "rounded"
"""
CSV = """id,source,quantity,parameters,printed,meaning,note

a,s,formula,expression = 1/3,0.34,rounded,"two
lines"
b,s,formula,expression = 1/3,0.4,rounded,
"""


def test_lines_of_rows(tmp_path: Path) -> None:
    toml, csv = tmp_path / "t.toml", tmp_path / "t.csv"
    toml.write_text(TOML, encoding="utf-8")
    csv.write_text(CSV, encoding="utf-8")
    assert [row.line for row in read_claim_table(toml).rows] == toml_lines(TOML, 3) == [3, 11, 18]
    assert toml_lines(TOML, 4) == [None] * 4
    for end in ("\n", "\r\n", "\r"):
        csv.write_bytes(CSV.replace("\n", end).encode())
        assert [row.line for row in read_claim_table(csv).rows] == [3, 5]
    toml.write_text(TOML.replace('"[[claim]]"', '"""\n[[claim]]\n"""'), encoding="utf-8")
    rows = read_claim_table(toml).rows
    assert [row.line for row in rows] == [None] * 3  # text that looks like a header: no line rather than a wrong one


def test_sarif(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a table.toml").write_text(TOML, encoding="utf-8")
    (tmp_path / "below").mkdir()
    (tmp_path / "t.csv").write_text(CSV, encoding="utf-8")
    found = auditor.audit(["a table.toml"], papers=())
    log = json.loads(audit_sarif(found, "9.9"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    results = [(r["ruleId"], r["kind"], r["level"], r["locations"][0]["physicalLocation"]) for r in run["results"]]
    file = {"uri": "a%20table.toml", "uriBaseId": "SRCROOT"}
    assert results == [
        ("wrong", "fail", "error", {"artifactLocation": file, "region": {"startLine": 3}}),
        ("unreadable", "fail", "error", {"artifactLocation": file, "region": {"startLine": 11}}),
    ]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert run["invocations"] == [{"executionSuccessful": False}]
    assert run["properties"] == {"rows": 3, "verdicts": {"correct": 1, "wrong": 1}}
    assert len({result["partialFingerprints"]["row/v1"] for result in run["results"]}) == 2
    assert "1 unit off, too high" in run["results"][0]["message"]["text"]
    monkeypatch.chdir(tmp_path / "below")
    outside = json.loads(audit_sarif(auditor.audit(["../t.csv"], papers=()), "9.9"))["runs"][0]["results"]
    assert [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in outside] == [3, 5]
    assert outside[0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": (tmp_path / "t.csv").as_uri()}


@each(
    ("verdict", "expected", "kind", "level"),
    [
        ("0.6", "wrong", "fail", "note"),
        ("0.6", "correct", "fail", "error"),
        ("0.6", None, "fail", "error"),
        ("0.67", "wrong", "fail", "error"),
        ("0.67", "correct", None, None),
        ("0.67", None, None, None),
    ],
)
def test_levels_of_sarif(verdict: str, expected: str | None, kind: str | None, level: str | None) -> None:
    found = Audit((row(verdict, "2/3", expected=expected),))
    results = json.loads(audit_sarif(found, "9.9"))["runs"][0]["results"]
    assert [(result["kind"], result["level"]) for result in results] == ([] if kind is None else [(kind, level)])
    assert all("physicalLocation" not in result["locations"][0] for result in results)  # there is no such file


def test_markdown_is_escaped() -> None:
    found = audit_markdown(Audit((row("0.6", "2/3", name="a|b\n<script>`*"), row("0.67", "2/3"))))
    line = r"| a\|b <script>".replace("<", r"\<").replace(">", r"\>")
    assert line in found.replace(r"\\n", " ")
    assert len([text for text in found.splitlines() if text.startswith("| ")]) == 4
    only = audit_markdown(Audit((row("0.6", "2/3"), row("0.67", "2/3", name="fine"))), refuted=True)
    assert "fine" not in only


def test_the_commands_that_give_the_answers_again() -> None:
    bundled = str(resources.files("dpexact") / "papers" / "rainbow" / "printed.toml")
    tables = (bundled, "below/a table.csv", "/elsewhere/t.csv", bundled)
    found = audit_page(Audit(tuple(replace(row("0.67", "2/3"), table=table) for table in tables)))
    assert found.again == ("dpexact audit rainbow 'below/a table.csv' t.csv",)
    assert audit_page(Audit((row("0.67", "2/3"),))).again == ("dpexact audit t.csv",)
    own = ("--quantities", "my own.py")
    assert audit_page(Audit((row("0.67", "2/3"),)), None, own).again == (
        "dpexact audit t.csv --quantities 'my own.py'",
    )
    shipped = Audit((replace(row("0.67", "2/3"), table=bundled),))
    assert audit_page(shipped, None, own).again == ("dpexact audit rainbow --quantities 'my own.py'",)


@pytest.mark.parametrize(
    ("name", "what"),
    [("zcdp.epsilon", "this theorem gives"), ("gaussian.epsilon", "there is")],
)
def test_a_bound_that_is_not_tight_is_not_called_what_there_is(name: str, what: str) -> None:
    found = row("0.6", "2/3")
    found = replace(found, claim=replace(found.claim, quantity=name), judgement=replace(found.judgement, side="unsafe"))
    known = {quantity.name: quantity for quantity in QUANTITIES}
    (entry,) = audit_page(Audit((found,)), known).entries
    (side,) = [detail.text for detail in entry.details if detail.term == "on which side"]
    assert side == f"the unsafe side: more privacy is promised than {what}"


def test_an_outcome_of_another_plugin_is_shown() -> None:
    text = page_html(claims_page([{"id": "a", "test": "t.py::a", "outcome": "rerun", "message": "again"}]), "9.9")
    assert 'data-verdict="rerun"' in text
    assert "What another plugin" in text


def test_several_tests_of_one_claim_have_names_of_their_own() -> None:
    tests = ["t.py::test_a[0.5]", "t.py::test_a[1]", "t.py::test_b", "t.py::test_b", "t.py::test_c"]
    claims = [{"id": "laplace", "test": test, "outcome": "failed", "message": ""} for test in tests[:-1]]
    claims.append({"id": "alone", "test": tests[-1], "outcome": "failed", "message": ""})
    names = [
        "laplace: test_a[0.5]",
        "laplace: test_a[1]",
        "laplace: test_b",
        "laplace: test_b (2)",  # the call and the teardown, say
        "alone",
    ]
    found = claims_page(claims)
    assert [entry.name for entry in found.entries] == names
    links = re.findall(r'<li><a href="#row-[0-9]+">(.*?)</a>', page_html(found, "9.9"))
    assert [unescape(link) for link in links] == names
    assert [entry.data["id"] for entry in found.entries if entry.data is not None] == ["laplace"] * 4 + ["alone"]


TABLE_WITH_MISTAKES = """id,source,quantity,parameters,printed,meaning
typo,p,gausian.sigma,epsilon = 1; delta = 1e-5; sensitivity = 1,3.74,at-most
word,p,gaussian.sigma,epsilon = 1; delta = 1e-5; sensitivity = 1,<b>about,at-most
range,p,gaussian.sigma,epsilon = 1; delta = 7; sensitivity = 1,3.74,at-most
comma,p,gaussian.sigma,epsilon = 1; delta = 1e-5; sensitivity = 1,3,74,at-most
,p,gaussian.sigma,epsilon = 1; delta = 1e-5; sensitivity = 1,3.74,at-most
"""


def test_a_row_that_cannot_be_read_says_where_what_and_what_to_do(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(TABLE_WITH_MISTAKES, encoding="utf-8")
    found = audit([table])
    entries = audit_page(found).entries
    assert [entry.remark for entry in entries] == [
        "line 2, column quantity",
        "line 3, column printed",
        "line 4, column parameters.delta",
        "line 5",
        "line 6, column id",
    ]
    for entry, failed in zip(entries, found.failed, strict=True):
        details = {detail.term: detail.text for detail in entry.details}
        assert list(details) == ["where", "what was expected", "what came", "what to do"]
        assert details["where"] == f"{table}: {entry.remark}"
        assert all(text and text in str(failed.error) for text in list(details.values())[:3])
        assert entry.opened
    told = [{detail.term: detail.text for detail in entry.details} for entry in entries]
    assert told[0]["what came"] == "'gausian.sigma'"
    assert told[0]["what to do"].startswith("did you mean 'gaussian.sigma'? correct it")
    assert (told[3]["what was expected"], told[3]["what came"]) == ("6 cells, as in the header", "7")
    text = audit_html(found, "9.9")
    assert re.findall('aria-expanded="(.*?)" aria-controls', text) == ["true"] * 5
    assert len(re.findall('<tr role="row" class="more" id="more-[0-9]">', text)) == 5  # none of them hidden
    assert "&lt;b&gt;about" in text
    assert "cannot be read or computed, line 5" in text  # beside the link on top


def test_an_error_without_parts_is_shown_whole() -> None:
    (entry,) = audit_page(Audit((unreadable("t.csv", "a", ParameterError("nothing but words")),))).entries
    assert [(detail.term, detail.text) for detail in entry.details] == [("what is wrong", "nothing but words")]
    assert entry.remark == ""


def test_how_to_ask_again_names_bundled_tables() -> None:
    def again(*tables: str, options: tuple[str, ...] = ()) -> tuple[str, ...]:
        return audit_page(Audit(tuple(replace(row("0.67", "2/3"), table=table) for table in tables)), {}, options).again

    bundled = {name: str(path) for name, path in bundled_tables(OURS).items()}
    assert again(bundled["rappor"], bundled["axioms"]) == ("dpexact audit rappor axioms",)
    assert again(bundled["rappor"], "/far/my table.csv", "here.csv") == (
        "dpexact audit rappor 'my table.csv' here.csv",
    )
    assert again(*bundled.values()) == ("dpexact audit",)
    options = ("--quantities", "my.py")
    assert again(*bundled.values(), options=options) == ("dpexact audit --quantities my.py",)
    assert again(*bundled.values(), "a.csv", options=options) == (
        "dpexact audit",
        "dpexact audit a.csv --quantities my.py",
    )
