"""Rational powers, exponentials and logarithms of exact numbers, if they stay in a field that dpexact decides."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, prod

from flint import arb, fmpq

from dpexact.errors import DivisionByZeroError, IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.numbers.abstract import AnyNumber, ExactNumber, LogSum
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.generators import (
    MAX_RADICAND_BITS,
    MAX_ROOT,
    RATIONALS,
    Field,
    Generators,
    check_rational_power,
    check_rational_product,
    normal_root,
    root_too_deep,
)
from dpexact.numbers.quotients import CONTEXT, ONE, Quotient, T, U, lift, multiplied, raised
from dpexact.numbers.typography import rational_excerpt

MAX_RADICAND_PRODUCT_BITS = 4 * MAX_RADICAND_BITS  # beyond it some part is too long for a root, if nothing cancels
QUOTIENT_BITS = 192
MAX_DENOMINATOR = 1 << 32  # of a quotient of logarithms: far fewer numbers than 192 bits tell apart


def exponential(logarithm: LogSum) -> tuple[Field, Quotient]:
    """Return (generators, quotient) of the exponential, e to the rational part times all q^s under one root.

    Raises: TooLargeError for a root of degree over 1024, or an absurd size.
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
    root = _root_of_rational(radicand, Fraction(1, degree))
    field, first, second = lift(exp, (T if exponent > 0 else ONE, T if exponent < 0 else ONE), *root)
    return field, multiplied(multiplied(first, second), _constant(scale))


def _constant(number: fmpq | Fraction) -> Quotient:
    """Return a rational as a quotient of sums."""
    return CONTEXT.constant(number.numerator), CONTEXT.constant(number.denominator)


def _root_of_rational(number: Fraction, exponent: Fraction) -> tuple[Field, Quotient]:
    """Return the power number ** exponent of a positive rational, over the generator u = b^(1/n) with b primitive."""
    scale, base, power = normal_root(number, exponent)
    if not power:
        return RATIONALS, _constant(scale)
    return Generators(base=base, degree=power.denominator), multiplied((U**power.numerator, ONE), _constant(scale))


def log_of_term(number: ExactNumber) -> LogSum | None:
    """Return the logarithm of a positive single term c exp(r) b^s, and None for any other number.

    Raises: ParameterError for a single term that is not positive.
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

    Raises: ParameterError for a negative base, DivisionByZeroError for 0 to a negative power,
    IncompatibleFieldsError for a sum of several terms, TooLargeError before the size is spent.
    """
    if base.ratio == 0 and exponent < 0:
        raise DivisionByZeroError(f"division by zero: 0 ** ({rational_excerpt(exponent)})")
    if exponent.denominator == 1:
        whole = abs(exponent.numerator)
        if base.ratio is not None:
            check_rational_power(base.ratio, whole)
            power = base.of_rational(base.ratio**whole)
        else:
            power = base.of_sums(base.field, *raised(base.field, base.sums(), whole)) if whole else base.of_rational(1)
        return power if exponent >= 0 else 1 / power
    if base.ratio == 0:
        return base
    logarithm = log_of_term(base)
    if logarithm is None:
        raise IncompatibleFieldsError(
            f"the power {base!r} ** ({rational_excerpt(exponent)}) is not in a field that dpexact decides",
            remedy="only single terms c*exp(r)*b**s have roots",
        )
    return base.exp(logarithm.times(exponent))


def log_quotient(made: type[ExactNumber], above: LogSum, below: LogSum) -> Fraction | None:
    """Return the number r/s with s * above = r * below, or None if there is none that is small enough.

    Both are irrational. log(a)/log(b) = r/s if and only if a^s = b^r. A candidate r/s comes from an enclosure, and is
    taken only if the powers are equal. Guarantee: exact, since a number that is returned is the quotient.
    """
    candidate = _candidate(above, below)
    if candidate is None:
        return None
    difference = above.times(Fraction(candidate.denominator)).plus(below, -candidate.numerator)
    whole = difference.times(Fraction(lcm(1, *(power.denominator for power in difference.logs.values()))))
    try:
        return candidate if made.exp(whole) == 1 else None
    except TooLargeError:
        return None


def _candidate(above: LogSum, below: LogSum) -> Fraction | None:
    """Return a rational number with a small denominator in an enclosure of the quotient, a guess to be checked."""
    with WorkingPrecision(QUOTIENT_BITS):
        quotient = above.ball() / below.ball()
        if not quotient.is_finite():
            return None
        middle = quotient.mid().fmpq()
        candidate = Fraction(int(middle.p), int(middle.q)).limit_denominator(MAX_DENOMINATOR)
        return candidate if quotient.contains(arb(fmpq(candidate.numerator, candidate.denominator))) else None
