"""Picture of a mechanism's privacy, with delta over epsilon, a claim on its side, and the event that refutes it.

Nothing is guaranteed for the picture, which is drawn from floats near exact values. The verdict comes with the claim.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from warnings import catch_warnings, filterwarnings

from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import counted, excerpt
from dpexact.privacy.divergence import privacy_profile
from dpexact.privacy.verdict import Proved, Refuted, Verdict
from dpexact.report.decimals import decimal_to
from dpexact.report.pyplot import pyplot, save

POINTS = 96  # of the curve
ROUNDS, STEEP = 6, 2  # how often a step is halved over which the curve falls to less than a half
NARROWEST, WIDEST = 0.001, 700.0  # epsilons at the right end: E and its neighbors are doubles
SMALL = 0.04  # of the height: what is lower needs a logarithmic axis to be seen
BARS = 24  # outputs with bars of their own; the others share one inside and one outside of the event
LETTERS = 14  # of a label below a bar
DIGITS = 6
INK, GREY, BLUE, ORANGE, GREEN, RED = "#222222", "#8a8a8a", "#0072b2", "#e69f00", "#2e8b57", "#c0392b"
RULE = "A claim above the curve or on it holds, and one below it is false."
Curve = tuple[tuple[float, float], ...]


def curve(mechanism: Mechanism, neighbors: NeighborGraph, claimed: Exact | float | None = None) -> Curve:
    """Return (epsilon, least delta) from epsilon = 0 to the end of all that can be seen. `claimed` is the E of a claim.

    Each delta is the exact one at a rational E, as a float, and each epsilon the logarithm of that E.

    Raises ParameterError for rows that do not sum to 1, IncompatibleFieldsError.
    """
    profile = privacy_profile(mechanism, neighbors)
    last = _epsilon(profile.knots[-1])
    end = 1.15 * last if last else 1.0
    at = math.inf if claimed is None else _epsilon(claimed)
    if 0 < at < WIDEST:
        end = max(1.4 * at, min(end, max(2.5 * at, 2.0)))
    end = min(max(end, NARROWEST), WIDEST)
    places = {end * n / POINTS for n in range(POINTS + 1)} | {place for place in (at, last) if place <= end}
    deltas: dict[float, float] = {}
    for _ in range(ROUNDS):
        for E in {Fraction(math.exp(place)).limit_denominator(10**9) for place in places}:
            deltas[math.log(E)] = float(profile(exact(E)))
        points = tuple(sorted(deltas.items()))
        places = {(a + b) / 2 for (a, high), (b, low) in pairwise(points) if high > STEEP * low}
    return points


def _epsilon(factor: Exact | float) -> float:
    if not isinstance(factor, Exact):
        return factor
    enclosure = epsilon_of(factor).refine(64)
    return float((enclosure.lower + enclosure.upper) / 2)


@dataclass(frozen=True)
class ClaimShown:
    """A claim with its verdict, the tight delta at its epsilon (None where unknown), and its numbers as written."""

    verdict: Verdict
    tight: Exact | None
    epsilon: str
    delta: str


def draw(
    path: Path, mechanism: Mechanism, neighbors: NeighborGraph, drawn: Curve, claim: ClaimShown | None, source: str
) -> None:
    """Write the picture. Its suffix, .svg or .png, says how. `source` says whose privacy it is."""
    plt = pyplot()
    refuted = claim is not None and isinstance(claim.verdict, Refuted)
    with plt.rc_context({"text.parse_math": False}), catch_warnings():  # a $ in a label is a $
        filterwarnings("ignore", "Glyph .* missing from")  # a sign that the font lacks is drawn as a box
        figure, axes = plt.subplots(1, 1 + refuted, figsize=(11.5, 4.9) if refuted else (7, 4.9), squeeze=False)
        _draw_curve(axes[0][0], drawn, claim)
        if refuted:
            _draw_event(axes[0][1], mechanism, claim.verdict)  # type: ignore[union-attr, arg-type]
        title, columns = "\n".join(_words(claim, neighbors)), 4 if refuted else 2
        legend = figure.legend(loc="outside upper center", ncols=columns, fontsize="small", title=title, frameon=False)
        legend.get_title().set_multialignment("center")
        save(figure, path, source, f"{RULE} The verdict is that of dpexact verify, which compares exact numbers.")


def _words(claim: ClaimShown | None, neighbors: NeighborGraph) -> list[str]:
    if claim is None:
        return ["the least delta for every epsilon"]
    promise = claim.verdict.claim
    levels = f"epsilon = {excerpt(claim.epsilon, 30)}, delta = {excerpt(claim.delta, 30)}"
    if neighbors.is_empty:
        return [f"nothing was claimed, for no pair of inputs is named: {levels}"]
    verdict = type(claim.verdict).__name__.lower()
    if claim.tight is None:
        return [f"{verdict}: {levels}"]
    if claim.tight == promise.delta:
        return [f"{verdict}: {levels}", "the claim lies on the curve: its delta is the least one"]
    side = "above" if isinstance(claim.verdict, Proved) else "below"
    return [f"{verdict}: {levels}", f"the claim lies {side} the curve: the least delta is {_short(claim.tight)}"]


def _short(number: Exact | Enclosure) -> str:
    """Return the first digits of a number, and dots if there are more."""
    if isinstance(number, Enclosure):
        return number.decimal(DIGITS)
    text = decimal_to("down", number, DIGITS)
    return text if exact(text) == number else f"{text}..."


def _draw_curve(axes: Any, drawn: Curve, claim: ClaimShown | None) -> None:
    x, y = [at for at, _ in drawn], [delta for _, delta in drawn]
    deltas = []
    if claim is not None:
        promise = claim.verdict.claim
        deltas = [float(promise.delta)] + ([] if claim.tight is None else [float(claim.tight)])
    top = max([*y, *deltas]) or 1.0
    smallest = min((delta for delta in deltas if delta > 0), default=top)
    _set_heights(axes, smallest, top)
    axes.set_ylabel("delta" if smallest >= SMALL * top else "delta (logarithmic, and 0)")
    axes.fill_between(x, y, axes.get_ylim()[1], color=GREEN, alpha=0.13, linewidth=0, label="claims that hold")
    axes.plot(x, y, color=INK, linewidth=2, label="the least delta", clip_on=False, zorder=3)
    axes.set_xlim(0, x[-1])
    axes.set_xlabel("epsilon")
    if claim is None:
        return
    at = _epsilon(promise.exp_epsilon)
    across = min(at, x[-1])
    beyond = "" if at <= x[-1] else ", right of the picture"
    proved = isinstance(claim.verdict, Proved)
    color = GREY if promise.neighbors.is_empty else GREEN if proved else RED
    if claim.tight is not None:
        axes.plot([across] * 2, deltas, ":", color=color, linewidth=1.5)
        axes.plot(
            across, deltas[1], "D", color=INK, markersize=6, label="the least delta there", clip_on=False, zorder=4
        )
    # A triangle whose tip is the claim, and which lies on the claim's side of the curve, however near that is.
    from matplotlib.markers import CARETDOWN, CARETUP

    mark: Any = CARETDOWN if proved else CARETUP
    style = {"color": color, "markersize": 13, "linestyle": "", "clip_on": False, "zorder": 5}
    axes.plot(across, deltas[0], marker=mark, label=f"the claim (at the tip){beyond}", **style)


def _set_heights(axes: Any, smallest: float, top: float) -> None:
    """Set the vertical axis, with room below 0. It is logarithmic if the smallest number would not be seen."""
    if smallest >= SMALL * top:
        axes.set_ylim(-0.06 * top, 1.12 * top)
        return
    from matplotlib import ticker

    straight = 10.0 ** (math.floor(math.log10(smallest)) - 1)
    axes.set_yscale("symlog", linthresh=straight, linscale=0.7)
    axes.set_ylim(-0.6 * straight, 3 * top)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_locator(ticker.NullLocator())


@dataclass(frozen=True)
class Bar:
    """An output, or several that share a bar, with its name, whether it is in the event, P_i and P_j."""

    name: str
    inside: bool
    first: float
    second: float


def bars(mechanism: Mechanism, verdict: Refuted) -> list[Bar]:
    """Return the bars of the pair that refutes a claim, in the order of the outputs.

    Past BARS outputs, those of the event with the largest excess come first, then the likeliest others. All further
    ones share a bar inside the event and one outside of it, with their exact sums.
    """
    example, inside = verdict.counterexample, frozenset(verdict.counterexample.event)

    def bar(name: str, outputs: Sequence[Label]) -> Bar:
        first, second = (float(mechanism.probability(label, outputs)) for label in example.pair)
        return Bar(name, outputs[0] in inside, first, second)

    single = {o: bar(_label(o), [o]) for o in mechanism.outputs}
    if len(single) <= BARS:
        return [*single.values()]
    factor, room = math.inf if _is_past_doubles(verdict.exp_epsilon) else float(verdict.exp_epsilon), BARS - 2

    def weight(output: Label) -> float:
        """Return the excess of an output of the event, and the mass of another one."""
        first, second = single[output].first, single[output].second
        return first + second if output not in inside else first - factor * second if second else first

    event, rest = ([o for o in single if (o in inside) is within] for within in (True, False))
    kept = sorted(event, key=weight, reverse=True)[: room * 2 // 3]
    kept += sorted(rest, key=weight, reverse=True)[: room - len(kept)]
    chosen = [single[o] for o in mechanism.outputs if o in kept]
    for outputs, mark in ((event, " in S"), (rest, "")):
        if left := [o for o in outputs if o not in kept]:
            chosen.append(bar(f"{len(left)} more{mark}", left))
    return chosen


def _is_past_doubles(factor: Exact | float) -> bool:
    return not isinstance(factor, Exact) or factor > exact(Fraction(10) ** 300)


def _label(label: object) -> str:
    """Return a label as it is written below a bar, in signs that can be drawn, and not too long."""
    text = label if isinstance(label, str) else repr(label)
    return excerpt("".join(c if c.isprintable() else "?" for c in text), LETTERS)


def _draw_event(axes: Any, mechanism: Mechanism, verdict: Refuted) -> None:
    """Draw both rows of the pair, a line at E times the second, and the event shaded."""
    drawn, example, factor = bars(mechanism, verdict), verdict.counterexample, verdict.exp_epsilon
    i, j = (_label(name) for name in example.pair)
    places = range(len(drawn))
    heights = [height for bar in drawn for height in (bar.first, bar.second)]
    top = max(heights)
    event = [bar.first for bar in drawn if bar.inside]
    _set_heights(axes, max(event), top)
    axes.set_ylim(bottom=0)
    for place in places:
        if drawn[place].inside:
            axes.axvspan(place - 0.5, place + 0.5, color=RED, alpha=0.16, linewidth=0)
    axes.bar([n - 0.2 for n in places], [bar.first for bar in drawn], 0.36, color=BLUE, label=f"P(output | i), i = {i}")
    axes.bar(
        [n + 0.2 for n in places], [bar.second for bar in drawn], 0.36, color=ORANGE, label=f"P(output | j), j = {j}"
    )
    if not _is_past_doubles(factor):
        lines = [float(factor) * bar.second for bar in drawn]
        axes.hlines(lines, [n - 0.42 for n in places], [n + 0.42 for n in places], color=INK, label="E P(output | j)")
    axes.fill_between([], [], color=RED, alpha=0.16, linewidth=0, label="the event S")
    axes.set_axisbelow(True)
    axes.set_xlim(-0.6, len(drawn) - 0.4)
    names = [bar.name for bar in drawn]
    slanted = max(map(len, names)) * len(names) > 36
    axes.set_xticks(
        [*places], names, rotation=60 if slanted else 0, ha="right" if slanted else "center", fontsize="small"
    )
    axes.set_xlabel("output")
    p, q = (mechanism.probability(name, example.event) for name in example.pair)
    axes.set_title(
        f"S, of {counted(len(example.event), 'output')}: P(S | i) = {_short(p)}, P(S | j) = {_short(q)}\n"
        f"P(S | i) - E P(S | j) exceeds delta by {_short(example.excess)}",
        fontsize="small",
    )
