"""Every integer D >= 1, every real E >= 1, C > 0: the least delta of symmetric noise over single outcomes.

It has B delta = max of B delta_k, k = 1, ..., D, and of x_m = (1 - E C S_m)/(T_m + T_(D-m)), 0 <= m <= D/2. This is
Theorem 3 of Sadeghi, Asoodeh, Calmon (2020), put right; x_0 = B delta_(D+1).

S_m = sum_{j=0}^{m-1} E^j, T_m = sum_{j=0}^{m-1} E^j (m - j). With a_0 = C, a_i = alpha_i, a_(D+1) = 0 and x = B delta
the program is: a_i >= 0 of total 1, (R) a_i <= E a_(i+1) + x for i = 0, ..., D and (L) a_(i+1) <= E a_i + x for i =
0, ..., D-1.

No noise has less: lemma_1 for k <= D, lemma_2 for x_0, fold_bound for x_m, m >= 1.

Attained. For C >= C_D by Definition 2 (definition_2, theorem_3). For C < C_D take the first m < D/2 with C >= c_m,
c_m = S_(n-1)/(T_m + T_(D-m) + E S_m S_(n-1)), n = D - 2m; if there is none, m = floor(D/2), for which c_m <= 0 is no
condition. Then C <= c_(m-1) = S_(n+1)/(T_m + T_(D-m) + E S_m S_(n+1)), which is C_D for m = 0. With x = x_m take a_i
= E^i C + x S_i for i <= m and a_i = x S_(D+1-i) for i > m. (L) is an equality for i < m and (R) for i > m; the two
conditions on C are (L) and (R) for i = m; the rest follows from E >= 1. The total is 1.

In the code D = 2m + n, and k stands for any number of terms.
"""

from __future__ import annotations

from fractions import Fraction

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

E, m, M, n, N, k, X, j, Y, C, a, x = indeterminates("E m M n N k X j Y C a x")


def powers_at(number: Expression) -> Expression:
    """S_i in closed form, for E^i."""
    return (number - 1) / (E - 1)


def triangle_at(i: Expression, number: Expression) -> Expression:
    """T_i in closed form, for i and E^i."""
    return (E * powers_at(number) - i) / (E - 1)


WEIGHTS = triangle_at(m, M) + triangle_at(m + n, M * N)  # T_m + T_(D-m)
HELD = E * powers_at(M)  # E S_m
SHARE = (1 - C * HELD) / WEIGHTS  # x_m


# c_m, from which C on m is the case, and c_(m-1), up to which it is
FIRST = powers_at(N / E) / (WEIGHTS + HELD * powers_at(N / E))
LAST = powers_at(E * N) / (WEIGHTS + HELD * powers_at(E * N))

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("m_whole", whole(m))
proof.define("m_range", at_least(m, 0))
proof.define("M_power", power(M, E, m))
proof.define("n_whole", whole(n), "n = D - 2m")
proof.define("n_range", at_least(n, 0))
proof.define("N_power", power(N, E, n))
proof.define("D_range", at_least(m + n, 1), "D - m >= 1")
proof.define("k_whole", whole(k), "k is any number of terms, >= 0 and for some steps >= 1")
proof.define("k_range", at_least(k, 0))
proof.define("k_positive", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("C_range", greater(C), "C = 2 eta / (1 - eta) > 0")
proof.define("a_range", at_least(a, 0), "a = a_i >= 0")
proof.define("x_range", at_least(x, 0), "x = x_m, which is shown to be >= 0")
proof.suppose(
    "C_not_below", at_least(C * (WEIGHTS + HELD * powers_at(N / E)), powers_at(N / E)), "C >= c_m, nothing for n < 2"
)
proof.suppose("C_not_above", at_least(powers_at(E * N), C * (WEIGHTS + HELD * powers_at(E * N))), "C <= c_(m-1)")
proof.witness(
    C=Fraction(1, 10),
    E=Fraction(11, 10),
    M=Fraction(121, 100),
    N=Fraction(121, 100),
    X=Fraction(121, 100),
    Y=Fraction(121, 100),
    a=2,
    j=2,
    k=2,
    m=2,
    n=2,
    x=2,
)


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_k in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def powers_not_negative(powers: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_k >= 0."""
    return SumOfPositives(powers, (E_range, Y_power), strict=False)


@proof.step
def triangle(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_k in closed form."""
    return summed(Y * (k - j), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def triangle_not_negative(triangle: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_k >= 0."""
    return SumOfPositives(triangle, (E_range, Y_power), strict=False)


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, k_positive: Fact, Y_power: Fact) -> SumOfPositives:
    """T_k > 0 for k >= 1."""
    return SumOfPositives(triangle, (E_range, k_positive, Y_power))


@proof.step
def left_weight(triangle_not_negative: Fact, m_whole: Fact, m_range: Fact, M_power: Fact) -> Instance:
    """T_m >= 0."""
    return Instance(triangle_not_negative, {"k": m}, (m_whole, m_range, M_power))


@proof.step
def right_weight(
    triangle_positive: Fact,
    m_whole: Fact,
    m_range: Fact,
    M_power: Fact,
    n_whole: Fact,
    n_range: Fact,
    N_power: Fact,
    D_range: Fact,
) -> Instance:
    """T_(D-m) > 0."""
    return Instance(triangle_positive, {"k": m + n}, (D_range, m_whole, m_range, M_power, n_whole, n_range, N_power))


@proof.step
def weights_positive(left_weight: Fact, right_weight: Fact) -> Combination:
    """T_m + T_(D-m) > 0."""
    return Combination(greater(WEIGHTS), ((left_weight,), (right_weight,)))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def power_positive(E_range: Fact, m_range: Fact, M_power: Fact) -> Manifest:
    """E^m > 0."""
    return Manifest(greater(M), (E_range, m_range, M_power))


@proof.step
def left_powers(powers_not_negative: Fact, m_whole: Fact, m_range: Fact, M_power: Fact) -> Instance:
    """S_m >= 0."""
    return Instance(powers_not_negative, {"k": m}, (m_whole, m_range, M_power))


@proof.step
def inner_powers(powers_not_negative: Fact, n_whole: Fact, n_range: Fact, N_power: Fact) -> Instance:
    """S_(n+1) >= 0."""
    return Instance(powers_not_negative, {"k": n + 1}, (n_whole, n_range, N_power))


@proof.step
def scale_positive(weights_positive: Fact, base_positive: Fact, left_powers: Fact, inner_powers: Fact) -> Combination:
    """T_m + T_(D-m) + E S_m S_(n+1) > 0."""
    products = ((weights_positive,), (base_positive, left_powers, inner_powers))
    return Combination(greater(WEIGHTS + HELD * powers_at(E * N)), products)


@proof.conclusion
def share_positive(
    C_not_above: Fact, weights_positive: Fact, scale_positive: Fact, base_positive: Fact, left_powers: Fact
) -> Combination:
    """x_m > 0."""
    products = (
        (Over(scale_positive),),
        (C_not_above, base_positive, left_powers, Over(scale_positive), Over(weights_positive)),
    )
    return Combination(greater(SHARE), products)


@proof.step
def any_power_positive(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
    """E^k > 0."""
    return Manifest(greater(X), (E_range, k_range, X_power))


@proof.conclusion
def left_alphas(
    any_power_positive: Fact, C_range: Fact, x_range: Fact, powers_not_negative: Fact, powers: Fact
) -> Combination:
    """a_i = E^i C + x S_i > 0 for i <= m; i is written as k."""
    products = ((any_power_positive, C_range), (x_range, powers_not_negative))
    return Combination(greater(X * C + x * powers.value), products, (powers,))


@proof.conclusion
def right_alphas(x_range: Fact, powers_not_negative: Fact, powers: Fact) -> Combination:
    """a_i = x S_(D+1-i) >= 0 for i > m; D + 1 - i is written as k."""
    return Combination(at_least(x * powers.value), ((x_range, powers_not_negative),), (powers,))


@proof.conclusion
def neighbors(E_range: Fact, a_range: Fact, x_range: Fact) -> Manifest:
    """If b = E a + x, then E b + x >= a: (R) for i < m, where b = a_(i+1), and (L) for i > m, where a = a_(i+1)."""
    return Manifest(at_least(E * (E * a + x) + x, a), (E_range, a_range, x_range))


@proof.conclusion
def left_of_the_fold(
    C_not_below: Fact, base_positive: Fact, power_positive: Fact, weights_positive: Fact
) -> Combination:
    """(L) for i = m: E a_m + x - a_(m+1) = E^(m+1) (C - x S_(n-1))."""
    left, right = E * (M * C + SHARE * powers_at(M)) + SHARE, SHARE * powers_at(M * N)
    return Combination(at_least(left, right), ((C_not_below, base_positive, power_positive, Over(weights_positive)),))


@proof.conclusion
def right_of_the_fold(C_not_above: Fact, power_positive: Fact, weights_positive: Fact) -> Combination:
    """(R) for i = m: E a_(m+1) + x - a_m = E^m (x S_(n+1) - C)."""
    left, right = E * SHARE * powers_at(M * N) + SHARE, M * C + SHARE * powers_at(M)
    return Combination(at_least(left, right), ((C_not_above, power_positive, Over(weights_positive)),))


@proof.step
def left_total(m_whole: Fact, m_range: Fact, M_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """a_1 + ... + a_m in closed form."""
    return summed(Y * C + SHARE * powers_at(Y), j, 1, m, (m_whole, m_range, M_power, j_whole, Y_power))


@proof.conclusion
def total(left_total: Fact) -> Identity:
    """With a_(m+1) + ... + a_D = x T_(D-m) the total is 1."""
    return Identity(equal(left_total.value + SHARE * triangle_at(m + n, M * N), 1), (left_total,))


@proof.conclusion
def no_gap_between_the_cases() -> Identity:
    """The last C of the case m is the first C of the case m - 1."""
    before = FIRST.substitute({"m": m - 1, "M": M / E, "n": n + 2, "N": E**2 * N})
    return Identity(equal(before, LAST))


@proof.conclusion
def first_case(triangle: Fact) -> Identity:
    """The last C of the case m = 0 is C_D = S_(D+1)/T_D, with D written as k: there Definition 2 takes over."""
    last = LAST.substitute({"m": 0, "M": 1, "n": k, "N": X})
    return Identity(equal(last, powers_at(E * X) / triangle.value), (triangle,))


@proof.conclusion
def last_case_odd() -> Identity:
    """For n = 1 the case m has no first C: S_(n-1) = 0."""
    return Identity(equal(FIRST.substitute({"N": E})))


@proof.conclusion
def last_case_even() -> Identity:
    """Nor for n = 0: S_(-1) = -1/E, and the condition is C (T_m + T_(m-1)) >= -1/E."""
    condition = C * (WEIGHTS + HELD * powers_at(N / E)) - powers_at(N / E)
    right = C * (triangle_at(m, M) + triangle_at(m - 1, M / E)) + 1 / E
    return Identity(equal(condition.substitute({"n": 0, "N": 1}), right))


proof.establishes(
    {
        "data-dependent-is-no-better": "holds-if, holds",
        "theorem-1-tight": "holds-if, holds",
        "definition-2-optimal": "holds-if, holds",
        "theorem-3-optimum": "holds-if, holds",
    }
)
