"""Shared test settings: hypothesis profiles, each of which tries the same examples in every run, and what is slow.

What is slow by what it is: the laws, which try many examples each, the folders that start programs, and pages.
"""

import gc
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, settings

# Images of containers set it; each process and each program that a test starts would compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
gc.set_threshold(10_000, 20, 20)  # searches for garbage take a quarter of the time else

for name, examples in (("few", 20), ("slow", 300)):
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=False,
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "few"))

PRECISION = mpmath.mp.prec
HERE = Path(__file__).parent
SLOW_FOLDERS = {"browser", "properties", "second_routes"}
SLOW_FILE = re.compile(r"^pytestmark = \[?pytest\.mark\.(slow|long|seldom)\b", re.MULTILINE)
FAST_TIER = "not slow"


def pytest_runtest_teardown() -> None:
    """Put back the precision of mpmath, which is global: a second route that sets it changes no other test."""
    mpmath.mp.prec = PRECISION


@cache
def is_slow(path: Path) -> bool:
    """Say whether all tests of a file are slow: those of slow folders, of marked files, and the examples of pages."""
    if path.suffix == ".md" or not path.is_relative_to(HERE):
        return path.suffix == ".md"
    marked = path.suffix == ".py" and SLOW_FILE.search(path.read_text(encoding="utf-8"))
    return path.relative_to(HERE).parts[0] in SLOW_FOLDERS or bool(marked)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the slow files of `tests` if only quick tests are wanted: to import them takes time too."""
    wanted = config.getoption("markexpr") != FAST_TIER or not is_slow(collection_path)
    return None if wanted else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the files that are slow; what is seldom run is long, and what is long is slow."""
    slow = {path: is_slow(path) for path in {item.path for item in items}}
    for item in items:
        if item.get_closest_marker("seldom"):
            item.add_marker(pytest.mark.long)
        if slow[item.path] or item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Leave all that was collected out of later searches for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the tests of a file to one worker, but for those with a group; one by one they would cost twice the time."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    class Places(list[str]):
        """A collection that knows the places of its tests."""

        def __init__(self, collection: Sequence[str]) -> None:
            super().__init__(collection)
            self.places = {nodeid: place for place, nodeid in enumerate(collection)}

        def index(self, nodeid: str, *_: Any) -> int:
            return self.places[nodeid]

    class FileScheduling(LoadGroupScheduling):  # type: ignore[misc]
        """Files as groups; the time for each test does not grow with the number of tests that have run."""

        def _split_scope(self, nodeid: str) -> str:
            return str(super()._split_scope(nodeid)).partition("::")[0]

        def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
            super().add_node_collection(node, collection)
            if node in self.registered_collections:
                self.registered_collections[node] = Places(collection)

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            super().mark_test_complete(node, item_index, duration)
            scope = self._split_scope(self.registered_collections[node][item_index])
            if all(self.assigned_work[node][scope].values()):
                del self.assigned_work[node][scope]

    return FileScheduling(config, log)
