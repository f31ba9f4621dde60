"""Appendices A and B at their edges: which conditions follow, monotone m, the last step of the proof of 2.1.4.

Kifer and Lin, Theorems 0.0.6 and 0.0.7. That conditions 3 and 6 imply 4 is increasing_follows in Rocq
(AxiomsPredicates.v); a concave M with M(1) = 1 >= M is continuous on (0, 1]. Neither 3 nor 6 follows from the others.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpexact.papers.axioms import ApproxDPPredicate, PiecewiseLinearPredicate, check_predicate
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
GRID = [Fraction(n, 12) for n in range(13)]
Knots = tuple[tuple[Fraction, Fraction], ...]

proof = Proof(__doc__)


def others_hold(knots: Knots, left_out: int) -> bool:
    """Whether all conditions but one hold of the M through the knots."""
    report = check_predicate(PiecewiseLinearPredicate(knots))
    return all(report[n].proved for n in range(1, 7) if n != left_out)


@proof.conclusion
def at_least_identity_is_needed() -> Counterexample:
    """M(a) = a/2 has 3, 4 and 5, not 6."""

    def others(knots: Knots) -> bool:
        return others_hold(knots, 6)

    def sixth(knots: Knots) -> bool:
        return check_predicate(PiecewiseLinearPredicate(knots))[6].proved

    return Counterexample("6 follows from 3, 4, 5", {"knots": ((NONE, NONE), (ONE, HALF))}, others, sixth)


@proof.conclusion
def concave_is_needed() -> Counterexample:
    """Knots (0,0), (1/4,1/2), (1/2,9/16), (3/4,15/16), (1,1): 4, 5, 6 and not 3."""

    def others(knots: Knots) -> bool:
        return others_hold(knots, 3)

    def third(knots: Knots) -> bool:
        return check_predicate(PiecewiseLinearPredicate(knots))[3].proved

    knots = (
        (NONE, NONE),
        (Fraction(1, 4), HALF),
        (HALF, Fraction(9, 16)),
        (Fraction(3, 4), Fraction(15, 16)),
        (ONE, ONE),
    )
    return Counterexample("3 follows from 4, 5, 6", {"knots": knots}, others, third)


@proof.conclusion
def concave_and_at_least_identity() -> Exhaustive:
    """All M through five knots with values in quarters, M(0) a jump or not: where 3 and 6 hold, so do 4 and 5."""

    def proved(condition: int, jump: Fraction, *values: Fraction) -> bool:
        knots = [(Fraction(n, 4), value) for n, value in enumerate((*values, ONE))]
        return check_predicate(PiecewiseLinearPredicate(knots, at_zero=jump))[condition].proved

    def premise(jump: Fraction, v0: Fraction, v1: Fraction, v2: Fraction, v3: Fraction) -> bool:
        return all(proved(n, jump, v0, v1, v2, v3) for n in (3, 6))

    def follow(jump: Fraction, v0: Fraction, v1: Fraction, v2: Fraction, v3: Fraction) -> bool:
        return all(proved(n, jump, v0, v1, v2, v3) for n in (4, 5))

    quarters = [Fraction(n, 4) for n in range(5)]
    domain = dict.fromkeys(("jump", "v0", "v1", "v2", "v3"), quarters)
    return Exhaustive("4 and 5 follow", domain, follow, where=premise)


@proof.conclusion
def lower_bound_does_not_fall() -> Counterexample:
    """E = 2: m(a) = a/2 for small a, 1 - 2(1 - a) for large a: it increases, and m(1/2) = 1/4 > 0."""

    def positive(a: Fraction, larger: Fraction) -> bool:
        return bool(a < larger and ApproxDPPredicate(2, 0).lower(a) > 0)

    def falls(a: Fraction, larger: Fraction) -> bool:
        one = ApproxDPPredicate(2, 0)
        return bool(one.lower(larger) <= one.lower(a))

    instance = {"a": HALF, "larger": Fraction(3, 4)}
    return Counterexample("m is nonincreasing", instance, positive, falls)


@proof.conclusion
def lower_bound_rises() -> Exhaustive:
    """E = 1, 2, 9, delta = 0, 1/4: m does not decrease, and increases where it is positive."""

    def smaller(a: Fraction, b: Fraction, **_: object) -> bool:
        return a < b

    def rises(a: Fraction, b: Fraction, ratio: int, delta: Fraction) -> bool:
        one = ApproxDPPredicate(ratio, delta)
        return bool(one.lower(a) < one.lower(b) or one.lower(a) == one.lower(b) == 0)

    domain: dict[str, list[Any]] = {"a": GRID, "b": GRID, "ratio": [1, 2, 9], "delta": [NONE, Fraction(1, 4)]}
    return Exhaustive("m increases where it is positive", domain, rises, where=smaller)


@proof.conclusion
def upper_bound_need_not_rise() -> Counterexample:
    """E = 2, delta = 1/4 (M = 1 from 3/4 on): the upper end of the interval stays 1 from a = 3/4 to a = 1."""

    def grows(a: Fraction, larger: Fraction) -> bool:
        return 0 <= a < larger <= 1

    def end_grows(a: Fraction, larger: Fraction) -> bool:
        one = ApproxDPPredicate(2, "1/4")
        return bool(one.upper(a) < one.upper(larger))

    instance = {"a": Fraction(3, 4), "larger": ONE}
    return Counterexample("if a increases, so do the endpoints", instance, grows, end_grows)


@proof.conclusion
def integral_one_without_indicator() -> Counterexample:
    """mu_1 = (1, 0), mu_2 = (3/4, 1/4), h = (1, 1/2): the integral over mu_1 is 1, and h is no indicator."""

    def integral_is_1(mu: tuple[Fraction, ...], nu: tuple[Fraction, ...], h: tuple[Fraction, ...]) -> bool:
        one = ApproxDPPredicate(2, "1/4")
        private = all(one.lower(a) <= b <= one.upper(a) for a, b in ((NONE, NONE), (mu[0], nu[0]), (mu[1], nu[1])))
        return bool(private and sum(w * x for w, x in zip(mu, h, strict=True)) == 1)

    def indicator(mu: tuple[Fraction, ...], nu: tuple[Fraction, ...], h: tuple[Fraction, ...]) -> bool:
        return len(mu) == len(nu) and all(x in (0, 1) for x in h)

    instance = {"mu": (ONE, NONE), "nu": (Fraction(3, 4), Fraction(1, 4)), "h": (ONE, HALF)}
    return Counterexample("h is an indicator if its integral is 1", instance, integral_is_1, indicator)


@proof.conclusion
def ends_of_the_interval() -> Exhaustive:
    """Proposition 0.0.3: d = (1 - c)a/(1 - a) is in [0, 1] and keeps a, and b' goes from b to (1 - b)a/(1 - a)."""

    def at_most_a_half(a: Fraction, **_: object) -> bool:
        return a <= HALF

    def as_printed(a: Fraction, b: Fraction, c: Fraction) -> bool:
        d = (1 - c) * a / (1 - a)
        ends = (b, (1 - b) * a / (1 - a))
        moved = b * c + (1 - b) * d
        inside = all(min(ends) <= value <= max(ends) for value in (moved, a))
        return inside and 0 <= d <= 1 and a * c + (1 - a) * d == a

    domain = {"a": GRID, "b": GRID, "c": GRID}
    return Exhaustive("Proposition 0.0.3, second item", domain, as_printed, where=at_most_a_half)


def arch(a: Fraction) -> Fraction:
    """M(a) = 1 + a (1 - a): concave and continuous, M(0) = M(1) = 1, so (i) to (iv) hold with m(a) = -a (1 - a)."""
    return 1 + a * (1 - a)


@proof.conclusion
def not_bounded_by_1() -> Counterexample:
    """M(a) = 1 + a (1 - a) meets (i) to (iv) of Theorem 0.0.7 (concave: on the grid), and M(1/2) = 5/4."""

    def items(a: Fraction) -> bool:
        concave = all(2 * arch((x + y) / 2) >= arch(x) + arch(y) for x in GRID for y in GRID)
        return 0 <= a <= 1 and concave and arch(NONE) >= 0 and arch(ONE) == 1

    def bounded(a: Fraction) -> bool:
        return arch(a) <= 1

    return Counterexample("M <= 1 by (i) to (iv)", {"a": HALF}, items, bounded)


@proof.conclusion
def falls_above_1() -> Counterexample:
    """The same M is 5/4 at 1/2, 19/16 at 3/4: it falls where it is not 1."""

    def not_1(a: Fraction, larger: Fraction) -> bool:
        return 0 <= a < larger <= 1 and arch(a) != 1 != arch(larger)

    def increases(a: Fraction, larger: Fraction) -> bool:
        return arch(a) < arch(larger)

    instance = {"a": HALF, "larger": Fraction(3, 4)}
    return Counterexample("M increases strictly except where it is 1", instance, not_1, increases)


@proof.conclusion
def constant_2() -> Counterexample:
    """M = 2 has the conditions 3 to 6 of Theorem 2.1.4 (it is never below 1), and not M(1) = 1."""

    def conditions(height: Fraction) -> bool:
        return height >= 1  # constant: concave, continuous; nowhere below 1, so at least a

    def item_iv(height: Fraction) -> bool:
        return height == 1

    return Counterexample("an M of Theorem 2.1.4 has M(1) = 1", {"height": Fraction(2)}, conditions, item_iv)


proof.establishes({"interval": "holds-if, holds", "theorem-0-0-6-v": "misprint"}, "lower_bound_rises")
proof.establishes({"interval": "holds-if, fails"}, "upper_bound_need_not_rise")
proof.establishes({"proposition-0-0-3": "holds-if, holds", "proposition-0-0-3-proof": "holds"}, "ends_of_the_interval")
proof.establishes({"theorem-0-0-6-v": "misprint"}, "lower_bound_does_not_fall")
proof.establishes({"theorem-0-0-7-step-3": "refuted"}, "integral_one_without_indicator")
proof.establishes({"theorem-0-0-7-increasing": "holds-if, fails"}, "not_bounded_by_1")
proof.establishes({"theorem-0-0-7-increasing": "holds-if, fails"}, "falls_above_1")
proof.establishes({"theorem-0-0-7-stronger": "holds-if, fails"}, "constant_2")
