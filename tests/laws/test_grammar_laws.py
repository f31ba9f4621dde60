"""One grammar: what the two readers that it replaced made of texts, and the two evaluations against each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import errors, exact, exp_of_epsilon
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import formula_value
from dpexact.numbers.grammar import term_of_text

# What the readers of numbers (as `exact` and as an epsilon) and of formulas gave before there was one, each with an
# evaluation of its own: a text, or the class of the error.
RECORDED = json.loads((Path(__file__).parent.parent / "vectors" / "texts_of_two_readers.json").read_text("ascii"))

SIGNS = st.sampled_from(["+", "-", "*", "/"])
NUMERALS = st.sampled_from(
    ["1", "2", "3", "1/2", "0.25", "1e-3", "7", "exp(1)", "exp(-1/3)", "sqrt(2)", "exp(log(3)/2)"]
)
NUMBERS = st.recursive(
    NUMERALS,
    lambda inner: (
        st.tuples(inner, SIGNS, inner).map("".join)
        | inner.map("({})".format)
        | st.tuples(inner, st.sampled_from(["2", "3", "-1"])).map(lambda pair: f"({pair[0]})**{pair[1]}")
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("text", RECORDED["numbers"])
def test_numbers_are_read_as_before(text: str) -> None:
    for read, recorded in zip((exact, exp_of_epsilon), RECORDED["numbers"][text], strict=True):
        if (error := getattr(errors, recorded, None)) is None:
            assert str(read(text)) == recorded
        else:
            with pytest.raises(error):
                read(text)


@pytest.mark.parametrize("text", RECORDED["formulas"])
def test_formulas_are_read_as_before(text: str) -> None:
    recorded = RECORDED["formulas"][text]
    if (error := getattr(errors, recorded, None)) is None:
        assert repr(formula_value(text)) == recorded
    else:
        with pytest.raises(error):
            formula_value(text)


@given(NUMBERS)
def test_a_number_is_the_value_of_its_formula(text: str) -> None:
    try:
        number = exact(text)
    except errors.DPExactError as error:
        assert isinstance(error, errors.DivisionByZeroError | errors.IncompatibleFieldsError)  # noqa: PT017 - either
        return
    formula = formula_value(text)
    assert isinstance(formula, Exact)
    assert str(formula) == str(number)


@given(NUMBERS)
def test_both_evaluations_of_a_tree_agree(text: str) -> None:
    try:
        number = exact(text)
        enclosed = Enclosure(lambda: ball_value(term_of_text(text)))
    except (errors.DivisionByZeroError, errors.IncompatibleFieldsError, errors.UndecidedError):
        return
    assert enclosed.lower <= number <= enclosed.upper
