"""Forged certificates of the sufficiency order and of maximal mechanisms: mutants, and two mutations at once."""

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
