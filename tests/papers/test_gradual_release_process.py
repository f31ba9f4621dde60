"""The samplers against the exact law: KS and chi-square at the level 10^-6 each, with fixed seeds."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from random import Random

import mpmath
import pytest
import sympy

from dpexact.errors import InexactInputError, NumberSyntaxError, ParameterError
from dpexact.papers.gradual_release import relax_privacy, sample_path
from dpexact.papers.gradual_release.process import MAX_LEVELS
from tests.refusals import refuses

LEVEL = 1e-6
COUNT = 20_000


def laplace_cdf(level: float) -> Callable[[float], float]:
    return lambda v: math.exp(level * v) / 2 if v < 0 else 1 - math.exp(-level * v) / 2


def relaxed_cdf(a: float, b: float, x: float) -> Callable[[float], float]:
    """P(V_b <= y, y != x given V_a = x): the density of (25) as printed, summed by trapezia on [-20, 20]."""
    step, size = 0.005, 20.0

    def density(y: float) -> float:
        return (b * b - a * a) / (2 * b) * math.exp(-a * abs(y - x) - b * abs(y) + a * abs(x))

    values = [density(i * step - size) for i in range(round(2 * size / step) + 1)]
    sums = list(accumulate((step * (u + v) / 2 for u, v in pairwise(values)), initial=0.0))

    def cdf(y: float) -> float:
        return sums[min(len(sums) - 1, max(0, round((y + size) / step)))]

    return cdf


def kolmogorov(sample: Sequence[float], cdf: Callable[[float], float]) -> bool:
    """Return whether the sample's distance from the law is at most the bound of Dvoretzky, Kiefer and Massart."""
    ordered = sorted(sample)
    n = len(ordered)
    distance = max(max((i + 1) / n - cdf(v), cdf(v) - i / n) for i, v in enumerate(ordered))
    return distance <= math.sqrt(math.log(2 / LEVEL) / (2 * n))


def chi_square(observed: Sequence[int], probabilities: Sequence[float]) -> bool:
    n = sum(observed)
    statistic = sum((o - n * p) ** 2 / (n * p) for o, p in zip(observed, probabilities, strict=True))
    return bool(mpmath.gammainc((len(observed) - 1) / 2, statistic / 2, regularized=True) >= LEVEL)


@pytest.fixture(scope="module")
def paths() -> list[tuple[float, ...]]:
    rng = Random(20)
    return [sample_path([Fraction(1, 2), 1, "3/2", 3], rng) for _ in range(COUNT)]


@pytest.mark.slow
@pytest.mark.parametrize(("i", "level"), list(enumerate([0.5, 1.0, 1.5, 3.0])))
def test_each_value_is_laplace(paths: list[tuple[float, ...]], i: int, level: float) -> None:
    values = [path[i] for path in paths]
    assert kolmogorov(values, laplace_cdf(level))
    assert not kolmogorov(values, laplace_cdf(level * 1.2))


@pytest.mark.slow
def test_changes_are_independent_with_the_right_probabilities(paths: list[tuple[float, ...]]) -> None:
    still = [(1 / 2) ** 2, (2 / 3) ** 2, (1 / 2) ** 2]  # the squares of 1/2 : 1, 1 : 3/2, 3/2 : 3
    seen = Counter(tuple(a == b for a, b in pairwise(path)) for path in paths)
    patterns = [tuple(bool(n >> i & 1) for i in range(3)) for n in range(8)]
    probabilities = [math.prod(p if kept else 1 - p for p, kept in zip(still, q, strict=True)) for q in patterns]
    assert chi_square([seen[q] for q in patterns], probabilities)
    wrong = [math.sqrt(p) for p in still]
    others = [math.prod(p if kept else 1 - p for p, kept in zip(wrong, q, strict=True)) for q in patterns]
    assert not chi_square([seen[q] for q in patterns], others)


@pytest.mark.slow
def test_increments_are_laplace_and_independent_of_the_larger_level(paths: list[tuple[float, ...]]) -> None:
    # given a change, V_1 - V_(3/2) is Laplace with parameter 1, whatever V_(3/2) is
    changed = [(path[1] - path[2], path[2]) for path in paths if path[1] != path[2]]
    assert kolmogorov([gap for gap, _ in changed], laplace_cdf(1.0))
    for large in (True, False):
        half = [gap for gap, value in changed if (abs(value) > math.log(2) / 1.5) == large]
        assert kolmogorov(half, laplace_cdf(1.0))


@pytest.mark.slow
def test_the_joint_law_in_cells(paths: list[tuple[float, ...]]) -> None:
    a, b = 1.0, 3.0  # V_1 and V_3 of a path through 3/2: the semigroup
    cuts = [-math.inf, -0.4, 0.0, 0.4, math.inf]

    def density(x: float, y: float) -> float:
        return a * (b * b - a * a) / (4 * b) * math.exp(-a * abs(x - y) - b * abs(y))

    grid = [(i + 0.5) / 400 * 20 - 10 for i in range(400)]
    cells = Counter[tuple[int, int]]()
    weights = Counter[tuple[int, int]]()
    for x in grid:
        for y in grid:
            weights[cell(x, cuts), cell(y, cuts)] += density(x, y) * 0.05**2  # type: ignore[assignment]
    for path in paths:
        if path[1] != path[3]:
            cells[cell(path[1], cuts), cell(path[3], cuts)] += 1
    keys = sorted(weights)
    total = sum(weights.values())
    assert abs(total - (1 - (a / b) ** 2)) < 1e-3
    assert chi_square([cells[key] for key in keys], [weights[key] / total for key in keys])


def cell(value: float, cuts: Sequence[float]) -> int:
    return max(i for i, cut in enumerate(cuts) if value >= cut)


@pytest.mark.slow
@pytest.mark.parametrize("x", [0.0, 0.7, -1.4, -0.0])
def test_relaxing_is_the_printed_kernel(x: float) -> None:
    rng, a, b, n = Random(7), 1.0, 2.5, 3000
    sample = [relax_privacy(x, 1, "5/2", rng) for _ in range(n)]
    atom = a / b * math.exp(-(b - a) * abs(x))
    kept = sum(1 for v in sample if v == x)
    assert chi_square([kept, n - kept], [atom, 1 - atom])
    assert not chi_square([kept, n - kept], [atom * 2, 1 - atom * 2])
    cdf = relaxed_cdf(a, b, x)
    moved = [v for v in sample if v != x]
    assert kolmogorov(moved, lambda y: cdf(y) / (1 - atom))
    wrong = relaxed_cdf(a, b, -x + 0.3)
    assert not kolmogorov(moved, lambda y: wrong(y) / wrong(50))


@pytest.mark.slow
def test_relaxing_upwards_has_the_law_of_the_path() -> None:
    rng = Random(3)
    first = [sample_path([1], rng)[0] for _ in range(COUNT)]
    second = [relax_privacy(x, 1, 2, rng) for x in first]
    assert kolmogorov(second, laplace_cdf(2.0))
    still = sum(1 for x, y in zip(first, second, strict=True) if x == y)
    assert chi_square([still, COUNT - still], [0.25, 0.75])


def test_levels_in_any_order_and_repeated() -> None:
    path = sample_path([2, 1, 2, "1", Fraction(1)], Random(1))
    assert path[0] == path[2]
    assert path[1] == path[3] == path[4]
    assert sample_path([2, 1], Random(5)) == tuple(reversed(sample_path([1, 2], Random(5))))
    assert relax_privacy(0.25, 2, 2, Random(1)) == 0.25


def test_what_is_refused() -> None:
    rng = Random(1)
    for levels in ([], "12", [0], [-1], ["e1"], [10**400], [Fraction(1, 10**400)], ["1e-400"], [sympy.oo]):
        refuses(ParameterError, "", sample_path, levels, rng)
    for level in (1.0, 0.1, math.inf, math.nan, sympy.Float(1)):
        refuses(InexactInputError, "without floats", sample_path, [1, level], rng)
        refuses(InexactInputError, "without floats", relax_privacy, 0.5, level, 2, rng)
        refuses(InexactInputError, "without floats", relax_privacy, 0.5, 1, level, rng)
    refuses(ParameterError, r"random\.Random", sample_path, [1], None)
    refuses(ParameterError, r"random\.Random", relax_privacy, 0.0, 1, 2, 5)
    refuses(ParameterError, "eps1 <= eps2", relax_privacy, 0.0, 2, 1, rng)
    refuses(ParameterError, "finite x", relax_privacy, math.nan, 1, 2, rng)
    refuses(InexactInputError, "", sample_path, [True], rng)
    refuses(NumberSyntaxError, "", sample_path, ["1;2"], rng)
    refuses(ParameterError, "sequence of 1 to", sample_path, [1] * (MAX_LEVELS + 1), rng)
    refuses(ParameterError, "got more than 1000000", sample_path, repeat(1), rng)  # they are not all read
