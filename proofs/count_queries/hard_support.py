"""Every integer D >= 1, every real E >= 1, eta in (0, 1), counts [1 : N], N >= D + 1: delta >= (1-eta)/(2 S_D) > 0.

S_D = sum_{j=0}^{D-1} E^j. Section I of Sadeghi, Asoodeh, Calmon (2020) says that the hard support costs delta > 0. For
N >= D + 1 it does, for single outcomes already: let a_n = P(Y = 0 given the count n). For n = 1 only z = -1 is
negative, so P(Z = -1) is the sum of z P(Z = z) over z > 0, which is at least P(Z > 0), and a_1 >= (1-eta)/2. Noise
that keeps single outcomes to delta has a_k <= E a_(k+1) + delta, so by induction a_1 <= E^(k-1) a_k + delta S_(k-1)
for k <= D + 1. And a_(D+1) = 0, since z >= -D. For 2 <= N <= D there may be noise with delta = 0.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.count_queries.program import noise_program
from dpexact.linear_programs import Optimum, solve
from dpexact.proving import (
    Combination,
    Exhaustive,
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
    summed,
    term,
    terms,
    whole,
)

E, D, W, k, X, j, Y, d, a, b, first, eta, u, v, w = indeterminates("E D W k X j Y d a b first eta u v w")
SUM = (W - 1) / (E - 1)  # S_D
BEFORE = (X / E - 1) / (E - 1)  # S_(k-1)

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("eta_range", greater(1, eta))
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
proof.define("D_whole", whole(D))
proof.define("k_top", at_least(D + 1, k))
proof.define("k_inside", at_least(D, k), "for the step from k to k + 1")
proof.define("D_range", at_least(D, 1))
proof.define("W_power", power(W, E, D))
proof.define("X_power", power(X, E, k))
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("outcomes", terms(a, b, k, 1, first), "a = a_k, b = a_(k+1), first = a_1")
proof.suppose("private", every(at_least(E * b + d, a), k, 1, D), "a_k <= E a_(k+1) + delta for k = 1, ..., D")
proof.define("never", term(a, D + 1, 0), "a_(D+1) = 0: the outcome y = 0 has z = -(D + 1)")
proof.suppose("first_outcome", equal(first, u), "a_1 = P(Z = -1) for n = 1")
proof.suppose("total", equal(u + v, 1 - eta), "n = 1: u = P(Z = -1), v = P(Z > 0)")
proof.suppose("mean", equal(u, w), "n = 1: w is the sum of z P(Z = z) over z > 0, and the mean is 0")
proof.suppose("at_least_1", at_least(w, v), "w >= v, as z >= 1")
proof.witness(
    D=2,
    E=2,
    W=4,
    X=4,
    Y=4,
    a=2,
    b=0,
    d=2,
    eta=Fraction(1, 2),
    first=2,
    j=2,
    k=2,
    u=2,
    v=Fraction(-3, 2),
    w=2,
)


@proof.step
def powers(D_whole: Fact, D_range: Fact, W_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_D in closed form."""
    return summed(Y, j, 0, D - 1, (D_whole, D_range, W_power, j_whole, Y_power))


@proof.conclusion
def closed_form(powers: Fact) -> Identity:
    """S_D is the expression that stands for it."""
    return Identity(equal(SUM, powers.value), (powers,))


@proof.step
def powers_positive(powers: Fact, E_range: Fact, D_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_D > 0."""
    return SumOfPositives(powers, (E_range, D_range, Y_power))


@proof.step
def power_positive(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
    """E^k > 0."""
    return Manifest(greater(X), (E_range, k_range, X_power))


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def nothing() -> Manifest:
    """For k = 1 both sides are a_1."""
    return Manifest(at_least(0), ())


@proof.step
def inside(private: Fact, k_whole: Fact, k_range: Fact, k_inside: Fact) -> Instance:
    """a_k <= E a_(k+1) + delta for k <= D."""
    return Instance(private, {"k": k}, (k_whole, k_range, k_inside))


@proof.step
def growth(inside: Fact, power_positive: Fact, base_positive: Fact) -> Combination:
    """E^(k-1) (E a_(k+1) + delta - a_k) >= 0."""
    return Combination(at_least(X / E * (E * b + d - a)), ((power_positive, Over(base_positive), inside),))


@proof.step
def chain(
    nothing: Fact, growth: Fact, k_whole: Fact, k_range: Fact, k_top: Fact, X_power: Fact, outcomes: Fact
) -> Induction:
    """a_1 <= E^(k-1) a_k + delta S_(k-1) for k = 1, ..., D + 1."""
    given = (k_whole, k_range, k_top, X_power, outcomes)
    return Induction(at_least(X / E * a + d * BEFORE, first), "k", 1, nothing, 1, growth, given)


@proof.step
def at_the_end(chain: Fact, D_whole: Fact, D_range: Fact, W_power: Fact, never: Fact) -> Instance:
    """a_1 <= delta S_D, as a_(D+1) = 0."""
    return Instance(chain, {"k": D + 1}, (D_whole, D_range, W_power, never))


@proof.step
def lowest(total: Fact, mean: Fact, at_least_1: Fact) -> Combination:
    """a_1 = P(Z = -1) >= (1-eta)/2 for n = 1."""
    products = ((Fraction(1, 2), at_least_1), (Fraction(1, 2), total), (Fraction(1, 2), mean))
    return Combination(at_least(u, (1 - eta) / 2), products)


@proof.conclusion
def bound(at_the_end: Fact, lowest: Fact, first_outcome: Fact, powers_positive: Fact, powers: Fact) -> Combination:
    """No noise has less: delta >= (1-eta)/(2 S_D)."""
    over = Over(powers_positive)
    products = ((at_the_end, over), (first_outcome, over), (lowest, over))
    return Combination(at_least(d, (1 - eta) / (2 * SUM)), products, (powers,))


@proof.conclusion
def positive(eta_range: Fact, powers_positive: Fact, powers: Fact) -> Combination:
    """(1-eta)/(2 S_D) > 0."""
    products = ((eta_range, Over(powers_positive), Fraction(1, 2)),)
    return Combination(greater((1 - eta) / (2 * SUM)), products, (powers,))


@proof.conclusion
def may_vanish() -> Exhaustive:
    """E = 50, 2 <= N <= D <= 4: some noise has delta = 0 over all events."""

    def vanishes(reach_and_last: tuple[int, int], eta: Fraction) -> bool:
        reach, last = reach_and_last
        outcome = solve(noise_program(50, eta, reach, 1, last, "all"))
        return isinstance(outcome, Optimum) and outcome.value == 0

    pairs = [(reach, last) for reach in range(2, 5) for last in range(2, reach + 1)]
    accuracies = [Fraction(1, 50), Fraction(1, 2), Fraction(9, 10)]
    return Exhaustive("the least delta is 0", {"reach_and_last": pairs, "eta": accuracies}, vanishes)


proof.establishes({"relaxed-guarantee": "holds-if, holds"}, "closed_form")
proof.establishes({"relaxed-guarantee": "holds-if, holds"}, "bound")
proof.establishes({"relaxed-guarantee": "holds-if, holds"}, "positive")
proof.establishes({"relaxed-guarantee": "holds-if, fails"}, "may_vanish")
