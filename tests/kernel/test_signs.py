"""Signs of numbers and sums of quotients, against mpmath, fractions and identities known by hand."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import pytest
from flint import ctx, fmpq, fmpz, fmpz_poly

from dpexact.kernel import claim, free
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.field import Field, decode_field
from tests.refusals import refuses

GENERATORS = {
    "exp": (["6d", "32"], ["1", "1"], 1),  # exp(109/50)
    "root": (["0", "1"], ["7", "3"], 5),
    "both": (["1", "7"], ["2", "1"], 3),
}


def field_of(name: str) -> Field:
    exponent, base, degree = GENERATORS[name]
    return decode_field({"exponent": exponent, "base": base, "degree": degree}, Budget())


def random_sum(source: random.Random, field: Field, size: int) -> list[list[Any]]:
    powers = {
        (source.randrange(12) if field.exponent else 0, source.randrange(field.roots[0][2] if field.roots else 1))
        for _ in range(size)
    }
    coefficients = {power: source.choice((-1, 1)) * (source.getrandbits(60) + 1) for power in powers | {(0, 0)}}
    terms = [[format(c, "x"), *power] for power, c in sorted(coefficients.items())]
    return terms if len(terms) > 1 else random_sum(source, field, size + 1)


def numeric(name: str, terms: list[list[Any]]) -> mpmath.mpf:
    (p, q), (a, b), n = GENERATORS[name]
    t = mpmath.exp(mpmath.mpf(int(p, 16)) / int(q, 16))
    u = mpmath.root(mpmath.mpf(int(a, 16)) / int(b, 16), n)
    return mpmath.fsum(int(c, 16) * t**i * u**j for c, i, j in terms)


@pytest.mark.slow
@pytest.mark.parametrize("name", GENERATORS)
def test_signs_of_random_sums_and_products(name: str) -> None:
    source = random.Random(name)
    field = field_of(name)
    signs = []
    with mpmath.workdps(200):
        for _ in range(150):
            p, q = random_sum(source, field, 5), random_sum(source, field, 3)
            first, second = field.polynomial(p), field.polynomial(q)
            expected = [int(mpmath.sign(numeric(name, terms))) for terms in (p, q)]
            assert [field.sign(first), field.sign(second)] == expected
            assert field.sign(first * second) == expected[0] * expected[1]
            assert field.sign(first * second - second * first) == 0
            signs += expected
    assert {-1, 1} == set(signs)


def test_identities_in_the_generators_are_zero() -> None:
    root = field_of("root")  # u^5 = 7/3
    u = root.polynomial([["1", 0, 1]])
    assert root.sign(3 * u * u * u * u * u - 7) == 0
    assert root.sign((3 * u * u * u * u * u - 7) * (u - 1)) == 0
    assert root.sign(9 * u * u * u * u * u * u * u * u * u * u - 49) == 0
    assert root.sign(3 * u * u * u * u * u - 7 + u - u * fmpz(1)) == 0
    assert root.sign(3 * 10**60 * u * u * u * u * u - (7 * 10**60 + 1)) == -1
    exp = field_of("exp")
    t = exp.polynomial([["1", 1, 0]])
    assert exp.sign((t - 1) * (t + 1) - (t * t - 1)) == 0
    assert exp.sign((t - 1) * (t + 1) - t * t) == -1


def test_the_end_of_the_budget_is_said() -> None:
    field = field_of("exp")
    with mpmath.workdps(260):
        near = int(mpmath.floor(mpmath.exp(mpmath.mpf(218) / 100) * 10**250))
    value = field.polynomial([[format(-near, "x"), 0, 0], [format(10**250, "x"), 1, 0]])
    before = field.budget.spent
    assert field.sign(value) == 1
    assert field.sign(-value) == -1
    assert field.budget.spent > before  # 128 bits do not decide it
    field.budget.limit = field.budget.spent
    refuses(Rejected, r"^size: the work is more than", field.sign, value)
    assert field.sign(field.polynomial("-1")) == -1


@pytest.mark.slow
def test_eight_threads_decide_alike() -> None:
    texts = []
    for k in (1, 2, 3, 4, 5, 6, 8, 9):
        with mpmath.workdps(500):
            near = [int(mpmath.floor(mpmath.exp(mpmath.mpf(k) / 7) * 10 ** (40 * k))) + d for d in (0, 1)]
        texts.append((k, [[[format(-x, "x"), 0, 0], [format(10 ** (40 * k), "x"), 1, 0]] for x in near]))

    def run(k: int, numbers: list[list[list[Any]]]) -> list[int]:
        found = []
        for _ in range(30):
            field = decode_field({"exponent": [format(k, "x"), "7"], "base": ["1", "1"], "degree": 1}, Budget())
            found += [field.sign(field.polynomial(x)) for x in numbers]
        return found

    before = ctx.prec
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(run, *item) for item in texts * 2]
        assert all(future.result() == [1, -1] * 30 for future in futures)
    assert ctx.prec == before


def test_totals_of_quotients_with_distinct_denominators() -> None:
    source = random.Random(4)
    for size in (0, 1, 2, 3, 16, 17, 33, 200):
        parts = [
            Fraction(source.getrandbits(64), source.choice((7, 12, source.getrandbits(64) + 1))) for _ in range(size)
        ]
        top, bottom = field_of("exp").total((fmpz(part.numerator), fmpz(part.denominator)) for part in parts)
        assert isinstance(top, fmpz)
        assert isinstance(bottom, fmpz)
        assert Fraction(int(top), int(bottom)) == sum(parts, Fraction(0))


def polynomial_with(*roots: Fraction) -> list[int]:
    """Integer coefficients of the product of (q t - p) over the roots p/q, constant term first."""
    coefficients = [1]
    for root in roots:
        shifted = [0, *(root.denominator * c for c in coefficients)]
        coefficients = [a - root.numerator * b for a, b in zip(shifted, [*coefficients, 0], strict=True)]
    return coefficients


@pytest.fixture
def cells() -> Callable[[list[Fraction], tuple[Fraction, Fraction | None]], list[Fraction]]:
    """The points that the kernel samples for a polynomial with these roots on an interval."""

    def run(roots: list[Fraction], interval: tuple[Fraction, Fraction | None]) -> list[Fraction]:
        lower, upper = (None if end is None else fmpq(end.numerator, end.denominator) for end in interval)
        assert lower is not None
        stretch = free.Interval(lower, upper, Budget())
        chains = free.chains_of([fmpz_poly(polynomial_with(*roots))], stretch)
        return [Fraction(int(x.p), int(x.q)) for x in free.samples(chains, stretch)]

    return run


@pytest.mark.slow
def test_every_cell_between_roots_is_sampled(
    cells: Callable[[list[Fraction], tuple[Fraction, Fraction | None]], list[Fraction]],
) -> None:
    source = random.Random(9)
    tiny = Fraction(1, 10**30)
    for _ in range(60):
        pool = [Fraction(source.randrange(0, 40), source.randrange(1, 9)) for _ in range(source.randrange(1, 6))]
        roots = sorted({*pool, pool[0] + tiny})
        lower = source.choice([Fraction(1), roots[0], roots[-1], Fraction(7, 3)])
        upper = source.choice([None, lower, lower + 1, max(lower, roots[-1]), lower + 30])
        points = cells(roots, (lower, upper))
        assert all(lower <= x and (upper is None or x <= upper) for x in points)
        ends = [lower, *(root for root in roots if lower < root and (upper is None or root < upper))]
        ends.append(max(points) + 1 if upper is None else upper)
        for a, b in pairwise(ends):
            inside = [x for x in points if a <= x <= b and (x not in roots or a == b)]
            assert a == b or inside, (roots, lower, upper, points)


def test_the_worst_event_among_near_ties() -> None:
    """a/b just above and just below e, by more and by less than the first brackets tell: each output on its side."""
    source = random.Random(11)
    field = decode_field({"exponent": ["1", "1"], "base": ["1", "1"], "degree": 1}, Budget())
    t = field.polynomial([["1", 1, 0]])
    seven = field.polynomial([["7", 0, 0], ["1", 1, 0]])
    with mpmath.workdps(900):
        for factor, numeric in (
            ((t, fmpz(1)), mpmath.e),
            ((t * fmpz(3), fmpz(2)), 3 * mpmath.e / 2),
            ((seven, t), (7 + mpmath.e) / mpmath.e),
            ((fmpz(5), fmpz(3)), mpmath.mpf(5) / 3),
            ((fmpz(7) * t * t * t, t), 7 * mpmath.e**2),
        ):
            below = [
                10 ** source.choice((3, 20, 37, 38, 39, 40, 41, 60, 150)) + source.randrange(5) for _ in range(120)
            ]
            above = [int(mpmath.floor(numeric * b)) + source.choice((0, 0, 1, 1, 2, -1)) for b in below]
            near = [(fmpz(a), fmpz(b)) for a, b in zip(above, below, strict=True)] + [
                (fmpz(5), fmpz(3)),
                (fmpz(0), fmpz(0)),
            ]
            scale = fmpz(10**160)
            rows: Any = [[(pair[k], scale) for pair in near] for k in range(2)]
            expected = (
                [o for o, (a, b) in enumerate(near) if int(a) * 3 > int(b) * 5]
                if factor[0] == 5
                else [o for o, (a, b) in enumerate(near) if int(a) > numeric * int(b)]
            )
            asked = claim.Claim(field, rows, [(0, 1)], factor, (fmpz(0), fmpz(1)))
            assert asked.worst((0, 1)) == expected
            assert 0 < len(expected) < len(near)
            other: Any = [[(pair[k] * fmpz(k + 1), scale * fmpz(k + 1)) for pair in near] for k in range(2)]
            assert claim.Claim(field, other, [(0, 1)], factor, (fmpz(0), fmpz(1))).worst((0, 1)) == expected
    huge = (field.polynomial([["1", 10**30, 0]]), fmpz(1))
    assert claim.Claim(field, [[(fmpz(1), t)], [(fmpz(0), t)]], [], huge, (fmpz(0), fmpz(1))).worst((0, 1)) == [0]
    assert claim.Claim(field, [[(fmpz(9), t)], [(fmpz(1), t)]], [], huge, (fmpz(0), fmpz(1))).worst((0, 1)) == []
