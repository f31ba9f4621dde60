"""own_quantities: the QUANTITIES of a Python file of the user's; the file is run, so it has to be trusted."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.audit.registry import checked
from dpexact.documents.source import name_of
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    from dpexact.audit.quantity import Quantity
    from dpexact.documents.source import PathText

NAME = "QUANTITIES"


def own_quantities(path: PathText) -> tuple[Quantity, ...]:
    """The quantities that a Python file calls QUANTITIES. Raises: DocumentError that names the file."""
    file = Path(os.fspath(path))
    name = name_of(path)
    spec = spec_from_file_location(f"dpexact_own_quantities_{file.stem}", file) if file.suffix == ".py" else None
    if spec is None or spec.loader is None or not file.is_file():
        came = "a folder" if file.is_dir() else "another file" if file.exists() else "no such file"
        message = f"{name}: expected a Python file (.py) with {NAME}, got {came}; correct the path"
        raise DocumentError(message)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses in the file look their module up
    try:
        digest = sha256(file.read_bytes()).hexdigest()
        spec.loader.exec_module(module)
    except Exception as error:
        message = f"{name}: expected a file that can be run, got {type(error).__name__}: {excerpt(str(error))}"
        raise DocumentError(message) from error
    if not hasattr(module, NAME):
        message = f"{name}: expected a tuple {NAME} of dpexact.audit.Quantity, got none; define it"
        raise DocumentError(message)
    try:
        return tuple(replace(found, digest=digest) for found in checked(getattr(module, NAME), f"{name}: {NAME}"))
    except DPExactError as error:
        raise DocumentError(str(error)) from error
