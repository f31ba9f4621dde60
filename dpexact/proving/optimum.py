"""Evidence for optima: a feasible point and multipliers that agree; entries may contain indeterminates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.proving.expression import Expression, constant, operand_of
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Least, Relation, at_least
from dpexact.proving.positivity import has_sign, is_manifest, slacks_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from dpexact.proving.fact import Fact


@dataclass(frozen=True)
class Optimum:
    """The least value of the objective over the variables, subject to constraints a >= b and a = b.

    `point`: {variable: value}, which meets the constraints and attains the value. `multipliers`: one for each
    constraint, >= 0 for an inequality, such that objective - value is the sum of multiplier (a - b) identically; so no
    point that meets the constraints has a smaller objective. `given`: facts for the signs of slacks and multipliers,
    each of which is one of them up to a positive number, or manifest.

    Guarantee: exact.
    Reference: weak duality of linear programming.
    """

    formula: Least
    point: Mapping[str, Expression | Fraction | int]
    multipliers: tuple[Expression | Fraction | int, ...]
    given: tuple[Fact, ...] = ()

    @property
    def premises(self) -> tuple[Fact, ...]:
        """The facts that it uses."""
        return self.given

    def check(self) -> None:
        """Check the point, the multipliers, and that they agree. Raises: ProofError."""
        program = self.formula
        multipliers = [operand_of(value) for value in self.multipliers]
        if len(multipliers) != len(program.constraints) or set(self.point) != set(program.variables):
            raise ProofError("expected a multiplier for each constraint and a value for each variable", "optimum")
        for value in (program.value, *multipliers, *map(operand_of, self.point.values())):
            self._require_defined(value)
        self._check_point()
        total = constant(0)
        for constraint, multiplier in zip(program.constraints, multipliers, strict=True):
            if constraint.sign == ">= 0" and not self._shown(at_least(multiplier)):
                raise ProofError(f"the multiplier {multiplier} of {constraint} is not shown to be >= 0", "dual")
            total = total + multiplier * constraint.expression
        if program.objective - program.value != total:
            difference = program.objective - program.value - total
            raise ProofError(f"the multipliers miss objective - value by {difference}", "dual")

    def _check_point(self) -> None:
        for constraint in self.formula.constraints:
            if constraint.sign == "> 0":
                raise ProofError(f"{constraint}: expected >= or =", "optimum")
            there = constraint.substitute(self.point)
            holds = there.expression == 0 if constraint.sign == "= 0" else self._shown(there)
            if not holds:
                raise ProofError(f"the point is not shown to meet {constraint}: {there.expression}", "primal")
        attained = self.formula.objective.substitute(self.point)
        if attained != self.formula.value:
            raise ProofError(f"the point attains {attained}, not {self.formula.value}", "primal")

    def _require_defined(self, value: Expression) -> None:
        """No variable, and a denominator that vanishes nowhere."""
        if set(value.names) & set(self.formula.variables):
            raise ProofError(f"{value}: expected an expression without the variables", "optimum")
        slacks = slacks_of(self.given)
        below = slacks.apply(value.denominator)
        if not (has_sign(below, slacks, strict=True) or has_sign(-below, slacks, strict=True)):
            raise ProofError(f"{value}: the denominator is not shown to be different from 0", "optimum")

    def _shown(self, relation: Relation) -> bool:
        """Whether >= 0 is manifest or given, up to a positive number."""
        if is_manifest(relation, self.given):
            return True
        for fact in self.given:
            if isinstance(fact.formula, Relation) and fact.formula.expression != 0:
                ratio = (relation.expression / fact.formula.expression).as_fraction()
                if ratio is not None and ratio > 0:
                    return True
        return False
