"""PiecewiseRationalPredicate: M in pieces p(a)/q(a) over the rationals; where a polynomial is positive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from dpexact.errors import ParameterError, need
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.predicate import within


@dataclass(frozen=True)
class Piece:
    """M(a) = top(a)/bottom(a) for start < a <= end; bottom has no zero there and is positive."""

    start: Any
    end: Any
    top: Any
    bottom: Any

    def __call__(self, a: Any) -> Any:
        """Return the value, an fmpq."""
        return self.top(a) / self.bottom(a)

    def slope_top(self) -> Any:
        """Return the numerator of M' over bottom^2."""
        return self.top.derivative() * self.bottom - self.top * self.bottom.derivative()

    def bend_top(self) -> Any:
        """Return the numerator of M'' over bottom^3."""
        return self.slope_top().derivative() * self.bottom - 2 * self.slope_top() * self.bottom.derivative()

    def slope(self, a: Any) -> Any:
        """Return M'(a)."""
        return self.slope_top()(a) / self.bottom(a) ** 2


@dataclass(frozen=True)
class PiecewiseRationalPredicate:
    """M given by pieces (end, numerator, denominator), coefficients from the constant one on; the first begins at 0.

    A piece holds up to its end, the first one at 0 too, unless `at_zero` gives M(0). M may be discontinuous and need
    not be concave. Its values are from 0 to 1.

    Guarantee: exact. Raises: ParameterError (also for a pole, and values outside [0, 1]).
    """

    pieces: tuple[Piece, ...]
    at_zero: Exact | None = None

    def __init__(
        self, pieces: Iterable[tuple[object, Sequence[object], Sequence[object]]], at_zero: object = None
    ) -> None:
        start, found = fmpq(0), []
        for n, piece in enumerate(need.values(pieces, "pieces", "a sequence of pieces")):
            parts = need.values(piece, f"pieces[{n}]", "(end, numerator, denominator)")
            if len(parts) != 3:
                raise need.refusal(f"pieces[{n}]", "(end, numerator, denominator)", piece)
            end, top, bottom = parts
            stop = exact_at(end, f"pieces[{n}]").as_fmpq()
            lists = (need.values(cs, f"pieces[{n}]", "a list of coefficients") for cs in (top, bottom))
            above, below = (fmpq_poly([exact_at(c, f"pieces[{n}]").as_fmpq() for c in cs]) for cs in lists)
            if not start < stop <= 1:
                raise ParameterError(f"{stop}", place=f"pieces[{n}]", expected=f"an end after {start} and at most 1")
            found.append(_checked(Piece(start, stop, above, below), n))
            start = stop
        if start != 1:
            raise ParameterError(f"{start}", place="pieces", expected="the last one to end at 1")
        object.__setattr__(self, "pieces", tuple(found))
        object.__setattr__(self, "at_zero", None if at_zero is None else probability(at_zero, "at_zero"))

    @property
    def convex(self) -> bool:
        """Always False, since no inverse of M is computed; `concave` says what `satisfies` makes use of."""
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

    def lower(self, a: object) -> Exact:
        """Return m(a) = 1 - M(1 - a)."""
        return 1 - self.upper(1 - probability(a, "a"))

    def inverse(self, b: object) -> Exact:
        """Raise ParameterError; M need not have one."""
        raise ParameterError(
            f"it is not computed for pieces (b = {value_excerpt(b)})",
            place="inverse",
            remedy="reverse them as a RawPredicate",
        )

    def allows(self, a: Exact, b: Exact) -> bool:
        """Return whether m(a) <= b <= M(a)."""
        return within(self, a, b)


def _at(polynomial: Any, x: Exact) -> Exact:
    """Evaluate a polynomial at a number that need not be rational, by Horner's rule."""
    value = Exact.of_rational(0)
    for coefficient in reversed(polynomial.coeffs()):
        value = value * x + Exact.of_rational(coefficient)
    return value


def _checked(piece: Piece, n: int) -> Piece:
    """Return the piece with a positive denominator. Raises: ParameterError for a pole, or values outside [0, 1]."""
    if piece.bottom(piece.start) < 0:
        piece = Piece(piece.start, piece.end, -piece.top, -piece.bottom)
    if piece.bottom(piece.start) <= 0 or piece.bottom(piece.end) <= 0 or _roots(piece.bottom, piece.start, piece.end):
        raise ParameterError(f"the denominator has a zero from {piece.start} to {piece.end}", place=f"pieces[{n}]")
    for outside in (-piece.top, piece.top - piece.bottom):
        where = positive_point(outside, piece.start, piece.end)
        if where is not None:
            raise ParameterError(f"{piece(where)} at {where}", place=f"pieces[{n}]", expected="values from 0 to 1")
    return piece


def positive_point(polynomial: Any, low: Any, high: Any) -> Any:
    """Return a rational point of the open interval at which the polynomial is positive, or None where it never is.

    Guarantee: exact. Reference: Sturm's theorem.
    """
    if polynomial == 0:
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


def _beside(polynomial: Any, root: Any, step: Any) -> Any:
    """Return a point near a root of odd multiplicity at which the polynomial is positive."""
    while True:
        for point in (root - step, root + step):
            if polynomial(point) > 0:
                return point
        step /= 2


def _odd_part(polynomial: Any) -> Any:
    """Return the product of the factors of odd multiplicity: where the sign changes."""
    product = fmpq_poly([1])
    for factor, power in polynomial.numer().factor_squarefree()[1]:
        if power % 2:
            product *= fmpq_poly(factor)
    return product


def _roots(polynomial: Any, low: Any, high: Any) -> int:
    """Return the number of distinct real roots in the open interval (Sturm)."""
    if polynomial.degree() < 1:
        return 0
    chain = [polynomial, polynomial.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))

    def changes(point: Any) -> int:
        signs = [value > 0 for value in (member(point) for member in chain) if value != 0]
        return sum(one != other for one, other in pairwise(signs))

    if chain[-1] == 0:
        common = chain[-2]
        return _roots(polynomial / common, low, high)
    return changes(low) - changes(high) - int(polynomial(high) == 0)
