"""Signs of sums: of given numbers by coefficients and brackets of more and more bits, and of polynomials in a free t.

A bracket of a positive real number has lower and upper mantissas of a chosen number of bits over a common power of 2.
Every operation rounds outwards, so a bracket always holds its number. Nothing global is read or set.

Polynomials have their signs on an interval, and points in all cells between their roots. Roots between 0 and 1 are
isolated by Descartes' rule of signs and bisection (Collins and Akritas). The number of sign changes in the coefficients
of (1 + x)^n f(1/(1 + x)) is at least the number of roots of f in the open interval (0, 1), and the same if it is 0 or
1. If the roots of f are simple, halving the interval leads there.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt, lcm
from typing import Any, NamedTuple

from mpmath.libmp import from_rational, mpf_nthroot, mpf_shift, round_nearest, to_int

from dpexact.second.meter import BITS, FREE_DEGREE, Meter, within, words

Rational = int | Fraction
Powers = tuple[int, ...]
Sum = Rational | dict[Powers, Rational]
FIRST_BITS = 64
Interval = tuple[Fraction, Fraction]
SYMPY = 2**15  # steps for a call of SymPy, besides what grows with the degree


@dataclass(frozen=True)
class Root:
    """u = base^(1/degree)."""

    base: Fraction
    degree: int


class Bracket(NamedTuple):
    """A number x > 0 with low 2^exponent <= x <= high 2^exponent."""

    low: int
    high: int
    exponent: int


ONE = Bracket(1, 1, 0)


def trimmed(bracket: Bracket, bits: int) -> Bracket:
    """Return the bracket with a lower mantissa of at most this many bits."""
    low, high, exponent = bracket
    drop = low.bit_length() - bits
    return bracket if drop <= 0 else Bracket(low >> drop, -(-high >> drop), exponent + drop)


def product(x: Bracket, y: Bracket, bits: int) -> Bracket:
    """Return the product, trimmed."""
    return trimmed(Bracket(x.low * y.low, x.high * y.high, x.exponent + y.exponent), bits)


def power(x: Bracket, n: int, bits: int) -> Bracket:
    """Return x^n for n >= 0, by squaring from the highest bit of n downwards."""
    result = ONE
    for bit in f"{n:b}":
        result = product(result, result, bits)
        if bit == "1":
            result = product(result, x, bits)
    return result


def of_fraction(x: Fraction, bits: int) -> Bracket:
    """Return a bracket of x > 0 with at least this many bits."""
    shift = bits + max(0, x.denominator.bit_length() - x.numerator.bit_length() + 1)
    scaled = x.numerator << shift
    return Bracket(scaled // x.denominator, -(-scaled // x.denominator), -shift)


def exponential(x: Fraction, bits: int) -> Bracket:
    """Return exp(x) for x > 0, to this many bits.

    With y = x / 2^h <= 1/2^8 and s = 1 + y + ... + y^N/N!: s <= exp(y) <= s + 2 y^(N+1)/(N+1)!, since each term of the
    rest is at most half of the one before. exp(x) is the 2^h-th power of exp(y), h squarings, each of which loses about
    one bit.
    """
    halvings = max(0, x.numerator.bit_length() - x.denominator.bit_length() + 1) + 8 + isqrt(bits)
    spare = bits + halvings.bit_length() + 16
    working = spare + halvings
    tiny = max(0, x.denominator.bit_length() - x.numerator.bit_length())
    if tiny > working + 2:  # x < 2^(1 - tiny), and exp(x) <= 1 + 2 x < 1 + 2^-working
        return Bracket(1 << working, (1 << working) + 1, -working)
    result = series(x, halvings, working)
    for left in reversed(range(halvings)):
        result = product(result, result, spare + left)
    return result


def series(x: Fraction, halvings: int, working: int) -> Bracket:
    """Return exp(x / 2^halvings), at most exp(1/2^8), with terms rounded to this many bits."""
    below = (x.numerator << working) // (x.denominator << halvings)
    above = below + 1
    low_term = high_term = 1 << working
    low = high = n = 0
    while high_term > 1:
        low, high, n = low + low_term, high + high_term, n + 1
        low_term = (low_term * below >> working) // n
        high_term = -(-high_term * above >> working) // n + 1
    return Bracket(low, high + 2 * high_term, -working)


def root(base: Fraction, n: int, bits: int) -> Bracket:
    """Return base^(1/n) for base > 1, to this many bits: mpmath's guess, widened until its n-th powers enclose base."""
    working = bits + n.bit_length() + 16
    guess = mpf_nthroot(from_rational(base.numerator, base.denominator, working, round_nearest), n, working)
    whole = to_int(guess).bit_length()
    middle = to_int(mpf_shift(guess, bits - whole))
    exact, width = of_fraction(base, working), 1
    while True:
        low, high = (
            Bracket(middle - width, middle - width, whole - bits),
            Bracket(middle + width, middle + width, whole - bits),
        )
        below, above = power(low, n, working), power(high, n, working)
        if at_most(below.high, below.exponent, exact.low, exact.exponent) and at_most(
            exact.high, exact.exponent, above.low, above.exponent
        ):
            return Bracket(low.low, high.high, whole - bits)
        width *= 2


def at_most(x: int, e: int, y: int, f: int) -> bool:
    """Return whether x 2^e <= y 2^f, for x, y > 0."""
    if x.bit_length() + e != y.bit_length() + f:
        return x.bit_length() + e < y.bit_length() + f
    return x << max(0, e - f) <= y << max(0, f - e)


class GivenSigns:
    """Signs of sums over t = exp(exponent) and the given roots."""

    def __init__(self, exponent: Fraction, roots: tuple[Root, ...], meter: Meter) -> None:
        """Count each attempt by the meter."""
        self.exponent, self.roots, self.meter = exponent, roots, meter
        self.known: dict[str, Bracket] = {}  # by text: many integers have one hash

    def is_positive(self, x: Sum) -> bool:
        """Return whether x > 0."""
        return self.sign(x) > 0

    def is_negative_nowhere(self, x: Sum) -> bool:
        """Return whether x >= 0."""
        return self.sign(x) >= 0

    def sign(self, x: Sum) -> int:
        """Return -1, 0 or 1. The answer is exact. A dict is not 0, so some number of bits shows its sign."""
        if not isinstance(x, dict):
            return (x > 0) - (x < 0)
        common = lcm(*(c.denominator for c in x.values()))
        terms = [(powers, int(c * common)) for powers, c in x.items()]
        bits = FIRST_BITS
        while True:
            within(bits, BITS, "bits of a bracket")
            longest = max(words(c) for _, c in terms)
            self.meter.pay(len(terms) * (64 + 2 * longest + bits // 16))
            low, high = self.bounds(terms, bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits *= 2

    def bounds(self, terms: list[tuple[Powers, int]], bits: int) -> tuple[int, int]:
        """Return integers on both sides of x / 2^s, where s leaves about this many bits of the greatest term."""
        scaled = []
        for powers, c in terms:
            low, high, exponent = self.monomial(powers, bits)
            scaled.append((c * (low if c > 0 else high), c * (high if c > 0 else low), exponent))
        unit = max(
            high.bit_length() + exponent if high else low.bit_length() + exponent for low, high, exponent in scaled
        )
        unit -= 2 * bits
        below = sum(shifted_down(low, exponent - unit) for low, _, exponent in scaled)
        above = -sum(shifted_down(-high, exponent - unit) for _, high, exponent in scaled)
        return below, above

    def monomial(self, powers: Powers, bits: int) -> Bracket:
        """Return a bracket of t^i u_1^j_1 ... of about this many bits, remembered."""
        key = f"{powers} {bits}"
        if key not in self.known:
            working = bits + 2 * max(powers).bit_length() + 16
            self.meter.pay(sum(n.bit_length() + 1 for n in powers) * (64 + working // 4))
            result = ONE
            for k, n in enumerate(powers):
                if n:
                    result = product(result, power(self.generator(k, working), n, working), working)
            self.known[key] = trimmed(result, bits)
        return self.known[key]

    def generator(self, k: int, bits: int) -> Bracket:
        """Return a bracket of t (k = 0) or of u_k."""
        key = f"{k} {bits}"
        if key not in self.known:
            size = self.exponent.numerator.bit_length()  # so many squarings, of so many more bits
            steps = size + 64 + 2 * isqrt(bits) if k == 0 else 16 * self.roots[k - 1].degree.bit_length()
            long = (bits + size * (k == 0)) // 64 + 1
            self.meter.pay(steps * (64 + long * (4 + isqrt(long))))
            bracket = (
                exponential(self.exponent, bits)
                if k == 0
                else root(self.roots[k - 1].base, self.roots[k - 1].degree, bits)
            )
            self.known[key] = bracket
        return self.known[key]


def shifted_down(value: int, shift: int) -> int:
    """Return floor(value 2^shift), also for a shift far below zero."""
    if shift >= 0:
        return value << shift
    return value >> min(-shift, value.bit_length() + 1)


def shifted(f: list[int]) -> list[int]:
    """Return f(x + 1), by Horner's scheme, with coefficients from the constant term upwards."""
    rest, coefficients = f[::-1], []
    while rest:
        rest = list(accumulate(rest))
        coefficients.append(rest.pop())
    return coefficients


def sign_changes(f: list[int]) -> int:
    """Return the sign changes among the coefficients that are not 0."""
    signs = [c > 0 for c in f if c]
    return sum(a != b for a, b in pairwise(signs))


def halves(f: list[int]) -> tuple[list[int], list[int]]:
    """Return positive multiples of f(x/2) and f((x + 1)/2)."""
    left = [c << (len(f) - 1 - k) for k, c in enumerate(f)]
    return left, shifted(left)


def isolated(f: list[int], pay: Callable[[int], None], *, walls: bool = False) -> list[Interval]:
    """Return the roots of f in (0, 1), each in an interval of its own, in order. [r, r] is a root r, else it is open.

    The roots of f are simple. With `walls`, an open interval has ends that are not roots of f, nor 0, nor 1. `pay`
    takes a charge for each interval and raises when the budget is spent.
    """
    intervals: list[Interval] = []
    waiting: list[tuple[list[int] | None, Fraction, Fraction]] = [(f, Fraction(0), Fraction(1))]
    while waiting:
        g, low, high = waiting.pop()
        if g is None:
            intervals.append((low, high))
            continue
        pay(16 * len(g) * (len(g) + sum(c.bit_length() for c in g) // 64))
        changes = sign_changes(shifted(g[::-1]))
        if not changes:
            continue
        if changes == 1 and not (walls and (not low or high == 1 or not g[0] or not sum(g))):
            intervals.append((low, high))
            continue
        middle = (low + high) / 2
        left, right = halves(g)
        waiting.append((right, middle, high))
        if not right[0]:
            waiting.append((None, middle, middle))
        waiting.append((left, low, middle))
    return intervals


def composed(f: list[int], top: tuple[int, int], bottom: tuple[int, int]) -> list[int]:
    """Return (c + d x)^n f((a + b x)/(c + d x)) for top = (a, b), bottom = (c, d) and n the degree of f."""
    coefficients, power = [f[-1]], [1]
    for c in f[-2::-1]:
        power = times_linear(power, bottom)
        coefficients = [x + c * y for x, y in zip(times_linear(coefficients, top), power, strict=True)]
    return coefficients


def times_linear(f: list[int], line: tuple[int, int]) -> list[int]:
    """Return f(x) (a + b x)."""
    a, b = line
    return [a * x + b * y for x, y in zip([*f, 0], [0, *f], strict=True)]


class FreeSigns:
    """Signs at all t of [lower, upper], or of [lower, oo) if upper is None."""

    def __init__(self, lower: Fraction, upper: Fraction | None, meter: Meter) -> None:
        """Count values, splits of an interval, and calls of SymPy by the meter."""
        self.lower, self.upper, self.pay = lower, upper, meter.pay

    def is_positive(self, x: Sum) -> bool:
        """Return whether x > 0 at every t: no root in the interval, and positive at its lower end."""
        if not isinstance(x, dict):
            return x > 0
        ends_positive = self.value(x, self.lower) > 0 and (self.upper is None or self.value(x, self.upper) > 0)
        return ends_positive and (self.has_none(x) or not any(self.inside(factor) for factor, _ in self.factors(x)))

    def is_negative_nowhere(self, x: Sum) -> bool:
        """Return whether x >= 0 at every t: no change of sign inside the interval, and positive at some point of it.

        A polynomial changes its sign exactly at its roots of odd multiplicity.
        """
        if not isinstance(x, dict):
            return x >= 0
        if self.lower == self.upper:
            return self.value(x, self.lower) >= 0
        if not self.has_none(x) and any(self.inside(f) for f, multiplicity in self.factors(x) if multiplicity % 2):
            return False
        step = Fraction(1) if self.upper is None else self.upper - self.lower
        point = self.lower + step / 2
        while not self.value(x, point):  # x has only finitely many roots
            step /= 2
            point = self.lower + step / 2
        return self.value(x, point) > 0

    def points(self, sums: Iterable[Sum]) -> list[Fraction]:
        """Return a rational point in every cell of the interval between the roots of the sums."""
        roots = polynomial({(0,): 1})
        for x in sums:
            for factor, _ in self.factors(x) if isinstance(x, dict) and not self.has_none(x) else []:
                if self.inside(factor):
                    self.pay(SYMPY * (1 + factor.degree() * roots.degree() // 16))
                    roots *= factor.quo(factor.gcd(roots))
        walls = [(self.place(low), self.place(high)) for low, high in self.inside(roots, walls=True)]
        last = walls[-1][1] if walls else self.lower
        ends = [self.lower, *(end for wall in walls for end in wall), last + 1 if self.upper is None else self.upper]
        return [(a + b) / 2 for a, b in zip(ends[::2], ends[1::2], strict=True)]

    def factors(self, x: dict[Powers, Rational]) -> list[tuple[Any, int]]:
        """Return the polynomial's factors without multiple roots, with their multiplicities."""
        self.pay(SYMPY * (1 + max(powers[0] for powers in x) // 4))
        return list(polynomial(x).sqf_list()[1])

    def inside(self, factor: Any, *, walls: bool = False) -> list[Interval]:
        """Return the roots inside the interval, in the coordinate x of (0, 1)."""
        if self.lower == self.upper:
            return []
        f = [int(c) for c in reversed(factor.all_coeffs())]
        return isolated(self.moved(f), self.pay, walls=walls)

    def has_none(self, x: dict[Powers, Rational]) -> bool:
        """Return whether Descartes' rule shows that the interval is without a root inside.

        It holds for multiple roots too.
        """
        if self.lower == self.upper:
            return True
        f = [0] * (1 + max(powers[0] for powers in x))
        for powers, c in x.items():
            f[powers[0]] = int(c)
        return not sign_changes(shifted(self.moved(f)[::-1]))

    def moved(self, f: list[int]) -> list[int]:
        """Return the polynomial in the coordinate x of (0, 1), times a positive number.

        Its coefficients grow by the ends.
        """
        lines, longest = self.lines(), max(map(words, f))
        line = max(words(c) for part in lines for c in part)
        grown = (len(f) * max(c.bit_length() for part in lines for c in part)) // 64 + 1
        self.pay(len(f) ** 2 * (64 + longest + grown + ((longest + grown) * line + longest * grown) // 16))
        return composed(f, *lines)

    def lines(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return (a, b), (c, d) of t = (a + b x)/(c + d x): lower + (upper - lower) x, or lower + x/(1 - x)."""
        p, q = self.lower.numerator, self.lower.denominator
        if self.upper is None:
            return (p, q - p), (q, -q)
        r, s = self.upper.numerator, self.upper.denominator
        return (p * s, r * q - p * s), (q * s, 0)

    def value(self, x: Sum, point: Fraction) -> Rational:
        """Return the sum at a rational t, times a positive number.

        Whole, since reducing a long fraction takes its square.
        """
        if not isinstance(x, dict):
            return x
        degree, p, q = max(powers[0] for powers in x), point.numerator, point.denominator
        longest = degree * words(point) + max(map(words, x.values()))
        self.pay(len(x) * (64 + longest * (16 + isqrt(longest))))
        number: Rational = sum(c * p**k * q ** (degree - k) for (k, *_), c in x.items())
        return number

    def place(self, x: Fraction) -> Fraction:
        """Return the t at x."""
        (a, b), (c, d) = self.lines()
        return (a + b * x) / (c + d * x)


def polynomial(terms: dict[Any, Any]) -> Any:
    """Return the sum as SymPy's polynomial with integer coefficients."""
    from sympy import ZZ, Poly, Symbol

    within(max(powers[0] for powers in terms), FREE_DEGREE, "the degree of a polynomial in t")
    return Poly.from_dict({powers[:1]: c for powers, c in terms.items()}, Symbol("t"), domain=ZZ)
