"""The progress of `dpexact program` and `dpexact compose`, and other notations of --inputs."""

import io
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dpexact.cli import following, outcome
from dpexact.cli.following import Following, candidates
from dpexact.cli.program import inputs_of
from dpexact.errors import ParameterError
from dpexact.programs.source import Source
from tests.beside import beside
from tests.commands import ended
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

SOURCE = """
def coin(source, num, den):
    k = 1
    while source.randrange(den * k) < num:
        k += 1
    return k % 2 == 1


def collected(source, seen):
    while source.randrange(9):
        seen.append(1)
    return len(seen)


def count(source, x):
    while coin(source, 1, 1) or coin(source, 1, 2):
        x += 1
    return x


def listed(source, x):
    return x + collected(source, [])
"""


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the programs; the hint comes after a moment."""
    monkeypatch.setattr(following, "HINT_AFTER", 0.2)
    monkeypatch.setattr(following, "SHARE", 0.05)  # on a busy machine the imports take most of a moment
    monkeypatch.setattr(following, "INTERVAL", 0.01)
    path = tmp_path / "noise.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


def said_of(*arguments: str) -> str:
    """Return what the command writes on the standard error."""
    return ended("program", *arguments, "--inputs", "0,1", "--epsilon", "1").stderr


@pytest.mark.slow
def test_the_function_that_takes_the_time_is_named(file: str) -> None:
    """All draws are in `coin`, so that at least half of the time is, and its arguments are plain."""
    said = said_of(f"{file}:count", "--paths", "400", "--draws", "40")
    assert "left of input" in said
    assert "% of the time is spent in coin: if it only draws and returns, --subprogram coin explores it once" in said
    assert said.count("--subprogram coin") == 1
    assert "seconds" not in said
    said = said_of(f"{file}:count", "--paths", "100", "--draws", "40", "--subprogram", "coin")
    assert "is spent in" not in said


@pytest.mark.slow
def test_a_function_that_does_not_qualify_is_not_named(file: str) -> None:
    """`collected` changes a list that it is given, so that it cannot be a subprogram."""
    said = said_of(f"{file}:listed", "--paths", "250", "--draws", "500")
    assert "path" in said
    assert "--subprogram" not in said
    assert "--mass TEXT stops when no more than that is left, --paths N after so many paths." in said


def test_paths_of_all_inputs_are_counted_and_the_mass_is_that_of_the_last() -> None:
    """Three paths of one input, one of the next."""
    progress = Following({}, 2)
    assert progress.state() == "no path is known yet"
    for paths, left in ((1, 0.5), (2, 0.25), (3, 0.125), (1, 0.75)):
        progress.told(paths, left)
    assert progress.state() == "4 paths known, mass of 0.75 left of input 2 of 2"
    progress = Following({}, 1)
    progress.told(1, 0.0)
    assert progress.state() == "1 path known, mass of 0 left"


@pytest.mark.slow
def test_a_terminal_sees_a_count_and_a_file_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count is a line that is overwritten, as that of `audit`."""
    monkeypatch.setattr(following, "COUNT_AFTER", 0.05)
    monkeypatch.setattr(following, "INTERVAL", 0.01)
    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with Following({}, 1) as progress:
            progress.told(1, 0.5)
            time.sleep(0.2)
        assert ("\r\033[K1: 1 path known, mass of 0.5 left" in stream.getvalue()) is shown
        assert (stream.getvalue() == "") is not shown


@pytest.mark.slow
def test_compose_counts_seconds_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted before the first line is shown, and nothing is left at the end."""
    monkeypatch.setattr(outcome, "MOMENT", 0.5)
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with outcome.long_work("composing", counts_seconds=True):
        time.sleep(1.3)
    assert "dpexact: composing ...\n" in stream.getvalue()
    assert "1: seconds of composing" in stream.getvalue()
    assert stream.getvalue().endswith("\r\033[K")


def test_only_functions_of_the_file_are_candidates() -> None:
    """Not what it imports, nor a class, nor a name that is taken."""

    def own(source: Any) -> None: ...

    def other(source: Any) -> None: ...

    own.__module__ = other.__module__ = "dpexact_program"
    module = {"__name__": "dpexact_program", "own": own, "other": other, "imported": inputs_of, "kind": int, "n": 3}
    assert candidates(module, {"other"}) == {own.__code__: "own"}


@each(
    ("value", "plain"),
    [(1, True), ((1, "a", (None, 2.5)), True), ([1], False), ({1: 2}, False), (object(), False), ((1, []), False)],
)
def test_plain_arguments(value: object, plain: bool) -> None:  # noqa: FBT001 - a truth value is what is expected
    """Numbers, texts and tuples of these; the source is one, too."""

    def calls(value: object) -> Any:
        return (value, sys._getframe())[1]

    assert following._qualifies(calls(value)) is plain
    assert following._qualifies(calls(Source()))


@each(("text", "meant"), BESIDE["another_notation_of_inputs_is_refused_with_the_right_one"])
def test_another_notation_of_inputs_is_refused_with_the_right_one(text: str, meant: str) -> None:
    """One label of that name would have no neighbor, and nothing would be claimed."""
    assert refuses(
        ParameterError, r"--inputs: expected labels between commas or a range a\.\.b, got", inputs_of, text
    ).endswith(f"; write {meant}")


def test_labels_that_look_like_it_are_labels_among_others() -> None:
    """Age groups."""
    assert inputs_of("0-17,18-64,65+") == ["0-17", "18-64", "65+"]
    assert inputs_of("2020-01-01") == ["2020-01-01"]
    assert inputs_of("-3") == [-3]
    assert inputs_of("0..2,7") == [0, 1, 2, 7]
    assert inputs_of("no,yes") == ["no", "yes"]
