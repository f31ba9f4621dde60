"""Paper: what the engines have to know of a paper; `dpexact.papers` lists those that there are."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dpexact.audit.quantity import Quantity

GROUP = "dpexact.papers"


@dataclass(frozen=True)
class Drawing:
    """A figure as files: its data as CSV (None where the picture is all there is), and the picture.

    `draw` writes to a path whose suffix, .svg or .png, says how.
    """

    name: str
    table: Callable[[], str] | None
    draw: Callable[[Path], None]


@dataclass(frozen=True)
class Paper:
    """A paper whose claims are examined: where its claim table, its ledger, its proofs and its certificates are.

    `name` is what references and options call it, such as "count_queries": proofs are "count_queries/lemma_3" and its
    quantities begin with "count_queries.". What is None is missing. `quantities` and `figures` are called when they
    are needed, so that a record costs nothing.
    """

    name: str
    title: str
    quantities: Callable[[], Iterable[Quantity]] = tuple
    printed: Path | None = None
    ledger: Path | None = None
    proofs: Path | None = None
    certificates: Path | None = None
    figures: Callable[[], Iterable[Drawing]] | None = None


def project_folder(name: str) -> Path:
    """A folder of the project that is not part of the package: package data in a wheel, beside it in a checkout."""
    package = Path(str(resources.files("dpexact")))
    shipped = package / "project" / name
    return shipped if shipped.is_dir() else package.parent / name


def installed_papers() -> tuple[Paper, ...]:
    """The papers that installed packages, this one among them, name in the entry point group `dpexact.papers`.

    Raises: ParameterError for an entry point that is no Paper, or whose name is taken.
    """
    found: dict[str, Paper] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        paper, place = point.load(), f"entry point {GROUP}, {point.name} = {point.value}"
        if not isinstance(paper, Paper):
            message = f"{place}: expected a Paper, got {type(paper).__name__}; name an object such as PAPER"
            raise ParameterError(message)
        if found.setdefault(paper.name, paper) is not paper:
            message = f"{place}: expected a name that is new, got {paper.name!r} again; rename the paper"
            raise ParameterError(message)
    return tuple(found.values())
