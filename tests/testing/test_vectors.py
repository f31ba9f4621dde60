"""Arrays in assertions, rows of floats within a tolerance, ill-conditioned parameters: each against Fractions."""

import math
import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, find, given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, epsilon_of, exact, exact_of_float
from dpexact.errors import InexactInputError, MechanismError, ParameterError
from dpexact.testing import (
    assert_brackets,
    assert_close,
    assert_lower_bound,
    assert_private,
    assert_upper_bound,
    hockey_stick_of_floats,
)
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, Assertions, finding_of
from dpexact.testing.strategies import ill_conditioned
from tests.refusals import refuses

pytestmark = pytest.mark.slow

FLOATS = st.floats(-1e3, 1e3)


def failure(function: Any, *given: object, **named: object) -> str:
    """The message of an assertion that fails; "" where it holds."""
    try:
        function(*given, **named)
    except AssertionError as error:
        return str(error)
    return ""


@example([(5e-171, Fraction(2)), (0.0, Fraction(2))], 1)
@given(st.lists(st.tuples(FLOATS, FLOATS.map(Fraction)), min_size=1, max_size=6), st.sampled_from([1, 50, 1000]))
def test_an_array_is_its_elements(pairs: list[tuple[float, Fraction]], most: int) -> None:
    claimed, true = np.array([c for c, _ in pairs]), [t for _, t in pairs]
    gaps = [Fraction(c) - t for c, t in pairs]
    for function, wrong in (
        (assert_close, [n for n, gap in enumerate(gaps) if abs(gap) > most]),
        (assert_upper_bound, [n for n, gap in enumerate(gaps) if gap < 0 or gap > most]),
        (assert_lower_bound, [n for n, gap in enumerate(gaps) if gap > 0 or -gap > most]),
    ):
        said = failure(function, claimed, true, abs=most)
        assert bool(said) is bool(wrong)
        if function is assert_close and wrong:
            worst = max(wrong, key=lambda n: abs(gaps[n]))
            assert f": {len(wrong)} of {len(pairs)} element" in said
            named = [int(n) for n in re.findall(r"\[(\d+)\]", said.partition("\n")[0])]
            assert named[0] == wrong[0]
            assert abs(gaps[named[-1]]) >= abs(gaps[worst]) * (1 - Fraction(1, 2**60))  # told apart by 64 bits
            assert len(named) == min(2, len(wrong))


def test_the_worst_is_the_farthest_in_its_own_tolerance() -> None:
    """0.011 is off by a tenth of itself, 1000.5 by a two-thousandth: an absolute gap would choose the latter."""
    claimed, true = [1.0, 0.011, 1000.5], ["1", "0.01", "1000"]
    said = failure(assert_close, claimed, true, rel=1e-6)
    assert said.startswith("assert_close: 2 of 3 elements fail, the first at [1], the worst at [1]\n")
    assert "the worst at [2]" in failure(assert_close, claimed, true, abs=1e-6)
    assert "assert_close(float.fromhex(" in said


def test_types_shapes_and_formats() -> None:
    assert_close(np.array([0.1, 0.2], dtype=np.float32), ["0.1", "0.2"], ulps=1)
    assert failure(assert_close, np.array([0.1, 0.2], dtype=np.float32).astype(float), ["0.1", "0.2"], ulps=1)
    assert_close([[0.5], (0.25,)], np.array([[exact("1/2")], [exact("1/4")]], dtype=object), ulps=0)
    assert_close(np.full((2, 2), 0.5), [["1/2", "1/2"], ["1/2", "1/2"]], rel=0)
    said = failure(assert_close, np.array([[0.5, 0.5], [0.5, 0.6]]), [["1/2"] * 2] * 2, rel=0)
    assert said.startswith("assert_close: 1 of 4 elements fails, at [1, 1]\nassert_close: the claimed ")
    assert_brackets([0.69, 1.0], [0.7, 1.0], [epsilon_of(2), 1])
    assert failure(assert_brackets, [0.69, 1.0], [0.6931, 1.0], [epsilon_of(2), 1])
    assert_upper_bound([math.inf, 1.0], [math.inf, 1])
    assert "the worst at [2]" in failure(assert_upper_bound, [0.0, 1.0, math.nan], [1, 1, 1])


class Series(list[float]):
    """As a series of pandas: labels, and positions."""

    def __init__(self, values: list[float], index: list[str]) -> None:
        super().__init__(values)
        self.index, self.iloc = index, None  # type: ignore[assignment]


def test_series_are_compared_where_their_labels_agree() -> None:
    assert_close(Series([1.0, 2.0], ["a", "b"]), ["1", "2"], rel=0)
    with pytest.raises(ParameterError, match="true: expected the index of claimed in its order"):
        assert_close(Series([1.0, 2.0], ["a", "b"]), Series([2, 1], ["b", "a"]), rel=0)
    with pytest.raises(ParameterError, match=r"true\[1\]: expected the index of claimed\[1\] in its order"):
        assert_close([Series([1.0], ["a"]), Series([1.0, 1.0], ["a", "b"])], [[1], Series([1, 1], ["b", "a"])], rel=0)


class Table:
    """As a table of pandas: labels of rows and of columns."""

    def __init__(self, rows: list[list[float]], columns: list[str]) -> None:
        self.rows, self.columns = np.array(rows), columns
        self.index, self.iloc, self.shape = range(len(rows)), None, self.rows.shape

    def to_numpy(self) -> np.ndarray[Any, Any]:
        return self.rows


def test_tables_are_compared_where_their_columns_agree() -> None:
    assert_close(Table([[1.0, 2.0]], ["a", "b"]), Table([[1, 2]], ["a", "b"]), ulps=0)
    with pytest.raises(ParameterError, match=r"the columns of claimed .* true.reindex\(columns=claimed.columns\)"):
        assert_close(Table([[1.0, 1.0]], ["a", "b"]), Table([[1, 1]], ["b", "a"]), ulps=0)


@pytest.mark.parametrize(
    ("claimed", "true", "kind", "words"),
    [
        ([], [], ParameterError, "claimed: expected at least one number, got none"),
        ([[], []], [[], []], ParameterError, "claimed: expected at least one number"),
        ([1.0], [1, 2], ParameterError, "true: expected 1 element, as many as claimed has, got 2 elements"),
        (
            [1.0, 2.0],
            1,
            ParameterError,
            r"true: expected 2 elements, as many as claimed has, got 1; .* \[t\] \* 2 where",
        ),
        ([[1.0]], [[1, 2]], ParameterError, r"true\[0\]: expected 1 element, as many as claimed\[0\] has"),
        (1.0, [1], InexactInputError, "true: expected one number, got list of 1"),
        ([1.0], [[1]], InexactInputError, r"true\[0\]: expected one number, got list of 1"),
        ({0: 1.0}, [1], InexactInputError, "claimed: expected one number, got dict of 1"),
        ({1.0}, [1], InexactInputError, "claimed: expected one number, got set of 1"),
        ([1.0], [0.5], InexactInputError, r"true\[0\]: expected an exact number, got the float 0.5"),
        ([True], [1], InexactInputError, r"claimed\[0\]: expected a real number"),
    ],
)
def test_vectors_that_are_none(claimed: object, true: object, kind: type[Exception], words: str) -> None:
    refuses(kind, words, assert_close, claimed, true, rel=1)


def test_an_array_counts_as_one_assertion_and_its_gravest_finding_counts() -> None:
    held, failed = Assertions.held, Assertions.failed
    assert_close([1.0, 2.0], [1, 2], rel=0)
    assert (Assertions.held, Assertions.failed) == (held + 1, failed)
    doubt = exact(1) + epsilon_of(2) - epsilon_of(2)
    for claimed, finding in (([exact(1), 0.5], NOT_TRUE), ([exact(1), 2.0], UNDECIDED), ([3.0, 2.0], "too loose")):
        with pytest.raises(AssertionError) as found:
            assert_upper_bound(claimed, [doubt, 1], abs=0.25)
        assert finding_of(found.value) == finding
    assert (Assertions.held, Assertions.failed) == (held + 1, failed + 3)


def divergence(p: list[Fraction], q: list[Fraction], E: Fraction) -> Fraction:
    """The largest excess over all events, an output at a time."""
    return sum((max(a - E * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))


@st.composite
def float_matrices(draw: st.DrawFn) -> list[list[float]]:
    columns = draw(st.integers(1, 4))
    weights = st.lists(st.floats(0, 1), min_size=columns, max_size=columns).filter(lambda row: sum(row) > 0.01)
    return [[value / sum(row) for value in row] for row in draw(st.lists(weights, min_size=2, max_size=3))]


@given(
    float_matrices(),
    st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(4)]),
    st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 2)]),
    st.sampled_from([Fraction(1, 10**12), Fraction(1, 100), Fraction(1, 3)]),
    st.randoms(use_true_random=False),
)
@example([[0.5, 0.5], [0.5, 0.5]], Fraction(1), Fraction(0), Fraction(1, 100), None)
def test_rows_within_a_tolerance(rows: Any, E: Fraction, delta: Fraction, off: Fraction, random: Any) -> None:
    exact_rows = [[Fraction(value) for value in row] for row in rows]
    assume(all((1 - off) * sum(row) <= 1 <= (1 + off) * sum(row) for row in exact_rows))
    mechanism = Mechanism.from_floats(range(len(rows)), range(len(rows[0])), rows, row_sums="report")
    graph = NeighborGraph.complete(mechanism.inputs)
    ends = [[[v * (1 + s * off) for v in row] for row in exact_rows] for s in (1, -1)]
    pairs = list(permutations(range(len(rows)), 2))
    most = max(divergence(ends[0][i], ends[1][j], E) for i, j in pairs)
    least = max(divergence(ends[1][i], ends[0][j], E) for i, j in pairs)
    finding = None
    try:
        assert_private(mechanism, graph, exp_epsilon=E, delta=delta, tolerance=off)
    except AssertionError as error:
        finding = finding_of(error)
    assert finding == (None if most <= delta else NOT_TRUE if least > delta else UNDECIDED)
    for _ in range(5 if random else 0):  # what is said of all of them is true of any
        any_rows = [[v * (1 + off * Fraction(random.randint(-9, 9), 9)) for v in row] for row in exact_rows]
        worst = max(divergence(any_rows[i], any_rows[j], E) for i, j in pairs)
        assert worst <= delta if finding is None else worst > delta or finding == UNDECIDED


def test_equal_rows_of_floats_may_stand_for_different_ones() -> None:
    """At E = 1 equal rows are private, but within 1 % of them are rows that are not; exact duplicates among them."""
    graph = NeighborGraph.complete([0, 1, 2])
    mechanism = Mechanism.from_rows([0, 1, 2], ["a", "b"], [["1/2", "1/2"]] * 3)
    assert_private(mechanism, graph, exp_epsilon=1)
    said = failure(assert_private, mechanism, graph, exp_epsilon=1, tolerance="1/100")
    assert said.startswith("assert_private: undecided: for the pair (0, 1) it depends on what the probabilities are\n")
    assert re.search(r"^  least delta +from 0 to 1/50, for this pair$", said, re.MULTILINE)
    assert_private(mechanism, graph, exp_epsilon=1, delta="0.02", tolerance="1/100")


def test_zero_stands_for_zero() -> None:
    mechanism = Mechanism.from_floats([0, 1], ["a", "b"], [[1.0, 0.0], [0.75, 0.25]])
    graph = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    assert_private(mechanism, graph, epsilon=math.inf, tolerance="1/10")
    back = NeighborGraph.from_edges([0, 1], [(1, 0)], directed=True)
    said = failure(assert_private, mechanism, back, epsilon=math.inf, delta="0.2", tolerance="1/10")
    assert said.startswith("assert_private: refuted for the pair (1, 0), whatever the probabilities are within")


def test_no_row_is_divided_by_its_sum() -> None:
    """The rows sum to 3/4: divided by that, they would keep E = 2, and they are refused."""
    mechanism = Mechanism.from_floats([0, 1], ["a", "b"], [[0.5, 0.25], [0.25, 0.5]], row_sums="report")
    graph = NeighborGraph.complete([0, 1])
    with pytest.raises(MechanismError, match=r"rows\[0\]: expected entries that sum to 1 .* got the sum 0.75"):
        assert_private(mechanism, graph, exp_epsilon=2, tolerance="1/10")
    more = Mechanism.from_floats([0, 1], ["a", "b"], [[0.5, 0.5], [0.5, 0.75]], row_sums="report")
    with pytest.raises(MechanismError, match=r"rows\[1\]: expected entries that sum to 1 .* got the sum 1.25"):
        assert_private(more, graph, exp_epsilon=9, tolerance="1/10")
    assert "or give tolerance=" in failure(assert_private, mechanism, graph, exp_epsilon=2)
    assert failure(assert_private, mechanism, graph, exp_epsilon=2, tolerance="1/3").startswith(
        "assert_private: undecided"
    )
    assert_private(mechanism, graph, exp_epsilon=4, tolerance="1/3")  # 2 (4/3)/(2/3) = 4


@pytest.mark.parametrize(
    ("share", "kind", "words"),
    [
        (1, ParameterError, "tolerance: expected a share of each probability below 1"),
        (-1, InexactInputError, "tolerance: expected a finite number >= 0, got -1"),
        (math.nan, InexactInputError, "tolerance: expected a finite number >= 0"),
        ("x", Exception, "tolerance: "),
    ],
)
def test_tolerances_that_are_none(share: object, kind: type[Exception], words: str) -> None:
    mechanism = Mechanism.from_rows([0, 1], ["a"], [["1"], ["1"]])
    refuses(kind, words, assert_private, mechanism, NeighborGraph.complete([0, 1]), exp_epsilon=2, tolerance=share)


def test_claims_of_nothing_within_a_tolerance() -> None:
    mechanism = Mechanism.from_rows([0], ["a"], [["1"]])
    assert "nothing was claimed" in failure(
        assert_private, mechanism, NeighborGraph.complete([0]), exp_epsilon=2, tolerance=0
    )
    with pytest.raises(MechanismError, match="assert_private with a tolerance: mechanism: expected a Mechanism"):
        assert_private([["1"]], NeighborGraph.complete([0]), exp_epsilon=2, tolerance=0)  # type: ignore[arg-type]


ENDS = st.sampled_from([(0, 1), (0, 20), (-3, -1), (-1, 1), ("1/3", "2/3"), (1e-300, 1e300), (5e-324, 5e-324), (2, 2)])


@given(st.data(), ENDS)
def test_ill_conditioned_parameters_lie_between_the_ends(data: st.DataObject, ends: tuple[Any, Any]) -> None:
    value = data.draw(ill_conditioned(*ends))
    assert type(value) is float
    assert exact(ends[0] if not isinstance(ends[0], float) else exact_of_float(ends[0])) <= exact_of_float(value)
    assert exact_of_float(value) <= exact(ends[1] if not isinstance(ends[1], float) else exact_of_float(ends[1]))


@pytest.mark.parametrize(
    "wanted",
    [
        lambda x: 0 < x < 1e-300,
        lambda x: 0 < 1 - x < 1e-15,
        lambda x: 0 < x - 1 < 1e-12,
        lambda x: x == 20,
        lambda x: x == math.nextafter(20, 0),
        lambda x: 1e-30 < x < 1e-20,
        lambda x: 0 < abs(x - 7) < 1e-9,
    ],
)
def test_what_is_ill_conditioned_is_drawn(wanted: Any) -> None:
    assert wanted(find(ill_conditioned(0, 20, near=(0, 1, 7)), wanted))


@pytest.mark.seldom
def test_the_strategy_finds_what_a_program_loses() -> None:
    """e^x - 1 of floats loses the digits of a small x; expm1 keeps them. Even numbers from 0 to 20 show nothing."""

    def is_wrong(program: Any, x: float) -> bool:
        series = sum(Fraction(x) ** n / math.factorial(n) for n in range(1, 120))
        return abs(Fraction(program(x)) - series) > series / 10**9

    assert 0 < find(ill_conditioned(0, 20), lambda x: is_wrong(lambda y: math.exp(y) - 1, x)) < 1e-5

    @given(ill_conditioned(1e-300, 20))
    def keeps_digits(x: float) -> None:
        assert not is_wrong(math.expm1, x)

    keeps_digits()


@pytest.mark.parametrize(
    ("ends", "kind", "words"),
    [
        ((2, 1), ParameterError, "low: expected a double from low to high, got 2 and 1"),
        (("1/3", "1/3"), ParameterError, "low: expected a double from low to high"),
        ((0, math.inf), InexactInputError, "high: expected a finite number, got inf"),
        ((math.nan, 1), InexactInputError, "low: expected a finite number, got nan"),
        ((0, 10**400), InexactInputError, "high: expected a number within the range of doubles"),
    ],
)
def test_ends_that_are_none(ends: tuple[Any, Any], kind: type[Exception], words: str) -> None:
    refuses(kind, words, find, ill_conditioned(*ends), lambda _value: True)


def test_the_two_extremes_are_divergences_of_the_floats_as_they_are() -> None:
    """The formula of the docstring, by `hockey_stick_of_floats`."""
    p, q, E, off = [0.1, 0.2, 0.7], [0.3, 0.3, 0.4], exact("3/2"), exact("1/1000")
    most = (1 + off) * hockey_stick_of_floats(p, q, E * (1 - off) / (1 + off))
    mechanism = Mechanism.from_floats([0, 1], range(3), [p, q], row_sums="report")
    graph = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    assert_private(mechanism, graph, exp_epsilon=E, delta=most, tolerance=off)
    assert failure(assert_private, mechanism, graph, exp_epsilon=E, delta=most - exact("1e-40"), tolerance=off)


def test_a_delta_of_1_is_certain_within_a_tolerance() -> None:
    """The floats within it come to 1 + t, but no event has more than 1."""
    apart = Mechanism.from_floats(["a", "b"], [0, 1], [[1.0, 0.0], [0.0, 1.0]], row_sums="report")
    pairs = NeighborGraph.complete(["a", "b"])
    assert_private(apart, pairs, epsilon=math.inf, delta=1, tolerance="1e-12")
    with pytest.raises(AssertionError, match=r"least delta .* from 0\.999.* to 1, for this pair"):
        assert_private(apart, pairs, epsilon=math.inf, delta="1 - 1e-12", tolerance="1e-12")
