"""Generators and the sums over them, read from a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import gcd
from typing import Any

from dpexact.second.document import array, integer, with_keys
from dpexact.second.meter import DEGREES, FRACTION, FREE_DEGREE, ROOTS, need, within
from dpexact.second.numbers import Arithmetic, Quotient, Root, Sum


@dataclass(frozen=True)
class Field(Arithmetic):
    """The meaning of t and u: given (exponent, roots), or free (lower, upper)."""

    exponent: Fraction | None = None
    lower: Fraction | None = None
    upper: Fraction | None = None

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
        need(
            all(j < n for j, n in zip(powers[1:], degrees, strict=True)),
            "number",
            "a power of u is not below its degree",
        )
        return powers, c

    def quotient(self, value: Any) -> Quotient:
        """Return a quotient as the format writes it. The sign of the denominator is decided later."""
        top, bottom = array(value, "a quotient", 2)
        return Quotient(self.sum(top), self.sum(bottom))


def fraction(value: Any) -> Fraction:
    """Return a fraction in lowest terms."""
    top, bottom = (integer(part) for part in array(value, "a fraction", 2))
    within(max(top.bit_length(), bottom.bit_length()), FRACTION, "bits of a fraction of the generators")
    need(bottom > 0 and gcd(top, bottom) == 1, "generators", "a fraction is not in lowest terms")
    return Fraction(top, bottom)


def field_of(value: Any, version: int) -> Field:
    """Return the generators of a statement."""
    keys = set(value) if type(value) is dict else set()
    if keys == {"lower", "upper"}:
        lower = fraction(value["lower"])
        upper = None if value["upper"] is None else fraction(value["upper"])
        need(upper is None or lower <= upper, "generators", "lower is greater than upper")
        return Field((), None, lower, upper)
    if "roots" in keys:
        need(version > 1, "format", "several roots are written in version 2")
        exponent, items = with_keys(value, "exponent", "roots", where="generators")
        within(len(array(items, "generators")), ROOTS, "roots")
        roots = tuple(root_of(*array(item, "generators", 2)) for item in array(items, "generators"))
        need(len(roots) > 1, "generators", "a single root is written with base and degree")
    else:
        exponent, base, degree = with_keys(value, "exponent", "base", "degree", where="generators")
        none = type(degree) is int and degree == 1 and fraction(base) == 1
        roots = () if none else (root_of(base, degree),)
    power = fraction(exponent)
    need(power >= 0, "generators", "the exponent is negative")
    return Field(roots, power)


def root_of(base: Any, degree: Any) -> Root:
    """Return a root whose degree and base are written as they should be."""
    root = Root(fraction(base), degree)
    need(type(degree) is int and degree >= 2, "generators", "the degree of a root is an integer from 2")
    need(root.base > 1, "generators", "the base of a root is greater than 1")
    return root


def require_independent(field: Field) -> None:
    """Check that no base is a power that would make x^degree - base reducible, and that no two bases share a prime."""
    within(sum(root.degree for root in field.roots), DEGREES, "the sum of the degrees of the roots")
    for root in field.roots:
        a, b = root.base.numerator, root.base.denominator
        for k in primes(max(a.bit_length(), b.bit_length())):
            reducible = root.degree % k == 0 and is_power(a, k) and is_power(b, k)
            need(
                not reducible,
                "generators",
                f"the base is a power with an exponent that {k} divides, and so is the degree",
            )
    for x, y in combinations(field.roots, 2):
        product = x.base.numerator * x.base.denominator, y.base.numerator * y.base.denominator
        need(gcd(*product) == 1, "generators", "the bases of two roots have a prime in common")


def primes(last: int) -> Iterator[int]:
    """Yield the primes from 2 to last."""
    from sympy import primerange

    yield from primerange(2, last + 1)


def is_power(a: int, k: int) -> bool:
    """Return whether a is the k-th power of an integer. The root that SymPy names is verified."""
    from sympy import integer_nthroot

    return bool(int(integer_nthroot(a, k)[0]) ** k == a)
