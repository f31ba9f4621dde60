"""The tables of other people's numbers in `claims/`, which travel with the package and are audited by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.paper import project_folder

if TYPE_CHECKING:
    from pathlib import Path


def published_tables() -> tuple[Path, ...]:
    """The tables, in the order of their names."""
    return tuple(sorted(project_folder("claims").glob("*.toml")))
