"""Laws of noise, sampled and composed: what other routes give lies inside, at every step of the grid."""

import contextlib
import copy
import itertools
import math
import pickle
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpexact import exact
from dpexact.composition import (
    DominatingPair,
    PrivacyLoss,
    binomial,
    discrete_gaussian,
    discrete_laplace,
    epsilon_delta,
    finite,
    gaussian,
    gaussian_mixture,
    laplace,
    parse_composition,
    privacy_loss,
    randomized_response,
    shuffled,
)
from dpexact.composition.grid import Grid
from dpexact.composition.masses import Masses, Row
from dpexact.composition.powers import Moves, Power, halvings_of, is_halved
from dpexact.composition.sampled import Sampled
from dpexact.errors import InexactInputError, ParameterError, TooLargeError
from dpexact.laws.noise import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise, NormalNoise
from dpexact.numbers.balls import WorkingPrecision, ball_between, rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from tests.each import each
from tests.refusals import refuses
from tests.second_routes.published.laws import LAWS as DELTAS
from tests.values import of_type

BITS = 100


def grid_bounds(factors: Sequence[tuple[Any, int]], epsilon: Fraction, step: int) -> tuple[Fraction, Fraction]:
    """Bounds of delta from one grid, without the choices that are made of its step."""
    found = Grid(tuple(factors), step, BITS)
    with WorkingPrecision(found.precision):
        near = arb(fmpq(epsilon.numerator, epsilon.denominator))
        lower, upper = found.lower(near), found.upper(near)
        return rational_bounds(lower)[0], rational_bounds(upper)[1]


def both(found: Exact | Enclosure) -> tuple[Fraction, Fraction]:
    if isinstance(found, Exact):
        return found.enclosure(80)
    return found.lower, found.upper


# -- one run: integrals of the densities ---------------------------------------------------------------------------


ONE_RUN = [
    ("gaussian", "2", "1/10", "1/20"),
    ("gaussian", "1/2", "1/100", "1"),
    ("gaussian", "1", "1", "1/2"),
    ("laplace", "2", "1/5", "1/20"),
    ("laplace", "1", "9/10", "1/2"),
]


@pytest.mark.seldom
@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize(("name", "scale", "rate", "epsilon"), ONE_RUN)
def test_one_run_is_the_integral(name: str, scale: str, rate: str, epsilon: str, added: bool) -> None:  # noqa: FBT001
    pair = {"gaussian": gaussian, "laplace": laplace}[name](scale, rate=rate)
    loss = pair.add if added else pair.remove
    relation = "add" if added else "remove"
    with mpmath.workdps(30):
        true = DELTAS[f"{name}.delta"](scale, "1", epsilon, rate, relation)
    lower, upper = both(loss.delta(epsilon=epsilon))
    assert abs(mpmath.mpf(lower.numerator) / lower.denominator - true) < 1e-12
    assert abs(mpmath.mpf(upper.numerator) / upper.denominator - true) < 1e-12
    for step in (3, 6, 10):
        low, high = grid_bounds(loss.factors, Fraction(epsilon), step)
        assert low - Fraction(1, 10**12) <= float(true) <= high + Fraction(1, 10**12)
        if step == 10:
            assert high - low < Fraction(1, 10**4)


# -- many runs ---------------------------------------------------------------------------------------------------


@each("count", [1, 2, 3, 37, 1000])
@each("step", [2, 4, 6])
def test_gaussian_noise_without_a_sample_is_one_gaussian(count: int, step: int) -> None:
    """The grid, which knows nothing of it, contains the closed curve of one Gaussian of sqrt(count) as much shift."""
    law = Sampled(NormalNoise((exact(Fraction(1, 16 * count)),)), exact(1))
    for epsilon in (Fraction(0), Fraction(1, 5), Fraction(3)):
        low, high = grid_bounds([(law, count)], epsilon, step)
        true = gaussian(4).delta(epsilon=epsilon)
        assert low <= both(true)[1]
        assert both(true)[0] <= high
        if step == 6:
            assert high - low < Fraction(1, 50)


@pytest.mark.slow
@pytest.mark.parametrize("rate", ["1/7", "1/2"])
@pytest.mark.parametrize("count", [1, 2, 6, 40])
def test_discrete_laplace_noise_as_points_and_as_a_pair(rate: str, count: int) -> None:
    """The exact composition of the four ratios lies in the bounds of the grid, in both directions."""
    r, q = Fraction(1, 2), Fraction(rate)
    first = [r**3 / (1 + r), (1 - r) / (1 + r) * r**2, (1 - r) / (1 + r) * r, 1 / (1 + r)]
    second = first[::-1]
    loss = privacy_loss([(1 - q) * b + q * a for a, b in zip(first, second, strict=True)], second) ** count
    law = Sampled(DiscreteLaplaceNoise(exact(2), 3), exact(q))
    for one, other in ((loss, law), (loss.reversed(), law.reversed())):
        for epsilon in ("log(9/8)", "log(2)", "log(5)"):
            true = both(one.delta(epsilon=epsilon))
            for step in (2, 5, 8):
                value = math.log({"log(9/8)": 9 / 8, "log(2)": 2, "log(5)": 5}[epsilon])
                low, _ = grid_bounds([(other, count)], Fraction(math.nextafter(value, 9)), step)
                _, high = grid_bounds([(other, count)], Fraction(math.nextafter(value, 0)), step)
                assert low <= true[1]
                assert true[0] <= high


@pytest.mark.slow
def test_three_runs_of_discrete_gaussian_noise() -> None:
    """All triples of outcomes within 12 of 0: what is left out is below 1e-30."""
    with mpmath.workdps(40):
        weights = {z: mpmath.exp(-mpmath.mpf(z * z) / 2) for z in range(-13, 14)}
        whole = sum(weights.values())
        q = {z: weights[z] / whole for z in range(-12, 14)}
        p = {z: weights[abs(z - 1)] / whole for z in range(-12, 14)}
        rate = mpmath.mpf(1) / 5
        mixed = {z: (1 - rate) * q[z] + rate * p[z] for z in q}
        E = mpmath.exp(mpmath.mpf(1) / 2)
        for added, (a, b) in ((False, (mixed, q)), (True, (q, mixed))):
            true = mpmath.mpf(0)
            for x, y in itertools.product(q, repeat=2):
                first, second = a[x] * a[y], b[x] * b[y]
                true += sum(max(mpmath.mpf(0), first * a[z] - E * second * b[z]) for z in q)
            pair = discrete_gaussian(1, rate="1/5") ** 3
            low, high = both((pair.add if added else pair.remove).delta(epsilon="1/2"))
            assert low <= float(true) * (1 + 1e-12)
            assert high >= float(true) * (1 - 1e-12)
            assert high - low <= Fraction(1, 20) * high


@pytest.mark.slow
def test_the_first_trial() -> None:
    """dp_accounting 0.6.0, pessimistic, at a step of 1e-4: 3.658e-8; prv_accountant 0.2.0: [2.97e-8, 4.46e-8]."""
    runs = gaussian(4, rate="1/100") ** 10**4
    found = of_type(Enclosure, runs.delta(epsilon="1.26"))
    assert Fraction("3.43e-8") < found.lower < found.upper < Fraction("3.72e-8")
    assert runs.direction(epsilon="1.26") == "remove"
    narrow = found.refine(36)
    assert found.lower <= narrow.lower <= narrow.upper <= found.upper
    assert narrow.lower <= Fraction("3.658e-8")  # a pessimistic answer


@pytest.mark.seldom
def test_a_million_runs_and_a_small_delta() -> None:
    million = of_type(Enclosure, (gaussian(4, rate="1/100") ** 10**6).delta(epsilon="12.6"))
    assert million.upper - million.lower <= million.upper / 20
    small = of_type(Enclosure, (gaussian(4, rate="1/100") ** 10**4).epsilon("1e-18"))
    assert small.upper - small.lower <= small.upper / 100
    assert both((gaussian(4, rate="1/100") ** 10**4).delta(epsilon=small.upper))[0] <= Fraction(1, 10**18)


PAIRS = {
    "gaussian": gaussian("1.1", rate="256/60000") ** 1000,
    "laplace": laplace(3, rate="1/10") ** 100,
    "pure laplace": laplace(20) ** 500,
    "discrete gaussian": discrete_gaussian(2, rate="1/5") ** 50,
    "discrete laplace": discrete_laplace("1/4", sensitivity=3, rate="1/9") ** 200,
    "mixed": gaussian(2, rate="1/50") ** 300 * laplace(10) * randomized_response("3/5") ** 2,
}


@pytest.mark.seldom
@pytest.mark.parametrize("name", PAIRS)
def test_first_bounds_are_narrow_and_agree(name: str) -> None:
    """Delta within 5 percent, epsilon within 1; each is the inverse of the other."""
    pair = PAIRS[name]
    epsilon = of_type(Enclosure, pair.epsilon("1e-6"))
    assert epsilon.upper - epsilon.lower <= epsilon.upper / 100
    for end, is_below in ((epsilon.lower, False), (epsilon.upper, True)):
        delta = pair.delta(epsilon=end)
        low, high = both(delta)
        assert high - low <= high / 20
        assert low <= Fraction(1, 10**6) if is_below else high >= Fraction(1, 10**6)
    assert (
        max(both(loss.delta(epsilon="1/10"))[0] for loss in (pair.remove, pair.add))
        <= both(pair.delta(epsilon="1/10"))[1]
    )


# -- the steps of the proof --------------------------------------------------------------------------------------


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 2**40), min_size=1, max_size=30),
    st.sampled_from([fmpq(1, 3), fmpq(1, 100)]),
    st.integers(-5, 5),
)
def test_half_of_the_points_give_no_less_away(values: list[int], width: Any, low: int) -> None:
    if not any(values):
        return
    masses = Masses(low, Row.of(values, BITS), fmpq(1, 7), width)
    with WorkingPrecision(200):
        above = masses.halved(BITS)
        lost = sum(values) - int(above.row.total())
        assert 0 <= lost <= 2 * len(values)
        for place in range(-2 * len(values), 2 * len(values), 3):
            epsilon = arb(fmpq(1, 7) + width * place / 2 + fmpq(1, 1000))
            found = [excess(one, epsilon) for one in (masses, above)]
            assert not found[0] > found[1] + lost


@given(*[st.lists(st.integers(0, 2**26), min_size=1, max_size=40)] * 2)
def test_products_in_one_integer(first: list[int], second: list[int]) -> None:
    rows = [Row.of(values, 32) for values in (first, second)]
    assert [int(row.total()) for row in rows] == [sum(first), sum(second)]
    product = [0] * (len(first) + len(second))
    for m, a in enumerate(first):
        for n, b in enumerate(second):
            product[m + n] += a * b
    found = list(map(int, rows[0].times(rows[1], 32).numbers()))
    assert found + [0] * (len(product) - len(found)) == [n >> 32 for n in product]


def test_masses_that_do_not_fit_into_their_fields_are_noticed() -> None:
    refuses(ArithmeticError, "more than a field holds", Row.of, [1 << 46] * 2, 16)
    row = Row.of([1 << 25], 16)
    refuses(ArithmeticError, "more than a field holds", row.times, row, 16)
    one = Masses(0, row)
    refuses(ArithmeticError, "more than a field holds", one.plus, one, 1 << 24)


@pytest.mark.parametrize("place", [0, 1, 15, 16])
def test_ends_of_a_product_are_cut_up_to_a_single_mass(place: int) -> None:
    """Nearly all mass is at one point. The pieces that are cut may be longer than what is left of the product."""
    values = [1 << 10] * 17
    values[place] = 1 << 20
    cut = 1 << 16
    one = Masses(-3, Row.of(values, 20))
    found, whole = one.times(one, 20, cut), one.times(one, 20)
    assert 0 <= int(whole.row.total() - found.row.total()) <= 2 * cut
    assert found.row.numbers()[-6 + 2 * place - found.low] == whole.row.numbers()[2 * place]


def excess(masses: Masses, epsilon: Any) -> Any:
    """The sum of mass times phi, term by term."""
    total = arb(0)
    for place, value in enumerate(masses.row.numbers(), masses.low):
        loss = arb(masses.corner + place * masses.width)
        total += value * (1 - (epsilon - loss).exp()).max(arb(0))
    return total


@pytest.mark.parametrize("fault", ["everything up", "everything down"])
def test_a_wrong_step_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving the points between to one side puts the closed curve outside."""
    law = Sampled(NormalNoise((exact(Fraction(1, 4096)),)), exact(1))
    true = both(gaussian(1).delta(epsilon=2))

    def wrong(masses: Masses, *_: Any, **__: Any) -> Masses:
        cells: dict[int, Any] = {}
        for place, value in enumerate(masses.row.numbers(), masses.low):
            half = place // 2 if fault == "everything down" else -(-place // 2)
            cells[half] = cells.get(half, 0) + value
        return Masses.of_cells(cells, BITS, masses.corner, 2 * masses.width)

    right = grid_bounds([(law, 4096)], Fraction(2), 6)
    assert right[0] <= true[1]
    assert true[0] <= right[1]
    monkeypatch.setattr(Masses, "halved", wrong)
    low, high = grid_bounds([(law, 4096)], Fraction(2), 6)
    assert high < true[0] if fault == "everything down" else low > true[1]


@pytest.mark.slow
@pytest.mark.parametrize(("sigma", "rate", "added"), [("1", "1/4", False), ("1/2", "1/4", True), ("2", "9/10", False)])
def test_discrete_noise_on_samples_by_enumeration(sigma: str, rate: str, added: bool) -> None:  # noqa: FBT001
    """Three runs, term by term: what is scattered on a coarse grid is bracketed, and narrowly on a fine one."""
    s, q, E = float(Fraction(sigma)), float(Fraction(rate)), math.e**0.5
    reach = range(-math.ceil(9 * s) - 1, math.ceil(9 * s) + 3)
    weights = {z: math.exp(-z * z / (2 * s * s)) for z in range(-200, 200)}
    whole = math.fsum(weights.values())
    plain = [weights[z] / whole for z in reach]
    mixed = [((1 - q) * weights[z] + q * weights[z - 1]) / whole for z in reach]
    first, second = (plain, mixed) if added else (mixed, plain)
    runs = itertools.product(zip(first, second, strict=True), repeat=3)
    true = math.fsum(max(0.0, math.prod(a for a, _ in run) - E * math.prod(b for _, b in run)) for run in runs)
    law = Sampled(DiscreteGaussianNoise(exact(sigma), 1), exact(rate), added)
    for step in (2, 5, 8):
        low, high = grid_bounds([(law, 3)], Fraction(1, 2), step)
        assert low <= true * (1 + 1e-9)
        assert true <= high * (1 + 1e-9)
    assert high - low < true / 1000


@pytest.mark.slow
@pytest.mark.parametrize("share", [1, Fraction(1, 1000)])
def test_what_is_split_is_taken_off(share: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    """On coarse grids the lower bound is below the closed curve, unless most of what was split is forgotten."""
    law, right = Sampled(NormalNoise((exact(Fraction(1, 4096)),)), exact(1)), Moves.spread
    true = both(gaussian(1).delta(epsilon=2))
    monkeypatch.setattr(Moves, "spread", lambda self, *given: right(self, *given) * exact(share).ball())
    found = [grid_bounds([(law, 4096)], Fraction(2), step)[0] for step in (0, 1, 2)]
    assert max(found) > true[1] if share < 1 else max(found) <= true[1]


@pytest.mark.parametrize("fault", ["", "no larger epsilon"])
def test_losses_in_the_hundreds(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a grid too coarse for the narrow lower bound the simple one is below the closed curve, if it moves epsilon."""
    law, blurred = Sampled(NormalNoise((exact(Fraction(400, 4096)),)), exact(1)), Grid._blur

    def unmoved(self: Grid) -> None:
        blurred(self)
        self.jump = arb(0)

    if fault:
        monkeypatch.setattr(Grid, "_blur", unmoved)
    epsilons = [Fraction(n) for n in (140, 180, 200, 220)]
    true = [both(gaussian("1/20").delta(epsilon=epsilon))[1] for epsilon in epsilons]
    low = [grid_bounds([(law, 4096)], epsilon, 0)[0] for epsilon in epsilons]
    assert low[0] > 0
    assert any(a > b for a, b in zip(low, true, strict=True)) is bool(fault)


@each("count", [1, 2, 63, 64, 1000, 4097])
def test_the_lengths_of_all_splits(count: int) -> None:
    """Each of the first squares is counted as often as it is in the runs, and each halving adds its own."""

    def lists(number: int) -> tuple[list[int], list[int]]:
        found, once, length = [1], [1], 1
        digits = bin(number)[3:]
        for place, bit in enumerate(digits, 1):
            found = found + found
            if is_halved(number.bit_length() - 1 - place, halvings_of(number)):
                length *= 2
                found, once = [*found, length**2], [*once, length**2]
            found = found + once if bit == "1" else found
        return found, once

    none, one = Masses.of_cells({}, 50), Masses.of_cells({1: 1 << 50}, 50)
    moves = Power.of(one, none, count, 50, halvings_of(count)).moves
    assert sum(move.count * move.length**2 for move in moves) == sum(lists(count)[0])


@each("count", [64, 1000, 4097])
@each("done", [1, 2])
def test_a_tail_on_a_coarser_grid(count: int, done: int) -> None:
    """A core at 0 and a rare tail at a place that no halving splits: none, one and two runs are in it as they should.

    Two that are in the tail among the m that are multiplied first are lost, which is less than m/count of all two.
    """
    bits, p, halvings = 80, Fraction(1, 1 << 16), halvings_of(count)
    done = min(done, halvings)
    core = Masses.of_cells({0: (1 << bits) - (1 << bits - 16)}, bits)
    tail = Masses.of_cells({1 << halvings - done: 1 << bits - 16}, bits, width=fmpq(1 << done))
    power = Power.of(core, tail, count, bits, halvings)
    assert power.found.width == 1 << halvings
    found = {place: int(n) / Fraction(1 << bits) for place, n in enumerate(power.found.row.numbers(), power.found.low)}
    lost = Fraction(count >> 2 * (halvings - done) + 1, count)
    for k, least in ((0, 1 - Fraction(1, 10**9)), (1, 1 - Fraction(1, 10**9)), (2, 1 - lost)):
        true = math.comb(count, k) * p**k * (1 - p) ** (count - k)
        assert least * true <= found[k] <= true
    assert [move.count for move in power.moves[:2]] == [count, count]
    for step in range(1, halvings + 1):
        left = 2 * (halvings - step) + 1
        counted = sum(move.count for move in power.moves[2:] if move.length == 1 << step)
        assert counted >= (1 << left) + count % (2 << left) - (step <= done) * (1 << left)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.2, 1.0])
def test_how_much_is_split_by_chance(share: float) -> None:
    """Against the binomial law: more than the bound of 500 numbers of this mean is as rare as it says."""
    for bits in (1, 10, 40):
        most = float(Moves(500, fmpq(1), arb(share)).spread(bits, arb(0))) if share < 1 else 500.0
        rare = mpmath.fsum(
            mpmath.binomial(500, k) * mpmath.mpf(share) ** k * mpmath.mpf(1 - share) ** (500 - k)
            for k in range(501)
            if k > most
        )
        assert rare <= mpmath.mpf(2) ** -bits
        assert most <= 500


def test_a_power_takes_every_bit_of_the_count() -> None:
    """Of a point at 1 the power is a point at the count, whatever is halved."""
    one, none = Masses.of_cells({1: 1 << 50}, 50), Masses.of_cells({}, 50)
    for count in (1, 2, 3, 7, 64, 1000, 1023):
        found = Power.of(one, none, count, 50, 0).found
        assert (found.low, list(map(int, found.row.numbers()))) == (count, [1 << 50])


def test_a_refusal_has_bounds() -> None:
    """0 and, by basic composition, the sum of what each run gives away."""
    runs = laplace(20) ** 10**13
    for compute, most in ((lambda: runs.epsilon("1/100"), 10**12), (lambda: runs.delta(epsilon=10**5), 1)):
        with pytest.raises(TooLargeError) as caught:
            compute()
        assert caught.value.lower == 0
        assert 0 < caught.value.upper <= most


def test_a_refusal_of_too_many_users_has_the_largest_loss_as_a_bound() -> None:
    """Reports of one user give away no more than the local epsilon, whoever else reports."""
    with pytest.raises(TooLargeError, match="users") as caught:
        (shuffled(1, users=100_000) ** 2).epsilon("1/100000")
    assert (caught.value.lower, round(caught.value.upper, 15)) == (0, 2)


@pytest.mark.slow
def test_epsilon_of_many_private_runs() -> None:
    """300 runs with epsilon 1/10: the least E is a fraction of long polynomials in e^(1/10), its logarithm is not."""
    found = of_type(Enclosure, (epsilon_delta("1/10", delta="1e-6") ** 300).epsilon("1/100"))
    with mpmath.workdps(40):
        mass, e = mpmath.mpf("0.999999") ** 300, mpmath.exp(mpmath.mpf(1) / 10)
        for end, sign in ((found.lower, 1), (found.upper, -1)):
            T = mpmath.exp(mpmath.mpf(end.numerator) / end.denominator)
            parts = (mpmath.binomial(300, k) * max(0, e**k - T * e ** (300 - k)) for k in range(301))
            delta = 1 - mass + mass * mpmath.fsum(parts) / (1 + e) ** 300
            assert sign * (delta - mpmath.mpf(1) / 100) >= -(mpmath.mpf(10) ** -30)
    assert found.refine(80).upper - found.refine(80).lower <= Fraction(1, 1 << 80)


# -- the ends ----------------------------------------------------------------------------------------------------


def test_nothing_is_given_away() -> None:
    for pair in (
        gaussian(1, rate=0),
        laplace(1, sensitivity=0),
        discrete_laplace(1, rate=0),
        gaussian(1, rate="1/2") ** 0,
    ):
        assert pair.delta(1) == 0
        assert pair.exp_epsilon(0) == 1


def test_a_rate_of_one_is_no_sample() -> None:
    assert gaussian(2, rate=1).remove.factors == gaussian(2).add.factors
    assert (gaussian(2) ** 3 * gaussian(1)).remove.factors == gaussian(1, sensitivity=exact("sqrt(7/4)")).remove.factors


def test_pure_limits() -> None:
    """Laplace has a largest loss; Gaussian noise has none; a sampled one that is added has -log(1 - rate)."""
    runs = laplace(2, rate="1/10") ** 30
    largest = of_type(Enclosure, runs.epsilon(0))
    true = 30 * mpmath.log(mpmath.mpf(9) / 10 + mpmath.exp(mpmath.mpf(1) / 2) / 10)
    assert abs(float(largest.lower) - true) < 1e-12
    assert runs.delta(epsilon=Fraction(5)) == 0
    assert gaussian(2, rate="1/10").epsilon(0) == math.inf
    added = (gaussian(2, rate="1/10") ** 3).add
    limit = of_type(Enclosure, added.exp_epsilon(0))
    assert limit.lower <= Fraction(1000, 729) <= limit.upper
    assert added.delta(Fraction(1372, 1000)) == 0
    assert gaussian(1).delta(math.inf) == 0
    assert gaussian(1).exp_epsilon(0) == math.inf


def test_a_delta_of_one_allows_everything() -> None:
    """Distributions with no outcome in common have delta 1 at every E, with noise beside them too."""
    runs = finite([1, 0], [0, 1]) * gaussian(1, rate="1/2")
    assert runs.delta(5) == 1
    assert runs.exp_epsilon(1) == 1
    assert runs.remove.exp_epsilon(1) == runs.add.exp_epsilon(1) == 1
    assert runs.epsilon("1/2") == math.inf
    assert runs.direction(delta=1) == "both"


@pytest.mark.slow
def test_rare_samples_with_little_noise() -> None:
    """Some run is above c: this event gives a lower bound, which is near where few runs have a record at all."""
    n, rate, delta = 10**4, mpmath.mpf(10) ** -6, mpmath.mpf(10) ** -5
    best = mpmath.mpf(0)
    for c in mpmath.linspace(6, 9, 61):  # in units of sigma, with the record at 5
        second = mpmath.ncdf(-c)
        first = (1 - rate) * second + rate * mpmath.ncdf(5 - c)
        above = [-mpmath.expm1(n * mpmath.log1p(-x)) for x in (first, second)]
        best = max(best, (above[0] - delta) / above[1])
    found = of_type(Enclosure, (gaussian("1/5", rate="1/1000000") ** n).epsilon("1e-5"))
    assert mpmath.log(best) <= float(found.upper)
    assert 13 < float(found.lower) < float(found.upper) < 13.42  # dp_accounting 0.6.0, rounding up, says 13.41688
    assert float(found.upper) < 1.01 * mpmath.log(best)


def test_the_largest_loss_of_many_runs() -> None:
    """A largest ratio of e^(10^9) is not written out, and (1 + e)/2 is that of a sample at the rate 1/2."""
    assert (laplace(1) ** 10**9).epsilon(0) <= 10**9 + Fraction(1, 10**6)
    assert (laplace(1) ** 10**9).epsilon(0) >= 10**9 - Fraction(1, 10**6)
    sampled = laplace(1, rate="1/2") ** 3
    assert sampled.exp_epsilon(0) == (exact("1/2") + exact("exp(1)/2")) ** 3
    assert sampled.delta(sampled.exp_epsilon(0)) == 0
    assert sampled.delta(sampled.exp_epsilon(0) * Fraction(99, 100)) > 0


def test_at_the_mass_of_infinite_losses_the_largest_finite_loss_is_enough() -> None:
    for trials, sensitivity, count in ((1, 1, 1), (2, 1, 1), (10, 3, 1), (4, 1, 2)):
        certain = Fraction(sum(math.comb(trials, z) for z in range(sensitivity)), 2**trials)
        pair = binomial(trials, sensitivity=sensitivity) ** count
        found = of_type(Enclosure, pair.epsilon(1 - (1 - certain) ** count))  # the ratio at the last outcome is C(n, s)
        assert abs(float(found.lower) - count * math.log(math.comb(trials, sensitivity))) < 1e-12
    assert (binomial(2) * gaussian(3)).epsilon("1/4") == math.inf


@pytest.mark.parametrize("pair", [gaussian(1), gaussian(1, rate="1/2")])
def test_a_direction_is_asked_at_one_number(pair: DominatingPair) -> None:
    for numbers in (
        {},
        {"epsilon": 1, "delta": "1/2"},
        {"exp_epsilon": 2, "delta": 0},
        {"exp_epsilon": 2, "epsilon": 1},
    ):
        refuses(ParameterError, "expected exactly one of exp_epsilon", pair.direction, **numbers)
    for wrong in ({"exp_epsilon": -1}, {"delta": 2}, {"exp_epsilon": 0}):
        refuses(ParameterError, "", pair.direction, **wrong)


@pytest.mark.parametrize(
    "pair", [gaussian("1/1000"), gaussian("1/1000", rate="1/2") ** 3, laplace(1), discrete_laplace(1)]
)
def test_at_a_delta_of_one_nothing_is_computed(pair: DominatingPair) -> None:
    found = of_type(Enclosure, pair.epsilon(1))
    assert found.lower == found.upper == 0
    assert pair.exp_epsilon(1) == 1


def test_ends_of_epsilon_and_delta() -> None:
    runs = gaussian(2, rate="1/10") ** 20
    at_one = of_type(Enclosure, runs.epsilon(1))
    assert at_one.lower == at_one.upper == 0
    at_zero = both(runs.delta(1))
    assert 0 < at_zero[0] <= at_zero[1] < 1
    refuses(ParameterError, "exp_epsilon", runs.delta, "-1/2")
    refuses(ParameterError, "delta", runs.epsilon, "3/2")


@each(
    ("make", "name"),
    [
        (lambda: gaussian(0), "sigma"),
        (lambda: gaussian(1, sensitivity=-1), "sensitivity"),
        (lambda: gaussian(1, rate="3/2"), "rate"),
        (lambda: laplace("-1"), "scale"),
        (lambda: discrete_gaussian(1, sensitivity="1/2"), "sensitivity"),
        (lambda: discrete_laplace("0"), "decay"),
        (lambda: randomized_response("5/4"), "truth"),
        (lambda: randomized_response("1/2", categories=1), "categories"),
    ],
)
def test_what_is_no_parameter(make: Any, name: str) -> None:
    refuses(ParameterError, f"^{name}: expected", make)


def test_floats_are_refused() -> None:
    refuses(InexactInputError, "", gaussian, 1.5)
    refuses(InexactInputError, "", laplace, 1, rate=0.1)
    refuses(InexactInputError, "", randomized_response, 0.75)


def test_losses_without_bounds_of_use() -> None:
    refuses(TooLargeError, "losses past 10", (gaussian("1e-12", rate="1/10") ** 10).delta, 1)
    for centers in ([1, 2], [0, 2]):
        mixture = gaussian_mixture("1e-12", sensitivities=centers, weights=["1/2", "1/2"]) ** 10
        refuses(TooLargeError, "losses past 10", mixture.delta, 1)
        refuses(TooLargeError, r"losses (in a range|past 10)", mixture.certificate, 2)


@pytest.mark.slow
def test_a_huge_and_a_tiny_sigma() -> None:
    assert both((gaussian(10**12, rate="1/10") ** 10).delta(1))[1] < Fraction(1, 10**12)
    low, high = both((gaussian("1/100", rate="1/10") ** 10).delta(epsilon=1))
    assert low <= 1 - Fraction(9, 10) ** 10 + Fraction(1, 10**9)
    assert high >= 1 - Fraction(9, 10) ** 10


def test_made_by_its_functions_only() -> None:
    refuses(ParameterError, "made by", DominatingPair, 1)
    assert finite(["3/4", "1/4"], ["1/4", "3/4"]).delta(1) == Fraction(1, 2)
    assert isinstance(laplace(1).remove, PrivacyLoss)
    assert laplace(2).remove.factors != ((Sampled(LaplaceNoise(exact(3), exact(1)), exact(1)), 1),)


BETWEEN: dict[str, tuple[Callable[[], Exact | Enclosure], int | None]] = {
    "above 1": (lambda: (gaussian("24.9", rate="0.577") ** 3218622).delta(epsilon=60), 1),
    "below 0": (lambda: (gaussian(4, rate="1/100") ** 2).delta(epsilon=3), None),
    "one run": (lambda: gaussian("1/100").delta(epsilon=1), 1),
    "mixed": (lambda: (gaussian("1/100") ** 2 * laplace("1/50")).delta(epsilon=1), 1),
    "near its end": (lambda: (laplace(1) ** 2).delta(epsilon=Fraction(2) - Fraction(1, 10**20)), None),
    "one direction": (lambda: (gaussian(4, rate="1/100") ** 2).remove.delta(epsilon=3), None),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", BETWEEN)
def test_bounds_of_delta_lie_between_0_and_1(case: str) -> None:
    """One ball around both ends was wider than they are: -2.0e-51 and 1 + 6.7e-16."""
    make, end = BETWEEN[case]
    found = of_type(Enclosure, make())
    again = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own
    for one in (found, again, copy.copy(found)):
        assert 0 <= one.lower <= one.upper <= 1
        assert end is None or end in (one.lower, one.upper)
    with contextlib.suppress(TooLargeError):
        narrower = again.refine(70)
        assert 0 <= narrower.lower <= narrower.upper <= 1
    assert gaussian(4).epsilon(found.upper) is not None
    if found.lower > 0:
        logarithm = found.log()
        with mpmath.workdps(30):
            lower, upper = (mpmath.log(mpmath.mpf(x.numerator) / x.denominator) for x in (found.lower, found.upper))
            for bound, true in ((logarithm.lower, lower), (logarithm.upper, upper)):
                assert abs(mpmath.mpf(bound.numerator) / bound.denominator - true) < 1e-15


def test_one_run_is_a_lower_bound_of_several() -> None:
    """delta of one run of sigma 4 at epsilon 3: rate Phi(...) by mpmath; the other run is forgotten."""
    found = of_type(Enclosure, (gaussian(4, rate="1/100") ** 2).delta(epsilon=3))
    with mpmath.workdps(30):
        q, shift = mpmath.mpf("0.01"), mpmath.mpf(1) / 4
        factor = (mpmath.exp(3) - 1 + q) / q
        x = mpmath.log(factor) / shift
        one = q * (mpmath.ncdf(shift / 2 - x) - factor * mpmath.ncdf(-shift / 2 - x))
        assert one > 0
        assert mpmath.mpf(found.lower.numerator) / found.lower.denominator >= one * (1 - mpmath.mpf(10) ** -15)


def test_a_ball_between_two_ends_keeps_the_lower_one() -> None:
    with WorkingPrecision(200):
        for low, high in ((0, 3), (5, 2**90), (2**100, 2**100 + 1), (7, 7)):
            first, last = (arb(x) * arb(2) ** -120 for x in (low, high))
            ball = ball_between(first, last)
            assert ball.lower() == first
            assert last <= ball.upper() <= last + (last - first) * arb(2) ** -27
        assert ball_between(arb(1), arb.pos_inf()).upper() == arb.pos_inf()


@pytest.mark.parametrize("text", ["gaussian(sigma=1e6)", "gaussian(sigma=1e9, rate=1/100)", "gaussian(sigma=1e4)"])
def test_a_delta_that_no_bits_hold_has_bounds(text: str) -> None:
    """It is less than e^(-(1/m - m/2)^2/2) < 10^-(2 10^7) with m = 1/sigma, and a sample gives away less."""
    found = Enclosure.of(parse_composition(text).delta(epsilon=1))
    assert found.lower == 0 < found.upper < Fraction(1, 2 ** (1 << 25))
