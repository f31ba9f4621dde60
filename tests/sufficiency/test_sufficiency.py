"""The sufficiency order on small mechanisms: z3, hand calculations and brute force say the same."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpexact import (
    Mechanism,
    NeighborGraph,
    ParameterError,
    Proved,
    Refuted,
    Undecided,
    VerdictError,
    check,
    exact,
    free_exp_epsilon,
)
from dpexact.errors import CertificateError, MechanismError
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.sufficiency import canonical, is_equivalent, is_sufficient
from dpexact.sufficiency.echelon import reduced, solution
from tests.each import each
from tests.forgeries.sufficiency_oracle import has_map
from tests.refusals import refuses
from tests.values import of_type, present


def table(denominator: int, *rows: tuple[int, ...]) -> Mechanism:
    return Mechanism.from_numerators(range(len(rows)), range(len(rows[0])), rows, denominator)


def fractions(mechanism: Mechanism) -> list[list[Fraction]]:
    return [[value.as_fraction() for value in row] for row in mechanism.rows()]


def randomly(source: random.Random, inputs: int, outputs: int, top: int) -> Mechanism:
    rows = []
    for _ in range(inputs):
        cuts = sorted(source.randint(0, top) for _ in range(outputs - 1))
        rows.append([b - a for a, b in zip([0, *cuts], [*cuts, top], strict=True)])
    return Mechanism.from_numerators(range(inputs), range(outputs), rows, top)


def score(mechanism: Mechanism, utility: Any) -> Any:
    return sum(utility[o, i] * mechanism.probability(i, [o]) for o in mechanism.outputs for i in mechanism.inputs)


def best(mechanism: Mechanism, utility: Any, actions: Any) -> Any:
    """By all maps of outputs to actions, one by one."""
    found = []
    for choice in product(actions, repeat=len(mechanism.outputs)):
        pairs = list(zip(mechanism.outputs, choice, strict=True))
        found.append(sum(utility[a, i] * mechanism.probability(i, [o]) for o, a in pairs for i in mechanism.inputs))
    return max(found)


@pytest.mark.parametrize("seed", range(60))
def test_the_verdict_is_that_of_z3_and_its_evidence_can_be_checked_by_hand(seed: int) -> None:
    source = random.Random(seed)
    inputs, k, r = source.randint(1, 4), source.randint(1, 4), source.randint(1, 4)
    m2 = randomly(source, inputs, k, source.choice((4, 12)))
    m1 = randomly(source, inputs, r, source.choice((4, 12)))
    if seed % 3 == 0:
        m1 = m2.postprocess(Mechanism.from_rows(m2.outputs, range(r), randomly(source, k, r, 6).rows()))
    verdict = is_sufficient(m2, for_=m1)
    assert verdict.proved == has_map(fractions(m1), fractions(m2))
    if isinstance(verdict, Proved):
        assert m2.postprocess(verdict.kernel) == m1
    else:
        utility = verdict.utility  # type: ignore[union-attr]
        assert score(m1, utility) == verdict.score  # type: ignore[union-attr]
        assert best(m2, utility, m1.outputs) == verdict.best < verdict.score  # type: ignore[union-attr]
        assert all(value.as_fraction().denominator == 1 for value in utility.values())
    kind = "post-processing" if verdict.proved else "not-post-processing"
    assert check(verdict.certificate())["kind"] == kind


@pytest.mark.slow
@pytest.mark.parametrize("e", ["2", "exp(1/2)", "sqrt(3)", "exp(1)*sqrt(2)"])
def test_less_noise_is_sufficient_for_more_in_every_field(e: str) -> None:
    E = exact(e)
    noisy, clear = range_restricted_geometric(1 / E, 4), range_restricted_geometric(1 / E**2, 4)
    verdict = of_type(Proved, is_sufficient(clear, for_=noisy))
    assert clear.postprocess(verdict.kernel) == noisy
    assert check(verdict.certificate())["kind"] == "post-processing"
    refuted = of_type(Refuted, is_sufficient(noisy, for_=clear))
    assert best(noisy, refuted.utility, clear.outputs) < score(clear, refuted.utility)
    assert check(refuted.certificate())["kind"] == "not-post-processing"


def test_dependent_columns_over_a_field() -> None:
    """Four outputs, two inputs: a linear program with irrational numbers."""
    root = exact("sqrt(2)") / 2
    m2 = Mechanism.from_rows(
        [0, 1], range(4), [[root / 2, root / 4, 1 - root, root / 4], [root / 4, root / 2, root / 4, 1 - root]]
    )
    assert is_sufficient(m2, for_=m2).proved
    merged = m2.postprocess(table(1, (1, 0), (0, 1), (1, 0), (0, 1)))
    verdict = is_sufficient(m2, for_=merged)
    assert verdict.proved
    assert check(verdict.certificate())["kind"] == "post-processing"
    assert not is_sufficient(merged, for_=m2).proved


def test_a_free_e_is_decided_for_all_of_its_interval_at_once() -> None:
    E = free_exp_epsilon(1, 4)
    noisy, clear = range_restricted_geometric(1 / E, 3), range_restricted_geometric(1 / E**2, 3)
    verdict = of_type(Proved, is_sufficient(clear, for_=noisy))
    assert clear.postprocess(verdict.kernel) == noisy
    refuses(CertificateError, "", verdict.certificate)
    refuted = of_type(Refuted, is_sufficient(noisy, for_=clear))
    assert refuted.point is not None
    assert 1 <= refuted.point <= 4
    assert check(refuted.certificate())["kind"] == "not-post-processing"


def test_a_free_e_that_matters() -> None:
    """Odds E are enough for odds 3 if E >= 3 only."""
    E = free_exp_epsilon(2, 4)
    response = Mechanism.from_rows([0, 1], [0, 1], [[E / (1 + E), 1 / (1 + E)], [1 / (1 + E), E / (1 + E)]])
    refuted = of_type(Refuted, is_sufficient(response, for_=table(4, (3, 1), (1, 3))))
    assert refuted.point is not None
    assert refuted.point < 3
    assert is_sufficient(response, for_=table(3, (2, 1), (1, 2))).proved


def test_dependent_columns_with_a_free_e_are_left_open_where_nothing_refutes_them() -> None:
    E = free_exp_epsilon(2, 4)
    row = [E / (1 + E) / 2, E / (1 + E) / 4 + (1 / (1 + E)) / 4]
    m2 = Mechanism.from_rows(
        [0, 1], range(3), [[row[0], row[1], 1 - row[0] - row[1]], [1 - row[0] - row[1], row[1], row[0]]]
    )
    verdict = of_type(Undecided, is_sufficient(m2, for_=m2.postprocess(table(2, (2, 0), (1, 1), (0, 2)))))
    for ask in (verdict.require, verdict.certificate):
        refuses(VerdictError, "dependent", ask)


def test_verdicts_have_no_truth_value() -> None:
    for verdict in (
        is_sufficient(table(2, (1, 1), (2, 0)), for_=table(1, (1,), (1,))),
        is_sufficient(table(1, (1,), (1,)), for_=table(1, (1, 0), (0, 1))),
    ):
        refuses(VerdictError, "", bool, verdict)
    assert is_sufficient(table(1, (1,)), for_=table(2, (1, 1))).require().proved
    refuses(VerdictError, "scores", is_sufficient(table(1, (1,), (1,)), for_=table(1, (1, 0), (0, 1))).require)


def test_labels_and_their_order_do_not_matter() -> None:
    one = Mechanism.from_rows(["a", "b"], ["x", "y"], [["3/4", "1/4"], ["1/4", "3/4"]])
    other = Mechanism.from_rows(["b", "a"], [0, 1], [["1/4", "3/4"], ["3/4", "1/4"]])
    verdict = is_sufficient(other, for_=one)
    assert other.postprocess(verdict.kernel).rows()[1] == one.rows()[0]  # type: ignore[union-attr]
    assert check(verdict.certificate())["inputs"] == ["a", "b"]
    assert is_equivalent(one, other)
    assert canonical(one) == canonical(other)


def test_what_is_refused() -> None:
    one = table(2, (1, 1), (2, 0))
    refuses(ParameterError, "same inputs", is_sufficient, one, for_=table(2, (1, 1)))
    refuses(ParameterError, "for_: expected a Mechanism", is_sufficient, one, for_="m1")
    refuses(ParameterError, "same inputs", is_equivalent, one, table(2, (1, 1)))
    defect = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.9], [0.3, 0.7]], row_sums="report")
    if defect.defects:
        refuses(MechanismError, "do not sum", is_sufficient, defect, for_=one)


def test_proportional_and_empty_columns_say_nothing() -> None:
    """Two halves of an output, and one that never occurs."""
    plain = table(8, (6, 2), (2, 6))
    spread = table(8, (3, 0, 2, 3), (1, 0, 6, 1))
    for first, second in ((plain, spread), (spread, plain)):
        verdict = is_sufficient(first, for_=second)
        assert first.postprocess(verdict.kernel) == Mechanism.from_rows(  # type: ignore[union-attr]
            first.inputs, second.outputs, second.rows()
        )
    assert canonical(spread) == canonical(plain)
    assert canonical(plain).rows() == (tuple(map(exact, ("3/4", "1/4"))), tuple(map(exact, ("1/4", "3/4"))))


@each("seed", range(40))
def test_canonical_representatives_are_equal_if_and_only_if_mechanisms_are_equivalent(seed: int) -> None:
    source = random.Random(seed)
    m1, m2 = (randomly(source, source.choice((1, 2)), source.randint(1, 4), 3) for _ in range(2))
    m2 = m1 if source.random() < 0.2 else m2
    if len(m1.inputs) != len(m2.inputs):
        return
    both = has_map(fractions(m1), fractions(m2)) and has_map(fractions(m2), fractions(m1))
    assert (canonical(m1) == canonical(m2)) == is_equivalent(m1, m2) == both


@each("seed", range(20))
def test_elimination_between_adjacent_equations(seed: int) -> None:
    """The same echelon form over the rationals and, by the other route, with every number times sqrt(2)."""
    source = random.Random(seed)
    height, width = source.randint(1, 5), source.randint(1, 6)
    rows = [[exact(source.choice((0, 0, 1, 2, -1))) for _ in range(width)] for _ in range(height)]
    plain = reduced(rows)
    root = exact("sqrt(2)")
    assert plain == reduced([[value * root for value in row] for row in rows])
    x = [exact(source.randint(-3, 3)) for _ in range(width)]
    values = [sum((a * b for a, b in zip(row, x, strict=True)), exact(0)) for row in rows]
    found = present(solution(rows, values))
    assert [sum((a * b for a, b in zip(row, found, strict=True)), exact(0)) for row in rows] == values


def test_a_relation_of_other_inputs_is_refused() -> None:
    from dpexact.sufficiency import row_graphs

    refuses(MechanismError, "", row_graphs, table(1, (1,), (1,)), NeighborGraph.path([0, 7]), 2)
