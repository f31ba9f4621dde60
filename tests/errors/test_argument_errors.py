"""Test what a user tries first: the refusal of a wrong argument names the argument, and is a DPExactError."""

from collections.abc import Callable
from typing import Any

import pytest

from dpexact import (
    DPExactError,
    InexactInputError,
    Mechanism,
    NeighborGraph,
    compose,
    exact,
    exp_of_epsilon,
    hockey_stick,
    mix,
    privacy_profile,
    tight_delta,
    tight_exp_epsilon,
    tradeoff_curve,
    verify,
)
from dpexact.audit import audit, judge, parse_printed
from dpexact.papers.count_queries import printed_design
from dpexact.testing import assert_private, assert_upper_bound, exact_reference

M = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
P = NeighborGraph.complete(M.inputs)
WRONG: Any = None
CALLS: list[tuple[str, Callable[[], object]]] = [
    ("exp_epsilon", lambda: tight_delta(M, P, 0.5)),
    ("exp_epsilon", lambda: tight_delta(M, P, "x")),
    ("exp_epsilon", lambda: hockey_stick([1], [1], 0.5)),
    ("delta", lambda: verify(M, P, 2, 0.1)),
    ("delta", lambda: tight_exp_epsilon(M, P, delta=1.5)),
    ("mechanism", lambda: verify(WRONG, P, 2, 0)),
    ("neighbors", lambda: verify(M, [(0, 1)], 2, 0)),  # type: ignore[arg-type]
    ("mechanism", lambda: privacy_profile([[1]], [[1]])),  # type: ignore[arg-type]
    ("kernel", lambda: M.postprocess("x")),  # type: ignore[arg-type]
    ("epsilon", lambda: verify(M, P, epsilon=1.0)),
    ("exp_epsilon", lambda: verify(M, P)),
    ("p[0]", lambda: hockey_stick([0.5, 0.5], [0, 1], 2)),
    ("q[1]", lambda: hockey_stick([0, 1], [0, 1.0], 2)),
    ("p", lambda: hockey_stick(3, [0, 1], 2)),  # type: ignore[arg-type]
    ("p", lambda: tradeoff_curve("12", [0, 1])),
    ("compose: m2", lambda: compose(M, WRONG)),
    ("mix: m1", lambda: mix("1/2", WRONG, M)),
    ("mix: p", lambda: mix(0.5, M, M)),
    ("inputs", lambda: Mechanism.from_rows(2, [0], [[1], [1]])),  # type: ignore[arg-type]
    ("rows[0][0]", lambda: Mechanism.from_rows([0], [0], [[1.0]])),
    ("epsilon", lambda: exp_of_epsilon(1.0)),
    ("epsilon", lambda: assert_private(M, P, epsilon=1.0)),
    ("delta", lambda: assert_private(M, P, epsilon="1", delta=0.1)),
    ("sensitivity", lambda: exact_reference("laplace.delta", scale="1", sensitivity=1.0, epsilon="1")),
    ("epsilon", lambda: exact_reference("laplace.delta", scale="1", sensitivity=1, epsilon="one")),
    ("true", lambda: assert_upper_bound(1.0, 0.5)),
    ("claimed", lambda: assert_upper_bound("a lot", 1)),
    ("ulps", lambda: assert_upper_bound(1.0, 1, ulps=-1)),
    ("audit", lambda: audit("table.csv")),
    ("quantities[0]", lambda: audit([], quantities=[3])),  # type: ignore[list-item]
    ("quantities", lambda: audit([], quantities=3)),  # type: ignore[arg-type]
    ("jobs", lambda: audit([], jobs=0)),
    ("printed text", lambda: parse_printed(3)),  # type: ignore[arg-type]
    ("meaning", lambda: judge(parse_printed("1"), "round", exact(1))),  # type: ignore[arg-type]
    ("number", lambda: judge(parse_printed("0.5"), "rounded", 0.5)),
    ("number", lambda: judge(parse_printed("0.5"), "at-least", float("nan"))),
    ("eta", lambda: printed_design(2, 0.5, 2)),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{place}-{name}" for place, (name, _) in enumerate(CALLS)])
def test_the_argument_is_named(name: str, call: Callable[[], object]) -> None:
    with pytest.raises(DPExactError) as caught:
        call()
    assert str(caught.value).startswith(f"{name}:")


def test_a_float_is_no_infinity() -> None:
    with pytest.raises(InexactInputError, match=r"math\.inf"):
        judge(parse_printed("0.5"), "at-most", -float("inf"))
