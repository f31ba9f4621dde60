"""Dominating pairs in both directions, with their products, their privacy and their neighboring relation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from flint import arb, fmpq

from dpexact.certificates.certificate import Certificate
from dpexact.composition.certified import certificate_for_delta, certificate_of, refutation_of
from dpexact.composition.loss import PrivacyLoss, at_any_factor, exponential, from_one, numbered
from dpexact.composition.rounded import GridRule
from dpexact.composition.written import Law
from dpexact.errors import IncompatibleFieldsError, ParameterError, UndecidedError, need
from dpexact.numbers.balls import BallRule, WorkingPrecision
from dpexact.numbers.enclosure import START_BITS, Enclosure, still, with_bounds
from dpexact.numbers.epsilon import claimed_factor, probability
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt

Size = Exact | Enclosure | float
Bound = Any  # a size, or a rule of its bounds
Numbered = Callable[[PrivacyLoss, float | None], Bound]
ANY, POISSON, REPLACE = "any", "add or remove one record", "replace one record"  # neighboring relations
ONE_LEVEL = "exactly one of exp_epsilon, epsilon and delta"
Direction = Literal["remove", "add", "both", "undecided"]
TURNED: dict[Direction, Direction] = {"remove": "add", "add": "remove", "both": "both", "undecided": "undecided"}


@need.made_by("gaussian(sigma), laplace(scale) and their kin, or parse_composition(text)", remove=PrivacyLoss)
@dataclass(frozen=True, repr=False)
class DominatingPair:
    """Both directions of a composition of laws of noise, `.remove` and `.add`, each a PrivacyLoss.

    `a * b` composes two, `a ** k` takes one k times. `laws` are the laws by their names, as a certificate writes them.

    >>> from dpexact.composition import gaussian
    >>> runs = gaussian(sigma=4, rate="1/100") ** 10000
    >>> found = runs.delta(epsilon="1.26")
    >>> 3.5e-8 < float(found.lower) <= float(found.upper) < 3.8e-8, runs.direction(epsilon="1.26")
    (True, 'remove')
    """

    remove: PrivacyLoss
    laws: tuple[tuple[Law, int], ...] | None = field(default=None, compare=False, repr=False)
    instance: DominatingPair | None = field(default=None, compare=False, repr=False)  # gives away no more, of a bound

    def __str__(self) -> str:
        """Write the composition with all names of its laws, so that `parse_composition` reads it again."""
        return self._written(str)

    def __repr__(self) -> str:
        """Write the composition as `str` does, with long lists of probabilities cut."""
        return self._written(repr)

    def _written(self, text: Callable[[Law], str]) -> str:
        if not self.laws:
            return f"DominatingPair(remove={self.remove!r})"
        counted = gathered_laws(self.laws)
        return " * ".join(text(law) if count == 1 else f"{text(law)}**{count}" for law, count in counted)

    def __mul__(self, other: object) -> DominatingPair:
        """Compose both, independently."""
        if not isinstance(other, DominatingPair):
            return NotImplemented
        self.require_relation(other.relation)
        known = None if self.laws is None or other.laws is None else (*self.laws, *other.laws)
        bound = self.is_bound or other.is_bound
        instance = (self.instance or self) * (other.instance or other) if bound else None
        return DominatingPair(self.remove * other.remove, known, instance)

    def __pow__(self, count: object) -> DominatingPair:
        """Compose it with itself `count` times, independently (0 gives nothing away). Raises ParameterError."""
        times = need.integer(count, "count", 0)
        known = None if self.laws is None else tuple((law, times * once) for law, once in self.laws)
        instance = self.instance**times if self.instance is not None and times else None
        return DominatingPair(self.remove**times, known, instance)

    @cached_property
    def add(self) -> PrivacyLoss:
        """The loss in the other direction, if a record is added."""
        return self.remove.reversed()

    def delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact | Enclosure:
        """Return the least delta at E > 0 or at math.inf, the larger one of both directions.

        The answer is exact, or an enclosure, at most 5 percent or 10^-30 wide at first, unless that is too much work.
        If a law is a bound (`is_bound`), the lower bound is that of an instance, or 0, also for the least epsilon.
        Raises ParameterError, and TooLargeError and UndecidedError as `PrivacyLoss.delta`.
        """
        return at_any_factor(self._delta, self._delta, exp_epsilon, epsilon)

    def _delta(self, factor: object) -> Size:
        delta: Size = largest(self._ways, lambda loss, step: loss.delta_rule(factor, step))
        return self._from(lambda pair: pair.delta(factor), delta)

    def exp_epsilon(self, delta: object) -> Size:
        """Return the least E >= 1 for a delta, or math.inf. Exactness and errors are those of `epsilon`."""
        first, second = (loss.known_factor(delta) for loss in (self.remove, self.add))
        if first is None or second is None:
            return exponential(self.epsilon(delta))
        return self._from(lambda pair: pair.exp_epsilon(delta), larger(first, second))

    @property
    def largest_ratio(self) -> Exact | None:
        """The largest ratio of both directions where both masses are positive, if a field holds it."""
        first, second = self.remove.largest_ratio, self.add.largest_ratio
        return None if first is None or second is None else max(first, second)

    def epsilon(self, delta: object) -> Enclosure | float:
        """Return the least epsilon >= 0 for a delta, or math.inf if there is none.

        The answer is an enclosure whose first bounds are at most 1 percent or 10^-6 apart, if the work allows it.
        Raises ParameterError, and TooLargeError and UndecidedError as `PrivacyLoss.epsilon`.
        """
        epsilon: Size = largest(self._ways, lambda loss, step: loss.epsilon_rule(delta, step))
        return self._from(lambda pair: pair.epsilon(delta), epsilon)  # type: ignore[return-value]

    def direction(self, exp_epsilon: object = None, *, epsilon: object = None, delta: object = None) -> Direction:
        """Return the direction with the larger delta at E, or the larger epsilon at a delta.

        It is "both" if they are the same by symmetry or equal, "undecided" if the first bounds do not tell them apart.
        Raises ParameterError unless exactly one of the three is given, and as `delta` and `epsilon`.
        """
        if delta is None:
            below, factor = from_one(exp_epsilon, epsilon)
            known = claimed_factor(factor)
            direction = self._direction(lambda loss, step: loss.delta_rule(known, step))
            return TURNED[direction] if below else direction
        if exp_epsilon is not None or epsilon is not None:
            raise ParameterError("delta and another one", place="direction", expected=ONE_LEVEL)
        allowed = probability(delta, "delta")
        return self._direction(lambda loss, step: loss.epsilon_rule(allowed, step))

    def certificate(self, exp_epsilon: object = None, *, epsilon: object = None, delta: object = None) -> Certificate:
        """Return a certificate for the kernel that the composition keeps a delta at E for all events, both ways.

        At an E or an epsilon, the delta is at least the least one, and about 1 percent more. For a delta, the epsilon
        is the upper bound of the least one, rounded up to six digits (a little more if too little is proved there).
        `certificate.statement` says both. For an E < 1 it says delta' at 1/E, so that both directions keep delta =
        1 - E + E delta' at E, by the complements of the events.

        Reference: docs/certificate-format.md, "Compositions".
        Raises ParameterError for an infinite E or irrational parameters, TooLargeError.
        """
        runs = self.runs()
        if delta is None:
            return certificate_of(runs, claimed_factor(from_one(exp_epsilon, epsilon)[1]))
        if exp_epsilon is not None or epsilon is not None:
            raise ParameterError("delta and another one", place="certificate", expected=ONE_LEVEL)
        allowed = probability(delta, "delta")
        least = self.epsilon(allowed)
        if isinstance(least, float):
            message = f"no epsilon is enough for delta = {excerpt(str(allowed))}"
            raise ParameterError(message, place="certificate", remedy="give a larger delta")
        return certificate_for_delta(runs, least.upper, allowed)

    def refutation(self, exp_epsilon: object = None, *, epsilon: object = None, delta: object) -> Certificate:
        """Return a certificate for the kernel that the composition does not keep delta at E, in one direction.

        For an E < 1 it refutes 1 - (1 - delta)/E at 1/E, or 0 if that is less, in the direction of the complements.

        Reference: docs/certificate-format.md, "Refuted compositions".
        Raises the errors of `certificate`, and UndecidedError with the bounds if no violation is shown.
        """
        (below, factor), allowed = from_one(exp_epsilon, epsilon), probability(delta, "delta")
        factor = claimed_factor(factor)
        if not isinstance(factor, Exact):
            raise ParameterError("infinity", place="exp_epsilon", expected="a finite E")
        if self.is_bound:
            raise UndecidedError("a law gives away at most what its pair does, so that no violation is shown")
        if below:
            allowed = max(exact(0), 1 - (1 - allowed) * factor)
        runs = self.runs()
        for added, loss in ((False, self.remove), (True, self.add)):
            if Enclosure.of(loss.delta(factor)).upper > allowed:
                with suppress(UndecidedError):
                    return refutation_of(runs, factor, allowed, added=added)
        bounds = Enclosure.of(self.delta(exp_epsilon, epsilon=epsilon))
        message = "it is not shown that this delta is not kept"
        raise UndecidedError(message, lower=bounds.lower, upper=bounds.upper, remedy="name a smaller delta")

    def runs(self) -> list[tuple[Law, int]]:
        """Return the laws that give something away, with their counts, as certificates have them."""
        if self.laws is None:
            remedy = "make the pair with gaussian(sigma) and its kin"
            raise ParameterError("expected laws by their names", place="certificate", remedy=remedy)
        return [(law, count) for law, count in gathered_laws(self.laws) if count and law.source is not None]

    @property
    def is_bound(self) -> bool:
        """Return whether a law may give away less than its pair, so that a smaller number is not refuted."""
        return self.instance is not None

    def _from(self, number: Callable[[DominatingPair], Size], bound: Size) -> Size:
        """Return a number or, of a bound, the enclosure from that of the instance. Raises UndecidedError."""
        if self.instance is None:
            return bound
        least = number(self.instance)
        if isinstance(least, float):
            return least
        if isinstance(bound, float):
            raise UndecidedError("the pair has no bound here, and its law may give away less")
        return still(Enclosure.of(least).lower, Enclosure.of(bound).upper)

    @property
    def relation(self) -> str:
        """The neighboring relation for which the pair dominates, "any" if it does for every one."""
        several = {law.relation for law, _ in self.laws or ()} - {ANY}
        return several.pop() if several else ANY

    def require_relation(self, relation: str) -> None:
        """Raise ParameterError if the pair dominates for another neighboring relation only."""
        if ANY not in (relation, self.relation) and relation != self.relation:
            came, expected = f"{self.relation!r} and {relation!r}", "laws of one neighboring relation"
            remedy = "compose laws of the same relation; a law without a sample holds for that of its sensitivity"
            raise ParameterError(came, place="relation", expected=expected, remedy=remedy)

    def for_relation(self, relation: str) -> DominatingPair:
        """Return the pair for this neighboring relation only, in which its sensitivity is."""
        self.require_relation(need.one_of(relation, (POISSON, REPLACE), "relation"))
        return replace(self, laws=self.laws and tuple((replace(law, relation=relation), n) for law, n in self.laws))

    @cached_property
    def _ways(self) -> list[PrivacyLoss]:
        """The losses of both directions, or one of them if they are the same."""
        return [self.remove] if dict(self.remove.factors) == dict(self.add.factors) else [self.remove, self.add]

    def _direction(self, number: Callable[[PrivacyLoss, float | None], Size | GridRule]) -> Direction:
        if len(self._ways) == 1:
            return "both"
        first = number(self.remove, None)
        second = number(self.add, first.first if isinstance(first, GridRule) else None)
        order = order_of(first, second)
        if order is None:
            order = order_of(numbered(first), numbered(second))
        return "undecided" if order is None else "remove" if order > 0 else "add" if order < 0 else "both"


def gathered_laws(laws: tuple[tuple[Law, int], ...]) -> list[tuple[Law, int]]:
    """Count equal laws together."""
    counts: dict[Law, int] = {}
    for law, count in laws:
        counts[law] = counts.get(law, 0) + count
    return list(counts.items())


NOTHING = DominatingPair(PrivacyLoss(()))  # is given away if P and Q are one law


def largest(losses: Iterable[PrivacyLoss], number: Numbered) -> Bound:
    """Return the largest number of several losses.

    `number` takes a loss, and the first step of the largest one so far for a coarser first look at this one.
    """
    first, *others = losses
    best = number(first, None)
    for loss in others:
        if isinstance(best, float):
            break
        best = larger(best, number(loss, best.first if isinstance(best, GridRule) else None))
    return numbered(best)


def larger(first: Bound, second: Bound) -> Bound:
    """Return the larger one, without refining one that is certainly smaller, or an enclosure of both if none is."""
    order = order_of(first, second)
    if order is None:
        first = numbered(first)
        order = order_of(first, second)
    if order is not None:
        return first if order >= 0 else second
    enclosure, other = Enclosure.of(first), Enclosure.of(numbered(second))
    rule = BallRule(arb.max, (enclosure.rule, other.rule))
    return with_bounds(rule, max(enclosure.lower, other.lower), max(enclosure.upper, other.upper))


def order_of(first: Bound, second: Bound) -> int | None:
    """Return -1, 0 or 1 if the known bounds show the order, else None."""
    if isinstance(first, float) or isinstance(second, float):
        return int(isinstance(first, float)) - int(isinstance(second, float))
    if isinstance(first, Exact) and isinstance(second, Exact):
        try:
            return int(first > second) - int(first < second)
        except IncompatibleFieldsError:
            return None
    (low, high), (other_low, other_high) = _bounds(first), _bounds(second)
    if low == other_high and high == other_low:  # balls of width 0, so that all four bounds are one number
        return 0
    if low > other_high:
        return 1
    return -1 if high < other_low else None


def _bounds(size: Exact | Enclosure | GridRule) -> tuple[Any, Any]:
    """Return balls around the known bounds."""
    if isinstance(size, GridRule):
        return size.best
    sure = Enclosure.of(size)
    with WorkingPrecision(2 * START_BITS):
        low, high = (arb(fmpq(end.numerator, end.denominator)) for end in (sure.lower, sure.upper))
        return low, high
