"""The sources that a number depends on: those of dpexact, what is installed, and the user's own modules."""

from __future__ import annotations

import linecache
import sys
import sysconfig
from functools import cache
from hashlib import sha256
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import distributions
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent.parent
PROJECT = "project"
PACKAGED = {"site-packages", "dist-packages"}  # folders of installed packages, also those beside a virtual environment
Sources = dict[str, tuple[str, str, list[str] | None]]  # of modules: the file, the text, the folders of a package


@cache
def package_digest() -> str:
    """Digest the sources of dpexact, without the files of the project that a wheel carries beside them."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / PROJECT):
            continue
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def environment_digest() -> str:
    """Return the digest of dpexact, Python, the versions of all installed packages, and the user's own modules."""
    packages = [package.metadata for package in distributions()]
    installed = sorted({f"{package['Name']} {package['Version']}" for package in packages})
    digest = sha256("\n".join([package_digest(), sys.version, *installed]).encode())
    for module in _own_modules():
        digest.update(f"\n{module.__name__} ".encode() + sha256(Path(str(module.__file__)).read_bytes()).digest())
    return digest.hexdigest()


def own_sources() -> Sources:
    """Return the user's own modules that are loaded here, without the program itself, as texts."""
    sources: Sources = {}
    for module in _own_modules():
        file = str(module.__file__)
        inside = list(module.__path__) if hasattr(module, "__path__") else None
        if not PACKAGED.intersection(Path(file).parts):
            sources[module.__name__] = file, "".join(linecache.getlines(file)), inside
    return sources


def load_from(sources: Sources) -> None:
    """Let these modules be imported from their texts, in place of all that was loaded under their names."""
    sys.meta_path[:] = [_Texts(sources), *(finder for finder in sys.meta_path if not isinstance(finder, _Texts))]
    for name in sources:
        sys.modules.pop(name, None)


class _Texts(MetaPathFinder, ExecutionLoader):
    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if fullname not in self.sources:
            return None
        file, _, inside = self.sources[fullname]
        return spec_from_file_location(fullname, file, loader=self, submodule_search_locations=inside)

    def get_source(self, fullname: str) -> str:
        return self.sources[fullname][1]

    def get_filename(self, fullname: str) -> str:
        return self.sources[fullname][0]


def _own_modules() -> list[ModuleType]:
    """Return the modules that are loaded from files outside of the installation, one under two names once."""
    program = sys.modules.get("__main__")
    named = sorted(sys.modules.items())
    modules = {getattr(module, "__name__", name): module for name, module in named if _is_own(module)}
    return [module for module in modules.values() if module is not program]


@cache
def _installation() -> tuple[Path, ...]:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return (PACKAGE, *(Path(folder).resolve() for folder in folders))


def _is_own(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str) or not file.endswith(".py"):
        return False
    path = Path(file).resolve()
    return path.is_file() and not any(path.is_relative_to(folder) for folder in _installation())
