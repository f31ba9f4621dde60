"""Laws of noise with their evidence, in cells on the lattice of ratios or in groups of cells."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from dpexact.second import noise_laws
from dpexact.second.document import array, integer, position, with_keys
from dpexact.second.fields import Field
from dpexact.second.interval import Interval, Scale, finite_end
from dpexact.second.meter import need, within
from dpexact.second.noise_laws import CELLS, Piece, Run, fraction, short
from dpexact.second.signs import GivenSigns

COUNT, SHARES = 2**40, 32
LAWS = {  # the parameters, the evidence, and the function that cuts it
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


class Cell(NamedTuple):
    """Masses of both laws, the ratio of the first to the second, and its two places on the lattice."""

    first: Interval
    second: Interval
    ratio: Interval
    low: int
    high: int

    def turned(self, scale: Scale) -> Cell:
        """Return the cell with the second law for the first."""
        return Cell(self.second, self.first, scale.over(scale.whole, self.ratio), -self.high, -self.low)


class Group(NamedTuple):
    """A place, or None, and masses under the first law and the second, not too large and not too small."""

    place: int | None
    mass: int
    other: int


def run_of(law: Any, part: Any, key: str, *more: str) -> Run:
    """Return a law with the list of this key of its evidence."""
    name = law.get("law") if type(law) is dict else None
    need(type(name) is str and name in LAWS, "law", f"a law is none of {', '.join(LAWS)}")
    own, cut, _ = LAWS[str(name)]
    given = dict(zip(("law", "count", *own), with_keys(law, "law", "count", *own, where=str(name)), strict=True))
    keys = (key, *more, *cut, *(("levels",) if type(part) is dict and "levels" in part else ()))
    written = dict(zip(keys, with_keys(part, *keys, where="cells"), strict=True))
    listed = array(written[key], key)
    count = integer(given["count"])
    within(count, COUNT, "runs of a law")
    within(len(listed), CELLS, "cells of a law")
    need(count >= 1, "law", "a law runs at least once")
    rate = fraction(given["rate"]) if "rate" in given else Fraction(1)
    need(0 <= rate <= 1, "law", "a rate is a number from 0 to 1")
    return Run(count, listed, rate, given, written)


def pieces_of(run: Run, cells: int, field: Field, signs: GivenSigns, scale: Scale) -> list[Piece]:
    """Return so many pieces of a law, whose first mass is that at the rate."""
    within(cells, CELLS, "cells of a law")
    if "edges" in run.cut:  # before each of them is paid for
        edges = array(run.cut["edges"], "edges")
        expected = len(edges) + (2 if run.given["law"] == "shuffled" else 1)
        need(expected == cells, "places", f"{cells} pairs of places for {expected} cells")
    field.meter.pay(cells * scale.places * 8)
    pieces = list(LAWS[run.given["law"]][2](run, field, signs, scale))
    need(len(pieces) == cells, "places", f"{cells} pairs of places for {len(pieces)} cells")
    q, rest = scale.of(run.rate), scale.of(1 - run.rate)
    return [
        Piece(scale.plus(scale.times(rest, other), scale.times(q, p)), other, scale.plus(rest, scale.times(q, ratio)))
        for p, other, ratio in pieces
    ]


def cells_of(run: Run, field: Field, signs: GivenSigns, scale: Scale) -> list[Cell]:
    """Return the cells of a law."""
    pairs = [tuple(short(x) for x in array(pair, "places", 2)) for pair in run.listed]
    need(all(i < j for i, j in pairs), "places", "the places of a cell do not increase")
    pieces = pieces_of(run, len(pairs), field, signs, scale)
    return [Cell(*piece, i, j) for piece, (i, j) in zip(pieces, pairs, strict=True)]


def groups_of(run: Run, field: Field, signs: GivenSigns, scale: Scale, *, added: bool) -> Iterator[Group]:
    """Yield the groups of the evidence, each of the cells up to a part of one."""
    groups = [array(group, "group", 3) for group in run.listed]
    ends = [(position(cell, CELLS, "groups", "a cell"), integer(share)) for _, cell, share in groups]
    pieces = pieces_of(run, 1 + max((cell for cell, _ in ends), default=-1), field, signs, scale)
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
        yield Group(None if place is None else integer(place), mass >> SHARES, -(-other >> SHARES))
