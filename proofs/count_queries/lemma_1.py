"""Every integer k >= 1, every real E >= 1, C and B > 0: B delta* >= (C S_k - E^k) / P_k, the type-I bound delta_k.

S_k = sum_{j=0}^{k-1} E^j, P_k = sum_{j=0}^{k-1} E^j (j + 1), C = 2 eta / (1 - eta), B = 2 / (1 - eta): Lemma 1 of
Sadeghi, Asoodeh, Calmon (2020), equation (23). With a_0 = C, a_i = alpha_i and x = B delta*, their (21) and (22) say
E a_(i+1) + x - a_i >= 0 for i = 0, ..., k-1; and a_1 + ... + a_k <= 1, since the alphas are >= 0 with total 1.

These inequalities are added up, the first kind with the weights w_i = E^i S_(k-i), the last with the weight E^k.
Each a_i drops out, and what is left is x P_k - C S_k + E^k >= 0.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Fact,
    Identity,
    Manifest,
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

E, k, X, i, V, t, Z, j, Y = indeterminates("E k X i V t Z j Y")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("i_range", at_least(i, 0), "i is the number of an inequality or of an alpha")
proof.define("V_power", power(V, E, i))
proof.define("t_whole", whole(t), "t = k - i")
proof.define("t_range", at_least(t, 0))
proof.define("Z_power", power(Z, E, t))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.cite("weak_duality", "inequalities may be added up with weights >= 0")

weight = (X - Y) / (E - 1)  # w_j = E^j S_(k-j)


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_k in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """P_k in closed form."""
    return summed(Y * (j + 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """P_k > 0, so that one may divide by it."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


@proof.step
def total(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of the weights w_0, ..., w_(k-1) in closed form."""
    return summed(weight, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def rest(t_whole: Fact, t_range: Fact, Z_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_t in closed form."""
    return summed(Y, j, 0, t - 1, (t_whole, t_range, Z_power, j_whole, Y_power))


@proof.step
def rest_not_negative(rest: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_t >= 0."""
    return SumOfPositives(rest, (E_range, Y_power), strict=False)


@proof.step
def power_positive(E_range: Fact, i_range: Fact, V_power: Fact) -> Manifest:
    """E^i >= 0."""
    return Manifest(at_least(V), (E_range, i_range, V_power))


@proof.conclusion
def weights_not_negative(rest: Fact, rest_not_negative: Fact, power_positive: Fact) -> Combination:
    """w_i >= 0, where E^k = E^i E^t."""
    at_i = weight.substitute({"X": V * Z, "Y": V})
    return Combination(at_least(at_i), ((rest_not_negative, power_positive),), (rest,))


@proof.conclusion
def alphas_drop_out(weak_duality: Fact) -> Identity:
    """The coefficient of a_i, i = 1, ..., k: E w_(i-1) - w_i - E^k = 0, where w_k = 0."""
    return Identity(equal(E * weight.substitute({"Y": Y / E}) - weight, X), (weak_duality,))


@proof.conclusion
def first_weight(powers: Fact) -> Identity:
    """The coefficient of C is -w_0 = -S_k."""
    return Identity(equal(weight.substitute({"Y": 1}), powers.value), (powers,))


@proof.conclusion
def total_weight(total: Fact, weighted: Fact) -> Identity:
    """The coefficient of x is P_k."""
    return Identity(equal(total.value, weighted.value), (total, weighted))
