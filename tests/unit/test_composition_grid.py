"""Losses on a grid: what is exact lies inside at every step; a wrong splitting or a wrong bound does not hold."""

from __future__ import annotations

import math
import pickle
import random
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from flint import arb, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, TooLargeError, UndecidedError, exact
from dpexact.composition import Accountant, PrivacyLoss, grid, privacy_loss, rounded
from dpexact.composition.blocks import _power, _runs, blocks_of
from dpexact.composition.grid import Grid, Masses
from dpexact.numbers.balls import rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.precision import WorkingPrecision
from tests.pairs import FACTORS, PAIRS, Rows, least_delta, least_factor, masses
from tests.strategies import RATIONAL_FACTORS, pairs_of_distributions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOUR = privacy_loss(["1/2", "1/3", "1/12", "1/12"], ["1/5", "1/7", "2/5", "9/35"])
BELOW, INSIDE, ABOVE = -1, 0, 1


def loss_of(rows: Rows) -> PrivacyLoss:
    return privacy_loss(rows[0], rows[1])


def responses(odds: list[Fraction]) -> PrivacyLoss:
    yes = [odd / (1 + odd) for odd in odds]
    return math.prod((privacy_loss([a, 1 - a], [1 - a, a]) for a in yes), start=PrivacyLoss(()))


@pytest.fixture
def grids_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every composition is rounded to a grid, and nothing is multiplied out before."""
    monkeypatch.setattr(PrivacyLoss, "_tier", "grid")
    monkeypatch.setattr(rounded, "grid_of", lambda factors, step, bits, _: Grid(factors, step, bits, 1))


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


def bounds_at(loss: PrivacyLoss, factor: object, step: int, bits: int = 60, most: int = 1) -> tuple[Any, Any]:
    found = Grid(loss.factors, step, bits, most)
    with WorkingPrecision(found.precision):
        lower, upper = found.bounds(exact(factor).ball().log())
        return rational_bounds(lower)[0], rational_bounds(upper)[1]


def where(loss: PrivacyLoss, factor: Fraction, true: Fraction, step: int, bits: int = 60) -> int:
    """On which side of the bounds the number is."""
    lower, upper = bounds_at(loss, factor, step, bits)
    return BELOW if true < lower else ABOVE if true > upper else INSIDE


# -- what is exact lies inside ------------------------------------------------------------------------------------


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


@settings(max_examples=60)
@given(
    st.lists(st.tuples(pairs_of_distributions(), st.integers(1, 4)), min_size=1, max_size=3),
    st.sampled_from(RATIONAL_FACTORS),
    st.integers(0, 12),
    st.integers(8, 90),
    st.sampled_from([1, 4, 64]),
)
def test_random_pairs_steps_and_precisions(
    chosen: list[tuple[Any, int]], factor: Fraction, step: int, bits: int, most: int
) -> None:
    """The exact answers are those of the lattice, which knows no grid."""
    loss = math.prod((privacy_loss(*pair) ** count for pair, count in chosen), start=PrivacyLoss(()))
    if any(not pair.common for pair, _ in loss.factors):
        return
    assert loss.exact
    true = loss.delta(factor)
    assert isinstance(true, Exact)
    lower, upper = bounds_at(loss, factor, step, bits, most)
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


@pytest.mark.parametrize("count", [20, 34])
def test_unlike_responses_by_halves(count: int) -> None:
    generator = random.Random(count)
    odds = [Fraction(generator.randrange(1100, 2600), 1000) + Fraction(1, 10**6 + k) for k in range(count)]
    loss = responses(odds)
    assert not loss.exact
    for factor in (1, 3, 50):
        found = loss.delta(factor)
        assert isinstance(found, Enclosure)
        true = halves_delta(odds, float(factor))
        assert float(found.lower) - 1e-11 <= true <= float(found.upper) + 1e-11
        assert found.upper - found.lower <= Fraction(1, 2**15)
        back = loss.epsilon(exact(found.upper))
        assert isinstance(back, Enclosure)
        assert back.lower <= Fraction(math.log(factor) + 1e-9)


@pytest.mark.parametrize("count", [50, 200])
def test_many_unlike_responses_next_to_a_binomial(count: int) -> None:
    """Odds 3 + k 10^-8: a run differs by less than 10^-8 count from odds 3, delta by as much for each run and side."""
    loss = responses([3 + Fraction(k, 10**8) for k in range(count)])
    factor = 2 * 3 ** (count // 2)
    terms = [math.comb(count, k) * (3**k - factor * 3 ** (count - k)) for k in range(count + 1)]
    true = sum((max(Fraction(0), Fraction(term)) for term in terms), Fraction(0)) / 4**count
    found = loss.delta(factor)
    assert isinstance(found, Enclosure)
    # all masses change by a factor of at most exp(count^2 10^-8) each, so delta by no more than the two together
    room = Fraction(4 * count * count, 10**8)
    assert found.lower - room <= true <= found.upper + room


def test_four_unrelated_ratios_three_hundred_times() -> None:
    """Against the multinomial sum in floats, 4545100 terms."""
    found = (FOUR**300).delta("exp(180)")
    assert isinstance(found, Enclosure)
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
    epsilon = (FOUR**300).epsilon(exact(found.lower))
    assert isinstance(epsilon, Enclosure)
    assert epsilon.upper >= 180
    assert epsilon.lower < 180 + Fraction(1, 100)


# -- what is wrong is noticed -------------------------------------------------------------------------------------

Atoms = list[tuple[Any, Any]]


def spread(atoms: Atoms, step: int, bits: int, up: Callable[[float], float]) -> Masses:
    """A splitting that sends the part up(x/h) of the mass up, x how far a loss is above its grid point."""
    cells: dict[int, int] = {}
    for mass, loss in atoms:
        scaled = float(loss) * 2**step
        place = math.floor(scaled + 1e-12)
        part = up(max(0.0, scaled - place))
        for n, share in ((place, 1 - part), (place + 1, part)):
            cells[n] = cells.get(n, 0) + int(float(mass) * share * 2**bits)
    low = min(cells)
    return Masses(low, [fmpz(cells.get(n, 0)) for n in range(low, max(cells) + 1)])


def right_part(step: int) -> Callable[[float], float]:
    return lambda x: -math.expm1(-x * 2**-step) / -math.expm1(-(2**-step))


def trials() -> Iterator[tuple[PrivacyLoss, Fraction, Fraction, int]]:
    """(loss, E, the exact delta, step): compositions with many roundings of one side, coarse and fine."""
    skew = privacy_loss(["11/20", "9/20"], ["2/5", "3/5"])
    for loss, step in ((skew**20, 3), (skew**80, 2), (skew.reversed() ** 60, 4), (loss_of(PAIRS["response"]) ** 40, 2)):
        for factor in (Fraction(1), Fraction(7, 3), Fraction(20)):
            true = loss.delta(factor)
            assert isinstance(true, Exact)
            yield loss, factor, true.as_fraction(), step


def outside(mutant: Callable[[Atoms, int, int], Masses] | None, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The sides on which an exact delta is outside of the bounds."""
    if mutant is not None:
        monkeypatch.setattr(grid, "split", mutant)
    return {where(loss, factor, true, step, 48) for loss, factor, true, step in trials()} - {INSIDE}


MUTANTS: dict[str, Callable[[Atoms, int, int], Masses]] = {
    "all down": lambda a, s, b: spread(a, s, b, lambda _: 0.0),
    "all up": lambda a, s, b: spread(a, s, b, lambda _: 1.0),
    "to the other side": lambda a, s, b: spread(a, s, b, lambda x: 1 - right_part(s)(x)),
    "linear in the loss, Q is not kept": lambda a, s, b: spread(a, s, b, lambda x: max(0.0, 2 * x - right_part(s)(x))),
    "a tenth less goes up": lambda a, s, b: spread(a, s, b, lambda x: 0.9 * right_part(s)(x)),
    "a fifth more goes up": lambda a, s, b: spread(a, s, b, lambda x: min(1.0, 1.2 * right_part(s)(x))),
    "mass is made": lambda a, s, b: spread([(m * arb(1.002), x) for m, x in a], s, b, right_part(s)),
}


def test_the_right_splitting_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outside(None, monkeypatch) == set()
    assert outside(lambda a, s, b: spread(a, s, b, right_part(s)), monkeypatch) == set()


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_splitting_does_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert outside(MUTANTS[name], monkeypatch) != set()


def test_both_masses_are_kept_and_what_is_lost_is_counted() -> None:
    """Of one atom: P and Q of the two outcomes sum to its own, but for what was rounded down."""
    for ratio in (Fraction(3), Fraction(10, 9), Fraction(1, 7), Fraction(1), Fraction(2**60 + 1, 2**60)):
        for step in (0, 3, 11):
            with WorkingPrecision(160):
                loss = exact(ratio).ball().log()
                found = grid.split([(arb(1) / 3, loss)], step, 100)
                first = sum(found.values, fmpz(0)) * arb(2) ** -100
                second = (
                    sum((n * (-(arb(found.low + k) / 2**step)).exp() for k, n in enumerate(found.values)), arb(0))
                    * arb(2) ** -100
                )
                assert 0 <= arb(1) / 3 - first < arb(2) ** -90
                assert abs(second - (arb(1) / 3) / exact(ratio).ball()) < arb(2) ** -90
                assert len(found.values) <= 2
                place = loss * 2**step - found.low
                assert place > -(arb(2) ** -90)
                assert place < 1 + arb(2) ** -90


@pytest.mark.parametrize("blur", [2.0**-40, 2.0**-12])
def test_a_loss_that_is_not_told_from_a_grid_point(blur: float) -> None:
    """The loss is somewhere in the ball: whichever it is, each mass found is at most that of the true split."""
    step, bits, width = 6, 60, 2.0**-6
    with WorkingPrecision(200):
        found = grid.split([(arb(1), arb(3 * width, blur))], step, bits)
        assert found.low == 3
        assert len(found.values) == 1
        for shift in (-blur, -blur / 3, 0.0, blur / 2, blur):
            x = arb(shift)
            kept = (
                1 + (-x).expm1() / -(-arb(width)).expm1()
                if shift >= 0
                else -(-(arb(width) + x)).expm1() / -(-arb(width)).expm1()
            )
            assert found.values[0] <= kept * arb(2) ** bits
        assert grid.split([(arb(1), arb(3 * width, 2 * width))], step, bits).values == []


def test_the_lower_bound_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the splitting gives is no lower bound: without what is taken off, or with a tenth of it, delta is below."""
    for share in (0, Fraction(1, 20)):
        with monkeypatch.context() as patch:
            taken = Grid._near
            patch.setattr(
                Grid, "_near", lambda self, e, m, share=share, taken=taken: taken(self, e, m) * exact(share).ball()
            )
            assert BELOW in {where(loss, factor, true, step) for loss, factor, true, step in trials()}


def test_what_is_lost_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 12 bits for a mass much is rounded to 0; where it is not counted the upper bound is too small."""
    loss = loss_of(PAIRS["response"]) ** 40
    true = loss.delta(1)
    assert isinstance(true, Exact)
    assert where(loss, Fraction(1), true.as_fraction(), 8, 12) == INSIDE
    sum_up = Grid._sum_up

    def forget(self: Grid) -> None:
        sum_up(self)
        self.lost = arb(0)

    monkeypatch.setattr(Grid, "_sum_up", forget)
    assert where(loss, Fraction(1), true.as_fraction(), 8, 12) == ABOVE


def test_what_stays_at_ratio_one_is_not_taken_off_twice() -> None:
    """At E = 1 the mass 0.99^20 has loss 0 in every run: rounding does not move it, and the bounds stay narrow."""
    loss = privacy_loss(["99/100", "1/250", "3/500"], ["99/100", "3/500", "1/250"]) ** 20
    true = loss.delta(1)
    assert isinstance(true, Exact)
    lower, upper = bounds_at(loss, 1, 13)
    assert lower <= true.as_fraction() <= upper
    assert upper - lower < Fraction(1, 2**18)


# -- blocks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 4, 500])
@pytest.mark.parametrize("count", [1, 2, 7, 300, 12345])
@pytest.mark.parametrize("most", [1, 16, 1 << 15])
def test_runs_add_up(size: int, count: int, most: int) -> None:
    runs = _runs(size, count, most)
    assert sum(times * repeated for times, repeated in runs) == count
    for times, _ in runs:
        assert times == 1 or math.comb(times + size - 1, size - 1) <= most


def test_a_power_is_the_multinomial_expansion() -> None:
    with WorkingPrecision(100):
        atoms = [(arb(1) / 2, arb(1)), (arb(1) / 3, arb(10)), (arb(1) / 6, arb(100))]
        found = {int(loss.unique_fmpz()): mass for mass, loss in _power(atoms, 4, arb(0))}
        assert len(found) == 15
        for a in range(5):
            for b in range(5 - a):
                c = 4 - a - b
                mass = Fraction(math.factorial(4), math.factorial(a) * math.factorial(b) * math.factorial(c))
                mass *= Fraction(1, 2**a * 3**b * 6**c)
                assert found[a + 10 * b + 100 * c].contains(arb(mass.numerator) / mass.denominator)


def test_blocks_keep_the_masses() -> None:
    loss = responses([Fraction(k, 2) for k in range(3, 12)]) * FOUR**5
    for most in (1, 8, 1 << 10):
        with WorkingPrecision(100):
            blocks = blocks_of(loss.factors, 80, most)
            whole, mean = arb(1), arb(0)
            for atoms, count in blocks:
                assert len(atoms) <= max(4, most)
                whole *= sum((mass for mass, _ in atoms), arb(0)) ** count
                mean += count * sum((mass * value for mass, value in atoms), arb(0))
            expected = sum(
                (n * a.ball() * ratio.ball().log() for pair, n in loss.factors for ratio, a, _ in pair.common), arb(0)
            )
            assert abs(whole - 1) < arb(2) ** -60
            assert abs(mean - expected) < arb(2) ** -60
    assert len(blocks) < 9 + 5


# -- what is out of reach, and how it is said ---------------------------------------------------------------------


def weak() -> PrivacyLoss:
    return privacy_loss(["1/4"] * 4, ["26/100", "27/100", "24/100", "23/100"]) ** 300


def test_the_end_of_the_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounded, "MAX_WORK", 1 << 22)
    found = weak().delta(2)
    assert isinstance(found, Enclosure)
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


def test_small_numbers_have_digits() -> None:
    """The first bounds are narrow beside the number, not only beside 1."""
    found = weak().delta("exp(7)")
    assert isinstance(found, Enclosure)
    assert 0 < found.lower <= found.upper < found.lower * Fraction(1001, 1000)
    assert found.upper < Fraction(1, 10**8)


def test_no_more_pairs_than_can_be_composed() -> None:
    with pytest.raises(TooLargeError, match="pairs, more than"):
        (loss_of(PAIRS["response"]) ** 10**9).epsilon("1/10")
    with pytest.raises(TooLargeError, match="losses in a range"):
        (privacy_loss(["1/2", "1/2"], ["1/10**300", "1 - 1/10**300"]) ** 2000 * FOUR**300).delta(2)
    with pytest.raises(TooLargeError, match="above what is certain"):
        (FOUR**300).epsilon("1/10**6000")
    with pytest.raises(TooLargeError, match=r"epsilon\(delta\)"):
        (FOUR**3000).exp_epsilon("1/100")


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


def test_pickled() -> None:
    found = weak().delta(2)
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert (again.lower, again.upper) == (found.lower, found.upper)
    fine = again.refine(22)
    assert found.lower <= fine.lower <= fine.upper <= found.upper


def test_bounds_from_several_steps_agree() -> None:
    """The bounds at every step contain the one number: no lower one is above an upper one."""
    loss = responses([Fraction(13, 10) + Fraction(k, 997) for k in range(24)])
    found = [bounds_at(loss, 2, step, 70, most) for step in (0, 2, 5, 8, 10) for most in (1, 256)]
    assert max(lower for lower, _ in found) <= min(upper for _, upper in found)
    assert found[-1][1] - found[-1][0] < Fraction(1, 2**18)


def test_a_rule_measures_once() -> None:
    rule = rounded.GridRule(weak().factors, partial(rounded.delta_bounds, exact(2)))
    assert rule.start >= rounded.FIRST_BITS
    assert rule.spent(10**6, 64) is None
