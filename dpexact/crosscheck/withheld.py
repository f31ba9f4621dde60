"""Cases whose maintainers have not answered yet, read from `disclosure` in a checkout and absent from packages.

The shipped tables say how many there are (`withheld = 2`), and the reports that they were left out.
"""

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

from dpexact.certificates.source import run_file
from dpexact.crosscheck.truths import Truth
from dpexact.numbers.typography import counted

FOLDER = Path(str(resources.files("dpexact"))).parent / "disclosure" / "withheld"


def withheld_table(name: str) -> Path | None:
    """Return the table of the withheld cases of a library, or of samplers, and None outside of a checkout."""
    path = FOLDER / f"{name}.toml"
    return path if path.is_file() else None


def withheld_truths() -> dict[str, Callable[..., Truth]]:
    """Return the true numbers that only withheld probes ask for, by their names."""
    return getattr(_adapters(), "TRUTHS", {})


def withheld_samplers() -> tuple[Any, ...]:
    """Return the samplers that are withheld, whose class is above this module."""
    return getattr(_adapters(), "SAMPLERS", ())


def withheld_line(name: str, count: int) -> str:
    """Say that cases were left out."""
    return f"{name}: {counted(count, 'case')} withheld until the maintainers have answered"


def _adapters() -> ModuleType | None:
    path = FOLDER / "adapters.py"
    return _loaded(path) if path.is_file() else None


@cache
def _loaded(path: Path) -> ModuleType:
    return run_file(path, "dpexact_withheld", path.read_bytes())
