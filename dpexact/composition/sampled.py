"""One run of a law of noise on a Poisson sample, with its masses split to losses on a grid.

The pair is (1 - q) Q + q P against Q, with the rate q (the record is removed), or the other way round (it is added).
With l the loss log(dP/dQ) of an outcome, its loss is log(1 - q + q e^l), or minus that. So both masses between two
losses follow from the masses of P and Q between two values of l, which `dpexact.laws.noise` computes.

The grid has the losses c + i w for integers i, with c and w rational. The outcomes between two neighbors g < g', with
the masses a and b, are split. Their part (a - e^g b) / (1 - e^(g - g')) goes to g', the rest to g. `grid.py` proves
that the split pair gives away at least as much, and bounds how much more.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from flint import arb, ctx

from dpexact.composition.masses import Masses, Row, down, moved_of, split
from dpexact.composition.powers import halvings_of, switch_of
from dpexact.errors import TooLargeError
from dpexact.laws.noise import Both, Noise
from dpexact.numbers.balls import START_BITS, WorkingPrecision
from dpexact.numbers.exact import Exact

MAX_PLACES = 1 << 18  # of one run
MISSED = 3  # bits
WIDER = 8  # a tail adds about this times 4^scale/count to the width
WORTH = 1.5  # times fewer cells, for which a tail is worth its part of the width


@dataclass(frozen=True)
class Sampled:
    """One direction of a law of noise on a Poisson sample, with the record removed or added."""

    noise: Noise
    rate: Exact
    added: bool = False

    def reversed(self) -> Sampled:
        """Return the other direction, which is the same without a sample if the noise is symmetric."""
        return self if self.is_whole and self.noise.is_symmetric else replace(self, added=not self.added)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the sample has every record."""
        return self.rate == 1

    def loss(self, plain: Any) -> Any:
        """Return a ball around the loss of an outcome whose loss without a sample is this."""
        removed = plain if self.is_whole else (self.rate.ball() * plain.expm1()).log1p()
        return -removed if self.added else removed

    def plain(self, losses: list[Any]) -> list[Any]:
        """Return the losses without a sample for losses of a record that is removed."""
        if self.is_whole:
            return losses
        more = 1 / self.rate.ball()
        several = ((loss.expm1() * more).log1p() for loss in losses)
        return [plain if plain.is_finite() else arb.neg_inf() for plain in several]

    def largest(self) -> Any:
        """Return a ball around the largest loss, or infinity."""
        end = self.noise.least() if self.added else self.noise.largest()
        if end.is_finite():
            return self.loss(end)
        return (-(-self.rate.ball()).log1p()) if self.added and not self.is_whole else arb.pos_inf()

    def largest_ratio(self) -> Exact | None:
        """Return the largest likelihood ratio, or None if there is none or no field holds it."""
        top = self.noise.factor_at_end()
        if top is None:
            return None
        mixed = 1 - self.rate + self.rate * (1 / top if self.added else top)
        return 1 / mixed if self.added else mixed

    @property
    def certain(self) -> Exact:
        """The mass of the first distribution at which the second has none."""
        first, second = self.noise.certain
        if self.added:
            return second if self.is_whole else 0 * second
        return self.rate * first

    def both(self, masses: Iterable[Both]) -> list[Both]:
        """Return the masses of the first and the second distribution."""
        rate, whole = self.rate.ball(), self.is_whole
        mixed = [(p if whole else q + rate * (p - q), q) for q, p in masses]
        return [(q, p) for p, q in mixed] if self.added else mixed


@dataclass(frozen=True)
class Line:
    """One run: the masses of Q and P between the places of a grid from the corner on, and its points with a mass.

    The places are for a record that is removed. For one that is added they are taken with a minus sign. The cells
    behind the others, the tail, are `scale` times as wide. Their masses are small.
    """

    corner: Any  # an fmpq
    width: Any  # an fmpq
    cells: list[Both]
    points: list[tuple[Any, Both]]
    tail: list[Both] = field(default_factory=list)
    scale: int = 1

    def coarser(self, times: int) -> Line:
        """Return the line with so many cells in each."""
        return replace(self, width=times * self.width, cells=_merged(self.cells, times), tail=_merged(self.tail, times))

    def masses(self, law: Sampled, bits: int) -> tuple[Masses, Masses]:
        """Split the cells and the points, and the tail."""
        corner, behind = -self.corner if law.added else self.corner, len(self.cells) // self.scale
        firsts = law.both(masses for _, masses in self.points)
        atoms = [(a, -loss if law.added else loss) for (a, _), (loss, _) in zip(firsts, self.points, strict=True)]
        core, total = _split_cells(law, self.cells, corner, self.width, 0, bits)
        tail, far = _split_cells(law, self.tail, corner, self.scale * self.width, behind, bits)
        core = core.plus(split(atoms, self.width, corner, bits))
        left = 1 - total - far - sum((mass for mass, _ in atoms), arb(0))
        return replace(core, moved=core.moved + left.nonnegative_part()), tail


def _merged(cells: list[Both], times: int) -> list[Both]:
    sides = ([both[side] for both in cells] for side in (0, 1))
    first, second = ([sum(side[n : n + times], arb(0)) for n in range(0, len(side), times)] for side in sides)
    return list(zip(first, second, strict=True))


def _split_cells(law: Sampled, cells: list[Both], corner: Any, width: Any, start: int, bits: int) -> tuple[Masses, Any]:
    """Return the masses of split cells at places from the start on, and their sum before they are rounded down."""
    ordered, low = law.both(cells), start
    if law.added:
        ordered, low = ordered[::-1], -start - len(cells)
    part, factor, ratio = -1 / (-arb(width)).expm1(), arb(corner + low * width).exp(), arb(width).exp()
    ups, stays = [arb(0)], []
    for a, b in ordered:
        up = (a - factor * b) * part
        factor *= ratio
        ups.append(up)
        stays.append(a - up)
    total = sum((a for a, _ in ordered), arb(0))
    masses = [down(up + stay, bits) for up, stay in zip(ups, [*stays, arb(0)], strict=True)]
    return Masses(low, Row.of(masses, bits), corner, width, moved_of(sum(ups, arb(0)), total)), total


@lru_cache(maxsize=4)
def line_of(law: Sampled, count: int, width: Any, sure: int, merged: int, precision: int) -> Line:
    """Cut the losses of a record that is removed at the places of a grid, at a flint working precision.

    Masses of about 2^-sure of all runs are left out. Cells can be merged so many at a time.
    """
    del precision  # that of the caller, and a part of what is cached
    noise, rare = law.noise, sure + count.bit_length()
    points = [(law.loss(plain), (q, p)) for plain, q, p in noise.points(rare)]
    if noise.above(arb.neg_inf())[0].is_zero():
        return Line(points[0][0].lower().fmpq(), width, [], points)
    reach, finite = noise.reach(rare), noise.least().is_finite()
    least = law.loss(-reach)
    bottom = law.loss(noise.least()) if finite else (-law.rate.ball()).log1p() if law.rate != 1 else least
    far = reach > ctx.prec * arb.const_log2() / 3  # where losses cannot be told from the least one
    corner = (points[0][0] if points else bottom if far else least.max(bottom)).lower().fmpq()

    @cache
    def beyond(place: int) -> Any:
        return law.both([noise.above(*law.plain([arb(corner + place * width)]))])[0][0]

    def end_of(bits: float) -> int:
        with WorkingPrecision(START_BITS):  # masses that are left out are counted wherever the end is
            return bisect_left(range(final), x=True, key=lambda place: bool(beyond(place) < arb(2) ** -bits))

    final = 1 + math.floor(float(((law.loss(reach) - arb(corner)) / arb(width)).upper()))
    final = end_of(rare)
    halvings, ends = halvings_of(count), [(float(final), final, 0)]
    for scale in range(1, 0 if points else halvings + 1):
        if count >> switch_of(halvings, scale) < 2:
            continue
        runs = count.bit_length() + (count >> switch_of(halvings, scale)).bit_length()
        unit = merged << scale
        end = -(-end_of((sure + MISSED + runs) / 2) // unit) * unit
        if end < final:
            size = end + (final - end) / 2**scale
            ends.append((size * (WORTH + 4**scale * WIDER / count), end, scale))
    _, end, scale = min(ends)
    if end + ((final - end) >> scale) > MAX_PLACES:
        message = f"one run has losses at {final} places of the grid, more than {MAX_PLACES}"
        raise TooLargeError(message, place="composition")
    places, first, step = [*range(end), *range(end, final + (1 << scale), 1 << scale)], arb(corner), arb(width)
    cells = noise.between(law.plain([first + place * step for place in places]))
    return Line(corner, width, cells[:end], points, cells[end:], 1 << scale)
