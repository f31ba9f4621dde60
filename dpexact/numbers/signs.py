"""Signs, order and equality of exact numbers.

The sign of a sum of c t^i u^j is shown by balls around it, which show the sign of all but 0. The signs of a polynomial
in a free E on its interval are those between its real roots, which are isolated by Descartes' rule of signs with
bisection, on the square-free part over the integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq, fmpq_poly, fmpz, fmpz_mpoly, fmpz_poly

from dpexact.errors import DPExactError, IncompatibleFieldsError, SignChangesError, TooLargeError
from dpexact.numbers.balls import ball_sign, checked_bits
from dpexact.numbers.generators import Free, Generators
from dpexact.numbers.powers import ExactNumber
from dpexact.numbers.quotients import is_zero, lift, subtracted
from dpexact.numbers.rounding import rational_decimal
from dpexact.numbers.typography import rational_excerpt

MAX_DEGREE = 1 << 12  # of a polynomial in E whose roots are isolated
SHOWN_BITS = 40
ONE_MORE = fmpz_poly([1, 1])
MAX_SIGN_BITS = 1 << 20
DENSE_FACTOR = 8
APART_BITS = 4096  # numbers without a common field are compared by enclosures of up to this precision
SHOWN = 20  # places at which a sign changes
LEAST_SHOWN = Fraction(1, 1 << 64)  # of a root that may be 0
Relation = Callable[[Any, Any], bool]  # operator.lt, ...


@dataclass(frozen=True)
class RootInterval:
    """[lower, upper] with exactly one real root of a square-free polynomial in it, the root itself if lower == upper.

    An interval with lower < upper has its root strictly inside and opposite signs at its ends.
    """

    lower: Fraction
    upper: Fraction
    coefficients: tuple[int, ...] = field(repr=False)

    def refine(self, bits: int) -> RootInterval:
        """Return the same root in an interval at most 2^-bits long. The answer is exact."""
        wanted = Fraction(1, 1 << checked_bits(bits))
        return self._narrowed(lambda low, high: high - low <= wanted)

    def _narrowed(self, enough: Callable[[Fraction, Fraction], bool]) -> RootInterval:
        """Return the same root, by bisection of the interval, or of the exponents of ends that are far apart."""
        polynomial = fmpz_poly(list(self.coefficients))
        low, high = self.lower, self.upper
        left = value_sign(polynomial, low)
        while low < high and not enough(low, high):
            middle = (low + high) / 2
            if high > 16 * low > 0:
                middle = Fraction(2) ** ((_exponent(low) + _exponent(high)) // 2)
            sign = value_sign(polynomial, middle)
            if sign == 0:
                low = high = middle
            elif sign == left:
                low = middle
            else:
                high = middle
        return RootInterval(low, high, self.coefficients)

    def __str__(self) -> str:
        narrow = self._narrowed(lambda low, high: (high - low) * (1 << SHOWN_BITS) <= max(abs(low), LEAST_SHOWN))
        if narrow.lower == narrow.upper:
            return f"E = {rational_excerpt(narrow.lower)}"
        low, high = rational_decimal(narrow.lower, 8, "down"), rational_decimal(narrow.upper, 8, "up")
        return f"E in [{low}, {high}]"


def _exponent(value: Fraction) -> int:
    """Return roughly the binary logarithm of a positive rational."""
    return value.numerator.bit_length() - value.denominator.bit_length()


def value_sign(polynomial: fmpz_poly, point: Fraction) -> int:
    """Return the sign of an integer polynomial at a rational point."""
    value = polynomial(fmpq(point.numerator, point.denominator))
    return int(value > 0) - int(value < 0)


def dense(polynomial: fmpz_mpoly) -> fmpz_poly:
    """Return the integer polynomial (content removed) of a sum in t alone, up to a positive factor.

    Raises TooLargeError beyond degree MAX_DEGREE.
    """
    degree = int(polynomial.degrees()[0])
    if degree > MAX_DEGREE:
        raise TooLargeError(f"a polynomial in E of degree {degree}: beyond {MAX_DEGREE} its roots are not isolated")
    coefficients = [fmpz(0)] * (degree + 1)
    for (i, _), coefficient in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        coefficients[int(i)] = coefficient
    integer = fmpz_poly(coefficients)
    return integer / integer.content() if degree >= 0 else integer


def square_free(polynomial: fmpz_poly) -> fmpz_poly:
    """Return the square-free part, with the same roots, each once."""
    common = polynomial.gcd(polynomial.derivative())
    return polynomial / common if common.degree() > 0 else polynomial


def _variations(coefficients: Iterable[fmpz]) -> int:
    """Return the number of sign changes in a sequence, zeros left out."""
    signs = [c > 0 for c in coefficients if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def _on_unit(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> fmpz_poly:
    """Return an integer polynomial whose roots in (0, 1) are those of `polynomial` in (low, high)."""
    line = fmpq_poly([fmpq(low.numerator, low.denominator), fmpq((high - low).numerator, (high - low).denominator)])
    return fmpq_poly(polynomial)(line).numer()


def _descartes(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Return isolating intervals of the roots of a square-free polynomial in the open interval (low, high), ascending.

    By Descartes' rule the sign changes of (1+x)^n q(1/(1+x)) bound the roots of q in (0, 1), exactly if at most one.
    """
    pending = [(_on_unit(polynomial, low, high), low, high)]
    while pending:
        unit, low, high = pending.pop()
        if low == high:
            yield low, high
            continue
        count = _variations(fmpz_poly(unit.coeffs()[::-1])(ONE_MORE).coeffs())
        if count == 0:
            continue
        if count == 1 and unit[0] != 0 and unit(1) != 0:
            yield low, high
            continue
        middle, degree = (low + high) / 2, unit.degree()
        left = fmpz_poly([c << (degree - k) for k, c in enumerate(unit.coeffs())])
        left /= left.content()
        right = left(ONE_MORE)
        pending.append((right, middle, high))
        if right[0] == 0:
            pending.append((right, middle, middle))
        pending.append((left, low, middle))


@lru_cache(maxsize=256)
def _roots(coefficients: tuple[int, ...], lower: Fraction, upper: Fraction | None) -> tuple[RootInterval, ...]:
    polynomial = fmpz_poly(list(coefficients))
    if polynomial.degree() < 1:
        return ()
    end = _beyond_roots(polynomial, lower) if upper is None else upper
    points = []
    if value_sign(polynomial, lower) == 0:
        points.append((lower, lower))
    if end > lower:
        points += list(_descartes(polynomial, lower, end))
        if value_sign(polynomial, end) == 0:
            points.append((end, end))
    return tuple(RootInterval(low, high, coefficients) for low, high in points)


def _beyond_roots(polynomial: fmpz_poly, lower: Fraction) -> Fraction:
    """Return a point above `lower` and above every real root, as `lower` plus a power of two.

    For p(lower + x) with leading coefficient c_n, every root x > 0 is below 2 max |c_k / c_n|^(1/(n-k)), over the c_k
    whose sign is not that of c_n (Kioustelidis 1986).
    """
    coefficients = _on_unit(polynomial, lower, lower + 1).coeffs()
    degree, lead = len(coefficients) - 1, coefficients[-1]
    opposite = [
        -((lead.bit_length() - 1 - c.bit_length()) // (degree - k))
        for k, c in enumerate(coefficients)
        if (c < 0) != (lead < 0) and c != 0
    ]
    return lower + Fraction(2) ** (1 + max(opposite, default=0))


def roots_on(interval: Free, polynomial: fmpz_poly) -> tuple[RootInterval, ...]:
    """Return the distinct real roots of an integer polynomial on the interval, ascending and isolated, none for 0."""
    part = square_free(polynomial)
    return _roots(tuple(int(c) for c in part.coeffs()), interval.lower, interval.upper)


def cell_points(interval: Free, roots: tuple[RootInterval, ...]) -> tuple[Fraction, ...]:
    """Return one rational point for each open cell into which the roots cut the interval, ascending.

    The point lies in the cell or is an end of the interval, or of an isolating interval, and is not a root. So every
    sign there is the sign in the cell.
    """
    known = {root.lower for root in roots if root.lower == root.upper}
    starts = [interval.lower, *(root.upper for root in roots)]
    ends = [*(root.lower for root in roots), interval.upper]
    points = (a + 1 if b is None else (a + b) / 2 for a, b in zip(starts, ends, strict=True))
    return tuple(point for point in points if point not in known)  # one is known where a cell is empty


def signs_on(interval: Free, num: fmpz_mpoly, den: fmpz_mpoly) -> frozenset[int]:
    """Return the signs that num / den takes on the interval, for sums in E alone, and every sign if it has a pole.

    The answer is exact.
    """
    below = _signs(interval, den)
    return frozenset((-1, 0, 1)) if len(below) > 1 else frozenset(a * b for a in _signs(interval, num) for b in below)


def _signs(interval: Free, polynomial: fmpz_mpoly) -> frozenset[int]:
    """Return the set of signs that a sum in E alone takes on the interval."""
    coefficients = polynomial.coeffs()
    if interval.lower > 0 and not _variations(coefficients):  # no root above 0, whatever the degree
        return frozenset((int(coefficients[0] > 0) - int(coefficients[0] < 0) if coefficients else 0,))
    integer = dense(polynomial)
    roots = roots_on(interval, integer)
    signs = {value_sign(integer, point) for point in cell_points(interval, roots)}
    return frozenset(signs | ({0} if roots else set()))


@lru_cache(maxsize=512)
def _generator_ball(field: Generators, name: str, bits: int) -> arb:
    """Return t or u. `bits`, the working precision that the caller has set, is part of the cache's key."""
    del bits
    if name == "t":
        return arb(fmpq(field.exponent.numerator, field.exponent.denominator)).exp()
    return arb(fmpq(field.base.numerator, field.base.denominator)).root(field.degree)


def sum_ball(field: Generators, polynomial: fmpz_mpoly) -> arb:
    """Return a ball around the value of a sum, at the current flint working precision.

    With one generator and few gaps it is by Horner's scheme, otherwise each term by itself.
    """
    coefficients = polynomial.coeffs()
    t_degree, u_degree = (int(d) for d in polynomial.degrees())
    top = t_degree + u_degree
    if (t_degree > 0 and u_degree > 0) or top > DENSE_FACTOR * len(coefficients):
        return _sparse_ball(field, polynomial)
    if top == len(coefficients) - 1:
        dense = coefficients[::-1]
    else:
        dense = [fmpz(0)] * (top + 1)
        for (i, j), coefficient in zip(polynomial.monoms(), coefficients, strict=True):
            dense[int(i) + int(j)] = coefficient
    return fmpz_poly(dense)(_generator_ball(field, "u" if u_degree else "t", ctx.prec))


def _sparse_ball(field: Generators, polynomial: fmpz_mpoly) -> arb:
    total, exponent = arb(0), fmpq(field.exponent.numerator, field.exponent.denominator)
    for (i, j), coefficient in polynomial.terms():
        term = arb(coefficient)
        if i:
            term *= arb(exponent * i).exp()
        if j:
            term *= _generator_ball(field, "u", ctx.prec) ** int(j)
        total += term
    return total


def sum_sign(field: Generators, polynomial: fmpz_mpoly) -> int:
    """Return the sign of a sum, 0 exactly when it is empty, otherwise shown by a ball that excludes 0.

    The answer is exact. Raises TooLargeError past 2^20 bits of precision (the sum is then not zero, but that close).
    """
    coefficients = polynomial.coeffs()
    if all(c > 0 for c in coefficients):
        return 1 if coefficients else 0
    sign = ball_sign(lambda: sum_ball(field, polynomial), MAX_SIGN_BITS)
    if not sign:
        raise TooLargeError(
            f"a sum over {field} is not zero, but closer to 0 than {MAX_SIGN_BITS} bits of precision show: no sign"
        )
    return sign


def ordered(first: ExactNumber, second: ExactNumber, holds: Relation) -> bool:
    """Return whether a relation (operator.lt, ...) holds between two numbers, for all E of a free field at once.

    The answer is exact.
    Raises SignChangesError if it holds for some E only, IncompatibleFieldsError, TooLargeError.
    """
    try:
        difference = first - second
    except (IncompatibleFieldsError, TooLargeError) as error:
        try:
            same = equal(first, second, operator.eq)
        except (IncompatibleFieldsError, TooLargeError):
            raise error from None
        return holds(0 if same else _sign_apart(first, second, error, MAX_SIGN_BITS), 0)
    answers = {holds(sign, 0) for sign in difference.signs()}
    if len(answers) != 1:
        raise sign_changes_error(difference)
    return answers.pop()


def equal(first: ExactNumber, second: ExactNumber, holds: Relation) -> bool:
    """Decide equality by cross-multiplication, or refute it by enclosures that lie apart.

    The answer is exact.
    Raises IncompatibleFieldsError (TooLargeError) for numbers without a common field, or with too large a one, that
    no enclosure tells apart.
    """
    if first.is_rational() or second.is_rational():
        return False  # exactly one of them is
    quotient, quotient2 = first.sums(), second.sums()
    if quotient == quotient2 and first.field == second.field:
        return True
    try:
        field, quotient, quotient2 = lift(first.field, quotient, second.field, quotient2)
        return is_zero(field, subtracted(quotient, quotient2)[0])
    except (IncompatibleFieldsError, TooLargeError) as error:
        return holds(_sign_apart(first, second, error, APART_BITS), 0)


def _sign_apart(first: ExactNumber, second: ExactNumber, error: DPExactError, bits: int) -> int:
    """Return the sign of first - second, never 0, if enclosures of up to this many bits lie apart.

    Raises the error.
    """
    if not isinstance(first.field, Free) and not isinstance(second.field, Free):
        sign = ball_sign(lambda: first.ball() - second.ball(), bits)
        if sign:
            return sign
    raise error


def sign_changes_error(number: ExactNumber) -> SignChangesError:
    """Return the error with the places at which the sign of a number with a free E is 0, changes or is undefined."""
    field, (num, den) = number.field, number.sums()
    intervals = roots_on(field, dense(num * den))  # type: ignore[arg-type]
    places = ", ".join(str(interval) for interval in intervals[:SHOWN])
    return SignChangesError(
        f"the sign of {number!r} is not the same for all E of {field}",
        intervals=intervals,
        remedy=f"it vanishes, changes or is not defined at {places}",
    )
