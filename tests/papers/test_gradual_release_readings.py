"""Sentences of the gradual release paper that need a condition, by another route than proofs/gradual_release."""

from fractions import Fraction
from itertools import product
from random import Random

import mpmath
import pytest

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.gradual_release import sample_path, tighten_kernel


def private(rows: tuple[tuple[Fraction, ...], ...], ratio: Fraction) -> bool:
    """Return whether a mechanism for a bit has the level, by the kernel's certificate."""
    made = Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)
    return bool(verify(made, NeighborGraph.complete(made.inputs), ratio, 0).proved)


def test_a_small_delta_is_not_enough_for_the_same_value() -> None:
    """Section 3.4: the atom of (28) at the levels 1/1000 and 11/1000."""
    still = tighten_kernel("1/1000", "11/1000").atom
    assert still == Fraction(1, 121)
    assert tighten_kernel("1", "1001/1000").atom > 1 - Fraction(2, 1000)  # delta = epsilon/1000


def test_without_jumps_nothing_would_be_stored() -> None:
    """Section 3.4: with 400 seeds samples at the levels 1, 3/2, 2 stay where they are, at many different values."""
    paths = [sample_path([1, Fraction(3, 2), 2], Random(seed)) for seed in range(400)]
    constant = [path[0] for path in paths if len(set(path)) == 1]
    assert len(constant) == len(set(constant))
    assert 60 <= len(constant) <= 140  # the mean is 100, the deviation 8.7


@pytest.mark.parametrize(("ratio", "together"), [(Fraction(5), True), (Fraction(5) - Fraction(1, 100), False)])
def test_reports_drawn_anew_multiply(ratio: Fraction, *, together: bool) -> None:
    """(44) perturbed anew: 3/8, 5/8 (E = 5/3) and then 1/4, 3/4 (E = 3) have E = 5 together."""
    first, second = Fraction(3, 8), Fraction(1, 4)

    def report(bit: int, flip: Fraction) -> tuple[Fraction, Fraction]:
        return (1 - flip, flip) if bit == 0 else (flip, 1 - flip)

    rows = tuple(tuple(p * q for p, q in product(report(bit, first), report(bit, second))) for bit in (0, 1))
    assert all(sum(row) == 1 for row in rows)
    assert private(rows, ratio) == together


def test_the_staircase_is_better_under_differential_privacy() -> None:
    """e^epsilon = 100, stair at 1/5: the variance by summing integrals over 60 stairs, against 2/ln(100)^2."""
    mpmath.mp.dps = 40
    q, stair = mpmath.mpf(1) / 100, mpmath.mpf(1) / 5
    mass = variance = mpmath.mpf(0)
    for k in range(60):
        for low, high, power in ((k, k + stair, k), (k + stair, k + 1, k + 1)):
            mass += 2 * q**power * (high - low)
            variance += 2 * q**power * (high**3 - low**3) / 3
    assert mpmath.almosteq(variance / mass, mpmath.mpf(263947) / 6370650, rel_eps=mpmath.mpf(10) ** -30)
    assert variance / mass < mpmath.mpf("0.0415") < mpmath.mpf("0.0943") < 2 / mpmath.log(100) ** 2


def test_one_norm_is_meant_in_corollary_13() -> None:
    """F(u) = (u, u), epsilon = ln 2, noise of the level ln 2 in each answer, in signs: (1/2, 1/2)^2, (3/4, 1/4)^2."""
    one, other = (Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 4), Fraction(1, 4))  # P(V > 0), P(V + 1 > 0)
    rows = tuple(tuple(p * q for p in sign for q in sign) for sign in (one, other))
    assert private((one, other), Fraction(2))
    assert private(rows, Fraction(4))
    assert not private(rows, Fraction(2))


def characteristic(decay: mpmath.mpf, stair: mpmath.mpf, s: mpmath.mpf) -> mpmath.mpf:
    """E cos(s V) of the staircase noise, by sums of integrals over 200 stairs."""
    mass = value = mpmath.mpf(0)
    for k in range(200):
        for low, high, power in ((k, k + stair, k), (k + stair, k + 1, k + 1)):
            mass += decay**power * (high - low)
            value += decay**power * (mpmath.sin(s * high) - mpmath.sin(s * low)) / s
    return value / mass


def variance_of_staircase(decay: mpmath.mpf, stair: mpmath.mpf) -> mpmath.mpf:
    """E V^2, minus the second derivative of the characteristic function at 0: by differences."""
    h = mpmath.mpf(10) ** -8
    return 2 * (1 - characteristic(decay, stair, h)) / h**2


@pytest.mark.slow
def test_the_stair_for_the_mean_squared_error() -> None:
    """At e^epsilon = 4: ((b (1 + b)/2)^(1/3) - b)/(1 - b) = 0.3848..., better than the stairs beside it."""
    mpmath.mp.dps = 60
    b = mpmath.mpf(1) / 4
    best = (mpmath.cbrt(b * (1 + b) / 2) - b) / (1 - b)
    assert mpmath.nstr(best, 4) == "0.3848"
    middle, low, high = (variance_of_staircase(b, best + step) for step in (0, mpmath.mpf("-0.01"), mpmath.mpf("0.01")))
    assert middle < min(low, high)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(2, 4), (3.5, 4), (1.5, 7.5), (7, 7.5)])
def test_a_zero_of_one_staircase_only(first: float, second: float) -> None:
    """The characteristic function of the second noise has a zero in (2 pi, 3 pi), that of the first is not 0 there."""
    mpmath.mp.dps = 40

    def noise(E: float) -> tuple[mpmath.mpf, mpmath.mpf]:
        b = 1 / mpmath.mpf(E)
        return b, (mpmath.cbrt(b * (1 + b) / 2) - b) / (1 - b)

    def at(s: mpmath.mpf) -> mpmath.mpf:
        return characteristic(*noise(second), s)

    low, high = 2 * mpmath.pi, mpmath.pi / noise(second)[1]
    assert at(low) > 0 > at(high)
    zero = mpmath.findroot(at, (low, high), solver="anderson")
    assert characteristic(*noise(first), zero) < -(mpmath.mpf(10) ** -6)
