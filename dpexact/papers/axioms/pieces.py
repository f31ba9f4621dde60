"""Predicates whose M is a rational function in each of some pieces, decided by Sturm's theorem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from flint import fmpq, fmpq_poly

from dpexact.errors import ParameterError, need
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms import bounded


@dataclass(frozen=True)
class RationalPiece:
    """M(a) = top(a)/bottom(a) for start < a <= end, where bottom is positive."""

    start: fmpq
    end: fmpq
    top: fmpq_poly
    bottom: fmpq_poly

    def __call__(self, a: fmpq) -> fmpq:
        """Return the value."""
        return self.top(a) / self.bottom(a)

    def slope_top(self) -> fmpq_poly:
        """Return the numerator of M' over bottom^2."""
        return self.top.derivative() * self.bottom - self.top * self.bottom.derivative()

    def bend_top(self) -> fmpq_poly:
        """Return the numerator of M'' over bottom^3."""
        return self.slope_top().derivative() * self.bottom - 2 * self.slope_top() * self.bottom.derivative()

    def slope(self, a: fmpq) -> fmpq:
        """Return M'(a)."""
        return self.slope_top()(a) / self.bottom(a) ** 2


@dataclass(frozen=True)
class PiecewiseRationalPredicate:
    """M given by pieces (end, numerator, denominator), coefficients from the constant one on. The first begins at 0.

    A piece holds up to its end, the first one at 0 too, unless `at_zero` gives M(0). M may be discontinuous and need
    not be concave. Its values are from 0 to 1.

    Guarantee: exact. Raises: ParameterError (also for a pole, and values outside [0, 1]).
    """

    pieces: tuple[RationalPiece, ...]
    at_zero: Exact | None = None

    lower, allows = bounded.lower, bounded.allows

    def __init__(
        self, pieces: Iterable[tuple[object, Sequence[object], Sequence[object]]], at_zero: object = None
    ) -> None:
        start, read = fmpq(0), []
        for n, piece in enumerate(need.values(pieces, "pieces", "a sequence of pieces")):
            read.append(_piece(piece, start, f"pieces[{n}]"))
            start = read[-1].end
        if start != 1:
            raise ParameterError(f"{start}", place="pieces", expected="the last one to end at 1")
        object.__setattr__(self, "pieces", tuple(read))
        object.__setattr__(self, "at_zero", None if at_zero is None else probability(at_zero, "at_zero"))

    @property
    def convex(self) -> bool:
        """Always False, since no inverse of M is computed. `satisfies` uses `concave`."""
        return False

    @cached_property
    def concave(self) -> bool:
        """Return whether M is concave, which makes the allowed pairs a convex set. Guarantee: exact."""
        if any(positive_point(piece.bend_top(), piece.start, piece.end) is not None for piece in self.pieces):
            return False
        if self.at_zero is not None and self.at_zero > Exact.of_rational(self.pieces[0](fmpq(0))):
            return False
        return all(
            left(left.end) == right(left.end) and left.slope(left.end) >= right.slope(left.end)
            for left, right in pairwise(self.pieces)
        )

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        if self.at_zero is not None and x == 0:
            return self.at_zero
        piece = next(piece for piece in self.pieces if x <= Exact.of_rational(piece.end))
        return Exact.of_rational(piece(x.as_fmpq())) if x.is_rational() else _at(piece.top, x) / _at(piece.bottom, x)

    def inverse(self, b: object) -> Exact:
        """Raise ParameterError, since M need not have one."""
        came = f"it is not computed for pieces (b = {value_excerpt(b)})"
        raise ParameterError(came, place="inverse", remedy="reverse them as a RawPredicate")


def _at(polynomial: fmpq_poly, x: Exact) -> Exact:
    """Evaluate a polynomial at a number that need not be rational, by Horner's rule."""
    value = Exact.of_rational(0)
    for coefficient in reversed(polynomial.coeffs()):
        value = value * x + Exact.of_rational(coefficient)
    return value


def _piece(parts: object, start: fmpq, place: str) -> RationalPiece:
    """Read a piece and make its denominator positive. Raises: ParameterError for a pole, or values outside [0, 1]."""
    listed = need.values(parts, place, "(end, numerator, denominator)")
    if len(listed) != 3:
        raise need.refusal(place, "(end, numerator, denominator)", parts)
    end = exact_at(listed[0], place).as_fmpq()
    lists = [need.values(coefficients, place, "a list of coefficients") for coefficients in listed[1:]]
    top, bottom = (fmpq_poly([exact_at(c, place).as_fmpq() for c in coefficients]) for coefficients in lists)
    if not start < end <= 1:
        raise ParameterError(f"{end}", place=place, expected=f"an end after {start} and at most 1")
    if bottom(start) < 0:
        top, bottom = -top, -bottom
    if bottom(start) <= 0 or bottom(end) <= 0 or _roots(bottom, start, end):
        raise ParameterError(f"the denominator has a zero from {start} to {end}", place=place)
    for outside in (-top, top - bottom):
        point = positive_point(outside, start, end)
        if point is not None:
            came = f"{top(point) / bottom(point)} at {point}"
            raise ParameterError(came, place=place, expected="values from 0 to 1")
    return RationalPiece(start, end, top, bottom)


def positive_point(polynomial: fmpq_poly, low: fmpq, high: fmpq) -> fmpq | None:
    """Return a rational point of the open interval at which the polynomial is positive, or None if there is none.

    Guarantee: exact. Reference: Sturm's theorem.
    """
    if not polynomial:
        return None
    pending = [(low, high)]
    odd = _odd_part(polynomial)
    while pending:
        left, right = pending.pop()
        points = [left + (right - left) * fmpq(k, polynomial.degree() + 2) for k in range(1, polynomial.degree() + 2)]
        for point in points:
            if polynomial(point) > 0:
                return point
        if _roots(odd, left, right):  # the sign changes in between, so it is positive somewhere
            middle = (left + right) / 2
            pending += [(left, middle), (middle, right)]
            if odd(middle) == 0:
                return _beside(polynomial, middle, (right - left) / 4)
    return None


def _beside(polynomial: fmpq_poly, root: fmpq, step: fmpq) -> fmpq:
    """Return a point near a root of odd multiplicity at which the polynomial is positive."""
    while True:
        for point in (root - step, root + step):
            if polynomial(point) > 0:
                return point
        step /= 2


def _odd_part(polynomial: fmpq_poly) -> fmpq_poly:
    """Return the product of the factors of odd multiplicity, at whose roots the sign changes."""
    product = fmpq_poly([1])
    for factor, power in polynomial.numer().factor_squarefree()[1]:
        if power % 2:
            product *= fmpq_poly(factor)
    return product


def _roots(polynomial: fmpq_poly, low: fmpq, high: fmpq) -> int:
    """Return the number of distinct real roots in the open interval (Sturm)."""
    if polynomial.degree() < 1:
        return 0
    chain = [polynomial, polynomial.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))

    def changes(point: fmpq) -> int:
        signs = [value > 0 for value in (member(point) for member in chain) if value != 0]
        return sum(before != after for before, after in pairwise(signs))

    if not chain[-1]:
        common = chain[-2]
        return _roots(polynomial / common, low, high)
    return changes(low) - changes(high) - int(polynomial(high) == 0)
