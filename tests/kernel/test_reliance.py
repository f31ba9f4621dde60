"""Test what the kernel relies on in python-flint, tested against Python integers, fractions and mpmath."""

import ast
import math
import random
from fractions import Fraction
from pathlib import Path

import flint
import pytest
from flint import fmpq, fmpq_poly, fmpz, fmpz_mpoly_ctx, fmpz_poly

import dpexact.kernel

RING = fmpz_mpoly_ctx.get(("t", "u"), "lex")
SIZES = (1, 8, 62, 63, 64, 65, 128, 1000, 20000)


def integers(seed: int, count: int = 40) -> list[int]:
    """Integers of many sizes and both signs, with 0 and powers of two among them."""
    source = random.Random(seed)
    drawn = [source.choice((-1, 1)) * source.getrandbits(source.choice(SIZES)) for _ in range(count)]
    return [0, 1, -1, 2**62, -(2**63), 2**64, *drawn]


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def test_version_is_the_one_that_was_tested() -> None:
    assert tuple(int(part) for part in flint.__version__.split(".")[:2]) >= (0, 9)


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


@pytest.mark.slow
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


def test_fmpz_shifts_divides_and_powers_like_int() -> None:
    """Brackets are rounded outward by these: shifts to the right and divisions round down, of negative numbers too."""
    for a, b in zip(integers(10), integers(11), strict=True):
        x, y = fmpz(a), fmpz(b)
        for k in (0, 1, 5, 63, 64, 65, 500):
            assert (int(x << k), int(x >> k), int(-(-x >> k))) == (a << k, a >> k, -(-a >> k))
        if b:
            assert int(x // y) == a // b
        assert (int(-x), int(abs(x)), int(x**3), int(x.gcd(y))) == (-a, abs(a), a**3, math.gcd(a, b))
        assert (int(max(x, y)), int(min(x, y))) == (max(a, b), min(a, b))
        assert (x >= y, x <= y, x != y) == (a >= b, a <= b, a != b)
    with pytest.raises(OverflowError):
        fmpz(1) << 2**70


def test_polynomials_have_powers_of_any_size_in_any_number_of_variables() -> None:
    source = random.Random(12)
    for variables in (1, 2, 3, 5):
        ring = fmpz_mpoly_ctx.get(tuple(f"x{k}" for k in range(variables)), "lex")
        for _ in range(40):
            parts: list[dict[tuple[int, ...], int]] = []
            for _ in range(2):
                drawn = [tuple(source.choice((0, 1, 3, 10**600)) for _ in range(variables)) for _ in range(4)]
                parts.append({power: source.choice((-1, 1)) * (source.getrandbits(70) + 1) for power in drawn})
            x, y = (ring.from_dict(part) for part in parts)
            expected = wide_product(*parts)
            assert terms_of_any(x * y) == expected
            if expected:
                assert [int(d) for d in (x * y).degrees()] == [max(column) for column in zip(*expected, strict=True)]
                assert sorted(int(c) for c in (x * y).coeffs()) == sorted(expected.values())
            assert len(x * y) == len(expected)


def wide_product(p: dict[tuple[int, ...], int], q: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    result: dict[tuple[int, ...], int] = {}
    for i, c in p.items():
        for k, d in q.items():
            power = tuple(a + b for a, b in zip(i, k, strict=True))
            result[power] = result.get(power, 0) + c * d
    return {power: c for power, c in result.items() if c}


def terms_of_any(value: flint.fmpz_mpoly) -> dict[tuple[int, ...], int]:
    listed = [(tuple(int(i) for i in power), int(c)) for power, c in value.terms()]
    assert len(dict(listed)) == len(listed)
    return dict(listed)


RELIED_ON = {"fmpz", "fmpq", "fmpz_mpoly", "fmpz_mpoly_ctx", "fmpz_poly", "fmpq_poly"}


def test_what_the_kernel_takes_from_flint_is_what_is_tested_here() -> None:
    """No balls, no contexts of precision, no other types; and only these methods of them."""
    names: set[str] = set()
    for file in Path(dpexact.kernel.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "flint":
                names |= {alias.name for alias in node.names}
            assert not (isinstance(node, ast.Import) and any(alias.name == "flint" for alias in node.names))
    assert names == RELIED_ON


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
