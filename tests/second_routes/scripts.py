"""Programs that stand alone, as tests load them, and what they import."""

import ast
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

STANDARD = {"collections.abc", "fractions", "functools", "itertools", "math", "pathlib", "sys", "tomllib", "typing"}


def loaded(script: Path) -> ModuleType:
    """A program that is no part of a package, as a module."""
    name = f"{script.parent.name}_{script.stem}"
    specification = spec_from_loader(name, SourceFileLoader(name, str(script)))
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def imported(script: Path) -> set[str]:
    """The names of all modules that its text imports."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
