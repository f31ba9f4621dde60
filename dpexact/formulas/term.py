"""Term: an expression of the formula language as a tree; `grammar` reads it, `exactly` and `balls` evaluate it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class Term:
    """A node: what it is, what is below it, and where it began in the text (for messages).

    kind       below                       name
    "numeral"  -                           the rational is `value`
    "name"     -                           of a parameter or a bound variable
    "pi"       -
    "neg"      a                           -a
    "inverse"  a                           1/a
    "+", "*"   two or more
    "**"       a, b
    "call"     arguments                   the function
    "sum"      term, from, to              the bound variable
    "root"     expression, low, high       the bound variable
    """

    kind: str
    below: tuple[Term, ...] = ()
    name: str = ""
    value: Any = None  # an fmpq
    place: int = field(default=0, compare=False)

    def nodes(self) -> Iterator[Term]:
        """Itself and everything below it."""
        pending = [self]
        while pending:
            term = pending.pop()
            yield term
            pending.extend(term.below)

    def free_names(self) -> frozenset[str]:
        """The names that no sum and no root inside it binds."""
        if self.kind == "name":
            return frozenset({self.name})
        if self.kind in ("sum", "root"):
            inner, *bounds = (term.free_names() for term in self.below)
            return (inner - {self.name}).union(*bounds)
        return frozenset().union(*(term.free_names() for term in self.below))

    def substituted(self, terms: Mapping[str, Term]) -> Term:
        """With closed terms for free names."""
        if self.kind == "name":
            return terms.get(self.name, self)
        below = tuple(term.substituted(terms) for term in self.below)
        if self.kind in ("sum", "root"):
            inner = {name: term for name, term in terms.items() if name != self.name}
            below = (self.below[0].substituted(inner), *below[1:])
        return replace(self, below=below) if below != self.below else self
