"""Divergence of distributions exactly: hockey_stick at one E, privacy_profile at every E, and tradeoff_curve."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, cmp_to_key
from itertools import pairwise
from typing import Any

from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import is_infinite, one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.privacy.claim import check_neighbors, neighbor_runs

ONE = Exact.of_rational(1)
ZERO = Exact.of_rational(0)
Line = tuple[Exact, Exact]  # (slope, intercept) of the function intercept + slope E


def distributions(p: Sequence[object], q: Sequence[object]) -> tuple[list[Exact], list[Exact]]:
    """Read two distributions on the same outcomes, as exact numbers. Raises ParameterError."""
    first, second = _numbers("p", p), _numbers("q", q)
    if len(first) != len(second) or not first:
        raise ParameterError(
            f"{len(first)} and {len(second)} values", place="p and q", expected="two distributions on the same outcomes"
        )
    for name, values in (("p", first), ("q", second)):
        for place, value in enumerate(values):
            if value < 0:
                raise ParameterError(repr(value), place=f"{name}[{place}]", expected="a probability")
        if (total := exact_sum(values)) != 1:
            raise ParameterError(f"the sum {total!r}", place=name, expected="values that sum to 1 exactly")
    return first, second


def _numbers(name: str, values: Sequence[object]) -> list[Exact]:
    listed = need.values(values, name, "a sequence of probabilities")
    return [exact_at(value, f"{name}[{place}]") for place, value in enumerate(listed)]


def hockey_stick(
    p: Sequence[object], q: Sequence[object], exp_epsilon: object = None, *, epsilon: object = None
) -> Exact:
    """Return the sum of the positive parts of p(o) - E q(o), the largest P(S) - E Q(S) over all events S, for E >= 0.

    E = math.inf is accepted, and infinity times 0 is 0: the mass of p where q is 0.

    The answer is exact. Raises ParameterError.

    >>> hockey_stick(["3/4", "1/4"], ["1/4", "3/4"], 2)
    exact('1/4')
    """
    first, second = distributions(p, q)
    level = one_factor(exp_epsilon, epsilon, least=None)
    if is_infinite(level):
        return exact_sum(a for a, b in zip(first, second, strict=True) if not b)
    factor = exact_at(level, "exp_epsilon")
    if not factor >= 0:
        raise ParameterError(repr(factor), place="exp_epsilon", expected="E >= 0")
    differences = (a - factor * b for a, b in zip(first, second, strict=True))
    return exact_sum(difference for difference in differences if difference > 0)


def ratio_groups(p: Sequence[Exact], q: Sequence[Exact]) -> list[tuple[Exact, Exact]]:
    """Return [(P(G), Q(G))] for the groups G of outcomes with equal ratio p/q, largest ratio (q = 0) first.

    Outcomes with p = q = 0 belong to no group. Ties are found by exact comparison of p q' and p' q.
    """
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a != 0 or b != 0]

    def order(first: tuple[Exact, Exact], second: tuple[Exact, Exact]) -> int:
        left, right = first[0] * second[1], second[0] * first[1]
        return -1 if left > right else int(left < right)

    groups: list[tuple[Exact, Exact]] = []
    last: tuple[Exact, Exact] | None = None
    for pair in sorted(pairs, key=cmp_to_key(order)):
        if last is not None and order(last, pair) == 0:
            groups[-1] = (groups[-1][0] + pair[0], groups[-1][1] + pair[1])
        else:
            groups.append(pair)
        last = pair
    return groups


def largest_lines(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that are the largest of all for some E >= 1, in the order in which they are.

    In the order of the slopes, a line becomes the largest after all before it. It hides the last of them if that is
    not larger where it becomes larger than the one before. The answer is exact.
    """
    kept: list[Line] = []
    for line in sorted(lines):
        while kept and not _counts([*kept[-2:], line]):
            kept.pop()
        kept.append(line)
    return kept


def _counts(lines: Sequence[Line]) -> bool:
    """Return whether the middle one of three lines is larger than the last where it becomes larger than the first.

    Of two lines, whether the first is larger at 1. Numbers without a common field are compared by enclosures.
    """
    (less, height), (slope, intercept) = lines[-2:]
    if len(lines) == 2:
        return less + height > slope + intercept

    def is_larger(least: Any, top: Any, less: Any, height: Any, slope: Any, intercept: Any) -> bool:
        return bool((height - intercept) * (less - least) > (slope - less) * (top - height))

    numbers = [number for line in lines for number in line]
    try:
        return is_larger(*numbers)
    except (IncompatibleFieldsError, TooLargeError):
        return is_larger(*map(Enclosure.of, numbers))


@dataclass(frozen=True)
class PrivacyProfile:
    """delta(E) for E >= 1, on [knots[n], knots[n + 1]] the line intercepts[n] + slopes[n] E.

    knots[0] = 1, and the last piece goes on to infinity. Slopes increase strictly and are <= 0. Call it with an E.
    """

    knots: tuple[Exact, ...]
    slopes: tuple[Exact, ...]
    intercepts: tuple[Exact, ...]

    @cached_property
    def values(self) -> tuple[Exact, ...]:
        """The least delta at each knot."""
        return tuple(b + a * x for x, a, b in zip(self.knots, self.slopes, self.intercepts, strict=True))

    def __call__(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact:
        """Return the least delta at E, which may be math.inf. The answer is exact. Raises ParameterError for E < 1."""
        level = one_factor(exp_epsilon, epsilon)
        if is_infinite(level):
            return self.values[-1]  # the last slope is 0, since delta is never negative
        factor = privacy_factor(level)
        n = bisect_right(self.knots, factor) - 1
        return self.intercepts[n] + self.slopes[n] * factor


def worst_lines(p: Iterable[Exact], q: Iterable[Exact]) -> Iterator[Line]:
    """Yield the lines P(S) - E Q(S) of the events that are worst for some E >= 1, prefixes by likelihood ratio.

    The prefix of the outcomes with a ratio p/q of at least r is worst from the next smaller ratio up to r.
    """
    total_p = total_q = ZERO
    for group_p, group_q in ratio_groups(tuple(p), tuple(q)):
        if not group_p > group_q:
            break
        total_p, total_q = total_p + group_p, total_q + group_q
        yield -total_q, total_p


def privacy_profile(mechanism: Mechanism, neighbors: NeighborGraph) -> PrivacyProfile:
    """Return the least delta, over all events and ordered neighboring pairs, as a function of E >= 1.

    It is the maximum over pairs of max over S of P_i(S) - E P_j(S), and the constant 0 without any pair.

    The answer is exact. Raises ParameterError (rows that do not sum to 1), MechanismError (unknown neighbor).
    """
    check_neighbors(mechanism, neighbors)
    require_distributions(mechanism, "privacy_profile: mechanism", ParameterError)
    rows = mechanism.rows()
    lines = [(ZERO, ZERO)]
    for i, others in neighbor_runs(mechanism, neighbors):
        for j in others:
            lines = largest_lines([*lines, *worst_lines(rows[i], rows[j])])
    knots = [(height - intercept) / (slope - less) for (less, height), (slope, intercept) in pairwise(lines)]
    slopes, intercepts = zip(*lines, strict=True)
    return PrivacyProfile((ONE, *knots), slopes, intercepts)


def tradeoff_curve(p: Sequence[object], q: Sequence[object]) -> tuple[tuple[Exact, Exact], ...]:
    """Return the vertices (alpha, beta) of the trade-off curve, from alpha = 0 to alpha = 1.

    alpha = p(reject) and beta = q(accept) of a test that rejects p in favor of q. As a function of alpha, beta is
    the least attainable one, convex and piecewise linear between the vertices. Outcomes are rejected in descending
    order of q/p. The curve starts at (0, q(p > 0)) and ends at (1, 0).

    The answer is exact. Raises ParameterError for values that are not a distribution, or different lengths,
    InexactInputError for floats.
    Reference: Neyman-Pearson lemma.

    >>> tradeoff_curve(["3/4", "1/4"], ["1/4", "3/4"])
    ((exact('0'), exact('1')), (exact('1/4'), exact('1/4')), (exact('1'), exact('0')))
    """
    first, second = distributions(p, q)
    alpha, beta = ZERO, ONE
    vertices = []
    groups = ratio_groups(second, first)
    if groups[0][1] != 0:
        vertices.append((alpha, beta))
    for rejected_q, rejected_p in groups:
        alpha, beta = alpha + rejected_p, beta - rejected_q
        vertices.append((alpha, beta))
    return tuple(vertices)
