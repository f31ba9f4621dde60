"""Evidence about sums of any length."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from dpexact.proving.expression import Expression, constant, indeterminate
from dpexact.proving.fact import formulas
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Power, Relation, Sum, Whole, at_least, mentioned
from dpexact.proving.positivity import is_manifest, manifest
from dpexact.proving.shifting import about, is_whole, shifted

if TYPE_CHECKING:
    from dpexact.proving.fact import Fact
    from dpexact.proving.formula import Formula


@dataclass(frozen=True)
class Telescoping:
    """The sum of f(j) for j = lower, ..., upper is F(upper + 1) - F(lower), because F(j + 1) - F(j) = f(j).

    `given`: that the index and the indeterminates of the bounds are integers, the powers, and what shows
    upper >= lower - 1.

    Guarantee: exact.
    """

    formula: Sum
    antidifference: Expression
    given: tuple[Fact, ...]

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return self.given

    def check(self) -> None:
        """Check the difference and the ends. Raises: ProofError."""
        j, lower, upper = self.formula.index, self.formula.lower, self.formula.upper
        bound = about(j, self.given)
        outside = {*lower.names, *upper.names, *self.formula.value.names}
        if bound & outside:
            raise ProofError(f"{j} and its powers may occur only inside the sum", "sum")
        for part in (self.formula.summand, self.antidifference):
            if not _is_defined(part.denominator, j, bound):
                raise ProofError(f"the denominator of {part} may vanish for some {j}", "sum")
        if Whole(j) not in formulas(self.given, Whole) or not all(is_whole(end, self.given) for end in (lower, upper)):
            raise ProofError(f"{j}, {lower} and {upper} have to be integers", "sum")
        if not is_manifest(at_least(upper, lower - 1), self.given):
            raise ProofError(f"{upper} >= {lower} - 1 is not shown", "sum")
        step = self._at(indeterminate(j) + 1) - self.antidifference
        if step != self.formula.summand:
            raise ProofError(f"F({j} + 1) - F({j}) = {step} is not the summand {self.formula.summand}", "sum")
        total = self._at(upper + 1) - self._at(lower)
        if total != self.formula.value:
            raise ProofError(f"the sum is {total}, not {self.formula.value}", "sum")

    def _at(self, value: Expression) -> Expression:
        return shifted(self.antidifference, {self.formula.index: value}, self.given)


def _is_defined(denominator: Expression, index: str, bound: frozenset[str]) -> bool:
    """Whether a denominator depends on the index by a factor E^(m j) only, and so vanishes for no value of it."""
    parts = {tuple((name, n) for name, n in monomial.items() if name in bound) for monomial, _ in denominator.terms()}
    return len(parts) == 1 and all(name != index for name, _ in parts.pop())


def summed(
    summand: Expression, index: Expression, lower: Expression | int, upper: Expression | int, given: tuple[Fact, ...]
) -> Telescoping:
    """Find the value of a sum whose summand is a polynomial in the index j and in one power Y = E^j.

    With r = E^b, G_a = (j^a - r sum_{i<a} C(a, i) G_i)/(r - 1) has r G_a(j+1) - G_a(j) = j^a, so Y^b G_a is an
    antidifference of j^a Y^b; for b = 0, Faulhaber's polynomials.

    Guarantee: search; `Telescoping.check` decides.
    """
    name = str(index)
    powers = [power for power in formulas(given, Power) if power.exponent == name and power.name in summand.names]
    found = constant(0)
    for b in range(summand.degree(powers[0].name) + 1 if powers else 1):
        part = summand.coefficient(powers[0].name, b) if powers else summand
        factor = indeterminate(powers[0].name) ** b if powers else constant(1)
        ratio = indeterminate(powers[0].base) ** b if powers else constant(1)
        for a in range(part.degree(name) + 1):
            found = found + part.coefficient(name, a) * factor * _antidifference(index, a, ratio)
    first, last = constant(0) + lower, constant(0) + upper
    ends = [shifted(found, {name: end}, given) for end in (last + 1, first)]
    return Telescoping(Sum(summand, name, first, last, ends[0] - ends[1]), found, given)


def _antidifference(j: Expression, a: int, r: Expression) -> Expression:
    """G with r G(j+1) - G(j) = j^a."""
    if r == 1:
        lower_powers = [comb(a + 1, i) * _antidifference(j, i, r) for i in range(a)]
        return (j ** (a + 1) - sum(lower_powers, constant(0))) * Fraction(1, a + 1)
    lower_powers = [comb(a, i) * _antidifference(j, i, r) for i in range(a)]
    return (j**a - r * sum(lower_powers, constant(0))) / (r - 1)


@dataclass(frozen=True)
class SumOfPositives:
    """The value of a sum is > 0 (or >= 0), because every summand manifestly is.

    For > 0 the sum must not be empty: upper >= lower by what is given. Each summand has lower <= j <= upper, and
    E >= 1 and the like by what is given.

    Guarantee: exact.
    """

    sum: Fact
    given: tuple[Fact, ...]
    strict: bool = True

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return (self.sum, *self.given)

    @property
    def formula(self) -> Relation:
        """The value of the sum against 0."""
        return Relation(_sum_of(self.sum).value, constant(0), "> 0" if self.strict else ">= 0")

    def check(self) -> None:
        """Check the summands, and that there is one. Raises: ProofError."""
        total = _sum_of(self.sum)
        if self.strict and not is_manifest(at_least(total.upper, total.lower), self.given):
            raise ProofError(f"the sum may be empty: {total.upper} >= {total.lower} is not shown", "sum")
        j = indeterminate(total.index)
        bound = about(total.index, self.given)
        for fact in self.given:
            if isinstance(fact.formula, Relation) and mentioned(fact.formula) & bound:
                raise ProofError(f"{fact.name}: the index {j} has only the bounds of the sum", "sum")
        given: tuple[Fact | Formula, ...] = (at_least(j, total.lower), at_least(total.upper, j), *self.given)
        manifest(Relation(total.summand, constant(0), self.formula.sign), given)


def _sum_of(fact: Fact) -> Sum:
    if not isinstance(fact.formula, Sum):
        raise ProofError(f"expected a sum, got {fact.name}: {fact.formula}", "premise")
    return fact.formula
