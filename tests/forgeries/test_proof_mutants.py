"""Mutants of committed proofs: each is refused, proves the same, or proves something that z3 does not refute.

What is a computation has no second route here: how many of these come out True all the same is counted, and bounded.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from dpexact.paper import project_folder
from dpexact.papers import papers
from dpexact.proving import proof_names

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent / "second_routes")]
proof_mutants = pytest.importorskip("proof_mutants")
fields = pytest.importorskip("fields")

SLOW = "DPEXACT_SLOW" in os.environ
COUNT = 60 if SLOW else 12  # of each proof
QUICK = (
    "count_queries/lemma_3",
    "count_queries/program_d2",
    "count_queries/proposition_1",
    "rainbow/five_cycle",
    "rainbow/theorem_1",
    "rainbow/open_question_family",
    "rainbow/three_colors_forest",
)


@pytest.mark.parametrize("name", proof_names(papers()) if SLOW else QUICK)
def test_mutants(name: str, tmp_path: Path) -> None:
    known = proof_mutants.baseline(name, tmp_path)
    fates: Counter[str] = Counter()
    for mutant in proof_mutants.sample([name], COUNT, 2026):
        found, run = proof_mutants.fate(mutant, known, tmp_path)
        fates[found] += 1
        if found == "formula":
            for step, shown, cited, conditions in fields.steps_of(run):
                answer = fields.answer(shown, cited, conditions)
                assert answer in ("confirmed", "undecided"), f"{mutant.line}: {mutant.change}: {step}: {answer}"
    assert fates["refused"] > 0, fates


def test_a_mutant_that_is_false_is_seen(tmp_path: Path) -> None:
    """The mutants are what they should be: the sign of a step of Proposition 1 is changed, and it is refused."""
    known = proof_mutants.baseline("count_queries/proposition_1", tmp_path)
    text = (project_folder("proofs") / "count_queries/proposition_1.py").read_text(encoding="utf-8")
    honest = proof_mutants.Mutant("count_queries/proposition_1", 0, "", text)
    assert proof_mutants.fate(honest, known, tmp_path)[0] in ("same", "formula")
    wrong = proof_mutants.Mutant("count_queries/proposition_1", 0, "", text.replace("greater(LEFT)", "greater(-LEFT)"))
    assert proof_mutants.fate(wrong, known, tmp_path)[0] == "refused"
