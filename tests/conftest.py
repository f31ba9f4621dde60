"""Shared test settings: hypothesis profiles, each of which tries the same examples in every run, and what is slow.

What is slow by what it is: the laws, which try many examples each, the folders that start programs, and pages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, settings

# Images of containers set it; each process and each program that a test starts would compile everything again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

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

HERE = Path(__file__).parent
SLOW_FOLDERS = {"browser", "properties", "second_routes"}
FAST_TIER = "not slow"


@pytest.fixture(autouse=True)
def _precision_of_mpmath() -> Iterator[None]:
    """Put back the precision of mpmath, which is global: a second route that sets it changes no other test."""
    before = mpmath.mp.prec
    yield
    mpmath.mp.prec = before


def is_slow(path: Path) -> bool:
    """Say whether all tests of a file are slow: those of the slow folders, and the examples of pages."""
    return path.suffix == ".md" or (path.is_relative_to(HERE) and path.relative_to(HERE).parts[0] in SLOW_FOLDERS)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files that are slow if only quick tests are wanted: to import them takes time too."""
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the tests of a file to one worker, but for those with a group; one by one they would cost twice the time."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    scheduler = LoadGroupScheduling(config, log)
    group = scheduler._split_scope
    scheduler._split_scope = lambda nodeid: group(nodeid).partition("::")[0]
    return scheduler
