"""Evidence: what a step asks the core to accept. Plain data; nothing here checks anything or is trusted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from dpexact.proving.expression import Expression, constant, indeterminate
from dpexact.proving.formula import Power, Relation, Sum, formulas
from dpexact.proving.shifting import shifted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.proving.fact import Fact


@dataclass(frozen=True)
class Identity:
    """Both sides are the same, after the given equations have been put in (`core.identity`).

    Other facts among `given`, such as sums, are those whose values stand in the formula.
    """

    formula: Relation
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Manifest:
    """With every indeterminate written as its bound plus a slack, all coefficients have one sign (`core.manifestly`).

    `given`: the bounds, relations in which one indeterminate is linear with a number as coefficient, used in this
    order; and powers, which are at least 1 where base and exponent allow it.
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
    equation among its factors is 0 and may contain polynomials of any sign. `given`: equations to put in first, and
    the sums whose values stand in the formula.
    """

    formula: Relation
    products: tuple[tuple[Fact | Over | Expression | Fraction | int, ...], ...]
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Instance:
    """A fact for other values, such as k + 1 in place of k (`sequences.instance`).

    Powers and terms of sequences change with their index. For a hypothesis `every(...)`, the relation at a place
    within its bounds; {"i": i} is a place too.
    """

    fact: Fact
    values: Mapping[str, Expression | Fraction | int]
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Telescoping:
    """The sum of f(j) for j = lower, ..., upper is F(upper + 1) - F(lower) (`sequences.telescoping`).

    `given`: that the index and the indeterminates of the bounds are integers, the powers, and what shows
    upper >= lower - 1.
    """

    formula: Sum
    antidifference: Expression
    given: tuple[Fact, ...]


@dataclass(frozen=True)
class SumOfPositives:
    """The value of a sum is > 0 (or >= 0), because every summand manifestly is (`sequences.sum_of_positives`)."""

    sum: Fact
    given: tuple[Fact, ...]
    strict: bool = True


@dataclass(frozen=True)
class ClosedForm:
    """A sequence given by its first value and a rule is `closed` (`sequences.closed_form`)."""

    sequence: Fact
    closed: Expression
    given: tuple[Fact, ...]


@dataclass(frozen=True)
class Induction:
    """P(k) > 0 or P(k) >= 0 for every integer k >= start: P(k+1) = m P(k) + r (`sequences.induction`).

    `base`: P(start) > 0 (or >= 0); `multiplier`: m >= 0; `remainder`: r >= 0, facts or numbers; for > 0 one of m and
    r is > 0. `given`: k is an integer, k >= start, the powers of k and the sequences with index k, and upper bounds of
    k. m and r may rest on an inequality about k that holds for start, ..., k - 1 by what is given, such as k < D where
    k <= D is given.
    """

    formula: Relation
    index: str
    start: int
    base: Fact
    multiplier: Fact | int
    remainder: Fact | int
    given: tuple[Fact, ...]


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


def summed(
    summand: Expression, index: Expression, lower: Expression | int, upper: Expression | int, given: tuple[Fact, ...]
) -> Telescoping:
    """Find the value of a sum whose summand is a polynomial in the index j and in one power Y = E^j.

    With r = E^b, G_a = (j^a - r sum_{i<a} C(a, i) G_i)/(r - 1) has r G_a(j+1) - G_a(j) = j^a, so Y^b G_a is an
    antidifference of j^a Y^b; for b = 0, Faulhaber's polynomials.

    Guarantee: search; the core decides.
    """
    name, said = str(index), tuple(fact.formula for fact in given)
    powers = [power for power in formulas(said, Power) if power.exponent == name and power.name in summand.names]
    found = constant(0)
    for b in range(summand.degree(powers[0].name) + 1 if powers else 1):
        part = summand.coefficient(powers[0].name, b) if powers else summand
        factor = indeterminate(powers[0].name) ** b if powers else constant(1)
        ratio = indeterminate(powers[0].base) ** b if powers else constant(1)
        for a in range(part.degree(name) + 1):
            found = found + part.coefficient(name, a) * factor * _antidifference(index, a, ratio)
    first, last = constant(0) + lower, constant(0) + upper
    ends = [shifted(found, {name: end}, said) for end in (last + 1, first)]
    return Telescoping(Sum(summand, name, first, last, ends[0] - ends[1]), found, given)


def _antidifference(j: Expression, a: int, r: Expression) -> Expression:
    """G with r G(j+1) - G(j) = j^a."""
    if r == 1:
        lower_powers = [comb(a + 1, i) * _antidifference(j, i, r) for i in range(a)]
        return (j ** (a + 1) - sum(lower_powers, constant(0))) * Fraction(1, a + 1)
    lower_powers = [comb(a, i) * _antidifference(j, i, r) for i in range(a)]
    return (j**a - r * sum(lower_powers, constant(0))) / (r - 1)
