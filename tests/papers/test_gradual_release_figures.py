"""Figures 1 to 4 of the gradual release paper: their data against the formulas, and their files."""

from __future__ import annotations

import csv
import io
import math
from itertools import pairwise
from pathlib import Path

import pytest

from dpexact import __version__
from dpexact.cli import reproduce
from dpexact.cli.answer import finish
from dpexact.cli.options import Format
from dpexact.papers.gradual_release.figures import _pieces, chain, figures, kernel, paths, relaxing_density, staircase

pytestmark = pytest.mark.slow


def integral(rows: tuple[tuple[float, ...], ...], column: int) -> float:
    pairs = pairwise(rows)
    return sum((after[0] - before[0]) * (after[column] + before[column]) / 2 for before, after in pairs)


def test_paths_stay_and_jump() -> None:
    figure = paths()
    for column in range(1, len(figure.columns)):
        values = [row[column] for row in figure.rows]
        changes = sum(1 for one, other in pairwise(values) if one != other)
        assert 1 <= changes <= 60  # Poisson with mean 2 ln(10^4), 18.4
    assert paths() == figure
    assert _pieces([1.0, 1.0, 2.0, 1.0]) == [(0, 2), (2, 3), (3, 4)]


def test_both_densities_of_figure_2_have_mass_1() -> None:
    rows = staircase().rows
    for column in (1, 2):
        assert abs(integral(rows, column) - 1) < 0.03  # the tails beyond 4 are e^-4
    by_v = {round(row[0], 6): row for row in rows}
    assert math.isclose(by_v[0.0][1] / by_v[1.0][1], math.e)
    assert math.isclose(by_v[0.0][2], 0.5)


def test_figure_3_is_the_kernel() -> None:
    # at y = 0: (4 - 1)/4 e^(-1 + 1) = 3/4; the atom is e^-1/2
    rows = {round(y, 6): density for y, density in kernel().rows}
    assert math.isclose(rows[0.0], 0.75)
    density, atom = relaxing_density(1, 2, 1.0)
    assert math.isclose(atom, math.exp(-1) / 2)
    assert math.isclose(density(1.0), 0.75 * math.exp(-1))
    assert abs(integral(kernel().rows, 1) + atom - 1) < 0.005


def test_figure_4_has_a_kernel_for_each_step() -> None:
    figure = chain()
    assert len(figure.columns) == 4
    places = [place for place, _ in figure.atoms]
    assert len(set(places)) == 3  # no arrow lies on another
    for column, (place, atom) in enumerate(figure.atoms, start=1):
        assert place in {row[0] for row in figure.rows}  # the kink is drawn
        assert abs(integral(figure.rows, column) + atom - 1) < 0.03


def test_files_and_captions_that_say_what_is_to_be_seen(tmp_path: Path) -> None:
    for number, make in enumerate(figures(), start=1):
        figure = make()
        assert figure.number == number
        assert figure.caption.endswith(".")
    pytest.importorskip("matplotlib")
    assert finish(reproduce.run("gradual_release", str(tmp_path)), Format.json) == 0
    made = [figure().name for figure in figures()]
    names = sorted(f"{name}{suffix}" for name in made for suffix in (".csv", ".png", ".svg"))
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    rows = list(csv.reader(io.StringIO((tmp_path / f"{made[2]}.csv").read_text())))
    assert rows[0] == ["y", "density"]
    assert len(rows) == len(kernel().rows) + 1
    text = (tmp_path / f"{kernel().name}.svg").read_text(encoding="utf-8")
    assert "Figure 3 of Koufogiannis, Han and Pappas" in text
    assert f"drawn from floats by dpexact {__version__}" in text
    assert "<dc:title>Figure 3 of Koufogiannis" in text  # as for the figures of the other papers
