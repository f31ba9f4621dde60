"""Number, a coefficient of a program: a flint number if it is rational, an Exact if it is not, cleared and solved for.

Square systems over a field Q(t, u) are solved as one system of integers. u is removed by writing multiplication by a
number as a matrix over 1, u, ..., u^(n-1). The result is a system over Z[t]. By Cramer's rule its solution is a
quotient of determinants, polynomials in t whose coefficients are at most the product over the rows of the sum of all
absolute values of coefficients in the row. With t = 2^K beyond twice that bound, each coefficient can be read off as a
digit (Kronecker substitution), and a single integer system is solved.

A number is whole if it is an integer, or a sum of c t^i u^j with integer c. Before denominators are cleared, one in
which u occurs is replaced by one in t alone (its norm), since products of these cancel as polynomials.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import frexp, gcd, lcm, ldexp, prod
from typing import Any

from flint import arb, fmpq, fmpz, fmpz_mat

from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.generators import RATIONALS, Field, Free, Generators, join
from dpexact.numbers.quotients import sum_of

Number = fmpz | fmpq | Exact
Entries = Mapping[int, Number]  # a sparse vector: places that are not listed are 0
Polynomial = dict[int, int]  # {power of t: coefficient}
Equation = dict[int, Polynomial]  # by unknown; the right hand side stands at -1
FLOAT_BITS = 64
FLOAT_RANGE = 1000  # floats from 2^-1000 to 2^1000 keep all their bits
MAX_BITS = 1 << 25  # of all numerators together
SIDE = -1


def number(value: object, place: str) -> Number:
    """Return the number that a value stands for. Raises the errors of `exact`, and ParameterError for a free E."""
    exact_value = exact_at(value, place)
    if isinstance(exact_value.field, Free):
        came, remedy = f"{exact_value} with a free E", "put a number in place of E (.substitute)"
        raise ParameterError(came, place=place, expected="a number", remedy=remedy)
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
    with WorkingPrecision(FLOAT_BITS):
        ball = +(value.ball() if isinstance(value, Exact) else arb(value))
    point, power = ball.mid().man_exp()
    fraction, exponent = frexp(int(point))
    return fraction, exponent + int(power)


def scaled_float(parts: tuple[float, int], shift: int) -> float:
    """Return the float m 2^(e + shift), cut off far from overflow. A number too small for a float becomes 0."""
    fraction, exponent = parts
    return ldexp(fraction, min(exponent + shift, FLOAT_RANGE))


@dataclass(frozen=True)
class Scaled:
    """The numbers values[k] / scale."""

    values: dict[int, Number]
    scale: Number

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


def solve_over_field(rows: Sequence[Mapping[int, Number]], sides: Sequence[Number]) -> Scaled:
    """Return the solution x of rows x = sides, whose matrix has sums with integer coefficients as entries.

    The answer is exact.
    Raises ZeroDivisionError for a singular matrix, TooLargeError past 2^25 bits, IncompatibleFieldsError.
    """
    field = _common_field((*(value for row in rows for value in row.values()), *sides))
    system = [plain for row, side in zip(rows, sides, strict=True) for plain in _without_root(row, side, field)]
    digits, degrees = _sizes(system)
    if (len(system) + 1) * digits * (degrees + 1) > MAX_BITS:
        message = f"a system of {len(rows)} equations over {field} has a solution of more than {MAX_BITS} bits"
        raise TooLargeError(message, remedy="bracket the parameter by rational numbers instead")
    matrix: Any = fmpz_mat([[_at_power(row, j, digits) for j in range(len(system))] for row in system])
    side = fmpz_mat([[_at_power(row, SIDE, digits)] for row in system])
    numerators, denominator = matrix.solve(side).numer_denom()
    factor = matrix.det() / denominator if degrees > 0 else fmpz(1)  # over Z[t] the denominator is the determinant
    parts = [_polynomial(int(value * factor), digits) for value in numerators.entries()]
    scale = _polynomial(int(denominator * factor), digits)
    content = reduce(gcd, (c for part in (*parts, scale) for c in part.values()))
    solution = [
        {(i, k): c // content for k in range(field.degree) for i, c in parts[j * field.degree + k].items()}
        for j in range(len(rows))
    ]
    below = Exact.of_sums(field, sum_of({(i, 0): c // content for i, c in scale.items()}))
    flip = below.sign()
    return Scaled({j: Exact.of_sums(field, sum_of(v)) * flip for j, v in enumerate(solution)}, below * flip)


def _sizes(system: Sequence[Equation]) -> tuple[int, int]:
    """Return how many bits hold a coefficient of the solution, and a bound on its degree."""
    sums = [sum(abs(c) for polynomial in row.values() for c in polynomial.values()) for row in system]
    degrees = sum(max((i for polynomial in row.values() for i in polynomial), default=0) for row in system)
    return max(1, prod(sums)).bit_length() + 2, degrees


def _common_field(values: Iterable[Number]) -> Generators:
    field: Field = RATIONALS
    for other in {value.field for value in values if isinstance(value, Exact)}:
        field = join(field, other)[0]
    if not isinstance(field, Generators):
        raise ParameterError("a linear program has numbers, not a free E", remedy="put a number in place of E")
    return field


def _without_root(row: Mapping[int, Number], side: Number, field: Generators) -> list[Equation]:
    """Return the equation as `field.degree` equations over Z[t], one for each power of u."""
    above, below = exact_number(side).sums()
    factor = Exact.of_sums(exact_number(side).field, below)
    numbers = {j: exact_number(value) * factor for j, value in row.items()}
    numbers[SIDE] = Exact.of_sums(exact_number(side).field, above)
    quotients = {j: value.parts_over(field) for j, value in numbers.items()}
    common = lcm(*(below[0, 0] for _, below in quotients.values()))  # not 1 where a root was rewritten over another one
    degree, base = field.degree, field.base
    result: list[Equation] = [{} for _ in range(degree)]
    for j, (terms, divisor) in quotients.items():
        share = common // divisor[0, 0]
        for k in range(1 if j == SIDE else degree):
            place = SIDE if j == SIDE else j * degree + k
            for (power, root), c in terms.items():
                turns, rest = divmod(root + k, degree)
                polynomial = result[rest].setdefault(place, {})
                polynomial[power] = polynomial.get(power, 0) + c * share * (
                    base.numerator if turns else base.denominator
                )
    return result


def _at_power(row: Equation, place: int, digits: int) -> int:
    return sum(c << (digits * i) for i, c in row.get(place, {}).items())


def _polynomial(value: int, digits: int) -> Polynomial:
    """Read off the coefficients whose digits make up the value at t = 2^digits, each below half of that."""
    polynomial: Polynomial = {}
    base, power = 1 << digits, 0
    while value:
        digit = value & (base - 1)
        if digit >= base >> 1:
            digit -= base
        if digit:
            polynomial[power] = digit
        value, power = (value - digit) >> digits, power + 1
    return polynomial


def cleared(values: Iterable[Number]) -> tuple[Number, list[Number]]:
    """Find a positive whole number by which all values become whole, and their products, fmpz if all are rational.

    >>> cleared([fmpq(1, 2), fmpq(1, 3)])
    (6, [3, 2])
    """
    numbers: list[Any] = [
        value.ratio if isinstance(value, Exact) and value.is_rational() else value for value in values
    ]
    common = fmpz(1)
    for value in numbers:
        if isinstance(value, fmpq):
            common = common.lcm(value.q)
    if not any(isinstance(value, Exact) for value in numbers):
        return common, [fmpq(value * common).p for value in numbers]
    quotients = [_quotient(value) for value in numbers]
    factor = Exact.of_rational(common)
    for below in {below for _, below in quotients}:
        factor = abs(factor * _parts(factor / below)[1])
    shares = {below: factor / below for _, below in quotients}
    return factor, [above * shares[below] for above, below in quotients]


def _quotient(value: Number) -> tuple[Exact, Exact]:
    """Return the number as one that is whole (or rational) over a positive whole one in t alone."""
    if not isinstance(value, Exact):
        return Exact.of_rational(value), Exact.of_rational(1)
    above, below = _parts(value)
    if below.is_rational():
        return above, below
    if isinstance(below.field, Generators) and below.field.degree > 1:
        solved = solve_over_field([{0: below}], [above])
        return exact_number(solved.values[0]), exact_number(solved.scale)
    return (-above, -below) if below.sign() < 0 else (above, below)


def _parts(number: Exact) -> tuple[Exact, Exact]:
    above, below = number.sums()
    return Exact.of_sums(number.field, above), Exact.of_sums(number.field, below)
