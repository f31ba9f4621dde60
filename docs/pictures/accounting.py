"""Draw the pictures of docs/accounting.md: `python docs/pictures/accounting.py`; it needs the extra `plots`.

They are drawn from accounting.toml and accounting_ours.toml, which benchmarks/accounting_curves.py records: no other
accountant is needed here, and nothing is computed for long. Curves differ in dashes and marks too, for print in grey.
"""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FOLDER = Path(__file__).parent
INK, BAND = "#222222", "#0072b2"
STYLES = {  # colors of Okabe and Ito
    "dp_accounting_pld": ("dp_accounting, PLD", "#d55e00", "--", "o"),
    "prv_accountant": ("prv_accountant, both bounds", "#009e73", "-.", "^"),
    "dp_accounting_rdp": ("dp_accounting, RDP", "#cc79a7", "-", "s"),
    "autodp": ("autodp, RDP", "#8a6100", ":", "D"),
}


def recorded(name: str) -> dict[str, Any]:
    """Read a file of recorded numbers."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def draw_curves(figure: Figure) -> None:
    """Draw epsilon over the steps, and below it how far each accountant is from the proved band."""
    data = recorded("accounting.toml")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    steps = data["dpexact"]["steps"]
    low, high = ([bounds[side] for bounds in data["dpexact"]["epsilon"]] for side in (0, 1))
    above.fill_between(steps, low, high, color=BAND, linewidth=3, label="dpexact: proved band")
    below.fill_between(
        steps, [100 * (a / b - 1) for a, b in zip(low, high, strict=True)], [0] * len(steps), color=BAND, linewidth=1
    )
    proved = dict(zip(steps, high, strict=True))
    for name, (label, color, line, mark) in STYLES.items():
        curve = data[name]
        version = data["versions"][name.removesuffix("_pld").removesuffix("_rdp")]
        style = {"color": color, "linestyle": line, "marker": mark, "markersize": 4, "linewidth": 1.2}
        for side in range(len(curve["epsilon"][0])):
            points = [(n, bounds[side]) for n, bounds in zip(curve["steps"], curve["epsilon"], strict=True)]
            shown = [(n, epsilon) for n, epsilon in points if epsilon > 0]
            words = f"{label} ({version})" if side == 0 else None
            above.plot([n for n, _ in shown], [epsilon for _, epsilon in shown], label=words, **style)
            below.plot([n for n, _ in points], [100 * (e / proved[n] - 1) for n, e in points], **style)
    above.set_yscale("log")
    above.set_ylim(0.04, 30)
    above.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    above.set_ylabel(f"epsilon at delta = {data['delta']}")
    above.set_title(f"Gaussian noise on Poisson samples: sigma = {data['sigma']}, rate = {data['rate']}", size=10)
    above.legend(fontsize=8.5, frameon=False)
    below.set_ylim(-8, 22)
    below.axhline(0, color=INK, linewidth=0.6)
    below.set_ylabel("% above the proved bound")
    below.set_xlabel("steps")
    below.set_xscale("log")
    for axes in (above, below):
        axes.grid(visible=True, linewidth=0.3)


def tradeoff(bounds: list[list[float]], alpha: float) -> tuple[float, float]:
    """Bound the trade-off curve at the type I error alpha: the largest convex one below those of both directions.

    With delta(eps) it is the supremum over eps >= 0 of 1 - delta - e^eps alpha and e^-eps (1 - delta - alpha) (Dong,
    Roth, Su, "Gaussian Differential Privacy", 2022, Proposition 6). From below: some eps, and larger deltas. From
    above: between two eps, e^eps is at least that of the first, delta at least that of the second; 0 after the last.
    """
    low = max(max(1 - d - math.exp(e) * alpha, math.exp(-e) * (1 - d - alpha)) for e, _, d in bounds)
    after = [d for _, d, _ in bounds[1:]] + [0.0]
    high = max(
        max(1 - d - math.exp(e) * alpha, math.exp(-e) * (1 - d - alpha))
        for (e, _, _), d in zip(bounds, after, strict=True)
    )
    return max(0.0, low), max(0.0, high)


def draw_profile(figure: Figure) -> None:
    """Draw delta over epsilon, and the trade-off curve: each between two bounds."""
    data = recorded("accounting_ours.toml")["profile"]
    bounds = data["bounds"]
    left, right = figure.subplots(2, 1)
    shown = [bound for bound in bounds if bound[2] > 1e-14]
    places = [epsilon for epsilon, _, _ in shown]
    left.fill_between(places, [a for _, a, _ in shown], [b for _, _, b in shown], color=BAND, linewidth=2)
    left.set_yscale("log")
    left.set_xlabel("epsilon")
    left.set_ylabel("delta")
    left.set_title(f"sigma = {data['sigma']}, rate = {data['rate']}, {data['steps']} steps", size=10)
    errors = [(n / 100) ** 2 for n in range(101)]
    band = [tradeoff(bounds, alpha) for alpha in errors]
    right.fill_between(errors, [a for a, _ in band], [b for _, b in band], color=BAND, linewidth=1)
    right.plot([0, 1], [1, 0], color=INK, linewidth=0.8, linestyle="--")
    right.text(0.52, 0.52, "no difference to be seen", size=8.5, color=INK, rotation=-45, ha="center", va="center")
    right.set_aspect("equal")
    right.set_xlabel("type I error")
    right.set_ylabel("least type II error")
    right.set_title("trade-off curve, of both directions", size=10)
    for axes in (left, right):
        axes.grid(visible=True, linewidth=0.3)


def draw_cost(figure: Figure) -> None:
    """Draw the processor seconds of a bound over what makes it cost more, each with its exponent."""
    costs = recorded("accounting_ours.toml")["cost"]
    words = {"steps": "steps", "sigma": "sigma", "rate": "rate", "width": "relative width of delta"}
    every = [seconds for measured in costs.values() for _, seconds in measured]
    for axes, (name, measured) in zip(figure.subplots(2, 2, sharey=True).flat, costs.items(), strict=True):
        axes.plot([at for at, _ in measured], [seconds for _, seconds in measured], "o-", color=BAND, markersize=4)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylim(min(every) / 2, max(every) * 3)
        axes.set_xlabel(words[name])
        axes.set_title(f"exponent {exponent(measured):+.2f}", size=9)
        axes.grid(visible=True, linewidth=0.3)
    figure.supylabel("processor seconds", size=10)


def exponent(measured: list[list[float]]) -> float:
    """Return the slope of the line of least squares through the logarithms."""
    points = [(math.log(at), math.log(seconds)) for at, seconds in measured]
    mean = [sum(point[side] for point in points) / len(points) for side in (0, 1)]
    across = sum((x - mean[0]) * (y - mean[1]) for x, y in points)
    return across / sum((x - mean[0]) ** 2 for x, _ in points)


def main() -> None:
    """Draw every picture, the same bytes each time."""
    mpl.use("Agg")
    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "dpexact", "font.size": 10, "axes.spines.top": False,
         "axes.spines.right": False, "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "sans-serif"],
         "figure.constrained_layout.use": True}
    )  # fmt: skip
    drawings = {
        "accounting-curves": (draw_curves, (6.8, 6.4)),
        "accounting-profile": (draw_profile, (5.2, 7.6)),
        "accounting-cost": (draw_cost, (6.4, 4.8)),
    }
    for name, (draw, size) in drawings.items():
        figure = plt.figure(figsize=size)
        draw(figure)
        figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
