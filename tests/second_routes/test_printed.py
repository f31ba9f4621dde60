"""The claim tables of three papers: the second route gives the verdicts, and the audit agrees on the numbers."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from pathlib import Path

import mpmath
import pytest

from dpexact.audit.paper import registered
from dpexact.numbers.exact import exact
from dpexact.papers import axioms, gradual_release, rainbow
from tests.second_routes import printed
from tests.second_routes.scripts import STANDARD, imported

HERE = Path(__file__).parent
PAPERS = ("axioms", "gradual_release", "rainbow")
QUANTITIES = registered([axioms.PAPER, gradual_release.PAPER, rainbow.PAPER])


@pytest.mark.parametrize("paper", PAPERS)
def test_every_row(paper: str) -> None:
    routes = import_module(f"tests.second_routes.{paper}.recompute").ROUTES
    for row in printed.rows(paper):
        number = routes[row["quantity"]](**row["parameters"])
        assert printed.verdict(number, row["printed"], row["meaning"]) == row["expected"], row["id"]
        value = exact(QUANTITIES[row["quantity"]].compute(**row["parameters"]))
        if isinstance(number, Fraction):
            assert value == number, row["id"]
        else:
            assert value.decimal(40) == mpmath.nstr(number, 40, strip_zeros=False), row["id"]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_second_route_does_not_use_dpexact(paper: str) -> None:
    own, route = (imported(HERE / file) for file in ("printed.py", f"{paper}/recompute.py"))
    assert own <= {"mpmath", *STANDARD}
    assert route <= {"mpmath", "tests.second_routes.printed", *STANDARD}
