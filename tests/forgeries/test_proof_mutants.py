"""Mutants of committed proofs: each is refused, proves the same, or says something else, and the ledger notices.

A computation of something else that comes out True has no second route here; that it is something else is what the
ledger notices: dev/slow-checks.md has counts.
"""

import ast
import os
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from dpexact.audit.paper import project_folder
from dpexact.papers.catalogue import papers
from dpexact.papers.proving import proof_names

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
sys.path.append(str(HERE))
proof_mutants = pytest.importorskip("proof_mutants")

SLOW = "DPEXACT_SLOW" in os.environ
COUNT = 60 if SLOW else 12  # of each proof, but
BUDGET = 20  # seconds of processor for those of one proof, after the first
LEAST = 5
QUICK = (
    "axioms/section_2_2_1",
    "count_queries/remark_2",
    "gradual_release/remarks",
    "rainbow/five_cycle",
    "rainbow/theorem_1",
)


@pytest.mark.long
@pytest.mark.parametrize("name", proof_names(papers()) if SLOW else QUICK)
def test_mutants(name: str, tmp_path: Path) -> None:
    known = proof_mutants.baseline(name, tmp_path)
    fates: Counter[str] = Counter()
    begun = time.process_time()
    for mutant in proof_mutants.sample(name, COUNT, 2026):
        if fates.total() >= LEAST and time.process_time() > begun + BUDGET:
            break
        found = proof_mutants.fate(mutant, known, tmp_path)
        fates[found] += 1
        assert found != "unnoticed", f"{mutant.line}: {mutant.change}"
    assert fates["refused"] > 0, fates


def test_a_mutant_that_is_false_is_seen(tmp_path: Path) -> None:
    """The mutants are what they should be: an event of Remark 2's counterexample is changed, and it is refused."""
    known = proof_mutants.baseline("count_queries/remark_2", tmp_path)
    text = (project_folder("proofs") / "count_queries/remark_2.py").read_text(encoding="utf-8")
    text = ast.unparse(ast.parse(text))

    def fate(old: str, new: str) -> str:
        assert old in text
        changed = proof_mutants.Mutant("count_queries/remark_2", 0, "", text.replace(old, new))
        found: str = proof_mutants.fate(changed, known, tmp_path)
        return found

    assert fate("from", "from") == "same"
    assert fate("(-2, -1, 1)", "(-2, -1, 0)") == "refused"
    assert fate("29 * p for p", "p * 29 for p") == "computed"
