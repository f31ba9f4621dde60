"""D = 2, every N >= 3, every real E >= 1, C > 0: noise attains the largest of seven functions.

B delta is at least each of them: program_d2_first to program_d2_seventh in rocq/CountSteps.v. So B delta* of the
program (9) of Sadeghi, Asoodeh, Calmon (2020) on n in [1 : N] is that maximum, for all N >= 3 at once: the noise at n
>= 2 does not depend on n. u, v, w are B p_1(-1), B p_1(1), B p_1(2); p, q, r, s are B p_n(-2), B p_n(-1), B p_n(1), B
p_n(2) for n >= 2; x = B delta, B = 2/(1 - eta), C = B eta.

For E <= 4 the largest is the function 1, 2, 3, 4 or 7, for E >= 4 it is 1, 3, 5, 6 or 7, and which it is makes a
case. In each case the rows that the point meets with equality give the point (`tight`). All others are linear in C,
and each is a sum of two of these with weights >= 0 that are rational functions of E: C, 1, what makes the case (the
differences of its function and the others). The weights are found by solving two equations, their sign on the range
of E is decided by Sturm's theorem.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from sympy import Poly, cancel, fraction, symbols, together

from dpexact.papers.proving import Exhaustive, Proof

Expression = Any  # of SymPy, whose rational functions and root counts are exact
Range = tuple[int, int | None]

E, C, u, v, w, p, q, r, s, x = symbols("E C u v w p q r s x")
UNKNOWN = (u, v, w, p, q, r, s, x)

FUNCTIONS = {
    1: (1 - E * C) / 2,
    2: (4 - E * C) / (3 * E + 4),
    3: (2 * E + 1) / (2 * (E**2 + E + 1)),
    4: ((2 * E**2 + 1) * C - 2 * E**2 * (E - 1)) / (4 * E**2 + E + 1),
    5: ((2 * E + 3) * C - 2 * E**2) / (5 * E + 3),
    6: (2 * E + 1) * ((2 * E - 1) * C - 2 * E * (E - 2)) / (19 * E**2 + 3 * E - 1),
    7: C - E,
}
DISTRIBUTIONS = (u + v + w - 2, v + 2 * w - u, p + q + r + s - 2, 2 * s + r - q - 2 * p)  # = 0
ROWS = {  # >= 0
    # n = 1 against n = 2, from y = 0 on
    "1-2 0": x + E * p - u, "1-2 1": x + E * q - C, "1-2 2": x + E * C - v, "1-2 3": x + E * r - w,
    # n = 2 against n = 1
    "2-1 0": x + E * u - p, "2-1 1": x + E * C - q, "2-1 2": x + E * v - C, "2-1 3": x + E * w - r, "2-1 4": x - s,
    # n against n + 1, n >= 2
    "up -2": x - p, "up -1": x + E * p - q, "up 0": x + E * q - C, "up 1": x + E * C - r, "up 2": x + E * r - s,
    # n against n - 1, n >= 3
    "down -2": x + E * q - p, "down -1": x + E * C - q, "down 0": x + E * r - C, "down 1": x + E * s - r,
    "down 2": x - s,
    "u": u, "v": v, "w": w, "p": p, "q": q, "r": r, "s": s,
}  # fmt: skip


class Case(NamedTuple):
    """The function that is the largest, the others, the rows that are met with equality, what else is known of C."""

    function: int
    others: tuple[int, ...]
    tight: tuple[str, ...]
    known: tuple[Expression, ...] = ()

    @property
    def premises(self) -> tuple[Expression, ...]:
        """What is >= 0 in this case."""
        differences = (FUNCTIONS[self.function] - FUNCTIONS[other] for other in self.others)
        return (E**0, C, *differences, *self.known)


SMALL, LARGE = (1, 4), (4, None)
EDGE = C * (E + 3) - 1
CASES = {
    "E <= 4, 1": (SMALL, Case(1, (2, 3, 4, 7), ("2-1 1", "2-1 4", "up -2", "up 1", "1-2 2"))),
    "E <= 4, 2": (SMALL, Case(2, (1, 3, 4, 7), ("1-2 0", "1-2 2", "up -2", "2-1 4"))),
    "E <= 4, 3": (SMALL, Case(3, (1, 2, 4, 7), ("1-2 0", "2-1 3", "2-1 4", "up -2"))),
    "E <= 4, 4": (SMALL, Case(4, (1, 2, 3, 7), ("1-2 0", "1-2 1", "2-1 3", "down 0"))),
    "E <= 4, 7": (SMALL, Case(7, (1, 2, 3, 4), ("1-2 1", "down 0", "p", "s", "2-1 2"))),
    "E >= 4, 1, small C": (LARGE, Case(1, (3, 5, 6, 7), ("2-1 1", "2-1 4", "up -2", "up 1", "1-2 2"), (-EDGE,))),
    "E >= 4, 1": (LARGE, Case(1, (3, 5, 6, 7), ("2-1 1", "2-1 4", "up -2", "up 1", "2-1 3"), (EDGE,))),
    "E >= 4, 3": (LARGE, Case(3, (1, 5, 6, 7), ("1-2 0", "2-1 3", "2-1 4", "up -2"))),
    "E >= 4, 5": (LARGE, Case(5, (1, 3, 6, 7), ("2-1 2", "2-1 3", "down 0", "1-2 0"))),
    "E >= 4, 6": (LARGE, Case(6, (1, 3, 5, 7), ("1-2 0", "2-1 2", "2-1 3", "2-1 4"))),
    "E >= 4, 7": (LARGE, Case(7, (1, 3, 5, 6), ("1-2 1", "down 0", "p", "s", "2-1 2"))),
}

proof = Proof(__doc__)


@cache
def parts(linear: Expression, unknown: Expression) -> tuple[Expression, Expression]:
    """The coefficients of an unknown and of 1, for an expression that is linear in it."""
    numerator, denominator = fraction(together(linear))
    polynomial = Poly(numerator, unknown)
    if polynomial.degree() > 1 or denominator.has(unknown):
        message = f"{linear} is not linear in {unknown}"
        raise ValueError(message)
    return polynomial.coeff_monomial(unknown) / denominator, polynomial.coeff_monomial(1) / denominator


def point_of(case: Case) -> dict[Expression, Expression]:
    """The solution of the distributions, the tight rows and x = the function, by elimination."""
    found: dict[Expression, Expression] = {}
    for row in (*DISTRIBUTIONS, x - FUNCTIONS[case.function], *(ROWS[name] for name in case.tight)):
        reduced = cancel(row.subs(found))
        name = next((unknown for unknown in UNKNOWN if reduced.has(unknown)), None)
        if name is not None:
            slope, offset = parts(reduced, name)
            image = cancel(-offset / slope)
            found = {other: cancel(value.subs({name: image})) for other, value in found.items()}
            found[name] = image
    return found


POINTS = {name: point_of(case) for name, (_, case) in CASES.items()}


def is_a_point(case: str) -> bool:
    """Whether it has all eight unknowns as functions of E and C, the right totals and means, and the value."""
    point = POINTS[case]
    rows = (*DISTRIBUTIONS, x - FUNCTIONS[CASES[case][1].function])
    known = all(name in point and point[name].free_symbols <= {E, C} for name in UNKNOWN)
    return known and all(cancel(row.subs(point)) == 0 for row in rows)


def follows(case: str, row: str) -> bool:
    """Whether the row, at the point, is a sum of two premises of the case with weights >= 0."""
    given, setting = CASES[case]
    goal = cancel(ROWS[row].subs(POINTS[case]))
    return bool(goal == 0) or any(is_sum(goal, pair, given) for pair in combinations(setting.premises, 2))


@cache
def is_sum(goal: Expression, pair: tuple[Expression, Expression], given: Range) -> bool:
    """Whether goal = a one + b other with functions a, b >= 0 of E; all are linear in C."""
    (slope, offset), (slope_1, offset_1), (slope_2, offset_2) = (parts(linear, C) for linear in (goal, *pair))
    determinant = cancel(slope_1 * offset_2 - slope_2 * offset_1)
    if determinant == 0:
        return False
    a = cancel((slope * offset_2 - slope_2 * offset) / determinant)
    b = cancel((slope_1 * offset - slope * offset_1) / determinant)
    return all(is_not_negative(weight, given) for weight in (a, b)) and cancel(goal - a * pair[0] - b * pair[1]) == 0


def is_not_negative(weight: Expression, given: Range) -> bool:
    """Whether a function of E is >= 0 on the range: it has no pole there and no sign change inside (Sturm)."""
    above, below = (Poly(side, E) for side in fraction(cancel(weight)))
    low, high = given
    product = above * below
    points = (Fraction(low * (8 - n) + (low + 3 if high is None else high) * n, 8) for n in range(9))
    if not product.is_zero and max((product.eval(point) for point in points), key=abs) <= 0:
        return False
    turns = [factor for factor, power in product.factor_list()[1] if power % 2]
    inside = (factor.count_roots(low, high) - sum(factor.eval(end) == 0 for end in given if end) for factor in turns)
    return not below.count_roots(low, high) and not any(inside)


@proof.conclusion
def points() -> Exhaustive:
    """In each case the point has the right totals and means, and the value of the function."""
    return Exhaustive("the point is noise of this value", {"case": list(CASES)}, is_a_point)


@proof.conclusion
def feasible() -> Exhaustive:
    """In each case the point meets every row."""
    return Exhaustive("the row follows from the case", {"case": list(CASES), "row": list(ROWS)}, follows)


proof.establishes({"fourier-motzkin": "holds", "theorem-3-program-all": "refuted"})
