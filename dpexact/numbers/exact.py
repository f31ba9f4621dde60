"""Exact: a real number known exactly, with field arithmetic and decided comparison; and `exact`, the way in."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from flint import arb, ctx, fmpq, fmpz

from dpexact.errors import (
    DivisionByZeroError,
    InexactInputError,
    IrrationalError,
    ParameterError,
    SignChangesError,
    TooLargeError,
)
from dpexact.numbers.generators import (
    CONTEXT,
    ONE,
    RATIONALS,
    Free,
    Generators,
    T,
    U,
    invert_root,
    join,
    reduce_root,
)
from dpexact.numbers.radicals import primitive_power
from dpexact.numbers.signs import sum_ball, sum_sign

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.numbers.generators import Field

MAX_RESULT_BITS = 1 << 26  # a power larger than this (8 MB) is refused before it is computed
MAX_DEGREE = 1 << 40  # of t; sums are sparse, so this bounds exponents and not memory
MAX_LOG = 10_000_000  # of exp(r): numbers beyond exp(10^7) have millions of digits
MAX_GCD_DEGREE = 4096  # beyond this, sparse fractions are kept uncancelled
HASH_BITS = 64

Terms = dict[tuple[int, int], int]


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


class Exact:
    """A real number, exactly: a rational, or a quotient of sums of c t^i u^j over the generators t and u.

    t = exp(g) for a rational g or a free E, and u = b^(1/n). Arithmetic is field arithmetic; order and equality
    are decided, never guessed. Numbers come from `exact`; two fields that have no common field in which dpexact
    decides raise `IncompatibleFieldsError`.

    Guarantee: exact.
    Raises: DivisionByZeroError, IncompatibleFieldsError, TooLargeError; InexactInputError for a float operand.
    Reference: Lindemann-Weierstrass theorem (zero test), S. Lang, Algebra, VI.9.1 (roots).

    >>> from dpexact import exact
    >>> exact("sqrt(8)") == 2 * exact("sqrt(2)")
    True
    >>> exact("exp(2)") / exact("exp(1)") == exact("exp(1)")
    True
    """

    __slots__ = ("_den", "_field", "_num", "_q")

    _q: Any
    _field: Field
    _num: Any
    _den: Any

    def __init__(self) -> None:
        message = "an Exact is made by exact(value), not by calling the class"
        raise TypeError(message)

    # -- making ------------------------------------------------------------------------------------------------

    @classmethod
    def of_rational(cls, value: Any) -> Exact:
        """The exact number of an fmpq (int, Fraction and fmpz are accepted too)."""
        self = object.__new__(cls)
        if isinstance(value, Fraction):
            value = fmpq(value.numerator, value.denominator)
        self._q = value if isinstance(value, fmpq) else fmpq(value)
        self._field, self._num, self._den = RATIONALS, None, ONE
        return self

    @classmethod
    def of_sums(cls, field: Field, num: Any, den: Any = ONE) -> Exact:
        """num / den over the generators of `field`, brought to a normal form (den != 0 is the caller's business)."""
        if isinstance(field, Generators) and field.degree > 1:
            num, den = reduce_root(field, num), reduce_root(field, den)
        if num.is_zero():
            return cls.of_rational(0)
        if not den.is_constant():
            num, den = _cancel(field, num, den)
        if den.is_constant():
            num, den = num / den.leading_coefficient(), ONE
            if num.is_constant():
                return cls.of_rational(num.leading_coefficient())
        _check_exponents(field, max(num.degrees()[0], den.degrees()[0]))
        self = object.__new__(cls)
        self._q, self._field, self._num, self._den = None, field, num, den
        return self

    # -- looking -----------------------------------------------------------------------------------------------

    @property
    def field(self) -> Field:
        """The generators over which the number is written; `Generators()` for a rational."""
        return self._field

    def sums(self) -> tuple[Any, Any]:
        """(num, den): the two sums, polynomials in t and u over Q."""
        return (self._num, self._den) if self._q is None else (CONTEXT.constant(self._q), ONE)

    def parts(self) -> tuple[Field, Terms, Terms]:
        """(generators, num, den): the value is num / den, each {(i, j): c} for the sum of c t^i u^j, c integers."""
        if self._q is not None:
            return RATIONALS, {(0, 0): int(self._q.p)} if self._q else {}, {(0, 0): int(self._q.q)}
        scale = fmpz(1)
        for polynomial in (self._num, self._den):
            for coefficient in polynomial.coeffs():
                scale = scale.lcm(coefficient.q)
        num, den = (
            {
                (int(i), int(j)): int((c * scale).p)
                for (i, j), c in zip(polynomial.monoms(), polynomial.coeffs(), strict=True)
            }
            for polynomial in (self._num, self._den)
        )
        return self._field, num, den

    def ball(self) -> Any:
        """A ball (flint.arb) that contains the number, at the current flint working precision."""
        if self._q is not None:
            return arb(self._q)
        field = _with_numbers(self._field, "a ball")
        bits = ctx.prec
        num = sum_ball(field, self._num, bits)
        return num if self._den is ONE else num / sum_ball(field, self._den, bits)

    def is_rational(self) -> bool:
        """Whether the number is rational (for a free E: whether it does not depend on E)."""
        return self._rational() is not None

    def _rational(self) -> Any:
        if self._q is None and not self._den.is_constant():
            monomial = self._den.monoms()[0]
            ratio = self._num.to_dict().get(monomial, fmpq(0)) / self._den.coeffs()[0]
            if reduce_or_keep(self._field, self._num - ratio * self._den).is_zero():
                return ratio
        return self._q

    def as_fraction(self) -> Fraction:
        """The number as a Fraction. Raises: IrrationalError."""
        ratio = self._rational()
        if ratio is None:
            message = f"{self._describe()} is not rational; use .enclosure(bits) or .decimal(digits)"
            raise IrrationalError(message)
        return _fraction(ratio)

    def sign(self) -> int:
        """-1, 0 or 1; for a free E the sign for all E of its interval at once.

        Raises: SignChangesError where the sign is not the same for all E, with isolating intervals.
        """
        if self._q is not None:
            return int(self._q > 0) - int(self._q < 0)
        signs = self._signs()
        if len(signs) != 1:
            self._raise_sign_changes()
        return next(iter(signs))

    def _signs(self) -> frozenset[int]:
        """The set of signs that occur: one element, except for a free E."""
        if self._q is not None:
            return frozenset((self.sign(),))
        if isinstance(self._field, Free):
            from dpexact.numbers.free import signs_on

            return signs_on(self._field, self._num * self._den)
        sign = sum_sign(self._field, self._num)
        return frozenset((sign if self._den is ONE else sign * sum_sign(self._field, self._den),))

    def _raise_sign_changes(self) -> None:
        from dpexact.numbers.free import sign_changes

        intervals = sign_changes(self._field, self._num * self._den)  # type: ignore[arg-type]
        places = ", ".join(str(interval) for interval in intervals)
        message = f"the sign of {self} is not the same for all E of {self._field}; it vanishes or changes at {places}"
        raise SignChangesError(message, intervals)

    def enclosure(self, bits: int = 64) -> tuple[Fraction, Fraction]:
        """Rationals (lower, upper) with lower <= number <= upper and upper - lower <= 2^-bits; equal for a rational."""
        if not isinstance(bits, int) or isinstance(bits, bool) or bits < 0:
            message = f"enclosure: expected a number of bits >= 0, got {bits!r}"
            raise ParameterError(message)
        ratio = self._rational()
        if ratio is not None:
            value = _fraction(ratio)
            return value, value
        from dpexact.numbers.enclosure import bounds_of_ball

        return bounds_of_ball(self.ball, bits)

    def decimal(self, digits: int = 15, rounding: Literal["half-even", "up", "down"] = "half-even") -> str:
        """The number to `digits` significant digits, correctly rounded, as text.

        `rounding`: "half-even"; "up" towards +infinity; "down" towards -infinity. An exact zero is "0".

        Guarantee: exact (the printed decimal is the rounding of the number itself).
        """
        from dpexact.numbers.rounding import decimal_text

        return decimal_text(self, digits, rounding)

    def substitute(self, value: object) -> Exact:
        """The number with `value` (of the interval of E) in place of a free E; a number without E is unchanged.

        Guarantee: exact.
        Raises: ParameterError outside the interval, DivisionByZeroError at a pole.
        """
        from dpexact.numbers.substitution import at_concrete_e

        return at_concrete_e(self, value)

    def to_sympy(self) -> Any:
        """The number as a SymPy expression (a free E becomes the positive symbol E)."""
        from dpexact.numbers.symbolic import to_sympy

        return to_sympy(self)

    # -- arithmetic --------------------------------------------------------------------------------------------

    def _lift(self, other: Exact) -> tuple[Field, Any, Any, Any, Any]:
        """Both numbers over one field: (field, num, den, other's num, other's den)."""
        num, den = self.sums()
        num2, den2 = other.sums()
        if self._field is other._field or self._field == other._field:
            return self._field, num, den, num2, den2
        field, mine, theirs = join(self._field, other._field)
        if mine != (1, 1):
            num, den = num.inflate([*mine]), den.inflate([*mine])
        if theirs != (1, 1):
            num2, den2 = num2.inflate([*theirs]), den2.inflate([*theirs])
        return field, num, den, num2, den2

    def __add__(self, other: object) -> Exact:
        """Sum."""
        return self._combine(other, lambda a, b: a + b, _sum_of_quotients)

    __radd__ = __add__

    def __sub__(self, other: object) -> Exact:
        """Difference."""
        return self._combine(other, lambda a, b: a - b, _difference_of_quotients)

    def __rsub__(self, other: object) -> Exact:
        """Difference, the other way round."""
        return -self + other

    def __mul__(self, other: object) -> Exact:
        """Product."""
        return self._combine(other, lambda a, b: a * b, lambda a, b, c, d: (a * c, b * d))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Exact:
        """Quotient. Raises: DivisionByZeroError."""
        operand = operand_of(other)
        if operand is NotImplemented:
            return NotImplemented
        if (operand._q is not None and not operand._q) or (operand._q is None and operand._num.is_zero()):
            message = f"division by zero: {self} / 0"
            raise DivisionByZeroError(message)
        return self._combine(operand, lambda a, b: a / b, lambda a, b, c, d: (a * d, b * c))

    def __rtruediv__(self, other: object) -> Exact:
        """Quotient, the other way round."""
        operand = operand_of(other)
        return NotImplemented if operand is NotImplemented else operand / self

    def _combine(self, other: object, rational: Callable[..., Any], quotients: Callable[..., Any]) -> Exact:
        operand = operand_of(other)
        if operand is NotImplemented:
            return NotImplemented  # type: ignore[no-any-return]
        if self._q is not None and operand._q is not None:
            return Exact.of_rational(rational(self._q, operand._q))
        field, a, b, c, d = self._lift(operand)
        return Exact.of_sums(field, *quotients(a, b, c, d))

    def __neg__(self) -> Exact:
        """Minus the number."""
        return self * -1

    def __pos__(self) -> Exact:
        """The number itself."""
        return self

    def __abs__(self) -> Exact:
        """The absolute value."""
        return -self if self < 0 else self

    def __pow__(self, exponent: object) -> Exact:
        """Integer powers; rational powers of positive rationals and of positive single terms c t^i u^j."""
        power = operand_of(exponent)
        if power is NotImplemented:
            return NotImplemented
        ratio = power.as_fraction()
        if ratio.denominator != 1:
            from dpexact.numbers.powers import rational_power

            return rational_power(self, ratio)
        n = ratio.numerator
        if n < 0:
            return 1 / self**-n
        _check_power_size(self, n)
        if self._q is not None:
            return Exact.of_rational(self._q**n)
        return Exact.of_sums(self._field, self._num**n, self._den**n)

    def __rpow__(self, base: object) -> Exact:
        """A number to this power."""
        operand = operand_of(base)
        return NotImplemented if operand is NotImplemented else operand**self

    # -- order -------------------------------------------------------------------------------------------------

    def _compare(self, other: object, true: frozenset[int]) -> bool:
        """Whether sign(self - other) lies in `true`, for all E of a free field at once."""
        if isinstance(other, float) and math.isinf(other):
            return (-1 if other > 0 else 1) in true
        operand = operand_of(other)
        if operand is NotImplemented:
            return NotImplemented
        if self._q is not None and operand._q is not None:
            return (int(self._q > operand._q) - int(self._q < operand._q)) in true
        difference = self - operand
        signs = difference._signs()
        if signs <= true:
            return True
        if signs.isdisjoint(true):
            return False
        difference._raise_sign_changes()
        raise AssertionError  # pragma: no cover - the line above raises

    def __lt__(self, other: object) -> bool:
        """Decided order."""
        return self._compare(other, frozenset((-1,)))

    def __le__(self, other: object) -> bool:
        """Decided order."""
        return self._compare(other, frozenset((-1, 0)))

    def __gt__(self, other: object) -> bool:
        """Decided order."""
        return self._compare(other, frozenset((1,)))

    def __ge__(self, other: object) -> bool:
        """Decided order."""
        return self._compare(other, frozenset((0, 1)))

    def __eq__(self, other: object) -> bool:
        """Decided equality; for a free E identity for all E."""
        if isinstance(other, float) and math.isinf(other):
            return False
        operand = operand_of(other)
        if operand is NotImplemented:
            return NotImplemented
        if self._q is not None and operand._q is not None:
            return bool(self._q == operand._q)
        if self._field == operand._field and self._num == operand._num and self._den == operand._den:
            return True
        field, a, b, c, d = self._lift(operand)
        return bool(reduce_or_keep(field, a * d - b * c).is_zero())

    def __hash__(self) -> int:
        """Equal numbers hash alike; rationals like Fraction, other reals by their first 64 bits."""
        ratio = self._rational()
        if ratio is not None:
            return hash(_fraction(ratio))
        if isinstance(self._field, Free):
            num, den = self._num, self._den
            lead = den.leading_coefficient()
            return hash((self._field, str(num / lead), str(den / lead)))
        from dpexact.numbers.rounding import leading_bits

        return hash(leading_bits(self, HASH_BITS))

    def __bool__(self) -> bool:
        """Whether the number is not zero."""
        return self != 0

    # -- text --------------------------------------------------------------------------------------------------

    def _describe(self) -> str:
        text = str(self)
        return text if len(text) <= 80 else text[:60] + "..."

    def __str__(self) -> str:
        """Text of the grammar of `exact`: exact(str(x)) == x (a free E is written E)."""
        from dpexact.numbers.text import text_of

        return text_of(self)

    def __repr__(self) -> str:
        """exact('...')."""
        return f"exact({self._describe()!r})"

    def __copy__(self) -> Exact:
        """The number itself: it is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Exact:
        """The number itself: it is immutable."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its field and its integer parts."""
        return _from_parts, self.parts()


def _check_exponents(field: Field, degree: Any) -> None:
    """Refuse exponents that no computation with balls could bear: too many steps of t, or exp of a huge number."""
    if degree > MAX_DEGREE:
        message = f"an exponent over {field} exceeds {MAX_DEGREE} times the generator; the exponents are too far apart"
        raise TooLargeError(message)
    if isinstance(field, Generators) and field.exponent * int(degree) > MAX_LOG:
        message = f"a number as large as exp({MAX_LOG}) or as small as its reciprocal is refused"
        raise TooLargeError(message)


def _from_parts(field: Field, num: Terms, den: Terms) -> Exact:
    return Exact.of_sums(field, CONTEXT.from_dict(num), CONTEXT.from_dict(den))


def reduce_or_keep(field: Field, polynomial: Any) -> Any:
    """The polynomial in normal form: u reduced where there is a u."""
    return reduce_root(field, polynomial) if isinstance(field, Generators) else polynomial


def _with_numbers(field: Field, wanted: str) -> Generators:
    if isinstance(field, Free):
        message = f"{wanted} was asked of a number over {field}, which has no single value; put a number in place of E"
        raise IrrationalError(message)
    return field


def _sum_of_quotients(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any]:
    return (a + c, b) if b == d else (a * d + c * b, b * d)


def _difference_of_quotients(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any]:
    return (a - c, b) if b == d else (a * d - c * b, b * d)


def _cancel(field: Field, num: Any, den: Any) -> tuple[Any, Any]:
    """The same quotient with less to carry: roots out of the denominator, common factors cancelled."""
    t_degree = max(int(num.degrees()[0]), int(den.degrees()[0]))
    if isinstance(field, Generators) and den.degrees()[0] == 0:
        return reduce_root(field, num * invert_root(field, den)), ONE
    if t_degree <= MAX_GCD_DEGREE:
        common = num.gcd(den)
    else:
        shift = min(int(i) for p in (num, den) for i, _ in p.monoms())
        common = T**shift
    return (num, den) if common.is_constant() else (num / common, den / common)


def _check_power_size(base: Exact, n: int) -> None:
    """Refuse a power whose size passes the limit, before it is computed."""
    if base._q is not None:  # noqa: SLF001
        bits = 0 if base._q in (0, 1, -1) else max(base._q.p.bit_length(), base._q.q.bit_length()) * n  # noqa: SLF001
    else:
        num, den = base.sums()
        bits = 0
        for polynomial in (num, den):
            terms = len(polynomial.coeffs())
            size = max(max(c.p.bit_length(), c.q.bit_length()) for c in polynomial.coeffs()) + terms.bit_length() - 1
            bits += size * n * (1 if terms == 1 else n * terms)
    if bits > MAX_RESULT_BITS:
        message = f"a power of about {bits} bits was asked for ({base!r} ** {n}); the limit is {MAX_RESULT_BITS} bits"
        raise TooLargeError(message)


def operand_of(value: object) -> Any:
    """The Exact of an operand, or NotImplemented for a type that has no business in arithmetic (text among them).

    Raises: InexactInputError for floats and booleans.
    """
    if isinstance(value, Exact):
        return value
    if isinstance(value, str) or value is None:
        return NotImplemented
    try:
        return exact(value)
    except InexactInputError as error:
        if isinstance(value, (float, bool)) or _is_inexact_scalar(value):
            raise
        del error
        return NotImplemented


def _is_inexact_scalar(value: object) -> bool:
    """Floating (or boolean) scalars of numpy, flint, mpmath and SymPy, known by name so that none is imported."""
    kind = type(value)
    module, name = kind.__module__.split(".")[0], kind.__name__
    return (
        (module == "numpy" and (name.startswith(("float", "complex", "longdouble", "clongdouble", "bool"))))
        or (module == "flint" and name in ("arb", "acb", "arf"))
        or (module == "mpmath")
        or (module == "sympy" and name == "Float")
        or isinstance(value, complex)
    )


def exact(value: object) -> Exact:
    """The exact number that a value stands for.

    Accepted: int (and integer types with __index__), Fraction, Decimal, flint fmpz and fmpq, exact SymPy numbers,
    Exact, and text: decimals "0.25" "1e-10", "1/3", + - * / ** and parentheses, exp(...) of a rational or of
    r + s*log(q), log(q) or ln(q) inside exp, sqrt(q). The grammar is in `dpexact.numbers.text`.

    Guarantee: exact.
    Raises: InexactInputError (float, bool, numpy floating types), NumberSyntaxError, TooLargeError, DivisionByZeroError.

    >>> exact("0.1") + exact("1/5")
    exact('3/10')
    >>> exact(0.1)
    Traceback (most recent call last):
    ...
    dpexact.errors.InexactInputError: expected an exact number, got the float 0.1, whose binary value is \
0.1000000000000000055511151231257827021181583404541015625; write the text "0.1" if that is what was meant, or \
exact_of_float(0.1) for the binary value
    """
    if isinstance(value, Exact):
        return value
    if isinstance(value, (bool, float, complex)):
        raise _inexact(value)
    if isinstance(value, (int, Fraction, fmpq, fmpz)):
        return Exact.of_rational(value)
    if isinstance(value, str):
        from dpexact.numbers.text import number_of_text

        return number_of_text(value)
    if isinstance(value, Decimal):
        from dpexact.numbers.text import number_of_text

        return number_of_text(str(value))
    if type(value).__module__.split(".")[0] == "sympy":
        from dpexact.numbers.symbolic import from_sympy

        return from_sympy(value)
    if _is_inexact_scalar(value):
        raise _inexact(value)
    try:
        return Exact.of_rational(index(value))  # type: ignore[arg-type]
    except TypeError:
        raise _inexact(value) from None


def _inexact(value: object) -> InexactInputError:
    if not isinstance(value, bool) and hasattr(value, "as_integer_ratio"):
        number = float(value)  # type: ignore[arg-type]
        if math.isfinite(number):
            binary = format(Decimal(number), "f")
            binary = binary if len(binary) <= 80 else format(Decimal(number), ".30e") + " (rounded)"
            return InexactInputError(
                f"expected an exact number, got the float {number!r}, whose binary value is {binary}; "
                f'write the text "{number!r}" if that is what was meant, or exact_of_float({number!r}) for the binary value',
            )
    return InexactInputError(
        f"expected an exact number (int, Fraction, Decimal, exact SymPy number or text), got {value!r} of type "
        f"{type(value).__name__}; write it as text such as \"1/3\" or \"exp(1/2)\"",
    )


def exact_of_float(x: float) -> Exact:
    """The binary value that a float really has, for those who mean it.

    Raises: InexactInputError for NaN, infinities and what is not a float.

    >>> exact_of_float(0.5)
    exact('1/2')
    """
    if isinstance(x, bool) or not hasattr(x, "as_integer_ratio") or isinstance(x, (int, Fraction, Decimal)):
        message = f"exact_of_float: expected a float, got {x!r} of type {type(x).__name__}; use exact(value)"
        raise InexactInputError(message)
    try:
        top, bottom = x.as_integer_ratio()
    except (ValueError, OverflowError):
        message = f"exact_of_float: expected a finite float, got {x!r}"
        raise InexactInputError(message) from None
    return Exact.of_rational(fmpq(int(top), int(bottom)))


def root_of_rational(number: Fraction, exponent: Fraction) -> Exact:
    """number ** exponent for a positive rational number, over the generator u = b^(1/n) with b primitive."""
    base, power = primitive_power(number)
    exponent *= power
    whole, rest = divmod(exponent, 1)
    rational = Exact.of_rational(base) ** int(whole)
    if not rest:
        return rational
    field = Generators(base=base, degree=rest.denominator)
    return rational * Exact.of_sums(field, U**rest.numerator)


def exp_of_rational(exponent: Fraction) -> Exact:
    """exp(exponent), over the generator t = exp(|exponent|)."""
    if not exponent:
        return Exact.of_rational(1)
    value = Exact.of_sums(Generators(exponent=abs(exponent)), T)
    return value if exponent > 0 else 1 / value
