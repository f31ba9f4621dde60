"""Mutants of committed proofs: each is refused, proves the same, or says something else, and the ledger notices.

Of those that prove another statement about ordered fields z3 refutes none. A computation of something else that comes
out True has no second route here; that it is something else is what the ledger notices: docs/slow-checks.md has counts.
"""

from __future__ import annotations

import ast
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from dpexact.audit.paper import project_folder
from dpexact.papers.catalogue import papers
from dpexact.papers.proving import proof_names

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent / "second_routes")]
proof_mutants = pytest.importorskip("proof_mutants")
fields = pytest.importorskip("fields")

SLOW = "DPEXACT_SLOW" in os.environ
COUNT = 60 if SLOW else 12  # of each proof
FEWER = {  # seconds for each mutant
    "count_queries/program_d2_attained": 25,
    "count_queries/sentences_section_4": 15,
    "rainbow/continuous": 40,
    "rainbow/definition_8": 15,
    "rainbow/open_question_three_colors": 40,
    "rainbow/sentences_section_4": 40,
}
QUICK = (
    "count_queries/lemma_3",
    "count_queries/program_d2",
    "rainbow/five_cycle",
    "rainbow/theorem_1",
    "rainbow/open_question_family",
)


@pytest.mark.long
@pytest.mark.parametrize("name", proof_names(papers()) if SLOW else QUICK)
def test_mutants(name: str, tmp_path: Path) -> None:
    known = proof_mutants.baseline(name, tmp_path)
    fates: Counter[str] = Counter()
    for mutant in proof_mutants.sample(name, FEWER.get(name, COUNT) if SLOW else COUNT, 2026):
        found, shown = proof_mutants.fate(mutant, known, tmp_path)
        fates[found] += 1
        assert found != "unnoticed", f"{mutant.line}: {mutant.change}"
        if found == "formula":
            for step, formula, cited, conditions in fields.steps_of(shown.run):
                answer = fields.answer(formula, cited, conditions)
                assert answer in ("confirmed", "undecided"), f"{mutant.line}: {mutant.change}: {step}: {answer}"
    assert fates["refused"] > 0, fates


def test_a_mutant_that_is_false_is_seen(tmp_path: Path) -> None:
    """The mutants are what they should be: a sign of equation (35) is changed, and it is refused."""
    known = proof_mutants.baseline("count_queries/lemma_3", tmp_path)
    text = (project_folder("proofs") / "count_queries/lemma_3.py").read_text(encoding="utf-8")
    text = ast.unparse(ast.parse(text))
    honest = proof_mutants.Mutant("count_queries/lemma_3", 0, "", text)
    assert proof_mutants.fate(honest, known, tmp_path)[0] == "same"
    wrong = proof_mutants.Mutant("count_queries/lemma_3", 0, "", text.replace("C - (1 + E)", "C - (1 - E)"))
    assert proof_mutants.fate(wrong, known, tmp_path)[0] == "refused"
