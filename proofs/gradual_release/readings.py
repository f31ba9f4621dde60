"""Sentences of Sections 1 to 3.4 that are true under a condition: ends of ranges, small steps, what has to be stored.

Koufogiannis et al. Noise of the level e is Laplace noise, of the density (e/2) e^(-e |v|) and the variance 2/e^2.

Section 3.4: P(V_(e + d) = V_e) = (e/(e + d))^2 (`theorem_10#lazy`) is at least 1 - 2 d/e, so it is near 1 where d is
small beside e (change_is_rare in rocq/GradualSteps.v); that d is small is not enough (`change_is_likely`).

Section 3.4: the points where jumps occur do not store a sample on [e1, e2]: without a jump, which has the probability
(e1/e2)^2, there is none, whatever the value (`without_a_jump`). The first value and the jumps do (`stored`).

Section 2.1: (5) is about the values of one user that differ by at most alpha. Her participation, a value against what
stands in its place without her, may change more than that (`large_value`).

(39): f_x and f_y do not exist at x = y, where e^(-e1 |x - y|) has a kink (`kink_of_partials`); their sum, a derivative
along (1, 1), does.

Theorem 9, equality: E V^2 = 2/e^2 asks for T(x) = e^(-e x), T the tail of |V|, hence g(x) + g(-x) = e e^(-e x), so g(0)
= e/2 by continuity. Lipschitz privacy gives g(x), g(-x) >= h = (e/2) e^(-e x): both are h (only_laplace and
only_laplace_on_the_left). In R^n all marginals are Laplace laws then; g(t, w) >= e^(-e |t|) g(0, w), with equality
after integration over w, so almost everywhere: g is the product.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from dpexact.papers.gradual_release.laws import joint
from dpexact.papers.gradual_release.measure import Levels
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Path = tuple[int, ...]
Database = tuple[int, ...]

proof = Proof(__doc__)


@proof.conclusion
def change_is_likely() -> Counterexample:
    """E = 1/1000, d = 1/100: the value is the same with the probability 1/121 only."""

    def small(level: Fraction, step: Fraction) -> bool:
        return level > 0 and 0 < step <= Fraction(1, 100)

    def likely_the_same(level: Fraction, step: Fraction) -> bool:
        return (level / (level + step)) ** 2 >= Fraction(1, 2)

    instance = {"level": Fraction(1, 1000), "step": Fraction(1, 100)}
    return Counterexample("after a small step the value is probably the same", instance, small, likely_the_same)


def jumps(path: Path) -> list[tuple[int, int]]:
    """The points of a sample at successive levels where its value changes."""
    return [(i, path[i]) for i in range(1, len(path)) if path[i] != path[i - 1]]


@proof.conclusion
def without_a_jump() -> Counterexample:
    """The constant samples 0 and 1 at three levels: no jumps in either, so the same points, none, are stored."""

    def stored_alike(one: Path, other: Path) -> bool:
        return len(one) == len(other) and jumps(one) == jumps(other)

    def same(one: Path, other: Path) -> bool:
        return one == other

    instance = {"one": (0, 0, 0), "other": (1, 1, 1)}
    return Counterexample("the points where jumps occur give the sample", instance, stored_alike, same)


@proof.conclusion
def stored() -> Exhaustive:
    """Samples of three values at four levels: the first value and the points of the jumps give all of the sample."""

    def holds(path: Path) -> bool:
        points = dict([(0, path[0]), *jumps(path)])
        again = [points[max(i for i in points if i <= j)] for j in range(len(path))]
        return tuple(again) == path

    text = "the first value and the points where jumps occur give the sample"
    return Exhaustive(text, {"path": list(product(range(3), repeat=4))}, holds)


@proof.conclusion
def equal_levels_are_equally_accurate() -> Counterexample:
    """Section 3 allows epsilon_2 = epsilon_1 = 1: both errors are 2, as y2 = y1."""

    def levels(first: Fraction, second: Fraction) -> bool:
        return second >= first > 0

    def more_accurate(first: Fraction, second: Fraction) -> bool:
        return 2 / second**2 < 2 / first**2

    instance = {"first": Fraction(1), "second": Fraction(1)}
    return Counterexample("y2 is more accurate than y1", instance, levels, more_accurate)


@proof.conclusion
def no_probability() -> Counterexample:
    """Epsilon = 3, x = 0: (epsilon/2) e^(-epsilon |x|) = 3/2 is more than 1."""

    def formula(level: Fraction, at_0: Fraction) -> bool:
        return level > 0 and at_0 == level / 2

    def probability(level: Fraction, at_0: Fraction) -> bool:
        return level > 0 and 0 <= at_0 <= 1

    instance = {"level": Fraction(3), "at_0": Fraction(3, 2)}
    return Counterexample("(epsilon/2) e^(-epsilon |x|) is the probability of x", instance, formula, probability)


def related(one: Database, other: Database, alpha: int) -> bool:
    """(5)."""
    gaps = [abs(p - q) for p, q in zip(one, other, strict=True)]
    return any(gaps[j] <= alpha and not any(gaps[:j] + gaps[j + 1 :]) for j in range(len(gaps)))


def near(one: Database, other: Database, alpha: int) -> bool:
    """(6); (8) for the metric of the l1 norm."""
    return sum(abs(p - q) for p, q in zip(one, other, strict=True)) <= alpha


@proof.conclusion
def symmetric() -> Exhaustive:
    """Definition 2 asks for it: on {0, 1, 2, 3}^2, alpha = 1, 2, 3, (5) and (6) hold both ways or not at all."""

    def holds(one: Database, other: Database, alpha: int) -> bool:
        both = related(one, other, alpha) == related(other, one, alpha)
        return both and near(one, other, alpha) == near(other, one, alpha)

    points = list(product(range(4), repeat=2))
    return Exhaustive("(5) and (6) are symmetric", {"one": points, "other": points, "alpha": [1, 2, 3]}, holds)


@proof.conclusion
def no_noise_at_level_zero() -> Counterexample:
    """Level 0, E = 1: no law in quarters on -1, 0, 1 has at each point at most what it has there when moved by 1."""

    def is_a_level(ratio: int, parts: int) -> bool:
        return ratio >= 1 and parts > 0

    def some_noise_is_private(ratio: int, parts: int) -> bool:
        laws = [law for law in product(range(parts + 1), repeat=3) if sum(law) == parts]
        moved = [((*law, 0), (0, *law)) for law in laws]
        return any(all(here <= ratio * there for here, there in zip(*pair, strict=True)) for pair in moved)

    text = "there is noise at every level in [0, infinity)"
    return Counterexample(text, {"ratio": 1, "parts": 4}, is_a_level, some_noise_is_private)


@proof.conclusion
def large_value() -> Counterexample:
    """Two users, alpha = 1: with the value 2 of the second and with 0 in its place the databases are not adjacent."""

    def without_one(one: Database, other: Database, alpha: int) -> bool:
        return alpha > 0 and one[:-1] == other[:-1] and other[-1] == 0

    instance = {"one": (1, 2), "other": (1, 0), "alpha": 1}
    text = "(5) captures the participation of a single individual"
    return Counterexample(text, instance, without_one, related)


@proof.conclusion
def bounded_values() -> Exhaustive:
    """Values from 0 to alpha of three users: each database is adjacent to itself with 0 for one user."""

    def holds(database: Database, user: int) -> bool:
        alpha = 2
        without = (*database[:user], 0, *database[user + 1 :])
        return related(database, without, alpha)

    domain: dict[str, list[Any]] = {"database": list(product(range(3), repeat=3)), "user": [0, 1, 2]}
    return Exhaustive("with values from 0 to alpha (5) has each absence of one user", domain, holds)


def x_slopes(levels: Levels) -> tuple[set[tuple[int, ...]], set[tuple[int, ...]]]:
    """The slopes in x of the log density of (20) off the diagonal, for y between 0 and x, and for x between 0 and y."""
    density = joint(levels, "a", "b").measure().parts[(("x",), ("y",))]
    rows = {order: {rates[density.variables.index("x")] for rates in terms} for order, terms in density.cells.items()}
    return rows["0", "y", "x"], rows["0", "x", "y"]


@proof.conclusion
def kink_of_partials() -> Counterexample:
    """At x = y > 0 the log density has in x the slopes a and -a on the two sides: f_x does not exist there."""

    def one_slope_on_each_side(levels: Levels) -> bool:
        return all(len(slopes) == 1 for slopes in x_slopes(levels))

    def differentiable(levels: Levels) -> bool:
        above, below = x_slopes(levels)
        return above == below

    instance = {"levels": Levels(("a", "b"))}
    return Counterexample("f_x exists where y is not 0", instance, one_slope_on_each_side, differentiable)


proof.establishes({"process-lazy-limit": "holds-if, fails"}, "change_is_likely")
proof.establishes({"process-finite": "holds-if, fails"}, "without_a_jump")
proof.establishes({"process-finite": "holds-if, holds"}, "stored")
proof.establishes({"second-more-accurate": "holds-if, fails"}, "equal_levels_are_equally_accurate")
proof.establishes({"density-notation": "holds-if, fails"}, "no_probability")
proof.establishes({"adjacency-symmetric": "holds"}, "symmetric")
proof.establishes({"level-range": "holds-if, fails", "process-at-zero": "holds-if, fails"}, "no_noise_at_level_zero")
proof.establishes({"adjacency-participation": "holds-if, fails"}, "large_value")
proof.establishes({"adjacency-participation": "holds-if, holds"}, "bounded_values")
proof.establishes({"equation-39-identities": "holds-if, fails"}, "kink_of_partials")
