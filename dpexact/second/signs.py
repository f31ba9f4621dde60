"""Signs of sums of given numbers: zero by coefficients, every other sign by brackets of more and more bits.

A bracket of a positive real number has lower and upper mantissas of a chosen number of bits over a common power of 2.
Every operation rounds outwards, so a bracket always holds its number. Nothing global is read or set.
"""

from fractions import Fraction
from math import isqrt, lcm
from typing import NamedTuple

from mpmath.libmp import from_rational, mpf_nthroot, mpf_shift, round_nearest, to_int

from dpexact.second.fields import Powers, Root, Sum
from dpexact.second.meter import BITS, Meter, within, words

FIRST_BITS = 64


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
            found = (
                exponential(self.exponent, bits)
                if k == 0
                else root(self.roots[k - 1].base, self.roots[k - 1].degree, bits)
            )
            self.known[key] = found
        return self.known[key]


def shifted_down(value: int, shift: int) -> int:
    """Return floor(value 2^shift), also for a shift far below zero."""
    if shift >= 0:
        return value << shift
    return value >> min(-shift, value.bit_length() + 1)
