"""Laws of noise on integers and other outcomes that are listed, with tails as one cell each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import Rejected, array
from dpexact.kernel.field import Field
from dpexact.kernel.noise import (
    FEWEST,
    GUARD,
    MAX_CELLS,
    MAX_TRIALS,
    Mass,
    Piece,
    bracket,
    demand,
    divided,
    enclosed,
    exp,
    fixed,
    inverse,
    quotient,
    rational,
    short,
)


def discrete_gaussian(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the tail below the least integer of the evidence, each one up to the greatest, and the tail above.

    With w(z) = exp(-z^2/(2 sigma^2)) and y = (2n + 1)/(2 sigma^2): w(z + 1) <= w(z) e^-y for z >= n, so the sum from n
    on is at most w(n)/(1 - e^-y) <= w(n) (1 + 1/y).
    """
    sigma, shift = rational(content["sigma"]), rational(content["sensitivity"])
    demand(sigma > 0 and shift >= 0 and shift.q == 1, "sigma > 0 and an integer sensitivity >= 0")
    s, start, end = (int(x) for x in (shift.p, short(content["least"]), short(content["greatest"])))
    if not (start <= 0 and s <= end):
        raise Rejected("edges", "expected least <= 0 and sensitivity <= greatest")
    reach, width, double = max(s - start, end) + 1, bits + GUARD, 2 * sigma * sigma
    require_size(reach, MAX_CELLS, "integers of a law")
    field.budget.spend(reach * max(bits, FEWEST) * 32)
    weights = [fixed(exp(-fmpq(z * z) / double, width), width) for z in range(reach + 1)]
    last = weights[reach].most * (1 + double / (2 * reach + 1))
    tails = [-(-last.p // last.q)]
    for z in reversed(range(reach)):
        tails.append(tails[-1] + weights[z].most)
    tails.reverse()  # from each z on
    least = weights[0].least + 2 * sum((low for low, _ in weights[1:]), fmpz(0))
    greatest = weights[0].most + 2 * tails[1]

    def mass(z: int) -> Mass:
        low, high = weights[abs(z)]
        return Mass(divided(low, greatest, bits), -divided(-high, least, bits))

    def tail(z: int) -> Mass:
        return Mass(fmpz(0), -divided(-tails[z], least, bits))

    def ratio(z: int) -> Bracket:
        return exp(s * (2 * z - shift) / double, width)

    yield Piece(tail(1 + s - start), tail(1 - start), None, ratio(start))
    for z in range(start, end + 1):
        yield Piece(mass(z - s), mass(z), ratio(z), ratio(z))
    yield Piece(tail(end + 1 - s), tail(end + 1), ratio(end), None)


def binomial(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the integers below the least of the evidence, each one up to the greatest, and those above.

    The ratio at z is C(n, z - s) / C(n, z), which rises: it is 0 below s, and infinite above n.
    """
    trials, shift = rational(content["trials"]), rational(content["sensitivity"])
    demand(trials.q == shift.q == 1 and 1 <= shift <= trials, "integers trials >= sensitivity >= 1")
    require_size(trials.p, MAX_TRIALS, "trials")
    n, s, start, end = (int(x) for x in (trials.p, shift.p, short(content["least"]), short(content["greatest"])))
    if not s <= start <= end <= n:
        raise Rejected("edges", "expected sensitivity <= least <= greatest <= trials")
    field.budget.spend(n * (n // 16 + 64))
    counts, width = [fmpz(1)], bits + GUARD
    for z in range(n):
        counts.append(counts[-1] * (n - z) // (z + 1))

    def mass(ways: list[fmpz]) -> Mass:
        whole = sum(ways, fmpz(0)) << bits
        return Mass(whole >> n, -(-whole >> n))

    def ratio(z: int) -> Bracket:
        top, bottom = (times((x, x, 0), ONE, width) for x in (counts[z - s], counts[z]))
        return times(top, inverse(bottom, width), width)

    yield Piece(mass(counts[: start - s]), mass(counts[:start]), None, ratio(start))
    for z in range(start, end + 1):
        yield Piece(mass([counts[z - s]]), mass([counts[z]]), ratio(z), ratio(z))
    yield Piece(mass(counts[end + 1 - s :]), mass(counts[end + 1 :]), ratio(end), None)


def discrete_laplace(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the masses with r = 1/base: 1/(1 + r) for z <= 0, (r^z - r^(z+1))/(1 + r) for 0 < z < s, r^s/(1 + r)."""
    base, shift, width = quotient(field, content["base"]), rational(content["sensitivity"]), bits + GUARD
    demand(shift >= 1 and shift.q == 1, "an integer sensitivity >= 1")
    demand(field.sign(base[1]) > 0 and field.sign(base[0] - base[1]) > 0, "base > 1")
    require_size(shift.p, MAX_CELLS, "sensitivity")
    s, factor = int(shift.p), enclosed(field, base, width)
    field.budget.spend(s * max(bits, FEWEST) * 32)
    powers = [ONE]
    for _ in range(s + 1):
        powers.append(times(powers[-1], factor, width))
    inverses = [inverse(x, width) for x in powers]
    small = [fixed(x, width) for x in inverses]
    below, above = ((fmpz(1) << width) + x for x in small[1])
    masses = [Mass(divided(small[0].least, above, bits), -divided(-small[0].most, below, bits))]
    for (a, b), (c, d) in pairwise(small[1 : s + 1]):
        masses.append(Mass(max(fmpz(0), divided(a - d, above, bits)), -divided(c - b, below, bits)))
    masses.append(Mass(divided(small[s].least, above, bits), -divided(-small[s].most, below, bits)))
    for z in range(s + 1):
        ratio = powers[2 * z - s] if 2 * z >= s else inverses[s - 2 * z]
        yield Piece(masses[s - z], masses[z], ratio, ratio)


def randomized_response(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the answers that are true for P, for Q, and the others."""
    del field
    truth, count = rational(content["truth"]), rational(content["categories"])
    demand(0 <= truth <= 1 and count >= 2 and count.q == 1, "truth from 0 to 1, and an integer categories >= 2")
    other = (1 - truth) / (count - 1)
    for p, q in ((truth, other), (other, truth), ((count - 2) * other,) * 2):
        first, second = (bracket(x, bits + GUARD) if x else None for x in (p, q))
        yield _piece(first, second, bits)


def finite(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the outcomes, whose probabilities are the quotients of the statement."""
    laws = [[quotient(field, x) for x in array(content[key], key)] for key in ("first", "second")]
    demand(len(laws[0]) == len(laws[1]) > 0, "as many probabilities of the second law as of the first")
    require_size(len(laws[0]), MAX_CELLS, "cells of a law")
    for law in laws:
        demand(all(field.sign(bottom) > 0 and field.sign(top) >= 0 for top, bottom in law), "probabilities >= 0")
        top, bottom = field.total(law)
        demand(field.sign(top - bottom) == 0, "probabilities that sum to 1")
    for pair in zip(*laws, strict=True):
        p, q = (enclosed(field, x, bits + GUARD) if field.sign(x[0]) else None for x in pair)
        yield _piece(p, q, bits)


def _piece(p: Bracket | None, q: Bracket | None, bits: int) -> Piece:
    """Return an outcome with these probabilities, of which None stands for 0."""
    width = bits + GUARD
    first, second = (Mass(fmpz(0), fmpz(0)) if x is None else fixed(x, bits) for x in (p, q))
    if p and q:
        ratio = times(p, inverse(q, width), width)
        return Piece(first, second, ratio, ratio)
    return Piece(first, second, None, None if p else ONE)
