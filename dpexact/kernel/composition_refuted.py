"""Kind "composition-refuted": laws of noise, run many times, do not keep delta at E, in one direction.

"(n)" in a comment is line n of the section "Refuted compositions" in docs/certificate-format.md. A group is a part of
each of some cells, with the masses A of the first law and B of the second. To forget which of them an outcome was in
gives no more away. If A >= C G^i B, the group is put at the ratio C G^i with the mass A, so that the second mass is
A/(C G^i) >= B, which gives no more away either. Whatever is rounded goes down.
"""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq, fmpz, fmpz_poly

from dpexact.kernel.bracket import Bracket, power, times
from dpexact.kernel.budget import MAX_WORDS, Budget, require_size
from dpexact.kernel.composition import MAX_LAWS, MAX_REACH, Bound, Grid, decode_grid, decoded
from dpexact.kernel.document import Rejected, array, fields, integer, position
from dpexact.kernel.field import Field, Quotient
from dpexact.kernel.noise import GUARD, MAX_CELLS, Mass, bracket, enclosed, fixed, inverse, rational
from dpexact.kernel.noise_laws import decode_run, mixture, pieces_of
from dpexact.kernel.numeral import rounded

EVIDENCE = {"direction", "ratio", "bits", "lowest", "highest", "laws"}
SHARES = 32  # bits of the part of a cell


def check_composition_refuted(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P(S) > E Q(S) + delta for some event S, P and Q the laws of all runs or the other way round."""
    content, field, factor, (d, g) = decoded(statement, budget)
    proved, bits = refuted_delta(content["laws"], factor, evidence, field)
    if field.sign(field.product(d, fmpz(1) << bits) - field.product(g, proved)) >= 0:  # (7)
        raise Rejected("bound", f"the groups refute no delta above {rounded(fmpq(proved), -bits, up=True)}")


def refuted_delta(laws: object, factor: Quotient, evidence: object, field: Field) -> tuple[fmpz, int]:
    """Return a delta that is kept by no smaller one at E >= 1, an integer over 2^bits."""
    content = fields(evidence, EVIDENCE, "evidence")
    grid, listed = decode_grid(content, field), array(laws, "laws")
    require_size(len(listed), MAX_LAWS, "laws")
    if content["direction"] not in ("remove", "add"):
        raise Rejected("direction", "expected remove or add")
    bound, width = Bound(0, fmpz_poly([fmpz(1) << grid.bits]), fmpz(0)), grid.bits + GUARD
    known = enclosed(field, factor, width)
    for law, part in zip(listed, array(content["laws"], "laws", len(listed)), strict=True):
        count, corner, one = _merged(law, part, field, grid, added=content["direction"] == "add")
        runs = one
        for digit in format(count, "b")[1:]:
            runs = _product(grid, runs, runs)
            runs = _product(grid, runs, one) if digit == "1" else runs
        bound = _product(grid, bound, runs)
        grid.budget.power([count], width)
        known = times(known, inverse(power(corner, count, width), width), width)
        require_size(abs(known[1].bit_length() + known[2]), 2 * MAX_REACH, "bits of a corner")
    return _delta(grid, bound, known), grid.bits


def _merged(law: object, part: object, field: Field, grid: Grid, *, added: bool) -> tuple[int, Bracket, Bound]:
    """Merge the cells of one run into the groups of the evidence, each up to a part of a cell."""
    run = decode_run(law, part, "groups", {"corner"})
    groups = [array(group, "group", 3) for group in run.listed]
    ends = [(position(cell, MAX_CELLS, "groups"), int(integer(share))) for _, cell, share in groups]
    pieces = pieces_of(run, max((cell for cell, _ in ends), default=-1) + 1, field, grid.bits)
    cells = [(mixture(piece, run.rate), piece.second) for piece in pieces]
    cells = [(second, first) for first, second in reversed(cells)] if added else cells
    corner = rational(run.given["corner"])
    if corner <= 0:
        raise Rejected("groups", "expected a corner above 0")
    base = bracket(corner, grid.bits + GUARD)
    start, whole = (0, 0), 1 << SHARES
    masses: dict[int, fmpz] = {}
    infinite = fmpz(0)
    for (written, _, _), end in zip(groups, ends, strict=True):
        if not (start < end and 0 <= end[1] <= whole):  # (1)
            raise Rejected("groups", "the ends of groups have to increase, with a part from 0 to 1")
        a, b = _parts(cells, start, end)
        start = end
        if written is None:
            infinite += a if b == 0 else 0  # (2)
            continue
        place = int(integer(written))
        high = times(grid.ratio(place), base, grid.bits + GUARD)
        if b and a < fixed(times(high, (b, b, 0), grid.bits + GUARD), 0).most:  # (3)
            raise Rejected("groups", f"a group at the place {place} has a smaller ratio")
        masses[place] = masses.get(place, fmpz(0)) + a
    first, last = min(masses, default=0), max(masses, default=0)
    require_size(last - first, 2 * MAX_CELLS, "places of a law")
    listed = fmpz_poly([masses.get(i, fmpz(0)) for i in range(first, last + 1)])
    return run.runs, base, _within(grid, Bound(first, listed, infinite))


def _parts(cells: list[tuple[Mass, Mass]], start: tuple[int, int], end: tuple[int, int]) -> tuple[fmpz, fmpz]:
    """Return no more than the mass of the first law, and no less than that of the second, from start to end."""
    a, b = fmpz(0), fmpz(0)
    for k in range(start[0], end[0] + 1):
        low, high = start[1] if k == start[0] else 0, end[1] if k == end[0] else 1 << SHARES
        first, second = cells[k]
        a += first.least * (high - low) >> SHARES
        b -= -second.most * (high - low) >> SHARES
    return a, b


def _within(grid: Grid, bound: Bound) -> Bound:
    """Leave out mass below the lowest place, and move mass above the highest there."""  # (4)
    masses, first = bound.masses.coeffs(), bound.first
    if first < grid.lowest:
        first, masses = grid.lowest, masses[grid.lowest - first :]
    end = max(0, grid.highest - first + 1)
    kept, rest = masses[:end], sum(masses[end:], fmpz(0))
    if rest and kept:
        kept[-1] += rest
    elif rest:
        first, kept = grid.highest, [rest]
    return replace(bound, first=first, masses=fmpz_poly(kept))


def _product(grid: Grid, x: Bound, y: Bound) -> Bound:
    """Return the bound of both runs, with the products of masses and the sums of places."""
    lengths = len(x.masses) + len(y.masses)
    require_size(lengths * (2 + grid.bits // 32), MAX_WORDS, "words of a product")
    grid.budget.spend(64 + lengths * (16 + grid.bits // 4))
    masses = fmpz_poly([mass >> grid.bits for mass in (x.masses * y.masses).coeffs()])  # (5)
    infinite = x.infinite * (y.masses(1) + y.infinite) + x.masses(1) * y.infinite
    return _within(grid, Bound(x.first + y.first, masses, infinite >> grid.bits))


def _delta(grid: Grid, bound: Bound, factor: Bracket) -> fmpz:
    """Return no more than the sum of mass times max(0, 1 - E G^-i), and the mass at infinity, over 2^bits."""  # (6)
    width, total = grid.bits + GUARD, fmpz(0)
    one = fmpz(1) << width
    below = fixed(inverse(grid.base, width), width).most
    most = fixed(times(factor, inverse(grid.ratio(bound.first), width), width), width).most
    grid.budget.spend(len(bound.masses) * (64 + grid.bits // 4))
    for mass in bound.masses.coeffs():
        total += mass * (one - most) if most < one else 0
        most = -(-most * below >> width)
    return bound.infinite + (total >> width)
