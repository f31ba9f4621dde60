"""The generators over which exact numbers are written, and the smallest common field of two of them.

A number of dpexact is a quotient of sums of c t^i u^j with integer c, where t = exp(g) for a rational g > 0 (or
t = E, left free) and u = b^(1/n) for a primitive rational b > 1. The t^i u^j (0 <= j < n) are linearly
independent over Q. For the u^j this holds because x^n - b is irreducible, and then for the t^i over the algebraic
numbers by Lindemann-Weierstrass. So a sum is zero exactly when all its coefficients are.

Roots of rationals have one normal form. Only small prime factors are ever looked for, so nothing here depends on
factoring large integers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple

from flint import fmpq, fmpz

from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.numbers.typography import rational_excerpt

MAX_ROOT = 1024  # the degree n of u = b^(1/n)
MAX_RADICAND_BITS = 1 << 16  # of the numerator and of the denominator of b
SMALL_PRIMES = 200  # this many primes are divided out of a radicand
BEYOND_SMALL = 1229  # the next one
MAX_POWER_BITS = 1 << 24  # of a power of a number (2 MB)

Ratio = fmpq | Fraction
Radical = tuple[Fraction, int]  # (b, n) stands for b^(1/n)


def rational_bits(number: Ratio) -> int:
    """Return the bits of the numerator and the denominator of an fmpq (or Fraction)."""
    return int(number.numerator.bit_length()) + int(number.denominator.bit_length())


def check_rational_product(powers: Iterable[tuple[Ratio, int]], limit: int = MAX_POWER_BITS) -> None:
    """Refuse the product of number ** power over all pairs, for fmpq or Fraction, if it would be too large."""
    bits = 0
    for number, power in powers:
        parts = (number.numerator, number.denominator)
        bits += sum(int((abs(fmpz(part)) - 1).bit_length()) for part in parts if part) * abs(power)
    refuse_bits(bits, limit)


def refuse_bits(bits: int, limit: int = MAX_POWER_BITS) -> None:
    """Raise TooLargeError for a power that is too large, before time and memory are spent on it."""
    if bits > limit:
        size = f"about {bits} bits" if bits < 1 << 64 else "more than 2^64 bits"
        raise TooLargeError(f"a power of {size} was asked for", remedy=f"the limit is {limit} bits")


def rational_root(number: Fraction, degree: int) -> Fraction | None:
    """Return the positive rational whose `degree`-th power is the positive number, or None."""
    parts = []
    for part in (number.numerator, number.denominator):
        root = part if part == 1 else int(fmpz(part).root(degree))
        if root**degree != part:
            return None
        parts.append(root)
    return Fraction(*parts)


def _power_of(number: int) -> int:
    """Return the largest k such that the number > 1 is a k-th power."""
    whole = fmpz(number)
    if not whole.is_perfect_power():
        return 1
    factors = whole.factor(trial_limit=SMALL_PRIMES)
    common = gcd(*(int(multiplicity) for prime, multiplicity in factors if prime < BEYOND_SMALL))  # k divides it
    most = common or whole.bit_length() // 10  # since BEYOND_SMALL is above 2^10
    return next(k for k in range(most, 0, -1) if common % k == 0 and whole.root(k) ** k == whole)


@lru_cache(maxsize=4096)
def primitive_power(number: Fraction) -> tuple[Fraction, int]:
    """Return (b, k) with number = b**k, b > 1 not a perfect power of a rational, and (1, 0) for the number 1.

    For a primitive b > 1 the polynomial x^n - b is irreducible over Q for every n >= 1 (b is not a p-th power for
    any prime p, and b > 0 is not -4 c^4), so b^(1/n) has degree n and 1, b^(1/n), ..., b^((n-1)/n) are independent.

    The answer is exact.
    Reference: S. Lang, Algebra, chapter VI, theorem 9.1 (irreducibility of x^n - b).
    """
    if number == 1:
        return Fraction(1), 0
    if max(number.numerator, number.denominator).bit_length() > MAX_RADICAND_BITS:
        raise TooLargeError(f"a root of a number of more than {MAX_RADICAND_BITS} bits is refused")
    power = gcd(*(_power_of(part) for part in (number.numerator, number.denominator) if part > 1))
    base = rational_root(number, power)
    if base is None:
        raise AssertionError(number)  # unreachable: both parts are `power`-th powers
    return (base, power) if base > 1 else (1 / base, -power)


@lru_cache(maxsize=4096)
def normal_root(number: Fraction, exponent: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return (c, b, r) with number ** exponent = c * b**r for a number > 0, with 0 <= r < 1, and b = 1 if r = 0.

    b is primitive, and the n-th power of a small prime does not divide it, n the denominator of r.

    Raises TooLargeError.
    """
    scale = Fraction(1)
    while True:
        base, power = primitive_power(number)
        whole, rest = divmod(exponent * power, 1)
        check_rational_product([(base, int(whole))])
        scale *= base ** int(whole)
        if not rest:
            return scale, Fraction(1), Fraction(0)
        if rest.denominator > MAX_ROOT:
            raise root_too_deep(rest.denominator)
        factor = Fraction(
            _power_factor(base.numerator, rest.denominator), _power_factor(base.denominator, rest.denominator)
        )
        if factor == 1:
            return scale, base, rest
        scale *= factor**rest.numerator
        number, exponent = base / factor**rest.denominator, rest


def root_too_deep(degree: int) -> TooLargeError:
    """Return the error for a root of too high a degree."""
    return TooLargeError(
        f"a root of degree {rational_excerpt(Fraction(degree))} was asked for", remedy=f"the limit is {MAX_ROOT}"
    )


def _power_factor(number: int, degree: int) -> int:
    """Return the largest known f whose `degree`-th power divides the number, with small primes only."""
    factor = 1
    for prime, multiplicity in fmpz(number).factor(trial_limit=SMALL_PRIMES):
        if multiplicity >= degree:
            factor *= int(prime) ** (multiplicity // degree)
    return factor


def _as_power(number: Fraction, base: Fraction, degree: int) -> tuple[int, Fraction] | None:
    """Return (j, c) with number^(1/degree) = c * base^(j/degree) and gcd(j, degree) = 1, c rational, or None."""
    if degree * max(base.numerator, base.denominator).bit_length() > 4 * MAX_RADICAND_BITS:
        raise TooLargeError(f"roots of degree {degree} of numbers of that many digits are not compared")
    quotient = number
    for j in range(1, max(degree, 2)):
        quotient /= base
        if gcd(j, degree) == 1:
            root = rational_root(quotient, degree)
            if root is not None:
                return j, root
    return None


class Rewriting(NamedTuple):
    """The generators of one field, written over those of another, t as t^`t` and u as `scale` * u^`u`."""

    t: int = 1
    u: int = 1
    scale: Fraction = Fraction(1)


@lru_cache(maxsize=1024)
def common_radical(first: Radical, second: Radical) -> tuple[Fraction, int, Rewriting, Rewriting] | None:
    """Return b, n and how the roots are written, first = c b^(k/n), second = c' b^(k'/n), or None without such a b.

    Modulo the rationals a root of order n generates a cyclic group. The two lie in one cyclic group exactly when,
    for each prime p, one of their p-parts is a power of the other. The product of the larger p-parts is the root
    that generates both. Its order is the least common multiple n, so x^n - b is irreducible again.

    The answer is exact.
    """
    n = lcm(first[1], second[1])
    radicand = Fraction(1)
    for part in (int(prime) ** int(multiplicity) for prime, multiplicity in fmpz(n).factor()):
        (small, low), (large, high) = sorted(((b, gcd(part, d)) for b, d in (first, second)), key=lambda r: r[1])
        if low > 1 and _as_power(small, large, low) is None:
            return None
        radicand *= large ** (n // high)
    _, base, _ = normal_root(radicand, Fraction(1, n))
    sides = []
    for number, degree in (first, second):
        power_and_scale = _as_power(number, base, degree)
        if power_and_scale is None:
            raise AssertionError(first, second)  # unreachable: the root generates both
        sides.append(Rewriting(1, power_and_scale[0] * (n // degree), power_and_scale[1]))
    return base, n, sides[0], sides[1]


@dataclass(frozen=True, slots=True)
class Generators:
    """t = exp(exponent), absent for exponent 0, and u = base^(1/degree), absent for base 1 and degree 1."""

    exponent: Fraction = Fraction(0)
    base: Fraction = Fraction(1)
    degree: int = 1
    _hash: int = field(init=False, repr=False, compare=False)  # fields are looked up for every operation

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.exponent, self.base, self.degree)))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        parts = []
        if self.exponent:
            parts.append(f"exp({rational_excerpt(self.exponent)})")
        if self.degree > 1:
            base = rational_excerpt(self.base)
            parts.append(f"{base if self.base.denominator == 1 else f'({base})'}**(1/{self.degree})")
        return "Q(" + ", ".join(parts) + ")" if parts else "Q"


@dataclass(frozen=True, slots=True)
class Free:
    """t = E, any real number of [lower, upper], or of [lower, oo) if upper is None."""

    lower: Fraction
    upper: Fraction | None

    def __str__(self) -> str:
        end = "oo)" if self.upper is None else f"{rational_excerpt(self.upper)}]"
        return f"Q(E), E free on [{rational_excerpt(self.lower)}, {end}"


Field = Generators | Free
RATIONALS = Generators()
AS_IT_IS = Rewriting()


def rational_gcd(first: Fraction, second: Fraction) -> Fraction:
    """Return the largest rational of which both are integer multiples. 0 counts as absent."""
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


@lru_cache(maxsize=4096)
def join(first: Field, second: Field) -> tuple[Field, Rewriting, Rewriting]:
    """Return the smallest common field, and how the generators of each side are written over it.

    Raises IncompatibleFieldsError, TooLargeError for a root of degree over 1024.
    """
    for free, other in ((first, second), (second, first)):
        if isinstance(free, Free) and other in (free, RATIONALS):
            return free, AS_IT_IS, AS_IT_IS
    if isinstance(first, Free) or isinstance(second, Free):
        message = f"no common field of {first} and {second}: a free E goes with rationals and with the same free E only"
        raise IncompatibleFieldsError(message, remedy="choose one interval for E, or put a number in place of E")
    exponent = rational_gcd(first.exponent, second.exponent)
    base, degree, mine, theirs = _join_roots(first, second)
    my_power, their_power = (int(side.exponent / exponent) if side.exponent else 1 for side in (first, second))
    return Generators(exponent, base, degree), mine._replace(t=my_power), theirs._replace(t=their_power)


def _join_roots(first: Generators, second: Generators) -> tuple[Fraction, int, Rewriting, Rewriting]:
    """Return (base, degree) of a common root, and for each side how its root is written over it."""
    degree = lcm(first.degree, second.degree)
    if degree > MAX_ROOT:
        raise root_too_deep(degree)
    if first.base == second.base or 1 in (first.degree, second.degree):
        base = second.base if first.degree == 1 else first.base
        return base, degree, Rewriting(u=degree // first.degree), Rewriting(u=degree // second.degree)
    joined = common_radical((first.base, first.degree), (second.base, second.degree))
    if joined is None:
        reason = "neither root is a rational times a power of the other, and dpexact decides over one root at a time"
        message = f"no common field of {first} and {second}: {reason}"
        raise IncompatibleFieldsError(message, remedy="write every root over one base")
    return joined
