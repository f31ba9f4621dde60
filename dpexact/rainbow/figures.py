"""Figures 3 to 5 of the rainbow paper as exact data: the line of each caption under the printed and the corrected T."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact, exact
from dpexact.rainbow.graph import RainbowGraph
from dpexact.rainbow.optimal import optimal_mechanism
from dpexact.rainbow.prefix_sums import differences, prefix_sums
from dpexact.rainbow.transition import transition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.mechanisms.mechanism import Mechanism

EXP_EPSILON = exact("1.2")
BOUNDARY = tuple(exact(value) for value in ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823"))
DELTAS = {3: exact(0), 4: exact("0.001"), 5: exact("0.01")}
STEPS = 60
DIGITS = 12


@dataclass(frozen=True)
class LinePoint:
    """The distributions at distance t, as printed and corrected, and their total variation distance.

    `loss` is the least delta with which the printed distributions at t - 1 and t are close (0 for t = 0).
    """

    t: int
    printed: tuple[Exact, ...]
    corrected: tuple[Exact, ...]
    distance: Exact
    loss: Exact


@dataclass(frozen=True)
class LineFigure:
    """One of Figures 3 to 5: E = 1.2, the boundary vector of the captions, delta, and a point for each t = 0, ..., 60.

    The printed vector sums to 0.9999; its last entry is taken as 1 minus the others, 0.5823.

    Guarantee: exact.
    Reference: rainbow paper, Section 5.3.
    """

    number: int
    delta: Exact
    points: tuple[LinePoint, ...]

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"rainbow-figure-{self.number}"


def figures() -> Iterator[LineFigure]:
    """Figures 3, 4 and 5, one by one."""
    for number, delta in DELTAS.items():
        yield LineFigure(number, delta, _points(delta))


def example() -> tuple[RainbowGraph, Mechanism]:
    """A cycle with two rainbows and a chord, and its optimal mechanism for E = 2, delta = 0."""
    first, second = ("blue", "red", "green"), ("green", "red", "blue")
    ring = [(i, (i + 1) % 8) for i in range(8)]
    graph = RainbowGraph([*ring, (3, 5)], {i: first if i < len(ring) // 2 else second for i in range(8)})
    boundary = {
        first: dict.fromkeys(first, "1/3"),
        second: {"blue": "1/4", "red": "1/4", "green": "1/2"},
    }
    return graph, optimal_mechanism(graph, boundary, 2, 0)


def table(figure: LineFigure) -> str:
    """The points as CSV: t, five printed and five corrected probabilities, distance, loss; 12 digits, rounded up.

    Guarantee: enclosure; each number is at most one unit of its last place above the exact value.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    colors = range(1, len(BOUNDARY) + 1)
    writer.writerow(
        ("t", *(f"printed {k}" for k in colors), *(f"corrected {k}" for k in colors), "distance", "printed delta")
    )
    for point in figure.points:
        values = (*point.printed, *point.corrected, point.distance, point.loss)
        writer.writerow((point.t, *(value.decimal(DIGITS, "up") for value in values)))
    return text.getvalue()


def _points(delta: Exact) -> tuple[LinePoint, ...]:
    printed, corrected = _line("printed", delta), _line("corrected", delta)
    losses = [exact(0), *(_loss(before, after) for before, after in pairwise(printed))]
    rows = zip(printed, corrected, losses, strict=True)
    return tuple(LinePoint(t, p, c, _positive(p, c, exact(1)), loss) for t, (p, c, loss) in enumerate(rows))


def _line(variant: str, delta: Exact) -> list[tuple[Exact, ...]]:
    rule, sums = transition(EXP_EPSILON, delta, variant), prefix_sums(BOUNDARY)
    rows = [differences(sums)]
    for _ in range(STEPS):
        sums = tuple(rule.after(s) for s in sums)
        rows.append(differences(sums))
    return rows


def _loss(p: tuple[Exact, ...], q: tuple[Exact, ...]) -> Exact:
    return max(_positive(p, q, EXP_EPSILON), _positive(q, p, EXP_EPSILON))


def _positive(p: tuple[Exact, ...], q: tuple[Exact, ...], factor: Exact) -> Exact:
    """The sum of the positive parts of p - factor q; for factor 1 the total variation distance."""
    return sum((max(a - factor * b, exact(0)) for a, b in zip(p, q, strict=True)), exact(0))
