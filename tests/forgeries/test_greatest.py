"""Forged certificates of greatest mechanisms: mutants, and one by hand for each false twin; the digest is right."""

import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from dpexact import exact
from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, lexicographic_mechanism
from tests.forgeries.forged import Content, content_of, mutants, mutated_twice
from tests.forgeries.forged import agreed as agreed_with
from tests.forgeries.greatest_oracle import is_true

pytestmark = pytest.mark.slow

USUAL, FOUR = (1, 2, 3), (1, 2, 3, 4)
CYCLE = RainbowGraph([(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)], {**dict.fromkeys((1, 2, 3, 4), USUAL), 5: (1, 3, 2)})
SQUARE = RainbowGraph([(1, 2), (2, 3), (3, 4), (4, 1)], {**dict.fromkeys((1, 2, 3), FOUR), 4: (1, 2, 4, 3)})
THREE = RainbowGraph([(0, 1), (1, 2)], {0: USUAL, 1: USUAL, 2: (1, 3, 2)})
RIVALS = RainbowGraph([(0, 1)], {0: (1, 2), 1: (2, 1)})
PATH = RainbowGraph([(0, 1), (1, 2)], dict.fromkeys(range(3), (0, 1)))
LONG = RainbowGraph([(0, 1), (1, 2), (2, 3)], dict.fromkeys(range(4), (0, 1)))


def rows(denominator: int, **numerators: tuple[int, ...]) -> dict[Any, dict[Any, object]]:
    """Distributions of the vertices v0, v1, ... over the colors 1, 2, ..., or 0, 1 if there are two."""
    return {
        int(name[1:]): {o + (len(row) > 2): exact(n) / denominator for o, n in enumerate(row)}
        for name, row in numerators.items()
    }


EXAMPLE_1 = rows(10, v1=(2, 1, 7), v4=(4, 1, 5), v5=(4, 1, 5))
OPEN = rows(8, v1=(3, 1, 2, 2), v3=(2, 0, 4, 2), v4=(5, 0, 2, 1))
ENDS = rows(8, v0=(1, 7), v2=(4, 4))

GENUINE: dict[str, Callable[[], Any]] = {
    "example 1, dominance": lambda: greatest_mechanism(CYCLE, EXAMPLE_1, 2, 0),
    "example 1, lexicographic": lambda: lexicographic_mechanism(CYCLE, EXAMPLE_1, 2, 0),
    "open question, dominance": lambda: greatest_mechanism(SQUARE, OPEN, 2, "1/8"),
    "open question, lexicographic": lambda: lexicographic_mechanism(SQUARE, OPEN, 2, "1/8"),
    "two fixed of three": lambda: greatest_mechanism(THREE, rows(4, v0=(1, 2, 1), v2=(2, 1, 1)), 2, "1/8"),
    "rivals": lambda: greatest_mechanism(RIVALS, {}, "5/2", 0),
    "tie": lambda: greatest_mechanism(PATH, ENDS, 2, 0),
    "too far": lambda: greatest_mechanism(PATH, ENDS, "3/2", "1/20"),
    "exponential": lambda: greatest_mechanism(PATH, ENDS, exact("exp(7/10)"), 0),
    "root": lambda: lexicographic_mechanism(PATH, ENDS, exact("sqrt(3)"), "1/8"),
    "long": lambda: greatest_mechanism(LONG, rows(8, v0=(1, 7)), "3/2", 0),
}
RATIONAL = [name for name in GENUINE if name not in ("exponential", "root")]
LARGE = [name for name in GENUINE if name.startswith(("example 1", "open question"))]  # every fourth mutant of them
ANSWERS = {
    **dict.fromkeys(GENUINE, "greatest"),
    **dict.fromkeys(["example 1, dominance", "example 1, lexicographic", "open question, dominance", "rivals"], "none"),
    "too far": "infeasible",
}


@cache
def written(name: str) -> str:
    return str(GENUINE[name]().certificate().to_json())


def content(name: str) -> Content:
    return content_of(written(name))


def agreed(mutant: Content) -> str:
    return agreed_with(mutant, is_true)  # z3


@pytest.mark.parametrize("name", GENUINE)
def test_genuine_certificates_are_accepted(name: str) -> None:
    genuine = content(name)
    assert genuine["statement"]["answer"] == ANSWERS[name]
    assert agreed(genuine) == ""


@pytest.mark.parametrize("name", RATIONAL)
def test_z3_finds_the_other_answers_false(name: str) -> None:
    statement = content(name)["statement"]
    right, table = statement.pop("answer"), statement.pop("weights", None)
    assert not any(is_true({**statement, "answer": answer}) for answer in ("none", "infeasible") if answer != right)
    if table is not None:
        assert not is_true({**statement, "answer": "greatest", "weights": {**table, "rows": table["rows"][::-1]}})


@pytest.mark.long
@pytest.mark.parametrize("name", GENUINE)
def test_a_mutant_is_accepted_only_if_true_and_proved(name: str) -> None:
    some = mutants(content(name), 4 if name in LARGE else 1)
    checks = {agreed(mutant) for mutant in some}
    assert "digest" not in checks
    assert {"structure", "number", "label", "generators", "kind", "pairs", "rainbow", "answer", "order"} <= checks
    assert ("maximum" if ANSWERS[name] == "greatest" else "contradiction") in checks
    assert {"multiplier", "witness-pair", "event", "exp-epsilon", "delta"} <= checks


@pytest.mark.long
@pytest.mark.parametrize("name", GENUINE)
def test_two_mutations_at_once(name: str) -> None:
    source = random.Random(name)
    assert [agreed(mutated_twice(content(name), source)) for _ in range(250)].count("") < 100


def changed(name: str, change: Callable[[Content, Content], object]) -> str:
    forged = content(name)
    change(forged["statement"], forged["evidence"])
    assert forged != content(name)
    return agreed(forged)


def table(denominator: int, *numerators: tuple[int, ...]) -> Content:
    return {"denominator": f"{denominator:x}", "rows": [[f"{n:x}" for n in row] for row in numerators]}


# The largest sums of Example 1 are 0.4, 0.6 at 2 and 0.7, 0.75 at 3: by P_2 <= 2 P_1 for {1} and {1, 2}, and by
# P_4 <= 2 P_3 for {2, 3} and {3}. The pairs (2, 1) and (4, 3) are at 1 and 5.
MAXIMA = [
    {"sums": ["1"], "events": [[1, [0], "1"]]},
    {"sums": ["0", "1"], "events": [[1, [0, 1], "1"]]},
    {"sums": ["2"], "events": [[5, [1, 2], "1"]]},
    {"sums": ["0", "2"], "events": [[5, [2], "1"]]},
]


def example_1_as_greatest(name: str, second: tuple[int, ...], third: tuple[int, ...]) -> str:
    def change(statement: Content, evidence: Content) -> None:
        weights = table(20, (4, 2, 14), second, third, (8, 2, 10), (8, 2, 10))
        statement.update(answer="greatest", weights=weights)
        evidence.clear()
        evidence["maxima"] = MAXIMA

    return changed(name, change)


@pytest.mark.parametrize("name", ["example 1, dominance", "example 1, lexicographic"])
def test_a_greatest_mechanism_where_there_is_none(name: str) -> None:
    assert example_1_as_greatest(name, (8, 4, 8), (14, 1, 5)) == "bound"  # all largest sums: 0.2 > 2 * 0.05
    assert example_1_as_greatest(name, (8, 4, 8), (13, 2, 5)) == "maximum"  # less at 3
    assert example_1_as_greatest(name, (8, 2, 10), (14, 1, 5)) == "maximum"  # less at 2


def test_the_lexicographic_optimum_of_the_open_question_as_one_in_dominance_order() -> None:
    name = "open question, lexicographic"
    assert changed(name, lambda statement, _: statement.update(order="dominance")) == "multiplier"

    def without(statement: Content, evidence: Content) -> None:
        statement["order"] = "dominance"
        evidence["maxima"][2]["sums"][:2] = ["0", "0"]

    assert changed(name, without) == "maximum"


def test_the_open_question_as_one_without_a_lexicographic_optimum() -> None:
    name = "open question, dominance"
    assert changed(name, lambda statement, _: statement.update(order="lexicographic")) == "structure"
    first, second, _ = content("open question, lexicographic")["evidence"]["maxima"]

    def with_maxima(statement: Content, evidence: Content) -> None:  # s_1 of the second witness is not the largest
        statement["order"] = "lexicographic"
        evidence["witnesses"][1]["maxima"] = [first, second]

    def of_the_optimum(statement: Content, evidence: Content) -> None:
        statement["order"] = "lexicographic"
        evidence["witnesses"] = [{**evidence["witnesses"][0], "sums": ["2", "0", "2"], "maxima": [first, second]}]

    assert changed(name, with_maxima) == "maximum"
    assert changed(name, of_the_optimum) == "contradiction"


def test_goals_that_are_not_attained() -> None:
    def swapped(_: Content, evidence: Content) -> None:
        one, other = evidence["witnesses"]
        one["weights"], other["weights"] = other["weights"], one["weights"]

    assert changed("example 1, dominance", swapped) == "contradiction"

    def invented(_: Content, evidence: Content) -> None:  # the largest sums at 2, but for this mechanism not at 3
        evidence["witnesses"][1]["weights"]["rows"][1] = ["8", "4", "8"]

    assert changed("example 1, dominance", invented) == "bound"

    def lower(_: Content, evidence: Content) -> None:  # s_1 = 0.35 is not the largest at 2, so s_2 binds nobody
        evidence["witnesses"][0]["weights"]["rows"][1:3] = [["7", "4", "9"], ["b", "4", "5"]]

    assert changed("example 1, lexicographic", lower) == "maximum"


def test_a_row_that_sums_to_more_than_1() -> None:
    """It is private, and its s_1 is the greatest."""
    assert changed("tie", lambda s, _: s["weights"]["rows"][1].__setitem__(1, "5")) == "row-sum"


@pytest.mark.parametrize("denominator", ["-1", "0", "1"])
def test_a_denominator_of_no_rows(denominator: str) -> None:
    """Where nothing is fixed, no row is there whose denominator could be looked at."""
    graph = RainbowGraph([], {"a": ("x", "y")})
    made = greatest_mechanism(graph, {}, 2, 0).certificate()
    genuine = {"statement": deepcopy(dict(made.statement)), "evidence": deepcopy(dict(made.evidence))}
    assert agreed(genuine) == ""
    genuine["statement"]["fixed"]["weights"]["denominator"] = denominator
    assert agreed(genuine) == "fixed"
