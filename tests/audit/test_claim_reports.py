"""Test what `pytest --dp-report` says of claims: only an assertion that was shown to be false is "not true"."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpexact.testing import assert_upper_bound
from dpexact.testing.findings import parts_of
from dpexact.testing.report import claims_page
from tests.beside import beside

BESIDE = beside(__file__)

pytestmark = pytest.mark.slow

SUITE = BESIDE["suite"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("CI", "COLUMNS", "PYTEST_ADDOPTS")}


def run(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_suite.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=ENVIRONMENT)


def claims(folder: Path, text: str, *options: str) -> list[dict[str, Any]]:
    run(folder, text, "--dp-report", "claims.json", *options)
    found: list[dict[str, Any]] = json.loads((folder / "claims.json").read_text(encoding="utf-8"))["claims"]
    return found


@pytest.mark.long
def test_each_claim_has_the_word_that_its_test_earned(tmp_path: Path) -> None:
    found = claims(tmp_path, SUITE)
    assert len(found) == SUITE.count("dp_claim(")
    assert [claim["verdict"] for claim in found] == [claim["id"] for claim in found]  # as the suite says by hand
    done = run(tmp_path, SUITE, "--dp-report", "claims.html")
    said = (
        "11 claims in 16 tests, 4 checked: 1 not true, 1 too loose, 1 not true as expected, 1 true. "
        "Not settled: 2 error, 2 failed outside dpexact, 1 undecided, 2 passed though marked xfail, "
        "1 failed as marked, 1 skipped, 3 passed outside dpexact."
    )
    assert f"dpexact: claims.html: {said}" in done.stdout
    page = (tmp_path / "claims.html").read_text(encoding="utf-8")
    assert said in page
    assert page.count('data-verdict="not true"') == 2  # the filter and the row


def test_claims_that_the_run_did_not_come_to_are_listed(tmp_path: Path) -> None:
    three = "import pytest\n" + "".join(
        f"@pytest.mark.dp_claim('{name}')\ndef test_{name}(): assert {int(name != 'a')}\n" for name in "abc"
    )
    found = claims(tmp_path, three, "-x")
    assert [(claim["id"], claim["verdict"]) for claim in found] == [
        ("a", "failed outside dpexact"),
        ("b", "not run"),
        ("c", "not run"),
    ]
    assert [claim["id"] for claim in claims(tmp_path, three, "-k", "test_c")] == ["c"]  # left out on purpose


def test_a_run_without_claims_says_so(tmp_path: Path) -> None:
    text = "def test_a(): pass\n"
    done = run(tmp_path, text, "--dp-report", "claims.html")
    assert done.returncode == 0
    said = "No claim: no test of this run is marked dp_claim(id), so nothing was checked."
    assert said in done.stdout
    assert said in (tmp_path / "claims.html").read_text(encoding="utf-8")
    assert "dpexact:" not in run(tmp_path, text).stdout


def test_a_marker_with_another_name_is_shown_as_it_is(tmp_path: Path) -> None:
    for given in ("name='a'", "'a', id='b'", "id=3"):
        done = run(tmp_path, f"import pytest\n@pytest.mark.dp_claim({given})\ndef test_a(): pass\n")
        assert done.returncode == 4
        assert f"got dp_claim({given})" in done.stderr


def test_a_row_shows_the_truth_the_size_and_the_side() -> None:
    with pytest.raises(AssertionError) as raised:
        assert_upper_bound(0.25, "1/3")
    parts = parts_of(raised.value)
    assert (parts["claimed"], parts["true"], parts["gap"]) == ("0.25", "1/3", "1.50e+15 ulps")  # 1/12 over 2^-54
    rows: list[dict[str, Any]] = [
        {"id": "a", "test": "t.py::a", "outcome": "failed", "message": "m", "verdict": "not true", "parts": parts},
        {"id": "b", "test": "t.py::b", "outcome": "failed", "message": "  true     7", "verdict": "error"},
        {"id": "c", "test": "t.py::c", "outcome": "passed", "message": "", "verdict": "true"},
    ]
    first, second, third = claims_page(rows).entries
    truth, gap = first.cells[2:]
    assert (truth.text, truth.key) == ("1/3", Fraction("0.33333333333333333333"))
    assert first.look == "not true: 0.25 claimed, truly 1/3; 1.50e+15 ulps below the truth"
    assert (gap.text, gap.small, gap.key) == ("1.50e+15 ulps", "below the truth", 15 * 10**14)
    assert [cell.missing for entry in (second, third) for cell in entry.cells[2:]] == [True] * 4


def test_a_false_claim_about_a_costly_number_is_not_true(tmp_path: Path) -> None:
    """The report has the bounds at hand; it was an error, since the message asked for bounds out of reach."""
    text = """
import pytest
from dpexact.testing import assert_upper_bound, exact_reference

@pytest.mark.dp_claim("training")
def test_training():
    asked = {"noise_multiplier": "0.9", "batch": 512, "examples": 60000, "epochs": 20, "delta": "1e-5"}
    assert_upper_bound(2.61, exact_reference("dp_sgd.epsilon", **asked))
"""
    (found,) = claims(tmp_path, text)
    assert (found["verdict"], found["outcome"]) == ("not true", "failed")
    row = claims_page([found]).entries[0]
    assert row.cells[2].text.startswith("in [2.93")
    assert (row.cells[3].text[:12], row.cells[3].small) == ("between 0.32", "below the truth")
