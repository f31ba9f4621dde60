"""The sources that a number depends on: those of dpexact, what is installed, and the user's own modules."""

from __future__ import annotations

import linecache
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import distributions
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

PACKAGE = Path(__file__).parent.parent
PROJECT = "project"


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


class Source(NamedTuple):
    """A module of the user's own, to be run again in another process, perhaps of another machine."""

    name: str
    file: str
    text: str
    is_package: bool


def own_sources() -> tuple[Source, ...]:
    """Return the user's own modules that are loaded here, without the program itself."""
    return tuple(
        Source(module.__name__, str(module.__file__), _text(module), hasattr(module, "__path__"))
        for module in _own_modules()
    )


def receive(sources: Iterable[Source]) -> None:
    """Let imports find the sources before everything else; modules of other texts are loaded again."""
    sent = {source.name: source for source in sources}
    loaded = [(source, sys.modules[name]) for name, source in sent.items() if name in sys.modules]
    if any(_text(module) != source.text for source, module in loaded):
        for source, _ in loaded:
            del sys.modules[source.name]
    _finder().sources.update(sent)


class _Finder(MetaPathFinder, ExecutionLoader):
    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        source = self.sources.get(fullname)
        if source is None:
            return None
        inside = [] if source.is_package else None
        return spec_from_file_location(fullname, source.file, loader=self, submodule_search_locations=inside)

    def get_source(self, fullname: str) -> str:
        return self.sources[fullname].text

    def get_filename(self, fullname: str) -> str:
        return self.sources[fullname].file


@cache
def _finder() -> _Finder:
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    return finder


def _text(module: ModuleType) -> str:
    """Return the text of a module; of one that was run from a file, the text that was run."""
    loader = getattr(module, "__loader__", None)
    if isinstance(loader, _Finder):
        return loader.get_source(module.__name__)
    return "".join(linecache.getlines(str(module.__file__)))


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
