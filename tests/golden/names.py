"""The names that stand in other people's code: modules, what they export, and how it is called."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import dpexact
from tests.golden.entry import Entry
from tests.golden.run import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
IMPORTED = re.compile(r"^(?:>>> |\.\.\. )?from (dpexact[\w.]*) import (\([^)]*\)|[\w, ]+)", re.MULTILINE)
NOT_OURS = {"__version__", *dir(ValueError)}


def signatures() -> Iterator[Entry]:
    """Yield every name of every module that says what it exports, with its parameters and public members."""
    for module, names in sorted(_exported().items()):
        for name in sorted(names - NOT_OURS):
            value = getattr(import_module(module), name)
            yield Entry(f"{module}: {name}{_parameters(value)}")
            if inspect.isclass(value) and value.__module__.startswith("dpexact"):
                for member in sorted(_members(value)):
                    yield Entry(f"{module}: {name}.{member}{_parameters(getattr(value, member))}")


def imports() -> Iterator[Entry]:
    """Yield every import of dpexact that stands on a page, if it can be done."""
    found = {
        (module, name)
        for page in PAGES
        for module, names in IMPORTED.findall(page.read_text(encoding="utf-8"))
        for name in re.findall(r"\w+", names.replace("... ", ""))
    }
    for module, name in sorted(found):
        works = hasattr(import_module(module), name) or import_module(f"{module}.{name}")
        yield Entry(f"from {module} import {name}", str(works))


def _members(kind: type) -> set[str]:
    """Return the public names that a class has from classes of dpexact; those of Python's differ by its version."""
    ours = (vars(base) for base in kind.__mro__ if base.__module__.startswith("dpexact"))
    return {name for names in ours for name in names if not name.startswith("_")} - NOT_OURS


def _exported() -> dict[str, set[str]]:
    """Return the modules with the names that they export."""
    paths = ["dpexact", *(found.name for found in walk_packages(dpexact.__path__, "dpexact."))]
    modules = [import_module(path) for path in paths if "__main__" not in path and ".project" not in path]
    return {module.__name__: {*module.__all__} for module in modules if hasattr(module, "__all__")}


def _parameters(value: Any) -> str:
    """Return the parameters, without types: they are for readers, and may be told better."""
    if not callable(value):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    bare = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    return re.sub(r" at 0x[0-9a-f]+", "", str(signature.replace(parameters=bare, return_annotation=signature.empty)))
