"""Long lines on a terminal: broken between words at its width, and left alone where nobody reads them on a terminal."""

from __future__ import annotations

import sys

import pytest

from dpexact.cli.values import print_text
from dpexact.report.wrapping import wrapped

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
    print_text(TEXT)
    assert capsys.readouterr().out == f"{shown}\n"
