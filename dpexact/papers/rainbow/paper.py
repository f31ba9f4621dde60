"""PAPER: the record of the rainbow paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.paper import Drawing, Paper, project_folder
from dpexact.papers.rainbow.figures import draw_graph, draw_line, example, figures, table
from dpexact.papers.rainbow.quantities import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.audit.quantity import Quantity

NAME = "rainbow"
ROOM = Path(__file__).parent


def _quantities() -> tuple[Quantity, ...]:
    return QUANTITIES


def _figures() -> Iterator[Drawing]:
    for figure in figures():
        yield Drawing(figure.name, partial(table, figure), partial(draw_line, figure))
    yield Drawing("rainbow-graph", None, partial(draw_graph, *example()))


PAPER = Paper(
    NAME,
    "Generalized Rainbow Differential Privacy",
    quantities=_quantities,
    printed=ROOM / "printed.toml",
    ledger=ROOM / "ledger.toml",
    proofs=project_folder("proofs") / NAME,
    certificates=project_folder("proofs") / "certificates" / NAME,
    figures=_figures,
)
