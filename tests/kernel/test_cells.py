"""The kernel's cells of laws of noise hold the true masses and ratios, whatever is rounded, and so do their bounds."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from math import ceil, factorial, floor
from typing import Any

import mpmath
import pytest
from flint import fmpq, fmpz, fmpz_poly
from mpmath import mpf

from dpexact.kernel import composition, composition_grid, noise, noise_laws, noise_line
from dpexact.kernel.bracket import Bracket
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.field import decode_field
from tests.each import each
from tests.vectors.certificates.build import ratio

FIELD = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
TRIALS = 80
Truth = list[tuple[Any, Any, Any, Any]]  # masses of P and Q, least and greatest ratio


def law(name: str, **values: str) -> dict[str, Any]:
    return {"law": name, "count": "1", **{key: ratio(value) for key, value in values.items()}}


def places(count: int) -> list[list[str]]:
    return [[format(k, "x"), format(k + 1, "x")] for k in range(count)]


def on_a_line(name: str, width: str, shift: str, edges: list[int], precision: int) -> tuple[Truth, dict[str, Any]]:
    t = number(shift) / number(width)
    points = [mpf(edge) / 2**precision for edge in edges]
    if name == "gaussian":
        ends, below = (mpf(0), mpmath.inf), mpmath.ncdf
        ratios = [mpmath.exp(t * x - t * t / 2) for x in points]
    else:
        ends, below = (mpmath.exp(-t), mpmath.exp(t)), two_sided
        ratios = [mpmath.exp(abs(x) - abs(x - t)) for x in points]
    first, second = ([mpf(0), *(below(x - move) for x in points), mpf(1)] for move in (t, mpf(0)))
    bounds = pairwise([ends[0], *ratios, ends[1]])
    masses = zip(pairwise(first), pairwise(second), bounds, strict=True)
    found = [(b - a, d - c, *both) for (a, b), (c, d), both in masses]
    part = {"edges": [format(edge, "x") for edge in edges], "precision": precision, "places": places(len(found))}
    return found, part


def number(text: str) -> Any:
    return mpf(Fraction(text).numerator) / Fraction(text).denominator


def two_sided(x: Any) -> Any:
    return mpmath.exp(x) / 2 if x <= 0 else 1 - mpmath.exp(-x) / 2


def on_integers(
    weight: Callable[[int], Any], ends: tuple[int, int], shift: int, least: int, greatest: int
) -> tuple[Truth, dict[str, Any]]:
    """The integers between the ends, outside of which weights are 0 or too small to matter."""
    weights = {z: weight(z) for z in range(ends[0], ends[1] + 1)}
    total = mpmath.fsum(weights.values())

    def masses(low: int, high: int) -> tuple[Any, Any]:
        several = [[weights.get(z - move, mpf(0)) for z in range(low, high + 1)] for move in (shift, 0)]
        return mpmath.fsum(several[0]) / total, mpmath.fsum(several[1]) / total

    def odds(z: int) -> Any:
        top, bottom = (weights.get(x, mpf(0)) for x in (z - shift, z))
        return top / bottom if bottom else mpmath.inf

    first, last = ends[0], ends[1] + shift
    found: Truth = [(*masses(first, least - 1), mpf(0), odds(least - 1) if least > first else mpf(0))]
    found += [(*masses(z, z), odds(z), odds(z)) for z in range(least, greatest + 1)]
    found += [(*masses(greatest + 1, last), odds(greatest + 1), mpmath.inf)]
    part = {"least": format(least, "x"), "greatest": format(greatest, "x"), "places": places(len(found))}
    return found, part


def normal_weight(sigma: str) -> Callable[[int], Any]:
    return lambda z: mpmath.exp(-(mpf(z) ** 2) / (2 * number(sigma) ** 2))


def bessel_weight(variance: str) -> Callable[[int], Any]:
    """The modified Bessel function by its series: the sum of (v/2)^(n + 2k)/(k! (n + k)!), n = abs(z)."""
    half = Fraction(variance) / 2

    def weight(z: int) -> Any:
        terms = (half ** (abs(z) + 2 * k) / (factorial(k) * factorial(abs(z) + k)) for k in range(60))
        return number(str(sum(terms)))

    return weight


def of_shares(factor: str, users: int, edges: list[int], precision: int, reach: int) -> tuple[Truth, dict[str, Any]]:
    """All answers of all users, one by one, by the share of ones."""
    e, m = number(factor), users - 1
    x = 1 / (e + 1)

    def chance(a: int, b: int) -> Any:
        if min(a, b) < 0 or abs(a - b) > reach:
            return mpf(0)
        return mpmath.binomial(m, a + b) * mpmath.binomial(a + b, a) * x ** (a + b) * (1 - 2 * x) ** (m - a - b)

    cells = [[mpf(0), mpf(0)] for _ in range(len(edges) + 1)]
    for a, b in ((a, n - a) for n in range(1, users + 1) for a in range(n + 1)):
        k = sum(edge * (a + b) <= a << precision for edge in edges)
        ones, zeros = chance(a - 1, b), chance(a, b - 1)
        cells[k] = [cells[k][0] + (1 - x) * ones + x * zeros, cells[k][1] + x * ones + (1 - x) * zeros]
    shares, E = [Fraction(edge, 2**precision) for edge in (0, *edges, 2**precision)], Fraction(factor)
    odds = [number(str((E * t + 1 - t) / (t + E * (1 - t)))) for t in shares]
    rest = 1 - mpmath.fsum(p for p, _ in cells)
    found = [(p, q, *ends) for (p, q), ends in zip(cells, pairwise(odds), strict=True)]
    listed = {"least": "0", "greatest": format(m, "x"), "reach": format(reach, "x")}
    part = {"edges": [format(edge, "x") for edge in edges], "precision": precision, "places": places(len(found) + 1)}
    return [*found, (rest, rest, odds[0], odds[-1])], part | listed


def of_outcomes(first: list[Any], second: list[Any]) -> tuple[Truth, dict[str, Any]]:
    odds = [p / q if q else mpmath.inf for p, q in zip(first, second, strict=True)]
    return [*zip(first, second, odds, odds, strict=True)], {"places": places(len(first))}


def geometric(base: str, shift: int) -> tuple[Truth, dict[str, Any]]:
    r = 1 / number(base)
    ends = 1 / (1 + r)
    first = [ends * r**shift, *((1 - r) * ends * r ** (shift - z) for z in range(1, shift)), ends]
    return of_outcomes(first, first[::-1])


@cache
def cases() -> dict[str, tuple[dict[str, Any], Truth, dict[str, Any]]]:
    """The law, the truth about its cells, and their evidence."""
    third, seventh = mpf(1) / 3, mpf(1) / 7
    few, many = [-3, 1, 4], [*range(-17, 23, 3)]
    lists = [["1/3", "2/3", "0"], ["1/7", "3/7", "3/7"]]
    finite = {"law": "finite", "count": "1"} | {
        key: [ratio(x) for x in one] for key, one in zip(("first", "second"), lists, strict=True)
    }
    rest = (1 - 5 * seventh) / 3
    gaussian = law("gaussian", sigma="3/2", sensitivity="1", rate="1")
    laplace = law("laplace", scale="3/2", sensitivity="2", rate="1")
    integers = law("discrete_gaussian", sigma="3", sensitivity="2", rate="1")
    discrete_laplace = law("discrete_laplace", sensitivity="3", rate="1")
    return {
        "gaussian": (gaussian, *on_a_line("gaussian", "3/2", "1", many, 2)),
        "gaussian-few": (
            gaussian | {"sigma": ratio("1"), "sensitivity": ratio("3")},
            *on_a_line("gaussian", "1", "3", few, 0),
        ),
        "laplace": (laplace, *on_a_line("laplace", "3/2", "2", many, 2)),
        "laplace-few": (
            laplace | {"scale": ratio("1"), "sensitivity": ratio("3")},
            *on_a_line("laplace", "1", "3", [1, 2], 0),
        ),
        "integers": (integers, *on_integers(normal_weight("3"), (-80, 80), 2, -1, 3)),
        "integers-few": (integers | {"sensitivity": ratio("1")}, *on_integers(normal_weight("3"), (-80, 80), 1, 0, 1)),
        "integers-many": (integers, *on_integers(normal_weight("3"), (-80, 80), 2, -40, 42)),
        **{
            f"skellam-{least}": (
                law("skellam", variance="9/2", sensitivity="2"),
                *on_integers(bessel_weight("9/2"), (-50, 50), 2, least, 2 - least),
            )
            for least in (-4, -30)
        },
        **{
            f"binomial-{n}-{s}-{least}": (
                law("binomial", trials=str(n), sensitivity=str(s)),
                *on_integers(partial(mpmath.binomial, n), (0, n), s, least, greatest),
            )
            for n, s, least, greatest in [(8, 1, 1, 8), (8, 2, 3, 7), (9, 3, 3, 6), (9, 6, 7, 8), (8, 8, 8, 8)]
        },
        **{
            f"shuffled-{users}-{reach}": (
                law("shuffled", local_factor="7/3", users=str(users)),
                *of_shares("7/3", users, edges, 3, reach),
            )
            for users, edges, reach in [(1, [4], 1), (5, [1, 3, 4, 6], 5), (6, [0, 2, 8], 3), (9, [], 9)]
        },
        "geometric": (discrete_laplace | {"base": ratio("7/5")}, *geometric("7/5", 3)),
        "geometric-flat": (
            discrete_laplace | {"base": ratio("21/20"), "sensitivity": ratio("12")},
            *geometric("21/20", 12),
        ),
        "response": (
            law("randomized_response", truth="5/7", categories="4"),
            *of_outcomes([5 * seventh, rest, 2 * rest], [rest, 5 * seventh, 2 * rest]),
        ),
        "finite": (finite, *of_outcomes([third, 2 * third, mpf(0)], [seventh, 3 * seventh, 3 * seventh])),
    }


def sampled(one: tuple[Any, Any, Any, Any], rate: Any) -> tuple[Any, Any, Any, Any]:
    """The same with a rate."""
    p, q, least, greatest = one
    return (1 - rate) * q + rate * p, q, 1 - rate + rate * least, 1 - rate + rate * greatest


def value(bracket: Any, end: int) -> Any:
    return mpf(int(bracket[end])) * mpf(2) ** int(bracket[2])


@pytest.mark.parametrize("guard", [0, 64])
@pytest.mark.parametrize("bits", [9, 17])
@pytest.mark.parametrize("rate", ["1", "1/3", "1/1000"])
def test_cells_hold_the_masses_and_the_ratios(
    guard: int, bits: int, rate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the digits to spare: without them, each rounding to the wrong side would show."""
    monkeypatch.setattr(noise, "GUARD", guard)
    with mpmath.workprec(300):
        for name, (one, truth, part) in cases().items():
            if rate != "1" and "rate" not in one:
                continue
            changed = one | ({"rate": ratio(rate)} if "rate" in one else {})
            run = noise_laws.decode_run(changed, part, "places", set())
            cells = noise_laws.cells_of(run, decode_field(FIELD, Budget()), bits)
            for (cell, _, _), plain in zip(cells, truth, strict=True):
                p, q, least, greatest = sampled(plain, number(rate))
                turned = cell.reversed(bits)
                masses = [(cell.first, p), (cell.second, q), (turned.first, q), (turned.second, p)]
                for (low, high), true in masses:
                    assert int(low) <= true * 2**bits <= int(high), name
                ends = [(cell, least, greatest), (turned, inverse(greatest), inverse(least))]
                for side, smallest, largest in ends:
                    assert side.least is None or value(side.least, 0) <= smallest, name
                    assert side.greatest is None or value(side.greatest, 1) >= largest, name


def inverse(ratio_: Any) -> Any:
    return mpmath.inf if ratio_ == 0 else mpf(0) if ratio_ == mpmath.inf else 1 / ratio_


@each("width", range(5, 60, 3))
def test_the_integral_of_the_half_line(width: int) -> None:
    with mpmath.workprec(400):
        found = noise_line.half_line(width)
        assert value(found, 0) <= mpmath.sqrt(mpmath.pi / 2) <= value(found, 1)
        assert value(found, 1) - value(found, 0) < mpf(2) ** (12 - width)


Point = tuple[Fraction, Fraction]  # masses of both laws


def true_delta(points: list[Point], factor: Fraction) -> Fraction:
    return sum((max(Fraction(0), p - factor * q) for p, q in points), Fraction(0))


def both(one: list[Point], other: list[Point]) -> list[Point]:
    return [(p * a, q * b) for p, q in one for a, b in other]


def drawn(source: random.Random, bits: int, base: Fraction) -> tuple[list[Point], list[noise.Cell]]:
    """Points of a law, and cells that hold one or two each; the places are around the ratios, or some way off."""
    groups = [[base ** source.randint(-3, 3) * Fraction(source.randint(90, 110), 100)] for _ in range(4)]
    groups = [[*one, *(one[0] * base for _ in range(source.randint(0, 1)))] for one in groups]
    weights = [[source.randint(1, 9) + Fraction(1, 7) for _ in group] for group in groups]
    whole = sum(
        (w * max(r, Fraction(1)) for ws, rs in zip(weights, groups, strict=True) for w, r in zip(ws, rs, strict=True))
    )
    points, cells = [], []
    for ratios, masses in zip(groups, weights, strict=True):
        inside = [(m / whole * r, m / whole) for r, m in zip(ratios, masses, strict=True)]
        p, q = (sum((one[k] for one in inside), Fraction(0)) * 2**bits for k in range(2))
        ends = [bracket(ratios[0], bits), bracket(ratios[-1], bits)]
        least, greatest = (None if source.random() < 0.1 else end for end in ends)
        low = max(k for k in range(-9, 9) if base**k <= ratios[0]) + source.choice([0, 0, 0, 1, -1])
        high = max(low + 1, min(k for k in range(-9, 9) if base**k >= ratios[-1]) + source.choice([0, 0, 0, 1, -1]))
        first, second = ((fmpz(floor(x)), fmpz(ceil(x))) for x in (p, q))
        cells.append((noise.Piece(noise.Mass(*first), noise.Mass(*second), least, greatest), low, high))
        points += inside
    return points, cells


def bracket(value_: Fraction, bits: int) -> Any:
    return noise.bracket(fmpq(value_.numerator, value_.denominator), bits + noise.GUARD)


@pytest.mark.slow
@pytest.mark.parametrize("guard", [1, 5, 64])
@pytest.mark.parametrize("bits", [4, 10])
@pytest.mark.parametrize("count", [1, 2])
def test_bounds_are_never_below_the_delta(guard: int, bits: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On coarse lattices with few digits, where each number that is rounded to the wrong side would show."""
    monkeypatch.setattr(noise, "GUARD", guard)
    for module in (composition, composition_grid):
        monkeypatch.setattr(module, "GUARD", guard)
    source = random.Random(bits)
    near = 0
    for _ in range(TRIALS):
        step = Fraction(source.randint(13, 25), 11)
        points, cells = drawn(source, bits, step)
        ends = source.choice([(-40, 40), (-40, 40), (-2, 40), (-40, 1)])
        grid = composition_grid.Grid(bracket(step, bits), bits, *ends, Budget())
        truth = points
        for _ in range(count - 1):
            truth = both(truth, points)
        try:
            found = grid.split(cells).repeated(count, [grid] * count.bit_length())
        except Rejected as error:
            assert error.check in ("lattice", "bound")  # noqa: PT017 - too few digits
            continue
        for factor in [Fraction(1), step, step**2, step**4]:
            least = true_delta(truth, factor) * 2**bits
            bound = int(composition.delta_of(grid, found, bracket(factor, bits)))
            assert bound >= least, (factor, cells)
            near += bound <= least + 1
    assert near > 5 or count > 1


def test_quotients_products_and_sums_are_rounded_to_the_safe_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise, "GUARD", 0)
    for module in (composition, composition_grid):
        monkeypatch.setattr(module, "GUARD", 0)
    source = random.Random(1)
    for _ in range(300):
        x, y = (
            Bracket(fmpz(low), fmpz(low + source.randint(0, 9)), source.randint(-9, 9))
            for low in (source.randint(40, 99), 77)
        )
        least = Fraction(int(x[0]), int(y[1])) * Fraction(2) ** (x[2] - y[2] + 5)
        most = source.randint(-2, 3)
        assert int(noise.at_most(x, y, 5, most)) == min(floor(least), floor(Fraction(2) ** (5 + most)))

        step, bits = Fraction(source.randint(13, 25), 11), 8
        grid = composition_grid.Grid(bracket(step, bits), bits, -9, 9, Budget())
        masses = [source.randint(1, 2**bits // 4) for _ in range(4)]
        one = composition_grid.Bound(source.randint(-3, 0), fmpz_poly(masses), fmpz(source.randint(1, 40)))
        factor = Fraction(source.randint(10, 40), 10)
        excess = [m * max(Fraction(0), 1 - factor / step ** (one.first + k)) for k, m in enumerate(masses)]
        assert int(composition.delta_of(grid, one, bracket(factor, bits))) >= sum(excess, Fraction(0)) + int(
            one.infinite
        )

        square, beyond = grid.product(one, one), int(one.infinite)
        exact = (one.masses * one.masses).coeffs()
        assert square.first == 2 * one.first
        assert [int(m) for m in square.masses.coeffs()] == [ceil(Fraction(int(m), 2**bits)) for m in exact]
        assert int(square.infinite) == ceil(Fraction(beyond * (2 * sum(masses) + beyond), 2**bits))


def excess_of(masses: dict[int, Fraction], infinite: Fraction, step: Fraction, factor: Fraction) -> Fraction:
    return infinite + sum((m * max(Fraction(0), 1 - factor / step**i) for i, m in masses.items()), Fraction(0))


def runs_of(masses: dict[int, Fraction], infinite: Fraction, count: int) -> tuple[dict[int, Fraction], Fraction]:
    found, whole = {0: Fraction(1)}, infinite + sum(masses.values())
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for (i, a), (j, b) in product(found.items(), masses.items()):
            after[i + j] = after.get(i + j, Fraction(0)) + a * b
        found = after
    return found, whole**count - sum(found.values())


@pytest.mark.parametrize("up", [True, False])
def test_each_halving_gives_away_more_or_less_at_every_e(up: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    """Compared exactly, so that a unit on the wrong side shows."""
    for module in (noise, composition_grid):
        monkeypatch.setattr(module, "GUARD", 0)
    source, moved = random.Random(5), 0
    for _ in range(TRIALS):
        step, bits = Fraction(source.randint(12, 25), 11), 8
        grid = composition_grid.Grid(bracket(step, bits), bits, -9, 9, Budget(), up).coarser(1, "-9", "9")
        sizes = source.choice(((0, 1, 2), (8, 12, 20), range(20)))
        masses = [2 ** source.choice(sizes) - source.randint(0, 1) for _ in range(source.randint(1, 9))]
        start = composition_grid.Bound(source.randint(-5, 5), fmpz_poly(masses), fmpz(3))
        found = grid.halved(start)
        before = {start.first + k: Fraction(mass) for k, mass in enumerate(masses)}
        after = {2 * (found.first + k): Fraction(int(mass)) for k, mass in enumerate(found.masses.coeffs())}
        assert sum(after.values()) == sum(before.values())
        for factor in [Fraction(0), *(step**k for k in range(-8, 16))]:
            change = excess_of(after, Fraction(3), step, factor) - excess_of(before, Fraction(3), step, factor)
            assert change >= 0 if up else change <= 0, (masses, start.first, factor)
            moved += change != 0
    assert moved > TRIALS


@pytest.mark.slow
@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("guard", [3, 64])
def test_halved_lattices_err_to_the_safe_side(up: bool, guard: int, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    """Powers of masses at ratios, on lattices that are halved after squarings, with few digits and close ends."""
    for module in (noise, composition, composition_grid):
        monkeypatch.setattr(module, "GUARD", guard)
    source, near = random.Random(guard), 0
    for _ in range(TRIALS):
        step, bits, count = Fraction(source.randint(12, 16), 11), source.choice((10, 16)), source.randint(1, 6)
        one = {
            i: Fraction(source.choice((0, 1, 3, 40)), 200) for i in range(source.randint(-5, 0), source.randint(1, 6))
        }
        infinite = Fraction(source.randint(0, 2), 100)
        truth, levels = (
            runs_of(one, infinite, count),
            [composition_grid.Grid(bracket(step, bits), bits, -9, 9, Budget(), up)],
        )
        for _ in range(count.bit_length()):
            ends = source.choice([(-40, 40), (-40, 40), (-3, 40), (-40, 3)])
            levels.append(levels[-1].coarser(source.choice((0, 1, 1, 2)), *(format(end, "x") for end in ends)))
        first = levels[1]
        rounded_ = ceil if up else floor
        masses = [fmpz(rounded_(one.get(i, Fraction(0)) * 2**bits)) for i in range(-5, 6)]
        start = composition_grid.Bound(-5, fmpz_poly(masses), fmpz(rounded_(infinite * 2**bits)))
        bound = first.within(first.halved(start)).repeated(count, levels[1:])
        for factor in [Fraction(1), step, step**3, step**7]:
            least = excess_of(*truth, step, factor) * 2**bits
            found = int(composition.delta_of(levels[-1], bound, bracket(factor, bits)))
            assert found >= least if up else found <= least, (one, count, factor)
            near += abs(found - least) <= least / 4
    assert near > TRIALS
