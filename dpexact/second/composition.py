"""The kind about compositions: laws of noise, each repeated, keep delta at E, by masses on a lattice of ratios.

Masses on the lattice are integers over 2^bits, always too large. A list of them is multiplied as one long decimal
number, which the standard library does fast. The laws themselves are in `noise`.
"""

from __future__ import annotations

import decimal
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, integer, position, with_keys
from dpexact.second.fields import Field, Quotient
from dpexact.second.meter import need, within
from dpexact.second.noise import (
    CELLS,
    Cell,
    Interval,
    Run,
    Scale,
    cells_of,
    finite_end,
    fraction,
    pieces_of,
    quotient_between,
    run_of,
)
from dpexact.second.signs import GivenSigns

KIND, REFUTED = "composition", "composition-refuted"
KINDS = KIND, REFUTED
SHARES = 32
BITS, LENGTH, REACH, LAWS = 2**10, 2**20, 2**12, 2**10
GUARD = 96


@dataclass(frozen=True)
class Case:
    """A decoded statement with its evidence."""

    field: Field
    signs: GivenSigns
    factor: Quotient
    delta: Quotient
    ratio: Quotient
    bits: int
    ends: tuple[int, int]
    laws: list[tuple[Any, Any]]
    side: str | None  # the direction that is refuted, None for a bound that holds


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: GivenSigns) -> Case:
    """Return the case of a statement."""
    _, _, laws, factor, delta = with_keys(
        statement, "kind", "generators", "laws", "exp_epsilon", "delta", where="statement"
    )
    need(not field.is_free, "generators", "composition: t is free")
    more = ("cells",) if statement["kind"] == KIND else ("laws", "direction")
    ratio, bits, low, high, cells, *side = with_keys(
        evidence, "ratio", "bits", "lowest", "highest", *more, where="evidence"
    )
    need(side in ([], ["remove"], ["add"]), "direction", "the direction is neither remove nor add")
    listed = array(laws, "laws")
    within(len(listed), LAWS, "laws")
    parts = list(zip(listed, array(cells, "cells", len(listed)), strict=True))
    ends = integer(low), integer(high)
    place = position(bits, BITS + 1, "lattice", "bits")
    numbers = [field.quotient(x) for x in (factor, delta, ratio)]
    return Case(field, signs, numbers[0], numbers[1], numbers[2], place, ends, parts, *side or [None])


def require_true(case: Case) -> None:
    """Check the statement.

    Raises Rejected.
    """
    field, signs = case.field, case.signs
    for number in (case.factor, case.delta, case.ratio):
        need(signs.is_positive(number.bottom), "denominator", "a denominator is not positive")
    need(signs.is_negative_nowhere(field.minus(case.factor.top, case.factor.bottom)), "exp-epsilon", "E < 1")
    need(signs.is_negative_nowhere(case.delta.top), "delta", "delta < 0")
    need(signs.is_negative_nowhere(field.minus(case.delta.bottom, case.delta.top)), "delta", "delta > 1")
    need(signs.is_positive(field.minus(case.ratio.top, case.ratio.bottom)), "lattice", "G is not greater than 1")
    need(case.ends[0] <= 0 <= case.ends[1], "lattice", "the place 0 is not on the lattice")
    within(case.ends[1] - case.ends[0], LENGTH, "places of the lattice")
    lattice = lattice_of(case)
    if case.side is not None:
        proved = lattice.refuted(case.side == "add")
        claimed = field.times(case.delta.top, 1 << case.bits)
        more = field.minus(field.times(case.delta.bottom, proved), claimed)
        need(signs.is_positive(more), "bound", "the groups refute no delta as large as this")
        return
    runs = [cells_of(law, part, field, signs, lattice.scale) for law, part in case.laws]
    factor = quotient_between(case.factor, field, signs, lattice.scale)
    for turned in (False, True):
        total = Masses(0, [1 << case.bits], 0)
        for count, cells in runs:
            chosen = [cell.turned(lattice.scale) for cell in cells] if turned else cells
            total = lattice.composed(total, lattice.repeated(lattice.one(chosen), count))
        least = lattice.delta(total, factor)
        claimed = field.times(case.delta.top, 1 << case.bits)
        enough = signs.is_negative_nowhere(field.minus(claimed, field.times(case.delta.bottom, least)))
        need(enough, "bound", "the cells do not prove a delta as small as this")


@dataclass(frozen=True)
class Masses:
    """Masses at the places from `start` on, and the one at infinity, over 2^bits."""

    start: int
    values: list[int]
    beyond: int


@dataclass(frozen=True)
class Lattice:
    """The ratios G^i, from the least place to the greatest."""

    case: Case
    scale: Scale
    ratio: Interval

    def at(self, place: int) -> Interval:
        """Return G^place."""
        within(abs(place), LENGTH, "a place")
        self.case.field.meter.pay(abs(place).bit_length() * (16 + self.scale.places // 16))
        found = self.scale.power(self.ratio, abs(place), REACH)
        return found if place >= 0 else self.scale.over(Interval(self.scale.one, self.scale.one), found)

    def up(self, x: int) -> int:
        """Round a mass over 2^places up to one over 2^bits."""
        return -(-x >> self.scale.places - self.case.bits)

    def one(self, cells: Iterable[Cell]) -> Masses:
        """Return one run: the mass of each cell at its two places, the mass above them at infinity.

        If the ratio is above G^j, P - G^j Q is without mass of Q. If it is below G^i, Q is lowered to P/G^i. Then
        masses x and y at both places are to have x + y = a and x/G^i + y/G^j = b, so y = (a - G^i b)/(1 - G^(i - j)).
        """
        scale, beyond = self.scale, 0
        found: dict[int, int] = {}
        for cell in cells:
            mass = cell.first.high or 0
            if cell.ratio.high is None:
                beyond += self.up(mass)
                continue
            low, high, apart = self.at(cell.low), self.at(cell.high), self.at(cell.high - cell.low)
            share = scale.over(high, Interval(cell.ratio.high, cell.ratio.high)).low if cell.ratio.high else scale.one
            beyond += self.up(-(-mass * max(0, scale.one - share) >> scale.places))
            kept = min(scale.one, scale.over(Interval(cell.ratio.low, None), low).low)
            left = mass - (low.low * (cell.second.low * kept >> scale.places) >> scale.places)
            need(apart.low > scale.one, "lattice", "G cannot be told from 1")
            top = min(mass, -(-max(0, left) * (apart.high or 0) // (apart.low - scale.one)))
            upper = self.up(top)
            found[cell.high] = found.get(cell.high, 0) + upper
            found[cell.low] = found.get(cell.low, 0) + max(0, self.up(mass) - upper)
        first, last = min(found, default=0), max(found, default=0)
        within(last - first, LENGTH, "places of a law")
        return self.cut(first, [found.get(place, 0) for place in range(first, last + 1)], beyond)

    def cut(self, start: int, values: list[int], beyond: int) -> Masses:
        """Leave the lattice: from below to its least place, from above to infinity."""
        least, greatest = self.case.ends
        inside: list[int] = values[max(0, least - start) : max(0, greatest - start + 1)]
        below, above = sum(values[: max(0, least - start)]), sum(values[max(0, greatest - start + 1) :])
        first = max(start, least)
        if below:
            inside = [inside[0] + below, *inside[1:]] if inside else [below]
        return Masses(first, inside, beyond + above)

    def composed(self, x: Masses, y: Masses) -> Masses:
        """Return the masses of two runs together."""
        self.case.field.meter.pay(64 + (len(x.values) + len(y.values)) * (64 + self.case.bits // 2))
        bits = self.case.bits
        values = [-(-value >> bits) for value in convolution(x.values, y.values)]
        whole = (sum(x.values) + x.beyond) * (sum(y.values) + y.beyond) - sum(x.values) * sum(y.values)
        found = self.cut(x.start + y.start, values, -(-whole >> bits))
        need(sum(found.values) + found.beyond <= 2 << bits, "bound", "the masses sum to more than 2")
        return found

    def repeated(self, x: Masses, count: int) -> Masses:
        """Return the masses of `count` >= 1 runs."""
        if count == 1:
            return x
        half = self.repeated(x, count // 2)
        square = self.composed(half, half)
        return self.composed(square, x) if count % 2 else square

    def delta(self, masses: Masses, factor: Interval) -> int:
        """Return the sum of the parts 1 - E/G^i of the masses, if they are positive, and of the mass at infinity."""
        scale, total = self.scale, 0
        self.case.field.meter.pay(len(masses.values) * (32 + scale.places // 16))
        inverse = scale.over(Interval(scale.one, scale.one), self.ratio).low
        paid = scale.over(factor, self.at(masses.start)).low
        for value in masses.values:
            total += value * max(0, scale.one - paid)
            paid = paid * inverse >> scale.places
        return masses.beyond - (-total >> scale.places)

    def refuted(self, added: bool) -> int:  # noqa: FBT001 - one of two directions
        """Return a delta that the laws do not keep, over 2^bits, from masses and ratios that are too small."""
        case, scale = self.case, self.scale
        total, factor = Masses(0, [1 << case.bits], 0), quotient_between(case.factor, case.field, case.signs, scale)
        for law, part in case.laws:
            run = run_of(law, part, "groups", "corner")
            corner = fraction(run.cut["corner"])
            need(corner > 0, "groups", "a corner is not positive")
            one = self.grouped(run, scale.of(corner), added)
            runs = one
            for digit in format(run.times, "b")[1:]:
                runs = self.below(runs, runs)
                runs = self.below(runs, one) if digit == "1" else runs
            total = self.below(total, runs)
            case.field.meter.pay(run.times.bit_length() * (16 + scale.places // 16))
            small = min(corner, 1 / corner)
            power = scale.power(scale.of(1 / small), run.times, 2 * REACH)
            factor = scale.over(factor, power) if corner >= 1 else scale.times(factor, power)
        inverse = scale.over(Interval(scale.one, scale.one), self.ratio)
        start = self.at(total.start)
        paid, found = finite_end(scale.over(factor, start)), 0
        case.field.meter.pay(len(total.values) * (32 + scale.places // 16))
        for value in total.values:
            found += value * max(0, scale.one - paid)
            paid = -(-paid * finite_end(inverse) >> scale.places)
        return total.beyond + (found >> scale.places)

    def grouped(self, run: Run, corner: Interval, added: bool) -> Masses:  # noqa: FBT001
        """Return one run, with the mass of each group of cells at its place, whose ratio is no larger."""
        scale, shift = self.scale, self.scale.places - self.case.bits
        groups = [array(group, "group", 3) for group in run.listed]
        ends = [(position(cell, CELLS, "groups", "a cell"), integer(share)) for _, cell, share in groups]
        count = 1 + max((cell for cell, _ in ends), default=-1)
        pieces = pieces_of(run, count, self.case.field, self.case.signs, scale)
        cells = [(q, p) for p, q, _ in reversed(pieces)] if added else [(p, q) for p, q, _ in pieces]
        found: dict[int, int] = {}
        beyond, before = 0, (0, 0)
        for (place, _, _), end in zip(groups, ends, strict=True):
            need(before < end and 0 <= end[1] <= 1 << SHARES, "groups", "the ends of groups do not increase")
            mass = other = 0
            for k in range(before[0], end[0] + 1):
                part = (end[1] if k == end[0] else 1 << SHARES) - (before[1] if k == before[0] else 0)
                mass += cells[k][0].low * part
                other += finite_end(cells[k][1]) * part
            before, mass, other = end, mass >> SHARES, -(-other >> SHARES)
            if place is None:
                beyond += 0 if other else mass >> shift
                continue
            ratio = scale.times(self.at(integer(place)), corner)
            need(
                mass << scale.places >= finite_end(ratio) * other,
                "groups",
                "a group has a smaller ratio than its place",
            )
            found[integer(place)] = found.get(integer(place), 0) + (mass >> shift)
        first, last = min(found, default=0), max(found, default=0)
        within(last - first, 2 * CELLS, "places of a law")
        return self.inside(first, [found.get(place, 0) for place in range(first, last + 1)], beyond)

    def inside(self, start: int, values: list[int], beyond: int) -> Masses:
        """Leave out masses below the lattice, and move those above it to its greatest place."""
        least, greatest = self.case.ends
        kept = values[max(0, least - start) : max(0, greatest - start + 1)]
        above = sum(values[max(0, greatest - start + 1) :])
        if above and kept:
            return Masses(max(start, least), [*kept[:-1], kept[-1] + above], beyond)
        return Masses(greatest, [above], beyond) if above else Masses(max(start, least), kept, beyond)

    def below(self, x: Masses, y: Masses) -> Masses:
        """Return the masses of two runs together, rounded down."""
        self.case.field.meter.pay(64 + (len(x.values) + len(y.values)) * (64 + self.case.bits // 2))
        values = [value >> self.case.bits for value in convolution(x.values, y.values)]
        whole = (sum(x.values) + x.beyond) * (sum(y.values) + y.beyond) - sum(x.values) * sum(y.values)
        return self.inside(x.start + y.start, values, whole >> self.case.bits)


def lattice_of(case: Case) -> Lattice:
    """Return the lattice, with as many places of its numbers as its greatest ratio needs."""
    width = case.ends[1] - case.ends[0]
    rough = Scale(64)
    step, whole, reach = quotient_between(case.ratio, case.field, case.signs, rough).high or 0, rough.one, 0
    for digit in format(width, "b"):
        whole = -(-whole * whole * (step if digit == "1" else rough.one) >> 2 * rough.places)
        reach = whole.bit_length() - rough.places
        within(reach, REACH, "bits of a ratio of the lattice")
    scale = Scale(case.bits + GUARD + 2 * max(0, reach))
    return Lattice(case, scale, quotient_between(case.ratio, case.field, case.signs, scale))


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
    first, second = (
        context.create_decimal("".join(str(value).zfill(slot) for value in reversed(part))) for part in (x, y)
    )
    digits = format(context.multiply(first, second), "f").zfill(slot * (len(x) + len(y) - 1))
    size = len(digits)
    return [int(digits[max(0, size - slot * (k + 1)) : size - slot * k]) for k in range(len(x) + len(y) - 1)]
