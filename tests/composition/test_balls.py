"""Composition where the exact masses are too large: on a line enclosures contain what is exact, as narrow as asked."""

import math
from fractions import Fraction

import mpmath
import pytest

import dpexact.composition.loss as tiers
from dpexact import TooLargeError, exact
from dpexact.composition import PrivacyLoss, epsilon_delta, privacy_loss
from dpexact.composition.lattice import split_by
from dpexact.composition.optimal import optimal_epsilon
from dpexact.numbers.enclosure import Enclosure
from tests.composition.test_composition import loss_of
from tests.pairs import FACTORS, PAIRS, fractions, least_delta, least_factor, masses
from tests.refusals import refuses
from tests.values import of_type

LINES = [name for name in PAIRS if name not in {"disjoint", "a leak and a response", "4 and 8", "no relation"}]
MIXED = [PAIRS["response"]] * 2 + [
    (fractions("9/10 1/10"), fractions("1/10 9/10")),
    (fractions("2/3 1/3"), fractions("0 1")),
]
MIXED += [(fractions("1/4 27/40 3/40"), fractions("3/4 1/40 9/40"))]  # 1/3, 27 and 1/3


def balls_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "is_small", lambda _: False)


@pytest.mark.parametrize("name", LINES)
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


def test_balls_of_unlike_pairs_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their ratios are powers of 3 that begin at different ones, in both directions."""
    balls_only(monkeypatch)
    for pairs in (MIXED, [(q, p) for p, q in MIXED]):
        loss = math.prod((loss_of(pair) for pair in pairs), start=PrivacyLoss(()))
        for factor in (*FACTORS, Fraction(1, 3), Fraction(3**6) + Fraction(1, 10**9)):
            true, found = least_delta(pairs, factor), Enclosure.of(loss.delta(factor)).refine(100)
            assert found.lower <= true <= found.upper
        certain = sum((a for a, b in masses(pairs) if not b), Fraction(0))
        for delta in ((certain + 1) / 2, certain + Fraction(1, 10**4), certain + Fraction(1, 10**30)):
            found = Enclosure.of(loss.exp_epsilon(delta)).refine(100)
            assert found.lower <= least_factor(pairs, delta) <= found.upper


@pytest.mark.slow
def test_a_small_delta_on_a_line_has_digits() -> None:
    loss = loss_of(PAIRS["response"]) ** 20000
    found = Enclosure.of(loss.delta(3**12000))  # of P - E Q only the outcomes with more than 16000 truths
    whole, p, q = 0, 3**20000, 3**12000  # by k, downwards: (20000 choose k) 3^k, and E (20000 choose k) 3^(20000 - k)
    for k in range(20000, 16000, -1):
        whole += p - q
        p, q = p * k // (3 * (20001 - k)), 3 * q * k // (20001 - k)
    true = Fraction(whole, 4**20000)
    assert found.lower <= true <= found.upper
    assert found.lower < found.upper < found.lower + true / 10**15


@pytest.mark.parametrize("name", [name for name in LINES if name != "disjoint"])
def test_balls_contain_the_least_factor(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    balls_only(monkeypatch)
    pairs, loss = [PAIRS[name]] * 3, loss_of(PAIRS[name]) ** 3
    certain = sum((a for a, b in masses(pairs) if not b), Fraction(0))
    for delta in (certain, Fraction(1, 100), Fraction(9, 10), least_delta(pairs, Fraction(2)) or Fraction(1, 2)):
        expected, found = least_factor(pairs, delta), loss.exp_epsilon(delta)
        if isinstance(found, Enclosure):
            fine = found.refine(150)
            assert fine.lower <= expected <= fine.upper
            logarithm = of_type(Enclosure, loss.epsilon(delta))
            assert mpmath.mpf(str(logarithm.decimal(12)[1:].split(",", maxsplit=1)[0])) <= mpmath.log(expected) + 1e-9
        else:
            assert found == expected


@pytest.mark.long
def test_a_hundred_thousand_runs() -> None:
    loss = loss_of(PAIRS["response"]) ** 100_000
    assert not loss.exact
    epsilon = of_type(Enclosure, loss.epsilon("1/100"))
    # by the normal law: log 3 times (50000 + sqrt(100000 * 3/16) * 2 * 2.326), within one step of the lattice
    assert 55_620 < epsilon.lower < epsilon.upper < 55_640
    refuses(TooLargeError, r"epsilon\(delta\)", loss.exp_epsilon, "1/100")
    assert loss.delta(3).refine(300).upper > loss.delta(9).refine(300).lower  # type: ignore[union-attr]
    many = Enclosure.of((loss_of(PAIRS["response"]) ** 10**9).epsilon("1/10"))
    with mpmath.workdps(30):  # by the normal law, 1.28 standard deviations above the mean, apart by a step or two
        near = mpmath.log(3) * (mpmath.mpf(10) ** 9 / 2 + 2 * mpmath.sqrt(3 * mpmath.mpf(10) ** 9 / 16) * 1.2815515655)
    assert abs(float(many.lower) - float(near)) < 4
    assert many.refine(200).lower >= many.lower


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
