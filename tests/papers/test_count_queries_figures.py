"""Figures 1 to 4 as data and as files."""

from __future__ import annotations

import csv
import errno
import io
import json
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest

from dpexact import __version__
from dpexact.audit.paper import Drawing, Paper
from dpexact.cli import reproduce
from dpexact.cli.answer import finish
from dpexact.cli.options import Format
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries import discrete_gaussian, printed_design
from dpexact.papers.count_queries.figures import (
    GAP_CURVES,
    Figure,
    Point,
    _mark_finding,
    bounds,
    draw,
    figure_1,
    figures,
    sampled,
    table,
)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("figures")]  # each figure is computed once

JUMP = Fraction(391, 80)  # of epsilon: just before epsilon sigma^2 - 1/2 passes an integer
SMALL = Figure(
    "small",
    "a title",
    "x",
    "y",
    (
        Point("left", "one", Fraction(1, 2), exact("1/3")),
        Point("left", "one", Fraction(1), exact("exp(1)")),
        Point("right", "one", Fraction(1), discrete_gaussian("1/2").probability(40)),
    ),
    frozenset(("left",)),
    "a sentence",
)


@pytest.fixture(scope="module")
def drawn() -> dict[int, Figure]:
    """The figures, each computed once."""
    return dict(enumerate(figures(), start=1))


@pytest.fixture(scope="module")
def eta_curves(drawn: dict[int, Figure]) -> dict[tuple[str, str, Fraction], Point]:
    return {(point.panel, point.curve, point.x): point for point in drawn[3].points}


def test_figure_1_shows_the_printed_probabilities() -> None:
    shown = {(point.panel, point.curve, point.x): bounds(point.y)[0] for point in figure_1().points}
    assert shown["linear", "Definition 2", Fraction(1)].startswith("0.08987")
    assert shown["logarithmic", "Definition 2", Fraction(2)].startswith("0.00960")
    assert shown["linear", "Definition 2", Fraction(4)] == "0"
    assert shown["linear", "discrete Gaussian, parameter = variance", Fraction(1)].startswith("0.11685")
    assert shown["linear", "discrete Gaussian, same variance", Fraction(1)].startswith("0.13015")


@pytest.mark.seldom
def test_figure_2_has_the_printed_point(drawn: dict[int, Figure]) -> None:
    # (2D+1) delta~ <= 0.001 at epsilon = 1.1, D = 8
    place = ("D = 8", Fraction(11, 10))
    (point,) = (point for point in drawn[2].points if (point.panel, point.x) == place and "printed" in point.curve)
    assert Fraction(8, 10000) < point.y < Fraction(9, 10000)


@pytest.mark.seldom
def test_figure_3_has_points_where_the_printed_curve_is_below_the_real_one(
    eta_curves: dict[tuple[str, str, Fraction], Point],
) -> None:
    place = ("ε = 1.1, D = 8", Fraction(2, 25))
    printed = eta_curves[place[0], "Definition 2, (2D+1)δ~ as printed", place[1]]
    real = eta_curves[place[0], "Definition 2, real δ", place[1]]
    best = eta_curves[place[0], "optimal noise, δ", place[1]]
    design = printed_design("exp(1.1)", "0.08", 8)
    assert printed.y == 17 * design.delta
    assert real.y == design.tight_delta("exp(1.1)")
    assert best.y < printed.y < real.y


@pytest.mark.seldom
def test_figure_4_has_every_reading_of_the_gaussian(drawn: dict[int, Figure]) -> None:
    figure = drawn[4]
    at_2 = {point.curve: point.y for point in figure.points if (point.panel, point.x) == ("practical ε", Fraction(2))}
    assert len(at_2) == 6
    # With the variance for the parameter (45) is that of another event: just before a jump it is even negative.
    jump = {point.curve: point.y for point in figure.points if point.x == JUMP}
    assert jump["(45) with σ² the variance"] < 0 < Fraction(7, 10**5) < jump["discrete Gaussian, same variance"]
    gaussians = [value for curve, value in at_2.items() if "Gaussian" in curve or "(45)" in curve]
    assert all(Fraction(249, 10000) < value < Fraction(250, 10000) for value in gaussians)
    assert at_2["Definition 2, real δ"] < at_2["Definition 2, (2D+1)δ~ as printed"] < Fraction(2, 10000)
    assert all(each.seen.endswith(".") for each in drawn.values())


def test_a_table_has_exact_values_and_bounds() -> None:
    header, *rows = csv.reader(io.StringIO(table(SMALL)))
    assert header == ["panel", "curve", "x", "exact", "lower", "upper"]
    assert rows[0] == ["left", "one", "1/2", "1/3", "0.333333333333", "0.333333333334"]
    assert exact(rows[1][3]) == exact("exp(1)")
    assert rows[2][3] == ""
    # P(40) = e^(-1600)/theta: far below what a fixed absolute precision shows
    low, high = (Fraction(text) for text in rows[2][4:])
    assert 0 < low < high < low * (1 + Fraction(1, 10**10))


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_drawing(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"figure{suffix}"
    draw(SMALL, path)
    assert path.stat().st_size > 1000


def test_a_drawing_is_the_same_every_time(tmp_path: Path) -> None:
    contents = []
    for name in ("one.svg", "two.svg"):
        draw(SMALL, tmp_path / name)
        contents.append((tmp_path / name).read_text())
    assert contents[0] == contents[1]


def test_reproduce_writes_every_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpexact.papers.count_queries.figures.figures", lambda: iter((SMALL,)))
    assert finish(reproduce.run("count_queries", str(tmp_path / "new")), Format.json) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [name.rpartition("/")[2] for name in files] == ["small.csv", "small.svg", "small.png"]
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"small.csv", "small.svg", "small.png"}


def test_reproduce_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    with pytest.raises(
        ParameterError, match="expected one of count_queries, axioms, rainbow, gradual_release, got 'gradual'"
    ):
        finish(reproduce.run("gradual", str(tmp_path)), Format.text)
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError, match="expected a directory"):
        finish(reproduce.run("count_queries", str(tmp_path / "file")), Format.text)


def jump(x: Fraction) -> list[Exact]:
    return [exact(1000 if x > Fraction(1, 3) else 1)]


def test_a_jump_is_between_two_points_close_together() -> None:
    grid = [Fraction(n, 10) for n in range(11)]
    found = [x for x, _ in sampled(grid, jump)]
    assert found == sorted(set(found))
    assert set(grid) <= set(found)
    before, after = max(x for x in found if x <= Fraction(1, 3)), min(x for x in found if x > Fraction(1, 3))
    assert after - before == Fraction(1, 10) / 2**5
    away = [x for x in found if not Fraction(3, 10) <= x <= Fraction(4, 10)]
    assert len(away) == 9 + 9  # where the curve is straight: the grid without two points, and the middles


def test_a_straight_curve_has_the_grid_and_the_middles() -> None:
    found = dict(sampled([Fraction(0), Fraction(1), Fraction(2)], lambda x: [exact(100) ** int(2 * x)]))
    assert {x: str(values[0]) for x, values in found.items()} == {Fraction(n, 2): str(100**n) for n in range(5)}


class Axes:
    """Keeps what is shaded."""

    def __init__(self) -> None:
        self.shaded: list[bool] = []

    def fill_between(self, *_: object, where: list[bool], **_more: object) -> None:
        self.shaded = where


def test_the_finding_is_shaded_where_the_real_delta_is_above_the_printed_one() -> None:
    axes = Axes()
    tiny = exact("1e-40")
    printed = [Point("p", GAP_CURVES[0], Fraction(x), exact("1/3")) for x in range(3)]
    real = [Point("p", GAP_CURVES[1], Fraction(x), exact("1/3") + sign * tiny) for x, sign in enumerate((-1, 0, 1))]
    _mark_finding(axes, {GAP_CURVES[0]: printed, GAP_CURVES[1]: real})
    assert axes.shaded == [False, False, True]
    _mark_finding(axes, {GAP_CURVES[0]: printed, GAP_CURVES[1]: printed})
    assert axes.shaded == [False, False, True]  # nothing to shade


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_figure_says_what_it_is(tmp_path: Path, suffix: str) -> None:
    from PIL import Image

    path = tmp_path / f"figure{suffix}"
    draw(replace(SMALL, name="figure-7"), path)
    if suffix == ".svg":
        said = unescape(path.read_text(encoding="utf-8"))
    else:
        with Image.open(path) as picture:
            said = str(picture.info)
    assert "Figure 7 of Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)" in said
    assert f"dpexact {__version__}. a sentence" in said


def test_a_drawing_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(path: Path) -> None:
        path.write_text("half of a picture")
        raise OSError(errno.ENOSPC, "No space left on device")

    drawing = Drawing("half", None, half)
    monkeypatch.setattr("dpexact.cli.reproduce.papers", lambda: (Paper("one", "One", figures=lambda: (drawing,)),))
    with pytest.raises(OSError, match="No space"):
        finish(reproduce.run("one", str(tmp_path / "out")), Format.text)
    assert list((tmp_path / "out").iterdir()) == []
