"""The core: the only module that makes facts, and the rules about ordered fields.

A fact says: for all real values of the indeterminates for which its hypotheses hold and no polynomial among its
conditions is 0, its formula holds. The factors of all denominators are among the
conditions, so every expression has a value there, and an identity of rational functions is one of numbers.

`establish` is the entry: evidence goes in, a fact comes out or `ProofError` is raised. What the rules stand on is in
expression.py (arithmetic), formula.py and positivity.py (signs); the rules about computations are in finite.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpexact.papers.proving import evidence as asked
from dpexact.papers.proving import finite
from dpexact.papers.proving.expression import Expression, constant
from dpexact.papers.proving.fact import Fact, Hypothesis, _mint, relation_of, require_unchanged
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Finite, Relation, Words, denominators, expressions, mentioned, relations
from dpexact.papers.proving.positivity import is_manifest, manifest, slacks_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.papers.proving.formula import Formula

FORMULAS = (Relation, Words, Finite)
HYPOTHESES = (Relation, Words)


@dataclass(frozen=True)
class Shown:
    """The conclusion of a rule, and the facts that it is from."""

    formula: Formula
    uses: tuple[Fact, ...]


def suppose(hypothesis: Hypothesis) -> Fact:
    """H |- H: a hypothesis rests on itself; its denominators are conditions. Raises: ProofError if it is not sound."""
    if type(hypothesis) is not Hypothesis or type(hypothesis.name) is not str or type(hypothesis.text) is not str:
        raise ProofError(f"expected a hypothesis, got {type(hypothesis).__name__}", "hypothesis")
    formula = hypothesis.formula
    _require_plain(formula)
    if type(formula) not in HYPOTHESES:
        raise ProofError(f"no hypothesis has this form: {formula}", "hypothesis", hypothesis.name)
    return _mint(hypothesis.name, formula, (hypothesis,), denominators(formula))


def take_over(name: str, fact: Fact, declared: Iterable[Hypothesis]) -> Fact:
    """If H |- F and the same formulas are hypotheses here, F holds here.

    Raises: ProofError.
    """
    require_unchanged(fact)
    own = {item.formula: item for item in declared}
    missing = [item.name for item in fact.rests_on if item.formula not in own]
    if missing:
        raise ProofError(f"{', '.join(missing)}: not declared here", "hidden hypothesis", name)
    return _mint(name, fact.formula, (own[item.formula] for item in fact.rests_on), fact.conditions)


def establish(name: str, evidence: object, cited: dict[str, Fact]) -> Fact:
    """Make the fact that the evidence shows, resting on everything that is cited. Raises: ProofError."""
    for fact in cited.values():
        require_unchanged(fact)
    shown = _applied(evidence)
    _require_plain(shown.formula)
    _require_premises(shown.uses, cited)
    for fact in cited.values():
        require_unchanged(fact)
    resting = frozenset(item for fact in cited.values() for item in fact.rests_on)
    return _mint(name, shown.formula, resting, _conditions(shown.formula, tuple(cited.values())))


PARTS = ("given", "premises", "products")


def _require_parts(evidence: object) -> None:
    """Tuples, not what can be read only once."""
    for part in PARTS:
        if hasattr(evidence, part) and type(getattr(evidence, part)) is not tuple:
            raise ProofError(f"{part}: expected a tuple, got another class", "evidence")
    if any(type(product) is not tuple for product in getattr(evidence, "products", ())):
        raise ProofError("products: expected a tuple of tuples", "evidence")


def _applied(evidence: object) -> Shown:
    """Return the rule for this kind of evidence; another class, even one derived from these, is refused."""
    kind = type(evidence)
    if kind.__module__ == asked.__name__:
        _require_parts(evidence)
    match evidence:
        case asked.Identity(formula, given) if type(evidence) is asked.Identity:
            return identity(formula, given)
        case asked.Manifest(formula, given) if type(evidence) is asked.Manifest:
            return manifestly(formula, given)
        case asked.Combination(formula, products, given) if type(evidence) is asked.Combination:
            return combination(formula, products, given)
    if kind in finite.RULES:
        formula = finite.RULES[kind](evidence)
        return Shown(formula, tuple(evidence.premises))  # type: ignore[attr-defined]
    raise ProofError(f"expected evidence of a known kind, got {kind.__name__}", "evidence")


# -- ordered fields ----------------------------------------------------------------------------------------------------


def identity(formula: Relation, given: tuple[Fact, ...]) -> Shown:
    """Return a = b, if a - b is the rational function 0 after given equations x = t have been put in."""
    _require_plain(formula)
    if formula.sign != "= 0":
        raise ProofError(f"expected an equation, got {formula}", "identity")
    manifest(formula, said(given))
    return Shown(formula, given)


def manifestly(formula: Relation, given: tuple[Fact, ...]) -> Shown:
    """Prove a > b (a >= b), if a - b, with x = bound + slack for each bound, has only coefficients >= 0 (one > 0)."""
    _require_plain(formula)
    manifest(formula, said(given))
    return Shown(formula, given)


def combination(formula: Relation, products: tuple[tuple[Any, ...], ...], given: tuple[Fact, ...]) -> Shown:
    """Prove a >= b, if a - b is a sum of products of numbers >= 0, f for facts f >= 0, 1/f for f > 0; >, if one is.

    A product with a fact f = 0 is 0, whatever polynomials it contains; a = b, if all products are.
    """
    _require_plain(formula)
    total = constant(0)
    signs: list[str] = []
    for product in products:
        value, sign = _product(product)
        total, signs = total + value, [*signs, sign]
    difference = slacks_of(said(given)).apply(formula.expression - total)
    if difference != 0:
        raise ProofError(f"{formula}: the products miss left - right by {difference}", "combination")
    wanted = {"= 0": signs == ["= 0"] * len(signs), "> 0": "> 0" in signs, ">= 0": True}
    if not wanted[formula.sign]:
        raise ProofError(f"{formula}: the products have the signs {signs}", "combination")
    bare = [factor.fact if type(factor) is asked.Over else factor for product in products for factor in product]
    return Shown(formula, (*given, *(factor for factor in bare if type(factor) is Fact)))


def _product(factors: tuple[Any, ...]) -> tuple[Expression, str]:
    """Return the product and its sign."""
    relations = [relation_of(factor) for factor in factors if type(factor) is Fact]
    value, strict = constant(1), all(relation.sign == "> 0" for relation in relations)
    vanishes = any(relation.sign == "= 0" for relation in relations)
    for factor in factors:
        if type(factor) is Fact:
            value = value * relation_of(factor).expression
        elif type(factor) is asked.Over:
            relation = relation_of(factor.fact)
            if relation.sign != "> 0":
                raise ProofError(f"1/({relation.expression}): expected a fact > 0", "combination")
            value = value / relation.expression
        elif type(factor) is Expression and (vanishes and factor.is_polynomial()):
            value = value * factor
        else:
            number = _number(factor)
            if number < 0:
                raise ProofError(f"{factor}: expected a number >= 0", "combination")
            value, strict = value * number, strict and number > 0
    return value, "= 0" if vanishes else "> 0" if strict else ">= 0"


def _number(factor: object) -> Fraction:
    if type(factor) is Expression:
        number = factor.as_fraction()
        if number is None:
            raise ProofError(f"{factor}: only a product with an equation may contain it", "combination")
        return number
    if type(factor) is int or type(factor) is Fraction:
        return Fraction(factor)
    raise ProofError(f"{factor!r}: expected a fact, Over a fact or an exact number", "combination")


# -- conditions --------------------------------------------------------------------------------------------------------


def _conditions(formula: Formula, cited: tuple[Fact, ...]) -> frozenset[Expression]:
    """Return the polynomials that must not be 0: those of the facts used, and factors of denominators.

    One is left out if facts show it to be different from 0, none of which rests on a condition that is left out.
    """
    kept = set(denominators(formula).union(*(fact.conditions for fact in cited)))
    needed: set[Expression] = set()
    gone: set[Expression] = set()
    for polynomial in sorted(kept, key=str):
        if polynomial in needed:
            continue
        usable = [fact for fact in cited if not fact.conditions & (gone | {polynomial})]
        if is_nonzero(polynomial, usable):
            gone.add(polynomial)
            needed.update(*(fact.conditions for fact in usable))
    return frozenset(kept - gone)


def is_nonzero(polynomial: Expression, given: Iterable[Fact]) -> bool:
    """X != 0, if x > 0 or -x > 0 is manifest, or x divides the numerator of a fact > 0."""
    known = said(given)
    positive = [item.expression for item in relations(known) if item.sign == "> 0"]
    if any(polynomial in expression.factors() for expression in positive):
        return True
    return any(is_manifest(Relation(side, constant(0), "> 0"), known) for side in (polynomial, -polynomial))


# -- what a step may use -----------------------------------------------------------------------------------------------


def said(given: Iterable[Fact]) -> tuple[Formula, ...]:
    """Return the formulas of facts. Raises: ProofError for anything else."""
    return tuple(Fact.formula.fget(fact) for fact in given)  # type: ignore[attr-defined]


def _require_plain(formula: object) -> None:
    """Classes that the core does not know could say one thing and compute another."""
    if type(formula) not in FORMULAS:
        raise ProofError(f"expected a formula, got {type(formula).__name__}", "formula")
    plain = all(type(part) is Expression for part in expressions(formula))  # type: ignore[arg-type]
    if isinstance(formula, Relation):
        plain = plain and type(formula.sign) is str and formula.sign in ("= 0", "> 0", ">= 0")
    if not plain or type(getattr(formula, "text", "")) is not str:
        raise ProofError(f"expected a formula made of expressions, got {formula}", "formula")


def _require_premises(premises: tuple[Fact, ...], cited: dict[str, Fact]) -> None:
    """Evidence uses what its step cites, and all of it."""
    for premise in premises:
        if not any(premise is fact for fact in cited.values()):
            raise ProofError(f"uses {getattr(premise, 'name', premise)}, not cited by the step", "hidden hypothesis")
    for fact in cited.values():
        if type(fact.formula) not in (Words, Finite) and not any(premise is fact for premise in premises):
            raise ProofError(f"cites {fact.name} and does not use it", "idle citation")


__all__ = ["Shown", "combination", "establish", "identity", "manifestly", "mentioned", "suppose", "take_over"]
