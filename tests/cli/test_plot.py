"""`dpexact plot`: the curve by hand, the claim on its side, the event shaded, nothing half written.

Randomized response with truth 3/4 has delta(E) = (3 - E)/4 for E <= 3, attained by the one outcome that is likelier.
"""

import json
import math
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from matplotlib.colors import to_rgb
from matplotlib.markers import CARETDOWN, CARETUP

from dpexact import Mechanism, NeighborGraph, Refuted, exact, verify
from dpexact.privacy import picture as privacy_picture
from dpexact.privacy.picture import BARS, RED, bars, curve
from dpexact.report import pyplot
from tests import commands
from tests.beside import beside
from tests.commands import GOOD, RESPONSE, document, ended
from tests.values import of_type, written

BESIDE = beside(__file__)

pytestmark = pytest.mark.slow

PNG, SVG = b"\x89PNG\r\n", b"<?xml"
run, complaint = partial(commands.run, "plot"), partial(commands.complaint, "plot")


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are saved, as matplotlib holds them."""
    figures: list[Any] = []

    def save(figure: Any, path: Path, *words: str) -> None:
        figures.append(figure)
        pyplot.save(figure, path, *words)

    monkeypatch.setattr(privacy_picture, "save", save)
    return figures


def lines_of(figure: Any) -> dict[str, Any]:
    return {line.get_label(): line for line in figure.axes[0].get_lines()}


def title_of(figure: Any) -> str:
    return str(figure.legends[0].get_title().get_text())


def test_the_curve_by_hand() -> None:
    mechanism = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
    for claimed in (None, exact(2), exact(7), exact(1), exact("1e400"), math.inf):
        points = curve(mechanism, NeighborGraph.complete([0, 1]), claimed)
        for epsilon, delta in points:
            assert delta == pytest.approx(max(0.0, (3 - math.exp(epsilon)) / 4), abs=1e-9)
        places = [epsilon for epsilon, _ in points]
        assert places == sorted(set(places))
        assert places[0] == 0
        assert min(abs(place - math.log(3)) for place in places) < 1e-9  # the corner
        assert places[-1] > math.log(3)
        if claimed in (exact(2), exact(7)):
            at = math.log(float(claimed))
            assert min(abs(place - at) for place in places) < 1e-9
            assert places[-1] > at


@pytest.mark.seldom
@pytest.mark.parametrize(("claim", "status", "words"), BESIDE["the_claim_is_on_its_side"])
def test_the_claim_is_on_its_side(
    claim: str, status: int, words: tuple[str, ...], tmp_path: Path, seen: list[Any]
) -> None:
    out = tmp_path / "out.svg"
    text = run(RESPONSE, "--claim", claim, "--output", str(out), status=status)
    assert text.startswith("refuted: " if status else "proved: ")
    assert text.endswith(f"  picture      {out}\n")
    assert out.read_bytes().startswith(SVG)
    (figure,) = seen
    assert all(word in title_of(figure) for word in words), title_of(figure)
    lines = lines_of(figure)
    label = next(name for name in lines if name.startswith("the claim"))
    assert ("right of the picture" in label) is (claim.strip()[:5] in ("inf,0", "10000"))
    (x,), (y,) = lines[label].get_data()
    assert lines[label].get_marker() == (CARETUP if status else CARETDOWN)
    assert y == float(Fraction(claim.rpartition(",")[2].strip()))
    low, high = figure.axes[0].get_ylim()
    assert low < y < high
    at, delta = (values[0] for values in lines["the least delta there"].get_data())
    assert at == x
    assert (status == 1) == bool(y < delta) or (claim.startswith("log(2)") and y == delta)
    assert len(figure.axes) == 1 + status


def test_the_event_of_a_refuted_claim_is_shaded(tmp_path: Path, seen: list[Any]) -> None:
    """P_0 = (1/2, 1/2, 0), P_1 = (1/4, 0, 3/4): at E = 1 the event {a, b} has 1 against 1/4 + 1/2."""
    rows = [["1/2", "1/2", "0"], ["1/4", "0", "3/4"]]
    file = document(tmp_path, rows, neighbors=[[0, 1]], outputs=["a", "b", "$c$"])
    run(file, "--claim", "0,1/2", "--output", str(tmp_path / "out.png"), status=1)
    axes = seen[0].axes[1]
    shaded = sorted(round(patch.get_x() + 0.5) for patch in axes.patches if patch.get_facecolor()[:3] == to_rgb(RED))
    assert shaded == [0, 1]
    heights = {bar.get_label(): [patch.get_height() for patch in bar] for bar in axes.containers}
    assert heights == {"P(output | i), i = 0": [0.5, 0.5, 0], "P(output | j), j = 1": [0.25, 0, 0.75]}
    assert [text.get_text() for text in axes.get_xticklabels()] == ["a", "b", "$c$"]
    assert "P(S | i) = 1, P(S | j) = 0.25\nP(S | i) - E P(S | j) exceeds delta by 0.25" in axes.get_title()


@pytest.mark.parametrize("inside", [3, 30])
def test_many_outputs_share_bars(inside: int) -> None:
    """The event is the first `inside` of 60 outputs, which only the first input gives."""
    outputs = [*range(60)]
    first = [Fraction(1, 2 * inside)] * inside + [Fraction(1, 2 * (60 - inside))] * (60 - inside)
    second = [Fraction(0)] * inside + [Fraction(1, 60 - inside)] * (60 - inside)
    mechanism = Mechanism.from_rows([0, 1], outputs, [first, second])
    verdict = of_type(Refuted, verify(mechanism, NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True), 2, "1/10"))
    found = bars(mechanism, verdict)
    assert len(found) <= BARS
    assert sum(bar.first for bar in found) == pytest.approx(1)
    assert sum(bar.second for bar in found) == pytest.approx(1)
    assert sum(bar.first for bar in found if bar.inside) == pytest.approx(0.5)
    assert sum(bar.second for bar in found if bar.inside) == 0
    hidden = sum(int(bar.name.split()[0]) - 1 for bar in found if " more" in bar.name)
    assert hidden == 60 - len(found)
    assert any(bar.name.endswith(" in S") for bar in found) is (inside == 30)


@pytest.mark.seldom
def test_the_answer_is_that_of_verify(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    for file in sorted(GOOD.iterdir()):
        for epsilon, delta in (("1", "0.07"), ("0", "0"), ("inf", "0")):
            claim = ("--claim", f"{epsilon},{delta}", "--output", str(out))
            verified = ended("verify", str(file), "--epsilon", epsilon, "--delta", delta, "--format", "json")
            plotted = commands.data("plot", str(file), *claim, status=verified.exit_code)
            assert {**json.loads(verified.stdout), "picture": str(out)} == plotted
            assert out.stat().st_size
            out.unlink()


def test_no_pair_is_no_claim(tmp_path: Path, seen: list[Any]) -> None:
    file, out = document(tmp_path, [["1"], ["1"]], neighbors=[]), tmp_path / "out.png"
    for claim in (("--claim", "1,0"), ()):
        assert run(file, *claim, "--output", str(out), status=3).startswith("nothing was claimed: ")
        assert out.read_bytes().startswith(PNG)
    assert title_of(seen[0]).startswith("nothing was claimed")
    assert {*lines_of(seen[1])["the least delta"].get_ydata()} == {0}


def test_delta_one_everywhere(tmp_path: Path, seen: list[Any]) -> None:
    file = document(tmp_path, [["1", "0"], ["0", "1"]])
    run(file, "--claim", "inf,0.5", "--output", str(tmp_path / "a.svg"), status=1)
    run(file, "--claim", "5,1", "--output", str(tmp_path / "b.svg"), status=0)
    run(file, "--output", str(tmp_path / "c.svg"), status=0)
    for figure in seen:
        assert {*lines_of(figure)["the least delta"].get_ydata()} == {1}
    assert title_of(seen[2]) == "the least delta for every epsilon"


def test_a_picture_is_the_same_every_time(tmp_path: Path) -> None:
    drawn = []
    for name in ("a.svg", "b.svg"):
        run(RESPONSE, "--claim", "1,0", "--output", str(tmp_path / name), status=1)
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    assert b"The verdict is that of dpexact verify" in drawn[0]


@pytest.mark.seldom
@pytest.mark.parametrize("label", ["$x_{", "\x07bell", "字", "a" * 5000, "<&>", "\\frac"])
def test_any_label_can_be_drawn(label: str, tmp_path: Path) -> None:
    file = document(tmp_path, [["1", "0"], ["0", "1"]], outputs=[label, "other"])
    run(file, "--claim", "1,0", "--output", str(tmp_path / "out.svg"), status=1)


@pytest.mark.parametrize(("claim", "words"), BESIDE["a_claim_that_is_none"])
def test_a_claim_that_is_none(claim: str, words: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert words in complaint(RESPONSE, f"--claim={claim}", "--output", str(out))
    assert not out.exists()


def test_targets_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("out.pdf", "out", "-"):
        said = complaint(RESPONSE, "--output", name)
        assert f"--output: expected a name that ends in .svg or .png, which says how to draw, got {name}" in said
    assert "no directory 'nowhere'" in complaint(RESPONSE, "--output", "nowhere/a.svg")
    mine = tmp_path / "mine.svg"
    mine.write_bytes(Path(RESPONSE).read_bytes())
    said = complaint(str(mine), "--output", "mine.svg")
    assert "expected a file of its own" in said
    assert mine.read_bytes() == Path(RESPONSE).read_bytes()
    assert run(RESPONSE, status=0).endswith("picture      plot.svg\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.svg", "plot.svg"]


def test_what_fails_while_it_is_drawn_leaves_the_old_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = written(tmp_path / "out.svg", "old")

    def half(figure: object, path: Path, *_words: str) -> None:
        path.write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(privacy_picture, "save", half)
    assert ended("plot", RESPONSE, "--output", str(out)).exit_code == 74
    assert out.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.svg"]


def test_without_matplotlib_nothing_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = complaint(str(tmp_path / "missing.json"), "--claim", "1,0")
    assert "drawing figures: expected matplotlib, got none; pip install" in said


def test_an_undecided_claim_is_on_no_side(tmp_path: Path) -> None:
    """No field of dpexact holds sqrt(2) and sqrt(3) together."""
    file = document(tmp_path, [["sqrt(2)/2", "1-sqrt(2)/2"], ["1-sqrt(3)/2", "sqrt(3)/2"]])
    out = tmp_path / "out.svg"
    result = ended("plot", file, "--claim", "0.1,0.2", "--output", str(out))
    assert result.exit_code == 3
    assert result.stderr.endswith(f"dpexact: {out}: not drawn, an undecided claim is on no side\n")
    said = complaint(file, "--output", str(out), status=3)
    assert said.startswith("dpexact: undecided: ")
    assert said.endswith(f"; {out} was not drawn\n")
    assert not out.exists()
