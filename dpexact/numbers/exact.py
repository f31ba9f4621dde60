"""Exact, a real number known exactly, with field arithmetic and decided comparison, and `exact`, the way in."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from operator import index
from typing import Any, Literal, TypeAlias, overload

from flint import arb, fmpq, fmpz, fmpz_mpoly

from dpexact.errors import (
    DivisionByZeroError,
    DPExactError,
    IncompatibleFieldsError,
    InexactInputError,
    IrrationalError,
    ParameterError,
    need,
)
from dpexact.numbers import quotients
from dpexact.numbers.balls import LOCK, MAX_BITS, bounds_of_ball, checked_bits, fraction_of
from dpexact.numbers.generators import RATIONALS, Field, Free, Generators, rational_bits
from dpexact.numbers.powers import LogSum, exponential, rational_power
from dpexact.numbers.quotients import CONTEXT, ONE, Quotient, Terms, lift, sum_of, terms_of
from dpexact.numbers.rounding import decimal_text, leading_digits, nearest_double, nearest_multiple, rounded_alike
from dpexact.numbers.signs import Relation, equal, ordered, sign_changes_error, signs_on, sum_ball, sum_sign
from dpexact.numbers.text import formatted, from_sympy, latex_of, number_of_text, text_of, to_sympy
from dpexact.numbers.typography import excerpt, value_excerpt

__all__ = ["Exact", "Value", "exact", "exact_at", "exact_of_float"]
Value: TypeAlias = "Exact | int | Fraction | Decimal | str"  # the types that `exact` is mostly given
HASH_DIGITS = 15
AT_E = Generators(Fraction(1))
LONG_DECIMAL = 80


@need.made_by("exact(value)", InexactInputError)
class Exact:
    """A real number, exactly, as a rational or a quotient of sums of c t^i u^j over the generators t and u.

    t = exp(g) for a rational g or a free E, and u = b^(1/n). Arithmetic is field arithmetic, and order and equality
    are decided, never guessed. Numbers come from `exact`. Two fields without a common field in which dpexact
    decides raise `IncompatibleFieldsError`.

    The answer is exact.
    Raises DivisionByZeroError, IncompatibleFieldsError, TooLargeError, and InexactInputError for a float operand.
    Reference: Lindemann-Weierstrass theorem (zero test), S. Lang, Algebra, VI.9.1 (roots).

    >>> from dpexact import exact
    >>> exact("sqrt(8)") == 2 * exact("sqrt(2)")
    True
    >>> exact("exp(2)") / exact("exp(1)") == exact("exp(1)")
    True
    """

    __slots__ = ("_field", "_hash", "_q", "_quotient")

    _q: fmpq | None  # the fmpq of a rational number, None for every other number, which has the field and the quotient
    _hash: int  # set by the first call of hash
    _field: Field
    _quotient: Quotient

    def __init__(self) -> None:
        raise InexactInputError("made by exact(value), not by calling the class", place="Exact")

    # -- making ------------------------------------------------------------------------------------------------

    @classmethod
    def of_rational(cls, value: fmpq | fmpz | int | Fraction) -> Exact:
        """Return the exact number of an fmpq (int, Fraction and fmpz are accepted too)."""
        self = object.__new__(cls)
        if isinstance(value, fmpq):  # asked first, since it costs less
            self._q = value
        else:
            self._q = fmpq(value.numerator, value.denominator) if isinstance(value, Fraction) else fmpq(value)
        return self

    @classmethod
    def of_sums(cls, field: Field, num: fmpz_mpoly, den: fmpz_mpoly = ONE) -> Exact:
        """Return the quotient num / den over the generators of `field`. The caller ensures that den != 0."""
        field, quotient = quotients.normal_form(field, (num, den))
        num, den = quotient
        if num.is_constant() and den.is_constant():
            return cls.of_rational(fmpq(num.leading_coefficient(), den.leading_coefficient()))
        self = object.__new__(cls)
        self._q, self._field, self._quotient = None, field, quotient
        return self

    @classmethod
    def exp(cls, logarithm: LogSum) -> Exact:
        """Return the exponential of r + sum of s log(q), which is e^r times all q^s under one root.

        Raises TooLargeError for a root of degree over 1024, or an absurd size.
        """
        field, quotient = exponential(logarithm)
        return cls.of_sums(field, *quotient)

    # -- looking -----------------------------------------------------------------------------------------------

    @property
    def ratio(self) -> fmpq | None:
        """The fmpq of a rational number, and None for every other number."""
        return self._q

    @property
    def field(self) -> Field:
        """The smallest generators over which the number is written, `Generators()` for a rational."""
        return self._field if self._q is None else RATIONALS

    def sums(self) -> Quotient:
        """Return (num, den), two sums as polynomials in t and u over the integers."""
        if self._q is None:
            return self._quotient
        return CONTEXT.constant(self._q.p), CONTEXT.constant(self._q.q)

    def parts(self) -> tuple[Field, Terms, Terms]:
        """Return (generators, num, den) with the value num / den, each as {(i, j): c} for the sum of c t^i u^j."""
        num, den = self.sums()
        return self.field, terms_of(num), terms_of(den)

    def parts_over(self, field: Field) -> tuple[Terms, Terms]:
        """Return (num, den) as in `parts`, over the generators of a field that contains this number's."""
        common, (num, den), _ = lift(self.field, self.sums(), field, (ONE, ONE))
        if common != field:
            raise IncompatibleFieldsError(f"{field}", expected=f"a field that contains {self.field}")
        return terms_of(num), terms_of(den)

    def ball(self) -> arb:
        """Return a ball (flint.arb) that contains the number, at the current flint working precision."""
        if self._q is not None:
            return arb(self._q)
        num, den = self._quotient
        if isinstance(self._field, Free):
            message = f"a number over {self._field} has no single value"
            raise IrrationalError(message, remedy="put a number in place of E (.substitute)")
        with LOCK:
            return sum_ball(self._field, num) / sum_ball(self._field, den)

    def is_rational(self) -> bool:
        """Return whether the number is rational (with a free E, whether it does not depend on E)."""
        return self._q is not None

    def as_fmpq(self) -> fmpq:
        """Return the number as a flint fmpq. Raises IrrationalError."""
        if self._q is None:
            message = f"{excerpt(str(self))} is not rational"
            raise IrrationalError(message, remedy="use .enclosure(bits) or .decimal(digits)")
        return self._q

    def as_fraction(self) -> Fraction:
        """Return the number as a Fraction. Raises IrrationalError."""
        return fraction_of(self.as_fmpq())

    def bits(self) -> int:
        """Return how large the number is in memory, in bits."""
        if self._q is not None:
            return rational_bits(self._q)
        return sum(int(c.bit_length()) + 64 for polynomial in self._quotient for c in polynomial.coeffs())

    def sign(self) -> int:
        """Return -1, 0 or 1, with a free E the sign for all E of its interval at once.

        Raises SignChangesError, with isolating intervals, if the sign is not the same for all E.
        """
        if self._q is not None:
            return int(self._q > 0) - int(self._q < 0)
        signs = self.signs()
        if len(signs) != 1:
            raise sign_changes_error(self)
        return next(iter(signs))

    def signs(self) -> frozenset[int]:
        """Return the set of signs that occur, one element unless E is free, and every sign if there is a pole."""
        if self._q is not None:
            return frozenset((self.sign(),))
        num, den = self._quotient
        if isinstance(self._field, Free):
            return signs_on(self._field, num, den)
        return frozenset((sum_sign(self._field, num) * sum_sign(self._field, den),))

    def enclosure(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Return rationals lower <= number <= upper, at most 2^-bits apart, and equal for a rational."""
        bits = checked_bits(bits)
        if self._q is not None:
            value = self.as_fraction()
            return value, value
        return bounds_of_ball(self.ball, bits, MAX_BITS)

    def decimal(self, digits: int = 15, rounding: Literal["half-even", "up", "down"] = "half-even") -> str:
        """Return the number to `digits` significant digits, correctly rounded, as text.

        `rounding` is "half-even", "up" (towards +infinity) or "down" (towards -infinity). An exact zero is "0".

        The answer is exact (the printed decimal is the rounding of the number itself).
        """
        return decimal_text(self, digits, rounding)

    def substitute(self, value: object) -> Exact:
        """Return the number with `value` (of the interval of E) for a free E, or a number without E unchanged.

        The answer is exact.
        Raises ParameterError outside the interval, DivisionByZeroError at a pole.
        """
        field = self.field
        if not isinstance(field, Free):
            return self
        point = exact(value)
        if isinstance(point.field, Free) or point < field.lower or (field.upper is not None and point > field.upper):
            raise ParameterError(repr(point), place="substitute", expected=f"a number E in the interval of {field}")
        top, bottom = (
            sum((c * point ** int(i) for (i, _), c in polynomial.terms()), Exact.of_rational(0))
            for polynomial in self.sums()
        )
        if bottom == 0:
            raise DivisionByZeroError(f"division by zero: {self} has a pole at E = {point}")
        return top / bottom

    def to_sympy(self) -> Any:
        """Return the number as a SymPy expression (a free E becomes the positive symbol E)."""
        return to_sympy(self)

    # -- arithmetic --------------------------------------------------------------------------------------------

    def _combine(self, other: Any, rational: Callable[[Any, Any], fmpq], combine: Callable[..., Quotient]) -> Exact:
        second: fmpq | int | None
        if type(other) is Exact:
            second = other.ratio
        elif type(other) is int:
            second = other  # an fmpq takes it as it is
        else:
            operand = operand_of(other)
            return operand if operand is NotImplemented else self._combine(operand, rational, combine)
        if self._q is not None and second is not None:
            result = object.__new__(Exact)
            result._q = rational(self._q, second)
            return result
        operand = operand_of(other)
        field, quotient, quotient2 = lift(self.field, self.sums(), operand.field, operand.sums())
        return Exact.of_sums(field, *combine(quotient, quotient2))

    def __add__(self, other: object) -> Exact:
        return self._combine(other, operator.add, quotients.added)

    __radd__ = __add__

    def __sub__(self, other: object) -> Exact:
        return self._combine(other, operator.sub, quotients.subtracted)

    def __rsub__(self, other: object) -> Exact:
        operand = operand_of(other)
        return NotImplemented if operand is NotImplemented else operand - self

    def __mul__(self, other: object) -> Exact:
        return self._combine(other, operator.mul, quotients.multiplied)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Exact:
        """Return the quotient. Raises DivisionByZeroError."""
        operand = operand_of(other)
        if operand is NotImplemented:
            return NotImplemented
        if operand._q is not None and not operand._q:
            raise DivisionByZeroError(f"division by zero: {excerpt(str(self))} / 0")
        return self._combine(operand, operator.truediv, quotients.divided)

    def __rtruediv__(self, other: object) -> Exact:
        operand = operand_of(other)
        return NotImplemented if operand is NotImplemented else operand / self

    def __neg__(self) -> Exact:
        return self * -1

    def __pos__(self) -> Exact:
        return self

    def __abs__(self) -> Exact:
        return -self if self < 0 else self

    def __pow__(self, exponent: object) -> Exact:
        """Raise to an integer power, and positive rationals and single terms c t^i u^j to rational powers too."""
        power = operand_of(exponent)
        if power is NotImplemented:
            return NotImplemented
        return rational_power(self, power.as_fraction())

    def __rpow__(self, base: object) -> Exact:
        operand = operand_of(base)
        return NotImplemented if operand is NotImplemented else operand**self

    # -- order -------------------------------------------------------------------------------------------------

    def _compare(self, other: Any, holds: Relation, decide: Callable[[Exact, Exact, Relation], bool]) -> bool:
        second: fmpq | int | float | None
        if type(other) is Exact:
            second = other.ratio
        elif type(other) is int or (isinstance(other, float) and math.isinf(other)):
            second = other
        else:
            if isinstance(other, str):
                raise text_error(other)
            operand = operand_of(other)
            return operand if operand is NotImplemented else self._compare(operand, holds, decide)
        if isinstance(second, float):
            return holds(0, second)  # every number compares with an infinity as 0 does
        if self._q is not None and second is not None:
            return holds(self._q, second)
        return decide(self, operand_of(other), holds)

    def __lt__(self, other: object) -> bool:
        return self._compare(other, operator.lt, ordered)

    def __le__(self, other: object) -> bool:
        return self._compare(other, operator.le, ordered)

    def __gt__(self, other: object) -> bool:
        return self._compare(other, operator.gt, ordered)

    def __ge__(self, other: object) -> bool:
        return self._compare(other, operator.ge, ordered)

    def __eq__(self, other: object) -> bool:
        """Decide equality, which for a free E is identity for all E."""
        return self._compare(other, operator.eq, equal)

    def __hash__(self) -> int:
        """Hash equal numbers alike, rationals like Fraction, other reals by their first digits, computed once."""
        if not hasattr(self, "_hash"):
            if self._q is not None:
                self._hash = hash(self.as_fraction() if self._q.q != 1 else int(self._q.p))
            elif not isinstance(self._field, Free):
                self._hash = hash(leading_digits(self.ball, HASH_DIGITS))
            else:
                num, den = self._quotient  # e is transcendental: equal quotients, and only they, agree at E = e
                leading = leading_digits(lambda: sum_ball(AT_E, num) / sum_ball(AT_E, den), HASH_DIGITS)
                self._hash = hash((self._field, leading))
        return self._hash

    def __bool__(self) -> bool:
        return self._q is None or bool(self._q)

    # -- for people and plots: these results are not read back ------------------------------------------------

    def __float__(self) -> float:
        """Return the nearest double, ties to even. Raises OverflowError past the range of doubles."""
        return nearest_double(self)

    def __trunc__(self) -> int:
        return math.floor(self) if self >= 0 else math.ceil(self)

    __int__ = __trunc__

    def __floor__(self) -> int:
        return rounded_alike(self, math.floor)

    def __ceil__(self) -> int:
        return rounded_alike(self, math.ceil)

    @overload
    def __round__(self, digits: None = None) -> int: ...
    @overload
    def __round__(self, digits: int) -> Exact: ...
    def __round__(self, digits: int | None = None) -> Exact | int:
        """Return the nearest integer or, with `digits`, the nearest multiple of 10^-digits, an Exact, ties to even."""
        if digits is None:
            return rounded_alike(self, round)
        return Exact.of_rational(nearest_multiple(self, digits))

    def __format__(self, specification: str) -> str:
        """Format as a float, from the number itself, or without a type and a precision as the exact text."""
        return formatted(self, specification)

    __sympy__ = False  # SymPy must not take the number as its float: results computed with both are Exact

    def _repr_latex_(self) -> str:
        return f"${latex_of(self)}$"

    # -- text --------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """Write it in the grammar of `exact`, so that exact(str(x)) == x (a free E is written E)."""
        return text_of(self)

    def __repr__(self) -> str:
        return f"exact({excerpt(str(self))!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_parts, self.parts()


def _from_parts(field: Field, num: Terms, den: Terms) -> Exact:
    return Exact.of_sums(field, sum_of(num), sum_of(den))


def operand_of(value: object) -> Any:
    """Return the Exact of an operand, or NotImplemented for a type that does not belong in arithmetic, such as text.

    Raises InexactInputError for floats and booleans.
    """
    number = None if isinstance(value, str) else number_of(value)
    return NotImplemented if number is None else number


def number_of(value: object) -> Exact | None:
    """Return the exact number of a value, or None for a type that is not numeric at all.

    Raises the errors of `exact`, for values that are numbers but not exact ones, or not readable.
    """
    kind = type(value)
    if kind is Exact:
        return value  # type: ignore[return-value]
    if isinstance(value, str):
        return number_of_text(value, Exact)
    if kind is int or kind is Fraction or kind is fmpq or kind is fmpz:
        return Exact.of_rational(value)  # type: ignore[arg-type]
    if isinstance(value, (bool, float, complex)) or is_inexact_scalar(value):
        raise inexact(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise inexact(value)
        return number_of_text(str(value), Exact)
    if kind.__module__.partition(".")[0] == "sympy":
        return from_sympy(value, Exact)
    if isinstance(value, Rational):
        return Exact.of_rational(fmpq(int(value.numerator), int(value.denominator)))
    try:
        return Exact.of_rational(index(value))  # type: ignore[arg-type]
    except TypeError:
        return None


def exact(value: object) -> Exact:
    """Return the exact number that a value stands for.

    The value is an int (or integer type with __index__), Fraction, Decimal, flint fmpz or fmpq, an exact SymPy number,
    an Exact, or a text with decimals "0.25" "1e-10", "1/3", + - * / ** and parentheses, exp(...) of a rational or of
    r + s*log(q), log(q) or ln(q) inside exp, sqrt(q). The grammar is in `dpexact.numbers.grammar`.

    The answer is exact.
    Raises InexactInputError (float, bool, numpy floating types), NumberSyntaxError, TooLargeError,
    DivisionByZeroError.

    >>> exact("0.1") + exact("1/5")
    exact('3/10')
    >>> exact(0.1)
    Traceback (most recent call last):
    ...
    dpexact.errors.InexactInputError: expected an exact number, got the float 0.1, whose binary value is \
0.1000000000000000055511151231257827021181583404541015625; write the text "0.1" if that is what was meant, or \
exact_of_float(0.1) for the binary value
    """
    number = number_of(value)
    if number is None:
        raise inexact(value)
    return number


def exact_at(value: object, place: str) -> Exact:
    """Apply `exact`, with the place in front of a refusal. The answer is exact. Raises the errors of `exact`."""
    try:
        return exact(value)
    except DPExactError as error:
        raise error.at(place) from None


def exact_of_float(x: float) -> Exact:
    """Return the binary value that a float really has, for those who mean it.

    The answer is exact. Raises InexactInputError for NaN, infinities and values that are not floats.

    >>> exact_of_float(0.5)
    exact('1/2')
    """
    if isinstance(x, (int, Fraction, Decimal, type)) or not hasattr(x, "as_integer_ratio"):
        raise need.refusal("exact_of_float", "a float", x, "use exact(value)", error=InexactInputError)
    try:
        top, bottom = x.as_integer_ratio()
    except (ValueError, OverflowError):
        raise InexactInputError(repr(x), place="exact_of_float", expected="a finite float") from None
    return Exact.of_rational(fmpq(int(top), int(bottom)))


def is_inexact_scalar(value: object) -> bool:
    """Recognize scalars of numpy, flint and mpmath that are floats, truths or times, by name: none is imported."""
    module, name = type(value).__module__.partition(".")[0], type(value).__name__
    return (
        (module == "numpy" and name.startswith(("float", "complex", "longdouble", "clongdouble", "bool", "timedelta")))
        or (module == "flint" and name in ("arb", "acb", "arf"))
        or module == "mpmath"
    )


def inexact(value: object) -> InexactInputError:
    """Return the error for a value that stands for no exact number."""
    is_float = hasattr(value, "as_integer_ratio") and not isinstance(value, (bool, Decimal, type))
    number = float(value) if is_float else math.nan  # type: ignore[arg-type]
    if not math.isfinite(number) or number != value:  # another type, or a longer format than Python's float
        return InexactInputError(
            f"{value_excerpt(value)} of type {type(value).__name__}",
            expected="an exact number (int, Fraction, finite Decimal, exact SymPy number or text)",
            remedy='write it as text such as "1/3" or "exp(1/2)"',
        )
    binary = format(Decimal(number), "f")
    if len(binary) > LONG_DECIMAL:
        binary = format(Decimal(number), ".30e") + " (rounded)"
    came = f"the float {number!r}, whose binary value is {binary}"
    text = f'write the text "{number!r}" if that is what was meant'
    remedy = f"{text}, or exact_of_float({number!r}) for the binary value"
    return InexactInputError(came, expected="an exact number", remedy=remedy)


def text_error(text: str) -> InexactInputError:
    """Return the error for a text in a comparison, which neither reads a text nor treats it as unequal."""
    literal = excerpt(repr(str(text)))
    return InexactInputError(
        f"the text {literal}", expected="a number to compare with", remedy=f"write exact({literal})"
    )
