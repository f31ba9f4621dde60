"""The divergence of neighbouring pairs, by the route that the representation of the mechanism allows.

max over all 2^m events of P_i(S) - E P_j(S) is the sum of the positive parts of P_i(o) - E P_j(o); the event that
attains it is the set of outcomes with a positive part. All routes are exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from dpexact.decide import arrays
from dpexact.decide.selection import START_BITS, integer_bounds, positive_places
from dpexact.mechanisms.summation import exact_sum, unreduced_sum
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.mechanisms.integers import IntegerMatrix
    from dpexact.mechanisms.mechanism import Mechanism

FIXED_BITS = 192


def worst_neighbors(
    mechanism: Mechanism, runs: Iterable[tuple[int, list[int]]], factor: Exact
) -> Iterator[tuple[int, int, Exact]]:
    """(i, j, max over events of P_i(S) - E P_j(S)) for the worst j of every run (i, [every j]) of neighbours.

    Guarantee: exact.
    """
    matrix = mechanism.stored_integers()
    sieve = None if matrix is None or matrix.ints is not None else arrays.Filter.of(matrix, factor)
    for i, others in runs:
        if matrix is None:
            values = [_entry_divergence(mechanism, i, j, factor) for j in others]
            place = max(range(len(others)), key=values.__getitem__)
            yield i, others[place], values[place]
        else:
            place, value = _worst_integer_row(matrix, i, others, factor, sieve)
            yield i, others[place], value


def worst_pair(
    mechanism: Mechanism, runs: Iterable[tuple[int, list[int]]], factor: Exact
) -> tuple[int, int, Exact] | None:
    """(i, j, divergence) of the first of all pairs that diverges most; None if there is no pair. Guarantee: exact."""
    if mechanism.stored_integers() is None:
        runs = _entry_candidates(mechanism, [(i, j) for i, others in runs for j in others], factor)
    best: tuple[int, int, Exact] | None = None
    for i, j, value in worst_neighbors(mechanism, runs, factor):
        if best is None or value > best[2]:
            best = i, j, value
    return best


def divergence(mechanism: Mechanism, i: int, j: int, factor: Exact) -> Exact:
    """Max over events of P_i(S) - E P_j(S), for two rows. Guarantee: exact."""
    return next(worst_neighbors(mechanism, [(i, [j])], factor))[2]


def _worst_integer_row(
    matrix: IntegerMatrix, i: int, others: list[int], factor: Exact, sieve: arrays.Filter | None
) -> tuple[int, Exact]:
    """(place in others, divergence) of the first row from which row i diverges most."""
    small = arrays.word_factors(matrix, factor)
    if small is not None:
        excesses = arrays.word_excesses(matrix, i, others, *small)
        worst = max(range(len(others)), key=excesses.__getitem__)
        return worst, Exact.of_rational(fmpq(excesses[worst], matrix.denominator * small[1]))
    if matrix.ints is None:
        sums = arrays.largest_sums(matrix, i, others, factor, sieve)
    else:
        sums = _distinct_sums(matrix, i, others, factor)
    if factor.is_rational():
        ratio = factor.as_fraction()
        keys = {place: a * ratio.denominator - b * ratio.numerator for (a, b), place in sums.items()}
        top = max(keys.values())
        worst = min(place for place, key in keys.items() if key == top)
        return worst, Exact.of_rational(fmpq(keys[worst], matrix.denominator * ratio.denominator))
    return _largest_irrational(sums, factor, matrix.denominator)


def _distinct_sums(matrix: IntegerMatrix, i: int, others: list[int], factor: Exact) -> dict[tuple[int, int], int]:
    """{(A, B): first place in others} of the sums of both numerators over the outcomes with a > E b.

    Equal rows are compared once.
    """
    last_to_first = range(len(others) - 1, -1, -1)
    places = dict(zip(map(matrix.first_equals.__getitem__, reversed(others)), last_to_first, strict=True))
    sums: dict[tuple[int, int], int] = {}
    for j, place in places.items():
        pair = _integer_sums(matrix.row(i), matrix.row(j), factor)
        sums[pair] = min(place, sums.get(pair, place))
    return sums


def _largest_irrational(sums: dict[tuple[int, int], int], factor: Exact, denominator: int) -> tuple[int, Exact]:
    """(place, (a - E b) / denominator) for the largest a - E b, sorted out by integer bounds of E first."""
    bounded = len(sums) > 1 and any(b for _, b in sums)
    low, high = integer_bounds(factor, START_BITS) if bounded else (0, 0)
    floor = max((a << START_BITS) - high * b for a, b in sums)
    best: tuple[int, Exact] | None = None
    for (a, b), place in sums.items():
        if len(sums) == 1 or (a << START_BITS) - low * b >= floor:
            value = a - factor * b
            if best is None or value > best[1]:
                best = place, value
    return (0, Exact.of_rational(0)) if best is None else (best[0], best[1] / denominator)


def _integer_sums(first: tuple[int, ...], second: tuple[int, ...], factor: Exact) -> tuple[int, int]:
    places = positive_places(zip(first, second, strict=True), factor)
    return sum(first[o] for o in places), sum(second[o] for o in places)


def positive_event(mechanism: Mechanism, i: int, j: int, factor: Exact) -> list[int]:
    """The outcomes with P_i(o) > E P_j(o), ascending: the smallest event that attains the divergence."""
    matrix = mechanism.stored_integers()
    if matrix is None:
        return _entry_places(mechanism, i, j, factor)
    if matrix.ints is None:
        return arrays.positive_columns(matrix, i, j, factor)
    return positive_places(zip(matrix.ints[i], matrix.ints[j], strict=True), factor)


def _entry_places(mechanism: Mechanism, i: int, j: int, factor: Exact) -> list[int]:
    p, q = mechanism.rows()[i], mechanism.rows()[j]
    if mechanism.is_rational:
        fractions = ((a.as_fmpq(), b.as_fmpq()) for a, b in zip(p, q, strict=True))
        return positive_places(((a.p * b.q, b.p * a.q) for a, b in fractions), factor)
    return [o for o, (a, b) in enumerate(zip(p, q, strict=True)) if a > factor * b]


def _entry_divergence(mechanism: Mechanism, i: int, j: int, factor: Exact) -> Exact:
    p, q = mechanism.rows()[i], mechanism.rows()[j]
    places = _entry_places(mechanism, i, j, factor)
    if not (mechanism.is_rational and factor.is_rational()):
        return exact_sum(p[o] for o in places) - factor * exact_sum(q[o] for o in places)
    scale = factor.as_fmpq()
    (a, b), (c, d) = (unreduced_sum(row[o].as_fmpq() for o in places) for row in (p, q))
    return Exact.of_rational(fmpq(a * d * scale.q - c * b * scale.p, b * d * scale.q))


def exceeds(mechanism: Mechanism, i: int, j: int, factor: Exact, delta: Exact) -> bool:
    """Whether the divergence of two rows is larger than delta, for a mechanism held entry by entry.

    Rational entries: the sums are first bounded in fixed point; only a near tie pays for the exact sums.
    """
    if not mechanism.is_rational:
        return _entry_divergence(mechanism, i, j, factor) > delta
    low, high = _divergence_bounds(mechanism, i, j, factor)
    if low > delta:
        return True
    if high <= delta:
        return False
    return _entry_divergence(mechanism, i, j, factor) > delta


def _entry_candidates(mechanism: Mechanism, pairs: list[tuple[int, int]], factor: Exact) -> list[tuple[int, list[int]]]:
    """The pairs that can diverge most, in their order: rational entries are sifted by bounds in fixed point."""
    if not mechanism.is_rational or len(pairs) < 2:
        return [(i, [j]) for i, j in pairs]
    bounds = [_divergence_bounds(mechanism, i, j, factor) for i, j in pairs]
    floor = max(low for low, _ in bounds)
    return [(i, [j]) for (i, j), (_, high) in zip(pairs, bounds, strict=True) if high >= floor]


def _divergence_bounds(mechanism: Mechanism, i: int, j: int, factor: Exact) -> tuple[Exact, Exact]:
    """Bounds of the divergence of two rows of rational entries, from sums in fixed point of 2^-192."""
    places = _entry_places(mechanism, i, j, factor)
    unit = Exact.of_rational(fmpq(1, 1 << FIXED_BITS))
    sums = []
    for k in (i, j):
        row = mechanism.rows()[k]
        chosen = (row[o].as_fmpq() for o in places)
        sums.append(sum(((value.p << FIXED_BITS) // value.q for value in chosen), fmpz(0)) * unit)
    slack = len(places) * unit
    return sums[0] - factor * (sums[1] + slack), sums[0] + slack - factor * sums[1]
