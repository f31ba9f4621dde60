"""Forged certificates of the sufficiency order and of maximal mechanisms: mutants, two mutations at once, by hand."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from dpexact import Mechanism, NeighborGraph, exact
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.sufficiency import is_maximally_sufficient, is_sufficient
from tests.each import each
from tests.forgeries.forged import Content, content_of, mutants, mutated_twice
from tests.forgeries.forged import agreed as agreed_with
from tests.forgeries.sufficiency_oracle import is_true
from tests.sufficiency.test_sufficiency import table

FINE, COARSE = table(6, (3, 2, 1), (1, 2, 3)), table(12, (8, 4), (4, 8))
THREE = table(12, (6, 3, 2, 1), (1, 6, 3, 2), (2, 1, 6, 3))
ROOT = exact("sqrt(2)")
ODDS = Mechanism.from_rows(
    range(2), range(2), [[ROOT / (1 + ROOT), 1 / (1 + ROOT)], [1 / (1 + ROOT), ROOT / (1 + ROOT)]]
)

PATH = NeighborGraph.path(range(3))
DOMINATING = table(4, (1, 2, 1, 0), (0, 1, 2, 1))  # the pair that dominates at E = 2 and delta = 1/4
TRIANGLE = table(4, (1, 2, 1, 0, 0), (0, 1, 2, 1, 0), (0, 0, 1, 2, 1))

GENUINE: dict[str, Callable[[], Any]] = {
    "order": lambda: is_sufficient(FINE, for_=COARSE),
    "order, dependent": lambda: is_sufficient(THREE, for_=table(12, (8, 4), (8, 4), (5, 7))),
    "order, root": lambda: is_sufficient(table(1, (1, 0), (0, 1)), for_=ODDS),
    "not, order": lambda: is_sufficient(COARSE, for_=table(6, (5, 1), (1, 5))),
    "not, dependent": lambda: is_sufficient(FINE, for_=table(12, (9, 3), (3, 9))),
    "not, root": lambda: is_sufficient(
        COARSE, for_=Mechanism.from_rows(range(2), range(2), [[1 / ROOT, 1 - 1 / ROOT], [0, 1]])
    ),
    "maximal": lambda: is_maximally_sufficient(range_restricted_geometric("1/2", 3), PATH, 2),
    "maximal, apart": lambda: is_maximally_sufficient(
        table(3, (2, 1, 0), (1, 2, 0), (0, 0, 3)), NeighborGraph.from_edges(range(3), [(0, 1)]), 2
    ),
    "maximal, delta": lambda: is_maximally_sufficient(DOMINATING, NeighborGraph.path(range(2)), 2, "1/4"),
    "maximal, delta, path": lambda: is_maximally_sufficient(TRIANGLE, PATH, 2, "1/4"),
    "maximal, root": lambda: is_maximally_sufficient(ODDS, NeighborGraph.path(range(2)), ROOT),
    "not, maximal": lambda: is_maximally_sufficient(table(4, (2, 2), (2, 2), (1, 3)), PATH, 2),
    "not, maximal, delta": lambda: is_maximally_sufficient(TRIANGLE, PATH, "3/2", "3/8"),
    "not, maximal, room": lambda: is_maximally_sufficient(DOMINATING, NeighborGraph.path(range(2)), 2, "1/2"),
    "not, maximal, root": lambda: is_maximally_sufficient(ODDS, NeighborGraph.path(range(2)), 2),
}
RATIONAL = [name for name in GENUINE if "root" not in name]


@cache
def written(name: str) -> str:
    return str(GENUINE[name]().certificate().to_json())


def content(name: str) -> Content:
    return content_of(written(name))


def agreed(mutant: Content) -> str:
    return agreed_with(mutant, is_true)


@each("name", GENUINE)
def test_genuine_certificates_are_accepted(name: str) -> None:
    genuine = content(name)
    assert genuine["statement"]["kind"].startswith("not-") == name.startswith("not")
    assert agreed(genuine) == ""


NOT = "not-maximally-sufficient"
OPPOSITE = {
    "post-processing": "not-post-processing",
    "not-post-processing": "post-processing",
    "maximally-sufficient": "not-maximally-sufficient",
    "not-maximally-sufficient": "maximally-sufficient",
}


@each("name", RATIONAL)
def test_the_oracle_finds_the_opposite_false(name: str) -> None:
    statement = content(name)["statement"]
    assert not is_true({**statement, "kind": OPPOSITE[statement["kind"]]})


@pytest.mark.long
@pytest.mark.parametrize("name", GENUINE)
def test_a_mutant_is_accepted_only_if_true_and_proved(name: str) -> None:
    checks = {agreed(mutant) for mutant in mutants(content(name), 2 if "root" in name else 1)}
    assert "digest" not in checks
    assert {"structure", "number", "label", "kind"} <= checks
    kind = content(name)["statement"]["kind"]
    own = {"post-processing": "kernel", "not-post-processing": "score", "maximally-sufficient": "connected"}
    assert own.get(kind, "part") in checks or name in ("not, root", "maximal, apart")


@pytest.mark.long
@pytest.mark.parametrize("name", GENUINE)
def test_two_mutations_at_once(name: str) -> None:
    source = random.Random(name)
    assert [agreed(mutated_twice(content(name), source)) for _ in range(250)].count("") < 125


@each(
    ("name", "change", "check"),
    [
        ("order", lambda s, _: s["source"].update(weights=s["weights"], outputs=s["outputs"]), "structure"),
        ("order", lambda _, e: e["kernel"]["rows"].reverse(), "kernel"),
        ("order", lambda s, _: s["weights"]["rows"].reverse(), "kernel"),
        ("order", lambda s, _: s.update(kind="not-post-processing"), "structure"),
        ("not, order", lambda _, e: e["utility"].reverse(), "score"),
        ("not, order", lambda _, e: e.update(utility=[["0", "0"], ["0", "0"]]), "score"),
        ("not, order", lambda _, e: e.update(utility=[["5", "5"], ["5", "5"]]), "score"),
        ("not, order", lambda s, _: s["source"].update(weights=s["weights"]), "score"),
        (
            "not, order",
            lambda s, _: s["source"].update(weights={"denominator": "1", "rows": [["1", "0"], ["0", "1"]]}),
            "score",
        ),
        ("maximal", lambda s, _: s.update(exp_epsilon=["3", "1"]), "connected"),
        ("maximal", lambda s, _: s.update(exp_epsilon=["3", "2"]), "bound"),
        ("maximal", lambda s, _: s["pairs"].pop(), "connected"),
        ("maximal", lambda s, _: s.update(delta=["1", "64"]), "connected"),
        ("maximal, delta", lambda s, _: s.update(delta=["0", "1"]), "bound"),
        ("maximal, delta", lambda s, _: s.update(delta=["3f", "100"]), "bound"),
        ("maximal, delta", lambda s, _: s.update(delta=["41", "100"]), "connected"),
        ("maximal, delta", lambda s, _: s.update(delta=["5", "4"]), "delta"),
        ("maximal, delta", lambda s, _: s.update(exp_epsilon=["3", "1"]), "connected"),
        ("maximal, delta", lambda s, _: s["pairs"].pop(), "connected"),
        ("maximal, delta, path", lambda s, _: s["pairs"].extend([[0, 2], [2, 0]]), "bound"),
        ("maximal, delta", lambda s, e: (s.update(kind=NOT), e.update(output=1, inputs=[0])), "part"),
        ("maximal, delta", lambda s, e: (s.update(kind=NOT), e.update(output=0, inputs=[0])), "part"),
        ("not, maximal, room", lambda s, _: s.update(delta=["1", "4"]), "part"),
        ("not, maximal, room", lambda s, _: s.update(delta=["1", "8"]), "bound"),
        ("maximal, apart", lambda s, _: s["pairs"].extend([[1, 2], [2, 1]]), "bound"),
        ("not, maximal", lambda _, e: e.update(inputs=[]), "part"),
        ("not, maximal", lambda _, e: e.update(inputs=[0, 1, 2]), "part"),
        ("not, maximal", lambda _, e: e.update(inputs=[2], output=0), "part"),
        ("not, maximal", lambda s, _: s.update(kind="maximally-sufficient"), "structure"),
    ],
)
def test_forgeries_by_hand(name: str, change: Callable[[Content, Content], object], check: str) -> None:
    forged = content(name)
    change(forged["statement"], forged["evidence"])
    assert forged != content(name)
    assert agreed(forged) == check


def test_a_hair_is_seen() -> None:
    """Randomized response with odds 3 is maximal at E = 3 and at no larger E; a map may not be off by a hair."""
    by = 10**60
    forged = content("order")
    kernel = forged["evidence"]["kernel"]
    kernel["denominator"] = f"{int(kernel['denominator'], 16) * by:x}"
    kernel["rows"] = [[f"{int(n, 16) * by:x}" for n in row] for row in kernel["rows"]]
    assert agreed(forged) == ""
    kernel["rows"][1] = [f"{int(kernel['rows'][1][0], 16) + 1:x}", f"{int(kernel['rows'][1][1], 16) - 1:x}"]
    assert agreed(forged) == "kernel"
    forged = content("maximal")
    forged["statement"]["exp_epsilon"] = [f"{2 * by + 1:x}", f"{by:x}"]
    assert agreed(forged) == "connected"
