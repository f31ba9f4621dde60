"""The released libraries, where they are installed (`.ci/run` makes an environment that has all): what is on record.

The lines to paste run in a process of their own, without dpexact.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from functools import partial

import pytest

from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked, crosscheck
from dpexact.crosscheck.libraries import LIBRARIES
from dpexact.crosscheck.library import Answer, Library, answer_of
from dpexact.crosscheck.table import shipped_table

INSTALLED = [library for library in LIBRARIES if library.version() is not None]
FINDINGS = [
    (library, shipped_table(library), case)
    for library in INSTALLED
    for case in shipped_table(library).cases
    if all(text.endswith(("unsafe", "wrong")) for text in case.seen)
]
FINDINGS = FINDINGS if os.environ.get("DPEXACT_SLOW") else FINDINGS[::6]  # each is a process of its own


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)
def test_every_answer_is_the_recorded_one(library: Library) -> None:
    if library not in INSTALLED:
        pytest.skip(f"{library.name} is not installed; {library.install}")
    result = crosscheck([library])
    assert [row.id for row in result.different] == []
    assert not result.open


@pytest.mark.parametrize(("library", "table", "case"), FINDINGS, ids=[case.id for _, _, case in FINDINGS])
def test_the_lines_to_paste_show_the_finding_without_dpexact(library, table, case) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    result = checked(library, table, case)
    program = "import sys\nsys.modules['dpexact'] = None\n" + result.reproduce
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    said = run.stdout.splitlines()
    infinite = "inf" in (result.truth, result.output.lstrip("-"))  # no difference is printed
    lines = said[-2:] if infinite else said[-3:]
    assert lines[0] == result.output
    assert float(lines[1]) == float(result.truth) or math.isclose(float(lines[1]), float(result.truth), rel_tol=1e-15)
    if infinite:
        return
    difference = float(lines[2])
    assert math.copysign(1, difference) == math.copysign(1, float(result.difference))


@pytest.mark.parametrize("library", INSTALLED, ids=lambda library: library.name)
def test_one_ulp_in_the_answer_of_the_library_is_noticed(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the library answers, moved by one ulp to either side, is not as recorded."""
    table = shipped_table(library)

    def moved(toward: float, lines: str, found: tuple[str, ...] = ()) -> Answer:
        answer = answer_of(lines, found)
        return answer if answer.output is None else Answer(math.nextafter(answer.output, toward), found=answer.found)

    cases = [
        case for case in table.cases if len(case.seen) == 1 and not case.seen[0].startswith(("raises", "inf", "-inf"))
    ]
    for toward in (-math.inf, math.inf):
        monkeypatch.setattr(crosschecker, "answer_of", partial(moved, toward))
        for case in cases[:: max(1, len(cases) // 8)]:
            assert checked(library, table, case).as_recorded is False, case.id
