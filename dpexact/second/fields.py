"""Generators t and u, and numbers over them: sums of c t^i u_1^j_1 ... u_r^j_r with rational c, and their quotients.

A sum is a rational number (int or Fraction), or a dict from the powers (i, j_1, ..., j_r) to coefficients none of which
is 0. A sum that is rational is never a dict. So a sum is the number 0 if and only if it is the int 0: powers of
irrational numbers are independent over the rationals, as the format page shows, and precision never decides it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import gcd
from typing import Any, NamedTuple

from dpexact.second.document import array, canonical, integer, with_keys
from dpexact.second.meter import DEGREES, FRACTION, FREE_DEGREE, ROOTS, Meter, need, within, words
from dpexact.second.signs import FreeSigns, GivenSigns, Powers, Rational, Root, Sum


class Quotient(NamedTuple):
    """top / bottom. Computing with it requires bottom > 0."""

    top: Sum
    bottom: Sum


ZERO, ONE = Quotient(0, 1), Quotient(1, 1)


@dataclass(frozen=True)
class Field:
    """The roots u, the exponent of t (None if t is free), the signs, and the denominators that have been read."""

    roots: tuple[Root, ...]
    exponent: Fraction | None
    signs: FreeSigns | GivenSigns
    meter: Meter
    denominators: dict[str, tuple[Sum, str]] = field(default_factory=dict)  # by text, with the check of its sign

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
        sums = list(items)
        while len(sums) > 1:
            pairs = [self.sum_of_two(a, b) for a, b in zip(sums[::2], sums[1::2], strict=False)]
            sums = pairs + sums[2 * len(pairs) :]
        return sums[0] if sums else ZERO

    @property
    def is_free(self) -> bool:
        """Return whether t is any number of an interval."""
        return self.exponent is None

    def sum(self, value: Any) -> Sum:
        """Return a sum as the format writes it."""
        if type(value) is str:
            return integer(value)
        need(type(value) is list, "structure", "a sum is text or an array of terms")
        need(value, "number", "a sum without terms is written as text")
        listed = [self.term(term) for term in value]
        self.meter.pay_terms(len(listed), listed[-1][0][0], 0)
        terms = dict(listed)
        need(len(terms) == len(value), "number", "two terms of a sum have the same powers")
        need(all(a < b for a, b in pairwise(terms)), "number", "the terms of a sum do not increase")
        need(terms.keys() - {self.constant}, "number", "a sum without t and u is written as text")
        return terms  # type: ignore[return-value]

    def term(self, term: Any) -> tuple[tuple[int, ...], int]:
        """Return powers and coefficient."""
        array(term, "a term", 1 + len(self.constant))
        c, powers = integer(term[0]), tuple(term[1:])
        need(c, "number", "a coefficient is 0")
        need(all(type(n) is int and n >= 0 for n in powers), "number", "a power is an integer from 0")
        within(powers[0] if self.is_free else 0, FREE_DEGREE, "a power of a free t")
        need(self.exponent != 0 or not powers[0], "number", "a power of t, but there is no t")
        degrees = [root.degree for root in self.roots] or [1]
        below = all(j < n for j, n in zip(powers[1:], degrees, strict=True))
        need(below, "number", "a power of u is not below its degree")
        return powers, c

    def quotient(self, value: Any, check: str = "denominator") -> Quotient:
        """Return a quotient as the format writes it. `require_denominators` decides the sign of its denominator."""
        top, bottom = array(value, "a quotient", 2)
        return Quotient(self.sum(top), self.denominator(bottom, check))

    def denominator(self, written: Any, check: str = "denominator") -> Sum:
        """Return a denominator, which is read once."""
        key = f'"{written}"' if type(written) is str else canonical(written)  # as JSON, so that "1" and 1 differ
        if key not in self.denominators:
            self.denominators[key] = self.sum(written), check
        return self.denominators[key][0]

    def require_denominators(self) -> None:
        """Check: every denominator is positive, for a free t at every t."""
        for bottom, check in self.denominators.values():
            need(self.signs.is_positive(bottom), check, "a denominator is not positive")

    def is_positive(self, x: Quotient) -> bool:
        """Return whether x > 0, for a free t at every t."""
        return self.signs.is_positive(x.top)

    def is_negative_nowhere(self, x: Quotient) -> bool:
        """Return whether x >= 0, for a free t at every t."""
        return self.signs.is_negative_nowhere(x.top)

    def greatest(self, items: Iterable[Quotient]) -> Quotient:
        """Return the greatest of some numbers."""
        return reduce(lambda x, y: y if self.is_positive(self.difference(y, x)) else x, items)


def fraction(value: Any, check: str = "generators", limit: int = FRACTION) -> Fraction:
    """Return a fraction in lowest terms."""
    top, bottom = (integer(part) for part in array(value, "a fraction", 2))
    within(max(top.bit_length(), bottom.bit_length()), limit, "bits of a fraction")
    need(bottom > 0 and gcd(top, bottom) == 1, check, "a fraction is not in lowest terms")
    return Fraction(top, bottom)


def field_of(value: Any) -> Field:
    """Return the generators of a statement."""
    keys, meter = set(value) if type(value) is dict else set(), Meter()
    if keys == {"lower", "upper"}:
        lower = fraction(value["lower"])
        upper = None if value["upper"] is None else fraction(value["upper"])
        need(upper is None or lower <= upper, "generators", "lower is greater than upper")
        return Field((), None, FreeSigns(lower, upper, meter), meter)
    if "roots" in keys:
        exponent, items = with_keys(value, "exponent", "roots", where="generators")
        within(len(array(items, "generators")), ROOTS, "roots")
        roots = tuple(root_of(*array(item, "generators", 2)) for item in items)
        need(len(roots) > 1, "generators", "a single root is written with base and degree")
    else:
        exponent, base, degree = with_keys(value, "exponent", "base", "degree", where="generators")
        none = type(degree) is int and degree == 1 and fraction(base) == 1
        roots = () if none else (root_of(base, degree),)
    power = fraction(exponent)
    need(power >= 0, "generators", "the exponent is negative")
    require_independent(roots)
    return Field(roots, power, GivenSigns(power, roots, meter), meter)


def root_of(base: Any, degree: Any) -> Root:
    """Return a root whose degree and base are written as they should be."""
    root = Root(fraction(base), degree)
    need(type(degree) is int and degree >= 2, "generators", "the degree of a root is an integer from 2")
    need(root.base > 1, "generators", "the base of a root is greater than 1")
    return root


def require_independent(roots: tuple[Root, ...]) -> None:
    """Check that no base is a power that would make x^degree - base reducible, and that no two bases share a prime."""
    within(sum(root.degree for root in roots), DEGREES, "the sum of the degrees of the roots")
    need(not any(map(is_reducible, roots)), "generators", "the base of a root is a power, and the degree a multiple")
    for x, y in combinations(roots, 2):
        product = x.base.numerator * x.base.denominator, y.base.numerator * y.base.denominator
        need(gcd(*product) == 1, "generators", "the bases of two roots have a prime in common")


def is_reducible(root: Root) -> bool:
    """Return whether the base is a k-th power for a prime k that divides the degree. SymPy's roots are verified."""
    from sympy import integer_nthroot, primerange

    parts = root.base.as_integer_ratio()
    primes = (k for k in primerange(2, max(parts).bit_length() + 1) if root.degree % k == 0)
    return any(all(int(integer_nthroot(part, k)[0]) ** k == part for part in parts) for k in primes)
