"""Numbers: sums of c t^i u_1^j_1 ... u_r^j_r with rational c, quotients of two sums, and the generators t and u.

A sum is a rational number (int or Fraction), or a dict from the powers (i, j_1, ..., j_r) to coefficients none of which
is 0. A sum that is rational is never a dict. So a sum is the number 0 if and only if it is the int 0: powers of
irrational numbers are independent over the rationals, as the format page shows, and precision never decides it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from dpexact.second.meter import Meter, words

Rational = int | Fraction
Powers = tuple[int, ...]
Sum = Rational | dict[Powers, Rational]


class Quotient(NamedTuple):
    """top / bottom. Computing with it requires bottom > 0."""

    top: Sum
    bottom: Sum


ZERO, ONE = Quotient(0, 1), Quotient(1, 1)


class Signs(Protocol):
    """The questions about a sum. For a free t: whether it holds at every t of the interval."""

    def is_positive(self, x: Sum) -> bool:
        """Return whether x > 0."""

    def is_negative_nowhere(self, x: Sum) -> bool:
        """Return whether x >= 0."""


@dataclass(frozen=True)
class Root:
    """u = base^(1/degree)."""

    base: Fraction
    degree: int


@dataclass(frozen=True)
class Arithmetic:
    """Sums and quotients over t and the roots."""

    roots: tuple[Root, ...]
    meter: Meter = field(default_factory=Meter, compare=False, kw_only=True)

    def plus(self, x: Sum, y: Sum) -> Sum:
        """Return x + y."""
        if not isinstance(x, dict) and not isinstance(y, dict):
            self.meter.pay(4 + words(x) // 8)
            return x + y
        self.pay(len(self.terms(x)) + len(self.terms(y)), x, y)
        terms = dict(self.terms(x))
        for powers, c in self.terms(y).items():
            terms[powers] = terms.get(powers, 0) + c
        return self.normal(terms)

    def times(self, x: Sum, y: Sum) -> Sum:
        """Return x y, with u^j reduced by u^degree = base."""
        if not isinstance(x, dict) and not isinstance(y, dict):
            self.meter.pay(8 + 4 * (words(x) + words(y)))
            return x * y
        self.pay(len(self.terms(x)) * len(self.terms(y)), x, y)
        terms: dict[Powers, Rational] = {}
        for p, c in self.terms(x).items():
            for q, d in self.terms(y).items():
                powers, factor = self.reduced(tuple(a + b for a, b in zip(p, q, strict=True)))
                terms[powers] = terms.get(powers, 0) + c * d * factor
        return self.normal(terms)

    def pay(self, count: int, *sums: Sum) -> None:
        """Pay for this many terms of a result of these sums."""
        every = [self.terms(x) for x in sums]
        greatest = max((powers[0] for terms in every for powers in terms), default=0)
        longest = sum(max(map(words, terms.values()), default=1) for terms in every)
        turns = sum(words(root.base) for root in self.roots)
        self.meter.pay_terms(count, greatest, 4 * longest + 4 * turns)

    def reduced(self, powers: Powers) -> tuple[Powers, Rational]:
        """Return the powers with every j below its degree, and the rational factor that this gives."""
        if all(j < root.degree for j, root in zip(powers[1:], self.roots, strict=False)):
            return powers, 1
        factor: Rational = 1
        rest = [powers[0]]
        for j, root in zip(powers[1:], self.roots, strict=True):
            factor *= root.base ** (j // root.degree)
            rest.append(j % root.degree)
        return tuple(rest), factor

    def terms(self, x: Sum) -> dict[Powers, Rational]:
        """Return the sum as a dict."""
        return x if isinstance(x, dict) else {self.constant: x} if x else {}

    @property
    def constant(self) -> Powers:
        """The powers of the constant term, with a place for u even without a root."""
        return (0,) * (1 + max(1, len(self.roots)))

    def normal(self, terms: dict[Powers, Rational]) -> Sum:
        """Return the sum with these terms, without those that are 0."""
        left = {powers: c for powers, c in terms.items() if c}
        return left.get(self.constant, 0) if not left.keys() - {self.constant} else left

    def minus(self, x: Sum, y: Sum) -> Sum:
        """Return x - y."""
        return self.plus(x, self.times(-1, y))

    def product(self, x: Quotient, y: Quotient) -> Quotient:
        """Return x y."""
        return Quotient(self.times(x.top, y.top), self.times(x.bottom, y.bottom))

    def negative(self, x: Quotient) -> Quotient:
        """Return -x."""
        return Quotient(self.times(-1, x.top), x.bottom)

    def sum_of_two(self, x: Quotient, y: Quotient) -> Quotient:
        """Return x + y."""
        if x.bottom == y.bottom:
            return Quotient(self.plus(x.top, y.top), x.bottom)
        top = self.plus(self.times(x.top, y.bottom), self.times(y.top, x.bottom))
        return Quotient(top, self.times(x.bottom, y.bottom))

    def difference(self, x: Quotient, y: Quotient) -> Quotient:
        """Return x - y."""
        return self.sum_of_two(x, self.negative(y))

    def total(self, items: Iterable[Quotient]) -> Quotient:
        """Return the sum of all, two by two, so that the numbers stay small for long."""
        found = list(items)
        while len(found) > 1:
            pairs = [self.sum_of_two(a, b) for a, b in zip(found[::2], found[1::2], strict=False)]
            found = pairs + found[2 * len(pairs) :]
        return found[0] if found else ZERO
