"""Figures 3 to 5 of the rainbow paper: exact points by a walk in Fractions, tables and files."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from html import unescape
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from dpexact import __version__
from dpexact.cli import reproduce
from dpexact.cli.answer import finish
from dpexact.cli.options import Format
from dpexact.papers.rainbow.figures import LineFigure, _draw_losses, figures, table

pytestmark = pytest.mark.slow

E = Fraction(6, 5)
FIGURES = list(figures())
DELTAS = {3: Fraction(0), 4: Fraction(1, 1000), 5: Fraction(1, 100)}


def walk(delta: Fraction, gain: Fraction, steps: int) -> list[list[Fraction]]:
    """The prefix sums of a line; `gain` is what the second branch adds."""
    rows = [list(accumulate(Fraction(n, 10000) for n in (5, 81, 1364, 2727, 5823)))]
    for _ in range(steps):
        rows.append([min(Fraction(1), E * s + delta, 1 - (1 - s) / E + gain) for s in rows[-1]])
    return rows


@pytest.mark.parametrize("figure", FIGURES, ids=["3", "4", "5"])
def test_points(figure: LineFigure) -> None:
    delta = DELTAS[figure.number]
    assert figure.delta == delta
    assert [point.t for point in figure.points] == list(range(61))
    expected = zip(walk(delta, delta / E, 60), walk(delta, delta, 60), strict=True)
    for point, (corrected, printed) in zip(figure.points, expected, strict=True):
        assert list(accumulate(value.as_fraction() for value in point.corrected)) == corrected
        assert list(accumulate(value.as_fraction() for value in point.printed)) == printed


@pytest.mark.parametrize("figure", FIGURES, ids=["3", "4", "5"])
def test_distance_and_loss(figure: LineFigure) -> None:
    for point in figure.points:
        gaps = [abs(a.as_fraction() - b.as_fraction()) for a, b in zip(point.printed, point.corrected, strict=True)]
        assert point.distance == sum(gaps) / 2
    for before, after in pairwise(figure.points):
        rows = [[value.as_fraction() for value in point.printed] for point in (before, after)]
        losses = [sum(max(a - E * b, Fraction(0)) for a, b in zip(p, q, strict=True)) for p, q in (rows, rows[::-1])]
        assert after.loss == max(losses)
    # What the captions promise, and what the printed operator needs: 1.2 delta.
    assert max(point.loss for point in figure.points) == E * DELTAS[figure.number]


def test_table_rounds_up() -> None:
    rows = list(csv.reader(io.StringIO(table(FIGURES[2]))))
    assert len(rows) == 62
    assert len(rows[0]) == 13
    for row, point in zip(rows[1:], FIGURES[2].points, strict=True):
        assert int(row[0]) == point.t
        for text, value in zip(row[6:11], point.corrected, strict=True):
            exact_value = value.as_fraction()
            assert exact_value <= Fraction(text) <= exact_value * (1 + Fraction(1, 10**11))


@pytest.mark.seldom
def test_reproduce_writes_every_figure_which_says_what_it_is_and_marks_what_was_found(tmp_path: Path) -> None:
    assert finish(reproduce.run("rainbow", str(tmp_path)), Format.json) == 0
    names = {f"rainbow-figure-{n}{suffix}" for n in (3, 4, 5) for suffix in (".csv", ".png", ".svg")}
    assert {path.name for path in tmp_path.iterdir()} == names | {"rainbow-graph.png", "rainbow-graph.svg"}
    assert all(path.stat().st_size > 1000 for path in tmp_path.iterdir())
    said = {n: unescape((tmp_path / f"rainbow-figure-{n}.svg").read_text(encoding="utf-8")) for n in DELTAS}
    for n, text in said.items():
        assert f"Figure {n} of Gu, Zhou" in text
        assert f"dpexact {__version__}" in text
    assert "keeps what it promises" in said[3]
    # E delta = 1.2 delta in place of delta, at every step that the second branch of T takes part in.
    assert "at 48 of 60 steps (red): it needs δ = 0.0012 where 0.001 is promised" in said[4]
    assert "it needs δ = 0.012 where 0.01 is promised" in said[5]


@pytest.mark.parametrize("figure", FIGURES, ids=["3", "4", "5"])
def test_losses_are_marked_exactly(figure: LineFigure) -> None:
    drawn: dict[str, list[float]] = {}

    class Axes:
        def plot(self, places: list[float], *_: object, label: str, **_more: object) -> None:
            drawn[label] = places

        def __getattr__(self, name: str) -> object:
            return lambda *_, **_more: None

    _draw_losses(Axes(), figure)
    over = [point.t for point in figure.points if point.loss > DELTAS[figure.number]]
    assert drawn.get("more than promised", []) == over
    assert len(over) == {3: 0, 4: 48, 5: 24}[figure.number]
    assert sorted(place for places in drawn.values() for place in places) == list(range(1, 61))
