"""Steps of proofs as questions to z3: do the facts that a step cites imply what it shows, over the real numbers?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3

from dpexact.papers.catalogue import papers
from dpexact.papers.proving import Relation, load_proof
from dpexact.papers.proving.formula import denominators

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.papers.proving import Expression
    from dpexact.papers.proving.formula import Formula
    from dpexact.papers.proving.proof import ProofRun

FIELD = ("Combination", "Manifest", "Identity")
EFFORT = 100_000  # z3's own count of its work, the same on every machine
SECONDS = 20  # where it does not count


def polynomial(expression: Expression) -> Any:
    """The numerator as a term of z3."""
    total: Any = z3.RealVal(0)
    for monomial, coefficient in expression.terms():
        product: Any = z3.RealVal(coefficient)
        for name, power in monomial.items():
            for _ in range(power):
                product = product * z3.Real(name)
        total = total + product
    return total


def relation(formula: Relation) -> Any:
    """A relation, cleared of its denominator, which is not 0."""
    difference = formula.expression
    value = polynomial(difference)
    if formula.sign == "= 0":
        return value == 0
    below = difference.denominator
    value = value if below.as_fraction() else value * polynomial(below)
    return value > 0 if formula.sign == "> 0" else value >= 0


def assumed(formulas: list[Formula], conditions: list[Expression]) -> Iterator[Any]:
    """What the cited facts say of real numbers."""
    for formula in formulas:
        if isinstance(formula, Relation):
            yield relation(formula)
            yield from (polynomial(factor) != 0 for factor in denominators(formula))
    yield from (polynomial(part) != 0 for part in conditions)


def steps(name: str) -> Iterator[tuple[str, Relation, list[Formula], list[Expression]]]:
    """The steps of a proof about ordered fields: name, what it shows, what it cites, what differs from 0."""
    yield from steps_of(load_proof(name, papers()).run())


def steps_of(run: ProofRun) -> Iterator[tuple[str, Relation, list[Formula], list[Expression]]]:
    """The same for a proof that has run."""
    known = {item.name: item.formula for item in run.hypotheses}
    known |= {alias: taken_over(reference) for alias, reference in run.lemmas}
    for checked in run.steps:
        known[checked.step.name] = checked.fact.formula
        if checked.kind in FIELD:
            cited = [known[cite] for cite in checked.step.cites]
            yield checked.step.name, checked.fact.formula, cited, list(checked.fact.conditions)  # type: ignore[misc]


def taken_over(reference: Any) -> Formula:
    """The conclusion of another proof."""
    run: ProofRun = load_proof(reference.proof, papers()).run()
    return next(one.fact.formula for one in run.conclusions if one.step.name == reference.conclusion)


def answer(shown: Relation, cited: list[Formula], conditions: list[Expression]) -> str:
    """ "confirmed", "refuted", "contradictory" (the cited facts exclude each other) or "undecided"."""
    facts = list(assumed(cited, conditions))
    found = z3.unknown
    for attempt in range(1, 4):
        if found == z3.unknown:  # what it decides depends on its luck
            found = _check([*facts, z3.Not(relation(shown))], attempt)
    if found == z3.sat:
        return "refuted"
    if _check(facts, 1) == z3.unsat:
        return "contradictory"
    return "confirmed" if found == z3.unsat else "undecided"


def _check(formulas: list[Any], attempt: int) -> Any:
    solver = z3.Solver()
    solver.set("rlimit", EFFORT * attempt**2)
    solver.set("random_seed", attempt)
    solver.set("timeout", 1000 * SECONDS)
    solver.add(*formulas)
    return solver.check()
