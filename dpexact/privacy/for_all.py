"""verify for a free E, a claim that is to hold for all E of an interval.

For an ordered pair let f_o(E) = P_i(o) - E P_j(o), and cut the interval at the roots of the f_o. On an open cell the
worst event S = {o : f_o > 0} is the same for all E, and its excess is G_S = sum of f_o over S, minus delta. The claim
holds for the pair if and only if every G_S that occurs is <= 0 on the whole interval. A G_S > 0 anywhere is a violation
there, since S is an event like any other. If all are <= 0, so is the worst excess on every cell, and by continuity at
the ends of the cells. The roots are isolated by Descartes' rule and bisection.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpz_poly

from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free, join
from dpexact.numbers.signs import cell_points, dense, roots_on, square_free, value_sign
from dpexact.privacy.claim import PrivacyClaim, claim_at
from dpexact.privacy.verdict import EveryPair, NotPrivate, Private, Proved, Refuted
from dpexact.privacy.worst_case import refutation

MAX_DEGREE = 4096  # of the product of the distinct f_o of one pair
TRIED = (Fraction(1, 2), Fraction(0), Fraction(1), Fraction(1, 7), Fraction(9, 10))


def verify_for_all(claim: PrivacyClaim) -> Private | NotPrivate:
    """Prove it for all E of the interval, or refute it at a rational E with a pair and an event. The answer is exact.

    Raises IncompatibleFieldsError if some number does not lie over the free E, TooLargeError if the polynomials of a
    pair are too large to isolate their roots.
    """
    interval, factor = free_interval(claim), claim.exp_epsilon
    if not isinstance(factor, Exact):
        raise IncompatibleFieldsError(
            f"E = infinity is not decided for mechanisms and deltas over {interval}",
            remedy="put a number in place of E",
        )
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


def free_interval(claim: PrivacyClaim) -> Free:
    """Return the interval of the claim's free E. Raises ParameterError for several free intervals."""
    intervals = claim.free_intervals
    if len(intervals) != 1:
        raise ParameterError(" and ".join(map(str, intervals)), place="verify", expected="one free E")
    return intervals[0]


def _violation(interval: Free, differences: list[Exact], delta: Exact) -> Fraction | None:
    """Return a rational E of the interval at which the positive parts sum to more than delta, or None."""
    signed = [_sign_polynomial(difference) for difference in differences]
    product = square_free(_product(signed))
    points = cell_points(interval, roots_on(interval, product) if product.degree() > 0 else ())
    events = (tuple(o for o, f in enumerate(signed) if value_sign(f, point) > 0) for point in points)
    for event in dict.fromkeys(events):  # the sets {o : f_o > 0} on the open cells between the roots, each once
        polynomial = _sign_polynomial(exact_sum(differences[o] for o in event) - delta)
        if polynomial.degree() < 0:
            continue
        for point in cell_points(interval, roots_on(interval, polynomial)):
            if value_sign(polynomial, point) > 0:
                return point
    return None


def _sign_polynomial(number: Exact) -> fmpz_poly:
    """Return an integer polynomial in E with the sign of the number wherever that is finite."""
    num, den = number.sums()
    return dense(num * den)


def _product(signed: list[fmpz_poly]) -> fmpz_poly:
    """Return the product of the distinct square-free parts, so that every root of an f_o is a root of it."""
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


def points_of(interval: Free) -> Iterator[Exact]:
    """Yield a few rational points of the interval, its ends among them."""
    length = 8 if interval.upper is None else interval.upper - interval.lower
    for part in TRIED:
        yield Exact.of_rational(interval.lower + part * length)


def sometimes_negative(interval: Free, value: Exact) -> Iterator[Exact]:
    """Yield a rational point of the interval at which the number is negative, if there is one. The answer is exact."""
    if value.ratio is not None:
        if value < 0:
            yield Exact.of_rational(interval.lower)
        return
    polynomial = _sign_polynomial(value)
    points = cell_points(interval, roots_on(interval, polynomial))
    point = next((point for point in points if value_sign(polynomial, point) < 0), None)
    if point is not None:
        yield Exact.of_rational(point)
