"""verify: is the mechanism (epsilon, delta)-private? Proved, Refuted with a pair and an event, or Undecided."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from flint import fmpz_poly

from dpexact.certificates.encoding import check_writable
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import UNFINISHED, PartialMechanism
from dpexact.mechanisms.rows import TO_DISTRIBUTIONS, exact_sum
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free, join
from dpexact.numbers.signs import cell_points, dense, roots_on, square_free, value_sign
from dpexact.numbers.typography import counted
from dpexact.privacy.claim import PrivacyClaim, claim_at
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
from dpexact.privacy.worst_case import excess, layout_of, refutation, violating_pair, worst_pair

MAX_DEGREE = 4096  # of the product of the distinct f_o of one pair
TRIED = (Fraction(1, 2), Fraction(0), Fraction(1), Fraction(1, 7), Fraction(9, 10))


def verify(
    mechanism: Mechanism | PartialMechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Verdict:
    """Decide whether P_i(S) <= E P_j(S) + delta for every event S and every ordered neighboring pair (i, j).

    A claim with a free E is Proved for all E of its interval, or Refuted with a concrete E. Undecided is the answer,
    with the reason, for a float matrix whose rows do not sum to 1, for numbers without a common field, and past a size
    limit. E may be math.inf, and infinity times 0 is 0. Then P_i(S) <= delta is claimed for the events with P_j(S) = 0.

    A partial mechanism (of a program that was not followed to all its ends) is Proved if the bound holds wherever
    the unfinished mass lies, Refuted if it fails wherever that lies, else Undecided.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    if isinstance(mechanism, PartialMechanism):
        return _verify_partial(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    claim = PrivacyClaim.of(mechanism, neighbors, one_factor(exp_epsilon, epsilon), delta)
    return _unless_open(claim, lambda: (_decided(claim), None))[0]


def verify_and_measure(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object
) -> tuple[Verdict, Exact | None]:
    """Decide like `verify`, and by the walk over the pairs measure the tight delta at this E.

    A refutation names the first pair that attains the tight delta. The tight delta is None for a free E, beside
    Undecided, and if only a refutation could be decided, which needs one pair, while a tight delta needs all of them.

    The answer is exact. Raises ParameterError, MechanismError.
    """
    claim = PrivacyClaim.of(mechanism, neighbors, exp_epsilon, delta)
    return _unless_open(claim, lambda: (_decided(claim), None) if claim.free_intervals else _measured(claim))


def _unless_open(
    claim: PrivacyClaim, decide: Callable[[], tuple[Verdict, Exact | None]]
) -> tuple[Verdict, Exact | None]:
    """Return the answer of `decide`, or Undecided with the reason."""
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
        return _for_all(claim)
    pair = violating_pair(claim)
    return Proved(claim, EveryPair()) if pair is None else refutation(claim, *pair)


def _for_all(claim: PrivacyClaim) -> Private | NotPrivate:
    """Prove it for all E of the interval, or refute it at a rational E with a pair and an event. The answer is exact.

    For an ordered pair let f_o(E) = P_i(o) - E P_j(o), and cut the interval at the roots of the f_o. On an open cell
    the worst event S = {o : f_o > 0} is the same for all E, and its excess is G_S = sum of f_o over S, minus delta. The
    claim holds for the pair if and only if every G_S that occurs is <= 0 on the whole interval. A G_S > 0 anywhere is a
    violation there, since S is an event like any other. If all are <= 0, so is the worst excess on every cell, and by
    continuity at the ends of the cells. The roots are isolated by Descartes' rule and bisection.

    Raises ParameterError for several free intervals, IncompatibleFieldsError if some number does not lie over the free
    E, TooLargeError if the polynomials of a pair are too large to isolate their roots.
    """
    intervals, factor = claim.free_intervals, claim.exp_epsilon
    if len(intervals) != 1:
        raise ParameterError(" and ".join(map(str, intervals)), place="verify", expected="one free E")
    interval = intervals[0]
    if not isinstance(factor, Exact):
        message = f"E = infinity is not decided for mechanisms and deltas over {interval}"
        raise IncompatibleFieldsError(message, remedy="put a number in place of E")
    for field in claim.fields:
        join(interval, field)  # all lie over the free E, so that a certificate can be written
    values, rows = _coded(claim.mechanism.rows())
    decided: set[frozenset[tuple[tuple[int, int], int]]] = set()
    for i, others in claim.runs:
        for j in others:  # the multiset of the columns (P_i(o), P_j(o)) decides, and equal ones are in S together
            columns = Counter(zip(rows[i], rows[j], strict=True)).items()
            if (kind := frozenset(columns)) in decided:
                continue
            decided.add(kind)
            differences = [count * (values[p] - factor * values[q]) for (p, q), count in columns]
            point = _violation(interval, differences, claim.delta)
            if point is not None:
                at = Exact.of_rational(point)
                concrete = refutation(claim_at(claim, at), i, j)
                return Refuted(claim, concrete.counterexample, concrete.claim, at)
    return Proved(claim, EveryPair())


def _coded(rows: Sequence[Sequence[Exact]]) -> tuple[list[Exact], list[list[int]]]:
    """Return the distinct probabilities, and the rows with the place of each among them."""
    known: dict[Exact, int] = {}
    seen: dict[int, int] = {}  # by identity, since families repeat one object and a hash costs more
    for value in (value for row in rows for value in row):
        if id(value) not in seen:
            seen[id(value)] = known.setdefault(value, len(known))
    return list(known), [[seen[id(value)] for value in row] for row in rows]


def _violation(interval: Free, differences: list[Exact], delta: Exact) -> Fraction | None:
    """Return a rational E of the interval at which the positive parts sum to more than delta, or None."""
    signed = [_sign_polynomial(difference) for difference in differences]
    product = square_free(_product(signed))
    points = cell_points(interval, roots_on(interval, product))
    events = (tuple(o for o, f in enumerate(signed) if value_sign(f, point) > 0) for point in points)
    for event in dict.fromkeys(events):  # the sets {o : f_o > 0} on the open cells between the roots, each once
        point = point_of_sign(interval, exact_sum(differences[o] for o in event) - delta, 1)
        if point is not None:
            return point
    return None


def point_of_sign(interval: Free, number: Exact, sign: int) -> Fraction | None:
    """Return a rational point of the interval at which a number has this sign, or None without one.

    The answer is exact.
    """
    polynomial = _sign_polynomial(number)
    points = cell_points(interval, roots_on(interval, polynomial))
    return next((point for point in points if value_sign(polynomial, point) == sign), None)


def _sign_polynomial(number: Exact) -> fmpz_poly:
    """Return an integer polynomial in E with the sign of the number wherever that is finite."""
    num, den = number.sums()
    return dense(num * den)


def _product(signed: list[fmpz_poly]) -> fmpz_poly:
    """Return the product of the distinct square-free parts, so that every root of an f_o is a root of it."""
    product = fmpz_poly([1])
    for part in (square_free(polynomial) for polynomial in signed if polynomial.degree() > 0):
        product *= part / part.gcd(product)
        if product.degree() > MAX_DEGREE:
            raise TooLargeError(
                f"verify with a free E: the outcomes of one pair have more than {MAX_DEGREE} sign changes to isolate"
            )
    return product


def points_of(interval: Free) -> Iterator[Exact]:
    """Yield a few rational points of the interval, its ends among them."""
    length = 8 if interval.upper is None else interval.upper - interval.lower
    for part in TRIED:
        yield Exact.of_rational(interval.lower + part * length)


def _measured(claim: PrivacyClaim) -> tuple[Private | NotPrivate, Exact | None]:
    """Return the verdict, and the largest divergence of all pairs if that can be decided as well."""
    try:
        worst = worst_pair(claim)
        if worst is None or worst[2] <= claim.delta:
            return Proved(claim, EveryPair()), Exact.of_rational(0) if worst is None else worst[2]
    except (IncompatibleFieldsError, TooLargeError, UndecidedError):
        return _decided(claim), None
    i, j, tight = worst
    return refutation(claim, i, j), tight


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
    """Return the refutation for a pair that violates the claim in every completion, or else Undecided."""
    claim = verdict.concrete
    rows, inputs = layout_of(claim.mechanism, claim.exp_epsilon), claim.mechanism.inputs
    for i, others in claim.runs:
        for j in others:
            pair = (inputs[i], inputs[j])
            if rows.largest(i, [j])[1] - mechanism.in_doubt(pair, claim.exp_epsilon) > claim.delta:
                outputs = (claim.mechanism.outputs[o] for o in rows.positive(i, j))
                event = tuple(o for o in outputs if o != (UNFINISHED, pair[0]))
                best = mechanism.completion({pair[1]: event[0]})  # for the claim, which fails all the same
                first, second = (best.probability(name, event) for name in pair)
                example = Counterexample(pair, event, excess(claim, first, second), completions=True)
                return Refuted(PrivacyClaim(best, claim.neighbors, claim.exp_epsilon, claim.delta), example)
    left = max(mechanism.unfinished.values())
    unknown = counted(sum(1 for mass in mechanism.unfinished.values() if mass != 0), "input")
    reason = (
        f"mass of up to {in_text(left)} is unfinished for {unknown}: the claim holds of some completions and fails of "
        f"others ({verdict.counterexample.said(claim)}, if it lies worst); follow more paths (paths=, mass=), or name "
        "subprograms="
    )
    return Undecided(verdict.claim, reason)
