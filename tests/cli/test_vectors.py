"""`dpexact vectors` writes families and their index, and refuses a family that there is none of."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from dpexact.cli.app import app


def test_a_family_is_written_with_its_index(tmp_path: Path) -> None:
    run = CliRunner().invoke(
        app, ["vectors", str(tmp_path), "--family", "laplace.threshold", "--count", "2", "--format", "json"]
    )
    assert run.exit_code == 0
    listed = json.loads(run.stdout)["families"]["laplace.threshold"]
    assert json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))["families"]["laplace.threshold"] == listed
    tests = json.loads((tmp_path / listed["file"]).read_text(encoding="utf-8"))["tests"]
    assert len(tests) == listed["tests"]
    assert sum("drawn" in test["flags"] for test in tests) == 2


def test_another_seed_draws_other_tests(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        words = ["vectors", str(tmp_path / seed), "--family", "gaussian.threshold", "--count", "2", "--seed", seed]
        assert CliRunner().invoke(app, words).exit_code == 0
    first, second = ((tmp_path / seed / "gaussian.threshold.json").read_text(encoding="utf-8") for seed in ("1", "2"))
    assert first.splitlines()[:-4] == second.splitlines()[:-4]  # those that are aimed are alike
    assert first != second


def test_an_unknown_family_is_refused(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["vectors", str(tmp_path), "--family", "gausian.delta"])
    assert run.exit_code == 2
    assert "did you mean" in run.output
