"""Draw the pictures of docs/gallery.md and of docs/reports.md: `python docs/pictures/gallery.py [NAME ...]`.

It needs the extra `plots`. Without a name it draws all of them, in two minutes. Those of `dpexact plot` and `dpexact
reproduce` are drawn by these commands; the others are drawn here from exact numbers and proved bounds.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpexact import Enclosure, exact
from dpexact.cli.plot import run as plot
from dpexact.composition import discrete_gaussian, finite, parse_composition
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.papers.catalogue import papers
from dpexact.papers.count_queries import optimal_design, printed_design, privacy_gap
from dpexact.report.pyplot import pyplot, save
from dpexact.testing import exact_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpexact import Exact
    from dpexact.composition import DominatingPair

FOLDER = Path(__file__).parent
INK, BLUE, GREEN, RED = "#222222", "#0072b2", "#2e8b57", "#c0392b"
PLOTS = {
    "plot": ("response.json", "1,0.07"),
    "exponential": ("exponential.json", "log(2),0"),
    "rappor-pair": ("rappor-pair.json", "log(7),0"),
}
FIGURES = {"rainbow": ("rainbow", "rainbow-figure-5")}


def number(found: Exact | Enclosure | float) -> float:
    """Return a float near a number, from which a picture is drawn."""
    return float(found.upper) if isinstance(found, Enclosure) else float(found)


def draw_below(
    axes: Any, points: Sequence[tuple[float, float]], claim: tuple[float, float], label: str, *, top: float
) -> None:
    """Draw the least delta over epsilon, green above it, and a claim that lies below."""
    x, y = [at for at, _ in points], [delta for _, delta in points]
    axes.fill_between(x, y, top, color=GREEN, alpha=0.13, linewidth=0, label="claims that hold")
    axes.plot(x, y, color=INK, linewidth=2, label="the least delta, proved")
    axes.plot(*claim, "^", color=RED, markersize=10, label=label)
    axes.set_xlim(x[0], x[-1])
    axes.set_xlabel("epsilon")
    axes.set_ylabel("delta")


def draw_threshold(path: Path) -> None:
    """Draw the law of a noisy count beside a threshold, with the outcome that a printed delta leaves out."""
    p = exact("exp(-1)")
    places = range(9, 17)
    law = [number((1 - p) / (1 + p) * p ** (k - 1)) for k in places]
    printed, true = p**10 / (1 + p), p**9 / (1 + p)
    figure, axes = pyplot().subplots(figsize=(7.5, 4.4))
    kinds = (
        ("dropped", "#b8b8b8", range(1)),
        (f"kept, and left out of the printed delta: {number(true - printed):.3e}", RED, range(1, 2)),
        (f"kept, the printed delta: {number(printed):.3e} in all", BLUE, range(2, len(law))),
    )
    for words, color, which in kinds:
        axes.bar([places[n] for n in which], [law[n] for n in which], 0.75, color=color, label=words)
    axes.set_axisbelow(True)
    axes.set_xticks(list(places))
    axes.set_xlabel("noisy count of a key that one person alone has")
    axes.set_ylabel("probability")
    axes.set_title(f"threshold 10, scale 1: the key is kept with probability {number(true):.4e}", size=10)
    source = "Integer Laplace noise and a threshold, as in the user guide of OpenDP"
    save(figure, path, source, "A noisy count that is equal to the threshold is kept too.")


def draw_odometer(path: Path) -> None:
    """Draw the optimal composition of 300 mechanisms, and what a test of an odometer expects."""
    one = {"epsilon": "0.1", "delta": "0.001", "count": "300"}
    points = []
    for n in range(41):
        total = Fraction(n, 4)
        points.append(
            (float(total), number(exact_reference("composition.optimal_delta", **one, total_epsilon=str(total))))
        )
    floor = number(1 - exact("0.999") ** 300)
    figure, axes = pyplot().subplots(figsize=(7.5, 4.4))
    draw_below(axes, points, (8.4917, 0.19256), "expected by the test: 8.4917, 0.19256", top=1)
    axes.axhline(floor, color=RED, linestyle="--", linewidth=1, label=f"1 - 0.999^300 = {floor:.4f}...")
    axes.set_ylim(0, 1)
    source = "300 mechanisms, each (0.1, 0.001)-private: the optimal composition, and a test of SmartNoise's odometer"
    save(figure, path, source, "No epsilon is enough for a delta below the dashed line.")


def draw_limit(path: Path) -> None:
    """Draw the proved delta of two trainings, and the epsilons that a limit theorem gives for them."""
    figure, panels = pyplot().subplots(2, 1, figsize=(6.4, 7.8))
    cases = (("1.06", 20, "1.34", ("1.2", "1.6")), ("0.638", 70, "8.68", ("8.2", "10")))
    for axes, (sigma, epochs, printed, (low, high)) in zip(panels, cases, strict=True):
        training = parse_composition(f"gaussian(sigma={sigma}, rate=256/60000)**{234 * epochs}")
        places = [exact(low).as_fraction() + (Fraction(high) - Fraction(low)) * n / 16 for n in range(17)]
        points = [(float(at), number(training.delta(exp_of_epsilon(str(at))))) for at in places]
        label = f"printed: {printed}, 1e-5"
        draw_below(axes, points, (float(printed), 1e-5), label, top=10 * points[0][1])
        axes.set_yscale("log")
        axes.set_ylim(points[-1][1], 2 * points[0][1])
        axes.set_title(f"noise multiplier {sigma}, {epochs} epochs", size=10)
    source = "DP-SGD, 256 of 60000 examples in each of 234 steps of an epoch"
    seen = "The printed values come from a central limit theorem. Both are below the curve."
    save(figure, path, source, seen, values="proved bounds")


def draw_count_queries(path: Path) -> None:
    """Draw the printed bound of the design for count queries, the real delta and the least one, for small eta."""
    e = exp_of_epsilon("1.1")
    etas = [Fraction(n, 400) for n in range(4, 81)]
    gaps = [privacy_gap(e, eta, 8) for eta in etas]
    printed, real, least = ([number(getattr(gap, name)) for gap in gaps] for name in ("printed", "real", "optimal"))
    figure, axes = pyplot().subplots(figsize=(6.4, 4.4))
    x = [float(eta) for eta in etas]
    axes.fill_between(
        x, printed, real, where=[r > p for r, p in zip(real, printed, strict=True)], color=RED, alpha=0.15, linewidth=0
    )
    for y, color, words, at, side in (
        (real, RED, "the real delta", 20, "left"),
        (printed, BLUE, "the printed bound, (2D + 1) delta~", -1, "right"),
        (least, GREEN, "the least delta", -1, "right"),
    ):
        axes.plot(x, y, color=color, linewidth=2)
        axes.text(x[at], y[at] * 1.25, words, color=color, ha=side, va="bottom")
    axes.set_yscale("log")
    axes.set_xlabel("eta, the probability of the right answer")
    axes.set_ylabel("delta")
    axes.set_title("epsilon = 1.1, D = 8", size=10)
    save(figure, path, "Differentially Private Mechanisms for Count Queries", "In the shaded area the bound fails.")


def draw_several_queries(path: Path) -> None:
    """Draw delta at E^k after k adaptive queries, for three designs and for two laws of noise without a bound."""
    e, reach = Fraction(2), 4
    counts = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
    figure, panels = pyplot().subplots(1, 2, figsize=(10, 4.6))
    for axes, (eta, sigma) in zip(panels, ((Fraction(4, 11), "1.4508"), (Fraction(1, 29), "1.7871")), strict=True):
        designs = (
            ("printed", BLUE, "o", printed_design(e, eta, reach)),
            ("least for one outcome", "#8a6100", "s", optimal_design(e, eta, reach)),
            ("least for all events", RED, "^", optimal_design(e, eta, reach, "all")),
        )
        pairs = [(words, color, mark, neighbors_of(design.noise)) for words, color, mark, design in designs]
        geometric = finite([(1 + eta) / 2, (1 - eta) / 2], [(1 - eta) / 2, (1 + eta) / 2])
        pairs.append(("truncated geometric, same eta", GREEN, "v", geometric))
        pairs.append(("discrete Gaussian, same variance", INK, "d", discrete_gaussian(sigma)))
        for words, color, mark, pair in pairs:
            deltas = [number((pair**k).delta(e**k)) for k in counts]
            shown = [(k, delta) for k, delta in zip(counts, deltas, strict=True) if delta > 0]
            x, y = [k for k, _ in shown], [delta for _, delta in shown]
            axes.plot(x, y, mark, linestyle="-", color=color, label=words if axes is panels[0] else None)
        axes.set_xscale("log", base=2)
        axes.set_xticks([1, 2, 4, 8, 16, 32, 64], ["1", "2", "4", "8", "16", "32", "64"])
        axes.set_yscale("log")
        axes.set_ylim(1e-4, 1.2)
        axes.set_xlabel("queries, each of which may depend on the answers before")
        axes.set_ylabel("delta after k queries at E^k")
        axes.set_title(f"E = 2, D = 4, eta = {eta}", size=10)
    source = "Differentially Private Mechanisms for Count Queries, Section V"
    seen = "On the left two designs are one, on the right the geometric noise has delta 0. The designs cross."
    save(figure, path, source, seen, values="exact values and proved bounds")


def neighbors_of(noise: Mapping[int, Exact]) -> DominatingPair:
    """Return the pair of the counts D and D + 1."""
    places = [*noise, max(noise) + 1]
    return finite([noise.get(z, exact(0)) for z in places], [noise.get(z - 1, exact(0)) for z in places])


DRAWN: dict[str, Callable[[Path], None]] = {
    "count-queries": draw_count_queries,
    "several-queries": draw_several_queries,
    "threshold": draw_threshold,
    "odometer": draw_odometer,
    "limit-theorem": draw_limit,
}


def main(names: Sequence[str]) -> None:
    """Draw the pictures with these names, or all."""
    for name in names or (*PLOTS, *FIGURES, *DRAWN):
        path = FOLDER / f"{name if name == 'plot' else f'gallery-{name}'}.svg"
        if name in PLOTS:
            file, claim = PLOTS[name]
            pyplot().rcParams["font.size"] = 14  # two panels, which a page shows at five eighths
            plot(str(FOLDER / file), claim, str(path))
        elif name in FIGURES:
            room, figure = FIGURES[name]
            drawings = next(paper.figures for paper in papers() if paper.name == room)
            next(drawing for drawing in drawings() if drawing.name == figure).draw(path)  # type: ignore[misc]
        else:
            DRAWN[name](path)


if __name__ == "__main__":
    main(sys.argv[1:])
