"""The claim table of the axioms paper: the second route gives the verdicts, and the audit agrees."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from dpexact.audit.paper import registered
from dpexact.errors import DPExactError, NumberSyntaxError
from dpexact.papers.axioms import PAPER

assert PAPER.printed is not None
ROWS: list[dict[str, Any]] = tomllib.loads(PAPER.printed.read_text(encoding="utf-8"))["claim"]
QUANTITIES = registered([PAPER])


def test_every_quantity_is_printed() -> None:
    assert {row["quantity"] for row in ROWS} == {name for name in QUANTITIES if name.startswith("axioms.")}


HALVES = "1/2, 1/2; 1/2, 1/2"


@pytest.mark.parametrize(
    ("name", "parameters", "fragment"),
    [
        ("volume", {"matrix": "1, 0; 1"}, "matrix: expected rows of one length"),
        ("volume", {"matrix": "1, x"}, "matrix[0][1]: "),
        ("volume", {"matrix": "1, 0; 1, 1"}, "sum"),
        ("expected_loss", {"matrix": HALVES, "loss": "0, 1", "prior": "1, 0"}, "loss: expected the shape"),
        ("expected_loss", {"matrix": HALVES, "loss": "0, 1; 1, 0", "prior": "1"}, "prior: expected 2 weights"),
        ("expected_loss", {"matrix": HALVES, "loss": "0, 1; 1, 0", "prior": "1, 1"}, "prior: expected weights with"),
        ("product_entry", {"kernel": "1", "matrix": HALVES, "row": "1", "column": "1"}, "kernel: expected a column"),
        ("product_entry", {"kernel": "1, 1", "matrix": HALVES, "row": "2", "column": "1"}, "row: expected an integer"),
        ("product_entry", {"kernel": "1, 1", "matrix": HALVES, "row": "1", "column": "0"}, "column: expected"),
        ("good_probability", {"matrix": "1", "exp_epsilon": "2", "column": "1"}, "matrix: expected two columns"),
        ("good_probability", {"matrix": HALVES, "exp_epsilon": "1/2", "column": "1"}, "exp_epsilon: expected E"),
        ("bad_probability", {"matrix": HALVES, "exp_epsilon": "2", "column": "9" * 5000}, "column: expected"),
    ],
)
def test_parameters_that_make_no_sense(name: str, parameters: dict[str, str], fragment: str) -> None:
    with pytest.raises(DPExactError) as caught:
        QUANTITIES[f"axioms.{name}"].compute(**parameters)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_place_in_other_digits_is_refused() -> None:
    with pytest.raises(NumberSyntaxError, match="column: "):
        QUANTITIES["axioms.good_probability"].compute(
            matrix=HALVES, exp_epsilon="2", column="\N{ARABIC-INDIC DIGIT ONE}"
        )
