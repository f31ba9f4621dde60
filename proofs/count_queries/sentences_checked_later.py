"""On the grid of each step, or at its parameters: sentences of sections III to V that can be computed.

Sadeghi, Asoodeh, Calmon (2020). E = e^epsilon; the noise of Proposition 3 is written out here from (14).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from dpexact.papers.count_queries import optimal_design
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Law = tuple[tuple[int, Fraction], ...]
ETAS = tuple(Fraction(n, 8) for n in range(1, 8))

proof = Proof(__doc__)


def weights(reach: int, parts: int) -> list[tuple[Fraction, ...]]:
    """All alphas of Proposition 3 with this denominator."""
    rows = product(range(parts + 1), repeat=reach)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


def noise(alphas: tuple[Fraction, ...], eta: Fraction) -> dict[int, Fraction]:
    """(14)."""
    law = {0: eta}
    for i, alpha in enumerate(alphas, 1):
        law[i] = law[-i] = alpha * (1 - eta) / 2
    return law


SYMMETRIC = [row for reach in (1, 2, 3) for row in weights(reach, 6)]


@proof.conclusion
def proposition_3() -> Exhaustive:
    """(14) has P1-P3 for n >= D: all alphas in sixths, D <= 3; for n < D it leaves P1 if alpha_D > 0."""

    def holds(alphas: tuple[Fraction, ...], eta: Fraction) -> bool:
        law, reach = noise(alphas, eta), len(alphas)
        fits = sum(law.values()) == 1 and law[0] == eta and sum(z * q for z, q in law.items()) == 0
        inside = [all(n + z >= 0 for z, q in law.items() if q > 0) for n in (reach - 1, reach, reach + 1)]
        return fits and inside == [alphas[-1] == 0, True, True]

    return Exhaustive("(14) has P1-P3", {"alphas": SYMMETRIC, "eta": ETAS}, holds)


@proof.conclusion
def matrix_16() -> Exhaustive:
    """N = 2D, D = 2, ..., 6: the printed rows y = 0, 1, D-1, D, D+1, 2D, 2D+1, 3D are p_Z(y - n) for n = D, D+1, N."""

    def holds(reach: int) -> bool:
        def at(z: int) -> str:
            return "eta" if z == 0 else f"alpha_{abs(z)}" if abs(z) <= reach else "0"

        a = [f"alpha_{i}" if i else "eta" for i in range(reach + 2)]
        printed = {
            0: [a[reach], "0", "0"],
            1: [a[reach - 1], a[reach], "0"],
            reach - 1: [a[1], a[2], "0"],
            reach: ["eta", a[1], a[reach]],
            reach + 1: [a[1], "eta", a[reach - 1]],
            2 * reach: [a[reach], a[reach - 1], "eta"],
            2 * reach + 1: ["0", a[reach], a[1]],
            3 * reach: ["0", "0", a[reach]],
        }
        return all(row == [at(y - n) for n in (reach, reach + 1, 2 * reach)] for y, row in printed.items())

    return Exhaustive("(16) is p_Z(y - n)", {"reach": range(2, 7)}, holds)


@proof.conclusion
def b_and_c() -> Exhaustive:
    """(17)-(19) and (20)-(22) say the same: alphas in sixths, D <= 3, E = 1, 2, 5, delta in twentieths."""

    def holds(alphas: tuple[Fraction, ...], eta: Fraction, ratio: int, twentieths: int) -> bool:
        delta, half = Fraction(twentieths, 20), (1 - eta) / 2
        share, odds, neighbors = delta / half, 2 * eta / (1 - eta), list(pairwise(alphas))
        first = [half * alphas[-1] <= delta, eta <= ratio * half * alphas[0] + delta]
        first += [half * a <= ratio * half * b + delta for a, b in neighbors]
        second = [alphas[-1] <= share, alphas[0] >= (odds - share) / ratio]
        second += [b >= (a - share) / ratio for a, b in neighbors]
        return first == second

    domain = {"alphas": SYMMETRIC, "eta": ETAS, "ratio": (1, 2, 5), "twentieths": range(0, 20, 3)}
    return Exhaustive("(17)-(19) are (20)-(22)", domain, holds)


@proof.conclusion
def variance() -> Exhaustive:
    """The variance of (14) is (1 - eta) sum of alpha_i i^2: all alphas in sixths, D <= 3."""

    def holds(alphas: tuple[Fraction, ...], eta: Fraction) -> bool:
        spread = sum((z * z * q for z, q in noise(alphas, eta).items()), Fraction(0))
        return spread == (1 - eta) * sum(a * i * i for i, a in enumerate(alphas, 1))

    return Exhaustive("the variance", {"alphas": SYMMETRIC, "eta": ETAS}, holds)


@proof.conclusion
def odds_without_the_bar() -> Counterexample:
    """At eta = 4/5 (Figure 1): C = 8 there, and 2 eta/eta is 2."""

    def is_figure_1(eta: Fraction) -> bool:
        return 2 * eta / (1 - eta) == 8

    def is_said(eta: Fraction) -> bool:
        return 2 * eta / eta == 8

    return Counterexample("C = 2 eta/eta", {"eta": Fraction(4, 5)}, is_figure_1, is_said)


@proof.conclusion
def equation_36_at_the_end() -> Counterexample:
    """D = k = 1, E = 2: C_1 - C_2 = 3 - 0, and the right side of (36) is 5/4."""

    def is_in_the_range(ratio: int, reach: int, k: int) -> bool:
        return ratio >= 1 and 1 <= k <= reach

    def holds(ratio: int, reach: int, k: int) -> bool:
        def crossover(m: int) -> Fraction:
            if m == reach + 1:
                return Fraction(0)
            return Fraction(sum(ratio**j for j in range(m + 1)), sum(ratio**j * (m - j) for j in range(m)))

        below = sum(ratio**j * (k - j) for j in range(k)) * sum(ratio**j * (k + 1 - j) for j in range(k + 1))
        return crossover(k) - crossover(k + 1) == Fraction(sum(ratio**j * (j + 1) for j in range(k + 1)), below)

    return Counterexample("(36) for k in [D]", {"ratio": 2, "reach": 1, "k": 1}, is_in_the_range, holds)


@proof.conclusion
def outputs_from_1() -> Counterexample:
    """D = 1, n = 1, eta = 1/2: the output 0 has the probability 1/4, and is not in [N+D]."""

    def is_a_column(count: int, reach: int) -> bool:
        return count >= reach >= 1

    def is_inside(count: int, reach: int) -> bool:
        law = noise((Fraction(0),) * (reach - 1) + (Fraction(1),), Fraction(1, 2))
        return all(count + z >= 1 for z, q in law.items() if q > 0)

    return Counterexample("Y takes values in [N+D]", {"count": 1, "reach": 1}, is_a_column, is_inside)


@proof.conclusion
def counts_from_1() -> Counterexample:
    """D = 2, n = 1 is in [N], but with alpha_2 > 0 (16) would give it the output -1."""

    def is_a_response(count: int, reach: int) -> bool:
        return count >= 1 and reach >= 1

    def is_a_column(count: int, reach: int) -> bool:
        law = noise((Fraction(0),) * (reach - 1) + (Fraction(1),), Fraction(1, 2))
        return all(count + z >= 0 for z, q in law.items() if q > 0)

    return Counterexample("(16) has a column for n in [N]", {"count": 1, "reach": 2}, is_a_response, is_a_column)


@proof.conclusion
def neighbors_below_the_boundary() -> Counterexample:
    """D = 2: the data set (1, 1, 0) has a count >= D, its neighbor (1, 0, 0) has not."""

    def is_large_enough(data: tuple[int, ...], reach: int) -> bool:
        return sum(data) >= reach >= 1

    def neighbors_are(data: tuple[int, ...], reach: int) -> bool:
        return all(sum((*data[:i], 1 - bit, *data[i + 1 :])) >= reach for i, bit in enumerate(data))

    return Counterexample("neighbors have counts >= D", {"data": (1, 1, 0), "reach": 2}, is_large_enough, neighbors_are)


@proof.conclusion
def eta_is_no_error() -> Counterexample:
    """Figure 1: eta = 4/5, and the probability of error is 1/5."""

    def is_p2(eta: Fraction, law: Law) -> bool:
        return dict(law)[0] == eta and sum(q for _, q in law) == 1

    def is_the_error(eta: Fraction, law: Law) -> bool:
        return sum(q for z, q in law if z != 0) == eta

    law = tuple(noise((Fraction(1),), Fraction(4, 5)).items())
    return Counterexample("eta is the probability of error", {"eta": Fraction(4, 5), "law": law}, is_p2, is_the_error)


@proof.conclusion
def optimal_design_over_all_events() -> Exhaustive:
    """The design that attains the optimum over single outcomes has at most (D+1) delta* over all events."""

    def holds(ratio: Fraction, eta: Fraction, reach: int) -> bool:
        design = optimal_design(ratio, eta, reach)
        return bool(design.tight_delta(ratio) <= (reach + 1) * design.delta)

    domain = {
        "ratio": tuple(Fraction(n) for n in ("1", "11/10", "3/2", "2", "5", "100")),
        "eta": tuple(Fraction(n) for n in ("1/1000000", "1/1000", "1/50", "1/10", "1/4", "1/2", "3/4", "99/100")),
        "reach": range(1, 7),
    }
    return Exhaustive("(D+1) delta* is enough", domain, holds)


@proof.conclusion
def last_line_of_lemma_3() -> Counterexample:
    """D = 1, E = 2: the printed fraction is 1, and C_1 = 3."""

    def is_the_quotient(ratio: int, reach: int, last: Fraction) -> bool:
        weights = sum(ratio**j * (reach - j) for j in range(reach))
        return last == Fraction(sum(ratio**j for j in range(reach + 1)), weights)

    def is_printed(ratio: int, reach: int, last: Fraction) -> bool:
        weights = sum(ratio**j * (reach - j) for j in range(reach))
        return last == Fraction(sum(ratio**j for j in range(reach)), weights)

    instance = {"ratio": 2, "reach": 1, "last": Fraction(3)}
    return Counterexample(
        "sum_{j=0}^{D-1} E^j / sum_{j=0}^{D-1} E^j (D-j) = C_D", instance, is_the_quotient, is_printed
    )


proof.establishes({"proposition-3": "holds"}, "proposition_3")
proof.establishes({"equation-16": "holds"}, "matrix_16")
proof.establishes({"equations-20-22": "holds"}, "b_and_c")
proof.establishes({"variance-formula": "holds"}, "variance")
proof.establishes({"odds-printed": "misprint"}, "odds_without_the_bar")
proof.establishes({"equation-36-range": "misprint"}, "equation_36_at_the_end")
proof.establishes({"remark-2-outputs": "misprint"}, "outputs_from_1")
proof.establishes({"remark-2-counts": "misprint"}, "counts_from_1")
proof.establishes({"neighbors-at-the-boundary": "holds-if, fails"}, "neighbors_below_the_boundary")
proof.establishes({"conclusion-eta": "misprint"}, "eta_is_no_error")
proof.establishes({"remark-2-optimum": "refuted"}, "optimal_design_over_all_events")
proof.establishes({"lemma-3-last-line": "misprint"}, "last_line_of_lemma_3")
