"""Which outcomes have P(o) > E Q(o): exact, on integers a and b that stand for P(o) and Q(o) over one denominator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.numbers.exact import Exact

START_BITS = 128


def positive_places(pairs: Iterable[tuple[int, int]], factor: Exact) -> list[int]:
    """The places n with a_n > E b_n, for non-negative integers; E is a real number (not a free E).

    E rational: one integer comparison each. E irrational: a = E b only where a = b = 0, so rational bounds
    low / 2^k < E < high / 2^k decide every other place once k is large enough. An E larger than every a is never
    written out: then E b >= E > a unless b = 0.

    Guarantee: exact.
    """
    if factor.is_rational():
        ratio = factor.as_fraction()
        n, m = ratio.numerator, ratio.denominator
        return [place for place, (a, b) in enumerate(pairs) if a * m > b * n]
    known = list(pairs)
    with WorkingPrecision(START_BITS):
        is_larger = factor.ball() > max((a for a, _ in known), default=0)  # True only where the whole ball is larger
    if is_larger:
        return [place for place, (a, b) in enumerate(known) if a and not b]
    bits = START_BITS
    low, high = integer_bounds(factor, bits)
    places = []
    for place, (a, b) in enumerate(known):
        if b == 0:
            if a:
                places.append(place)
            continue
        while b * low < a << bits < b * high:
            bits *= 2
            low, high = integer_bounds(factor, bits)
        if a << bits >= b * high:
            places.append(place)
    return places


def integer_bounds(factor: Exact, bits: int) -> tuple[int, int]:
    """Integers with low / 2^bits < E < high / 2^bits, for an irrational E."""
    lower, upper = factor.enclosure(bits + 2)
    return (lower.numerator << bits) // lower.denominator, -((-upper.numerator << bits) // upper.denominator)
