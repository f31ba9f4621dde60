"""Several count queries: the product of the pair of the counts D and D + 1, by enumeration of all answers."""

from __future__ import annotations

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
    return sum((max(Fraction(0), prod(a) - ratio * prod(b)) for a, b in _all(p, q, k)), Fraction(0))


def _all(p: list[Fraction], q: list[Fraction], k: int) -> list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    return list(zip(product(p, repeat=k), product(q, repeat=k), strict=True))


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
    """At E^k the least of one query is above another one from four queries on, whichever way it is computed."""
    _, single, every = (finite(*laws(design)) for design in DESIGNS)
    for k in (1, 2, 3, 4, 8):
        assert ((every**k).delta(2**k) < (single**k).delta(2**k)) == (k <= 3)
