"""Sums of z^p q^(z^2) over integers z, q = exp(-1 / (2 s)), as flint balls at the current working precision.

A sum over z >= start is cut off before an integer m >= 1. For z = m + j, j >= 0, the term is at most
m^p q^(m^2) r^j with r = exp(p/m) q^(2m+1), since (1 + j/m)^p <= exp(pj/m) and z^2 >= m^2 + j(2m+1). So the rest
lies between 0 and m^p q^(m^2) / (1 - r) if r < 1. The place of the cut decides the width of a ball, never its
truth. A ball without a bound (r < 1 is not certain) is not finite.
"""

from collections.abc import Iterator

from flint import arb, ctx


def total(s: arb) -> arb:
    """Return the sum of q^(z^2) over all integers z."""
    return 1 + 2 * upper_sum(s, 1, 0)


def tail(s: arb, start: int) -> arb:
    """Return the sum of q^(z^2) over z >= start."""
    return upper_sum(s, start, 0) if start > 0 else total(s) - upper_sum(s, 1 - start, 0)


def variance(s: arb) -> arb:
    """Return the sum of z^2 q^(z^2) over all integers z, divided by the total."""
    return 2 * upper_sum(s, 1, 2) / total(s)


def term(s: arb, z: int) -> arb:
    """Return q^(z^2)."""
    return (-arb(z * z) / (2 * s)).exp()


def probability(z: int, s: arb) -> arb:
    """Return q^(z^2), divided by the total."""
    return term(s, z) / total(s)


def tail_excess(least: int, shift: int, s: arb, ratio: arb) -> arb:
    """Return the tail from `least` on minus ratio times that from `shift` integers later on, divided by the total."""
    return (tail(s, least) - ratio * tail(s, least + shift)) / total(s)


def upper_sum(s: arb, start: int, power: int) -> arb:
    """Return the sum of z^power q^(z^2) over z >= start, start >= 1."""
    cut = cut_of(s, start)
    terms = _terms(s, start, cut)
    head = sum((z**power * p for z, p in zip(range(start, cut), terms, strict=False)), arb(0))
    return head + _rest(s, cut, next(terms), power)


def cut_of(s: arb, start: int) -> int:
    """Return an m >= max(start, 1) such that q^(m^2) is at most about 2^-precision q^(start^2)."""
    reach = (2 * s * ctx.prec * arb.const_log2() + start * start).sqrt()
    top = reach.upper().ceil().unique_fmpz() if reach.is_finite() else None
    return max(start, 1, int(top or 0))


def _terms(s: arb, start: int, stop: int) -> Iterator[arb]:
    """Yield q^(z^2) for z = start, ..., stop, each from the last."""
    base = (-1 / (2 * s)).exp()
    current, step, growth = term(s, start), base ** (2 * start + 1), base * base
    for _ in range(start, stop + 1):
        yield current
        current, step = current * step, step * growth


def _rest(s: arb, cut: int, first: arb, power: int) -> arb:
    """Return a ball that contains the sum of z^power q^(z^2) over z >= cut, first = q^(cut^2)."""
    ratio: arb = (arb(power) / cut - arb(2 * cut + 1) / (2 * s)).exp()
    if not ratio < 1:
        return arb("nan")
    bound: arb = cut**power * first / (1 - ratio)
    return bound.union(arb(0))


def span(s: arb, first: int, last: int) -> arb:
    """Return the sum of q^(z^2) over first <= z <= last, for first <= 0."""
    if last < first:
        return arb(0)
    zero = arb(0)
    if last < 0:
        return sum(_terms(s, -last, -first), zero)
    return sum(_terms(s, 0, last), zero) + sum(_terms(s, 1, -first), zero)
