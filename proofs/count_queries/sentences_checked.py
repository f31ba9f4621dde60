"""On the grid of each step, or at its parameters: sentences of sections I and II that can be computed.

Sadeghi, Asoodeh, Calmon (2020). E = e^epsilon.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpexact import exact
from dpexact.papers.count_queries import optimal_design, printed_design
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

Law = tuple[tuple[int, Fraction], ...]
ETAS = tuple(Fraction(n, 8) for n in range(1, 8))


proof = Proof(__doc__)


def weights(reach: int, parts: int) -> list[tuple[Fraction, ...]]:
    """All alphas of Proposition 3 with this denominator."""
    rows = product(range(parts + 1), repeat=reach)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


@proof.conclusion
def half_the_support() -> Exhaustive:
    """For n, D <= 50: n >= (2D+1)/2 if and only if n > D, so it implies n >= D, and for n = D the two differ."""

    def same(n: int, reach: int) -> bool:
        return (n >= Fraction(2 * reach + 1, 2)) == (n > reach)

    return Exhaustive("half the support size against D", {"n": range(51), "reach": range(1, 51)}, same)


@proof.conclusion
def half_the_support_is_more() -> Counterexample:
    """For n = D = 1: n >= D, and not n >= 3/2."""

    def is_assumed(n: int, reach: int) -> bool:
        return n >= reach >= 1

    def is_half(n: int, reach: int) -> bool:
        return n >= Fraction(2 * reach + 1, 2)

    return Counterexample("n >= D is n >= (2D+1)/2", {"n": 1, "reach": 1}, is_assumed, is_half)


@proof.conclusion
def sensitivity() -> Counterexample:
    """Twice the count of a data set of two bits is an integer for every data set, and changes by 2."""

    def is_an_integer_valued_query(values: tuple[Fraction, ...], size: int) -> bool:
        return len(values) == 2**size and all(value.denominator == 1 for value in values)

    def changes_by_at_most_1(values: tuple[Fraction, ...], size: int) -> bool:
        answers = dict(zip(product((0, 1), repeat=size), values, strict=True))
        pairs = [(x, z) for x, z in product(answers, repeat=2) if sum(a != b for a, b in zip(x, z, strict=True)) == 1]
        return all(abs(answers[x] - answers[z]) <= 1 for x, z in pairs)

    values = tuple(Fraction(2 * sum(data)) for data in product((0, 1), repeat=2))
    return Counterexample(
        "an integer-valued query changes by at most 1 between neighbors",
        {"values": values, "size": 2},
        is_an_integer_valued_query,
        changes_by_at_most_1,
    )


@proof.conclusion
def counts_change_by_at_most_1() -> Exhaustive:
    """The counts of up to 6 bits do: neighbors that differ in one bit are 1 apart."""

    def holds(size: int) -> bool:
        data = list(product((0, 1), repeat=size))
        pairs = [(x, (*x[:i], 1 - x[i], *x[i + 1 :])) for x in data for i in range(size)]
        return {abs(sum(x) - sum(z)) for x, z in pairs} == {1}

    return Exhaustive("a count changes by 1", {"size": range(1, 7)}, holds)


@proof.conclusion
def pairs_at_zero() -> Counterexample:
    """Two bits: the neighbors (1, 0) and (0, 0) have the counts 1 and 0, and (7), (8) do not compare these."""

    def are_neighbors(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1 and {*one, *other} <= {0, 1}

    def are_compared(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        size = len(one)
        compared = {(n, n + 1) for n in range(1, size)} | {(n, n - 1) for n in range(2, size + 1)}
        return (sum(one), sum(other)) in compared and (sum(other), sum(one)) in compared

    instance = {"one": (1, 0), "other": (0, 0)}
    return Counterexample("(7), (8) compare all neighboring data sets", instance, are_neighbors, are_compared)


@proof.conclusion
def no_noise_at_zero() -> Exhaustive:
    """For n = 0: of all laws on [0 : D] in twelfths, D <= 3, only that with P(Z = 0) = 1 has the mean 0."""

    def holds(row: tuple[Fraction, ...]) -> bool:
        mean = sum((z * q for z, q in enumerate(row)), Fraction(0))
        return (mean == 0) == (row[0] == 1)

    rows = [row for reach in (1, 2, 3) for row in weights(reach + 1, 12)]
    return Exhaustive("zero bias without negative values", {"row": rows}, holds)


@proof.conclusion
def hard_support() -> Exhaustive:
    """For z in [-D : D]: n + z >= 0 if and only if z is in [-A : D]; n, D <= 30."""

    def holds(n: int, reach: int) -> bool:
        inside = range(-min(n, reach), reach + 1)
        allowed = [z for z in range(-40, reach + 1) if n + z >= 0 and z >= -reach]
        return list(inside) == allowed

    return Exhaustive("[-A : D] is what P1 needs", {"n": range(1, 31), "reach": range(1, 31)}, holds)


@proof.conclusion
def independent_of_n() -> Counterexample:
    """One law for n = 1, ..., 6, D = 3: 1/4, 1/2, 1/4 at -1, 0, 1 has P1-P3 for each."""

    def has_p1_to_p3(laws: tuple[Law, ...], eta: Fraction, reach: int) -> bool:
        return all(
            all(-min(n, reach) <= z <= reach and q >= 0 for z, q in law)
            and dict(law)[0] == eta
            and sum(q for _, q in law) == 1
            and sum(z * q for z, q in law) == 0
            for n, law in enumerate(laws, 1)
        )

    def depends_on_n(laws: tuple[Law, ...], eta: Fraction, reach: int) -> bool:
        return len(set(laws)) > 1 and eta < reach

    law = ((-1, Fraction(1, 4)), (0, Fraction(1, 2)), (1, Fraction(1, 4)))
    instance = {"laws": (law,) * 6, "eta": Fraction(1, 2), "reach": 3}
    return Counterexample("noise with P1-P3 depends on n", instance, has_p1_to_p3, depends_on_n)


@proof.conclusion
def support_below_the_reach() -> Counterexample:
    """D = 2: the support [-min(n, D) : D] is another one for n = 1 than for n = 2."""

    def same(reach: int, one: int, other: int) -> bool:
        return min(one, reach) == min(other, reach)

    instance = {"reach": 2, "one": 1, "other": 2}
    text = "[-min(n, D) : D] is the same for every n"
    return Counterexample(text, instance, lambda reach, one, other: min(reach, one, other) >= 1, same)


@proof.conclusion
def full_support_depends_on_n() -> Exhaustive:
    """[-A : D] is the same for n = 1 and n = 2 if and only if D = 1; D <= 30."""

    def holds(reach: int) -> bool:
        one, two = (range(-min(n, reach), reach + 1) for n in (1, 2))
        return (list(one) == list(two)) == (reach == 1)

    return Exhaustive("the full support depends on n for D >= 2", {"reach": range(1, 31)}, holds)


@proof.conclusion
def concealing() -> Exhaustive:
    """P(Y = n) of Definition 2 is eta, at every count of the mechanism: a smaller eta conceals n more often."""

    def holds(ratio: int, eta: Fraction, reach: int) -> bool:
        mechanism = printed_design(ratio, eta, reach).mechanism(reach, reach + 2)
        places = {y: place for place, y in enumerate(mechanism.outputs)}
        return all(row[places[n]] == eta for n, row in zip(mechanism.inputs, mechanism.rows(), strict=True))

    return Exhaustive("P(Y = n) = eta", {"ratio": (1, 2, 5), "eta": ETAS, "reach": (1, 2, 3)}, holds)


@proof.conclusion
def overshoot() -> Exhaustive:
    """For n in [N]: n + D > N if and only if max{1, N-D+1} <= n, and n + D <= N + D; N, D <= 20."""

    def holds(last: int, reach: int) -> bool:
        counts = range(1, last + 1)
        over = [n for n in counts if n + reach > last]
        return over == list(range(max(1, last - reach + 1), last + 1)) and max(counts) + reach - last == reach

    return Exhaustive("footnote 1", {"last": range(1, 21), "reach": range(1, 21)}, holds)


@proof.conclusion
def loss_exceeds() -> Exhaustive:
    """For k <= D the privacy loss log(p(z)/p(z-1)) exceeds epsilon exactly on z <= 0: probability (1+eta)/2."""

    def premise(ratio: int, eta: Fraction, reach: int) -> bool:
        return printed_design(ratio, eta, reach).k != reach + 1

    def holds(ratio: int, eta: Fraction, reach: int) -> bool:
        law = printed_design(ratio, eta, reach).noise
        losses = {z for z, q in law.items() if q > ratio * law.get(z - 1, exact(0))}
        share = sum((law[z] for z in losses), exact(0))
        return bool(share == (1 + eta) / 2 and losses == {z for z in law if z <= 0 < law[z]})

    etas = (*ETAS, Fraction(9, 10), Fraction(99, 100))
    domain = {"ratio": (1, 2, 3, 10), "eta": etas, "reach": range(1, 6)}
    return Exhaustive("where the loss exceeds epsilon", domain, holds, where=premise)


@proof.conclusion
def beyond_acceptable_levels() -> Exhaustive:
    """For every level L < 1 the least delta over all events is at least L where eta >= 1 - 2 (1 - L)/(E + 1)."""

    def holds(ratio: int, level: Fraction, reach: int) -> bool:
        eta = 1 - 2 * (1 - level) / (ratio + 1)
        best = [optimal_design(ratio, e, reach, events="all").tight_delta(ratio) for e in (eta, (1 + eta) / 2)]
        return bool(best[0] >= level and best[1] > level)

    levels = tuple(Fraction(n) for n in ("1/2", "9/10", "999/1000"))
    return Exhaustive("delta beyond every level", {"ratio": (1, 2, 9, 100), "level": levels, "reach": (1, 2, 4)}, holds)


proof.establishes({"half-the-support": "holds"}, "half_the_support")
proof.establishes({"half-the-support-assumed": "misprint"}, "half_the_support_is_more")
proof.establishes({"integer-valued-queries": "refuted"}, "sensitivity")
proof.establishes({"integer-valued-queries": "refuted"}, "counts_change_by_at_most_1")
proof.establishes({"neighbors-at-zero": "holds-if, fails"}, "pairs_at_zero")
proof.establishes({"footnote-2": "holds", "neighbors-at-zero": "holds-if, fails"}, "no_noise_at_zero")
proof.establishes({"hard-support": "holds"}, "hard_support")
proof.establishes({"must-depend-on-n": "refuted"}, "independent_of_n")
proof.establishes(
    {"must-depend-on-n-full": "holds-if, holds", "fixed-hard-support": "holds-if, fails"}, "full_support_depends_on_n"
)
proof.establishes({"p2-concealing": "holds"}, "concealing")
proof.establishes({"footnote-1": "holds"}, "overshoot")
proof.establishes({"privacy-with-probability": "refuted"}, "loss_exceeds")
proof.establishes({"knee-unacceptable": "holds"}, "beyond_acceptable_levels")
proof.establishes({"fixed-hard-support": "holds-if, fails"}, "support_below_the_reach")
