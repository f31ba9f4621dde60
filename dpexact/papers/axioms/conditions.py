"""check_predicate: the conditions of Theorems 2.1.3 and 2.1.4, each decided, with a witness where one fails."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

from flint import fmpq

from dpexact.errors import ParameterError, VerdictError
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms.lines import ApproxDPPredicate, LinePredicate, PiecewiseLinearPredicate
from dpexact.papers.axioms.pieces import Piece, PiecewiseRationalPredicate, positive_point
from dpexact.papers.axioms.predicate import Predicate, RawPredicate
from dpexact.papers.axioms.predicate_verdict import PredicateVerdict, Reason
from dpexact.papers.axioms.shifts import Both, Exchanged, GaussianPredicate, LaplacePredicate, LogisticPredicate
from dpexact.privacy.verdict import Proved, Refuted, Undecided

NAMES = ("allowed inside", "refused outside", "concave", "strictly increasing", "continuous", "at least identity")
BY_FORM = Reason("q is given by M and m")
EDGE = "a and b are exchanged where M jumps at 0: whether the bounds themselves are allowed is not looked at"


@dataclass(frozen=True)
class Witness:
    """Points a and the values M(a) there that break a condition; `text` says how."""

    text: str
    points: tuple[Exact, ...]
    values: tuple[Exact, ...]


@dataclass(frozen=True)
class PredicateReport:
    """A verdict for each of the six conditions, by its number in the paper.

    1, 2: q is T between m and M, F outside; 3: M is concave; 4: M is strictly increasing whenever M(a) < 1; 5: M is
    continuous except possibly at 0; 6: M(a) >= a. 4 and 5 follow from 3 and 6 for values from 0 to 1.
    """

    verdicts: tuple[PredicateVerdict, ...]

    @classmethod
    def of(cls, *shown: Reason | Witness | str) -> PredicateReport:
        """Make it of what shows each condition: a reason, a witness against it, or why it is undecided."""
        return cls(tuple(_verdict(name, one) for name, one in zip(NAMES, shown, strict=True)))

    def __getitem__(self, number: int) -> PredicateVerdict:
        """Return the verdict of a condition, 1 to 6."""
        return self.verdicts[number - 1]

    def items(self) -> tuple[tuple[str, PredicateVerdict], ...]:
        """Return the conditions by name with their verdicts, in the order of the paper."""
        return tuple(zip(NAMES, self.verdicts, strict=True))

    @property
    def proved(self) -> bool:
        """Tell whether all six are proved: then generic privacy with it keeps both axioms (Theorem 2.1.4)."""
        return all(verdict.proved for verdict in self.verdicts)

    def __bool__(self) -> bool:
        """Raise VerdictError."""
        raise VerdictError("a report of verdicts has no truth value", remedy="look at .proved")


def _verdict(condition: str, shown: Reason | Witness | str) -> PredicateVerdict:
    match shown:
        case Reason():
            return Proved(condition, shown)
        case Witness():
            return Refuted(condition, shown)
        case _:
            return Undecided(condition, shown)


def check_predicate(predicate: Predicate | RawPredicate) -> PredicateReport:
    """Decide each condition of Theorems 2.1.3 and 2.1.4: Proved, Refuted with a Witness, or Undecided.

    Knots and rational pieces are decided exactly (the second derivative by Sturm's theorem); minima of lines and
    predicates from a density hold by argument (Theorem 2.2.2). A finite set of pairs has an M only if all its pairs
    have a = b. About a function, nothing is decided.

    Guarantee: exact. Raises: ParameterError.

    >>> from dpexact.papers.axioms.lines import PiecewiseLinearPredicate
    >>> report = check_predicate(PiecewiseLinearPredicate([(0, 0), ("1/2", "1/4"), (1, 1)]))
    >>> [name for name, verdict in report.items() if not verdict.proved]
    ['concave', 'at least identity']
    """
    match predicate:
        case LinePredicate() | ApproxDPPredicate():
            return _all("a minimum of lines that are at least 0 at 0 and at least 1 at 1")
        case GaussianPredicate() | LaplacePredicate() | LogisticPredicate():
            return _all("a shift of a log-concave density (Theorem 2.2.2)")
        case PiecewiseLinearPredicate():
            return _report(_linear_concave(predicate), _linear_increasing(predicate), _linear_at_least(predicate))
        case PiecewiseRationalPredicate():
            return _rational(predicate)
        case Both(parts=parts):
            report = _combined(
                [check_predicate(part) for part in parts], "of each part, and kept by the minimum", by_form=True
            )
            edge = _verdict(NAMES[0], EDGE)
            return _edge_open(report) if any(check_predicate(part)[1] == edge for part in parts) else report
        case Exchanged(original=original):
            report = _combined(
                [check_predicate(original)], "of the original, and kept by exchanging a and b", by_form=False
            )
            return _edge_open(report) if getattr(original, "at_zero", None) is not None else report
        case RawPredicate():
            return _raw(predicate)
        case _:
            came = value_excerpt(predicate)
            raise ParameterError(
                came, place="predicate", expected="a predicate, such as those of dpexact.papers.axioms"
            )


def _all(reason: str) -> PredicateReport:
    return PredicateReport.of(BY_FORM, BY_FORM, *(Reason(reason),) * 4)


def _report(
    concave: Witness | None, increasing: Witness | None, at_least: Witness | None, jump: Witness | None = None
) -> PredicateReport:
    return PredicateReport.of(
        BY_FORM, BY_FORM, *(one or Reason("checked exactly") for one in (concave, increasing, jump, at_least))
    )


def _edge_open(report: PredicateReport) -> PredicateReport:
    return PredicateReport((_verdict(NAMES[0], EDGE), *report.verdicts[1:]))


def _combined(reports: list[PredicateReport], reason: str, *, by_form: bool) -> PredicateReport:
    """Combine reports; `by_form`: if each part is given by some M, so is the whole, unless a and b are exchanged."""
    if all(report.proved for report in reports):
        return _all(reason)
    why = "a part of it does not have all conditions; give the whole as knots or pieces"
    both = BY_FORM if by_form and all(report[n].proved for report in reports for n in (1, 2)) else why
    return PredicateReport.of(both, both, *(why,) * 4)


def _raw(predicate: RawPredicate) -> PredicateReport:
    if predicate.pairs is None:
        return PredicateReport.of(*("the predicate is a function, of which only single values are known",) * 6)
    own = sorted((a, b) for a, b in predicate.pairs if (1 - a, 1 - b) in predicate.pairs)
    off = next(((a, b) for a, b in own if a != b), None)
    if off is None:
        return _diagonal(predicate)
    a, b = off
    text = "this pair and its complement are allowed, and only finitely many with this a: no M >= a has them all"
    return PredicateReport.of(Witness(text, (a,), (b,)), BY_FORM, *("no M",) * 4)


def _diagonal(predicate: RawPredicate) -> PredicateReport:
    """Refute finitely many pairs with a = b: only M(a) = a is possible, and it asks for the pair (a, a) at every a."""
    allowed = {a for a, b in predicate.pairs or () if a == b}
    place = next(Exact.of_rational(fmpq(1, n)) for n in count(2) if Exact.of_rational(fmpq(1, n)) not in allowed)
    text = "M(a) = a is the only M that is possible, and this pair (a, a) is not allowed"
    return PredicateReport.of(Witness(text, (place,), (place,)), *(Reason("M(a) = a"),) * 5)


# -- knots ------------------------------------------------------------------------------------------------------------


def _linear_concave(predicate: PiecewiseLinearPredicate) -> Witness | None:
    knots, jump = predicate.knots, predicate.at_zero
    if jump is not None and jump > knots[0][1]:
        (_, _), (c, d) = knots[0], knots[1]
        half = c / 2
        return _chord((0 * c, half, c), (jump, predicate.upper(half), d))
    for n, (left, right) in enumerate(pairwise(predicate.slopes)):
        if left < right:
            (x, p), (y, q), (z, r) = knots[n : n + 3]
            return _chord((x, y, z), (p, q, r))
    return None


def _chord(points: tuple[Exact, ...], values: tuple[Exact, ...]) -> Witness:
    return Witness("M lies below the chord at the point in the middle", points, values)


def _linear_increasing(predicate: PiecewiseLinearPredicate) -> Witness | None:
    points = list(predicate.knots)
    if predicate.at_zero is not None:
        first, (c, _) = (points[0][0], predicate.at_zero), points[1]
        near = points[0][1] + predicate.slopes[0] * c / 2
        if first[1] < 1 and first[1] >= near:  # a jump downwards at 0
            near_point = c / 2
            while predicate.upper(near_point) > first[1]:
                near_point /= 2
            return _fall((first[0], near_point), (first[1], predicate.upper(near_point)))
        if first[1] < 1 and first[1] > points[0][1]:
            return _fall((first[0], c * 0), (first[1], points[0][1]))
    for (a, b), (c, d) in pairwise(points):
        if b >= d and (b < 1 or d < 1):
            start = (a, b) if b < 1 else ((a + c) / 2, (b + d) / 2)
            return _fall((start[0], c), (start[1], d))
    return None


def _fall(points: tuple[Exact, ...], values: tuple[Exact, ...]) -> Witness:
    return Witness("M is below 1 at the first point and not larger at the second", points, values)


def _linear_at_least(predicate: PiecewiseLinearPredicate) -> Witness | None:
    return next((Witness("M(a) < a", (a,), (b,)) for a, b in predicate.knots if b < a), None)


# -- rational pieces --------------------------------------------------------------------------------------------------


def _rational(predicate: PiecewiseRationalPredicate) -> PredicateReport:
    jump = _interior_jump(predicate)
    concave = _bend(predicate) or jump or _jump_at_zero(predicate)
    at_least = next((_value(predicate, "M(a) < a", found) for found in _below_identity(predicate)), None)
    return _report(concave, _rational_fall(predicate), at_least, jump)


def _value(predicate: PiecewiseRationalPredicate, text: str, *points: Any) -> Witness:
    places = tuple(Exact.of_rational(point) for point in points)
    return Witness(text, places, tuple(predicate.upper(place) for place in places))


def _around(predicate: PiecewiseRationalPredicate, point: Any, step: Any) -> Witness:
    """Return three points, the middle one below the chord; the step is halved until that is so."""
    while True:
        found = _value(
            predicate, "M lies below the chord at the point in the middle", point - step, point, point + step
        )
        low, middle, high = found.values
        if 2 * middle < low + high:
            return found
        step /= 2


def _bend(predicate: PiecewiseRationalPredicate) -> Witness | None:
    for piece in predicate.pieces:
        point = positive_point(piece.bend_top(), piece.start, piece.end)
        if point is not None:
            return _around(predicate, point, min(point - piece.start, piece.end - point) / 2)
    for left, right in pairwise(predicate.pieces):
        if left(left.end) == right(left.end) and left.slope(left.end) < right.slope(left.end):
            return _around(predicate, left.end, min(left.end - left.start, right.end - right.start) / 2)
    return None


def _interior_jump(predicate: PiecewiseRationalPredicate) -> Witness | None:
    for left, right in pairwise(predicate.pieces):
        one, other = left(left.end), right(left.end)
        if one != other:
            values = (Exact.of_rational(one), Exact.of_rational(other))
            return Witness("M jumps: its value, and its limit from the right", (Exact.of_rational(left.end),), values)
    return None


def _jump_at_zero(predicate: PiecewiseRationalPredicate) -> Witness | None:
    limit = Exact.of_rational(predicate.pieces[0](fmpq(0)))
    if predicate.at_zero is None or predicate.at_zero <= limit:
        return None
    return Witness("M jumps downwards at 0: its value, and its limit", (0 * limit,), (predicate.at_zero, limit))


def _before_and_after(left: Piece, piece: Piece) -> tuple[Any, Any]:
    """Find a point before a jump down from 1 or more with M below 1, and one after it with a value no larger."""
    low, high, before = left.start, left.end, left.start
    while not piece(left.end) < left(before) < 1:
        before = (low + high) / 2
        low, high = (low, before) if left(before) >= 1 else (before, high)
    step = piece.end - left.end
    while piece(left.end + step) > left(before):
        step /= 2
    return before, left.end + step


def _rational_fall(predicate: PiecewiseRationalPredicate) -> Witness | None:
    """Find two points a < a' with M(a) < 1 and M(a) >= M(a'); pieces and jumps are looked at one by one."""
    text = "M is below 1 at the first point and not larger at the second"
    for piece in predicate.pieces:
        middle = (piece.start + piece.end) / 2
        if piece.slope_top() == 0 and piece(middle) < 1:
            return _value(predicate, text, middle, piece.end)
        point = positive_point(-piece.slope_top(), piece.start, piece.end)
        if point is not None:
            step = (piece.end - point) / 4
            while not (piece(point + step) < 1 and piece(point + step) >= piece(point + 2 * step)):
                step /= 2
            return _value(predicate, text, point + step, point + 2 * step)
    starts = [(piece.end, piece(piece.end)) for piece in predicate.pieces[:-1]]
    rest = list(predicate.pieces[1:])
    if predicate.at_zero is not None:
        starts, rest = [(fmpq(0), predicate.at_zero.as_fmpq()), *starts], list(predicate.pieces)
    for left, piece in pairwise(predicate.pieces):
        if left(left.start) < 1 <= left(left.end) and piece(left.end) < 1:
            return _value(predicate, text, *_before_and_after(left, piece))
    for (end, value), piece in zip(starts, rest, strict=True):
        if value < 1 and piece(end) < value:
            step = piece.end - end
            while piece(end + step) > value:
                step /= 2
            return _value(predicate, text, end, end + step)
    return None


def _below_identity(predicate: PiecewiseRationalPredicate) -> list[Any]:
    """Return points with M(a) < a."""
    found = []
    for piece in predicate.pieces:
        point = positive_point(piece.bottom.__class__([0, 1]) * piece.bottom - piece.top, piece.start, piece.end)
        if point is not None:
            found.append(point)
        elif piece(piece.end) < piece.end:
            found.append(piece.end)
    return found
