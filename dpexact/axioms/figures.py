"""The data of Figures 1 and 4 to 7: the bounds M and m of five predicates, on a grid that holds their corners."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.axioms.combined import symmetrised
from dpexact.axioms.lines import ApproxDPPredicate
from dpexact.axioms.shifts import GaussianPredicate, LaplacePredicate, exponential_predicate
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.axioms.predicate import Predicate
    from dpexact.numbers.enclosure import Enclosure

POINTS = 100
DIGITS = 12


@dataclass(frozen=True)
class BoundsFigure:
    """Figure 1, 4, 5, 6 or 7: M(a) and m(a) = 1 - M(1 - a) for a = 0, 1/100, ..., 1 and at their corners.

    `corners` are the places where two pieces of M meet; those of m are their reflections. So no straight line between
    two points of a drawing cuts a corner off.

    The captions of Figures 4 to 7 print no shift; it is t = 1, as in the text before Figure 4.

    Guarantee: exact; enclosures for the Gaussian.
    Reference: axioms paper, Sections 2.1 and 2.2.1.
    """

    number: int
    title: str
    predicate: Predicate
    corners: tuple[Exact, ...] = ()

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"axioms-figure-{self.number}"

    def points(self) -> Iterator[tuple[Exact, Exact | Enclosure, Exact | Enclosure]]:
        """(a, M(a), m(a)), from left to right."""
        grid = [exact(n) / POINTS for n in range(POINTS + 1)]
        for a in sorted({*grid, *self.corners, *(1 - corner for corner in self.corners)}):
            yield a, self.predicate.upper(a), self.predicate.lower(a)


def figures() -> tuple[BoundsFigure, ...]:
    """Figures 1, 4, 5, 6 and 7."""
    e, delta = exp_of_epsilon("1"), exact("0.1")
    approximate = ((1 - delta) / (1 + e), 1 - delta)  # E a + delta meets 1 - (1 - a - delta)/E, and that meets 1
    return (
        BoundsFigure(1, "(ε, δ)-differential privacy, ε = 1, δ = 0.1", ApproxDPPredicate(e, delta), approximate),
        BoundsFigure(4, "from the Gaussian density, shift 1", GaussianPredicate(1)),
        BoundsFigure(5, "from the Laplace density, shift 1", LaplacePredicate(e), (1 / (2 * e), exact("1/2"))),
        BoundsFigure(6, "from the exponential density, shift 1", exponential_predicate(e), (1 / e,)),
        BoundsFigure(
            7,
            "the one of Figure 6, symmetrized: 1-differential privacy",
            symmetrised(exponential_predicate(e)),
            (1 / (1 + e),),
        ),
    )


def table(figure: BoundsFigure) -> str:
    """The points as CSV: a, M(a), m(a); 12 significant digits, rounded half to even.

    Guarantee: exact rounding; an enclosure is refined until both of its ends round alike.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("a", "M", "m"))
    for point in figure.points():
        writer.writerow([_rounded(value) for value in point])
    return text.getvalue()


def _rounded(value: Exact | Enclosure) -> str:
    if isinstance(value, Exact):
        return value.decimal(DIGITS)
    bits, known = 64, value
    while True:
        known = known.refine(bits)
        low, high = (exact(end).decimal(DIGITS) for end in (known.lower, known.upper))
        if low == high:
            return low
        bits *= 2
