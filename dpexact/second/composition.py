"""The kinds about compositions: laws of noise, each repeated, keep delta at E, by masses on a lattice of ratios.

Masses on the lattice are integers over 2^bits, always too large, or always too small if a delta is refuted. A list of
them is multiplied as one long decimal number, which the standard library does fast. The cells of a law, or its groups
of cells, stand on the lattice of ratios. The laws themselves are in `noise_laws`.
"""

from __future__ import annotations

import decimal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from dpexact.second import noise_laws
from dpexact.second.document import array, integer, position, with_keys
from dpexact.second.fields import ONE, Field
from dpexact.second.interval import Interval, Scale, finite_end
from dpexact.second.meter import Meter, need, within
from dpexact.second.noise_laws import CELLS, Piece, Run, fraction, quotient_between, short
from dpexact.second.rows import Bounds

COUNT, SHARES = 2**40, 32
FORMS = {  # the parameters, the evidence, and the function that cuts it
    "gaussian": (("sigma", "sensitivity", "rate"), ("precision", "edges"), noise_laws.line),
    "gaussian_mixture": (("sigma", "sensitivities", "weights"), ("precision", "edges"), noise_laws.line),
    "binomial": (("trials", "sensitivity"), ("least", "greatest"), noise_laws.binomial),
    "skellam": (("variance", "sensitivity"), ("least", "greatest"), noise_laws.skellam),
    "shuffled": (("local_factor", "users"), ("precision", "edges", "least", "greatest", "reach"), noise_laws.shuffled),
    "laplace": (("scale", "sensitivity", "rate"), ("precision", "edges"), noise_laws.line),
    "discrete_gaussian": (("sigma", "sensitivity", "rate"), ("least", "greatest"), noise_laws.discrete_gaussian),
    "discrete_laplace": (("base", "sensitivity", "rate"), (), noise_laws.discrete_laplace),
    "randomized_response": (("truth", "categories"), (), noise_laws.response),
    "finite": (("first", "second"), (), noise_laws.finite),
}
KIND, REFUTED = "composition", "composition-refuted"
KINDS = KIND, REFUTED
BITS, LENGTH, REACH, LAWS, HALVINGS = 2**10, 2**20, 2**12, 2**10, 2**6
GUARD = 96
Group = tuple[
    int | None, int, int
]  # a place, and masses of both laws, the first not too large, the other not too small
Cell = tuple[Piece, tuple[int, int]]  # its mass goes to the two places, i < j


def run_of(law: Any, part: Any, key: str, *more: str) -> Run:
    """Return a law with the list of this key of its evidence."""
    name = law.get("law") if type(law) is dict else None
    need(type(name) is str and name in FORMS, "law", f"a law is none of {', '.join(FORMS)}")
    own, cut, _ = FORMS[str(name)]
    keys = (key, *more, *cut, *(("levels",) if type(part) is dict and "levels" in part else ()))
    with_keys(law, "law", "count", *own, where=str(name))
    with_keys(part, *keys, where="cells")
    content = law | part
    listed = array(content[key], key)
    count = integer(content["count"])
    within(count, COUNT, "runs of a law")
    within(len(listed), CELLS, "cells of a law")
    need(count >= 1, "law", "a law runs at least once")
    rate = fraction(content["rate"]) if "rate" in content else Fraction(1)
    need(0 <= rate <= 1, "law", "a rate is a number from 0 to 1")
    return Run(count, listed, rate, content)


def pieces_of(run: Run, cells: int, field: Field, scale: Scale) -> list[Piece]:
    """Return so many pieces of a law, whose first mass is that at the rate."""
    within(cells, CELLS, "cells of a law")
    if "edges" in run.content:  # before each of them is paid for
        edges = array(run.content["edges"], "edges")
        expected = len(edges) + (2 if run.content["law"] == "shuffled" else 1)
        need(expected == cells, "places", f"{cells} pairs of places for {expected} cells")
    field.meter.pay(cells * scale.places * 8)
    pieces = list(FORMS[run.content["law"]][2](run, field, scale))
    need(len(pieces) == cells, "places", f"{cells} pairs of places for {len(pieces)} cells")
    rate, whole = run.rate.as_integer_ratio()

    def mixed(p: Interval, q: Interval) -> Interval:
        ends = rate * p.low + (whole - rate) * q.low, rate * (p.high or 0) + (whole - rate) * finite_end(q)
        return Interval(ends[0] // whole, None if p.high is None else -(-ends[1] // whole))

    return [Piece(mixed(p, other), other, mixed(ratio, scale.whole)) for p, other, ratio in pieces]


def cells_of(run: Run, field: Field, scale: Scale) -> list[Cell]:
    """Return the pieces of a law with their places on the lattice."""
    pairs = [(short(i), short(j)) for i, j in (array(pair, "places", 2) for pair in run.listed)]
    need(all(i < j for i, j in pairs), "places", "the places of a cell do not increase")
    return list(zip(pieces_of(run, len(pairs), field, scale), pairs, strict=True))


def groups_of(run: Run, field: Field, scale: Scale, *, added: bool) -> Iterator[Group]:
    """Yield the groups of the evidence, each of the cells up to a part of one."""
    groups = [array(group, "group", 3) for group in run.listed]
    ends = [(position(cell, CELLS, "groups", "a cell"), integer(share)) for _, cell, share in groups]
    pieces = pieces_of(run, 1 + max((cell for cell, _ in ends), default=-1), field, scale)
    cells = [(q, p) for p, q, _ in reversed(pieces)] if added else [(p, q) for p, q, _ in pieces]
    before, whole = (0, 0), 1 << SHARES
    for (place, _, _), end in zip(groups, ends, strict=True):
        need(before < end and 0 <= end[1] <= whole, "groups", "the ends of groups do not increase")
        mass = other = 0
        for k in range(before[0], end[0] + 1):
            part = (end[1] if k == end[0] else whole) - (before[1] if k == before[0] else 0)
            mass += cells[k][0].low * part
            other += finite_end(cells[k][1]) * part
        before = end
        yield None if place is None else integer(place), mass >> SHARES, -(-other >> SHARES)


class Level(NamedTuple):
    """Every second ratio is kept, so many times, and then the places between two."""

    halvings: int
    least: int
    greatest: int


def level_of(halvings: Any, low: Any, high: Any) -> Level:
    """Return a level, on which the place 0 lies."""
    level = Level(position(halvings, HALVINGS, "lattice", "halvings"), integer(low), integer(high))
    need(level.least <= 0 <= level.greatest, "lattice", "the place 0 is not on the lattice")
    within(level.greatest - level.least, LENGTH, "places of the lattice")
    return level


def levels_of(run: Run, last: Level) -> list[Level]:
    """Return the level of one run, and that after each squaring."""
    squarings = run.times.bit_length()
    if "levels" not in run.content:
        return [last] * squarings
    return [level_of(*array(level, "a level", 3)) for level in array(run.content["levels"], "levels", squarings)]


def require_true(statement: dict[str, Any], evidence: Any, field: Field) -> None:
    """Check a statement. Raises Rejected."""
    _, _, laws, *written = with_keys(statement, "kind", "generators", "laws", "exp_epsilon", "delta", where="statement")
    holds = statement["kind"] == KIND
    more, keys = (("cells",), ("places",)) if holds else (("laws", "direction"), ("groups", "corner"))
    g, bits, low, high, cells, *side = with_keys(
        evidence, "ratio", "bits", "lowest", "highest", *more, where="evidence"
    )
    need(side in ([], ["remove"], ["add"]), "direction", "the direction is neither remove nor add")
    listed = array(laws, "laws")
    within(len(listed), LAWS, "laws")
    runs = [run_of(law, part, *keys) for law, part in zip(listed, array(cells, "cells", len(listed)), strict=True)]
    last = level_of(0, low, high)
    levels = [levels_of(run, last) for run in runs]
    totals = {sum(level.halvings for level in several) for several in levels}
    need(len(totals) < 2, "lattice", "the laws end at different lattices")
    places = position(bits, BITS + 1, "lattice", "bits")
    e, delta, ratio = (field.quotient(x) for x in (*written, g))
    field.require_denominators()
    Bounds(field, e, delta).require_sense()
    need(field.is_positive(field.difference(ratio, ONE)), "lattice", "G is not greater than 1")
    levels.append([last._replace(halvings=sum(totals))])
    scale = scale_of(places, levels, quotient_between(ratio, field, Scale(64)))
    fine = Lattice(field.meter, places, holds, scale, quotient_between(ratio, field, scale), last)
    *chains, (end,) = [fine.chain(several) for several in levels]
    claimed, factor = field.times(delta.top, 1 << places), quotient_between(e, field, scale)
    several = [cells_of(run, field, scale) for run in runs] if holds else []
    for turned in (False, True) if holds else ():
        chosen = [[(x.turned(scale), (-j, -i)) for x, (i, j) in part] if turned else part for part in several]
        ones = [chain[0].one(part) for chain, part in zip(chains, chosen, strict=True)]
        proved = end.delta(end.all_of(ones, runs, chains), factor)
        enough = field.signs.is_negative_nowhere(field.minus(claimed, field.times(delta.bottom, proved)))
        need(enough, "bound", "the cells do not prove a delta as small as this")
    if holds:
        return
    ones = []
    for run, chain in zip(runs, chains, strict=True):
        corner = fraction(run.content["corner"])
        need(corner > 0, "groups", "a corner is not positive")
        groups = groups_of(run, field, scale, added=side == ["add"])
        ones.append(chain[0].grouped(groups, scale.of(corner)))
        field.meter.pay(run.times.bit_length() * (16 + scale.places // 16))
        power = scale.power(scale.of(max(corner, 1 / corner)), run.times, 2 * REACH)
        factor = scale.over(factor, power) if corner >= 1 else scale.times(factor, power)
    more_than = field.minus(field.times(delta.bottom, end.delta(end.all_of(ones, runs, chains), factor)), claimed)
    need(field.signs.is_positive(more_than), "bound", "the groups refute no delta as large as this")


def scale_of(bits: int, levels: list[list[Level]], ratio: Interval) -> Scale:
    """Return the arithmetic with as many places as the greatest ratio of all lattices needs."""
    ends = (
        level.greatest - level.least << sum(x.halvings for x in several[: k + 1])
        for several in levels
        for k, level in enumerate(several)
    )
    rough = Scale(64)
    whole, reach = rough.one, 0
    for digit in format(max(ends), "b"):
        whole = -(-whole * whole * (finite_end(ratio) if digit == "1" else rough.one) >> 2 * rough.places)
        reach = whole.bit_length() - rough.places
        within(reach, REACH, "bits of a ratio of the lattice")
    return Scale(bits + GUARD + 2 * max(0, reach))


@dataclass(frozen=True)
class Masses:
    """Masses at the places from `start` on, and the one at infinity, over 2^bits."""

    start: int
    values: list[int]
    beyond: int


@dataclass(frozen=True)
class Lattice:
    """The ratios G^i, from the least place to the greatest."""

    meter: Meter
    bits: int
    up: bool  # masses are too large. If a delta is refuted, they are too small
    scale: Scale
    ratio: Interval
    level: Level
    finer: tuple[Interval, ...] = ()  # the ratios that this one is the square of, and so on

    def coarser(self, level: Level) -> Lattice:
        """Return the lattice of a level."""
        ratio, finer = self.ratio, list[Interval]()
        for _ in range(level.halvings):
            finer.append(ratio)
            self.meter.pay(16 + self.scale.places // 16)
            ratio = self.scale.power(ratio, 2, REACH)
        return replace(self, ratio=ratio, level=level, finer=tuple(finer))

    def chain(self, levels: Sequence[Level]) -> list[Lattice]:
        """Return the lattices of levels, each coarser than the one before."""
        return list(accumulate(levels, Lattice.coarser, initial=self))[1:]

    def at(self, place: int) -> Interval:
        """Return G^place."""
        within(abs(place), LENGTH, "a place")
        self.meter.pay(abs(place).bit_length() * (16 + self.scale.places // 16))
        ratio = self.scale.power(self.ratio, abs(place), REACH)
        return ratio if place >= 0 else self.scale.over(self.scale.whole, ratio)

    def mass(self, x: int, places: int) -> int:
        """Divide by 2^places, rounded up, or down if a delta is refuted."""
        return -(-x >> places) if self.up else x >> places

    def one(self, cells: Iterable[Cell]) -> Masses:
        """Return one run: the mass of each cell at its two places, the mass above them at infinity.

        If the ratio is above G^j, P - G^j Q is without mass of Q. If it is below G^i, Q is lowered to P/G^i. Then
        masses x and y at both places are to have x + y = a and x/G^i + y/G^j = b, so y = (a - G^i b)/(1 - G^(i - j)).
        """
        scale, beyond, shift = self.scale, 0, self.scale.places - self.bits
        masses: dict[int, int] = {}
        for (first, second, ratio), (i, j) in cells:
            mass = finite_end(first)
            if ratio.high is None:
                beyond += self.mass(mass, shift)
                continue
            low, high, apart = self.at(i), self.at(j), self.at(j - i)
            share = scale.over(high, Interval(ratio.high, ratio.high)).low if ratio.high else scale.one
            beyond += self.mass(-(-mass * max(0, scale.one - share) >> scale.places), shift)
            kept = min(scale.one, scale.over(Interval(ratio.low, None), low).low)
            left = mass - (low.low * (second.low * kept >> scale.places) >> scale.places)
            need(apart.low > scale.one, "lattice", "G cannot be told from 1")
            top = min(mass, -(-max(0, left) * finite_end(apart) // (apart.low - scale.one)))
            upper = self.mass(top, shift)
            masses[j] = masses.get(j, 0) + upper
            masses[i] = masses.get(i, 0) + max(0, self.mass(mass, shift) - upper)
        return self.gathered(masses, beyond)

    def grouped(self, groups: Iterable[Group], corner: Interval) -> Masses:
        """Return one run, with the mass of each group of cells at its place, whose ratio is no larger."""
        masses: dict[int, int] = {}
        beyond = 0
        for place, mass, other in groups:
            held = self.mass(mass, self.scale.places - self.bits)
            if place is None:
                beyond += 0 if other else held
                continue
            ratio = finite_end(self.scale.times(self.at(place), corner))
            need(mass << self.scale.places >= ratio * other, "groups", "a group has a smaller ratio than its place")
            masses[place] = masses.get(place, 0) + held
        return self.gathered(masses, beyond)

    def gathered(self, masses: dict[int, int], beyond: int) -> Masses:
        """Return the masses of one run from those at some places."""
        first, last = min(masses, default=0), max(masses, default=0)
        within(last - first, LENGTH, "places of a law")
        return self.inside(Masses(first, [masses.get(place, 0) for place in range(first, last + 1)], beyond))

    def inside(self, x: Masses) -> Masses:
        """Leave the lattice: from below to its least place, from above to infinity.

        If a delta is refuted, masses below are left out, and those above move to the greatest place.
        """
        least, greatest = self.level.least, self.level.greatest
        start, end = max(0, least - x.start), max(0, greatest - x.start + 1)
        kept, below, above = x.values[start:end], sum(x.values[:start]), sum(x.values[end:])
        first = min(max(x.start, least), greatest)
        if self.up:
            return Masses(first, [below + kept[0], *kept[1:]] if kept else [below], x.beyond + above)
        return Masses(first, [*kept[:-1], kept[-1] + above] if kept else [above], x.beyond)

    def composed(self, x: Masses, y: Masses) -> Masses:
        """Return the masses of two runs together."""
        bits = self.bits
        self.meter.pay(64 + (len(x.values) + len(y.values)) * (64 + bits // 2))
        values = [self.mass(value, bits) for value in convolution(x.values, y.values)]
        whole = (sum(x.values) + x.beyond) * (sum(y.values) + y.beyond) - sum(x.values) * sum(y.values)
        masses = Masses(x.start + y.start, values, self.mass(whole, bits))
        need(sum(masses.values) + masses.beyond <= 2 << bits, "bound", "the masses sum to more than 2")
        return masses

    def halved(self, x: Masses) -> Masses:
        """Part each mass between two ratios that are kept, from a finer lattice on.

        Masses x and y with x + y = a and x + y/g^2 = a/g have y = a/(1 + 1/g). If a delta is refuted, a mass b/g at
        the ratio 1/g goes with b at the ratio g, since together they have the ratio 1. Of masses a and b there, the
        first gives a b/(b + g a) or less.
        """
        scale, one = self.scale, self.scale.one
        for ratio in self.finer:
            values = [0] * (x.start % 2) + x.values + [0, 0]
            between = values[1::2]
            self.meter.pay(len(between) * (64 + self.bits // 2))
            if self.up:
                share = scale.over(self.scale.whole, scale.plus(self.scale.whole, scale.over(self.scale.whole, ratio)))
                upper = [self.mass(value * min(one, finite_end(share)), scale.places) for value in between]
            else:
                g = finite_end(ratio)
                wanted = [a * b * one // (b * one + g * a) if b else 0 for a, b in pairwise([*between, 0])]
                held = [value - part for value, part in zip(between, wanted, strict=True)]
                upper = [min(part, above * one // g) for part, above in zip(wanted, [*held[1:], 0], strict=True)]
            lower = [value - part for value, part in zip(between, upper, strict=True)]
            moved = zip(values[::2], lower, [0, *upper], strict=False)
            x = Masses(x.start // 2, [sum(parts) for parts in moved], x.beyond)
        return x

    def all_of(self, ones: Iterable[Masses], runs: Iterable[Run], chains: Iterable[Sequence[Lattice]]) -> Masses:
        """Return the masses of all runs together, by squares, after each of which a lattice may be coarser."""
        total = Masses(0, [1 << self.bits], 0)
        for one, run, chain in zip(ones, runs, chains, strict=True):
            power, several = one, None
            for place, lattice in enumerate(chain):
                if place:
                    power = lattice.inside(lattice.halved(lattice.composed(power, power)))
                several = several and lattice.inside(lattice.halved(several))
                if run.times >> place & 1:
                    several = lattice.inside(lattice.composed(several, power)) if several else power
            total = self.inside(self.composed(total, several)) if several else total
        return total

    def delta(self, masses: Masses, factor: Interval) -> int:
        """Return the sum of the parts 1 - E/G^i of the masses, if they are positive, and of the mass at infinity."""
        scale, total, up = self.scale, 0, self.up
        self.meter.pay(len(masses.values) * (32 + scale.places // 16))
        ends = scale.over(factor, self.at(masses.start)), scale.over(self.scale.whole, self.ratio)
        paid, inverse = (x.low if up else finite_end(x) for x in ends)
        for value in masses.values:
            total += value * max(0, scale.one - paid)
            paid = paid * inverse >> scale.places if up else -(-paid * inverse >> scale.places)
        return masses.beyond + self.mass(total, scale.places)


def convolution(x: list[int], y: list[int]) -> list[int]:
    """Multiply two polynomials with coefficients >= 0: as decimal numbers, their digits in slots that never carry."""
    if not x or not y:
        return []
    most = max(1, *x) * max(1, *y) * min(len(x), len(y))
    slot = len(str(most)) if most < 10**600 else most.bit_length() * 30103 // 100000 + 2
    context = decimal.Context(
        prec=decimal.MAX_PREC if slot * (len(x) + len(y)) > 10**6 else 10**6 + slot,
        Emax=decimal.MAX_EMAX,
        Emin=decimal.MIN_EMIN,
        traps=[decimal.Inexact, decimal.Rounded, decimal.Overflow],
    )
    known = [x] if x is y else [x, y]
    several = [context.create_decimal("".join(str(value).zfill(slot) for value in reversed(part))) for part in known]
    digits = format(context.multiply(several[0], several[-1]), "f").zfill(slot * (len(x) + len(y) - 1))
    size = len(digits)
    return [int(digits[max(0, size - slot * (k + 1)) : size - slot * k]) for k in range(len(x) + len(y) - 1)]
