"""Place likelihood ratios on a lattice, and find those above E.

A likelihood ratio is a point of a lattice, r = g_1^n_1 ... g_d^n_d, so that a product of ratios is a sum of points.

A ratio is a rational times powers of irreducible polynomials in t and u. The rationals are split over a coprime base,
found by greatest common divisors without factoring. A reduced basis of the exponents gives as few generators as the
ratios have, so that powers of one number lie on a line. Any generators would be right, but these merge equal ratios.

The points of a lattice with a ratio above E are found by float logarithms with a margin, and exactly inside the margin.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from flint import arb, fmpq_mat, fmpz_mat

from dpexact.certificates.encoding import coprime_parts, multiplicity
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.numbers.balls import ball_sign, refined_until
from dpexact.numbers.enclosure import DECIDE_BITS
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field, Generators
from dpexact.numbers.quotients import lift, sum_of, terms_of

Point = tuple[int, ...]
RADICAL = (((0, 1), 1),)  # the polynomial u, whose power is a rational
LOG_BITS = 128
MARGIN = 2.0**-40  # of the sum of the absolute terms, which covers every rounding of a float sum of d + 1 products


@dataclass(frozen=True)
class Lattice:
    """The numbers g_1^n_1 ... g_d^n_d, with `generators` the exponents of each g over the positive numbers `bases`.

    The exponents of a rational base are in units of 1/root.
    """

    bases: tuple[Exact, ...]
    generators: tuple[tuple[int, ...], ...]
    root: int = 1

    def number(self, point: Point) -> Exact:
        """Return the number at a point. Raises TooLargeError."""
        rational, other = Exact.of_rational(1), Exact.of_rational(1)
        for place, base in enumerate(self.bases):
            exponent = sum(n * generator[place] for n, generator in zip(point, self.generators, strict=True))
            if base.is_rational():
                rational *= base**exponent
            else:
                other *= base**exponent
        return other * (rational if self.root == 1 else rational ** Fraction(1, self.root))

    def logarithms(self) -> list[Any]:
        """Return balls around the logarithms of the generators, at the current flint working precision."""
        logs = [base.ball().log() / (self.root if base.is_rational() else 1) for base in self.bases]
        return [sum(map(mul, generator, logs), arb(0)) for generator in self.generators]


def lattice_of(ratios: Iterable[Exact]) -> tuple[Lattice, dict[Exact, Point]]:
    """Return a lattice of positive numbers that contains the ratios, and their points.

    Raises IncompatibleFieldsError if no field holds all ratios.
    """
    chosen = list(dict.fromkeys(ratios))
    start: Field = RATIONALS
    field = reduce(lambda known, ratio: lift(known, ratio.sums(), ratio.field, ratio.sums())[0], chosen, start)
    pieces = [_factors(ratio, field) for ratio in chosen]
    root, unit = (field.degree, field.base) if isinstance(field, Generators) else (1, Fraction(1))
    radicals = [factors.pop(RADICAL, 0) for _, factors in pieces]
    integers = sorted(coprime_parts([*unit.as_integer_ratio(), *(n for rational, _ in pieces for n in rational)]))
    others = list(dict.fromkeys(factor for _, factors in pieces for factor in factors))
    values = [Exact.of_rational(number) for number in integers]
    values += [abs(Exact.of_sums(field, sum_of(dict(factor)))) for factor in others]
    radical = [multiplicity(unit, base) for base in integers]
    rows = [
        [root * multiplicity(Fraction(*rational), base) + count * m for base, m in zip(integers, radical, strict=True)]
        + [factors[factor] for factor in others]
        for (rational, factors), count in zip(pieces, radicals, strict=True)
    ]
    basis, points = _reduced(rows) if values else ([], [() for _ in rows])
    return Lattice(tuple(values), tuple(map(tuple, basis)), root), dict(zip(chosen, points, strict=True))


def _reduced(rows: list[list[int]]) -> tuple[list[list[int]], list[Point]]:
    """Return a reduced basis of all integer combinations of the rows, and the coordinates of each row in it."""
    echelon = [row for row in fmpz_mat(rows).hnf().tolist() if any(row)]
    if not echelon:
        return [], [() for _ in rows]
    basis = fmpz_mat(echelon).lll()
    coordinates = fmpq_mat(fmpz_mat(rows) * basis.transpose()) * fmpq_mat(basis * basis.transpose()).inv()
    points = [tuple(int(n.p) for n in row) for row in coordinates.tolist()]
    return [[int(n) for n in row] for row in basis.tolist()], points


def _factors(ratio: Exact, field: Field) -> tuple[tuple[int, int], Counter[tuple[Any, ...]]]:
    """Return the rational part (n, d), and the irreducible polynomials of the ratio with their exponents."""
    _, (num, den), _ = lift(ratio.field, ratio.sums(), field, ratio.sums())
    exponents: Counter[tuple[Any, ...]] = Counter()
    contents = []
    for polynomial, sign in ((num, 1), (den, -1)):
        content, factors = polynomial.factor()
        contents.append(abs(int(content)))
        for factor, exponent in factors:
            exponents[tuple(sorted(terms_of(factor).items()))] += sign * int(exponent)
    return (contents[0], contents[1]), exponents


def places_above(lattice: Lattice, points: Sequence[Point], factor: Exact) -> list[int]:
    """Return the places of the points whose number is larger than E, ascending.

    The answer is exact. Raises UndecidedError if no field holds both numbers and 4096 bits do not tell them apart.
    """
    import numpy as np

    grid = np.array(points, dtype=np.int64).reshape(len(points), len(lattice.generators))
    certain, unsure = split_by(lattice, grid, factor.ball)
    chosen = certain.copy()
    for place in np.flatnonzero(unsure):
        chosen[place] = _is_above(lattice, points[int(place)], factor)
    return [int(place) for place in np.flatnonzero(chosen)]


def split_by(lattice: Lattice, grid: Any, ball: Any) -> tuple[Any, Any]:
    """Return boolean arrays of the rows of `grid` whose number is certainly above E, and of those still undecided.

    `ball()` is a ball around E > 0. The answer is exact.
    """
    import numpy as np

    logs = _floats_of(lattice.logarithms)
    ((bound, slack),) = _floats_of(lambda: [ball().log()])
    values = np.array([value for value, _ in logs], dtype=np.float64)
    errors = np.array([error for _, error in logs], dtype=np.float64)
    sums = grid @ values if logs else np.zeros(len(grid))
    sizes = np.abs(grid) @ (np.abs(values) * MARGIN + errors) if logs else np.zeros(len(grid))
    margin = sizes + abs(bound) * MARGIN + slack
    certain = sums - bound > margin
    return certain, ~certain & ~(sums - bound < -margin)  # a NaN is undecided


def _floats_of(balls: Callable[[], list[Any]]) -> list[tuple[float, float]]:
    """Return floats near balls with bounds of the distances, or NaN for a ball that 4096 bits leave infinite."""

    def finite(bits: int) -> list[tuple[float, float]] | None:
        values = balls()
        if bits < DECIDE_BITS and not all(ball.is_finite() for ball in values):
            return None
        near = [float(ball.mid()) for ball in values]
        far = [float(abs(ball - arb(value)).upper()) for ball, value in zip(values, near, strict=True)]
        return [(value, 2.0 * distance + 2.0**-1000) for value, distance in zip(near, far, strict=True)]  # with room

    return refined_until(finite, LOG_BITS, 2 * DECIDE_BITS) or []


def _is_above(lattice: Lattice, point: Point, factor: Exact) -> bool:
    with suppress(IncompatibleFieldsError, TooLargeError):
        return lattice.number(point) > factor

    def difference() -> Any:
        logs = lattice.logarithms()
        return sum((n * log for n, log in zip(point, logs, strict=True)), arb(0)) - factor.ball().log()

    sign = ball_sign(difference, 2 * DECIDE_BITS)
    if sign:
        return sign > 0
    message = f"a likelihood ratio and E may be equal: they agree to {DECIDE_BITS} bits, and no field holds both"
    raise UndecidedError(message, lower=0, upper=0)
