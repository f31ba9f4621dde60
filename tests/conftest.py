"""Shared test settings: hypothesis profiles, each of which tries the same examples in every run, and what is slow.

What is slow by what it is: the laws, which try many examples each, the folders that start programs, and pages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, settings

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


@pytest.fixture(autouse=True)
def _precision_of_mpmath() -> Iterator[None]:
    """Put back the precision of mpmath, which is global: a second route that sets it changes no other test."""
    before = mpmath.mp.prec
    yield
    mpmath.mp.prec = before


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow folders and the examples of pages; what is seldom run is long, and what is long is slow."""
    for item in items:
        if item.get_closest_marker("seldom"):
            item.add_marker(pytest.mark.long)
        folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
        is_page = item.path.suffix == ".md"
        if folder in SLOW_FOLDERS or is_page or item.get_closest_marker("long"):
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
