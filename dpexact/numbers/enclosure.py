"""Enclosure: a real number known to lie between two rationals, refined on demand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import ctx

from dpexact.errors import DivisionByZeroError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.exact import Exact, operand_of

if TYPE_CHECKING:
    from collections.abc import Callable

START_BITS = 64
DECIDE_BITS = 4096  # a comparison refines up to this precision by itself, then says that it is undecided
MAX_BITS = 1 << 24


def rational_bounds(ball: Any) -> tuple[Fraction, Fraction]:
    """The rational end points of a flint ball. Raises: UndecidedError for a ball that is not finite."""
    if not ball.is_finite():
        message = "the bounds are not finite at this precision; refine with more bits"
        raise UndecidedError(message)
    return _dyadic(ball.lower()), _dyadic(ball.upper())


def _dyadic(point: Any) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def bounds_of_ball(ball: Callable[[], Any], bits: int) -> tuple[Fraction, Fraction]:
    """Bounds at most 2^-bits apart, from a ball evaluated at ever higher working precision."""
    wanted = Fraction(1, 1 << bits)
    precision = bits + START_BITS
    while precision <= MAX_BITS:
        with ctx.workprec(precision):
            value = ball()
            if value.is_finite():
                lower, upper = rational_bounds(value)
                if upper - lower <= wanted:
                    return lower, upper
        precision *= 2
    message = f"bounds 2^-{bits} apart need more than {MAX_BITS} bits of working precision"
    raise TooLargeError(message)


class Enclosure:
    """A real number known to lie between `.lower` and `.upper`, with a rule that refines the bounds.

    `ball` is evaluated under the current flint working precision and returns a ball that contains the number.
    Arithmetic composes the rules, so a refined result refines its operands. A comparison is True or False when
    the bounds decide it (they are refined up to 4096 bits first), and raises `UndecidedError` otherwise; equality
    of two enclosures can only ever be refuted.

    Guarantee: enclosure.
    Raises: UndecidedError, DivisionByZeroError, TooLargeError.
    """

    __slots__ = ("_ball", "lower", "upper")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, ball: Callable[[], Any], bits: int = START_BITS) -> None:
        self._ball = ball
        self.lower, self.upper = bounds_of_ball(ball, bits)

    @classmethod
    def of(cls, value: object) -> Enclosure:
        """The enclosure of an exact value (or an enclosure itself)."""
        if isinstance(value, Enclosure):
            return value
        number = operand_of(value)
        if number is NotImplemented:
            message = f"expected a number, got {value!r} of type {type(value).__name__}"
            raise ParameterError(message)
        return cls(number.ball)

    def ball(self) -> Any:
        """A ball that contains the number, at the current flint working precision."""
        return self._ball()

    def refine(self, bits: int) -> Enclosure:
        """The same number with bounds at most 2^-bits apart."""
        if not isinstance(bits, int) or isinstance(bits, bool) or bits < 0:
            message = f"refine: expected a number of bits >= 0, got {bits!r}"
            raise ParameterError(message)
        return Enclosure(self._ball, bits)

    def decimal(self, digits: int = 15) -> str:
        """Both bounds, `lower` rounded down and `upper` rounded up to `digits` significant digits, in brackets."""
        bounds = self.refine(4 * digits + START_BITS)
        low = Exact.of_rational(bounds.lower).decimal(digits, "down")
        return f"[{low}, {Exact.of_rational(bounds.upper).decimal(digits, 'up')}]"

    def _with(self, other: object, operation: Callable[[Any, Any], Any], *, swap: bool = False) -> Enclosure:
        right = other if isinstance(other, Enclosure) else operand_of(other)
        if right is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        first, second = (right, self) if swap else (self, right)
        return Enclosure(lambda: operation(first.ball(), second.ball()))

    def __add__(self, other: object) -> Enclosure:
        """Sum."""
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: object) -> Enclosure:
        """Difference."""
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Enclosure:
        """Difference, the other way round."""
        return self._with(other, lambda a, b: a - b, swap=True)

    def __mul__(self, other: object) -> Enclosure:
        """Product."""
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Enclosure:
        """Quotient. Raises: DivisionByZeroError where the divisor is not bounded away from zero."""
        if not isinstance(other, Enclosure) and operand_of(other) == 0:
            message = "division of an enclosure by zero"
            raise DivisionByZeroError(message)
        return self._with(other, lambda a, b: a / b)

    def __rtruediv__(self, other: object) -> Enclosure:
        """Quotient, the other way round."""
        return self._with(other, lambda a, b: a / b, swap=True)

    def __neg__(self) -> Enclosure:
        """Minus the number."""
        return Enclosure(lambda: -self._ball())

    def compare(self, other: object) -> int:
        """-1 or 1 for certain order, 0 for certain equality (two single points). Raises: UndecidedError."""
        difference = self._with(other, lambda a, b: a - b)
        bits = START_BITS
        while True:
            if difference.lower > 0:
                return 1
            if difference.upper < 0:
                return -1
            if difference.lower == difference.upper:
                return 0
            bits *= 2
            if bits > DECIDE_BITS:
                break
            difference = difference.refine(bits)
        message = (
            f"undecided: the difference lies in [{_short(difference.lower)}, {_short(difference.upper)}]; "
            "the numbers may be equal; compare with a number further away or .refine(bits)"
        )
        raise UndecidedError(message, difference.lower, difference.upper)

    def __lt__(self, other: object) -> bool:
        """True, False, or UndecidedError."""
        return NotImplemented if _foreign(other) else self.compare(other) < 0

    def __le__(self, other: object) -> bool:
        """True, False, or UndecidedError."""
        return NotImplemented if _foreign(other) else self.compare(other) <= 0

    def __gt__(self, other: object) -> bool:
        """True, False, or UndecidedError."""
        return NotImplemented if _foreign(other) else self.compare(other) > 0

    def __ge__(self, other: object) -> bool:
        """True, False, or UndecidedError."""
        return NotImplemented if _foreign(other) else self.compare(other) >= 0

    def __eq__(self, other: object) -> bool:
        """False where the bounds exclude it, True for two single points that agree, otherwise UndecidedError."""
        return NotImplemented if _foreign(other) else self.compare(other) == 0

    def __bool__(self) -> bool:
        """Whether the number is not zero. Raises: UndecidedError."""
        return self.compare(0) != 0

    def __repr__(self) -> str:
        """Both bounds, rounded outwards."""
        low = Exact.of_rational(self.lower).decimal(12, "down")
        return f"Enclosure[{low}, {Exact.of_rational(self.upper).decimal(12, 'up')}]"


def _foreign(other: object) -> bool:
    return not isinstance(other, Enclosure) and operand_of(other) is NotImplemented


def _short(value: Fraction) -> str:
    return Exact.of_rational(value).decimal(5)
