"""What the kernel relies on in python-flint, tested against Python integers, fractions and mpmath."""

from __future__ import annotations

import random
from fractions import Fraction

import flint
import mpmath
import pytest
from flint import arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_mpoly_ctx, fmpz_poly

RING = fmpz_mpoly_ctx.get(("t", "u"), "lex")
SIZES = (1, 8, 62, 63, 64, 65, 128, 1000, 20000)


def integers(seed: int, count: int = 40) -> list[int]:
    """Integers of many sizes and both signs, with 0 and powers of two among them."""
    source = random.Random(seed)
    drawn = [source.choice((-1, 1)) * source.getrandbits(source.choice(SIZES)) for _ in range(count)]
    return [0, 1, -1, 2**62, -(2**63), 2**64, *drawn]


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def test_version_is_one_in_which_negation_of_balls_is_right() -> None:
    assert tuple(int(part) for part in flint.__version__.split(".")[:2]) >= (0, 9)
    assert (arb(1).neg() == -1) is True
    assert (-arb(1) == -1) is True


def test_fmpz_reads_compares_and_computes_like_int() -> None:
    for a, b in zip(integers(1), integers(2), strict=True):
        x, y = fmpz(int(format(a, "x"), 16)), fmpz(b)
        assert int(x) == a
        assert (int(x + y), int(x - y), int(x * y)) == (a + b, a - b, a * b)
        assert (x > y, x < y, x == y, x > 0, x < 0) == (a > b, a < b, a == b, a > 0, a < 0)
        assert bool(x) == bool(a)
        assert x.bit_length() == a.bit_length()


def test_fmpz_root_is_the_floor_of_the_root() -> None:
    for a in (abs(value) for value in integers(3)):
        for k in (2, 3, 5, 12):
            root = int(fmpz(a).root(k))
            assert root**k <= a < (root + 1) ** k


def test_fmpq_computes_like_fraction() -> None:
    for a, b in zip(integers(4), integers(5), strict=True):
        bottom = abs(b) + 1
        value, expected = fmpq(a, bottom), Fraction(a, bottom)
        assert fraction(value) == expected
        assert fraction(value * value + fmpq(1, 3)) == expected**2 + Fraction(1, 3)
        assert fraction(value**3 * fmpz(7)) == expected**3 * 7
        assert (value > 0, value <= 1, value == 0) == (expected > 0, expected <= 1, expected == 0)
    assert bool(fmpq(0)) is False
    assert bool(fmpq(1, 3)) is True


def random_terms(source: random.Random) -> dict[tuple[int, ...], int]:
    powers = [(source.choice((0, 1, 5, 2**40 - 1)), source.randrange(4)) for _ in range(source.randrange(1, 6))]
    return {power: source.choice((-1, 1)) * (source.getrandbits(70) + 1) for power in powers}


def product(p: dict[tuple[int, ...], int], q: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    result: dict[tuple[int, ...], int] = {}
    for (i, j), c in p.items():
        for (k, m), d in q.items():
            result[i + k, j + m] = result.get((i + k, j + m), 0) + c * d
    return {power: c for power, c in result.items() if c}


def test_multivariate_polynomials_are_sums_of_their_terms() -> None:
    source = random.Random(6)
    for _ in range(200):
        p, q, c = random_terms(source), random_terms(source), source.randrange(-9, 10)
        x, y = RING.from_dict({**p}), RING.from_dict({**q})
        assert terms_of(x * y) == product(p, q)
        assert terms_of(x * fmpz(c)) == terms_of(fmpz(c) * x) == product(p, {(0, 0): c})
        added = {power: p.get(power, 0) + q.get(power, 0) for power in p | q}
        assert terms_of(x + y) == {power: v for power, v in added.items() if v}
        assert terms_of(x - y + y) == p
        shifted = p | {(0, 0): p.get((0, 0), 0) - c}
        assert terms_of(x - fmpz(c)) == {power: v for power, v in shifted.items() if v}
        assert terms_of(fmpz(c) - x) == {power: -v for power, v in shifted.items() if v}
        assert terms_of(x - x) == {}


def terms_of(value: flint.fmpz_mpoly) -> dict[tuple[int, ...], int]:
    listed = [((int(i), int(j)), int(c)) for (i, j), c in value.terms()]
    assert len(dict(listed)) == len(listed)
    return dict(listed)


@pytest.mark.parametrize("bits", [64, 128, 1024])
def test_balls_contain_the_number_and_get_narrow(bits: int) -> None:
    with mpmath.workprec(4 * bits):
        for p, q in ((1, 1), (218, 100), (-3, 7), (40, 1), (1, 10**6)):
            expected = mpmath.exp(mpmath.mpf(p) / q)
            with ctx.workprec(bits):
                assert_encloses(arb(fmpq(p, q)).exp(), expected, bits)
        for base, degree in ((Fraction(2), 2), (Fraction(3, 2), 5), (Fraction(10**30 + 1, 7), 12)):
            expected = mpmath.root(mpmath.mpf(base.numerator) / base.denominator, degree)
            with ctx.workprec(bits):
                ball = arb(fmpq(base.numerator, base.denominator)).root(degree)
                assert_encloses(ball, expected, bits)
                assert_encloses(ball**7 * fmpz(3**200) - fmpz(5), expected**7 * 3**200 - 5, bits)


def assert_encloses(ball: arb, number: mpmath.mpf, bits: int) -> None:
    low, high = (mpmath.ldexp(int(m), int(e)) for m, e in (end.man_exp() for end in (ball.lower(), ball.upper())))
    assert low <= number <= high
    assert high - low <= abs(number) * mpmath.ldexp(1, 16 - bits)


def test_a_ball_around_zero_has_no_sign() -> None:
    with ctx.workprec(64):
        third = arb(1) / 3
        around_zero = third * 3 - 1
        assert [around_zero > 0, around_zero < 0, arb(0) > 0, arb(0) < 0] == [False] * 4
        assert [third > 0, -third < 0, third < 0, -third > 0] == [True, True, False, False]
        without_bounds = arb(fmpq(fmpz(2) ** 4000)).exp() - arb(fmpq(fmpz(2) ** 4000)).exp()
        assert [without_bounds > 0, without_bounds < 0, arb("nan") > 0, arb("nan") < 0] == [False] * 4


def test_workprec_ends_with_its_block() -> None:
    before = ctx.prec
    with ctx.workprec(1000):
        assert ctx.prec == 1000
    with pytest.raises(ZeroDivisionError), ctx.workprec(2000):
        raise ZeroDivisionError
    assert ctx.prec == before


def test_univariate_polynomials_factor_divide_and_evaluate() -> None:
    source = random.Random(8)
    for _ in range(100):
        p = fmpz_poly([source.randrange(-50, 51) for _ in range(source.randrange(1, 9))] + [source.randrange(1, 9)])
        x = fmpq(source.randrange(-20, 21), source.randrange(1, 9))
        coefficients = [int(c) for c in p.coeffs()]
        assert fraction(p(x)) == sum(c * fraction(x) ** k for k, c in enumerate(coefficients))
        content, factors = p.factor()
        together = fmpz_poly([content])
        for factor, power in factors:
            together *= factor**power
        assert together == p
        assert [int(c) for c in p.derivative().coeffs()] == [k * c for k, c in enumerate(coefficients)][1:]
        assert (-p).content() * (p / p.content()) == p


def test_remainder_and_numerator_keep_the_sign() -> None:
    remainder = fmpq_poly([1, 0, -3, 2]) % fmpq_poly([5, 0, -7])  # 2x^3 - 3x^2 + 1 modulo -7x^2 + 5
    assert [fraction(c) for c in remainder.coeffs()] == [Fraction(-8, 7), Fraction(10, 7)]
    assert remainder.numer() == fmpz_poly([-8, 10])
    assert fmpz_poly([-8, 10]) / fmpz_poly([-8, 10]).content() == fmpz_poly([-4, 5])
    assert fmpz_poly([0]).degree() == -1
