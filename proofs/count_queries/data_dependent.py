"""Every integer D >= 1, every real E >= 1: noise that depends on n is no better than noise that does not, if N >= 3D.

The counts are n in [D : N], p_n is the noise at n, with P1-P3 of Sadeghi, Asoodeh, Calmon (2020), p_n(0) = eta, and C
= 2 eta/(1 - eta), B = 2/(1 - eta), x = B delta, S_m = sum_{j=0}^{m-1} E^j. Let c be a count with D further counts on
both sides, and a_i = B (p_c(i) + p_c(-i))/2, so that a_1 + ... + a_D = 1.

Single outcomes. p_n(z) <= E p_(n+1)(z-1) + delta and p_n(z) <= E p_(n-1)(z+1) + delta. Followed outwards, to an
outcome that is impossible, inwards, to eta, and backwards from eta these give a_i <= x S_(D+1-i), a_i <= E^i C + x
S_i, E^i a_i >= C - x S_i. Summed up, they are the bounds x_m and delta_k of proofs/count_queries/optimum_singletons;
so the optimum of the program (9) on [D : N] is at least that of symmetric noise that does not depend on n, which is
allowed in it. For delta_k alone N >= D + 2k is enough. For smaller N it may be strictly less.

All events. For the counts c + t and c + t + 1, t = 0, 1, ..., take the outcomes at most -(m + 1 + t) and 1, ..., m -
t from the count, 2m <= D. If A_t is their probability at c + t, A_t <= delta + E (A_(t+1) + eta), without eta for t
>= m, and A_(D-m) = 0. So A_0 <= S_(D-m) delta + E S_m eta. With the mirror image, 1 - eta <= 2 S_(D-m) delta + 2 E
S_m eta: the bound m of proofs/count_queries/optimum_all_events. For D = 2m + 1 the mean of m and m + 1, whose last
outcomes share one event, gives the last bound there.

The bound C + 1 - E is reached only in the limit. Let u_n be the probability of z < 0 at n minus (1 - eta)/2, K
further counts on both sides of c, and g = eta + (1 - E)(1 - eta)/2 - delta. The events z <= 0 and z >= 0 give u_(n+1)
>= E u_n + g and -u_n >= -E u_(n+1) + g. From c on, to the right if u_c >= 0 and to the left if not, |u| <= (1 -
eta)/2 gives g S_K <= (1 - eta)/2: B delta >= C + 1 - E - 1/S_K.
"""

from __future__ import annotations

from dpexact.proving import (
    ClosedForm,
    Combination,
    Expression,
    Fact,
    Identity,
    Manifest,
    Proof,
    Recursive,
    Telescoping,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
    power,
    summed,
    whole,
)

E, k, X, j, Y, x, s, a, b, p, q, C = indeterminates("E k X j Y x s a b p q C")
m, M, d, e, f, g, u, v, w = indeterminates("m M d e f g u v w")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


def triangle_at(i: Expression, number: Expression) -> Expression:
    """S_1 + ... + S_i in closed form, for i and E^i."""
    return (E * powers_at(number) - i) / (E - 1)


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("k_whole", whole(k), "k is the number of the bound delta_k")
proof.define("k_range", at_least(k, 1))
proof.define("X_power", power(X, E, k))
proof.define("m_whole", whole(m))
proof.define("m_range", at_least(m, 0))
proof.define("M_power", power(M, E, m))
proof.define("j_whole", whole(j), "j counts the steps from one count to the next, and is the index of sums")
proof.define("j_range", at_least(j, 0))
proof.define("Y_power", power(Y, E, j))
proof.define("chain", Recursive("b", "j", 0, s, E * b + x), "b_j: the bound after j steps, s at the end of the chain")
proof.define(
    "loss", at_least(E * q + x, p), "p and q are the probabilities of one outcome at neighboring counts, times B"
)
proof.define("bound", at_least(b, q), "b is a bound of q")
proof.define("event", at_least(d + E * (f + e), a), "a = A_t, f = A_(t+1), d = delta, e = eta, for t < m")
proof.define("next_event", at_least(b, f), "b is a bound of A_(t+1)")
proof.define("drift", Recursive("w", "j", 0, constant(0), E * w + g), "w_j: a bound of |u| after j steps")
proof.witness(
    E=2,
    X=4,
    Y=4,
    j=2,
    k=2,
)
proof.witness(
    E=2,
    M=4,
    Y=4,
    j=2,
    m=2,
)
proof.witness(
    E=2,
    Y=4,
    g=2,
    j=2,
    w=6,
)
proof.witness(
    E=2,
    Y=4,
    b=14,
    j=2,
    s=2,
    x=2,
)
proof.witness(
    E=2,
    b=2,
    p=2,
    q=2,
    x=2,
)
proof.witness(
    E=2,
    a=2,
    b=2,
    d=2,
    e=2,
    f=2,
)


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def step_of_the_chain(loss: Fact, bound: Fact, base_positive: Fact) -> Combination:
    """If q <= b, then p <= E b + x."""
    return Combination(at_least(E * b + x, p), ((loss,), (base_positive, bound)))


@proof.conclusion
def end_of_the_chain(chain: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """After j steps it is E^j s + x S_j: s = 0 outwards, s = C inwards; backwards, C at the start is at most that."""
    return ClosedForm(chain, Y * s + x * powers_at(Y), (j_whole, j_range, Y_power))


@proof.step
def inner(m_whole: Fact, m_range: Fact, M_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of E^i C + x S_i for i = 1, ..., m in closed form."""
    return summed(Y * C + x * powers_at(Y), j, 1, m, (m_whole, m_range, M_power, j_whole, Y_power))


@proof.conclusion
def total_of_the_bounds(inner: Fact) -> Identity:
    """It is E C S_m + x (S_1 + ... + S_m); with x (S_1 + ... + S_(D-m)) it is at least 1, which is x >= x_m."""
    return Identity(equal(inner.value, E * C * powers_at(M) + x * triangle_at(m, M)), (inner,))


@proof.step
def backwards(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of E^(k-i) (C - x S_i) for i = k, ..., 1, with k - i written as j, in closed form."""
    return summed(C * Y - x * (X - Y) / (E - 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.step
def weighted(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """P_k = sum of (j + 1) E^j for j = 0, ..., k-1 in closed form."""
    return summed(Y * (j + 1), j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def total_of_the_lower_bounds(backwards: Fact, weighted: Fact) -> Identity:
    """It is C S_k - x P_k, and at most E^k: this is x >= B delta_k."""
    return Identity(equal(backwards.value, C * powers_at(X) - x * weighted.value), (backwards, weighted))


@proof.conclusion
def step_of_the_events(event: Fact, next_event: Fact, base_positive: Fact) -> Combination:
    """If A_(t+1) <= b, then A_t <= delta + E eta + E b: the weights of delta and of E eta are E^t."""
    return Combination(at_least(d + E * e + E * b, a), ((event,), (base_positive, next_event)))


@proof.step
def weights(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """The sum of E^t for t = 0, ..., k-1, k = D - m for delta and k = m for E eta, in closed form."""
    return summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))


@proof.conclusion
def total_of_the_events(weights: Fact) -> Identity:
    """The sum of the weights is S_k: A_0 <= S_(D-m) delta + E S_m eta."""
    return Identity(equal(weights.value, powers_at(X)), (weights,))


@proof.conclusion
def shared_event() -> Identity:
    """For D = 2m + 1 half the weights of m and of m + 1, the last one shared: S_m + E^m/2 = (S_m + S_(m+1))/2."""
    return Identity(equal(powers_at(M) + M / 2, (powers_at(M) + powers_at(E * M)) / 2))


@proof.conclusion
def drift_to_the_right() -> Identity:
    """With p_n(z < 0) = (1 - e)/2 + u and v at n + 1, delta >= e + p_(n+1)(z > 0) - E p_n(z > 0) is v >= E u + g."""
    defect = d - (e + (1 - e) / 2 - v - E * ((1 - e) / 2 - u))
    gap = e + (1 - E) * (1 - e) / 2 - d
    return Identity(equal(defect, v - E * u - gap))


@proof.conclusion
def drift_to_the_left() -> Identity:
    """And delta >= e + p_n(z < 0) - E p_(n+1)(z < 0) is -u >= -E v + g."""
    defect = d - (e + (1 - e) / 2 + u - E * ((1 - e) / 2 + v))
    gap = e + (1 - E) * (1 - e) / 2 - d
    return Identity(equal(defect, -u + E * v - gap))


@proof.conclusion
def drift_after_all_steps(drift: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """After j steps it is g S_j, and at most (1 - e)/2."""
    return ClosedForm(drift, g * powers_at(Y), (j_whole, j_range, Y_power))


proof.establishes({"data-dependent-is-no-better": "holds-if, holds", "theorem-3-program-few": "refuted"})
