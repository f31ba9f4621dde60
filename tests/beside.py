"""Cases of a test that are data: `test_x.toml` beside `test_x.py` holds them."""

import tomllib
from pathlib import Path
from typing import Any


def beside(test: str) -> dict[str, Any]:
    """Return the tables of a test file by their names."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
