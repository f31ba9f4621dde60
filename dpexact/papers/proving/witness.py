"""Witnesses: values of all symbols for which the hypotheses of a step hold at once, so that it says something.

From hypotheses that contradict each other everything follows. The values are found by a search that nobody trusts, or
offered by the proof; `satisfies` checks them exactly.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from dpexact.errors import DPExactError
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Relation, Words, mentioned, relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpexact.papers.proving.expression import Expression
    from dpexact.papers.proving.fact import Fact
    from dpexact.papers.proving.formula import Formula

Witness = dict[str, Fraction | int]

REAL = tuple(map(Fraction, ("2", "1/2", "1", "0", "3", "1/4", "1/10", "3/4", "1/3", "1/100", "4", "10", "-1", "-1/2")))
MAX_TRIES = 500
FEW_TRIES = 200


def witnesses_of(facts: Sequence[tuple[str, Fact]], offered: Iterable[Witness]) -> tuple[Witness, ...]:
    """Values for which the hypotheses hold, one for each fact or for several. Raises: ProofError if none is found."""
    candidates: list[Witness] = [_plain(values) for values in offered]
    used: list[Witness] = []
    together = tuple({item.formula for _, fact in facts for item in fact.rests_on})
    conditions = {polynomial for _, fact in facts for polynomial in fact.conditions}
    found = next((v for v in candidates if satisfies(v, together, conditions)), None)
    found = found or (None if candidates else search(together, conditions, FEW_TRIES))
    if found is not None:
        return (found,)
    for name, fact in sorted(facts, key=lambda pair: (-len(pair[1].rests_on), pair[0])):
        said = tuple(item.formula for item in fact.rests_on)
        known = next((v for v in (*used, *candidates) if satisfies(v, said, fact.conditions)), None)
        known = known or search(said, fact.conditions)
        if known is None:
            names = ", ".join(sorted(item.name for item in fact.rests_on))
            message = f"no values were found for which {names} hold together; offer some: proof.witness(E=2, ...)"
            raise ProofError(message, "witness", name)
        if known not in used:
            used.append(known)
    return tuple(used)


def _plain(values: Witness) -> Witness:
    for name, value in values.items():
        if type(value) not in (int, Fraction):
            raise ProofError(f"{name}: expected an integer or a Fraction, got {value!r}", "witness")
    return dict(values)


def satisfies(values: Witness, said: Iterable[Formula], conditions: Iterable[Expression]) -> bool:
    """Return whether all formulas hold at these values and no condition is 0; words are taken to hold.

    Guarantee: exact.
    """
    known, nonzero = tuple(said), tuple(conditions)
    names = {name for formula in known for name in mentioned(formula)}.union(*(c.names for c in nonzero))
    numbers = {name: Fraction(value) for name, value in values.items()}
    try:
        return (
            names <= set(values)
            and all(_value(polynomial, numbers) != 0 for polynomial in nonzero)
            and all(_holds(formula, numbers) for formula in known)
        )
    except (DPExactError, ZeroDivisionError, _NoValueError):
        return False


class _NoValueError(Exception):
    """Something has no value at these values."""


def _value(expression: Expression, values: dict[str, Fraction]) -> Fraction:
    """Return the value of an expression. Raises: _NoValueError."""
    found = expression.substitute(dict(values)).as_fraction()
    if found is None:
        raise _NoValueError
    return found


def _holds(formula: Formula, values: dict[str, Fraction]) -> bool:
    """Return whether a hypothesis holds; both sides of a relation have to have a value."""
    if not isinstance(formula, Relation):
        return isinstance(formula, Words)
    gap = _value(formula.left, values) - _value(formula.right, values)
    return {"= 0": gap == 0, "> 0": gap > 0, ">= 0": gap >= 0}[formula.sign]


def search(said: Iterable[Formula], conditions: Iterable[Expression], limit: int = MAX_TRIES) -> Witness | None:
    """Values for which all formulas hold, found by trying small numbers; None if none was found.

    Guarantee: search; `satisfies` decides.
    """
    known, nonzero = tuple(sorted(said, key=str)), tuple(conditions)
    names = {name for formula in known for name in mentioned(formula)}.union(*(c.names for c in nonzero))
    tries = [limit]
    return _extended({}, (), sorted(names), known, nonzero, tries)


def _extended(
    values: Witness,
    before: Iterable[str],
    names: list[str],
    said: tuple[Formula, ...],
    conditions: tuple[Expression, ...],
    tries: list[int],
) -> Witness | None:
    tries[0] -= 1
    if tries[0] < 0:
        return None
    values = dict(values)
    try:
        left = _propagated(values, before, said, conditions)
    except (DPExactError, ZeroDivisionError, _NoValueError):
        return None
    missing = [name for name in names if name not in values]
    if not missing:
        return values if satisfies(values, said, conditions) else None
    name, options = _choice(missing, left)
    for option in options:
        found = _extended({**values, name: option}, tuple(values), names, said, conditions, tries)
        if found is not None:
            return found
    return None


def _propagated(
    values: Witness, before: Iterable[str], said: tuple[Formula, ...], conditions: tuple[Expression, ...]
) -> list[Relation]:
    """Add what the formulas fix; the relations with one unknown, with the values put in. Raises: _NoValueError.

    `before`: the symbols that had values when all that mentions only these was checked.
    """
    left: list[Relation] = []
    again, checked = True, set(before)
    while again:
        again, left, fixed = False, [], len(values)
        for relation in relations(said):
            if len(names_of(relation) - values.keys()) <= 1 and not names_of(relation) <= checked:
                here = relation.substitute(values)
                if here.expression.names:
                    left.append(here)
                elif not mentioned(here) and not _holds(here, {}):
                    raise _NoValueError
        for polynomial in conditions:
            fresh = set(polynomial.names) <= values.keys() and not set(polynomial.names) <= checked
            if fresh and polynomial.substitute(values) == 0:
                raise _NoValueError
        for relation in left:
            name = relation.expression.names[0]
            if relation.sign == "= 0" and name not in values and (end := _end(relation, name)) is not None:
                values[name] = end
        again = len(values) != fixed
    return left


@lru_cache(maxsize=4096)
def names_of(relation: Relation) -> frozenset[str]:
    """Return the symbols of a relation."""
    return mentioned(relation)


def _end(relation: Relation, name: str) -> Fraction | None:
    """Return the value of the one unknown for which left = right, where it is linear."""
    top = relation.expression.numerator
    if top.degree(name) != 1:
        return None
    slope, offset = (top.coefficient(name, n).as_fraction() for n in (1, 0))
    return None if not slope or offset is None else -offset / slope


def _choice(missing: list[str], left: list[Relation]) -> tuple[str, Iterator[Fraction]]:
    """Return the symbol to try next and its values: those with bounds on both sides first."""
    bounds = {name: _bounds(name, left) for name in missing}
    name = min(missing, key=lambda name: (None in bounds[name], bounds[name] == (None, None), name))
    return name, iter(_options(*bounds[name]))


def _bounds(name: str, left: list[Relation]) -> tuple[Fraction | None, Fraction | None]:
    low: Fraction | None = None
    high: Fraction | None = None
    for relation in left:
        if relation.expression.names == (name,) and relation.expression.is_polynomial():
            end = _end(relation, name)
            slope = relation.expression.coefficient(name, 1).as_fraction()
            if end is not None and slope and slope > 0:
                low = end if low is None else max(low, end)
            elif end is not None:
                high = end if high is None else min(high, end)
    return low, high


def _options(low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    if low is not None and high is not None:
        gap = high - low
        return list(dict.fromkeys([low + gap / 2, low, high, low + gap / 10, high - gap / 10, low + gap / 3]))
    inside = [n for n in REAL if (low is None or n >= low) and (high is None or n <= high)]
    near = [low + n for n in (1, Fraction(1, 10), 0, 5)] if low is not None else []
    near += [high - n for n in (1, Fraction(1, 10), 0, 5)] if high is not None else []
    return list(dict.fromkeys([*inside, *near]))
