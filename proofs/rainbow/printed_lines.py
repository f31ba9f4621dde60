"""Every number of colors q, every E > 1, 0 < delta < 1/(E + 1)^2: long lines of the printed T need E delta, no less.

P(s) = min{1, E s + delta, 1 - (1 - s)/E + delta} of (4.3) is walked from s_k^0 to s_k^1, s_k^2, ... on a line that
has at least 1/delta steps. If some s_k^0 with k < q is less than 1 - E delta, the mechanism on the line is (epsilon, E
delta)-DP and not (epsilon, delta')-DP for any delta' < E delta. For every step adds at least delta or ends at 1
(`grows_below`, `grows_above`), so s_k^t comes to 1/(E + 1) or more; at the first such t it is still less than 1 - E
delta (`lands_before_the_end`; at t = 0 by assumption), where P(s) < 1 is the last branch and the event {k+1, ..., q}
has the excess E delta exactly (`not_yet_one`, `excess`). E delta is enough by proofs/rainbow/printed_operator.py.

For larger delta a line may step over that range: E = 2, delta = 1/4, s^0 = 3/10 goes to 17/20 and then to 1; its
excesses are 2/5 and 3/20, less than E delta = 1/2.

P is not the best for E delta either: it is at most M for E delta in place of delta, the greatest that (epsilon, E
delta)-closeness allows (`at_most_below`, `at_most_above`), and less by (E - 1) delta on its first branch.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from dpexact.proving import (
    Combination,
    Counterexample,
    Expression,
    Fact,
    Identity,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, d, s = indeterminates("E d s")


def below(prefix: Expression) -> Expression:
    """The first branch of (4.3)."""
    return E * prefix + d


def above(prefix: Expression) -> Expression:
    """The second branch of (4.3)."""
    return 1 - (1 - prefix) / E + d


proof = Proof(__doc__)
proof.define("E_range", greater(E, 1), "E = e^epsilon is more than 1")
proof.define("d_range", greater(d), "d = delta")
proof.define("d_small", greater(1 / (E + 1), (E + 1) * d), "delta < 1/(E + 1)^2")
proof.define("s_least", at_least(s), "s is a prefix sum")
proof.define("s_most", at_least(1, s))
proof.suppose("s_before", greater(1 / (E + 1), s), "s is less than 1/(E + 1)")
proof.suppose("s_not_at_the_end", greater(1 - E * d, s), "s is less than 1 - E delta")


@proof.conclusion
def grows_below(E_range: Fact, s_least: Fact) -> Manifest:
    """(E s + delta) - s >= delta."""
    return Manifest(at_least(below(s) - s, d), (E_range, s_least))


@proof.conclusion
def grows_above(E_range: Fact, s_most: Fact) -> Manifest:
    """(1 - (1 - s)/E + delta) - s >= delta."""
    return Manifest(at_least(above(s) - s, d), (E_range, s_most))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def lands_before_the_end(s_before: Fact, base: Fact, d_small: Fact) -> Combination:
    """If s < 1/(E + 1), the next sum E s + delta is less than 1 - E delta."""
    return Combination(greater(1 - E * d, below(s)), ((base, s_before), (d_small,)))


@proof.conclusion
def not_yet_one(s_not_at_the_end: Fact, base: Fact) -> Combination:
    """If s < 1 - E delta, the second branch is less than 1."""
    return Combination(greater(0 * s + 1, above(s)), ((s_not_at_the_end, Over(base)),))


@proof.conclusion
def excess() -> Identity:
    """On the second branch the event after s has (1 - s) - E (1 - s') = E delta."""
    return Identity(equal((1 - s) - E * (1 - above(s)), E * d))


@proof.conclusion
def at_most_below(E_range: Fact, d_range: Fact) -> Manifest:
    """The first branch is less than E s + E delta."""
    return Manifest(greater(E * s + E * d, below(s)), (E_range, d_range))


@proof.conclusion
def at_most_above() -> Identity:
    """The second branch is 1 - (1 - s - E delta)/E."""
    return Identity(equal(above(s), 1 - (1 - s - E * d) / E))


@proof.conclusion
def not_for_larger_delta() -> Counterexample:
    """E = 2, delta = 1/4, q = 2, s^0 = 3/10: the least delta of the line is 2/5."""
    ratio, delta = Fraction(2), Fraction(1, 4)

    def line(start: Fraction) -> list[Fraction]:
        sums = [start]
        while sums[-1] < 1:
            sums.append(min(Fraction(1), ratio * sums[-1] + delta, 1 - (1 - sums[-1]) / ratio + delta))
        return sums

    def before_the_end(start: Fraction) -> bool:
        return 0 <= start < 1 - ratio * delta

    def least_is_e_delta(start: Fraction) -> bool:
        sums = line(start)
        losses = [
            max(p - ratio * q, q - ratio * p, (1 - p) - ratio * (1 - q), (1 - q) - ratio * (1 - p))
            for p, q in pairwise(sums)
        ]
        return max(losses) == ratio * delta

    return Counterexample(
        "the least delta of the line is E delta", {"start": Fraction(3, 10)}, before_the_end, least_is_e_delta
    )


proof.establishes({"theorem-4-operator": "refuted"})
