"""The tables of crosscheck: faulty ones, the truths by mpmath, and mutations of what is on record."""

from __future__ import annotations

import math
import re
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mpmath import mp

from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.libraries import LIBRARIES, chosen_libraries
from dpexact.crosscheck.library import Answer, Library
from dpexact.crosscheck.table import PLACE, Case, Table, read_table, shipped_table
from dpexact.errors import DocumentError

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Probe
    from dpexact.crosscheck.result import CrosscheckResult

ALL = [(library, shipped_table(library), case) for library in LIBRARIES for case in shipped_table(library).cases]
IDS = [f"{library.name}-{case.id}" for library, _, case in ALL]


# -- tables -------------------------------------------------------------------------------------------------------


def test_the_tables_hold_enough() -> None:
    less = [case for _, _, case in ALL if all(text.endswith("unsafe") for text in case.seen)]
    assert len(less) >= 60
    assert all(case.seen for _, _, case in ALL)
    assert len({(library.name, case.id) for library, _, case in ALL}) == len(ALL)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_every_probe_is_asked(library: Library) -> None:
    assert {probe.name for probe in library.probes} == {case.probe for case in shipped_table(library).cases}


@pytest.mark.parametrize(("library", "probe"), [(x, p) for x in LIBRARIES for p in x.probes], ids=lambda x: x.name)
def test_a_truth_takes_what_the_lines_have(library: Library, probe: Probe) -> None:
    given = {*PLACE.findall(probe.lines), "output", *probe.found}
    wanted = {p.name for p in signature(probe.truth).parameters.values() if p.kind is not p.VAR_KEYWORD}
    assert wanted <= given
    assert set(PLACE.findall(probe.again)) <= given
    assert probe.claim in {"", *given}
    assert library.probe(probe.name) is probe  # names differ


HEAD = 'format = "dpexact-crosscheck/1"\nlibrary = "scipy"\n'
ROW = '[[case]]\nid = "a"\nprobe = "ndtr"\narguments = { x = 1.0 }\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("format = 1\n", "format"),
        ('format = "dpexact-crosscheck/1"\nlibrary = "autodp"\n', "autodp"),
        (HEAD + "x = [\n", "TOML"),
        (HEAD + ROW + ROW, "case[1].id"),
        (HEAD + ROW.replace("ndtr", "ndtx"), "did you mean 'ndtr'"),
        (HEAD + ROW.replace("x = 1.0", "y = 1.0"), "case[0].arguments"),
        (HEAD + ROW.replace("x = 1.0", ""), "case[0].arguments"),
        (HEAD + ROW.replace("x = 1.0", "x = 1.0, y = 1.0"), "case[0].arguments"),
        (HEAD + ROW.replace("1.0", "'1; import os'"), "case[0].arguments.x"),
        (HEAD + ROW.replace("1.0", "'__import__(1)'"), "case[0].arguments.x"),
        (HEAD + ROW.replace("1.0", "true"), "case[0].arguments.x"),
        (HEAD + ROW.replace("1.0", "['a']"), "case[0].arguments.x"),
        (HEAD + ROW + "sen = []\n", "case[0]"),
        (HEAD + ROW + "seen = [1]\n", "case[0].seen"),
        (HEAD + ROW.replace('id = "a"', "id = 1"), "case[0].id"),
    ],
)
def test_a_faulty_table_is_refused_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "scipy.toml"
    path.write_text(text, encoding="utf-8")
    (library,) = chosen_libraries("scipy")
    with pytest.raises(DocumentError) as caught:
        read_table(path, library)
    assert place in str(caught.value)


def test_a_right_table_is_read(tmp_path: Path) -> None:
    path = tmp_path / "scipy.toml"
    path.write_text(HEAD + ROW, encoding="utf-8")
    (library,) = chosen_libraries("scipy")
    assert read_table(path, library).cases == (Case("a", "ndtr", {"x": 1.0}),)


# -- the truths, by mpmath; what is on record, against mutations ---------------------------------------------------


def answering(monkeypatch: pytest.MonkeyPatch, output: float, found: tuple[int, ...]) -> None:
    """Whatever is asked, the library answers this."""
    answer = Answer(output, found=found)
    monkeypatch.setattr(crosschecker, "answer_of", lambda *_: answer)


@pytest.mark.parametrize(("library", "table", "case"), ALL, ids=IDS)
def test_the_truth_is_that_of_mpmath_and_one_ulp_is_noticed(
    library: Library, table: Table, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "version", lambda self: table.version)  # noqa: ARG005
    probe = library.probe(case.probe)
    assert probe is not None
    for text in case.seen:
        said, _, counts = text.partition(": ")[0].partition(" from ")
        if said.startswith("raises"):
            continue
        output, found = float(said), tuple(map(int, counts.split(" and "))) if counts else ()
        answering(monkeypatch, output, found)
        result = checked(library, table, case)
        assert result.as_recorded is True
        answers = {"output": output, **dict(zip(probe.found, found, strict=True))}
        second_route(probe.repeated(case.arguments), answers, result)
        for moved in (math.nextafter(output, -math.inf), math.nextafter(output, math.inf)):
            others = [float(other.partition(":")[0].partition(" ")[0]) for other in case.seen]
            if moved not in others:
                answering(monkeypatch, moved, found)
                assert checked(library, table, case).as_recorded is False
        for place in range(len(found)):
            other = tuple(count + (i == place) for i, count in enumerate(found))
            answering(monkeypatch, output, other)
            assert checked(library, table, case).as_recorded is False


def second_route(lines: str, answers: dict[str, Any], result: CrosscheckResult) -> None:
    """The truth by mpmath agrees to 18 digits with what dpexact says."""
    names = dict(answers)
    exec("from mpmath import *\nmp.dps = 60\n" + lines, names)  # noqa: S102 - lines of an adapter
    truth = names["truth"]
    if result.truth == "inf":
        assert truth == mp.inf
        assert "print(nstr(truth, 20))  # +inf" in result.reproduce
        return
    with mp.workdps(60):
        comments = dict(line.split(")  # ") for line in result.reproduce.splitlines() if line.startswith("print(nstr("))
        assert comments["print(nstr(truth, 20)"] == (mp.nstr(truth, 20) if mp.mpf(result.truth) else "0.0")
        if (
            result.outcome != "equal" and result.difference and math.isfinite(float(result.claimed))
        ):  # at 60 digits mpmath may print what its rounding leaves
            gap = mp.mpf(float(result.claimed)) - truth
            assert comments["print(nstr(claimed - truth, 3)"].partition(":")[0] == mp.nstr(gap, 3)
        said = mp.mpf(result.truth)
        assert abs(truth - said) <= (abs(said) * mp.mpf(10) ** -18 if said else mp.mpf(10) ** -50)


def test_the_page_names_cases_that_are_there() -> None:
    page = (Path(__file__).parents[2] / "docs" / "crosscheck.md").read_text(encoding="utf-8")
    known = {(library.name, case.id) for library, _, case in ALL}
    named = set(re.findall(r"dpexact crosscheck (\w+) --case (\S+)", page))
    named |= set(re.findall(r"^\| (\w+) \| `(\S+)` \|", page, re.MULTILINE))
    assert len(named) >= 40
    assert named <= known
