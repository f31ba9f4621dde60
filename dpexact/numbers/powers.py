"""Rational powers, exponentials and logarithms of exact numbers, if they stay in a field that dpexact decides."""
# ruff: noqa: D102 - every method of the protocol is the one of `Exact`, which describes it

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Protocol, Self, TypeVar

from flint import arb, fmpq, fmpz, fmpz_mpoly

from dpexact.errors import DivisionByZeroError, IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.numbers.balls import WorkingPrecision, fraction_of
from dpexact.numbers.generators import (
    MAX_RADICAND_BITS,
    MAX_ROOT,
    RATIONALS,
    Field,
    Generators,
    check_rational_product,
    normal_root,
    root_too_deep,
)
from dpexact.numbers.quotients import CONTEXT, ONE, Quotient, T, Terms, U, lift, multiplied, raised
from dpexact.numbers.typography import rational_excerpt

MAX_RADICAND_PRODUCT_BITS = 4 * MAX_RADICAND_BITS  # beyond it some part is too long for a root, if nothing cancels
QUOTIENT_BITS = 192
MAX_DENOMINATOR = 1 << 32  # of a quotient of logarithms: far fewer numbers than 192 bits tell apart


@dataclass(frozen=True)
class LogSum:
    """rational + sum of s log(q) over the items (q, s), q > 0, the logarithms of single terms c exp(r) b^s."""

    rational: Fraction
    logs: Mapping[Fraction, Fraction] = field(default_factory=dict)

    def plus(self, other: LogSum, factor: int = 1) -> LogSum:
        """Return the sum self + factor * other."""
        logs = dict(self.logs)
        for number, power in other.logs.items():
            logs[number] = logs.get(number, Fraction(0)) + factor * power
        return LogSum(self.rational + factor * other.rational, logs)

    def times(self, factor: Fraction) -> LogSum:
        """Return factor * self."""
        return LogSum(self.rational * factor, {number: power * factor for number, power in self.logs.items()})

    def __neg__(self) -> LogSum:
        return self.times(Fraction(-1))

    def ball(self) -> arb:
        """Return a ball that contains the sum, at the current flint working precision."""
        total = arb(fmpq(self.rational.numerator, self.rational.denominator))
        for number, power in self.logs.items():
            scale = fmpq(power.numerator, power.denominator)
            total += arb(fmpq(number.numerator, number.denominator)).log() * scale
        return total


class ExactNumber(Protocol):
    """An exact number, of which `Exact` is the only class."""

    @classmethod
    def of_rational(cls, value: fmpq | fmpz | int | Fraction) -> Self: ...
    @classmethod
    def of_sums(cls, field: Field, num: fmpz_mpoly, den: fmpz_mpoly = ONE) -> Self: ...
    @classmethod
    def exp(cls, logarithm: LogSum) -> Self: ...
    @property
    def ratio(self) -> fmpq | None: ...
    @property
    def field(self) -> Field: ...
    def sums(self) -> Quotient: ...
    def parts(self) -> tuple[Field, Terms, Terms]: ...
    def is_rational(self) -> bool: ...
    def as_fraction(self) -> Fraction: ...
    def bits(self) -> int: ...
    def ball(self) -> arb: ...
    def sign(self) -> int: ...
    def signs(self) -> frozenset[int]: ...
    def __add__(self, other: object) -> Self: ...
    def __sub__(self, other: object) -> Self: ...
    def __mul__(self, other: object) -> Self: ...
    def __truediv__(self, other: object) -> Self: ...
    def __rtruediv__(self, other: object) -> Self: ...
    def __pow__(self, exponent: object) -> Self: ...
    def __neg__(self) -> Self: ...
    def __abs__(self) -> Self: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __lt__(self, other: object) -> bool: ...
    def __gt__(self, other: object) -> bool: ...


AnyNumber = TypeVar("AnyNumber", bound=ExactNumber)


def exponential(logarithm: LogSum) -> tuple[Field, Quotient]:
    """Return (generators, quotient) of the exponential, e to the rational part times all q^s under one root.

    Raises TooLargeError for a root of degree over 1024, or an absurd size.
    """
    degree = 1
    for power in logarithm.logs.values():
        degree = lcm(degree, power.denominator)
        if degree > MAX_ROOT:
            raise root_too_deep(degree)
    split = [(number, divmod(power, 1)) for number, power in logarithm.logs.items()]
    wholes = [(number, int(whole)) for number, (whole, _) in split]
    rests = [(number, int(rest * degree)) for number, (_, rest) in split]
    check_rational_product(wholes)
    check_rational_product(rests, MAX_RADICAND_PRODUCT_BITS)
    radicand = prod((number**power for number, power in rests), start=Fraction(1))
    scale = prod((fmpq(number.numerator, number.denominator) ** power for number, power in wholes), start=fmpq(1))
    exponent = logarithm.rational
    exp = Generators(exponent=abs(exponent)) if exponent else RATIONALS  # over t = exp(|exponent|)
    part, base, power = normal_root(radicand, Fraction(1, degree))
    root = Generators(base=base, degree=power.denominator) if power else RATIONALS
    powers = (T if exponent > 0 else ONE, T if exponent < 0 else ONE), (U**power.numerator, ONE)
    field, first, second = lift(exp, powers[0], root, powers[1])
    scale *= fmpq(part.numerator, part.denominator)
    return field, multiplied(multiplied(first, second), (CONTEXT.constant(scale.p), CONTEXT.constant(scale.q)))


def log_of_term(number: ExactNumber) -> LogSum | None:
    """Return the logarithm of a positive single term c exp(r) b^s, and None for any other number.

    Raises ParameterError for a single term that is not positive.
    """
    generators, num, den = number.parts()
    if not isinstance(generators, Generators) or len(num) > 1 or len(den) > 1:
        return None
    if not num or min(num.values()) < 0:
        raise ParameterError(f"a logarithm, and a fractional power, needs a positive number, got {number!r}")
    ((i, j), top), ((k, m), bottom) = next(iter(num.items())), next(iter(den.items()))
    coefficient = Fraction(top, bottom)
    logs = {} if coefficient == 1 else {coefficient: Fraction(1)}
    if j != m:
        logs[generators.base] = logs.get(generators.base, Fraction(0)) + Fraction(j - m, generators.degree)
    return LogSum(generators.exponent * (i - k), logs)


def rational_power(base: AnyNumber, exponent: Fraction) -> AnyNumber:
    """Return base ** exponent, of any base for an integer, of a positive single term c exp(r) b^s or 0 for a fraction.

    Raises ParameterError for a negative base, DivisionByZeroError for 0 to a negative power,
    IncompatibleFieldsError for a sum of several terms, TooLargeError before the size is spent.
    """
    if base.ratio == 0 and exponent < 0:
        raise DivisionByZeroError(f"division by zero: 0 ** ({rational_excerpt(exponent)})")
    if exponent.denominator == 1:
        whole = abs(exponent.numerator)
        if base.ratio is not None:
            check_rational_product([(base.ratio, whole)])
            power = base.of_rational(base.ratio**whole)
        else:
            power = base.of_sums(base.field, *raised(base.field, base.sums(), whole)) if whole else base.of_rational(1)
        return power if exponent >= 0 else 1 / power
    if base.ratio == 0:
        return base
    logarithm = log_of_term(base)
    if logarithm is None:
        message = f"the power {base!r} ** ({rational_excerpt(exponent)}) is not in a field that dpexact decides"
        raise IncompatibleFieldsError(message, remedy="only single terms c*exp(r)*b**s have roots")
    return base.exp(logarithm.times(exponent))


def rational_of(made: type[ExactNumber], value: ExactNumber | LogSum) -> Fraction | None:
    """Return a number or a sum of logarithms as the rational number that it equals, or None if it is irrational.

    By Lindemann's theorem a sum is rational only if its logarithms cancel. This is decided for their smallest integral
    multiple, since the powers of 1 - 100000*log(q) would be numbers of millions of digits.
    """
    if not isinstance(value, LogSum):
        return value.as_fraction() if value.is_rational() else None
    powers = value.logs.values()
    common = Fraction(gcd(*(power.numerator for power in powers)), lcm(*(power.denominator for power in powers)))
    if not common:
        return value.rational
    smallest = LogSum(Fraction(0), value.logs).times(1 / common)
    return value.rational if made.exp(smallest).ratio == 1 else None


def log_quotient(made: type[ExactNumber], above: LogSum, below: LogSum) -> Fraction | None:
    """Return the number r/s with s * above = r * below, or None if there is none that is small enough.

    Both are irrational. log(a)/log(b) = r/s if and only if a^s = b^r. A candidate r/s comes from an enclosure, and is
    taken only if the powers are equal. The answer is exact, since a number that is returned is the quotient.
    """
    with WorkingPrecision(QUOTIENT_BITS):
        quotient = above.ball() / below.ball()
        if not quotient.is_finite():
            return None
        candidate = fraction_of(quotient.mid().fmpq()).limit_denominator(MAX_DENOMINATOR)
        if not quotient.contains(arb(fmpq(candidate.numerator, candidate.denominator))):
            return None
    difference = above.times(Fraction(candidate.denominator)).plus(below, -candidate.numerator)
    whole = difference.times(Fraction(lcm(1, *(power.denominator for power in difference.logs.values()))))
    try:
        return candidate if made.exp(whole) == 1 else None
    except TooLargeError:
        return None
