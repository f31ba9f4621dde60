"""run_file: a Python file of the user's as a module; it is run, so it has to be trusted."""

from __future__ import annotations

import io
import linecache
import sys
from importlib.util import decode_source
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ast
    from pathlib import Path


def run_file(path: Path, name: str, source: bytes, tree: ast.Module | None = None, **given: object) -> ModuleType:
    """Run the source of a file as a module of this name: these very bytes, which are also what is quoted of it.

    `tree` is run in place of the source where it is given, with these names: what was made of it.
    The import of Python would take bytecode that lies beside the file, as old as a second and of a text as long.

    Raises: whatever the file raises, SyntaxError among it.
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
