"""Proofs by finite checks, with one thing changed: each is rejected, at the step that the change makes false."""

from pathlib import Path

import pytest

from dpexact.papers.catalogue import papers
from dpexact.papers.proving import ProofError, load_file

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
SMALLEST, GEOMETRIC = "count_queries/smallest_parameters", "count_queries/geometric"
FIRST, LATER = "count_queries/sentences_checked", "count_queries/sentences_checked_later"
BRACKETS, COORDINATES = "rainbow/brackets", "rainbow/coordinates"
PHASES, SECOND = "rainbow/phases_at_the_ends", "rainbow/second_phase"
THREE = "rainbow/open_question_three_colors"

MUTANTS = [
    (SMALLEST, "law = tuple((z, Fraction(0))", "law = tuple((z, Fraction(1, 5))", "zero_for_larger_counts"),
    (SMALLEST, "(ONE, 0 * ONE)", "(HALF, HALF)", "support_of_p_1"),
    (SMALLEST, "(ONE, 0 * ONE)", "(ONE, ONE)", "support_of_p_1"),
    (SMALLEST, '"odds": Fraction(4), "reach": 1}', '"odds": Fraction(3), "reach": 1}', "equation_35_at_reach_1"),
    (SMALLEST, "(odds >= 1 + ratio)", "(odds > 1 + ratio)", "equation_35_in_the_end"),
    (SMALLEST, '"reach": 1, "k": 1}', '"reach": 1, "k": 2}', "equation_28_at_1"),
    (SMALLEST, "if k >= 3:", "if k >= 2:", "equations_27_to_31"),
    (SMALLEST, "if k >= 2:", "if k >= 1:", "equations_27_to_31"),
    (SMALLEST, "(1 + 2 * ratio) * share)", "(1 + ratio) * share)", "equations_27_to_31"),
    (SMALLEST, '"first": 1, "last": 1}', '"first": 1, "last": 2}', "one_count"),
    (SMALLEST, '"first": 2, "last": 2}', '"first": 2, "last": 3}', "one_column"),
    (SMALLEST, '"last": (2, 3, 4)', '"last": (1, 2, 3)', "two_counts"),
    (SMALLEST, '{"reach": 1}, is_in_the', '{"reach": 3}, is_in_the', "empty_intervals"),
    (SMALLEST, "(2, Fraction(1, 5))", "(2, Fraction(2, 5))", "smallest_pair"),
    (SMALLEST, '"delta": ONE}', '"delta": HALF}', "a_delta_of_1"),
    (GEOMETRIC, "if 0 < n < last:", "if 0 < n:", "weights"),
    (GEOMETRIC, "n in (0, last) else", "n == 0 else", "diagonal"),
    (GEOMETRIC, "(1,) * (last + 1)", "(1, 2, 1, 1, 1, 1)[: last + 1]", "trace"),
    (GEOMETRIC, "((2, 1, 1), (1, 2, 1), (1, 1, 2))", "((3, 1, 0), (1, 2, 1), (0, 1, 3))", "worst_case"),
    (GEOMETRIC, '"last": range(2, 6)', '"last": range(1, 6)', "least_in_the_worst_case"),
    (GEOMETRIC, '"prior": (0, 1, 0)', '"prior": (1, 1, 1)', "another_prior"),
    (GEOMETRIC, "p ** (period - r)) for r", "p ** (period - r + 1)) for r", "folded_noise"),
    (FIRST, "Fraction(2 * sum(data)) for", "Fraction(sum(data)) for", "sensitivity"),
    (FIRST, "Fraction(2 * sum(data)) for", "Fraction(3 * sum(data), 2) for", "sensitivity"),
    (FIRST, '"one": (1, 0), "other": (0, 0)', '"one": (1, 1), "other": (1, 0)', "pairs_at_zero"),
    (FIRST, "(row[0] == 1)", "(row[0] > 0)", "no_noise_at_zero"),
    (FIRST, '"laws": (law,) * 6', '"laws": (law,) * 5 + (law[::-1],)', "independent_of_n"),
    (FIRST, "(-1, Fraction(1, 4)), (0", "(-2, Fraction(1, 4)), (0", "independent_of_n"),
    (FIRST, "last - reach + 1), last", "last - reach), last", "overshoot"),
    (FIRST, "z <= 0 < law[z]", "z < 0 < law[z]", "loss_exceeds"),
    (FIRST, "ratio + 1)", "ratio)", "beyond_acceptable_levels"),
    (LATER, "reach - 1: [a[1], a[2]", "reach - 1: [a[1], a[1]", "matrix_16"),
    (LATER, "[alphas[-1] == 0, True, True]", "[True, True, True]", "proposition_3"),
    (LATER, "alphas[0] >= (odds - share) / ratio", "alphas[0] > (odds - share) / ratio", "b_and_c"),
    (LATER, "(1 - eta) * sum(a * i", "(1 - eta) / 2 * sum(a * i", "variance"),
    (LATER, '"data": (1, 1, 0), "reach": 2', '"data": (1, 1, 0), "reach": 1', "neighbors_below_the_boundary"),
    (LATER, '"count": 1, "reach": 1}', '"count": 2, "reach": 1}', "outputs_from_1"),
    (LATER, '"count": 1, "reach": 2}', '"count": 2, "reach": 2}', "counts_from_1"),
    (LATER, "(reach + 1) * design.delta", "reach * design.delta", "optimal_design_over_all_events"),
    (BRACKETS, "first_line(case, n - 1) < turn", "first_line(case, n) < turn", "ceiling_is_one_more"),
    (BRACKETS, "if time <= turn:", "if time < turn:", "equation_5_2_with_ceilings"),
    (BRACKETS, "(turn - time) * (1 - start", "(turn - time) * (2 - start", "equation_5_2_with_ceilings"),
    (BRACKETS, "1 - start + ratio * rho", "1 - start + rho", "equation_5_5_with_ceilings"),
    (BRACKETS, 'Fraction(1, 10)), 3, "(5.2)', 'Fraction(1, 10)), 2, "(5.2)', "equation_5_2_with_ceilings"),
    (COORDINATES, '"rainbows": ((1, 2), (2, 1)), "ratio": Fraction(2)}\n    return Counterexample("close',
     '"rainbows": ((1, 2), (1, 2)), "ratio": Fraction(2)}\n    return Counterexample("close', "theorem_2_by_place"),
    (COORDINATES, '"rainbow": (2, 1)', '"rainbow": (1, 2)', "theorem_4_by_color"),
    (COORDINATES, "(colors == 2 or sixths == 6)", "(colors == 3 or sixths == 6)", "determined_by_one_color"),
    (SECOND, '"k": 1, "time": 2}', '"k": 1, "time": 1}', "first_color"),
    (SECOND, '"k": 1, "time": 2}', '"k": 2, "time": 0}', "first_color"),
    (SECOND, '"k": 3, "time": 0}', '"k": 3, "time": 1}', "last_color"),
    (SECOND, '"k": (2, 3)}', '"k": (1, 2, 3)}', "between"),
    (SECOND, '"k": (2, 3)}', '"k": (2, 3, 4)}', "between"),
    (SECOND, "(1, 4, 20, 76)", "(40, 4, 20, 37)", "between"),
    (SECOND, "== ratio * before[k - 1] >", "== 2 * before[k - 1] >", "between"),
    (PHASES, '"k": 1, "time": 0', '"k": 2, "time": 0', "first_color"),
    (PHASES, '"k": 3, "time": 0', '"k": 2, "time": 0', "last_color"),
    (PHASES, '"k": (2, 3), "time"', '"k": (1, 2, 3), "time"', "between"),
    (THREE, '"s": numbers(570, 648, 432)', '"s": numbers(570, 648, 430)', "valid"),
    (THREE, '"569.64", "648.432", "431.928"', '"569.64", "648.432", "431.9"', "valid"),
    ("rainbow/theorem_1", "one == other or (", "(", "exactly_the_morphisms"),
    ("rainbow/theorem_2", "fixed = {0: Fraction(0), 1: Fraction(0)", "fixed = {0: Fraction(1), 1: Fraction(1)",
     "binary_without_homogeneity"),
    ("rainbow/definition_8", "if all(kinds[other] ==", "if any(kinds[other] ==", "definition_5"),
    ("rainbow/definition_8", "(0, 1, 1, 2, 2, 0)", "(0, 1, 1, 2, 2, 2)", "no_morphism_back"),
    ("rainbow/sentences_section_2", "(0), Fraction(1, 2)),", "(1, 2), Fraction(0)),", "lexicographic_is_weaker"),
    ("rainbow/theorem_3", '{"first": Fraction(0)', '{"first": Fraction(1, 2)', "first_color_is_no_limit"),
    ("rainbow/lemma_1", '{"first": half}', '{"first": half / 8}', "printed_is_not_close"),
    ("rainbow/printed_lines", "Fraction(2), Fraction(1, 4)", "Fraction(2), Fraction(1, 10)", "not_for_larger_delta"),
    ("rainbow/closed_form", '{"time": 3}', '{"time": 2}', "printed_form"),
    ("rainbow/sentences_section_3", "hundredths(65, 10, 25)", "hundredths(70, 10, 20)", "both_extend_example_1"),
    ("rainbow/sentences_section_5", "ratio ** (n - 1)", "ratio**n", "before_for_delta_0"),
    ("rainbow/equation_5_5", "1 - (1 - x) / ratio + delta", "1 - (1 - x) / ratio",
     "equation_5_5_of_the_printed_operator"),
    ("rainbow/sentences_section_6", "m, 2, 0, length", 'm, 2, "1/4", length', "constant_and_optimal"),
]  # fmt: skip


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
