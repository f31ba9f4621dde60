"""Manifest signs: after every indeterminate is written as its bound plus a slack, all coefficients have one sign."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dpexact.papers.proving.expression import Expression, unchecked_indeterminate
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.papers.proving.formula import Formula, Relation, Sign

LONGEST = 200


@dataclass
class Slacks:
    """Indeterminates written in terms of slacks: numbers >= 0, or > 0 for the strict ones."""

    images: dict[str, Expression] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    strict: set[str] = field(default_factory=set)

    def apply(self, expression: Expression) -> Expression:
        """Return the expression in terms of slacks, as far as bounds are known."""
        return expression.substitute({name: self.images[name] for name in expression.names if name in self.images})

    def bound(self, relation: Relation) -> None:
        """Use a relation: an indeterminate that is linear in it, with a number as coefficient, is written by a slack.

        x >= b: x = b + s; x <= b: x = b - s. A bound of what is a slack already is used if it is higher, s = b + t
        with b >= 0, or if it is s < b: then s = b t/(1 + t). Any other relation is passed over: leaving a bound out
        can only weaken what is shown.
        """
        expression = self.apply(relation.expression)
        if relation.sign == "= 0" and not has_sign(expression.denominator, self, strict=True):
            return
        for name, image in self._images(self._bounds(expression), relation.sign):
            self.images = {other: value.substitute({name: image}) for other, value in self.images.items()}
            self.images[name] = image
            return

    def _images(self, bounds: list[tuple[str, int, Expression]], sign: Sign) -> Iterator[tuple[str, Expression]]:
        """Yield the ways to write one indeterminate by its bound, the best first.

        The slack is made when it is taken.
        """
        strict = sign == "> 0"
        if sign == "= 0":
            yield from ((name, bound) for name, _, bound in bounds)
            return
        for name, direction, bound in bounds:
            if direction > 0 and (name not in self.names or self._is_higher(name, bound, strict=strict)):
                yield name, bound + self._slack(strict=strict)
        for name, direction, bound in bounds:
            if direction < 0 and name not in self.names:
                yield name, bound - self._slack(strict=strict)
        for name, direction, bound in bounds:
            if direction < 0 and strict and name in self.names:
                t = self._slack(strict=name in self.strict)
                yield name, bound * t / (1 + t)

    def _bounds(self, expression: Expression) -> list[tuple[str, int, Expression]]:
        """(x, sign of a, b) for each indeterminate x with expression = a (x - b) for a number a; slacks come last."""
        found = []
        for name in sorted(expression.names, key=lambda name: (name in self.names, name)):
            if expression.degree(name) == 1 and name not in expression.denominator.names:
                leading = expression.coefficient(name, 1).as_fraction()
                if leading is not None:
                    found.append((name, 1 if leading > 0 else -1, expression.coefficient(name, 0) / -leading))
        return found

    def _is_higher(self, slack: str, bound: Expression, *, strict: bool) -> bool:
        """Return whether s >= bound (or >) says at least as much as what is known of the slack s."""
        needed = slack in self.strict and not strict
        return slack not in bound.names and has_sign(bound, self, strict=needed)

    def _slack(self, *, strict: bool) -> Expression:
        name = f"~{len(self.names)}"  # no name of a user's indeterminate begins with this
        self.names.add(name)
        if strict:
            self.strict.add(name)
        return unchecked_indeterminate(name)


def manifest(relation: Relation, given: Iterable[Formula]) -> None:
    """Show a relation by the signs of coefficients. The bounds are used in the order in which they are given.

    An equation is shown by putting the given equations in.

    Raises: ProofError, with the polynomial whose coefficients have no common sign.
    """
    slacks = slacks_of(given)
    if relation.sign == "= 0":
        difference = slacks.apply(relation.expression)
        if difference != 0:
            raise ProofError(f"{_short(relation)}: the sides differ by {_short(difference)}", "identity")
        return
    expression = relation.expression
    below = _sign(slacks.apply(expression.denominator), slacks, relation, strict=True)
    above = _sign(slacks.apply(expression.numerator), slacks, relation, strict=relation.sign == "> 0")
    if below * above < 0:
        raise ProofError(f"{_short(relation)}: the sign is the opposite one", "positivity")


def is_manifest(relation: Relation, given: Iterable[Formula]) -> bool:
    """Return whether `manifest` shows the relation."""
    try:
        manifest(relation, given)
    except ProofError:
        return False
    return True


def slacks_of(given: Iterable[Formula]) -> Slacks:
    """Return the indeterminates in terms of slacks; formulas without bounds are passed over."""
    slacks = Slacks()
    for relation in relations(given):
        slacks.bound(relation)
    return slacks


def has_sign(value: Expression, slacks: Slacks, *, strict: bool = False) -> bool:
    """Return whether an expression in slacks is >= 0 (or > 0) by the signs of its coefficients."""
    below, above = value.denominator, value.numerator
    return _has_coefficients(below, slacks, strict=True) and _has_coefficients(above, slacks, strict=strict)


def _has_coefficients(polynomial: Expression, slacks: Slacks, *, strict: bool) -> bool:
    if not set(polynomial.names) <= slacks.names or any(coefficient < 0 for _, coefficient in polynomial.terms()):
        return False
    return not strict or any(set(monomial) <= slacks.strict for monomial, _ in polynomial.terms())


def _sign(value: Expression, slacks: Slacks, relation: Relation, *, strict: bool) -> int:
    """1 or -1 for an expression that is >= 0 or <= 0 (or > 0, < 0) by its coefficients. Raises: ProofError."""
    for sign in (1, -1):
        if has_sign(sign * value, slacks, strict=strict):
            return sign if value != 0 else 0
    free = sorted(set(value.names) - slacks.names)
    if free:
        raise ProofError(f"{_short(relation)}: no bound is given for {', '.join(free)}", "positivity")
    wanted = "non-zero" if strict else "zero or more"
    message = (
        f"{_short(relation)}: with the bounds put in, the coefficients of {_short(value)} should have one sign "
        f"and show that it is {wanted}"
    )
    raise ProofError(message, "positivity")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."
