"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided.

At one E the excess of a pair is that of its worst event {o : P_i(o) > E P_j(o)}, which `dpexact.privacy.layout` finds.

For all E of an interval, let f_o(E) = P_i(o) - E P_j(o) for an ordered pair, and cut the interval at the roots of the
f_o. On an open cell the worst event S = {o : f_o > 0} is the same for all E, and its excess is G_S = sum of f_o over S,
minus delta. The claim holds for the pair if and only if every G_S that occurs is <= 0 on the whole interval: a G_S > 0
anywhere is a violation there, since S is an event like any other; and if all are <= 0, so is the worst excess on every
cell, and by continuity at the ends of the cells. The roots are isolated by Descartes' rule and bisection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpexact.certificates.encoding import check_writable
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.mechanisms.float_rows import TO_DISTRIBUTIONS
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import UNFINISHED, PartialMechanism
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.free import cell_points, dense, roots_on, square_free, value_sign
from dpexact.numbers.generators import Free, join
from dpexact.numbers.typography import counted
from dpexact.privacy.claim import PrivacyClaim, claim_at, neighbor_runs, pair_places
from dpexact.privacy.layout import layout_of
from dpexact.privacy.verdict import (
    Counterexample,
    EveryPair,
    NotPrivate,
    Private,
    Proved,
    Refuted,
    Undecided,
    Verdict,
    in_text,
)


def refutation(claim: PrivacyClaim, i: int, j: int) -> NotPrivate:
    """Return the counterexample of a violating pair of rows: its worst event."""
    mechanism, factor = claim.mechanism, claim.exp_epsilon
    event = layout_of(mechanism, factor).positive(i, j)
    first, second = (mechanism.total(k, event) for k in (i, j))
    example = Counterexample(
        (mechanism.inputs[i], mechanism.inputs[j]),
        tuple(mechanism.outputs[o] for o in event),
        _excess(first, factor, second, claim.delta),
    )
    return Refuted(claim, example)


def _excess(first: Exact, factor: Exact | float, second: Exact, delta: Exact) -> Exact | Enclosure:
    """Return P_i(S) - E P_j(S) - delta, which is known to be positive; infinity times 0 is 0."""
    if not isinstance(factor, Exact):
        return first - delta
    try:
        return first - factor * second - delta
    except (IncompatibleFieldsError, TooLargeError):
        return Enclosure.of(first) - Enclosure.of(factor) * second - delta


MAX_DEGREE = 4096  # of the product of the distinct f_o of one pair


def verify_for_all(claim: PrivacyClaim) -> Private | NotPrivate:
    """Prove it for all E of the interval, or refute it at a rational E with a pair and an event. Guarantee: exact.

    Raises: TooLargeError where a pair's polynomials are too large to isolate their roots.
    """
    interval, factor = free_interval(claim), _factor_over(claim)
    columns = _ColumnPairs.of(claim.mechanism.rows())
    held: set[bytes] = set()
    for i, j in pair_places(claim.mechanism, claim.neighbors):
        kind = columns.kind(i, j)
        if kind in held:
            continue
        held.add(kind)
        differences = [count * (p - factor * q) for p, q, count in columns.counted(i, j)]
        point = _violation(interval, differences, claim.delta)
        if point is not None:
            at = Exact.of_rational(point)
            found = refutation(claim_at(claim, at), i, j)
            return Refuted(claim, found.counterexample, found.claim, at)
    return Proved(claim, EveryPair())


@dataclass(frozen=True)
class _ColumnPairs:
    """The matrix with a number for each distinct probability.

    Whether a pair of rows (i, j) meets the claim depends on the multiset of its columns (P_i(o), P_j(o)) only, and
    equal columns are in the worst event together, or none of them is.
    """

    values: tuple[Exact, ...]
    codes: Any  # int64 array (inputs, outputs): values[codes[i][o]] = P_i(o)

    @classmethod
    def of(cls, rows: Sequence[Sequence[Exact]]) -> _ColumnPairs:
        import numpy as np

        known: dict[Exact, int] = {}
        seen: dict[int, int] = {}  # by identity, since families repeat one object and a hash costs more
        codes = np.empty((len(rows), len(rows[0])), dtype=np.int64)
        for i, row in enumerate(rows):
            for o, value in enumerate(row):
                if id(value) not in seen:
                    seen[id(value)] = known.setdefault(value, len(known))
                codes[i, o] = seen[id(value)]
        return cls(tuple(known), codes)

    def kind(self, i: int, j: int) -> bytes:
        """Return what two pairs of rows have in common if and only if the multisets of their columns agree."""
        import numpy as np

        return bytes(np.sort(self.codes[i] * len(self.values) + self.codes[j]).tobytes())

    def counted(self, i: int, j: int) -> list[tuple[Exact, Exact, int]]:
        """Return (P_i(o), P_j(o), how often) for the distinct columns."""
        import numpy as np

        found, counts = np.unique(self.codes[i] * len(self.values) + self.codes[j], return_counts=True)
        places = zip(found.tolist(), counts.tolist(), strict=True)
        return [(self.values[code // len(self.values)], self.values[code % len(self.values)], n) for code, n in places]


def _factor_over(claim: PrivacyClaim) -> Exact:
    """Return E, where all numbers of the claim lie over the free E, so that a certificate can be written.

    Raises: IncompatibleFieldsError.
    """
    interval, factor = free_interval(claim), claim.exp_epsilon
    if not isinstance(factor, Exact):
        raise IncompatibleFieldsError(
            f"E = infinity is not decided for mechanisms and deltas over {interval}",
            remedy="put a number in place of E",
        )
    for field in claim.fields:
        join(interval, field)
    return factor


def free_interval(claim: PrivacyClaim) -> Free:
    """Return the interval of the claim's free E. Raises: ParameterError for several free intervals."""
    intervals = claim.free_intervals
    if len(intervals) != 1:
        shown = " and ".join(str(interval) for interval in intervals)
        raise ParameterError(f"{shown}", place="verify", expected="one free E")
    return intervals[0]


def _violation(interval: Free, differences: list[Exact], delta: Exact) -> Fraction | None:
    """Return a rational E of the interval at which the positive parts sum to more than delta, or None."""
    signed = [_sign_polynomial(difference) for difference in differences]
    for event in _events(interval, signed):
        excess = exact_sum(differences[o] for o in event) - delta
        polynomial = _sign_polynomial(excess)
        if polynomial.degree() < 0:
            continue
        for point in cell_points(interval, roots_on(interval, polynomial)):
            if value_sign(polynomial, point) > 0:
                return point
    return None


def _sign_polynomial(number: Exact) -> Any:
    """Return an integer polynomial in E with the sign of the number wherever that is finite."""
    num, den = number.sums()
    return dense(num * den)


def _events(interval: Free, signed: list[Any]) -> Iterable[tuple[int, ...]]:
    """Return the sets {o : f_o > 0} on the open cells between the roots of the f_o, each once."""
    product = square_free(_product(signed))
    roots = roots_on(interval, product) if product.degree() > 0 else ()
    points = cell_points(interval, roots)
    return {tuple(o for o, f in enumerate(signed) if value_sign(f, point) > 0): None for point in points}


def _product(signed: list[Any]) -> Any:
    """Return the product of the distinct square-free parts, so that every root of an f_o is a root of it."""
    from flint import fmpz_poly

    product = fmpz_poly([1])
    seen: set[tuple[int, ...]] = set()
    for polynomial in signed:
        if polynomial.degree() < 1:
            continue
        part = square_free(polynomial)
        key = tuple(int(c) for c in part.coeffs())
        if key in seen:
            continue
        seen.add(key)
        product *= part / part.gcd(product)
        if product.degree() > MAX_DEGREE:
            raise TooLargeError(
                f"verify with a free E: the outcomes of one pair have more than {MAX_DEGREE} sign changes to isolate"
            )
    return product


def verify(
    mechanism: Mechanism | PartialMechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Verdict:
    """Decide whether P_i(S) <= E P_j(S) + delta for every event S and every ordered neighboring pair (i, j).

    With a free E: Proved for all E of its interval, or Refuted with a concrete E. Undecided, with the reason, for a
    float matrix whose rows do not sum to 1, for numbers without a common field, and past a size limit. E may be
    math.inf, where infinity times 0 is 0: P_i(S) <= delta for every event with P_j(S) = 0.

    Of a partial mechanism (of a program that was not followed to all its ends): Proved where the bound holds wherever
    the unfinished mass lies, Refuted where it fails wherever that lies, else Undecided.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    """
    if isinstance(mechanism, PartialMechanism):
        return _verify_partial(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    claim = PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    return _unless_open(claim, lambda: (_decided(claim), None))[0]


def verify_and_measure(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object
) -> tuple[Verdict, Exact | None]:
    """Decide like `verify`, and by the same walk over the pairs measure the tight delta at this E.

    The tight delta is None for a free E, beside Undecided, and where a refutation is all that could be decided: that
    needs one pair, and a tight delta all of them.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
    return _unless_open(claim, lambda: (_decided(claim), None) if claim.free_intervals else _measured(claim))


def _unless_open(
    claim: PrivacyClaim, decide: Callable[[], tuple[Verdict, Exact | None]]
) -> tuple[Verdict, Exact | None]:
    """Return what `decide` says, where something can be said."""
    defects = claim.mechanism.defects
    if defects:
        worst = max(defects, key=abs)
        reason = f"the rows do not sum to 1 (off by up to {worst.decimal(5)}); {TO_DISTRIBUTIONS}"
        return Undecided(claim, reason), None
    try:
        check_writable(claim.fields)
        return decide()
    except (IncompatibleFieldsError, TooLargeError) as error:
        return Undecided(claim, str(error)), None


def _decided(claim: PrivacyClaim) -> Private | NotPrivate:
    if claim.free_intervals:
        return verify_for_all(claim)
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, others in neighbor_runs(claim.mechanism, claim.neighbors):
        j = rows.exceeding(i, others, claim.delta)
        if j is not None:
            return refutation(claim, i, j)
    return Proved(claim, EveryPair())


def _measured(claim: PrivacyClaim) -> tuple[Private | NotPrivate, Exact | None]:
    """Return the verdict, refuted by one violating pair, and the largest divergence of all pairs."""
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    tight, refuted = Exact.of_rational(0), None
    try:
        for i, others in neighbor_runs(claim.mechanism, claim.neighbors):
            if rows.exceeding(i, others, tight) is None:
                continue
            tight = rows.worst(i, others)[1]
            if refuted is None and (j := rows.exceeding(i, others, claim.delta)) is not None:
                refuted = refutation(claim, i, j)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError):
        return _decided(claim), None
    return Proved(claim, EveryPair()) if refuted is None else refuted, tight


def _verify_partial(mechanism: PartialMechanism, neighbors: NeighborGraph, factor: object, delta: object) -> Verdict:
    """Decide whether every completion keeps the bound (Proved), none does (Refuted), or that depends (Undecided)."""
    verdict = verify(mechanism.completion(), neighbors, factor, delta)
    if isinstance(verdict, Proved):
        return Proved(verdict.claim, EveryPair(completions=True))
    if isinstance(verdict, Undecided):
        return verdict
    claim = verdict.concrete
    return _unless_open(claim, lambda: (_refuted_of_all(mechanism, verdict), None))[0]


def _refuted_of_all(mechanism: PartialMechanism, verdict: NotPrivate) -> Verdict:
    """Return the refutation for a pair that violates the claim in every completion; Undecided if there is none."""
    claim = verdict.concrete
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, j in pair_places(claim.mechanism, claim.neighbors):
        names = (claim.mechanism.inputs[i], claim.mechanism.inputs[j])
        if rows.worst(i, [j])[1] - mechanism.in_doubt(names, claim.exp_epsilon) > claim.delta:
            event = tuple(claim.mechanism.outputs[o] for o in rows.positive(i, j))
            return _refuted_by(mechanism, claim, names, tuple(o for o in event if o != (UNFINISHED, names[0])))
    left = max(mechanism.unfinished.values())
    unknown = counted(sum(1 for mass in mechanism.unfinished.values() if mass != 0), "input")
    reason = (
        f"mass of up to {in_text(left)} is unfinished for {unknown}: the claim holds of some completions and fails of "
        f"others ({verdict.counterexample.said(claim)}, if it lies worst); follow more paths (paths=, mass=), or name "
        "subprograms="
    )
    return Undecided(verdict.claim, reason)


def _refuted_by(
    mechanism: PartialMechanism, claim: PrivacyClaim, pair: tuple[Label, Label], event: tuple[Label, ...]
) -> NotPrivate:
    """Return the refutation by an event for which the claim fails even in the completion that is best for it."""
    best = mechanism.completion({pair[1]: event[0]})
    first, second = (best.probability(name, event) for name in pair)
    example = Counterexample(pair, event, _excess(first, claim.exp_epsilon, second, claim.delta), completions=True)
    return Refuted(PrivacyClaim(best, claim.neighbors, claim.exp_epsilon, claim.delta), example)
