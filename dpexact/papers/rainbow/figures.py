"""Figures 3 to 5 of the rainbow paper, the lines under the printed and the corrected T, and a graph of our own."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from dpexact.audit.paper import Drawing, csv_text
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.rainbow.graph import RainbowGraph
from dpexact.papers.rainbow.optimal import line_mechanism, optimal_mechanism
from dpexact.privacy.divergence import hockey_stick
from dpexact.report.pyplot import BLUE, DIGITS, GREEN, GREY, ORANGE, PURPLE, RED, drawn

EXP_EPSILON = exact("1.2")
BOUNDARY = tuple(exact(value) for value in ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823"))
DELTAS = {3: exact(0), 4: exact("0.001"), 5: exact("0.01")}
STEPS = 60
PAPER = "Gu, Zhou, Günlü, D'Oliveira, Sadeghi, Médard, Schaefer, Generalized Rainbow Differential Privacy"
PALETTE = (BLUE, RED, GREEN, ORANGE, PURPLE, GREY)
RADIUS = 0.16
SEEN_IN_GRAPH = (
    "Pies are the probabilities of the colors, squares the order of preference, the first color left; boundary "
    "vertices have a thick edge."
)


@dataclass(frozen=True)
class LineFigure:
    """One of Figures 3 to 5, with E = 1.2, the boundary of the captions, and delta, at the times t = 0, ..., 60.

    At each t there are the distributions as printed and corrected, their total variation distance, and the loss, which
    is the least delta with which the printed distributions at t - 1 and t are close (0 for t = 0).

    The printed vector sums to 0.9999. Its last entry is taken as 1 minus the others, 0.5823.

    The answer is exact.
    Reference: rainbow paper, Section 5.3.
    """

    number: int
    delta: Exact
    printed: tuple[tuple[Exact, ...], ...]
    corrected: tuple[tuple[Exact, ...], ...]
    distances: tuple[Exact, ...]
    losses: tuple[Exact, ...]


def figures() -> Iterator[LineFigure]:
    """Yield Figures 3, 4 and 5, one by one."""
    for number, delta in DELTAS.items():
        printed = line_mechanism(BOUNDARY, EXP_EPSILON, delta, STEPS, "printed").rows()
        corrected = line_mechanism(BOUNDARY, EXP_EPSILON, delta, STEPS).rows()
        distances = tuple(hockey_stick(p, q, exact(1)) for p, q in zip(printed, corrected, strict=True))
        both = ((hockey_stick(p, q, EXP_EPSILON), hockey_stick(q, p, EXP_EPSILON)) for p, q in pairwise(printed))
        yield LineFigure(number, delta, printed, corrected, distances, (exact(0), *map(max, both)))


def drawings() -> Iterator[Drawing]:
    """Yield Figures 3, 4 and 5, and a graph that the paper does not draw."""
    for figure in figures():
        yield Drawing(f"rainbow-figure-{figure.number}", partial(table, figure), partial(draw_line, figure))
    yield Drawing("rainbow-graph", None, partial(draw_graph, *example()))


def example() -> tuple[RainbowGraph, Mechanism]:
    """Return a cycle with two rainbows and a chord, and its optimal mechanism for E = 2, delta = 0."""
    first, second = ("blue", "red", "green"), ("green", "red", "blue")
    ring = [(i, (i + 1) % 8) for i in range(8)]
    graph = RainbowGraph([*ring, (3, 5)], {i: first if i < len(ring) // 2 else second for i in range(8)})
    boundary = {first: dict.fromkeys(first, "1/3"), second: {"blue": "1/4", "red": "1/4", "green": "1/2"}}
    return graph, optimal_mechanism(graph, boundary, 2, 0)


def table(figure: LineFigure) -> str:
    """Write the points as CSV with t, five printed and five corrected probabilities, distance, loss, to 12 digits, up.

    The answer is an enclosure. Each number is at most one unit of its last place above the exact value.
    """
    colors = range(1, len(BOUNDARY) + 1)
    header = ("t", *(f"printed {k}" for k in colors), *(f"corrected {k}" for k in colors), "distance", "printed delta")
    rows = zip(figure.printed, figure.corrected, figure.distances, figure.losses, strict=True)
    values = enumerate((*printed, *corrected, distance, loss) for printed, corrected, distance, loss in rows)
    return csv_text(header, ((str(t), *(value.decimal(DIGITS, "up") for value in row)) for t, row in values))


def draw_line(figure: LineFigure, path: Path) -> None:
    """Draw the probabilities over t, printed and corrected, their distance, and the delta that the printed line needs.

    The guarantee and the errors are those of `drawn`.
    """
    canvas: dict[str, Any] = {"nrows": 3, "sharex": True, "figsize": (7.5, 8.6), "height_ratios": (3, 1, 1)}
    times = range(STEPS + 1)
    with drawn(path, f"Figure {figure.number} of {PAPER}", _seen(figure), **canvas) as (above, middle, below):
        wide, dots = {"linewidth": 4, "alpha": 0.4}, {"marker": ".", "linestyle": "--", "linewidth": 1}
        for k, color in enumerate(PALETTE[: len(BOUNDARY)]):
            above.plot(times, [float(row[k]) for row in figure.corrected], color=color, label=f"color {k + 1}", **wide)
            above.plot(times, [float(row[k]) for row in figure.printed], color=color, markersize=3.5, **dots)
        above.plot([], [], color="black", label="T corrected (wide)", **wide)
        above.plot([], [], color="black", label="T as printed (dots)", **dots)
        above.set_ylabel("probability")
        above.set_title(f"Figure {figure.number}. The line with E = 1.2, δ = {figure.delta.decimal(1)}")
        middle.plot(
            times, [float(distance) for distance in figure.distances], ".-", color="black", linewidth=1, clip_on=False
        )
        middle.set_ylabel("total variation\ndistance of the\ntwo lines", fontsize="small")
        _draw_losses(below, figure)
        below.set_xlabel("t")
        for axes in (middle, below):
            axes.set_ylim(bottom=0)


def _draw_losses(axes: Any, figure: LineFigure) -> None:
    """Draw the delta that the printed line needs between t - 1 and t, against the promised one, decided exactly."""
    for is_more, color, label in ((False, BLUE, "as promised"), (True, RED, "more than promised")):
        if times := [t for t in range(1, STEPS + 1) if (figure.losses[t] > figure.delta) == is_more]:
            style = {"color": color, "markersize": 4, "label": label, "clip_on": False}
            axes.plot(times, [float(figure.losses[t]) for t in times], "o", **style)
    axes.axhline(float(figure.delta), color="black", linestyle=":", linewidth=1, label="δ that is promised")
    axes.set_ylabel("δ needed between\nt - 1 and t, T\nas printed", fontsize="small")
    axes.legend(fontsize="x-small", ncols=3, loc="lower left")


def _seen(figure: LineFigure) -> str:
    """Say whether the printed line keeps its promise, and how far it is from the corrected one."""
    over = [loss for loss in figure.losses if loss > figure.delta]
    if not any(figure.distances):
        return "For δ = 0 the printed and the corrected operator T are the same, and the line keeps what it promises."
    return (
        f"T as printed breaks the promise at {len(over)} of {STEPS} steps (red): it needs δ = {max(over).decimal(2)} "
        f"where {figure.delta.decimal(1)} is promised. T corrected keeps it; the two lines are up to "
        f"{max(figure.distances).decimal(2)} apart."
    )


def draw_graph(graph: RainbowGraph, mechanism: Mechanism, path: Path) -> None:
    """Draw the graph on a circle, with a pie for the distribution of each vertex and squares for its rainbow.

    Boundary vertices have a thick edge. The guarantee and the errors are those of `drawn`, and MechanismError for a
    mechanism on other vertices or colors.
    """
    angles = [2 * math.pi * i / len(graph.vertices) for i in range(len(graph.vertices))]
    places = {vertex: (math.cos(x), math.sin(x)) for vertex, x in zip(graph.vertices, angles, strict=True)}
    colors = {color: PALETTE[i % len(PALETTE)] for i, color in enumerate(graph.colors)}
    source = f"A mechanism on a rainbow graph, no figure of {PAPER}"
    with drawn(path, source, SEEN_IN_GRAPH, figsize=(7, 7)) as axes:
        for u, v in graph.neighbors.edges or ():
            axes.plot(*zip(places[u], places[v], strict=True), color="grey", linewidth=1, zorder=0)
        for vertex, place in places.items():
            shares = [float(mechanism.probability(vertex, [color])) for color in graph.colors]
            edge = {"edgecolor": "black", "linewidth": 1.8 if graph.distance(vertex) == 0 else 0.4}
            axes.pie(shares, center=place, radius=RADIUS, colors=list(colors.values()), wedgeprops=edge, frame=True)
            x, y, width = 1.33 * place[0], 1.33 * place[1], 0.06  # outside the pie
            axes.text(x, y + 0.05, str(vertex), ha="center", va="center", fontsize="small")
            for i, color in enumerate(graph.rainbows[vertex]):
                left = x + (i - len(colors) / 2) * width
                axes.fill([left, left + width, left + width, left], [y - 0.06, y - 0.06, y, y], color=colors[color])
        axes.set_title("A mechanism on a rainbow graph", fontsize="medium")
        for color, shade in colors.items():
            axes.plot([], [], "s", color=shade, label=str(color))
        axes.legend(loc="lower left", fontsize="small")
        axes.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6))
        axes.set_axis_off()
