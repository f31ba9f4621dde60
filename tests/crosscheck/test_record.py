"""The tables of crosscheck: the truths by mpmath, and mutations of what is on record."""

import math
import os
from hashlib import sha256
from typing import Any

import pytest
from mpmath import mp

from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import (
    Answer,
    Case,
    Library,
    Probe,
    Table,
    chosen_libraries,
    shipped_table,
)
from dpexact.crosscheck.result import CrosscheckResult, answered
from tests.values import present

EVERY = chosen_libraries(None)  # in a checkout with what is withheld
pytestmark = pytest.mark.long

ALL = [
    (library, table, case)
    for library in EVERY
    for table in (shipped_table(library),)  # read once
    for case in table.cases
]
SAMPLE = [
    row  # one in seven, chosen by the digest of its name; `.ci/slow crosscheck-record` takes them all
    for row in ALL
    if "DPEXACT_SLOW" in os.environ or sha256(f"{row[0].name} {row[2].id}".encode()).digest()[0] % 7 == 0
]
IDS = [f"{library.name}-{case.id}" for library, _, case in SAMPLE]


# -- tables -------------------------------------------------------------------------------------------------------


def test_the_tables_hold_enough() -> None:
    assert len(SAMPLE) >= 80
    assert {library.name for library, _, _ in SAMPLE} == {library.name for library in EVERY}
    less = [case for _, _, case in ALL if case.judgements <= {"unsafe, material", "unsafe, small"}]
    assert len(less) >= 60
    assert all(case.seen for _, _, case in ALL)
    assert len({(library.name, case.id) for library, _, case in ALL}) == len(ALL)


@pytest.mark.parametrize("library", EVERY, ids=lambda library: library.name)
def test_every_probe_is_asked(library: Library) -> None:
    assert {probe.name for probe in library.probes} == {case.probe for case in shipped_table(library).cases}


@pytest.mark.parametrize("library", EVERY, ids=lambda library: library.name)
def test_every_material_gap_and_every_crash_has_a_finding_and_every_finding_a_case(library: Library) -> None:
    table = shipped_table(library)
    faulty = {"unsafe, material", "wrong, material", "raises"}
    probes = {case.probe for case in table.cases if case.judgements & faulty}
    assert {probe for probe in probes if table.finding(probe) is None} == set()
    found = [probe for finding in table.findings for probe in finding.probes]
    assert len(found) == len(set(found))
    assert all(probes & set(finding.probes) for finding in table.findings)
    assert all(finding.known.startswith("https://github.com/") for finding in table.findings if finding.known)


# -- the truths, by mpmath; what is on record, against mutations ---------------------------------------------------


def answering(monkeypatch: pytest.MonkeyPatch, output: float, found: tuple[int, ...]) -> None:
    """Whatever is asked, the library answers this."""
    answer = Answer(output, found=found)
    monkeypatch.setattr(crosschecker, "answer_of", lambda *_: answer)


ULPS = (-3, -2, -1, 1, 2, 3)


def moved(number: float, ulps: int) -> float:
    for _ in range(abs(ulps)):
        number = math.nextafter(number, math.copysign(math.inf, ulps))
    return number


@pytest.mark.parametrize(("library", "table", "case"), SAMPLE, ids=IDS)
def test_the_truth_is_that_of_mpmath_and_other_digits_are_as_recorded(
    library: Library, table: Table, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "version", lambda self: table.version)  # noqa: ARG005
    probe = present(library.probe(case.probe))
    for text in case.seen:
        output, found = answered(text)
        if output is None:
            continue
        answering(monkeypatch, output, found)
        result = checked(library, table, case)
        assert result.same_digits is True  # so the judgement on record is that of this very answer
        answers = {"output": output, **dict(zip(probe.found, found, strict=True))}
        second_route(probe, case, answers, result)
        for ulps in ULPS if math.isfinite(output) else ():  # as on another processor
            answering(monkeypatch, moved(output, ulps), found)
            other = checked(library, table, case)
            assert other.as_recorded is True
            assert other.same_digits is (other.seen in case.seen)


@pytest.mark.parametrize(("library", "table", "case"), SAMPLE, ids=IDS)
def test_the_other_side_is_not_as_recorded(
    library: Library, table: Table, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer as far off on the other side, where the side is part of what is on record."""
    monkeypatch.setattr(Library, "version", lambda self: table.version)  # noqa: ARG005
    probe = present(library.probe(case.probe))
    sides = {judgement.partition(",")[0] for judgement in case.judgements}
    output, found = answered(case.seen[0])
    if output is None or probe.claim or found or sides not in ({"safe"}, {"unsafe"}):
        return
    answering(monkeypatch, output, found)
    result = checked(library, table, case)
    gap, truth = float(result.shown.difference), float(result.shown.truth)
    if not (math.isfinite(gap) and math.isfinite(truth)) or "output" in probe.truth.takes:
        return
    answering(monkeypatch, truth - gap, found)
    other = checked(library, table, case)
    assert {result.side, other.side} == {"safe", "unsafe"} or other.outcome == "undecided"
    assert other.as_recorded is False


def second_route(probe: Probe, case: Case, answers: dict[str, Any], result: CrosscheckResult) -> None:
    """The truth, and the delta at what is claimed, by mpmath agree to 18 digits with what dpexact says."""
    names = dict(answers)
    exec("from mpmath import *\nmp.dps = 60\n" + probe.filled(probe.truth.again, case.arguments), names)  # noqa: S102 - of an adapter
    truth = names["truth"]
    assert (result.delta is not None) == (
        probe.needed is not None and result.outcome != "equal" and math.isfinite(result.claimed or 0)
    )
    if result.delta is not None:
        assert probe.needed is not None
        names["claimed"] = result.claimed
        exec(f"delta = {probe.filled(probe.needed.again, case.arguments)}", names)  # noqa: S102 - of an adapter
        with mp.workdps(60):
            assert (
                abs(names["delta"] - mp.mpf(result.shown.delta)) <= abs(mp.mpf(result.shown.delta)) * mp.mpf(10) ** -18
            )
    if result.truth == math.inf:
        assert truth == mp.inf
        assert "print(nstr(truth, 20))  # +inf" in result.reproduce
        return
    with mp.workdps(60):
        comments = dict(line.split(")  # ") for line in result.reproduce.splitlines() if line.startswith("print(nstr("))
        assert comments["print(nstr(truth, 20)"] == (mp.nstr(truth, 20) if mp.mpf(result.shown.truth) else "0.0")
        if (
            result.outcome != "equal" and result.shown.difference and math.isfinite(result.claimed or 0)
        ):  # at 60 digits mpmath may print what its rounding leaves
            gap = mp.mpf(result.claimed) - truth
            assert comments["print(nstr(claimed - truth, 3)"].partition(":")[0] == mp.nstr(gap, 3)
        if result.delta is not None and mp.mpf(result.shown.delta):
            assert comments["print(nstr(delta, 20)"] == mp.nstr(names["delta"], 20)
        said = mp.mpf(result.shown.truth)
        assert abs(truth - said) <= (abs(said) * mp.mpf(10) ** -18 if said else mp.mpf(10) ** -50)
