"""The commands, on randomized response with truth 3/4, whose numbers are known by hand.

P(no | no) = 3/4 and P(no | yes) = 1/4, so delta(E) = (3 - E)/4 for E <= 3, attained by one outcome; E = 3 - 4 delta.
"""

import json
import re
from pathlib import Path

import pytest

from dpexact import __version__
from dpexact.audit.paper import published_tables
from dpexact.audit.sentences import table_name
from dpexact.certificates.certificate import checker_page
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism
from tests.audited_once import audit_cache
from tests.beside import beside
from tests.commands import DOCUMENTS, GOOD, RESPONSE, complaint, data, document, ended, run

BESIDE = beside(__file__)

PATH = str(GOOD / "three-on-a-path.json")
TABLE = DOCUMENTS / "claim-tables" / "good.toml"


def test_a_proved_claim() -> None:
    found = data("verify", RESPONSE, "--exp-epsilon", "2", "--delta", "1/4")
    assert (found["verdict"], found["counterexample"]) == ("proved", None)
    assert found["tight_delta"] == {"exact": "1/4", "decimal": "0.25", "rounding": "up", "rounded": False}
    assert run("verify", RESPONSE, "--epsilon", "log(3)").startswith("proved: ")


def test_a_claim_refuted_by_very_little() -> None:
    delta = f"0.24{'9' * 58}"
    found = data("verify", RESPONSE, "--exp-epsilon", "2", "--delta", delta, status=1)
    excess = f"1/1{'0' * 60}"
    assert found["verdict"] == "refuted"
    assert found["counterexample"] == {"from": "no", "to": "yes", "event": ["no"], "excess": excess}
    text = run("verify", RESPONSE, "--exp-epsilon", "2", "--delta", delta, status=1)
    assert 'from i       "no"' in text
    assert 'event S      {"no"}' in text
    assert "= 0.249999999999999 (rounded down)" in text  # rounded up the claim would be true


@pytest.mark.parametrize("option", ["--epsilon=log(2)", "--epsilon=ln(4)/2", "--exp-epsilon=sqrt(4)"])
def test_epsilon_as_people_write_it(option: str) -> None:
    assert data("tight", RESPONSE, option)["tight_delta"]["exact"] == "1/4"


def test_decimals_are_rounded_up_and_say_so() -> None:
    text = run("tight", RESPONSE, "--epsilon", "1/2")  # (3 - exp(1/2))/4 = 0.33781968232496795...
    assert "0.337819682324968 (rounded up)" in text
    found = data("tight", RESPONSE, "--epsilon", "0.1")  # (3 - exp(0.1))/4 = 0.47370727048108808...
    assert found["tight_delta"]["decimal"] == "0.473707270481089"
    assert found["tight_delta"]["rounding"] == "up"
    assert found["attained"] == {"from": "no", "to": "yes", "event": ["no"]}


def test_tight_epsilon() -> None:
    found = data("tight", RESPONSE, "--delta", "1/10")
    assert found["tight_exp_epsilon"] == {"exact": "13/5", "decimal": "2.6", "rounding": "up", "rounded": False}
    assert found["tight_epsilon"] == {
        "text": None,
        "decimal": "0.955511445027437",  # log 2.6 = 0.95551144502743637
        "rounding": "up",
        "rounded": True,
    }
    assert data("tight", RESPONSE, "--delta", "1/2")["tight_epsilon"]["decimal"] == "0"
    assert data("tight", RESPONSE, "--delta", "3/4")["tight_exp_epsilon"]["exact"] == "1"


def test_no_epsilon_is_enough(tmp_path: Path) -> None:
    file = document(tmp_path, [["1", "0"], ["1/2", "1/2"]])
    assert data("tight", file, "--delta", "1/4")["tight_exp_epsilon"]["exact"] == "inf"
    assert "no E is enough" in run("tight", file, "--delta", "1/4")
    assert data("tight", file, "--delta", "1/2")["tight_exp_epsilon"]["exact"] == "1"


def test_a_path_of_three_by_hand() -> None:
    # At E = 5/4 the pair (0, 1) has 2/3 - E/4 = 17/48 on {0}; (1, 0) has 1/2 - E/6 + 1/4 - E/6 = 16/48 on {1, 2}.
    found = data("tight", PATH, "--exp-epsilon", "5/4")
    assert found["tight_delta"]["exact"] == "17/48"
    assert found["attained"] == {"from": 0, "to": 1, "event": [0]}


def test_documents_from_standard_input() -> None:
    text = Path(RESPONSE).read_text(encoding="utf-8")
    assert data("verify", "-", "--exp-epsilon", "3", feed=text)["verdict"] == "proved"
    assert data("verify", "-", "--exp-epsilon", "3", feed=",a,b\nx,3/4,1/4\ny,1/4,3/4\n")["verdict"] == "proved"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("option", "value", "kind"),
    [
        ("--exp-epsilon", "2", "not-private"),
        ("--exp-epsilon", "3", "private"),
        ("--epsilon", "1.1", "private"),  # exp(1.1) = 3.004
        ("--epsilon", "1.0986", "not-private"),  # exp(1.0986) = 2.99996
    ],
)
def test_certificates_are_checked_and_belong_to_their_mechanism(
    option: str, value: str, kind: str, tmp_path: Path
) -> None:
    file = tmp_path / "certificate.json"
    run("verify", RESPONSE, option, value, "--certificate", str(file), status=1 if kind == "not-private" else 0)
    found = data("check", str(file))
    assert (found["verdict"], found["kind"]) == ("proved", kind)
    assert found["weights"] == {"denominator": "4", "rows": [["3", "1"], ["1", "3"]]}
    assert run("check", str(file), "--against", RESPONSE, "--expect", kind).startswith("proved: ")
    said = complaint("check", str(file), "--against", PATH, "--expect", kind, status=1)
    assert "about a different mechanism" in said


def test_check_says_which_pair_and_event_refute(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    run("verify", RESPONSE, "--exp-epsilon", "2", "--certificate", str(file), status=1)
    found = run("check", str(file)).splitlines()
    assert found[-1] in (
        '  shown by the pair i = "no", j = "yes" and the event S = {"no"}',
        '  shown by the pair i = "yes", j = "no" and the event S = {"yes"}',
    )


def test_a_certificate_that_there_is_no_mechanism_is_about_none(tmp_path: Path) -> None:
    graph = RainbowGraph([(1, 2)], {1: (0, 1), 2: (0, 1)})
    answer = greatest_mechanism(graph, {1: {0: 1, 1: 0}, 2: {0: 0, 1: 1}}, 2, 0)
    file = tmp_path / "certificate.json"
    file.write_text(answer.certificate().to_json(), encoding="utf-8")
    assert data("check", str(file))["answer"] == "infeasible"
    said = complaint("check", str(file), "--against", RESPONSE, status=1)
    assert "it proves the kind greatest-mechanism, but private is asked for" in said
    assert "leave it out" in complaint("check", str(file), "--against", RESPONSE, "--expect", "greatest-mechanism")


def test_a_certificate_that_was_tampered_with_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    run("verify", RESPONSE, "--exp-epsilon", "2", "--certificate", str(file), status=1)
    file.write_text(file.read_text(encoding="utf-8").replace('"not-private"', '"private"'), encoding="utf-8")
    assert data("check", str(file), status=1)["rejected"]["check"] == "digest"
    assert "rejected: digest" in complaint("check", str(file), status=1)


def test_what_is_no_certificate_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "nothing.json"
    for content, reason in (("", "empty file"), ("[", "json"), ('{"a": 1, "a": 2}', "json")):
        file.write_text(content, encoding="utf-8")
        assert reason in complaint("check", str(file))
    assert "No such file" in complaint("check", str(tmp_path / "none.json"))


@pytest.mark.slow
def test_bad_usage() -> None:
    for arguments, reason in (
        ((), "exactly one of --epsilon and --exp-epsilon, got neither"),
        (("--epsilon", "1", "--exp-epsilon", "3"), "got both"),
        (("--exp-epsilon", "1/2"), "E = e^epsilon >= 1"),
        (("--epsilon", "-1"), "--epsilon: expected 0 or more, got -1"),
        (("--exp-epsilon", "2", "--delta", "2"), "--delta: expected a number from 0 to 1, got 2"),
        (("--exp-epsilon", "2", "--delta", "10^-6"), "write 1e-6 or 10**-6"),
        (("--exp-epsilon", "2+"), "--exp-epsilon: number text '2+'"),
        (("--epsilon", "nan"), "--epsilon: "),
        (("--exp-epsilon", "2", "--delta", "1.1"), "from 0 to 1"),
        (("--exp-epsilon", "2", "--delta=-1e-60"), "from 0 to 1"),
        (("--exp-epsilon", "2", "--delta", "1e999999999"), "--delta: "),
        (("--exp-epsilon", "1e999999999"), "--exp-epsilon: "),
        (("--exp-epsilon", "2", "--format", "xml"), "'--format': expected text or json, got 'xml'"),
        (("--exp-epsilon", "2", "--neighbors", "some"), "'--neighbors': expected all or path, got 'some'"),
        (("--nonsense",), "--nonsense"),
    ):
        assert reason in complaint("verify", RESPONSE, *arguments), arguments


def test_bad_usage_of_tight() -> None:
    assert "exactly one" in complaint("tight", RESPONSE)
    assert "exactly one" in complaint("tight", RESPONSE, "--delta", "0", "--epsilon", "1")


@pytest.mark.parametrize("name", ["json-float.json", "deep-nesting.json", "empty.json", "bad-sum.csv"])
def test_a_bad_document_is_named_with_its_file(name: str) -> None:
    file = str(DOCUMENTS / "bad" / name)
    assert complaint("verify", file, "--exp-epsilon", "2").startswith(f"dpexact: {file}: ")


@pytest.mark.slow
def test_audit_of_a_table_as_recorded(tmp_path: Path) -> None:
    rows = data("audit", str(TABLE))
    assert [(row["id"], row["verdict"], row["as_expected"]) for row in rows] == [
        ("seven-thirds", "correct", True),
        ("seven-thirds-low", "wrong", True),
    ]
    html, junit, sarif = (tmp_path / f"report.{suffix}" for suffix in ("html", "xml", "sarif"))
    text = run("audit", str(TABLE), "--html", str(html), "--junit", str(junit), "--sarif", str(sarif))
    assert text.rstrip().endswith("2 rows: 1 correct, 1 wrong; every verdict is the recorded one.")
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert junit.read_text(encoding="utf-8").startswith("<?xml")
    (found,) = json.loads(sarif.read_text(encoding="utf-8"))["runs"]
    assert [(result["ruleId"], result["level"]) for result in found["results"]] == [("wrong", "note")]
    assert "| seven-thirds-low |" in run("audit", str(TABLE), "--format", "markdown", "--only", "wrong")
    run("audit", str(TABLE), "--strict", status=1)
    assert [row["id"] for row in data("audit", str(TABLE), "--only", "wrong")] == ["seven-thirds-low"]


def test_audit_of_a_table_that_is_not_as_recorded(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(TABLE.read_text(encoding="utf-8").replace('expected = "wrong"', 'expected = "correct"'), "utf-8")
    assert "not the recorded verdict: seven-thirds-low" in run("audit", str(table), status=1)


OURS = ["count_queries/printed.toml", "axioms/printed.toml", "rainbow/printed.toml", "gradual_release/printed.toml"]


def bundled(*arguments: str) -> str:
    """The standard output of an audit, by default of all tables; stderr says that it takes a moment."""
    result = ended("audit", "--cache", audit_cache(), *arguments)
    assert result.exit_code == 0, result.output
    said = [line for line in result.stderr.splitlines() if not line.endswith("come from the cache")]
    assert said in ([], ["dpexact: auditing the claim tables ..."])
    return result.stdout


@pytest.mark.long
@pytest.mark.xdist_group("tables")
def test_the_bundled_audit_is_as_recorded() -> None:
    rows = json.loads(bundled("--format", "json"))
    assert list(dict.fromkeys(row["table"] for row in rows)) == [*OURS, *(path.name for path in published_tables())]
    assert all(row["as_expected"] for row in rows)
    assert any(row["verdict"] == "wrong" for row in rows)
    assert all({"fits", "units_off", "side", "slack"} <= row.keys() for row in rows)


def test_a_bad_table_is_named_with_its_place() -> None:
    file = str(DOCUMENTS / "claim-tables" / "printed-as-float.toml")
    result = ended("audit", file, str(TABLE), "--format", "json")
    failed, *others = json.loads(result.stdout)
    assert (result.exit_code, failed["id"], failed["table"]) == (2, "seven-thirds", "printed-as-float.toml")
    assert failed["error"].startswith(f"{file}: claim[0].printed: expected text")
    assert f"1 of 3 rows cannot be read or computed; the first: {failed['error']}" in result.stderr
    assert [row["verdict"] for row in others] == ["correct", "wrong"]


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "status"), BESIDE["rows_without_a_recorded_verdict"])
def test_rows_without_a_recorded_verdict(rows: list[str], status: int, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    lines = ["id,source,quantity,parameters,printed,meaning,expected,expected_by"]
    for place, row in enumerate(["2.33 rounded", *rows]):
        words = row.rsplit(" ", 1) if "about" in row else row.split()
        printed, meaning, expected = (*words, "")[:3]
        recorded = f"{expected},by hand" if expected else ","
        lines.append(f"{place},s,count_queries.quotient,numerator = 7; denominator = 3,{printed},{meaning},{recorded}")
    file.write_text("\n".join(lines), encoding="utf-8")
    found = data("audit", str(file), status=status)
    assert (found[0]["expected"], found[0]["as_expected"]) == (None, True)
    run("audit", str(file), status=status)


@pytest.mark.slow
def test_sharpen(tmp_path: Path) -> None:
    """Randomized response with truth 3/4 at E = 4: truth 4/5, with 11/12 3/4..., and both certificates."""
    out, file, maximal = (tmp_path / name for name in ("m.json", "c.json", "c-maximal.json"))
    found = data("sharpen", RESPONSE, "--exp-epsilon", "4", "--out", str(out), "--certificate", str(file))
    assert (found["already_maximal"], found["splits"]) == (False, 2)
    assert sorted(found["mechanism"]["rows"]) == [["1/5", "4/5"], ["4/5", "1/5"]]
    assert json.loads(out.read_text()) == found["mechanism"]
    assert sorted(found["kernel"]["rows"]) == [["1/12", "11/12"], ["11/12", "1/12"]]
    for target, kind in ((file, "post-processing"), (maximal, "maximally-sufficient")):
        assert run("check", str(target), "--expect", kind).startswith(f"proved: {kind}: ")
    assert run("check", str(maximal), "--against", str(out), "--exp-epsilon", "4").startswith("proved")
    complaint("check", str(maximal), "--against", RESPONSE, status=1)
    text = run("sharpen", RESPONSE, "--exp-epsilon", "4")
    assert text.startswith("sharpened: ")
    assert 'goes to      1: "no": 11/12, "yes": 1/12' in text
    assert run("sharpen", RESPONSE, "--epsilon", "log(3)").startswith("maximal: ")
    assert data("sharpen", RESPONSE, "--epsilon", "log(3)")["already_maximal"]


@pytest.mark.slow
def test_sharpen_with_delta(tmp_path: Path) -> None:
    """At E = 2 with delta = 1/4: it becomes the pair (1, 2, 1, 0)/4, (0, 1, 2, 1)/4 that dominates."""
    file, maximal = (tmp_path / name for name in ("c.json", "c-maximal.json"))
    found = data("sharpen", RESPONSE, "--exp-epsilon", "2", "--delta", "1/4", "--certificate", str(file))
    assert (found["already_maximal"], found["delta"]["exact"]) == (False, "1/4")
    assert sorted(map(sorted, found["mechanism"]["rows"])) == [["0", "1/2", "1/4", "1/4"]] * 2
    assert run("check", str(file), "--expect", "post-processing").startswith("proved: post-processing: ")
    assert run("check", str(maximal), "--exp-epsilon", "2", "--delta", "1/4", "--second").startswith("proved: ")
    page = tmp_path / "page.html"
    assert run("check", str(maximal), "--html", str(page)).startswith("proved: ")
    assert page.read_text(encoding="utf-8") == checker_page(maximal.read_text(encoding="utf-8"))
    said = complaint("sharpen", RESPONSE, "--epsilon", "log(2)", "--delta", "0.2")
    assert "private at E = 2 with delta = 1/5" in said


def test_the_sharpen_of_the_page_works_on_its_document(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    (mechanism,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    (options,) = re.findall(r"`dpexact sharpen FILE (--epsilon \S+)", page)
    (tmp_path / "page.json").write_text(mechanism, encoding="utf-8")
    assert run("sharpen", str(tmp_path / "page.json"), *options.split()).startswith("sharpened: ")


def test_what_sharpen_refuses(tmp_path: Path) -> None:
    text = complaint("sharpen", RESPONSE, "--exp-epsilon", "2")
    assert "private at E = 2 with delta = 0, got P(['no'] | 'no') > E P(['no'] | 'yes')" in text
    assert "finite E" in complaint("sharpen", RESPONSE, "--epsilon", "inf")
    assert "expected exactly one" in complaint("sharpen", RESPONSE)
    directed = document(tmp_path, [["3/4", "1/4"], ["1/4", "3/4"]], neighbors=[[0, 1]], directed=True)
    assert "symmetric relation" in complaint("sharpen", directed, "--exp-epsilon", "3")
    target, maximal = str(tmp_path / "c.json"), str(tmp_path / "c-maximal.json")
    for files in (("--certificate", target, "--out", maximal), ("--out", RESPONSE)):
        assert "file of its own" in complaint("sharpen", RESPONSE, "--exp-epsilon", "4", *files)
    assert not list(tmp_path.glob("c*"))


@pytest.mark.slow
def test_version_and_help() -> None:
    assert run("--version") == f"dpexact {__version__}\n"
    assert "..." not in run("--help").replace("[ARGS]...", "")  # no help of a command is cut
    assert run("audit", "-h").startswith("Usage: dpexact audit [OPTIONS] [TABLE]...\n")
    for command in ("verify", "tight", "check", "audit"):
        assert command in run("--help")
        assert "--format" in run(command, "-h")
    assert "or a file;" in " ".join(run("prove", "-h").split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "rappor", "--html", "a.html", "--html", "b.html"),
        ("audit", "rappor", "--html", "a.html", "--html=a.html"),
        ("verify", RESPONSE, "--epsilon", "1", "--delta", "0", "--epsilon", "2"),
        ("tight", RESPONSE, "--epsilon", "1", "--format", "text", "--format", "json"),
        ("reproduce", "rainbow", "--out", "a", "--out", "b"),
    ],
)
def test_an_option_is_given_once(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    option = next(word for word in arguments if arguments.count(word) > 1 or word == "--html")
    assert f"Invalid value for '{option}': expected it at most once, got it 2 times; give it once" in " ".join(
        complaint(*arguments).split()
    )
    assert not list(tmp_path.iterdir())


def test_what_may_be_given_twice() -> None:
    assert "4 rows" in run("audit", "psi_library", "--strict", "--strict")
    assert "x.py" in complaint("audit", "rappor", "--quantities", "x.py", "--quantities", "y.py")
    assert run("audit", "--html", "a", "--html", "b", "--help").startswith("Usage: ")


@pytest.mark.long
@pytest.mark.xdist_group("tables")
def test_the_heading_of_a_table_of_a_paper_names_the_paper() -> None:
    said = bundled("count_queries", "axioms", "rainbow", "opendp", "smartnoise", "--only", "wrong")
    headings = [line for line in said.splitlines() if line.startswith("# ")]
    assert headings == ["# count_queries/printed.toml", "# rainbow/printed.toml", "# opendp.toml", "# smartnoise.toml"]


@pytest.mark.parametrize(
    ("file", "name"),
    [("printed.toml", "printed.toml"), ("paper/printed.toml", "paper/printed.toml"), ("paper/own.csv", "own.csv")],
)
def test_how_a_table_is_called(file: str, name: str) -> None:
    assert table_name(file) == name
