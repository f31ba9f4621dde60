"""At the parameters of each step: formulas at the ends of their ranges, and sentences read word for word.

Sadeghi, Asoodeh, Calmon (2020). Each step takes one definition, formula or sentence literally, at the smallest
parameters that the text allows. All designs are computed here from (23), (32) and Definition 2, in fractions.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.linear_programs import LinearProgram, Optimum, Unbounded, solve
from dpexact.papers.count_queries.program import DELTA, noise_program
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Law = tuple[tuple[int, Fraction], ...]
HALF, ONE = Fraction(1, 2), Fraction(1)

proof = Proof(__doc__)


def powers(ratio: int, last: int) -> Fraction:
    """S_(last + 1) = 1 + E + ... + E^last, 0 for last < 0."""
    return sum((Fraction(ratio) ** j for j in range(last + 1)), Fraction(0))


def bound(k: int, ratio: int, odds: Fraction, reach: int) -> Fraction:
    """B delta_k: (23) for k <= D, (32) for k = D + 1."""
    if k == reach + 1:
        return 1 / sum((Fraction(ratio) ** j * (reach - j) for j in range(reach)), Fraction(0))
    weights = sum((Fraction(ratio) ** j * (j + 1) for j in range(k)), Fraction(0))
    return (odds * powers(ratio, k - 1) - Fraction(ratio) ** k) / weights


def largest(ratio: int, odds: Fraction, reach: int) -> Fraction:
    """B delta~ of Theorem 1."""
    return max(bound(k, ratio, odds, reach) for k in range(1, reach + 2))


def alphas(ratio: int, odds: Fraction, reach: int) -> list[Fraction]:
    """Definition 2: (37) and (38) where (32) is the largest, (39) otherwise."""
    share = largest(ratio, odds, reach)
    if share == bound(reach + 1, ratio, odds, reach):
        return [share * powers(ratio, reach - j) for j in range(1, reach + 1)]
    k = next(k for k in range(1, reach + 1) if bound(k, ratio, odds, reach) == share)
    found = [(odds - share) / ratio]
    while len(found) < k:
        found.append((found[-1] - share) / ratio)
    return found + [Fraction(0)] * (reach - k)


def is_allowed(ratio: int, odds: Fraction, reach: int) -> bool:
    """E >= 1, C > 0, D >= 1, and Definition 2 has a total of 1 and no negative weight."""
    weights = alphas(ratio, odds, reach)
    return ratio >= 1 and odds > 0 and reach >= 1 and sum(weights) == 1 and min(weights) >= 0


@proof.conclusion
def zero_for_larger_counts() -> Counterexample:
    """Example 1: N = 3, and a p_Z(z|4) that is 0 for all z has p_Z(0|4) = 0, not the eta of P2, and the total 0."""

    def is_said(count: int, eta: Fraction, law: Law) -> bool:
        return count >= 4 and 0 < eta < 1 and all(p == 0 for _, p in law)

    def has_p2(count: int, eta: Fraction, law: Law) -> bool:
        return dict(law)[0] == eta and sum(p for _, p in law) == 1 and count >= 1

    law = tuple((z, Fraction(0)) for z in range(-2, 3))
    return Counterexample("p_Z(.|4) = 0 has P2", {"count": 4, "eta": HALF, "law": law}, is_said, has_p2)


@proof.conclusion
def support_of_p_1() -> Counterexample:
    """Example 1: with the weights (1, 0) for n = 1 the support is {-1, 0, 1}, not [-1 : 2]."""

    def has_total_1(weights: tuple[Fraction, Fraction]) -> bool:
        return sum(weights) == 1 and min(weights) >= 0

    def has_the_support(weights: tuple[Fraction, Fraction]) -> bool:
        law = {-1: weights[0] / 4 + weights[1] / 3, 0: HALF, 1: weights[0] / 4, 2: weights[1] / 6}
        return {z for z, p in law.items() if p > 0} == set(range(-1, 3))

    return Counterexample("[-1 : 2] is the support of p_1", {"weights": (ONE, 0 * ONE)}, has_total_1, has_the_support)


@proof.conclusion
def support_of_p_1_inside() -> Exhaustive:
    """It is the support where both weights are positive, and within [-1 : 2] always (weights in twelfths)."""

    def holds(first: int) -> bool:
        weights = Fraction(first, 12), 1 - Fraction(first, 12)
        law = {-1: weights[0] / 4 + weights[1] / 3, 0: HALF, 1: weights[0] / 4, 2: weights[1] / 6}
        support = {z for z, p in law.items() if p > 0}
        return support <= set(range(-1, 3)) and (support == set(range(-1, 3))) == (min(weights) > 0)

    return Exhaustive("the support of p_Z(.|1)", {"first": range(13)}, holds)


@proof.conclusion
def equation_35_at_reach_1() -> Counterexample:
    """(35) with D = 1: delta_2 is (32), B delta_2 = 1; E = 2, C = 4: (35) has (C + C E - E^2)/(1 + 2E) = 8/5."""

    def is_the_first_pair(ratio: int, odds: Fraction, reach: int) -> bool:
        return is_allowed(ratio, odds, reach) and reach + 1 == 2

    def is_delta_2(ratio: int, odds: Fraction, reach: int) -> bool:
        return (odds + odds * ratio - ratio**2) / (1 + 2 * ratio) == bound(2, ratio, odds, reach)

    instance = {"ratio": 2, "odds": Fraction(4), "reach": 1}
    return Counterexample("B delta_2 is (C + C E - E^2)/(1 + 2E)", instance, is_the_first_pair, is_delta_2)


@proof.conclusion
def equation_35_in_the_end() -> Exhaustive:
    """Its right side, C >= 1 + E, decides delta_1 >= delta_2 for D = 1 too, and (35) is right for D = 2, 3."""

    def holds(ratio: int, odds: Fraction, reach: int) -> bool:
        ordered = bound(1, ratio, odds, reach) >= bound(2, ratio, odds, reach)
        middle = odds - ratio >= (odds + odds * ratio - ratio**2) / (1 + 2 * ratio)
        return ordered == (odds >= 1 + ratio) and (reach == 1 or ordered == middle)

    odds = [Fraction(n, 4) for n in range(1, 60)]
    return Exhaustive("(35)", {"ratio": (1, 2, 3, 10), "odds": odds, "reach": (1, 2, 3)}, holds)


@proof.conclusion
def equation_28_at_1() -> Counterexample:
    """(28) at k = 1, alpha_0 read as C: E = 2, C = 4, D = 1 has B delta~ = 2 and alpha_0 (1 + E) - E = 10."""

    def is_in_the_range(ratio: int, odds: Fraction, reach: int, k: int) -> bool:
        return is_allowed(ratio, odds, reach) and 1 <= k <= reach

    def holds(ratio: int, odds: Fraction, reach: int, k: int) -> bool:
        chain = [odds, *alphas(ratio, odds, reach)]
        return chain[k - 1] * (1 + ratio) + ratio * sum(chain[1 : k - 1]) - ratio <= largest(ratio, odds, reach)

    instance = {"ratio": 2, "odds": Fraction(4), "reach": 1, "k": 1}
    return Counterexample("(28) for 1 <= k <= D", instance, is_in_the_range, holds)


@proof.conclusion
def equation_29_at_2() -> Counterexample:
    """(29) at k = 2, alpha_0 read as C: E = 2, C = 4, D = 2 has B delta~ = 2, and 4 * 7 - 4 = 24 > 5 * 2."""

    def is_in_the_range(ratio: int, odds: Fraction, reach: int, k: int) -> bool:
        return is_allowed(ratio, odds, reach) and 1 <= k <= reach

    def holds(ratio: int, odds: Fraction, reach: int, k: int) -> bool:
        chain, square = [odds, *alphas(ratio, odds, reach)], ratio**2
        left = chain[k - 2] * (1 + ratio + square) + square * sum(chain[1 : k - 2]) - square
        return left <= (1 + 2 * ratio) * largest(ratio, odds, reach)

    instance = {"ratio": 2, "odds": Fraction(4), "reach": 2, "k": 2}
    return Counterexample("(29) for 1 <= k <= D", instance, is_in_the_range, holds)


@proof.conclusion
def equations_27_to_31() -> Exhaustive:
    """On a grid with Theorem 3: (27), (28) for 2 <= k <= D, (29) for 3 <= k <= D, (30), (31) for 1 <= k <= D."""

    def in_the_range(reach: int, k: int, **_: object) -> bool:
        return k <= reach

    def chain_holds(ratio: int, odds: Fraction, reach: int, k: int) -> bool:
        weights, share = [odds, *alphas(ratio, odds, reach)], largest(ratio, odds, reach)
        triangle = sum((Fraction(ratio) ** j * (j + 1) for j in range(k - 1)), Fraction(0))
        sums = powers(ratio, k - 1)
        held = [
            weights[1] * sums - Fraction(ratio) ** (k - 1) <= share * triangle,
            (odds - share) / ratio * sums - Fraction(ratio) ** (k - 1) <= share * triangle,
        ]
        if k >= 2:
            held.append((weights[k - 1] - share) / ratio <= weights[k] <= 1 - sum(weights[1:k]))
            held.append(weights[k - 1] * (1 + ratio) + ratio * sum(weights[1 : k - 1]) - ratio <= share)
        if k >= 3:
            left = weights[k - 2] * (1 + ratio + ratio**2) + ratio**2 * (sum(weights[1 : k - 2]) - 1)
            held.append(left <= (1 + 2 * ratio) * share)
        return all(held)

    odds = [Fraction(n, 4) for n in range(1, 25)]
    domain = {"ratio": (1, 2, 3), "odds": odds, "reach": range(1, 6), "k": range(1, 6)}
    return Exhaustive("the chain of the proof of Lemma 1", domain, chain_holds, where=in_the_range)


def literal_program(eta: Fraction, reach: int, first: int, last: int) -> LinearProgram:
    """(9)-(13) with E = 2 word for word: nothing says delta >= 0."""
    program = noise_program(2, eta, reach, first, last, "singletons")
    return LinearProgram(
        program.variables, program.objective, program.rows, frozenset({program.variables.index(DELTA)})
    )


@proof.conclusion
def one_count() -> Counterexample:
    """N = 1, E = 2, eta = 1/2, D = 1: (10), (11) are no constraints, and delta is unbounded below."""

    def is_in_the_range(eta: Fraction, reach: int, first: int, last: int) -> bool:
        return 0 < eta < 1 and reach >= 1 and 1 <= first <= last

    def has_an_optimum(eta: Fraction, reach: int, first: int, last: int) -> bool:
        return not isinstance(solve(literal_program(eta, reach, first, last)), Unbounded)

    instance = {"eta": HALF, "reach": 1, "first": 1, "last": 1}
    return Counterexample("the program (9)-(13) has a value", instance, is_in_the_range, has_an_optimum)


@proof.conclusion
def one_column() -> Counterexample:
    """N = D = 2, E = 2, eta = 1/2: (16) has one column, and the program on n in [D : N] is unbounded below too."""

    def is_in_the_range(eta: Fraction, reach: int, first: int, last: int) -> bool:
        return 0 < eta < 1 and 1 <= reach == first <= last

    def has_an_optimum(eta: Fraction, reach: int, first: int, last: int) -> bool:
        return not isinstance(solve(literal_program(eta, reach, first, last)), Unbounded)

    instance = {"eta": HALF, "reach": 2, "first": 2, "last": 2}
    return Counterexample("(17)-(19) bound delta*", instance, is_in_the_range, has_an_optimum)


@proof.conclusion
def two_counts() -> Exhaustive:
    """With two counts or more it has an optimum, and that is >= 0: N <= 4, D <= 3, eta = 1/4, 1/2, 3/4."""

    def has_an_optimum(eta: Fraction, reach: int, last: int) -> bool:
        outcome = solve(literal_program(eta, reach, 1, last))
        return isinstance(outcome, Optimum) and bool(outcome.value >= 0)

    domain = {"eta": (Fraction(1, 4), HALF, Fraction(3, 4)), "reach": (1, 2, 3), "last": (2, 3, 4)}
    return Exhaustive("(9)-(13) has an optimum", domain, has_an_optimum)


@proof.conclusion
def empty_intervals() -> Counterexample:
    """[a : b] is defined for a <= b only, but at D = 1 Lemma 3 uses [2 : 0], and (18) uses [1 : 0]."""

    def is_in_the_range(reach: int) -> bool:
        return reach >= 1

    def is_defined(reach: int) -> bool:
        return reach - 1 >= 2 and reach - 1 >= 1

    return Counterexample("the intervals of the paper are defined", {"reach": 1}, is_in_the_range, is_defined)


@proof.conclusion
def smallest_pair() -> Counterexample:
    """At eta = 3/5, D = 1 E = 1 needs delta = 2/5 (single outcomes), E = 2 needs 1/5: neither pair is the smallest."""

    def are_what_is_needed(eta: Fraction, reach: int, pairs: tuple[tuple[int, Fraction], ...]) -> bool:
        odds = 2 * eta / (1 - eta)
        return all(largest(ratio, odds, reach) * (1 - eta) / 2 == delta for ratio, delta in pairs)

    def one_is_smallest(eta: Fraction, reach: int, pairs: tuple[tuple[int, Fraction], ...]) -> bool:
        return eta < 1 <= reach and any(all(a <= c and b <= d for c, d in pairs) for a, b in pairs)

    instance = {"eta": Fraction(3, 5), "reach": 1, "pairs": ((1, Fraction(2, 5)), (2, Fraction(1, 5)))}
    text = "there are a smallest epsilon and a smallest delta"
    return Counterexample(text, instance, are_what_is_needed, one_is_smallest)


@proof.conclusion
def a_delta_of_1() -> Counterexample:
    """E = 1, eta = 9/10, D = 1: 3 delta~ = 51/20, min{1, 3 delta~} = 1, and Definition 1 asks for delta in [0, 1)."""

    def is_the_guarantee(ratio: int, eta: Fraction, reach: int, delta: Fraction) -> bool:
        share = largest(ratio, 2 * eta / (1 - eta), reach)
        return 0 < eta < 1 and delta == min(ONE, (2 * reach + 1) * share * (1 - eta) / 2)

    def is_allowed_by_definition_1(ratio: int, eta: Fraction, reach: int, delta: Fraction) -> bool:
        return ratio >= 1 and 0 <= eta <= 1 <= reach and 0 <= delta < 1

    instance = {"ratio": 1, "eta": Fraction(9, 10), "reach": 1, "delta": ONE}
    text = "(epsilon, min{1, (2D+1) delta*}) are parameters of Definition 1"
    return Counterexample(text, instance, is_the_guarantee, is_allowed_by_definition_1)


proof.establishes({"example-1-larger-counts": "misprint"}, "zero_for_larger_counts")
proof.establishes({"example-1-support": "holds-if, fails"}, "support_of_p_1")
proof.establishes({"example-1-support": "holds-if, holds"}, "support_of_p_1_inside")
proof.establishes({"equation-35": "holds-if, fails"}, "equation_35_at_reach_1")
proof.establishes({"equation-35": "holds-if, holds"}, "equation_35_in_the_end")
proof.establishes({"lemma-1-chain": "holds-if, fails"}, "equation_28_at_1")
proof.establishes({"lemma-1-chain": "holds-if, fails"}, "equation_29_at_2")
proof.establishes({"lemma-1-chain": "holds-if, holds"}, "equations_27_to_31")
proof.establishes({"proposition-2": "holds-if, fails"}, "one_count")
proof.establishes(
    {
        "proposition-4": "holds-if, fails",
        "lemma-1": "holds-if, fails",
        "lemma-2": "holds-if, fails",
        "theorem-1": "holds-if, fails",
    },
    "one_column",
)
proof.establishes({"proposition-2": "holds-if, holds"}, "two_counts")
proof.establishes({"empty-intervals": "misprint"}, "empty_intervals")
proof.establishes({"smallest-pair": "holds-if, fails"}, "smallest_pair")
proof.establishes({"remark-2-delta-of-1": "misprint"}, "a_delta_of_1")
