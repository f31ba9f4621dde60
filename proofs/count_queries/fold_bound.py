"""All integers m, n >= 1, every real E >= 1, C, x: noise on [-m-n : m+n] has B delta >= x_m over single outcomes.

x_m = (1 - E C S_m)/(T_m + T_n), S_m = sum_{j=0}^{m-1} E^j, T_m = S_1 + ... + S_m, D = m + n. This is not in Sadeghi,
Asoodeh, Calmon (2020): their proof of Theorem 3 leaves alpha_1 <= E C + x and alpha_(i+1) <= E alpha_i + x out, x = B
delta. From these, by induction, alpha_i <= E^i C + x S_i and alpha_1 + ... + alpha_m <= E C S_m + x T_m. From the
end, c_j = alpha_(D+1-j), c_1 <= x and c_(j+1) <= E c_j + x give c_1 + ... + c_n <= x T_n (their Lemma 2). Together
these are all alphas, with the total 1.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    Combination,
    Fact,
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

E, C, x, j, Y = indeterminates("E C x j Y")
m, M, p, a, b, first, s = indeterminates("m M p a b first s")
n, N, q, c, d, last, t = indeterminates("n N q c d last t")
LEFT, RIGHT = (M - 1) / (E - 1), (N - 1) / (E - 1)  # S_m, S_n
LEFT_SUM, RIGHT_SUM = (E * LEFT - m) / (E - 1), (E * RIGHT - n) / (E - 1)  # T_m, T_n

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("m_whole", whole(m))
proof.define("m_range", at_least(m, 1))
proof.define("m_top", at_least(p, m), "p is the number of alphas on the left; the statement is for m = p")
proof.define("m_inside", at_least(p, m + 1), "for the step from m to m + 1")
proof.define("M_power", power(M, E, m))
proof.define("left_alphas", terms(a, b, m, 1, first), "a = alpha_m, b = alpha_(m+1), first = alpha_1")
proof.define("left_sums", recursive(s, m, 1, first, s + b), "s = alpha_1 + ... + alpha_m")
proof.define("n_whole", whole(n))
proof.define("n_range", at_least(n, 1))
proof.define("n_top", at_least(q, n), "q is the number of alphas on the right; the statement is for n = q")
proof.define("n_inside", at_least(q, n + 1), "for the step from n to n + 1")
proof.define("N_power", power(N, E, n))
proof.define("right_alphas", terms(c, d, n, 1, last), "c = c_n = alpha_(D+1-n), d = c_(n+1), last = alpha_D")
proof.define("right_sums", recursive(t, n, 1, last, t + d), "t = c_1 + ... + c_n")
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.suppose("z_1", at_least(E * C + x, first), "the outcome z = 1: alpha_1 <= E C + x")
proof.suppose("z_positive", every(at_least(E * a + x, b), m, 1, p - 1), "z = i + 1: alpha_(i+1) <= E alpha_i + x")
proof.suppose("z_last", at_least(x, last), "z = -D: alpha_D <= x")
proof.suppose("z_negative", every(at_least(E * c + x, d), n, 1, q - 1), "z = -i: alpha_i <= E alpha_(i+1) + x")
proof.suppose("distribution", equal(s + t, 1), "all alphas together, for m = p and n = q")
HALF = Fraction(1, 2)
proof.witness(
    E=2, j=1, Y=2, m=1, p=2, M=2, n=1, q=2, N=2, a=HALF, b=0, first=HALF, s=HALF, c=HALF, d=0, last=HALF, t=HALF,
    x=HALF, C=0,
)  # fmt: skip


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def inside_left(z_positive: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact) -> Instance:
    """The inequality between alpha_m and alpha_(m+1)."""
    return Instance(z_positive, {"m": m}, (m_whole, m_range, m_inside))


@proof.step
def every_left(
    z_1: Fact,
    inside_left: Fact,
    base_positive: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
    M_power: Fact,
    left_alphas: Fact,
) -> Induction:
    """alpha_m <= E^m C + x S_m."""
    given = (m_whole, m_range, m_top, M_power, left_alphas)
    return Induction(at_least(M * C + x * LEFT, a), "m", 1, z_1, base_positive, inside_left, given)


@proof.step
def next_left(
    every_left: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact, M_power: Fact, left_alphas: Fact
) -> Instance:
    """The same for m + 1."""
    return Instance(every_left, {"m": m + 1}, (m_whole, m_range, m_inside, M_power, left_alphas))


@proof.conclusion
def left(
    z_1: Fact,
    next_left: Fact,
    left_sums: Fact,
    left_alphas: Fact,
    M_power: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
) -> Induction:
    """alpha_1 + ... + alpha_m <= E C S_m + x T_m."""
    given = (m_whole, m_range, m_top, M_power, left_alphas, left_sums)
    return Induction(at_least(E * C * LEFT + x * LEFT_SUM, s), "m", 1, z_1, 1, next_left, given)


@proof.step
def inside_right(z_negative: Fact, n_whole: Fact, n_range: Fact, n_inside: Fact) -> Instance:
    """The inequality between c_n and c_(n+1)."""
    return Instance(z_negative, {"n": n}, (n_whole, n_range, n_inside))


@proof.step
def every_right(
    z_last: Fact,
    inside_right: Fact,
    base_positive: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_top: Fact,
    N_power: Fact,
    right_alphas: Fact,
) -> Induction:
    """c_n <= x S_n."""
    given = (n_whole, n_range, n_top, N_power, right_alphas)
    return Induction(at_least(x * RIGHT, c), "n", 1, z_last, base_positive, inside_right, given)


@proof.step
def next_right(
    every_right: Fact, n_whole: Fact, n_range: Fact, n_inside: Fact, N_power: Fact, right_alphas: Fact
) -> Instance:
    """The same for n + 1."""
    return Instance(every_right, {"n": n + 1}, (n_whole, n_range, n_inside, N_power, right_alphas))


@proof.conclusion
def right(
    z_last: Fact,
    next_right: Fact,
    right_sums: Fact,
    right_alphas: Fact,
    N_power: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_top: Fact,
) -> Induction:
    """c_1 + ... + c_n <= x T_n."""
    given = (n_whole, n_range, n_top, N_power, right_alphas, right_sums)
    return Induction(at_least(x * RIGHT_SUM, t), "n", 1, z_last, 1, next_right, given)


@proof.step
def left_triangle(m_whole: Fact, m_range: Fact, M_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_m in closed form."""
    return summed(Y * (m - j), j, 0, m - 1, (m_whole, m_range, M_power, j_whole, Y_power))


@proof.step
def right_triangle(n_whole: Fact, n_range: Fact, N_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_n in closed form."""
    return summed(Y * (n - j), j, 0, n - 1, (n_whole, n_range, N_power, j_whole, Y_power))


@proof.step
def left_positive(left_triangle: Fact, E_range: Fact, m_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_m > 0."""
    return SumOfPositives(left_triangle, (E_range, m_range, Y_power))


@proof.step
def right_positive(right_triangle: Fact, E_range: Fact, n_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_n > 0."""
    return SumOfPositives(right_triangle, (E_range, n_range, Y_power))


@proof.step
def scale(left_positive: Fact, right_positive: Fact, left_triangle: Fact, right_triangle: Fact) -> Combination:
    """T_m + T_n > 0."""
    return Combination(
        greater(LEFT_SUM + RIGHT_SUM), ((left_positive,), (right_positive,)), (left_triangle, right_triangle)
    )


@proof.conclusion
def bound(left: Fact, right: Fact, distribution: Fact, scale: Fact) -> Combination:
    """B delta = x >= (1 - E C S_m)/(T_m + T_n)."""
    over = Over(scale)
    products = ((left, over), (right, over), (distribution, over))
    return Combination(at_least(x, (1 - E * C * LEFT) / (LEFT_SUM + RIGHT_SUM)), products)


proof.establishes({"theorem-3-optimum": "holds-if, holds"})
