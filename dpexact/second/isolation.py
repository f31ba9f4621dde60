"""Roots of an integer polynomial between 0 and 1: Descartes' rule of signs and bisection (Collins and Akritas).

The number of sign changes in the coefficients of (1 + x)^n f(1/(1 + x)) is at least the number of roots of f in the
open interval (0, 1), and the same if it is 0 or 1. If the roots of f are simple, halving the interval leads there.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise

Interval = tuple[Fraction, Fraction]


def shifted(f: list[int]) -> list[int]:
    """Return f(x + 1), by Horner's scheme, with coefficients from the constant term upwards."""
    rest, found = f[::-1], []
    while rest:
        rest = list(accumulate(rest))
        found.append(rest.pop())
    return found


def sign_changes(f: list[int]) -> int:
    """Return the sign changes among the coefficients that are not 0."""
    signs = [c > 0 for c in f if c]
    return sum(a != b for a, b in pairwise(signs))


def halves(f: list[int]) -> tuple[list[int], list[int]]:
    """Return positive multiples of f(x/2) and f((x + 1)/2)."""
    left = [c << (len(f) - 1 - k) for k, c in enumerate(f)]
    return left, shifted(left)


def isolated(f: list[int], pay: Callable[[int], None], *, walls: bool = False) -> list[Interval]:
    """Return the roots of f in (0, 1), each in an interval of its own, in order. [r, r] is a root r, else it is open.

    The roots of f are simple. With `walls`, an open interval has ends that are not roots of f, nor 0, nor 1. `pay`
    takes a charge for each interval and raises when the budget is spent.
    """
    found: list[Interval] = []
    waiting: list[tuple[list[int] | None, Fraction, Fraction]] = [(f, Fraction(0), Fraction(1))]
    while waiting:
        g, low, high = waiting.pop()
        if g is None:
            found.append((low, high))
            continue
        pay(16 * len(g) * (len(g) + sum(c.bit_length() for c in g) // 64))
        changes = sign_changes(shifted(g[::-1]))
        if not changes:
            continue
        if changes == 1 and not (walls and (not low or high == 1 or not g[0] or not sum(g))):
            found.append((low, high))
            continue
        middle = (low + high) / 2
        left, right = halves(g)
        waiting.append((right, middle, high))
        if not right[0]:
            waiting.append((None, middle, middle))
        waiting.append((left, low, middle))
    return found


def composed(f: list[int], top: tuple[int, int], bottom: tuple[int, int]) -> list[int]:
    """Return (c + d x)^n f((a + b x)/(c + d x)) for top = (a, b), bottom = (c, d) and n the degree of f."""
    found, power = [f[-1]], [1]
    for c in f[-2::-1]:
        power = times_linear(power, bottom)
        found = [x + c * y for x, y in zip(times_linear(found, top), power, strict=True)]
    return found


def times_linear(f: list[int], line: tuple[int, int]) -> list[int]:
    """Return f(x) (a + b x)."""
    a, b = line
    return [a * x + b * y for x, y in zip([*f, 0], [0, *f], strict=True)]
