"""verify with a free E: for all E of an interval at once, or refuted at a concrete E.

Let f_o(E) = P_i(o) - E P_j(o) for an ordered pair, and cut the interval at the roots of the f_o. On an open cell the
worst event S = {o : f_o > 0} is the same for all E, and its excess is G_S = sum of f_o over S, minus delta. The claim
holds for the pair if and only if every G_S that occurs is <= 0 on the whole interval: a G_S > 0 anywhere is a
violation there, since S is an event like any other; and if all are <= 0, so is the worst excess on every cell, and by
continuity at the ends of the cells. The roots are isolated by Descartes' rule and bisection.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpexact.decide.refutation import refutation
from dpexact.decide.substitution import claim_at
from dpexact.decide.verdict import Proved
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.numbers.field import join
from dpexact.numbers.free import cell_points, dense, roots_on, square_free, value_sign
from dpexact.privacy.privacy_claim import pair_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from dpexact.decide.verdict import Refuted
    from dpexact.numbers.field import Free
    from dpexact.privacy.privacy_claim import PrivacyClaim

MAX_DEGREE = 4096  # of the product of the distinct f_o of one pair


def verify_for_all(claim: PrivacyClaim) -> Proved | Refuted:
    """Proved for all E of the interval, or Refuted at a rational E with a pair and an event. Guarantee: exact.

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
            return replace(refutation(claim_at(claim, at), i, j), claim=claim, point=at)
    return Proved(claim)


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
        """What two pairs of rows have in common if and only if the multisets of their columns agree."""
        import numpy as np

        return bytes(np.sort(self.codes[i] * len(self.values) + self.codes[j]).tobytes())

    def counted(self, i: int, j: int) -> list[tuple[Exact, Exact, int]]:
        """(P_i(o), P_j(o), how often) for the distinct columns."""
        import numpy as np

        found, counts = np.unique(self.codes[i] * len(self.values) + self.codes[j], return_counts=True)
        places = zip(found.tolist(), counts.tolist(), strict=True)
        return [(self.values[code // len(self.values)], self.values[code % len(self.values)], n) for code, n in places]


def _factor_over(claim: PrivacyClaim) -> Exact:
    """E, where all numbers of the claim lie over the free E, so that a certificate can be written.

    Raises: IncompatibleFieldsError.
    """
    interval, factor = free_interval(claim), claim.exp_epsilon
    if not isinstance(factor, Exact):
        message = f"E = infinity is not decided for mechanisms and deltas over {interval}; put a number in place of E"
        raise IncompatibleFieldsError(message)
    for field in claim.fields:
        join(interval, field)
    return factor


def free_interval(claim: PrivacyClaim) -> Free:
    """The interval of the claim's free E. Raises: ParameterError for several free intervals."""
    intervals = claim.free_intervals
    if len(intervals) != 1:
        shown = " and ".join(str(interval) for interval in intervals)
        message = f"verify: expected one free E, got {shown}"
        raise ParameterError(message)
    return intervals[0]


def _violation(interval: Free, differences: list[Exact], delta: Exact) -> Fraction | None:
    """A rational E of the interval at which the positive parts sum to more than delta, or None."""
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
    """An integer polynomial in E with the sign of the number wherever that is finite."""
    num, den = number.sums()
    return dense(num * den)


def _events(interval: Free, signed: list[Any]) -> Iterable[tuple[int, ...]]:
    """The sets {o : f_o > 0} on the open cells between the roots of the f_o, each once."""
    product = square_free(_product(signed))
    roots = roots_on(interval, product) if product.degree() > 0 else ()
    points = cell_points(interval, roots)
    return {tuple(o for o, f in enumerate(signed) if value_sign(f, point) > 0): None for point in points}


def _product(signed: list[Any]) -> Any:
    """The product of the distinct square-free parts, so that every root of an f_o is a root of it."""
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
            message = (
                f"verify with a free E: the outcomes of one pair have more than {MAX_DEGREE} sign changes to isolate"
            )
            raise TooLargeError(message)
    return product
