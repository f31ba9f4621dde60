"""Masses of many runs of a law of noise on a Poisson sample, with losses on a grid.

The pair is (1 - q) Q + q P against Q, with the rate q (the record is removed), or the other way round (it is added).
With l the loss log(dP/dQ) of an outcome, its loss is log(1 - q + q e^l), or minus that. So both masses between two
losses follow from the masses of P and Q between two values of l, which `dpexact.laws.noise` computes.

The grid has the losses c + i w for integers i, with c and w rational. The outcomes between two neighbors g < g', with
the masses a and b, are split. Their part (a - e^g b) / (1 - e^(g - g')) goes to g', the rest to g. `grid.py` proves
that the split pair gives away at least as much, and bounds how much more.

Fewer points for many runs. After each second squaring only every second point of the grid is kept. The points between
are split in the same way. This is one more change D_j of the loss, in an interval as long as its cells, with
E[e^-D_j | all before] = 1. The part lost in a run of half the length counts twice, and its w^2 is a quarter. So each of
these steps loses about as much as the first grid, and the number of points stays the same.

Arithmetic. All masses are integers over 2^bits that are rounded down. Masses at both ends that do not matter are lost,
as `grid.py` counts them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from dpexact.composition.masses import Masses, down, split
from dpexact.errors import TooLargeError
from dpexact.laws.noise import Both, Noise
from dpexact.numbers.exact import Exact

GUARD = 16  # bits of the parts of split masses, beyond the bits of the masses
MAX_PLACES = 1 << 18  # of one run
SAMPLES = 200


@dataclass(frozen=True)
class Sampled:
    """One direction of a law of noise on a Poisson sample, with the record removed or added."""

    noise: Noise
    rate: Exact
    added: bool = False

    def reversed(self) -> Sampled:
        """Return the other direction."""
        return Sampled(self.noise, self.rate, not self.added)

    def loss(self, plain: Any) -> Any:
        """Return a ball around the loss of an outcome whose loss without a sample is this."""
        found = plain if self.rate == 1 else (self.rate.ball() * plain.expm1()).log1p()
        return -found if self.added else found

    def plain(self, losses: list[Any]) -> list[Any]:
        """Return the losses without a sample for losses of a record that is removed."""
        if self.rate == 1:
            return losses
        rate = self.rate.ball()
        found = ((loss.expm1() / rate).log1p() for loss in losses)
        return [plain if plain.is_finite() else arb.neg_inf() for plain in found]

    def largest(self) -> Any:
        """Return a ball around the largest loss, or infinity."""
        end = self.noise.least() if self.added else self.noise.largest()
        if end.is_finite():
            return self.loss(end)
        return (-(-self.rate.ball()).log1p()) if self.added and self.rate != 1 else arb.pos_inf()

    def certain(self) -> Exact:
        """Return the mass of the first distribution at which the second has none."""
        first, second = self.noise.certain
        if self.added:
            return second if self.rate == 1 else 0 * second
        return self.rate * first

    def unit(self) -> Any:
        """Return the distance of the losses of points if they are at equal distances, else None."""
        unit = self.noise.unit()
        if unit is None or self.rate == 1:
            return unit
        end = self.noise.largest()
        removed = Sampled(self.noise, self.rate)
        return removed.loss(end) - removed.loss(-end) if end.is_finite() else None

    def both(self, masses: Iterable[Both]) -> list[Both]:
        """Return the masses of the first and the second distribution."""
        rate, one = self.rate.ball(), self.rate == 1
        mixed = [(p if one else q + rate * (p - q), q) for q, p in masses]
        return [(q, p) for p, q in mixed] if self.added else mixed


@dataclass(frozen=True)
class Line:
    """One run: the masses of Q and P between the places of a grid from the corner on, and its points with a mass.

    The places are for a record that is removed. For one that is added they are taken with a minus sign.
    """

    corner: Any  # an fmpq
    width: Any  # an fmpq
    cells: list[Both]
    points: list[tuple[Any, Both]]

    def masses(self, law: Sampled, bits: int) -> Masses:
        """Split the cells and the points."""
        sign = -1 if law.added else 1
        corner, step = sign * self.corner, -(-arb(self.width)).expm1()
        found: dict[int, Any] = {}
        for place, (a, b) in enumerate(law.both(self.cells)):
            low, high = (place, place + 1) if sign > 0 else (-place - 1, -place)
            up = (a - arb(corner + low * self.width).exp() * b) / step
            found[low] = found.get(low, 0) + down(a - up, bits)
            found[high] = found.get(high, 0) + down(up, bits)
        rest = Masses.of_cells(found, corner, self.width)
        firsts = law.both(masses for _, masses in self.points)
        atoms = [(mass, sign * loss) for (mass, _), (loss, _) in zip(firsts, self.points, strict=True)]
        return rest.plus(split(atoms, self.width, corner, bits)) if atoms else rest


@lru_cache(maxsize=4)
def line_of(noise: Noise, rate: Exact, width: Any, rare: int, precision: int) -> Line:
    """Cut the losses at the places of a grid, at a flint working precision, without masses of about 2^-rare."""
    del precision  # that of the caller, and a part of what is cached
    law = Sampled(noise, rate)
    points = [(law.loss(plain), (q, p)) for plain, q, p in noise.points(rare)]
    reach = noise.reach(rare)
    if noise.above(arb.neg_inf())[0].is_zero():
        return Line(_rational(points[0][0].lower()), width, [], points)
    least = law.loss(-reach)
    bottom = law.loss(noise.least()) if noise.least().is_finite() else (-rate.ball()).log1p() if rate != 1 else least
    far = reach > ctx.prec * arb.const_log2() / 3  # where losses cannot be told from the least one
    corner = _rational((points[0][0] if points else bottom if far else least.max(bottom)).lower())
    tiny = arb(2) ** -rare

    def above(place: int) -> Both:
        return noise.above(*law.plain([arb(corner + place * width)]))

    final = 1 + math.floor(float(((law.loss(reach) - arb(corner)) / arb(width)).upper()))
    if final > MAX_PLACES:
        raise TooLargeError(
            f"one run has losses at {final} places of the grid, more than {MAX_PLACES}", place="composition"
        )
    final = _first(final, lambda place: bool(law.both([above(place)])[0][0] < tiny))
    losses = [arb(corner + place * width) for place in range(final + 1)]
    return Line(corner, width, noise.between(law.plain(losses)), points)


def _first(end: int, holds: Callable[[int], bool]) -> int:
    """Return the least place up to the end at which a condition holds that goes on to hold, or the end."""
    low, high = 0, end
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _rational(point: Any) -> Any:
    """Return an exact ball as a rational."""
    mantissa, exponent = point.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def halved(masses: Masses, bits: int) -> Masses:
    """Keep every second point of the grid, split those between to both sides and lose the rounded parts."""
    low, values, fine = masses.low, masses.values, bits + GUARD
    upper = down(1 / (1 + (-arb(masses.width)).exp()), fine)
    lower = down(1 / (1 + arb(masses.width).exp()), fine)
    found: dict[int, Any] = {}
    for place, value in enumerate(values, low):
        half = place >> 1
        if place & 1:
            found[half] = found.get(half, 0) + ((value * lower) >> fine)
            found[half + 1] = (value * upper) >> fine
        else:
            found[half] = found.get(half, 0) + value
    return Masses.of_cells(found, masses.corner, 2 * masses.width)


def power(masses: Masses, count: int, bits: int, halvings: int) -> Masses:
    """Return the masses of `count` runs, with so many halvings of the points, one after each second squaring."""
    squarings = count.bit_length() - 1
    found, once = masses, masses
    for number, bit in enumerate(bin(count)[3:], 1):
        found = found.times(found, bits)
        if is_halved(squarings - number, halvings):
            found, once = halved(found, bits), halved(once, bits)
        if bit == "1":
            found = found.times(once, bits)
    return found


def is_halved(left: int, halvings: int) -> bool:
    """Return whether points are halved when so many squarings are left."""
    return left % 2 == 1 and left // 2 < halvings


def runs_of(law: Sampled, count: int, width: Any, bits: int, rare: int) -> Masses:
    """Return the masses of `count` runs on a grid of this width."""
    halvings = halvings_of(count)
    line = line_of(law.noise, law.rate, width / (1 << halvings), rare, ctx.prec)
    return power(line.masses(law, bits), count, bits, halvings)


def spread_of(count: int, width: Any) -> Any:
    """Return the sum of the squares of the lengths in which the losses of so many runs were split."""
    halvings = halvings_of(count)
    found = once = length = 1  # of both lists of `power`, in squares of the first width
    squarings = count.bit_length() - 1
    for number, bit in enumerate(bin(count)[3:], 1):
        found *= 2
        if is_halved(squarings - number, halvings):
            length *= 4
            found, once = found + length, once + length
        if bit == "1":
            found += once
    return found * (width / (1 << halvings)) ** 2


def halvings_of(count: int) -> int:
    """Return the number of halvings for so many runs, with which the first grid loses as much as the others."""
    return max(0, (count.bit_length() - 6) // 2)


def width_of(laws: Sequence[tuple[Sampled, int]], step: int) -> Any:
    """Return the width of the grid, about 2^-step.

    If losses have a common distance, that of the law with most runs becomes a multiple of the width of its grid.
    """
    width = fmpq(1, 1 << step) if step >= 0 else fmpq(1 << -step)
    units = [(count, unit) for law, count in laws if (unit := law.unit()) is not None]
    if not units:
        return width
    count, unit = max(units, key=lambda item: item[0])
    fine = width / (1 << halvings_of(count))
    exact = _rational(unit.lower())
    if 4 * exact < fine:
        return width
    return exact / int((exact / fine).ceil()) * (1 << halvings_of(count))


def outline(law: Sampled, bits: int, samples: int) -> list[tuple[float, float, float]]:
    """Guess (loss, mass of the first, mass of the second) of some outcomes, apart from masses of about 2^-bits."""
    reach, sign, removed = law.noise.reach(bits), -1 if law.added else 1, Sampled(law.noise, law.rate)
    points = [(removed.loss(plain), (q, p)) for plain, q, p in law.noise.points(bits)]
    ends = [reach * (fmpq(place, samples) - 1) for place in range(2 * samples + 1)]
    points += zip(map(removed.loss, ends[1::2]), law.noise.between(ends[::2]), strict=True)
    masses = law.both(both for _, both in points)
    return [
        (sign * float(loss.mid()), float(a.mid()), float(b.mid()))
        for (loss, _), (a, b) in zip(points, masses, strict=True)
        if a > 0 or b > 0
    ]


def sketch(law: Sampled) -> list[tuple[float, float]]:
    """Guess a few (loss, mass under the first distribution), with a mean of e^-loss of 1."""
    found = [(loss, mass) for loss, mass, _ in outline(law, 60, SAMPLES) if mass > 0]
    off = sum(mass * math.exp(min(-loss, 700.0)) for loss, mass in found) / sum(mass for _, mass in found)
    return [(loss + math.log(off), mass) for loss, mass in found] if 1 / 2 < off < 2 else found
