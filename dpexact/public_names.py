"""Public names that are loaded when they are first used."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def public_names(module: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make `__getattr__`, `__dir__` and `__all__` of a module whose public names are loaded when they are first used.

    They are the names that its source imports for type checkers, each as `from HOME import NAME as NAME`. An import of
    a module that lies in it asks for the name first, and nothing is loaded for the sake of the message.
    """
    source: Any = sys.modules[module].__spec__
    lines = map(str.split, source.loader.get_data(source.origin).decode().splitlines())
    home_of = {words[5]: words[1] for words in lines if words[::2] == ["from", "import", "as"]}

    def get(name: str) -> Any:
        if name not in home_of:
            raise _no_attribute(module, name, home_of)
        value = getattr(__import__(home_of[name], fromlist=[name]), name)  # which may be a module
        setattr(sys.modules[module], name, value)
        return value

    return get, lambda: sorted(sys.modules[module].__all__), sorted(home_of)


def _no_attribute(module: str, name: str, known: Iterable[str]) -> AttributeError:
    """Make the error for a name that a module with such names does not have."""
    from importlib.util import find_spec

    message = f"module {module!r} has no attribute {name!r}"
    if name.isidentifier() and not name.startswith("_"):
        if find_spec(f"{module}.{name}") is not None:
            message += f"; it is a module: import {module}.{name}"
        else:
            hint = import_module("dpexact.numbers.typography").did_you_mean(name, known)
            message += f"; dir({module}) has the public names{hint}"
    return AttributeError(message, name=name)


def exported(names: Mapping[str, object]) -> list[str]:
    """Return the public names of a module that imports them all, for its `__all__`, and no modules."""
    public = [name for name, value in names.items() if not (name.startswith("_") or isinstance(value, ModuleType))]
    return sorted(name for name in public if names[name] is not exported)
