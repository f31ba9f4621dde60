"""Which points of a lattice have a ratio above E: logarithms in floats with a margin, exactly what they leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb

from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.numbers.enclosure import DECIDE_BITS
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpexact.composition.lattice import Lattice, Point
    from dpexact.numbers.exact import Exact

LOG_BITS = 128
MARGIN = 2.0**-40  # relative to the sum of the absolute terms: covers every rounding of a float sum of d + 1 products


def places_above(lattice: Lattice, points: Sequence[Point], factor: Exact) -> list[int]:
    """The places of the points whose number is larger than E, ascending.

    Guarantee: exact. Raises: UndecidedError where no field holds both numbers and 4096 bits do not tell them apart.
    """
    import numpy as np

    grid = np.array(points, dtype=np.int64).reshape(len(points), len(lattice.generators))
    certain, unsure = split_by(lattice, grid, factor.ball)
    chosen = certain.copy()
    for place in np.flatnonzero(unsure):
        chosen[place] = _is_above(lattice, points[int(place)], factor)
    return [int(place) for place in np.flatnonzero(chosen)]


def split_by(lattice: Lattice, grid: Any, ball: Any) -> tuple[Any, Any]:
    """Boolean arrays over the rows of `grid`: the number is certainly above E; the floats do not tell.

    `ball()` is a ball around E > 0. Guarantee: exact.
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
    return certain, ~certain & ~(sums - bound < -margin)  # what is no number is unsure


def _floats_of(balls: Callable[[], list[Any]]) -> list[tuple[float, float]]:
    """Floats near balls, each with a bound of the distance; no numbers where 4096 bits give no finite ball."""
    bits = LOG_BITS
    while True:
        with WorkingPrecision(bits):
            found = balls()
            if all(ball.is_finite() for ball in found) or bits >= DECIDE_BITS:
                return [_float_of(ball) for ball in found]
        bits *= 2


def _float_of(ball: Any) -> tuple[float, float]:
    """A float near a ball, and a bound of their distance with room to spare."""
    value = float(ball.mid())
    distance = abs(ball - arb(value))
    return value, 2.0 * float(distance.upper()) + 2.0**-1000


def _is_above(lattice: Lattice, point: Point, factor: Exact) -> bool:
    try:
        return lattice.number(point) > factor
    except (IncompatibleFieldsError, TooLargeError):
        pass
    bits = LOG_BITS
    while bits <= DECIDE_BITS:
        bits *= 2
        with WorkingPrecision(bits):
            logs = lattice.logarithms()
            difference = sum((n * log for n, log in zip(point, logs, strict=True)), arb(0)) - factor.ball().log()
        if difference > 0 or difference < 0:
            return bool(difference > 0)
    message = f"a likelihood ratio and E may be equal: they agree to {DECIDE_BITS} bits, and no field holds both"
    raise UndecidedError(message, 0, 0)
