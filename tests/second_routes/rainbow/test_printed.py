"""The claim table of the rainbow paper: the second route gives the verdicts, and the audit agrees."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from dpexact.audit.paper import registered
from dpexact.errors import NumberSyntaxError, ParameterError
from dpexact.papers.rainbow import PAPER

assert PAPER.printed is not None
ROWS: list[dict[str, Any]] = tomllib.loads(PAPER.printed.read_text(encoding="utf-8"))["claim"]
QUANTITIES = registered([PAPER])


def test_only_floors_or_the_first_hit_for_the_printed_vector_give_every_caption() -> None:
    readings: dict[str, set[str]] = {}
    for row in ROWS:
        figure, _, reading = row["id"].partition("-tau")
        if reading:
            readings.setdefault(figure + reading[1:], set()).add(row["expected"])
    fitting = {reading for reading, verdicts in readings.items() if verdicts == {"correct"}}
    assert fitting == {
        *(f"fig3-{r}-printed-m" for r in ("floor", "first-hit")),
        *(
            f"fig{n}-{r}-{m}-m"
            for n in (4, 5)
            for r in ("floor", "first-hit", "corrected")
            for m in ("printed", "unrounded")
        ),
    }


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("rainbow.printed_transition", {"m": "1/2, 1/2", "exp_epsilon": "2", "delta": "0", "k": "3"}),
        ("rainbow.printed_transition", {"m": "0, 1", "exp_epsilon": "2", "delta": "0", "k": "1"}),
        ("rainbow.degenerate_phase", {"m": "1/2, 1/2", "exp_epsilon": "2", "phase": "second"}),
        ("rainbow.degenerate_phase", {"m": "1/2, 1/2", "exp_epsilon": "2", "phase": "first"}),
        ("rainbow.line_delta", {"m": "1/2, 1/2", "exp_epsilon": "2", "delta": "0", "variant": "printed", "steps": "x"}),
    ],
)
def test_parameters_that_make_no_sense(name: str, parameters: dict[str, str]) -> None:
    with pytest.raises((ParameterError, NumberSyntaxError)):
        QUANTITIES[name].compute(**parameters)


HALVES = {"m": "1/2, 1/2", "exp_epsilon": "2", "delta": "0"}


@pytest.mark.parametrize(
    ("name", "parameters", "fragment"),
    [
        ("rainbow.printed_transition", {**HALVES, "k": "1" * 5000}, "k: expected an integer of at most 100 digits"),
        ("rainbow.printed_transition", {**HALVES, "k": "\N{ARABIC-INDIC DIGIT ONE}"}, "k: number text"),
        ("rainbow.line_delta", {**HALVES, "variant": "printed", "steps": "9" * 50}, "from 0 to 1000"),
        ("rainbow.line_delta", {**HALVES, "variant": "printed", "steps": "1000000000"}, "from 0 to 1000"),
        ("rainbow.first_hit", {**HALVES, "m": "1/2, 1/3", "variant": "printed", "k": "1"}, "the sum 5/6"),
        ("rainbow.last_below", {**HALVES, "m": "1/2, 1/3", "k": "1"}, "the sum 5/6"),
        ("rainbow.degenerate_phase", {"m": "1/2, 1/3", "exp_epsilon": "2", "phase": "first"}, "the sum 5/6"),
    ],
)
def test_integers_out_of_range_and_what_is_no_distribution(
    name: str, parameters: dict[str, str], fragment: str
) -> None:
    with pytest.raises((ParameterError, NumberSyntaxError)) as caught:
        QUANTITIES[name].compute(**parameters)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 300
