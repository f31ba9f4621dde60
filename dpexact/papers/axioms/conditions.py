"""Decide each condition of Theorems 2.1.3 and 2.1.4 for a predicate, with a witness against one that fails."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from dpexact.certificates.certificate import Certificate
from dpexact.errors import ParameterError, VerdictError
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.axioms import bounds
from dpexact.papers.axioms.bounds import PiecewiseLinearPredicate, PiecewiseRationalPredicate, RationalPiece
from dpexact.papers.axioms.predicate import Conjunction, Part, Predicate, RawPredicate
from dpexact.privacy.verdict import Private, Proved, Refuted, Undecided

Pieces = PiecewiseLinearPredicate | PiecewiseRationalPredicate
NAMES = ("allowed inside", "refused outside", "concave", "strictly increasing", "continuous", "at least identity")
CHORD = "M lies below the chord at the point in the middle"
FALL = "M is below 1 at the first point and not larger at the second"
OPEN = "a part of it does not have all conditions; give the whole as knots or pieces"
EDGE = "a and b are exchanged where M jumps at 0: whether the bounds themselves are allowed is not looked at"


@dataclass(frozen=True)
class Reason:
    """An argument that shows a claim, and the verdicts of `verify` that it rests on, the `evidence`."""

    reason: str
    evidence: tuple[Private, ...] = ()

    def said(self, _: object) -> str:
        """Say the argument."""
        return self.reason

    def table(self, _: object) -> tuple[str, list[list[str]]]:
        """Return the argument in a row."""
        return "", [["by", self.reason]]

    def certificates(self) -> tuple[Certificate, ...]:
        """Make a certificate for each (epsilon, delta)-bound, which the kernel re-checks."""
        return tuple(verdict.certificate() for verdict in self.evidence)

    def certificate(self, _: object) -> Certificate:
        """Make the only certificate. Raises VerdictError if there is none or there are several."""
        if len(self.evidence) == 1:
            return self.evidence[0].certificate()
        came = f"this verdict rests on {len(self.evidence)} certificates, not on one: {self.reason}"
        raise VerdictError(came, remedy="see .certificates()")


@dataclass(frozen=True)
class Witness:
    """Points a and the values M(a) there that break a condition in the way that `text` says."""

    text: str
    points: tuple[Exact, ...]
    values: tuple[Exact, ...]


BY_FORM = Reason("q is given by M and m")
Evidence = Reason | Witness | str
ANSWERS: dict[type[Evidence], Any] = {Reason: Proved, Witness: Refuted, str: Undecided}
PredicateVerdict = Proved[Any, Reason] | Refuted[Any, Any] | Undecided[Any]


@dataclass(frozen=True)
class PredicateReport:
    """A verdict for each of the six conditions, by its number in the paper.

    Of these, q is true between m and M (1) and false outside (2), M is concave (3), strictly increasing whenever
    M(a) < 1 (4), continuous except possibly at 0 (5), and M(a) >= a (6). 4 and 5 follow from 3 and 6 for values from 0
    to 1.
    """

    verdicts: tuple[PredicateVerdict, ...]

    def __getitem__(self, number: int) -> PredicateVerdict:
        """Return the verdict of a condition, 1 to 6."""
        return self.verdicts[number - 1]

    def items(self) -> tuple[tuple[str, PredicateVerdict], ...]:
        """Return the conditions by name with their verdicts, in the order of the paper."""
        return tuple(zip(NAMES, self.verdicts, strict=True))

    @property
    def proved(self) -> bool:
        """Return whether all six are proved, so that generic privacy with it keeps both axioms (Theorem 2.1.4)."""
        return all(verdict.proved for verdict in self.verdicts)

    def __bool__(self) -> bool:
        """Raise VerdictError."""
        raise VerdictError("a report of verdicts has no truth value", remedy="look at .proved")


def check_predicate(predicate: Predicate | RawPredicate) -> PredicateReport:
    """Decide each condition of Theorems 2.1.3 and 2.1.4 as Proved, Refuted with a Witness, or Undecided.

    Knots and rational pieces are decided exactly (the second derivative between its roots). Minima of lines and
    predicates from a density hold by argument (Theorem 2.2.2). A finite set of pairs has an M only if all its pairs
    have a = b. For a function every condition is Undecided.

    The answer is exact. Raises ParameterError.

    >>> from dpexact.papers.axioms.bounds import PiecewiseLinearPredicate
    >>> report = check_predicate(PiecewiseLinearPredicate([(0, 0), ("1/2", "1/4"), (1, 1)]))
    >>> [name for name, verdict in report.items() if not verdict.proved]
    ['concave', 'at least identity']
    """
    answers = zip(NAMES, _evidence(predicate), strict=True)
    return PredicateReport(tuple(ANSWERS[type(evidence)](condition, evidence) for condition, evidence in answers))


def _evidence(predicate: Predicate | RawPredicate) -> Sequence[Evidence]:
    """Return, for each condition, a reason, a witness against it, or the text that says why it is undecided."""
    witnesses: tuple[Witness | None, ...]  # against the conditions 3 to 6
    match predicate:
        case bounds.LinePredicate() | bounds.ApproxDPPredicate():
            return _all("a minimum of lines that are at least 0 at 0 and at least 1 at 1")
        case _ if isinstance(predicate, bounds.DENSITIES):
            return _all("a shift of a log-concave density (Theorem 2.2.2)")
        case PiecewiseLinearPredicate():
            below = next((Witness("M(a) < a", (a,), (b,)) for a, b in predicate.knots if b < a), None)
            witnesses = _linear_bend(predicate), _linear_fall(predicate), None, below
        case PiecewiseRationalPredicate():
            jump = _interior_jump(predicate)
            bend = _rational_bend(predicate) or jump
            witnesses = bend, _rational_fall(predicate), jump, _rational_below(predicate)
        case Conjunction(parts=parts):
            return _combined(parts)
        case RawPredicate():
            return _raw(predicate)
        case _:
            expected = "a predicate, such as those of dpexact.papers.axioms"
            raise ParameterError(value_excerpt(predicate), place="predicate", expected=expected)
    return BY_FORM, BY_FORM, *(witness or Reason("checked exactly") for witness in witnesses)


def _all(reason: str) -> Sequence[Evidence]:
    return BY_FORM, BY_FORM, *(Reason(reason),) * 4


def _combined(parts: Sequence[Part]) -> Sequence[Evidence]:
    """Return the evidence for all parts together. Some M gives q(b, a) if q has all conditions."""
    proved = [[isinstance(evidence, Reason) for evidence in _evidence(part)] for part, _ in parts]
    if all(map(all, proved)):
        whole = _all("of each part, and kept by the minimum and by the exchange of a and b")
    else:
        is_given = all(all(known if back else known[:2]) for known, (_, back) in zip(proved, parts, strict=True))
        whole = *(BY_FORM if is_given else OPEN,) * 2, *(OPEN,) * 4
    at_edge = any(back and getattr(part, "at_zero", None) is not None for part, back in parts)
    return (EDGE, *whole[1:]) if at_edge else whole


def _raw(predicate: RawPredicate) -> Sequence[Evidence]:
    if predicate.pairs is None:
        return ("the predicate is a function, of which only single values are known",) * 6
    own = sorted((a, b) for a, b in predicate.pairs if (1 - a, 1 - b) in predicate.pairs)
    for a, b in own:
        if a != b:
            text = (
                "this pair and its complement are allowed, and only finitely many with this a: no M >= a has them all"
            )
            return Witness(text, (a,), (b,)), BY_FORM, *("no M",) * 4
    # only M(a) = a is possible, and it requires the pair (a, a) at every a
    places = (Exact.of_rational(fmpq(1, n)) for n in count(2))
    place = next(place for place in places if (place, place) not in predicate.pairs)
    text = "M(a) = a is the only M that is possible, and this pair (a, a) is not allowed"
    return Witness(text, (place,), (place,)), *(Reason("M(a) = a"),) * 5


def _at(predicate: Pieces, text: str, *points: fmpq | Exact) -> Witness:
    """Return the witness of some points and the values there."""
    places = tuple(point if isinstance(point, Exact) else Exact.of_rational(point) for point in points)
    return Witness(text, places, tuple(predicate.upper(place) for place in places))


def _linear_bend(predicate: PiecewiseLinearPredicate) -> Witness | None:
    places = [a for a, _ in predicate.knots]
    if predicate.at_zero is not None and predicate.at_zero > predicate.knots[0][1]:
        return _at(predicate, CHORD, places[0], places[1] / 2, places[1])
    for n, ((left, _), (right, _)) in enumerate(pairwise(predicate.lines), 1):
        if left < right:
            return _at(predicate, CHORD, (places[n - 1] + places[n]) / 2, places[n], (places[n] + places[n + 1]) / 2)
    return None


def _linear_fall(predicate: PiecewiseLinearPredicate) -> Witness | None:
    """Find two points a < a' with M(a) < 1 and M(a) >= M(a'), after a jump downwards at 0 or in a piece."""
    ((zero, limit), (near, _)), jump = predicate.knots[:2], predicate.at_zero
    if jump is not None and limit < jump < 1:
        while predicate.upper(near) > jump:
            near /= 2
        return _at(predicate, FALL, zero, near)
    for (a, b), (c, d) in pairwise(predicate.knots):
        if d <= b and d < 1:
            return _at(predicate, FALL, (a + c) / 2, c)
    return None


def _rational_bend(predicate: PiecewiseRationalPredicate) -> Witness | None:
    for piece in predicate.pieces:
        point = bounds.positive_point(piece.bend_top(), piece.start, piece.end)
        if point is not None:
            return _around(predicate, point, min(point - piece.start, piece.end - point) / 2)
    for left, right in pairwise(predicate.pieces):
        if left(left.end) == right(left.end) and left.slope(left.end) < right.slope(left.end):
            return _around(predicate, left.end, min(left.end - left.start, right.end - right.start) / 2)
    limit = Exact.of_rational(predicate.pieces[0](fmpq(0)))
    if predicate.at_zero is not None and predicate.at_zero > limit:
        return Witness("M jumps downwards at 0: its value, and its limit", (0 * limit,), (predicate.at_zero, limit))
    return None


def _around(predicate: PiecewiseRationalPredicate, point: fmpq, step: fmpq) -> Witness:
    """Return three points, the middle one below the chord, by halving the step until it is."""
    while True:
        witness = _at(predicate, CHORD, point - step, point, point + step)
        low, middle, high = witness.values
        if 2 * middle < low + high:
            return witness
        step /= 2


def _interior_jump(predicate: PiecewiseRationalPredicate) -> Witness | None:
    for left, right in pairwise(predicate.pieces):
        place, value, limit = map(Exact.of_rational, (left.end, left(left.end), right(left.end)))
        if value != limit:
            return Witness("M jumps: its value, and its limit from the right", (place,), (value, limit))
    return None


def _rational_fall(predicate: PiecewiseRationalPredicate) -> Witness | None:
    """Find two points a < a' with M(a) < 1 and M(a) >= M(a'), in a piece, or before and after a jump downwards."""
    for piece in predicate.pieces:
        middle = (piece.start + piece.end) / 2
        if not piece.slope_top() and piece(middle) < 1:
            return _at(predicate, FALL, middle, piece.end)
        point = bounds.positive_point(-piece.slope_top(), piece.start, piece.end)
        if point is not None:
            step = (piece.end - point) / 4
            while not (piece(point + step) < 1 and piece(point + step) >= piece(point + 2 * step)):
                step /= 2
            return _at(predicate, FALL, point + step, point + 2 * step)
    for n, piece in enumerate(predicate.pieces):  # each rises by now wherever it is below 1
        limit = piece(piece.start)
        before = [fmpq(0)] if predicate.at_zero is not None and limit < predicate.at_zero < 1 else []
        rising = (left for left in predicate.pieces[:n] if left(left.start) < 1 and left(left.end) > limit)
        if before := [*before, *(_between(left, limit) for left in rising)]:
            value, after = predicate.upper(Exact.of_rational(before[0])), piece.end
            while value < piece(after):
                after = (piece.start + after) / 2
            return _at(predicate, FALL, before[0], after)
    return None


def _between(piece: RationalPiece, limit: fmpq) -> fmpq:
    """Return a point at which a piece that rises, from below 1 to above the limit, is above the limit and below 1."""
    low, high, point = piece.start, piece.end, piece.end
    while not limit < piece(point) < 1:
        low, high = (low, point) if piece(point) >= 1 else (point, high)
        point = (low + high) / 2
    return point


def _rational_below(predicate: PiecewiseRationalPredicate) -> Witness | None:
    """Find a point with M(a) < a."""
    for piece in predicate.pieces:
        point = bounds.positive_point(fmpq_poly([0, 1]) * piece.bottom - piece.top, piece.start, piece.end)
        if point is None and piece(piece.end) < piece.end:
            point = piece.end
        if point is not None:
            return _at(predicate, "M(a) < a", point)
    return None
