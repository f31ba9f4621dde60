"""The audit of all bundled tables takes a quarter of a minute: each true number is computed once in a process."""

from __future__ import annotations

import atexit
from functools import cache
from tempfile import TemporaryDirectory


@cache
def audit_cache() -> str:
    """Return a folder for `audit --cache`, which is removed when the process ends."""
    folder = TemporaryDirectory(prefix="dpexact-audit-")
    atexit.register(folder.cleanup)
    return folder.name
