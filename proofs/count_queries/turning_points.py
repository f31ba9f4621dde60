"""Every integer D >= 1, every real E >= 1, eta in (0, 1): at which eta the deltas turn from falling to rising.

With S_m = sum_{j=0}^{m-1} E^j, T_D = S_1 + ... + S_D, C = 2 eta/(1-eta), B = 2/(1-eta), as eta grows:

    delta~ falls up to C = C_D = S_(D+1)/T_D (the knee) and rises from there on,
    the tight delta of Definition 2 falls up to C = E S_D/T_D,
    the least delta of symmetric noise over all events falls up to C = E^D/S_D,

and E^D/S_D <= E S_D/T_D < C_D. This is not in the paper, which has one threshold. Each of the three is the largest of
some functions of eta (proofs/count_queries/theorem_2, real_delta, optimum_all_events). Those with a positive factor of
C are u eta - v (1-eta)/2 with u > 0, v >= 0, and rise: (C + 1 - E)/B has u = 1, v = E - 1, and delta_k has u = S_k/P_k,
v = E^k/P_k. The others are u (1-eta)/2 - v eta, and fall: 1/(B T_D), D/(B T_D), ((D + S_D)/T_D - E C)/B,
(1 - E C S_m)/(B S_(D-m)) and (2/(S_m + S_(D-m)) - E C)/B. So each turns once, where the largest of both kinds are
equal: there delta_D = delta_(D+1) (proofs/count_queries/lemma_3), C + 1 - E = D/T_D, or C + 1 - E = 1/S_D.
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
    SumOfPositives,
    Telescoping,
    at_least,
    equal,
    greater,
    indeterminates,
    power,
    summed,
    whole,
)

E, D, W, j, Y, C, eta, h, u, v = indeterminates("E D W j Y C eta h u v")
SUM = (W - 1) / (E - 1)  # S_D
TRIANGLE = (E * SUM - D) / (E - 1)  # T_D
LEAST, TIGHT, KNEE = W / SUM, E * SUM / TRIANGLE, (E * SUM + 1) / TRIANGLE

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("D_whole", whole(D))
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
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
def powers(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_D in closed form."""
    return summed(Y, j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def powers_positive(powers: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_D > 0."""
    return SumOfPositives(powers, (E_range, D_range, Y_power))


@proof.step
def triangle(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_D in closed form."""
    return summed(Y * (D - j), j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_D > 0."""
    return SumOfPositives(triangle, (E_range, D_range, Y_power))


@proof.step
def weighted(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of (j + 1) E^j for j = 0, ..., D - 2 in closed form."""
    return summed(Y * (j + 1), j, 0, D - 2, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def weighted_not_negative(weighted: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """It is >= 0."""
    return SumOfPositives(weighted, (E_range, Y_power), strict=False)


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def turn_of_the_tight_delta(triangle: Fact) -> Identity:
    """C + 1 - E and D/T_D are equal at C = E S_D/T_D: their difference is C - E S_D/T_D."""
    return Identity(equal(C + 1 - E - D / triangle.value, C - TIGHT), (triangle,))


@proof.conclusion
def turn_of_the_least_delta(powers: Fact) -> Identity:
    """C + 1 - E and 1/S_D are equal at C = E^D/S_D: their difference is C - E^D/S_D."""
    return Identity(equal(C + 1 - E - 1 / powers.value, C - LEAST), (powers,))


@proof.conclusion
def first_two(
    weighted_not_negative: Fact,
    base_positive: Fact,
    powers_positive: Fact,
    triangle_positive: Fact,
    weighted: Fact,
    powers: Fact,
    triangle: Fact,
) -> Combination:
    """E^D/S_D <= E S_D/T_D, as S_D^2 - E^(D-1) T_D is the sum of (j + 1) E^j for j = 0, ..., D - 2."""
    product = (weighted_not_negative, base_positive, Over(powers_positive), Over(triangle_positive))
    return Combination(at_least(TIGHT, LEAST), (product,), (weighted, powers, triangle))


@proof.conclusion
def last_two(triangle_positive: Fact, triangle: Fact) -> Combination:
    """E S_D/T_D < C_D: the difference is 1/T_D."""
    return Combination(greater(KNEE, TIGHT), ((Over(triangle_positive),),), (triangle,))


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
