"""Solving a square system over a field Q(t, u) as one system of integers.

u is removed by writing multiplication by a number as a matrix over 1, u, ..., u^(n-1). What is left is a system over
Z[t]. By Cramer's rule its solution is a quotient of determinants, polynomials in t whose coefficients are at most the
product over the rows of the sum of all absolute values of coefficients in the row. With t = 2^K beyond twice that
bound, each coefficient can be read off as a digit (Kronecker substitution): a single integer system is solved.
"""

from __future__ import annotations

from functools import reduce
from math import gcd, lcm, prod
from typing import TYPE_CHECKING, Any

from flint import fmpz, fmpz_mat

from dpexact.errors import ParameterError, TooLargeError
from dpexact.linear_programs.number import Number, exact_number
from dpexact.linear_programs.scaled import Scaled
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Free, Generators, join
from dpexact.numbers.quotients import sum_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpexact.numbers.generators import Field

    Polynomial = dict[int, int]  # {power of t: coefficient}
    Row = dict[int, Polynomial]  # by unknown; the right hand side stands at -1

MAX_BITS = 1 << 25  # of all numerators together
SIDE = -1


def solve_over_field(rows: Sequence[Mapping[int, Number]], sides: Sequence[Number]) -> Scaled:
    """The solution x of rows x = sides, whose matrix has sums with integer coefficients as entries.

    Guarantee: exact.
    Raises: ZeroDivisionError for a singular matrix, TooLargeError past 2^25 bits, IncompatibleFieldsError.
    """
    field = _common_field([*(value for row in rows for value in row.values()), *sides])
    system = [plain for row, side in zip(rows, sides, strict=True) for plain in _without_root(row, side, field)]
    digits, degrees = _sizes(system)
    if (len(system) + 1) * digits * (degrees + 1) > MAX_BITS:
        message = (
            f"a system of {len(rows)} equations over {field} has a solution of more than {MAX_BITS} bits; "
            "bracket the parameter by rational numbers instead"
        )
        raise TooLargeError(message)
    numerators, determinant = _solve_integers(system, digits, with_determinant=degrees > 0)
    parts = [_polynomial(value, digits) for value in numerators]
    scale = _polynomial(determinant, digits)
    content = reduce(gcd, (c for part in (*parts, scale) for c in part.values()))
    values = [
        {(i, k): c // content for k in range(field.degree) for i, c in parts[j * field.degree + k].items()}
        for j in range(len(rows))
    ]
    below = Exact.of_sums(field, sum_of({(i, 0): c // content for i, c in scale.items()}))
    flip = below.sign()
    return Scaled({j: Exact.of_sums(field, sum_of(v)) * flip for j, v in enumerate(values)}, below * flip)


def _common_field(values: Sequence[Number]) -> Generators:
    field: Field = RATIONALS
    for other in {value.field for value in values if isinstance(value, Exact)}:
        field = join(field, other)[0]
    if isinstance(field, Free):
        message = "a linear program has numbers, not a free E; put a number in place of E"
        raise ParameterError(message)
    return field


def _without_root(row: Mapping[int, Number], side: Number, field: Generators) -> list[Row]:
    """The equation as `field.degree` equations over Z[t], one for each power of u."""
    above, below = exact_number(side).sums()
    factor = Exact.of_sums(exact_number(side).field, below)
    numbers = {j: exact_number(value) * factor for j, value in row.items()}
    numbers[SIDE] = Exact.of_sums(exact_number(side).field, above)
    quotients = {j: value.parts_over(field) for j, value in numbers.items()}
    common = lcm(*(below[0, 0] for _, below in quotients.values()))  # not 1 where a root was rewritten over another one
    degree, base = field.degree, field.base
    result: list[Row] = [{} for _ in range(degree)]
    for j, (terms, below) in quotients.items():
        share = common // below[0, 0]
        for k in range(1 if j == SIDE else degree):
            place = SIDE if j == SIDE else j * degree + k
            for (power, root), c in terms.items():
                turns, rest = divmod(root + k, degree)
                polynomial = result[rest].setdefault(place, {})
                polynomial[power] = polynomial.get(power, 0) + c * share * (
                    base.numerator if turns else base.denominator
                )
    return result


def _sizes(system: Sequence[Row]) -> tuple[int, int]:
    """The bits of a digit, and a bound for the degree of every determinant."""
    sums = [sum(abs(c) for polynomial in row.values() for c in polynomial.values()) for row in system]
    degrees = [max((i for polynomial in row.values() for i in polynomial), default=0) for row in system]
    return max(1, prod(sums)).bit_length() + 2, sum(degrees)


def _solve_integers(system: Sequence[Row], digits: int, *, with_determinant: bool) -> tuple[list[int], int]:
    """Numerators and denominator at t = 2^digits; over Z[t] the denominator has to be the determinant."""
    size = len(system)

    def at_power(row: Row, place: int) -> int:
        return sum(c << (digits * i) for i, c in row.get(place, {}).items())

    matrix: Any = fmpz_mat(size, size, [at_power(row, j) for row in system for j in range(size)])
    side = fmpz_mat(size, 1, [at_power(row, SIDE) for row in system])
    numerators, denominator = matrix.solve(side).numer_denom()
    factor = matrix.det() / denominator if with_determinant else fmpz(1)
    return [int(value * factor) for value in numerators.entries()], int(denominator * factor)


def _polynomial(value: int, digits: int) -> Polynomial:
    """The coefficients whose digits make up the value at t = 2^digits, each in absolute value below half of that."""
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
