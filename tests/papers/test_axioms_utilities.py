"""Utilities of the axioms paper: values by hand, by Fractions and by permutations; what is refused."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from dpexact import InexactInputError, Mechanism, exact, exp_of_epsilon, free_exp_epsilon
from dpexact.errors import MechanismError, ParameterError, TooLargeError
from dpexact.mechanisms.families import k_ary_randomized_response
from dpexact.numbers.enclosure import Enclosure
from dpexact.papers.axioms import (
    branching,
    contraction,
    decision_value,
    determinant,
    discrimination,
    dobrushin,
    expected_loss,
    least_expected_loss,
    lorenz_volume,
    volume_squared,
)
from tests.each import each
from tests.refusals import refuses

Rows = list[list[Fraction]]
LIE: dict[Any, int] = {("Y", "Y"): 0, ("N", "Y"): 1, ("Y", "N"): 1, ("N", "N"): 0}
PRIOR: dict[Any, str] = {"Y": "3/4", "N": "1/4"}
FIGURE_8A = Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]])
FIGURE_8B = Mechanism.from_rows("YN", "YN", [[1, 0], [1, 0]])
SEEDS = range(12)


def random_rows(seed: int, inputs: int, outputs: int) -> Rows:
    """Rows with small entries, zeros among them."""
    dice = Random(seed)
    rows = []
    for _ in range(inputs):
        weights = [dice.randrange(4) for _ in range(outputs)]
        weights[dice.randrange(outputs)] += 1
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return rows


def mechanism_of(rows: Rows) -> Mechanism:
    return Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)


def leibniz(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """The determinant by its definition."""
    total = Fraction(0)
    for order in permutations(range(len(matrix))):
        inversions = sum(a > b for a, b in combinations(order, 2))
        total += (-1) ** inversions * math.prod(matrix[i][j] for i, j in enumerate(order))
    return total


def test_figure_8_is_no_paradox_with_the_best_answer() -> None:
    losses = [expected_loss(mechanism, LIE, PRIOR) for mechanism in (FIGURE_8A, FIGURE_8B)]
    assert losses == [exact("1/3"), exact("1/4")]
    # by hand: answer yes to both outputs, wrong with probability 1/4; no loss is less than 1/12 + 1/6
    assert {least_expected_loss(mechanism, LIE, PRIOR) for mechanism in (FIGURE_8A, FIGURE_8B)} == {exact("1/4")}


@each("seed", SEEDS)
def test_expected_losses_by_enumeration(seed: int) -> None:
    rows, dice = random_rows(seed, 3, 3), Random(seed + 100)
    mechanism = mechanism_of(rows)
    prior = random_rows(seed + 200, 1, 3)[0]
    loss = {(o, i): Fraction(dice.randrange(-5, 6), 7) for o in range(3) for i in range(3)}
    expected = sum(prior[i] * rows[i][o] * loss[o, i] for o in range(3) for i in range(3))
    assert expected_loss(mechanism, loss, dict(enumerate(prior))) == expected
    rules = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    least = min(sum(prior[i] * rows[i][o] * loss[rule[o], i] for o in range(3) for i in range(3)) for rule in rules)
    assert least_expected_loss(mechanism, loss, dict(enumerate(prior))) == least


def test_answers_need_not_be_outputs() -> None:
    loss = {("wait", "Y"): "1/3", ("wait", "N"): "1/3", ("go", "Y"): 0, ("go", "N"): 2}
    # go after Y: 1/6 of 2 is lost, else wait
    assert least_expected_loss(FIGURE_8A, loss, {"Y": "1/2", "N": "1/2"}) == exact("1/3")
    assert least_expected_loss(FIGURE_8A, loss, PRIOR) == exact("1/6") + exact("1/3") * exact("5/12")


NO_LOSSES: tuple[tuple[Any, Any, str], ...] = (
    ({("Y", "Y"): 0}, PRIOR, r"loss: expected a number for every \(output, input\), got none for \('Y', 'N'\)"),
    ({**LIE, ("Z", "Y"): 0}, PRIOR, "loss: expected only the labels of its inputs and outputs, got .*'Z'"),
    ({**LIE, "YY": 0}, PRIOR, r"loss: expected keys \(output, input\), got 'YY'"),
    ([[0, 1], [1, 0]], PRIOR, "loss: expected a mapping"),
    (LIE, {"Y": 1}, "prior: expected a weight for every input, got none for 'N'"),
    (LIE, {"Y": "1/2", "N": "1/4"}, "prior: expected weights with the sum 1, got the sum exact\\('3/4'\\)"),
    (LIE, {"Y": "3/2", "N": "-1/2"}, r"prior\['Y'\]: expected a number from 0 to 1"),
    (LIE, {"Y": 1, "N": 0, "Z": 0}, "prior: expected only the labels of its inputs and outputs, got 'Z'"),
    (LIE, ["1/2", "1/2"], "prior: expected a mapping"),
)


def test_expected_loss_refuses() -> None:
    for loss, prior, words in NO_LOSSES:
        refuses(ParameterError, words, expected_loss, FIGURE_8A, loss, prior)


def test_floats_are_refused_with_their_place() -> None:
    refuses(InexactInputError, r"prior\['Y'\]", expected_loss, FIGURE_8A, LIE, {"Y": 0.75, "N": 0.25})
    refuses(InexactInputError, r"loss\[\('Y', 'Y'\)\]", expected_loss, FIGURE_8A, {**LIE, ("Y", "Y"): 0.5}, PRIOR)
    refuses(InexactInputError, "F at the output 'Y'", branching, FIGURE_8A, lambda _: 0.5)
    refuses(ParameterError, "at least one answer", least_expected_loss, FIGURE_8A, {}, PRIOR)


@each("utility", [determinant, volume_squared, lorenz_volume, dobrushin, discrimination, contraction])
def test_what_is_no_mechanism_is_refused(utility: Any) -> None:
    refuses(ParameterError, "mechanism: expected a Mechanism", utility, [["1/2", "1/2"]])
    broken = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.2], [0.5, 0.5]], row_sums="report")
    refuses(MechanismError, "do not sum to 1", utility, broken)


@each("seed", SEEDS)
@each("size", [1, 2, 3, 4])
def test_determinant_by_leibniz(seed: int, size: int) -> None:
    rows = random_rows(seed, size, size)
    assert determinant(mechanism_of(rows)) == abs(leibniz(rows))


def test_determinant_over_other_fields() -> None:
    for factor in (exp_of_epsilon("1"), exact("sqrt(2)"), free_exp_epsilon()):
        # randomized response: ((E - 1)/(E + k - 1))^(k - 1)
        assert determinant(k_ary_randomized_response(factor, 3)) == ((factor - 1) / (factor + 2)) ** 2
    shuffled = Mechanism.from_rows(range(3), range(3), [[0, "sqrt(1/2)", "1-sqrt(1/2)"], ["1/2", 0, "1/2"], [0, 0, 1]])
    assert determinant(shuffled) == exact("sqrt(1/2)") / 2


def test_determinant_needs_a_square() -> None:
    with pytest.raises(MechanismError, match="expected as many outputs as inputs, got 2 inputs and 3 outputs"):
        determinant(mechanism_of(random_rows(0, 2, 3)))
    refuses(TooLargeError, "at most 30 inputs", determinant, k_ary_randomized_response(exp_of_epsilon("1"), 31))


@each("seed", SEEDS)
@each(("inputs", "outputs"), [(1, 3), (2, 2), (2, 4), (3, 2), (3, 4)])
def test_volumes_by_minors(seed: int, inputs: int, outputs: int) -> None:
    rows = random_rows(seed, inputs, outputs)
    minors = [leibniz([[row[o] for o in chosen] for row in rows]) for chosen in combinations(range(outputs), inputs)]
    # Cauchy and Binet: det(M^T M) is the sum of the squares of the minors
    assert volume_squared(mechanism_of(rows)) == sum(minor**2 for minor in minors)
    assert lorenz_volume(mechanism_of(rows)) == sum(abs(minor) for minor in minors)


def test_zero_rows_are_no_minors_and_too_many_are_refused() -> None:
    with pytest.raises(TooLargeError, match="200000 minors"):
        lorenz_volume(Mechanism.from_numerators(range(10), range(40), [[1] * 40] * 10, 40))
    padded = Mechanism.from_rows(range(10), range(40), [[int(o == i) for o in range(40)] for i in range(10)])
    assert lorenz_volume(padded) == 1


@each("seed", SEEDS)
@each(("inputs", "outputs"), [(2, 3), (3, 3), (4, 2)])
def test_dobrushin_and_discrimination(seed: int, inputs: int, outputs: int) -> None:
    rows = random_rows(seed, inputs, outputs)
    every = [sum(min(p, q) for p, q in zip(rows[j], rows[k], strict=True)) for j, k in permutations(range(inputs), 2)]
    mechanism = mechanism_of(rows)
    assert dobrushin(mechanism) == -min(every)
    assert discrimination(mechanism) == -max(every)
    # the total variation distance as the greatest difference over all events
    events = [event for size in range(outputs + 1) for event in combinations(range(outputs), size)]
    distance = max(sum(p[o] - q[o] for o in event) for p, q in permutations(rows, 2) for event in events)
    assert contraction(mechanism) == distance == 1 + dobrushin(mechanism)


def test_one_input() -> None:
    alone = Mechanism.from_rows(["only"], "ab", [["1/2", "1/2"]])
    assert dobrushin(alone) == -1  # j = k is the only pair
    assert contraction(alone) == 0
    assert volume_squared(alone) == exact("1/2")
    assert lorenz_volume(alone) == 1
    refuses(MechanismError, "expected two inputs or more to discriminate between, got one", discrimination, alone)


def test_branching_by_hand() -> None:
    assert branching(FIGURE_8A, max) == exact("4/3")
    assert branching(FIGURE_8B, max) == 1
    assert branching(FIGURE_8A, lambda x: x[0] * x[0]) == exact("5/9")  # any function; this one is not homogeneous
    information = branching(FIGURE_8A, lambda x: Enclosure.of(x[0] / (x[0] + x[1])).log())
    assert isinstance(information, Enclosure)
    assert information < exact("-1.504")  # log(2/9) = -1.50407...
    assert information > exact("-1.5041")


def test_decision_value() -> None:
    guess = {("Y", "Y"): "3/4", ("Y", "N"): 0, ("N", "Y"): 0, ("N", "N"): "1/4"}
    value = decision_value(guess, FIGURE_8A.inputs)
    # the best guess under the prior 3/4 is right with probability 1 - 1/4
    assert branching(FIGURE_8A, value) == 1 - least_expected_loss(FIGURE_8A, LIE, PRIOR)
    with pytest.raises(ParameterError, match=r"utility: expected a number for every .* got none for \(.Y., "):
        decision_value({("Y", "Y"): 1}, FIGURE_8A.inputs)
    refuses(ParameterError, "at least one action", decision_value, {}, FIGURE_8A.inputs)
