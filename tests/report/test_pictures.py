"""Pictures of a page: the points that are drawn, against closed forms in floats; where they stand; what is left out."""

import re
from dataclasses import replace
from functools import partial
from math import exp, inf, isclose, log
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit import auditor
from dpexact.audit import page as page_of_audit
from dpexact.audit.auditor import AuditRow
from dpexact.audit.page import audit_page, curves, number_line_plot, pair_certificate
from dpexact.audit.paper import registered
from dpexact.audit.row import FAILED
from dpexact.numbers.enclosure import Enclosure
from dpexact.report.drawing import Mark, Series, bar, chart, number_line
from tests.audit.test_right_print import NoNarrower
from tests.each import each

KNOWN = registered(())
audit = partial(auditor.audit, papers=())


def audited(folder: Path, *rows: str) -> auditor.Audit:
    file = folder / "t.csv"
    file.write_text("id,source,quantity,parameters,printed,meaning\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return audit([file])


PAIR = 'pair,s,privacy.delta,"p = 3/4, 1/4; q = 1/4, 3/4; epsilon = 1/2",0.4,rounded'
LAPLACE = "laplace,s,laplace.delta,scale = 2; sensitivity = 1; epsilon = 1/4,0.1,rounded"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return what is handed to `chart`."""
    found: list[dict[str, Any]] = []

    def record(series: Any, marks: Any, *labels: str, logarithmic: bool = False) -> str:
        found.append({"series": series, "marks": marks, "labels": labels, "logarithmic": logarithmic})
        return "<svg></svg>"

    monkeypatch.setattr(page_of_audit, "chart", record)
    return found


def row_of(found: auditor.Audit) -> AuditRow:
    (row,) = found.rows
    return row


def test_the_profile_and_the_trade_off_curve_of_a_pair(tmp_path: Path, drawn: list[dict[str, Any]]) -> None:
    assert len(curves(row_of(audited(tmp_path, PAIR)), KNOWN["privacy.delta"])) == 2
    profile, tradeoff = drawn
    (curve,) = profile["series"]
    for x, y in curve.points:
        assert isclose(y, max(0, 0.75 - exp(x) / 4), abs_tol=1e-8)  # by hand: the event {0}
    places = [x for x, _ in curve.points]
    assert places == sorted(places)
    assert places[0] == 0
    assert any(isclose(x, log(3)) for x in places)  # the kink is a point of its own
    true, printed = profile["marks"]
    assert (printed.x, printed.y) == (pytest.approx(0.5), 0.4)
    assert (true.x, true.y) == (pytest.approx(0.5), pytest.approx(0.75 - exp(0.5) / 4))
    chance, curve = tradeoff["series"]
    assert curve.points == ((0, 1), (0.25, 0.25), (1, 0))
    assert chance.points == ((0, 1), (1, 0))


def test_the_marks_of_an_epsilon(tmp_path: Path, drawn: list[dict[str, Any]]) -> None:
    row = row_of(audited(tmp_path, 'e,s,privacy.epsilon,"p = 3/4, 1/4; q = 1/4, 3/4; delta = 1/4",0.6,rounded'))
    curves(row, KNOWN["privacy.epsilon"])
    true, printed = drawn[0]["marks"]
    assert (true.x, true.y) == (pytest.approx(log(2)), 0.25)  # 3/4 - 2/4
    assert (printed.x, printed.y) == (0.6, 0.25)


def test_a_curve_over_epsilon(tmp_path: Path, drawn: list[dict[str, Any]]) -> None:
    assert len(curves(row_of(audited(tmp_path, LAPLACE)), KNOWN["laplace.delta"])) == 1
    (curve,) = drawn[0]["series"]
    for x, y in curve.points:
        assert isclose(y, max(0, 1 - exp((x - 0.5) / 2)), abs_tol=1e-12)
    assert drawn[0]["marks"][0].y == pytest.approx(1 - exp(-1 / 8))


@pytest.mark.parametrize(
    "row",
    [
        'd,s,privacy.delta,"p = 1, 0; q = 0, 1; epsilon = 10**9",1,exact',
        'e,s,privacy.epsilon,"p = 1, 0; q = 0, 1; delta = 0",3,at-most',
        'n,s,privacy.delta,"p = 1, 0; q = 1, 0; epsilon = 0",0,exact',
        pytest.param(
            "g,s,gaussian.delta,sigma = 1; sensitivity = 1; epsilon = 500,1e-9999,at-most", marks=pytest.mark.slow
        ),
        "h,s,gaussian.delta,sigma = 1; sensitivity = 1; epsilon = 1,1e9999,at-most",
        "m,s,laplace.delta,scale = 1; sensitivity = 1; epsilon = -1,0.7,at-most",
    ],
)
def test_extremes_are_drawn_or_left_out(tmp_path: Path, row: str) -> None:
    found = audited(tmp_path, row)
    (entry,) = audit_page(found, KNOWN).entries
    assert entry.plots or entry.verdict == FAILED
    assert not any(re.search(r'[ ,"]-?(?:nan|inf)[ ,"]', plot.svg) for plot in entry.plots)


def test_a_certificate_is_for_an_epsilon_that_is_asked(tmp_path: Path) -> None:
    below = row_of(audited(tmp_path, PAIR.replace("1/2", "-1/2")))
    assert pair_certificate(below, KNOWN["privacy.delta"]) is None  # E < 1
    assert pair_certificate(row_of(audited(tmp_path, LAPLACE)), KNOWN["laplace.delta"]) is None
    assert pair_certificate(row_of(audited(tmp_path, PAIR)), None) is None


def test_as_many_curves_as_a_page_may_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_of_audit, "MOST_CURVES", 1)
    right = LAPLACE.replace("0.1,", "0.1,").replace("laplace,", "right,")
    found = audited(tmp_path, right, PAIR)
    assert [row.judgement.verdict for row in found.rows] == ["correct", "wrong"]
    assert [len(entry.plots) for entry in audit_page(found, KNOWN).entries] == [
        3,
        1,
    ]  # the wrong one, which comes first, has the curves
    assert [len(entry.plots) for entry in audit_page(found).entries] == [1, 1]


POINT = re.compile(r'<circle cx="([0-9.]+)" cy="([0-9.]+)"')


def test_places_in_a_chart() -> None:
    svg = chart([Series("curve", "a", ((0, 0), (4, 1)))], [Mark("true", "", 2, 0.5)], "x", "y", "label")
    (line,) = re.findall('<polyline points="([^"]*)" class="curve"/><circle', svg)
    (x0, y0), (x1, y1) = ([float(part) for part in point.split(",")] for point in line.split())
    (found,) = POINT.findall(svg)[:1]
    assert float(found[0]) == pytest.approx((x0 + x1) / 2, abs=0.1)
    assert float(found[1]) == pytest.approx((y0 + y1) / 2, abs=0.1)
    assert y0 > y1
    assert 0 < x0 < x1 < 460


STEM = re.compile(r'<line x1="([0-9.]+)" y1="([0-9.]+)" x2="([0-9.]+)" y2="([0-9.]+)" class="stem true"/>')


def test_points_with_stems_stand_on_0_and_inside_of_the_chart() -> None:
    marks = [Mark("true", "a", 0, 0.5, stem=True), Mark("true", "", 1, -0.5, stem=True), Mark("printed", "b", 1, 1)]
    svg = chart([], marks, "x", "y", "label", x_ticks=[(0, "no"), (1, "yes")])
    (x0, y0, x0_too, top), (x1, y1, x1_too, low) = ([float(part) for part in found] for found in STEM.findall(svg))
    assert (x0, x1, y0) == (x0_too, x1_too, y1)
    assert top < y0 < low
    assert y0 - top == pytest.approx(low - y1, abs=0.2)
    assert 64 < x0 < x1 < 446
    assert svg.index(">no<") < svg.index(">yes<")
    assert ">0.5<" in svg  # a tick of the y axis; on the x axis there are names alone
    assert svg.count("<polyline") == 0


def test_many_points_are_small() -> None:
    few = chart([], [Mark("true", "", x, 1) for x in range(10)], "x", "y", "l")
    many = chart([], [Mark("true", "", x, 1) for x in range(500)], "x", "y", "l")
    assert few.count('r="3.5" class="true"') == 10
    assert many.count('r="1.05" class="true crowded"') == 500


def test_a_logarithmic_chart_leaves_out_what_is_not_positive() -> None:
    points = ((0.0, 1.0), (1.0, 0.01), (2.0, 0.0))
    svg = chart([Series("curve", "a", points)], [Mark("true", "t", 1, 0.1)], "x", "y", "l", logarithmic=True)
    lines = re.findall('<polyline points="([^"]*)" class="curve"/>', svg)
    assert sorted(len(line.split()) for line in lines) == [2, 2]  # two points, and the one of the legend
    (_, y0), (_, y1) = ([float(part) for part in point.split(",")] for point in lines[0].split())
    assert float(POINT.findall(svg)[0][1]) == pytest.approx((y0 + y1) / 2, abs=0.1)


def test_a_bar_is_divided_by_the_counts() -> None:
    widths = re.findall('width="([0-9.]+)"', bar([("a", 3), ("b", 1)], "l"))
    assert list(map(float, widths)) == [750, 250]
    assert "<rect" not in bar([], "nothing")


@each("true", [inf, 0.0, 1e15, -1e15])
@each("allowed", [(-inf, 0.0), (0.0, inf), (0.0, 0.0), (-0.5, 0.5)])
def test_number_lines_stay_inside(true: float, allowed: tuple[float, float]) -> None:
    svg = number_line(true, allowed, "1", "2", '<label>"')
    places = [float(text) for text in re.findall(r'(?:x1|x2|x)="([-0-9.]+)"', svg)]
    assert all(-3 <= place <= 460 for place in places)
    assert "&lt;label&gt;&quot;" in svg


def test_a_number_of_which_no_more_can_be_had_is_drawn_from_the_bounds_it_has(tmp_path: Path) -> None:
    row = audited(tmp_path, LAPLACE).rows[0]
    (plot,) = number_line_plot(replace(row, number=Enclosure(NoNarrower())))
    assert "<svg" in plot.svg
