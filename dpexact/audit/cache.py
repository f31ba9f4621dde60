"""The cache of an audit, with true numbers that were computed before, in one file of a folder that the user names.

A verdict is never kept, since every printed text is judged anew. A number is kept under a digest of its quantity, its
parameters and everything it was computed with (`environment_digest`), with a checksum of its own. The digest of a file
of own quantities counts the files that it reads as it is loaded. A damaged entry is computed again, and counted.
Whoever can write to the folder can forge numbers (docs/trusted-base.md).
"""

import json
import os
import sqlite3
import stat
import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import distributions
from importlib.util import source_from_cache
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

from dpexact.audit.quantity import Number, Quantity
from dpexact.audit.settled import Record, number_of_record, record_of
from dpexact.certificates.source import PathText, name_of
from dpexact.errors import DocumentError, DPExactError

PACKAGE = Path(__file__).parent.parent
PROJECT = "project"
PACKAGED = {"site-packages", "dist-packages"}  # folders of installed packages, also those beside a virtual environment
FILE = "audit-cache.sqlite3"
FORMAT = "dpexact-audit-cache/1"
SCHEMA = "CREATE TABLE IF NOT EXISTS numbers (key TEXT PRIMARY KEY, number TEXT, checksum TEXT) WITHOUT ROWID"
WAIT = 30.0  # seconds, for another audit that writes
BATCH = 200
POSIX = os.name == "posix"  # Windows reports of every folder that everyone can write to it
SUPERUSER = 0
OPENING = ("open", "sqlite3.connect")  # events of Python
WRITING = os.O_WRONLY | os.O_RDWR  # flags of a file that is opened, by `os.open` too, as for compiled modules
_READING: list[set[str]] = []
DAMAGE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, DPExactError)


@cache
def package_digest() -> str:
    """Digest the sources of dpexact, tables too, without the files of the project that a wheel carries beside them."""
    digest = sha256()
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]):
        if not path.is_relative_to(PACKAGE / PROJECT):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def environment_digest() -> str:
    """Return the digest of dpexact, Python, the versions of all installed packages, and the user's own modules."""
    installed = sorted({"{Name} {Version}".format_map(package.metadata) for package in distributions()})
    digest = sha256("\n".join([package_digest(), sys.version, *installed]).encode())
    for module in own_modules():
        digest.update(f"\n{module.__name__} ".encode() + sha256(Path(str(module.__file__)).read_bytes()).digest())
    return digest.hexdigest()


def own_modules() -> list[ModuleType]:
    """Return the modules that are loaded from files outside of the installation, one under two names once."""
    own = [(name, module) for name, module in sorted(sys.modules.items()) if _is_own(getattr(module, "__file__", ""))]
    modules = {
        getattr(module, "__name__", name): module for name, module in own if Path(str(module.__file__)).is_file()
    }
    return [module for module in modules.values() if module is not sys.modules.get("__main__")]


def own_names() -> frozenset[str]:
    """Return the names of the modules that are loaded from files outside of the installation and of any package."""
    return frozenset(module.__name__ for module in own_modules() if not PACKAGED & {*Path(str(module.__file__)).parts})


@contextmanager
def files_read() -> Iterator[set[Path]]:
    """Yield a set of the files of users that are read meanwhile, but for modules that are loaded, and packages."""
    _hook()
    _READING.append(set())
    files: set[Path] = set()
    try:
        yield files
    finally:
        own = [path for path in map(_source, _READING.pop()) if path.is_file() and _is_own(str(path))]
        others = {getattr(module, "__file__", None) for module in [*sys.modules.values()]} if own else ()
        own = [path for path in own if str(path) not in others and not PACKAGED & {*path.parts}]
        files.update(path for path in own if path.parts[1] not in ("proc", "sys"))


def _note(event: str, values: tuple[object, ...]) -> None:
    is_opened = _READING and event in OPENING and not any(isinstance(x, int) and x & WRITING for x in values[2:])
    if is_opened and isinstance(values[0], str | bytes | os.PathLike):
        name = os.fsdecode(values[0])
        is_address = event != "open" and name.startswith("file:")
        _READING[-1].add(unquote(name[5:].partition("?")[0]) if is_address else name)


_hook = cache(partial(sys.addaudithook, _note))


def _source(name: str) -> Path:
    """Return the path of a file, of its source if it is a compiled one."""
    with suppress(ValueError, NotImplementedError):
        name = source_from_cache(name)
    return Path(name).resolve()


@cache
def _installation() -> tuple[Path, ...]:
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return (PACKAGE, *(Path(folder).resolve() for folder in folders))


@cache
def _is_own(file: str | None) -> bool:
    path = Path(file).resolve() if file else PACKAGE
    return not any(path.is_relative_to(folder) for folder in _installation())


@dataclass
class Cache:
    """An open cache. Its keys depend on `environment`; `damaged` and `hits` count the entries that were read."""

    connection: sqlite3.Connection
    environment: str
    unkept: Collection[str] = ()  # the quantities whose numbers have no place here
    known: frozenset[str] = field(default_factory=own_names)  # the user's own modules in the environment
    late: set[str] = field(default_factory=set)  # modules of workers and files that were read for a number
    hits: int = 0
    damaged: int = 0
    fault: str = ""
    waiting: list[tuple[str, str, str]] = field(default_factory=list)

    def key(self, quantity: Quantity, parameters: Mapping[str, str]) -> str:
        """Return the key under which the number of a quantity is kept."""
        parts = [FORMAT, self.environment, quantity.name, quantity.digest, sorted(parameters.items())]
        return sha256(json.dumps(parts).encode()).hexdigest()

    def number(self, quantity: Quantity, parameters: Mapping[str, str]) -> Number | None:
        """Return the number that is kept, or None if there is none or a damaged one."""
        if quantity.name in self.unkept:
            return None
        key = self.key(quantity, parameters)
        try:
            query = "SELECT number, checksum FROM numbers WHERE key = ?"
            entry = self.connection.execute(query, (key,)).fetchone()
            number = None if entry is None else number_of_record(_checked(key, *entry), quantity, parameters)
        except sqlite3.Error as error:
            self.fault = str(error)
        except DAMAGE:
            self.damaged += 1
        else:
            self.hits += number is not None
            return number
        return None

    def keep(self, quantity: Quantity, parameters: Mapping[str, str], number: Number | None) -> None:
        """Keep a number. It is written together with others."""
        record = record_of(number)
        if record is None or quantity.name in self.unkept:
            return
        key, text = self.key(quantity, parameters), json.dumps(record)
        self.waiting.append((key, text, _checksum(key, text)))
        if len(self.waiting) >= BATCH:
            self.write()

    def write(self) -> None:
        """Write the waiting entries. A failure is told in `fault`, and the audit goes on without the cache."""
        if late := (self.late | own_names()) - self.known:
            self.fault = f"a quantity reads {min(late)} as it computes; load it at the head of the file"
            self.waiting.clear()
        try:
            with self.connection:
                self.connection.executemany("INSERT OR REPLACE INTO numbers VALUES (?, ?, ?)", self.waiting)
        except sqlite3.Error as error:
            self.fault = str(error)
        self.waiting.clear()

    def remarks(self, rows: int) -> Iterable[str]:
        """Yield the remarks after an audit of this many rows."""
        yield f"{self.hits} of {rows} true numbers come from the cache"
        if self.damaged:
            yield f"{self.damaged} entries of the cache are damaged and were computed again"
        if self.fault:
            yield f"the cache could not be used: {self.fault}"

    def close(self) -> None:
        """Write the waiting entries and close the file."""
        self.write()
        self.connection.close()


def open_cache(folder: PathText, environment: str, unkept: Collection[str] = ()) -> Cache:
    """Return the cache of a folder, which is made if it is missing.

    Raises DocumentError for a folder that cannot be used or that others can write to, and for a file that is not a
    cache. On Windows, whose permissions do not tell, a folder is never refused for its writers.
    """
    name, path = name_of(folder), Path(folder)
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        open_to = _other_writers(path.stat())
        others = _other_writers((path / FILE).lstat()) if os.path.lexists(path / FILE) else ""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise DocumentError(reason, place=name, expected="a folder for the cache", remedy="name another") from None
    if open_to or others:
        expected = "a folder that is yours alone to write to" if open_to else f"a file of your own in {FILE}"
        remedy = "name another folder, or chown and chmod o-w it"
        raise DocumentError(f"{open_to or others}", place=name, expected=expected, remedy=remedy)
    try:
        return Cache(_connection(path / FILE), environment, unkept)
    except sqlite3.Error as error:
        remedy = "remove that file, or name another folder"
        raise DocumentError(str(error), place=name, expected=f"a cache in {FILE}", remedy=remedy) from None


def _connection(file: Path) -> sqlite3.Connection:
    """Return the database of a file that has our one table, without any view or trigger. Raises sqlite3.Error."""
    connection = sqlite3.connect(file, timeout=WAIT)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchall():
            connection.execute(SCHEMA)
        schemas = connection.execute("SELECT sql FROM sqlite_master").fetchall()
        if schemas != [(SCHEMA.replace("IF NOT EXISTS ", ""),)]:
            message = "a database of something else"
            raise sqlite3.DatabaseError(message)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _other_writers(status: os.stat_result) -> str:
    """Say who else can write to a folder or a file, or return "" if nobody else can. The superuser is not counted."""
    if stat.S_ISLNK(status.st_mode):
        return "a link"
    if not (stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)):
        return "something that is not a file"
    if not POSIX:
        return ""
    if status.st_uid not in (SUPERUSER, os.geteuid()):
        return f"one that belongs to another user, with the number {status.st_uid}"
    return "one that everyone can write to" if status.st_mode & stat.S_IWOTH else ""


def _checksum(key: str, text: str) -> str:
    return sha256(f"{key}\n{text}".encode()).hexdigest()


def _checked(key: str, text: object, checksum: object) -> Record:
    """Return the record of an entry. Raises ValueError, TypeError if it is damaged."""
    if not isinstance(text, str) or checksum != _checksum(key, text):
        message = "expected a record with its checksum"
        raise ValueError(message)
    record: Record = json.loads(text)  # other data has none of its methods, and is damaged too
    return record
