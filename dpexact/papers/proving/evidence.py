"""Evidence: what a step asks the core to accept. Plain data; nothing here checks anything or is trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.papers.proving.expression import Expression
    from dpexact.papers.proving.fact import Fact
    from dpexact.papers.proving.formula import Relation


@dataclass(frozen=True)
class Identity:
    """Both sides are the same, after the given equations have been put in (`core.identity`)."""

    formula: Relation
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """With every indeterminate written as its bound plus a slack, all coefficients have one sign (`core.manifestly`).

    `given`: the bounds, relations in which one indeterminate is linear with a number as coefficient, in their order.
    """

    formula: Relation
    given: tuple[Fact, ...]


@dataclass(frozen=True)
class Over:
    """1/f in a product, for a fact f > 0."""

    fact: Fact


@dataclass(frozen=True)
class Combination:
    """left - right is a sum of products of things whose sign is known (`core.combination`).

    Each product is a tuple of factors: a fact (its left - right), `Over` a fact, or a number >= 0. A product with an
    equation among its factors is 0 and may contain polynomials of any sign. `given`: equations to put in first.
    """

    formula: Relation
    products: tuple[tuple[Fact | Over | Expression | Fraction | int, ...], ...]
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Exhaustive:
    """The predicate is True for every choice from the domain, which the core enumerates (`finite.exhaustive`).

    `domain`: {argument: list, tuple or range}; the predicate gets one keyword argument for each.
    """

    text: str
    domain: Mapping[str, Sequence[Any]]
    predicate: Callable[..., bool]
    premises: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Counterexample:
    """An instance that meets every condition of a printed statement and makes its conclusion false.

    See `finite.counterexample`.
    """

    text: str
    instance: Mapping[str, Any]
    conditions: Callable[..., bool]
    conclusion: Callable[..., bool]
    premises: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Compared:
    """left < right, <=, =, !=, > or >=, for numbers that are exact or enclosed (`finite.compared`)."""

    left: Any
    relation: str
    right: Any
    premises: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Certified:
    """A certificate that the kernel accepts, of this kind, about this mechanism and relation (`finite.certified`)."""

    certificate: Certificate
    kind: str
    mechanism: Mechanism
    neighbors: NeighborGraph
    premises: tuple[Fact, ...] = ()
