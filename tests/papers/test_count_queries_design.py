"""C_k, delta_k, the two-point noise, the printed design and the best ones, on cases computed by hand."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from dpexact.errors import InexactInputError, ParameterError, SignChangesError, TooLargeError, need
from dpexact.numbers.epsilon import exp_of_epsilon, free_exp_epsilon
from dpexact.numbers.exact import exact
from dpexact.papers.count_queries import design as designs
from dpexact.papers.count_queries.design import CountQueryDesign, crossover, lower_bound, optimal_design, printed_design
from tests.refusals import refuses

FREE = free_exp_epsilon()


def test_crossovers() -> None:
    # 3/1, 7/(2 + 2), 15/(3 + 4 + 4); for E = 1 (k + 1) / (k (k + 1) / 2); (35) for every E
    assert [crossover(k, 2) for k in (1, 2, 3)] == [3, Fraction(7, 4), Fraction(15, 11)]
    assert [crossover(k, 1) for k in range(1, 9)] == [Fraction(2, k) for k in range(1, 9)]
    assert crossover(1, FREE) == 1 + FREE
    assert crossover(1, "sqrt(2)") == 1 + exact("sqrt(2)")
    assert all(later < earlier for earlier, later in pairwise(crossover(k, FREE) for k in range(1, 8)))


def test_difference_of_crossovers() -> None:
    # (36), as an identity in E: C_k - C_(k+1) has the numerator sum E^j (j+1) over j = 0..k.
    for k in range(1, 7):
        weights = [sum((FREE**j * (m - j) for j in range(m)), start=exact(0)) for m in (k, k + 1)]
        numerator = sum((FREE**j * (j + 1) for j in range(k + 1)), start=exact(0))
        assert crossover(k, FREE) - crossover(k + 1, FREE) == numerator / (weights[0] * weights[1]), k


def test_lower_bounds() -> None:
    # B = 10, C = 8: (8 - 2)/10, (8 * 3 - 4)/(10 * 5), 1/(10 (2 + 2)); B = 4, D = 2: 1 / (4 (2 + E)).
    assert [lower_bound(k, 2, "4/5", 2) for k in (1, 2, 3)] == [Fraction(3, 5), Fraction(2, 5), Fraction(1, 40)]
    assert lower_bound(3, FREE, "1/2", 2) == 1 / (4 * (2 + FREE))


def test_maximising_index_at_a_tie_is_the_smaller() -> None:
    # E = 2, D = 2, eta = 7/15 makes C = 7/4 = C_2, and delta_2 = delta_3 = 1/15.
    assert lower_bound(2, 2, "7/15", 2) == lower_bound(3, 2, "7/15", 2) == Fraction(1, 15)
    assert designs.maximising_index(exact(2), exact("7/15"), 2) == 2

    # C = C_1 = 1 + E at eta = (1 + E)/(3 + E).
    ratio = exp_of_epsilon("1/3")
    eta = (1 + ratio) / (3 + ratio)
    assert lower_bound(1, ratio, eta, 4) == lower_bound(2, ratio, eta, 4)
    assert designs.maximising_index(ratio, eta, 4) == 1


def test_maximising_index_that_changes_with_a_free_e() -> None:
    # D = 1: k = 1 while C = 3 >= C_1 = 1 + E, that is up to E = 2.
    assert designs.maximising_index(free_exp_epsilon(1, 2), exact("3/5"), 1) == 1
    refuses(SignChangesError, "", designs.maximising_index, FREE, exact("3/5"), 1)


def test_two_point_noise_of_example_1() -> None:
    assert designs.two_point_noise(-1, 1, "1/2") == {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    assert designs.two_point_noise(-1, 2, "1/2") == {-1: Fraction(1, 3), 0: Fraction(1, 2), 2: Fraction(1, 6)}
    assert designs.two_point_noise(-2, 1, "1/2") == {-2: Fraction(1, 6), 0: Fraction(1, 2), 1: Fraction(1, 3)}


def test_two_point_noise_has_total_one_and_mean_zero() -> None:
    for i1, i2 in ((-1, 1), (-3, 2), (-2, 7)):
        noise = designs.two_point_noise(i1, i2, "2/7")
        assert sum(noise.values(), start=exact(0)) == 1
        assert sum((z * p for z, p in noise.items()), start=exact(0)) == 0
        assert noise[0] == Fraction(2, 7)


def test_what_is_outside_its_range() -> None:
    for i1, i2 in ((0, 1), (1, 2), (-1, 0), (-1, -2), (True, 1), ("-1", 1), (-1.0, 1)):
        refuses(ParameterError, r"^i[12]: expected an integer", designs.two_point_noise, i1, i2, "1/2")
    for eta in (0, 1, "-1/10", "11/10"):
        refuses(ParameterError, "eta", lower_bound, 1, 2, eta, 3)
        refuses(ParameterError, "eta", designs.two_point_noise, -1, 1, eta)
    for k in (0, 5, -1, True, "1"):
        refuses(ParameterError, r"^k: expected an integer", lower_bound, k, 2, "1/2", 3)
    refuses(ParameterError, r"^k: expected an integer", crossover, 0, 2)
    refuses(ParameterError, r"^exp_epsilon: expected", crossover, 1, "1/2")
    refuses(ParameterError, r"^D: expected an integer", lower_bound, 1, 2, "1/2", 0)
    refuses(TooLargeError, r"^D: expected at most", lower_bound, 1, 2, "1/2", 10**9)
    refuses(InexactInputError, "", crossover, 1, 2.0)


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
    refuses(SignChangesError, "", printed_design, ratio, "3/5", 1)


def test_mechanism_is_the_matrix_16() -> None:
    mechanism = printed_design(2, "1/3", 2).mechanism(2, 4)
    a, b, c = Fraction(1, 12), Fraction(1, 4), Fraction(1, 3)
    assert mechanism.inputs == (2, 3, 4)
    assert mechanism.outputs == (0, 1, 2, 3, 4, 5, 6)
    rows: object = mechanism.rows()
    assert rows == ((a, b, c, b, a, 0, 0), (0, a, b, c, b, a, 0), (0, 0, a, b, c, b, a))
    alone = printed_design(2, "1/3", 2).mechanism(7, 7)
    assert (alone.inputs, alone.outputs) == ((7,), (5, 6, 7, 8, 9))


def test_mechanism_refuses_other_counts() -> None:
    make = printed_design(2, "1/3", 2).mechanism
    for first, last in ((1, 5), (3, 2), (-2, 4), (True, 4), ("2", 4), (2, 4.0)):
        refuses(ParameterError, r"^(first|last): expected an integer", make, first, last)


def test_a_design_without_printed_index() -> None:
    assert CountQueryDesign(None, exact("1/4"), (exact(1),), exact("1/2")).tight_delta(1) == Fraction(1, 2)


def test_printed_design_refuses_bad_parameters() -> None:
    design = printed_design(2, "1/3", 2)
    for method in (design.tight_delta, design.singleton_delta):
        refuses(ParameterError, r"^exp_epsilon: expected", method, "1/2")
    refuses(ParameterError, "eta", printed_design, 2, 1, 2)
    refuses(ParameterError, r"^exp_epsilon: expected", printed_design, "0.99", "1/2", 2)
    refuses(ParameterError, r"^D: expected an integer", printed_design, 2, "1/2", "2")


HUGE = 10**5000  # Python itself writes integers of at most 4300 digits
TOO_LARGE: tuple[tuple[Any, ...], ...] = (
    (TooLargeError, r"^D: expected at most 10000, got 1000+\.\.\.;", printed_design, 2, "1/2", HUGE),
    (ParameterError, r"^D: expected an integer >= 1, got -1000+\.\.\.$", printed_design, 2, "1/2", -HUGE),
    (ParameterError, r"^D: expected an integer, got a value of type tuple", printed_design, 2, "1/2", (HUGE,)),
    (ParameterError, r"^last: expected an integer >= 1000+\.\.\., got 1$", need.integer, 1, "last", HUGE),
    (ParameterError, r"^k: expected an integer from 1 to 4, got 1000+\.\.\.$", need.integer, HUGE, "k", 1, 4),
    (ParameterError, r"^events: .* got 1000+\.\.\.$", designs.event_family, HUGE),
)


def test_huge_integers_are_refused_in_a_few_words() -> None:
    for case in TOO_LARGE:
        assert len(refuses(*case)) < 200


def test_single_outcomes_by_hand() -> None:
    # E = 5, C = 1/14, D = 2: a_1 = 5 C + x, a_2 = x have total 1 at x = 9/28; delta = x (1 - eta)/2 = 9/58.
    design = optimal_design(5, "1/29", 2)
    assert design.delta * 58 == 9
    assert design.k is None
    assert [alpha * 28 for alpha in design.alpha] == [19, 9]


def test_all_events_by_hand() -> None:
    # E = 5, C = 1/14, D = 2: a = (1/2, 1/2) costs a_2 + a_1 - 5 C = 9/14, and any a costs at least that.
    design = optimal_design(5, "1/29", 2, events="all")
    assert design.delta * 29 == 9
    assert [*map(str, design.alpha)] == ["1/2", "1/2"]


def test_one_step_of_noise_leaves_no_choice() -> None:
    assert [*map(str, optimal_design(2, "1/2", 1).alpha)] == ["1"]
    assert [*map(str, optimal_design(2, "1/2", 1, events="all").alpha)] == ["1"]
    # p = (1/4, 1/2, 1/4): z = -1 and z = 0 lose 1/4 and 0, z = 1 loses nothing
    assert optimal_design(2, "1/2", 1, events="all").delta * 4 == 1
    # E = 1: 1/4 + 1/4
    assert optimal_design(1, "1/2", 1, events="all").delta * 2 == 1


def test_zero_epsilon_is_the_total_variation_distance() -> None:
    # E = 1, D = 3, C = 1/100: the path C, a_1, a_2, a_3, 0 rises by at least max a - C >= 1/3 - C and falls by at least
    # 1/3; equal alphas cost just that: 1/3 - 1/100 + 1/3 = 197/300, times (1 - eta)/2 = 100/201.
    design = optimal_design(1, "1/201", 3, events="all")
    assert [*map(str, design.alpha)] == ["1/3"] * 3
    assert design.delta * 603 == 197


def test_truncated_geometric_noise() -> None:
    # E = 3, C = 2 >= E^2/S_3 = 9/13: a = (9, 3, 1)/13 costs a_3 = 1/13 at z = -3 and nothing else.
    design = optimal_design(3, "1/2", 3, events="all")
    assert [alpha * 13 for alpha in design.alpha] == [9, 3, 1]
    assert design.delta * 52 == 1


def test_the_gap_at_the_parameters_of_figure_1() -> None:
    gap = designs.privacy_gap("exp(2.18)", "0.8", 6)
    # C + 1 - E = 9 - E, times (1 - eta)/2 = 1/10
    assert gap.real == gap.optimal
    assert gap.real.decimal(7) == "0.01536937"
    assert gap.wasted == 1
    assert gap.overstated.decimal(4) == "4.185"


def test_parameters_are_checked() -> None:
    for events in ("pairs", None, 1):
        refuses(ParameterError, 'events: expected "singletons" or "all"', optimal_design, 2, "1/2", 2, events=events)
    for ratio, eta, reach in (("1/2", "1/2", 2), (2, 0, 2), (2, 1, 2), (2, "1/2", 0)):
        refuses(ParameterError, "", optimal_design, ratio, eta, reach, events="all")


def test_a_free_epsilon() -> None:
    # C = 1: for D = 2 the folded design is best below 1/S_2 = 1/(1 + E) only, and C + 1 - E = 1/(1 + E) at sqrt(3).
    ratio = free_exp_epsilon(2)
    assert optimal_design(ratio, "1/3", 2, events="all").alpha == (ratio / (1 + ratio), 1 / (1 + ratio))
    refuses(SignChangesError, "", optimal_design, free_exp_epsilon(), "1/20", 2)
