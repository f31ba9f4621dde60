"""IntegerMatrix: rows of non-negative integer numerators over one common denominator.

Three layouts with the same content: Python integers (small matrices; numpy is not imported for them), 64-bit
words, and 32-bit limbs for numerators of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL = 4096  # up to this many entries Python integers are kept
WORD_BITS = 62  # numerators and denominator below 2^62 fit into int64 with room for one subtraction
HALF_WORD = 31
HALF_MASK = (1 << HALF_WORD) - 1
LIMB_BITS = 32
TOP_LIMBS = 4  # the limbs that the float approximation reads


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """numerators[i][o] / denominator; exactly one of the three layouts is present.

    `words`: int64 array (rows, columns). `limbs`: uint32 array (rows, limbs, columns), least significant first.
    """

    denominator: int
    shape: tuple[int, int]
    ints: tuple[tuple[int, ...], ...] | None = None
    words: Any = None
    limbs: Any = None

    def row(self, i: int) -> tuple[int, ...]:
        """The numerators of one row as Python integers."""
        return self.select(i, slice(None))

    def select(self, i: int, columns: Any) -> tuple[int, ...]:
        """The numerators of one row at the given columns: a slice, or a numpy index array for the array layouts."""
        if self.ints is not None:
            return tuple(self.ints[i][columns])
        if self.words is not None:
            numbers: list[int] = self.words[i][columns].tolist()
            return tuple(numbers)
        part = self.limbs[i][:, columns].T
        size = part.shape[1] * LIMB_BITS // 8
        data = part.astype("<u4").tobytes()
        return tuple(int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size))

    def selected(self, places: Sequence[int]) -> IntegerMatrix:
        """The matrix of the rows at these places, which may repeat."""
        shape = (len(places), self.shape[1])
        if shape[0] * shape[1] <= SMALL:
            return IntegerMatrix(self.denominator, shape, ints=tuple(self.row(i) for i in places))
        source = self if self.ints is None else _in_arrays(self.ints, self.denominator)
        if source.words is not None:
            return IntegerMatrix(self.denominator, shape, words=source.words[places])
        return IntegerMatrix(self.denominator, shape, limbs=source.limbs[places])

    @cached_property
    def first_equals(self) -> tuple[int, ...]:
        """For each row the first row that equals it."""
        first: dict[Any, int] = {}
        if self.ints is not None:
            return tuple(first.setdefault(row, i) for i, row in enumerate(self.ints))
        stored = self.words if self.words is not None else self.limbs
        return tuple(first.setdefault(row.tobytes(), i) for i, row in enumerate(stored))

    def row_sum(self, i: int) -> int:
        """The sum of one row that is not checked yet; words are added in halves, so that nothing wraps around."""
        if self.words is None:
            return sum(self.row(i))
        return (int((self.words[i] >> HALF_WORD).sum()) << HALF_WORD) + int((self.words[i] & HALF_MASK).sum())

    def total(self, i: int, columns: Sequence[int]) -> int:
        """The sum of the numerators of one row at the given columns."""
        if self.ints is not None:
            return sum(self.ints[i][o] for o in columns)
        import numpy as np

        return sum(self.select(i, np.array(columns, dtype=np.intp)))

    @cached_property
    def approximations(self) -> Any:
        """Float64 array (rows, columns), the numerators up to a common scale, for decide's filter only.

        Words: relative error 2^-53. Limbs, in units of the top limb: relative error 2^-50 plus an absolute
        error of 2^-96 for the limbs below the top four. An array of zeros for the layout of Python integers.
        """
        import numpy as np

        if self.words is not None:
            return self.words.astype(np.float64)
        total = np.zeros(self.shape)
        if self.limbs is not None:
            count = self.limbs.shape[1]
            for k in range(1, min(TOP_LIMBS, count) + 1):
                total += self.limbs[:, count - k] * 2.0 ** (LIMB_BITS * (1 - k))
        return total


def integer_matrix(rows: Sequence[Any], denominator: int) -> IntegerMatrix:
    """The matrix of rows (sequences of integers, or numpy integer arrays) in the layout that fits its size."""
    shape = (len(rows), len(rows[0]))
    if shape[0] * shape[1] <= SMALL:
        return IntegerMatrix(denominator, shape, ints=tuple(tuple(int(value) for value in row) for row in rows))
    return _in_arrays(rows, denominator)


def _in_arrays(rows: Sequence[Any], denominator: int) -> IntegerMatrix:
    """The matrix in words or in limbs."""
    import numpy as np

    shape = (len(rows), len(rows[0]))
    if denominator.bit_length() <= WORD_BITS:
        return IntegerMatrix(denominator, shape, words=np.array([np.asarray(row, dtype=np.int64) for row in rows]))
    count = -(-denominator.bit_length() // LIMB_BITS)
    limbs = np.empty((shape[0], count, shape[1]), dtype=np.uint32)
    size = count * LIMB_BITS // 8
    for i, row in enumerate(rows):
        data = b"".join(int(value).to_bytes(size, "little") for value in row)
        limbs[i] = np.frombuffer(data, dtype="<u4").reshape(shape[1], count).T
    return IntegerMatrix(denominator, shape, limbs=limbs)
