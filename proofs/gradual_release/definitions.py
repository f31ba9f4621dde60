"""Section 2: Definitions 2 and 5, Propositions 3, 4, 6 and 7, (5), (6), (9), (16); finite checks say their sizes.

Koufogiannis et al. Where a hypothesis is missing there is an exact finite counterexample; D = e^(e d(u, u')).

Proposition 4: without independence the pair says more. r is a fair bit, Q_1 = r and Q_2 = u xor r are fair bits
whatever u is, so both are private for every epsilon; the pair gives u. If Q_2's randomness is independent of Q_1's,
P(y1, y2) = P(y1) P(y2), and the bounds multiply (compose_laws in rocq/GradualLaws.v).

Proposition 7: w, v are e^(e s(u, y)) and e^(e s(u', y)), so w <= D v, and Z, W their sums (integrals) over y, so W <= D
Z. Their quotient is at most D^2; if Z = W it is at most D (proposition_7_twice and proposition_7_constant in
rocq/GradualDefinitions.v). k + 1 outcomes with s(u, .) =
(1, 0, ..., 0) and s(u', .) = (0, 1, ..., 1) have the quotient E (1 + k E)/(E + k) at d = 1, which is more than E for k
>= 2 and tends to E^2 as k grows (proposition_7_least in rocq/GradualNoise.v).

Theorem 10's kind of pair shows that (13) is right: V_a - V_b is independent of V_b, so y_b is sufficient for u.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Row = tuple[Fraction, ...]
HALF, NONE, ONE = Fraction(1, 2), Fraction(0), Fraction(1)

proof = Proof(__doc__)


def mechanism(rows: tuple[Row, ...]) -> Mechanism:
    """The rows as a mechanism on inputs 0, 1, ...."""
    return Mechanism.from_rows(range(len(rows)), range(len(rows[0])), rows)


def private(rows: tuple[Row, ...], ratio: Fraction) -> bool:
    """(4) for all inputs and events."""
    made = mechanism(rows)
    return bool(verify(made, NeighborGraph.complete(made.inputs), ratio, 0).proved)


def distributions(size: int, parts: int) -> list[Row]:
    """All with this denominator."""
    rows = product(range(parts + 1), repeat=size)
    return [tuple(Fraction(n, parts) for n in row) for row in rows if sum(row) == parts]


@proof.conclusion
def post_processing() -> Exhaustive:
    """Proposition 3: two inputs, three outcomes in fourths, kernels to two outcomes in halves, E = 2."""
    kernels = list(product(distributions(2, 2), repeat=3))

    def premise(first: Row, second: Row) -> bool:
        return private((first, second), Fraction(2))

    def holds(first: Row, second: Row) -> bool:
        images = (
            tuple(
                tuple(sum((a * b[j] for a, b in zip(row, kernel, strict=True)), NONE) for j in range(2))
                for row in (first, second)
            )
            for kernel in kernels
        )
        return all(private(rows, Fraction(2)) for rows in images)

    rows = distributions(3, 4)
    return Exhaustive("g after Q is private if Q is", {"first": rows, "second": rows}, holds, where=premise)


@proof.conclusion
def shared_randomness() -> Counterexample:
    """Proposition 3 for Q u = u xor r and g(y) = y xor r with one fair bit r: Q u is a fair bit, and g(Q u) is u."""

    def responses(bits: tuple[int, ...]) -> tuple[Row, ...]:
        return tuple(tuple(Fraction(sum(u ^ r == y for r in bits), len(bits)) for y in (0, 1)) for u in (0, 1))

    def before(bits: tuple[int, ...], ratio: Fraction) -> bool:
        return sorted(bits) == [0, 1] and private(responses(bits), ratio)

    def after(bits: tuple[int, ...], ratio: Fraction) -> bool:
        images = [[u ^ r ^ r for r in bits] for u in (0, 1)]
        rows = tuple(tuple(Fraction(image.count(z), len(bits)) for z in (0, 1)) for image in images)
        return private(rows, ratio)

    instance: dict[str, object] = {"bits": (0, 1), "ratio": ONE}
    return Counterexample("g after Q is private if Q is, however g is drawn", instance, before, after)


@proof.conclusion
def dependent_pair() -> Counterexample:
    """Proposition 4 for Q_1 = r, Q_2 = u xor r with one fair bit r, E = 2 for both: the pair is not even private."""

    def both_private(pair: tuple[Row, Row], ratio: Fraction) -> bool:
        firsts = tuple((row[0] + row[1], row[2] + row[3]) for row in pair)
        seconds = tuple((row[0] + row[2], row[1] + row[3]) for row in pair)
        return private(firsts, ratio) and private(seconds, ratio)

    def pair_private(pair: tuple[Row, Row], ratio: Fraction) -> bool:
        return private(pair, ratio * ratio)

    pair = ((HALF, NONE, NONE, HALF), (NONE, HALF, HALF, NONE))  # (y1, y2) = 00, 01, 10, 11
    instance = {"pair": pair, "ratio": Fraction(2)}
    return Counterexample("a pair of private mechanisms is private at the sum", instance, both_private, pair_private)


@proof.conclusion
def empty_event() -> Counterexample:
    """Definition 5 at S = {}: P(Qu in S) = 0 has no logarithm, for every mechanism."""

    def is_event(row: Row, event: tuple[int, ...]) -> bool:
        return sum(row) == 1 and set(event) <= set(range(len(row)))

    def has_logarithm(row: Row, event: tuple[int, ...]) -> bool:
        return sum((p * int(i in event) for i, p in enumerate(row)), NONE) > 0

    instance: dict[str, object] = {"row": (HALF, HALF), "event": ()}
    return Counterexample("the logarithm in (7) exists for every S", instance, is_event, has_logarithm)


@proof.conclusion
def lipschitz_is_private() -> Exhaustive:
    """Proposition 6, tight: on u = 0, ..., 3 with |u - u'| and e^epsilon = 2, a mechanism with ratios 2^|u - u'|.

    It is 2^alpha-private at |u - u'| <= alpha and not for less.
    """

    def holds(alpha: int, ratio: Fraction) -> bool:
        weights = [[Fraction(1, 2 ** abs(u - y)) for y in range(4)] for u in range(4)]
        ends = [[w * (2 if y in {0, 3} else 1) * Fraction(1, 3) for y, w in enumerate(row)] for row in weights]
        made = Mechanism.from_rows(range(4), range(4), ends)
        near = [(u, t) for u in range(4) for t in range(4) if 0 < t - u <= alpha]
        proved = verify(made, NeighborGraph.from_edges(range(4), near), ratio, 0).proved
        return bool(proved == (ratio >= 2**alpha))

    domain: dict[str, list[Any]] = {"alpha": [1, 2, 3], "ratio": [Fraction(n, 2) for n in range(2, 18)]}
    return Exhaustive("private at |u - u'| <= alpha for ratios from 2^alpha on, and only those", domain, holds)


@proof.conclusion
def private_is_not_lipschitz() -> Counterexample:
    """The converse of Proposition 6: U = {0, 1/2}, E = 4: private for d <= 1, but |ln 4/5 - ln 1/5| > (1/2) ln 4."""

    def is_private(rows: tuple[Row, Row], root: Fraction) -> bool:
        return private(rows, root**2)

    def is_lipschitz(rows: tuple[Row, Row], root: Fraction) -> bool:
        return private(rows, root)  # at the distance 1/2 the ratio is at most E^(1/2)

    four = (Fraction(4, 5), Fraction(1, 5))
    instance = {"rows": (four, four[::-1]), "root": Fraction(2)}
    return Counterexample("private for d <= 1 is Lipschitz private", instance, is_private, is_lipschitz)


@proof.conclusion
def step_function() -> Counterexample:
    """(9) with a jump: Qu = [u > 0] on U = R; P(Qu = y) is constant on both sides of 0, so (9) is 0 where it exists.

    u = -1, 0, 1: no derivative but 0, and Q is not private at any E; here E = 1000.
    """

    def gradients_vanish(rows: tuple[Row, ...], points: tuple[int, ...], ratio: Fraction) -> bool:
        left = [row for row, u in zip(rows, points, strict=True) if u <= 0]
        right = [row for row, u in zip(rows, points, strict=True) if u > 0]
        return ratio > 1 and len(set(left)) == 1 == len(set(right))

    def is_private(rows: tuple[Row, ...], points: tuple[int, ...], ratio: Fraction) -> bool:
        return len(points) == len(rows) and private(rows, ratio)

    instance: dict[str, object] = {
        "rows": ((ONE, NONE), (ONE, NONE), (NONE, ONE)),
        "points": (-1, 0, 1),
        "ratio": Fraction(1000),
    }
    return Counterexample("a bounded gradient of ln P makes Q private", instance, gradients_vanish, is_private)


@proof.conclusion
def equation_16_without_logarithm() -> Counterexample:
    """(16) as printed: P itself Lipschitz. P(Qu = 1) = u/4 on U = [0, 1] is 1-Lipschitz in u, but 0 at u = 0 only."""

    def is_lipschitz(rows: tuple[Row, Row], ratio: Fraction) -> bool:
        events = [(), (0,), (1,), (0, 1)]
        masses = [[sum((row[i] for i in event), NONE) for event in events] for row in rows]
        return ratio > 1 and all(abs(a - b) <= 1 for a, b in zip(*masses, strict=True))

    instance = {"rows": ((ONE, NONE), (Fraction(3, 4), Fraction(1, 4))), "ratio": Fraction(1000)}
    return Counterexample("P(Qu in S) 1-Lipschitz in u makes Q private", instance, is_lipschitz, private)


@proof.conclusion
def exponential_mechanism() -> Counterexample:
    """e^epsilon = 2, three outcomes: (1/2, 1/4, 1/4) against (1/5, 2/5, 2/5), and 1/2 > 2/5."""

    def is_lipschitz_score(scores: tuple[Row, Row], ratio: Fraction) -> bool:
        return ratio > 1 and all(abs(a - b) <= 1 for a, b in zip(*scores, strict=True))

    def is_private(scores: tuple[Row, Row], ratio: Fraction) -> bool:
        weights = [[ratio ** int(x) for x in row] for row in scores]
        return private(tuple(tuple(x / sum(row) for x in row) for row in weights), ratio)

    instance = {"scores": ((ONE, NONE, NONE), (NONE, ONE, ONE)), "ratio": Fraction(2)}
    return Counterexample("the exponential mechanism is epsilon-private", instance, is_lipschitz_score, is_private)


@proof.conclusion
def adjacency() -> Exhaustive:
    """(5), (6): on {0, 1, 2}^2 pairs of the first relation are pairs of the second, for alpha = 1/2, 1, 2."""

    def in_the_first(one: tuple[int, ...], other: tuple[int, ...], alpha: Fraction) -> bool:
        gaps = [abs(a - b) for a, b in zip(one, other, strict=True)]
        return any(gaps[j] <= alpha and not any(gaps[:j] + gaps[j + 1 :]) for j in range(len(gaps)))

    def in_the_second(one: tuple[int, ...], other: tuple[int, ...], alpha: Fraction) -> bool:
        return sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= alpha

    points = list(product(range(3), repeat=2))
    domain: dict[str, list[Any]] = {"one": points, "other": points, "alpha": [HALF, ONE, Fraction(2)]}
    return Exhaustive("A_l0 is a part of A_l1", domain, in_the_second, where=in_the_first)


def error(rows: tuple[Row, Row]) -> Fraction:
    """The least probability of a wrong guess of a fair input bit."""
    return sum((min(a, b) for a, b in zip(*rows, strict=True)), NONE) / 2


@proof.conclusion
def scenario_gap() -> Exhaustive:
    """Two independent responses at E = 2 are 4-private together; the best guess errs with 1/3, not 1/5."""

    def holds(ratio: Fraction) -> bool:
        def response(E: Fraction) -> tuple[Row, Row]:
            return (E / (1 + E), 1 / (1 + E)), (1 / (1 + E), E / (1 + E))

        one = response(ratio)
        twice = tuple(tuple(a * b for a in row for b in row) for row in one)
        pair = (twice[0], twice[1])
        single = response(ratio**2)
        both = private(pair, ratio**2) and not private(pair, ratio**2 - Fraction(1, 1000)) and private(single, ratio**2)
        return both and error(pair) == 1 / (1 + ratio) > error(single) == 1 / (1 + ratio**2)

    domain = {"ratio": [Fraction(3, 2), Fraction(2), Fraction(3)]}
    return Exhaustive("independent responses lose accuracy against one response of the same privacy", domain, holds)


def staircase_mass(low: Fraction, high: Fraction) -> Fraction:
    """The staircase noise of Figure 2 on [low, high] in [0, 1], up to a factor: E = 2, the first stair ends at 1/2."""
    before, after = min(high, HALF) - min(low, HALF), max(high, HALF) - max(low, HALF)
    return before + after / 2


@proof.conclusion
def staircase_is_not_lipschitz() -> Exhaustive:
    """S = [1/2 - h, 1/2] + u has under u the mass h, under u - h the mass h/2: 2 > 2^h, for h = 1/4, ..., 1/12."""

    def violates(n: int) -> bool:
        h = Fraction(1, n)
        ratio = staircase_mass(HALF - h, HALF) / staircase_mass(HALF, HALF + h)
        return ratio**n > 2

    return Exhaustive(
        "the staircase breaks the ratio e^(epsilon h) at small distances", {"n": list(range(4, 13))}, violates
    )


@proof.conclusion
def composition_is_not_needed() -> Counterexample:
    """(y1, y2) private at E2 and y1 at E1 does not make y2 private at E2/E1.

    u a bit, y2 its randomized response at E2 = 3, y1 = y2 flipped with probability 1/4, which is private at E1 = 5/3.
    """

    def pair_private(first: Fraction, second: Fraction, flip: Fraction) -> bool:
        stay = 1 - flip
        truth = second / (1 + second)
        rows = ((truth * stay, truth * flip, (1 - truth) * flip, (1 - truth) * stay),)
        mirrored = ((rows[0][3], rows[0][2], rows[0][1], rows[0][0]),)
        right = truth * stay + (1 - truth) * flip
        return private((rows[0], mirrored[0]), second) and private(((right, 1 - right), (1 - right, right)), first)

    def second_private(first: Fraction, second: Fraction, flip: Fraction) -> bool:
        truth = second / (1 + second)
        return 0 <= flip <= 1 and private(((truth, 1 - truth), (1 - truth, truth)), second / first)

    instance = {"first": Fraction(5, 3), "second": Fraction(3), "flip": Fraction(1, 4)}
    return Counterexample("y2 is (e2 - e1)-private if (y1, y2) is e2-private", instance, pair_private, second_private)


proof.establishes({"proposition-3": "holds-if, holds", "lipschitz-preserved": "holds-if, holds"}, "post_processing")
proof.establishes({"proposition-3": "holds-if, fails"}, "shared_randomness")
proof.establishes(
    {
        "proposition-4": "holds-if, fails",
        "proposition-4-upper-bound": "holds-if, fails",
        "lipschitz-preserved": "holds-if, fails",
    },
    "dependent_pair",
)
proof.establishes(
    {"definition-5-logarithm": "holds-if, fails", "equation-24-logarithm": "holds-if, fails"}, "empty_event"
)
proof.establishes(
    {
        "lipschitz-stronger": "holds",
        "proposition-6": "holds",
        "lipschitz-results-carry-over": "holds",
        "adjacency-captured": "holds-if, holds",
    },
    "lipschitz_is_private",
)
proof.establishes({"lipschitz-stronger": "holds", "adjacency-captured": "holds-if, fails"}, "private_is_not_lipschitz")
proof.establishes({"equation-9": "holds-if, fails"}, "step_function")
proof.establishes({"equation-16": "misprint"}, "equation_16_without_logarithm")
proof.establishes({"proposition-7": "holds-if, fails"}, "exponential_mechanism")
proof.establishes({"equations-5-6": "holds"}, "adjacency")
proof.establishes({"scenario-gap": "holds"}, "scenario_gap")
proof.establishes({"staircase-not-lipschitz": "holds"}, "staircase_is_not_lipschitz")
proof.establishes({"composition-necessary": "holds-if, fails"}, "composition_is_not_needed")
