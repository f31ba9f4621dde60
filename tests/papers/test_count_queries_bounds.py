"""C_k, delta_k and the two-point noise on cases computed by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from dpexact.errors import InexactInputError, ParameterError, SignChangesError, TooLargeError
from dpexact.numbers.epsilon import exp_of_epsilon, free_exp_epsilon
from dpexact.numbers.exact import exact
from dpexact.papers.count_queries import crossover, lower_bound, two_point_noise
from dpexact.papers.count_queries.design import maximising_index

FREE = free_exp_epsilon()


def test_crossovers() -> None:
    # 3/1, 7/(2 + 2), 15/(3 + 4 + 4); for E = 1 (k + 1) / (k (k + 1) / 2); (35) for every E
    assert [crossover(k, 2) for k in (1, 2, 3)] == [3, Fraction(7, 4), Fraction(15, 11)]
    assert [crossover(k, 1) for k in range(1, 9)] == [Fraction(2, k) for k in range(1, 9)]
    assert crossover(1, FREE) == 1 + FREE
    assert crossover(1, "sqrt(2)") == 1 + exact("sqrt(2)")
    assert all(later < earlier for earlier, later in pairwise(crossover(k, FREE) for k in range(1, 8)))


@pytest.mark.parametrize("k", range(1, 7))
def test_difference_of_crossovers(k: int) -> None:
    # (36), as an identity in E: C_k - C_(k+1) has the numerator sum E^j (j+1) over j = 0..k.
    weights = [sum((FREE**j * (m - j) for j in range(m)), start=exact(0)) for m in (k, k + 1)]
    numerator = sum((FREE**j * (j + 1) for j in range(k + 1)), start=exact(0))
    assert crossover(k, FREE) - crossover(k + 1, FREE) == numerator / (weights[0] * weights[1])


def test_lower_bounds() -> None:
    # B = 10, C = 8: (8 - 2)/10, (8 * 3 - 4)/(10 * 5), 1/(10 (2 + 2)); B = 4, D = 2: 1 / (4 (2 + E)).
    assert [lower_bound(k, 2, "4/5", 2) for k in (1, 2, 3)] == [Fraction(3, 5), Fraction(2, 5), Fraction(1, 40)]
    assert lower_bound(3, FREE, "1/2", 2) == 1 / (4 * (2 + FREE))


def test_maximising_index_at_a_tie_is_the_smaller() -> None:
    # E = 2, D = 2, eta = 7/15 makes C = 7/4 = C_2, and delta_2 = delta_3 = 1/15.
    assert lower_bound(2, 2, "7/15", 2) == lower_bound(3, 2, "7/15", 2) == Fraction(1, 15)
    assert maximising_index(2, "7/15", 2) == 2

    # C = C_1 = 1 + E at eta = (1 + E)/(3 + E).
    ratio = exp_of_epsilon("1/3")
    eta = (1 + ratio) / (3 + ratio)
    assert lower_bound(1, ratio, eta, 4) == lower_bound(2, ratio, eta, 4)
    assert maximising_index(ratio, eta, 4) == 1


def test_maximising_index_that_changes_with_a_free_e() -> None:
    # D = 1: k = 1 while C = 3 >= C_1 = 1 + E, that is up to E = 2.
    assert maximising_index(free_exp_epsilon(1, 2), "3/5", 1) == 1
    with pytest.raises(SignChangesError):
        maximising_index(FREE, "3/5", 1)


def test_two_point_noise_of_example_1() -> None:
    assert two_point_noise(-1, 1, "1/2") == {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    assert two_point_noise(-1, 2, "1/2") == {-1: Fraction(1, 3), 0: Fraction(1, 2), 2: Fraction(1, 6)}
    assert two_point_noise(-2, 1, "1/2") == {-2: Fraction(1, 6), 0: Fraction(1, 2), 1: Fraction(1, 3)}


@pytest.mark.parametrize(("i1", "i2"), [(-1, 1), (-3, 2), (-2, 7)])
def test_two_point_noise_has_total_one_and_mean_zero(i1: int, i2: int) -> None:
    noise = two_point_noise(i1, i2, "2/7")
    assert sum(noise.values(), start=exact(0)) == 1
    assert sum((z * p for z, p in noise.items()), start=exact(0)) == 0
    assert noise[0] == Fraction(2, 7)


@pytest.mark.parametrize(("i1", "i2"), [(0, 1), (1, 2), (-1, 0), (-1, -2), (True, 1), ("-1", 1), (-1.0, 1)])
def test_two_point_noise_refuses_points_on_the_wrong_side(i1: int, i2: int) -> None:
    with pytest.raises(ParameterError, match=r"^i[12]: expected an integer"):
        two_point_noise(i1, i2, "1/2")


@pytest.mark.parametrize("eta", [0, 1, "-1/10", "11/10"])
def test_eta_outside_its_range(eta: object) -> None:
    with pytest.raises(ParameterError, match="eta"):
        lower_bound(1, 2, eta, 3)
    with pytest.raises(ParameterError, match="eta"):
        two_point_noise(-1, 1, eta)


@pytest.mark.parametrize("k", [0, 5, -1, True, "1"])
def test_k_outside_its_range(k: int) -> None:
    with pytest.raises(ParameterError, match=r"^k: expected an integer"):
        lower_bound(k, 2, "1/2", 3)


def test_other_bad_parameters() -> None:
    with pytest.raises(ParameterError, match=r"^k: expected an integer"):
        crossover(0, 2)
    with pytest.raises(ParameterError, match=r"^exp_epsilon: expected"):
        crossover(1, "1/2")
    with pytest.raises(ParameterError, match=r"^D: expected an integer"):
        lower_bound(1, 2, "1/2", 0)
    with pytest.raises(TooLargeError, match=r"^D: expected at most"):
        lower_bound(1, 2, "1/2", 10**9)
    with pytest.raises(InexactInputError):
        crossover(1, 2.0)
