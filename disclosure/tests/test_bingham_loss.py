"""The loss that the withheld page and tables name, by another integral."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.second_routes.scripts import imported, loaded

SCRIPT = Path(__file__).parent / "bingham_loss.py"
FOLDER = Path(__file__).parents[1] / "withheld"
PAGE = (FOLDER / "pages.md").read_text(encoding="utf-8")
PRINTED = re.findall(r"^print\(nstr\(loss\((\d+), (\d+), (\d+)\), 4\)\)  +# ([\d.]+)$", PAGE, re.MULTILINE)
SAID = [(1.0, 4, 100.0, "1.391"), (1.0, 10, 20.0, "1.518"), (1.0, 10, 100.0, "2.867")]  # of a replaced record
ROUTE = loaded(SCRIPT)


def rounded(number: float, printed: str) -> str:
    return f"{number:.{len(printed.partition('.')[2])}f}"


@pytest.mark.slow
@pytest.mark.parametrize(("epsilon", "d", "g", "printed"), PRINTED)
def test_the_losses_that_the_page_prints(epsilon: str, d: str, g: str, printed: str) -> None:
    assert rounded(ROUTE.loss(float(epsilon), int(d), float(g)), printed) == printed


def test_the_page_prints_three() -> None:
    assert [cells[3] for cells in PRINTED] == ["0.5895", "1.31", "7.511"]


@pytest.mark.slow
@pytest.mark.parametrize(("epsilon", "d", "g", "printed"), SAID)
def test_the_losses_that_the_tables_name(epsilon: float, d: int, g: float, printed: str) -> None:
    table = (FOLDER / "opendp.toml").read_text(encoding="utf-8")
    assert printed in table
    assert rounded(ROUTE.loss(epsilon, d, g, replaced=True), printed) == printed


@pytest.mark.slow
@pytest.mark.parametrize(("d", "below", "above"), [(4, 6.0, 6.1), (10, 8.5, 8.6)])
def test_from_where_on_the_map_of_opendp_is_passed(d: int, below: float, above: float) -> None:
    assert ROUTE.loss(1.0, d, below, replaced=True) < 1 < ROUTE.loss(1.0, d, above, replaced=True)
    assert f"at d = {d} from g = {above} on" in " ".join(PAGE.split())


@pytest.mark.slow
def test_from_where_on_the_epsilon_of_diffprivlib_is_passed() -> None:
    assert ROUTE.loss(1.0, 10, 42.4) < 1 < ROUTE.loss(1.0, 10, 42.5)
    assert "at d = 10 from g = 42.5 on" in " ".join(PAGE.split())


@pytest.mark.slow
@pytest.mark.parametrize(("d", "g"), [(4, 100.0), (10, 100.0)])
def test_the_method_that_is_cited_keeps_the_promise(d: int, g: float) -> None:
    assert 0 < ROUTE.loss(1.0, d, g, 1) < 0.5
    assert 0 < ROUTE.loss(1.0, d, g, 1, replaced=True) < 1


def test_the_second_route_uses_the_standard_library_alone() -> None:
    assert imported(SCRIPT) == {"__future__", "functools", "math"}
