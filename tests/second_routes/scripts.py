"""The stand-alone scripts of the second routes, as their tests load them."""

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

STANDARD = {"collections.abc", "fractions", "functools", "itertools", "math", "pathlib", "sys", "tomllib", "typing"}


def loaded(script: Path) -> ModuleType:
    """The script, which is no part of a package."""
    specification = importlib.util.spec_from_file_location(f"{script.parent.name}_second_route", script)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def imported(script: Path) -> set[str]:
    """The names of all modules that its text imports."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
