"""The sign of a polynomial in one indeterminate on an interval, by Sturm's theorem."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_poly, fmpz_poly

from dpexact.papers.proving.failure import ProofError

if TYPE_CHECKING:
    from fractions import Fraction

    from dpexact.papers.proving.expression import Expression
    from dpexact.papers.proving.formula import Relation


def holds_on_interval(formula: Relation, bounds: tuple[Relation, ...]) -> bool:
    """Return whether an expression in one indeterminate x has its sign on an interval.

    `bounds`: bounds of x by numbers, such as x >= 1 and 3 > x. Numerator and denominator are factored; a factor of odd
    multiplicity may not change its sign inside, and for > no factor may have a root on the interval.

    Guarantee: exact.
    Raises: ProofError for another kind of question.
    Reference: Sturm's theorem; S. Basu, R. Pollack, M.-F. Roy, Algorithms in Real Algebraic Geometry, 2.2.
    """
    expression = formula.expression
    if len(expression.names) != 1 or formula.sign == "= 0":
        raise ProofError(f"expected > or >= in one indeterminate, got {formula}", "interval")
    (name,) = expression.names
    interval = _interval(name, bounds)
    below = _sign(_dense(expression.denominator, name), interval, strict=True)
    above = _sign(_dense(expression.numerator, name), interval, strict=formula.sign == "> 0")
    return below is not None and below == above


@dataclass(frozen=True)
class Interval:
    """An interval with rational ends, each in it or not; None for no end."""

    lower: Fraction | None
    upper: Fraction | None
    with_lower: bool
    with_upper: bool

    def __str__(self) -> str:
        """Return the interval in brackets."""
        left = "(-oo" if self.lower is None else f"{'[' if self.with_lower else '('}{self.lower}"
        right = "oo)" if self.upper is None else f"{self.upper}{']' if self.with_upper else ')'}"
        return f"{left}, {right}"


def _interval(name: str, bounds: tuple[Relation, ...]) -> Interval:
    found = Interval(None, None, with_lower=False, with_upper=False)
    for relation in bounds:
        slope, offset = (relation.expression.coefficient(name, power).as_fraction() for power in (1, 0))
        if relation.sign == "= 0" or relation.expression.degree(name) != 1 or not slope or offset is None:
            raise ProofError(f"expected a bound of {name} by a number, got {relation}", "interval")
        end, closed = -offset / slope, relation.sign == ">= 0"
        if slope > 0:
            found = Interval(end, found.upper, with_lower=closed, with_upper=found.with_upper)
        else:
            found = Interval(found.lower, end, with_lower=found.with_lower, with_upper=closed)
    if found.lower is not None and found.upper is not None and found.lower >= found.upper:
        raise ProofError(f"{found}: expected an interval with a lower end below the upper one", "interval")
    return found


def _dense(polynomial: Expression, name: str) -> Any:
    coefficients = [0] * (polynomial.degree(name) + 1)
    for monomial, coefficient in polynomial.terms():
        coefficients[monomial.get(name, 0)] = coefficient
    return fmpz_poly(coefficients)


def _sign(polynomial: Any, interval: Interval, *, strict: bool) -> int | None:
    """1 for > 0 (>= 0 if not strict), -1 for < 0 (<= 0), None for neither."""
    content, factors = polynomial.factor()
    product = fmpz_poly([content])
    for factor, power in factors:
        product *= factor**power
    if product != polynomial or any(_has_repeated_root(factor) for factor, _ in factors):
        raise ProofError("the factors of a polynomial do not fit it", "interval")
    low, high = _ends(interval, [factor for factor, _ in factors])
    middle, sign = (low + high) / 2, 1 if content > 0 else -1
    for factor, power in factors:
        inside = _count(factor, low, high) - int(factor(high) == 0)
        at_ends = (interval.with_lower and factor(low) == 0) or (interval.with_upper and factor(high) == 0)
        if (strict and (inside or at_ends)) or (power % 2 and inside):
            return None
        if power % 2 and factor(middle) < 0:
            sign = -sign
    return sign


def _ends(interval: Interval, factors: list[Any]) -> tuple[Any, Any]:
    """Return the ends as numbers; an infinite end is replaced by one beyond every root (Cauchy's bound)."""
    bound = max([fmpq(2), *(fmpq(max(abs(c) for c in f.coeffs()), abs(f.coeffs()[-1])) + 2 for f in factors)])
    low = None if interval.lower is None else fmpq(interval.lower.numerator, interval.lower.denominator)
    high = None if interval.upper is None else fmpq(interval.upper.numerator, interval.upper.denominator)
    if low is None:
        low = min(-bound, -bound if high is None else high - 1)
    return low, max(bound, low + 1) if high is None else high


def _has_repeated_root(factor: Any) -> bool:
    return bool(factor.gcd(factor.derivative()).degree() > 0)


def _count(factor: Any, low: Any, high: Any) -> int:
    """Return the number of distinct real roots of a square-free polynomial in (low, high]."""
    chain = [fmpq_poly(factor), fmpq_poly(factor.derivative())]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return _changes(chain, low) - _changes(chain, high)


def _changes(chain: list[Any], point: Any) -> int:
    signs = [value > 0 for value in (member(point) for member in chain) if value != 0]
    return sum(one != other for one, other in pairwise(signs))
