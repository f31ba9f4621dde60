"""The privacy loss of pairs of distributions and of independent compositions of pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, TypeVar

from flint import arb

from dpexact.composition.closed import closed_delta, closed_epsilon
from dpexact.composition.expansion import Expansion, Plan, expand, is_small
from dpexact.composition.factors import ONE, Factors, Pair, certain_mass, gathered, laws_of, multiply, pairs_of
from dpexact.composition.grid import largest_loss
from dpexact.composition.rounded import GridRule, line_delta, line_epsilon, rounded_delta, rounded_epsilon
from dpexact.composition.sampled import Sampled
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.balls import START_BITS, WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure, within_one
from dpexact.numbers.epsilon import claimed_factor, exp_of_epsilon, is_infinite, one_factor, probability
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import RATIONALS, Free
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.divergence import distributions

Number = TypeVar("Number", bound=Exact | Enclosure | float)
SHARES = 1 << 40  # of 1, in which an epsilon is divided among runs
LEAST_SHARE = Fraction(1, 10**300)  # of a delta for which basic composition is tried
LARGEST_EPSILON = 710  # more than 1024 log(2)
TOO_LARGE_FACTOR = "the least E is too large to be enclosed as a number; ask for its logarithm, .epsilon(delta)"
MAX_LINE = 1 << 34  # runs, of which a line has too many places
MAX_LONG = 1 << 8  # terms of a mass, of which a least E has far more


@need.made_by("privacy_loss(p, q)", factors=tuple)
@dataclass(frozen=True)
class PrivacyLoss:
    """The independent composition of pairs (P, Q) of distributions, in the direction P against Q.

    `a * b` composes two, `a ** k` takes one k times. Nothing is computed before a number is asked for.

    >>> loss = privacy_loss(["3/4", "1/4"], ["1/4", "3/4"]) ** 10
    >>> loss.delta(9), loss.exact
    (exact('12195/16384'), True)
    """

    factors: Factors

    def __mul__(self, other: object) -> PrivacyLoss:
        """Compose both, independently."""
        if not isinstance(other, PrivacyLoss):
            return NotImplemented
        return PrivacyLoss(gathered((*self.factors, *other.factors)))

    def __pow__(self, count: object) -> PrivacyLoss:
        """Compose it with itself `count` times, independently (0 gives nothing away). Raises ParameterError."""
        more = need.integer(count, "count", 0)
        return PrivacyLoss(gathered((pair, times * more) for pair, times in self.factors))

    def reversed(self) -> PrivacyLoss:
        """Return the loss in the other direction, Q against P."""
        return PrivacyLoss(gathered((pair.reversed(), times) for pair, times in self.factors))

    def delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact | Enclosure:
        """Return the least delta with P(S) <= E Q(S) + delta for all events S, with E > 0 or math.inf.

        The answer is exact, or an enclosure, of any width if all ratios are powers of one number.
        Raises ParameterError, TooLargeError if none is within reach, UndecidedError, IncompatibleFieldsError.
        """
        delta = self.delta_rule
        return at_any_factor(lambda E: numbered(delta(E)), lambda E: self.reversed().delta(E), exp_epsilon, epsilon)

    def delta_rule(self, exp_epsilon: object, other: float | None = None) -> Exact | Enclosure | GridRule:
        """Return the least delta at E, or the rule of its bounds if only a grid gives bounds."""
        factor = claimed_factor(exp_epsilon)
        certain = self._certain
        if not isinstance(factor, Exact):
            return certain
        _check_free(factor)
        law = self._only_law
        if law is not None:
            return closed_delta(law, factor)
        if not self.exact and self._reaches(factor):
            return certain
        if not self.exact:
            try:
                if self._line is not None:
                    return Enclosure(partial(line_delta, self._line, self.factors, factor))
                return rounded_delta(self.factors, factor, other)
            except TooLargeError as error:
                part = Enclosure.of(factor).log().lower / sum(count for _, count in self.factors)
                share = exp_of_epsilon(Fraction(math.floor(part * SHARES), SHARES))
                raise self._with_bounds(error, partial(PrivacyLoss.delta, exp_epsilon=share), 1.0) from None
        first, second = self._expansion.totals(self._expansion.above(factor))
        try:
            return certain + first - factor * second
        except (IncompatibleFieldsError, TooLargeError):
            return Enclosure.computed(_excess, certain, first, factor, second)

    def exp_epsilon(self, delta: object) -> Exact | Enclosure | float:
        """Return the least E >= 1 with P(S) <= E Q(S) + delta for all events S, or math.inf if there is none.

        The guarantee and the errors are those of `delta`, and TooLargeError for a sum of losses past 2^1024.
        """
        factor = self.known_factor(delta)
        return exponential(self.epsilon(delta)) if factor is None else factor

    def known_factor(self, delta: object) -> Exact | Enclosure | float | None:
        """Return the least E for a delta if it is 1, the largest ratio, infinity, or exact and short, else None."""
        allowed = probability(delta, "delta")
        _check_free(allowed)
        if allowed == 1:
            return ONE
        if not allowed > self._certain:
            if allowed < self._certain:
                return math.inf
            return exponential(self._largest_epsilon()) if self.largest_ratio is None else self.largest_ratio
        is_long = self._plan is not None and max(self._plan.growth) > MAX_LONG
        if not self.exact or is_long:
            return None
        try:
            return self._least_factor(allowed - self._certain)
        except IncompatibleFieldsError:
            return Enclosure(partial(self._factor_ball, allowed))
        except TooLargeError:
            return None

    def epsilon(self, delta: object) -> Enclosure | float:
        """Return the least epsilon >= 0, the logarithm of the least E, or math.inf if there is none.

        The answer is an enclosure, as of `delta`. Raises the errors of `delta`.
        """
        return numbered(self.epsilon_rule(delta))

    def epsilon_rule(self, delta: object, other: float | None = None) -> Enclosure | float | GridRule:
        """Return the least epsilon for a delta, or the rule of its bounds if only a grid gives bounds."""
        allowed = probability(delta, "delta")
        law, line = self._only_law, self._line
        if allowed < 1 and allowed == self._certain:
            return self._largest_epsilon()
        # in a field with other numbers a least E is long, unlike balls of epsilon
        if allowed == 1 or not self._certain < allowed or (self.exact and (line is None or line.field == RATIONALS)):
            factor = self.known_factor(allowed)
            if factor is not None:
                return factor if isinstance(factor, float) else Enclosure.of(factor).log()
        if law is not None:
            return Enclosure.of(closed_epsilon(law, allowed))
        try:
            if line is not None:
                return Enclosure(partial(line_epsilon, line, self.factors, allowed))
            return rounded_epsilon(self.factors, self._certain, allowed, other)
        except TooLargeError as error:
            share = (allowed - self._certain) / sum(count for _, count in self.factors)
            if share < LEAST_SHARE:
                raise
            most = max(_most(loss.epsilon(0)) for loss in (self, self.reversed()))
            raise self._with_bounds(error, partial(PrivacyLoss.epsilon, delta=share), most) from None

    def _with_bounds(self, error: TooLargeError, each: Callable[[PrivacyLoss], Any], most: Any) -> TooLargeError:
        """Return the error with two bounds: 0 and the sum of all runs, by basic composition, in both directions."""
        with suppress(TooLargeError, UndecidedError, IncompatibleFieldsError):
            ways = ((way, count) for pair, count in self.factors for way in (pair, pair.reversed()))
            if sum(count for _, count in self.factors) > 1:
                most = min(most, sum((n * _most(each(PrivacyLoss(((way, 1),)))) for way, n in ways), Fraction(0)))
        if most < math.inf:
            error.lower, error.upper = Fraction(0), Fraction(most)
        return error

    def _least_factor(self, allowed: Exact) -> Exact:
        """Take Newton's steps on a convex, piecewise linear function, from 1 up to the least E.

        Each step is (P(S) - allowed) / Q(S) for the worst event S at the number before, so never past the least E.
        """
        factor, event = ONE, None
        while True:
            places = self._expansion.above(factor)
            if places == event:
                return factor
            first, second = self._expansion.totals(places)
            if first - factor * second <= allowed:
                return factor
            factor, event = (first - allowed) / second, places

    def _factor_ball(self, allowed: Exact) -> arb:
        """Return a ball around a least E, from those of the rational bounds of what is allowed."""
        ends = rational_bounds(allowed.ball() - self._certain.ball())
        if ends[0] <= 0:
            return arb.nan()
        low, high = (self._least_factor(Exact.of_rational(end)).ball() for end in reversed(ends))
        return low.union(high)

    def _largest_epsilon(self) -> Enclosure | float:
        """Return the largest loss, at least 0, or math.inf."""
        with WorkingPrecision(START_BITS):
            finite = all(law.largest().is_finite() for law, _ in laws_of(self.factors))
        return Enclosure(partial(largest_loss, self.factors)) if finite else math.inf

    @cached_property
    def largest_ratio(self) -> Exact | None:
        """The largest ratio of outcomes with two positive masses, at least 1, if a field holds it."""
        largest = ONE
        try:
            for pair, count in self.factors:
                ratio = pair.largest_ratio()
                if ratio is None:
                    return None
                largest *= ratio**count
            return max(ONE, largest)
        except (IncompatibleFieldsError, TooLargeError):
            return None

    def _reaches(self, factor: Exact) -> bool:
        """Return whether E is certainly no less than any ratio of the outcomes with two positive masses."""
        if not all(pair.common for pair, _ in pairs_of(self.factors)):
            return True
        with WorkingPrecision(2 * START_BITS):
            gap = factor.ball().log() - largest_loss(self.factors)
        if gap > 0 or gap < 0:
            return bool(gap > 0)
        try:
            return self.largest_ratio is not None and factor >= self.largest_ratio
        except (IncompatibleFieldsError, TooLargeError, UndecidedError):
            return False

    @property
    def _only_law(self) -> Sampled | None:
        """The law of noise if the composition is one run of one law."""
        if len(self.factors) == 1 and self.factors[0][1] == 1 and isinstance(self.factors[0][0], Sampled):
            return self.factors[0][0]
        return None

    @cached_property
    def _certain(self) -> Exact | Enclosure:
        return certain_mass(self.factors)

    @cached_property
    def _plan(self) -> Plan | None:
        """Place the factors on a lattice, if there is one and a field holds all masses."""
        if laws_of(self.factors):
            return None
        try:
            return Plan.of(pairs_of(self.factors))
        except (IncompatibleFieldsError, TooLargeError):
            return None

    @cached_property
    def _line(self) -> Plan | None:
        """Return the plan if all ratios are powers of one number. Masses on the line are known to any width."""
        few = sum(count for _, count in self.factors) <= MAX_LINE
        return self._plan if few and self._plan is not None and self._plan.rank <= 1 else None

    @cached_property
    def exact(self) -> bool:
        """Return whether numbers that a field holds are exact. Otherwise they are enclosures."""
        if laws_of(self.factors):
            return False
        if self._plan is not None:
            return is_small(self._plan)
        try:
            return bool(self._expansion)
        except (IncompatibleFieldsError, TooLargeError):
            return False

    @cached_property
    def _expansion(self) -> Expansion | Pair:
        return multiply(pairs_of(self.factors)) if self._plan is None else expand(self._plan)


def at_any_factor(
    delta: Callable[[object], Any], reverse: Callable[[object], Any], exp_epsilon: object, epsilon: object
) -> Exact | Enclosure:
    """Return the least delta at E > 0, which for E < 1 is 1 - E + E times that of the other direction at 1/E.

    Those are the complements of the events, since P(S) - E Q(S) = 1 - E + E (Q(S') - P(S') / E) for the others S'.
    """
    below, number = from_one(exp_epsilon, epsilon)
    least: Exact | Enclosure = within_one(1 - 1 / number + reverse(number) / number if below else delta(number))
    return least


def from_one(exp_epsilon: object, epsilon: object) -> tuple[bool, Any]:
    """Return whether E is between 0 and 1, and 1/E if it is, otherwise E."""
    factor = one_factor(exp_epsilon, epsilon, None)
    number = factor if is_infinite(factor) else exact_at(factor, "exp_epsilon")
    below = not isinstance(number, float) and 0 < number < 1
    return below, 1 / number if below else number


def numbered(size: Number | GridRule) -> Number | Enclosure:
    """Return a number for a rule of its bounds, and any number as it is."""
    if not isinstance(size, GridRule):
        return size
    size.settle()
    return Enclosure(size)


def exponential(epsilon: Enclosure | float) -> Enclosure | float:
    """Return the least E of a least epsilon. Raises TooLargeError for E > 2^1024."""
    if isinstance(epsilon, float):
        return epsilon
    if epsilon.lower > LARGEST_EPSILON:
        raise TooLargeError(TOO_LARGE_FACTOR)
    return Enclosure.computed(arb.exp, epsilon)


def _most(size: Exact | Enclosure | float) -> Fraction | float:
    return size if isinstance(size, float) else Enclosure.of(size).upper


def privacy_loss(p: Sequence[object], q: Sequence[object]) -> PrivacyLoss:
    """Return the privacy loss of two distributions on the same outcomes, p against q.

    Raises ParameterError for anything that is not a distribution, or that contains a free E.
    """
    first, second = distributions(p, q)
    for value in (*first, *second):
        _check_free(value)
    return PrivacyLoss(((Pair.of(first, second), 1),))


def _check_free(value: Exact) -> None:
    if isinstance(value.field, Free):
        raise ParameterError(
            f"{value_excerpt(value)} with a free E", place="composition", expected="numbers", remedy="give E a value"
        )


def _excess(certain: arb, first: arb, factor: arb, second: arb) -> arb:
    return certain + first - factor * second
