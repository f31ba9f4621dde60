"""Every integer D >= 1, every real E >= 1 and C > 0: Theorem 3 holds if and only if k <= D or C >= S_(D-1) / T_D.

Theorem 3 of Sadeghi, Asoodeh, Calmon (2020) says that the alphas of Definition 2 keep all single outcomes to delta~.
With a_0 = C, a_i = alpha_i, a_(D+1) = 0 and x = B delta~ this means, for neighboring counts,
(R) a_i <= E a_(i+1) + x for i = 0, ..., D, which are their (17)-(19), and
(L) a_(i+1) <= E a_i + x for i = 0, ..., D-1, which their proof leaves out.
For i >= 1 (L) holds since the alphas decrease. For i = 0 it says a_1 <= E C + x. If k <= D, then a_1 = (C - x)/E, and
it holds. If k = D + 1, then a_1 = x S_D and x = 1/T_D, and it says C >= S_(D-1)/T_D: false for small eta.
(R) holds with equality for i < k (k <= D) and for i >= 1 (k = D + 1); the other inequalities are strict but at a
crossover. So "with equality" in their proof is too much.

S_m = sum_{j=0}^{m-1} E^j, T_m = sum_{j=0}^{m-1} E^j (m - j), P_m = sum_{j=0}^{m-1} E^j (j + 1).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.count_queries import lower_bound, printed_design
from dpexact.proving import (
    Combination,
    Counterexample,
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

E, D, W, j, Y, C, x, a, b = indeterminates("E D W j Y C x a b")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


def triangle_at(m: Expression, number: Expression) -> Expression:
    """T_m in closed form, for m and E^m."""
    return (E * powers_at(number) - m) / (E - 1)


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("D_whole", whole(D))
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("x_range", greater(x), "x = B delta~ > 0 for k <= D (proofs/count_queries/definition_2)")
proof.define("C_range", greater(C))
proof.define("a_range", at_least(a), "a = a_i >= 0, 1 <= i < D")
proof.define("b_range", at_least(a, b), "b = a_(i+1) <= a_i: the alphas decrease (proofs/count_queries/definition_2)")
proof.suppose("small", greater(powers_at(W / E), C * triangle_at(D, W)), "C < S_(D-1)/T_D")
proof.suppose("not_small", at_least(C * triangle_at(D, W), powers_at(W / E)), "C >= S_(D-1)/T_D")
proof.witness(
    C=0,
    D=2,
    E=2,
    W=4,
    Y=4,
    j=2,
)
proof.witness(
    C=2,
    D=2,
    E=2,
    W=4,
    Y=4,
    j=2,
)
proof.witness(
    E=2,
    a=2,
    b=2,
    x=2,
)
proof.witness(
    C=2,
    E=2,
    x=2,
)


@proof.step
def triangle(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_D in closed form."""
    return summed(Y * (D - j), j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_D > 0."""
    return SumOfPositives(triangle, (E_range, D_range, Y_power))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def later_outcomes(E_range: Fact, x_range: Fact, a_range: Fact, b_range: Fact) -> Manifest:
    """(L) for i >= 1: E a_i + x - a_(i+1) > 0."""
    return Manifest(greater(E * a + x, b), (b_range, E_range, x_range, a_range))


@proof.conclusion
def first_outcome(E_range: Fact, x_range: Fact, C_range: Fact) -> Manifest:
    """For k <= D: E C + x - a_1 > 0, where a_1 = (C - x)/E."""
    return Manifest(greater(E * C + x, (C - x) / E), (E_range, x_range, C_range))


@proof.conclusion
def last_outcome() -> Identity:
    """For k <= D: (R) for i = k says a_k <= x, and x - a_k = (C T_k - S_(k+1))/P_k; k is written as D."""
    weighted = (D * W - powers_at(W)) / (E - 1)
    share = (C * powers_at(W) - W) / weighted
    last = (C - share * powers_at(W)) / W
    return Identity(equal(share - last, (C * triangle_at(D, W) - powers_at(E * W)) / weighted))


@proof.conclusion
def center(triangle: Fact) -> Identity:
    """For k = D + 1: (R) for i = 0 is C <= E a_1 + x = S_(D+1)/T_D = C_D."""
    return Identity(equal((E * powers_at(W) + 1) / triangle.value, powers_at(E * W) / triangle.value), (triangle,))


@proof.conclusion
def holds(not_small: Fact, base_positive: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """For k = D + 1, C >= S_(D-1)/T_D: a_1 <= E C + x, as E C + x - a_1 = (C T_D - S_(D-1)) E/T_D."""
    left, right = E * C + 1 / triangle.value, powers_at(W) / triangle.value
    return Combination(at_least(left, right), ((not_small, base_positive, Over(triangle_positive)),), (triangle,))


@proof.conclusion
def fails(small: Fact, base_positive: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """For k = D + 1, C < S_(D-1)/T_D: a_1 > E C + x."""
    left, right = E * C + 1 / triangle.value, powers_at(W) / triangle.value
    return Combination(greater(right, left), ((small, base_positive, Over(triangle_positive)),), (triangle,))


@proof.conclusion
def counterexample() -> Counterexample:
    """E = 5, eta = 1/29, D = 2: the noise is (2, 12, 1, 12, 2)/29 and delta~ = 2/29, but z = 1 needs 12/29 - 5/29."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        bounds = [lower_bound(k, ratio, eta, reach) for k in range(1, reach + 2)]
        return design.delta == max(bounds) and [29 * p for p in design.noise.values()] == [2, 12, 1, 12, 2]

    def keeps_to_delta(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        return bool(design.noise[1] <= ratio * design.noise[0] + design.delta)

    instance = {"ratio": 5, "eta": Fraction(1, 29), "reach": 2}
    return Counterexample("single outcomes keep to delta~", instance, is_definition_2, keeps_to_delta)


proof.establishes(
    {
        "theorem-1-tight": "holds-if, both",
        "definition-2-optimal": "holds-if, both",
        "theorem-3": "refuted",
        "theorem-3-optimum": "holds-if, both",
    }
)
proof.establishes({"theorem-3-equality": "refuted"}, "last_outcome")
proof.establishes({"theorem-3-missing": "refuted"}, "fails")
proof.establishes(
    {"remark-1": "holds-if, holds", "theorem-3": "refuted", "theorem-3-missing": "refuted"}, "counterexample"
)
