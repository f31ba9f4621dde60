"""Evidence by polynomial algebra: identities, manifest signs, combinations of facts, cases."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpexact.proving.expression import Expression, constant
from dpexact.proving.fact import Fact, relation_of
from dpexact.proving.failure import ProofError
from dpexact.proving.positivity import manifest, slacks_of

if TYPE_CHECKING:
    from dpexact.proving.fact import Hypothesis
    from dpexact.proving.formula import Relation


@dataclass(frozen=True)
class Identity:
    """Both sides are the same rational function, after the given equations have been put in.

    Other facts among `given`, such as sums, are those whose values stand in the formula.

    Guarantee: exact.
    """

    formula: Relation
    given: tuple[Fact, ...] = ()

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return self.given

    def check(self) -> None:
        """Expand the difference of the sides. Raises: ProofError."""
        if self.formula.sign != "= 0":
            raise ProofError(f"expected an equation, got {self.formula}", "identity")
        manifest(self.formula, self.given)


@dataclass(frozen=True)
class Manifest:
    """With every indeterminate written as its bound plus a slack, all coefficients have the right sign.

    A sufficient condition. `given`: the bounds, relations in which one indeterminate is linear with a number as
    coefficient, used in this order; and powers, which are at least 1 where base and exponent allow it.

    Guarantee: exact.
    """

    formula: Relation
    given: tuple[Fact, ...]

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return self.given

    def check(self) -> None:
        """Put the bounds in and look at the coefficients. Raises: ProofError."""
        manifest(self.formula, self.given)


@dataclass(frozen=True)
class Over:
    """1/f in a product, for a fact f > 0."""

    fact: Fact


Factor = Fact | Over | Expression | Fraction | int


@dataclass(frozen=True)
class Combination:
    """left - right is a sum of products of things whose sign is known.

    Each product is a tuple of factors: a fact (its left - right), `Over` a fact, or a number >= 0. A product with an
    equation among its factors is 0 and may contain polynomials of any sign. `given`: equations to put in first, and
    the sums whose values stand in the formula.

    Guarantee: exact.
    """

    formula: Relation
    products: tuple[tuple[Factor, ...], ...]
    given: tuple[Fact, ...] = ()

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        factors = [factor for product in self.products for factor in product]
        bare = [factor.fact if isinstance(factor, Over) else factor for factor in factors]
        return (*self.given, *(factor for factor in bare if isinstance(factor, Fact)))

    def check(self) -> None:
        """Add the products up and compare; judge each sign. Raises: ProofError."""
        total = constant(0)
        signs: list[str] = []
        for product in self.products:
            value, sign = _product(product)
            total, signs = total + value, [*signs, sign]
        difference = slacks_of(self.given).apply(self.formula.expression - total)
        if difference != 0:
            raise ProofError(f"{self.formula}: the products miss left - right by {difference}", "combination")
        wanted = {"= 0": signs == ["= 0"] * len(signs), "> 0": "> 0" in signs, ">= 0": True}
        if not wanted[self.formula.sign]:
            raise ProofError(f"{self.formula}: the products have the signs {signs}", "combination")


def _product(factors: tuple[Factor, ...]) -> tuple[Expression, str]:
    relations = [relation_of(factor) for factor in factors if isinstance(factor, Fact)]
    value, strict = constant(1), all(relation.sign == "> 0" for relation in relations)
    vanishes = any(relation.sign == "= 0" for relation in relations)
    for factor in factors:
        match factor:
            case Fact():
                relation = relation_of(factor)
                if relation.sign == "= 0" and not relation.expression.is_polynomial():
                    raise ProofError(f"{relation}: clear the denominators of an equation first", "combination")
                value = value * relation.expression
            case Over(fact):
                relation = relation_of(fact)
                if relation.sign != "> 0":
                    raise ProofError(f"1/({relation.expression}): expected a fact > 0", "combination")
                value = value / relation.expression
            case Expression():
                if not vanishes or not factor.is_polynomial():
                    raise ProofError(f"{factor}: only a product with an equation may contain it", "combination")
                value = value * factor
            case _:
                number = constant(factor).as_fraction()
                if number is None or number < 0:
                    raise ProofError(f"{factor}: expected a number >= 0", "combination")
                value, strict = value * number, strict and number > 0
    return value, "= 0" if vanishes else "> 0" if strict else ">= 0"


@dataclass(frozen=True)
class Cases:
    """A relation that holds under a premise and under its opposite.

    Guarantee: exact.
    """

    first: Fact
    second: Fact
    first_premise: Fact
    second_premise: Fact

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return (self.first, self.second, self.first_premise, self.second_premise)

    @property
    def formula(self) -> Relation:
        """What both facts say."""
        return relation_of(self.first)

    @property
    def discharged(self) -> frozenset[Hypothesis]:
        """The two premises, of which one always holds."""
        return self.first_premise.rests_on | self.second_premise.rests_on

    def check(self) -> None:
        """Check that the facts agree and that the premises leave nothing out. Raises: ProofError."""
        if self.first.formula != self.second.formula:
            raise ProofError(f"{self.first.formula} and {self.second.formula} differ", "cases")
        one, other = relation_of(self.first_premise), relation_of(self.second_premise)
        signs = {one.sign, other.sign}
        if one.expression != -other.expression or "= 0" in signs or signs == {"> 0"}:
            raise ProofError(f"{one} and {other} leave a case out", "cases")
        if self.first.rests_on & self.second_premise.rests_on or self.second.rests_on & self.first_premise.rests_on:
            raise ProofError("each fact may rest on its own premise only", "cases")
        for premise in (self.first_premise, self.second_premise):
            if [(item.kind, item.formula) for item in premise.rests_on] != [("premise", premise.formula)]:
                raise ProofError(f"{premise.name}: expected a hypothesis of the kind premise", "cases")
