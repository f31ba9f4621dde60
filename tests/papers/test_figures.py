"""The figures of the four papers: every point by another route, tables, and files that say what they are."""

import csv
import decimal
import errno
import io
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import mpmath
import pytest
from flint import arb

from dpexact import __version__
from dpexact.audit.paper import Drawing, Paper
from dpexact.cli import reproduce
from dpexact.errors import DocumentError, ParameterError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.axioms import figures as bounds
from dpexact.papers.count_queries import discrete_gaussian, printed_design
from dpexact.papers.count_queries import figures as curves
from dpexact.papers.count_queries.figures import GAP_CURVES, Figure, Panel
from dpexact.papers.gradual_release import figures as floats
from dpexact.papers.rainbow import figures as lines
from dpexact.papers.rainbow.figures import LineFigure
from tests.commands import finish
from tests.refusals import refuses

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("figures")]  # each figure is computed once

Rows = tuple[tuple[float, ...], ...]


def rows_of(table: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table)))


def reproduced(paper: str, folder: Path) -> set[str]:
    """The names of the files that `dpexact reproduce` writes."""
    assert finish(reproduce.run(paper, str(folder)), "json") == 0
    assert all(path.stat().st_size > 1000 for path in folder.iterdir() if path.suffix != ".csv")
    return {path.name for path in folder.iterdir()}


def names(stems: Iterator[str]) -> set[str]:
    return {f"{stem}{suffix}" for stem in stems for suffix in (".csv", ".png", ".svg")}


# -- count queries ----------------------------------------------------------------------------------------------------

JUMP = Fraction(391, 80)  # of epsilon: just before epsilon sigma^2 - 1/2 passes an integer
PANELS: dict[str, Panel] = {
    "left": {"one": [(Fraction(1, 2), exact("1/3")), (Fraction(1), exact("exp(1)"))]},
    "right": {"one": [(Fraction(1), discrete_gaussian("1/2").probability(40))]},
}
SMALL = Figure("small", "a title", "x", "y", PANELS, "a sentence")


@pytest.fixture(scope="module")
def drawn() -> dict[int, Figure]:
    """The figures, each computed once."""
    return dict(enumerate(curves.figures(), start=1))


def at(figure: Figure, panel: str, x: Fraction | int) -> dict[str, Exact | Enclosure]:
    """The values of the curves of a panel at a place."""
    return {curve: dict(points)[Fraction(x)] for curve, points in figure.panels[panel].items()}


def test_figure_1_shows_the_printed_probabilities() -> None:
    figure = curves.figure_1()
    assert figure.panels["linear"] == figure.panels["logarithmic"]
    shown = {
        (curve, x): value.decimal(12, "down") for x in range(7) for curve, value in at(figure, "linear", x).items()
    }
    assert shown["Definition 2", 1].startswith("0.08987")
    assert shown["Definition 2", 2].startswith("0.00960")
    assert shown["Definition 2", 4] == "0"
    assert shown["discrete Gaussian, parameter = variance", 1].startswith("0.11685")
    assert shown["discrete Gaussian, same variance", 1].startswith("0.13015")


@pytest.mark.seldom
def test_figures_2_and_3_have_the_printed_point_and_one_below_the_real_delta(drawn: dict[int, Figure]) -> None:
    # (2D+1) delta~ <= 0.001 at epsilon = 1.1, D = 8
    assert Fraction(8, 10000) < at(drawn[2], "D = 8", Fraction(11, 10))[GAP_CURVES[0]] < Fraction(9, 10000)
    there = at(drawn[3], "ε = 1.1, D = 8", Fraction(2, 25))
    printed, real, best = (there[curve] for curve in GAP_CURVES)
    design = printed_design("exp(1.1)", "0.08", 8)
    assert printed == 17 * design.delta
    assert real == design.tight_delta("exp(1.1)")
    assert best < printed < real


@pytest.mark.seldom
def test_figure_4_has_every_reading_of_the_gaussian(drawn: dict[int, Figure]) -> None:
    figure = drawn[4]
    at_2 = at(figure, "practical ε", 2)
    assert len(at_2) == 6
    # With the variance for the parameter (45) is that of another event: just before a jump it is even negative.
    (panel,) = (panel for panel, curves in figure.panels.items() if JUMP in dict(curves[GAP_CURVES[0]]))
    jump = at(figure, panel, JUMP)
    assert jump["(45) with σ² the variance"] < 0 < Fraction(7, 10**5) < jump["discrete Gaussian, same variance"]
    gaussians = [value for curve, value in at_2.items() if "Gaussian" in curve or "(45)" in curve]
    assert all(Fraction(249, 10000) < value < Fraction(250, 10000) for value in gaussians)
    assert at_2["Definition 2, real δ"] < at_2["Definition 2, (2D+1)δ~ as printed"] < Fraction(2, 10000)
    assert all(each.seen.endswith(".") for each in drawn.values())


def test_a_table_has_exact_values_and_bounds() -> None:
    header, *rows = rows_of(curves.table(SMALL))
    assert header == ["panel", "curve", "x", "exact", "lower", "upper"]
    assert rows[0] == ["left", "one", "1/2", "1/3", "0.333333333333", "0.333333333334"]
    assert exact(rows[1][3]) == exact("exp(1)")
    assert rows[2][3] == ""
    # P(40) = e^(-1600)/theta: far below what a fixed absolute precision shows
    low, high = (Fraction(text) for text in rows[2][4:])
    assert 0 < low < high < low * (1 + Fraction(1, 10**10))


def test_reproduce_writes_the_same_files_every_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpexact.papers.count_queries.figures.figures", lambda: iter((SMALL,)))
    assert reproduced("count_queries", tmp_path / "new") == {"small.csv", "small.svg", "small.png"}
    files = json.loads(capsys.readouterr().out)["files"]
    assert [name.rpartition("/")[2] for name in files] == ["small.csv", "small.svg", "small.png"]
    curves.draw(SMALL, tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text() == (tmp_path / "new" / "small.svg").read_text()


def test_reproduce_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    words = "expected one of count_queries, axioms, rainbow, gradual_release, got 'gradual'"
    refuses(ParameterError, words, lambda: finish(reproduce.run("gradual", str(tmp_path)), "text"))
    (tmp_path / "file").write_text("")
    file = str(tmp_path / "file")
    refuses(
        DocumentError,
        "expected a folder that can be written to",
        lambda: finish(reproduce.run("count_queries", file), "text"),
    )


def test_a_drawing_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(path: Path) -> None:
        path.write_text("half of a picture")
        raise OSError(errno.ENOSPC, "No space left on device")

    drawing = Drawing("half", None, half)
    monkeypatch.setattr("dpexact.cli.reproduce.papers", lambda: (Paper("one", "One", figures=lambda: (drawing,)),))
    refuses(OSError, "No space", lambda: finish(reproduce.run("one", str(tmp_path / "out")), "text"))
    assert list((tmp_path / "out").iterdir()) == []


def jump(x: Fraction) -> list[Exact]:
    return [exact(1000 if x > Fraction(1, 3) else 1)]


def test_a_jump_is_between_two_points_close_together() -> None:
    grid = [Fraction(n, 10) for n in range(11)]
    found = [x for x, _ in curves.sampled(grid, jump)]
    assert found == sorted(set(found))
    assert set(grid) <= set(found)
    before, after = max(x for x in found if x <= Fraction(1, 3)), min(x for x in found if x > Fraction(1, 3))
    assert after - before == Fraction(1, 10) / 2**5
    away = [x for x in found if not Fraction(3, 10) <= x <= Fraction(4, 10)]
    assert len(away) == 9 + 9  # where the curve is straight: the grid without two points, and the middles
    straight = dict(curves.sampled([Fraction(0), Fraction(1), Fraction(2)], lambda x: [exact(100) ** int(2 * x)]))
    assert {x: str(values[0]) for x, values in straight.items()} == {Fraction(n, 2): str(100**n) for n in range(5)}


class Axes:
    """Keeps what is shaded, and the places of what is drawn by its label."""

    def __init__(self) -> None:
        self.shaded: list[bool] = []
        self.drawn: dict[str, list[float]] = {}

    def fill_between(self, *_: object, where: list[bool], **_more: object) -> None:
        self.shaded = where

    def plot(self, places: list[float], *_: object, label: str, **_more: object) -> None:
        self.drawn[label] = places

    def __getattr__(self, name: str) -> object:
        return lambda *_, **_more: None


def test_the_finding_is_shaded_where_the_real_delta_is_above_the_printed_one() -> None:
    axes, tiny = Axes(), exact("1e-40")
    printed = [(Fraction(x), exact("1/3")) for x in range(3)]
    real = [(Fraction(x), exact("1/3") + sign * tiny) for x, sign in enumerate((-1, 0, 1))]
    curves._mark_finding(axes, {GAP_CURVES[0]: printed, GAP_CURVES[1]: real})
    assert axes.shaded == [False, False, True]
    curves._mark_finding(axes, {GAP_CURVES[0]: printed, GAP_CURVES[1]: printed})
    assert axes.shaded == [False, False, True]  # nothing to shade


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_figure_says_what_it_is(tmp_path: Path, suffix: str) -> None:
    from PIL import Image

    path = tmp_path / f"figure{suffix}"
    curves.draw(replace(SMALL, name="figure-7"), path)
    if suffix == ".svg":
        said = unescape(path.read_text(encoding="utf-8"))
    else:
        with Image.open(path) as picture:
            said = str(picture.info)
    assert "Figure 7 of Sadeghi, Asoodeh, Calmon, Differentially Private Mechanisms for Count Queries (2020)" in said
    assert f"dpexact {__version__}. a sentence" in said


# -- axioms -----------------------------------------------------------------------------------------------------------


def approximate(a: Any) -> Any:
    """Section 2.1: min{1, E a + delta, 1 - (1 - a - delta)/E}."""
    tenth = mpmath.mpf(1) / 10
    return min(mpmath.mpf(1), mpmath.e * a + tenth, 1 - (1 - a - tenth) / mpmath.e)


def gaussian(a: Any) -> Any:
    """G(G^-1(a) - 1)."""
    return a if a in (0, 1) else 1 - mpmath.ncdf(-mpmath.sqrt(2) * mpmath.erfinv(2 * a - 1) - 1)


def laplace(a: Any) -> Any:
    """The same for the density exp(-abs(x))/2."""
    if a in (0, 1):
        return a
    left = (-mpmath.log(2 * a) if a < mpmath.mpf(1) / 2 else mpmath.log(2 * (1 - a))) - 1
    return mpmath.exp(-left) / 2 if left > 0 else 1 - mpmath.exp(left) / 2


def exponential(a: Any) -> Any:
    """The same for the density exp(-x), x >= 0."""
    return a if a == 0 else min(mpmath.mpf(1), mpmath.exp(-(-mpmath.log(a) - 1)))


def symmetrized(a: Any) -> Any:
    """Differential privacy: min(E a, 1 - (1 - a)/E)."""
    return min(mpmath.e * a, 1 - (1 - a) / mpmath.e)


CORNERS = {1: 2, 4: 0, 5: 2, 6: 2, 7: 2}  # places where M or m bends, or changes its formula, that are no n/100
BOUNDS = {1: approximate, 4: gaussian, 5: laplace, 6: exponential, 7: symmetrized}
SMALLEST = mpmath.mpf(10) ** -30


@pytest.fixture
def forty_digits() -> Iterator[None]:
    with mpmath.workdps(40):
        yield


@pytest.mark.usefixtures("forty_digits")
@pytest.mark.parametrize("number", BOUNDS)
def test_every_point_and_the_corners(number: int) -> None:
    """Where M and m are straight between corners, a chord of neighbouring points is the curve itself."""
    bound: Callable[[Any], Any] = BOUNDS[number]
    (figure,) = (found for found in bounds.figures() if found.number == number)
    header, *rows = rows_of(bounds.table(figure))
    assert header == ["a", "M", "m"]
    grid = {decimal.Decimal(n) / 100 for n in range(101)}
    found = [decimal.Decimal(row[0]) for row in rows]
    assert found == sorted(set(found))
    assert grid <= set(found)
    for row in rows:
        a = mpmath.mpf(row[0])
        near = 0 if decimal.Decimal(row[0]) in grid else mpmath.mpf(10) ** -11  # at a corner a is rounded itself
        for text, value in zip(row, (a, bound(a), 1 - bound(1 - a)), strict=True):
            slack = abs(value) * 5 * mpmath.mpf(10) ** -12 + mpmath.mpf(10) ** -38
            assert abs(mpmath.mpf(text) - value) <= near + slack
    places = [mpmath.mpf(point[0].decimal(40)) for point in figure.points()]
    assert sum(all(abs(100 * a - n) > SMALLEST for n in range(101)) for a in places) == CORNERS[number]
    if number in (1, 6, 7):
        for left, right in pairwise(places):
            for curve in (bound, lambda a: 1 - bound(1 - a)):
                assert abs(curve((left + right) / 2) - (curve(left) + curve(right)) / 2) < SMALLEST, left


def test_bounds_say_what_they_are(tmp_path: Path) -> None:
    for figure in bounds.figures():
        bounds.draw_bounds(figure, tmp_path / "figure.svg")
        said = unescape((tmp_path / "figure.svg").read_text(encoding="utf-8"))
        assert f"Figure {figure.number} of Kifer and Lin" in said
        assert f"dpexact {__version__}. {bounds.SEEN[figure.number]}" in said


def test_a_number_half_way_between_two_decimals_is_not_rounded() -> None:
    tie = Enclosure(lambda: arb(2).sqrt() ** 2 / 2 + arb(5) / 10**12)  # 12 digits end before the 5
    refuses(UndecidedError, "4096 bits do not tell how it is rounded to 12 digits", bounds._rounded, tie)
    assert bounds._rounded(tie + Fraction(1, 10**900)) == "1.00000000001"


# -- rainbow ----------------------------------------------------------------------------------------------------------

E = Fraction(6, 5)
FIGURES = list(lines.figures())
DELTAS = {3: Fraction(0), 4: Fraction(1, 1000), 5: Fraction(1, 100)}


def walk(delta: Fraction, gain: Fraction, steps: int) -> list[list[Fraction]]:
    """The prefix sums of a line; `gain` is what the second branch adds."""
    rows = [list(accumulate(Fraction(n, 10000) for n in (5, 81, 1364, 2727, 5823)))]
    for _ in range(steps):
        rows.append([min(Fraction(1), E * s + delta, 1 - (1 - s) / E + gain) for s in rows[-1]])
    return rows


@pytest.mark.parametrize("figure", FIGURES, ids=["3", "4", "5"])
def test_points_of_a_line(figure: LineFigure) -> None:
    delta = DELTAS[figure.number]
    assert figure.delta == delta
    for rows, gain in ((figure.corrected, delta / E), (figure.printed, delta)):
        assert [list(accumulate(value.as_fraction() for value in row)) for row in rows] == walk(delta, gain, 60)
    for distance, printed, corrected in zip(figure.distances, figure.printed, figure.corrected, strict=True):
        gaps = [abs(a.as_fraction() - b.as_fraction()) for a, b in zip(printed, corrected, strict=True)]
        assert distance == sum(gaps) / 2
    for loss, pair in zip(figure.losses[1:], pairwise(figure.printed), strict=True):
        both = [[value.as_fraction() for value in row] for row in pair]
        losses = [sum(max(a - E * b, Fraction(0)) for a, b in zip(p, q, strict=True)) for p, q in (both, both[::-1])]
        assert loss == max(losses)
    # What the captions promise, and what the printed operator needs: 1.2 delta.
    assert max(figure.losses) == E * delta
    axes = Axes()
    lines._draw_losses(axes, figure)
    over = [t for t, loss in enumerate(figure.losses) if loss > delta]
    assert axes.drawn.get("more than promised", []) == over
    assert len(over) == {3: 0, 4: 48, 5: 24}[figure.number]
    assert sorted(place for places in axes.drawn.values() for place in places) == list(range(1, 61))


def test_the_table_of_a_line_rounds_up() -> None:
    header, *rows = rows_of(lines.table(FIGURES[2]))
    assert (len(header), len(rows)) == (13, 61)
    for t, (row, corrected) in enumerate(zip(rows, FIGURES[2].corrected, strict=True)):
        assert int(row[0]) == t
        for text, value in zip(row[6:11], corrected, strict=True):
            exact_value = value.as_fraction()
            assert exact_value <= Fraction(text) <= exact_value * (1 + Fraction(1, 10**11))


@pytest.mark.seldom
def test_reproduce_writes_every_figure_which_says_what_it_is_and_marks_what_was_found(tmp_path: Path) -> None:
    assert reproduced("axioms", tmp_path / "axioms") == names(f"axioms-figure-{n}" for n in BOUNDS)
    graph = {"rainbow-graph.png", "rainbow-graph.svg"}
    assert reproduced("rainbow", tmp_path / "rainbow") == graph | names(f"rainbow-figure-{n}" for n in DELTAS)
    files = {n: tmp_path / "rainbow" / f"rainbow-figure-{n}.svg" for n in DELTAS}
    said = {n: unescape(file.read_text(encoding="utf-8")) for n, file in files.items()}
    for n, text in said.items():
        assert f"Figure {n} of Gu, Zhou" in text
        assert f"dpexact {__version__}" in text
    assert "keeps what it promises" in said[3]
    # E delta = 1.2 delta in place of delta, at every step that the second branch of T takes part in.
    assert "at 48 of 60 steps (red): it needs δ = 0.0012 where 0.001 is promised" in said[4]
    assert "it needs δ = 0.012 where 0.01 is promised" in said[5]


# -- gradual release --------------------------------------------------------------------------------------------------


def integral(rows: Rows, column: int) -> float:
    pairs = pairwise(rows)
    return sum((after[0] - before[0]) * (after[column] + before[column]) / 2 for before, after in pairs)


def test_paths_stay_and_jump() -> None:
    figure = floats.paths()
    for column in range(1, len(figure.columns)):
        values = [row[column] for row in figure.rows]
        changes = sum(1 for one, other in pairwise(values) if one != other)
        assert 1 <= changes <= 60  # Poisson with mean 2 ln(10^4), 18.4
    assert floats.paths() == figure
    assert floats._pieces([1.0, 1.0, 2.0, 1.0]) == [(0, 2), (2, 3), (3, 4)]


def test_densities_of_noise_and_kernels() -> None:
    staircase, kernel, chain = floats.staircase().rows, floats.kernel().rows, floats.chain()
    assert all(abs(integral(staircase, column) - 1) < 0.03 for column in (1, 2))  # the tails beyond 4 are e^-4
    by_v = {round(row[0], 6): row for row in staircase}
    assert math.isclose(by_v[0.0][1] / by_v[1.0][1], math.e)
    assert math.isclose(by_v[0.0][2], 0.5)
    # Figure 3 at y = 0: (4 - 1)/4 e^(-1 + 1) = 3/4; the atom is e^-1/2
    assert math.isclose({round(y, 6): density for y, density in kernel}[0.0], 0.75)
    density, atom = floats.relaxing_density(1, 2, 1.0)
    assert math.isclose(atom, math.exp(-1) / 2)
    assert math.isclose(density(1.0), 0.75 * math.exp(-1))
    assert abs(integral(kernel, 1) + atom - 1) < 0.005
    assert len(chain.columns) == 4
    assert len({place for place, _ in chain.atoms}) == 3  # no arrow lies on another
    for column, (place, weight) in enumerate(chain.atoms, start=1):
        assert place in {row[0] for row in chain.rows}  # the kink is drawn
        assert abs(integral(chain.rows, column) + weight - 1) < 0.03


def test_files_and_captions_that_say_what_is_to_be_seen(tmp_path: Path) -> None:
    made = [figure() for figure in floats.figures()]
    assert [figure.number for figure in made] == [1, 2, 3, 4]
    assert all(figure.caption.endswith(".") for figure in made)
    assert reproduced("gradual_release", tmp_path) == names(figure.name for figure in made)
    header, *rows = rows_of((tmp_path / f"{made[2].name}.csv").read_text())
    assert (header, len(rows)) == (["y", "density"], len(made[2].rows))
    text = (tmp_path / f"{made[2].name}.svg").read_text(encoding="utf-8")
    assert "Figure 3 of Koufogiannis, Han and Pappas" in text
    assert f"drawn from floats by dpexact {__version__}" in text
    assert "<dc:title>Figure 3 of Koufogiannis" in text  # as for the figures of the other papers
