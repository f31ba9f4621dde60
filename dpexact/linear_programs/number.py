"""Number: a coefficient of a program, a flint number if it is rational and an Exact if it is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import frexp, ldexp

from flint import fmpq, fmpz

from dpexact.errors import ParameterError
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import Free

Number = fmpz | fmpq | Exact
Entries = Mapping[int, Number]  # a sparse vector: places that are not listed are 0
FLOAT_BITS = 64
FLOAT_RANGE = 1000  # floats from 2^-1000 to 2^1000 keep all their bits


def number(value: object, place: str) -> Number:
    """Return the number that a value stands for. Raises: as `exact`, and ParameterError for a free E."""
    if isinstance(value, (fmpq, fmpz)):
        return value
    exact_value = exact_at(value, place)
    if isinstance(exact_value.field, Free):
        raise ParameterError(
            f"{exact_value} with a free E",
            place=place,
            expected="a number",
            remedy="put a number in place of E (.substitute)",
        )
    return exact_value if exact_value.ratio is None else exact_value.ratio


def exact_number(value: Number) -> Exact:
    """Return the same number as an Exact."""
    return value if isinstance(value, Exact) else Exact.of_rational(value)


def sign(value: Number) -> int:
    """Return -1, 0 or 1."""
    return value.sign() if isinstance(value, Exact) else (value > 0) - (value < 0)


def remainder(entries: Entries, start: Number, values: Entries) -> Number:
    """Return the start minus the sum of entries times values."""
    for place, entry in entries.items():
        if place in values:
            start = start - entry * values[place]
    return start


def as_divisor(value: Number) -> Number:
    """Return the same number, of a type by which a quotient need not be an integer."""
    return fmpq(value) if isinstance(value, fmpz) else value


def mantissa(value: Number) -> tuple[float, int]:
    """Return a float m and an exponent e with value = m 2^e to about 50 bits, 1/2 <= |m| < 1 or m = 0."""
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
    """Return the float m 2^(e + shift), cut off far from overflow. A number too small for a float becomes 0."""
    fraction, exponent = parts
    return ldexp(fraction, min(exponent + shift, FLOAT_RANGE))


@dataclass(frozen=True)
class Scaled:
    """The numbers values[k] / scale."""

    values: dict[int, Number]
    scale: Number

    def renamed(self, names: Sequence[int]) -> Scaled:
        """Return the number at place k under the name names[k]."""
        return Scaled({names[k]: value for k, value in self.values.items()}, self.scale)

    def exact(self, place: int) -> Exact:
        """Return one of the numbers, or 0 if it is not listed."""
        if place not in self.values:
            return Exact.of_rational(0)
        return exact_number(self.values[place]) / exact_number(self.scale)


def joined(parts: Sequence[Scaled]) -> Scaled:
    """Bring all numbers over one scale. Several rational scales are divided out, others are multiplied."""
    if len(parts) == 1:
        return parts[0]
    values: dict[int, Number] = {}
    scale: Number = fmpz(1)
    for part in parts:
        if isinstance(part.scale, Exact):
            values = {k: value * part.scale for k, value in values.items()}
            values |= {k: value * scale for k, value in part.values.items()}
            scale = scale * part.scale
        else:
            factor = scale / fmpq(part.scale)
            values |= {k: value * factor for k, value in part.values.items()}
    return Scaled(values, scale)
