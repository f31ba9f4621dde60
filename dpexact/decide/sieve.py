"""The float filter: bounds of E b on both sides that cover every rounding; what they leave open is decided exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpexact.mechanisms.integers import IntegerMatrix
    from dpexact.numbers.exact import Exact

KEPT = 1 << 20  # entries of a matrix whose products with both bounds of E are kept
FILTER_LIMIT = 2**900  # a larger E goes to the exact path, where no float can overflow
MARGIN = 2.0**-46  # relative: covers the errors of both approximations, of E, and of two roundings
ABSOLUTE = 2.0**-90  # in units of the top limb: covers the limbs that the approximation leaves out


@dataclass(frozen=True)
class Filter:
    """Float bounds of E on both sides, and the absolute margin: a > E b is certain above, impossible below.

    `products` are the matrix times both bounds, kept where many rows are compared with the same ones.
    """

    low: float
    high: float
    absolute: float
    products: tuple[Any, Any] | None = None

    @classmethod
    def of(cls, matrix: IntegerMatrix, factor: Exact) -> Filter | None:
        """The filter for E, or None where floats could overflow."""
        if factor >= FILTER_LIMIT:
            return None
        middle = float(factor.enclosure(64)[0])
        low, high = middle * (1 - MARGIN), middle * (1 + MARGIN)
        absolute = 0.0 if matrix.limbs is None else ABSOLUTE
        kept = matrix.shape[0] > 2 and matrix.shape[0] * matrix.shape[1] <= KEPT
        products = (matrix.approximations * low, (matrix.approximations + absolute) * high) if kept else None
        return cls(low, high, absolute, products)

    def bounds(self, matrix: IntegerMatrix, rows: list[int], wide: slice) -> tuple[Any, Any]:
        """What the numerators of a row are compared with: (the least E b that is possible, the largest)."""
        if self.products is not None:
            return part(self.products[0], rows, wide), part(self.products[1], rows, wide)
        second = part(matrix.approximations, rows, wide)
        return second * self.low, (second + self.absolute if self.absolute else second) * self.high


def part(array: Any, rows: list[int], columns: slice) -> Any:
    """Rows x columns of an array, as a view where the rows are consecutive."""
    if rows[-1] - rows[0] + 1 == len(rows):
        return array[rows[0] : rows[-1] + 1, ..., columns]
    return array[rows][..., columns]
