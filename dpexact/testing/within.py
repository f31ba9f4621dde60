"""assert_private with a tolerance, for rows of floats that sum to 1 up to rounding, not divided by their sums.

A float f represents every number from (1 - t) f to (1 + t) f. For one ordered pair (i, j) and E, the sum over the
outputs of the positive parts of p - E q is largest, over all these numbers, at p = (1 + t) f_i and q = (1 - t) f_j, and
least at p = (1 - t) f_i and q = (1 + t) f_j, since each part is monotone in both. So the two extremes are divergences
of the floats themselves:

    (1 + t) D(E (1 - t) / (1 + t))   and   (1 - t) D(E (1 + t) / (1 - t)),   D(F) = sum of (f_i - F f_j)+.

The bound holds for all these numbers if and only if the first is at most delta for every pair. If the second is above
delta for some pair, all of them break the bound. Every ordered pair counts, pairs of equal floats too, since these may
represent different numbers. No event has more than 1, so that nothing breaks a delta of 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpexact.errors import IncompatibleFieldsError, MechanismError, ParameterError, TooLargeError, need
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import MECHANISM_REMEDY, PrivacyClaim
from dpexact.privacy.layout import EntryRows, InfiniteRows
from dpexact.privacy.verdict import levels_text
from dpexact.testing.claimed import number_text, tolerance
from dpexact.testing.failed import event_text, table
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held

NAME = "assert_private"
NOTHING_CLAIMED = f"{NAME}: nothing was claimed: {NO_PAIR}; name the neighbors of the mechanism"


@dataclass(frozen=True)
class Within:
    """The claim that every matrix within a relative tolerance `off` of a float matrix is private."""

    claim: PrivacyClaim
    off: Exact

    def rows(self, sign: int) -> EntryRows | InfiniteRows:
        """Return the rows at E (1 - t)/(1 + t) for the largest divergences (sign 1), inverse for the least (-1)."""
        factor = self.claim.exp_epsilon
        if not isinstance(factor, Exact):
            return InfiniteRows(self.claim.mechanism)
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
        found = (1 + sign * self.off) * self.rows(sign).divergence(i, j)
        return min(found, Exact.of_rational(1))


def assert_private_within(
    mechanism: object, neighbors: NeighborGraph, exp_epsilon: object, delta: object, share: object
) -> None:
    """Assert privacy of all matrices within the tolerance, as `assert_private` says."""
    __tracebackhide__ = True
    off = tolerance(share, "tolerance")
    if off >= 1:
        expected = 'a share of each probability below 1, such as "1e-12"'
        raise ParameterError(value_excerpt(share), place="tolerance", expected=expected)
    here = f"{NAME} with a tolerance"
    matrix = need.instance(mechanism, Mechanism, f"{here}: mechanism", MECHANISM_REMEDY, MechanismError)
    claim = Within(PrivacyClaim.of(matrix, neighbors, exp_epsilon, delta), off)
    _require_sums(matrix, off, share)
    if claim.claim.free_intervals:
        raise ParameterError("a free E", place=here, expected="numbers for E, delta and the probabilities")
    if claim.claim.vacuous:
        raise failure(NOTHING_CLAIMED, NOT_TRUE)
    try:
        fault = _fault(claim)
    except (IncompatibleFieldsError, TooLargeError) as error:
        raise failure(f"{NAME}: undecided: {error}", UNDECIDED) from None
    if fault is not None:
        raise failure(*fault)
    held()


def _require_sums(mechanism: Mechanism, off: Exact, share: object) -> None:
    """Require that numbers within the tolerance of each row sum to 1. Raises: MechanismError."""
    for i, row in enumerate(mechanism.rows()):
        total = exact_sum(row)
        if not (1 - off) * total <= 1 <= (1 + off) * total:
            expected = f"entries that sum to 1 where each is off by at most {value_excerpt(share)} of itself"
            remedy = "look for a missing outcome, or give a larger tolerance="
            raise MechanismError(f"the sum {total.decimal(17)}", place=f"rows[{i}]", expected=expected, remedy=remedy)


def _fault(within: Within) -> tuple[str, str] | None:
    """Return the message and the finding, or None if the assertion holds."""
    pair = within.exceeding(1)
    if pair is None:
        return None
    worse = within.exceeding(-1)
    sign, (i, j) = (1, pair) if worse is None else (-1, worse)
    mechanism = within.claim.mechanism
    outputs = within.rows(sign).positive(i, j)
    first, second = mechanism.inputs[i], mechanism.inputs[j]
    least, most = (number_text(within.divergence(extreme, i, j)) for extreme in (-1, 1))
    lines = table(
        (
            ("asked", levels_text(within.claim)),
            ("tolerance", f"{number_text(within.off)} of each probability"),
            ("event S", event_text([mechanism.outputs[output] for output in outputs])),
            (f"P(S | {first!r})", f"{number_text(mechanism.total(i, outputs))}, the sum of the floats"),
            (f"P(S | {second!r})", f"{number_text(mechanism.total(j, outputs))}, the sum of the floats"),
            ("least delta", f"from {least} to {most}, for this pair"),
        )
    )
    if worse is not None:
        head = f"{NAME}: refuted for the pair {(first, second)!r}, whatever the probabilities are within the tolerance"
        return "\n".join([head, *lines]), NOT_TRUE
    head = f"{NAME}: undecided: for the pair {(first, second)!r} it depends on what the probabilities are"
    advice = "  to do: give a smaller tolerance=, if the floats are that good, or claim a larger epsilon or delta"
    return "\n".join([head, *lines, advice]), UNDECIDED
