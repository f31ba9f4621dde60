"""Losses on a grid: what is exact lies inside at every step, and what is out of reach is said."""

import math
import pickle
import random
from fractions import Fraction
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, TooLargeError, UndecidedError, exact
from dpexact.composition import Accountant, PrivacyLoss, privacy_loss, rounded
from dpexact.composition.grid import Grid
from dpexact.numbers.balls import WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from tests.composition.test_composition import loss_of
from tests.pairs import FACTORS, PAIRS, least_delta, least_factor, masses
from tests.refusals import refuses
from tests.strategies import RATIONAL_FACTORS, pairs_of_distributions
from tests.values import of_type

FOUR = privacy_loss(["1/2", "1/3", "1/12", "1/12"], ["1/5", "1/7", "2/5", "9/35"])


def responses(odds: list[Fraction]) -> PrivacyLoss:
    yes = [odd / (1 + odd) for odd in odds]
    return math.prod((privacy_loss([a, 1 - a], [1 - a, a]) for a in yes), start=PrivacyLoss(()))


@pytest.fixture
def grids_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every composition is rounded to a grid."""
    monkeypatch.setattr(PrivacyLoss, "exact", False)
    monkeypatch.setattr(PrivacyLoss, "_line", None)
    monkeypatch.setattr(rounded, "grid_of", lambda factors, step, bits, *_: Grid(factors, step, bits))


def narrow(found: Exact | Enclosure | float, bits: int = 30) -> tuple[Fraction, Fraction]:
    """Bounds 2^-bits apart, or the best there are."""
    if isinstance(found, Enclosure):
        try:
            found = found.refine(bits)
        except TooLargeError as error:
            return error.lower, error.upper
        return found.lower, found.upper
    assert isinstance(found, Exact)
    return found.as_fraction(), found.as_fraction()


def bounds_at(loss: PrivacyLoss, factor: object, step: int, bits: int = 60) -> tuple[Any, Any]:
    found = Grid(loss.factors, step, bits)
    with WorkingPrecision(found.precision):
        epsilon = exact(factor).ball().log()
        lower, upper = found.lower(epsilon), found.upper(epsilon)
        return rational_bounds(lower)[0], rational_bounds(upper)[1]


# -- what is exact lies inside ------------------------------------------------------------------------------------


@pytest.mark.seldom
@pytest.mark.usefixtures("grids_only")
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("count", [1, 3])
def test_against_every_outcome(name: str, count: int) -> None:
    pairs, loss = [PAIRS[name]] * count, loss_of(PAIRS[name]) ** count
    assert not loss.exact
    for factor in FACTORS:
        lower, upper = narrow(loss.delta(factor), 12)
        assert lower <= least_delta(pairs, factor) <= upper
        assert upper - lower <= Fraction(1, 2**12)


@pytest.mark.seldom
@pytest.mark.usefixtures("grids_only")
@pytest.mark.parametrize("name", [name for name in PAIRS if name != "disjoint"])
def test_the_least_factor_against_every_outcome(name: str) -> None:
    pairs, loss = [PAIRS[name]] * 3, loss_of(PAIRS[name]) ** 3
    certain = sum((a for a, b in masses(pairs) if not b), Fraction(0))
    for delta in (certain, (1 + 9 * certain) / 10, Fraction(9, 10), Fraction(1), certain / 2):
        expected, found, epsilon = least_factor(pairs, delta), loss.exp_epsilon(delta), loss.epsilon(delta)
        if expected == math.inf:
            assert found == epsilon == math.inf
            continue
        lower, upper = narrow(found, 8)
        assert lower <= expected <= upper
        assert isinstance(epsilon, Enclosure)
        assert math.floor(float(epsilon.lower) * 1e9) / 1e9 <= math.log(expected) + 1e-12
        assert math.log(expected) - 1e-12 <= math.ceil(float(epsilon.upper) * 1e9) / 1e9


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.lists(st.tuples(pairs_of_distributions(), st.integers(1, 4)), min_size=1, max_size=3),
    st.sampled_from(RATIONAL_FACTORS),
    st.integers(0, 12),
    st.integers(8, 90),
)
def test_random_pairs_steps_and_precisions(
    chosen: list[tuple[Any, int]], factor: Fraction, step: int, bits: int
) -> None:
    """The exact answers are those of the lattice, which knows no grid."""
    loss = math.prod((privacy_loss(*pair) ** count for pair, count in chosen), start=PrivacyLoss(()))
    if any(not pair.common for pair, _ in cast("Any", loss.factors)):
        return
    assert loss.exact
    true = of_type(Exact, loss.delta(factor))
    lower, upper = bounds_at(loss, factor, step, bits)
    assert 0 <= lower <= true.as_fraction() <= upper


@pytest.mark.usefixtures("grids_only")
def test_what_is_certain() -> None:
    """c = 1 - (9/10)^60 at E = infinity; below it no E is enough, and at it only the largest ratio."""
    leak = loss_of(PAIRS["a leak and a response"]) ** 60
    certain = 1 - Fraction(9, 10) ** 60
    assert leak.delta(math.inf) == exact(certain)
    assert leak.exp_epsilon(certain - Fraction(1, 10**9)) == math.inf
    assert leak.exp_epsilon(certain) == 3**60 * exact(Fraction(9, 10) ** 60)
    assert leak.delta(3**60) == exact(certain)
    lower, upper = narrow(leak.delta("exp(30)"), 20)
    assert certain <= lower <= upper <= 1
    assert loss_of(PAIRS["disjoint"]).delta(5) == 1
    assert loss_of(PAIRS["disjoint"]).exp_epsilon("99/100") == math.inf


@pytest.mark.slow
@pytest.mark.usefixtures("grids_only")
def test_a_factor_of_the_exponential_field() -> None:
    """exp(7/2): the outcomes of 20 runs that exceed it are those with 12 noes or more, 3^4 > exp(7/2) > 3^2."""
    loss = loss_of(PAIRS["response"]) ** 20
    lower, upper = narrow(loss.delta("exp(7/2)"), 24)
    terms = [math.comb(20, k) * (3.0**k - math.exp(3.5) * 3.0 ** (20 - k)) / 4.0**20 for k in range(12, 21)]
    assert float(lower) - 1e-12 <= math.fsum(terms) <= float(upper) + 1e-12
    entries = ["exp(1/2)/(1 + exp(1/2))", "1/(1 + exp(1/2))"]
    lower, upper = narrow((privacy_loss(entries, entries[::-1]) ** 8).delta("exp(3)"), 20)
    p = 1 / (1 + math.exp(-0.5))
    true = math.fsum(
        max(0.0, math.comb(8, k) * (p**k * (1 - p) ** (8 - k) - math.exp(3) * (1 - p) ** k * p ** (8 - k)))
        for k in range(9)
    )
    assert float(lower) - 1e-12 <= true <= float(upper) + 1e-12


# -- compositions that nothing else of dpexact reaches ------------------------------------------------------------


def halves_delta(odds: list[Fraction], factor: float) -> float:
    """Meet in the middle, in floats: all outcomes of each half, one half sorted with sums from each place on."""

    def outcomes(part: list[Fraction]) -> tuple[Any, Any]:
        p, q = np.ones(1), np.ones(1)
        for odd in part:
            yes, no = float(odd / (1 + odd)), float(1 / (1 + odd))
            p, q = np.concatenate([p * yes, p * no]), np.concatenate([q * no, q * yes])
        return p, q

    (p1, q1), (p2, q2) = outcomes(odds[::2]), outcomes(odds[1::2])
    order = np.argsort(p2 / q2)
    first = np.append(np.cumsum(p2[order][::-1])[::-1], 0.0)
    second = np.append(np.cumsum(q2[order][::-1])[::-1], 0.0)
    places = np.searchsorted((p2 / q2)[order], factor * q1 / p1, side="right")
    return float(np.sum(p1 * first[places] - factor * q1 * second[places]))


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, 34])
def test_unlike_responses_by_halves(count: int) -> None:
    generator = random.Random(count)
    odds = [Fraction(generator.randrange(1100, 2600), 1000) + Fraction(1, 10**6 + k) for k in range(count)]
    loss = responses(odds)
    assert not loss.exact
    for factor in (1, 3, 50):
        found = of_type(Enclosure, loss.delta(factor))
        true = halves_delta(odds, float(factor))
        assert float(found.lower) - 1e-11 <= true <= float(found.upper) + 1e-11
        assert found.upper - found.lower <= Fraction(1, 2**15)
        back = of_type(Enclosure, loss.epsilon(exact(found.upper)))
        assert back.lower <= Fraction(math.log(factor) + 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("count", [50, 200])
def test_many_unlike_responses_next_to_a_binomial(count: int) -> None:
    """Odds 3 + k 10^-8: a run differs by less than 10^-8 count from odds 3, delta by as much for each run and side."""
    loss = responses([3 + Fraction(k, 10**8) for k in range(count)])
    factor = 2 * 3 ** (count // 2)
    terms = [math.comb(count, k) * (3**k - factor * 3 ** (count - k)) for k in range(count + 1)]
    true = sum((max(Fraction(0), Fraction(term)) for term in terms), Fraction(0)) / 4**count
    found = of_type(Enclosure, loss.delta(factor))
    # all masses change by a factor of at most exp(count^2 10^-8) each, so delta by no more than the two together
    room = Fraction(4 * count * count, 10**8)
    assert found.lower - room <= true <= found.upper + room


@pytest.mark.slow
def test_four_unrelated_ratios_three_hundred_times() -> None:
    """Against the multinomial sum in floats, 4545100 terms."""
    found = of_type(Enclosure, (FOUR**300).delta("exp(180)"))
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 301)))])
    p, q = np.log([1 / 2, 1 / 3, 1 / 12, 1 / 12]), np.log([1 / 5, 1 / 7, 2 / 5, 9 / 35])
    total = 0.0
    for a in range(301):
        b, c = (grid_.ravel() for grid_ in np.meshgrid(np.arange(301 - a), np.arange(301 - a)))
        b, c = b[b + c <= 300 - a], c[b + c <= 300 - a]
        d = 300 - a - b - c
        ways = logs[300] - logs[a] - logs[b] - logs[c] - logs[d]
        above = a * p[0] + b * p[1] + c * p[2] + d * p[3]
        below = a * q[0] + b * q[1] + c * q[2] + d * q[3]
        gain = np.maximum(0.0, -np.expm1(180 + below - above))
        total += float(np.sum(np.exp(ways + above) * gain))
    assert float(found.lower) - 1e-9 <= total <= float(found.upper) + 1e-9
    assert float(found.upper - found.lower) < 2**-15 * total
    epsilon = of_type(Enclosure, (FOUR**300).epsilon(exact(found.lower)))
    assert epsilon.upper >= 180
    assert epsilon.lower < 180 + Fraction(1, 100)


# -- what is out of reach, and how it is said ---------------------------------------------------------------------


def weak() -> PrivacyLoss:
    return privacy_loss(["1/4"] * 4, ["26/100", "27/100", "24/100", "23/100"]) ** 300


@pytest.mark.slow
def test_the_end_of_the_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounded, "MAX_WORK", 1 << 22)
    found = of_type(Enclosure, weak().delta(2))
    first = found.upper - found.lower
    with pytest.raises(TooLargeError, match=r"bounds 2\^-200 apart: .* would need about 2\^") as caught:
        found.refine(200)
    assert caught.value.lower is not None
    assert found.lower <= caught.value.lower < caught.value.upper <= found.upper
    assert caught.value.upper - caught.value.lower < first
    assert "e" in found.decimal(3) or "0." in found.decimal(3)
    with pytest.raises(UndecidedError):
        _ = found - exact((caught.value.lower + caught.value.upper) / 2) > 0
    middle = exact((found.lower + found.upper) / 2)
    twice = (found - middle) * 2 + middle
    assert twice.upper - twice.lower > 0
    assert found < exact(found.upper) + exact("1/1000")
    assert found > exact(found.lower) - exact("1/1000")
    assert twice.log().upper < 1


@pytest.mark.slow
def test_small_numbers_have_digits() -> None:
    """The first bounds are narrow beside the number, not only beside 1."""
    found = of_type(Enclosure, weak().delta("exp(7)"))
    assert 0 < found.lower <= found.upper < found.lower * Fraction(1001, 1000)
    assert found.upper < Fraction(1, 10**8)


@pytest.mark.slow
def test_no_more_pairs_than_can_be_composed() -> None:
    refuses(TooLargeError, "pairs, more than", (FOUR ** (10**12 + 1)).epsilon, "1/10")
    refuses(TooLargeError, "above what is certain", (FOUR**300).epsilon, "1/10**6000")
    refuses(TooLargeError, r"epsilon\(delta\)", (FOUR**3000).exp_epsilon, "1/100")


@pytest.mark.slow
def test_a_billion_runs_lie_where_the_normal_law_says() -> None:
    """The loss of a run has the mean 0.516 and the deviation 0.886, and one in ten lies 1.2816 deviations above."""
    p, q = np.array([1 / 2, 1 / 3, 1 / 12, 1 / 12]), np.array([1 / 5, 1 / 7, 2 / 5, 9 / 35])
    mean = float(p @ np.log(p / q))
    deviation = math.sqrt(float(p @ (np.log(p / q) - mean) ** 2))
    found = of_type(Enclosure, (FOUR**10**9).epsilon("1/10"))
    expected = 10**9 * mean + 1.2815515655446004 * math.sqrt(10**9) * deviation
    assert float(found.lower) - 10 <= expected <= float(found.upper) + 10
    assert found.upper - found.lower < found.upper / 2**15


@pytest.mark.slow
def test_losses_in_any_range() -> None:
    """Nearly all runs of the first pair have the losses -log 2 and 690, half of them each."""
    found = (privacy_loss(["1/2", "1/2"], ["1/10**300", "1 - 1/10**300"]) ** 2000 * FOUR**30).delta(2)
    assert isinstance(found, Enclosure)
    assert 1 - Fraction(1, 10**5) < found.lower < found.upper <= 1


@pytest.mark.slow
@pytest.mark.usefixtures("grids_only")
def test_an_accountant_with_grids() -> None:
    rows = [["3/4", "1/4"], ["1/3", "2/3"]]
    mechanism = Mechanism.from_rows(["a", "b"], ["x", "y"], rows)
    found = Accountant().compose(mechanism, NeighborGraph.path(["a", "b"]), 4)
    p, q = (tuple(Fraction(entry) for entry in row) for row in rows)
    true = max(least_delta([(p, q)] * 4, Fraction(2)), least_delta([(q, p)] * 4, Fraction(2)))
    delta, epsilon = found.delta(2), found.epsilon("1/10")
    assert isinstance(delta, Enclosure)
    assert isinstance(epsilon, Enclosure)
    assert delta.lower <= true <= delta.upper
    expected = max(least_factor([(p, q)] * 4, Fraction(1, 10)), least_factor([(q, p)] * 4, Fraction(1, 10)))
    assert float(epsilon.lower) - 1e-9 <= math.log(expected) <= float(epsilon.upper) + 1e-9


@pytest.mark.slow
def test_pickled() -> None:
    found = of_type(Enclosure, weak().delta(2))
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert (again.lower, again.upper) == (found.lower, found.upper)
    fine = again.refine(22)
    assert found.lower <= fine.lower <= fine.upper <= found.upper


def test_bounds_from_several_steps_agree() -> None:
    """The bounds at every step contain the one number: no lower one is above an upper one."""
    loss = responses([Fraction(13, 10) + Fraction(k, 997) for k in range(24)])
    found = [bounds_at(loss, 2, step, 70) for step in (0, 2, 5, 8, 10)]
    assert max(lower for lower, _ in found) <= min(upper for _, upper in found)
    assert found[-1][1] - found[-1][0] < Fraction(1, 2**18)


@pytest.mark.slow
def test_a_rule_measures_once() -> None:
    rule = rounded.GridRule(weak().factors, partial(rounded.delta_bounds, exact(2)))
    assert rule.start >= rounded.PAIRS.bits
    assert rule.spent(10**6, 64) is None
