"""Proofs of the rainbow paper with one thing changed: each is rejected, at the step that the change makes false."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpexact.papers.catalogue import papers
from dpexact.papers.proving import ProofError, load_file

PROOFS = Path(__file__).resolve().parents[2] / "proofs"

MUTANTS = [
    ("theorem_1", "one == other or (", "(", "exactly_the_morphisms"),
    ("theorem_2", "fixed = {0: Fraction(0), 1: Fraction(0)", "fixed = {0: Fraction(1), 1: Fraction(1)",
     "binary_without_homogeneity"),
    ("definition_8", "if all(kinds[other] ==", "if any(kinds[other] ==", "definition_5"),
    ("definition_8", "(0, 1, 1, 2, 2, 0)", "(0, 1, 1, 2, 2, 2)", "no_morphism_back"),
    ("sentences_section_2", "(0), Fraction(1, 2)),", "(1, 2), Fraction(0)),", "lexicographic_is_weaker"),
    ("theorem_3", '{"first": Fraction(0)', '{"first": Fraction(1, 2)', "first_color_is_no_limit"),
    ("lemma_1", '{"first": half}', '{"first": half / 8}', "printed_is_not_close"),
    ("printed_lines", "Fraction(2), Fraction(1, 4)", "Fraction(2), Fraction(1, 10)", "not_for_larger_delta"),
    ("closed_form", '{"time": 3}', '{"time": 2}', "printed_form"),
    ("closed_form", "prefix - d) / E", "prefix) / E + d", "mirror"),
    ("continuous", "d * (1 - (1 - d) / E)", "1 - (1 + d) / E", "atom_at_0"),
    ("sentences_section_3", "hundredths(65, 10, 25)", "hundredths(70, 10, 20)", "both_extend_example_1"),
    ("sentences_section_3", "2 * (y - x)", "3 * (y - x)", "m2_is_maximal_at_d2"),
    ("sentences_section_4", "at_least(E * b, B)", "at_least(E * b + d, B)", "ratio_above"),
    ("sentences_section_5", "ratio ** (n - 1)", "ratio**n", "before_for_delta_0"),
    ("equation_5_5", "1 - (1 - x) / ratio + delta", "1 - (1 - x) / ratio", "equation_5_5_of_the_printed_operator"),
    ("sentences_section_6", "m, 2, 0, length", 'm, 2, "1/4", length', "constant_and_optimal"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new", "step"), MUTANTS)
def test_mutant(name: str, old: str, new: str, step: str, tmp_path: Path) -> None:
    text = (PROOFS / "rainbow" / f"{name}.py").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{name}.py"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProofError) as caught:
        load_file(path, papers=papers()).run()
    assert caught.value.step == step
