"""On grids of E, eta and D: several queries, each of which may depend on the answers before.

Section V of Sadeghi, Asoodeh, Calmon (2020) asks how privacy degrades as the number of queries increases. For all
parameters: adaptive_queries and support_edge in rocq/CountAdaptive.v. Here the best adversary is searched for
without that theorem, and the designs are compared. After k queries delta is the least one over all events of the k
answers together. Noise has the law of (14), with the counts D and D + 1 behind it where one query is asked k times.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from dpexact.papers.count_queries import optimal_design, printed_design
from dpexact.papers.proving import Compared, Counterexample, Exhaustive, Proof

Design = Literal["printed", "singletons", "all"]
RATIOS = (Fraction(1), Fraction(3, 2), Fraction(4), Fraction(1000))
ETAS = (Fraction(1, 29), Fraction(4, 11), Fraction(4, 5))
DESIGNS: tuple[Design, ...] = ("printed", "singletons", "all")

proof = Proof(__doc__)


def noise(design: Design, ratio: Fraction, eta: Fraction, reach: int) -> dict[int, Fraction]:
    """Return the law of (14): as printed, or with the least delta of one query for these events."""
    found = printed_design(ratio, eta, reach) if design == "printed" else optimal_design(ratio, eta, reach, design)
    return {z: p.as_fraction() for z, p in found.noise.items()}


def best_adversary(
    law: dict[int, Fraction],
    ratio: Fraction,
    counts: range,
    k: int,
    p: Fraction = Fraction(1),
    q: Fraction = Fraction(1),
) -> Fraction:
    """Return the largest delta that k adaptive queries reach, given the probabilities p and q of the answers before.

    Each query has two counts that are equal or neighbors. An adversary chooses the next query at each answer, so the
    largest sum over the answers takes the best choice at each of them. To draw the choice gains nothing.
    """
    if k == 0:
        return max(Fraction(0), p - ratio * q)
    answers = range(min(counts) - max(law), max(counts) + max(law) + 1)
    asked = [(n, m) for n in counts for m in counts if abs(n - m) <= 1]
    return max(
        sum(
            (
                best_adversary(law, ratio, counts, k - 1, p * law[y - n], q * law.get(y - m, Fraction(0)))
                for y in answers
                if y - n in law
            ),
            Fraction(0),
        )
        for n, m in asked
    )


def after(law: dict[int, Fraction], ratio: Fraction, k: int) -> Fraction:
    """Return delta of one query that is asked k times, at the counts D and D + 1.

    The answers are counted by their likelihood ratio Q/P, and those at which Q has no mass by their mass.
    """
    shared = [(p, law[z - 1] / p) for z, p in law.items() if z - 1 in law and p > 0]
    masses = {Fraction(1): Fraction(1)}
    for _ in range(k):
        longer: dict[Fraction, Fraction] = {}
        for likelihood, mass in masses.items():
            for p, once in shared:
                longer[likelihood * once] = longer.get(likelihood * once, Fraction(0)) + mass * p
        masses = longer
    certain = 1 - sum(masses.values(), Fraction(0))
    return sum((mass * max(Fraction(0), 1 - ratio * likelihood) for likelihood, mass in masses.items()), certain)


@proof.conclusion
def best_adversary_repeats() -> Exhaustive:
    """The best of all adversaries with k queries to D..N reaches what one query asked k times does, by D, N, k."""

    def holds(design: Design, ratio: Fraction, eta: Fraction, setting: tuple[int, int, int]) -> bool:
        reach, last, k = setting
        law = noise(design, Fraction(2), eta, reach)
        return best_adversary(law, ratio, range(reach, last + 1), k) == after(law, ratio, k)

    domain = {
        "design": DESIGNS,
        "ratio": RATIOS[:3],
        "eta": ETAS,
        "setting": [(1, 3, 2), (2, 3, 2), (1, 2, 3)],
    }
    return Exhaustive("the best adversary asks one query again", domain, holds)


@proof.conclusion
def edge_of_the_support() -> Exhaustive:
    """Delta is at least 1 - (1 - a)^k, a the probability of the answers that the neighbor never gives.

    At E = 10^9 it is exactly that. If alpha_D > 0, a is at least alpha_D (1 - eta)/2.
    """

    def holds(design: Design, ratio: Fraction, eta: Fraction, reach: int, k: int) -> bool:
        law = noise(design, Fraction(2), eta, reach)
        alone = sum(p for z, p in law.items() if law.get(z - 1, 0) == 0)
        edge = 1 - (1 - alone) ** k
        return alone >= law[reach] and after(law, ratio, k) >= edge == after(law, Fraction(10**9), k)

    domain = {"design": DESIGNS, "ratio": RATIOS, "eta": ETAS, "reach": range(1, 5), "k": range(1, 5)}
    return Exhaustive("delta >= 1 - (1 - a)^k", domain, holds)


@proof.conclusion
def no_design_for_every_number() -> Counterexample:
    """E = 3/2, eta = 1/5, D = 4: the one symmetric noise that is best for one query is not for four queries at E^4.

    With S_i = 1 + E + ... + E^(i-1) and B delta the sum of the positive parts of a_i - E a_(i+1) and of the others,
    1 = sum of a_i = sum of S_i (a_i - E a_(i+1)) <= S_D B delta. So if delta is 1/(B S_D), it is the least, and every
    noise that has it has a_i = E a_(i+1) for i < D, since S_i < S_D: there is one only.
    """

    def is_the_best_for_one(ratio: Fraction, eta: Fraction, reach: int, k: int) -> bool:
        law = noise("all", ratio, eta, reach)
        total = sum(ratio**j for j in range(reach))
        return after(law, ratio, 1) == (1 - eta) / 2 / total and k > 1

    def is_the_best_for_more(ratio: Fraction, eta: Fraction, reach: int, k: int) -> bool:
        best, other = noise("all", ratio, eta, reach), noise("printed", ratio, eta, reach)
        return after(best, ratio**k, k) <= after(other, ratio**k, k)

    instance = {"ratio": Fraction(3, 2), "eta": Fraction(1, 5), "reach": 4, "k": 4}
    return Counterexample("it stays the best", instance, is_the_best_for_one, is_the_best_for_more)


@proof.conclusion
def where_designs_cross() -> Exhaustive:
    """E = 2, eta = 1/29, D = 4, at E^k: the all-event design is best for k <= 3, that for single outcomes from 4 on."""

    def holds(k: int) -> bool:
        ratio, eta = Fraction(2), Fraction(1, 29)
        printed, singletons, every = (after(noise(name, ratio, eta, 4), ratio**k, k) for name in DESIGNS)
        return printed > min(singletons, every) and (every < singletons) == (k <= 3)

    return Exhaustive("the order of the designs", {"k": range(1, 9)}, holds)


@proof.conclusion
def truncated_geometric() -> Exhaustive:
    """Whether Y <= n tells truncated geometric noise of the same eta, at all its counts: no design gives away less."""

    def holds(design: Design, eta: Fraction, reach: int, n: int) -> bool:
        law = noise(design, Fraction(2), eta, reach)
        below = sum(p for z, p in law.items() if z <= 0), sum(p for z, p in law.items() if z <= -1)
        p, last = (1 - eta) / (1 + eta), 4
        rows = [
            [p ** abs(m - o) * (1 if o in (0, last) else 1 - p) / (1 + p) for o in range(last + 1)] for m in (n, n + 1)
        ]
        told = sum(rows[0][: n + 1]), sum(rows[1][: n + 1])
        ratios = all(rows[1][o] == (p * rows[0][o] if o <= n else rows[0][o] / p) for o in range(last + 1))
        return told == below and ratios

    domain = {"design": DESIGNS, "eta": ETAS, "reach": range(1, 5), "n": range(4)}
    return Exhaustive("the pair of the geometric noise is that of the event Y <= n", domain, holds)


@proof.conclusion
def geometric_after_k() -> Exhaustive:
    """E in 1, 3/2, 4, 1000, k <= 4: truncated geometric noise of the same eta has at most the delta of each design."""

    def holds(design: Design, ratio: Fraction, eta: Fraction, k: int) -> bool:
        told = {0: (1 + eta) / 2, 1: (1 - eta) / 2}
        kept = [(p, told[1 - z] / p) for z, p in told.items()]
        masses = [(Fraction(1), Fraction(1))]
        for _ in range(k):
            masses = [(mass * p, likelihood * once) for mass, likelihood in masses for p, once in kept]
        geometric = sum(mass * max(Fraction(0), 1 - ratio * likelihood) for mass, likelihood in masses)
        return geometric <= after(noise(design, Fraction(2), eta, 3), ratio, k)

    domain = {"design": DESIGNS, "ratio": RATIOS, "eta": ETAS, "k": range(1, 5)}
    return Exhaustive("geometric noise gives away the least", domain, holds)


@proof.conclusion
def after_eight() -> Compared:
    """E = 9, eta = 4/5, D = 4, k = 8, at E^8: less than half of 8 delta, which basic composition allows."""
    law = noise("printed", Fraction(9), Fraction(4, 5), 4)
    return Compared(2 * after(law, Fraction(9) ** 8, 8), "<", 8 * after(law, Fraction(9), 1))


proof.establishes({"conclusion-several-queries": "holds"}, "best_adversary_repeats")
proof.establishes({"conclusion-several-queries": "holds"}, "edge_of_the_support")
proof.establishes({"conclusion-several-queries": "holds"}, "no_design_for_every_number")
proof.establishes({"conclusion-several-queries": "holds"}, "where_designs_cross")
proof.establishes({"conclusion-several-queries": "holds"}, "truncated_geometric")
proof.establishes({"conclusion-several-queries": "holds"}, "geometric_after_k")
proof.establishes({"conclusion-several-queries": "holds"}, "after_eight")
