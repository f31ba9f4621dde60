"""Proofs by finite checks, with one thing changed: each is rejected, at the step that the change makes false."""

from pathlib import Path

import pytest

from dpexact.papers.catalogue import papers
from dpexact.papers.proving import ProofError, load_file
from tests.beside import beside

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
MUTANTS = [(name, *mutant) for name, mutants in beside(__file__).items() for mutant in mutants]


@pytest.mark.long
@pytest.mark.parametrize(("name", "old", "new", "step"), MUTANTS)
def test_mutant(name: str, old: str, new: str, step: str, tmp_path: Path) -> None:
    text = (PROOFS / f"{name}.py").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mutant.py"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProofError) as caught:
        load_file(path, papers=papers()).run()
    assert caught.value.step == step
