"""Rooms that moved go on being importable by the paths that they had."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

import pytest

import dpexact


@pytest.mark.parametrize("old", sorted(dpexact.moved()))
def test_an_old_path_is_the_same_module(old: str) -> None:
    module = import_module(old)
    assert module is import_module(dpexact.moved()[old])
    assert module.__spec__ is not None
    assert module.__spec__.name == dpexact.moved()[old]


def test_modules_of_a_moved_room_are_not_loaded_twice() -> None:
    old, new = import_module("dpexact.axioms.lines"), import_module("dpexact.papers.axioms.lines")
    assert old is new
    assert sys.modules["dpexact.axioms.lines"] is new


def test_names_come_from_the_old_path() -> None:
    found: dict[str, object] = {}
    exec("from dpexact.axioms import satisfies\nfrom dpexact import axioms", found)  # noqa: S102
    assert found["axioms"] is import_module("dpexact.papers.axioms")
    assert found["satisfies"] is import_module("dpexact.papers.axioms").satisfies


@pytest.mark.parametrize("name", ["dpexact.nothing", "dpexact.axioms.nothing", "dpexact.axiomsx"])
def test_what_is_nowhere_is_not_found(name: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(name)


def test_no_old_path_hides_a_name() -> None:
    """Importing a module binds it in its package: where a function has that name, the old path is not kept."""
    for old in dpexact.moved():
        room, _, name = old.rpartition(".")
        if room != "dpexact":
            package = import_module(dpexact.moved().get(room, room))
            assert isinstance(getattr(package, name, sys), ModuleType), old
