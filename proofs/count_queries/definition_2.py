"""Every integer k, D >= 1, every real E >= 1 and C: the alphas of Definition 2 are >= 0 and have the total 1.

Definition 2 of Sadeghi, Asoodeh, Calmon (2020) and equations (40)-(44) of the proof of their Theorem 3. With
S_m = sum_{j=0}^{m-1} E^j, T_m = sum_{j=0}^{m-1} E^j (m - j), P_m = sum_{j=0}^{m-1} E^j (j + 1):

k <= D, for C_k <= C <= C_(k-1): x = B delta_k = (C S_k - E^k)/P_k, alpha_j = (alpha_(j-1) - x)/E with alpha_0 = C.
Then alpha_j = (C - x S_j)/E^j, x >= 1/T_k > 0, alpha_k = (S_k - C T_(k-1))/P_k >= 0, and alpha_j >= 0 for j < k.
k = D + 1: x = 1/T_D and alpha_(D-m) = E alpha_(D-m+1) + x, so alpha_(D-m) = S_(m+1)/T_D > 0.
At C = C_D, where k = D and k = D + 1 meet, both give the same alphas.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    ClosedForm,
    Combination,
    Expression,
    Fact,
    Identity,
    Manifest,
    Over,
    Proof,
    Recursive,
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

E, k, X, j, Y, C, a, t, Z = indeterminates("E k X j Y C a t Z")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


def triangle_at(m: Expression, number: Expression) -> Expression:
    """T_m in closed form, for m and E^m."""
    return (E * powers_at(number) - m) / (E - 1)


WEIGHTED = (k * X - powers_at(X)) / (E - 1)  # P_k
SHARE_1 = (C * powers_at(X) - X) / WEIGHTED  # x for k <= D
SHARE_2 = 1 / triangle_at(k, X)  # x for k = D + 1, with D written as k
TERM = (C - SHARE_1 * powers_at(Y)) / Y  # alpha_j for k <= D

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the number of an alpha and the index of sums")
proof.define("j_range", at_least(j, 0))
proof.define("Y_power", power(Y, E, j))
proof.define("t_whole", whole(t), "t = k - j")
proof.define("t_range", at_least(t, 0))
proof.define("Z_power", power(Z, E, t))
proof.define("type_1", Recursive("a", "j", 0, C, (a - SHARE_1) / E), "alpha_j for k <= D, equation (39)")
proof.define("type_2", Recursive("a", "j", 0, SHARE_2, E * a + SHARE_2), "alpha_(D-j) for k = D + 1, (37) and (38)")
proof.suppose("C_not_below", at_least(C * triangle_at(k, X), powers_at(E * X)), "C >= C_k")
proof.suppose("C_not_above", at_least(powers_at(X), C * triangle_at(k - 1, X / E)), "C <= C_(k-1); nothing for k = 1")
proof.witness(
    C=Fraction(19, 8),
    E=2,
    X=4,
    Y=4,
    Z=4,
    j=2,
    k=2,
    t=2,
)
proof.witness(
    C=2,
    E=2,
    X=2,
    Y=4,
    a=Fraction(1, 2),
    j=2,
    k=2,
)
proof.witness(
    E=2,
    X=2,
    Y=4,
    a=Fraction(14, 3),
    j=2,
    k=Fraction(1, 2),
)


@proof.step
def triangle(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_k in closed form."""
    return summed(Y * (k - j), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_k > 0."""
    return SumOfPositives(triangle, (E_range, k_range, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """P_k in closed form."""
    return summed(Y * (j + 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """P_k > 0."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_k in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def powers_positive(powers: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_k > 0."""
    return SumOfPositives(powers, (E_range, k_range, Y_power))


@proof.step
def more_powers(t_whole: Fact, t_range: Fact, Z_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_t in closed form."""
    return summed(Y, j, 0, t - 1, (t_whole, t_range, Z_power, j_whole, Y_power))


@proof.step
def more_powers_not_negative(more_powers: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_t >= 0."""
    return SumOfPositives(more_powers, (E_range, Y_power), strict=False)


@proof.step
def more_power_positive(E_range: Fact, t_range: Fact, Z_power: Fact) -> Manifest:
    """E^t > 0."""
    return Manifest(greater(Z), (E_range, t_range, Z_power))


@proof.conclusion
def terms(type_1: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """alpha_j = (C - x S_j)/E^j for k <= D; j = k is (41)."""
    return ClosedForm(type_1, TERM, (j_whole, j_range, Y_power))


@proof.conclusion
def equation_40(weighted: Fact) -> Identity:
    """alpha_1 = (C P_(k-1) + E^(k-1))/P_k."""
    before = WEIGHTED.substitute({"k": k - 1, "X": X / E})
    return Identity(equal(TERM.substitute({"Y": E}), (C * before + X / E) / weighted.value), (weighted,))


@proof.conclusion
def equation_42(weighted: Fact) -> Identity:
    """alpha_k = (S_k - C T_(k-1))/P_k."""
    last = (powers_at(X) - C * triangle_at(k - 1, X / E)) / weighted.value
    return Identity(equal(TERM.substitute({"Y": X}), last), (weighted,))


@proof.conclusion
def equation_44(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of alpha_k, ..., alpha_1 in closed form, where alpha_(k-j) = (C E^j - x E^j S_(k-j))/E^k."""
    backwards = (C * Y - SHARE_1 * (X - Y) / (E - 1)) / X
    return summed(backwards, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def total_1(equation_44: Fact) -> Identity:
    """That sum is 1."""
    return Identity(equal(equation_44.value, 1), (equation_44,))


@proof.step
def share_positive(
    C_not_below: Fact, triangle_positive: Fact, powers_positive: Fact, weighted_positive: Fact, weighted: Fact
) -> Combination:
    """The share x is positive: x = 1/T_k + (C - C_k) S_k/P_k."""
    products = (
        (Over(triangle_positive),),
        (C_not_below, Over(triangle_positive), powers_positive, Over(weighted_positive)),
    )
    return Combination(greater(SHARE_1), products, (weighted,))


@proof.conclusion
def last_not_negative(C_not_above: Fact, weighted_positive: Fact, weighted: Fact) -> Combination:
    """alpha_k >= 0, equation (43)."""
    return Combination(at_least(TERM.substitute({"Y": X})), ((C_not_above, Over(weighted_positive)),), (weighted,))


@proof.conclusion
def others_not_negative(
    last_not_negative: Fact,
    share_positive: Fact,
    more_powers_not_negative: Fact,
    more_power_positive: Fact,
    more_powers: Fact,
) -> Combination:
    """alpha_j = E^t alpha_k + x S_t >= 0, where k = j + t: the alphas decrease up to k."""
    earlier = TERM.substitute({"Y": X / Z})
    products = ((last_not_negative, more_power_positive), (share_positive, more_powers_not_negative))
    return Combination(at_least(earlier), products, (more_powers,))


@proof.conclusion
def terms_backwards(type_2: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """alpha_(D-j) = S_(j+1)/T_D for k = D + 1, equation (38)."""
    return ClosedForm(type_2, SHARE_2 * powers_at(E * Y), (j_whole, j_range, Y_power))


@proof.step
def total_backwards(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """Their sum in closed form."""
    return summed(SHARE_2 * powers_at(E * Y), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def total_1_backwards(total_backwards: Fact) -> Identity:
    """It is 1."""
    return Identity(equal(total_backwards.value, 1), (total_backwards,))


@proof.conclusion
def positive_backwards(powers_positive: Fact, triangle_positive: Fact, powers: Fact, triangle: Fact) -> Combination:
    """S_m/T_D > 0, for m >= 1 and D >= 1 each written as k."""
    return Combination(
        greater(powers.value / triangle.value), ((powers_positive, Over(triangle_positive)),), (powers, triangle)
    )


@proof.conclusion
def both_at_the_last_crossover() -> Identity:
    """At C = C_D the alphas of k = D are those of k = D + 1."""
    at_crossover = TERM.substitute({"C": powers_at(E * X) / triangle_at(k, X)})
    return Identity(equal(at_crossover, SHARE_2 * powers_at(E * X / Y)))


proof.establishes({"definition-2-valid": "holds"})
proof.establishes({"equations-40-44": "holds"}, "terms")
proof.establishes({"equations-40-44": "holds"}, "equation_40")
proof.establishes({"equations-40-44": "holds"}, "equation_42")
proof.establishes({"equations-40-44": "holds"}, "total_1")
proof.establishes({"equation-43": "holds"}, "last_not_negative")
proof.establishes({"theorem-3-order": "misprint"}, "others_not_negative")
proof.establishes({"definition-2-case": "holds"}, "both_at_the_last_crossover")
