"""Laws of the printed design, over all parameters and fields, against brute force with fractions and mpmath."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import mpmath
from hypothesis import example, given
from hypothesis import strategies as st

from dpexact.mechanisms.graph import NeighborGraph
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries import CountQueryDesign, crossover, lower_bound, printed_design
from tests.oracle import excesses

RATIOS = st.fractions(min_value=1, max_value=12, max_denominator=9)
ETAS = st.fractions(min_value=Fraction(1, 60), max_value=Fraction(59, 60), max_denominator=60)
SMALL_D = st.integers(1, 3)
MEDIUM_D = st.integers(1, 7)
FIELDS = st.sampled_from(["exp(1/3)", "exp(2.18)", "exp(0.1)", "sqrt(2)", "2**(2/3)", "3*exp(1)/5", "1", "7/2"])


def fractions(values: tuple[Exact, ...]) -> list[Fraction]:
    return [value.as_fraction() for value in values]


def is_enough(delta: Fraction, ratio: Fraction, eta: Fraction, reach: int) -> bool:
    """Return whether (17)-(19) have a solution of total 1: the least total is <= 1, the greatest >= 1."""
    b, c = 2 / (1 - eta), 2 * eta / (1 - eta)
    least, greatest = [max(Fraction(0), (c - b * delta) / ratio)], [b * delta]
    for _ in range(reach - 1):
        least.append(max(Fraction(0), (least[-1] - b * delta) / ratio))
        greatest.append(ratio * greatest[-1] + b * delta)
    return sum(least) <= 1 <= sum(greatest)


@given(RATIOS, ETAS, MEDIUM_D)
def test_delta_is_the_optimum_of_17_to_19(ratio: Fraction, eta: Fraction, reach: int) -> None:
    delta = printed_design(ratio, eta, reach).delta.as_fraction()
    assert is_enough(delta, ratio, eta, reach)
    assert not is_enough(delta - Fraction(1, 10**60), ratio, eta, reach)


@given(RATIOS, ETAS, MEDIUM_D)
def test_index_is_the_smallest_maximiser(ratio: Fraction, eta: Fraction, reach: int) -> None:
    bounds = [lower_bound(k, ratio, eta, reach) for k in range(1, reach + 2)]
    design = printed_design(ratio, eta, reach)
    assert design.delta == max(bounds)
    assert design.k == bounds.index(max(bounds)) + 1


@given(RATIOS, ETAS, MEDIUM_D)
def test_lemma_3(ratio: Fraction, eta: Fraction, reach: int) -> None:
    bounds = [lower_bound(k, ratio, eta, reach) for k in range(1, reach + 2)]
    odds = 2 * eta / (1 - eta)
    for k, (one, other) in enumerate(pairwise(bounds), start=1):
        assert (one >= other) == (odds >= crossover(k, ratio))


@given(RATIOS, st.integers(1, 7))
def test_at_a_crossover_both_cases_of_definition_2_agree(ratio: Fraction, k: int) -> None:
    odds = crossover(k, ratio).as_fraction()
    eta = odds / (2 + odds)
    at_k = printed_design(ratio, eta, k)
    later = printed_design(ratio, eta, k + 1)
    assert at_k.k == later.k == k
    assert at_k.alpha == later.alpha[:k]
    # (37), (38) with the same delta
    ascending = [at_k.delta * 2 / (1 - eta)]
    for _ in range(k - 1):
        ascending.append(ratio * ascending[-1] + at_k.delta * 2 / (1 - eta))
    assert at_k.alpha == tuple(reversed(ascending))


@given(RATIOS, ETAS, MEDIUM_D)
def test_alphas_are_a_distribution(ratio: Fraction, eta: Fraction, reach: int) -> None:
    design = printed_design(ratio, eta, reach)
    alphas = fractions(design.alpha)
    assert len(alphas) == reach
    assert sum(alphas) == 1
    assert min(alphas) >= 0
    noise = {z: p.as_fraction() for z, p in design.noise.items()}
    assert sum(noise.values()) == 1
    assert all(noise[z] == noise[-z] for z in noise)
    assert noise[0] == eta


@given(RATIOS, ETAS, SMALL_D, RATIOS)
def test_tight_delta_is_the_largest_event_of_all_neighbors(
    ratio: Fraction, eta: Fraction, reach: int, other: Fraction
) -> None:
    design = printed_design(ratio, eta, reach)
    mechanism = design.mechanism(reach + 1, reach + 3)
    rows = dict(zip(mechanism.inputs, map(fractions, mechanism.rows()), strict=True))
    pairs = list(NeighborGraph.path(mechanism.inputs).ordered_pairs())
    assert len(pairs) == 4
    assert design.tight_delta(other) == max(max(excesses(rows[i], rows[j], other)) for i, j in pairs)
    singles = [p - other * q for i, j in pairs for p, q in zip(rows[i], rows[j], strict=True)]
    assert design.singleton_delta(other) == max(0, *singles)


@example(Fraction(5), Fraction(1, 29), 2)
@given(RATIOS, ETAS, MEDIUM_D)
def test_where_theorem_3_holds(ratio: Fraction, eta: Fraction, reach: int) -> None:
    design = printed_design(ratio, eta, reach)
    odds = 2 * eta / (1 - eta)
    needed = sum(ratio**j for j in range(reach - 1)) / sum(ratio**j * (reach - j) for j in range(reach))
    holds = design.singleton_delta(ratio) == design.delta
    assert holds == (design.k != reach + 1 or odds >= needed)
    assert design.singleton_delta(ratio) >= design.delta


@example(Fraction(5), Fraction(1, 29), 2)
@given(RATIOS, ETAS, SMALL_D)
def test_where_remark_2_holds(ratio: Fraction, eta: Fraction, reach: int) -> None:
    design = printed_design(ratio, eta, reach)
    odds = 2 * eta / (1 - eta)
    powers = sum(ratio**j for j in range(reach))
    weights = sum(ratio**j * (reach - j) for j in range(reach))
    fails = design.tight_delta(ratio) > (2 * reach + 1) * design.delta
    assert fails == (design.k == reach + 1 and powers - ratio * odds * weights > reach + 1)


@given(FIELDS, ETAS, MEDIUM_D)
def test_every_field_agrees_with_mpmath(text: str, eta: Fraction, reach: int) -> None:
    ratio = exact(text)
    design = printed_design(ratio, eta, reach)
    with mpmath.workdps(80):
        e = mpmath.mpf(ratio.decimal(75))
        delta, alphas = mpmath_design(e, eta, reach)
        for found, expected in zip((design.delta, *design.alpha), (delta, *alphas), strict=True):
            assert agrees(found, expected)
        assert agrees(design.tight_delta(ratio), mpmath_tight_delta(e, eta, alphas))


def mpmath_design(e: mpmath.mpf, eta: Fraction, reach: int) -> tuple[mpmath.mpf, list[mpmath.mpf]]:
    """delta~ and the alphas in floating point, by the largest of the bounds in geometric closed form or plain sums."""
    odds = 2 * mpmath.mpf(eta.numerator) / (eta.denominator - eta.numerator)
    b = odds + 2
    bounds = [
        (odds * mpmath.fsum(e**j for j in range(k)) - e**k) / mpmath.fsum((j + 1) * e**j for j in range(k))
        for k in range(1, reach + 1)
    ]
    bounds.append(1 / mpmath.fsum(e**j * (reach - j) for j in range(reach)))
    share = max(bounds)
    if share == bounds[-1]:
        alphas = [share * mpmath.fsum(e**j for j in range(reach - i)) for i in range(reach)]
        return share / b, alphas
    k = bounds.index(share) + 1
    alphas = [(odds - share * mpmath.fsum(e**j for j in range(i))) / e**i for i in range(1, k + 1)]
    return share / b, alphas + [mpmath.mpf(0)] * (reach - k)


def mpmath_tight_delta(e: mpmath.mpf, eta: Fraction, alphas: list[mpmath.mpf]) -> mpmath.mpf:
    correct = mpmath.mpf(eta.numerator) / eta.denominator
    right = [alpha * (1 - correct) / 2 for alpha in alphas]
    column = [*reversed(right), correct, *right]
    return mpmath.fsum(max(0, p - e * q) for p, q in zip(column, [0, *column[:-1]], strict=True))


def agrees(found: Exact, expected: mpmath.mpf) -> bool:
    """Return whether the first 40 digits after the point agree to within one unit."""
    return abs(Decimal(found.decimal(60)) - Decimal(mpmath.nstr(expected, 60))) < Decimal(10) ** -40


@given(FIELDS, ETAS, MEDIUM_D)
def test_designs_of_every_field_are_distributions(text: str, eta: Fraction, reach: int) -> None:
    design = printed_design(text, eta, reach)
    assert isinstance(design, CountQueryDesign)
    assert sum(design.alpha, start=exact(0)) == 1
    assert all(alpha >= 0 for alpha in design.alpha)
    assert design.singleton_delta(text) <= design.tight_delta(text) <= 1
