"""Masses on a lattice of likelihood ratios, each an integer over 2^bits, and their products.

A bound has a mass at each ratio G^i, i from the lowest to the highest place, and one at infinity. If it is rounded up,
more mass, or mass at a larger ratio, gives no less delta. If it is rounded down, masses and ratios give no more. "(n)"
and "(rn)" are lines of docs/certificate-format.md, as in `composition`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from flint import fmpz, fmpz_poly

from dpexact.kernel.bracket import Bracket, divided, inverse, power, times
from dpexact.kernel.budget import MAX_WORDS, Budget, require_size
from dpexact.kernel.document import Rejected, integer, position
from dpexact.kernel.noise import GUARD, Cell, at_most, demand, fixed
from dpexact.kernel.noise_laws import Group

MAX_PLACES = 2**20
MAX_REACH = 2**12  # bits of a likelihood ratio of the lattice
MAX_HALVINGS = 2**6  # of a lattice at once


@dataclass(frozen=True)
class Bound:
    """Masses at the places from `first` on, and at infinity."""

    first: int
    masses: fmpz_poly
    infinite: fmpz

    def repeated(self, count: int, levels: Sequence[Grid]) -> Bound:
        """Return the bound of so many runs, the product of squares of squares, each with a level of its own."""
        bound, power = levels[0].nothing(), self
        for place, grid in enumerate(levels):
            bound = grid.within(grid.halved(bound))
            if place:
                power = grid.within(grid.halved(grid.times(power, power)))
            bound = grid.product(bound, power) if count >> place & 1 else bound
        return bound


@dataclass(frozen=True)
class Grid:
    """The places, of which place i is at the ratio G^i, and G lies in a bracket. Masses are rounded up, or down."""

    base: Bracket
    bits: int
    lowest: int
    highest: int
    budget: Budget
    up: bool = True
    halvings: int = 0  # since the lattice of the evidence
    finer: tuple[Bracket, ...] = ()  # the ratios of the lattices from the level before to this one

    def between(self, lowest: fmpz, highest: fmpz) -> Grid:
        """Return the lattice with other ends."""
        demand(lowest <= 0 <= highest, "lowest <= 0 <= highest", "lattice")
        require_size(highest - lowest, MAX_PLACES, "places of the lattice")
        grid = replace(self, lowest=int(lowest), highest=int(highest))
        grid.ratio(grid.highest - grid.lowest)  # not too large
        return grid

    def coarser(self, halvings: object, lowest: object, highest: object) -> Grid:
        """Decode a level, with every second place so often, and other ends."""  # (10)
        base, finer = self.base, list[Bracket]()
        for _ in range(position(halvings, MAX_HALVINGS, "lattice")):
            finer.append(base)
            self.budget.power([2], self.bits + GUARD)
            base = times(base, base, self.bits + GUARD)
            self.require_reach(base)
        grid = replace(self, base=base, halvings=self.halvings + len(finer), finer=tuple(finer))
        return grid.between(integer(lowest), integer(highest))

    def nothing(self) -> Bound:
        """Return the bound of no run, with all mass at the ratio 1."""
        return Bound(0, fmpz_poly([fmpz(1) << self.bits]), fmpz(0))

    def shifted(self, x: fmpz, bits: int) -> fmpz:
        """Divide by 2^bits, with the rounding of masses."""
        return -(-x >> bits) if self.up else x >> bits

    def ratio(self, place: int) -> Bracket:
        """Enclose G^place."""
        require_size(abs(place), MAX_PLACES, "a place")
        self.budget.power([place], self.bits + GUARD)
        ratio = power(self.base, abs(place), self.bits + GUARD)
        self.require_reach(ratio)
        return ratio if place >= 0 else inverse(ratio, self.bits + GUARD)

    def require_reach(self, ratio: Bracket) -> None:
        """Require that a ratio is not too large."""
        require_size(ratio.high.bit_length() + ratio.e, MAX_REACH, "bits of a likelihood ratio of the lattice")

    def split(self, cells: Iterable[Cell]) -> Bound:
        """Put each cell at its two places, and the mass that may be above them at infinity."""
        masses: dict[int, fmpz] = {}
        infinite, width = fmpz(0), self.bits + GUARD
        one = fmpz(1) << width
        for (first, second, least, greatest), i, j in cells:
            a, b = first.most, second.least
            if greatest is None:  # (3)
                infinite += a
                continue
            low, high = self.ratio(i), self.ratio(j)
            over = one - at_most(high, greatest, width)
            infinite += -divided(-a * over, one, 0)  # (4)
            kept = fmpz(0) if least is None else b * at_most(least, low, width)  # (5)
            kept = divided(kept * low.low, one, low.e) if kept else kept
            share = one - fixed(inverse(self.ratio(j - i), width), width).most
            if share <= 0:
                raise Rejected("lattice", f"G^{j - i} is too near to 1 for this many bits")
            up = min(a, -divided(-max(fmpz(0), a - kept), share, width))  # (6)
            masses[i] = masses.get(i, fmpz(0)) + a - up
            masses[j] = masses.get(j, fmpz(0)) + up
        return self.gathered(masses, infinite)

    def placed(self, groups: Iterable[Group], corner: Bracket) -> Bound:
        """Put each group at its place from the corner on, which has no larger ratio."""
        masses: dict[int, fmpz] = {}
        infinite, width = fmpz(0), self.bits + GUARD
        for place, a, b in groups:
            if place is None:
                infinite += a if b == 0 else 0  # (r2)
                continue
            high = times(self.ratio(place), corner, width)
            if b and a < fixed(times(high, Bracket(b, b, 0), width), 0).most:  # (r3)
                raise Rejected("groups", f"a group at the place {place} has a smaller ratio")
            masses[place] = masses.get(place, fmpz(0)) + a
        return self.gathered(masses, infinite)

    def gathered(self, masses: dict[int, fmpz], infinite: fmpz) -> Bound:
        """Return the bound of one run with these masses."""
        first, last = min(masses, default=0), max(masses, default=0)
        require_size(last - first, MAX_PLACES, "places of a law")
        listed = fmpz_poly([masses.get(i, fmpz(0)) for i in range(first, last + 1)])
        return self.within(Bound(first, listed, infinite))

    def within(self, x: Bound) -> Bound:
        """Move mass below the lowest place there, and mass above the highest to infinity.

        If masses are rounded down, leave out the former, and move the latter to the highest place.
        """
        masses = x.masses.coeffs()
        start, end = (max(0, place - x.first) for place in (self.lowest, self.highest + 1))
        below, kept, above = sum(masses[:start], fmpz(0)), masses[start:end], sum(masses[end:], fmpz(0))
        first = min(max(x.first, self.lowest), self.highest)
        if self.up and below:
            kept = [below + kept[0], *kept[1:]] if kept else [below]  # (7)
        elif above and not self.up:
            kept = [*kept[:-1], kept[-1] + above] if kept else [above]  # (r4)
        return Bound(first, fmpz_poly(kept), x.infinite + above if self.up else x.infinite)

    def times(self, x: Bound, y: Bound) -> Bound:
        """Return the bound of both runs: masses multiply, places add up."""  # (8), (r5)
        lengths = len(x.masses) + len(y.masses)
        require_size(lengths * (2 + self.bits // 32), MAX_WORDS, "words of a product")
        self.budget.spend(64 + lengths * (16 + self.bits // 4))
        masses = [self.shifted(mass, self.bits) for mass in (x.masses * y.masses).coeffs()]
        infinite = x.infinite * (y.masses(1) + y.infinite) + x.masses(1) * y.infinite
        bound = Bound(x.first + y.first, fmpz_poly(masses), self.shifted(infinite, self.bits))
        if bound.masses(1) + bound.infinite > fmpz(2) << self.bits:  # else masses might double in length each time
            raise Rejected("bound", f"masses of {self.bits} bits, rounded up, come to more than 2 in all")
        return bound

    def product(self, x: Bound, y: Bound) -> Bound:
        """Return the bound of both runs between the ends."""
        return self.within(self.times(x, y))

    def halved(self, x: Bound) -> Bound:
        """Divide each mass at an odd place of a finer lattice among the two neighbors, and keep the even places."""
        width = self.bits + GUARD
        one = fmpz(1) << width
        for ratio in self.finer:
            masses = [*[fmpz(0)] * (x.first % 2), *x.masses.coeffs(), fmpz(0), fmpz(0)]
            odd = masses[1::2]
            self.budget.spend(len(odd) * (64 + self.bits // 4))
            if self.up:  # (10)
                share = -(-(one << width) // (one + fixed(inverse(ratio, width), width).least))
                top = [-(-mass * share >> width) for mass in odd]
            else:  # (r8)
                most = fixed(ratio, width).most
                share_of = pairwise([*odd, fmpz(0)])
                top = [(a * b << width) // ((b << width) + a * most) if b else b for a, b in share_of]
                held = [mass - part for mass, part in zip(odd, top, strict=True)]
                top = [
                    min(part, (above << width) // most) for part, above in zip(top, [*held[1:], fmpz(0)], strict=True)
                ]
            rest = [mass - part for mass, part in zip(odd, top, strict=True)]
            kept = fmpz_poly(masses[::2]) + fmpz_poly(rest) + fmpz_poly(top).left_shift(1)
            x = Bound(x.first // 2, kept, x.infinite)
        return x
