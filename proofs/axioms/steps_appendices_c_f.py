"""At the values of each step: the steps of the proofs in Appendices C, E and F of Kifer and Lin.

For all values steps are proved in Rocq: exchange (rocq/AxiomsSteps.v), with the letters of Theorem 2.2.1, appendix_e
(rocq/AxiomsSplits.v), no_tight_sum_of_many (rocq/AxiomsCorollaries.v), convex_is_subadditive (rocq/AxiomsAppendices.v).
Theorem 2.2.1: v, w are P(V_-t), P(W_-t), p = P(V) = P(W), f stands for phi. Theorem 2.2.2: the uniform density on [0,
1] has G(x) = 1 - x there, 1 before and 0 after.

Appendix E: s = P(o | s) for s in C2, t = P(o | t) for t in C1, rho = rho_2 < E, u = E/rho_1 > 1, c = a. Two columns
x, y of M' that are sent to o with c > 0 and d >= 0: E x_1 - x_0 > 0 is a constraint that is not tight.

Appendix F: F_x = F(x), F_sum = F(x + y), F_mean = F((x + y)/2), F_third = F(x/3), F_px = F(px), F_qy = F((1 - p)y),
F_mixed = F(px + (1 - p)y). On the numbers r + q sqrt(2), r and q rational, the coefficient q is additive. F(x) = q(x_1)
- q(x_2), summed over the rows of a mechanism, is 0: this mu satisfies all three axioms, and F(px) = p F(x) fails for
p = sqrt(2) - 1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

Number = tuple[Fraction, Fraction]  # r + q sqrt(2)
HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)

proof = Proof(__doc__)


@proof.conclusion
def slopes_of_convex_functions() -> Exhaustive:
    """All functions on 0, ..., 4 with values 0 to 3: convex if and only if slopes do not decrease, in x and in y."""

    def same(values: tuple[int, ...]) -> bool:
        places = range(len(values))
        slope = {(x, y): Fraction(values[x] - values[y], x - y) for x in places for y in places if y < x}
        in_x = all(slope[one, y] <= slope[other, y] for one, y in slope for other, z in slope if z == y and one < other)
        in_y = all(slope[x, one] <= slope[x, other] for x, one in slope for z, other in slope if z == x and one < other)
        convex = all(
            values[y] * (z - x) <= values[x] * (z - y) + values[z] * (y - x) for x, y, z in combinations(places, 3)
        )
        return in_x == in_y == convex

    domain = {"values": list(product(range(4), repeat=5))}
    return Exhaustive("convex if and only if the slopes do not decrease", domain, same)


def uniform_tail(x: Fraction) -> Fraction:
    """G(x) of the uniform density on [0, 1]."""
    return min(ONE, max(NONE, 1 - x))


@proof.conclusion
def derivative_inside() -> Exhaustive:
    """Inside [0, 1] and outside of it the slope of G is minus the density."""

    def minus_density(x: Fraction, step: Fraction) -> bool:
        density = 1 if 0 < x < 1 else 0
        slopes = [(uniform_tail(x + h) - uniform_tail(x)) / h for h in (step, -step)]
        return slopes == [-density, -density]

    places = [Fraction(n, 4) for n in (-2, -1, 1, 2, 3, 5, 6)]
    domain = {"x": places, "step": [Fraction(1, n) for n in range(8, 12)]}
    return Exhaustive("dG/dx is minus the density", domain, minus_density)


@proof.conclusion
def derivative_at_the_end() -> Counterexample:
    """At 0, an end of the density, the slope of G is 0 on the left and -1 on the right, for every step up to 1."""

    def one_sided(x: Fraction, step: Fraction) -> bool:
        steps = [step / n for n in range(1, 6)]
        return all((uniform_tail(x + h) - uniform_tail(x)) / h == -1 for h in steps) and 0 < step <= 1

    def one_slope(x: Fraction, step: Fraction) -> bool:
        left, right = ((uniform_tail(x + h) - uniform_tail(x)) / h for h in (-step, step))
        return left == right

    return Counterexample("G has a derivative", {"x": NONE, "step": HALF}, one_sided, one_slope)


@proof.conclusion
def constant_left_out() -> Counterexample:
    """The uniform density on [0, 2]: kappa = 1/2, c = 0; V = [0, 1] has 1/2, and the integral of e^-c over it is 1."""

    def density(kappa: Fraction, length: Fraction) -> bool:
        return kappa * 2 == 1 and 0 <= length <= 2

    def as_printed(kappa: Fraction, length: Fraction) -> bool:
        return kappa * length == length  # P(V) = kappa times the integral of e^0 over V

    instance = {"kappa": HALF, "length": ONE}
    return Counterexample("P(V_-t) is the integral of e^-c(x - t), t = 0", instance, density, as_printed)


@proof.conclusion
def factors_of_positive_rows() -> Exhaustive:
    """Entries from 1 to 6: the only factor with P(o | s) = factor P(o | t) is their quotient, which is positive."""

    def one_factor(s: int, t: int) -> bool:
        factors = {Fraction(n, m) for n in range(1, 7) for m in range(1, 7)}
        return [factor for factor in factors if s == factor * t] == [Fraction(s, t)]

    return Exhaustive("one factor, which is positive", {"s": range(1, 7), "t": range(1, 7)}, one_factor)


@proof.conclusion
def literal_rows() -> Counterexample:
    """For p = 1/2 the row x of M' would be x/2, as the row is one of M' and not of M."""

    def split(p: Fraction, row: tuple[Fraction, ...]) -> bool:
        return 0 <= p <= 1 and all(0 <= x <= 1 for x in row)

    def as_printed(p: Fraction, row: tuple[Fraction, ...]) -> bool:
        return row == tuple(p * x for x in row)

    instance = {"p": HALF, "row": (HALF, ONE)}
    return Counterexample("a row of M' is p times itself", instance, split, as_printed)


def product_of(one: Number, other: Number) -> Number:
    """In Q(sqrt(2))."""
    return one[0] * other[0] + 2 * one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def wild(x: tuple[Number, Number]) -> Fraction:
    """F(x): the coefficient of sqrt(2) in x_1, less that in x_2."""
    return x[0][1] - x[1][1]


@proof.conclusion
def not_by_continuity() -> Counterexample:
    """Rows (p, p), (p, 0), (1 - 2p, 1 - p), p = sqrt(2) - 1: the sum of F is 0, F((p, 0)) = 1, F((p^2, 0)) = -2."""

    def mu_is_constant(p: Number, rows: tuple[tuple[Number, Number], ...]) -> bool:
        columns = [tuple(sum((row[n][k] for row in rows), NONE) for k in (0, 1)) for n in (0, 1)]
        stochastic = columns == [(ONE, NONE), (ONE, NONE)]
        additive = all(wild((add(x[0], y[0]), add(x[1], y[1]))) == wild(x) + wild(y) for x, y in combinations(rows, 2))
        return stochastic and additive and sum(map(wild, rows)) == 0 and p == (-ONE, ONE)

    def homogeneous(p: Number, rows: tuple[tuple[Number, Number], ...]) -> bool:
        x = rows[1]
        scaled = wild((product_of(p, x[0]), product_of(p, x[1])))
        return product_of(p, (wild(x), NONE)) == (scaled, NONE)

    root = (-ONE, ONE)
    rows = ((root, root), (root, (NONE, NONE)), ((Fraction(3), Fraction(-2)), (Fraction(2), -ONE)))
    return Counterexample("by continuity of mu, F(px) = p F(x)", {"p": root, "rows": rows}, mu_is_constant, homogeneous)


def add(one: Number, other: Number) -> Number:
    """The sum."""
    return one[0] + other[0], one[1] + other[1]


proof.establishes({"theorem-2-2-1-slopes": "holds"}, "slopes_of_convex_functions")
proof.establishes({"theorem-2-2-2-tail": "holds-if, holds"}, "derivative_inside")
proof.establishes({"theorem-2-2-2-tail": "holds-if, fails"}, "derivative_at_the_end")
proof.establishes({"theorem-2-2-1-constant": "misprint"}, "constant_left_out")
proof.establishes({"appendix-e-rho": "holds-if, holds"}, "factors_of_positive_rows")
proof.establishes({"appendix-f-letters": "misprint"}, "literal_rows")
proof.establishes(
    {"appendix-f-continuity": "holds-if, fails", "appendix-f-iff": "holds-if, fails"}, "not_by_continuity"
)
