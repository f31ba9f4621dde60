"""What evidence accepts is true where it can be computed: signs at points and between known roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from dpexact.papers.proving import (
    Expression,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
)
from dpexact.papers.proving.positivity import is_manifest

if TYPE_CHECKING:
    from dpexact.papers.proving.formula import Relation

x, y = indeterminates("x y")
SMALL = st.integers(-4, 4)


@st.composite
def bounds(draw: st.DrawFn) -> Relation:
    first, second = draw(st.sampled_from([(x, y), (y, x)]))
    right = draw(st.sampled_from([constant(draw(SMALL)), second + draw(SMALL), second * draw(SMALL)]))
    left, right = draw(st.sampled_from([(first, right), (right, first)]))
    return draw(st.sampled_from([greater, at_least, at_least, equal]))(left, right)


@st.composite
def quotients(draw: st.DrawFn) -> Expression:
    monomials = st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), SMALL, min_size=1, max_size=4)
    parts = [
        sum((c * x**a * y**b for (a, b), c in draw(monomials).items()), constant(0)),
        sum((c * x**a * y**b for (a, b), c in draw(monomials).items()), constant(draw(st.integers(0, 3)))),
    ]
    assume(parts[1] != 0)
    return parts[0] / parts[1]


ZERO = Fraction(0)
Terms = tuple[tuple[dict[str, int], int], ...]


def value_at(terms: Terms, point: dict[str, Fraction]) -> Fraction:
    return sum((Fraction(c) * prod(point[name] ** n for name, n in monomial.items()) for monomial, c in terms), ZERO)


def parts_of(relation: Relation) -> tuple[Terms, Terms, str]:
    expression = relation.expression
    return expression.numerator.terms(), expression.denominator.terms(), relation.sign


def holds(parts: tuple[Terms, Terms, str], point: dict[str, Fraction]) -> bool:
    numerator, denominator, sign = parts
    value = value_at(numerator, point) / value_at(denominator, point)
    return value == 0 if sign == "= 0" else value > 0 if sign == "> 0" else value >= 0


POINTS = [Fraction(n, 2) for n in (-5, -2, -1, 0, 1, 2, 3, 5, 18)]


@given(st.lists(bounds(), min_size=1, max_size=4), quotients(), st.sampled_from([greater, at_least]))
@settings(max_examples=250)
@example([at_least(x, 1), at_least(y, x)], y**2 - x, at_least)
@example([greater(x, 0), greater(1, x), equal(y, 2 * x)], y * (2 - y), greater)
@example([at_least(x, 0), greater(y, x), greater(3, y)], (3 - y) / (1 + x), greater)
def test_manifest_signs_at_points(given_: list[Relation], expression: Expression, relate: object) -> None:
    relation = relate(expression)  # type: ignore[operator]
    if not is_manifest(relation, given_):
        return  # nothing is claimed
    parts, bounding = parts_of(relation), [parts_of(bound) for bound in given_]
    for first, second in product(POINTS, POINTS):
        point = {"x": first, "y": second}
        if all(holds(bound, point) for bound in bounding):
            assert holds(parts, point), point  # a pole would raise


ROOTS = {  # each factor with brackets of its real roots; a bracket of one point is the root itself
    x - 1: [(Fraction(1), Fraction(1))],
    x - 2: [(Fraction(2), Fraction(2))],
    2 * x - 3: [(Fraction(3, 2), Fraction(3, 2))],
    x: [(Fraction(0), Fraction(0))],
    x + 3: [(Fraction(-3), Fraction(-3))],
    x**2 - 2: [(Fraction(-142, 100), Fraction(-141, 100)), (Fraction(141, 100), Fraction(142, 100))],
    x**2 + 1: [],
}
FAR = Fraction(1000)
