"""The audit of all bundled tables takes a minute: each true number is computed once in a process.

Once for all processes where DPEXACT_AUDIT_CACHE names a folder, as the gate has it: `dpexact audit` takes them from it.
"""

import atexit
import os
from functools import cache
from tempfile import TemporaryDirectory


@cache
def audit_cache() -> str:
    """Return a folder for `audit --cache`, which is removed when the process ends unless the environment names it."""
    named = os.environ.get("DPEXACT_AUDIT_CACHE", "")
    if named:
        return named
    folder = TemporaryDirectory(prefix="dpexact-audit-")
    atexit.register(folder.cleanup)
    return folder.name
