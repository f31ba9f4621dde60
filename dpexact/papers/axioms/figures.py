"""Figures 1 and 4 to 7 of the axioms paper, the bounds M and m of five predicates, on a grid with their corners."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dpexact.audit.paper import Drawing, csv_text
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import DECIDE_BITS, Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.rounding import decimal_of_ball
from dpexact.papers.axioms.bounds import ApproxDPPredicate, GaussianPredicate, LaplacePredicate, exponential_predicate
from dpexact.papers.axioms.predicate import Predicate, symmetrised
from dpexact.report.pyplot import BLUE, DIGITS, RED, coordinate, drawn

POINTS = 100
PAPER = "Kifer and Lin, An Axiomatic View of Statistical Privacy and Utility"
SEEN = {
    1: "P(O | i₂) lies in the shaded band, on the left up to δ: what is impossible for one input may have the "
    "probability δ for its neighbor.",
    4: "M leaves 0 vertically: for events of small probability no factor bounds the quotient.",
    5: "The band begins with the slope e and ends with 1/e, as in Figure 7, but the arc in the middle lies inside.",
    6: "M(a) = min{1, e a}: past a = 1/e nothing is bounded from above, and m is 0 up to 1 - 1/e.",
    7: "Asked in both directions, the bounds of Figure 6 are the straight ones of 1-differential privacy.",
}


@dataclass(frozen=True)
class BoundsFigure:
    """Figure 1, 4, 5, 6 or 7, with M(a) and m(a) = 1 - M(1 - a) for a = 0, 1/100, ..., 1 and at their corners.

    `corners` are the places at which two pieces of M meet. Their reflections are the corners of m, so a straight line
    between two points of a drawing never cuts a corner off.

    The captions of Figures 4 to 7 print no shift. It is t = 1, as in the text before Figure 4.

    The answer is exact, enclosures for the Gaussian.
    Reference: axioms paper, Sections 2.1 and 2.2.1.
    """

    number: int
    title: str
    predicate: Predicate
    corners: tuple[Exact, ...] = ()

    def points(self) -> Iterator[tuple[Exact, Exact | Enclosure, Exact | Enclosure]]:
        """Yield (a, M(a), m(a)), from left to right."""
        grid = [exact(n) / POINTS for n in range(POINTS + 1)]
        for a in sorted({*grid, *self.corners, *(1 - corner for corner in self.corners)}):
            yield a, self.predicate.upper(a), self.predicate.lower(a)


def figures() -> tuple[BoundsFigure, ...]:
    """Return Figures 1, 4, 5, 6 and 7."""
    e, delta = exp_of_epsilon("1"), exact("0.1")
    approximate = ((1 - delta) / (1 + e), 1 - delta)  # E a + delta meets 1 - (1 - a - delta)/E, and that meets 1
    halved, title_7 = symmetrised(exponential_predicate(e)), "the one of Figure 6, symmetrized: 1-differential privacy"
    return (
        BoundsFigure(1, "(ε, δ)-differential privacy, ε = 1, δ = 0.1", ApproxDPPredicate(e, delta), approximate),
        BoundsFigure(4, "from the Gaussian density, shift 1", GaussianPredicate(1)),
        BoundsFigure(5, "from the Laplace density, shift 1", LaplacePredicate(e), (1 / (2 * e), exact("1/2"))),
        BoundsFigure(6, "from the exponential density, shift 1", exponential_predicate(e), (1 / e,)),
        BoundsFigure(7, title_7, halved, (1 / (1 + e),)),
    )


def drawings() -> Iterator[Drawing]:
    """Yield the figures as files."""
    for figure in figures():
        yield Drawing(f"axioms-figure-{figure.number}", partial(table, figure), partial(draw_bounds, figure))


def table(figure: BoundsFigure) -> str:
    """Return the points as CSV with a, M(a), m(a) to 12 significant digits, rounded half to even.

    The answer is exact rounding. An enclosure is refined until both of its ends round alike.
    """
    return csv_text(("a", "M", "m"), (map(_rounded, point) for point in figure.points()))


def _rounded(value: Exact | Enclosure) -> str:
    if isinstance(value, Exact):
        return value.decimal(DIGITS)
    text = decimal_of_ball(value.rule.ball, DIGITS, "half-even", DECIDE_BITS)
    if text is None:
        came = f"{DECIDE_BITS} bits do not tell how it is rounded to {DIGITS} digits"
        raise UndecidedError(came, lower=value.lower, upper=value.upper, place=f"{value}")
    return text


def draw_bounds(figure: BoundsFigure, path: Path) -> None:
    """Draw M and m over a, the band between them, and the diagonal. Errors are those of `drawn`."""
    places, upper, lower = ([coordinate(value) for value in column] for column in zip(*figure.points(), strict=True))
    source = f"Figure {figure.number} of {PAPER}"
    with drawn(path, source, SEEN[figure.number], figsize=(5.5, 6.3)) as axes:
        axes.fill_between(places, lower, upper, color=BLUE, alpha=0.12, linewidth=0)
        axes.plot(places, upper, color=BLUE, label="M(a)")
        axes.plot(places, lower, color=RED, label="m(a) = 1 - M(1 - a)")
        axes.plot([0, 1], [0, 1], color="black", linestyle=":", linewidth=0.8)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="a = P(O | i₁)", ylabel="P(O | i₂)")
        axes.set_title(f"Figure {figure.number}: {figure.title}", fontsize="small")
        axes.legend(loc="lower right", fontsize="small")
