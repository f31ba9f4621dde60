"""The pair of rows that violates a claim, the pair that diverges most, and the event by which it does."""

from __future__ import annotations

from dpexact.errors import IncompatibleFieldsError, TooLargeError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.array_rows import ArrayRows
from dpexact.privacy.claim import PrivacyClaim
from dpexact.privacy.layout import EntryRows, InfiniteRows, IntegerRows, Layout
from dpexact.privacy.verdict import Counterexample, NotPrivate, Refuted


def layout_of(mechanism: Mechanism, factor: Exact | float) -> Layout:
    """Return the rows in the form in which the mechanism holds them, at E = factor, which may be math.inf."""
    if not isinstance(factor, Exact):
        return InfiniteRows(mechanism)
    matrix = mechanism.stored_integers()
    if matrix is None:
        return EntryRows(mechanism, factor)
    return IntegerRows(matrix, factor) if matrix.ints is not None else ArrayRows.of(matrix, factor)


def violating_pair(claim: PrivacyClaim) -> tuple[int, int] | None:
    """Return a pair of rows that violates the claim, from the first run that has one. Guarantee: exact."""
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, others in rows.sifted(claim.runs, claim.delta):
        if (j := rows.exceeding(i, others, claim.delta)) is not None:
            return i, j
    return None


def worst_pair(claim: PrivacyClaim) -> tuple[int, int, Exact] | None:
    """Return (i, j, divergence) for the first of all pairs that diverges most, or None without a pair.

    Guarantee: exact.
    """
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    worst: tuple[int, int, Exact] | None = None
    for i, others in rows.sifted(claim.runs, None):
        pair = rows.largest(i, others) if worst is None else rows.largest_above(i, others, worst[2])
        if pair is not None:
            worst = i, *pair
    return worst


def worst_event(claim: PrivacyClaim, i: int, j: int) -> list[int]:
    """Return the smallest event for which row i exceeds E times row j by their divergence. Guarantee: exact."""
    return layout_of(claim.mechanism, claim.exp_epsilon).positive(i, j)


def refutation(claim: PrivacyClaim, i: int, j: int) -> NotPrivate:
    """Return the claim refuted by a violating pair of rows and its worst event."""
    mechanism, event = claim.mechanism, worst_event(claim, i, j)
    first, second = (mechanism.total(k, event) for k in (i, j))
    example = Counterexample(
        (mechanism.inputs[i], mechanism.inputs[j]),
        tuple(mechanism.outputs[o] for o in event),
        excess(claim, first, second),
    )
    return Refuted(claim, example)


def excess(claim: PrivacyClaim, first: Exact, second: Exact) -> Exact | Enclosure:
    """Return P_i(S) - E P_j(S) - delta, which is known to be positive. Infinity times 0 is 0."""
    factor = claim.exp_epsilon
    if not isinstance(factor, Exact):
        return first - claim.delta
    try:
        return first - factor * second - claim.delta
    except (IncompatibleFieldsError, TooLargeError):
        return Enclosure.of(first) - Enclosure.of(factor) * second - claim.delta
