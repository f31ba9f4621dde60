"""Three colors, every real E >= 1, 0 <= delta <= 1: no scenario as in Section 6.3 if the free vertices span a forest.

If the free vertices, with the edges between them, are a forest, a lexicographic optimum is a dominance optimum. Every
event is one color or the complement of one, so closeness of x and y is: m(x_i) <= y_i <= M(x_i) for each color i, with

    M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E},
    m(s) = max{0, (s - delta)/E, 1 - delta - E (1 - s)} = 1 - M(1 - s),

and y <= M(x) if and only if x >= m(y).

Lemma. Let H be the distributions y with l_i <= y_i <= u_i, not empty. The x that are close to some y in H are again all
x between bounds for each color. For y exists if and only if max{l_i, m(x_i)} <= min{u_i, M(x_i)} for each i, the left
sides sum to at most 1 and the right sides to at least 1. The first are bounds on single x_i. The sums, by the set of
colors for which l_i stands in them: for none, m(s) <= s; for two, a bound on the third x_i; for one, k, it follows:
m(x_i) + m(x_j) <= m(x_i + x_j) = 1 - M(x_k) <= 1 - l_k, since m is superadditive and x_k >= m(l_k). The right sides
mirror this: M(s) >= s, and M is subadditive.

All this is proved branch by branch: m(s + t) is at least each of its three, while m(s) and m(t) are one of theirs.

So in a tree, from the leaves to a free vertex v, the distributions that v can have are all x between some bounds, which
are attained if there are any. Then (u_1, 1 - u_1 - l_3, l_3) is among them: it has the largest s_1 and the largest s_2.
The lexicographic maximum at v therefore has all the largest sums at v, and an optimum in one order is one in the other.

On a cycle the lemma fails (proofs/rainbow/five_cycle.py), and there are such scenarios
(proofs/rainbow/open_question_three_colors.py).
"""

from __future__ import annotations

from dpexact.proving import (
    Combination,
    Expression,
    Fact,
    Identity,
    Manifest,
    Proof,
    Relation,
    at_least,
    constant,
    equal,
    indeterminates,
)

E, d, s, t, u_1, l_2, l_3, p_2, p_3, u_2, q_1, q_2 = indeterminates("E d s t u_1 l_2 l_3 p_2 p_3 u_2 q_1 q_2")
Branches = tuple[Expression, Expression, Expression]


def least(prefix: Expression) -> Branches:
    """The three branches of m."""
    return 0 * prefix, (prefix - d) / E, 1 - d - E * (1 - prefix)


def most(prefix: Expression) -> Branches:
    """The three branches of M."""
    return 0 * prefix + 1, E * prefix + d, 1 - (1 - prefix - d) / E


proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_range", at_least(d), "d = delta")
proof.define("s_range", at_least(s), "s, t are probabilities")
proof.define("t_range", at_least(t))
proof.suppose("s_most", at_least(1, s))
proof.suppose("u_attained", equal(u_1 + p_2 + p_3, 1), "(u_1, p_2, p_3) and (q_1, q_2, l_3) lie between the bounds")
proof.suppose("l_attained", equal(q_1 + q_2 + l_3, 1))
proof.suppose("p_second", at_least(p_2, l_2))
proof.suppose("p_third", at_least(p_3, l_3))
proof.suppose("q_first", at_least(u_1, q_1))
proof.suppose("q_second", at_least(u_2, q_2))


def branch(name: str, relation: Relation, meaning: str) -> None:
    """Declare the conclusion for one choice of branches."""

    def shown(E_range: Fact, d_range: Fact, s_range: Fact, t_range: Fact) -> Manifest:
        return Manifest(relation, (E_range, d_range, s_range, t_range))

    shown.__name__, shown.__doc__ = name, meaning
    proof.conclusion(shown)


for i in range(3):
    for j in range(3):
        k = max(i, j)  # m(s + t) is at least each of its branches, m(s) and m(t) are one of theirs
        relation = at_least(least(s + t)[k], least(s)[i] + least(t)[j])
        branch(f"superadditive_{i}_{j}", relation, f"m(s) + m(t) <= m(s + t), branches {i} and {j}.")
        k = 0 if 0 in (i, j) else k
        relation = at_least(most(s)[i] + most(t)[j], most(s + t)[k])
        if relation.expression != d:  # branches 1 and 1: d >= 0
            branch(f"subadditive_{i}_{j}", relation, f"M(s + t) <= M(s) + M(t), branches {i} and {j}.")


@proof.conclusion
def second_is_smaller(E_range: Fact, d_range: Fact, s_range: Fact) -> Manifest:
    """m(s) <= s, second branch."""
    return Manifest(at_least(s, least(s)[1]), (E_range, d_range, s_range))


@proof.conclusion
def third_is_smaller(E_range: Fact, d_range: Fact, s_most: Fact) -> Manifest:
    """m(s) <= s, third branch."""
    return Manifest(at_least(s, least(s)[2]), (E_range, d_range, s_most))


@proof.conclusion
def second_is_larger(E_range: Fact, d_range: Fact, s_range: Fact) -> Manifest:
    """M(s) >= s, second branch."""
    return Manifest(at_least(most(s)[1], s), (E_range, d_range, s_range))


@proof.conclusion
def third_is_larger(E_range: Fact, d_range: Fact, s_most: Fact) -> Manifest:
    """M(s) >= s, third branch."""
    return Manifest(at_least(most(s)[2], s), (E_range, d_range, s_most))


@proof.conclusion
def mirrored_second() -> Identity:
    """m(s) = 1 - M(1 - s): the second branch of m is that of the third of M."""
    return Identity(equal(least(s)[1], 1 - most(1 - s)[2]))


@proof.conclusion
def mirrored_third() -> Identity:
    """The third branch of m is that of the second of M."""
    return Identity(equal(least(s)[2], 1 - most(1 - s)[1]))


@proof.conclusion
def inverse_second() -> Identity:
    """Inverse: t <= E s + delta if and only if s >= (t - delta)/E: the differences have one sign."""
    return Identity(equal(most(s)[1] - t, E * (s - least(t)[1])))


@proof.conclusion
def inverse_third() -> Identity:
    """Inverse: t <= 1 - (1 - s - delta)/E if and only if s >= 1 - delta - E (1 - t)."""
    return Identity(equal(E * (most(s)[2] - t), s - least(t)[2]))


@proof.conclusion
def corner_from_below(u_attained: Fact, p_third: Fact, p_second: Fact) -> Combination:
    """1 - u_1 - l_3 >= l_2."""
    return Combination(at_least(1 - u_1 - l_3, l_2), ((u_attained, constant(-1)), (p_third,), (p_second,)))


@proof.conclusion
def corner_from_above(l_attained: Fact, q_first: Fact, q_second: Fact) -> Combination:
    """1 - u_1 - l_3 <= u_2: the corner (u_1, 1 - u_1 - l_3, l_3) lies between the bounds."""
    return Combination(at_least(u_2, 1 - u_1 - l_3), ((l_attained, constant(1)), (q_first,), (q_second,)))


proof.establishes({"section-6-3-open": "holds-if, fails"})
