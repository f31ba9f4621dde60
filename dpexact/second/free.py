"""Sums over a free t, as polynomials: their signs on an interval, and points in all cells between their roots.

Roots between 0 and 1 are isolated by Descartes' rule of signs and bisection (Collins and Akritas). The number of sign
changes in the coefficients of (1 + x)^n f(1/(1 + x)) is at least the number of roots of f in the open interval (0, 1),
and the same if it is 0 or 1. If the roots of f are simple, halving the interval leads there.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import accumulate, pairwise
from math import isqrt
from typing import Any

from dpexact.second.fields import Powers, Rational, Sum
from dpexact.second.meter import FREE_DEGREE, Meter, within, words

Interval = tuple[Fraction, Fraction]
SYMPY = 2**15  # steps for a call of SymPy, besides what grows with the degree


def shifted(f: list[int]) -> list[int]:
    """Return f(x + 1), by Horner's scheme, with coefficients from the constant term upwards."""
    rest, found = f[::-1], []
    while rest:
        rest = list(accumulate(rest))
        found.append(rest.pop())
    return found


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
    found: list[Interval] = []
    waiting: list[tuple[list[int] | None, Fraction, Fraction]] = [(f, Fraction(0), Fraction(1))]
    while waiting:
        g, low, high = waiting.pop()
        if g is None:
            found.append((low, high))
            continue
        pay(16 * len(g) * (len(g) + sum(c.bit_length() for c in g) // 64))
        changes = sign_changes(shifted(g[::-1]))
        if not changes:
            continue
        if changes == 1 and not (walls and (not low or high == 1 or not g[0] or not sum(g))):
            found.append((low, high))
            continue
        middle = (low + high) / 2
        left, right = halves(g)
        waiting.append((right, middle, high))
        if not right[0]:
            waiting.append((None, middle, middle))
        waiting.append((left, low, middle))
    return found


def composed(f: list[int], top: tuple[int, int], bottom: tuple[int, int]) -> list[int]:
    """Return (c + d x)^n f((a + b x)/(c + d x)) for top = (a, b), bottom = (c, d) and n the degree of f."""
    found, power = [f[-1]], [1]
    for c in f[-2::-1]:
        power = times_linear(power, bottom)
        found = [x + c * y for x, y in zip(times_linear(found, top), power, strict=True)]
    return found


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
        if self.lower == self.upper:
            return [self.lower]
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
        found: Rational = sum(c * p**k * q ** (degree - k) for (k, *_), c in x.items())
        return found

    def place(self, x: Fraction) -> Fraction:
        """Return the t at x."""
        (a, b), (c, d) = self.lines()
        return (a + b * x) / (c + d * x)


def polynomial(terms: dict[Any, Any]) -> Any:
    """Return the sum as SymPy's polynomial with integer coefficients."""
    from sympy import ZZ, Poly, Symbol

    within(max(powers[0] for powers in terms), FREE_DEGREE, "the degree of a polynomial in t")
    return Poly.from_dict({powers[:1]: c for powers, c in terms.items()}, Symbol("t"), domain=ZZ)
