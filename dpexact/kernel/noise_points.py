"""Laws of noise on integers and other outcomes that are listed, with tails as one cell each."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, divided, inverse, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import array
from dpexact.kernel.field import Field
from dpexact.kernel.noise import GUARD, MAX_CELLS, Mass, Piece, bracket, demand, enclosed, exp, fixed, rational, short

MAX_TRIALS = 2**20
NONE = Bracket(fmpz(0), fmpz(0), 0)
UNKNOWN = "weights that can be told from 0 and that fall where the integers end"


def discrete_gaussian(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the integers, with w_(n+1) = w_n exp(-(2n + 1)/(2 sigma^2))."""
    sigma, s, start, end = _around_zero(content, "sigma")

    def falls(count: int) -> list[Bracket]:
        return [exp(-(2 * n + 1) / (2 * sigma * sigma), bits + GUARD) for n in range(count)]

    return _symmetric(s, range(start, end + 1), 0, falls, field, bits)


def binomial(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the numbers of heads of n coins: C(n, z + 1) = C(n, z) (n - z)/(z + 1) from the middle on."""
    trials, s, start, end = _integers(content, "trials")
    demand(trials.q == 1 and 1 <= s <= trials, "integers trials >= sensitivity >= 1")
    require_size(trials.p, MAX_TRIALS, "trials")
    demand(s <= start <= end <= trials, "sensitivity <= least <= greatest <= trials", "edges")
    n, half = int(trials.p), int(trials.p + 1) // 2

    def falls(count: int) -> list[Bracket]:
        steps = (fmpq(n - z, z + 1) for z in range(half, half + count))
        return [bracket(x, bits + GUARD) if x > 0 else NONE for x in steps]

    return _symmetric(s, range(start, end + 1), n, falls, field, bits)


def skellam(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the integers with w_n = I_n(v)/I_0(v), v the variance.

    As I_(n-1) = I_(n+1) + (2n/v) I_n, the quotient of I_n and I_(n-1) is 1/(2n/v + that of I_(n+1) and I_n), which is
    between 0 and v/(2n). So each quotient follows from the next one, where an error grows smaller.
    """
    variance, s, start, end = _around_zero(content, "variance")

    def falls(count: int) -> list[Bracket]:
        width, last = bits + GUARD, 2 * count + GUARD
        quotients, low, high = [], fmpz(0), -((-variance.p << width) // (2 * (last + 1) * variance.q))
        for n in range(last, 0, -1):
            step = 2 * n * variance.q << width
            below, above = step // variance.p + low, -(-step // variance.p) + high
            demand(below > 0, UNKNOWN, "size")
            low, high = (fmpz(1) << 2 * width) // above, -((fmpz(-1) << 2 * width) // below)
            quotients.append(Bracket(low, high, -width))
        demand(low > 0, UNKNOWN, "size")
        return quotients[: -count - 1 : -1]

    return _symmetric(s, range(start, end + 1), 0, falls, field, bits)


def _integers(content: dict[str, Any], key: str) -> tuple[fmpq, int, int, int]:
    """Decode a parameter, an integer sensitivity, and the least and the greatest integer with a cell of its own."""
    s = rational(content["sensitivity"])
    demand(s >= 0 and s.q == 1, "an integer sensitivity >= 0")
    return rational(content[key]), int(s.p), int(short(content["least"])), int(short(content["greatest"]))


def _around_zero(content: dict[str, Any], key: str) -> tuple[fmpq, int, int, int]:
    width, s, start, end = _integers(content, key)
    demand(width > 0, f"{key} > 0")
    demand(start <= 0 and s <= end, "least <= 0 and sensitivity <= greatest", "edges")
    return width, s, start, end


def _symmetric(
    s: int, window: range, double: int, falls: Callable[[int], list[Bracket]], field: Field, bits: int
) -> Iterator[Piece]:
    """Yield the integers below the window, each one in it, and those above, for a law that is symmetric at double/2.

    From the middle on the quotients r_n of w_(n+1) and w_n fall. So the weights from w_(n+1) on sum to at most
    w_n r_n/(1 - r_n), and the ratio w(z - s)/w(z) does not fall.
    """
    start, end, width = window.start, window.stop - 1, bits + GUARD

    def place(z: int) -> int:
        return max(z - (double + 1) // 2, double // 2 - z)

    reach = max(place(start - s), place(start), place(end - s), place(end)) + 1
    require_size(reach, MAX_CELLS, "integers of a law")
    field.budget.masses(32 * reach, bits)
    steps, weights, one = falls(reach + 1), [ONE], fmpz(1) << width
    for step in steps[:reach]:
        weights.append(times(weights[-1], step, width))
    last, small = fixed(steps[reach], width).most, [fixed(weight, width) for weight in weights]
    demand(last < one, UNKNOWN, "size")
    sums = [Mass(fmpz(0), -(-small[reach].most * last // (one - last)))]
    for low, high in reversed(small):
        sums.append(Mass(sums[-1].least + low, sums[-1].most + high))
    sums.reverse()  # from each w_n on
    least, greatest = (2 * total - (0 if double % 2 else one) for total in sums[0])

    def share(low: fmpz, high: fmpz) -> Mass:
        return Mass(divided(max(fmpz(0), low), greatest, bits), -divided(-high, least, bits))

    def below(z: int) -> Mass:
        if z - 1 <= double // 2:
            return share(*sums[place(z - 1)])
        return share(least - sums[place(z)].most, greatest - sums[place(z)].least)

    def ratio(z: int) -> Bracket:
        demand(weights[place(z)][0] > 0, UNKNOWN, "size")
        return times(weights[place(z - s)], inverse(weights[place(z)], width), width)

    yield Piece(below(start - s), below(start), None, ratio(start))
    for z in window:
        yield Piece(share(*small[place(z - s)]), share(*small[place(z)]), ratio(z), ratio(z))
    yield Piece(below(double - end + s), below(double - end), ratio(end), None)


def discrete_laplace(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the masses with r = 1/base: 1/(1 + r) for z <= 0, (r^z - r^(z+1))/(1 + r) for 0 < z < s, r^s/(1 + r)."""
    base, shift, width = field.quotient(content["base"]), rational(content["sensitivity"]), bits + GUARD
    demand(shift >= 1 and shift.q == 1, "an integer sensitivity >= 1")
    demand(field.sign(base[1]) > 0 and field.sign(base[0] - base[1]) > 0, "base > 1")
    require_size(shift.p, MAX_CELLS, "sensitivity")
    s, factor = int(shift.p), enclosed(field, base, width)
    field.budget.masses(32 * s, bits)
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


def responses(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
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
    laws = [[field.quotient(x) for x in array(content[key], key)] for key in ("first", "second")]
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
