"""The released libraries, where they are installed (`.ci/run` makes an environment that has all): what is on record.

The lines to paste run in a process of their own, without dpexact.
"""

import math
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from dpexact.crosscheck.crosschecker import Crosscheck, checked
from dpexact.crosscheck.library import Library, chosen_libraries, shipped_table

EVERY = chosen_libraries(None)  # in a checkout with what is withheld
INSTALLED = [library for library in EVERY if library.version() is not None]
FINDINGS = [
    (library, table, case)
    for library in INSTALLED
    for table in (shipped_table(library),)  # read once
    for case in table.cases
    if all(judgement.startswith(("unsafe", "wrong")) for judgement in case.judgements)
]
SLOW = "DPEXACT_SLOW" in os.environ
FINDINGS = FINDINGS if SLOW else FINDINGS[::6]  # each is a process of its own
STEP = 1 if SLOW else 5  # of the cases on record


@pytest.mark.parametrize("library", EVERY, ids=lambda library: library.name)
def test_every_answer_is_judged_as_recorded(library: Library) -> None:
    if library not in INSTALLED:
        pytest.skip(f"{library.name} is not installed; {library.install}")
    table = shipped_table(library)
    result = Crosscheck(tuple(checked(library, table, case) for case in table.cases[::STEP]))
    assert [row.id for row in result.different] == []
    assert not result.open


@pytest.mark.parametrize("library", INSTALLED, ids=lambda library: library.name)
def test_every_promise_stands_on_its_line(library: Library) -> None:
    table = shipped_table(library)
    if library.version() != table.version:
        pytest.skip(f"{library.name} {library.version()} is installed; the record is of {table.version}")
    for promise in (text for finding in table.findings for text in finding.promise):
        file, line, words = promise.split(":", 2)
        path = Path(str(metadata.distribution(library.distribution).locate_file(file)))
        lines = path.read_text(encoding="utf-8").split("\n")[int(line) - 1 :][:3]
        assert " ".join(words.split()) in " ".join(" ".join(lines).split()), promise
        assert words.split()[0] in lines[0], promise


@pytest.mark.parametrize(("library", "table", "case"), FINDINGS, ids=[case.id for _, _, case in FINDINGS])
def test_the_lines_to_paste_show_the_finding_without_dpexact(library, table, case) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    result = checked(library, table, case)
    program = "import sys\nsys.modules['dpexact'] = None\n" + result.reproduce
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    said = run.stdout.splitlines()
    shown, output = result.shown, repr(result.output)
    infinite = "inf" in (shown.truth, output.lstrip("-"))  # no difference is printed
    wanted = [(output, 1e-9), (shown.truth, 1e-9)]  # not to the last digit: it is another process
    wanted += [] if infinite else [(shown.difference, 1e-2)]  # of which 3 digits are printed
    wanted += [(shown.delta, 1e-9)] if shown.delta else []
    for line, (number, part) in zip(said[-len(wanted) :], wanted, strict=True):
        assert float(line) == float(number) or math.isclose(float(line), float(number), rel_tol=part)
    if not infinite:
        assert math.copysign(1, float(said[-len(wanted) + 2])) == math.copysign(1, float(shown.difference))
