"""Proofs of the rainbow paper with one thing changed: each is rejected, at the step that the change makes false."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpexact.papers import papers
from dpexact.proving import ProofError, load_file

PROOFS = Path(__file__).resolve().parents[2] / "proofs"

MUTANTS = [
    # the third term of (4.3) as printed, for the corrected one
    ("lemma_1_events", '"corrected", equal(g, d)', '"corrected", equal(g, E * d)', "backward"),
    ("lemma_1_events", "at_least(E - 1 + a + g, E * A)", "at_least(E - 1 + a + E * g, E * A)", "slope"),
    ("lemma_1_events", "every(at_least(E * a + d, A), k, 1)", "every(at_least(E * a + 2 * d, A), k, 1)", "slope"),
    ("lemma_1_events", "every(at_least(h, a - 1 + g), k, 1)", "every(at_least(h, a - 1), k, 1)", "bound_grows"),
    ("theorem_3", "at_least(E * w + d, W)", "at_least(E * w + 2 * d, W)", "remainder"),
    ("theorem_3", "E * w + d, W), j, 0, D - 1", "E * w + d, W), j, 0, D - 2", "first_here"),
    ("theorem_1", "one == other or (", "(", "exactly_the_morphisms"),
    ("theorem_2", "fixed = {0: Fraction(0), 1: Fraction(0)", "fixed = {0: Fraction(1), 1: Fraction(1)",
     "binary_without_homogeneity"),
    ("definition_8", "if all(kinds[other] ==", "if any(kinds[other] ==", "inside_or_outside"),
    ("definition_8", "(0, 1, 1, 2, 2, 0)", "(0, 1, 1, 2, 2, 2)", "no_morphism_back"),
    ("sentences_section_2", "every(at_least(g, G), k, 1)", "every(at_least(G, g), k, 1)", "gain"),
    ("sentences_section_3", "hundredths(65, 10, 25)", "hundredths(70, 10, 20)", "both_extend_example_1"),
    ("sentences_section_3", "2 * (y - x)", "3 * (y - x)", "m2_is_maximal_at_d2"),
    ("sentences_section_4", "at_least(E * b, B)", "at_least(E * b + d, B)", "ratio_above"),
    ("sentences_section_5", "ratio ** (n - 1)", "ratio**n", "before_for_delta_0"),
    ("equation_5_5", "1 - (1 - x) / ratio + delta", "1 - (1 - x) / ratio", "equation_5_5_of_the_printed_operator"),
    ("sentences_section_6", "m, 2, 0, length", 'm, 2, "1/4", length', "constant_and_optimal"),
    ("continuous", "at_least(E * y + d, H)", "at_least(E * y + 2 * d, H)", "continuous_from_the_right"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "step"), MUTANTS)
def test_mutant(name: str, old: str, new: str, step: str, tmp_path: Path) -> None:
    text = (PROOFS / "rainbow" / f"{name}.py").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{name}.py"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProofError) as caught:
        load_file(path, papers=papers()).run()
    assert caught.value.step == step
