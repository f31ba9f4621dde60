"""printed_design against cases computed by hand, and the mechanism it makes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpexact.errors import DPExactError, ParameterError, SignChangesError, TooLargeError, need
from dpexact.numbers.epsilon import exp_of_epsilon, free_exp_epsilon
from dpexact.numbers.exact import exact
from dpexact.papers.count_queries import CountQueryDesign, printed_design
from dpexact.papers.count_queries.design import event_family


def summary(design: CountQueryDesign) -> object:
    return design.k, design.delta, design.alpha


DESIGNS = (  # E, eta, D, the summary
    (2, "4/5", 2, (1, Fraction(3, 5), (1, 0))),  # B = 10, C = 8: delta_1 = 6/10 and alpha_1 = (8 - 6)/2
    (2, "1/3", 2, (3, Fraction(1, 12), (Fraction(3, 4), Fraction(1, 4)))),  # B = 3, C = 1: delta_3 = 1/(3 * 4)
    # C = C_2 = 7/4: (39) with k = 2 and (37), (38) give the same alphas
    (2, "7/15", 2, (2, Fraction(1, 15), (Fraction(3, 4), Fraction(1, 4)))),
)


def test_first_bound_last_bound_and_a_tie() -> None:
    for ratio, eta, reach, expected in DESIGNS:
        assert summary(printed_design(ratio, eta, reach)) == expected, (ratio, eta, reach)
    last = printed_design(2, "1/3", 2)  # p - 2 q over z: 1/12, 1/4 - 1/6, then negative
    assert last.singleton_delta(2) == Fraction(1, 12)
    assert last.tight_delta(2) == Fraction(1, 6)


def test_middle_bound() -> None:
    # B = 4, C = 2 between C_2 = 7/4 and C_1 = 3: delta_2 = 2/20, alpha = (8/5)/2, (2/5)/2, 0.
    design = printed_design(2, "1/2", 3)
    assert summary(design) == (2, Fraction(1, 10), (Fraction(4, 5), Fraction(1, 5), 0))
    side = [0, Fraction(1, 20), Fraction(1, 5)]
    assert [*design.noise.items()] == [*enumerate([*side, Fraction(1, 2), *reversed(side)], start=-3)]
    # p - 2 q over z: 1/20, 1/5 - 1/10, 1/2 - 2/5, then negative.
    assert design.singleton_delta(2) == Fraction(1, 10)
    assert design.tight_delta(2) == Fraction(1, 4)


def test_other_exp_epsilon() -> None:
    # The design of E = 2 taken at E = 1: 1/20 + 3/20 + 3/10; at E = 4 only p(-3), p(-2) and p(-1) - 4 p(-2) are left.
    design = printed_design(2, "1/2", 3)
    assert design.tight_delta(1) == Fraction(1, 2)
    assert design.tight_delta(4) == Fraction(1, 20)
    assert design.singleton_delta(1) == Fraction(3, 10)


def test_theorem_3_and_remark_2_fail_for_small_eta() -> None:
    # C = 1/14: the noise is (2, 12, 1, 12, 2)/29, delta~ = 2/29, and 12/29 - 5 * 1/29 = 7/29.
    design = printed_design(5, "1/29", 2)
    assert [*design.noise.values()] == [Fraction(n, 29) for n in (2, 12, 1, 12, 2)]
    assert summary(design) == (3, Fraction(2, 29), (Fraction(6, 7), Fraction(1, 7)))
    assert design.singleton_delta(5) == Fraction(7, 29)
    # Remark 2: p - 5 q over z: 2/29, 12/29 - 10/29, -, 12/29 - 5/29, -: together 11/29, more than 5 delta~ = 10/29.
    assert design.tight_delta(5) == Fraction(11, 29) > 5 * design.delta


def test_theorem_3_at_the_border_of_its_range() -> None:
    # E = 2, D = 2: it needs C >= 1/(2 + E) = 1/4, that is eta >= 1/9.
    assert printed_design(2, "1/9", 2).singleton_delta(2) == printed_design(2, "1/9", 2).delta
    smaller = printed_design(2, Fraction(1, 9) - Fraction(1, 10**60), 2)
    assert smaller.singleton_delta(2) > smaller.delta


def test_transcendental_case_satisfies_39() -> None:
    ratio = exp_of_epsilon("2.18")
    design = printed_design(ratio, "0.8", 6)
    noise = design.noise
    assert noise[1] == ratio * noise[2] + design.delta
    assert noise[0] == ratio * noise[1] + design.delta
    assert design.singleton_delta(ratio) == design.delta


def test_free_exp_epsilon() -> None:
    # eta = 1/29, D = 2: k = 3 for all E >= 1, delta~ = (14/29)/(2 + E), alpha_1 = (1 + E)/(2 + E).
    ratio = free_exp_epsilon()
    design = printed_design(ratio, "1/29", 2)
    assert summary(design) == (3, Fraction(14, 29) / (2 + ratio), ((1 + ratio) / (2 + ratio), 1 / (2 + ratio)))
    with pytest.raises(SignChangesError):
        printed_design(ratio, "3/5", 1)


def test_mechanism_is_the_matrix_16() -> None:
    mechanism = printed_design(2, "1/3", 2).mechanism(2, 4)
    a, b, c = Fraction(1, 12), Fraction(1, 4), Fraction(1, 3)
    assert mechanism.inputs == (2, 3, 4)
    assert mechanism.outputs == (0, 1, 2, 3, 4, 5, 6)
    rows: object = mechanism.rows()
    assert rows == ((a, b, c, b, a, 0, 0), (0, a, b, c, b, a, 0), (0, 0, a, b, c, b, a))
    alone = printed_design(2, "1/3", 2).mechanism(7, 7)
    assert (alone.inputs, alone.outputs) == ((7,), (5, 6, 7, 8, 9))


@pytest.mark.parametrize(("first", "last"), [(1, 5), (3, 2), (-2, 4), (True, 4), ("2", 4), (2, 4.0)])
def test_mechanism_refuses_other_counts(first: int, last: int) -> None:
    with pytest.raises(ParameterError, match=r"^(first|last): expected an integer"):
        printed_design(2, "1/3", 2).mechanism(first, last)


def test_a_design_without_printed_index() -> None:
    design = CountQueryDesign(None, exact("1/4"), (exact(1),), exact("1/2"))
    assert design.tight_delta(1) == Fraction(1, 2)


@pytest.mark.parametrize("method", ["tight_delta", "singleton_delta"])
def test_exp_epsilon_below_one_is_refused(method: str) -> None:
    with pytest.raises(ParameterError, match=r"^exp_epsilon: expected"):
        getattr(printed_design(2, "1/3", 2), method)("1/2")


def test_printed_design_refuses_bad_parameters() -> None:
    with pytest.raises(ParameterError, match="eta"):
        printed_design(2, 1, 2)
    with pytest.raises(ParameterError, match=r"^exp_epsilon: expected"):
        printed_design("0.99", "1/2", 2)
    with pytest.raises(ParameterError, match=r"^D: expected an integer"):
        printed_design(2, "1/2", "2")  # type: ignore[arg-type] # the bad value itself


HUGE = 10**5000  # Python itself writes integers of at most 4300 digits


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: printed_design(2, "1/2", HUGE), TooLargeError, r"^D: expected at most 10000, got 1000+\.\.\.;"),
        (lambda: printed_design(2, "1/2", -HUGE), ParameterError, r"^D: expected an integer >= 1, got -1000+\.\.\.$"),
        (
            lambda: printed_design(2, "1/2", (HUGE,)),  # type: ignore[arg-type]
            ParameterError,
            r"^D: expected an integer, got a value of type tuple",
        ),
        (lambda: need.integer(1, "last", HUGE), ParameterError, r"^last: expected an integer >= 1000+\.\.\., got 1$"),
        (
            lambda: need.integer(HUGE, "k", 1, 4),
            ParameterError,
            r"^k: expected an integer from 1 to 4, got 1000+\.\.\.$",
        ),
        (lambda: event_family(HUGE), ParameterError, r"^events: .* got 1000+\.\.\.$"),
    ],
)
def test_huge_integers_are_refused_in_a_few_words(
    call: Callable[[], object], error: type[DPExactError], words: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        call()
    assert len(str(refused.value)) < 200
