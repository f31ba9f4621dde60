"""Brackets of exponentials, roots, powers and sums, against mpmath at far higher precision and identities."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import fmpq, fmpz

from dpexact.kernel import bracket
from dpexact.kernel.bracket import Bracket
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.field import Field
from tests.each import each
from tests.refusals import refuses

BITS = (8, 64, 128, 333, 2048)
EXPONENTS = [
    *((1, 1), (109, 50), (7, 1), (1, 3), (40, 1), (2**20, 1), (10**6 + 1, 3), (1, 10**6), (1, 2**200), (1, 10**30 + 1)),
    *(
        (2**64, 1),
        (2**64 + 1, 2**64),
        (2**300 + 1, 2**290),
        (693147180559945309, 10**18),
        (5, 8),
        (3 * 2**50, 2**49 - 1),
    ),
]
ROOTS = [
    *((2, 1, 2), (3, 2, 5), (10**30 + 1, 7, 12), (2, 1, 4096), (2**200 + 1, 2**200, 3), (2**200, 2**200 - 1, 7)),
    *((10**80, 1, 3), (2**99, 1, 2), (3**60 + 1, 1, 60), (3**60 - 1, 1, 60), (2**64 - 1, 1, 64), (2**64 + 1, 1, 64)),
    *((10**400 + 1, 10**200, 2), (2, 1, 100003), (7, 6, 2)),
]


def number(x: fmpz, e: int) -> mpmath.mpf:
    return mpmath.ldexp(mpmath.mpf(int(x)), e)


def contains(found: Bracket, expected: mpmath.mpf) -> bool:
    low, high, e = found
    return bool(number(low, e) <= expected <= number(high, e))


@each("bits", BITS)
@each(("p", "q"), EXPONENTS)
def test_exponentials(p: int, q: int, bits: int) -> None:
    found = bracket.exponential(fmpz(p), fmpz(q), bits)
    with mpmath.workprec(2 * bits + 2 * (p * q).bit_length() + 400):
        expected = mpmath.exp(mpmath.mpf(p) / q)
        assert contains(found, expected)
    assert found[1].bit_length() <= bits + 1
    assert found[1] - found[0] <= 4 * int(max(fmpz(1), found[1] >> bits - 1))


@pytest.mark.slow
def test_the_series_at_every_number_of_few_bits() -> None:
    """Where each rounding counts: low is below the sum of terms at the lower end, high above e^y at the upper end."""
    with mpmath.workprec(200):
        for bits in range(1, 11):
            for x in range(2 ** (bits - 1)):
                low, high, e = bracket.series(fmpz(x), bits)
                assert e == -bits
                assert number(low, e) <= mpmath.exp(mpmath.ldexp(mpmath.mpf(x), -bits))
                assert number(high, e) >= mpmath.exp(mpmath.ldexp(mpmath.mpf(x + 1), -bits))
                assert high - low <= 2 * bits + 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b", "n", "bits"), [(a, b, n, bits) for a, b, n in ROOTS for bits in BITS if n * bits <= 10**8]
)
def test_roots(a: int, b: int, n: int, bits: int) -> None:
    found = bracket.root(fmpz(a), fmpz(b), n, bits)
    assert found is not None
    low, high, e = found
    assert high == low + 1
    assert abs(low.bit_length() - bits) <= 1
    power: Any = lambda m: Fraction(int(m)) ** n * Fraction(2) ** (e * n)  # noqa: E731
    if n * bits < 10**6:
        assert power(low) <= Fraction(a, b) <= power(high)
    with mpmath.workprec(2 * bits + 2 * (a * b).bit_length() + 400):
        assert contains(found, mpmath.root(mpmath.mpf(a) / b, n))


@pytest.mark.parametrize("error", [-1, 1])
def test_a_wrong_integer_root_is_noticed(error: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        """An fmpz whose roots are one off."""

        def __init__(self, value: fmpz) -> None:
            self.value = value

        def bit_length(self) -> int:
            return int(self.value.bit_length())

        def __lshift__(self, places: int) -> Wrong:
            return Wrong(self.value << places)

        def __floordiv__(self, other: fmpz) -> Wrong:
            return Wrong(self.value // other)

        def __ge__(self, other: fmpz) -> bool:
            return bool(self.value >= other)

        def __lt__(self, other: fmpz) -> bool:
            return bool(self.value < other)

        def __gt__(self, other: fmpz) -> bool:
            return bool(self.value > other)

        def root(self, n: int) -> fmpz:
            return self.value.root(n) + error

    assert bracket.root(Wrong(fmpz(10)), fmpz(3), 2, 64) is None  # type: ignore[arg-type]
    field = Field(Budget(), fmpq(0), ((fmpz(10), fmpz(3), 2),))
    monkeypatch.setattr("dpexact.kernel.field.root", lambda *_: None)
    refuses(Rejected, r"^generators: ", field.sign, field.polynomial([["-1", 0, 0], ["1", 0, 1]]))


def test_exact_powers_of_two_and_ends() -> None:
    for k in (0, 1, 63, 64, 127, 128, 5000):
        for bits in BITS:
            two_k = Bracket(fmpz(2**k), fmpz(2**k), 0)
            low, high, e = bracket.times(two_k, two_k, bits)
            assert contains(Bracket(low, high, e), mpmath.ldexp(mpmath.mpf(1), 2 * k))
            assert (low, high) == (high, high)
    for value in (2**128 - 1, 2**128 + 1, 2**129 - 1):
        low, high, e = bracket.times(Bracket(fmpz(value), fmpz(value), 0), bracket.ONE, 128)
        assert low * 2**e <= value <= high * 2**e
    low, high, e = bracket.times(Bracket(fmpz(2**130 + 1), fmpz(2**130 + 1), 0), bracket.ONE, 128)
    assert (int(low), int(high), e) == (2**127, 2**127 + 1, 3)


def test_products_and_powers_enclose_and_stay_short() -> None:
    source = random.Random(3)
    for _ in range(300):
        bits = source.choice(BITS)
        parts = [source.getrandbits(source.choice((1, 5, 64, 200))) + 1 for _ in range(3)]
        a = Bracket(fmpz(parts[0]), fmpz(parts[0] + parts[1]), source.randrange(-200, 200))
        b = Bracket(fmpz(parts[2]), fmpz(parts[2] + 1), source.randrange(-200, 200))
        low, high, e = bracket.times(a, b, bits)
        assert int(low) * Fraction(2) ** e <= int(a[0] * b[0]) * Fraction(2) ** (a[2] + b[2])
        assert int(high) * Fraction(2) ** e >= int(a[1] * b[1]) * Fraction(2) ** (a[2] + b[2])
        assert high.bit_length() <= max(bits + 1, 1)
        n = source.randrange(0, 40)
        low, high, e = bracket.power(a, n, bits)
        assert int(low) * Fraction(2) ** e <= int(a[0]) ** n * Fraction(2) ** (a[2] * n)
        assert int(high) * Fraction(2) ** e >= int(a[1]) ** n * Fraction(2) ** (a[2] * n)


def test_a_huge_power_keeps_its_size_in_the_exponent() -> None:
    n = 10**600 + 7
    low, high, e = bracket.power(bracket.exponential(fmpz(1), fmpz(1), 4096), n, 4096)
    assert high.bit_length() <= 4097
    with mpmath.workdps(1400):
        binary = mpmath.mpf(n) / mpmath.log(2)  # the logarithm of e^n to the base 2
        low_end = e + mpmath.log(mpmath.mpf(int(low)), 2)
        assert low_end <= binary <= e + mpmath.log(mpmath.mpf(int(high)), 2)
        assert binary - low_end < mpmath.mpf(2) ** -2000


@pytest.mark.slow
def test_sums_are_rounded_outward_and_do_not_blow_up() -> None:
    source = random.Random(5)
    for _ in range(400):
        bits = source.choice((8, 64, 128))
        terms = []
        for _ in range(source.randrange(1, 6)):
            c = source.choice((-1, 1)) * (source.getrandbits(source.choice((1, 64, 300))) + 1)
            least = source.getrandbits(60)
            bounds = Bracket(fmpz(least), fmpz(least + source.randrange(3)), source.choice((-500, -70, 0, 64, 400)))
            terms.append((fmpz(c), bounds))
        low, high, e = bracket.combine(iter(terms), bits)
        ends = [[int(c) * int(end) * Fraction(2) ** x[2] for end in x[:2]] for c, x in terms]
        assert int(low) * Fraction(2) ** e <= sum(min(pair) for pair in ends)
        assert sum(max(pair) for pair in ends) <= int(high) * Fraction(2) ** e
        largest = max(max(abs(end) for end in pair) for pair in ends)
        exact = sum(max(pair) for pair in ends) - sum(min(pair) for pair in ends)
        assert int(high - low) * Fraction(2) ** e - exact <= largest * Fraction(2) ** (4 - bits) * 2 * len(terms)
    far = [(fmpz(sign), Bracket(fmpz(1), fmpz(1), sign * 10**300)) for sign in (1, -1)]
    for terms in (far, far[::-1]):
        low, high, e = bracket.combine(iter(terms), 64)
        assert (high.bit_length(), e > 0) == (64, True)
        assert high - low in (1, 0)
        assert low > 0


def test_moving_rounds_outward() -> None:
    for low in range(-20, 20):
        for high in range(low, 20):
            for places in (-300, -5, -1, 0, 3):
                below, above = bracket.moved(fmpz(low), fmpz(high), places)
                assert int(below) <= low * Fraction(2) ** places < int(below) + 1
                assert int(above) - 1 < high * Fraction(2) ** places <= int(above)
