"""Predicates from a density by a shift: exponential, Laplace, uniform; tails, translations, the inverse of M.

Kifer and Lin, Section 2.2.1 and Appendix C; E = e^t. G(x) = e^-x gives M(a) = min(1, E a); its inverse is b/E, that of
m is 1 - (1 - a)/E, so symmetrised it is the M of differential privacy, and so is the minimum of the two tails. The
uniform density on [0, 1] is log-concave (c = 0 there, infinite elsewhere): G(x) = 1 - x, M(a) = min(1, a + t).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from dpexact import exact
from dpexact.papers.axioms import (
    ApproxDPPredicate,
    LaplacePredicate,
    LogisticPredicate,
    PiecewiseLinearPredicate,
    PiecewiseRationalPredicate,
    check_predicate,
    exponential_predicate,
    symmetrised,
    uniform_predicate,
)
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
GRID = [Fraction(n, 24) for n in range(25)]
RATIOS = [ONE, Fraction(6, 5), Fraction(2), Fraction(9)]

proof = Proof(__doc__)


def tail(x: Fraction, ratio: Fraction) -> Fraction:
    """P(X >= x log E) of the exponential density: E^-x for x >= 0, else 1; x an integer here."""
    return ONE / ratio ** int(x) if x > 0 else ONE


@proof.conclusion
def exponential_formula() -> Exhaustive:
    """At the points a = E^-k, k = 0, ..., 6, G(G^-1(a) - t) is E^-(k-1), or 1 for k = 0; so says min(1, E a)."""

    def same(k: int, ratio: Fraction) -> bool:
        built = exponential_predicate(ratio)
        return bool(built.upper(tail(Fraction(k), ratio)) == tail(Fraction(k - 1), ratio))

    return Exhaustive("M of the exponential density", {"k": range(7), "ratio": RATIOS[1:]}, same)


@proof.conclusion
def symmetrised_exponential() -> Exhaustive:
    """The symmetrised exponential predicate has the M and m of differential privacy with E = e^t."""

    def same(a: Fraction, ratio: Fraction) -> bool:
        one, other = symmetrised(exponential_predicate(ratio)), ApproxDPPredicate(ratio, 0)
        printed = min(ratio * a, 1 - (1 - a) / ratio)
        return bool(one.upper(a) == other.upper(a) == printed and one.lower(a) == other.lower(a))

    return Exhaustive("symmetrised it is differential privacy", {"a": GRID, "ratio": RATIOS}, same)


@proof.conclusion
def tails_are_symmetrisation() -> Exhaustive:
    """F(F^-1(a) + t) = 1 - (1 - a)/E is m^-1: the minimum of the two tails is the symmetrised predicate."""

    def same(a: Fraction, ratio: Fraction) -> bool:
        left = 1 - (1 - a) / ratio
        return bool(symmetrised(exponential_predicate(ratio)).upper(a) == min(ONE, ratio * a, left))

    return Exhaustive("min of the tails of the exponential density", {"a": GRID, "ratio": RATIOS}, same)


@proof.conclusion
def either_direction() -> Counterexample:
    """E = 2, noise e^-x: S = [t, oo) has 1/2, shifted to the left 1, more than min(2a, 1 - (1 - a)/2) = 3/4."""

    def shifted(ratio: Fraction) -> bool:
        return tail(Fraction(1), ratio) == HALF and tail(Fraction(0), ratio) == 1

    def bounded(ratio: Fraction) -> bool:
        a, b = tail(Fraction(1), ratio), tail(Fraction(0), ratio)
        return b <= min(ONE, ratio * a, 1 - (1 - a) / ratio)

    return Counterexample(
        "the minimum of the tails bounds a translation in either direction", {"ratio": Fraction(2)}, shifted, bounded
    )


@proof.conclusion
def laplace_is_not_differential_privacy() -> Counterexample:
    """E = 2, a = 1/3: 1 - 1/(4 E a) = 5/8 against E a = 1 - (1 - a)/E = 2/3."""

    def positive(a: Fraction, ratio: Fraction) -> bool:
        return ratio > 1 and 0 <= a <= 1

    def same(a: Fraction, ratio: Fraction) -> bool:
        return bool(LaplacePredicate(ratio).upper(a) == ApproxDPPredicate(ratio, 0).upper(a))

    return Counterexample(
        "the Laplace density gives differential privacy", {"a": Fraction(1, 3), "ratio": Fraction(2)}, positive, same
    )


@proof.conclusion
def laplace_without_a_shift() -> Counterexample:
    """Without a shift, t = 0, twelfths: M of the Laplace distribution is that of differential privacy."""

    def differs(ratio: Fraction) -> bool:
        ours, theirs = LaplacePredicate(ratio), ApproxDPPredicate(ratio, 0)
        return any(ours.upper(Fraction(n, 12)) != theirs.upper(Fraction(n, 12)) for n in range(13))

    text = "for every t >= 0, E = e^t, the M of the Laplace distribution is not that of differential privacy"
    return Counterexample(text, {"ratio": Fraction(1)}, lambda ratio: ratio >= 1, differs)


@proof.conclusion
def laplace_differs_for_every_shift() -> Exhaustive:
    """At a = 1/(E + 1) the Laplace M is smaller by (E - 1)^2/(4 E (E + 1)); for t = 0 both are a."""

    def gap(ratio: Fraction) -> bool:
        a = 1 / (ratio + 1)
        difference = ApproxDPPredicate(ratio, 0).upper(a) - LaplacePredicate(ratio).upper(a)
        return bool(difference == (ratio - 1) ** 2 / (4 * ratio * (ratio + 1)))

    return Exhaustive("the gap at 1/(E + 1)", {"ratio": RATIOS}, gap)


@proof.conclusion
def laplace_formula() -> Exhaustive:
    """At a = G(k t), E = e^t, k = -4, ..., 4, G(x) = e^-x/2 or 1 - e^x/2: M(a) = G((k - 1) t)."""

    def same(k: int, ratio: Fraction) -> bool:
        def g(n: int) -> Fraction:
            return ONE / ratio**n / 2 if n >= 0 else 1 - ratio**n / 2

        return bool(LaplacePredicate(ratio).upper(g(k)) == g(k - 1))

    return Exhaustive("M of the Laplace density", {"k": range(-4, 5), "ratio": RATIOS[1:]}, same)


@proof.conclusion
def logistic_formula() -> Exhaustive:
    """At a = G(k t), G(x) = 1/(1 + e^x): M(a) = G((k - 1) t)."""

    def same(k: int, ratio: Fraction) -> bool:
        return bool(LogisticPredicate(ratio).upper(1 / (1 + ratio**k)) == 1 / (1 + ratio ** (k - 1)))

    return Exhaustive("M of the logistic density", {"k": range(-4, 5), "ratio": RATIOS[1:]}, same)


@proof.conclusion
def conditions_exactly() -> Exhaustive:
    """E = 2, 9: Laplace, logistic, exponential (Sturm's theorem for M'') and Figure 1's M have all conditions."""

    def all_six(ratio: int) -> bool:
        e = exact(ratio)
        laplace = PiecewiseRationalPredicate(
            [(1 / (2 * e), [0, e], [1]), ("1/2", [-1, 4 * e], [0, 4 * e]), (1, [1 - 1 / e, 1 / e], [1])]
        )
        logistic = PiecewiseRationalPredicate([(1, [0, e], [1, e - 1])])
        exponential = PiecewiseRationalPredicate([(1 / e, [0, e], [1]), (1, [1], [1])])
        cut = (1 - exact("1/10")) / (e + 1)
        figure = PiecewiseLinearPredicate([(0, "1/10"), (cut, 1 - cut), (1 - exact("1/10"), 1), (1, 1)])
        same = all(
            laplace.upper(a) == LaplacePredicate(e).upper(a)
            and logistic.upper(a) == LogisticPredicate(e).upper(a)
            and figure.upper(a) == ApproxDPPredicate(e, "1/10").upper(a)
            for a in GRID
        )
        return same and all(check_predicate(one).proved for one in (laplace, logistic, exponential, figure))

    return Exhaustive("conditions 3 to 6, decided", {"ratio": [2, 9]}, all_six)


@proof.conclusion
def limit_at_zero() -> Counterexample:
    """The uniform density, t = 1/4: M(a) = a + 1/4 near 0, so M does not tend to 0."""

    def uniform(t: Fraction, a: Fraction) -> bool:
        return bool(a > 0 and a + t < 1 and uniform_predicate(t).upper(a) == a + t)

    def small(t: Fraction, a: Fraction) -> bool:
        return bool(uniform_predicate(t).upper(a) < t)

    instance = {"t": Fraction(1, 4), "a": Fraction(1, 10**9)}
    return Counterexample("M(a) tends to 0 with a", instance, uniform, small)


@proof.conclusion
def tied_sets() -> Counterexample:
    """Exponential, E = 2: (t, 2t] has 1/4 and shifted 1/2, exactly as [2t, oo): it is not the tail, and optimal."""

    def not_the_tail(ratio: Fraction) -> bool:
        one = tail(Fraction(1), ratio) - tail(Fraction(2), ratio)
        return one == tail(Fraction(2), ratio)

    def cannot_be_optimal(ratio: Fraction) -> bool:
        return tail(Fraction(0), ratio) - tail(Fraction(1), ratio) < tail(Fraction(1), ratio)

    return Counterexample(
        "a set that differs from the tail by more than 0 is not optimal",
        {"ratio": Fraction(2)},
        not_the_tail,
        cannot_be_optimal,
    )


@proof.conclusion
def shift_to_the_right() -> Counterexample:
    """Exponential, t = -log 2: the tail [log 2, oo) gets 1/4, together with [-log 2, 0), which has 0, it gets 3/4."""

    def same_probability(ratio: Fraction) -> bool:
        return tail(Fraction(-1), ratio) - tail(Fraction(0), ratio) == 0

    def tail_is_best(ratio: Fraction) -> bool:
        more = tail(Fraction(0), ratio) - tail(Fraction(1), ratio)
        return tail(Fraction(2), ratio) >= tail(Fraction(2), ratio) + more

    return Counterexample(
        "the right tail is best for negative t", {"ratio": Fraction(2)}, same_probability, tail_is_best
    )


@proof.conclusion
def empty_tail() -> Counterexample:
    """Uniform, p = 0: with G^-1(0) = 2 the shifted tail has nothing, [1, 5/4], shifted by t = 1/4, has 1/4."""

    def of_probability_0(start: Fraction, t: Fraction) -> bool:
        return start >= 1 and 0 < t < 1

    def is_best(start: Fraction, t: Fraction) -> bool:
        return max(NONE, 1 - (start - t)) >= t

    instance = {"start": Fraction(2), "t": Fraction(1, 4)}
    return Counterexample("every tail of probability 0 is best", instance, of_probability_0, is_best)


@proof.conclusion
def tails_of_integer_densities() -> Exhaustive:
    """Log-concave weights 1, 2, 3 on five integers, shifts 0 to 2: no set with at most a tail's weight gains more."""

    def log_concave(weights: tuple[int, ...]) -> bool:
        return all(b * b >= a * c for a, b, c in zip(weights, weights[1:], weights[2:], strict=False))

    def best(weights: tuple[int, ...], shift: int) -> bool:
        places = range(5 + shift)
        own = [weights[n] if n < 5 else 0 for n in places]
        moved = [weights[n - shift] if 0 <= n - shift < 5 else 0 for n in places]
        for start in range(6):  # the whole tail where nothing is left: p = 0 is another matter
            limit, gain = sum(own[start:]), sum(moved[start:])
            for size in range(len(places) + 1):
                for chosen in combinations(places, size):
                    if sum(own[n] for n in chosen) <= limit and sum(moved[n] for n in chosen) > gain:
                        return False
        return True

    kept = [weights for weights in product(range(1, 4), repeat=5) if log_concave(weights)]
    return Exhaustive("the tail gains most", {"weights": kept, "shift": range(3)}, best)


@proof.conclusion
def inverse_below_m_of_0() -> Counterexample:
    """M = min(1, 2a + 1/4): no x has M(x) = 1/8, so M has no inverse there, although M is below 1."""

    def below(value: Fraction) -> bool:
        return bool(value < 1 and ApproxDPPredicate(2, "1/4", "backward").upper(0) > value)

    def has_inverse(value: Fraction) -> bool:
        predicate = ApproxDPPredicate(2, "1/4", "backward")
        return bool(predicate.upper(predicate.inverse(value)) == value)

    return Counterexample("M has an inverse except at 1", {"value": Fraction(1, 8)}, below, has_inverse)


@proof.conclusion
def inverse_at_a_jump() -> Counterexample:
    """M(0) = 0 and 1/2 + a/2 otherwise (not the pathological one): M^-1(1/4) = 0 <= b = 0, but 1/4 > M(0)."""

    def inverse_is_at_most_b(a: Fraction, b: Fraction) -> bool:
        return bool(PiecewiseLinearPredicate([(0, HALF), (1, 1)], at_zero=0).inverse(a) <= b)

    def m_is_at_least_a(a: Fraction, b: Fraction) -> bool:
        return bool(a <= PiecewiseLinearPredicate([(0, HALF), (1, 1)], at_zero=0).upper(b))

    return Counterexample(
        "a <= M(b) if and only if M^-1(a) <= b",
        {"a": Fraction(1, 4), "b": NONE},
        inverse_is_at_most_b,
        m_is_at_least_a,
    )


@proof.conclusion
def inverse_without_a_jump() -> Exhaustive:
    """With M^-1(a) = inf of x with M(x) >= a the equivalence holds for continuous M, also where M(0) > 0."""

    def same(a: Fraction, b: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        one = ApproxDPPredicate(ratio, delta, "backward")
        return bool((a <= one.upper(b)) == (one.inverse(a) <= b))

    domain = {"a": GRID, "b": GRID, "ratio": RATIOS, "delta": [NONE, Fraction(1, 4), ONE]}
    return Exhaustive("a <= M(b) if and only if M^-1(a) <= b", domain, same)


@proof.conclusion
def inverse_from_m_of_0() -> Exhaustive:
    """M = min(1, E a + delta), values from M(0) up to 1: M(M^-1(value)) is the value, and no smaller a has it."""

    def in_the_range(value: Fraction, ratio: Fraction, delta: Fraction, **_: object) -> bool:
        return bool(ApproxDPPredicate(ratio, delta, "backward").upper(0) <= value < 1)

    def is_inverse(value: Fraction, a: Fraction, ratio: Fraction, delta: Fraction) -> bool:
        one = ApproxDPPredicate(ratio, delta, "backward")
        found = one.inverse(value)
        return bool(one.upper(found) == value and (one.upper(a) == value) == (a == found))

    domain = {"value": GRID, "a": GRID, "ratio": RATIOS, "delta": [NONE, Fraction(1, 4)]}
    return Exhaustive("M has an inverse on [M(0), 1)", domain, is_inverse, where=in_the_range)


@proof.conclusion
def ends_of_g_inverse() -> Counterexample:
    """Uniform: P(X >= 1) = P(X >= 2) = 0, two values for G^-1(0); with t = 1/2 M(0) is 1/2 or 0."""

    def of_probability_0(one: Fraction, other: Fraction, t: Fraction) -> bool:
        return min(one, other) >= 1 and 0 < t < 1

    def same_m(one: Fraction, other: Fraction, t: Fraction) -> bool:
        return max(NONE, 1 - (one - t)) == max(NONE, 1 - (other - t))

    instance = {"one": ONE, "other": Fraction(2), "t": HALF}
    return Counterexample("G^-1(0) is one number, or does not matter", instance, of_probability_0, same_m)


proof.establishes(
    {"figure-1": "holds", "theorem-2-2-2": "holds-if, holds", "exponential": "holds"}, "conditions_exactly"
)
proof.establishes({"left-tail": "holds"}, "tails_are_symmetrisation")
proof.establishes(
    {"either-direction": "holds-if, holds", "laplace": "holds-if, holds", "figures-2-3": "holds"}, "laplace_formula"
)
proof.establishes({"either-direction": "holds-if, fails"}, "either_direction")
proof.establishes({"theorem-2-2-1": "holds-if, holds"}, "tails_of_integer_densities")
proof.establishes({"theorem-2-2-1": "holds-if, fails"}, "shift_to_the_right")
proof.establishes({"theorem-2-2-1": "holds-if, fails"}, "empty_tail")
proof.establishes({"theorem-2-2-1-unique": "refuted"}, "tied_sets")
proof.establishes({"theorem-2-2-2-limit": "refuted"}, "limit_at_zero")
proof.establishes({"laplace": "holds-if, holds"}, "laplace_is_not_differential_privacy")
proof.establishes({"laplace": "holds-if, both"}, "laplace_differs_for_every_shift")
proof.establishes({"exponential": "holds", "figures-2-3": "holds"}, "exponential_formula")
proof.establishes({"symmetrised-exponential": "holds"}, "symmetrised_exponential")
proof.establishes({"inverse-exists": "holds-if, fails"}, "inverse_below_m_of_0")
proof.establishes({"inverse-equivalence": "holds-if, holds"}, "inverse_without_a_jump")
proof.establishes({"inverse-equivalence": "holds-if, fails"}, "inverse_at_a_jump")
proof.establishes({"inverse-exists": "holds-if, holds"}, "inverse_from_m_of_0")
proof.establishes({"theorem-2-2-2": "holds-if, fails"}, "ends_of_g_inverse")
proof.establishes({"laplace": "holds-if, fails"}, "laplace_without_a_shift")
