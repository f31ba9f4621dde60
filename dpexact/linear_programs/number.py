"""Number: a coefficient of a program, a flint number where it is rational and an Exact where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from math import frexp, ldexp

from flint import fmpq, fmpz

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import Free
from dpexact.numbers.precision import WorkingPrecision

Number = fmpz | fmpq | Exact
Entries = Mapping[int, Number]  # a sparse vector: places that are not listed are 0

FLOAT_BITS = 64
FLOAT_RANGE = 1000  # floats from 2^-1000 to 2^1000 keep all their bits


def number(value: object, place: str) -> Number:
    """The number that a value stands for. Raises: what `exact` raises, ParameterError for a free E."""
    if isinstance(value, (fmpq, fmpz)):
        return value
    given = exact_at(value, place)
    if isinstance(given.field, Free):
        message = f"{place}: expected a number, got {given} with a free E; put a number in place of E (.substitute)"
        raise ParameterError(message)
    return given if given.ratio is None else given.ratio


def exact_number(value: Number) -> Exact:
    """The same number as an Exact."""
    return value if isinstance(value, Exact) else Exact.of_rational(value)


def sign(value: Number) -> int:
    """-1, 0 or 1."""
    return value.sign() if isinstance(value, Exact) else (value > 0) - (value < 0)


def as_divisor(value: Number) -> Number:
    """The same number, of a type by which a quotient need not be an integer."""
    return fmpq(value) if isinstance(value, fmpz) else value


def mantissa(value: Number) -> tuple[float, int]:
    """A float m and an exponent e with value = m 2^e to about 50 bits, 1/2 <= |m| < 1 or m = 0."""
    if isinstance(value, Exact):
        with WorkingPrecision(FLOAT_BITS):
            point, power = (int(part) for part in value.ball().mid().man_exp())
        fraction, exponent = _integer_mantissa(point)
        return fraction, exponent + power
    if isinstance(value, fmpz):
        return _integer_mantissa(int(value))
    (top, up), (bottom, down) = _integer_mantissa(int(value.p)), _integer_mantissa(int(value.q))
    fraction, more = frexp(top / bottom)
    return fraction, up - down + more


def _integer_mantissa(value: int) -> tuple[float, int]:
    drop = value.bit_length() - FLOAT_BITS
    if drop <= 0:
        return frexp(value)
    fraction, exponent = frexp(value >> drop)
    return fraction, exponent + drop


def scaled_float(parts: tuple[float, int], shift: int) -> float:
    """The float m 2^(e + shift), cut off far from overflow; what is too small for a float becomes 0."""
    fraction, exponent = parts
    return ldexp(fraction, min(exponent + shift, FLOAT_RANGE))
