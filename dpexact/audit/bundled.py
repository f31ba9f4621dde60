"""The claim tables of this project: in the package where it is installed, in `claims/` in a checkout."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from dpexact.errors import DocumentError


def bundled_tables() -> tuple[Path, ...]:
    """The files of the bundled claim tables, in the order of their names.

    A wheel carries them as package data in dpexact/audit/tables; in a checkout they are the folder `claims` beside the
    package.

    Raises: DocumentError when neither is there.
    """
    package = Path(str(resources.files("dpexact")))
    for folder in (package / "audit" / "tables", package.parent / "claims"):
        if folder.is_dir():
            return tuple(sorted(path for path in folder.iterdir() if path.suffix in (".toml", ".csv")))
    message = (
        f"{package}: expected the bundled claim tables in audit/tables or in ../claims, got neither; "
        "install dpexact from its wheel or name the tables to audit"
    )
    raise DocumentError(message, str(package))
