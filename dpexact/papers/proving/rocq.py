"""The theorems of Rocq, general statements beside the proofs of the harness: listed, compared by digest, re-checked.

A folder of theorems has its sources, listed in `_CoqProject`; `statements.json`, in which Rocq printed each statement
with its assumptions and the definitions under it; and `check.py`, which lets Rocq do that again. A digest shows an
accident, not an author: what a sceptic believes is what Rocq says, asked by the `check.py` that is known here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

from dpexact.certificates.source import described, fault, name_of, parse_json, read_text
from dpexact.errors import DocumentError, ParameterError

Progress = Callable[[int, int, str], None] | None

CLOSED = "Closed under the global context"  # what Rocq says of a theorem that rests on no axiom
EXTRACTION = ("extraction/Extract.v", "extraction/big.ml", "extraction/check.ml")
ASKING = ("Makefile", "check.py", "depends.py")  # the programs of a folder that let Rocq compile and print
KNOWN = "ec1d93d86093ea3e6b46a145c20d8f0b680d64c96c54226113bc4a2592de33d0"  # their digest
SOURCE = re.compile(r"[A-Za-z]\w*\.v", re.ASCII)  # its name becomes a word of a command of the Makefile
COMMENT = re.compile(r'\(\*|\*\)|"')  # where a comment or a text begins or ends
RECHECK_SECONDS = 1800
ASKING_SECONDS = 60
ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # signals; Windows has not all of them
LOOKING_SECONDS = 0.2  # between two looks at how far it is
COMPILING = "compiling "  # how a line of progress begins
SHOWN_LINES = 12
SHOWN_NAMES = 3


@dataclass(frozen=True)
class Theorem:
    """A theorem or an example: `name` such as "Events#attained", statement and assumptions as Rocq prints them.

    `under`: each definition that the statement is about, directly or not, with the digest of what Rocq prints of it.
    """

    name: str
    kind: str
    statement: str
    assumptions: str
    under: tuple[str, ...]

    @property
    def whole(self) -> str:
        """Return all that the theorem says: the statement and the definitions under it, by their digests."""
        return "\n".join((self.statement, *self.under))


@dataclass(frozen=True)
class Theorems:
    """The content of `statements.json`, and in `faults` where it is not about the sources that lie beside it.

    `establishes`: what it says that its theorems are evidence for, not yet examined.
    """

    folder: Path
    version: str
    digest: str
    entries: tuple[Theorem, ...]
    faults: tuple[str, ...]
    establishes: object


@dataclass(frozen=True)
class Recheck:
    """The answer of Rocq, asked again; `words`: what was done, or why it was not; `faults`: what is wrong."""

    done: bool
    words: str
    faults: tuple[str, ...] = ()


def read_theorems(folder: Path) -> Theorems:
    """Return the theorems of a folder, compared with its sources by digest and by name; Rocq is not run.

    Raises: DocumentError for a `statements.json` that cannot be read.
    """
    path = folder / "statements.json"
    file, document = name_of(path), parse_json(read_text(path), name_of(path))
    book = _object(file, "the document", document)
    entries = _entries(file, book)
    version, digest, of_statements = (_text(file, key, book.get(key)) for key in ("rocq", "digest", "statements"))
    faults = []
    if (now := digest_of_sources(folder)) != digest:
        faults.append(f"the sources changed: statements.json is about those with the digest {digest}, found {now}")
    if (now := digest_of_statements(book["theorems"], book["definitions"])) != of_statements:
        faults.append(f"the statements changed: statements.json records the digest {of_statements}, found {now}")
    faults += _in_no_source(folder, entries)
    return Theorems(folder, version, digest, entries, tuple(faults), book.get("establishes", {}))


def digest_of_sources(folder: Path) -> str:
    """SHA-256 over names and contents of all that a re-check uses: what `_CoqProject` lists, the programs that ask.

    The extraction belongs to it too. A source that cannot be read has no digest: the answer says which.
    """
    try:
        return _digest(folder, _sources(folder))
    except (OSError, ValueError) as error:
        return f"none ({error})"


def _sources(folder: Path) -> list[str]:
    """Return the names of all that a re-check uses. Raises: OSError, ValueError."""
    lines = (folder / "_CoqProject").read_text(encoding="utf-8").split("\n")
    names = [line for line in lines if line.endswith(".v")]
    for name in names:
        if not SOURCE.fullmatch(name):
            message = f"_CoqProject lists {name!r}: expected a file such as Events.v"
            raise ValueError(message)
    return ["_CoqProject", *ASKING, *names, *EXTRACTION]


def _digest(folder: Path, names: Sequence[str]) -> str:
    total = sha256()
    for name in names:
        content = (folder / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def digest_of_statements(theorems: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of all theorems and of the digests of all definitions under them."""
    whole = {"definitions": definitions, "theorems": theorems}
    return sha256(json.dumps(whole, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _in_no_source(folder: Path, entries: Sequence[Theorem]) -> list[str]:
    """Say which theorems and examples stand in no source that `_CoqProject` lists, outside of comments."""
    standing: dict[str, str] = {}
    with suppress(OSError, ValueError):  # then the digest is a fault already
        for name in _sources(folder):
            if SOURCE.fullmatch(name):
                found = re.findall(r"\b(Theorem|Example)\s+([\w']+)", _code((folder / name).read_text("utf-8")))
                standing |= {f"{name.removesuffix('.v')}#{short}": kind.lower() for kind, short in found}
    wrong = [f"{one.kind} {one.name}" for one in entries if standing.get(one.name) != one.kind]
    more = f" and {len(wrong) - SHOWN_NAMES} more" if len(wrong) > SHOWN_NAMES else ""
    return [f"statements.json has what is in no source: {', '.join(wrong[:SHOWN_NAMES])}{more}"] if wrong else []


def _code(text: str) -> str:
    """Return a source without comments and texts."""
    kept, place, depth, quoted = [], 0, 0, False
    for mark in COMMENT.finditer(text):
        if mark[0] == '"':
            kept += [] if quoted or depth else [text[place : mark.start()]]
            quoted = not quoted
        elif not quoted:
            kept += [] if depth else [text[place : mark.start()], " "]
            depth += 1 if mark[0] == "(*" else -1 if depth else 0
        place = mark.end()
    return "".join([*kept, "" if depth or quoted else text[place:]])


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
        raise ParameterError(
            f"expected a theorem of Rocq such as {', '.join(near) or 'none'}", place="proof", remedy=f"got {name!r}"
        )
    return found


def recheck(
    book: Theorems,
    modules: Sequence[str] = (),
    progress: Progress = None,
    seconds: float = RECHECK_SECONDS,
) -> Recheck:
    """Let Rocq compile the sources anew, in a temporary folder, and print statements and assumptions again.

    With `modules` (such as "Events") only these files and what they need are compiled, and only the theorems of these
    compared. `progress(done, total, file)` is called for each file. Only the sources are used, and `check.py` only as
    it is known here; what it prints as the answer of Rocq is compared here again. Nothing is left behind, also where
    a signal ends the process.
    """
    if (missing := _missing(book)) is not None:
        return Recheck(done=False, words=f"not re-checked: {missing}")
    with _signals_to_end() as came, tempfile.TemporaryDirectory(prefix="dpexact-rocq-") as place:
        copy = Path(place) / "rocq"
        if (trouble := _copied(book.folder, copy)) is not None:
            return Recheck(done=False, words="not re-checked", faults=(trouble,))
        try:
            command = [sys.executable, "-I", str(copy / "check.py"), "--json", *modules]
            status, out, err = _run(command, Path(place), seconds, progress, came)
        except subprocess.TimeoutExpired:
            return Recheck(done=False, words=f"not re-checked: Rocq was not done within {seconds:g} s")
    said, _, printed = out.strip().rpartition("\n")
    if not printed.startswith("{"):  # check.py ended before
        said, printed = out, ""
    lines = [line for line in (said + "\n" + err).split("\n") if line.strip()]
    if absent := [line for line in lines if "Cannot find a physical path" in line]:
        return Recheck(done=False, words=f"not re-checked: a library of Rocq is missing: {' '.join(absent[0].split())}")
    if status == 0:
        lines = _differing(book, modules, printed)
        if not lines:
            return Recheck(done=True, words=f"re-checked by Rocq {book.version}: {said.rpartition(chr(10))[2]}")
    shown = tuple(lines[-SHOWN_LINES:]) or (f"check.py ended with the status {status}",)
    return Recheck(done=True, words=f"rejected by Rocq {book.version}", faults=shown)


def _copied(folder: Path, copy: Path) -> str | None:
    """Copy the sources and nothing else; return why that cannot be trusted, None if it can."""
    try:
        (copy / "extraction").mkdir(parents=True)
        for name in [*_sources(folder), "statements.json", "README.md"]:
            shutil.copy(folder / name, copy / name)
        now = _digest(copy, ASKING)
    except (OSError, ValueError) as error:
        return f"a source cannot be copied: {error}"
    if now != KNOWN:
        return f"{', '.join(ASKING)} are not those of this version of dpexact: digest {now}, expected {KNOWN}"
    return None


def _differing(book: Theorems, modules: Sequence[str], printed: str) -> list[str]:
    """Compare what check.py says that Rocq printed with the book, theorem by theorem, and say what differs."""
    try:
        fresh = {
            one.name: one for one in _entries("check.py", _object("check.py", "", parse_json(printed, "check.py")))
        }
    except DocumentError as error:
        return [f"check.py printed no theorems: {error}"]
    wanted = [one for one in book.entries if not modules or one.name.partition("#")[0] in modules]
    return [f"{one.name}: statements.json and Rocq differ" for one in wanted if fresh.get(one.name) != one]


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


def _entries(file: str, book: Mapping[str, Any]) -> tuple[Theorem, ...]:
    """Return the theorems of what check.py writes. Raises: DocumentError."""
    bodies = _object(file, "definitions", book.get("definitions"))
    return tuple(
        _theorem(file, name, entry, bodies) for name, entry in _object(file, "theorems", book.get("theorems")).items()
    )


def _theorem(file: str, name: str, entry: object, bodies: Mapping[str, object]) -> Theorem:
    parts = _object(file, name, entry)
    kind, statement, assumptions, names = (
        _text(file, f"{name}.{key}", parts.get(key)) for key in ("kind", "statement", "assumptions", "definitions")
    )
    under = [f"{one} {_text(file, f'definitions.{one}', bodies.get(one))}" for one in names.split(", ") if one]
    return Theorem(name.replace(".", "#", 1), kind, statement, assumptions, tuple(under))


def _object(file: str, place: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise fault(file, place, "an object", described(value), "let check.py --write write the file anew")
    return value


def _text(file: str, place: str, value: object) -> str:
    if not isinstance(value, str):
        raise fault(file, place, "a text", described(value), "let check.py --write write the file anew")
    return value
