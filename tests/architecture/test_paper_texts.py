"""The texts of our claim tables: each is read once, by the name of its parameter."""

import pickle
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from dpexact.audit.quantities.given import (
    PaperQuantities,
    integer,
    matrix,
    mechanism,
    number_or_word,
    numbers,
    of_texts,
    word,
)
from dpexact.errors import DPExactError, NumberSyntaxError, ParameterError
from dpexact.papers.catalogue import OURS
from tests.refusals import refuses

QUANTITIES = {quantity.name: quantity for paper in OURS for quantity in paper.quantities()}
READ = of_texts(lambda: 0).func  # type: ignore[attr-defined]
DESIGN = {"exp_epsilon": "2", "eta": "1/2", "D": "2"}


def test_every_quantity_and_caution_is_computed_by_of_texts() -> None:
    assert len(QUANTITIES) == 46
    for quantity in QUANTITIES.values():
        for compute in (quantity.compute, quantity.caution):
            assert compute is None or (isinstance(compute, partial) and compute.func is READ), quantity.name
        assert pickle.loads(pickle.dumps(quantity)).name == quantity.name  # noqa: S301 - rows go to other processes


def test_readers() -> None:
    assert numbers("p", " 1/2, 0.25,1/4") == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert matrix("m", "1/2, 1/3; 1/2, 2/3") == [[Fraction(1, 2), Fraction(1, 3)], [Fraction(1, 2), Fraction(2, 3)]]
    assert mechanism("m", "1/2, 1/3; 1/2, 2/3").probability(2, [1]) == Fraction(1, 3)  # the entry in row 1, column 2
    assert [integer("k", text) for text in ("7", "-2", "6/3", "2.0")] == [7, -2, 2, 2]
    assert number_or_word("delta", "design") == "design"
    assert number_or_word("delta", "1/3") == Fraction(1, 3)


@pytest.mark.parametrize("text", ["1/2", "exp(1)", "9" * 101, "sqrt(2)"])
def test_an_integer_is_not_rounded(text: str) -> None:
    refuses(ParameterError, r"^k: expected an integer of at most 100 digits", integer, "k", text)


def test_an_entry_that_cannot_be_read_is_named() -> None:
    refuses(NumberSyntaxError, r"^m\[1\]\[0\]: ", matrix, "m", "1; x")
    refuses(ParameterError, r"^m: expected rows of one length", matrix, "m", "1, 0; 1")


def test_a_reader_of_one_law_is_not_that_of_the_others() -> None:
    listed = PaperQuantities("p", "Source", k=integer)

    @listed.add("here", readers={"x": word})
    def words(x: str, k: int) -> int:
        return len(x) * k

    @listed.add("there")
    def values(x: object, k: int) -> Any:
        return x, k

    assert listed[0].compute(x="abc", k="2") == 6
    assert listed[1].compute(x="1/2", k="2") == (Fraction(1, 2), 2)
    assert words("abc", 2) == 6  # the law itself takes values


@pytest.mark.parametrize("delta", ["Design", "design ", "designs", "delta"])
def test_only_the_word_design_is_the_delta_of_the_design(delta: str) -> None:
    refuses(DPExactError, r"^delta: ", QUANTITIES["count_queries.required_epsilon"].compute, **DESIGN, delta=delta)
    with pytest.raises(DPExactError, match=r"^delta: "):
        QUANTITIES["count_queries.epsilon_threshold"].compute(eta="1/2", D="2", delta="design")
