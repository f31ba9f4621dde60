"""Predicates whose M has a formula, straight or rational in pieces, or from a log-concave density by a shift.

A straight M in pieces is that of approximate differential privacy. Of a rational M in pieces, conditions are decided
between the roots of polynomials. A shift t gives M(a) = G(G^-1(a) - t) with the right tail G.

Reference: Kifer and Lin, Section 2.2.1 and Theorem 2.2.2.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from typing import Literal

from flint import arb, fmpq, fmpq_poly

from dpexact.errors import ParameterError, need
from dpexact.numbers.balls import fraction_of
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import one_factor, pairs_of, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import Free
from dpexact.numbers.signs import cell_points, roots_on
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.predicate import (
    ONE,
    ZERO,
    between,
    maximum_of,
    minimum_of,
    reflected,
    reflected_inverse,
    weak_order,
)

Line = tuple[Exact, Exact]  # (slope, intercept)
DirectedBound = tuple[Exact | float, Exact, bool]  # (E, delta, True), P_i <= E P_j + delta, else P_j <= E P_i + delta
Direction = Literal["both", "forward", "backward"]


@dataclass(frozen=True)
class LinePredicate:
    """M(a) = min(1, the least of slope a + intercept), lines that are at least 0 at 0 and at least 1 at 1.

    `at_zero` is M(0) if M jumps at 0, else None.
    """

    lines: tuple[Line, ...]
    at_zero: Exact | None = None

    convex = True
    lower, allows = reflected, between

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
        x = probability(a, "a")
        if self.at_zero is not None and x == 0:
            return self.at_zero
        return minimum_of([ONE, *(slope * x + intercept for slope, intercept in self.lines)])

    def inverse(self, b: object) -> Exact:
        """Return the infimum of the a with M(a) >= b."""
        y = probability(b, "b")
        return maximum_of([ZERO, *((y - intercept) / slope for slope, intercept in self.lines if slope != 0)])

    def __post_init__(self) -> None:
        """Raise ParameterError for a line that is too low at 0 or 1, or a jump downwards."""
        lines = []
        for n, line in enumerate(need.values(self.lines, "lines", "a sequence of pairs (slope, intercept)")):
            pair = need.values(line, f"lines[{n}]", "a pair (slope, intercept)", count=2)
            lines.append(tuple(exact_at(number, f"lines[{n}]") for number in pair))
        object.__setattr__(self, "lines", tuple(lines))
        object.__setattr__(self, "at_zero", None if self.at_zero is None else exact_at(self.at_zero, "at_zero"))
        for slope, intercept in self.lines:
            if slope < 0 or intercept < 0 or slope + intercept < 1:
                expected = "slope >= 0, a value >= 0 at 0 and >= 1 at 1"
                raise ParameterError(f"{slope!r} a + {intercept!r}", place="lines", expected=expected)
        if self.at_zero is not None and not 0 <= self.at_zero <= min([ONE, *(c for _, c in self.lines)]):
            raise ParameterError(repr(self.at_zero), place="at_zero", expected="a number from 0 to the limit at 0")

    @cached_property
    def bounds(self) -> tuple[DirectedBound, ...]:
        """The predicate as (epsilon, delta)-bounds, each in one direction.

        A line of slope s >= 1 is P_j <= s P_i + c. A line of slope 0 < s < 1, read for the complements, is
        P_i <= P_j / s + (s + c - 1)/s. The jump at 0 is an infinite E.
        """
        bounds: list[DirectedBound] = []
        for slope, intercept in self.lines:
            if weak_order(slope, ONE) >= 0:
                bounds.append((slope, minimum_of([intercept, ONE]), False))
            elif slope > 0:
                bounds.append((1 / slope, minimum_of([(slope + intercept - 1) / slope, ONE]), True))
        if self.at_zero is not None:
            bounds.append((math.inf, self.at_zero, False))
        return tuple(bounds)


@dataclass(frozen=True)
class ApproxDPPredicate:
    """Approximate differential privacy.

    direction="both" is M(a) = min(1, E a + delta, 1 - (1 - a - delta)/E), as the paper prints it. It requires
    P_i(S) <= E P_j(S) + delta and P_j(S) <= E P_i(S) + delta for every pair (i, j), however the relation is directed.
    "backward" is M(a) = min(1, E a + delta) alone, P_j(S) <= E P_i(S) + delta. "forward" is
    M(a) = min(1, 1 - (1 - a - delta)/E), P_i(S) <= E P_j(S) + delta. On a symmetric relation the three say the same.

    The answer is exact. Raises ParameterError.
    Reference: Kifer and Lin, Definition 2.0.3 (forward) and the text before Section 2.2.

    >>> ApproxDPPredicate(2, "1/10").upper("1/2")
    exact('4/5')
    """

    exp_epsilon: Exact
    delta: Exact
    direction: Direction = "both"

    convex = True  # a minimum of lines is concave
    lower, allows = reflected, between

    def __init__(
        self, exp_epsilon: object = None, delta: object = 0, direction: Direction = "both", *, epsilon: object = None
    ) -> None:
        need.one_of(direction, ("both", "forward", "backward"), "direction")
        object.__setattr__(self, "exp_epsilon", privacy_factor(one_factor(exp_epsilon, epsilon)))
        object.__setattr__(self, "delta", probability(delta, "delta"))
        object.__setattr__(self, "direction", direction)

    @cached_property
    def line_predicate(self) -> LinePredicate:
        """The same as lines."""
        E, delta = self.exp_epsilon, self.delta
        backward, forward = (E, delta), (1 / E, 1 - (1 - delta) / E)
        lines = {"both": (backward, forward), "backward": (backward,), "forward": (forward,)}
        return LinePredicate(lines[self.direction])

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
        return self.line_predicate.upper(a)

    def inverse(self, b: object) -> Exact:
        """Return the least a with M(a) >= b."""
        return self.line_predicate.inverse(b)


@dataclass(frozen=True)
class PiecewiseLinearPredicate:
    """M through the given points (a, M(a)), straight between them, concave or not. The first a is 0, the last 1.

    `at_zero` is M(0) if M jumps there. The value of the first point is then the limit from the right.

    The answer is exact. Raises ParameterError.
    """

    knots: tuple[tuple[Exact, Exact], ...]
    at_zero: Exact | None = None

    lower, allows = reflected, between

    def __init__(self, knots: Iterable[tuple[object, object]], at_zero: object = None) -> None:
        points = pairs_of(knots, "knots")
        places = [a for a, _ in points]
        if len(points) < 2 or places[0] != 0 or places[-1] != 1 or not all(a < b for a, b in pairwise(places)):
            expected = "at least two points, a from 0 to 1 in increasing order"
            raise ParameterError(repr(points), place="knots", expected=expected)
        jump = None if at_zero is None else probability(at_zero, "at_zero")
        object.__setattr__(self, "knots", points)
        object.__setattr__(self, "at_zero", None if jump == points[0][1] else jump)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The line of each piece."""
        slopes = ((d - b) / (c - a) for (a, b), (c, d) in pairwise(self.knots))
        return tuple((slope, b - slope * a) for slope, (a, b) in zip(slopes, self.knots, strict=False))

    @cached_property
    def convex(self) -> bool:
        """Return whether M is concave, which makes the allowed pairs a convex set."""
        is_falling = all(left >= right for (left, _), (right, _) in pairwise(self.lines))
        return is_falling and (self.at_zero is None or self.at_zero <= self.knots[0][1])

    @cached_property
    def line_predicate(self) -> LinePredicate | None:
        """The same as lines, if M is concave with M(1) = 1, else None."""
        return LinePredicate(self.lines, self.at_zero) if self.convex and self.knots[-1][1] == 1 else None

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
        x = probability(a, "a")
        if self.at_zero is not None and x == 0:
            return self.at_zero
        slope, intercept = next(line for line, (end, _) in zip(self.lines, self.knots[1:], strict=True) if x <= end)
        return slope * x + intercept

    def inverse(self, b: object) -> Exact:
        """Return the infimum of the a with M(a) >= b. Raises ParameterError unless M is concave with M(1) = 1."""
        if self.line_predicate is None:
            came = "M is not concave with M(1) = 1, so it has no inverse"
            raise ParameterError(came, place="inverse", remedy="reverse it as a RawPredicate")
        return self.line_predicate.inverse(b)


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

    The answer is exact. Raises ParameterError (also for a pole, and values outside [0, 1]).
    """

    pieces: tuple[RationalPiece, ...]
    at_zero: Exact | None = None

    convex = False  # since no inverse of M is computed; `satisfies` asks `check_predicate` whether M is concave
    lower, allows = reflected, between

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

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
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
    return reduce(lambda value, c: value * x + Exact.of_rational(c), reversed(polynomial.coeffs()), ZERO)


def _piece(parts: object, start: fmpq, place: str) -> RationalPiece:
    """Read a piece and make its denominator positive. Raises ParameterError for a pole, or values outside [0, 1]."""
    last, *pair = need.values(parts, place, "(end, numerator, denominator)", count=3)
    end = exact_at(last, place).as_fmpq()
    lists = [need.values(coefficients, place, "a list of coefficients") for coefficients in pair]
    top, bottom = (fmpq_poly([exact_at(c, place).as_fmpq() for c in coefficients]) for coefficients in lists)
    if not start < end <= 1:
        raise ParameterError(f"{end}", place=place, expected=f"an end after {start} and at most 1")
    if bottom(start) < 0:
        top, bottom = -top, -bottom
    if not bottom or roots_on(_interval(start, end), bottom.numer()):
        raise ParameterError(f"the denominator has a zero from {start} to {end}", place=place)
    for outside in (-top, top - bottom):
        point = positive_point(outside, start, end)
        if point is not None:
            came = f"{top(point) / bottom(point)} at {point}"
            raise ParameterError(came, place=place, expected="values from 0 to 1")
    return RationalPiece(start, end, top, bottom)


def positive_point(polynomial: fmpq_poly, low: fmpq, high: fmpq) -> fmpq | None:
    """Return a rational point of the open interval at which the polynomial is positive, or None if there is none.

    Between two of its roots the polynomial has one sign, which a point there shows. The answer is exact.
    """
    if not polynomial:
        return None
    interval, middle = _interval(low, high), (low + high) / 2
    for place in cell_points(interval, roots_on(interval, polynomial.numer())):
        end = fmpq(place.numerator, place.denominator)
        point = end if low < end < high else middle
        while polynomial(end) > 0 >= polynomial(point):  # for an end of the interval, a point inside and near to it
            point = (point + end) / 2
        if polynomial(point) > 0:
            return point
    return None


def _interval(low: fmpq, high: fmpq) -> Free:
    return Free(fraction_of(low), fraction_of(high))


def exponential_predicate(exp_shift: object) -> LinePredicate:
    """Make M(a) = min(1, E a) by the density e^-x, x >= 0, with E = e^t. The answer is exact. Raises ParameterError.

    >>> exponential_predicate(2).upper("1/4")
    exact('1/2')
    """
    return LinePredicate(((privacy_factor(exp_shift, "exp_shift"), ZERO),))


def uniform_predicate(shift: object) -> LinePredicate:
    """Make M(a) = min(1, a + t), also at 0, by the uniform law. The answer is exact. Raises ParameterError."""
    return LinePredicate(((ONE, probability(shift, "shift")),))


@dataclass(frozen=True)
class LaplacePredicate:
    """M(a) = E a, then 1 - 1/(4 E a) from 1/(2E), 1 - (1 - a)/E from 1/2, by the density e^-|x|/2 with E = e^t.

    The answer is exact. Raises ParameterError.
    """

    exp_shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
        x, E = probability(a, "a"), self.exp_shift
        if weak_order(2 * E * x, ONE) <= 0:  # two of the formulas agree at the a at which they meet
            return E * x
        return 1 - 1 / (4 * E * x) if weak_order(2 * x, ONE) <= 0 else 1 - (1 - x) / E


@dataclass(frozen=True)
class LogisticPredicate:
    """M(a) = E a/(1 - a + E a), the odds times E, by the density e^-x/(1 + e^-x)^2 with E = e^t.

    The answer is exact. Raises ParameterError.
    """

    exp_shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, exp_shift: object) -> None:
        object.__setattr__(self, "exp_shift", privacy_factor(exp_shift, "exp_shift"))

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises ParameterError."""
        x = probability(a, "a")
        return self.exp_shift * x / (1 - x + self.exp_shift * x)


@dataclass(frozen=True)
class GaussianPredicate:
    """M(a) = G(G^-1(a) - t) by the standard normal density, with M(0) = 0 and M(1) = 1. t is a number >= 0.

    The answer is an enclosure. Raises ParameterError, UndecidedError if b cannot be told from M(a).
    """

    shift: Exact

    convex = True
    lower, inverse, allows = reflected, reflected_inverse, between

    def __init__(self, shift: object = 1) -> None:
        t = exact_at(shift, "shift")
        if not t >= 0:
            raise ParameterError(repr(t), place="shift", expected="a number >= 0")
        object.__setattr__(self, "shift", t)

    def upper(self, a: object) -> Exact | Enclosure:
        """Return M(a). Raises ParameterError."""
        x = probability(a, "a")
        if self.shift == 0 or x in (0, 1):
            return x
        return Enclosure.computed(_shifted_tail, x, self.shift)


def _shifted_tail(a: arb, t: arb) -> arb:
    """Return G(G^-1(a) - t) with G(x) = erfc(x / sqrt 2)/2."""
    return ((2 * a).erfcinv() - t / arb(2).sqrt()).erfc() / 2


DENSITIES = (LaplacePredicate, LogisticPredicate, GaussianPredicate)  # each has one number, its shift
