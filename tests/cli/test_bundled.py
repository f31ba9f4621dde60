"""Bundled tables by their names: where dpexact is installed there is no folder `claims/` to name."""

import tomllib
from functools import partial
from pathlib import Path

import pytest

from dpexact.audit.paper import Paper, bundled_tables, table_file
from dpexact.errors import DocumentError
from tests import commands
from tests.refusals import refuses

CLAIMS = Path(__file__).parents[2] / "claims"
NAMES = {"rappor": Path("rappor.toml"), "census_2020": Path("census_2020.toml")}
run, data = partial(commands.run, "audit"), partial(commands.data, "audit")
complaint = partial(commands.complaint, "audit")


def test_a_name_and_the_file_of_it_are_audited_alike(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # no checkout in sight
    by_name = data("psi_library")
    assert by_name == data(str(CLAIMS / "psi_library.toml"))
    assert {row["table"] for row in by_name} == {"psi_library.toml"}
    assert len(by_name) == 4


def test_the_table_of_a_paper_has_the_name_of_the_paper() -> None:
    assert {row["table"] for row in data("gradual_release")} == {"gradual_release/printed.toml"}


@pytest.mark.slow
def test_every_table_is_listed_with_its_rows() -> None:
    listed = {row["name"]: row for row in data("--list")}
    for file in CLAIMS.glob("*.toml"):
        rows = tomllib.loads(file.read_text(encoding="utf-8"))["claim"]
        assert listed[file.stem]["rows"] == len(rows)
        assert Path(listed[file.stem]["file"]).samefile(file)
    assert {"count_queries", "axioms", "rainbow", "gradual_release"} < set(listed)
    assert [line.split()[0] for line in run("--list").splitlines()] == list(listed)
    assert "| psi_library | 4 |" in run("--list", "--format", "markdown").splitlines()


def test_findings_names_tables_that_there_are() -> None:
    text = (CLAIMS.parent / "docs" / "findings.md").read_text(encoding="utf-8")
    commands = [line.split()[2:] for line in text.splitlines() if line.startswith("    dpexact audit ")]
    named = {name for command in commands for name in command}
    assert named == {path.stem for path in CLAIMS.glob("*.toml")}


def test_a_file_goes_before_a_bundled_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert table_file("rappor", NAMES) == "rappor.toml"
    Path("rappor").mkdir()
    assert table_file("rappor", NAMES) == "rappor.toml"  # a folder is no table
    Path("census_2020").touch()
    assert table_file("census_2020", NAMES) == "census_2020"
    for file in ("-", "/dev/null", "./none.csv", "mine.toml"):
        assert table_file(file, NAMES) == file


@pytest.mark.parametrize(
    ("given", "hint"),
    [("census2020", "census_2020"), ("claims/census_2020.toml", "census_2020"), ("rapor", "rappor"), ("xyz", None)],
)
def test_what_is_neither_file_nor_name(
    given: str, hint: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    message = refuses(DocumentError, "", table_file, given, NAMES)
    assert message.startswith(f"TABLE: expected a file or the name of a bundled table, got '{given}'; dpexact audit")
    assert message.endswith(f"did you mean '{hint}'?" if hint else "--list has the names")
    assert complaint(given).startswith("dpexact: TABLE: expected a file or the name of a bundled table")


@pytest.mark.parametrize("more", [["rappor"], ["--html", "a.html"], ["--sarif", "a"]])
def test_a_list_is_no_audit(more: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--list: expected no tables and no reports, since it only lists, got" in complaint("--list", *more)
    assert not list(tmp_path.iterdir())


def test_the_table_of_another_paper_hides_none_of_ours() -> None:
    found = bundled_tables([Paper("mine", "Mine", printed=Path("p")), Paper("opendp", "Theirs", printed=Path("q"))])
    assert (found["mine"], found["opendp"]) == (Path("p"), Path("q"))
    assert found["rappor"] == CLAIMS / "rappor.toml"
