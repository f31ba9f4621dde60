"""Every integer D >= 1, every real E >= 1, C > 0: the least delta of symmetric noise over all events.

It has B delta = max(C + 1 - E, (1 - E C S_m)/S_(D-m) for 0 <= m < D/2, 2/(S_floor(D/2) + S_ceil(D/2)) - E C). This is
not in the paper. S_m = sum_{j=0}^{m-1} E^j; a_0 = C, a_i = alpha_i >= 0 of total 1, a_(D+1) = 0. B delta is the sum
of the positive parts of r_i = a_i - E a_(i+1), i = 0, ..., D (outcome z = -i), and l_i = a_i - E a_(i-1), i = 1, ...,
D (z = i).

No noise has less: event_bound.

Attained, with a_i = E^(i-1) w for i <= m and a_i = E^(D-i) y for i > m, so that all r_i and l_i are <= 0 but r_D = y,
l_1 = w - E C (m >= 1), r_0, and those at the fold, r_m and l_(m+1), which have to be <= 0 as well; n = D - 2m.
Case m = 0, for C >= E^(D-2)/S_D: y = 1/S_D.
Case m >= 1, for E^(n-2)/(S_(D-m) + E^(n-1) S_m) <= C <= E^n/(S_(D-m) + E^(n+1) S_m), and E C >= 1/(2 S_m) in place of
the first condition if n = 0: w = E C, y = (1 - E C S_m)/S_(D-m).
Last case, for E C <= 1/(S_m + S_(D-m)), n = 0 or 1: w = y = 1/(S_m + S_(D-m)).
These cases leave no C out. The cost is the bound m, or the last one; for m = 0 it is max(1/S_D, C + 1 - E).

In the code D = 2m + n, and k stands for any number of terms, in the last cases for m.
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

E, m, M, n, N, k, X, j, Y, C, a = indeterminates("E m M n N k X j Y C a")


def powers_at(number: Expression) -> Expression:
    """S_i in closed form, for E^i."""
    return (number - 1) / (E - 1)


LEFT, RIGHT = powers_at(M), powers_at(M * N)  # S_m, S_(D-m)
FALL = (1 - E * C * LEFT) / RIGHT  # y in the case m
HALF = powers_at(X)  # S_m in the last cases, with m written as k
WHOLE = powers_at(X) + powers_at(E * X)  # S_m + S_(m+1)
FIRST = N / E**2 / (RIGHT + N / E * LEFT)
LAST = N / (RIGHT + N * E * LEFT)

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
proof.define("a_range", at_least(a, 0), "a >= 0 is an alpha")
proof.suppose("C_not_below", at_least(C * (RIGHT + N / E * LEFT), N / E**2), "C >= the first C of the case m")
proof.suppose("C_not_above", at_least(N, C * (RIGHT + N * E * LEFT)), "C <= the last C of the case m")
proof.suppose("C_not_below_even", at_least(2 * E * C * HALF, 1), "D = 2m: C >= the first C of the case m")
proof.suppose("C_small_even", at_least(1, 2 * E * C * HALF), "D = 2m: the last case")
proof.suppose("C_small_odd", at_least(1, E * C * WHOLE), "D = 2m + 1: the last case")


# Signs
proof.witness(
    C=Fraction(1, 10),
    E=2,
    M=4,
    N=4,
    X=4,
    Y=4,
    j=2,
    k=2,
    m=2,
    n=2,
)
proof.witness(
    C=0,
    E=2,
    X=4,
    Y=4,
    j=2,
    k=2,
)
proof.witness(
    E=2,
    a=2,
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
def powers_positive(powers: Fact, E_range: Fact, k_positive: Fact, Y_power: Fact) -> SumOfPositives:
    """S_k > 0 for k >= 1."""
    return SumOfPositives(powers, (E_range, k_positive, Y_power))


@proof.step
def right_positive(
    powers_positive: Fact,
    m_whole: Fact,
    m_range: Fact,
    M_power: Fact,
    n_whole: Fact,
    n_range: Fact,
    N_power: Fact,
    D_range: Fact,
) -> Instance:
    """S_(D-m) > 0."""
    return Instance(powers_positive, {"k": m + n}, (D_range, m_whole, m_range, M_power, n_whole, n_range, N_power))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def left_power_positive(E_range: Fact, m_range: Fact, M_power: Fact) -> Manifest:
    """E^m > 0."""
    return Manifest(greater(M), (E_range, m_range, M_power))


@proof.step
def inner_power_positive(E_range: Fact, n_range: Fact, N_power: Fact) -> Manifest:
    """E^n > 0."""
    return Manifest(greater(N), (E_range, n_range, N_power))


@proof.step
def growth(E_range: Fact) -> Manifest:
    """E^2 - 1 >= 0."""
    return Manifest(at_least(E**2, 1), (E_range,))


# Attained


@proof.conclusion
def elsewhere(E_range: Fact, a_range: Fact) -> Manifest:
    """If b = E a, then a - E b <= 0 and b - E a = 0: r_i, l_(i+1) for i < m, and l_(i+1), r_i for i > m."""
    return Manifest(at_least(E * (E * a), a), (E_range, a_range))


@proof.conclusion
def value_0(powers: Fact) -> Identity:
    """Case m = 0: r_D + r_0 = 1/S_D + C - E^D/S_D = C + 1 - E, D written as k; so the cost is max(1/S_D, C + 1 - E)."""
    return Identity(equal(1 / powers.value + C - X / powers.value, C + 1 - E), (powers,))


@proof.conclusion
def left_of_the_fold(
    C_not_below: Fact, left_power_positive: Fact, base_positive: Fact, right_positive: Fact
) -> Combination:
    """Case m: l_(m+1) <= 0, that is E^(D-m-1) y <= E^(m+1) C; for m = 0 this is a_1 <= E C."""
    products = ((C_not_below, left_power_positive, base_positive, Over(right_positive)),)
    return Combination(at_least(E * M * C, M * N / E * FALL), products)


@proof.conclusion
def right_of_the_fold(C_not_above: Fact, left_power_positive: Fact, right_positive: Fact) -> Combination:
    """Case m >= 1: r_m <= 0, that is E^m C <= E^(D-m) y."""
    return Combination(at_least(M * N * FALL, M * C), ((C_not_above, left_power_positive, Over(right_positive)),))


@proof.conclusion
def fall_positive(C_not_above: Fact, C_range: Fact, inner_power_positive: Fact, right_positive: Fact) -> Combination:
    """Case m >= 1: y > 0, as y >= C/E^n."""
    products = ((C_range, Over(inner_power_positive)), (C_not_above, Over(inner_power_positive), Over(right_positive)))
    return Combination(greater(FALL), products)


@proof.conclusion
def center(C_range: Fact, growth: Fact) -> Combination:
    """Case m >= 1 and last case: r_0 = C - E a_1 <= 0, as a_1 >= E C."""
    return Combination(at_least(E * (E * C), C), ((growth, C_range),))


@proof.conclusion
def total() -> Identity:
    """Case m: w S_m + y S_(D-m) = 1."""
    return Identity(equal(E * C * LEFT + FALL * RIGHT, 1))


@proof.step
def growth_by_1(E_range: Fact) -> Manifest:
    """E^2 - E >= 0."""
    return Manifest(at_least(E**2 - E), (E_range,))


@proof.conclusion
def left_of_the_fold_even(
    C_not_below_even: Fact, powers_positive: Fact, C_range: Fact, growth_by_1: Fact, powers: Fact
) -> Combination:
    """Case m, D = 2m: l_(m+1) <= 0, that is y <= E^2 C."""
    fall = (1 - E * C * powers.value) / powers.value
    products = ((C_not_below_even, Over(powers_positive)), (growth_by_1, C_range))
    return Combination(at_least(E**2 * C, fall), products, (powers,))


@proof.conclusion
def last_case_even(C_small_even: Fact, powers_positive: Fact, powers: Fact) -> Combination:
    """Last case, D = 2m: w = y = 1/(2 S_m) >= E C."""
    products = ((C_small_even, Over(powers_positive), Fraction(1, 2)),)
    return Combination(at_least(1 / (2 * powers.value), E * C), products, (powers,))


@proof.conclusion
def fold_even(E_range: Fact, a_range: Fact) -> Manifest:
    """There a_m = a_(m+1) = a, so that r_m = l_(m+1) = a - E a <= 0."""
    return Manifest(at_least(E * a, a), (E_range, a_range))


@proof.step
def whole_positive(powers_not_negative: Fact, base_positive: Fact, powers: Fact) -> Combination:
    """S_m + S_(m+1) > 0: it is S_m + E S_m + 1."""
    products = ((powers_not_negative,), (base_positive, powers_not_negative), (1,))
    return Combination(greater(WHOLE), products, (powers,))


@proof.conclusion
def last_case_odd(C_small_odd: Fact, whole_positive: Fact) -> Combination:
    """Last case, D = 2m + 1: w = y = 1/(S_m + S_(m+1)) >= E C; a_(m+1) = E a_m, so the fold is as elsewhere."""
    return Combination(at_least(1 / WHOLE, E * C), ((C_small_odd, Over(whole_positive)),))


# Nothing is left out


@proof.conclusion
def no_gap_between_the_cases() -> Identity:
    """The last C of the case m is the first C of the case m - 1."""
    before = FIRST.substitute({"m": m - 1, "M": M / E, "n": n + 2, "N": E**2 * N})
    return Identity(equal(before, LAST))


@proof.conclusion
def no_gap_before_the_last_case() -> Identity:
    """For D = 2m + 1 the first C of the case m is that up to which the last case goes."""
    first = FIRST.substitute({"N": E})
    return Identity(equal(E * first, (1 / WHOLE).substitute({"X": M})))


proof.establishes({"definition-2-optimal-all-events": "refuted"})
