"""Divergence of distributions exactly: hockey_stick at one E, privacy_profile at every E, and tradeoff_curve."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, cmp_to_key

from dpexact.errors import ParameterError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism, require_distributions
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import is_infinite, one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.privacy.claim import NeighborRuns, check_neighbors

BITS = 192  # of the fixed point in which two lines are compared first
ONE = Exact.of_rational(1)
ZERO = Exact.of_rational(0)


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


@dataclass(frozen=True)
class Line:
    """The function intercept + slope E."""

    slope: Exact
    intercept: Exact

    def at(self, factor: Exact) -> Exact:
        """Return the value at E."""
        return self.intercept + self.slope * factor

    @cached_property
    def floors(self) -> tuple[int, int]:
        """`floor_of` both numbers, computed once."""
        return floor_of(self.slope), floor_of(self.intercept)


Envelope = tuple[tuple[Exact, Line], ...]  # (where a line takes over, the line); the first from 1, the last to infinity


def floor_of(value: Exact) -> int:
    """Return an integer n with n <= value 2^192 <= n + 2."""
    if value.is_rational():
        ratio = value.as_fmpq()
        return int((ratio.p << BITS) // ratio.q)
    lower = value.enclosure(BITS)[0]
    return (lower.numerator << BITS) // lower.denominator


def upper(first: Envelope, second: Envelope) -> Envelope:
    """Return the maximum of two envelopes. The answer is exact."""
    pieces: list[tuple[Exact, Line]] = []
    for start, end, left, right in _together(first, second):
        for place, line in _larger(start, end, left, right):
            if not pieces or pieces[-1][1].slope != line.slope:  # of a convex function, equal slopes are one line
                pieces.append((place, line))
    return tuple(pieces)


def _together(first: Envelope, second: Envelope) -> Iterator[tuple[Exact, Exact | None, Line, Line]]:
    """Yield (start, end, line of the first, line of the second) between the knots of both. The last end is None."""
    i = j = 0
    start = first[0][0]
    while True:
        ends = [e[k + 1][0] for e, k in ((first, i), (second, j)) if k + 1 < len(e)]
        end = min(ends, default=None)
        yield start, end, first[i][1], second[j][1]
        if end is None:
            return
        i += i + 1 < len(first) and first[i + 1][0] == end
        j += j + 1 < len(second) and second[j + 1][0] == end
        start = end


def _larger(start: Exact, end: Exact | None, line: Line, other: Line) -> Iterator[tuple[Exact, Line]]:
    """Yield the larger of two lines on [start, end], with the place from which it is."""
    if line.slope == other.slope:
        yield start, line if line.intercept >= other.intercept else other
        return
    flat, steep = (line, other) if line.slope > other.slope else (other, line)
    if _sign(flat, steep, start) >= 0:
        yield start, flat
        return
    yield start, steep
    if end is None or _sign(flat, steep, end) > 0:
        yield (steep.intercept - flat.intercept) / (flat.slope - steep.slope), flat


def _sign(line: Line, other: Line, factor: Exact) -> int:
    """Return the sign of one - two at E, by fixed point if that decides, else exactly."""
    (slope, intercept), (slope2, intercept2), point = line.floors, other.floors, floor_of(factor)
    products = [s * e for s in (slope - slope2 - 2, slope - slope2 + 2) for e in (point, point + 2)]
    if (intercept - intercept2 - 2 << BITS) + min(products) > 0:
        return 1
    if (intercept - intercept2 + 2 << BITS) + max(products) < 0:
        return -1
    return (line.at(factor) - other.at(factor)).sign()


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


def pair_envelope(p: Iterable[Exact], q: Iterable[Exact]) -> Envelope:
    """Return the lines P(S) - E Q(S) of the events that are worst for some E >= 1, prefixes by likelihood ratio.

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
    """Return the least delta, over all events and ordered neighboring pairs, as a function of E >= 1.

    It is the maximum over pairs of max over S of P_i(S) - E P_j(S), and the constant 0 without any pair.

    The answer is exact. Raises ParameterError (rows that do not sum to 1), MechanismError (unknown neighbor).
    """
    check_neighbors(mechanism, neighbors)
    require_distributions(mechanism, "privacy_profile: mechanism", ParameterError)
    rows = mechanism.rows()
    envelope: Envelope = ((ONE, Line(ZERO, ZERO)),)
    for i, others in NeighborRuns(mechanism, neighbors):
        for j in others:
            envelope = upper(envelope, pair_envelope(rows[i], rows[j]))
    return PrivacyProfile(
        tuple(start for start, _ in envelope),
        tuple(line.slope for _, line in envelope),
        tuple(line.intercept for _, line in envelope),
    )


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
