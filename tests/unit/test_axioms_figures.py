"""Figures 1 and 4 to 7 of the axioms paper: every point by mpmath from the densities, and the files."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import mpmath
import pytest

from dpexact.axioms.figures import figures, table
from dpexact.cli import reproduce
from dpexact.cli.values import Format

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

mpmath.mp.dps = 40
E, TENTH = mpmath.e, mpmath.mpf(1) / 10


def approximate(a: Any) -> Any:
    """Section 2.1: min{1, E a + delta, 1 - (1 - a - delta)/E}."""
    return min(mpmath.mpf(1), E * a + TENTH, 1 - (1 - a - TENTH) / E)


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


BOUNDS = {1: approximate, 4: gaussian, 5: laplace, 6: exponential, 7: symmetrized}


@pytest.mark.parametrize("number", BOUNDS)
def test_every_point(number: int) -> None:
    bound: Callable[[Any], Any] = BOUNDS[number]
    (figure,) = (found for found in figures() if found.number == number)
    rows = list(csv.reader(io.StringIO(table(figure))))
    assert rows[0] == ["a", "M", "m"]
    assert len(rows) == 102
    for n, row in enumerate(rows[1:]):
        a = mpmath.mpf(n) / 100
        expected = (a, bound(a), 1 - bound(1 - a))
        for text, value in zip(row, expected, strict=True):
            assert abs(mpmath.mpf(text) - value) <= abs(value) * 5 * mpmath.mpf(10) ** -12 + mpmath.mpf(10) ** -38


def test_reproduce_writes_every_figure(tmp_path: Path) -> None:
    assert reproduce.run("axioms", str(tmp_path), Format.json) == 0
    expected = {f"axioms-figure-{n}{suffix}" for n in BOUNDS for suffix in (".csv", ".png", ".svg")}
    assert {path.name for path in tmp_path.iterdir()} == expected
    assert all(path.stat().st_size > 1000 for path in tmp_path.iterdir())
