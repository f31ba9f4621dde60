"""Figures 1 and 4 to 7 of the axioms paper: every point by mpmath from the densities, and the files."""

from __future__ import annotations

import csv
import decimal
import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import mpmath
import pytest
from flint import arb

from dpexact import __version__
from dpexact.cli import reproduce
from dpexact.cli.answer import finish
from dpexact.cli.options import Format
from dpexact.errors import UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.papers.axioms.figures import SEEN, _rounded, draw_bounds, figures, table

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forty_digits")]

E = mpmath.e


@pytest.fixture
def forty_digits() -> Iterator[None]:
    with mpmath.workdps(40):
        yield


def approximate(a: Any) -> Any:
    """Section 2.1: min{1, E a + delta, 1 - (1 - a - delta)/E}."""
    tenth = mpmath.mpf(1) / 10
    return min(mpmath.mpf(1), E * a + tenth, 1 - (1 - a - tenth) / E)


def gaussian(a: Any) -> Any:
    """G(G^-1(a) - 1)."""
    if a in (0, 1):
        return a
    start = -mpmath.sqrt(2) * mpmath.erfinv(2 * a - 1)
    return 1 - mpmath.ncdf(start - 1)


def laplace(a: Any) -> Any:
    """The same for the density exp(-abs(x))/2."""
    if a in (0, 1):
        return a
    start = -mpmath.log(2 * a) if a < mpmath.mpf(1) / 2 else mpmath.log(2 * (1 - a))
    left = start - 1
    return mpmath.exp(-left) / 2 if left > 0 else 1 - mpmath.exp(left) / 2


def exponential(a: Any) -> Any:
    """The same for the density exp(-x), x >= 0."""
    return a if a == 0 else min(mpmath.mpf(1), mpmath.exp(-(-mpmath.log(a) - 1)))


def symmetrized(a: Any) -> Any:
    """Differential privacy: min(E a, 1 - (1 - a)/E)."""
    return min(E * a, 1 - (1 - a) / E)


CORNERS = {1: 2, 4: 0, 5: 2, 6: 2, 7: 2}  # places where M or m bends, or changes its formula, that are no n/100
BOUNDS = {1: approximate, 4: gaussian, 5: laplace, 6: exponential, 7: symmetrized}


@pytest.mark.parametrize("number", BOUNDS)
def test_every_point(number: int) -> None:
    bound: Callable[[Any], Any] = BOUNDS[number]
    (figure,) = (found for found in figures() if found.number == number)
    rows = list(csv.reader(io.StringIO(table(figure))))
    assert rows[0] == ["a", "M", "m"]
    grid = {decimal.Decimal(n) / 100 for n in range(101)}
    found = [decimal.Decimal(row[0]) for row in rows[1:]]
    assert found == sorted(set(found))
    assert grid <= set(found)
    assert len(rows) == 102 + len(set(found) - grid)
    for row in rows[1:]:
        a = mpmath.mpf(row[0])
        expected = (a, bound(a), 1 - bound(1 - a))
        for text, value in zip(row, expected, strict=True):
            near = 0 if decimal.Decimal(row[0]) in grid else mpmath.mpf(10) ** -11  # at a corner a is rounded itself
            assert (
                abs(mpmath.mpf(text) - value) <= near + abs(value) * 5 * mpmath.mpf(10) ** -12 + mpmath.mpf(10) ** -38
            )


@pytest.mark.parametrize("number", CORNERS)
def test_corners_are_points_of_the_table(number: int) -> None:
    """Where M and m are straight between corners, a chord of neighbouring points is the curve itself."""
    bound: Callable[[Any], Any] = BOUNDS[number]
    (figure,) = (found for found in figures() if found.number == number)
    places = [mpmath.mpf(point[0].decimal(40)) for point in figure.points()]
    small = mpmath.mpf(10) ** -30
    assert sum(all(abs(100 * a - n) > small for n in range(101)) for a in places) == CORNERS[number]
    if number not in (1, 6, 7):
        return
    for left, right in pairwise(places):
        for curve in (bound, lambda a: 1 - bound(1 - a)):
            assert abs(curve((left + right) / 2) - (curve(left) + curve(right)) / 2) < small, left


@pytest.mark.seldom
def test_reproduce_writes_every_figure(tmp_path: Path) -> None:
    assert finish(reproduce.run("axioms", str(tmp_path)), Format.json) == 0
    expected = {f"axioms-figure-{n}{suffix}" for n in BOUNDS for suffix in (".csv", ".png", ".svg")}
    assert {path.name for path in tmp_path.iterdir()} == expected
    assert all(path.stat().st_size > 1000 for path in tmp_path.iterdir())


def test_figures_say_what_they_are(tmp_path: Path) -> None:
    for figure in figures():
        draw_bounds(figure, tmp_path / "figure.svg")
        said = unescape((tmp_path / "figure.svg").read_text(encoding="utf-8"))
        assert f"Figure {figure.number} of Kifer and Lin" in said
        assert f"dpexact {__version__}. {SEEN[figure.number]}" in said


def test_a_number_half_way_between_two_decimals_is_not_rounded() -> None:
    tie = Enclosure(lambda: arb(2).sqrt() ** 2 / 2 + arb(5) / 10**12)  # 12 digits end before the 5
    with pytest.raises(UndecidedError, match="4096 bits do not tell how it is rounded to 12 digits"):
        _rounded(tie)
    assert _rounded(tie + Fraction(1, 10**900)) == "1.00000000001"
