"""The pair of the stronger clones: the answers of users who each use a local randomizer, shuffled.

With E = e^local_epsilon and m other users, T(a, b) is the probability m!/(a! b! (m - a - b)!) x^(a + b) y^(m - a - b)
that a and b of them give the one and the other answer of the user who is replaced, x = 1/(E + 1) and y = 1 - 2x. An
outcome is a pair (a, b). P has the mass (1 - x) T(a - 1, b) + x T(a, b - 1), and Q has it with a and b exchanged.
The ratio (E a + b)/(a + E b) rises with the share a/(a + b), at whose values the outcomes are cut.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from math import comb
from typing import Any

from flint import fmpq, fmpz

from dpexact.kernel.bracket import Bracket, power, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.field import Field, Polynomial
from dpexact.kernel.noise import GUARD, Mass, Piece, bracket, demand, enclosed, fixed, rational, short
from dpexact.kernel.noise_line import decode_edges

MAX_USERS = 2**17


def shuffled(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the shares below the first edge, between two edges and above the last, and all other outcomes as one.

    The evidence says for which numbers a + b - 1, from the least to the greatest, and which T(a, b), with abs(a - b) at
    most the reach, masses are counted. The others have all the rest of the mass.
    """
    (e, f), users, width = field.quotient(content["local_factor"]), rational(content["users"]), bits + GUARD
    demand(field.sign(f) > 0 and field.sign(e - f) > 0, "local_factor > 1")
    demand(users >= 1 and users.q == 1, "an integer users >= 1")
    require_size(users.p, MAX_USERS, "users")
    m, start, end, reach = int(users.p) - 1, *(int(short(content[key])) for key in ("least", "greatest", "reach"))
    edges = decode_edges(content)
    inside = 0 <= start <= end <= m and reach >= 1 and all(0 <= t <= 1 for t in edges)
    demand(inside, "0 <= least <= greatest < users, reach >= 1, and edges from 0 to 1", "edges")
    field.budget.masses((end - start + 1) * (min(reach, end) + 8) + len(edges), bits)
    x, y, odds = (enclosed(field, pair, width) for pair in ((f, e + f), (e - f, e + f), (f, e - f)))
    ways = fmpz(comb(m, start) * comb(start, start // 2))
    middle = times(Bracket(ways, ways, 0), times(power(x, start, width), power(y, m - start, width), width), width)
    none = Mass(fmpz(0), fmpz(0))
    before, after = ([none] * (len(edges) + 1) for _ in range(2))  # sums of T(a - 1, b), and of T(a, b - 1)
    for c in range(start, end + 1):
        last = min(c, (c + reach) // 2)
        row = [none, *_row(c, last, fixed(middle, width)), none]
        for a, (one, other) in enumerate(pairwise(row), c - last):
            k = bisect_right(edges, fmpq(a, c + 1))
            before[k], after[k] = _plus(before[k], one), _plus(after[k], other)
        if c < m:
            middle = times(middle, times(bracket(fmpq(m - c, c // 2 + 1), width), odds, width), width)
    (low, high), whole, cut = fixed(x, width), fmpz(1) << width, 2 * width - bits

    def weighed(p: Mass, q: Mass) -> Mass:
        least, most = p.least * (whole - high) + q.least * low, p.most * (whole - low) + q.most * high
        return Mass(least >> cut, -(-most >> cut))

    first, second = (list(map(weighed, *both)) for both in ((before, after), (after, before)))
    ratios = [_ratio(t, e, f, field, width) for t in (fmpq(0), *edges, fmpq(1))]
    for k, masses in enumerate(zip(first, second, strict=True)):
        yield Piece(*masses, *ratios[k : k + 2])
    sums = (sum((mass.least for mass in masses), fmpz(0)) for masses in (first, second))
    rest = Mass(fmpz(0), (fmpz(1) << bits) - min(sums))
    yield Piece(rest, rest, ratios[0], ratios[-1])


def _row(c: int, last: int, middle: Mass) -> list[Mass]:
    """Return T(a, c - a) from a = c - last to last.

    The middle one is that of a = c - c//2, T(a + 1, b - 1) = T(a, b) b/(a + 1), and T(a, b) = T(b, a).
    """
    row = [middle]
    for a in range(c - c // 2, last):
        low, high = row[-1]
        row.append(Mass(low * (c - a) // (a + 1), -(-high * (c - a) // (a + 1))))
    return [*row[: None if c % 2 else 0 : -1], *row]


def _plus(x: Mass, y: Mass) -> Mass:
    return Mass(x[0] + y[0], x[1] + y[1])


def _ratio(t: fmpq, e: Polynomial, f: Polynomial, field: Field, bits: int) -> Bracket:
    """Enclose (E t + 1 - t)/(t + E (1 - t)), E = e/f."""
    top, bottom = ((field.product(e, p) + field.product(f, t.q - p)) for p in (t.p, t.q - t.p))
    return enclosed(field, (top, bottom), bits)
