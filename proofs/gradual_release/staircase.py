"""Staircase noise, e^epsilon_2 = 4: the step of the argument against its gradual release that can be computed.

Koufogiannis et al., Section 5 and Figure 2. Noise of sensitivity 1 with b = e^-epsilon has the density h on [0, c),
h b^m on [m - 1 + c, m + c) for m >= 1, and is even. At t = 3 pi its characteristic function is, stair by stair,

    (2 h/t) * sum over k of b^k ((sin t (k + c) - sin t k) + b (sin t (k + 1) - sin t (k + c)))
        = (2 h/t) * sum over k of (-b)^k (1 - b) sin(3 pi c) = (2 h/t) (1 - b)/(1 + b) sin(3 pi c),

since sin(3 pi (k + r)) = (-1)^k sin(3 pi r) and sin(3 pi k) = 0. The stair that is optimal for the expected absolute
value ends at c = 1/(1 + e^(epsilon/2)). For e^epsilon_2 = 4 that is 1/3 and the function is 0; for epsilon_1 <
epsilon_2, 1/3 < c < 1/2 and it is negative. So no number m has phi_2(3 pi) m = phi_1(3 pi) (`no_quotient`, at
e^epsilon_1 = 9/4).

The levels of the density connect all data (`connected`, on a grid; in words for all x).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Counterexample, Exhaustive, Proof

ROOT = Fraction(2)  # e^(epsilon_2/2)
GRID = [Fraction(n, 12) for n in range(-48, 49)]

proof = Proof(__doc__)


def sine_sign(r: Fraction) -> int:
    """The sign of sin(pi r), for a rational r."""
    rest = r % 2
    return 0 if rest in {0, 1} else 1 if rest < 1 else -1


def stair(root: Fraction) -> Fraction:
    """Where the first stair ends, for e^(epsilon/2) = root."""
    return 1 / (1 + root)


def level(x: Fraction) -> int:
    """The m with density h b^m at x, for epsilon_2."""
    whole = abs(x) // 1
    return int(whole) + (1 if abs(x) - whole >= stair(ROOT) else 0)


@proof.conclusion
def no_quotient() -> Counterexample:
    """e^(epsilon_1/2) = 3/2, e^(epsilon_2/2) = 2: phi_2(3 pi) = 0 and phi_1(3 pi) < 0."""

    def levels(first: Fraction, second: Fraction) -> bool:
        return 1 < first < second

    def quotient(first: Fraction, second: Fraction) -> bool:
        return sine_sign(3 * stair(second)) != 0 or sine_sign(3 * stair(first)) == 0

    instance = {"first": Fraction(3, 2), "second": ROOT}
    return Counterexample("some m has phi_2(3 pi) m = phi_1(3 pi)", instance, levels, quotient)


@proof.conclusion
def every_smaller_level() -> Exhaustive:
    """The same for e^(epsilon_1/2) = 101/100, ..., 199/100: phi_1(3 pi) < 0."""

    def negative(first: Fraction) -> bool:
        return stair(ROOT) < stair(first) < Fraction(1, 2) and sine_sign(3 * stair(first)) == -1

    roots = [Fraction(n, 100) for n in range(101, 200)]
    return Exhaustive("phi_1(3 pi) < 0 for levels below", {"first": roots}, negative)


@proof.conclusion
def connected() -> Exhaustive:
    """On the grid of twelfths in [-4, 4]: each x meets a point of the next lower level, or of level 1, at most 1 away.

    At level 0 there is such a point of level 1; at x = 0 on both sides.
    """

    def holds(x: Fraction) -> bool:
        near = [x + Fraction(n, 12) for n in range(-12, 13)]
        wanted = level(x) - 1 if level(x) else 1
        found = [y for y in near if level(y) == wanted]
        return bool(found) and (x != 0 or (min(found) < 0 < max(found)))

    return Exhaustive("the levels of the staircase connect the grid", {"x": GRID}, holds)


@proof.conclusion
def levels_differ_by_one() -> Exhaustive:
    """The density at points at most 1 apart differs by a factor of 1, b or 1/b: noise that is private."""

    def holds(x: Fraction) -> bool:
        return all(abs(level(x + Fraction(n, 12)) - level(x)) <= 1 for n in range(-12, 13))

    return Exhaustive("points at most 1 apart have the same or neighboring levels", {"x": GRID}, holds)


proof.establishes({"conjecture-staircase": "refuted"}, "no_quotient")
proof.establishes({"conjecture-staircase": "refuted"}, "every_smaller_level")
proof.establishes({"conjecture-staircase": "refuted"}, "connected")
proof.establishes({"conjecture-staircase": "refuted"}, "levels_differ_by_one")
