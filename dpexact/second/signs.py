"""Signs of sums of given numbers: zero by coefficients, every other sign by brackets of more and more bits."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm

from dpexact.second.brackets import ONE, Bracket, exponential, power, product, root, trimmed
from dpexact.second.meter import BITS, Meter, within, words
from dpexact.second.numbers import Powers, Root, Sum

FIRST_BITS = 64


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
        """Return -1, 0 or 1.

        Guarantee: exact. A dict is not 0, so some number of bits shows its sign.
        """
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
