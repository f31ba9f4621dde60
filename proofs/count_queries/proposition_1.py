"""Every eta in (0, 1), all integers u, v >= 1: two-point noise on -u, 0, v has P1-P3, and mixing gives all such noise.

Proposition 1 of Sadeghi, Asoodeh, Calmon (2020), equation (2), with u = |i_1| and v = i_2, and their (3): the
probabilities are q v/(u + v) at -u, 1 - q at 0 and q u/(u + v) at v, where q = 1 - eta.

Conversely let p be any law on [-A : D] with p(0) = eta and mean 0. Put L = sum of p(-u), R = sum of p(v), so L + R =
q, and M = sum of u p(-u) = sum of v p(v), which is positive as q > 0. Then the weights p(-u) p(v) (u + v)/(q M) mix
the two-point laws to p: their total is (M R + L M)/(q M) = 1, and the mixture gives -u the probability p(-u) (sum of
v p(v))/M = p(-u). So (3) is all noise with P1-P3, and the program (9)-(13) is about all of it.
"""

from __future__ import annotations

from dpexact.proving import Fact, Identity, Manifest, Proof, at_least, equal, greater, indeterminates

q, u, v, M, a, b, L, R = indeterminates("q u v M a b L R")

LEFT, RIGHT = q * v / (u + v), q * u / (u + v)
WEIGHT = a * b * (u + v) / (q * M)

proof = Proof(__doc__)
proof.define("q_range", greater(q), "q = 1 - eta > 0")
proof.define("u_range", at_least(u, 1), "u = |i_1|")
proof.define("v_range", at_least(v, 1), "v = i_2")
proof.define("M_range", greater(M), "M is the mean of the positive part, which is that of the negative part")
proof.define("a_range", at_least(a), "a = p(-u)")
proof.define("b_range", at_least(b), "b = p(v)")
proof.define("parts", equal(L + R, q), "L and R are the probabilities of z < 0 and of z > 0")


@proof.conclusion
def total() -> Identity:
    """The two-point law has the total 1."""
    return Identity(equal(LEFT + (1 - q) + RIGHT, 1))


@proof.conclusion
def mean() -> Identity:
    """Its mean is 0."""
    return Identity(equal(-u * LEFT + v * RIGHT))


@proof.conclusion
def not_negative(q_range: Fact, u_range: Fact, v_range: Fact) -> Manifest:
    """Its probabilities are positive: that of v is that of -u with u and v exchanged."""
    return Manifest(greater(LEFT), (q_range, u_range, v_range))


@proof.conclusion
def weights_not_negative(
    q_range: Fact, u_range: Fact, v_range: Fact, M_range: Fact, a_range: Fact, b_range: Fact
) -> Manifest:
    """The weights of the mixture are >= 0."""
    return Manifest(at_least(WEIGHT), (q_range, u_range, v_range, M_range, a_range, b_range))


@proof.conclusion
def weights_have_total_1(parts: Fact) -> Identity:
    """Their total is 1: a weight is (u a) b/(q M) + a (v b)/(q M), and the sums are M R/(q M) + L M/(q M)."""
    return Identity(equal((M * R + L * M) / (q * M), 1), (parts,))


@proof.conclusion
def split() -> Identity:
    """A weight is split in this way."""
    return Identity(equal(WEIGHT, u * a * b / (q * M) + a * (v * b) / (q * M)))


@proof.conclusion
def left_point() -> Identity:
    """A pair adds p(-u) v p(v)/M to the probability of -u, and the sum of v p(v) over v is M."""
    return Identity(equal(WEIGHT * LEFT, a * (v * b) / M))


@proof.conclusion
def right_point() -> Identity:
    """And u p(-u) p(v)/M to that of v, and the sum of u p(-u) over u is M."""
    return Identity(equal(WEIGHT * RIGHT, u * a * b / M))


proof.establishes({"proposition-1": "holds", "equation-3": "holds"}, "total")
proof.establishes({"proposition-1": "holds", "equation-3": "holds"}, "mean")
proof.establishes({"proposition-1": "holds"}, "not_negative")
proof.establishes({"equation-3-general": "holds"}, "weights_not_negative")
proof.establishes({"equation-3-general": "holds"}, "weights_have_total_1")
proof.establishes({"equation-3-general": "holds"}, "split")
proof.establishes({"equation-3-general": "holds", "proposition-2": "holds-if, holds"}, "left_point")
proof.establishes({"equation-3-general": "holds", "proposition-2": "holds-if, holds"}, "right_point")
