"""Rational powers of exact numbers, where they stay in a field that dpexact decides."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from dpexact.errors import IncompatibleFieldsError, ParameterError
from dpexact.numbers.exact import Exact, exp_of_rational, root_of_rational
from dpexact.numbers.generators import Generators

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_ROOT = 1024  # the degree n of u = b^(1/n)


def rational_power(base: Exact, exponent: Fraction) -> Exact:
    """base ** exponent for a positive single term c exp(r) b^s; anything else has no field here.

    Raises: ParameterError for a negative base, IncompatibleFieldsError for a sum of several terms.
    """
    if base == 0 and exponent > 0:
        return Exact.of_rational(0)
    field, num, den = base.parts()
    if not isinstance(field, Generators) or len(num) != 1 or len(den) != 1:
        message = f"the power {base!r} ** ({exponent}) is not in a field that dpexact decides; only single terms have roots"
        raise IncompatibleFieldsError(message)
    ((i, j), top), ((k, m), bottom) = *num.items(), *den.items()
    coefficient = Fraction(top, bottom)
    if coefficient <= 0:
        message = f"a fractional power needs a positive base, got {base!r} ** ({exponent})"
        raise ParameterError(message)
    logs = {coefficient: exponent}
    if j != m:
        logs[field.base] = logs.get(field.base, Fraction(0)) + exponent * Fraction(j - m, field.degree)
    return exp_of_logs(field.exponent * (i - k) * exponent, logs)


def exp_of_logs(rational: Fraction, logs: Mapping[Fraction, Fraction]) -> Exact:
    """exp(rational + sum of s log(q)) for the items q: s of `logs`, every q > 0.

    The powers q^s are put under one root: prod q^(s n) is rational for the common denominator n of the s.

    Raises: ParameterError for a root of degree over 1024, TooLargeError for an absurd size.
    """
    degree = 1
    for power in logs.values():
        degree = lcm(degree, power.denominator)
    if degree > MAX_ROOT:
        message = f"a root of degree {degree} was asked for; the limit is {MAX_ROOT}"
        raise ParameterError(message)
    radicand = Exact.of_rational(1)
    for number, power in logs.items():
        radicand *= Exact.of_rational(number) ** int(power * degree)
    return exp_of_rational(rational) * root_of_rational(radicand.as_fraction(), Fraction(1, degree))
