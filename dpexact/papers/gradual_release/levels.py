"""Privacy levels 0 < e1 < e2 < ... that are left free, and rational functions of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from dpexact.errors import DivisionByZeroError, ParameterError, UndecidedError

Form = tuple[int, ...]  # a linear form with whole coefficients in the names of the levels, then in the small ones


@dataclass(frozen=True)
class Levels:
    """Indeterminates, `names` for levels 0 < e1 < e2 < ..., `small` for real numbers as near to 0 as is needed.

    The small ones are the variables of Laplace transforms, whose derivatives in them, at 0, are moments.

    Raises: ParameterError for no names or repeated ones.
    """

    names: tuple[str, ...]
    small: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.names or len(set(self.names + self.small)) < len(self.names + self.small):
            came = repr(self.names + self.small)
            raise ParameterError(came, place="Levels", expected="one name or more, all different")

    @cached_property
    def context(self) -> fmpq_mpoly_ctx:
        """The ring of polynomials."""
        return fmpq_mpoly_ctx.get(self.names + self.small, "lex")

    @property
    def zero(self) -> Form:
        """The linear form 0."""
        return (0,) * len(self.names + self.small)

    def form(self, name: str) -> Form:
        """Return the linear form that is one of the indeterminates. Raises: ParameterError."""
        known = self.names + self.small
        if name not in known:
            raise ParameterError(repr(name), place="Levels", expected=f"one of {', '.join(known)}")
        return tuple(int(name == other) for other in known)

    def polynomial(self, form: Form) -> fmpq_mpoly:
        """Return a linear form as a polynomial."""
        return sum((c * x for c, x in zip(form, self.context.gens(), strict=True)), self.context.constant(0))

    def ratio(self, numerator: Any, denominator: Any = 1) -> Ratio:
        """Return a rational function, of polynomials or rational numbers."""
        zero = self.context.constant(0)
        return Ratio.of(self, zero + numerator, zero + denominator)

    def __getitem__(self, name: str) -> Ratio:
        """Return an indeterminate as a rational function."""
        return self.ratio(self.polynomial(self.form(name)))

    def sign(self, polynomial: fmpq_mpoly) -> int:
        """Return the sign of a polynomial wherever 0 < e1 < e2 < ... and the small ones are near enough to 0.

        With e1 = d1, e2 = d1 + d2, ... it is the common sign of all coefficients. Guarantee: exact.
        Raises: UndecidedError for coefficients of both signs.
        """
        gens, zero = self.context.gens(), self.context.constant(0)
        sums = [sum(gens[: i + 1], zero) for i in range(len(self.names))]
        coefficients = polynomial.compose(*sums, *([zero] * len(self.small))).coeffs()
        signs = {1 if c > 0 else -1 for c in coefficients}
        if len(signs) == 1:
            return signs.pop()
        if not polynomial:
            return 0
        place = f"the sign of {polynomial} for {' < '.join(('0', *self.names))}"
        raise UndecidedError("both", place=place, expected="coefficients of one sign in the differences")


@dataclass(frozen=True)
class Ratio:
    """A quotient of polynomials in the levels, in lowest terms with a monic denominator, so equal ones look alike."""

    levels: Levels
    numerator: fmpq_mpoly
    denominator: fmpq_mpoly

    @staticmethod
    def of(levels: Levels, numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Ratio:
        """Make the quotient in lowest terms. Raises: DivisionByZeroError."""
        if not denominator:
            expected = "a denominator that is not the zero polynomial"
            raise DivisionByZeroError("0", place="a quotient of polynomials", expected=expected)
        common = numerator.gcd(denominator)
        numerator, denominator = numerator / common, denominator / common
        lead = denominator.leading_coefficient()
        return Ratio(levels, numerator / lead, denominator / lead)

    def _other(self, other: Ratio | int) -> Ratio:
        return other if isinstance(other, Ratio) else self.levels.ratio(other)

    def __add__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        top = self.numerator * b.denominator + b.numerator * self.denominator
        return Ratio.of(self.levels, top, self.denominator * b.denominator)

    def __neg__(self) -> Ratio:
        return Ratio(self.levels, -self.numerator, self.denominator)

    def __sub__(self, other: Ratio | int) -> Ratio:
        return self + -self._other(other)

    def __mul__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        return Ratio.of(self.levels, self.numerator * b.numerator, self.denominator * b.denominator)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Ratio | int) -> Ratio:
        b = self._other(other)
        return Ratio.of(self.levels, self.numerator * b.denominator, self.denominator * b.numerator)

    def __pow__(self, exponent: int) -> Ratio:
        return Ratio(self.levels, self.numerator**exponent, self.denominator**exponent)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self == self.levels.ratio(other)
        if not isinstance(other, Ratio):
            return NotImplemented
        same = self.levels == other.levels
        return bool(same and self.numerator == other.numerator and self.denominator == other.denominator)

    def __hash__(self) -> int:
        return hash((self.levels, str(self.numerator), str(self.denominator)))

    def __str__(self) -> str:
        return f"({self.numerator})/({self.denominator})"

    @property
    def sign(self) -> int:
        """Return the sign for 0 < e1 < e2 < ... Raises: UndecidedError, as `Levels.sign`."""
        return self.levels.sign(self.numerator) * self.levels.sign(self.denominator)

    def derivative(self, name: str) -> Ratio:
        """Return the derivative in one indeterminate."""
        i = self.levels.form(name).index(1)
        p, q = self.numerator, self.denominator
        return Ratio.of(self.levels, p.derivative(i) * q - p * q.derivative(i), q * q)

    def at(self, **values: Any) -> Ratio:
        """Put rational functions, or numbers, for some indeterminates. Raises: DivisionByZeroError."""
        known = self.levels.names + self.levels.small
        places = [self._other(values[name]) if name in values else self.levels[name] for name in known]
        return _put(self.levels, self.numerator, places) / _put(self.levels, self.denominator, places)


def _put(levels: Levels, polynomial: fmpq_mpoly, places: list[Ratio]) -> Ratio:
    total = levels.ratio(0)
    for exponents, coefficient in polynomial.to_dict().items():
        term = levels.ratio(coefficient)
        for place, exponent in zip(places, exponents, strict=True):
            term = term * place ** int(exponent)
        total = total + term
    return total
