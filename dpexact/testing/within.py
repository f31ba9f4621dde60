"""assert_private with a tolerance: rows of floats that sum to 1 only up to rounding, none of them divided by its sum.

A float f stands for every number from (1 - t) f to (1 + t) f. For one ordered pair (i, j) and E, the sum over the
outputs of the positive parts of p - E q is largest, over all these numbers, at p = (1 + t) f_i and q = (1 - t) f_j, and
least at p = (1 - t) f_i and q = (1 + t) f_j, since each part is monotone in both. So the two extremes are divergences
of the floats as they are:

    (1 + t) D(E (1 - t) / (1 + t))   and   (1 - t) D(E (1 + t) / (1 - t)),   D(F) = sum of (f_i - F f_j)+.

The bound holds for all these numbers if and only if the first is at most delta for every pair; a pair for which the
second is above delta breaks it for all of them. Every ordered pair counts, pairs of equal floats too: they may stand
for different numbers. No event has more than 1, so that nothing breaks a delta of 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpexact import need
from dpexact.errors import IncompatibleFieldsError, MechanismError, ParameterError, TooLargeError
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import MECHANISM_REMEDY, PrivacyClaim
from dpexact.privacy.layout import EntryRows, InfiniteRows, Layout
from dpexact.privacy.verdict import levels_text
from dpexact.report.wrapping import aligned
from dpexact.testing.claimed import shown, tolerance
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held

MAX_SHOWN = 20
NAME = "assert_private"


@dataclass(frozen=True)
class Within:
    """A claim about all matrices within a tolerance of one of floats, a share of each entry."""

    claim: PrivacyClaim
    off: Exact

    def rows(self, sign: int) -> Layout:
        """Return the rows at E (1 - t)/(1 + t) for the largest divergences (sign 1), inverse for the least (-1)."""
        factor = self.claim.exp_epsilon
        if not isinstance(factor, Exact):
            return InfiniteRows.of(self.claim.mechanism)
        return EntryRows(self.claim.mechanism, factor * (1 - sign * self.off) / (1 + sign * self.off))

    def exceeding(self, sign: int) -> tuple[int, int] | None:
        """Return the first pair whose largest (1) or least (-1) divergence is above delta."""
        if self.claim.delta >= 1:
            return None
        rows, bound = self.rows(sign), self.claim.delta / (1 + sign * self.off)
        places = {label: place for place, label in enumerate(self.claim.mechanism.inputs)}
        pairs = ((places[i], places[j]) for i, j in self.claim.neighbors.ordered_pairs())
        return next(((i, j) for i, j in pairs if rows.exceeding(i, [j], bound) is not None), None)

    def divergence(self, sign: int, i: int, j: int) -> Exact:
        """Return the largest or the least divergence of a pair."""
        found = (1 + sign * self.off) * self.rows(sign).worst(i, [j])[1]
        return min(found, Exact.of_rational(1))


def assert_private_within(
    mechanism: object, neighbors: NeighborGraph, exp_epsilon: object, delta: object, share: object
) -> None:
    """Assert privacy of all matrices within the tolerance, as `assert_private` says."""
    __tracebackhide__ = True
    off = tolerance(share, "tolerance")
    if off >= 1:
        raise ParameterError(
            value_excerpt(share), place="tolerance", expected='a share of each probability below 1, such as "1e-12"'
        )
    found = need.instance(mechanism, Mechanism, f"{NAME} with a tolerance: mechanism", MECHANISM_REMEDY, MechanismError)
    asked = Within(PrivacyClaim.of(found, neighbors, exp_epsilon, delta), off)
    _require_sums(found, off, share)
    if asked.claim.free_intervals:
        raise ParameterError(
            "a free E", place=f"{NAME} with a tolerance", expected="numbers for E, delta and the probabilities"
        )
    if asked.claim.vacuous:
        message = f"{NAME}: nothing was claimed: {NO_PAIR}; name the neighbors of the mechanism"
        raise failure(message, NOT_TRUE)
    try:
        told = _told(asked)
    except (IncompatibleFieldsError, TooLargeError) as error:
        message = f"{NAME}: undecided: {error}"
        raise failure(message, UNDECIDED) from None
    if told is not None:
        raise failure(*told)
    held()


def _require_sums(mechanism: Mechanism, off: Exact, share: object) -> None:
    """Require that numbers within the tolerance of each row sum to 1. Raises: MechanismError."""
    for i, row in enumerate(mechanism.rows()):
        total = exact_sum(row)
        if not (1 - off) * total <= 1 <= (1 + off) * total:
            place = f"rows[{i}]"
            raise MechanismError(
                f"the sum {total.decimal(17)}",
                place=place,
                expected=f"entries that sum to 1 where each is off by at most {value_excerpt(share)} of itself",
                remedy="look for a missing outcome, or give a larger tolerance=",
            )


def _told(asked: Within) -> tuple[str, str] | None:
    """Return what to say where the assertion does not hold, and the finding."""
    pair = asked.exceeding(1)
    if pair is None:
        return None
    worse = asked.exceeding(-1)
    sign, (i, j) = (1, pair) if worse is None else (-1, worse)
    claim = asked.claim
    mechanism, outputs = claim.mechanism, claim.mechanism.outputs
    places = asked.rows(sign).positive(i, j)
    first, second = mechanism.inputs[i], mechanism.inputs[j]
    event = [outputs[o] for o in places]
    more = f" and {len(event) - MAX_SHOWN} more" if len(event) > MAX_SHOWN else ""
    parts = (
        ("asked", levels_text(claim)),
        ("tolerance", f"{shown(asked.off)} of each probability"),
        ("event S", f"{value_excerpt(event[:MAX_SHOWN])}{more}"),
        (f"P(S | {first!r})", f"{shown(mechanism.total(i, places))}, the sum of the floats"),
        (f"P(S | {second!r})", f"{shown(mechanism.total(j, places))}, the sum of the floats"),
        (
            "least delta",
            f"from {shown(asked.divergence(-1, i, j))} to {shown(asked.divergence(1, i, j))}, for this pair",
        ),
    )
    lines = aligned(parts)
    if worse is not None:
        head = f"{NAME}: refuted for the pair {(first, second)!r}, whatever the probabilities are within the tolerance"
        return "\n".join([head, *lines]), NOT_TRUE
    head = f"{NAME}: undecided: for the pair {(first, second)!r} it depends on what the probabilities are"
    advice = "  to do: give a smaller tolerance=, if the floats are that good, or claim a larger epsilon or delta"
    return "\n".join([head, *lines, advice]), UNDECIDED
