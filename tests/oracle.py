"""A second route to every privacy quantity: brute force over all 2^m events.

Works on Fractions, or on mpmath numbers of 150 digits where E or the entries are irrational, and uses nothing of
dpexact. Sums over events are formed event by event; no positive parts, no likelihood ratios.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import mpmath

MP = mpmath.MPContext()
MP.dps = 150
CLOSE = MP.mpf(10) ** -120

REALS: dict[str, Any] = {
    "sqrt(2)": MP.sqrt(2),
    "(6/5)**(1/3)": MP.cbrt(MP.mpf(6) / 5),
    "1 + sqrt(2)/9": 1 + MP.sqrt(2) / 9,
    "exp(1/10)": MP.exp(MP.mpf(1) / 10),
    "exp(1/2)": MP.exp(MP.mpf(1) / 2),
    "exp(109/50)": MP.exp(MP.mpf(109) / 50),
    "3/2*exp(1/3)": MP.exp(MP.mpf(1) / 3) * 3 / 2,
    "exp(1/2 + log(2)/2)": MP.exp(MP.mpf(1) / 2) * MP.sqrt(2),
}


def event_sums(values: Sequence[Any]) -> list[Any]:
    """The sum over every event; event number n contains the outcome o if bit o of n is set."""
    sums = [values[0] * 0]
    for value in values:
        sums += [total + value for total in sums]
    return sums


def members(event: int) -> tuple[int, ...]:
    """The outcomes of an event number."""
    return tuple(o for o in range(event.bit_length()) if event >> o & 1)


def number(value: Any) -> Any:
    """A Fraction as an mpmath number, anything else as it is."""
    return MP.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def excesses(p: Sequence[Any], q: Sequence[Any], factor: Any) -> list[Any]:
    """P(S) - E Q(S) for every event S."""
    if not isinstance(factor, (int, Fraction)):
        p, q = [number(a) for a in p], [number(b) for b in q]
    return [a - factor * b for a, b in zip(event_sums(p), event_sums(q), strict=True)]


def least_delta(rows: Sequence[Sequence[Any]], pairs: Iterable[tuple[int, int]], factor: Any) -> Any:
    """The least delta over all events and the given ordered pairs of rows; 0 if there is no pair."""
    return max((max(excesses(rows[i], rows[j], factor)) for i, j in pairs), default=0)


def least_factor(rows: Sequence[Sequence[Any]], pairs: Iterable[tuple[int, int]], delta: Any) -> Any:
    """The least E >= 1 for which every event satisfies P(S) <= E Q(S) + delta; math.inf if there is none."""
    least: Any = 1
    for i, j in pairs:
        for a, b in zip(event_sums(rows[i]), event_sums(rows[j]), strict=True):
            if a > delta:
                if b == 0:
                    return math.inf
                least = max(least, (a - delta) / b)
    return least


def agrees(value: Any, expected: Any) -> bool:
    """Return whether an Exact is the expected number: equal to a Fraction, within 1e-120 of an mpmath number."""
    if isinstance(expected, (int, Fraction)):
        return bool(value == expected)
    lower, upper = value.enclosure(420)
    return bool(number(lower) - CLOSE <= expected <= number(upper) + CLOSE)
