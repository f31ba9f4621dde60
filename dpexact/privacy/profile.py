"""The privacy profile: the least delta as a function of E >= 1, piecewise linear and convex."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import check_neighbors, pair_places
from dpexact.privacy.likelihood import ratio_groups
from dpexact.privacy.parameters import is_infinite, privacy_factor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.mechanism import Mechanism

Line = tuple[Exact, Exact]  # (slope, intercept)


@dataclass(frozen=True)
class PrivacyProfile:
    """delta(E) for E >= 1: on [knots[n], knots[n + 1]] the line values[n] + slopes[n] (E - knots[n]).

    knots[0] = 1; the last piece goes on to infinity; slopes increase strictly and are <= 0. Call it with an E.
    """

    knots: tuple[Exact, ...]
    slopes: tuple[Exact, ...]
    values: tuple[Exact, ...]

    def __call__(self, exp_epsilon: object) -> Exact:
        """The least delta at E, which may be math.inf. Guarantee: exact. Raises: ParameterError for E < 1."""
        if is_infinite(exp_epsilon):
            return self.values[-1]  # the last slope is 0, since delta is never negative
        factor = privacy_factor(exp_epsilon)
        low, high = 0, len(self.knots)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.knots[middle] <= factor else (low, middle)
        return self.values[low] + self.slopes[low] * (factor - self.knots[low])


def pair_lines(p: Iterable[Exact], q: Iterable[Exact]) -> Iterable[Line]:
    """The lines P(S) - E Q(S) of the events S that are worst for some E >= 1: prefixes in likelihood-ratio order."""
    total_p, total_q = Exact.of_rational(0), Exact.of_rational(0)
    for group_p, group_q in ratio_groups(tuple(p), tuple(q)):
        if not group_p > group_q:
            break
        total_p, total_q = total_p + group_p, total_q + group_q
        yield -total_q, total_p


def upper_envelope(lines: Iterable[Line]) -> PrivacyProfile:
    """The maximum of lines over E >= 1."""
    ordered = sorted(lines, key=cmp_to_key(_by_slope_then_value))
    hull: list[tuple[Exact, Line]] = []  # (where the line takes over, the line)
    for slope, intercept in ordered:
        start = Exact.of_rational(1)
        while hull:
            since, (old_slope, old_intercept) = hull[-1]
            if slope == old_slope:
                start = since
                hull.pop()
                continue
            start = (old_intercept - intercept) / (slope - old_slope)
            if start > since:
                break
            start = Exact.of_rational(1)
            hull.pop()
        hull.append((start if hull else Exact.of_rational(1), (slope, intercept)))
    return PrivacyProfile(
        tuple(start for start, _ in hull),
        tuple(slope for _, (slope, _) in hull),
        tuple(intercept + slope * start for start, (slope, intercept) in hull),
    )


def _by_slope_then_value(first: Line, second: Line) -> int:
    for one, two in zip(first, second, strict=True):
        if one != two:
            return -1 if one < two else 1
    return 0


def privacy_profile(mechanism: Mechanism, neighbors: NeighborGraph) -> PrivacyProfile:
    """The least delta, over all events and ordered neighbouring pairs, as a function of E >= 1.

    The maximum over pairs of max over S of P_i(S) - E P_j(S); without any pair it is the constant 0.

    Guarantee: exact. Raises: ParameterError (rows that do not sum to 1), MechanismError (unknown neighbour).
    """
    if mechanism.defects:
        message = "privacy_profile: the rows of this mechanism do not sum to 1 (see .defects), so it has no profile"
        raise ParameterError(message)
    check_neighbors(mechanism, neighbors)
    rows, zero = mechanism.rows(), Exact.of_rational(0)
    lines = {(zero, zero)}
    for i, j in pair_places(mechanism, neighbors):
        lines.update(pair_lines(rows[i], rows[j]))
    return upper_envelope(lines)
