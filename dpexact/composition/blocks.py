"""Factors multiplied out as far as they are small: each block is a list of (mass of the first, loss), and how often.

The loss of an outcome is the logarithm of its likelihood ratio. Both numbers are balls. Fewer blocks lose less when
losses are rounded to a grid (`grid.py`): each is rounded once for each time that it is taken.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from flint import arb, fmpz

if TYPE_CHECKING:
    from dpexact.composition.factors import Factors

Atoms = list[tuple[Any, Any]]


def blocks_of(factors: Factors, bits: int, most: int) -> list[tuple[Atoms, int]]:
    """The blocks, at the current flint working precision; atoms with a mass below 2^-bits are left out.

    Guarantee: enclosure; no block has more than `most` atoms, but for a single pair that has more by itself.
    """
    tiny = arb(2) ** -bits
    once: list[Atoms] = []
    often: list[tuple[Atoms, int]] = []
    for pair, count in factors:
        atoms = [(a.ball(), ratio.ball().log()) for ratio, a, _ in pair.common]
        for times, repeated in _runs(len(atoms), count, most):
            block = _power(atoms, times, tiny)
            if repeated == 1:
                once.append(block)
            else:
                often.append((block, repeated))
    return often + [(block, 1) for block in _merged(once, tiny, most)]


def _runs(size: int, count: int, most: int) -> list[tuple[int, int]]:
    """(times, repeated): the power `count` of `size` atoms as powers of at most `most` atoms, as few as possible."""
    low, high = 1, count
    while low < high:  # the largest number of times that is small enough
        middle = (low + high + 1) // 2
        if comb(middle + size - 1, min(middle, size - 1)) <= most:
            low = middle
        else:
            high = middle - 1
    groups = -(-count // low)
    times, left = divmod(count, groups)  # times + 1 of them in `left` groups, times in the others
    return [(n, r) for n, r in ((times + 1, left), (times, groups - left)) if n and r]


def _power(atoms: Atoms, times: int, tiny: Any) -> Atoms:
    """The multinomial expansion. A mass that is below `tiny` half way is no larger at the end: its part is left out."""
    if times == 1 or len(atoms) == 1:
        return [(mass**times, loss * times) for mass, loss in atoms]
    states = [(times, arb(1), arb(0))]
    for place, (mass, loss) in enumerate(atoms):
        last = place == len(atoms) - 1
        powers, losses = [arb(1)], [arb(0)]
        for _ in range(times):
            powers.append(powers[-1] * mass)
            losses.append(losses[-1] + loss)
        found = []
        for left, known, sum_ in states:
            for n in (left,) if last else range(left + 1):
                product = known * powers[n] * fmpz(comb(left, n))
                if not product < tiny:
                    found.append((left - n, product, sum_ + losses[n]))
        states = found
    return [(mass, loss) for _, mass, loss in states]


def _merged(blocks: list[Atoms], tiny: Any, most: int) -> list[Atoms]:
    """Products of blocks, as long as they are small."""
    done: list[Atoms] = []
    for block in sorted(blocks, key=len):
        if done and len(done[-1]) * len(block) <= most:
            done[-1] = [
                (product, loss + more)
                for mass, loss in done[-1]
                for other, more in block
                if not (product := mass * other) < tiny
            ]
        else:
            done.append(block)
    return done
