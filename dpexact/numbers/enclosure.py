"""Enclosure, a real number known to lie between two rationals, which are refined on demand."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from flint import arb, fmpq

from dpexact.errors import DivisionByZeroError, InexactInputError, TooLargeError, UndecidedError, need
from dpexact.numbers.balls import (
    START_BITS,
    BallRule,
    Probability,
    bounds_of_ball,
    checked_bits,
    rational_bounds,
    refined_until,
)
from dpexact.numbers.exact import Exact, exact, operand_of, text_error
from dpexact.numbers.rounding import MAX_DIGITS
from dpexact.numbers.typography import excerpt

__all__ = ["DECIDE_BITS", "START_BITS", "Enclosure", "rational_bounds"]

Rounding = Literal["nearest", "up", "down"]
BALL = "a function that gives a ball (Enclosure.of(value) makes one of a value)"
PRICED_BITS = 4  # by which costly bounds are narrowed at once
DECIDE_BITS = 4096  # a comparison refines up to this precision by itself, then it is undecided


@need.made_by("Enclosure.of(value) or epsilon_of(E)")
class Enclosure:
    """A real number known to lie between `.lower` and `.upper`, with a rule that refines the bounds.

    `ball` is evaluated under the current flint working precision and returns a ball that contains the number.
    Arithmetic composes the rules, so a refined result refines its operands. A comparison is True or False when
    the bounds decide it (they are refined up to 4096 bits first), and raises `UndecidedError` otherwise. Equality
    of two enclosures can only ever be refuted.

    The answer is an enclosure.
    Raises UndecidedError, DivisionByZeroError, TooLargeError.

    >>> from dpexact import epsilon_of
    >>> epsilon_of(2)
    Enclosure[0.693147180559, 0.693147180560]
    >>> epsilon_of(2) < "0.7"
    Traceback (most recent call last):
    ...
    dpexact.errors.InexactInputError: expected a number to compare with, got the text '0.7'; write exact('0.7')
    >>> epsilon_of(2) * 2 < epsilon_of(5)
    True
    """

    __slots__ = ("lower", "rule", "upper")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, ball: Callable[[], Any] | BallRule, bits: int | None = None) -> None:
        """Compute bounds at most 2^-bits apart, or without `bits` the rule's first bounds or the narrowest in reach."""
        self.rule = ball if isinstance(ball, BallRule) else BallRule(need.function(ball, "ball", BALL))
        try:
            wanted = self.rule.start if bits is None else bits
            self.lower, self.upper = bounds_of_ball(
                self.rule.ball, wanted, spent=self.rule.spent, limits=self.rule.limits
            )
        except TooLargeError as error:
            if bits is not None or error.lower is None:
                raise
            self.lower, self.upper = error.lower, error.upper

    @classmethod
    def of(cls, value: object) -> Enclosure:
        """Return the enclosure of a value (or an enclosure itself)."""
        return value if isinstance(value, Enclosure) else cls(exact(value).ball)

    @classmethod
    def computed(cls, operation: Callable[..., Any], *operands: object) -> Enclosure:
        """Return the result of an operation on the balls of numbers, which can be pickled if the operation can."""
        rules = (number.rule if isinstance(number, Enclosure) else BallRule(exact(number).ball) for number in operands)
        return cls(BallRule(operation, tuple(rules)))

    def ball(self) -> arb:
        """Return a ball that contains the number, at the current flint working precision."""
        return self.rule.ball()

    def refine(self, bits: int) -> Enclosure:
        """Return the same number with bounds at most 2^-bits apart.

        Raises TooLargeError beyond 2^24 bits, or if that is too much work (a composition whose losses lie on a large
        lattice or on none). Then `.lower` and `.upper` of the error are the last bounds.
        """
        return Enclosure(self.rule, checked_bits(bits))

    def decimal(self, digits: int = 15, rounding: Rounding = "nearest") -> str:
        """Write the number to `digits` significant digits: both bounds in brackets, or one that is on a known side.

        "nearest" writes `lower` rounded down and `upper` rounded up, "up" an upper bound and "down" a lower one. If
        bounds cost much, "nearest" narrows them to one unit of the last digit, and "up" and "down" round the bounds at
        hand.

        >>> from dpexact import epsilon_of
        >>> epsilon_of(2).decimal(4), epsilon_of(2).decimal(4, "up"), epsilon_of(2).decimal(4, "down")
        ('[0.6931, 0.6932]', '0.6932', '0.6931')
        """
        digits = need.integer(digits, "digits", 1, MAX_DIGITS)
        need.one_of(rounding, ("nearest", "up", "down"), "rounding")
        if not self.is_costly:
            lower, upper = bounds(self, 4 * digits + START_BITS)
        elif rounding == "nearest":

            def agree(low: Fraction, high: Fraction) -> bool:
                size = 0 if low <= 0 <= high else min(abs(low), abs(high))
                return bool((high - low) * 10**digits <= size)  # at most one unit of the last digit

            lower, upper = _narrowed_at_a_price(with_bounds(self.rule, *at_hand(self)), agree)
        else:
            lower, upper = at_hand(self)
        if rounding == "nearest":
            return _brackets(lower, upper, digits)
        return exact(upper if rounding == "up" else lower).decimal(digits, rounding)

    @property
    def is_costly(self) -> bool:
        """Return whether each bit takes much work, so that bounds should be only as narrow as needed."""
        return self.rule.is_costly()

    # -- arithmetic --------------------------------------------------------------------------------------------

    def _with(self, other: object, operation: Callable[[Any, Any], Any], *, swap: bool = False) -> Enclosure:
        number = other if isinstance(other, Enclosure) else operand_of(other)
        if number is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        return Enclosure.computed(operation, *((number, self) if swap else (self, number)))

    def __add__(self, other: object) -> Enclosure:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: object) -> Enclosure:
        return self._with(other, operator.sub)

    def __rsub__(self, other: object) -> Enclosure:
        return self._with(other, operator.sub, swap=True)

    def __mul__(self, other: object) -> Enclosure:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Enclosure:
        """Return the quotient. Raises DivisionByZeroError for 0, UndecidedError if the divisor may be zero."""
        if not isinstance(other, Enclosure) and operand_of(other) == 0:
            raise DivisionByZeroError("division of an enclosure by zero")
        return self._with(other, operator.truediv)

    def __rtruediv__(self, other: object) -> Enclosure:
        return self._with(other, operator.truediv, swap=True)

    def __neg__(self) -> Enclosure:
        return Enclosure.computed(operator.neg, self)

    def log(self) -> Enclosure:
        """Return the natural logarithm. Raises UndecidedError if the number cannot be told from zero or below."""
        rule = BallRule(operator.methodcaller("log"), (self.rule,))
        if not (self.is_costly and self.lower > 0):
            return Enclosure(rule)
        lower, upper = (Enclosure.of(end).log() for end in (self.lower, self.upper))  # of the bounds at hand
        return with_bounds(rule, lower.lower, upper.upper)

    # -- order -------------------------------------------------------------------------------------------------

    def compare(self, other: object) -> int:
        """Return -1 or 1 for certain order, 0 for certain equality (single points, or the same object).

        Raises UndecidedError, with the bounds of the difference.
        """
        if other is self:
            return 0
        difference = self._with(other, operator.sub)
        if not isinstance(difference, Enclosure):
            raise need.refusal(
                "other", "an exact number or an Enclosure to compare with", other, error=InexactInputError
            )
        lower, upper = narrowed(difference, START_BITS, DECIDE_BITS, lambda low, high: _sign(low, high) is not None)
        sign = _sign(lower, upper)
        if sign is not None:
            return sign
        message = f"the difference lies in {_brackets(lower, upper, 5)}"
        remedy = "the numbers may be equal; compare with a number further away or .refine(bits)"
        raise UndecidedError(message, lower=lower, upper=upper, place="undecided", remedy=remedy)

    def _compare(self, other: object, holds: Callable[[Any, Any], bool]) -> bool:
        if isinstance(other, float) and math.isinf(other):
            return holds(0, other)
        if isinstance(other, str):
            raise text_error(other)
        if not isinstance(other, Enclosure) and operand_of(other) is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        return holds(self.compare(other), 0)

    def __lt__(self, other: object) -> bool:
        return self._compare(other, operator.lt)

    def __le__(self, other: object) -> bool:
        return self._compare(other, operator.le)

    def __gt__(self, other: object) -> bool:
        return self._compare(other, operator.gt)

    def __ge__(self, other: object) -> bool:
        return self._compare(other, operator.ge)

    def __eq__(self, other: object) -> bool:
        """Return False if the bounds exclude equality, and True for two points that agree. Raises UndecidedError."""
        return self._compare(other, operator.eq)

    def __bool__(self) -> bool:
        """Return whether the number is not zero. Raises UndecidedError."""
        return self.compare(0) != 0

    def __reduce__(self) -> tuple[Any, ...]:
        return with_bounds, (self.rule, self.lower, self.upper)

    def __copy__(self) -> Enclosure:
        return self

    def __deepcopy__(self, memo: object) -> Enclosure:
        return self

    def __float__(self) -> float:
        """Refuse, since no one double is meant. Raises InexactInputError with the remedy."""
        raise _no_float("float()")

    def __format__(self, specification: str) -> str:
        """Return the text of the enclosure, and refuse a specification. Raises InexactInputError."""
        if specification:
            raise _no_float(f"the format {excerpt(specification)!r}")
        return str(self)

    def _repr_latex_(self) -> str:
        return f"${_brackets(self.lower, self.upper, 12)}$"

    def __repr__(self) -> str:
        return "Enclosure" + _brackets(self.lower, self.upper, 12)


def within_one(number: Any) -> Any:
    """Return the same probability with bounds between 0 and 1, whatever its balls contain; an exact number as it is."""
    if not isinstance(number, Enclosure):
        return number
    least, most = Probability.limits
    return with_bounds(BallRule(Probability(), (number.rule,)), max(number.lower, least), min(number.upper, most))


def bounds(number: Exact | Enclosure, bits: int) -> tuple[Fraction, Fraction]:
    """Return rational bounds at most 2^-bits apart."""
    if isinstance(number, Enclosure):
        number = number.refine(bits)
        return number.lower, number.upper
    return number.enclosure(bits)


def at_hand(number: Enclosure) -> tuple[Fraction, Fraction]:
    """Return the narrowest bounds that are known without more work: its own, or those of the last ball computed."""
    lower, upper = number.lower, number.upper
    ball = number.rule.known[1]
    if ball is None or not ball.is_finite():
        return lower, upper
    low, high = rational_bounds(ball)
    return max(lower, low), min(upper, high)


def narrowed(
    number: Exact | Enclosure, first: int, most: int, is_enough: Callable[[Fraction, Fraction], bool]
) -> tuple[Fraction, Fraction]:
    """Return bounds that are enough, with ever more bits, doubled from the first, or else the last bounds.

    If bits cost much, the known bounds come first, and the narrowest within reach are the last.
    """
    known: tuple[Fraction, Fraction] | None = None
    if isinstance(number, Enclosure):
        if number.is_costly:
            return _narrowed_at_a_price(number, is_enough)
        known = number.lower, number.upper

    def closer(bits: int) -> bool | None:
        nonlocal known
        try:
            known = bounds(number, bits)
        except UndecidedError:  # more bits do not help
            if known is None:
                raise
            return False
        return is_enough(*known) or None

    refined_until(closer, first, most)
    assert known is not None  # noqa: S101 - there is a first number of bits
    return known


def _narrowed_at_a_price(
    number: Enclosure, is_enough: Callable[[Fraction, Fraction], bool]
) -> tuple[Fraction, Fraction]:
    """Return bounds that are enough, each a few bits or a quarter narrower than the last, or else the narrowest."""
    while not is_enough(number.lower, number.upper):
        apart = number.upper - number.lower
        if apart == 0:
            break
        try:
            bits = (apart.denominator // apart.numerator).bit_length()
            number = number.refine(bits + max(PRICED_BITS, bits // 4))
        except TooLargeError as error:
            return (number.lower, number.upper) if error.lower is None else (error.lower, error.upper)
    return number.lower, number.upper


def _sign(lower: Fraction, upper: Fraction) -> int | None:
    """Return the sign of a number between two bounds, or None if they do not show it."""
    if lower > 0 or upper < 0:
        return 1 if lower > 0 else -1
    return 0 if lower == upper else None


def _no_float(what: str) -> InexactInputError:
    return InexactInputError(
        "an enclosure, which is known between two bounds",
        place=what,
        expected="one number",
        remedy=(
            "write .decimal(15) for both as text, or take the one that is on your safe side: .lower or "
            ".upper, as float(x.upper)"
        ),
    )


def with_bounds(rule: BallRule, lower: Fraction, upper: Fraction) -> Enclosure:
    """Return an enclosure whose bounds are known."""
    enclosure = object.__new__(Enclosure)
    enclosure.rule, enclosure.lower, enclosure.upper = rule, lower, upper
    return enclosure


def _brackets(lower: Fraction, upper: Fraction, digits: int) -> str:
    """Write [lower, upper], rounded outwards."""
    return f"[{exact(lower).decimal(digits, 'down')}, {exact(upper).decimal(digits, 'up')}]"


def ball_around(lower: Fraction, upper: Fraction) -> arb:
    """Return a ball around two bounds, at the current flint working precision."""
    low, high = (arb(fmpq(bound.numerator, bound.denominator)) for bound in (lower, upper))
    return low.union(high)


@dataclass(frozen=True)
class _Still:
    """The operation of a number of which two bounds are all that is known, for a reason."""

    limits: tuple[Fraction, Fraction]
    reason: str

    def __call__(self) -> arb:
        """Return a ball around the bounds."""
        return ball_around(*self.limits)

    def spent(self, precision: int, bits: int) -> str:  # noqa: ARG002 - as a BallRule asks
        """Say why no precision narrows the ball."""
        return self.reason


def still(lower: Fraction, upper: Fraction, *, reason: str = "no more than two bounds is known") -> Enclosure:
    """Return an enclosure of which two bounds are all that is known."""
    return with_bounds(BallRule(_Still((lower, upper), reason)), lower, upper)
