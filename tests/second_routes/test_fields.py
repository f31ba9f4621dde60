"""A second route for the core: z3 confirms every step about ordered fields but those that are listed."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from dpexact.audit.paper import project_folder
from dpexact.papers.catalogue import papers
from dpexact.papers.proving import at_least, equal, greater, indeterminates, load_proof, proof_names

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
fields = pytest.importorskip("fields")

LISTS = tomllib.loads((HERE / "z3_undecided.toml").read_text(encoding="utf-8"))
UNDECIDED = frozenset(LISTS["undecided"])
SLOW = "DPEXACT_SLOW" in os.environ
LATER = frozenset() if SLOW else frozenset(LISTS["later"])
(x,) = indeterminates("x")


def has_steps(name: str) -> bool:
    """Whether the file has evidence about ordered fields."""
    text = (project_folder("proofs") / f"{name}.py").read_text(encoding="utf-8")
    return any(f"{kind}(" in text for kind in fields.FIELD)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in proof_names(papers()) if has_steps(name) and name not in LATER])
def test_z3_confirms_the_steps(name: str) -> None:
    """The steps that are listed are tried again, and the proofs listed as `later` tried at all, in `.ci/slow` only."""
    for step, shown, cited, conditions in fields.steps(name):
        listed = f"{name}#{step}" in UNDECIDED
        if not listed or SLOW:
            found = fields.answer(shown, cited, conditions)
            assert found == "confirmed" or (listed and found == "undecided"), f"{name}#{step}: {found}"


def test_the_lists_name_proofs_and_steps() -> None:
    assert set(LISTS["later"]) <= {name for name in proof_names(papers()) if has_steps(name)}
    for reference in UNDECIDED:
        name, step = reference.split("#")
        assert step in load_proof(name, papers()).steps, f"{reference}: there is no such step"


def test_z3_refutes_what_is_false_and_sees_contradictions() -> None:
    assert fields.answer(greater(x), [greater(x)], []) == "confirmed"
    assert fields.answer(greater(x), [at_least(x)], []) == "refuted"
    assert fields.answer(at_least(x, 1), [at_least(x, 2), at_least(1, x)], []) == "contradictory"
    assert fields.answer(equal(x / x, 1), [], [x]) == "confirmed"
