"""Greatest mechanisms for arbitrary fixed vertices: Example 1, the open question, and cases worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from dpexact import check, exact, verify
from dpexact.errors import InexactInputError, ParameterError
from dpexact.kernel.sentence import sentence
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, lexicographic_mechanism, optimal_mechanism
from tests.about import is_about
from tests.each import each
from tests.refusals import refuses

FIRST = (1, 2, 3)
CYCLE = RainbowGraph([(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)], {1: FIRST, 2: FIRST, 3: FIRST, 4: FIRST, 5: (1, 3, 2)})
D4: dict[int, object] = {1: "0.4", 2: "0.1", 3: "0.5"}
EXAMPLE_1: dict[int, dict[int, object]] = {1: {1: "0.2", 2: "0.1", 3: "0.7"}, 4: D4, 5: D4}

SQUARE = RainbowGraph([(1, 2), (2, 3), (3, 4), (4, 1)], {**dict.fromkeys((1, 2, 3), (1, 2, 3, 4)), 4: (1, 2, 4, 3)})
OPEN: dict[int, dict[int, object]] = {
    1: {1: "3/8", 2: "1/8", 3: "2/8", 4: "2/8"},
    3: {1: "2/8", 2: 0, 3: "4/8", 4: "2/8"},
    4: {1: "5/8", 2: 0, 3: "2/8", 4: "1/8"},
}


def path(length: int) -> RainbowGraph:
    """A path 0, 1, ..., length with one rainbow of two colors."""
    return RainbowGraph([(i, i + 1) for i in range(length)], dict.fromkeys(range(length + 1), (0, 1)))


def test_example_1_has_no_greatest_mechanism_in_either_order() -> None:
    # The largest sums are those of T from the nearer end: 0.4, 0.6 at 2 and 0.7, 0.75 at 3. All of them less t leave
    # at least 0.2 - t for color 2 at 2 and at most 0.05 + t at 3, so 0.2 - t <= 2 (0.05 + t): t >= 1/30.
    assert (CYCLE.boundary(FIRST), CYCLE.interior(FIRST), CYCLE.boundary((1, 3, 2))) == ({1, 4}, {2, 3}, {5})
    for answer in (greatest_mechanism(CYCLE, EXAMPLE_1, 2, 0), lexicographic_mechanism(CYCLE, EXAMPLE_1, 2, 0)):
        assert answer.feasible
        assert not answer.exists
        assert answer.mechanism is None
        goals = {(2, 1): Fraction(2, 5), (2, 2): Fraction(3, 5), (3, 1): Fraction(7, 10), (3, 2): Fraction(3, 4)}
        assert answer.goals == goals
        assert answer.shortfall == Fraction(1, 30)
        for (vertex, k), goal in answer.goals.items():
            witness = answer.witnesses[vertex, k]
            assert witness.probability(vertex, FIRST[:k]) == goal
            assert verify(witness, CYCLE.neighbors, 2, 0).proved


def test_open_question_of_section_6_3() -> None:
    assert SQUARE.boundary((1, 2, 3, 4)) == {1, 3}
    assert SQUARE.boundary((1, 2, 4, 3)) == {4}
    lexicographic = lexicographic_mechanism(SQUARE, OPEN, 2, "1/8")
    assert lexicographic.mechanism is not None
    assert lexicographic.mechanism.rows()[1] == tuple(exact(value) for value in ("5/8", 0, "2/8", "1/8"))
    assert verify(lexicographic.mechanism, SQUARE.neighbors, 2, "1/8").proved
    dominance = greatest_mechanism(SQUARE, OPEN, 2, "1/8")
    assert dominance.feasible
    assert not dominance.exists
    assert dominance.goals == {(2, 1): Fraction(5, 8), (2, 2): Fraction(5, 8), (2, 3): Fraction(15, 16)}
    for (vertex, k), goal in dominance.goals.items():
        witness = dominance.witnesses[vertex, k]
        assert verify(witness, SQUARE.neighbors, 2, "1/8").proved
        assert witness.probability(vertex, (1, 2, 3, 4)[:k]) == goal


def test_two_colors_between_two_ends() -> None:
    # E = 2, delta = 0, ends 1/8 and 3/5: from the left 1/4, 1/2, 3/4; from the right (at 3, 2, 1) 4/5, 9/10, 19/20.
    answer = greatest_mechanism(path(4), {0: {0: "1/8", 1: "7/8"}, 4: {0: "3/5", 1: "2/5"}}, 2, 0)
    assert answer.exists
    assert answer.mechanism is not None
    assert [answer.mechanism.probability(i, [0]) * 4 for i in (1, 2, 3)] == [1, 2, 3]
    assert answer.shortfall == 0
    assert answer.goals == {(i, 1): Fraction(i, 4) for i in (1, 2, 3)}


def test_nothing_is_feasible() -> None:
    # From 1/8, two steps lead to 1/2 at most.
    for call in (greatest_mechanism, lexicographic_mechanism):
        answer = call(path(2), {0: {0: "1/8", 1: "7/8"}, 2: {0: "9/10", 1: "1/10"}}, 2, 0)
        assert not answer.feasible
        assert not answer.exists
        assert answer.shortfall is None
    # Two fixed neighbors that are not close, and nothing free.
    fixed = {0: {0: 0, 1: 1}, 1: {0: 1, 1: 0}}
    assert not greatest_mechanism(path(1), fixed, 2, "1/2").feasible
    alone = greatest_mechanism(path(1), fixed, 2, 1)
    assert alone.exists
    assert alone.mechanism is not None
    assert [alone.mechanism.probability(i, [1]) for i in (0, 1)] == [1, 0]


def test_a_tie_is_feasible() -> None:
    # 1/8 -> 1/4 -> 1/2 exactly.
    left = {0: "1/8", 1: "7/8"}
    fixed = {0: left, 2: {0: "1/2", 1: "1/2"}}
    assert greatest_mechanism(path(2), fixed, 2, 0).exists
    hair = Fraction(1, 10**40)
    more: dict[int, dict[int, object]] = {0: {**left}, 2: {0: Fraction(1, 2) + hair, 1: Fraction(1, 2) - hair}}
    assert not greatest_mechanism(path(2), more, 2, 0).feasible


def test_nothing_fixed_and_an_irrational_e() -> None:
    answer = greatest_mechanism(path(2), {}, 2, 0)
    assert answer.mechanism is not None
    assert [answer.mechanism.probability(i, [0]) for i in range(3)] == [1, 1, 1]
    refuses(TypeError, r"ask \.exists or \.feasible", bool, answer)
    e, ends = exact("exp(1/10)"), {0: "1/4", 1: "3/4"}
    answer = greatest_mechanism(path(2), {0: ends, 2: ends}, e, 0)
    assert answer.mechanism is not None
    assert answer.mechanism.probability(1, [0]) == e / 4


NO_FIXED: tuple[tuple[Any, str], ...] = (
    ([], "expected {vertex"),
    ({9: {0: 1, 1: 0}}, "a vertex of the graph"),
    ({0: {0: 1}}, "a value for each"),
    ({0: {0: 1, 1: 1}}, "sum 2"),
    ({0: {0: 2, 1: -1}}, "from 0 to 1"),
)


def test_bad_input() -> None:
    for call in (greatest_mechanism, lexicographic_mechanism):
        for fixed, message in NO_FIXED:
            refuses(ParameterError, message, call, path(2), fixed, 2, 0)
    refuses(InexactInputError, "", greatest_mechanism, path(2), {0: {0: 0.5, 1: 0.5}}, 2, 0)
    refuses(ParameterError, "delta", greatest_mechanism, path(2), {}, 2, 2)


E_EXP, E_ROOT = exact("exp(7/10)"), exact("sqrt(3)")  # 2.01 and 1.73
ENDS: dict[int, dict[int, object]] = {0: {0: "1/8", 1: "7/8"}, 2: {0: "1/2", 1: "1/2"}}
FAR: dict[int, dict[int, object]] = {0: {0: 0, 1: 1}, 1: {0: 1, 1: 0}}
SINGLE = RainbowGraph([(0, 1)], {0: ("one",), 1: ("one",)})
APART = RainbowGraph([], {(0, "a"): (1, 2), "b": (2, 1)})
RIVALS = RainbowGraph([(0, 1)], {0: (1, 2), 1: (2, 1)})  # each would have probability 1 for its own first color


CASES: tuple[tuple[Any, ...], ...] = (  # graph, fixed, E, delta, the answers in both orders
    (CYCLE, EXAMPLE_1, 2, 0, "none", "none"),
    (CYCLE, EXAMPLE_1, E_EXP, 0, "none", "none"),
    (CYCLE, EXAMPLE_1, E_EXP, "1/100", "none", "none"),
    (CYCLE, EXAMPLE_1, E_ROOT, 0, "infeasible", "infeasible"),  # 0.4 > 1.73 * 0.2 for the neighbors 5 and 1
    (CYCLE, {4: D4, 5: {1: 0, 2: 1, 3: 0}}, 2, "1/100", "infeasible", "infeasible"),  # 0.4 and 0
    (SQUARE, OPEN, 2, "1/8", "none", "greatest"),
    (path(2), ENDS, 2, 0, "greatest", "greatest"),
    (path(2), ENDS, E_EXP, 0, "greatest", "greatest"),
    (path(2), ENDS, E_ROOT, 0, "infeasible", "infeasible"),  # from 1/8 to 3/8 in two steps
    (path(2), ENDS, E_ROOT, "1/8", "greatest", "greatest"),
    (path(2), {}, 1, 0, "greatest", "greatest"),
    (path(1), FAR, 2, "1/2", "infeasible", "infeasible"),
    (path(1), FAR, 1, 1, "greatest", "greatest"),  # nothing is free
    (SINGLE, {0: {"one": 1}}, 2, 0, "greatest", "greatest"),  # no event but the sure and the impossible one
    (APART, {}, E_EXP, 0, "greatest", "greatest"),  # no neighbors
    (RIVALS, {}, 2, 0, "none", "none"),
    (RIVALS, {}, 2, 1, "greatest", "greatest"),
)


@pytest.mark.slow
@each(("graph", "fixed", "e", "delta", "dominance", "lexicographic"), CASES)
def test_certificates(graph: RainbowGraph, fixed: Any, e: Any, delta: Any, dominance: str, lexicographic: str) -> None:
    for call, order, answer in (
        (greatest_mechanism, "dominance", dominance),
        (lexicographic_mechanism, "lexicographic", lexicographic),
    ):
        found = call(graph, fixed, e, delta)
        certificate = found.certificate()
        statement = check(certificate)
        assert (statement["kind"], statement["order"], statement["answer"]) == ("greatest-mechanism", order, answer)
        assert (found.feasible, found.exists) == (answer != "infeasible", answer == "greatest")
        if found.mechanism is not None:
            assert is_about(certificate, found.mechanism, graph.neighbors)
        elif found.feasible:
            assert not any(is_about(certificate, witness, graph.neighbors) for witness in found.witnesses.values())


def test_the_statement_is_the_question_itself() -> None:
    statement = greatest_mechanism(CYCLE, EXAMPLE_1, 2, "1/100").certificate().statement
    assert dict(statement) == {
        "kind": "greatest-mechanism",
        "order": "dominance",
        "answer": "none",
        "generators": {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1},
        "inputs": [1, 2, 3, 4, 5],
        "outputs": [1, 2, 3],
        "rainbows": [[0, 1, 2]] * 4 + [[0, 2, 1]],
        "fixed": {
            "inputs": [0, 3, 4],
            "weights": {"denominator": "a", "rows": [["2", "1", "7"], ["4", "1", "5"], ["4", "1", "5"]]},
        },
        "pairs": [[0, 1], [1, 0], [1, 2], [2, 1], [2, 3], [3, 2], [3, 4], [4, 3], [4, 0], [0, 4]],
        "exp_epsilon": ["2", "1"],
        "delta": ["1", "64"],
    }


def test_the_evidence_of_the_open_question_is_that_of_its_page() -> None:
    """x_1 <= 5/8 by (2, 3) and {1, 2}, then x_2 = 0, and x_1 + x_3 <= 7/8 by (1, 2) and {2, 4}: the two of the page."""
    certificate = lexicographic_mechanism(SQUARE, OPEN, 2, "1/8").certificate()
    pairs = certificate.statement["pairs"]
    used = {
        (*pairs[pair], *event) for maximum in certificate.evidence["maxima"] for pair, event, _ in maximum["events"]
    }
    assert used <= {(1, 2, 0), (1, 2, 0, 1), (0, 1, 1, 3)}
    assert (0, 1, 1, 3) in used


def test_the_statement_in_words() -> None:
    answer = lexicographic_mechanism(SQUARE, OPEN, 2, "1/8")
    first, size, order, *rest = sentence(answer.certificate().statement).splitlines()
    assert first == (
        "greatest-mechanism: of all mechanisms with the 3 fixed rows and P_i(S) <= E P_j(S) + delta for every one of "
        "the 8 listed ordered pairs (i, j) of inputs and every event S, the one of the certificate is at every input "
        "at least every other, where E = 2 and delta = 1/8"
    )
    assert size.startswith("  4 inputs, 4 outputs; ")
    assert order.startswith("  at least another in lexicographic order: ")
    assert rest == []
    none = sentence(greatest_mechanism(SQUARE, OPEN, 2, "1/8").certificate().statement)
    assert "but none of them is at every input at least every other, where" in none
    assert "\n  at least another in dominance order: " in none


def test_a_certificate_about_a_program_is_about_no_mechanism() -> None:
    answer = greatest_mechanism(path(2), ENDS, 2, 0)
    assert answer.mechanism is not None
    assert not is_about(answer.together.certificate(), answer.mechanism, path(2).neighbors)


def test_messages_say_where() -> None:
    graph = RainbowGraph([(1, 2)], {1: (0, 1), 2: (1, 0)})
    half: dict[int, object] = {0: "1/2", 1: "1/2"}
    with pytest.raises(
        InexactInputError, match=r"^boundary\[\(1, 0\)\]\[0\]: expected an exact number, got the float 0.5"
    ):
        optimal_mechanism(graph, {(0, 1): half, (1, 0): {**half, 0: 0.5}}, 2, 0)
    refuses(InexactInputError, r"^fixed\[1\]\[0\]: ", greatest_mechanism, graph, {1: {**half, 0: 0.5}}, 2, 0)
    refuses(InexactInputError, r"^exp_epsilon: ", greatest_mechanism, graph, {}, 2.0, 0)
    refuses(InexactInputError, r"^delta: ", greatest_mechanism, graph, {}, 2, None)
    for wrong in (None, [(1, 2)], {1: (0, 1)}):
        refuses(ParameterError, r"^graph: expected a RainbowGraph", greatest_mechanism, wrong, {}, 2, 0)
        refuses(ParameterError, r"^graph: expected a RainbowGraph", optimal_mechanism, wrong, {}, 2, 0)
