"""`dpexact program --intended`: whether the program is the one that is meant, in status, text, JSON and page."""

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from dpexact.cli.outcome import BAD_INPUT, HOLDS, REFUTED, UNDECIDED, gravest
from dpexact.cli.program import in_options
from tests import commands
from tests.beside import beside

BESIDE = beside(__file__)

SOURCE = BESIDE["source"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Write the programs."""
    path = tmp_path / "noise.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


def asked(file: str, name: str, meant: str, *options: str, epsilon: str = "log(3)") -> tuple[str, ...]:
    """Return the words of the command."""
    return ("program", f"{file}:{name}", "--inputs", "0,1", "--epsilon", epsilon, "--intended", meant, *options)


def run(*words: str, status: int = 0, **options: str) -> str:
    """Run the command and return the text that it prints."""
    return (commands.complaint if status == BAD_INPUT else commands.run)(*asked(*words, **options), status=status)


def data(*words: str, status: int = 0, **options: str) -> Any:
    """Return what is printed as JSON of the comparison."""
    return commands.data(*asked(*words, **options), status=status)["intended"]


@pytest.mark.parametrize("meant", ["meant", "part", "as_function"])
def test_a_program_as_it_is_meant(file: str, meant: str) -> None:
    """A law, a part of it that leaves the rest to others, and a function of the output."""
    said = "yes, every probability that has a value" if meant == "part" else "yes, every probability"
    assert f"\nas meant: {said}\n" in run(file, "flip", meant)
    found = data(file, "flip", meant)
    assert found["matches"] is True
    assert (found["input"], found["output"], found["gap"]["exact"]) == (None, None, "0")


def test_the_largest_gap_is_named_and_the_status_is_1(file: str) -> None:
    """Input 1 gives 1 with 3/4 where 7/10 is meant: 1/20; the promise itself is kept."""
    text = run(file, "flip", "off", status=1)
    assert text.startswith("proved: ")
    assert "\nas meant: no (largest gap 0.05000 at 1, for the input 1)\n" in text
    found = data(file, "flip", "off", status=1)
    assert found["matches"] is False
    assert (found["input"], found["output"], found["gap"]["exact"]) == (1, 1, "1/20")
    assert data(file, "flip", "swapped", status=1)["gap"]["exact"] == "1/2"


@pytest.mark.slow
def test_the_least_gap_is_one(file: str, tmp_path: Path) -> None:
    """2^-400 is far below all that sizes are sorted by, on the terminal and on the page."""
    page = tmp_path / "page.html"
    text = run(file, "flip", "nearly", "--html", str(page), status=1)
    assert "\nas meant: no (largest gap 3.873e-121 at 0, for the input 0)\n" in text
    assert "1 up to rounding" in page.read_text(encoding="utf-8")


def test_mass_without_a_value_is_a_gap_if_it_is_more_than_is_left(file: str) -> None:
    """1/2 is meant of x, which has 3/4: the others have 1/4, which is less than the 1/2 that is left for them."""
    found = data(file, "flip", "small_part", status=1)
    assert (found["output"], found["gap"]["exact"]) == (0, "1/4")


def test_an_exception_that_is_not_meant_is_a_gap(file: str) -> None:
    """The values of the mapping leave room for it, and it counts all the same."""
    found = data(file, "raising", "meant_raising", epsilon="inf", status=1)
    assert (found["matches"], found["output"], found["gap"]["exact"]) == (False, ["raised", "ZeroDivisionError"], "1/2")


@pytest.mark.parametrize(
    ("name", "epsilon", "delta", "meant", "status", "matches"),
    [
        ("loop", "inf", "3/5", "meant_loop", UNDECIDED, None),  # proved: what is open is whether it is as meant
        ("loop", "1/2", "0", "meant_loop", REFUTED, None),
        ("loop", "inf", "3/5", "false_loop", REFUTED, False),
        ("loop", "1/2", "0", "false_loop", REFUTED, False),
        ("loop", "inf", "1/2", "false_loop", REFUTED, False),  # undecided whether private, and not as meant
        ("loop", "inf", "1/2", "meant_loop", UNDECIDED, None),
        ("flip", "log(2)", "0", "meant", REFUTED, True),
        ("flip", "log(2)", "0", "off", REFUTED, False),
    ],
)
def test_the_status_is_the_gravest(
    file: str, name: str, epsilon: str, delta: str, meant: str, status: int, matches: object
) -> None:
    """A gap that may be the unfinished mass is undecided; one beyond it is not."""
    options = ("--draws", "20", "--delta", delta)
    assert data(file, name, meant, *options, epsilon=epsilon, status=status)["matches"] is matches


@pytest.mark.slow
def test_what_is_not_finished_is_said(file: str) -> None:
    """At most 2^-20 is left of each input."""
    text = run(file, "loop", "meant_loop", "--draws", "20", "--delta", "3/5", epsilon="inf", status=UNDECIDED)
    assert "\nas meant: undecided (a gap of up to 9.537e-7 at " in text
    assert "may be the unfinished mass)" in text


@pytest.mark.parametrize(
    ("meant", "said"),
    [
        ("no_law", "no_law(0): expected a mapping {output: probability}, or a function"),
        ("too_much", "too_much(0): expected probabilities that sum to at most 1"),
        ("fails", "fails(0): expected a mapping {output: probability}, or a function from an output to its"),
    ],
)
def test_a_law_that_is_none_is_refused(file: str, meant: str, said: str) -> None:
    """Status 2, before any verdict."""
    assert said in run(file, "flip", meant, status=BAD_INPUT)


@pytest.mark.slow
def test_the_page_says_it_on_top(file: str, tmp_path: Path) -> None:
    """A promise that is kept by another program than the one that is meant is no good news."""
    page = tmp_path / "page.html"
    run(file, "flip", "off", "--html", str(page), status=1)
    text = unescape(page.read_text(encoding="utf-8"))
    assert '<span class="badge bad"><span aria-hidden="true">✗</span> Proved, and not as meant</span>' in text
    assert "As meant: no (largest gap 0.05000 at 1, for the input 1)." in text
    run(file, "flip", "meant", "--html", str(page))
    assert "Proved, and as meant</span>" in unescape(page.read_text(encoding="utf-8"))
    run(file, "loop", "meant_loop", "--draws", "20", "--delta", "3/5", "--html", str(page), epsilon="inf", status=3)
    assert '<span class="badge open"><span aria-hidden="true">?</span> Proved; undecided whether as meant' in unescape(
        page.read_text(encoding="utf-8")
    )


def test_an_exception_stands_apart_from_the_axis_of_integers(tmp_path: Path) -> None:
    """74 integers keep their places and round numbers on the axis, and the exception has one beyond them."""
    path, page = tmp_path / "wide.py", tmp_path / "page.html"
    path.write_text(
        "def wide(source, x):\n    n = source.below(75)\n    return n - 40 if n else 1 // n\n", encoding="utf-8"
    )
    commands.run("program", f"{path}:wide", "--inputs", "0,1", "--epsilon", "1", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert "number of the output" not in text
    for tick in ("-20", "20", "ZeroDivis"):
        assert f'class="tick" text-anchor="middle">{tick}' in text
    assert 'aria-label=""' not in text


def test_a_matrix_that_is_not_written_does_not_hide_a_refutation(file: str, tmp_path: Path) -> None:
    """--out of an unfinished matrix is undecided, and the verdict is refuted: 1 comes before 3."""
    out = tmp_path / "matrix.json"
    data(file, "loop", "meant_loop", "--draws", "20", "--out", str(out), epsilon="1/2", status=REFUTED)
    assert not out.exists()


def test_the_order_of_statuses() -> None:
    """2 before 1 before 3."""
    assert gravest(HOLDS, UNDECIDED, REFUTED, BAD_INPUT) == BAD_INPUT
    assert gravest(UNDECIDED, REFUTED, HOLDS) == REFUTED
    assert gravest(HOLDS, UNDECIDED) == UNDECIDED
    assert gravest(HOLDS) == HOLDS


def test_remedies_name_the_options_of_the_command() -> None:
    """Python's arguments are not what one types here."""
    for text, said in (
        ("follow more (paths=, mass=), or name subprograms=", "follow more (--paths, --mass), or name --subprogram"),
        ("with draws= (paths=100 gives nothing)", "with --draws (--paths 100 gives nothing)"),
        ("ask for an event by label=", "ask for an event by --label"),
        ("pass label= (--label on the command line), a function", "pass --label, a function"),
        ("noise.py, line 3: mass = 3; bypaths=", "noise.py, line 3: mass = 3; bypaths="),
    ):
        assert in_options(text) == said, text


@pytest.mark.slow
def test_a_loop_without_an_end_is_said_to_have_no_path_left(file: str) -> None:
    """More paths would not help, and the line of the mass says so; `loop` with a bound on its paths is another case."""
    text = run(file, "endless", "meant", "--draws", "9", status=BAD_INPUT)
    assert "noise.py, line 66: the program never ends" in text
    text = run(file, "loop", "meant_loop", "--paths", "5", "--delta", "3/5", epsilon="inf", status=UNDECIDED)
    assert "at most\n" in text
    assert "every path is followed" not in text
