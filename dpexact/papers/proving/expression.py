"""Expression: a rational function with rational coefficients in named indeterminates, in lowest terms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpz_mpoly_ctx

from dpexact import need
from dpexact.errors import DivisionByZeroError, InexactInputError, ParameterError, TooLargeError
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MAX_POWER = 1 << 12

Operand = "Expression | Fraction | int"


def indeterminates(names: str) -> tuple[Expression, ...]:
    """Return the indeterminates of a text such as "E X k", in that order.

    >>> E, X = indeterminates("E X")
    >>> (X * E - 1) / (E - 1) - (X - 1) / (E - 1) == X
    True
    """
    found = names.split()
    for name in found:
        if not (name.isidentifier() and name.isascii()):  # other alphabets have letters that look like these
            message = f"indeterminates: expected names such as 'E X k', got {name!a}"
            raise ParameterError(message)
    return tuple(unchecked_indeterminate(name) for name in found)


def indeterminate(name: str) -> Expression:
    """One indeterminate."""
    return indeterminates(name)[0]


def unchecked_indeterminate(name: str) -> Expression:
    """Return an indeterminate whose name need not be an identifier, so that it is none of the user's."""
    return Expression.of_polynomials(_context((name,)).gen(0))


class Expression:
    """A quotient of two polynomials with integer coefficients, in lowest terms, over the indeterminates it mentions.

    Two expressions are equal exactly when they are the same rational function. A relation between expressions is
    asserted by a `Relation`, not by `==`. Arithmetic with int and Fraction.

    Guarantee: exact.
    Raises: DivisionByZeroError; InexactInputError for a float operand.
    """

    __slots__ = ("_den", "_num", "names")

    names: tuple[str, ...]
    _num: Any
    _den: Any

    def __init__(self) -> None:
        message = "an Expression is made by indeterminates(names), constant(value) and arithmetic"
        raise TypeError(message)

    def __init_subclass__(cls) -> None:
        """Refuse subclasses: their arithmetic would be that of a proof. Raises: TypeError."""
        message = "Expression has no subclasses"
        raise TypeError(message)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse changes. Raises: AttributeError."""
        message = f"an Expression does not change: {name}"
        raise AttributeError(message)

    @classmethod
    def of_polynomials(cls, num: Any, den: Any = None) -> Expression:
        """Num / den for fmpz_mpolys over one context whose names are sorted; brought to lowest terms."""
        den = num.context().constant(1) if den is None else den
        if den.is_zero():
            message = f"division by zero: ({num})/0"
            raise DivisionByZeroError(message)
        common = num.gcd(den)
        common = -common if (den.leading_coefficient() < 0) != (common.leading_coefficient() < 0) else common
        num, den = num / common, den / common
        absent = set(num.unused_gens()) & set(den.unused_gens())
        names = tuple(name for name in num.context().names() if name not in absent)
        self = object.__new__(cls)
        for slot, value in (("names", names), ("_num", _over(num, names)), ("_den", _over(den, names))):
            object.__setattr__(self, slot, value)
        return self

    @property
    def numerator(self) -> Expression:
        """The numerator, a polynomial with integer coefficients."""
        return Expression.of_polynomials(self._num)

    @property
    def denominator(self) -> Expression:
        """The denominator, a polynomial with integer coefficients whose leading coefficient is positive."""
        return Expression.of_polynomials(self._den)

    def factors(self) -> tuple[Expression, ...]:
        """Return the irreducible factors of the numerator that are no numbers, with positive leading coefficients."""
        found = [Expression.of_polynomials(factor) for factor, _ in self._num.factor()[1]] if self._num else []
        return tuple(-factor if factor._num.leading_coefficient() < 0 else factor for factor in found)  # noqa: SLF001

    def is_polynomial(self) -> bool:
        """Return whether the denominator is a number."""
        return bool(self._den.is_constant())

    def as_fraction(self) -> Fraction | None:
        """Return the value if no indeterminate occurs."""
        if self.names:
            return None
        return Fraction(*(int(part.leading_coefficient()) if part else 0 for part in (self._num, self._den)))

    def terms(self) -> tuple[tuple[dict[str, int], int], ...]:
        """Return the monomials {name: power} of the *numerator* with their integer coefficients."""
        return tuple(
            ({name: int(power) for name, power in zip(self.names, powers, strict=True) if power}, int(coefficient))
            for powers, coefficient in self._num.to_dict().items()
        )

    def degree(self, name: str) -> int:
        """Return the degree of the numerator in an indeterminate; 0 where it does not occur."""
        return int(self._num.degrees()[self.names.index(name)]) if name in self.names and self._num else 0

    def coefficient(self, name: str, power: int) -> Expression:
        """Return the coefficient of a power of an indeterminate. Raises: ParameterError if it is below, too."""
        if name in self.denominator.names:
            message = f"coefficient: expected a polynomial in {name}, got {self}"
            raise ParameterError(message)
        if name not in self.names:
            return self if power == 0 else constant(0)
        place = self.names.index(name)
        chosen = {
            (*powers[:place], 0, *powers[place + 1 :]): value
            for powers, value in self._num.to_dict().items()
            if powers[place] == power
        }
        return Expression.of_polynomials(_context(self.names).from_dict(chosen), self._den)

    def substitute(self, values: Mapping[str, Expression | Fraction | int]) -> Expression:
        """Put values in place of indeterminates, all at once. Raises: DivisionByZeroError at a pole."""
        if not set(values) & set(self.names):
            return self
        images = [operand_of(values[name]) if name in values else unchecked_indeterminate(name) for name in self.names]
        return _evaluate(self._num, images) / _evaluate(self._den, images)

    def at(self, values: Mapping[str, object]) -> Exact:
        """Return the value at an exact number for each indeterminate. Raises: DivisionByZeroError, ParameterError."""
        missing = [name for name in self.names if name not in values]
        if missing:
            message = f"at: expected a value for each of {', '.join(self.names)}, got none for {', '.join(missing)}"
            raise ParameterError(message)
        numbers = [exact(values[name]) for name in self.names]
        totals = []
        for polynomial in (self._num, self._den):
            total = exact(0)
            for powers, coefficient in polynomial.to_dict().items():
                term = exact(int(coefficient))
                for number, power in zip(numbers, powers, strict=True):
                    term = term * number ** int(power)
                total = total + term
            totals.append(total)
        return totals[0] / totals[1]

    def _combine(self, other: object, operation: Callable[..., tuple[Any, Any]]) -> Expression:
        try:
            operand = operand_of(other)
        except InexactInputError:
            if isinstance(other, float):
                raise
            return NotImplemented  # type: ignore[no-any-return]
        names = tuple(sorted({*self.names, *operand.names}))
        both = (self._num, self._den, operand._num, operand._den)  # noqa: SLF001 - of the same class
        parts = (_over(part, names) for part in both)
        return Expression.of_polynomials(*operation(*parts))

    def __add__(self, other: Expression | Fraction | int) -> Expression:
        """Sum."""
        return self._combine(other, lambda a, b, c, d: (a * d + c * b, b * d))

    __radd__ = __add__

    def __sub__(self, other: Expression | Fraction | int) -> Expression:
        """Difference."""
        return self._combine(other, lambda a, b, c, d: (a * d - c * b, b * d))

    def __rsub__(self, other: Fraction | int) -> Expression:
        """Difference, the other way round."""
        return -self + other

    def __mul__(self, other: Expression | Fraction | int) -> Expression:
        """Product."""
        return self._combine(other, lambda a, b, c, d: (a * c, b * d))

    __rmul__ = __mul__

    def __truediv__(self, other: Expression | Fraction | int) -> Expression:
        """Quotient."""
        return self._combine(other, lambda a, b, c, d: (a * d, b * c))

    def __rtruediv__(self, other: Fraction | int) -> Expression:
        """Quotient, the other way round."""
        return constant(other) / self

    def __pow__(self, exponent: int) -> Expression:
        """Return an integer power."""
        exponent = need.integer(exponent, "power", -MAX_POWER, MAX_POWER, error=TooLargeError)
        if exponent < 0:
            return 1 / self**-exponent
        return Expression.of_polynomials(self._num**exponent, self._den**exponent)

    def __neg__(self) -> Expression:
        """Minus the expression."""
        return self * -1

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same rational function."""
        if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
            other = constant(other)
        if not isinstance(other, Expression):
            return NotImplemented
        return bool(self.names == other.names and self._num == other._num and self._den == other._den)

    def __hash__(self) -> int:
        """Equal expressions hash alike."""
        return hash(str(self))

    def __str__(self) -> str:
        """Return the quotient as text."""
        top = str(self._num)
        return top if self._den.is_one() else f"({top})/({self._den})"

    __repr__ = __str__


def constant(value: Fraction | int) -> Expression:
    """Return a rational number as an expression."""
    ratio, ring = Fraction(value), _context(())
    return Expression.of_polynomials(ring.constant(ratio.numerator), ring.constant(ratio.denominator))


def operand_of(value: object) -> Expression:
    """Return an expression, int or Fraction as an expression. Raises: InexactInputError."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return constant(value)
    raise need.number_type(value, "operand", "an Expression, int or Fraction")


def _evaluate(polynomial: Any, images: list[Expression]) -> Expression:
    total = constant(0)
    for powers, coefficient in polynomial.to_dict().items():
        term = constant(int(coefficient))
        for image, power in zip(images, powers, strict=True):
            term = term * image ** int(power)
        total = total + term
    return total


def _context(names: Iterable[str]) -> Any:
    return fmpz_mpoly_ctx.get(tuple(names), Ordering.lex)


def _over(polynomial: Any, names: tuple[str, ...]) -> Any:
    """Return the polynomial over the context of these names, which contain all that it mentions."""
    if polynomial.context().names() == names:
        return polynomial
    return polynomial.project_to_context(_context(names))
