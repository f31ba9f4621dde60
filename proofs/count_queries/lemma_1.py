"""Every integer k in [1 : D], every real E >= 1, C and B > 0: B delta* >= (C S_k - E^k)/P_k, the type-I bound delta_k.

S_k = sum_{j=0}^{k-1} E^j, P_k = sum_{j=0}^{k-1} E^j (j + 1), C = 2 eta/(1 - eta), B = 2/(1 - eta): Lemma 1 of Sadeghi,
Asoodeh, Calmon (2020), equation (23). With x = B delta* their (21) and (22) are E alpha_(i+1) + x >= alpha_i for
i = 1, ..., D-1 and E alpha_1 + x >= C. By induction on k, E^k alpha_k + x S_k >= C, and from that, by induction again,
E^k (alpha_1 + ... + alpha_k) + x P_k >= C S_k. The alphas are >= 0 with total 1, so their sum up to k is at most 1.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Fact,
    Identity,
    Induction,
    Instance,
    Manifest,
    Over,
    Proof,
    SumOfPositives,
    Telescoping,
    at_least,
    equal,
    every,
    greater,
    indeterminates,
    power,
    recursive,
    summed,
    terms,
    whole,
)

E, D, k, X, j, Y, C, x, a, b, first, s = indeterminates("E D k X j Y C x a b first s")
POWERS = (X - 1) / (E - 1)  # S_k
WEIGHTED = (k * X - POWERS) / (E - 1)  # P_k

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("k_top", at_least(D, k))
proof.define("k_inside", at_least(D, k + 1), "for the step from k to k + 1")
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("alphas", terms(a, b, k, 1, first), "a = alpha_k, b = alpha_(k+1), first = alpha_1")
proof.define("sums", recursive(s, k, 1, first, s + b), "s = alpha_1 + ... + alpha_k")
proof.suppose("equation_21", every(at_least(E * b + x, a), k, 1, D - 1), "E alpha_(i+1) + x >= alpha_i")
proof.suppose("equation_22", at_least(E * first + x, C), "E alpha_1 + x >= C")
proof.suppose("distribution", at_least(1, s), "alpha_1 + ... + alpha_k <= 1")


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum S_k in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum P_k in closed form."""
    return summed(Y * (j + 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def closed_form(powers: Fact) -> Identity:
    """S_k is the expression that stands for it."""
    return Identity(equal(POWERS, powers.value), (powers,))


@proof.step
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """P_k > 0."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


@proof.step
def power_positive(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
    """E^k > 0."""
    return Manifest(greater(X), (E_range, k_range, X_power))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def inside(equation_21: Fact, k_whole: Fact, k_range: Fact, k_inside: Fact) -> Instance:
    """(21) for k <= D - 1."""
    return Instance(equation_21, {"k": k}, (k_whole, k_range, k_inside))


@proof.step
def growth(inside: Fact, power_positive: Fact) -> Combination:
    """E^k (E alpha_(k+1) + x - alpha_k) >= 0."""
    return Combination(at_least(X * (E * b + x - a)), ((power_positive, inside),))


@proof.step
def every_alpha(
    equation_22: Fact, growth: Fact, k_whole: Fact, k_range: Fact, k_top: Fact, X_power: Fact, alphas: Fact
) -> Induction:
    """E^k alpha_k + x S_k >= C for k = 1, ..., D."""
    given = (k_whole, k_range, k_top, X_power, alphas)
    return Induction(at_least(X * a + x * POWERS, C), "k", 1, equation_22, 1, growth, given)


@proof.step
def next_alpha(
    every_alpha: Fact, k_whole: Fact, k_range: Fact, k_inside: Fact, X_power: Fact, alphas: Fact
) -> Instance:
    """The same for k + 1 <= D."""
    return Instance(every_alpha, {"k": k + 1}, (k_whole, k_range, k_inside, X_power, alphas))


@proof.step
def every_sum(
    equation_22: Fact,
    base_positive: Fact,
    next_alpha: Fact,
    sums: Fact,
    alphas: Fact,
    X_power: Fact,
    k_whole: Fact,
    k_range: Fact,
    k_top: Fact,
) -> Induction:
    """E^k (alpha_1 + ... + alpha_k) + x P_k >= C S_k for k = 1, ..., D."""
    given = (k_whole, k_range, k_top, X_power, alphas, sums)
    claim = at_least(X * s + x * WEIGHTED, C * POWERS)
    return Induction(claim, "k", 1, equation_22, base_positive, next_alpha, given)


@proof.conclusion
def bound(
    every_sum: Fact, distribution: Fact, power_positive: Fact, weighted_positive: Fact, weighted: Fact
) -> Combination:
    """B delta* = x >= (C S_k - E^k)/P_k."""
    over = Over(weighted_positive)
    products = ((every_sum, over), (power_positive, distribution, over))
    return Combination(at_least(x, (C * POWERS - X) / WEIGHTED), products, (weighted,))


proof.establishes({"lemma-1": "holds-if, holds", "lemma-1-chain": "holds-if, holds", "theorem-1": "holds-if, holds"})
