"""Every number of colors q >= 2, every real E >= 1, 0 <= delta <= 1: the least delta' of the printed T.

With P(s) = min{1, E s + delta, 1 - (1 - s)/E + delta} of (4.3) every p and T(p) are (epsilon, delta')-close for
delta' = min{E delta, 1 - (1 - delta)/E}, and for some p for no less. d = delta.

Enough: E delta is, by printed_operator.py. For the other bound, as there, T(p)(S) <= E p(S) + delta with
delta <= 1 - (1 - delta)/E, and the largest p(S) - E T(p)(S) is 1 - b where P(b) = 1, or (1 - a) - E (1 - A), A = P(a).
Both are at most 1 - (1 - delta)/E (multiplied by E below): the first because 1 <= E b + delta, the second by two cases.

Needed: for (E + 1) delta <= 1, where E delta is the smaller one, s = 1/(E + 1) has P(s) = 1 - (1 - s)/E + delta <= 1
and the event after s has the excess E delta. For (E + 1) delta >= 1, s = (1 - delta)/E has P(s) = 1, so that event has
1 - s = 1 - (1 - delta)/E.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product

from dpexact.proving import (
    Combination,
    Exhaustive,
    Fact,
    Manifest,
    Proof,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
)

E, d, a, A, b, B, s = indeterminates("E d a A b B s")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_most", at_least(1, d), "d = delta")
proof.define("A_one", at_least(1, A), "A = P(a)")
proof.define("A_below", at_least(E * a + d, A))
proof.define("B_below", at_least(E * b + d, B), "B = P(b)")
proof.suppose("full", at_least(E * a + d, 1), "in the one case")
proof.suppose("not_full", at_least(1, E * a + d), "in the other case")
proof.suppose("B_is_one", equal(B, 1), "b is the first full prefix sum")
proof.suppose("large", at_least((E + 1) * d, 1), "(E + 1) delta >= 1")
proof.suppose("at_the_corner", equal(E * s, 1 - d), "s = (1 - delta)/E")


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def square(E_range: Fact) -> Manifest:
    """E^2 - 1 >= 0."""
    return Manifest(at_least(E**2 - 1), (E_range,))


@proof.step
def more(E_range: Fact) -> Manifest:
    """E - 1 >= 0."""
    return Manifest(at_least(E - 1), (E_range,))


@proof.conclusion
def excess_if_full(full: Fact, A_one: Fact, base: Fact) -> Combination:
    """If E a + delta >= 1: E ((1 - a) - E (1 - A)) <= E - 1 + delta."""
    return Combination(at_least(E - 1 + d, E * ((1 - a) - E * (1 - A))), ((full,), (A_one, base, base)))


@proof.conclusion
def excess_if_not_full(not_full: Fact, A_below: Fact, square: Fact, base: Fact) -> Combination:
    """If E a + delta <= 1: the same."""
    products = ((not_full, square), (A_below, base, base))
    return Combination(at_least(E - 1 + d, E * ((1 - a) - E * (1 - A))), products)


@proof.conclusion
def excess_of_the_full(B_is_one: Fact, B_below: Fact) -> Combination:
    """If P(b) = 1: E (1 - b) <= E - 1 + delta."""
    return Combination(at_least(E - 1 + d, E * (1 - b)), ((B_below,), (B_is_one, constant(1))))


@proof.conclusion
def more_than_delta(more: Fact, d_most: Fact) -> Combination:
    """E delta <= E - 1 + delta: the other direction, T(p)(S) <= E p(S) + delta, needs no more."""
    return Combination(at_least(E - 1 + d, E * d), ((more, d_most),))


@proof.conclusion
def the_corner_is_full(large: Fact, at_the_corner: Fact, more: Fact) -> Combination:
    """For (E + 1) delta >= 1, s = (1 - delta)/E: E (E delta - (1 - s)) >= 0, so P(s) = 1, all terms being >= 1."""
    return Combination(at_least(E * (E * d - (1 - s))), ((large, more), (at_the_corner, constant(1))))


@proof.conclusion
def least() -> Exhaustive:
    """Two colors, all s in 120ths and the two places above: the largest least delta' is the smaller bound."""

    def printed(x: Fraction, ratio: Fraction, delta: Fraction) -> Fraction:
        return min(Fraction(1), min(ratio * x, 1 - (1 - x) / ratio) + delta)

    def needed(x: Fraction, ratio: Fraction, delta: Fraction) -> Fraction:
        y = printed(x, ratio, delta)
        return max(x - ratio * y, y - ratio * x, (1 - x) - ratio * (1 - y), (1 - y) - ratio * (1 - x), Fraction(0))

    def holds(ratio: Fraction, delta: Fraction) -> bool:
        places = [Fraction(n, 120) for n in range(121)] + [1 / (ratio + 1), (1 - delta) / ratio]
        return max(needed(x, ratio, delta) for x in places) == min(ratio * delta, 1 - (1 - delta) / ratio)

    domain = {
        "ratio": [Fraction(n) for n in ("1", "6/5", "3/2", "2", "5", "100")],
        "delta": [Fraction(n) for n in ("0", "1/1000", "1/10", "1/6", "1/4", "1/3", "1/2", "9/10", "99/100", "1")],
    }
    return Exhaustive("the least delta' is min{E delta, 1 - (1 - delta)/E}", domain, holds)


@proof.conclusion
def three_colors() -> Exhaustive:
    """Three colors in tenths, every event, both directions: no p needs more."""
    rows = [Fraction(n, 10) for n in range(11)]
    events = list(chain.from_iterable(combinations(range(3), size) for size in range(4)))

    def holds(first: Fraction, second: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        if first + second > 1:
            return True  # no distribution
        sums = [first, first + second, Fraction(1)]
        image = [min(Fraction(1), min(ratio * x, 1 - (1 - x) / ratio) + delta) for x in sums]
        one, other = ([z[0], z[1] - z[0], z[2] - z[1]] for z in (sums, image))
        gaps = [
            sum((x[i] - ratio * y[i] for i in event), Fraction(0))
            for event, (x, y) in product(events, ((one, other), (other, one)))
        ]
        return max(gaps) <= min(ratio * delta, 1 - (1 - delta) / ratio)

    domain = {
        "first": rows,
        "second": rows,
        "ratio": [Fraction(n) for n in ("1", "3/2", "2", "5")],
        "delta": [Fraction(n) for n in ("0", "1/10", "1/4", "1/2", "9/10", "1")],
    }
    return Exhaustive("min{E delta, 1 - (1 - delta)/E} is enough", domain, holds)


proof.establishes({"lemma-1-part-1": "refuted"})
proof.establishes({"lemma-1-step-1": "refuted"}, "least")
