"""PAPER: the record of the paper on axioms."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.paper import Drawing, Paper, project_folder
from dpexact.papers.axioms.figures import draw_bounds, figures, table
from dpexact.papers.axioms.quantities import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.audit.quantity import Quantity

NAME = "axioms"
ROOM = Path(__file__).parent


def _quantities() -> tuple[Quantity, ...]:
    return QUANTITIES


def _figures() -> Iterator[Drawing]:
    for figure in figures():
        yield Drawing(figure.name, partial(table, figure), partial(draw_bounds, figure))


PAPER = Paper(
    NAME,
    "An Axiomatic View of Statistical Privacy and Utility",
    quantities=_quantities,
    printed=ROOM / "printed.toml",
    ledger=ROOM / "ledger.toml",
    proofs=project_folder("proofs") / NAME,
    certificates=project_folder("proofs") / "certificates" / NAME,
    figures=_figures,
)
