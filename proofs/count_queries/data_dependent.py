"""Every integer D >= 1, every real E >= 1: over all events noise that depends on n is hardly better, if N >= 3D.

Over single outcomes it is no better at all: data_dependent_optimum in proofs/rocq/CountData.v. The counts are n in
[D : N], p_n is the noise at n, with P1-P3 of Sadeghi, Asoodeh, Calmon (2020), p_n(0) = eta, and C = 2 eta/(1 - eta), B
= 2/(1 - eta), x = B delta, S_m = sum_{j=0}^{m-1} E^j. Let c be a count with D further counts on both sides.

All events. For the counts c + t and c + t + 1, t = 0, 1, ..., take the outcomes at most -(m + 1 + t) and 1, ..., m -
t from the count, 2m <= D. If A_t is their probability at c + t, A_t <= delta + E (A_(t+1) + eta), without eta for t
>= m, and A_(D-m) = 0. So A_0 <= S_(D-m) delta + E S_m eta. With the mirror image, 1 - eta <= 2 S_(D-m) delta + 2 E
S_m eta: the bound m of the least delta of symmetric noise. For D = 2m + 1 the mean of m and m + 1, whose last
outcomes share one event, gives the last bound there.

The bound C + 1 - E is reached only in the limit. Let u_n be the probability of z < 0 at n minus (1 - eta)/2, K
further counts on both sides of c, and g = eta + (1 - E)(1 - eta)/2 - delta. The events z <= 0 and z >= 0 give u_(n+1)
>= E u_n + g and -u_n >= -E u_(n+1) + g. From c on, to the right if u_c >= 0 and to the left if not, |u| <= (1 -
eta)/2 gives g S_K <= (1 - eta)/2: B delta >= C + 1 - E - 1/S_K.

In the code S stands for S_j and T for S_(j+1) = E S_j + 1.
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Identity,
    Manifest,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, M, S, T, a, b, d, e, f, g, u, v = indeterminates("E M S T a b d e f g u v")


def powers_at(number: Expression) -> Expression:
    """S_m in closed form, for E^m."""
    return (number - 1) / (E - 1)


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("event", at_least(d + E * (f + e), a), "a = A_t, f = A_(t+1), d = delta, e = eta, for t < m")
proof.define("next_event", at_least(b, f), "b is a bound of A_(t+1)")
proof.define("one_more", equal(T, E * S + 1), "S and T are S_j and S_(j+1)")


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def step_of_the_events(event: Fact, next_event: Fact, base_positive: Fact) -> Combination:
    """If A_(t+1) <= b, then A_t <= delta + E eta + E b: the weights of delta and of E eta are E^t."""
    return Combination(at_least(d + E * e + E * b, a), ((event,), (base_positive, next_event)))


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
def drift_after_one_more_step(one_more: Fact) -> Identity:
    """From g S_j the next step comes to g S_(j+1), and that is at most (1 - e)/2."""
    return Identity(equal(E * (g * S) + g, g * T), (one_more,))
