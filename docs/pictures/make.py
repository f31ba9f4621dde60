"""Draw the pictures of the pages from exact data: `python docs/pictures/make.py`; it needs the extra `plots`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.patches import FancyBboxPatch

from dpexact import Enclosure, NeighborGraph, exact, privacy_profile, tight_delta
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.testing import exact_reference

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dpexact import Exact

FOLDER = Path(__file__).parent
INK, GREY, BLUE, RED, GREEN, PAPER = "#222222", "#8a8a8a", "#2f6db3", "#c0392b", "#2e8b57", "#f3f5f8"
MECHANISM = range_restricted_geometric("1/2", 5)  # a count from 0 to 4 with geometric noise, clamped
PAIRS = NeighborGraph.path(MECHANISM.inputs)
E = exact("3/2")
FROM, TO = 2, 3


def rows() -> tuple[list[Exact], list[Exact]]:
    """Return the exact probabilities of the outputs for the inputs 2 and 3."""
    return (
        [MECHANISM.probability(FROM, [output]) for output in MECHANISM.outputs],
        [MECHANISM.probability(TO, [output]) for output in MECHANISM.outputs],
    )


def draw_ratios(axes: Axes) -> None:
    """Draw what each output says for one input against the other, between 1/E and E."""
    p, q = rows()
    for output, (one, other) in enumerate(zip(p, q, strict=True)):
        ratio = one / other
        axes.plot([output, output], [1, float(ratio)], color=BLUE, linewidth=12, solid_capstyle="butt")
        axes.text(output, float(ratio) * (1.06 if ratio > 1 else 0.94), str(ratio.as_fraction()), ha="center",
                  va="bottom" if ratio > 1 else "top", color=INK)  # fmt: skip
    for level, name in ((2, "E = 2"), (0.5, "1/E = 1/2")):
        axes.plot([-0.6, 4.5], [level, level], color=RED, linestyle="--", linewidth=1)
        axes.text(4.6, level, name, va="center", color=RED)
    axes.axhline(1, color=GREY, linewidth=0.8)
    axes.set_yscale("log", base=2)
    axes.set_yticks([0.5, 1, 2], ["1/2", "1", "2"])
    axes.set_ylim(0.36, 2.8)
    axes.set_xlim(-0.6, 5.6)
    axes.set_xticks(range(5))
    axes.set_xlabel("output")
    axes.set_ylabel(f"P(output | {FROM}) / P(output | {TO})")


def draw_event(axes: Axes) -> None:
    """Draw both rows, the second times E, and shade the excess of the worst event."""
    p, q = rows()
    event = {output for output, (one, other) in enumerate(zip(p, q, strict=True)) if one > E * other}
    excess = MECHANISM.probability(FROM, event) - E * MECHANISM.probability(TO, event)
    if excess != tight_delta(MECHANISM, PAIRS, E):
        message = "another pair of inputs is worse"
        raise ValueError(message)
    for output, (one, other) in enumerate(zip(p, q, strict=True)):
        scaled = E * other
        axes.bar(output, float(one), 0.7, color=BLUE, alpha=0.35)
        if one > scaled:
            axes.bar(output, float(one - scaled), 0.7, bottom=float(scaled), color=RED, alpha=0.75)
            axes.text(output, float(one) + 0.012, str((one - scaled).as_fraction()), ha="center", color=RED)
        axes.plot([output - 0.35, output + 0.35], [float(scaled)] * 2, color=INK, linewidth=2)
    axes.set_ylim(0, 0.58)
    axes.set_xlim(-0.5, 4.9)
    axes.set_xticks(range(5), [f"{output}\nin S" if output in event else str(output) for output in range(5)])
    axes.text(3.5, 0.185, f"P(output | {FROM})", color=BLUE, ha="center")
    axes.text(3.5, 0.515, f"E P(output | {TO}), E = 3/2", color=INK, ha="center")
    axes.text(-0.4, 0.42, f"the excess of S,\n{excess.as_fraction()} in all", color=RED, va="top")
    axes.set_xlabel("output")


def draw_profile(axes: Axes) -> None:
    """Draw the least delta for every E, and two claims beside it."""
    profile = privacy_profile(MECHANISM, PAIRS)
    places = sorted({exact(1), exact("9/4"), *(knot for knot in profile.knots if knot < exact("9/4"))})
    axes.plot([float(at) for at in places], [float(profile(at)) for at in places], color=INK, linewidth=2)
    axes.fill_between(
        [float(at) for at in places], [float(profile(at)) for at in places], 0.42, color=GREEN, alpha=0.12, linewidth=0
    )
    least = tight_delta(MECHANISM, PAIRS, E)
    for claim, verdict, color in ((exact("1/4"), "proved", GREEN), (exact("1/12"), "refuted", RED)):
        axes.plot(float(E), float(claim), "o", color=color, markersize=8)
        words, above = f"{verdict}: delta = {claim.as_fraction()}", claim > least
        place = (float(E), float(claim) + (0.02 if above else -0.02))
        axes.text(*place, words, color=color, ha="center", va="bottom" if above else "top")
    axes.plot(float(E), float(least), "D", color=INK, markersize=6)
    axes.text(float(E) + 0.04, float(least) + 0.005, f"tight: {least.as_fraction()}", va="bottom", color=INK)
    axes.plot([float(E)] * 2, [float(exact("1/12")), float(least)], color=RED, linewidth=1, linestyle=":")
    axes.set_xlim(1, 2.25)
    axes.set_ylim(0, 0.42)
    axes.set_xticks([1, 1.5, 2], ["1", "3/2", "2"])
    axes.set_xlabel("E")
    axes.set_ylabel("delta")


def draw_safe_side(axes: Axes) -> None:
    """Draw the line of noise scales, with the least one that keeps the promise and three printed ones."""
    truth = exact_reference("gaussian.sigma", epsilon="1", delta="1e-5", sensitivity="1")
    if not isinstance(truth, Enclosure):
        message = "expected an enclosure of the least noise scale"
        raise TypeError(message)
    at = float(truth.lower)
    axes.axvspan(3.70, at, color=RED, alpha=0.10, linewidth=0)
    axes.axvspan(at, 3.80, color=GREEN, alpha=0.12, linewidth=0)
    axes.axvline(at, color=INK, linewidth=2)
    axes.text(at, 1.04, f"true: {at:.4f}...", ha="center", color=INK)
    for place, words, color in (
        (3.72, "3.72\ntoo little noise", RED), (3.74, "3.74\nvalid", GREEN), (3.78, "3.78\nvalid, and loose", GREEN)
    ):  # fmt: skip
        axes.plot(place, 0.62, "o", color=color, markersize=8)
        axes.text(place, 0.5, words, ha="center", va="top", color=color)
    axes.text(3.702, 0.06, "unsafe side", color=RED)
    axes.text(3.798, 0.06, "safe side", color=GREEN, ha="right")
    axes.set_xlim(3.70, 3.80)
    axes.set_ylim(0, 1)
    axes.set_yticks([])
    axes.set_xlabel("printed sigma of Gaussian noise, for epsilon = 1, delta = 1e-5, sensitivity 1")


def box(
    axes: Axes, place: tuple[float, float, float, float], words: str, *, color: str = INK, fill: str = PAPER
) -> None:
    """Draw a box (left, bottom, width, height) with its first line bold."""
    left, bottom, width, height = place
    style = "round,pad=0,rounding_size=0.12"
    axes.add_patch(
        FancyBboxPatch((left, bottom), width, height, boxstyle=style, facecolor=fill, edgecolor=color, linewidth=1.3)
    )
    head, _, rest = words.partition("\n")
    middle = bottom + height / 2
    lines = rest.count("\n") + 1 if rest else 0
    axes.text(left + width / 2, middle + 0.155 * lines, head, ha="center", va="center", weight="bold", color=color)
    if rest:
        axes.text(
            left + width / 2, middle - 0.14, rest, ha="center", va="center", color=INK, size=8.5, linespacing=1.25
        )


def arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow."""
    axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": GREY, "linewidth": 1.4})


def blank(axes: Axes, width: float, height: float) -> None:
    """Turn the axes into a sheet of paper."""
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_aspect("equal")
    axes.axis("off")


def draw_certificate(axes: Axes) -> None:
    """Draw how a claim becomes a certificate, and who checks it."""
    blank(axes, 7.4, 3.0)
    box(axes, (0.1, 1.9, 2.2, 1.0), "claim\nmechanism, E, delta")
    box(axes, (2.6, 1.9, 2.2, 1.0), "search\nclever, not trusted", color=GREY, fill="white")
    box(axes, (5.1, 1.9, 2.2, 1.0), "certificate\nstatement, evidence")
    box(axes, (0.1, 0.1, 2.2, 1.0), "kernel\nsmall, FLINT only", color=GREEN)
    box(axes, (2.6, 0.1, 2.2, 1.0), "second checker\nSymPy and mpmath", color=GREEN)
    box(axes, (5.1, 0.1, 2.2, 1.0), "third checker\nextracted from Rocq", color=GREEN)
    arrow(axes, (2.33, 2.4), (2.57, 2.4))
    arrow(axes, (4.83, 2.4), (5.07, 2.4))
    for place in (1.2, 3.7, 6.2):
        arrow(axes, (6.2, 1.87), (place, 1.13))


def draw_data_flow(axes: Axes) -> None:
    """Draw the way of data through the package, from what is written to what is reported."""
    blank(axes, 11.6, 9.4)
    wide = (0.3, 11.0)
    box(axes, (wide[0], 8.4, wide[1], 0.9), "what is written down\nnumbers, JSON, CSV, TOML, formulas, Python programs")
    box(axes, (0.3, 6.9, 3.4, 1.1), "numbers\nexact values; one grammar;\nevery comparison is decided")
    box(axes, (4.1, 6.9, 3.4, 1.1), "mechanisms\nexact matrices with labels,\nneighbors, families")
    box(axes, (7.9, 6.9, 3.4, 1.1), "laws of noise\nGaussian, Laplace, Renyi:\nenclosed from both sides")
    box(axes, (2.2, 5.3, 7.2, 1.1), "the decision\nverify, tight, profile; composition, sufficiency, linear programs:\n"
        "Proved, Refuted or Undecided", color=BLUE)  # fmt: skip
    box(axes, (0.3, 3.7, 3.4, 1.1), "certificates\nstatement and evidence\nas a document")
    box(axes, (4.1, 3.7, 3.4, 1.1), "audit\nprinted claims against\ntrue numbers")
    box(axes, (7.9, 3.7, 3.4, 1.1), "testing, crosscheck\nfloats of other programs\nagainst true numbers")
    box(axes, (0.3, 2.1, 3.4, 1.1), "kernel, second\nimport nothing of the rest;\ncheck without trust", color=GREEN)
    box(axes, (4.1, 2.1, 3.4, 1.1), "papers, ledger, proofs\nwhat four papers claim,\nwith the evidence")
    box(axes, (7.9, 2.1, 3.4, 1.1), "proofs/rocq\ntheorems for all\nparameters", color=GREEN)
    box(
        axes,
        (wide[0], 0.2, wide[1], 1.1),
        "what you see\nreport, command line, pytest plugin: text, HTML, JSON, JUnit, SARIF\n"
        "these show verdicts, and decide nothing",
    )
    for x in (2.0, 5.8, 9.6):
        arrow(axes, (x, 8.38), (x, 8.02))
        arrow(axes, (x, 6.88), (5.8 + (x - 5.8) * 0.75, 6.42))
        arrow(axes, (5.8 + (x - 5.8) * 0.75, 5.28), (x, 4.82))
        arrow(axes, (x, 2.08), (x, 1.32))
    arrow(axes, (2.0, 3.68), (2.0, 3.22))
    arrow(axes, (5.8, 3.68), (5.8, 3.22))
    arrow(axes, (7.88, 2.65), (7.52, 2.65))
    arrow(axes, (3.72, 2.65), (4.08, 2.65))
    axes.plot([9.6, 9.6], [3.68, 3.45], color=GREY, linewidth=1.4)
    axes.plot([9.6, 11.45], [3.45, 3.45], color=GREY, linewidth=1.4)
    axes.plot([11.45, 11.45], [3.45, 1.65], color=GREY, linewidth=1.4)
    arrow(axes, (11.45, 1.66), (11.1, 1.33))


def save(figure: Figure, name: str) -> None:
    """Write a picture, the same bytes each time."""
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def main() -> None:
    """Draw every picture."""
    mpl.use("svg")
    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "dpexact", "font.size": 10, "axes.spines.top": False,
         "axes.spines.right": False, "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "sans-serif"]}
    )  # fmt: skip
    single = {
        "ratios": (draw_ratios, (6, 2.8)), "event": (draw_event, (5.4, 3.4)), "profile": (draw_profile, (5.4, 3.4)),
        "safe-side": (draw_safe_side, (6.6, 1.9)), "certificate": (draw_certificate, (6.6, 2.7)),
        "data-flow": (draw_data_flow, (8.2, 6.8)),
    }  # fmt: skip
    for name, (draw, size) in single.items():
        figure, axes = plt.subplots(figsize=size)
        draw(axes)
        save(figure, name)
    figure, (above, below) = plt.subplots(2, 1, figsize=(5, 6.6))
    draw_event(above)
    draw_profile(below)
    above.set_title("The event that breaks the promise", size=10)
    below.set_title("The least delta for every E", size=10)
    figure.subplots_adjust(hspace=0.45)
    save(figure, "verdict")


if __name__ == "__main__":
    main()
