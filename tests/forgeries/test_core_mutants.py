"""Mutants of the rules of the core are noticed by its tests; and the trusted files keep to their limits."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
core_mutants = pytest.importorskip("core_mutants")

ROOT = HERE.parents[1]
QUICK = core_mutants.MUTANTS[:1]
CHOSEN = core_mutants.MUTANTS if "DPEXACT_SLOW" in os.environ else QUICK


@pytest.mark.parametrize("mutant", core_mutants.MUTANTS, ids=range(len(core_mutants.MUTANTS)))
def test_a_mutant_is_one_change(mutant: tuple[str, str, str]) -> None:
    ast.parse(core_mutants.changed(*mutant))


@pytest.mark.parametrize("mutant", CHOSEN)
def test_a_mutant_is_noticed(mutant: tuple[str, str, str]) -> None:
    assert core_mutants.is_noticed(*mutant)


def test_what_changes_nothing_is_not_noticed() -> None:
    assert not core_mutants.is_noticed("core", "if missing:", "if bool(missing):")


def test_the_trusted_files_keep_to_their_limits() -> None:
    """docs/trusted-base.md names every file of the harness that has to be believed, with its limit."""
    page = (ROOT / "docs" / "trusted-base.md").read_text(encoding="utf-8")
    limits = {name: int(limit) for name, limit in re.findall(r"`(?:proving/)?(\w+\.py)` \((?:at most )?(\d+)", page)}
    folder = ROOT / "dpexact" / "papers" / "proving"
    untrusted = {"evidence.py", "sturm.py", "library.py", "failure.py", "views.py", "rocq_views.py", "__init__.py"}
    assert {path.name for path in folder.glob("*.py")} <= {*limits, *untrusted}
    for name in sorted({path.name for path in folder.glob("*.py")} - untrusted):
        lines = len((folder / name).read_text(encoding="utf-8").splitlines())
        assert lines <= limits[name], f"{name}: {lines} lines"
