"""Predicates whose M is straight in pieces, such as approximate differential privacy."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from dpexact.errors import ParameterError, need
from dpexact.numbers.epsilon import one_factor, pairs_of, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.papers.axioms import bounded
from dpexact.papers.axioms.order import ONE, ZERO, maximum_of, minimum_of, weak_order

Line = tuple["Exact", "Exact"]  # (slope, intercept)
Direction = Literal["both", "forward", "backward"]


@dataclass(frozen=True)
class DirectedBound:
    """P_i(S) <= E P_j(S) + delta (forward) or P_j(S) <= E P_i(S) + delta (backward), for every event S."""

    exp_epsilon: Exact | float
    delta: Exact
    forward: bool


def _line(line: object, place: str) -> Line:
    """Read a line as a pair of numbers. Raises: ParameterError, or as `exact`."""
    ends = need.values(line, place, "a pair (slope, intercept)")
    if len(ends) != 2:
        raise need.refusal(place, "a pair (slope, intercept)", line)
    return exact_at(ends[0], place), exact_at(ends[1], place)


@dataclass(frozen=True)
class LinePredicate:
    """M(a) = min(1, the least of slope a + intercept), lines that are at least 0 at 0 and at least 1 at 1.

    `at_zero` is M(0) if M jumps at 0, else None.
    """

    lines: tuple[Line, ...]
    at_zero: Exact | None = None
    convex: bool = True

    lower, allows = bounded.lower, bounded.allows

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
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
        lines = need.values(self.lines, "lines", "a sequence of pairs (slope, intercept)")
        object.__setattr__(self, "lines", tuple(_line(line, f"lines[{n}]") for n, line in enumerate(lines)))
        object.__setattr__(self, "at_zero", None if self.at_zero is None else exact_at(self.at_zero, "at_zero"))
        need.flag(self.convex, "convex")
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
        bounds = []
        for slope, intercept in self.lines:
            if weak_order(slope, ONE) >= 0:
                bounds.append(DirectedBound(slope, minimum_of([intercept, ONE]), forward=False))
            elif slope > 0:
                bounds.append(
                    DirectedBound(1 / slope, minimum_of([(slope + intercept - 1) / slope, ONE]), forward=True)
                )
        if self.at_zero is not None:
            bounds.append(DirectedBound(math.inf, self.at_zero, forward=False))
        return tuple(bounds)


@dataclass(frozen=True)
class ApproxDPPredicate:
    """Approximate differential privacy.

    direction="both" is M(a) = min(1, E a + delta, 1 - (1 - a - delta)/E), as the paper prints it. It requires
    P_i(S) <= E P_j(S) + delta and P_j(S) <= E P_i(S) + delta for every pair (i, j), however the relation is directed.
    "backward" is M(a) = min(1, E a + delta) alone, P_j(S) <= E P_i(S) + delta. "forward" is
    M(a) = min(1, 1 - (1 - a - delta)/E), P_i(S) <= E P_j(S) + delta. On a symmetric relation the three say the same.

    Guarantee: exact. Raises: ParameterError.
    Reference: Kifer and Lin, Definition 2.0.3 (forward) and the text before Section 2.2.

    >>> ApproxDPPredicate(2, "1/10").upper("1/2")
    exact('4/5')
    """

    exp_epsilon: Exact
    delta: Exact
    direction: Direction = "both"

    lower, allows = bounded.lower, bounded.allows

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

    @property
    def convex(self) -> bool:
        """A minimum of lines is concave."""
        return True

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        return self.line_predicate.upper(a)

    def inverse(self, b: object) -> Exact:
        """Return the least a with M(a) >= b."""
        return self.line_predicate.inverse(b)


@dataclass(frozen=True)
class PiecewiseLinearPredicate:
    """M through the given points (a, M(a)), straight between them, concave or not. The first a is 0, the last 1.

    `at_zero` is M(0) if M jumps there. The value of the first point is then the limit from the right.

    Guarantee: exact. Raises: ParameterError.
    """

    knots: tuple[tuple[Exact, Exact], ...]
    at_zero: Exact | None = None

    lower, allows = bounded.lower, bounded.allows

    def __init__(self, knots: Iterable[tuple[object, object]], at_zero: object = None) -> None:
        points = pairs_of(knots, "knots")
        places = [a for a, _ in points]
        if len(points) < 2 or places[0] != 0 or places[-1] != 1 or not all(a < b for a, b in pairwise(places)):
            raise ParameterError(
                repr(points), place="knots", expected="at least two points, a from 0 to 1 in increasing order"
            )
        jump = None if at_zero is None else probability(at_zero, "at_zero")
        object.__setattr__(self, "knots", points)
        object.__setattr__(self, "at_zero", None if jump == points[0][1] else jump)

    @cached_property
    def slopes(self) -> tuple[Exact, ...]:
        """The slope of each piece."""
        return tuple((d - b) / (c - a) for (a, b), (c, d) in pairwise(self.knots))

    @cached_property
    def convex(self) -> bool:
        """Return whether M is concave, which makes the allowed pairs a convex set."""
        is_falling = all(left >= right for left, right in pairwise(self.slopes))
        return is_falling and (self.at_zero is None or self.at_zero <= self.knots[0][1])

    @cached_property
    def line_predicate(self) -> LinePredicate | None:
        """The same as lines, if M is concave with M(1) = 1, else None."""
        if not self.convex or self.knots[-1][1] != 1:
            return None
        lines = tuple((s, b - s * a) for s, (a, b) in zip(self.slopes, self.knots, strict=False))
        return LinePredicate(lines, self.at_zero)

    def upper(self, a: object) -> Exact:
        """Return M(a). Raises: ParameterError."""
        x = probability(a, "a")
        if self.at_zero is not None and x == 0:
            return self.at_zero
        n = max(n for n, (start, _) in enumerate(self.knots[:-1]) if start <= x)
        start, value = self.knots[n]
        return value + self.slopes[n] * (x - start)

    def inverse(self, b: object) -> Exact:
        """Return the infimum of the a with M(a) >= b. Raises: ParameterError unless M is concave with M(1) = 1."""
        if self.line_predicate is None:
            came = "M is not concave with M(1) = 1, so it has no inverse"
            raise ParameterError(came, place="inverse", remedy="reverse it as a RawPredicate")
        return self.line_predicate.inverse(b)
