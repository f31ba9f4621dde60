"""A Python file of the user's as a module. It is run, so it must be trusted."""

from __future__ import annotations

import ast
import io
import linecache
import os
import sys
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType

from dpexact.certificates.source import PathText, name_of
from dpexact.errors import DocumentError
from dpexact.errors.need import excerpt


def run_file(path: Path, name: str, source: bytes, tree: ast.Module | None = None, **given: object) -> ModuleType:
    """Run the source of a file as a module of this name, from these very bytes, which are also quoted.

    A `tree` that was made of the source is run instead of it, with these names.
    The import of Python would take bytecode that lies beside the file, as old as a second and of a text as long.

    Raises: any exception of the file, SyntaxError among them.
    """
    text = decode_source(source)
    module = ModuleType(name)
    module.__file__ = str(path)
    module.__dict__.update(given)
    linecache.cache[str(path)] = (len(text), None, io.StringIO(text).readlines(), str(path))
    sys.modules[name] = module  # dataclasses in the file look their module up
    try:
        exec(compile(source if tree is None else tree, str(path), "exec"), module.__dict__)  # noqa: S102 - the user's own file
    except BaseException:
        del sys.modules[name]  # nothing half-run is left behind
        raise
    return module


def user_module(path: PathText, kind: str, what: str) -> tuple[ModuleType, bytes]:
    """Run a Python file that a user names, and return the module, called by `kind` and the file's name, and its source.

    `what` names the content that the file should have. Raises: DocumentError that names the file and its fault.
    """
    file, name = Path(os.fspath(path)), name_of(path)
    if file.suffix != ".py" or not file.is_file():
        came = "a folder" if file.is_dir() else "another file" if file.exists() else "no such file"
        raise DocumentError(came, place=name, expected=f"a Python file (.py) with {what}", remedy="correct the path")
    try:
        source = file.read_bytes()
        return run_file(file, f"{kind}_{file.stem}", source), source
    except Exception as error:
        raise DocumentError(
            f"{type(error).__name__}: {excerpt(str(error))}", place=name, expected="a file that runs without error"
        ) from error
