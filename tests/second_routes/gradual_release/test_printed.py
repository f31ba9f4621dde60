"""The claim table of the gradual release paper: the second route gives the verdicts, and the audit agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpexact.audit import audit
from dpexact.audit.paper import registered
from dpexact.errors import DPExactError
from dpexact.numbers.exact import exact
from dpexact.papers.gradual_release import PAPER
from tests.second_routes.gradual_release.recompute import ROUTES

assert PAPER.printed is not None
TEXT = PAPER.printed.read_text(encoding="utf-8")
QUANTITIES = registered([PAPER])


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("level", {"levels": "0.5, 3"}),
        ("level", {"levels": "0.25, 1, 1.5"}),
        ("squared_error", {"epsilon": "0.25", "dimension": "3"}),
        ("flip_share", {"alpha": "1/4", "threshold": "0"}),
        ("flip_share", {"alpha": "2/3", "threshold": "3/2"}),
        ("tight", {"parameter": "beta", "other": "0.3"}),
        ("tight", {"parameter": "gamma", "other": "4/7"}),
    ],
)
def test_other_parameters(name: str, parameters: dict[str, str]) -> None:
    number = ROUTES[f"gradual_release.{name}"](**parameters)
    assert QUANTITIES[f"gradual_release.{name}"].compute(**parameters) == exact(number)


def test_a_wrong_number_is_noticed(tmp_path: Path) -> None:
    text = TEXT.replace("establishes", "# establishes").replace("expected", "# expected")
    for old, new in (("2", "3"), ("1/2", "1/3"), (".5", ".6")):
        text = text.replace(f'printed = "{old}"', f'printed = "{new}"')
    table = tmp_path / "printed.toml"
    table.write_text(text, encoding="utf-8")
    verdicts = {row.claim.id: row.judgement.verdict for row in audit([table]).rows}
    assert [name for name, verdict in verdicts.items() if verdict == "correct"] == ["figure-3-first", "tight-alpha"]


@pytest.mark.parametrize(
    ("name", "parameters", "fragment"),
    [
        ("level", {"levels": "2, 1"}, "in increasing order"),
        ("level", {"levels": "1, 1"}, "in increasing order"),
        ("level", {"levels": "0"}, "positive"),
        ("level", {"levels": "1, 2, 3, 4, 5"}, "1 to 4"),
        ("level", {"levels": ""}, "number"),
        ("squared_error", {"epsilon": "0", "dimension": "1"}, "positive"),
        ("squared_error", {"epsilon": "1", "dimension": "0"}, "from 1 to 1000"),
        ("squared_error", {"epsilon": "1", "dimension": "1" * 50}, "from 1 to 1000"),
        ("squared_error", {"epsilon": "1", "dimension": "\N{ARABIC-INDIC DIGIT ONE}"}, "dimension: "),
        ("flip_share", {"alpha": "1", "threshold": "1/2"}, "0 < alpha < 1"),
        ("flip_share", {"alpha": "0", "threshold": "1/2"}, "0 < alpha < 1"),
        ("flip_share", {"alpha": "1/2", "threshold": "1/3"}, "multiple of 1/2"),
        ("flip_share", {"alpha": "1/2", "threshold": "-1/2"}, "multiple of 1/2"),
        ("flip_share", {"alpha": "1/2", "threshold": "101"}, "from 0 to 100"),
        ("tight", {"parameter": "delta"}, "alpha, beta, gamma"),
        ("tight", {"parameter": "beta", "other": "3/2"}, "from 0 to 1"),
        ("tight", {"parameter": "beta", "other": "-1/2"}, "from 0 to 1"),
    ],
)
def test_parameters_that_make_no_sense(name: str, parameters: dict[str, str], fragment: str) -> None:
    with pytest.raises(DPExactError, match=fragment) as caught:
        QUANTITIES[f"gradual_release.{name}"].compute(**parameters)
    assert len(str(caught.value)) < 300
