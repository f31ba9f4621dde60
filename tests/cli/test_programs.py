"""`dpexact program`, on functions whose laws are known by hand."""

import re
from functools import partial
from html import unescape
from pathlib import Path

import pytest

from tests import commands
from tests.beside import beside
from tests.values import written

BESIDE = beside(__file__)

run, data = partial(commands.run, "program"), partial(commands.data, "program")
complaint = partial(commands.complaint, "program")

SOURCE = BESIDE["source"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(written(tmp_path / "noise.py", SOURCE))


def test_a_program_that_keeps_its_promise(file: str) -> None:
    found = data(f"{file}:response", "--inputs", "0,1", "--epsilon", "log(3)")
    assert (found["verdict"], found["tight_delta"]["exact"], found["paths"]) == ("proved", "0", 4)
    assert (found["unfinished"]["exact"], found["errors"], found["assumptions"]) == ("0", {}, [])


def test_a_program_that_does_not(file: str) -> None:
    found = data(f"{file}:response", "--inputs", "0,1", "--epsilon", "log(2)", status=1)
    assert found["tight_delta"]["exact"] == "1/4"
    assert found["counterexample"] == {"from": 0, "to": 1, "event": [0], "excess": "1/4"}


@pytest.mark.slow
def test_what_is_written(file: str, tmp_path: Path) -> None:
    out, certificate, page = (str(tmp_path / name) for name in ("matrix.json", "proof.json", "page.html"))
    asked = ("--inputs", "0,1", "--epsilon", "log(3)")
    run(f"{file}:response", *asked, "--out", out, "--certificate", certificate, "--html", page, "--intended", "meant")
    assert commands.data("verify", out, "--epsilon", "log(3)")["tight_delta"]["exact"] == "0"
    commands.run("check", certificate, "--against", out, "--epsilon", "log(3)")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "2 as intended" in text
    run(f"{file}:response", *asked, "--html", page, "--intended", "other", status=1)
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "2 off" in text
    assert "P(0) is off by 0.05" in text
    assert "4.504e+14 ulp at 0" in text  # 1/20 over 2^-53, the step of doubles at 4/5
    assert "Proved, and not as meant</span>" in text


def test_the_page_tells_true_from_one(file: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run(f"{file}:two_kinds", "--inputs", "0,1", "--epsilon", "1", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert "3/4 = 0.75" in text
    assert "1/4 = 0.25" in text


@pytest.mark.slow
def test_the_page_begins_with_the_verdict_and_draws_points(file: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run(f"{file}:response", "--inputs", "0,1", "--epsilon", "log(3)", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    head = text[text.index("<h1>") : text.index("At a glance")]
    assert re.search(
        r'<p><span class="badge good">.*Proved</span> At epsilon log\(3\) this needs delta 0; you claimed 0\.',
        unescape(head),
    )
    assert "not compared" not in text
    assert "2 counted" in text
    assert "largest gap" not in text
    drawn = [part.partition("</svg>")[0] for part in text.split("<svg ")[2:]]
    assert [part.count("<polyline") for part in drawn] == [0, 0]
    assert [part.count("<circle") for part in drawn] == [3, 3]  # two outputs, and the one of the legend
    run(f"{file}:response", "--inputs", "0,1", "--epsilon", "log(2)", "--html", str(page), status=1)
    text = unescape(page.read_text(encoding="utf-8"))
    said = r"At epsilon log\(2\) this needs delta 0\.25; you claimed 0\. "
    said += r"The inputs 0 and 1 are told apart by the output 0\."
    assert re.search(rf'<p><span class="badge bad">.*Refuted</span> {said}</p>', text)
    assert "<summary>The answer in full</summary>" in text
    assert 'aria-label=""' not in text
    assert re.search(r'aria-label="Exact probabilities of .*noise\.py:response for the input 0"', text)


def test_what_is_unfinished_is_not_off_because_of_rounding(file: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    asked = ("--inputs", "0,1", "--epsilon", "1", "--mass", "2**-20", "--intended", "meant_loop", "--html", str(page))
    run(f"{file}:rounded_loop", *asked, status=1)
    assert "2 unfinished" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_mass_that_is_left(file: str, tmp_path: Path) -> None:
    asked = ("--inputs", "0,1", "--epsilon", "log(2)", "--delta", "1/2", "--mass", "2**-20")
    found = data(f"{file}:loop", *asked, status=3)
    assert found["verdict"] == "undecided"
    assert found["unfinished"]["exact"] == "1/1048576"
    assert float(found["tight_delta"]["lower"]) < 0.5 < float(found["tight_delta"]["upper"])
    out = str(tmp_path / "matrix.json")
    asked = ("--inputs", "0,1", "--epsilon", "log(2)", "--delta", "51/100", "--out", out)
    result = commands.ended("program", f"{file}:loop", *asked)
    assert (result.exit_code, "not written, since some mass of the matrix is unfinished" in result.stderr) == (3, True)


def test_what_a_program_prints_is_not_mixed_with_the_answer(file: str) -> None:
    assert data(f"{file}:noisy", "--inputs", "0,1", "--epsilon", "log(3)")["verdict"] == "proved"


def test_what_is_raised_is_shown_with_its_line(file: str) -> None:
    said = run(f"{file}:crash", "--inputs", "0,1", "--epsilon", "0")
    line = SOURCE.splitlines().index("    return 1 // source.below(4)") + 1
    assert "ZeroDivisionError with probability 1/4 = 0.25 at most: integer division or modulo by zero" in said
    assert f"(noise.py, line {line})" in said


def test_the_page_says_how_to_get_it_again(file: str, tmp_path: Path) -> None:
    asked = ("--inputs", "0,1", "--epsilon", "log(3)", "--delta", "1/8", "--intended", "meant", "--neighbors", "path")
    page = tmp_path / "page.html"
    run(f"{file}:response", *asked, "--html", str(page))
    text = unescape(page.read_text(encoding="utf-8"))
    assert "--inputs 0,1 --epsilon 'log(3)' --delta 1/8 --neighbors path --intended meant --html page.html" in text


def test_labels_subprograms_and_exceptions(file: str) -> None:
    found = data(f"{file}:double", "--inputs", "0", "--epsilon", "1", "--label", "half", status=3)
    assert found["mechanism"] == {"inputs": 1, "outputs": 2, "ordered_pairs": 0}
    found = data(f"{file}:crash", "--inputs", "0..1", "--epsilon", "0", "--neighbors", "path")
    assert found["errors"] == {
        "ZeroDivisionError": {"exact": "1/4", "decimal": "0.25", "rounding": "up", "rounded": False}
    }
    found = data(f"{file}:pair", "--inputs", "0..1", "--epsilon", "0", "--subprogram", "three")
    assert found["mechanism"]["outputs"] == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    BESIDE["refused"],
)
def test_bad_input_is_refused_by_a_line_that_says_where(file: str, arguments: tuple[str, ...], said: str) -> None:
    given = [argument.replace("{file}", file) for argument in arguments]
    assert said in complaint(*given, "--epsilon", "1")


def test_a_file_that_fails_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "broken.py", "1 / 0\n")
    said = complaint(f"{path}:response", "--inputs", "0", "--epsilon", "1")
    assert "broken.py: expected a file that runs without error, got ZeroDivisionError: division by zero" in said
