"""Balls of flint at a working precision, which is raised until their rational end points are close enough.

The precision is global to the process, and one thread at a time sets it and puts it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from numbers import Rational
from threading import RLock
from typing import Any, NamedTuple, TypeVar, cast

from flint import arb, ctx, fmpq

from dpexact.errors import ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.typography import value_excerpt

Found = TypeVar("Found")
LOCK = RLock()  # held alone, it keeps the precision as it is
START_BITS = 64
MAX_BITS = 1 << 24
MAX_SIZE = 1 << 21  # in bits, of the end points of a ball, since a larger one takes seconds to write out
MAX_EXPONENT = 1 << 26  # of the inverse of end points
MAX_APART = 1 << 16  # bits from the first one of the larger end of a ball to the last one of the smaller end
FINITE_BITS = 4096  # a ball that is still infinite with this many more bits has a divisor that may be zero


class WorkingPrecision:
    """`with WorkingPrecision(bits):` computes balls with this many bits, whatever the precision was, and restores it.

    Every use of balls in dpexact is inside one. The lock is re-entrant and process-wide, so no thread computes with the
    precision of another or restores the precision of another.
    """

    __slots__ = ("before", "bits")

    def __init__(self, bits: int) -> None:
        self.bits = bits

    def __enter__(self) -> None:
        LOCK.acquire()
        self.before = ctx.prec
        try:
            ctx.prec = self.bits
        except BaseException:
            LOCK.release()
            raise

    def __exit__(self, *_: object) -> None:
        ctx.prec = self.before
        LOCK.release()


def refined_until(test: Callable[[int], Found | None], first: int, most: int) -> Found | None:
    """Return the result of a test at ever higher working precision, doubled until the result is not None.

    The test is called with the bits, at this precision. It returns None if they settle nothing. The result is None if
    `most` bits do not settle it either.
    """
    bits = first
    while bits <= most:
        with WorkingPrecision(bits):
            result = test(bits)
        if result is not None:
            return result
        bits *= 2
    return None


@Rational.register
class _LowestTerms(NamedTuple):
    """A value that `Fraction` takes as a rational, and copies as it is."""

    numerator: int
    denominator: int


def fraction_of(value: fmpq) -> Fraction:
    """Return the Fraction of an fmpq, which is in lowest terms already. The answer is exact."""
    return Fraction(cast("Rational", _LowestTerms(int(value.p), int(value.q))))


def checked_bits(bits: object) -> int:
    """Return a number of bits, checked. Raises ParameterError, TooLargeError."""
    number = need.integer(bits, "bits", 0)
    if number > MAX_BITS:
        raise TooLargeError(f"{need.value_excerpt(number)}", place="bits", expected=f"at most {MAX_BITS}")
    return number


class BallRule:
    """The way to compute a ball around a number, by an operation on the balls of other rules, at any precision.

    An operation with costly bounds has `start`, the bits of its first bounds, and `spent(precision, bits)`, which is
    None, or the reason that a higher precision does not narrow its ball, with the cost of bounds 2^-bits apart.

    Every rule remembers its last ball. The rules are evaluated in order, operands first, so that neither long sums nor
    repeated squares cost recursion. Operations are functions of modules, bound methods of numbers or partials of
    these, so that a rule can be pickled.
    """

    __slots__ = ("known", "operands", "operation", "start")

    def __init__(self, operation: Callable[..., Any], operands: tuple[BallRule, ...] = ()) -> None:
        self.operation = operation
        self.operands = operands
        self.start: int = min([getattr(operation, "start", START_BITS), *(operand.start for operand in operands)])
        self.known: tuple[int, arb] = (0, arb.nan())  # (precision, ball) of the last evaluation

    def ball(self) -> arb:
        """Return a ball that contains the number, at the current flint working precision."""
        with LOCK:  # a known ball was computed with the precision next to it
            precision = ctx.prec
            for rule in self._in_order(lambda rule: rule.known[0] == precision):
                rule.known = precision, rule.operation(*(operand.known[1] for operand in rule.operands))
            return self.known[1]

    def _in_order(self, is_done: Callable[[BallRule], bool]) -> Iterator[BallRule]:
        """Yield itself and the rules below that are not done, operands first. Each is done before the next is found."""
        pending = [self]
        while pending:
            rule = pending[-1]
            unknown = [operand for operand in rule.operands if not is_done(operand)]
            if not unknown and not is_done(pending.pop()):
                yield rule
            pending += unknown

    @property
    def limits(self) -> tuple[Fraction, Fraction] | None:
        """The least and the greatest number that it may be, if its operation has some."""
        return getattr(self.operation, "limits", None)

    def spent(self, precision: int, bits: int) -> str | None:
        """Return the reason that a higher precision does not narrow the ball, if a rule below has one, else None."""
        costly = (operation for operation, _ in reversed(self.flat()) if hasattr(operation, "spent"))
        reasons = (operation.spent(precision, bits) for operation in costly)
        return next((reason for reason in reasons if reason is not None), None)

    def is_costly(self) -> bool:
        """Return whether a ball below has costly bounds, so that some width is out of reach."""
        return any(hasattr(operation, "spent") for operation, _ in self.flat())

    def flat(self) -> list[tuple[Callable[..., Any], tuple[int, ...]]]:
        """List itself and all rules below, operands first, each as an operation and the places of its operands."""
        places: dict[int, int] = {}
        rules: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        for rule in self._in_order(lambda rule: id(rule) in places):
            places[id(rule)] = len(rules)
            rules.append((rule.operation, tuple(places[id(operand)] for operand in rule.operands)))
        return rules

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle its rules one after the other, since they may be nested deeply."""
        return _of_flat, (self.flat(),)


def _of_flat(rules: list[tuple[Callable[..., Any], tuple[int, ...]]]) -> BallRule:
    made: list[BallRule] = []
    for operation, operands in rules:
        made.append(BallRule(operation, tuple(made[place] for place in operands)))
    return made[-1]


class Probability:
    """The operation of a rule that leaves its ball alone; the bounds that are taken from it stay between 0 and 1."""

    limits = (Fraction(0), Fraction(1))

    def __call__(self, ball: arb) -> arb:
        """Return the ball."""
        return ball


def ball_between(low: arb, high: arb) -> arb:
    """Return a ball around two exact ones, whose lower end is `low` itself: the logarithm of a number > 0 is finite.

    Its upper end lies up to 2^-28 of the width above `high`, since a radius has 30 bits.
    """
    if not high.is_finite():
        return low.union(high)
    ends = [(int(n).bit_length() + int(e), int(e)) for n, e in (low.man_exp(), high.man_exp()) if n]
    bits = max((top for top, _ in ends), default=0) - min((bottom for _, bottom in ends), default=0) + START_BITS
    if bits > MAX_APART:
        return low.union(high)
    with WorkingPrecision(bits):
        half = (high - low) / 2
        return arb(low + arb(0, half).rad(), half)


def end_points(ball: arb) -> tuple[fmpq, fmpq]:
    """Return the end points of a flint ball, rounded outwards to multiples of 2^-(2^26).

    Raises UndecidedError for a ball that is not finite, TooLargeError for end points past 2^(2^21).
    """
    if not ball.is_finite():
        raise UndecidedError("the bounds are not finite at this precision", remedy="refine with more bits")
    ends = []
    for end, sign in ((ball.lower(), 1), (ball.upper(), -1)):
        mantissa, exponent = end.man_exp()
        if exponent > MAX_SIZE:
            raise TooLargeError(f"bounds so large that they need more than {MAX_SIZE} bits are not written out")
        shift = -MAX_EXPONENT - int(exponent)
        ends.append(fmpq(sign * (sign * int(mantissa) >> shift), 1 << MAX_EXPONENT) if shift > 0 else end.fmpq())
    return ends[0], ends[1]


def rational_bounds(ball: arb) -> tuple[Fraction, Fraction]:
    """Return the end points of a flint ball as Fractions. Raises the errors of `end_points`."""
    low, high = end_points(ball)
    return fraction_of(low), fraction_of(high)


def bounds_of_ball(
    ball: Callable[[], arb],
    bits: int,
    finite_bits: int = FINITE_BITS,
    spent: Callable[[int, int], str | None] | None = None,
    limits: tuple[Fraction, Fraction] | None = None,
) -> tuple[Fraction, Fraction]:
    """Return bounds at most 2^-bits apart, within the limits, from a ball evaluated at ever higher working precision.

    Raises UndecidedError if the ball is infinite at `finite_bits` more. TooLargeError, with the known bounds, if the
    ball stays too wide, or if `spent` (of a BallRule) returned a reason at half the precision.
    """

    def close(precision: int) -> tuple[Fraction, Fraction] | None:
        value = ball()
        if not isinstance(value, arb):
            expected = "a function that gives a ball of python-flint, an arb"
            raise ParameterError(value_excerpt(value), place="ball", expected=expected)
        if not value.is_finite():
            if precision <= bits + finite_bits:
                return None
            raise UndecidedError(
                f"no finite bounds with {precision} bits of working precision: a divisor cannot be told from "
                "zero, a comparison (or floor, ceil, round) cannot be decided, or a function has no value there"
            )
        low, high = end_points(value)
        narrow = high - low <= fmpq(2) ** -bits
        reason = None if narrow or spent is None else spent(precision // 2, bits)
        if not narrow and reason is None:
            return None
        lower, upper = fraction_of(low), fraction_of(high)
        if limits is not None:
            lower, upper = max(lower, limits[0]), min(upper, limits[1])
        if narrow:
            return lower, upper
        raise TooLargeError(f"bounds 2^-{bits} apart: {reason}", lower=lower, upper=upper)

    bounds = refined_until(close, bits + START_BITS, 2 * MAX_BITS)
    if bounds is not None:
        return bounds
    raise TooLargeError(f"bounds 2^-{bits} apart need more than {MAX_BITS} bits of working precision")


def ball_sign(ball: Callable[[], arb], most: int) -> int:
    """Return the sign of the number in a ball that is evaluated at ever higher precision.

    0 if `most` bits do not show it.
    """

    def sign(_: int) -> int | None:
        value = ball()
        return 1 if value > 0 else -1 if value < 0 else None

    return refined_until(sign, START_BITS, most) or 0
