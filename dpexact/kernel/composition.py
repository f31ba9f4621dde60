"""Kind "composition": laws of noise, run many times, keep delta at E, if a record is removed or added.

"(n)" in a comment is line n of the section "Compositions" in docs/certificate-format.md. A bound has a mass over 2^bits
at each likelihood ratio G^i, i from the lowest to the highest place, and one at infinity. Whatever is rounded goes up:
more mass, or mass at a larger ratio, gives no less delta.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq, fmpz, fmpz_poly

from dpexact.kernel.bracket import Bracket, power
from dpexact.kernel.budget import MAX_WORDS, Budget, require_size
from dpexact.kernel.document import Rejected, array, fields, integer, position
from dpexact.kernel.field import Field, Polynomial, Quotient, decode_field
from dpexact.kernel.noise import GUARD, Cell, divided, enclosed, fixed, inverse, quotient
from dpexact.kernel.noise_laws import decode_law
from dpexact.kernel.numeral import rounded

KEYS = {"kind", "generators", "laws", "exp_epsilon", "delta"}
EVIDENCE = {"ratio", "bits", "lowest", "highest", "cells"}
MAX_BITS = 2**10  # of a mass
MAX_PLACES = 2**20
MAX_REACH = 2**12  # bits of a likelihood ratio of the lattice
MAX_LAWS = 2**10


@dataclass(frozen=True)
class Bound:
    """Masses at the places from `first` on, and at infinity."""

    first: int
    masses: fmpz_poly
    infinite: fmpz


def check_composition(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P(S) <= E Q(S) + delta for every event S, P and Q the laws of all runs, in both directions."""
    content, field, factor, (d, g) = decoded(statement, budget)
    proved, bits = proved_delta(content["laws"], factor, evidence, field)
    if field.sign(field.product(d, fmpz(1) << bits) - field.product(g, proved)) < 0:  # (9)
        raise Rejected("bound", f"the cells prove no delta below {rounded(fmpq(proved), -bits, up=False)}")


def decoded(statement: object, budget: Budget) -> tuple[dict[str, object], Field, Quotient, Quotient]:
    """Decode a statement, with its E >= 1 and its delta from 0 to 1."""
    content = fields(statement, KEYS, "statement")
    field = decode_field(content["generators"], budget)
    (e, f), (d, g) = (quotient(field, content[key]) for key in ("exp_epsilon", "delta"))
    for check, value, allowed, what in (
        ("denominator", f, (1,), "denominator of E"),
        ("denominator", g, (1,), "denominator of delta"),
        ("exp-epsilon", e - f, (0, 1), "E - 1"),
        ("delta", d, (0, 1), "delta"),
        ("delta", g - d, (0, 1), "1 - delta"),
    ):
        _require(field, check, value, allowed, what)
    return content, field, (e, f), (d, g)


def proved_delta(laws: object, factor: Quotient, evidence: object, field: Field) -> tuple[fmpz, int]:
    """Return the delta that the evidence proves at E >= 1, an integer over 2^bits, for the worse direction."""
    content = fields(evidence, EVIDENCE, "evidence")
    grid, listed = decode_grid(content, field), array(laws, "laws")
    require_size(len(listed), MAX_LAWS, "laws")
    parts = array(content["cells"], "cells", len(listed))
    runs = [decode_law(law, part, field, grid.bits) for law, part in zip(listed, parts, strict=True)]
    turned = [(count, [cell.reversed(grid.bits) for cell in cells]) for count, cells in runs]
    known = enclosed(field, factor, grid.bits + GUARD)
    return max(grid.delta(grid.composed(side), known) for side in (runs, turned)), grid.bits


def _require(field: Field, check: str, value: Polynomial, allowed: tuple[int, ...], what: str) -> None:
    if (sign := field.sign(value)) not in allowed:
        raise Rejected(check, f"{what}: expected a sign in {allowed} but it is {sign}")


def decode_grid(content: dict[str, object], field: Field) -> Grid:
    """Decode the lattice of the evidence."""
    bits, ends = (
        position(content["bits"], MAX_BITS + 1, "lattice"),
        [integer(content[k]) for k in ("lowest", "highest")],
    )
    top, bottom = ratio = quotient(field, content["ratio"])
    _require(field, "denominator", bottom, (1,), "denominator of G")
    _require(field, "lattice", top - bottom, (1,), "G - 1")
    if not ends[0] <= 0 <= ends[1]:
        raise Rejected("lattice", "expected lowest <= 0 <= highest")
    require_size(ends[1] - ends[0], MAX_PLACES, "places of the lattice")
    grid = Grid(enclosed(field, ratio, bits + GUARD), bits, int(ends[0]), int(ends[1]), field.budget)
    grid.ratio(grid.highest - grid.lowest)  # not too large
    return grid


@dataclass(frozen=True)
class Grid:
    """The places: place i is at the ratio G^i, and G lies in a bracket."""

    base: Bracket
    bits: int
    lowest: int
    highest: int
    budget: Budget

    def ratio(self, place: int) -> Bracket:
        """Enclose G^place."""
        require_size(abs(place), MAX_PLACES, "a place")
        self.budget.power([place], self.bits + GUARD)
        enclosed_power = power(self.base, abs(place), self.bits + GUARD)
        require_size(
            enclosed_power[1].bit_length() + enclosed_power[2], MAX_REACH, "bits of a likelihood ratio of the lattice"
        )
        return enclosed_power if place >= 0 else inverse(enclosed_power, self.bits + GUARD)

    def composed(self, runs: Iterable[tuple[int, list[Cell]]]) -> Bound:
        """Return the bound of all runs."""
        bound = Bound(0, fmpz_poly([fmpz(1) << self.bits]), fmpz(0))  # of no run: all mass at the ratio 1
        for count, cells in runs:
            bound = self.product(bound, self.power(self.split(cells), count))
        return bound

    def split(self, cells: Iterable[Cell]) -> Bound:
        """Put each cell at its two places, and the mass that may be above them at infinity."""
        masses: dict[int, fmpz] = {}
        infinite, width = fmpz(0), self.bits + GUARD
        one = fmpz(1) << width
        for cell in cells:
            a, b = cell.first.most, cell.second.least
            if cell.greatest is None:  # (3)
                infinite += a
                continue
            low, high = self.ratio(cell.low), self.ratio(cell.high)
            over = one - at_most(high, cell.greatest, width)
            infinite += -divided(-a * over, one, 0)  # (4)
            kept = fmpz(0) if cell.least is None else b * at_most(cell.least, low, width)  # (5)
            kept = divided(kept * low[0], one, low[2]) if kept else kept
            share = one - fixed(inverse(self.ratio(cell.high - cell.low), width), width).most
            if share <= 0:
                raise Rejected("lattice", f"G^{cell.high - cell.low} is too near to 1 for this many bits")
            up = min(a, -divided(-max(fmpz(0), a - kept), share, width))  # (6)
            masses[cell.low] = masses.get(cell.low, fmpz(0)) + a - up
            masses[cell.high] = masses.get(cell.high, fmpz(0)) + up
        first, last = min(masses, default=0), max(masses, default=0)
        require_size(last - first, MAX_PLACES, "places of a law")
        return self._within(first, [masses.get(i, fmpz(0)) for i in range(first, last + 1)], infinite)

    def _within(self, first: int, masses: list[fmpz], infinite: fmpz) -> Bound:
        """Move mass below the lowest place there, and mass above the highest to infinity."""
        if first < self.lowest:
            cut = self.lowest - first + 1
            first, masses = self.lowest, [sum(masses[:cut], fmpz(0)), *masses[cut:]]
        end = max(0, self.highest - first + 1)
        return Bound(first, fmpz_poly(masses[:end]), infinite + sum(masses[end:], fmpz(0)))  # (7)

    def product(self, x: Bound, y: Bound) -> Bound:
        """Return the bound of both runs: masses multiply, places add up."""
        lengths = len(x.masses) + len(y.masses)
        require_size(lengths * (2 + self.bits // 32), MAX_WORDS, "words of a product")
        self.budget.spend(64 + lengths * (16 + self.bits // 4))
        masses = [-(-mass >> self.bits) for mass in (x.masses * y.masses).coeffs()]  # (8)
        infinite = x.infinite * (y.masses(1) + y.infinite) + x.masses(1) * y.infinite
        bound = self._within(x.first + y.first, masses, -(-infinite >> self.bits))
        if bound.masses(1) + bound.infinite > fmpz(2) << self.bits:  # else masses might double in length each time
            raise Rejected("bound", f"masses of {self.bits} bits, rounded up, come to more than 2 in all")
        return bound

    def power(self, x: Bound, count: int) -> Bound:
        """Return the bound of so many runs, by squaring and multiplying."""
        result = x
        for digit in format(count, "b")[1:]:
            result = self.product(result, result)
            result = self.product(result, x) if digit == "1" else result
        return result

    def delta(self, bound: Bound, factor: Bracket) -> fmpz:
        """Return no less than the sum of mass times max(0, 1 - E G^-i), and the mass at infinity, over 2^bits."""
        width, total = self.bits + GUARD, fmpz(0)
        one = fmpz(1) << width
        below = fixed(inverse(self.base, width), width).least
        least = at_most(factor, self.ratio(bound.first), width, 2 * MAX_REACH)  # at most E G^-i
        self.budget.spend(len(bound.masses) * (64 + self.bits // 4))
        for mass in bound.masses.coeffs():
            total += mass * (one - least) if least < one else 0
            least = least * below >> width
        return bound.infinite - (-total >> width)


def at_most(x: Bracket, y: Bracket, bits: int, most: int = 0) -> fmpz:
    """Return no more than x/y over 2^bits, and no more than 2^most."""
    size = x[0].bit_length() - y[1].bit_length() + x[2] - y[2]  # x/y >= 2^(size - 1)
    limit = fmpz(1) << (bits + most)
    return limit if size > most + 1 else min(limit, divided(x[0], y[1], x[2] - y[2] + bits))
