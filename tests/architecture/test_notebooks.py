"""Test what notebooks show: tables of mechanisms, verdicts and audits, in which nothing that a user wrote is markup."""

import math
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dpexact import Mechanism, NeighborGraph, epsilon_of, exact, free_exp_epsilon, verify
from dpexact.audit import audit
from dpexact.papers.axioms import ApproxDPPredicate, is_maximally_sufficient, is_sufficient, satisfies

TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}"
EVIL = f"<script>alert('x')</script>&\"{TURNED}"
TAGS = {"table", "caption", "thead", "tbody", "tr", "th", "td", "p"}


class Table(HTMLParser):
    """The cells of a table by rows, its caption, and the tags that it is made of; every tag has to be closed."""

    def __init__(self, shown: Any) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.caption = ""
        self.feed(shown._repr_html_())
        self.close()
        assert not self.open
        assert self.tags <= TAGS

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert all(name == "scope" for name, _ in attrs)
        self.tags.add(tag)
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "caption":
            self.caption += data
        elif self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


RESPONSE = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
PAIRS = NeighborGraph.complete(RESPONSE.inputs)


def test_a_mechanism() -> None:
    table = Table(RESPONSE)
    assert table.caption == "P(output | input): 2 inputs, 2 outputs"
    assert table.rows == [["", "'no'", "'yes'"], ["'no'", "3/4", "1/4"], ["'yes'", "1/4", "3/4"]]


def test_labels_are_no_markup() -> None:
    mechanism = Mechanism.from_rows([EVIL, 1], [EVIL, "1"], [[1, 0], [0, 1]])
    assert "script" in Table(mechanism).rows[0][1]
    assert TURNED not in mechanism._repr_html_()
    refuted = verify(mechanism, NeighborGraph.complete(mechanism.inputs), 2, 0)
    assert "script" in str(Table(refuted).rows)


@pytest.mark.slow
def test_a_large_mechanism_is_cut() -> None:
    size = 300
    rows = [[int(i == o) for o in range(size)] for i in range(size)]
    table = Table(Mechanism.from_rows(range(size), range(size), rows))
    assert len(table.rows) == 51
    assert {len(row) for row in table.rows} == {20}
    assert table.caption.endswith("300 inputs, 300 outputs (and 250 more rows, 281 more columns)")


def test_verdicts_about_privacy() -> None:
    proved = Table(verify(RESPONSE, PAIRS, 3, 0))
    assert proved.caption == "Proved"
    assert ["E", "3"] in proved.rows
    refuted = dict(Table(verify(RESPONSE, PAIRS, "exp(1)", "0.07")).rows)
    assert refuted["pair (i, j)"] == "('no', 'yes')"
    assert (refuted["P(S | 'no')"], refuted["P(S | 'yes')"]) == ("3/4 = 0.75", "1/4 = 0.25")
    assert refuted["delta"] == "7/100 = 0.07"
    assert refuted["excess P(S | i) - E P(S | j) - delta > 0"].endswith("0.0004295428852")  # 3/4 - e/4 - 0.07
    infinite = Table(verify(RESPONSE, PAIRS, math.inf, 0))
    assert ["E", "infinity"] in infinite.rows
    free = verify(RESPONSE, PAIRS, free_exp_epsilon(2, 4), 0)
    assert Table(free).caption == "Refuted"


def test_verdicts_of_the_axioms() -> None:
    coin = Mechanism.from_rows(["no", "yes"], ["heads", "tails"], [["1/2", "1/2"], ["1/2", "1/2"]])
    sufficient = is_sufficient(RESPONSE, for_=coin)
    assert "Proved" in sufficient._repr_html_()
    assert Table(sufficient).rows[0] == ["", "'heads'", "'tails'"]
    assert Table(is_sufficient(coin, for_=RESPONSE)).caption.startswith("Refuted")
    assert Table(is_maximally_sufficient(RESPONSE, PAIRS, 3)).rows == [["E", "3"]]
    assert Table(is_maximally_sufficient(coin, PAIRS, 3)).caption.startswith("Refuted")
    assert Table(satisfies(RESPONSE, PAIRS, ApproxDPPredicate(3, 0))).caption == "Proved"
    assert Table(satisfies(RESPONSE, PAIRS, ApproxDPPredicate(2, 0))).caption == "Refuted"


def test_an_audit(tmp_path: Path) -> None:
    lines = ["id,source,quantity,parameters,printed,meaning"]
    lines += ["third,s,formula,expression = 1/3,0.34,rounded", "<b>pi</b>,s,formula,expression = pi,3.14,rounded"]
    lines += [f"bad{TURNED},s,formula,expression = <i>,1,exact"]
    lines += [f"n{k},s,formula,expression = {k},{k},exact" for k in range(60)]
    (tmp_path / "t.csv").write_text("\n".join(lines), encoding="utf-8")
    table = Table(audit([tmp_path / "t.csv"]))
    assert table.caption == "63 rows: 61 correct, 1 without a verdict, 1 wrong (and 13 more rows)"
    assert table.rows[1][:5] == ["third", "formula", "0.34 rounded", "1/3 ≈ 0.3333333333", "wrong"]
    assert table.rows[1][5] == "fits up; 1 unit off, too high; print 0.33; material"
    assert table.rows[2][0] == "<b>pi</b>"
    assert table.rows[3][0] == r"bad\u202e"
    assert table.rows[3][4] == "cannot be read or computed"


def test_an_empty_audit() -> None:
    assert Table(audit([])).caption == "0 rows: none"


@pytest.mark.parametrize(
    ("number", "latex"),
    [
        (exact("1/3"), r"$\frac{1}{3}$"),
        (exact("exp(1/2)"), r"$e^{1/2}$"),
        (epsilon_of(2), "$[0.693147180559, 0.693147180560]$"),
    ],
)
def test_numbers(number: Any, latex: str) -> None:
    assert number._repr_latex_() == latex
