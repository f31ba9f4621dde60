"""The rules of the core about integers: other values, sums, sequences, induction.

All of it is to move to a proof assistant; what is here is what committed proofs use. A symbol that depends on an index
k is k itself, a power E^k, or a term of a sequence at k. Where a rule gives symbols other values, the definition of
every symbol that occurs has to be cited (`require_definitions`), so that nothing that depends on an index is taken for
a constant.
"""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from dpexact.proving import evidence as asked
from dpexact.proving.expression import Expression, constant, indeterminate, operand_of
from dpexact.proving.fact import Fact, relation_of, sum_of
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import (
    Every,
    Power,
    Recursive,
    Relation,
    Sum,
    Term,
    Terms,
    Whole,
    Words,
    about,
    at_least,
    defined,
    denominators,
    equal,
    formulas,
    greater,
    mentioned,
)
from dpexact.proving.positivity import is_manifest, manifest
from dpexact.proving.shifting import is_whole, shifted, shifted_relation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.proving.fact import Hypothesis
    from dpexact.proving.formula import Formula

    Result = tuple[Formula, tuple[Fact, ...], frozenset[Hypothesis]]


def instance(request: asked.Instance, declared: tuple[Hypothesis, ...]) -> Result:
    """If F follows from H, then F[k := t] holds where H[k := t] is shown; X = E^k becomes E^t, a_k becomes a_t.

    Only symbols that no definition binds get a value. For (F for every integer k from l to u): F[k := t] for an
    integer t with l <= t <= u.
    """
    fact, given = request.fact, tuple(item.formula for item in request.given)
    values = {name: _expression(value) for name, value in request.values.items()}
    held = tuple(item.formula for item in fact.rests_on)
    known = (*given, *held)
    bound = {name for formula in known for name in defined(formula)}
    bases = {power.base for power in formulas(known, Power)}
    if set(values) & (bound | bases) or any(type(name) is not str for name in values):
        raise ProofError(f"{', '.join(map(str, values))}: a definition says what it stands for", "substitution")
    quantified = isinstance(fact.formula, Every)
    relation = fact.formula.relation if isinstance(fact.formula, Every) else relation_of(fact)
    names = {name for formula in (fact.formula, *held) for name in mentioned(formula)}
    moved = [name for name, value in values.items() if indeterminate(name) != value]
    require_definitions(moved, names, known, declared)
    if quantified:
        _require_place(fact.formula, values, given)  # type: ignore[arg-type]
    changed = frozenset(
        name for key, value in values.items() if indeterminate(key) != value for name in about(key, known)
    )
    for hypothesis in fact.rests_on:
        if not _holds(hypothesis.formula, values, changed, given, known):
            text = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise ProofError(f"{hypothesis.name} ({hypothesis.formula}) is not shown for {text}", "substitution")
    for polynomial in fact.conditions:
        if set(polynomial.names) & changed and not _stays_nonzero(polynomial, values, known, given):
            raise ProofError(f"{polynomial} may be 0 for the new values", "substitution")
    return shifted_relation(relation, values, known), (fact, *request.given), frozenset()


def _require_place(said: Every, values: dict[str, Expression], given: tuple[Formula, ...]) -> None:
    if set(values) != {said.index}:
        raise ProofError(f"expected a value for {said.index} only", "substitution")
    place = values[said.index]
    within = is_manifest(at_least(place, said.lower), given) and (
        said.upper is None or is_manifest(at_least(said.upper, place), given)
    )
    if not within or not is_whole(place, given):
        raise ProofError(f"{said.index} = {place} is not shown to be among the places of {said}", "substitution")


def _holds(
    formula: Formula,
    values: dict[str, Expression],
    changed: frozenset[str],
    given: tuple[Formula, ...],
    known: tuple[Formula, ...],
) -> bool:
    """Whether a hypothesis of the fact holds for the new values too, by what is given."""
    match formula:
        case Every(relation, index, lower, upper):
            ends = {*lower.names, *(() if upper is None else upper.names)}
            return not (ends | (mentioned(relation) - about(index, known))) & changed
        case Term(_, place, value):
            return not {*place.names, *value.names} & changed
        case Words():
            return False  # words may speak of any symbol
    if not mentioned(formula) & changed:
        return True
    match formula:
        case Relation():
            return is_manifest(shifted_relation(formula, values, known), given)
        case Whole(name):
            return name in values and is_whole(values[name], given)
        case Power(_, _, index):
            return index in values and is_whole(values[index], given)
        case Terms(_, _, index, start, first) | Recursive(_, index, start, first, _):
            whole = index in values and is_whole(values[index], given)
            others = mentioned(formula) - about(index, known) | set(first.names)
            return whole and not others & changed and is_manifest(at_least(values[index], start), given)
        case _:
            return False


def _stays_nonzero(
    polynomial: Expression, values: dict[str, Expression], known: tuple[Formula, ...], given: tuple[Formula, ...]
) -> bool:
    there = shifted(polynomial, values, known)
    powers = {item.name for item in formulas(given, Power)} | {item.base for item in formulas(given, Power)}
    return all(
        str(factor) in powers or any(is_manifest(greater(side), given) for side in (factor, -factor))
        for factor in there.factors()
    ) and bool(there != 0)


def telescoping(request: asked.Telescoping, declared: tuple[Hypothesis, ...]) -> Result:
    """sum_{j=l}^{u} f(j) = F(u+1) - F(l), if F(j+1) - F(j) = f(j) identically, l, u integers, u >= l - 1."""
    total, f = request.formula, request.antidifference
    if type(total) is not Sum or type(f) is not Expression:
        raise ProofError(f"expected a sum and an expression, got {total}", "sum")
    given = tuple(fact.formula for fact in request.given)
    j, lower, upper = total.index, total.lower, total.upper
    bound = _sum_names(total, given, declared)
    if bound & {*lower.names, *upper.names, *total.value.names}:
        raise ProofError(f"{j} and its powers may occur only inside the sum", "sum")
    for part in (total.summand, f):
        if any(set(factor.names) & bound and str(factor) not in bound - {j} for factor in part.denominator.factors()):
            raise ProofError(f"the denominator of {part} may vanish for some {j}", "sum")
    if Whole(j) not in given or not all(is_whole(end, given) for end in (lower, upper)):
        raise ProofError(f"{j}, {lower} and {upper} have to be integers", "sum")
    if not is_manifest(at_least(upper, lower - 1), given):
        raise ProofError(f"{upper} >= {lower} - 1 is not shown", "sum")
    step = shifted(f, {j: indeterminate(j) + 1}, given) - f
    if step != total.summand:
        raise ProofError(f"F({j} + 1) - F({j}) = {step} is not the summand {total.summand}", "sum")
    found = shifted(f, {j: upper + 1}, given) - shifted(f, {j: lower}, given)
    if found != total.value:
        raise ProofError(f"the sum is {found}, not {total.value}", "sum")
    require_definitions((j,), f.names, given, declared)
    return total, request.given, frozenset()


def sum_of_positives(request: asked.SumOfPositives, declared: tuple[Hypothesis, ...]) -> Result:
    """sum_{j=l}^{u} f(j) >= 0, if f(j) >= 0 is manifest for l <= j <= u; > 0, if f(j) > 0 is, and u >= l."""
    total, given = sum_of(request.sum), tuple(fact.formula for fact in request.given)
    if request.strict is not False and not is_manifest(at_least(total.upper, total.lower), given):
        raise ProofError(f"the sum may be empty: {total.upper} >= {total.lower} is not shown", "sum")
    _sum_names(total, given, declared)
    j = indeterminate(total.index)
    sign = ">= 0" if request.strict is False else "> 0"
    bounds = (at_least(j, total.lower), at_least(total.upper, j))
    manifest(Relation(total.summand, constant(0), sign), (*bounds, *given))  # type: ignore[arg-type]
    return Relation(total.value, constant(0), sign), (request.sum, *request.given), frozenset()  # type: ignore[arg-type]


def _sum_names(total: Sum, given: tuple[Formula, ...], declared: tuple[Hypothesis, ...]) -> frozenset[str]:
    """The symbols that depend on the index: it and its powers. Nothing else in the sum may."""
    bound = about(total.index, given)
    sequences: list[Terms | Recursive] = [*formulas(given, Terms), *formulas(given, Recursive)]
    if any(item.index == total.index for item in sequences):
        raise ProofError(f"{total.index} is the index of a sequence", "sum")
    require_definitions((total.index,), total.summand.names, given, declared)
    for formula in given:
        if isinstance(formula, Relation) and mentioned(formula) & bound:
            raise ProofError(f"{formula}: the index {total.index} has only the bounds of the sum", "sum")
    for item in declared:
        if isinstance(item.formula, Relation) and item.formula.sign == "= 0" and total.index in mentioned(item.formula):
            raise ProofError(f"{item.name}: an equation about the index of a sum", "sum")
    return bound


def closed_form(request: asked.ClosedForm, declared: tuple[Hypothesis, ...]) -> Result:
    """a_j = c(j), if c(start) = a_start and c(j+1) = rule(c(j)) identically, for an integer j >= start."""
    rule, closed = request.sequence.formula, _expression(request.closed)
    given = tuple(fact.formula for fact in request.given)
    if not isinstance(rule, Recursive):
        raise ProofError(f"expected a sequence, got {request.sequence.name}: {rule}", "premise")
    bound = about(rule.index, (*given, rule))
    formula = equal(indeterminate(rule.name), closed)
    require_definitions((rule.index,), {*closed.names, *mentioned(rule)}, (*given, rule), declared)
    if rule.name in closed.names or set(rule.first.names) & bound:
        raise ProofError(f"the closed form mentions {rule.name} itself, or the first term the index", "recursion")
    _require_fixed(denominators(formula) | denominators(rule), rule.index, (*given, rule))
    if not is_manifest(at_least(indeterminate(rule.index), rule.start), given):
        raise ProofError(f"{rule.index} >= {rule.start} is not shown", "recursion")
    if Whole(rule.index) not in given:
        raise ProofError(f"{rule.index} has to be an integer", "recursion")
    first = shifted(closed, {rule.index: constant(rule.start)}, given)
    following = shifted(closed, {rule.index: indeterminate(rule.index) + 1}, given)
    if first != rule.first:
        raise ProofError(f"the closed form begins with {first}, the sequence with {rule.first}", "base")
    if following != rule.rule.substitute({rule.name: closed}):
        raise ProofError(f"the closed form goes on with {following}, which is not the rule", "step")
    return formula, (request.sequence, *request.given), frozenset()


def induction(request: asked.Induction, declared: tuple[Hypothesis, ...]) -> Result:
    """P(k) >= 0, if P(start) >= 0 and P(k+1) = m P(k) + r with m, r >= 0, k >= start; > 0, if P(start), m or r is.

    What m and r rest on holds for start, ..., k - 1: it does not depend on k, or defines a symbol by k, or is an
    inequality about k alone that is shown for all of these.
    """
    formula, given = request.formula, tuple(fact.formula for fact in request.given)
    steps = tuple(part for part in (request.multiplier, request.remainder) if isinstance(part, Fact))
    k, expression, sign = indeterminate(request.index), formula.expression, formula.sign
    base, m, r = relation_of(request.base), _signed(request.multiplier), _signed(request.remainder)
    if type(formula) is not Relation or sign == "= 0" or "= 0" in (m.sign, base.sign, r.sign):
        raise ProofError("expected > or >=; equations are proved by ClosedForm or Identity", "induction")
    held = {item for fact in (request.base, *steps) for item in fact.rests_on}
    names = {name for item in held for name in mentioned(item.formula)}
    require_definitions((request.index,), names | mentioned(formula), given, declared)
    start = constant(_start(request.start))
    if base.expression != shifted(expression, {request.index: start}, given):
        raise ProofError(f"{base} is not the case {request.index} = {start} of {formula}", "base")
    if set(base.expression.names) & about(request.index, given):
        raise ProofError(f"{base} depends on {request.index}", "base")
    if shifted(expression, {request.index: k + 1}, given) != m.expression * expression + r.expression:
        raise ProofError("P(k + 1) is not m P(k) + r", "step")
    if sign == "> 0" and (base.sign != "> 0" or "> 0" not in (m.sign, r.sign)):
        raise ProofError(f"{formula}: the signs of base, multiplier and remainder show >= 0 only", "step")
    if Whole(request.index) not in given or not is_manifest(at_least(k, start), given):
        raise ProofError(f"{request.index} has to be an integer >= {start}", "induction")
    conditions = denominators(formula).union(*(fact.conditions for fact in (request.base, *steps)))
    _require_fixed(conditions, request.index, given)
    bounds = {item for fact in steps for item in fact.rests_on if not _keeps(item.formula, request.index, given)}
    for item in bounds:
        _require_before(item, k, start, given)
    kept = {item for fact in (request.base, *request.given) for item in fact.rests_on}
    return formula, (request.base, *steps, *request.given), frozenset(bounds - kept)


def _keeps(formula: Formula, index: str, given: tuple[Formula, ...]) -> bool:
    """Whether a hypothesis holds for every earlier k, too: it does not mention k, or says what a symbol is at k."""
    names = about(index, given)
    match formula:
        case Every(relation, place, lower, upper):
            ends = {*lower.names, *(() if upper is None else upper.names)}
            return not (ends | (mentioned(relation) - about(place, given))) & names
        case Term(_, place, value):
            return not {*place.names, *value.names} & names
        case Whole() | Power() | Terms() | Recursive():
            return not mentioned(formula) & names or formula in given
        case Words():
            raise ProofError(f"the step rests on words: {formula}", "step")
        case _:
            return not mentioned(formula) & names


def _require_before(item: Hypothesis, k: Expression, start: Expression, given: tuple[Formula, ...]) -> None:
    """An inequality about k alone, true from `start` on or, as it falls with k, for all places before k."""
    relation, names = item.formula, about(str(k), given)
    if not isinstance(relation, Relation) or relation.sign == "= 0" or mentioned(relation) & names != {str(k)}:
        raise ProofError(f"the step rests on {item.name} ({relation})", "step")
    if is_manifest(relation, (at_least(k, start),)):
        return
    before = relation.substitute({str(k): k - 1})
    falling = (before.expression - relation.expression).as_fraction()
    if falling is None or falling < 0 or not is_manifest(before, given):
        raise ProofError(f"the step rests on {item.name} ({relation}), not shown for every k before", "step")


def _require_fixed(conditions: Iterable[Expression], index: str, given: tuple[Formula, ...]) -> None:
    """A denominator that depends on the index by a power only, and so vanishes at none of its values."""
    names, powers = about(index, given), {power.name for power in formulas(given, Power)}
    for polynomial in conditions:
        if set(polynomial.names) & names and str(polynomial) not in powers:
            raise ProofError(f"the denominator {polynomial} may vanish for some {index}", "denominator")


def _signed(part: object) -> Relation:
    """A fact as its relation, a number >= 0 as a relation too. Raises: ProofError."""
    if isinstance(part, Fact):
        return relation_of(part)
    if type(part) is not int or part < 0:
        raise ProofError(f"expected a fact or an integer >= 0, got {part!r}", "step")
    return greater(part) if part > 0 else at_least(part)


def _start(value: object) -> int:
    if type(value) is not int:
        raise ProofError(f"start: expected an integer, got {value!r}", "induction")
    return value


def _expression(value: object) -> Expression:
    if type(value) not in (Expression, Fraction, int):
        raise ProofError(f"expected an expression or an exact number, got {value!r}", "substitution")
    return operand_of(value)


def require_definitions(
    indices: Iterable[str], names: Iterable[str], given: Iterable[Formula], declared: tuple[Hypothesis, ...]
) -> None:
    """Every symbol among the names that depends on one of the indices by the proof's hypotheses does by what is given.

    Raises: ProofError.
    """
    moved, known = set(indices), {name for formula in given for name in defined(formula)}
    for item in declared:
        depends = any(defined(item.formula) & (about(index, (item.formula,)) - {index}) for index in moved)
        missing = defined(item.formula) & set(names) - known
        if depends and missing:
            raise ProofError(f"{', '.join(sorted(missing))}: cite {item.name}, which defines it", "definition")


RULES: MappingProxyType[type, Any] = MappingProxyType(
    {
        asked.Instance: instance,
        asked.Telescoping: telescoping,
        asked.SumOfPositives: sum_of_positives,
        asked.ClosedForm: closed_form,
        asked.Induction: induction,
    }
)
