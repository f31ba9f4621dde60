"""Test what a user tries first: the refusal of a wrong argument names the argument, and is a DPExactError."""

from collections.abc import Callable

from dpexact import (
    DPExactError,
    InexactInputError,
    Mechanism,
    NeighborGraph,
    hockey_stick,
    tight_delta,
    verify,
)
from dpexact.audit import audit, judge, parse_printed
from dpexact.testing import exact_reference
from tests.each import each
from tests.refusals import refuses

M = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
P = NeighborGraph.complete(M.inputs)
CALLS: list[tuple[str, Callable[[], object]]] = [
    ("exp_epsilon", lambda: tight_delta(M, P, "x")),
    ("p[0]", lambda: hockey_stick([0.5, 0.5], [0, 1], 2)),
    ("q[1]", lambda: hockey_stick([0, 1], [0, 1.0], 2)),
    ("rows[0][0]", lambda: Mechanism.from_rows([0], [0], [[1.0]])),
    ("epsilon", lambda: verify(M, P, epsilon=1.0)),
    ("exp_epsilon", lambda: verify(M, P)),
    ("neighbors", lambda: verify(M, [(0, 1)], 2, 0)),  # type: ignore[arg-type]
    ("sensitivity", lambda: exact_reference("laplace.delta", scale="1", sensitivity=1.0, epsilon="1")),
    ("epsilon", lambda: exact_reference("laplace.delta", scale="1", sensitivity=1, epsilon="one")),
    ("quantities[0]", lambda: audit([], quantities=[3])),  # type: ignore[list-item]
    ("number", lambda: judge(parse_printed("0.5"), "at-least", float("nan"))),
]


@each(("name", "call"), CALLS, ids=[f"{place}-{name}" for place, (name, _) in enumerate(CALLS)])
def test_the_argument_is_named(name: str, call: Callable[[], object]) -> None:
    assert refuses(DPExactError, "", call).startswith(f"{name}:")


def test_a_float_is_no_infinity() -> None:
    refuses(InexactInputError, r"math\.inf", judge, parse_printed("0.5"), "at-most", -float("inf"))
