"""A library that has mended a fault is not accused of it: findings go with the answers that show them."""

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from dpexact.cli.app import app
from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import Case, Finding, Library, Table, chosen_libraries
from dpexact.crosscheck.result import CrosscheckResult

Install = Callable[[Callable[[float], float], tuple[Case, ...]], Table]
HEAD = "https://example.org/lib at 0123abc (2026-01-31): still so"
SAYS = "The tail loses its digits."
FINDING = Finding(SAYS, ("GaussianAnalytic",), ("f.py:1: words",), "everywhere", usable=True, head=HEAD)
NEEDED = 3.730631634816464  # of Balle and Wang for (1, 1e-5): delta is 1e-5, by bisection in mpmath
BACK = "no longer so in 9.9: the finding is taken back here"


def case(name: str, epsilon: float, *seen: str) -> Case:
    return Case(name, "GaussianAnalytic", {"epsilon": epsilon, "delta": 1e-5, "sensitivity": 1.0}, seen)


UNSAFE = case("one", 1.0, "3.0: unsafe, material")
OTHER = case("two", 2.0, "1.0: unsafe, material")


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a diffprivlib whose noise is a function of epsilon, with these cases on record."""

    def install(scale: Callable[[float], float], cases: tuple[Case, ...]) -> Table:
        class GaussianAnalytic:
            def __init__(self, *, epsilon: float, **_: float) -> None:
                self._scale = scale(epsilon)

        for name in ("diffprivlib", "diffprivlib.mechanisms"):
            module: Any = ModuleType(name)
            module.__path__ = []
            module.GaussianAnalytic = GaussianAnalytic
            monkeypatch.setitem(sys.modules, name, module)
        table = Table("diffprivlib", "1.0", cases=cases, findings=(FINDING,))
        monkeypatch.setattr(Library, "version", lambda self: "9.9")  # noqa: ARG005
        monkeypatch.setattr(crosschecker, "shipped_table", lambda library: table)  # noqa: ARG005
        return table

    return install


def asked(table: Table) -> list[CrosscheckResult]:
    (diffprivlib,) = chosen_libraries("diffprivlib")
    return [checked(diffprivlib, table, row) for row in table.cases]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["crosscheck", "diffprivlib", *arguments])
    return result.exit_code, result.stdout


def test_what_is_mended_is_taken_back(library: Install, tmp_path: Path) -> None:
    """Three times the noise that is needed: a material gap, on the safe side."""
    (result,) = asked(library(lambda _: 3 * NEEDED, (UNSAFE,)))
    assert (result.outcome, result.weight, result.as_recorded) == ("safe", "material", False)
    assert (result.finding, result.usable, result.to_json()["promise"]) == (None, None, [])
    assert result.taken_back == BACK
    status, text = run()
    flat = " ".join(text.split())
    assert status == 1
    assert BACK in flat
    assert "Better than recorded: diffprivlib one" in flat
    status, data = run("--format", "json")
    assert (status, json.loads(data)[0]["taken_back"]) == (1, BACK)
    names = {"html": tmp_path / "a.html", "junit": tmp_path / "a.xml", "sarif": tmp_path / "a.sarif"}
    assert run(*(word for name, path in names.items() for word in (f"--{name}", str(path))))[0] == 1
    for written in (text, data, *(path.read_text(encoding="utf-8") for path in names.values())):
        assert SAYS not in written
        assert "f.py:1: words" not in written
        assert "taken back here" in " ".join(written.split())


def test_what_is_still_so_is_said_with_release_commit_and_date(library: Install, tmp_path: Path) -> None:
    (result,) = asked(library(lambda _: NEEDED / 2, (UNSAFE,)))
    assert (result.outcome, result.as_recorded, result.taken_back) == ("unsafe", True, "")
    assert result.finding == FINDING
    status, text = run()
    assert status == 0
    assert f"As of release 1.0; {HEAD}" in " ".join(text.split())
    assert run("--html", str(tmp_path / "a.html"))[0] == 0
    assert f"release 1.0; {HEAD}" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert json.loads(run("--format", "json")[1])[0]["head"] == HEAD


def test_what_is_mended_but_for_a_small_gap_is_taken_back(library: Install) -> None:
    (result,) = asked(library(lambda _: NEEDED * (1 - 2e-5), (UNSAFE,)))
    assert (result.outcome, result.weight, result.as_recorded) == ("unsafe", "small", False)
    assert (result.finding, result.taken_back) == (None, BACK)
    assert run()[0] == 1


def test_what_is_mended_for_one_parameter_is_taken_back_for_that_one(library: Install) -> None:
    one, two = asked(library(lambda epsilon: 2 * NEEDED if epsilon == 1 else 0.5, (UNSAFE, OTHER)))
    assert (one.outcome, one.finding, one.taken_back) == ("safe", None, BACK)
    assert (two.outcome, two.finding, two.taken_back) == ("unsafe", FINDING, "")
    status, text = run()
    assert status == 1
    assert text.count(SAYS) == 1


@pytest.mark.parametrize(
    ("scale", "seen", "outcome", "finding", "back"),
    [
        (NEEDED / 2, "raises KeyError: raises", "unsafe", "", ""),  # another fault, of another cause
        (NEEDED * 2, "raises KeyError: raises", "safe", "", BACK),
        (NEEDED * 2, "8.0: safe, material", "safe", "", ""),
        (NEEDED / 2, "8.0: safe, material", "unsafe", "", ""),  # the finding is not known to be its cause
        (NEEDED * 2, "3.0: unsafe, small", "safe", "", ""),  # nothing was said of it
        (math.inf, "3.0: unsafe, material", "undecided", "", ""),
        (math.nan, "3.0: unsafe, material", "wrong", SAYS, ""),
    ],
)
def test_each_other_change(library: Install, scale: float, seen: str, outcome: str, finding: str, back: str) -> None:
    (result,) = asked(library(lambda _: scale, (case("one", 1.0, seen),)))
    assert (result.outcome, result.to_json()["finding"], result.taken_back) == (outcome, finding, back)


def test_a_crash_where_a_gap_is_on_record_accuses_nobody(library: Install) -> None:
    def changed(_: float) -> float:
        raise TypeError("an argument has another name")

    (result,) = asked(library(changed, (UNSAFE,)))
    assert (result.outcome, result.finding, result.taken_back, result.as_recorded) == ("raises", None, "", False)
    (result,) = asked(library(changed, (case("one", 1.0, "raises TypeError: raises"),)))
    assert (result.outcome, result.finding, result.as_recorded) == ("raises", FINDING, True)
    (result,) = asked(library(changed, (case("one", 1.0, "raises KeyError: raises"),)))
    assert (result.outcome, result.finding, result.as_recorded) == ("raises", None, False)


def test_a_recorded_answer_on_another_processor_takes_nothing_back(library: Install) -> None:
    """The answer on record is at the border of two judgements, and the one of today is its neighbor."""
    seen = f"{math.nextafter(NEEDED, 0)!r}: unsafe, material"
    (result,) = asked(library(lambda _: NEEDED, (case("one", 1.0, seen),)))
    assert (result.outcome, result.as_recorded, result.taken_back) == ("agrees", True, "")
