"""Every integer D >= 1, every real E >= 1, eta in (0, 1): at which eta the deltas turn from falling to rising.

With S_m = sum_{j=0}^{m-1} E^j, T_D = S_1 + ... + S_D, C = 2 eta/(1-eta), B = 2/(1-eta), as eta grows:

    delta~ falls up to C = C_D = S_(D+1)/T_D (the knee) and rises from there on,
    the tight delta of Definition 2 falls up to C = E S_D/T_D,
    the least delta of symmetric noise over all events falls up to C = E^D/S_D,

and E^D/S_D <= E S_D/T_D < C_D. This is not in the paper, which has one threshold. Each of the three is the largest of
some functions of eta (theorem_2, real_delta, events_least in proofs/rocq). Those with a positive factor of C are u
eta - v (1-eta)/2 with u > 0, v >= 0, and rise: (C + 1 - E)/B has u = 1, v = E - 1, and delta_k has u = S_k/P_k, v =
E^k/P_k. The others are u (1-eta)/2 - v eta, and fall: 1/(B T_D), D/(B T_D), ((D + S_D)/T_D - E C)/B, (1 - E C S_m)/(B
S_(D-m)) and (2/(S_m + S_(D-m)) - E C)/B. So each turns once, where the largest of both kinds are equal: there delta_D
= delta_(D+1) (lemma_3 there), C + 1 - E = D/T_D, or C + 1 - E = 1/S_D.

S, T, P and W in the code stand for S_D, T_D, the sum of (j + 1) E^j for j = 0, ..., D - 2, and E^D; what is cited of
them is proved for every D in proofs/rocq/CountSums.v (S_gt0, T_gt0, W_ge0, S_E with S_up, T_E_minus, SS with W_E).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    Combination,
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

E, D, W, S, T, P, C, eta, h, u, v = indeterminates("E D W S T P C eta h u v")
LEAST, TIGHT, KNEE = W / S, E * S / T, (E * S + 1) / T

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.cite("S_positive", greater(S), "proofs/rocq/CountSums.v: S_D > 0")
proof.cite("T_positive", greater(T), "proofs/rocq/CountSums.v: T_D > 0")
proof.cite("P_least", at_least(P), "proofs/rocq/CountSums.v: P_(D-1) >= 0")
proof.cite("last_power", equal(W, (E - 1) * S + 1), "proofs/rocq/CountSums.v: E^D = (E - 1) S_D + 1")
proof.cite("triangle", equal((E - 1) * T, E * S - D), "proofs/rocq/CountSums.v: (E - 1) T_D = E S_D - D")
proof.cite("square", equal(E * S**2, W * T + E * P), "proofs/rocq/CountSums.v: S_D S_(D+1) = E^D T_D + P_D")
proof.define("eta_below_1", greater(1, eta))
proof.define("h_range", greater(h), "eta grows by h > 0")
proof.define("u_range", greater(u))
proof.define("v_range", at_least(v, 0))


def rising_kind(at: Expression) -> Expression:
    """The function u eta - v (1-eta)/2."""
    return u * at - v * (1 - at) / 2


def falling_kind(at: Expression) -> Expression:
    """The function u (1-eta)/2 - v eta."""
    return u * (1 - at) / 2 - v * at


@proof.conclusion
def rising(h_range: Fact, u_range: Fact, v_range: Fact) -> Combination:
    """The first kind rises with eta."""
    return Combination(
        greater(rising_kind(eta + h), rising_kind(eta)), ((h_range, u_range), (h_range, v_range, Fraction(1, 2)))
    )


@proof.conclusion
def falling(h_range: Fact, u_range: Fact, v_range: Fact) -> Combination:
    """The second kind falls."""
    return Combination(
        greater(falling_kind(eta), falling_kind(eta + h)), ((h_range, u_range, Fraction(1, 2)), (h_range, v_range))
    )


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def turn_of_the_tight_delta(triangle: Fact) -> Identity:
    """C + 1 - E and D/T_D are equal at C = E S_D/T_D: their difference is C - E S_D/T_D."""
    return Identity(equal(C + 1 - E - D / T, C - TIGHT), (triangle,))


@proof.conclusion
def turn_of_the_least_delta(last_power: Fact) -> Identity:
    """C + 1 - E and 1/S_D are equal at C = E^D/S_D: their difference is C - E^D/S_D."""
    return Identity(equal(C + 1 - E - 1 / S, C - LEAST), (last_power,))


@proof.conclusion
def first_two(P_least: Fact, base_positive: Fact, S_positive: Fact, T_positive: Fact, square: Fact) -> Combination:
    """E^D/S_D <= E S_D/T_D, as E S_D^2 - E^D T_D is E times the sum of (j + 1) E^j for j = 0, ..., D - 2."""
    below = (Over(S_positive), Over(T_positive))
    return Combination(at_least(TIGHT, LEAST), ((P_least, base_positive, *below), (square, *below)))


@proof.conclusion
def last_two(T_positive: Fact) -> Combination:
    """E S_D/T_D < C_D: the difference is 1/T_D."""
    return Combination(greater(KNEE, TIGHT), ((Over(T_positive),),))


@proof.step
def above_minus_1(E_range: Fact) -> Manifest:
    """E + 1 > 0."""
    return Manifest(greater(E + 1), (E_range,))


@proof.conclusion
def below_1(eta_below_1: Fact, above_minus_1: Fact) -> Combination:
    """(C + 1 - E)/B = eta - (E - 1)(1-eta)/2 < 1: the tight delta is below 1 at every eta < 1."""
    return Combination(greater(1, eta - (E - 1) * (1 - eta) / 2), ((eta_below_1, above_minus_1, Fraction(1, 2)),))


proof.establishes({"knee-all-events": "holds-if, holds", "p2-privacy": "refuted"})
proof.establishes({"knee": "holds-if, holds"}, "rising")
proof.establishes({"knee": "holds-if, holds"}, "falling")
proof.establishes({"larger-support-all-events": "holds-if, holds"}, "last_two")
