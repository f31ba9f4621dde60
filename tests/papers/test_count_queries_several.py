"""Several count queries: the product of the pair of the counts D and D + 1, by enumeration of all answers."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from dpexact.composition import finite
from dpexact.numbers.exact import exact
from dpexact.papers.count_queries import CountQueryDesign, optimal_design, printed_design

ETA = Fraction(1, 29)
DESIGNS = (printed_design(2, ETA, 4), optimal_design(2, ETA, 4), optimal_design(2, ETA, 4, "all"))


def laws(design: CountQueryDesign) -> tuple[list[Fraction], list[Fraction]]:
    """Return the laws of Y = D + Z and Y = D + 1 + Z, as fractions."""
    reach = max(design.noise)
    first, second = (
        [design.noise.get(z - shift, exact(0)).as_fraction() for z in range(-reach, reach + 2)] for shift in (0, 1)
    )
    return first, second


def enumerated(p: list[Fraction], q: list[Fraction], k: int, ratio: int) -> Fraction:
    answers = zip(product(p, repeat=k), product(q, repeat=k), strict=True)
    excesses = [prod(a, start=Fraction(1)) - ratio * prod(b, start=Fraction(1)) for a, b in answers]
    return sum((excess for excess in excesses if excess > 0), Fraction(0))


@pytest.mark.parametrize("design", DESIGNS)
def test_all_answers_of_k_queries(design: CountQueryDesign) -> None:
    p, q = laws(design)
    for k in (1, 2, 3):
        for ratio in (2, 2**k):
            assert (finite(p, q) ** k).delta(ratio) == enumerated(p, q, k, ratio), (k, ratio)


def test_values_that_another_program_has() -> None:
    """A program with fractions and no part of dpexact: E = 9, eta = 4/5, D = 4 and E = 2, eta = 1/2, D = 2, at E^8."""
    for ratio, eta, reach, expected in ((9, "4/5", 4, 0.001614), (2, "1/2", 2, 0.471144)):
        pair = finite(*laws(printed_design(ratio, eta, reach)))
        assert float((pair**8).delta(ratio**8)) == pytest.approx(expected, rel=1e-3)


def test_designs_cross() -> None:
    """At E^k the noise that is best for one query is above another one from four queries on, and stays above."""
    _, single, every = (finite(*laws(design)) for design in DESIGNS)
    for k in (1, 2, 3, 4, 8):
        assert ((every**k).delta(2**k) < (single**k).delta(2**k)) == (k <= 3)


@pytest.mark.slow
def test_the_only_best_noise_of_one_query_is_not_the_best_of_more() -> None:
    """E = 3/2, eta = 1/5, D = 4: 1/(B S_D) = 1/(5/2 * 65/8) = 16/325."""
    every, printed = (
        finite(*laws(design)) for design in (optimal_design("3/2", "1/5", 4, "all"), printed_design("3/2", "1/5", 4))
    )
    assert every.delta("3/2") == Fraction(16, 325) < printed.delta("3/2")
    assert float((printed**8).delta(exact("3/2") ** 8)) == pytest.approx(0.190761, rel=1e-5)
    for k in (1, 2, 3, 13, 14):
        at = exact("3/2") ** k
        assert ((every**k).delta(at) < (printed**k).delta(at)) == (k <= 2)
        assert ((every**k).delta("3/2") < (printed**k).delta("3/2")) == (k <= 13)
