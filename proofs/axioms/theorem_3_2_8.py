"""At the inputs and outputs of each step: Theorem 3.2.8 in both directions, and where it needs care.

Kifer and Lin. A proof without Theorem 2.3.1 of [20]. Let mu satisfy Axioms 3.1.4 and 3.2.6 on all mechanisms with n
inputs. Exchanges, splits into proportional rows and the joining of such rows can be undone, so by 3.1.4 they cost
nothing. To scatter a row x is to replace it by x_1 e_1, ..., x_n e_n. By 3.2.6 the loss L(x) of joining them again
does not depend on the other rows. Scatter every row of M; the pieces of each e_i are proportional and joined give the
identity. So

mu(M) = mu(identity) - sum of L(row) = sum of F(row), F(x) = mu(identity) x_1 - L(x),

since the first entries sum to 1 (theorem_3_2_8, utility_subadditive in rocq/AxiomsUtility.v). Splitting costs nothing:
L(x) = L(p x) + L((1-p) x). Joining x and y: L(x) + L(y) <= L(x + y), so F is subadditive. 0 <= L <= mu(identity) -
mu(constant), as everything is made of the identity, and a constant of everything; an additive function of p that is
bounded is linear, so F(p x) = p F(x), which extends F to all vectors with entries >= 0 and makes it convex. Continuity
of mu is needed for that of F at the boundary only: with one output whose probability is 0 under an input, `jump` below.

The proof of the paper takes F from [20], where it is determined up to an additive function that vanishes at (1, ...,
1). Such a function need be neither continuous nor homogeneous (Hamel), and mu does not see it; so "by continuity,
F(px) = pF(x)" does not follow for every such F. The F above is a right one.

The axioms have to speak of all mechanisms. For the mechanisms of a privacy definition alone there is another answer: on
the (log E)-private mechanisms with two inputs, F(x, y) = -sqrt((E x - y)(E y - x)) is convex, continuous, homogeneous,
so mu satisfies the three axioms there. If a convex F' on all vectors >= 0 gave the same mu, then F' - F would be
additive and continuous on E x >= y, E y >= x, so linear, a x + b y. With s = x/y and v = F'(0, 1), convexity between s
= 0, 1/E and s gives E - s <= (E s - 1) (v - b)^2 for all s in (1/E, E], false near 1/E (private_is_convex, no_extension
and fails_near_the_boundary).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import Exact, Mechanism, exact
from dpexact.papers.axioms import branching, break_branching, break_sufficiency
from dpexact.papers.axioms.search import small_mechanisms
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Likelihood = tuple[Exact, ...]

SMALL = [mechanism.rows() for shape in ((2, 3, 2), (3, 2, 2)) for mechanism in small_mechanisms(*shape)]


def largest(x: Likelihood) -> Exact:
    """F = max, as in the probability of a right guess."""
    return max(x)


def excess(x: Likelihood) -> Exact:
    """F = the positive part of x_1 - 2 x_2, as in the hockey-stick divergence."""
    return max(x[0] - 2 * x[1], exact(0))


def spread(x: Likelihood) -> Exact:
    """F = x_1^2 / (x_1 + ... + x_n), 0 at 0: convex and homogeneous, no maximum of linear functions."""
    return x[0] ** 2 / sum(x, exact(0)) if any(x) else exact(0)


MEASURES = {"largest": largest, "excess": excess, "spread": spread}

proof = Proof(__doc__)


@proof.conclusion
def branching_measures() -> Exhaustive:
    """Three sublinear F: neither sufficiency nor branching is broken by small mechanisms."""

    def respects(name: str, shape: tuple[int, int, int]) -> bool:
        def utility(mechanism: Mechanism) -> Exact:
            return exact(branching(mechanism, MEASURES[name]))

        return break_sufficiency(utility, *shape) is None and break_branching(utility, *shape) is None

    shapes = [(2, 2, 3), (2, 4, 2), (3, 3, 1)]
    text = "a branching measure satisfies 3.1.4 and 3.2.6"
    return Exhaustive(text, {"name": list(MEASURES), "shape": shapes}, respects)


@proof.conclusion
def recovered() -> Exhaustive:
    """The F of the proof, from values of mu alone, gives mu again: three measures, small mechanisms."""

    def scattered(x: Likelihood) -> list[Likelihood]:
        return [tuple(value if n == place else exact(0) for n, value in enumerate(x)) for place in range(len(x))]

    def agrees(rows: tuple[Likelihood, ...], name: str) -> bool:
        size = len(rows)

        def mu(likelihoods: list[Likelihood]) -> Exact:
            columns = list(zip(*likelihoods, strict=True))
            outputs = range(len(likelihoods))
            return exact(branching(Mechanism.from_rows(range(size), outputs, columns), MEASURES[name]))

        def of_row(x: Likelihood) -> Exact:
            rest = tuple(1 - value for value in x)
            identity = mu(scattered(tuple(exact(1) for _ in x)))
            return identity * x[0] - (mu([*scattered(x), rest]) - mu([x, rest]))

        likelihoods = list(zip(*rows, strict=True))
        return mu(likelihoods) == sum((of_row(x) for x in likelihoods), exact(0))

    return Exhaustive("mu(M) is the sum of F(row)", {"rows": SMALL, "name": list(MEASURES)}, agrees)


@proof.conclusion
def not_without_sufficiency() -> Counterexample:
    """F(x) = x_1^2 + x_2^2 has branching and continuity, and a merge increases it."""
    halved = Mechanism.from_rows(range(2), range(2), [["1/2", "1/2"], ["1/2", "1/2"]])
    join = Mechanism.from_rows(range(2), (0,), [[1], [1]])

    def is_post_processed(one: Mechanism, other: Mechanism) -> bool:
        return one.postprocess(join) == other

    def respects(one: Mechanism, other: Mechanism) -> bool:
        before, after = (branching(m, lambda x: x[0] ** 2 + x[1] ** 2) for m in (one, other))
        return exact(after) <= exact(before)

    instance = {"one": halved, "other": halved.postprocess(join)}
    return Counterexample("branching and continuity give sufficiency", instance, is_post_processed, respects)


@proof.conclusion
def jump() -> Counterexample:
    """F(x) = x_1 where x_2 = 0, else 0: sublinear, so sufficient and branching; at the identity it jumps."""

    def certain(x: Likelihood) -> Exact:
        return exact(0) if x[1] > 0 else x[0]

    def near_the_identity(leak: Fraction) -> Mechanism:
        return Mechanism.from_rows(range(2), range(2), [[1, 0], [leak, 1 - leak]])

    def satisfies_the_others(leaks: tuple[Fraction, ...]) -> bool:
        def utility(mechanism: Mechanism) -> Exact:
            return exact(branching(mechanism, certain))

        shapes = ((2, 3, 3), (2, 4, 2))
        broken = [
            found
            for shape in shapes
            for found in (break_sufficiency(utility, *shape), break_branching(utility, *shape))
        ]
        return not any(broken) and min(leaks) > 0

    def is_continuous(leaks: tuple[Fraction, ...]) -> bool:
        values = [exact(branching(near_the_identity(leak), certain)) for leak in (Fraction(0), *leaks)]
        return values != [exact(1), *(exact(0) for _ in leaks)]

    text = "sufficiency and branching give continuity"
    instance = {"leaks": tuple(Fraction(1, 10**n) for n in range(1, 30, 7))}
    return Counterexample(text, instance, satisfies_the_others, is_continuous)


proof.establishes(
    {
        "abstract-classes": "holds-if, holds",
        "theorem-3-2-8": "holds-if, holds",
        "appendix-f-clearly": "holds",
        "definition-3-2-7": "holds",
    },
    "branching_measures",
)
proof.establishes(
    {"theorem-3-2-8": "holds-if, holds", "appendix-f-form": "holds", "appendix-f-continuity": "holds-if, holds"},
    "recovered",
)
proof.establishes(
    {"abstract-three-axioms": "holds-if, fails", "axiom-3-2-6-reduces": "holds-if, fails"}, "not_without_sufficiency"
)
