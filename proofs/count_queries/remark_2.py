"""Every integer D >= 1, every real E >= 1, C > 0: when the design of Definition 2 is (epsilon, (2D+1) delta~)-private.

Remark 2 of Sadeghi, Asoodeh, Calmon (2020) says always. With S_m = sum_{j=0}^{m-1} E^j, T_D = S_1 + ... + S_D the
tight delta is given by B delta = max(C + 1 - E, D/T_D, (D + S_D)/T_D - E C) (proofs/count_queries/real_delta). Where
Theorem 3 holds (k <= D, or C >= S_(D-1)/T_D) it is at most (D + 1) delta~, so 2D + 1 may be replaced by D + 1. For k
= D + 1 and any C the first two are at most (D + 1)/T_D, and the remark holds if and only if S_D - E C T_D <= D + 1.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import exact
from dpexact.count_queries import printed_design
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

E, D, W, j, Y, C, k, x, a = indeterminates("E D W j Y C k x a")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


SUM = powers_at(W)  # S_D
TRIANGLE = (E * SUM - D) / (E - 1)  # T_D

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("D_whole", whole(D))
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("k_range", at_least(D, k), "k <= D in the first case")
proof.define("x_range", at_least(x, 0), "x = B delta~")
proof.define("a_range", at_least(x, a), "a = alpha_k <= x (proofs/count_queries/theorem_3)")
proof.suppose("below_the_last_crossover", at_least(powers_at(E * W), C * TRIANGLE), "k = D + 1, so C <= C_D")
proof.suppose("not_small", at_least(C * TRIANGLE, powers_at(W / E)), "C >= S_(D-1)/T_D")
proof.suppose("too_small", greater(SUM - E * C * TRIANGLE, D + 1), "S_D - E C T_D > D + 1")
proof.witness(
    C=-1,
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
    D=2,
    a=2,
    k=2,
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


@proof.step
def room(k_range: Fact) -> Manifest:
    """D - k >= 0."""
    return Manifest(at_least(D - k), (k_range,))


@proof.conclusion
def first_kind(room: Fact, x_range: Fact, a_range: Fact) -> Combination:
    """For k <= D: B delta = k x + alpha_k <= (D + 1) x."""
    return Combination(at_least((D + 1) * x, k * x + a), ((room, x_range), (a_range,)))


@proof.conclusion
def first_value(below_the_last_crossover: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """For k = D + 1: C + 1 - E <= (D + 1)/T_D, as (D + 1)/T_D - (C + 1 - E) = C_D - C."""
    left, right = (D + 1) / triangle.value, C + 1 - E
    return Combination(at_least(left, right), ((below_the_last_crossover, Over(triangle_positive)),), (triangle,))


@proof.conclusion
def last_value(not_small: Fact, base_positive: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """For k = D + 1, C >= S_(D-1)/T_D: (D + S_D)/T_D - E C <= (D + 1)/T_D."""
    left, right = (D + 1) / triangle.value, (D + SUM) / triangle.value - E * C
    return Combination(at_least(left, right), ((not_small, base_positive, Over(triangle_positive)),), (triangle,))


@proof.conclusion
def exceeded(too_small: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """For k = D + 1 and S_D - E C T_D > D + 1: (D + S_D)/T_D - E C > (2D + 1)/T_D = (2D + 1) B delta~."""
    left, right = (D + SUM) / triangle.value - E * C, (2 * D + 1) / triangle.value
    return Combination(greater(left, right), ((too_small, Over(triangle_positive)),), (triangle,))


@proof.conclusion
def not_exceeded(triangle: Fact) -> Identity:
    """Otherwise it is not: the difference is (S_D - E C T_D - D - 1)/T_D."""
    difference = (D + SUM) / triangle.value - E * C - (2 * D + 1) / triangle.value
    return Identity(equal(difference, (SUM - E * C * triangle.value - D - 1) / triangle.value), (triangle,))


@proof.conclusion
def counterexample() -> Counterexample:
    """E = 5, eta = 1/29, D = 2: the event {n-2, n-1, n+1} has (2 + 12 + 12)/29 - 5 (0 + 2 + 1)/29 = 11/29 > 10/29."""

    def is_definition_2(ratio: int, eta: Fraction, reach: int) -> bool:
        law = printed_design(ratio, eta, reach).noise
        return [29 * p for p in law.values()] == [2, 12, 1, 12, 2]

    def event_keeps(ratio: int, eta: Fraction, reach: int) -> bool:
        design = printed_design(ratio, eta, reach)
        law = {-reach - 1: exact(0), **design.noise}
        excess = sum((law[z] - ratio * law[z - 1] for z in (-2, -1, 1)), start=exact(0))
        return bool(excess <= (2 * reach + 1) * design.delta)

    instance = {"ratio": 5, "eta": Fraction(1, 29), "reach": 2}
    return Counterexample("P(S) <= E Q(S) + (2D+1) delta~ for all S", instance, is_definition_2, event_keeps)


@proof.conclusion
def chain_without_0() -> Counterexample:
    """E = 10, eta = 1/2, D = 1, n = 1: over y = 1, 2, 3 the largest difference is -2, and 2 (-2) > 3 (-2).

    S = {1, 2}, and both outcomes have positive probability.
    """

    def is_definition_2(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        return list(printed_design(ratio, eta, reach).alpha) == [1] and last == 2

    def last_step_holds(ratio: int, eta: Fraction, reach: int, last: int) -> bool:
        law = printed_design(ratio, eta, reach).noise
        one, other = ({n + z: p for z, p in law.items()} for n in (1, 2))
        differences = [one.get(y, exact(0)) - ratio * other.get(y, exact(0)) for y in range(1, last + reach + 1)]
        points = len({1, 2} & {y for y, p in one.items() if p > 0})
        return bool(points * max(differences) <= (2 * reach + 1) * max(differences))

    instance = {"ratio": 10, "eta": Fraction(1, 2), "reach": 1, "last": 2}
    return Counterexample("|S and supp| max <= (2D+1) max over y in [N+D]", instance, is_definition_2, last_step_holds)


proof.establishes({"abstract-private": "refuted", "remark-2": "refuted", "conclusion-proved": "holds-if, both"})
proof.establishes({"figure-2-caption": "holds"}, "first_kind")
proof.establishes({"figure-2-caption": "holds"}, "last_value")
proof.establishes(
    {"abstract-private": "refuted", "remark-1": "holds-if, holds", "remark-2": "refuted"}, "counterexample"
)
proof.establishes({"remark-2-chain": "holds-if, fails"}, "chain_without_0")
