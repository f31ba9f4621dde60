"""Pairs of distributions, and their composition listed outcome by outcome: nothing of dpexact is used."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Rows = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def fractions(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(entry) for entry in text.split())


PAIRS: dict[str, Rows] = {
    "response": (fractions("3/4 1/4"), fractions("1/4 3/4")),
    "all equal": (fractions("1/2 1/3 1/6"), fractions("1/2 1/3 1/6")),
    "disjoint": (fractions("1/2 1/2 0 0"), fractions("0 0 1/3 2/3")),
    "half leaks": (fractions("1/2 1/2"), fractions("0 1")),
    "a leak and a response": (fractions("1/10 27/40 9/40"), fractions("0 1/4 3/4")),
    "never leaks": (fractions("0 1"), fractions("1/2 1/2")),
    "ties at 2": (fractions("2/6 2/6 2/6 0"), fractions("1/6 1/6 1/6 1/2")),
    "1, 2 and 1/2": (fractions("1/3 1/3 1/6 1/6"), fractions("1/3 1/6 1/3 1/6")),
    "4 and 8": (fractions("8/16 4/16 4/16"), fractions("1/16 1/16 14/16")),
    "no relation": (fractions("1/2 1/3 1/6"), fractions("1/5 1/7 23/35")),
    "nothing twice": (fractions("1/4 0 3/4 0"), fractions("3/4 0 1/4 0")),
    "one outcome": (fractions("1"), fractions("1")),
}
FACTORS = tuple(Fraction(text) for text in ("1", "9/8", "2", "3", "4", "9", "27", "1000"))


def masses(pairs: Sequence[Rows]) -> list[tuple[Fraction, Fraction]]:
    """Both probabilities of every combination of outcomes."""
    return [
        (math.prod(c[0] for c in chosen), math.prod(c[1] for c in chosen))  # type: ignore[misc]
        for chosen in product(*(list(zip(p, q, strict=True)) for p, q in pairs))
    ]


def least_delta(pairs: Sequence[Rows], factor: Fraction) -> Fraction:
    return sum((max(Fraction(0), a - factor * b) for a, b in masses(pairs)), Fraction(0))


def least_factor(pairs: Sequence[Rows], delta: Fraction) -> Fraction | float:
    """The largest (P(S) - delta) / Q(S) over the events {ratio >= r}, which contain the worst event of every E."""
    both = [(a, b) for a, b in masses(pairs) if a or b]
    if sum(a for a, b in both if not b) > delta:
        return math.inf
    levels = {a / b for a, b in both if b}
    events = [[(a, b) for a, b in both if not b or a / b >= level] for level in levels]
    found = [(sum(a for a, _ in event) - delta) / sum(b for _, b in event) for event in events]
    return max([Fraction(1), *found])
