"""Bounds for many runs of noise on a Poisson sample, by two pairs with losses on a grid, from above and from below.

The pair is (1 - q) Q + q P against Q, with the rate q (the record is removed), or the other way round (it is added).
With l the loss log(dP/dQ) of an outcome, its loss is log(1 - q + q e^l), or minus that. So both masses between two
losses follow from the masses of P and Q between two values of l, which `dpexact.laws.noise` computes.

The grid has the losses c + i w for integers i, with c and w rational. A pair on it is a list of masses p_i of the first
distribution. The second has p_i e^-(c + i w). Its delta at E = e^eps is the sum of p_i phi(c + i w), with
phi(x) = max(0, 1 - e^(eps - x)). Outcomes outside of the grid have a mass d, which counts wholly or not at all.

From above. The outcomes between two losses g < g', with the masses a and b, are split. Their part up = (a - e^g b) /
(1 - e^(g - g')) goes to g', the rest to g. `grid.py` proves that the split pair gives away at least as much.

From below. Outcomes are merged in groups (`merged`). A group is a part of each of some outcomes, with the masses A, B
in all. To forget which of them it was is a post-processing, so that the groups give away at most as much. If A >= T B,
the group is put at the loss log T with the mass A, so that the second mass becomes A/T >= B. A larger second
distribution makes delta smaller, for one run and for all products with others, as the sum of max(0, a - E b) falls in
every b. Omitted masses make it smaller too, since phi >= 0. Groups are made so that A/B is hardly more than T.

From below, scattered. Points that are far apart on the grid (of discrete noise) make bad groups. Their lower bound is
taken from `grid.py`, as the split delta less a bound of the part that splitting added. Each halving splits too, and its
change of the loss is another D_j, in an interval as long as its cells, with E[e^-D_j | all before] = 1. So n h^2 in
that proof becomes the sum of the squares of all lengths.

Loss of precision. The loss of a point is spread or narrowed by the width of its cell, and its mean under the second
distribution is kept. So the bounds are about n w^2 apart, n the number of runs, with a smaller factor below.

Fewer points for many runs. After each second squaring only every second point of the grid is kept. The points between
are split, or merged, in the same way. The part lost in a run of half the length counts twice, and its w^2 is a quarter.
So each of these steps loses about as much as the first grid, and the number of points stays the same.

Arithmetic. All masses are integers over 2^bits that are rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from dpexact.composition.masses import Masses, down, split
from dpexact.errors import TooLargeError
from dpexact.laws.noise import DiscreteGaussianNoise, DiscreteLaplaceNoise, Noise
from dpexact.numbers.exact import Exact

FINE = 96  # bits of the distances of points from their new places
MARGIN = 80  # a grid of merged points lies 2^-80 below the point that it is aligned with
GUARD = 16  # bits of the parts of split masses, beyond the bits of the masses
MOST_CELLS = 18  # at most 2^18 cells of one run, which are wider in regions of little mass
MAX_PLACES = 1 << 22
SAMPLES = 200
FEW_POINTS = 1 << 7  # of a run that may be narrow on the grid
HEAVY = 20  # a mass at an end above 2^-20 of the largest is large


@dataclass(frozen=True)
class Cell:
    """The outcomes with a loss log(1 - q + q e^l) between c + low w and c + high w, with the masses of Q and P."""

    low: int
    high: int
    masses: tuple[Any, Any]


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

    def largest(self) -> Any:
        """Return a ball around the largest loss, or infinity."""
        end = self.noise.largest()
        if end.is_finite():
            return self.loss(-end if self.added else end)
        return (-(-self.rate.ball()).log1p()) if self.added and self.rate != 1 else arb.pos_inf()

    def unit(self) -> Any:
        """Return the distance of the losses of points if they are at equal distances, else None."""
        unit = self.noise.unit()
        if unit is None or self.rate == 1:
            return unit
        end = self.noise.largest()
        removed = Sampled(self.noise, self.rate)
        return removed.loss(end) - removed.loss(-end) if end.is_finite() else None

    def is_scattered(self) -> bool:
        """Return whether the losses belong to points at different distances, which are left ungrouped."""
        return self.rate != 1 and isinstance(self.noise, DiscreteGaussianNoise | DiscreteLaplaceNoise)

    def both(self, masses: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return the masses of the first and the second distribution."""
        q, p = masses
        mixed = p if self.rate == 1 else q + self.rate.ball() * (p - q)
        return (q, mixed) if self.added else (mixed, q)


@dataclass(frozen=True)
class Cells:
    """The cells of one run on a grid, and its points as (loss log(1 - q + q e^l), masses of Q and P)."""

    law: Sampled
    corner: Any  # c, an fmpq
    width: Any  # w, an fmpq
    is_least: bool  # whether no loss is below the corner
    cells: list[Cell]
    points: list[tuple[Any, tuple[Any, Any]]]

    @classmethod
    def of(cls, law: Sampled, width: Any, bits: int, sharp: float) -> Cells:
        """Cut the line of losses, and leave out masses of about 2^-bits at both ends."""
        removed = Sampled(law.noise, law.rate)
        points = [(removed.loss(plain), (q, p)) for plain, q, p in law.noise.points(bits)]
        reach = law.noise.reach(bits)
        far = law.rate != 1 and reach > ctx.prec * arb.const_log2() / 3
        if points:
            corner = _rational(points[0][0].lower())
        elif law.rate == 1:
            corner = width * _floor((-reach / arb(width)).lower())
        else:  # far out all losses are the least one, log(1 - q), or cannot be told from it
            corner = _rational(((-law.rate.ball()).log1p() if far else removed.loss(-reach)).lower())
        final = 1 + _floor(((removed.loss(reach) - arb(corner)) / arb(width)).upper())
        if final > MAX_PLACES:
            raise TooLargeError(
                f"one run has losses at {final} places of the grid, more than {MAX_PLACES}", place="composition"
            )
        found = cls(law, corner, width, far or (bool(points) and law.rate != 1), [], points)
        found._cut(final, sharp)
        return found

    def _cut(self, final: int, sharp: float) -> None:
        """Make the cells, wider ones in regions of little mass, so that they lose at most as much as the middle ones.

        A cell of n steps with a mass m loses about m n^2, which counts e^(sharp loss) times in delta. The last group of
        the lower bound is moved down by up to a step, so cells are wide only if m is less than a step. All of this is
        a guess that affects only the number of cells and the distance of the bounds.
        """
        known: dict[int, tuple[Any, Any]] = {0: self.law.noise.above(self._plain(0))}
        if known[0][0].is_zero():
            return
        whole, step = float(self.law.both(known[0])[0].mid()), float(arb(self.width).mid())
        sign = -1 if self.law.added else 1

        def allowed(place: int) -> float:
            """Return about the number of steps allowed for a cell that ends at this place."""
            if place not in known:
                known[place] = self.law.noise.above(self._plain(place))
            above = float(self.law.both(known[place])[0].mid())
            mass, counts = max(min(above, whole - above), 0.0), sharp * sign * (float(self.corner) + place * step)
            if mass == 0.0:
                return math.inf
            rare = -math.log(mass) - counts
            return math.exp(min(700.0, rare / 2)) / 8 if rare > -math.log(sharp * step) else 0.0

        least = 1 << max(0, final.bit_length() - MOST_CELLS)
        most = max(least, int(1 / (16 * sharp * step)))
        place, size = 0, least
        while place < final:
            size = min(2 * size, most, final - place)
            while size > least and min(allowed(place), allowed(place + size)) < size:
                size = size // 2
            allowed(place + size)
            before, after = known[place], known[place + size]
            self.cells.append(Cell(place, place + size, (before[0] - after[0], before[1] - after[1])))
            place += size

    def _plain(self, place: int) -> Any:
        """Return the l whose loss log(1 - q + q e^l) is at a place of the grid."""
        loss = arb(self.corner + place * self.width)
        if self.law.rate == 1:
            return loss
        return arb.neg_inf() if place == 0 and self.is_least else (loss.expm1() / self.law.rate.ball()).log1p()

    def upper(self, bits: int) -> Masses:
        """Split the cells and the points."""
        sign = -1 if self.law.added else 1
        corner = sign * self.corner
        found: dict[int, Any] = {}
        for cell in self.cells:
            a, b = self.law.both(cell.masses)
            low, high = (cell.low, cell.high) if sign > 0 else (-cell.high, -cell.low)
            up = (a - arb(corner + low * self.width).exp() * b) / -(-arb((high - low) * self.width)).expm1()
            found[low] = found.get(low, 0) + down(a - up, bits)
            found[high] = found.get(high, 0) + down(up, bits)
        rest = Masses.of_cells(found, corner, self.width)
        atoms = [(self.law.both(masses)[0], sign * loss) for loss, masses in self.points]
        return rest.plus(split(atoms, self.width, corner, bits)) if atoms else rest

    def lower(self, bits: int, sharp: float) -> Masses:
        """Merge the cells and the points."""
        found = [self.law.both(cell.masses) for cell in self.cells]
        found += [self.law.both(masses) for _, masses in self.points]
        atoms = [(mass, b / a) for a, b in found if (mass := down(a, bits))]
        sign = -1 if self.law.added else 1
        if self.points and self.cells:
            atoms.sort(key=lambda atom: -float(atom[1].mid()))
        elif sign < 0:
            atoms.reverse()
        if not atoms:
            return Masses(0, [], fmpq(0), self.width)
        masses, ratios = [int(mass) for mass, _ in atoms], [ratio for _, ratio in atoms]
        return _best((self._merged(masses, ratios, mode) for mode in starts(masses)), sharp)

    def _merged(self, masses: list[int], ratios: list[Any], mode: int) -> Masses:
        """Return the masses of groups made from the outcome `mode` upwards and downwards, on a grid through it."""
        corner = _rational((-ratios[mode].log()).lower()) - fmpq(1, 1 << MARGIN)
        targets: dict[int, Any] = {}
        guesses = [math.floor(-float((ratio.log() + arb(corner)) / arb(self.width))) for ratio in ratios]

        def gain(place: int, target: int) -> int:
            if target not in targets:
                targets[target] = arb(corner + target * self.width).exp()
            return _scaled(1 - targets[target] * ratios[place])

        return Masses.of_cells(merged(masses, guesses, gain, mode, tolerance_of(self.width)), corner, self.width)


def starts(masses: Sequence[int]) -> list[int]:
    """Return good places to start groups from, the place of the largest mass and each end with much mass."""
    mode = max(range(len(masses)), key=lambda place: masses[place])
    return [mode, *(end for end in (0, len(masses) - 1) if end != mode and masses[end] << HEAVY > masses[mode])]


def _best(found: Iterable[Masses], sharp: float) -> Masses:
    """Return the masses that give the most away, with about the largest sum of mass times e^(sharp loss)."""

    def moment(masses: Masses) -> Any:
        ratio = (arb(sharp) * arb(masses.width)).exp()
        start = arb(sharp) * arb(masses.corner + masses.low * masses.width)
        return (fmpz_poly(list(masses.values))(ratio)).log() + start

    several = list(found)
    return several[0] if len(several) == 1 else max(several, key=lambda masses: float(moment(masses).mid()))


def tolerance_of(width: Any) -> int:
    """Return the gain, times 2^FINE, given away to keep groups short, which is half of the width squared."""
    return int(fmpz(1 << FINE) * width.p**2 // (2 * width.q**2))


def _scaled(ball: Any, bits: int = FINE) -> int:
    """Return the largest integer n with n 2^-bits certainly at most the number."""
    return int((ball.lower() * arb(2) ** bits).floor().unique_fmpz())


def _rational(point: Any) -> Any:
    """Return an exact ball as a rational."""
    mantissa, exponent = point.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _floor(ball: Any) -> int:
    return math.floor(float(ball.mid()))


def merged(
    masses: list[int], guesses: list[int], gain: Callable[[int, int], int], mode: int, tolerance: int
) -> dict[int, int]:
    """Return the masses of groups at targets. In each group the sum of mass times gain is >= 0.

    `masses` belong to outcomes in the order of rising ratios. `gain(place, target)` is at most 2^FINE (1 - T b/a) for
    the outcome at that place, a/b its ratio, and falls in the target, so a group has A >= T B if the sum is >= 0.
    `guesses` are about the targets of the outcomes. The outcome `mode` makes a group of its own, at the target 0, and
    groups are made from there upwards and downwards. If masses fall away from the mode, each takes little from the
    next outcome. A gain up to the tolerance is given away.
    """
    found: dict[int, int] = {}
    start = 0
    while gain(mode, start) < 0:
        start -= 1
    found[start] = masses[mode]
    _upwards(masses, guesses, gain, mode, tolerance, found)
    _downwards(masses, guesses, gain, mode, found)
    return found


def _upwards(
    masses: list[int],
    guesses: list[int],
    gain: Callable[[int, int], int],
    mode: int,
    tolerance: int,
    found: dict[int, int],
) -> None:
    """Make groups above the mode, from the outcomes below a target and enough of those above to compensate."""
    place, end, target = mode + 1, len(masses), 1
    left = masses[place] if place < end else 0
    while place < end:
        target = max(target, guesses[place])
        if gain(place, target) > tolerance:
            target += 1
        balance, group, members = 0, 0, []
        while place < end:
            worth = gain(place, target)
            part = left
            if worth > tolerance:
                if balance >= 0:
                    break
                part = min(left, -(balance // worth))
            balance, group = balance + part * worth, group + part
            members.append((place, part))
            left -= part
            if left == 0:
                place += 1
                left = masses[place] if place < end else 0
        if balance >= 0:
            found[target] = found.get(target, 0) + group
        else:  # nothing is left above, so each is put below itself
            for member, part in members:
                own = min(target, guesses[member] + 1)
                while gain(member, own) < 0:
                    own -= 1
                found[own] = found.get(own, 0) + part
        target += 1


def _downwards(
    masses: list[int], guesses: list[int], gain: Callable[[int, int], int], mode: int, found: dict[int, int]
) -> None:
    """Make groups below the mode, from the outcomes above a target and as much of those below as they compensate."""
    place, target = mode - 1, -1
    left = masses[place] if place >= 0 else 0
    while place >= 0:
        target = min(target, guesses[place] + 1)
        while gain(place, target) < 0:
            target -= 1
        balance, group = 0, 0
        while place >= 0:
            worth = gain(place, target)
            part = left if worth >= 0 else min(left, balance // -worth)
            if part == 0 and left:
                break
            balance, group = balance + part * worth, group + part
            left -= part
            if left == 0:
                place -= 1
                left = masses[place] if place >= 0 else 0
        found[target] = found.get(target, 0) + group
        target -= 1


def halved_above(masses: Masses, bits: int) -> Masses:
    """Keep every second point of the grid, split those between to both sides and lose the rounded parts."""
    low, values, fine = masses.low, masses.values, bits + GUARD
    up = _scaled(1 / (1 + (-arb(masses.width)).exp()), fine)
    down = _scaled(1 / (1 + arb(masses.width).exp()), fine)
    found: dict[int, Any] = {}
    for place, value in enumerate(values, low):
        half = place >> 1
        if place & 1:
            found[half] = found.get(half, 0) + ((value * down) >> fine)
            found[half + 1] = (value * up) >> fine
        else:
            found[half] = found.get(half, 0) + value
    return Masses.of_cells(found, masses.corner, 2 * masses.width)


def halved_below(masses: Masses, sharp: float) -> Masses:
    """Merge the points into a grid of half as many points, which begins between two of them."""
    if len(masses.values) < 2:
        return Masses(0, masses.values, masses.corner + masses.low * masses.width, 2 * masses.width)
    values = [int(value) for value in masses.values]
    pairs = [values[place] + values[place + 1] for place in range(len(values) - 1)]
    found = [_halved_from(masses, values, mode) for mode in starts(pairs)]
    return _best([*found, _one_group(masses)] if len(values) < FEW_POINTS else found, sharp)


def _one_group(masses: Masses) -> Masses:
    """Return all points as one group, on a grid of half as many points, to forget a run that is narrow on it."""
    second = fmpz_poly(list(masses.values))((-arb(masses.width)).exp())
    whole = sum(masses.values, fmpz(0))
    shift = _rational((whole / second).log().lower())
    return Masses(0, [whole], masses.corner + masses.low * masses.width + shift, 2 * masses.width)


def _halved_from(masses: Masses, values: list[int], mode: int) -> Masses:
    """Return the groups on both sides of the outcomes at `mode` and the next place, which are one group."""
    width, both = arb(masses.width), values[mode] + values[mode + 1]
    ratio = both / (values[mode] + values[mode + 1] * (-width).exp())
    shift = _rational(ratio.log().lower())
    gains: dict[int, int] = {}

    def gain(place: int, target: int) -> int:
        apart = place - mode - 2 * target
        if apart not in gains:
            gains[apart] = _scaled(-(arb(shift) - apart * width).expm1())
        return gains[apart]

    found, upper, lower = {0: both}, [0, *values[mode + 2 :]], [*values[:mode], 0]
    guesses = [(place + 1) // 2 for place in range(len(upper))]
    moved = [(place - mode) // 2 for place in range(len(lower))]
    tolerance = tolerance_of(masses.width)
    _upwards(upper, guesses, lambda place, target: gain(mode + 1 + place, target), 0, tolerance, found)
    _downwards(lower, moved, gain, mode, found)
    corner = masses.corner + (masses.low + mode) * masses.width + shift
    return Masses.of_cells(found, corner, 2 * masses.width)


def power(masses: Masses, count: int, bits: int, halvings: int, halved: Callable[[Masses], Masses]) -> Masses:
    """Return the masses of `count` runs, with so many halvings of the points, one after each second squaring."""
    squarings = count.bit_length() - 1
    found, once = masses, masses
    for number, bit in enumerate(bin(count)[3:], 1):
        found = found.times(found, bits)
        if is_halved(squarings - number, halvings):
            found, once = halved(found), halved(once)
        if bit == "1":
            found = found.times(once, bits)
    return found


def is_halved(left: int, halvings: int) -> bool:
    """Return whether points are halved when so many squarings are left."""
    return left % 2 == 1 and left // 2 < halvings


def runs_of(law: Sampled, count: int, width: Any, bits: int, sharp: float) -> tuple[Masses, Masses]:
    """Return the masses of `count` runs on a grid of this width, from above and from below.

    Both are the same if losses are scattered. The splitting is then subtracted from the lower bound (`spread_of`).
    """
    halvings = halvings_of(count)
    cells = Cells.of(law, width / (1 << halvings), bits, sharp)
    above = power(cells.upper(bits), count, bits, halvings, partial(halved_above, bits=bits))
    if law.is_scattered():
        return above, above
    return above, power(cells.lower(bits, sharp), count, bits, halvings, partial(halved_below, sharp=sharp))


def spread_of(law: Sampled, count: int, width: Any) -> Any:
    """Return the sum of the squares of the lengths in which the losses of runs were split, for the lower bound.

    It is 0 for laws whose lower bound is made of groups.
    """
    if not law.is_scattered():
        return fmpq(0)
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


def sketch(law: Sampled) -> list[tuple[float, float]]:
    """Guess a few (loss, mass under the first distribution), with a mean of e^-loss of 1."""
    reach, before = law.noise.reach(60), None
    removed, sign = Sampled(law.noise, law.rate), -1 if law.added else 1
    points = [(removed.loss(plain), law.both((q, p))[0]) for plain, q, p in law.noise.points(60)]
    for place in range(SAMPLES + 1):
        after = law.both(law.noise.above(reach * (fmpq(2 * place, SAMPLES) - 1)))[0]
        if before is not None:
            points.append((removed.loss(reach * (fmpq(2 * place - 1, SAMPLES) - 1)), before - after))
        before = after
    found = [(sign * float(loss.mid()), float(mass.mid())) for loss, mass in points]
    found = [(loss, mass) for loss, mass in found if mass > 0]
    off = sum(mass * math.exp(min(-loss, 700.0)) for loss, mass in found) / sum(mass for _, mass in found)
    return [(loss + math.log(off), mass) for loss, mass in found] if 1 / 2 < off < 2 else found
