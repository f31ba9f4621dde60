"""One grammar: what the two readers that it replaced made of texts, and the two evaluations against each other."""

from hypothesis import given
from hypothesis import strategies as st

from dpexact import errors, exact
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import formula_value
from dpexact.numbers.grammar import term_of_text

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
