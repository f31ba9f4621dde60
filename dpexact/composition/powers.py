"""Powers of masses on a grid, the parts of losses that are split in them, and the grids that fit many runs.

Fewer points for many runs. After each second squaring only every second point of the grid is kept. The points between
are split in the same way. This is one more change D_j of the loss, in an interval as long as its cells, with
E[e^-D_j | all before] = 1, and none for the points that are kept. The part lost in a run of half the length counts
twice, and its width^2 is a quarter. So the halvings lose about as much as each other, and the number of points stays
the same.

Rare losses on a coarser grid. A run is a core c on the grid and a tail t of small mass, with larger losses, on the grid
of a later halving. Until then m runs are multiplied as c^(m-1) (c + m t), without two or more in the tail.

Masses at both ends that do not matter are lost, as `grid.py` counts them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from dpexact.composition.masses import Masses

STEPS = 1 << 20  # a width is a rational over this many times a power of 2
TILTS = [2.0**power for power in range(-16, 6)]  # that are tried in Chernoff's bound


def switch_of(halvings: int, done: int) -> int:
    """Return how many squarings are left after so many of the halvings."""
    return 2 * (halvings - done) + 1


@dataclass(frozen=True)
class Moves:
    """So many losses that are split in an interval of this length, independently, with a mean of 4 u (1 - u)."""

    count: int
    length: Any  # an fmpq
    share: Any

    def spread(self, bits: int, sharp: Any) -> Any:
        """Return a ball above the sum of the squares that count, except with a probability of 2^-bits.

        By Chernoff's bound, the sum of `count` numbers in [0, 1] with a mean of at most p is less than
        (count log(1 + p (e^x - 1)) + bits log 2) / x for every x > 0, except with this probability.
        """
        length = arb(self.length)
        if not length <= 0.5:
            return self.count * length**2
        share = (self.share * (sharp * length).exp()).min(arb(1))
        part, rare = float(share.upper()), bits * math.log(2)

        def guess(tilt: float) -> float:
            return (self.count * math.log1p(part * math.expm1(tilt)) + rare) / tilt

        best = min(TILTS, key=guess)
        tilt = min((best, best / 2**0.5, best * 2**0.5), key=guess)
        most = (self.count * (share * arb(tilt).expm1()).log1p() + bits * arb.const_log2()) / tilt
        return most.min(arb(self.count)) * length**2


@dataclass
class Power:
    """A power of the masses of one run, by squarings, and the points that are split in it.

    The points are halved after each second squaring. The ends that are left out after a squaring, with all its copies,
    have a mass of at most 2^(spare - bits).
    """

    found: Masses
    once: Masses
    bits: int
    halvings: int
    spare: int
    moves: list[Moves]

    @classmethod
    def of(cls, core: Masses, tail: Masses | None, count: int, bits: int, halvings: int, spare: int = 0) -> Power:
        """Return the power of c + t, for a core and a tail, which may be on the grid of a later halving.

        Until then the runs are multiplied without it. Of m runs that are multiplied by then, one or none may be in the
        tail, f^m >= c^(m-1) (c + m t), and more of them are lost.
        """
        moves = [Moves(count, core.width, core.moved)]
        power = cls(core, core, bits, halvings, max(0, spare), moves)
        if tail is None or not len(tail.row):
            power.multiply(count, count.bit_length() - 1)
            return power
        moves.append(Moves(count, tail.width, tail.moved))
        left = switch_of(halvings, int((tail.width / core.width).p).bit_length() - 1)
        runs, others = count >> left, (1 << left) + count % (1 << left)
        power.multiply(runs - 1, (runs - 1).bit_length() - 1, left, others)
        while power.once.width < tail.width:
            power.halve(1 << left, others)
        power.found = power.found.times(power.once.plus(tail, runs), bits)
        power.once = power.once.plus(tail)
        power.multiply(count, left)
        return power

    def multiply(self, count: int, squarings: int, left: int = 0, others: int = 0) -> None:
        """Square, and multiply by one run for the last bits of a count, if more squarings are left to others."""
        for place in reversed(range(squarings)):
            cut = 1 << self.spare >> place + left
            self.found = self.found.times(self.found, self.bits, cut)
            if is_halved(place + left, self.halvings):
                self.halve(1 << place + left, (count % (2 << place) << left) + others)
            if count >> place & 1:
                self.found = self.found.times(self.once, self.bits, cut)

    def halve(self, copies: int, others: int) -> None:
        """Halve the points, with so many copies of the power and of one run."""
        self.found, self.once = self.found.halved(self.bits), self.once.halved(self.bits)
        self.moves.append(Moves(copies, self.found.width, self.found.moved))
        if others:
            self.moves.append(Moves(others, self.once.width, self.once.moved))


def is_halved(left: int, halvings: int) -> bool:
    """Return whether points are halved when so many squarings are left."""
    return left % 2 == 1 and left // 2 < halvings


def halvings_of(count: int) -> int:
    """Return the number of halvings for so many runs, with which the first grid loses as much as the others."""
    return max(0, (count.bit_length() - 4) // 2)


def width_of(step: float) -> Any:
    """Return the width of the grid, about 2^-step, as a rational."""
    whole = math.ceil(step)
    return fmpq(round(2.0 ** (whole - step) * STEPS), STEPS) * fmpq(2) ** -whole


def spread_guess(points: Sequence[tuple[float, float]], count: int, step: float, sharp: float, bits: int) -> float:
    """Guess the sum of squares of `Moves` at a step, from some (loss, mass)."""
    halvings = halvings_of(count)
    width = 2.0**-step / 2**halvings
    corner = min(loss for loss, _ in points)
    first = [(mass, (loss - corner) / width) for loss, mass in points if loss - corner < width]
    mass = sum(mass for mass, _ in first)
    up = sum(mass * part for mass, part in first) / mass if mass else 0.0
    moves = [Moves(count, fmpq(*width.as_integer_ratio()), arb(1 - mass + mass * 4 * up * (1 - up)))]
    for left in reversed(range(1, count.bit_length() - 1)):
        if is_halved(left, halvings):
            width *= 2
            moves.append(Moves(1 << left, fmpq(*width.as_integer_ratio()), arb(0.5)))
            moves.append(Moves(count % (2 << left), fmpq(*width.as_integer_ratio()), arb(0.5)))
    return sum(float(move.spread(bits, arb(sharp)).mid()) for move in moves)
