"""Laws of noise on the line, cut at edges: P is the law around the sensitivity, Q that around 0."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import isqrt
from typing import Any

from flint import fmpq, fmpz

from dpexact.kernel.bracket import Bracket, combine, inverse, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import array, position
from dpexact.kernel.field import Field
from dpexact.kernel.noise import GUARD, MAX_CELLS, Mass, Piece, Ratio, bracket, demand, exp, fixed, rational, short

MAX_PRECISION = 2**9  # an edge is an integer over 2^precision
MAX_CENTERS = 2**8


def _line(
    content: dict[str, Any],
    below: tuple[Callable[[fmpq], Mass], Callable[[fmpq], Mass]],
    ratio: Callable[[fmpq], Bracket],
    ends: tuple[Ratio, Ratio],
    bits: int,
) -> Iterator[Piece]:
    """Yield the cells between the edges, and those beyond the first and the last. The ratio does not fall."""
    edges = decode_edges(content)
    none, every = Mass(fmpz(0), fmpz(0)), Mass(fmpz(1) << bits, fmpz(1) << bits)
    first, second = ([none, *map(mass, edges), every] for mass in below)
    ratios = [ends[0], *map(ratio, edges), ends[1]]
    for k in range(len(edges) + 1):  # (3)
        yield Piece(_between(*first[k : k + 2]), _between(*second[k : k + 2]), *ratios[k : k + 2])


def decode_edges(content: dict[str, Any]) -> list[fmpq]:
    """Decode the edges of cells, which increase."""
    precision = position(content["precision"], MAX_PRECISION, "edges")
    edges = [fmpq(short(x), fmpz(1) << precision) for x in array(content["edges"], "edges")]
    require_size(len(edges), MAX_CELLS, "cells of a law")
    demand(all(a < b for a, b in pairwise(edges)), "edges that increase", "edges")
    return edges


def _between(before: Mass, after: Mass) -> Mass:
    return Mass(max(fmpz(0), after.least - before.most), max(fmpz(0), after.most - before.least))


def gaussian(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Cut the normal law, in units of sigma. The ratio at x, the sum of w exp(c x - c^2/2), rises as c >= 0."""
    sigma, width = rational(content["sigma"]), bits + GUARD
    parts = content if "weights" in content else {"sensitivities": [content["sensitivity"]], "weights": [["1", "1"]]}
    centers, weights = ([rational(x) for x in array(parts[key], key)] for key in ("sensitivities", "weights"))
    demand(sigma > 0 and len(centers) == len(weights) > 0, "sigma > 0, and as many weights as sensitivities")
    require_size(len(centers), MAX_CENTERS, "sensitivities of a law")
    field.budget.masses(512 * (len(centers) - 1) * len(array(content["edges"], "edges")), bits)
    demand(
        min(*centers, *weights) >= 0 and sum(weights, fmpq(0)) == 1, "sensitivities >= 0, weights >= 0 that sum to 1"
    )
    several, whole = [(w, c / sigma) for w, c in zip(weights, centers, strict=True) if w > 0], half_line(width)

    def below(x: fmpq) -> Mass:
        parts = [(w, normal(x - c, whole, bits)) for w, c in several]
        least = sum((w.p * low // w.q for w, (low, _) in parts), fmpz(0))
        return Mass(least, sum((-(-w.p * high // w.q) for w, (_, high) in parts), fmpz(0)))

    def ratio(x: fmpq) -> Bracket:
        parts = ((fmpz(1), times(exp(c * x - c * c / 2, width), bracket(w, width), width)) for w, c in several)
        return combine(parts, width)

    still = sum((w for w, c in several if c == 0), fmpq(0))
    least = bracket(still, width) if still else None
    return _line(content, (below, lambda x: normal(x, whole, bits)), ratio, (least, None), bits)


def laplace(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Cut the Laplace law, in units of its scale: the ratio at x is exp(abs(x) - abs(x - shift))."""
    del field
    scale, sensitivity, width = rational(content["scale"]), rational(content["sensitivity"]), bits + GUARD
    demand(scale > 0 and sensitivity >= 0, "scale > 0 and sensitivity >= 0")
    shift = sensitivity / scale
    below = (lambda x: _exponentials(x - shift, bits)), (lambda x: _exponentials(x, bits))
    ends = exp(-shift, width), exp(shift, width)
    return _line(content, below, lambda x: exp(abs(x) - abs(x - shift), width), ends, bits)


def normal(x: fmpq, whole: Bracket, bits: int) -> Mass:
    """Enclose the normal distribution function, 1/2 + I(x)/(2 I(infinity)), with `whole` around I(infinity).

    If x^2 >= 2 bits, 1 minus it is at most exp(-x^2/2) < 2^-bits.
    """
    one = fmpz(1) << bits
    if x < 0:
        low, high = normal(-x, whole, bits)
        return Mass(one - high, one - low)
    if x * x >= 2 * bits:
        return Mass(one - 1, one)
    low, high = fixed(times(_integral(x, bits + GUARD), inverse(whole, bits + GUARD), bits + GUARD), bits - 1)
    return Mass((one >> 1) + low, (one >> 1) + high + one % 2)


def half_line(width: int) -> Bracket:
    """Enclose I(infinity), which is more than I(x) by at most exp(-x^2/2)/x < 2^-width, for an x > sqrt(2 width)."""
    low, high = fixed(_integral(fmpq(isqrt(2 * width) + 1), width), width)
    return Bracket(low, high + 1, -width)


def _integral(x: fmpq, width: int) -> Bracket:
    """Enclose I(x) of exp(-t^2/2) from 0 to x >= 0: exp(-x^2/2) (x + x^3/3 + x^5/(3 5) + ...)."""
    square, n = x * x, 1
    low, high = least, most = (x.p << width) // x.q, -((-x.p << width) // x.q)
    while most > 1 or n < 2 * square:  # then each further term is at most half of the one before
        n += 2
        least, most = least * square.p // (n * square.q), -(-most * square.p // (n * square.q))
        low, high = low + least, high + most
    return times(Bracket(low, high + most, -width), exp(-square / 2, width), width)


def _exponentials(x: fmpq, bits: int) -> Mass:
    """Enclose the distribution function of Laplace noise: exp(x)/2 up to 0, and 1 - exp(-x)/2 from there on."""
    low, high = fixed(exp(-abs(x), bits + GUARD), bits - 1)
    one = fmpz(1) << bits
    return Mass(low, high) if x <= 0 else Mass(one - high, one - low)
