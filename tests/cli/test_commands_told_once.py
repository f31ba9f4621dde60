"""Each command is one module: it is imported when it runs, and its answer is told once for text and JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from dpexact.__main__ import run
from dpexact.cli.answer import Answer, Field, Views, ends_with_answer, heading
from dpexact.cli.app import HEADINGS
from dpexact.cli.options import FORMS, TABLE_FORMS
from dpexact.errors import OutputError, ParameterError
from tests.commands import ended, finish

ROOT = Path(__file__).parents[2]
RESPONSE = "tests/vectors/documents/good/randomized-response.json"
COMMANDS = [name for names in HEADINGS.values() for name in names]
FIELDS = [
    Field("delta", "1/2", "delta", "1/2 = 0.5"),
    heading("refuted: P", "verdict", "refuted"),
    Field(label="remark", text="only in text"),
    Field("count", 3),
]


def test_a_fact_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert finish(Answer(1, FIELDS, column=12), "text") == 1
    assert capsys.readouterr().out == "refuted: P\n  delta     1/2 = 0.5\n  remark    only in text\n"
    assert finish(Answer(1, FIELDS), "json") == 1
    assert json.loads(capsys.readouterr().out) == {"delta": "1/2", "verdict": "refuted", "count": 3}


def test_an_answer_without_facts_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for form in FORMS:
        assert finish(Answer(3), form) == 3
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("values", [[], [1], [1, {"a": [2, "x\ny"]}]])
def test_a_list_is_printed_value_by_value_as_it_would_be_whole(
    values: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    views = Views(lambda: "text", lambda: iter(values), lambda: "| a |")
    for form in TABLE_FORMS:
        assert finish(Answer(0, views), form) == 0
    text, *lists, markdown = capsys.readouterr().out.splitlines()
    assert (text, "\n".join(lists), markdown) == ("text", json.dumps(values, indent=2), "| a |")


def test_the_answer_is_printed_before_the_work_that_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        assert capsys.readouterr().out == "first\n"
        return 2

    assert finish(Answer(work, [heading("first")]), "text") == 2


def test_a_file_that_is_not_written_after_the_answer_adds_no_second_value(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> int:
        raise OutputError("the disk is full")

    command = ends_with_answer(lambda: Answer(fails, FIELDS))
    with pytest.raises(typer.Exit) as ended:
        command(form="json")
    assert ended.value.exit_code == 74
    assert json.loads(capsys.readouterr().out)["verdict"] == "refuted"


def test_a_refusal_is_one_value(capsys: pytest.CaptureFixture[str]) -> None:
    def refuses() -> Answer:
        raise ParameterError("3", place="--delta", expected="a number from 0 to 1")

    with pytest.raises(typer.Exit) as ended:
        ends_with_answer(refuses)(form="json")
    assert ended.value.exit_code == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["kind"], error["place"], error["came"]) == ("ParameterError", "--delta", "3")


@pytest.mark.parametrize(
    ("words", "place", "message"),
    [
        ("verify --format json", "dpexact verify", "Missing argument 'FILE'"),
        ("verify x.json --nope --format=json", "dpexact verify", "--nope"),
        ("compose x.json --count ten --format json", "dpexact compose", "expected an integer >= 0, got 'ten'"),
        ("compose x.json --count 1 --count 2 --format json", "dpexact compose", "expected it at most once"),
        ("nothing --format json", "dpexact", "No such command 'nothing'"),
    ],
)
def test_bad_usage_is_an_error_in_json(
    words: str, place: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == 2
    shown = capsys.readouterr()
    error = json.loads(shown.out)["error"]
    assert error.keys() == {"kind", "place", "expected", "came", "remedy", "message"}
    assert error["place"] == place
    assert message in error["message"]
    assert "Usage: " in shown.err


def test_bad_usage_without_json_prints_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("verify", "verify --format text", "verify json --format"):
        assert run(words.split()) == 2
        assert capsys.readouterr().out == ""


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_all_says_how_that_of_each_begins(command: str) -> None:
    first = ended(command, "--help").output.splitlines()[2].strip()
    assert first.endswith(".")
    assert [line.split(maxsplit=1)[1:] for line in ended("--help").output.splitlines()].count([first]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "imported"),
    [("--help", set()), ("nothing", set()), (f"tight {RESPONSE} --epsilon 1", {"tight"}), ("check -h", {"check"})],
)
def test_a_command_imports_only_its_own_module(words: str, imported: set[str]) -> None:
    code = (
        "import sys\nfrom dpexact.__main__ import run\n"
        f"run({words.split()!r})\n"
        "print('modules', *(name for name in sys.modules if name.startswith('dpexact.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = done.stdout.splitlines()[-1].split()
    assert {name for name in COMMANDS if f"dpexact.cli.{name}" in modules} == imported
    assert "dpexact.papers.catalogue" not in modules
