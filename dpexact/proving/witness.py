"""Witnesses: values of all symbols for which the hypotheses of a step hold at once, so that it says something.

From hypotheses that contradict each other everything follows. The values are found by a search that nobody trusts, or
offered by the proof; `_Model.satisfies` checks them exactly.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from dpexact.errors import DPExactError
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import (
    Every,
    Power,
    Recursive,
    Relation,
    Term,
    Terms,
    Whole,
    Words,
    formulas,
    mentioned,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpexact.proving.expression import Expression
    from dpexact.proving.fact import Fact
    from dpexact.proving.formula import Formula

Witness = dict[str, Fraction | int]

WHOLE = (2, 1, 3, 0, 4, 5, 6, -1)
REAL = tuple(map(Fraction, ("2", "1/2", "1", "0", "3", "1/4", "1/10", "3/4", "1/3", "1/100", "4", "10", "-1", "-1/2")))
MAX_TRIES = 500
FEW_TRIES = 200
MAX_EXPONENT = 100
MAX_PLACES = 1000


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
    """Whether all formulas hold at these values and no condition is 0.

    Guarantee: exact. A term of a sequence of which the values do not speak is the nearest one before of which they do.
    """
    known = tuple(said)
    names = {name for formula in known for name in mentioned(formula)}.union(*(c.names for c in conditions))
    model = _Model({name: Fraction(value) for name, value in values.items()}, known)
    try:
        return (
            names <= set(values)
            and all(model.value(polynomial) != 0 for polynomial in conditions)
            and all(model.holds(formula) for formula in known)
        )
    except (DPExactError, ZeroDivisionError, KeyError, _NoValueError):
        return False


class _NoValueError(Exception):
    """Something has no value at these values."""


@dataclass
class _Model:
    """The symbols at some values, and the sequences that these begin."""

    values: dict[str, Fraction]
    said: tuple[Formula, ...]
    known: dict[tuple[str, int], Fraction] = field(default_factory=dict)

    def value(self, expression: Expression, values: dict[str, Fraction] | None = None) -> Fraction:
        """The value of an expression. Raises: _NoValueError."""
        found = expression.substitute(dict(self.values if values is None else values)).as_fraction()
        if found is None:
            raise _NoValueError
        return found

    def integer(self, expression: Expression) -> int:
        """The value, an integer. Raises: _NoValueError."""
        value = self.value(expression)
        if value.denominator != 1:
            raise _NoValueError
        return int(value)

    def holds(self, formula: Formula) -> bool:
        """Whether a hypothesis holds."""
        match formula:
            case Relation():
                return self.relation(formula, self.values)
            case Whole(name):
                return self.values[name].denominator == 1
            case Power(name, base, exponent):
                return self.power(base, exponent, self.values) == self.values[name]
            case Terms(name, following, index, start, first):
                place = self.values[index]
                if place.denominator != 1 or place < start:
                    return False
                here = int(place)
                ends = ((start, self.value(first)), (here, self.values[name]), (here + 1, self.values[following]))
                return all(self.term(formula, at) == value for at, value in ends)
            case Recursive(name, index, start, _, _):
                place = self.values[index]
                fits = place.denominator == 1 and start <= place <= start + MAX_PLACES
                return fits and self.term(formula, int(place)) == self.values[name]
            case Term(name, place, value):
                sequence = next((item for item in self.sequences() if item.name == name), None)
                if sequence is None:
                    raise _NoValueError
                return self.term(sequence, self.integer(place)) == self.value(value)
            case Every():
                return self.every(formula)
            case Words():
                return True
            case _:
                return False

    def relation(self, formula: Relation, values: dict[str, Fraction]) -> bool:
        """Whether a relation holds; both sides have to have a value."""
        gap = self.value(formula.left, values) - self.value(formula.right, values)
        return {"= 0": gap == 0, "> 0": gap > 0, ">= 0": gap >= 0}[formula.sign]

    def sequences(self) -> list[Terms | Recursive]:
        """All that is said to be a term of a sequence."""
        return [*formulas(self.said, Terms), *formulas(self.said, Recursive)]

    def power(self, base: str, exponent: str, values: dict[str, Fraction]) -> Fraction:
        """base^exponent. Raises: _NoValueError for 0 and for exponents that are no small integers."""
        number, count = values[base], values[exponent]
        if number == 0 or count.denominator != 1 or abs(count) > MAX_EXPONENT:
            raise _NoValueError
        return number ** int(count)

    def term(self, sequence: Terms | Recursive, place: int) -> Fraction:
        """The term at a place: by the rule, or the one that is fixed there or nearest before."""
        if place < sequence.start or place > sequence.start + MAX_PLACES:
            raise _NoValueError
        if isinstance(sequence, Recursive):
            return self.recursive(sequence, place)
        here = int(self.values[sequence.index])
        fixed = {sequence.start: self.value(sequence.first)}
        for item in formulas(self.said, Term):
            if item.name == sequence.name:
                fixed[self.integer(item.place)] = self.value(item.value)
        fixed |= {here: self.values[sequence.name], here + 1: self.values[sequence.following]}
        return fixed[max(at for at in fixed if at <= place)]

    def recursive(self, sequence: Recursive, place: int) -> Fraction:
        """The term at a place, from the first one on."""
        key = (sequence.name, place)
        if key not in self.known:
            value = self.value(sequence.first)
            for at in range(sequence.start, place):
                value = self.value(sequence.rule, self.at(sequence.index, at, {sequence.name: value}))
            self.known[key] = value
        return self.known[key]

    def at(self, index: str, place: int, fixed: dict[str, Fraction]) -> dict[str, Fraction]:
        """The values of the symbols when an index is at a place."""
        values = {**self.values, index: Fraction(place)}
        for power in formulas(self.said, Power):
            if power.exponent == index:
                values[power.name] = self.power(power.base, index, values)
        for item in self.sequences():
            if item.index == index and item.name not in fixed:
                values[item.name] = self.term(item, place)
                if isinstance(item, Terms):
                    values[item.following] = self.term(item, place + 1)
        return values | fixed

    def every(self, formula: Every) -> bool:
        """Whether a relation holds at every place; without an end, where it is the same from some place on."""
        first = self.integer(formula.lower)
        if formula.upper is not None:
            last = self.integer(formula.upper)
        else:
            index, names = formula.index, mentioned(formula.relation)
            grows = [item.name for item in formulas(self.said, Power) if item.exponent == index]
            grows += [item.name for item in formulas(self.said, Recursive) if item.index == index]
            if names & {index, *grows}:
                raise _NoValueError
            ends = [int(self.values[item.index]) + 2 for item in self.sequences() if item.index == index]
            last = max([first, *ends, *(self.integer(item.place) for item in formulas(self.said, Term))])
        if last - first > MAX_PLACES:
            raise _NoValueError
        return all(
            self.relation(formula.relation, self.at(formula.index, place, {})) for place in range(first, last + 1)
        )


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
    name, options = _choice(missing, said, left)
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
        model = _Model({n: Fraction(v) for n, v in values.items()}, said)
        for formula in said:
            match formula:
                case Power(name, base, exponent) if name not in values and {base, exponent} <= values.keys():
                    values[name] = model.power(base, exponent, model.values)
                case Recursive(name, index, _, _, _) if (
                    name not in values and mentioned(formula) - {name} <= values.keys()
                ):
                    with suppress(KeyError):  # the rule mentions what has no value yet
                        values[name] = model.term(formula, int(model.values[index]))
                case Terms(name, _, index, start, first) if (
                    values.get(index) == start and name not in values and set(first.names) <= values.keys()
                ):
                    values[name] = model.value(first)
                case Relation() if len(names_of(formula) - values.keys()) <= 1 and not names_of(formula) <= checked:
                    here = formula.substitute(values)
                    if here.expression.names:
                        left.append(here)
                    elif not mentioned(here) and not model.relation(here, {}):
                        raise _NoValueError
                case _:
                    pass
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
    """The symbols of a relation."""
    return mentioned(relation)


def _end(relation: Relation, name: str) -> Fraction | None:
    """The value of the one unknown for which left = right, where it is linear."""
    top = relation.expression.numerator
    if top.degree(name) != 1:
        return None
    slope, offset = (top.coefficient(name, n).as_fraction() for n in (1, 0))
    return None if not slope or offset is None else -offset / slope


def _choice(
    missing: list[str], said: tuple[Formula, ...], left: list[Relation]
) -> tuple[str, Iterator[Fraction | int]]:
    """The symbol to try next and its values: whole ones first, then those with bounds on both sides."""
    wholes = {formula.name for formula in formulas(said, Whole)}
    derived = {item.name for item in formulas(said, Power)} | {item.name for item in formulas(said, Recursive)}
    bounds = {name: _bounds(name, left) for name in missing}
    free = [name for name in missing if name not in derived] or missing
    name = min(free, key=lambda name: (name not in wholes, None in bounds[name], bounds[name] == (None, None), name))
    low, high = bounds[name]
    if name in wholes:
        return name, iter(n for n in WHOLE if (low is None or n >= low) and (high is None or n <= high))
    return name, iter(_options(low, high))


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
