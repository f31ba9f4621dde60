"""The least parameter of a composition that keeps delta, with its neighbor that does not.

A parameter that makes the mechanism more private as it grows has a least value, any other one a greatest value. Where
that is proved, the claim is decided at both sides, and guesses of epsilon choose the values between. Elsewhere
every multiple of the step from the first one on is decided, since a larger one may be broken again.

No value may do. The composition gives away at least as much as its other laws do. At delta 0 it keeps no epsilon if its
losses have no bound, or if it has an outcome of probability 0 under one record only. More noise changes neither. At
epsilon 0 and delta 0 only a law that gives nothing away is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpexact.certificates.certificate import Certificate
from dpexact.composition.certified import certificate_at
from dpexact.composition.dominating import DominatingPair
from dpexact.composition.event import MAX_RUNS
from dpexact.composition.expression import OpenNumberError, parse_composition
from dpexact.composition.named import FAMILIES, MAX_TRIALS
from dpexact.composition.written import Family
from dpexact.errors import DPExactError, ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.epsilon import claimed_factor, epsilon_of, one_factor, probability
from dpexact.numbers.exact import Exact, exact_at

INTEGERS = ("trials", "users", "steps", "count")
ENDS = {"rate": 1, "delta": 1}  # greatest values of parameters, past which there is no neighbor
LIMITS = {"trials": MAX_TRIALS, "count": MAX_RUNS}  # greatest values that are looked at
MOST = 1 << 40  # multiples of a step
MOST_TRIED = 2000  # one by one
BITS = 96  # of bounds that decide
STEP_BITS = 4096  # numerator and denominator of a step
FARTHEST = 64.0  # times a number that is tried next
NOTHING = "epsilon_delta(0)"
Standing = tuple[bool, float]  # whether delta is kept, and a guess, below 0 if it is, of how far it is from that


@dataclass(frozen=True)
class Hole:
    """The place of a number that an expression leaves open, a parameter of a law or the count."""

    before: str
    after: str
    law: str
    parameter: str
    without: str  # the expression without the law, or with the count 0

    @classmethod
    def of(cls, expression: str) -> Hole:
        """Find the one question mark. Raises ParameterError."""
        before, *after = expression.split("?")
        try:
            if len(after) == 1:
                parse_composition(expression)
        except OpenNumberError as error:
            nothing = f"{expression[: error.start]}{NOTHING}{expression[error.end :]}"
            zero = error.parameter == "delta" or not error.law
            return cls(before, after[0], error.law, error.parameter, f"{before}0{after[0]}" if zero else nothing)
        raise ParameterError(repr(expression), place="expression", expected="one ? where a number stands")

    def pair(self, value: Fraction) -> DominatingPair:
        """Return the composition with a number in this place."""
        text = f"({value})" if self.parameter == "count" else str(value)
        return parse_composition(f"{self.before}{text}{self.after}")

    def hopeless(self, unit: Fraction, reason: str) -> DPExactError:
        """Return the error that no number does, which a pair that is a bound does not show."""
        kind = UndecidedError if self.pair(unit).is_bound else ParameterError
        return kind(f"no {self.parameter} is enough: {reason}", place="expression")

    def why_none(self, unit: Fraction, factor: Exact, allowed: Exact, *, grows: bool) -> str:
        """Say why no number does, if the composition shows it at once."""
        first = self.pair(unit) if grows and allowed == 0 else None
        if not standing(parse_composition(self.without), factor, allowed)[0]:
            return "what is left without it does not keep delta"
        if first is not None and first.epsilon(0) == math.inf:
            return "its losses have no bound, so that it keeps delta 0 at no epsilon"
        if first is not None and factor == 1 and first.runs():
            return "it gives something away, so that it does not keep delta 0 at epsilon 0"
        return ""


@dataclass(frozen=True)
class Least:
    """The value for which the claim holds, and its neighbor for which it fails, or None if there is none.

    For a composition that is a bound the claim is shown, and no neighbor.
    """

    value: Fraction
    neighbor: Fraction | None
    is_greatest: bool
    monotone: bool
    hole: Hole
    factor: Exact
    delta: Exact
    is_bound: bool

    @property
    def composition(self) -> DominatingPair:
        """The composition for which the claim holds."""
        return self.hole.pair(self.value)

    def certificate(self) -> Certificate:
        """Certify that the claim holds at the value. Raises the errors of `DominatingPair.certificate`."""
        return certificate_at(self.composition.runs(), self.factor, self.delta)

    def refutation(self) -> Certificate | None:
        """Certify that it fails at the neighbor. Raises the errors of `DominatingPair.refutation`."""
        return (
            None if self.neighbor is None else self.hole.pair(self.neighbor).refutation(self.factor, delta=self.delta)
        )


def least(
    expression: str, *, delta: object, epsilon: object = None, exp_epsilon: object = None, step: object = None
) -> Least:
    """Return the least multiple of the step for which the composition keeps delta, with its neighbor that does not.

    The expression has one `?` in place of a number. A count, a rate and whatever else gives more away as it grows has
    a greatest value in place of a least one. The step is 1 for integers.

    Both sides are decided. `monotone` says whether all larger (smaller) values hold as well.
    Raises ParameterError, also if no value does, UndecidedError if a value is not decided, TooLargeError if none is
    found.

    >>> found = least("binomial(?)", epsilon="1", delta="1/1000")
    >>> found.value, found.neighbor
    (Fraction(30, 1), Fraction(29, 1))
    """
    hole = Hole.of(need.text(expression, "expression", "a composition as text"))
    factor, allowed = claimed_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")
    if not isinstance(factor, Exact):
        name = "exp_epsilon" if epsilon is None else "epsilon"
        raise ParameterError("infinity", place=name, expected=f"a finite {name}")
    unit = _unit(step, hole.parameter)
    is_greatest, unsure = _direction(hole)
    if reason := hole.why_none(unit, factor, allowed, grows=not is_greatest):
        raise hole.hopeless(unit, reason)

    def found(value: int, neighbor: int | None) -> Least:
        is_bound = any(hole.pair(n * unit).is_bound for n in (value, neighbor) if n is not None)
        known = None if neighbor is None or is_bound else neighbor * unit
        return Least(value * unit, known, is_greatest, not unsure, hole, factor, allowed, is_bound)

    def at(multiple: int) -> Standing:
        return standing(hole.pair(multiple * unit), factor, allowed)

    def turned(multiple: int) -> Standing:
        holds, size = at(multiple)
        return holds is not is_greatest, size if is_greatest else -size

    if unsure:
        first = next((n for n in range(1, MOST_TRIED + 1) if at(n)[0]), None)
        if first is None:
            message = f"none of {MOST_TRIED} multiples of the step holds"
            raise TooLargeError(message, place="step", remedy="name a larger step")
        return found(first, first - 1 or None)
    most = min(MOST, math.floor(Fraction(ENDS.get(hole.parameter, LIMITS.get(hole.parameter, MOST * unit))) / unit))
    start = max(1, min(most, math.ceil(1 / unit)))
    low, high = bisected(turned, start, most)
    if high > most and hole.parameter not in ENDS:
        raise TooLargeError(f"none of the first {most} multiples of the step changes the claim", place="step")
    if not is_greatest:
        return found(high, low or None)
    if low == 0:  # the claim has to hold for 0 in place of the number
        try:
            nothing = hole.pair(Fraction(0))
        except ParameterError:
            raise TooLargeError("not even the step itself holds", place="step", remedy="name a smaller step") from None
        if not standing(nothing, factor, allowed)[0]:
            raise hole.hopeless(unit, "not even 0 is")
    return found(low, None if high > most else high)


def _direction(hole: Hole) -> tuple[bool, bool]:
    """Say whether more is given away as the number grows, and whether that is unsure."""
    family = FAMILIES.get(hole.law, Family(more=("count",)))
    if hole.parameter not in family.less + family.more + family.unsure:
        expected = "a parameter of noise, as in gaussian(sigma=?), or a count"
        raise ParameterError(f"{hole.parameter} of {hole.law}", place="expression", expected=expected)
    return hole.parameter in family.more, hole.parameter in family.unsure


def _unit(step: object, parameter: str) -> Fraction:
    if step is None and parameter not in INTEGERS:
        expected = f"the step of {parameter}"
        raise ParameterError("none", place="step", expected=expected, remedy="name a step, such as 0.01")
    unit = Fraction(1) if step is None else exact_at(step, "step").as_fraction()
    if unit.numerator.bit_length() + unit.denominator.bit_length() > STEP_BITS:
        raise TooLargeError("a step of too many digits", place="step", expected=f"at most {STEP_BITS} bits")
    if unit <= 0:
        raise ParameterError(str(unit), place="step", expected="a number > 0")
    return unit


def bisected(measured: Callable[[int], Standing], start: int, most: int) -> tuple[int, int]:
    """Return neighbors n, n + 1 with the condition false at n (or n = 0) and true at n + 1 (or n = most).

    The sizes are guesses, below 0 if it is false, and only choose the next value, by the method of Illinois.
    """
    ends, sizes, place, last = [0, most + 1], [-math.inf, math.inf], start, -1
    while ends[1] - ends[0] > 1:
        holds, size = measured(place)
        side = int(holds)
        ends[side], sizes[side] = place, size
        if side == last:
            sizes[1 - side] /= 2
        last, (low, high) = side, ends
        far = min(FARTHEST, math.exp(min(abs(size), 9.0)) + 1)
        if low == 0 or high == most + 1:
            place = round(high / far) if low == 0 else round(low * far)
        else:
            gap = sizes[1] - sizes[0]
            part = min(1.0, max(0.0, -sizes[0] / gap)) if 0 < gap < math.inf else 0.5
            place = round(low * (high / low) ** part)
        place = max(low + 1, min(high - 1, place))
    return ends[0], ends[1]


def standing(composition: DominatingPair, factor: Exact, allowed: Exact) -> Standing:
    """Return whether a composition keeps delta at E, and about how far it is from that. Raises UndecidedError."""
    pair = DominatingPair(composition.remove)  # also where laws may give away less
    limit: Exact | Enclosure
    level: Exact | Enclosure | float = math.inf
    if allowed > 0 and (factor == 1 or pair.remove.exact):
        level, limit = pair.delta(factor), allowed
    else:
        level, limit = pair.epsilon(allowed), epsilon_of(factor)
    if allowed == 0 and not isinstance(level, float) and pair.largest_ratio is not None:
        level, limit = pair.largest_ratio, factor  # which may be equal
    if isinstance(level, float):
        return False, math.inf
    if isinstance(level, Exact) and isinstance(limit, Exact):
        return level <= limit, _distance(*(number.enclosure(BITS)[0] for number in (level, limit)))
    sure, number = Enclosure.of(limit).refine(2 * BITS), Enclosure.of(level)
    lower, upper = narrowed(number, BITS // 4, BITS, lambda low, high: high <= sure.lower or low > sure.upper)
    if not (upper <= sure.lower or lower > sure.upper):
        if allowed > 0 and isinstance(least_delta := pair.delta(factor), Exact):
            return least_delta <= allowed, 0.0
        raise UndecidedError(f"{composition!r} keeps a delta that is not told from this one", lower=lower, upper=upper)
    return upper <= sure.lower, _distance((lower + upper) / 2, sure.lower)


def _distance(level: Fraction, limit: Fraction) -> float:
    """Return the logarithm of a quotient, or infinity."""
    if min(level, limit) <= 0:
        return math.inf if level > limit else -math.inf
    part = level / limit
    return math.log(part.numerator) - math.log(part.denominator)
