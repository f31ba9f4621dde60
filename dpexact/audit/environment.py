"""The environment: what a number depends on beside its row, as a digest; and the modules that are not installed."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

PACKAGE = Path(__file__).parent.parent
PROJECT = "project"


@cache
def package_digest() -> str:
    """The digest of the sources of dpexact, without the files of the project that a wheel carries beside them."""
    found = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / PROJECT):
            continue
        content = path.read_bytes()
        found.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def environment_digest() -> str:
    """The digest of dpexact, Python, the versions of what is installed, and the modules of `loose_modules`."""
    installed = sorted({f"{found.metadata['Name']} {found.version}" for found in distributions()})
    found = sha256("\n".join([package_digest(), sys.version, *installed]).encode())
    for module in loose_modules():
        found.update(f"\n{module.__name__} ".encode() + sha256(Path(str(module.__file__)).read_bytes()).digest())
    return found.hexdigest()


def loose_modules() -> list[ModuleType]:
    """The modules that are loaded from files outside of the installation: the user's own, by name."""
    program = sys.modules.get("__main__")
    return [module for _, module in sorted(sys.modules.items()) if module is not program and _is_loose(module)]


@cache
def _installation() -> tuple[Path, ...]:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return (PACKAGE, *(Path(folder).resolve() for folder in folders))


def _is_loose(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return False
    path = Path(file).resolve()
    return path.is_file() and not any(path.is_relative_to(folder) for folder in _installation())
