"""The theorems of Rocq, general statements beside the proofs of the harness: listed, compared by digest, re-checked.

A folder of theorems has its sources, listed in `_CoqProject`; `statements.json`, in which Rocq printed each statement
with its assumptions; and `check.py`, which lets Rocq do that again and compares. A digest shows an accident, not an
author: what a sceptic believes is what Rocq says.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from dpexact.certificates.source import described, fault, name_of, parse_json, read_text
from dpexact.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Progress = Callable[[int, int, str], None] | None

CLOSED = "Closed under the global context"  # what Rocq says of a theorem that rests on no axiom
EXTRACTION = ("Extract.v", "big.ml", "check.ml")
RECHECK_SECONDS = 1800
ASKING_SECONDS = 60
ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # signals; Windows has not all of them
LOOKING_SECONDS = 0.2  # between two looks at how far it is
COMPILING = "compiling "  # how a line of progress begins
SHOWN_LINES = 12


@dataclass(frozen=True)
class Theorem:
    """A theorem or an example: `name` such as "Events#attained", statement and assumptions as Rocq prints them."""

    name: str
    kind: str
    statement: str
    assumptions: str


@dataclass(frozen=True)
class Theorems:
    """The content of `statements.json`, and in `faults` where it is not about the sources that lie beside it."""

    folder: Path
    version: str
    digest: str
    entries: tuple[Theorem, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Recheck:
    """The answer of Rocq, asked again; `words`: what was done, or why it was not; `faults`: what is wrong."""

    done: bool
    words: str
    faults: tuple[str, ...] = ()


def read_theorems(folder: Path) -> Theorems:
    """Return the theorems of a folder, compared with its sources by digest; Rocq is not run.

    Raises: DocumentError for a `statements.json` that cannot be read.
    """
    path = folder / "statements.json"
    file, document = name_of(path), parse_json(read_text(path), name_of(path))
    book = _object(file, "the document", document)
    found = _object(file, "theorems", book.get("theorems"))
    entries = tuple(_theorem(file, name, entry) for name, entry in found.items())
    version, digest, of_statements = (_text(file, key, book.get(key)) for key in ("rocq", "digest", "statements"))
    faults = []
    if (now := digest_of_sources(folder)) != digest:
        faults.append(f"the sources changed: statements.json is about those with the digest {digest}, found {now}")
    if (now := digest_of_statements(found)) != of_statements:
        faults.append(f"the statements changed: statements.json records the digest {of_statements}, found {now}")
    return Theorems(folder, version, digest, entries, tuple(faults))


def digest_of_sources(folder: Path) -> str:
    """SHA-256 over the names and contents of the sources that `_CoqProject` lists and of the extraction.

    A source that cannot be read has no digest: the answer says which.
    """
    total = sha256()
    try:
        lines = (folder / "_CoqProject").read_text(encoding="utf-8").split("\n")
        for name in [line for line in lines if line.endswith(".v")] + [f"extraction/{name}" for name in EXTRACTION]:
            content = (folder / name).read_bytes()
            total.update(f"{name} {len(content)}\n".encode() + content)
    except (OSError, UnicodeDecodeError) as error:
        return f"none ({error})"
    return total.hexdigest()


def digest_of_statements(theorems: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of all theorems: names, files, kinds, statements, assumptions."""
    return sha256(json.dumps(theorems, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def chosen(book: Theorems, name: str) -> tuple[Theorem, ...]:
    """Find what "rocq" (without examples), "rocq/Events" or "rocq/Events#attained" names; "Events.v" is "Events".

    Raises: ParameterError.
    """
    file, mark, short = name.removeprefix("rocq").removeprefix("/").partition("#")
    wanted = file.removesuffix(".v") + mark + short
    found = tuple(
        one
        for one in book.entries
        if (one.kind == "theorem" if not wanted else wanted in {one.name, one.name.split("#")[0]})
    )
    if not found:
        names = [f"rocq/{one.name}" for one in book.entries]
        near = get_close_matches(f"rocq/{wanted}", names) or names[:3]
        message = f"proof: expected a theorem of Rocq such as {', '.join(near) or 'none'}; got {name!r}"
        raise ParameterError(message)
    return found


def recheck(
    book: Theorems,
    modules: Sequence[str] = (),
    progress: Progress = None,
    seconds: float = RECHECK_SECONDS,
) -> Recheck:
    """Let Rocq compile the sources anew, in a temporary folder, and print statements and assumptions again.

    With `modules` (such as "Events") only these files and what they need are compiled, and only the theorems of these
    compared. `progress(done, total, file)` is called for each file. Nothing that was compiled before is used, and
    nothing is left behind, also where a signal ends the process.
    """
    if (missing := _missing(book)) is not None:
        return Recheck(done=False, words=f"not re-checked: {missing}")
    with _signals_to_end() as came, tempfile.TemporaryDirectory(prefix="dpexact-rocq-") as place:
        copy = Path(place) / "rocq"
        shutil.copytree(book.folder, copy, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*", "*.cm*", "*.o"))
        try:
            command = [sys.executable, "-I", str(copy / "check.py"), *modules]
            status, out, err = _run(command, Path(place), seconds, progress, came)
        except subprocess.TimeoutExpired:
            return Recheck(done=False, words=f"not re-checked: Rocq was not done within {seconds:g} s")
    lines = [line for line in (out + err).split("\n") if line.strip()]
    if absent := [line for line in lines if "Cannot find a physical path" in line]:
        return Recheck(done=False, words=f"not re-checked: a library of Rocq is missing: {' '.join(absent[0].split())}")
    if status == 0:
        return Recheck(done=True, words=f"re-checked by Rocq {book.version}: {out.strip().rpartition(chr(10))[2]}")
    shown = tuple(lines[-SHOWN_LINES:]) or (f"check.py ended with the status {status}",)
    return Recheck(done=True, words=f"rejected by Rocq {book.version}", faults=shown)


def _missing(book: Theorems) -> str | None:
    """Return what is missing for a re-check; None if nothing is."""
    if shutil.which("coqc") is None:
        return "Rocq is not installed (there is no coqc)"
    if shutil.which("make") is None:
        return "make is not installed"
    try:
        asked = subprocess.run(
            ["coqc", "--print-version"],  # noqa: S607 - coqc of the user
            capture_output=True,
            text=True,
            timeout=ASKING_SECONDS,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        return f"coqc does not say its version ({type(error).__name__})"
    version = (asked.stdout.split() or ["of an unknown version"])[0]
    if asked.returncode or version != book.version:
        return f"Rocq {version} is installed, and the statements are those that Rocq {book.version} prints"
    return None


def _run(command: list[str], place: Path, seconds: float, progress: Progress, came: list[int]) -> tuple[int, str, str]:
    """Status and output of a program; past the time, or when a signal came, it is ended with all that it started.

    Raises: TimeoutExpired; SystemExit.
    """
    out, err, start = place / "out", place / "err", time.monotonic()
    with (
        out.open("wb") as first,
        err.open("wb") as second,
        err.open(encoding="utf-8", errors="replace") as said,
        subprocess.Popen(command, cwd=place, stdout=first, stderr=second, start_new_session=True) as running,  # noqa: S603 - check.py of the folder
    ):
        compiled = _Compiled(progress)
        try:
            while running.poll() is None:
                try:
                    running.wait(LOOKING_SECONDS)
                except subprocess.TimeoutExpired:
                    if time.monotonic() - start > seconds:
                        raise
                if came:
                    sys.exit(128 + came[0])
                compiled.look(said)
        except BaseException:
            _end(running)
            raise
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in (out, err)]
    lines = [line for line in texts[1].split("\n") if not line.startswith(COMPILING)]
    return running.returncode, texts[0], "\n".join(lines)


@dataclass
class _Compiled:
    """Reads what check.py says of its progress: how many files it compiles, and each as it begins."""

    progress: Progress
    done: int = 0
    total: int = 0
    rest: str = ""

    def look(self, said: TextIO) -> None:
        """Tell of the lines that came since."""
        *lines, self.rest = (self.rest + said.read()).split("\n")
        for line in lines:
            what = line.removeprefix(COMPILING)
            if what == line or self.progress is None:
                continue
            if what.endswith(" files"):
                self.total = int(what.removesuffix(" files"))
            else:
                self.progress(self.done, self.total, what)
                self.done += 1


def _end(running: subprocess.Popen[bytes]) -> None:
    """End a program with all of its group; where there are no groups (Windows), with all that it started."""
    with suppress(OSError):  # it has ended meanwhile
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(running.pid)], capture_output=True, check=False)  # noqa: S603, S607
    running.kill()


@contextmanager
def _signals_to_end() -> Iterator[list[int]]:
    """Hold back the signals to end this process that come meanwhile.

    They are sent again afterwards, when nothing is left.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    ending = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    unhandled = [one for one in ending if signal.getsignal(one) in (signal.SIG_DFL, signal.default_int_handler)]
    before = {one: signal.signal(one, lambda number, _: came.append(number)) for one in unhandled}
    try:
        yield came
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
        if came:
            signal.raise_signal(came[0])


def _theorem(file: str, name: str, entry: object) -> Theorem:
    parts = _object(file, name, entry)
    kind, statement, assumptions = (
        _text(file, f"{name}.{key}", parts.get(key)) for key in ("kind", "statement", "assumptions")
    )
    return Theorem(name.replace(".", "#", 1), kind, statement, assumptions)


def _object(file: str, place: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise fault(file, place, "an object", described(value), "let check.py --write write the file anew")
    return value


def _text(file: str, place: str, value: object) -> str:
    if not isinstance(value, str):
        raise fault(file, place, "a text", described(value), "let check.py --write write the file anew")
    return value
