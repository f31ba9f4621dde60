"""Every integer k, D >= 1, every real E >= 1 and C: delta_k >= delta_(k+1) if and only if C >= C_k, for k <= D.

Lemma 3 of Sadeghi, Asoodeh, Calmon (2020). With S_k = sum_{j=0}^{k-1} E^j, T_k = sum_{j=0}^{k-1} E^j (k - j) and
P_k = sum_{j=0}^{k-1} E^j (j + 1):

    B delta_k = (C S_k - E^k) / P_k for k <= D, B delta_(D+1) = 1 / T_D, C_k = S_(k+1) / T_k,
    B delta_k - B delta_(k+1) = (C - C_k) E^k T_k / (P_k P_(k+1)) for k < D,
    B delta_D - B delta_(D+1) = (C - C_D) S_D / P_D,

and the factors of C - C_k are positive. The last line of the printed proof has S_D where C_D = S_(D+1) / T_D is meant.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Identity,
    Instance,
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

E, k, X, j, Y, C = indeterminates("E k X j Y C")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))


def following(expression: Expression) -> Expression:
    """The expression for k + 1."""
    return expression.substitute({"k": k + 1, "X": E * X})


def type_1(powers: Fact, weighted: Fact) -> Expression:
    """B delta_k, equation (23)."""
    return (C * powers.value - X) / weighted.value


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_k in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def triangle(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_k in closed form."""
    return summed(Y * (k - j), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """P_k in closed form."""
    return summed(Y * (j + 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def powers_positive(powers: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_k > 0."""
    return SumOfPositives(powers, (E_range, k_range, Y_power))


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_k > 0."""
    return SumOfPositives(triangle, (E_range, k_range, Y_power))


@proof.step
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """P_k > 0."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


@proof.step
def next_weighted_positive(weighted_positive: Fact, k_whole: Fact, k_range: Fact, X_power: Fact) -> Instance:
    """P_(k+1) > 0."""
    return Instance(weighted_positive, {"k": k + 1}, (k_whole, k_range, X_power))


@proof.step
def power_positive(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
    """E^k > 0."""
    return Manifest(greater(X), (E_range, k_range, X_power))


@proof.conclusion
def difference(powers: Fact, triangle: Fact, weighted: Fact) -> Identity:
    """The difference for k < D; k = 1 is equation (35)."""
    bound, crossover = type_1(powers, weighted), following(powers.value) / triangle.value
    factor = X * triangle.value / (weighted.value * following(weighted.value))
    return Identity(equal(bound - following(bound), (C - crossover) * factor), (powers, triangle, weighted))


@proof.conclusion
def factor_positive(
    power_positive: Fact,
    triangle_positive: Fact,
    weighted_positive: Fact,
    next_weighted_positive: Fact,
    triangle: Fact,
    weighted: Fact,
) -> Combination:
    """Its factor is positive."""
    factor = X * triangle.value / (weighted.value * following(weighted.value))
    positive = (power_positive, triangle_positive, Over(weighted_positive), Over(next_weighted_positive))
    return Combination(greater(factor), (positive,), (triangle, weighted))


@proof.conclusion
def last_difference(powers: Fact, triangle: Fact, weighted: Fact) -> Identity:
    """The difference for k = D, with D written as k."""
    crossover = following(powers.value) / triangle.value
    step = type_1(powers, weighted) - 1 / triangle.value
    return Identity(equal(step, (C - crossover) * powers.value / weighted.value), (powers, triangle, weighted))


@proof.conclusion
def last_factor_positive(powers_positive: Fact, weighted_positive: Fact, powers: Fact, weighted: Fact) -> Combination:
    """Its factor is positive."""
    return Combination(
        greater(powers.value / weighted.value), ((powers_positive, Over(weighted_positive)),), (powers, weighted)
    )


proof.establishes({"lemma-3": "holds", "equation-35": "holds-if, holds", "conclusion-proved": "holds-if, holds"})
proof.establishes({"order-of-neighbors": "holds", "theorem-2-strict": "holds"}, "difference")
proof.establishes({"order-of-neighbors": "holds", "theorem-2-strict": "holds"}, "factor_positive")
proof.establishes(
    {
        "larger-support": "holds-if, holds",
        "p2-privacy": "refuted",
        "order-of-neighbors": "holds",
        "lemma-3-last-line": "misprint",
        "theorem-2-strict": "holds",
    },
    "last_difference",
)
proof.establishes(
    {"larger-support": "holds-if, holds", "order-of-neighbors": "holds", "theorem-2-strict": "holds"},
    "last_factor_positive",
)
