"""Every integer D >= 1, every real E >= 1, C > 0: the tight delta of Definition 2's design over all events.

It has B delta = max(C + 1 - E, D/T_D, (D + S_D)/T_D - E C). S_m = sum_{j=0}^{m-1} E^j, T_D = S_1 + ... + S_D; a_0 =
C, a_i = alpha_i, a_(D+1) = 0. B delta is the sum of the positive parts of r_i = a_i - E a_(i+1), i = 0, ..., D, and
of l_i = a_i - E a_(i-1), i = 1, ..., D. For i >= 2 l_i <= 0, since the alphas decrease.

k <= D: r_i = x >= 0 for i < k, r_k = a_k >= 0, r_i = 0 for i > k, and l_1 = a_1 - E C <= 0. So B delta is the sum of
all r_i, which is C + (1 - E)(a_1 + ... + a_D) = C + 1 - E. Here C >= C_D, so C >= E S_D/T_D and the first of the
three is the largest. k = D + 1: r_i = 1/T_D for i >= 1, r_0 = C - E S_D/T_D, l_1 = S_D/T_D - E C, and at most one of
the last two is positive.
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

E, D, W, j, Y, C = indeterminates("E D W j Y C")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


SUM = powers_at(W)  # S_D
TRIANGLE = (E * SUM - D) / (E - 1)  # T_D
CENTER = C - E * SUM / TRIANGLE  # r_0 for k = D + 1
FIRST = SUM / TRIANGLE - E * C  # l_1 for k = D + 1

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("D_whole", whole(D))
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("C_range", greater(C), "C = 2 eta / (1 - eta) > 0")
proof.suppose("center_positive", at_least(C * TRIANGLE, E * SUM), "C >= E S_D/T_D")
proof.suppose("first_positive", at_least(SUM, E * C * TRIANGLE), "E C <= S_D/T_D")
proof.suppose("above_the_last_crossover", at_least(C * TRIANGLE, powers_at(E * W)), "k <= D, so C >= C_D")
proof.witness(
    C=Fraction(1, 2),
    D=2,
    E=Fraction(11, 10),
    W=Fraction(121, 100),
    Y=Fraction(121, 100),
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
def growth(E_range: Fact) -> Manifest:
    """E^2 - 1 >= 0."""
    return Manifest(at_least(E**2, 1), (E_range,))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def all_right_parts(triangle: Fact) -> Identity:
    """For k = D + 1: D/T_D + r_0 = C + 1 - E, the first of the three."""
    return Identity(equal(D / triangle.value + CENTER, C + 1 - E), (triangle,))


@proof.conclusion
def with_the_first_left_part(triangle: Fact) -> Identity:
    """For k = D + 1: D/T_D + l_1 is the last of the three."""
    return Identity(equal(D / triangle.value + FIRST, (D + SUM) / triangle.value - E * C), (triangle,))


@proof.conclusion
def not_both(
    center_positive: Fact,
    base_positive: Fact,
    triangle_positive: Fact,
    growth: Fact,
    powers_positive: Fact,
    powers: Fact,
) -> Combination:
    """If r_0 >= 0, then l_1 <= 0: -l_1 = E r_0 + (E^2 - 1) S_D/T_D."""
    products = (
        (center_positive, base_positive, Over(triangle_positive)),
        (growth, powers_positive, Over(triangle_positive)),
    )
    return Combination(at_least(-FIRST), products, (powers,))


@proof.conclusion
def neither_but_one(
    first_positive: Fact, growth: Fact, C_range: Fact, base_positive: Fact, triangle_positive: Fact
) -> Combination:
    """If l_1 >= 0, then r_0 <= 0: -r_0 = E l_1 + (E^2 - 1) C."""
    products = ((first_positive, base_positive, Over(triangle_positive)), (growth, C_range))
    return Combination(at_least(-CENTER), products)


@proof.conclusion
def above(above_the_last_crossover: Fact, triangle_positive: Fact) -> Combination:
    """For k <= D: C >= E S_D/T_D, since S_(D+1) = E S_D + 1; so C + 1 - E >= D/T_D, and l_1 <= 0 for k = D + 1."""
    products = ((above_the_last_crossover, Over(triangle_positive)), (Over(triangle_positive),))
    return Combination(at_least(CENTER), products)


proof.establishes(
    {
        "abstract-private": "refuted",
        "larger-support-all-events": "holds-if, holds",
        "knee-all-events": "holds-if, holds",
        "remark-2": "refuted",
        "conclusion-proved": "holds-if, holds",
    }
)
