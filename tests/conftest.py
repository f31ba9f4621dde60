"""Shared test settings: one fixed hypothesis profile, so that every run tries the same examples; `slow` tries more.

The tests of some folders are slow by what they are: laws try 60 examples each, the others start programs.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

for name, examples in (("fixed", 60), ("slow", 300)):
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=False,
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

HERE = Path(__file__).parent
SLOW_FOLDERS = {"browser", "laws", "second_routes"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the slow folders."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in SLOW_FOLDERS:
            item.add_marker(pytest.mark.slow)
