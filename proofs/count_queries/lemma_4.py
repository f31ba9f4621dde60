"""Every integer k >= 1, every real E >= 1: C_k > C_(k+1).

C_k = sum_{j=0}^{k} E^j / sum_{j=0}^{k-1} E^j (k - j), equation (34) of Sadeghi, Asoodeh, Calmon (2020). This is their
Lemma 4, proved by their identity (36): C_k - C_(k+1) is

    sum_{j=0}^{k} (j + 1) E^j / (sum_{j=0}^{k-1} E^j (k - j) * sum_{j=0}^{k} E^j (k + 1 - j)).

(36) is printed for k in [D]; C_(D+1) is 0 by definition there, so it is meant for k in [D - 1]. D plays no other part.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Identity,
    Instance,
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

E, k, X, j, Y = indeterminates("E k X j Y")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the index of the sums")
proof.define("Y_power", power(Y, E, j))


@proof.step
def numerator(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The numerator of C_k in closed form."""
    return summed(Y, j, 0, k, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def denominator(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The denominator of C_k in closed form."""
    return summed(Y * (k - j), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The numerator of the right side of (36) in closed form."""
    return summed(Y * (j + 1), j, 0, k, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def denominator_positive(denominator: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """The denominator of C_k is positive: its terms are, and there are k >= 1 of them."""
    return SumOfPositives(denominator, (E_range, k_range, Y_power))


@proof.step
def next_denominator_positive(denominator_positive: Fact, k_whole: Fact, k_range: Fact, X_power: Fact) -> Instance:
    """So is that of C_(k+1)."""
    return Instance(denominator_positive, {"k": k + 1}, (k_whole, k_range, X_power))


@proof.step
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """The numerator of the right side of (36) is positive."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


def crossover(numerator: Fact, denominator: Fact) -> Expression:
    """C_k, equation (34)."""
    return numerator.value / denominator.value


def next_term(expression: Expression) -> Expression:
    """The expression for k + 1."""
    return expression.substitute({"k": k + 1, "X": E * X})


@proof.conclusion
def equation_36(numerator: Fact, denominator: Fact, weighted: Fact) -> Identity:
    """C_k - C_(k+1) is the right side of (36)."""
    C = crossover(numerator, denominator)
    right = weighted.value / (denominator.value * next_term(denominator.value))
    return Identity(equal(C - next_term(C), right), (numerator, denominator, weighted))


@proof.conclusion
def decreasing(
    numerator: Fact,
    denominator: Fact,
    weighted_positive: Fact,
    denominator_positive: Fact,
    next_denominator_positive: Fact,
) -> Combination:
    """C_k > C_(k+1): the right side of (36) is a quotient of positive numbers."""
    C = crossover(numerator, denominator)
    positive = (weighted_positive, Over(denominator_positive), Over(next_denominator_positive))
    return Combination(greater(C, next_term(C)), (positive,), (numerator, denominator))


proof.establishes({"equation-36": "holds"}, "equation_36")
proof.establishes(
    {"no-bound-dominates": "holds", "lemma-4": "holds", "extended-sequence": "holds", "theorem-2-strict": "holds"},
    "decreasing",
)
