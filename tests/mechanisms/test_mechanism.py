"""Mechanism: ways in, entries, events, and every way to be no mechanism, with its place."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact import (
    DivisionByZeroError,
    DPExactError,
    InexactInputError,
    Mechanism,
    MechanismError,
    NumberSyntaxError,
    ParameterError,
    exact,
    free_exp_epsilon,
)
from dpexact.mechanisms import rows as stored
from tests.each import each
from tests.refusals import refuses
from tests.samples import exacts

LABELS = ("no", "yes")
HALVES = [["1/2", "1/2"], ["1/2", "1/2"]]


def of_rows(rows: Any) -> Mechanism:
    """A mechanism on inputs no, yes and outputs no, yes."""
    return Mechanism.from_rows(LABELS, LABELS, rows)


def test_rows_accept_every_kind_of_exact_value() -> None:
    m = of_rows([["0.75", Fraction(1, 4)], [exact("1/4"), "3/4"]])
    assert m.rows() == (exacts("3/4", "1/4"), exacts("1/4", "3/4"))
    assert m.numerators() == (((3, 1), (1, 3)), 4)
    assert (m.inputs, m.outputs, m.defects, m.is_rational) == (LABELS, LABELS, (), True)


def test_rows_may_be_generators_tuples_and_numpy_integer_arrays() -> None:
    expected = of_rows([[1, 0], [0, 1]])
    assert of_rows(row for row in ([1, 0], (0, 1))) == expected
    assert of_rows([iter([1, 0]), iter([0, 1])]) == expected
    assert of_rows(np.eye(2, dtype=np.int64)) == expected


def test_column_stochastic_is_the_transpose() -> None:
    m = Mechanism.from_rows(["a", "b"], [0, 1, 2], [["1/2", "1/3", "1/6"], [0, 0, 1]])
    assert m.column_stochastic() == (exacts("1/2", 0), exacts("1/3", 0), exacts("1/6", 1))


def test_probability_of_an_event_counts_each_label_once() -> None:
    m = Mechanism.from_rows(["a", "b"], [0, 1, 2], [["1/2", "1/3", "1/6"], [0, 0, 1]])
    assert m.probability("a", []) == 0
    assert m.probability("a", [0, 2, 0]) == Fraction(2, 3)
    assert m.probability(input="b", event=(o for o in (2, 1))) == 1
    for words in (["z", [0]], ["a", [3]], ["a", ["0"]], [0, [0]]):
        refuses(MechanismError, "no such", m.probability, *words)


def test_irrational_rows_sum_to_1_exactly() -> None:
    e = exact("exp(1/3)")
    m = of_rows([[e / (1 + e), 1 / (1 + e)], ["1/2", "1/2"]])
    assert (m.numerators(), m.is_rational) == (None, False)
    assert m.probability("no", ["no"]) == e / (1 + e)
    with pytest.raises(MechanismError, match=r"rows\[0\]: expected entries that sum to 1"):
        of_rows([["exp(1/3)/3", "1 - exp(2/6)/3 + 1e-50"], [1, 0]])


def test_free_entries_are_checked_for_all_e() -> None:
    e = free_exp_epsilon()
    assert of_rows([[e / (1 + e), 1 / (1 + e)], [1, 0]]).probability("no", LABELS) == 1
    refuses(DPExactError, "", of_rows, [[2 - e, e - 1], [1, 0]])  # negative for E > 2


@each(
    ("rows", "place", "words"),
    [
        ([["0.5", "0.50000000000000000000000000000000000000000000000001"], [1, 0]], "rows[0]", "off by 1.00000e-50"),
        (
            [[1, 0], ["1/2", "1/3"]],
            "rows[1]",
            "the sum 5/6, off by -0.166667; correct an entry; write a fraction such as 1/3",
        ),
        ([[1, 0], ["1e-80", 1]], "rows[1]", "off by 1.00000e-80"),
        ([[1, 0], [f"{1 + Fraction(1, 10**80)}", "-1e-80"]], "rows[1][0]", "from 0 to 1"),
        ([[1, 0], ["-1e-80", f"{1 + Fraction(1, 10**80)}"]], "rows[1][0]", "from 0 to 1"),
        ([[0, "-exp(1)"], [1, 0]], "rows[0][1]", "from 0 to 1"),
        ([["1/2", "1/2"]], "rows", "expected 2 rows"),
        ([[1, 0], [1, 0], [1, 0]], "rows", "got 3"),
        ([], "rows", "got 0"),
        ([[1, 0], [1, 0, 0]], "rows[1]", "expected 2 entries, one for each output, got 3"),
        ([[1, 0], []], "rows[1]", "got 0"),
        ([[1, 0], "10"], "rows[1]", "got '10' of type str"),
        ([[1, 0], 1], "rows[1]", "got 1 of type int"),
        ([[1, 0], {"no": 1, "yes": 0}], "rows[1]", "of type dict"),
        ([[1, 0], {0, 1}], "rows[1]", "of type set"),
        ({"no": [1, 0], "yes": [1, 0]}, "rows", "of type dict"),
        ("10", "rows", "of type str"),
        (None, "rows", "of type NoneType"),
    ],
)
def test_what_is_no_mechanism_and_where(rows: Any, place: str, words: str) -> None:
    with pytest.raises(MechanismError) as caught:
        of_rows(rows)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"{place}: ")
    assert words in str(caught.value)


@each(
    ("value", "error"),
    [
        (0.5, InexactInputError),
        (np.float64(0.5), InexactInputError),
        (float("nan"), InexactInputError),
        (True, InexactInputError),
        (None, InexactInputError),
        ("half", NumberSyntaxError),
        ("__import__('os')", NumberSyntaxError),
        ("1/0", DivisionByZeroError),
    ],
)
def test_what_is_no_number_and_where(value: Any, error: type[Exception]) -> None:
    refuses(error, r"^rows\[1\]\[0\]: ", of_rows, [[1, 0], [value, "1/2"]])


@each(
    ("labels", "place", "words"),
    [
        (["a", "a"], "[1]", "already"),
        ([1, 1], "[1]", "already"),
        ([("a", 1), ("a", 1)], "[1]", "already"),
        ([], "", "at least one"),
        ([0.5, 1], "[0]", "of type float"),
        ([1, True], "[1]", "of type bool"),
        ([None], "[0]", "of type NoneType"),
        ([["a", 1]], "[0]", "of type list"),
        (7, "", "of type int"),
    ],
)
@each("side", ["inputs", "outputs"])
def test_labels_that_are_refused(side: str, labels: Any, place: str, words: str) -> None:
    sides = {"inputs": [0], "outputs": [0]} | {side: labels}
    with pytest.raises(MechanismError) as caught:
        Mechanism.from_rows(sides["inputs"], sides["outputs"], [[1]])
    assert caught.value.place == side + place
    assert words in str(caught.value)


def test_labels_text_integers_and_tuples_stay_apart() -> None:
    labels: list[Any] = [1, "1", (1,), ("1",), ((1,), "1"), "", "\N{SNOWMAN}"]
    m = Mechanism.from_rows(labels, [0], [[1]] * 7)
    assert m.inputs == tuple(labels)
    assert [m.input_place(label) for label in labels] == list(range(7))
    assert Mechanism.from_rows([np.int64(3)], [0], [[1]]).inputs == (3,)


def test_numerators_of_every_integer_type_and_size() -> None:
    huge = 1 << 2000
    ways: list[tuple[Any, Any]] = [
        ([[3, 1], [0, 4]], 4),
        (np.array([[3, 1], [0, 4]], dtype=np.uint8), 4),
        (np.array([[3, 1], [0, 4]], dtype=np.int64), np.int64(4)),
        ([np.array([3, 1], dtype=object), (0, 4)], 4),
    ]
    for rows, common in ways:
        assert Mechanism.from_numerators(LABELS, LABELS, rows, common) == of_rows([["3/4", "1/4"], [0, 1]])
    m = Mechanism.from_numerators(LABELS, LABELS, [[huge, huge], [1, 2 * huge - 1]], 2 * huge)
    assert m.probability("yes", ["no"]) == Fraction(1, 2 * huge)


@each("columns", [2, 5000])
@each("kind", ["list", "int64", "uint64"])
@each(
    ("start", "place", "words"),
    [
        ((3, 2), "numerators[0]", "the sum 5/4"),
        ((1, 2), "numerators[0]", "the sum 3/4"),
        ((5, 0), "numerators[0][0]", "got 5/4; correct the entry"),
        ((-1, 5), "numerators[0][0]", "got -1/4; correct the entry"),
    ],
)
def test_numerators_that_are_no_mechanism(start: Any, place: str, words: str, kind: str, columns: int) -> None:
    if kind == "uint64" and min(start) < 0:
        start, place, words = (2**63, 4), "numerators[0][0]", "got 2305843009213693952; correct the entry"
    row = [*start] + [0] * (columns - 2)
    rows = [row] if kind == "list" else np.array([row], dtype=kind)
    with pytest.raises(MechanismError) as caught:
        Mechanism.from_numerators([0], range(columns), rows, 4)
    assert caught.value.place == place
    assert words in str(caught.value)


@each(
    ("rows", "denominator", "error", "words"),
    [
        ([[0.5, 0.5]], 1, InexactInputError, r"numerators\[0\]\[0\]: expected an integer"),
        (np.array([[0.5, 0.5]]), 1, InexactInputError, r"numerators\[0\]\[0\]: expected an integer"),
        (np.array([[True, False]]), 1, InexactInputError, "an integer numerator, got np.True_ of type bool"),
        ([[True, False]], 1, InexactInputError, "an integer numerator, got True of type bool"),
        ([["1", "1"]], 2, InexactInputError, "of type str"),
        (np.ones((1, 2, 2), dtype=np.int64), 2, MechanismError, r"numerators\[0\]: expected one row"),
        ([[1, 1]], 0, MechanismError, "denominator: expected an integer >= 1"),
        ([[1, 1]], -2, MechanismError, "denominator"),
        ([[1, 1]], 2.0, MechanismError, "denominator"),
        ([[1, 1]], True, MechanismError, "denominator"),
    ],
)
def test_numerators_that_are_refused(rows: Any, denominator: Any, error: type[Exception], words: str) -> None:
    refuses(error, words, Mechanism.from_numerators, [0], [0, 1], rows, denominator)


def test_sums_of_words_do_not_wrap_around() -> None:
    # 9 * 2^61 is 2^61 modulo 2^64.
    row = np.array([2**61] * 9 + [0] * 4991, dtype=np.int64)
    refuses(MechanismError, "the sum 9", Mechanism.from_numerators, [0], range(5000), [row], 2**61)


def test_floats_are_taken_at_their_binary_values() -> None:
    rows: list[Any] = [[0.1, 0.2], np.array([0.5, 0.5], dtype=np.float32)]
    m = Mechanism.from_floats(LABELS, LABELS, rows, row_sums="report")
    assert m.rows()[0] == exacts(Fraction(0.1), Fraction(0.2))
    assert m.defects == exacts(Fraction(0.1) + Fraction(0.2) - 1, 0)
    assert Mechanism.from_floats(LABELS, LABELS, [[0.5, 0.5], [1, 0]]) == of_rows([["1/2", "1/2"], [1, 0]])


@each("row_sums", ["exact", "report"])
@each(
    ("row", "error", "place"),
    [
        ([float("nan"), 0.5], InexactInputError, r"rows\[1\]\[0\]"),
        ([0.5, float("inf")], InexactInputError, r"rows\[1\]\[1\]"),
        ([0.5, float("-inf")], InexactInputError, r"rows\[1\]\[1\]"),
        ([1.5, -0.5], MechanismError, r"rows\[1\]\[\d\]"),
        ([1.0, -1e-300], MechanismError, r"rows\[1\]\[1\]"),
        (["0.5", 0.5], InexactInputError, r"rows\[1\]\[0\]"),
        ([True, False], InexactInputError, r"rows\[1\]\[0\]"),
        ([0.5], MechanismError, r"rows\[1\]"),
    ],
)
def test_floats_that_are_refused(row: Any, error: type[Exception], place: str, row_sums: Any) -> None:
    refuses(error, place, Mechanism.from_floats, LABELS, LABELS, [[0.5, 0.5], row], row_sums=row_sums)


def test_float_rows_that_do_not_sum_to_1_need_the_report() -> None:
    with pytest.raises(MechanismError, match=r"rows\[0\].*off by 2.77556e-17"):
        Mechanism.from_floats(LABELS, LABELS, [[0.1, 0.9], [1.0, 0.0]])
    with pytest.raises(ParameterError, match="row_sums"):
        Mechanism.from_floats(LABELS, LABELS, [[0.5, 0.5], [1.0, 0.0]], row_sums="ignore")  # type: ignore[arg-type]


def test_equality_is_about_labels_and_probabilities() -> None:
    m = of_rows(HALVES)
    assert m == Mechanism.from_numerators(LABELS, LABELS, [[5, 5], [5, 5]], 10)
    assert hash(m) == hash(of_rows(HALVES))
    assert m != Mechanism.from_rows(LABELS, ("no", "maybe"), HALVES)
    assert m != of_rows([["1/2", "1/2"], ["1/3", "2/3"]])
    assert m != Mechanism.from_rows(("yes", "no"), LABELS, HALVES)
    assert m != "a mechanism"


def test_absurd_sizes_are_refused_before_the_memory_is_spent() -> None:
    refuses(MechanismError, "the limit is", Mechanism.from_numerators, range(8000), range(8000), [], 1)


def test_a_common_denominator_is_bounded_for_all_entries_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MAX_COMMON_BITS", 12)
    halves, thirds = ["1/2", "1/2"], ["1/3", "2/3"]
    assert (
        Mechanism.from_rows([0, 1], [0, 1], [halves, thirds]).numerators() is not None
    )  # 3 bits for each of 4 entries
    assert Mechanism.from_rows([0, 1, 2], [0, 1], [halves, thirds, thirds]).numerators() is None


@pytest.mark.parametrize("size", [2, 80])  # as Python's integers, and as an array
def test_a_masked_array_that_lacks_entries_is_refused(size: int) -> None:
    rows = np.ma.array(np.full((size, size), 1), mask=False)
    assert Mechanism.from_numerators(range(size), range(size), rows, size).probability(0, [0]) == Fraction(1, size)
    rows[1, 1] = np.ma.masked
    for given in (rows, list(rows)):
        with pytest.raises(InexactInputError, match=r"^numerators.*: expected numbers, got a masked array"):
            Mechanism.from_numerators(range(size), range(size), given, size)
