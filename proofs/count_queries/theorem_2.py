"""Every integer k >= 1, every real E >= 1 and C: delta_k is the largest bound if and only if C_k <= C <= C_(k-1).

The bounds delta_1, ..., delta_(D+1) do not fall up to k and do not rise from k on. Theorem 2 of Sadeghi, Asoodeh,
Calmon (2020), put right: they print "if and only if C_k < C <= C_(k-1)", but at C = C_k both delta_k and delta_(k+1)
are the largest. Let S_m = sum_{j=0}^{m-1} E^j, T_m = sum_{j=0}^{m-1} E^j (m - j), so that C_m = S_(m+1) / T_m. By
their Lemma 3 delta_m - delta_(m+1) has the sign of C T_m - S_(m+1) (proofs/count_queries/lemma_3; the converse is
that lemma at k and at k - 1). So the statement is, for every t >= 0, that C T_k >= S_(k+1) gives C T_(k+t) >=
S_(k+t+1), and C T_(k+t) <= S_(k+t+1) gives C T_k <= S_(k+1). Both follow from S_(k+1) T_(k+t) - S_(k+t+1) T_k >= 0,
which is shown by induction on t.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.count_queries import crossover, lower_bound
from dpexact.proving import (
    Combination,
    Counterexample,
    Expression,
    Fact,
    Induction,
    Instance,
    Manifest,
    Over,
    Proof,
    SumOfPositives,
    Telescoping,
    at_least,
    greater,
    indeterminates,
    power,
    summed,
    whole,
)

E, k, X, t, Z, j, Y, C = indeterminates("E k X t Z j Y C")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


def triangle_at(m: Expression, number: Expression) -> Expression:
    """T_m in closed form, for m and E^m."""
    return (E * powers_at(number) - m) / (E - 1)


def sign_at(m: Expression, number: Expression) -> Expression:
    """C T_m - S_(m+1)."""
    return C * triangle_at(m, number) - powers_at(E * number)


LATER = (k + t, X * Z)  # k + t and E^(k+t)
GAP = powers_at(E * X) * triangle_at(*LATER) - powers_at(E * X * Z) * triangle_at(k, X)

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("t_whole", whole(t))
proof.define("t_range", at_least(t, 0))
proof.define("Z_power", power(Z, E, t))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.suppose("C_not_below", at_least(sign_at(k, X)), "C >= C_k")
proof.suppose("C_not_above", at_least(-sign_at(*LATER)), "C <= C_(k+t)")
proof.witness(
    C=Fraction(7, 4),
    E=2,
    X=4,
    Y=4,
    Z=1,
    j=2,
    k=2,
    t=0,
)


@proof.step
def triangle(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """T_k in closed form."""
    return summed(Y * (k - j), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def triangle_positive(triangle: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """T_k > 0."""
    return SumOfPositives(triangle, (E_range, k_range, Y_power))


@proof.step
def later_triangle_positive(
    triangle_positive: Fact, k_whole: Fact, k_range: Fact, X_power: Fact, t_whole: Fact, t_range: Fact, Z_power: Fact
) -> Instance:
    """T_(k+t) > 0."""
    return Instance(triangle_positive, {"k": k + t}, (k_whole, k_range, X_power, t_whole, t_range, Z_power))


@proof.step
def powers(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_(k+1) in closed form."""
    return summed(Y, j, 0, k, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def powers_positive(powers: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_(k+1) > 0."""
    return SumOfPositives(powers, (E_range, k_range, Y_power))


@proof.step
def more_powers(t_whole: Fact, t_range: Fact, Z_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_t in closed form."""
    return summed(Y, j, 0, t - 1, (t_whole, t_range, Z_power, j_whole, Y_power))


@proof.step
def more_powers_not_negative(more_powers: Fact, E_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_t >= 0."""
    return SumOfPositives(more_powers, (E_range, Y_power), strict=False)


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of (j + 1) E^j for j = 0, ..., k in closed form."""
    return summed(Y * (j + 1), j, 0, k, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted_positive(weighted: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
    """It is positive."""
    return SumOfPositives(weighted, (E_range, k_range, Y_power))


@proof.step
def more_power_positive(E_range: Fact, t_range: Fact, Z_power: Fact) -> Manifest:
    """E^t > 0."""
    return Manifest(greater(Z), (E_range, t_range, Z_power))


@proof.step
def gap_at_0() -> Manifest:
    """For t = 0 the gap S_(k+1) T_(k+t) - S_(k+t+1) T_k is 0."""
    return Manifest(at_least(GAP.substitute({"t": 0, "Z": 1})), ())


@proof.step
def one() -> Manifest:
    """1 >= 0: the gap for t + 1 is the gap for t, plus a remainder."""
    return Manifest(at_least(1), ())


@proof.step
def remainder(
    powers_positive: Fact,
    more_powers_not_negative: Fact,
    more_power_positive: Fact,
    weighted_positive: Fact,
    powers: Fact,
    more_powers: Fact,
    weighted: Fact,
) -> Combination:
    """The remainder is S_(k+1) S_t + E^t (S_(k+1)^2 - E^(k+1) T_k), and the bracket is the weighted sum: (36)."""
    grown = GAP.substitute({"t": t + 1, "Z": E * Z})
    products = ((powers_positive, more_powers_not_negative), (more_power_positive, weighted_positive))
    return Combination(at_least(grown - GAP), products, (powers, more_powers, weighted))


@proof.step
def gap(gap_at_0: Fact, one: Fact, remainder: Fact, t_whole: Fact, t_range: Fact, Z_power: Fact) -> Induction:
    """S_(k+1) T_(k+t) >= S_(k+t+1) T_k for every t >= 0: the crossover values do not increase."""
    return Induction(at_least(GAP), "t", 0, gap_at_0, one, remainder, (t_whole, t_range, Z_power))


@proof.conclusion
def falling_from_k(C_not_below: Fact, gap: Fact, triangle_positive: Fact, later_triangle_positive: Fact) -> Combination:
    """If C >= C_k, then C T_(k+t) >= S_(k+t+1): the bounds do not rise from k on."""
    products = ((later_triangle_positive, C_not_below, Over(triangle_positive)), (gap, Over(triangle_positive)))
    return Combination(at_least(sign_at(*LATER)), products)


@proof.conclusion
def rising_to_k(C_not_above: Fact, gap: Fact, triangle_positive: Fact, later_triangle_positive: Fact) -> Combination:
    """If C <= C_(k+t), then C T_k <= S_(k+1): the bounds do not fall up to k + t + 1."""
    over = Over(later_triangle_positive)
    return Combination(at_least(-sign_at(k, X)), ((triangle_positive, C_not_above, over), (gap, over)))


@proof.conclusion
def both_at_a_crossover() -> Counterexample:
    """At C = C_1 the first bound is the largest, although C_1 < C is false."""
    ratio, eta, reach = 2, Fraction(3, 5), 2

    def largest(index: int) -> bool:
        return lower_bound(index, ratio, eta, reach) == max(lower_bound(i, ratio, eta, reach) for i in (1, 2, 3))

    def within(index: int) -> bool:
        return bool(crossover(index, ratio) < 2 * eta / (1 - eta))

    return Counterexample("delta_k is the largest only if C_k < C", {"index": 1}, largest, within)


proof.establishes({"no-bound-dominates": "holds", "definition-2-case": "holds"})
proof.establishes(
    {
        "larger-support": "holds-if, holds",
        "larger-support-bound": "holds-if, holds",
        "knee": "holds-if, holds",
        "theorem-2-if": "holds",
        "grows-fast-to-one": "holds",
    },
    "falling_from_k",
)
proof.establishes(
    {
        "larger-support": "holds-if, holds",
        "larger-support-bound": "holds-if, holds",
        "knee": "holds-if, holds",
        "theorem-2-if": "holds",
    },
    "rising_to_k",
)
proof.establishes({"theorem-2-only-if": "refuted"}, "both_at_a_crossover")
