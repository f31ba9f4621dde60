"""Every integer D >= 1, every real E >= 1 and B > 0: B delta* >= 1/T_D, the type-II bound delta_(D+1).

T_m = sum_{j=0}^{m-1} E^j (m - j): Lemma 2 of Sadeghi, Asoodeh, Calmon (2020), equation (32). With x = B delta* their
(20) and (21) are x >= alpha_D and E alpha_(i+1) + x >= alpha_i. Counted from the end, c_m = alpha_(D+1-m), they are x
>= c_1 and E c_m + x >= c_(m+1). By induction on m, c_m <= x S_m with S_m = sum_{j=0}^{m-1} E^j, which is (33), and
c_1 + ... + c_m <= x T_m. For m = D the sum is 1.
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

E, D, m, M, j, Y, x, c, d, first, s = indeterminates("E D m M j Y x c d first s")
POWERS = (M - 1) / (E - 1)  # S_m
TRIANGLE = (E * POWERS - m) / (E - 1)  # T_m

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("m_whole", whole(m))
proof.define("m_range", at_least(m, 1))
proof.define("m_top", at_least(D, m))
proof.define("m_inside", at_least(D, m + 1), "for the step from m to m + 1")
proof.define("M_power", power(M, E, m))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("alphas", terms(c, d, m, 1, first), "c = c_m = alpha_(D+1-m), d = c_(m+1), first = alpha_D")
proof.define("sums", recursive(s, m, 1, first, s + d), "s = c_1 + ... + c_m")
proof.suppose("equation_20", at_least(x, first), "alpha_D <= x")
proof.suppose("equation_21", every(at_least(E * c + x, d), m, 1, D - 1), "c_(m+1) <= E c_m + x")
proof.suppose("distribution", equal(s, 1), "c_1 + ... + c_D = 1, for m = D")
proof.witness(
    D=3,
    E=2,
    M=4,
    Y=4,
    c=2,
    d=2,
    first=-1,
    j=2,
    m=2,
    s=1,
    x=4,
)


@proof.step
def triangle(m_whole: Fact, m_range: Fact, M_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum T_m in closed form."""
    return summed(Y * (m - j), j, 0, m - 1, (m_whole, m_range, M_power, j_whole, Y_power))


@proof.conclusion
def triangle_positive(triangle: Fact, E_range: Fact, m_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_m > 0, so that one may divide by it."""
    return SumOfPositives(triangle, (E_range, m_range, Y_power))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def inside(equation_21: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact) -> Instance:
    """(21) for m <= D - 1."""
    return Instance(equation_21, {"m": m}, (m_whole, m_range, m_inside))


@proof.conclusion
def equation_33(
    equation_20: Fact,
    inside: Fact,
    base_positive: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
    M_power: Fact,
    alphas: Fact,
) -> Induction:
    """c_m <= x S_m for m = 1, ..., D."""
    given = (m_whole, m_range, m_top, M_power, alphas)
    return Induction(at_least(x * POWERS, c), "m", 1, equation_20, base_positive, inside, given)


@proof.step
def next_alpha(
    equation_33: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact, M_power: Fact, alphas: Fact
) -> Instance:
    """The same for m + 1 <= D."""
    return Instance(equation_33, {"m": m + 1}, (m_whole, m_range, m_inside, M_power, alphas))


@proof.step
def every_sum(
    equation_20: Fact,
    next_alpha: Fact,
    sums: Fact,
    alphas: Fact,
    M_power: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
) -> Induction:
    """c_1 + ... + c_m <= x T_m for m = 1, ..., D."""
    given = (m_whole, m_range, m_top, M_power, alphas, sums)
    return Induction(at_least(x * TRIANGLE, s), "m", 1, equation_20, 1, next_alpha, given)


@proof.conclusion
def bound(every_sum: Fact, distribution: Fact, triangle_positive: Fact, triangle: Fact) -> Combination:
    """B delta* = x >= 1/T_D, m = D."""
    over = Over(triangle_positive)
    return Combination(at_least(x, 1 / TRIANGLE), ((every_sum, over), (distribution, over)), (triangle,))


@proof.conclusion
def closed_form(triangle: Fact) -> Identity:
    """T_m is the expression that stands for it."""
    return Identity(equal(TRIANGLE, triangle.value), (triangle,))


proof.establishes({"lemma-2": "holds-if, holds", "theorem-1": "holds-if, holds"})
proof.establishes({"footnote-4": "holds"}, "triangle_positive")
