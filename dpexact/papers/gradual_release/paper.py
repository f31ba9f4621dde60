"""PAPER: the record of the paper on gradual release."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.paper import Drawing, Paper, project_folder
from dpexact.papers.gradual_release.figures import draw_densities, draw_paths, figures
from dpexact.papers.gradual_release.quantities import QUANTITIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.audit.quantity import Quantity

NAME = "gradual_release"
ROOM = Path(__file__).parent


def _quantities() -> tuple[Quantity, ...]:
    return QUANTITIES


def _figures() -> Iterator[Drawing]:
    drawers = (draw_paths, draw_densities, draw_densities, draw_densities)
    for make, draw in zip(figures(), drawers, strict=True):
        figure = make()
        yield Drawing(figure.name, figure.table, partial(draw, figure))


PAPER = Paper(
    NAME,
    "Gradual Release of Sensitive Data under Differential Privacy",
    quantities=_quantities,
    printed=ROOM / "printed.toml",
    ledger=ROOM / "ledger.toml",
    proofs=project_folder("proofs") / NAME,
    certificates=project_folder("proofs") / "certificates" / NAME,
    figures=_figures,
)
