"""The privacy profile: the least delta as a function of E >= 1, piecewise linear and convex."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.mechanisms.float_rows import TO_DISTRIBUTIONS
from dpexact.numbers.epsilon import is_infinite, one_factor, privacy_factor
from dpexact.numbers.exact import Exact
from dpexact.privacy.envelope import Envelope, Line, upper
from dpexact.privacy.likelihood import ratio_groups
from dpexact.privacy.privacy_claim import check_neighbors, pair_places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism

ONE = Exact.of_rational(1)
ZERO = Exact.of_rational(0)


@dataclass(frozen=True)
class PrivacyProfile:
    """delta(E) for E >= 1: on [knots[n], knots[n + 1]] the line intercepts[n] + slopes[n] E.

    knots[0] = 1; the last piece goes on to infinity; slopes increase strictly and are <= 0. Call it with an E.
    """

    knots: tuple[Exact, ...]
    slopes: tuple[Exact, ...]
    intercepts: tuple[Exact, ...]

    @cached_property
    def values(self) -> tuple[Exact, ...]:
        """The least delta at each knot."""
        return tuple(b + a * x for x, a, b in zip(self.knots, self.slopes, self.intercepts, strict=True))

    def __call__(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
        """The least delta at E, which may be math.inf. Guarantee: exact. Raises: ParameterError for E < 1."""
        given = one_factor(exp_epsilon, epsilon)
        if is_infinite(given):
            return self.values[-1]  # the last slope is 0, since delta is never negative
        factor = privacy_factor(given)
        n = bisect_right(self.knots, factor) - 1
        return self.intercepts[n] + self.slopes[n] * factor


def pair_envelope(p: Iterable[Exact], q: Iterable[Exact]) -> Envelope:
    """The lines P(S) - E Q(S) of the events S that are worst for some E >= 1: prefixes in likelihood-ratio order.

    The prefix of the outcomes with a ratio p/q of at least r is worst from the next smaller ratio up to r.
    """
    total_p = total_q = ZERO
    pieces: list[tuple[Exact, Line]] = []
    for group_p, group_q in ratio_groups(tuple(p), tuple(q)):
        if not group_p > group_q:
            break
        if group_q != 0:  # the prefix before this group takes over where E passes its ratio
            pieces.append((group_p / group_q, Line(-total_q, total_p)))
        total_p, total_q = total_p + group_p, total_q + group_q
    return ((ONE, Line(-total_q, total_p)), *reversed(pieces))


def privacy_profile(mechanism: Mechanism, neighbors: NeighborGraph) -> PrivacyProfile:
    """The least delta, over all events and ordered neighbouring pairs, as a function of E >= 1.

    The maximum over pairs of max over S of P_i(S) - E P_j(S); without any pair it is the constant 0.

    Guarantee: exact. Raises: ParameterError (rows that do not sum to 1), MechanismError (unknown neighbour).
    """
    check_neighbors(mechanism, neighbors)
    if mechanism.defects:
        message = (
            "privacy_profile: the rows of this mechanism do not sum to 1 (see .defects), so it has no profile; "
            f"{TO_DISTRIBUTIONS}"
        )
        raise ParameterError(message)
    rows = mechanism.rows()
    envelope: Envelope = ((ONE, Line(ZERO, ZERO)),)
    for i, j in pair_places(mechanism, neighbors):
        envelope = upper(envelope, pair_envelope(rows[i], rows[j]))
    return PrivacyProfile(
        tuple(start for start, _ in envelope),
        tuple(line.slope for _, line in envelope),
        tuple(line.intercept for _, line in envelope),
    )
