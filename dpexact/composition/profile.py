"""The finite pair whose profile is the lower convex hull of upper bounds of a profile, so that it dominates.

A profile delta(E) = sup of P(S) - E Q(S) is convex in E > 0 and at most 1. Let delta(E_i) <= d_i at some points. The
lower convex hull of (0, 1) and (E_i, d_i), with a level end, is no less than delta everywhere. At a corner this is the
bound, between two corners delta is convex, behind the last it falls. The hull is the profile of a finite pair.
Q has the change of the slope at E_i as its mass at the ratio E_i, P has E_i times it, and the last d_i is the mass of P
where Q is 0. Q has the rest of its mass where P is 0.

The pair dominates every step of an adaptive composition if the bounds hold for every step, whatever came before (Zhu,
Dong and Wang, "Optimal Accounting of Differential Privacy via Characteristic Function", 2022, Theorem 10).
"""

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

Corner = tuple[Fraction, Fraction]
Curve = Callable[[Fraction], Fraction]  # from E >= 1 to an upper bound of delta
SMALL = Fraction(1, 1 << 100)  # a delta that is followed no further
SHARE = Fraction(1, 50)  # of delta that a line between two corners may be above it
DEEPEST = 12  # halvings of an interval of epsilon
FARTHEST = 64  # epsilon
BITS = 40  # of a corner


def _rounded(number: Fraction) -> Fraction:
    """Return a number of few bits that is no less."""
    scale = Fraction(2) ** (BITS - math.ceil(math.log2(max(number, SMALL**2)))) if number else Fraction(1)
    return math.ceil(number * scale) / scale


def corners_of(curve: Curve) -> Iterator[Corner]:
    """Yield enough points of a curve that is the same in both directions: delta(E) = 1 - E + E delta(1/E).

    The points are chosen by floats, wherever the bounds hold.
    """

    def at(epsilon: float) -> Corner:
        factor = max(Fraction(1), Fraction(math.exp(epsilon)).limit_denominator(1 << 20))
        return factor, _rounded(min(Fraction(1), curve(factor)))

    def between(low: float, first: Corner, high: float, last: Corner, depth: int) -> Iterator[Corner]:
        middle = at((low + high) / 2)
        if depth and first[0] < middle[0] < last[0]:
            line = first[1] + (last[1] - first[1]) * (middle[0] - first[0]) / (last[0] - first[0])
            if line > middle[1] * (1 + SHARE) + SMALL:
                yield from between(low, first, (low + high) / 2, middle, depth - 1)
                yield from between((low + high) / 2, middle, high, last, depth - 1)
                return
        yield from (first, middle, last)

    end = 1 / 16
    while end < FARTHEST and at(end)[1] > max(SMALL, at(2 * end)[1]):
        end *= 2
    for factor, delta in between(0.0, at(0.0), end, at(end), DEEPEST):
        yield factor, delta
        yield 1 / factor, 1 - 1 / factor + delta / factor


def hull(points: Iterable[Corner]) -> list[Corner]:
    """Return the corners of the lower convex hull of (0, 1) and points with E > 0, up to its least d.

    >>> [str(d) for _, d in hull([(Fraction(1), Fraction(1, 2)), (Fraction(2), Fraction(1, 2))])]
    ['1', '1/2']
    """
    corners: list[Corner] = []
    for x, y in sorted([(Fraction(0), Fraction(1)), *points]):
        if corners and y >= corners[-1][1]:
            continue
        while len(corners) > 1:
            (u, d), (v, e) = corners[-2:]
            if (e - d) * (x - u) < (y - d) * (v - u):  # below the line between its neighbors
                break
            corners.pop()
        corners.append((x, y))
    return corners


def pair_of_profile(points: Iterable[Corner]) -> tuple[list[Fraction], list[Fraction]]:
    """Return P and Q with delta(E_i) <= d_i at each of the points (E_i, d_i), d_i >= max(0, 1 - E_i).

    >>> p, q = pair_of_profile([(Fraction(1, 3), Fraction(2, 3)), (Fraction(3), Fraction(0))])
    >>> [str(x) for x in p], [str(x) for x in q]
    (['1/4', '3/4', '0', '0'], ['3/4', '1/4', '0', '0'])
    """
    corners = hull(points)
    slopes = [(e - d) / (y - x) for (x, d), (y, e) in pairwise(corners)]
    masses = [after - before for before, after in zip(slopes, [*slopes, Fraction(0)][1:], strict=True)]
    first = [x * mass for (x, _), mass in zip(corners[1:], masses, strict=True)]
    return [*first, Fraction(0), corners[-1][1]], [*masses, 1 - sum(masses, Fraction(0)), Fraction(0)]
