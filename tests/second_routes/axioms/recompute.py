"""Second route for dpexact/papers/axioms/printed.toml: every row again, without dpexact, and the recorded verdicts.

Run `python -m tests.second_routes.axioms.recompute`: one line for each row (id, value, verdict); exit status 1 if a
verdict is not the recorded one. Only Fraction and mpmath are used. The routes differ from dpexact's on purpose: the
volume is computed from the minors by the formula of Cauchy and Binet, and good outputs are found event by event.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import mpmath

from tests.second_routes.printed import main

Matrix = list[list[Fraction]]


def entries(text: str) -> Matrix:
    """The rows of "2/3, 1/3; 1/3, 2/3"."""
    return [[Fraction(entry.strip()) for entry in row.split(",")] for row in text.split(";")]


def expected_loss(matrix: str, loss: str, prior: str) -> Fraction:
    """Section 3: the sum over answers and truths of prior * probability * loss."""
    weights = entries(prior)[0]
    pairs = zip(entries(matrix), entries(loss), strict=True)
    return sum((w * p * v for row, losses in pairs for w, p, v in zip(weights, row, losses, strict=True)), Fraction(0))


def volume(matrix: str) -> Any:
    """Example 3.2.2, for two columns: the root of the sum of the squared 2 x 2 minors."""
    minors = [a[0] * b[1] - a[1] * b[0] for a, b in combinations(entries(matrix), 2)]
    square = sum((minor**2 for minor in minors), Fraction(0))
    return mpmath.sqrt(mpmath.mpf(square.numerator) / square.denominator)


def product_entry(kernel: str, matrix: str, row: str, column: str) -> Fraction:
    """An entry of A M: a row of A times a column of M."""
    shares, rows = entries(kernel)[int(row) - 1], entries(matrix)
    return sum((share * own[int(column) - 1] for share, own in zip(shares, rows, strict=True)), Fraction(0))


def good_probability(matrix: str, exp_epsilon: str, column: str) -> Fraction:
    """The largest P(O | i) of a set O all of whose subsets S have P(S | i) <= E P(S | j)."""
    rows, i = entries(matrix), int(column) - 1
    events = [event for size in range(len(rows) + 1) for event in combinations(rows, size)]

    def private(event: tuple[list[Fraction], ...]) -> bool:
        return sum(row[i] for row in event) <= Fraction(exp_epsilon) * sum(row[1 - i] for row in event)

    good = [o for o in events if all(private(s) for size in range(len(o) + 1) for s in combinations(o, size))]
    return max(sum((row[i] for row in o), Fraction(0)) for o in good)


def bad_probability(matrix: str, exp_epsilon: str, column: str) -> Fraction:
    """Return what is left."""
    return 1 - good_probability(matrix, exp_epsilon, column)


ROUTES: dict[str, Callable[..., Any]] = {
    "axioms.expected_loss": expected_loss,
    "axioms.volume": volume,
    "axioms.product_entry": product_entry,
    "axioms.good_probability": good_probability,
    "axioms.bad_probability": bad_probability,
}


if __name__ == "__main__":
    raise SystemExit(main("axioms", ROUTES))
