"""own_quantities: the QUANTITIES of a Python file of the user's; the file is run, so it has to be trusted."""

from __future__ import annotations

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.registry import checked
from dpexact.certificates.python_file import run_file
from dpexact.certificates.source import name_of
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    from dpexact.audit.quantity import Quantity
    from dpexact.certificates.source import PathText

NAME = "QUANTITIES"


def own_quantities(path: PathText) -> tuple[Quantity, ...]:
    """The quantities that a Python file calls QUANTITIES. Raises: DocumentError that names the file."""
    file = Path(os.fspath(path))
    name = name_of(path)
    if file.suffix != ".py" or not file.is_file():
        came = "a folder" if file.is_dir() else "another file" if file.exists() else "no such file"
        message = f"{name}: expected a Python file (.py) with {NAME}, got {came}; correct the path"
        raise DocumentError(message)
    try:
        source = file.read_bytes()
        module = run_file(file, f"dpexact_own_quantities_{file.stem}", source)
    except Exception as error:
        message = f"{name}: expected a file that can be run, got {type(error).__name__}: {excerpt(str(error))}"
        raise DocumentError(message) from error
    if not hasattr(module, NAME):
        message = f"{name}: expected a tuple {NAME} of dpexact.audit.Quantity, got none; define it"
        raise DocumentError(message)
    try:
        found = checked(getattr(module, NAME), f"{name}: {NAME}")
        return tuple(replace(one, digest=sha256(source).hexdigest()) for one in found)
    except DPExactError as error:
        raise DocumentError(str(error)) from error
