"""The tutorial is a project of its own: it passes, its wrong version fails, and the page quotes both."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "tutorial"
FILES = ("noise.py", "test_noise.py", "wrong_noise.py", "test_regression.py")
PAGE = (FOLDER.parent / "start" / "test.md").read_text(encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in (*FILES, "pytest.ini"):
        shutil.copy(FOLDER / name, tmp_path)
    return tmp_path


def run(project: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout


def test_the_page_quotes_the_files() -> None:
    quoted = re.findall(r"```python\n((?!>>>).*?)```", PAGE, re.DOTALL)
    assert quoted == [(FOLDER / name).read_text(encoding="utf-8") for name in FILES]


@pytest.mark.slow
def test_the_project_passes_and_reports_its_claims(project: Path) -> None:
    status, out = run(project, "--dp-report", "claims.json")
    assert status == 0, out
    assert "7 passed" in out
    claims = json.loads((project / "claims.json").read_text(encoding="utf-8"))["claims"]
    assert [(claim["id"], claim["outcome"]) for claim in claims] == [("sigma-is-enough", "passed")] * 6


@pytest.mark.long
def test_the_wrong_version_fails_as_the_page_says(project: Path) -> None:
    shutil.copy(project / "wrong_noise.py", project / "noise.py")
    status, out = run(project)
    assert status == 1, out
    assert "7 failed" in out  # the regression test too
    # lines of the failures alone: with CI in the environment, pytest's summary repeats them whole
    assert sum("but too loose" in line for line in out.splitlines() if line.startswith("E  ")) == 5
    status, out = run(project, "-k", "test_sigma_is_enough and 0.001-8.0")
    assert status == 1, out
    said = "".join(f"{line}\n" for line in out.splitlines() if line.startswith("E  "))
    assert f"```text\n{said}```" in PAGE


@pytest.mark.slow
def test_the_lines_that_are_suggested_fail_as_they_are(project: Path) -> None:
    suggested = re.findall(r"^E           (.*)$", PAGE, re.MULTILINE)
    (project / "pasted.py").write_text("\n".join(suggested), encoding="utf-8")
    done = subprocess.run([sys.executable, "pasted.py"], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is not an upper bound" in done.stderr
