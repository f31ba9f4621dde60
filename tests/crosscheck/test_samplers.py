"""Released samplers without the libraries: verdicts of small programs, the record, the page."""

import random
import re
import runpy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.crosscheck_samplers_record import record_text
from dpexact.cli.app import app
from dpexact.crosscheck.sampler_programs import SAMPLERS, every_sampler
from dpexact.crosscheck.samplers import (
    MEANS,
    Sampler,
    as_recorded,
    chosen_samplers,
    judged,
    recorded,
    said,
    samplers_text,
)
from dpexact.errors import ParameterError
from dpexact.numbers.exact import exact
from dpexact.programs import patched
from tests.each import each
from tests.golden.run import ran
from tests.refusals import refuses

ROOT = Path(__file__).parents[2]
RECORD = recorded()


def response(source, value, keep) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001
    return int(value if source.below(4) < keep else 1 - value)


def sampler(keep: int, epsilon: str, **more: object) -> Sampler:
    inputs = {0: (0, keep), 1: (1, keep)}
    return Sampler("response", "python", "a bit", lambda: response, inputs, "x.py:1: y", epsilon, **more)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_promise_is_kept_or_broken_by_the_exact_delta() -> None:
    kept = judged(sampler(3, "log(3)"))
    assert (kept.verdict, kept.delta, kept.unfinished, kept.outputs) == ("kept", "0", "0", 2)
    broken = judged(sampler(3, "log(2)"))
    assert (broken.verdict, broken.delta) == ("broken", "0.2500")  # 3/4 - 2/4
    assert (broken.pair, broken.event, broken.first, broken.second) == (("0", "1"), "0", "0.7500", "0.2500")
    assert judged(sampler(3, "log(2)", delta="1/4")).verdict == "kept"
    assert judged(sampler(3, "log(2)", delta="1/5")).verdict == "broken"


@pytest.mark.slow
def test_a_fault_of_the_grid_is_told_from_another() -> None:
    def program(source, value, wrong):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return value if source.below(2**60) < 2**59 + wrong else 1 - value

    def verdict(wrong: int) -> str:
        made = replace(sampler(0, "log(1)"), make=lambda: program, inputs={0: (0, wrong), 1: (1, wrong)})
        return judged(made).verdict

    # the delta at epsilon = 0 is twice wrong/2^60
    assert [verdict(wrong) for wrong in (0, 1, 2**14, 2**14 + 1)] == ["kept", "grid", "grid", "broken"]


@pytest.mark.slow
def test_unfinished_mass_bounds_what_can_be_wrong() -> None:
    def program(source, value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        count = 0
        while source.bit():
            count += 1
        return (count + value) % 2

    def result(mass: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
        return judged(replace(sampler(0, "log(2)"), make=lambda: program, inputs={0: (0,), 1: (1,)}, mass=mass))

    near = result("2**-60")
    assert near.verdict == "bounded"  # the law is (2/3, 1/3), so that log(2) is just enough
    low, _, high = near.delta.partition("..")
    assert low == "0"
    assert Fraction(high) <= 3 * Fraction(1, 2**60)
    assert result("2**-20").verdict == "undecided"


def test_a_law_is_compared_in_total_variation() -> None:
    def biased(source, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return source.below(8) % n

    made = Sampler("mod", "python", "x", lambda: biased, {"3": (3,)}, "x.py:1: y", law=lambda _: exact("1/3"))
    result = judged(made)
    assert (result.verdict, result.delta) == ("broken", exact("1/12").decimal(4))  # 2 (3/8 - 1/3)
    assert result.event == "1, 0"
    assert judged(replace(made, inputs={"2": (2,)}, law=lambda _: exact("1/2"))).verdict == "kept"


@pytest.mark.slow
def test_what_always_raises_is_not_kept() -> None:
    def program(source, value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        raise TypeError(source.bit(), value)

    assert judged(replace(sampler(0, "1"), make=lambda: program, inputs={0: (0,), 1: (1,)})).verdict == "raises"


@pytest.mark.slow
def test_only_neighbors_are_compared() -> None:
    def program(source, value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return int(source.below(4) < value)

    made = replace(sampler(0, "log(2)"), make=lambda: program, inputs={n: (n,) for n in (1, 2, 3)})
    assert judged(replace(made, neighbors="path")).delta == "0"
    assert judged(made).delta == "0.2500"  # 3/4 against 1/4


def test_a_missing_library_is_said() -> None:
    result = judged(replace(sampler(3, "1"), library="no-such-library"))
    assert result.verdict == "missing"
    assert "pip install no-such-library" in said(sampler(3, "1"), result)


def test_numpy_is_as_before() -> None:
    import numpy as np

    before = np.random.random
    with patched(random.Random(1)):  # a real generator
        assert np.random.random == before
    assert np.random.random == before


def test_a_change_of_the_verdict_or_of_a_broken_delta_is_noticed() -> None:
    broken = next(row for row in RECORD.values() if row.verdict == "broken")
    grid = next(row for row in RECORD.values() if row.verdict == "grid")
    assert as_recorded(broken, broken)
    assert not as_recorded(replace(broken, delta="0.1"), broken)
    assert not as_recorded(replace(broken, verdict="grid"), broken)
    assert not as_recorded(replace(broken, pair=("x", "y")), broken)
    assert as_recorded(replace(grid, delta="1e-17"), grid)
    assert not as_recorded(grid, None)


def test_the_record_has_every_sampler_and_is_written_as_it_is_read() -> None:
    assert list(RECORD) == [sampler.id for sampler in every_sampler()]
    text = (ROOT / "dpexact" / "crosscheck" / "samplers.toml").read_text(encoding="utf-8")
    beside = re.search(r'^beside = "(.*)"$', text, re.MULTILINE)
    withheld = re.search(r"^withheld = (\d+)$", text, re.MULTILINE)
    assert beside is not None
    assert withheld is not None
    published = [RECORD[sampler.id] for sampler in SAMPLERS]
    assert record_text(published, beside[1], int(withheld[1])) == text
    assert {row.verdict for row in RECORD.values()} <= set(MEANS)


def test_whatever_is_broken_has_a_finding_and_a_defence() -> None:
    for made in every_sampler():
        broken = RECORD[made.id].verdict in ("broken", "reading")
        assert made.reading == (RECORD[made.id].verdict == "reading"), made.id
        assert bool(made.finding) == broken, made.id
        assert bool(made.defence) == broken, made.id


def test_the_page_has_what_is_on_record() -> None:
    maker = runpy.run_path(str(ROOT / "dev" / "make_samplers.py"))
    text = (ROOT / "docs" / "samplers.md").read_text(encoding="utf-8")
    assert maker["page"](text) == text
    counts = {verdict: sum(RECORD[made.id].verdict == verdict for made in SAMPLERS) for verdict in MEANS}
    said_there = re.search(
        r"(\d+) samplers: (\d+) kept, (\d+) bounded, (\d+) up to the grid, (\d+) broken, (\d+) a reading", text
    )
    assert said_there is not None
    assert [int(n) for n in said_there.groups()] == [
        len(SAMPLERS),
        *(counts[verdict] for verdict in ("kept", "bounded", "grid", "broken", "reading")),
    ]


def test_libraries_are_chosen_by_name() -> None:
    assert chosen_samplers(SAMPLERS, None) == SAMPLERS
    assert {made.library for made in chosen_samplers(SAMPLERS, "tmlt_core")} == {"tmlt.core"}
    refuses(ParameterError, "diffprivlib", chosen_samplers, SAMPLERS, "difprivlib")


@pytest.mark.slow
def test_the_command_runs_what_is_in_python_itself() -> None:
    result = CliRunner().invoke(app, ["crosscheck", "--samplers", "python"])
    assert result.exit_code == 0, result.output
    assert "kept up to the grid of doubles" in result.output
    assert CliRunner().invoke(app, ["crosscheck", "--samplers", "--case", "nonsense"]).exit_code == 2


@each("option", [("--html", "a.html"), ("--sarif", "a.sarif"), ("--only", "unsafe")])
def test_the_command_refuses_what_samplers_do_not_have(option: tuple[str, str]) -> None:
    found = ran("crosscheck", "--samplers", "python", *option)
    assert found.status == 2
    assert f"{option[0]}: expected no selection and no report of samplers" in found.complaint


def test_a_finding_is_told_with_its_defence() -> None:
    made = next(made for made in SAMPLERS if made.finding)
    text = " ".join(samplers_text([(made, RECORD[made.id])]).split())
    for words in (made.finding, made.defence, made.promise, RECORD[made.id].delta):
        assert " ".join(words.split()) in text


def test_what_is_set_for_a_run_is_told() -> None:
    made = next(made for made in SAMPLERS if made.setting.startswith("seeds below 3"))
    assert made.setting in " ".join(samplers_text([(made, RECORD[made.id])]).split())
