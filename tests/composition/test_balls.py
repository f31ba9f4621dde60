"""Composition where the exact masses are too large: enclosures contain what is exact; floats decide nothing."""

import math
from fractions import Fraction
from itertools import product
from typing import Any, cast

import mpmath
import pytest

import dpexact.composition.loss as tiers
from dpexact import TooLargeError, exact
from dpexact.composition import epsilon_delta, privacy_loss
from dpexact.composition.expansion import Plan, _ball_power, ball_masses, delta_ball
from dpexact.composition.lattice import split_by
from dpexact.composition.optimal import optimal_epsilon
from dpexact.numbers.enclosure import Enclosure
from tests.composition.test_composition import loss_of
from tests.pairs import FACTORS, PAIRS, least_delta, least_factor, masses


def balls_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "is_small", lambda _: False)


@pytest.mark.parametrize("name", PAIRS)
def test_balls_contain_what_is_exact(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    balls_only(monkeypatch)
    for count in (1, 3):
        pairs, loss = [PAIRS[name]] * count, loss_of(PAIRS[name]) ** count
        assert not loss.exact
        for factor in FACTORS[1:4]:
            fine = Enclosure.of(loss.delta(factor)).refine(200)
            assert fine.lower <= least_delta(pairs, factor) <= fine.upper
            assert fine.upper - fine.lower <= Fraction(1, 2**200)


@pytest.mark.parametrize("sign", [-1, 1])
def test_balls_at_a_factor_next_to_a_ratio(sign: int, monkeypatch: pytest.MonkeyPatch) -> None:
    balls_only(monkeypatch)
    for k in (3, 5, 7, 11, 13):
        found = (loss_of(PAIRS["response"]) ** k).delta(3**k + Fraction(sign, 10**20))
        fine = Enclosure.of(found).refine(300)
        assert fine.lower <= max(0, -sign) * Fraction(1, 10**20 * 4**k) <= fine.upper


@pytest.mark.parametrize("name", [name for name in PAIRS if name != "disjoint"])
def test_balls_contain_the_least_factor(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    balls_only(monkeypatch)
    pairs, loss = [PAIRS[name]] * 3, loss_of(PAIRS[name]) ** 3
    certain = sum((a for a, b in masses(pairs) if not b), Fraction(0))
    for delta in (certain, Fraction(1, 100), Fraction(9, 10), least_delta(pairs, Fraction(2)) or Fraction(1, 2)):
        expected, found = least_factor(pairs, delta), loss.exp_epsilon(delta)
        if isinstance(found, Enclosure):
            fine = found.refine(150)
            assert fine.lower <= expected <= fine.upper
            logarithm = loss.epsilon(delta)
            assert isinstance(logarithm, Enclosure)
            assert mpmath.mpf(str(logarithm.decimal(12)[1:].split(",", maxsplit=1)[0])) <= mpmath.log(expected) + 1e-9
        else:
            assert found == expected


@pytest.mark.long
def test_a_hundred_thousand_runs() -> None:
    loss = loss_of(PAIRS["response"]) ** 100_000
    assert not loss.exact
    epsilon = loss.epsilon("1/100")
    assert isinstance(epsilon, Enclosure)
    # by the normal law: log 3 times (50000 + sqrt(100000 * 3/16) * 2 * 2.326), within one step of the lattice
    assert 55_620 < epsilon.lower < epsilon.upper < 55_640
    with pytest.raises(TooLargeError, match=r"epsilon\(delta\)"):
        loss.exp_epsilon("1/100")
    assert loss.delta(3).refine(300).upper > loss.delta(9).refine(300).lower  # type: ignore[union-attr]


def test_a_least_factor_of_many_long_terms_is_enclosed() -> None:
    """It would be a number of millions of digits. The quantity of the tables goes through all prefixes with balls."""
    loss = epsilon_delta("1/10", delta="1/1000000").remove ** 400
    found, other = loss.exp_epsilon("1/100"), optimal_epsilon(exact("1/10"), exact("1/1000000"), 400, exact("1/100"))
    assert isinstance(found, Enclosure)
    assert isinstance(other, Enclosure)
    difference = (found.log() - other).refine(100)
    assert difference.lower <= 0 <= difference.upper


@pytest.mark.slow
def test_a_certain_mass_that_is_too_long_to_write_out_is_enclosed() -> None:
    """Its exact denominator has 33 million bits. In the second route both masses are apart, by complements."""
    slack, count = Fraction(10**1000 + 1, 10**1007 + 3), 10**4
    guarantee = epsilon_delta("1/100", delta=slack) ** count
    with mpmath.workdps(40):
        certain = 1 - (1 - mpmath.mpf(slack.numerator) / slack.denominator) ** count
        rest = (epsilon_delta("1/100") ** count).delta(3)
        expected = certain + (1 - certain) * mpmath.mpf(rest.decimal(30, "down"))
        for found, true in ((guarantee.delta(math.inf), certain), (guarantee.delta(3), expected)):
            low, high = (mpmath.mpf(found.decimal(20, side)) for side in ("down", "up"))
            assert low <= true <= high < low * (1 + mpmath.mpf(10) ** -15)
    always = epsilon_delta(0, delta="1/2") ** 10**9
    assert always.epsilon("9/10") == math.inf
    assert Enclosure.of(always.epsilon(1)).upper == 0
    least = Enclosure.of(guarantee.exp_epsilon("1/500"))
    assert guarantee.delta(least.upper) <= exact("1/500") < guarantee.delta(least.lower)


def test_a_mass_that_is_not_told_from_zero_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    from flint import arb, arb_poly

    def wide(plan: Plan) -> list[Any]:
        blur = arb(0, 2.0**-50)
        return [arb_poly([side[n] + blur for n in range(len(side))]) for side in ball_masses(plan)]

    monkeypatch.setattr("dpexact.composition.expansion.ball_masses", wide)
    loss = privacy_loss(["1/16", "15/16"], ["1/32", "31/32"]) ** 20
    # above E = 2^19 there is the first outcome 20 times only: 2^-80 - 2^19 2^-100
    found = delta_ball(Plan.of(cast("Any", loss.factors)), exact(0), exact(2**19).ball)
    assert found.contains(arb(2) ** -81)


@pytest.mark.parametrize("places", [[0, 3], [3, 0], [2, 5], [0]])
def test_powers_of_polynomials_with_balls(places: list[int]) -> None:
    from flint import arb

    chosen = [Fraction(3, 4), Fraction(1, 4)][: len(places)]
    found = _ball_power(places, [arb(c.numerator) / c.denominator for c in chosen], 9)
    expected: dict[int, Fraction] = {}
    for combination in product(list(zip(places, chosen, strict=True)), repeat=9):
        place = sum(n for n, _ in combination)
        expected[place] = expected.get(place, Fraction(0)) + math.prod(c for _, c in combination)
    for n in range(max(expected) + 1):
        value = expected.get(n, Fraction(0))
        assert (arb(value.numerator) / value.denominator).overlaps(found[n])


def test_a_generator_next_to_one_is_not_taken_for_no_number() -> None:
    # exp(1) - r is less than 2^-300: 128 bits do not tell it from 0, and its logarithm is no number
    with mpmath.workprec(400):
        r = Fraction(int(mpmath.floor(mpmath.e * mpmath.mpf(2) ** 300)), 2**300)
    tiny = exact("exp(1)") - exact(r)
    loss = privacy_loss([exact("1/2"), exact("1/2")], [tiny, 1 - tiny])
    assert loss.delta(2) == exact("1/2") - 2 * tiny
    assert loss.exp_epsilon(exact("1/2") - 2 * tiny) == 2


def test_what_floats_do_not_tell_is_unsure() -> None:
    import numpy as np
    from flint import arb

    from dpexact.composition.lattice import Lattice

    lattice = Lattice((exact(3),), ((1,),))
    grid = np.array([[0], [1], [2], [3]])
    certain, unsure = split_by(lattice, grid, lambda: arb(9))
    assert (certain.tolist(), unsure.tolist()) == ([False, False, False, True], [False, False, True, False])
    certain, unsure = split_by(lattice, grid, lambda: arb("nan"))
    assert (certain.tolist(), unsure.tolist()) == ([False] * 4, [True] * 4)
