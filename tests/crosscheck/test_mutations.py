"""Libraries that answer a little, 0.2 % and 10 % off: each recorded case keeps the sides apart.

A claim is moved from the truth to either side and has to be judged there. Where the claim is an argument (calibrated
noise), the library's number is moved to either side, and the truth has to go up for one and down for the other.
"""

import math
import os

import pytest

from dpexact.audit.judgement import side_of
from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import Answer, Case, Library, Table, chosen_libraries, shipped_table
from dpexact.crosscheck.result import LEVEL, CrosscheckResult, answered

EVERY = chosen_libraries(None)  # in a checkout with what is withheld
pytestmark = pytest.mark.long

ALL = [
    (library, table, case)
    for library in EVERY
    for table in (shipped_table(library),)  # read once
    for case in table.cases
    if case.seen and not case.seen[0].startswith("raises")
]
CASES = ALL if os.environ.get("DPEXACT_SLOW") else ALL[::5]
IDS = [f"{library.name}-{case.id}" for library, _, case in CASES]
PARTS = (2e-3, 0.1)
TINY = 1e-300  # a truth that is less is as good as 0 to a factor


@pytest.mark.parametrize(("library", "table", "case"), CASES, ids=IDS)
def test_each_side_is_noticed_and_named(
    library: Library, table: Table, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "version", lambda self: table.version)  # noqa: ARG005
    probe = library.probe(case.probe)
    assert probe is not None
    output, found = answered(case.seen[0])
    assert output is not None

    def ask(number: float) -> CrosscheckResult:
        monkeypatch.setattr(crosschecker, "answer_of", lambda *_: Answer(number, found=found))
        return checked(library, table, case)

    asked = ask(output)
    if probe.claim:
        if not found and math.isfinite(output) and output:
            share = probe.claim == "alpha" and 0 < output < 1  # it may be the bound of one, and stays below 1
            room = min(output, 1 - output) if share else output
            for part in PARTS:
                more, less = ask(output + part * room), ask(output * (1 - part))
                for result in (more, less):
                    assert result.as_recorded is (result.seen.rpartition(": ")[2] in case.judgements)
                truths = [float(result.shown.truth or "nan") for result in (less, asked, more)]
                assert sorted(truths) in (truths, truths[::-1]), truths
        return
    if "output" in probe.truth.takes:  # the truth moves with the claim
        return
    truth = float(asked.shown.truth) if asked.shown.truth and not asked.shown.truth.startswith("in") else math.nan
    if not math.isfinite(truth) or abs(truth) < TINY:
        return
    for part in PARTS:
        for sign in (1, -1):
            result = ask(truth + sign * part * abs(truth))
            assert result.side == side_of(sign, probe.safe)
            assert result.weight == "material" or part * abs(truth) < LEVEL
            assert result.as_recorded is (result.seen.rpartition(": ")[2] in case.judgements)
            assert result.shown.difference[0] == "+-"[sign < 0]
