"""Names that mean something else for a while, and their meanings, which are put back."""

from types import MappingProxyType, ModuleType
from typing import Any, Self

MISSING = object()  # the meaning of a name without one
NAMESPACES = (dict, MappingProxyType)


def meaning(owner: Any, name: str) -> Any:
    """Return the meaning of a name in a namespace, a class, a cell or an instance, or MISSING."""
    names = vars(owner) if isinstance(owner, type | ModuleType) else owner
    return names.get(name, MISSING) if type(names) in NAMESPACES else getattr(names, name, MISSING)


def put(owner: Any, name: str, value: Any) -> None:
    """Give a name a meaning, or none if that is MISSING."""
    if type(owner) is dict and value is not MISSING:
        owner[name] = value
    elif type(owner) is dict:
        owner.pop(name, None)
    elif value is MISSING:
        (type if isinstance(owner, type) else object).__delattr__(owner, name)
    else:
        (type if isinstance(owner, type) else object).__setattr__(owner, name, value)


class Changes(list[tuple[Any, str, Any, Any]]):
    """Names in namespaces, modules, classes and cells, each with its meaning before and now."""

    there = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.undo()

    def make(self, owner: Any, name: str, now: Any) -> None:
        """Change a name, unless there is nothing to change it to."""
        if now is not None:
            self.append((owner, name, meaning(owner, name), now))
            put(owner, name, now)

    def redo(self) -> None:
        """Make all changes again."""
        self.there = True
        for owner, name, _, now in self:
            put(owner, name, now)

    def undo(self) -> None:
        """Put back the meanings, but leave values that the program has put there."""
        self.there = False
        for owner, name, before, now in reversed(self):
            if type(owner) is not dict or owner.get(name) is now:
                put(owner, name, before)
