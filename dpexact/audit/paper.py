"""A Paper with its parts, and the tables of published numbers that do not belong to any paper.

The tables are audited by default, and each can be named wherever dpexact is installed.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module, resources
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dpexact.audit.quantity import Quantity
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt

GROUP = "dpexact.papers"


@dataclass(frozen=True)
class Drawing:
    """A figure as files, its data as CSV (None if the picture is everything) and the picture.

    `draw` writes to a path whose suffix, .svg or .png, says how.
    """

    name: str
    table: Callable[[], str] | None
    draw: Callable[[Path], None]


def csv_text(header: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Return the table of a drawing as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows((header, *rows))
    return text.getvalue()


@dataclass(frozen=True)
class Paper:
    """A paper whose claims are examined, with its claim table, its ledger, its proofs and its certificates.

    References and options use the `name`, such as "count_queries". Proofs are "count_queries/remark_2" and its
    quantities begin with "count_queries.". A missing part is None. `quantities` and `figures` are called when they are
    needed, so that a record costs nothing.
    """

    name: str
    title: str
    quantities: Callable[[], Iterable[Quantity]] = tuple
    printed: Path | None = None
    ledger: Path | None = None
    proofs: Path | None = None
    certificates: Path | None = None
    figures: Callable[[], Iterable[Drawing]] | None = None

    @classmethod
    def of_room(cls, package: str, title: str) -> Paper:
        """Make the paper of a package, with the name of the package and the parts that lie there by their usual names.

        It takes the files `printed.toml` and `ledger.toml`, the folders `proofs` and `certificates` (those of
        dpexact's own papers lie in the project's `proofs`), QUANTITIES of the module `quantities`, and `drawings()` of
        the module `figures`. Both modules are imported when they are needed.
        """
        name, room, ours = package.rpartition(".")[2], Path(str(resources.files(package))), project_folder("proofs")
        is_ours = package.startswith("dpexact.")
        paths = {
            "printed": room / "printed.toml",
            "ledger": room / "ledger.toml",
            "proofs": ours / name if is_ours else room / "proofs",
            "certificates": ours / "certificates" / name if is_ours else room / "certificates",
        }
        parts: dict[str, Any] = {part: path for part, path in paths.items() if path.exists()}
        for part, read in (("quantities", _quantities_of), ("figures", _figures_of)):
            if find_spec(f"{package}.{part}") is not None:
                parts[part] = partial(read, f"{package}.{part}")
        return cls(name, title, **parts)


def _quantities_of(module: str) -> Iterable[Quantity]:
    return import_module(module).QUANTITIES  # type: ignore[no-any-return]


def _figures_of(module: str) -> Iterable[Drawing]:
    return import_module(module).drawings()  # type: ignore[no-any-return]


def project_folder(name: str) -> Path:
    """Return a folder of the project that is not in the package, which is package data in a wheel only."""
    package = Path(str(resources.files("dpexact")))
    shipped = package / "project" / name
    return shipped if shipped.is_dir() else package.parent / name


def installed_papers() -> tuple[Paper, ...]:
    """Return the papers that installed packages, this one among them, name in the entry point group `dpexact.papers`.

    Raises: ParameterError for an entry point that is not a Paper, or whose name is taken.
    """
    papers: dict[str, Paper] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        paper, place = point.load(), f"entry point {GROUP}, {point.name} = {point.value}"
        if not isinstance(paper, Paper):
            raise ParameterError(
                f"{type(paper).__name__}", place=place, expected="a Paper", remedy="name an object such as PAPER"
            )
        if papers.setdefault(paper.name, paper) is not paper:
            raise ParameterError(f"{paper.name!r} again", place=place, expected="a new name", remedy="rename the paper")
    return tuple(papers.values())


def published_tables() -> tuple[Path, ...]:
    """Return the tables of other people's numbers, in the order of their names."""
    return tuple(sorted(project_folder("claims").glob("*.toml")))


def bundled_tables(papers: Iterable[Paper]) -> dict[str, Path]:
    """Return every bundled table by the name of its paper, or of its file in `claims/` without the suffix."""
    tables = {paper.name: paper.printed for paper in papers if paper.printed is not None}
    for path in published_tables():
        tables.setdefault(path.stem, path)
    return tables


def table_file(given: str, bundled: Mapping[str, Path]) -> str:
    """Find a table by its file, or by the name of a bundled one. A file of that name goes first.

    Raises: DocumentError for a text that is neither a file nor a bundled table, but looks like the name of one.
    """
    path = Path(given)
    if given == "-" or (os.path.lexists(path) and not path.is_dir()):
        return given
    if given in bundled:
        return str(bundled[given])
    near = did_you_mean(path.stem, bundled)
    is_name = path.name == given and not path.suffix
    if path.is_dir() or not (is_name or near):
        return given  # the reader of tables says why it cannot be read
    raise DocumentError(
        repr(excerpt(given)),
        given,
        place="TABLE",
        expected="a file or the name of a bundled table",
        remedy=f"dpexact audit --list has the names{near}",
    )
