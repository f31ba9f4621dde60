"""Drawings by matplotlib (the extra `plots`): the bounds M and m of Figures 1 and 4 to 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.numbers.enclosure import Enclosure
from dpexact.report.pyplot import pyplot, save

if TYPE_CHECKING:
    from pathlib import Path

    from dpexact.axioms.figures import BoundsFigure
    from dpexact.numbers.exact import Exact

PAPER = "Kifer and Lin, An Axiomatic View of Statistical Privacy and Utility"
SEEN = {
    1: "P(O | i₂) lies in the shaded band, on the left up to δ: what is impossible for one input may have the "
    "probability δ for its neighbor.",
    4: "M leaves 0 vertically: for events of small probability no factor bounds the quotient.",
    5: "The band begins with the slope e and ends with 1/e, as in Figure 7, but the arc in the middle lies inside.",
    6: "M(a) = min{1, e a}: past a = 1/e nothing is bounded from above, and m is 0 up to 1 - 1/e.",
    7: "Asked in both directions, the bounds of Figure 6 are the straight ones of 1-differential privacy.",
}


def draw_bounds(figure: BoundsFigure, path: Path) -> None:
    """Draw M and m over a, what lies between them shaded, and the diagonal.

    Guarantee: none; the curves are drawn from floats near the exact values.
    Raises: DPExactError without matplotlib.
    """
    plt = pyplot()
    drawing, axes = plt.subplots(figsize=(5.5, 6.3))
    places, upper, lower = ([_float(value) for value in column] for column in zip(*figure.points(), strict=True))
    axes.fill_between(places, lower, upper, color="#2166ac", alpha=0.12, linewidth=0)
    axes.plot(places, upper, color="#2166ac", label="M(a)")
    axes.plot(places, lower, color="#b2182b", label="m(a) = 1 - M(1 - a)")
    axes.plot([0, 1], [0, 1], color="black", linestyle=":", linewidth=0.8)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.set_xlabel("a = P(O | i₁)")
    axes.set_ylabel("P(O | i₂)")
    axes.set_title(f"Figure {figure.number}: {figure.title}", fontsize="small")
    axes.legend(loc="lower right", fontsize="small")
    axes.grid(visible=True, linewidth=0.3)
    save(drawing, path, f"Figure {figure.number} of {PAPER}", SEEN[figure.number])


def _float(value: Exact | Enclosure) -> float:
    return float(value.lower) if isinstance(value, Enclosure) else float(value)
