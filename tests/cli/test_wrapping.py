"""Long lines on a terminal: broken between words at its width, and left alone where nobody reads them on a terminal."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dpexact.cli import check, compose, outcome, prove, sharpen, tight, verify
from dpexact.cli.answer import Answer, heading
from dpexact.report.text import filled, wrapped
from tests.commands import RESPONSE, finish

TEXT = "proved    name\n  shows   one two three four five six\n    says: seven eight nine ten eleven\n\nshort"
AT_30 = (
    "proved    name\n"
    "  shows   one two three four\n"
    "          five six\n"
    "    says: seven eight nine ten\n"
    "        eleven\n"
    "\n"
    "short"
)


def test_lines_are_broken_between_words() -> None:
    assert wrapped(TEXT, 30) == AT_30
    assert wrapped(TEXT, 80) == TEXT


@pytest.mark.parametrize("width", [1, 10, 20, 40])
def test_no_word_is_lost_or_cut(width: int) -> None:
    text = f"{TEXT}\n{'x' * 60} y-y-{'z' * 50}"
    assert wrapped(text, width).split() == text.split()


@pytest.mark.parametrize(("terminal", "shown"), [(True, AT_30), (False, TEXT)])
def test_only_a_terminal_has_a_width(
    terminal: bool,  # noqa: FBT001 - a parameter of the test
    shown: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    finish(Answer(0, [heading(TEXT)]), "text")
    assert capsys.readouterr().out == f"{shown}\n"


CERTIFICATE = str(Path(__file__).parents[2] / "proofs" / "certificates" / "axioms" / "four_outputs_maximal.json")


@pytest.mark.parametrize(
    "command",
    [
        lambda: verify.run(RESPONSE, "1/3", delta="0.001"),
        lambda: tight.run(RESPONSE, "1/3"),
        lambda: compose.run(RESPONSE, 3, "1/3"),
        lambda: sharpen.run(RESPONSE, exp_epsilon="3"),
        lambda: check.run(CERTIFICATE),
    ],
    ids=["verify", "tight", "compose", "sharpen", "check"],
)
def test_the_answers_of_commands_fit_the_terminal(
    command: Callable[[], Answer], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    finish(command(), "text")
    whole = capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    finish(command(), "text")
    fitted = capsys.readouterr().out
    assert max(map(len, whole.splitlines())) > 60  # else there is nothing to be seen
    assert max(map(len, fitted.splitlines())) <= 60
    assert fitted.split() == whole.split()


def test_a_word_too_long_for_a_line_ends_at_a_comma() -> None:
    text = "library Mechanism.delta:sigma=10,count=100,epsilon=10: agrees, a b c"
    assert filled(text, 30, rest="  ").splitlines() == [
        "library",
        "  Mechanism.delta:sigma=10,",
        "  count=100,epsilon=10:",
        "  agrees, a b c",
    ]
    assert filled(text, 80, rest="  ") == text
    assert filled("x" * 25, 10).splitlines() == ["x" * 10, "x" * 10, "x" * 5]
    for width in range(5, 40):
        assert all(len(line) <= width for line in filled(text, width, first="  ", rest="    ").splitlines())


class Terminal(io.StringIO):
    """A standard error that is a terminal, of an unknown width."""

    def isatty(self) -> bool:
        return True


def test_the_count_is_one_line_that_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with outcome.long_work("asking"):
        outcome.count_line(0, 2, "short")
        outcome.count_line(1, None, "x" * 200)
    lines = terminal.getvalue().split(outcome.CLEAR)
    assert lines == ["", "1 of 2: short", f"2: {'x' * 73}...", ""]
    assert len(lines[2]) == outcome.WIDTH - 1


def test_no_count_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with outcome.long_work("asking"):
        outcome.count_line(0, 2, "short")
    assert capsys.readouterr().err == ""


def test_prove_counts_its_proofs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    name = "rainbow/lemma_1"
    assert finish(prove.run([name, name]), "json") == 0
    counts = terminal.getvalue().split(outcome.CLEAR)
    assert [count for count in counts if " of " in count] == [f"1 of 2: {name}", f"2 of 2: {name}"]
    assert json.loads(capsys.readouterr().out)[0]["name"] == name
