"""All integers m, n >= 1, every real E >= 1, C: bounds on the delta of symmetric noise over all events, D = m + n.

a_0 = C, a_i = alpha_i >= 0 of total 1, S_m = sum_{j=0}^{m-1} E^j. B delta is the sum of the positive parts of a_i - E
a_(i-1), i = 1, ..., D (outcome i), and of a_i - E a_(i+1), i = 0, ..., D, a_(D+1) = 0 (outcome -i). Let u be the sum
of the first kind for i = 1, ..., m, t that of the second kind for i = D, ..., D + 1 - n. By induction from both ends

    a_m <= E^m C + E^(m-1) u,  a_1 + ... + a_m <= S_m (E C + u),
    a_(D+1-n) <= E^(n-1) t,  a_D + ... + a_(D+1-n) <= S_n t.

The total is 1, so 1 <= S_m (E C + u) + S_n t. For m <= n this gives B delta >= u + t >= (1 - E C S_m)/S_n. For n = m
+ 1 and for the same noise with m and n exchanged, B delta >= 2/(S_m + S_n) - E C. For m = 0 only the second kind is
used: 1 <= S_D t, and t and the part of the outcome 0 are at least C + (1 - E) 1.
"""

from __future__ import annotations

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

E, C, j, Y, z, cost = indeterminates("E C j Y z cost")
m, M, p, a, b, a1, s, g, h, g1, u = indeterminates("m M p a b a1 s g h g1 u")
n, N, q, c, d, c1, r, e, f, e1, t = indeterminates("n N q c d c1 r e f e1 t")
u2, t2 = indeterminates("u2 t2")
LEFT, RIGHT = (M - 1) / (E - 1), (N - 1) / (E - 1)  # S_m, S_n

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("j_whole", whole(j), "j is the index of sums")
proof.define("Y_power", power(Y, E, j))
proof.define("m_whole", whole(m))
proof.define("m_range", at_least(m, 1))
proof.define("m_top", at_least(p, m), "p is the number of alphas on the left; the statement is for m = p")
proof.define("m_inside", at_least(p, m + 1), "for the step from m to m + 1")
proof.define("M_power", power(M, E, m))
proof.define("left_alphas", terms(a, b, m, 1, a1), "a = alpha_m, b = alpha_(m+1), a1 = alpha_1")
proof.define("left_sums", recursive(s, m, 1, a1, s + b), "s = alpha_1 + ... + alpha_m")
proof.define("left_parts", terms(g, h, m, 1, g1), "g, h, g1: the positive parts for the outcomes m, m + 1 and 1")
proof.define("left_costs", recursive(u, m, 1, g1, u + h), "u: the sum of the positive parts for the outcomes 1, ..., m")
proof.define("n_whole", whole(n))
proof.define("n_range", at_least(n, 1))
proof.define("n_top", at_least(q, n), "q is the number of alphas on the right; the statement is for n = q")
proof.define("n_inside", at_least(q, n + 1), "for the step from n to n + 1")
proof.define("N_power", power(N, E, n))
proof.define("right_alphas", terms(c, d, n, 1, c1), "c = c_n = alpha_(D+1-n), d = c_(n+1), c1 = alpha_D")
proof.define("right_sums", recursive(r, n, 1, c1, r + d), "r = c_1 + ... + c_n")
proof.define(
    "right_parts", terms(e, f, n, 1, e1), "e, f, e1: the positive parts for the outcomes n - 1 - D, n - D and -D"
)
proof.define("right_costs", recursive(t, n, 1, e1, t + f), "t: the sum of the positive parts for -D, ..., n - 1 - D")
proof.define("part_1", at_least(g1, a1 - E * C), "a positive part is at least the number")
proof.define("parts_left", every(at_least(h + E * a, b), m, 1, p - 1), "a positive part is at least the number")
proof.define("parts_left_positive", every(at_least(h), m, 1, p - 1), "a positive part is >= 0")
proof.define("part_last", at_least(e1, c1), "a positive part is at least the number")
proof.define("parts_right", every(at_least(f + E * c, d), n, 1, q - 1), "a positive part is at least the number")
proof.define("parts_right_positive", every(at_least(f), n, 1, q - 1), "a positive part is >= 0")
proof.define("z_positive", at_least(z), "z: the positive part for the outcome 0")
proof.define("part_0", at_least(z, C - E * c), "a positive part is at least the number; c = alpha_1 for n = D")
proof.define("u_positive", at_least(u), "a sum of positive parts")
proof.suppose("distribution", equal(s + r, 1), "all alphas together, for m = p and n = q")
proof.suppose("only_right", equal(r, 1), "all alphas on the right, m = 0 and n = q = D")
proof.suppose("whole_cost", at_least(cost, u + t), "cost = B delta is at least what u and t have of it")
proof.suppose(
    "right_cost", at_least(cost, t + z), "cost = B delta is at least what t and z have of it, m = 0 and n = D"
)
proof.suppose("m_at_most_n", at_least(RIGHT, LEFT), "m <= n, so S_m <= S_n")
proof.suppose(
    "exchanged", at_least(E * C * RIGHT + RIGHT * u2 + LEFT * t2, 1), "the statement with n on the left, m right"
)
proof.suppose("exchanged_cost", at_least(cost, u2 + t), "n = m + 1: u2 belongs to 1, ..., n, and t to -D, ..., -n")
proof.suppose("more_left", at_least(u2, u), "u2 has one part more")
proof.suppose("more_right", at_least(t, t2), "t has one part more than t2")
proof.witness(
    E=2, j=1, Y=2, m=1, p=2, M=2, a=0, b=0, a1=0, s=0, g=0, h=0, g1=0, u=0, n=1, q=2, N=2, c=1, d=0, c1=1, r=1,
    e=1, f=0, e1=1, t=1, C=0, z=0, cost=1, u2=0, t2=1,
)  # fmt: skip


@proof.step
def base_positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


# From the left: alpha_1, ..., alpha_m


@proof.step
def left_part(parts_left: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact) -> Instance:
    """The part h is at least b - E a."""
    return Instance(parts_left, {"m": m}, (m_whole, m_range, m_inside))


@proof.step
def left_part_positive(parts_left_positive: Fact, m_whole: Fact, m_range: Fact, m_inside: Fact) -> Instance:
    """The part h is >= 0."""
    return Instance(parts_left_positive, {"m": m}, (m_whole, m_range, m_inside))


@proof.step
def left_power(E_range: Fact, m_range: Fact, M_power: Fact) -> Manifest:
    """E^m >= 1."""
    return Manifest(at_least(M, 1), (E_range, m_range, M_power))


@proof.step
def left_gain(left_part: Fact, left_part_positive: Fact, left_power: Fact) -> Combination:
    """What the next claim gains from m to m + 1."""
    gain = E * a + M * h - b
    return Combination(at_least(gain), ((left_part,), (left_power, left_part_positive)))


@proof.step
def every_left(
    part_1: Fact,
    left_gain: Fact,
    base_positive: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
    M_power: Fact,
    left_alphas: Fact,
    left_parts: Fact,
    left_costs: Fact,
) -> Induction:
    """alpha_m <= E^m C + E^(m-1) u."""
    given = (m_whole, m_range, m_top, M_power, left_alphas, left_parts, left_costs)
    return Induction(at_least(M * C + M / E * u, a), "m", 1, part_1, base_positive, left_gain, given)


@proof.step
def next_left(
    every_left: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_inside: Fact,
    M_power: Fact,
    left_alphas: Fact,
    left_parts: Fact,
    left_costs: Fact,
) -> Instance:
    """The same for m + 1."""
    given = (m_whole, m_range, m_inside, M_power, left_alphas, left_parts, left_costs)
    return Instance(every_left, {"m": m + 1}, given)


@proof.step
def left_powers(m_whole: Fact, m_range: Fact, M_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_m in closed form."""
    return summed(Y, j, 0, m - 1, (m_whole, m_range, M_power, j_whole, Y_power))


@proof.step
def left_powers_positive(left_powers: Fact, E_range: Fact, m_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_m > 0."""
    return SumOfPositives(left_powers, (E_range, m_range, Y_power))


@proof.step
def left_sum_gain(
    next_left: Fact, left_part_positive: Fact, left_powers_positive: Fact, left_powers: Fact
) -> Combination:
    """What the claim about the sum gains from m to m + 1."""
    gain = E * M * C + M * (u + h) - b + LEFT * h
    return Combination(at_least(gain), ((next_left,), (left_powers_positive, left_part_positive)), (left_powers,))


@proof.conclusion
def left(
    part_1: Fact,
    left_sum_gain: Fact,
    left_sums: Fact,
    left_costs: Fact,
    left_alphas: Fact,
    left_parts: Fact,
    M_power: Fact,
    m_whole: Fact,
    m_range: Fact,
    m_top: Fact,
) -> Induction:
    """alpha_1 + ... + alpha_m <= S_m (E C + u)."""
    given = (m_whole, m_range, m_top, M_power, left_alphas, left_parts, left_sums, left_costs)
    return Induction(at_least(LEFT * (E * C + u), s), "m", 1, part_1, 1, left_sum_gain, given)


# From the right: alpha_D, ..., alpha_(D+1-n)


@proof.step
def right_part(parts_right: Fact, n_whole: Fact, n_range: Fact, n_inside: Fact) -> Instance:
    """The part f is at least d - E c."""
    return Instance(parts_right, {"n": n}, (n_whole, n_range, n_inside))


@proof.step
def right_part_positive(parts_right_positive: Fact, n_whole: Fact, n_range: Fact, n_inside: Fact) -> Instance:
    """The part f is >= 0."""
    return Instance(parts_right_positive, {"n": n}, (n_whole, n_range, n_inside))


@proof.step
def right_power(E_range: Fact, n_range: Fact, N_power: Fact) -> Manifest:
    """E^n >= 1."""
    return Manifest(at_least(N, 1), (E_range, n_range, N_power))


@proof.step
def right_gain(right_part: Fact, right_part_positive: Fact, right_power: Fact) -> Combination:
    """What the next claim gains from n to n + 1."""
    gain = E * c + N * f - d
    return Combination(at_least(gain), ((right_part,), (right_power, right_part_positive)))


@proof.step
def every_right(
    part_last: Fact,
    right_gain: Fact,
    base_positive: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_top: Fact,
    N_power: Fact,
    right_alphas: Fact,
    right_parts: Fact,
    right_costs: Fact,
) -> Induction:
    """c_n <= E^(n-1) t."""
    given = (n_whole, n_range, n_top, N_power, right_alphas, right_parts, right_costs)
    return Induction(at_least(N / E * t, c), "n", 1, part_last, base_positive, right_gain, given)


@proof.step
def next_right(
    every_right: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_inside: Fact,
    N_power: Fact,
    right_alphas: Fact,
    right_parts: Fact,
    right_costs: Fact,
) -> Instance:
    """The same for n + 1."""
    given = (n_whole, n_range, n_inside, N_power, right_alphas, right_parts, right_costs)
    return Instance(every_right, {"n": n + 1}, given)


@proof.step
def right_powers(n_whole: Fact, n_range: Fact, N_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
    """S_n in closed form."""
    return summed(Y, j, 0, n - 1, (n_whole, n_range, N_power, j_whole, Y_power))


@proof.step
def right_powers_positive(right_powers: Fact, E_range: Fact, n_range: Fact, Y_power: Fact) -> SumOfPositives:
    """S_n > 0."""
    return SumOfPositives(right_powers, (E_range, n_range, Y_power))


@proof.step
def right_sum_gain(
    next_right: Fact, right_part_positive: Fact, right_powers_positive: Fact, right_powers: Fact
) -> Combination:
    """What the claim about the sum gains from n to n + 1."""
    gain = N * (t + f) - d + RIGHT * f
    return Combination(at_least(gain), ((next_right,), (right_powers_positive, right_part_positive)), (right_powers,))


@proof.conclusion
def right(
    part_last: Fact,
    right_sum_gain: Fact,
    right_sums: Fact,
    right_costs: Fact,
    right_alphas: Fact,
    right_parts: Fact,
    N_power: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_top: Fact,
) -> Induction:
    """alpha_D + ... + alpha_(D+1-n) <= S_n t."""
    given = (n_whole, n_range, n_top, N_power, right_alphas, right_parts, right_sums, right_costs)
    return Induction(at_least(RIGHT * t, r), "n", 1, part_last, 1, right_sum_gain, given)


@proof.step
def all_right(
    part_last: Fact,
    right_part: Fact,
    right_sums: Fact,
    right_costs: Fact,
    right_alphas: Fact,
    right_parts: Fact,
    n_whole: Fact,
    n_range: Fact,
    n_top: Fact,
) -> Induction:
    """The sum t >= (1 - E)(c_1 + ... + c_n) + E c_n."""
    given = (n_whole, n_range, n_top, right_alphas, right_parts, right_sums, right_costs)
    return Induction(at_least(t, (1 - E) * r + E * c), "n", 1, part_last, 1, right_part, given)


# The bounds


@proof.step
def sum_positive(
    left_powers_positive: Fact, right_powers_positive: Fact, left_powers: Fact, right_powers: Fact
) -> Combination:
    """S_m + S_n > 0."""
    products = ((left_powers_positive,), (right_powers_positive,))
    return Combination(greater(LEFT + RIGHT), products, (left_powers, right_powers))


@proof.conclusion
def bound(
    left: Fact,
    right: Fact,
    distribution: Fact,
    whole_cost: Fact,
    m_at_most_n: Fact,
    u_positive: Fact,
    right_powers_positive: Fact,
    right_powers: Fact,
) -> Combination:
    """B delta >= (1 - E C S_m)/S_n for 1 <= m <= n."""
    over = Over(right_powers_positive)
    products = ((left, over), (right, over), (distribution, over), (whole_cost,), (m_at_most_n, u_positive, over))
    return Combination(at_least(cost, (1 - E * C * LEFT) / RIGHT), products, (right_powers,))


@proof.conclusion
def bound_without_left(
    right: Fact, only_right: Fact, right_cost: Fact, z_positive: Fact, right_powers_positive: Fact, right_powers: Fact
) -> Combination:
    """B delta >= 1/S_D, m = 0 and n = D."""
    over = Over(right_powers_positive)
    products = ((right, over), (only_right, over), (right_cost,), (z_positive,))
    return Combination(at_least(cost, 1 / RIGHT), products, (right_powers,))


@proof.conclusion
def bound_of_the_center(all_right: Fact, only_right: Fact, right_cost: Fact, part_0: Fact) -> Combination:
    """B delta >= C + 1 - E, m = 0 and n = D."""
    products = ((all_right,), (part_0,), (right_cost,), (only_right, 1 - E))
    return Combination(at_least(cost, C + 1 - E), products)


@proof.conclusion
def bound_of_the_middle(
    left: Fact,
    right: Fact,
    distribution: Fact,
    exchanged: Fact,
    exchanged_cost: Fact,
    more_left: Fact,
    more_right: Fact,
    left_powers_positive: Fact,
    sum_positive: Fact,
    left_powers: Fact,
) -> Combination:
    """B delta >= 2/(S_m + S_n) - E C, n = m + 1."""
    over = Over(sum_positive)
    products = (
        (left, over),
        (right, over),
        (distribution, over),
        (exchanged, over),
        (exchanged_cost,),
        (more_left, left_powers_positive, over),
        (more_right, left_powers_positive, over),
    )
    return Combination(at_least(cost, 2 / (LEFT + RIGHT) - E * C), products, (left_powers,))


proof.establishes({"definition-2-optimal-all-events": "refuted"})
