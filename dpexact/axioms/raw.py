"""RawPredicate: a predicate q(a, b) that is just given, as a finite set of pairs or as a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from dpexact.errors import ParameterError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.parameters import probability

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.numbers.exact import Exact


@dataclass(frozen=True)
class RawPredicate:
    """The pairs (a, b) that are allowed, nothing else known: no M, no convexity.

    Guarantee: exact, as far as the function is. Raises: ParameterError.
    """

    pairs: frozenset[tuple[Exact, Exact]] | None = None
    function: Callable[[Exact, Exact], bool] | None = None

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[object, object]]) -> RawPredicate:
        """Exactly these pairs are allowed."""
        return cls(frozenset((probability(a, "pairs"), probability(b, "pairs")) for a, b in pairs))

    @classmethod
    def of_function(cls, function: Callable[[Exact, Exact], bool]) -> RawPredicate:
        """The pairs for which the function says True; it has to say True or False."""
        if not callable(function):
            message = f"function: expected a function of a and b, got {value_excerpt(function)}"
            raise ParameterError(message)
        return cls(None, function)

    @property
    def convex(self) -> bool:
        """Not known to be."""
        return False

    def upper(self, a: object) -> NoReturn:
        """Raises: ParameterError; there is no M."""
        message = (
            f"upper: the pairs of a RawPredicate are just given, it has no M (asked at {value_excerpt(a)}); use .allows"
        )
        raise ParameterError(message)

    lower = inverse = upper

    def allows(self, a: Exact, b: Exact) -> bool:
        """Whether the pair is allowed. Raises: ParameterError for a function that says neither True nor False."""
        if self.function is None:
            return self.pairs is not None and (a, b) in self.pairs
        said = self.function(a, b)
        if type(said) is not bool:
            message = f"function: expected True or False for ({a}, {b}), got {value_excerpt(said)}"
            raise ParameterError(message)
        return said
