"""Figures 1 to 4 as data and as files."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from dpexact.cli import reproduce
from dpexact.cli.values import Format
from dpexact.count_queries import discrete_gaussian, printed_design
from dpexact.count_queries.drawing import bounds, draw, table
from dpexact.count_queries.figures import Figure, Point, figure_1, figure_2, figure_3, figure_4
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from pathlib import Path

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
)


@pytest.fixture(scope="module")
def eta_curves() -> dict[tuple[str, str, Fraction], Point]:
    return {(point.panel, point.curve, point.x): point for point in figure_3().points}


def test_figure_1_shows_the_printed_probabilities() -> None:
    shown = {(point.panel, point.curve, point.x): bounds(point.y)[0] for point in figure_1().points}
    assert shown["linear", "Definition 2", Fraction(1)].startswith("0.08987")
    assert shown["logarithmic", "Definition 2", Fraction(2)].startswith("0.00960")
    assert shown["linear", "Definition 2", Fraction(4)] == "0"
    assert shown["linear", "discrete Gaussian, parameter = variance", Fraction(1)].startswith("0.11685")
    assert shown["linear", "discrete Gaussian, same variance", Fraction(1)].startswith("0.13015")


def test_figure_2_has_the_printed_point() -> None:
    # (2D+1) delta~ <= 0.001 at epsilon = 1.1, D = 8
    (point,) = (
        point
        for point in figure_2().points
        if (point.panel, point.x) == ("D = 8", Fraction(11, 10)) and "printed" in point.curve
    )
    assert Fraction(8, 10000) < point.y < Fraction(9, 10000)


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


def test_figure_4_has_every_reading_of_the_gaussian() -> None:
    figure = figure_4()
    at_2 = {point.curve: point.y for point in figure.points if (point.panel, point.x) == ("practical ε", Fraction(2))}
    assert len(at_2) == 6
    gaussians = [value for curve, value in at_2.items() if "Gaussian" in curve or "(45)" in curve]
    assert all(Fraction(249, 10000) < value < Fraction(250, 10000) for value in gaussians)
    assert at_2["Definition 2, real δ"] < at_2["Definition 2, (2D+1)δ~ as printed"] < Fraction(2, 10000)


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
    monkeypatch.setattr("dpexact.count_queries.paper.figures", lambda: iter((SMALL,)))
    assert reproduce.run("count_queries", str(tmp_path / "new"), Format.json) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [name.rpartition("/")[2] for name in files] == ["small.csv", "small.svg", "small.png"]
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"small.csv", "small.svg", "small.png"}


def test_reproduce_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    with pytest.raises(
        ParameterError,
        match="expected one of count_queries, axioms, rainbow, gradual_release, got 'gradual'",
    ):
        reproduce.run("gradual", str(tmp_path), Format.text)
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError, match="expected a directory"):
        reproduce.run("count_queries", str(tmp_path / "file"), Format.text)
