"""Cases whose maintainers have not answered yet, read from `disclosure` in a checkout and absent from packages.

The shipped tables say how many there are (`withheld = 2`), and the reports that they were left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from dpexact.crosscheck.computed import Truth
from dpexact.numbers.typography import counted

FOLDER = Path(str(resources.files("dpexact"))).parent / "disclosure" / "withheld"


def withheld_table(name: str) -> Path | None:
    """Return the table of the withheld cases of a library, or of samplers, and None outside of a checkout."""
    path = FOLDER / f"{name}.toml"
    return path if path.is_file() else None


def withheld_truths() -> dict[str, Callable[..., Truth]]:
    """Return the true numbers that only withheld probes ask for, by their names."""
    return _adapters()[0]


def withheld_samplers() -> tuple[Any, ...]:
    """Return the samplers that are withheld, whose class is above this module."""
    return _adapters()[1]


def withheld_line(name: str, count: int) -> str:
    """Say that cases were left out."""
    return f"{name}: {counted(count, 'case')} withheld until the maintainers have answered"


def _adapters() -> tuple[dict[str, Callable[..., Truth]], tuple[Any, ...]]:
    path = FOLDER / "adapters.py"
    return _loaded(path) if path.is_file() else ({}, ())


@cache
def _loaded(path: Path) -> tuple[dict[str, Callable[..., Truth]], tuple[Any, ...]]:
    spec = spec_from_file_location("dpexact_withheld", path)
    assert spec is not None  # noqa: S101 - it ends in .py
    assert spec.loader is not None  # noqa: S101 - the same
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TRUTHS, module.SAMPLERS
