"""The claim tables that travel with the package: those of the papers, and those of other people's numbers in `claims/`.

They are audited by default, and each has a name, so that it can be asked for wherever dpexact is installed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.paper import project_folder
from dpexact.errors import DocumentError
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.typography import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dpexact.audit.paper import Paper


def published_tables() -> tuple[Path, ...]:
    """The tables of other people's numbers, in the order of their names."""
    return tuple(sorted(project_folder("claims").glob("*.toml")))


def bundled_tables(papers: Iterable[Paper]) -> dict[str, Path]:
    """Every bundled table by its name: that of the paper, or of the file in `claims/` without its suffix."""
    found = {paper.name: paper.printed for paper in papers if paper.printed is not None}
    for path in published_tables():
        found.setdefault(path.stem, path)
    return found


def table_file(given: str, bundled: Mapping[str, Path]) -> str:
    """The path of a table that is given as a file, or as the name of a bundled one; a file of that name goes first.

    Raises: DocumentError for what is no file and looks like the name of a bundled table, but is none.
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
    came = f"{excerpt(given)!r}; dpexact audit --list has the names{near}"
    message = f"TABLE: expected a file or the name of a bundled table, got {came}"
    raise DocumentError(message, given)
