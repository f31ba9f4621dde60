"""Every integer D >= 1, every real E >= 1 and B > 0: B delta* >= 1 / T_D, the type-II bound delta_(D+1).

T_D = sum_{j=0}^{D-1} E^j (D - j) = S_1 + ... + S_D, S_m = sum_{j=0}^{m-1} E^j: Lemma 2 of Sadeghi, Asoodeh, Calmon
(2020), equation (32). With a_i = alpha_i, a_(D+1) = 0 and x = B delta*, their (20) and (21) say E a_(i+1) + x - a_i
>= 0 for i = 1, ..., D. Added up with the weights S_i they give x (S_1 + ... + S_D) - (a_1 + ... + a_D) >= 0, and the
alphas have the total 1. Their (33), a_(D-m) <= x S_(m+1), is the same sum from i = D - m on, with the weights
E^(i-D+m).
"""

from __future__ import annotations

from dpexact.proving import (
    Fact,
    Identity,
    Proof,
    SumOfPositives,
    Telescoping,
    at_least,
    equal,
    indeterminates,
    power,
    summed,
    whole,
)

E, D, W, j, Y = indeterminates("E D W j Y")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("D_whole", whole(D))
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("j_whole", whole(j), "j is the index of sums and of the inequalities")
proof.define("Y_power", power(Y, E, j))
proof.cite("weak_duality", "inequalities may be added up with weights >= 0")

weight = (Y - 1) / (E - 1)  # S_j


@proof.step
def triangle(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_D in closed form."""
    return summed(Y * (D - j), j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def total(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_1 + ... + S_D in closed form."""
    return summed(weight, j, 1, D, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def powers(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_D in closed form: the weight of index D, and of every index D >= 1."""
    return summed(Y, j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.conclusion
def weights_positive(powers: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_D > 0, for every D >= 1: the weights are positive."""
    return SumOfPositives(powers, (E_range, D_range, Y_power))


@proof.conclusion
def weight_in_short(powers: Fact) -> Identity:
    """The weight of index D is S_D."""
    return Identity(equal(weight.substitute({"Y": W}), powers.value), (powers,))


@proof.conclusion
def alphas_have_coefficient_minus_1(weak_duality: Fact) -> Identity:
    """The coefficient of a_j: E S_(j-1) - S_j = -1, where S_0 = 0."""
    return Identity(equal(E * weight.substitute({"Y": Y / E}) - weight, -1), (weak_duality,))


@proof.conclusion
def total_weight(total: Fact, triangle: Fact) -> Identity:
    """The coefficient of x is T_D."""
    return Identity(equal(total.value, triangle.value), (total, triangle))


@proof.conclusion
def triangle_positive(triangle: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_D > 0, so that one may divide by it."""
    return SumOfPositives(triangle, (E_range, D_range, Y_power))
