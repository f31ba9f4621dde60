"""The theorems of Rocq, general statements behind the finite proofs, compared by digest and re-checked by Rocq.

A folder of theorems has its sources, listed in `_CoqProject`, where `privacy/Events.v` is the file Events of citations.
Its `statements.json` has each statement as Rocq printed it, with its assumptions and the definitions under it. Its
`check.py` lets Rocq print them again. A digest shows an accident, not an author. A skeptic believes only the answer of
Rocq itself, by the `check.py` that is known here.
"""

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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path

from dpexact.certificates.cell_table import CellTable
from dpexact.certificates.source import name_of, parse_json, read_text
from dpexact.errors import DocumentError, ParameterError

Progress = Callable[[int, int, str], None] | None
ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # signals, not all of which Windows has
LOOKING_SECONDS = 0.2  # between two looks at the progress
COMPILING = "compiling "  # how a line of progress begins
CLOSED = "Closed under the global context"  # the answer of Rocq for a theorem that rests on no axiom
DEFINITION = re.compile(r"\w+[.][\w']+")  # a definition as Rocq prints it
EXTRACTION = ("extraction/Extract.v", "extraction/big.ml", "extraction/check.ml")
ASKING = ("Makefile", "check.py", "depends.py")  # the programs of a folder that let Rocq compile and print
KNOWN = "6abfaac74d620937774871a229845ebff29c9ceaca38e61421d23da751810627"  # their digest
SOURCE = re.compile(r"(?:[a-z_]+/)*[A-Za-z]\w*\.v", re.ASCII)  # its name becomes a word of a command of the Makefile
COMMENT = re.compile(r'\(\*|\*\)|"')  # the beginning or the end of a comment or a text
RECHECK_SECONDS = 1800
ASKING_SECONDS = 60
SHOWN_LINES = 12
SHOWN_NAMES = 3
LABELS = {"proved": "proved   ", "compared": "compared ", "rejected": "REJECTED "}
ANEW = "an object", "let check.py --write write the file anew"


def run_program(
    command: list[str], place: Path, seconds: float, progress: Progress, signals: list[int]
) -> tuple[int, str, str]:
    """Return status, output and errors of a program, which is ended with all that it started if it must stop.

    It must stop past the time, and when one of the `signals` of `signals_held_back` came.

    Raises TimeoutExpired, SystemExit.
    """
    out, err, start = place / "out", place / "err", time.monotonic()
    with (
        out.open("wb") as first,
        err.open("wb") as second,
        subprocess.Popen(command, cwd=place, stdout=first, stderr=second, start_new_session=True) as running,  # noqa: S603 - check.py of the folder
    ):
        told = 0
        try:
            while running.poll() is None:
                try:
                    running.wait(LOOKING_SECONDS)
                except subprocess.TimeoutExpired:
                    if time.monotonic() - start > seconds:
                        raise
                if signals:
                    sys.exit(128 + signals[0])
                told = _tell(progress, err, told)
            _tell(progress, err, told)  # those of a program that ended before the first look
        except BaseException:
            _end(running)
            raise
    output, errors = (path.read_text(encoding="utf-8", errors="replace") for path in (out, err))
    return running.returncode, output, "\n".join(line for line in errors.split("\n") if not line.startswith(COMPILING))


def _tell(progress: Progress, errors: Path, told: int) -> int:
    """Report the files after the first `told`. check.py writes their number, then each as its compilation begins."""
    lines = errors.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
    total, *names = [line.removeprefix(COMPILING) for line in lines if line.startswith(COMPILING)] or [""]
    for done, name in enumerate(names):
        if progress is not None and done >= told:
            progress(done, int(total.removesuffix(" files")), name)
    return len(names)


def _end(running: subprocess.Popen[bytes]) -> None:
    """End a program with its group, or on Windows, which lacks groups, with all that it started."""
    with suppress(OSError):  # it has ended meanwhile
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(running.pid)], capture_output=True, check=False)  # noqa: S603, S607
    running.kill()


@contextmanager
def signals_held_back() -> Iterator[list[int]]:
    """Hold back and list the signals to end this process, and send the first again afterwards."""
    signals: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    ending = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    untouched = (signal.SIG_DFL, signal.default_int_handler)
    unhandled = [number for number in ending if signal.getsignal(number) in untouched]
    before = {number: signal.signal(number, lambda number, _: signals.append(number)) for number in unhandled}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if signals:
            signal.raise_signal(signals[0])


@dataclass(frozen=True)
class Theorem:
    """A theorem or an example, with a `name` such as "Events#attained", statement and assumptions as Rocq prints them.

    `whole` is the digest of the statement with nothing hidden. `under` has all definitions, with their digests.
    """

    name: str
    kind: str
    statement: str
    whole: str
    assumptions: str
    under: tuple[str, ...]

    @property
    def file(self) -> str:
        """Return the source of the theorem, such as "Events"."""
        return self.name.partition("#")[0]

    @property
    def rests_on(self) -> str:
        """The assumptions in words."""
        return "none: closed under the global context" if self.assumptions == CLOSED else self.assumptions

    @property
    def objects(self) -> tuple[str, ...]:
        """Return the definitions that the statement names, of which a formula has none."""
        named = frozenset(DEFINITION.findall(self.statement))
        return tuple(name for line in self.under if (name := line.split(" ")[0]) in named)


@dataclass(frozen=True)
class Recheck:
    """The answer of Rocq to a second check, in words, or the reason why there is none, and the faults."""

    done: bool
    words: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Theorems:
    """The content of `statements.json`, and the `faults` in which it differs from the sources next to it.

    `document` is the file, whose "establishes" names the claims of its theorems, not yet examined.
    """

    folder: Path
    version: str
    digest: str
    entries: tuple[Theorem, ...]
    faults: tuple[str, ...]
    document: CellTable

    def verdict(self, theorem: Theorem, again: Recheck) -> str:
        """Return "proved" if Rocq accepted it just now, "compared" if text and sources are as before, or "rejected"."""
        if self.faults or again.faults or theorem.assumptions != CLOSED:
            return "rejected"
        return "proved" if again.done else "compared"

    def as_text(self, theorem: Theorem, again: Recheck) -> str:
        """Return a theorem with verdict, statement and assumptions."""
        head = f"{LABELS[self.verdict(theorem, again)]} rocq/{theorem.name}"
        return f"{head}\n  {theorem.kind}: {theorem.statement}\n  assumptions: {theorem.rests_on}"

    def as_json(self, theorem: Theorem, again: Recheck) -> dict[str, object]:
        """Return the same as data."""
        return {
            "name": f"rocq/{theorem.name}",
            "verdict": self.verdict(theorem, again),
            "kind": theorem.kind,
            "statement": theorem.statement,
            "assumptions": theorem.rests_on,
            "digest": self.digest,
            "rechecked": again.done and not again.faults,
            "message": "; ".join([self._words(again), *self.faults, *again.faults]),
        }

    def summary(self, theorems: Sequence[Theorem], again: Recheck) -> str:
        """Return the result for all of them, with the digest and the run of Rocq or the reason why not."""
        kinds = [entry.kind for entry in self.entries]
        lines = [
            f"rocq      {len(theorems)} of {kinds.count('theorem')} theorems and {kinds.count('example')} examples",
            "  Definitions.v says what they are about",
            f"  digest of the sources {self.digest}",
            f"  {self._words(again)}",
            *(f"  REJECTED: {line}" for line in (*self.faults, *again.faults)),
        ]
        return "\n".join(lines)

    def _words(self, again: Recheck) -> str:
        compared = f"statement and digest {'differ' if self.faults else 'compared'}; "
        return again.words if again.done else f"{compared}{again.words}"


def read_theorems(folder: Path) -> Theorems:
    """Return the theorems of a folder, compared with its sources by digest and by name, without running Rocq.

    Raises DocumentError for a `statements.json` that cannot be read.
    """
    path = folder / "statements.json"
    document, entries = _document(name_of(path), read_text(path))
    version, digest, of_statements = map(document.text, ("rocq", "digest", "statements"))
    faults = []
    if (now := digest_of_sources(folder)) != digest:
        faults.append(f"the sources changed: statements.json is about those with the digest {digest}, found {now}")
    whole = {key: document.cells[key] for key in ("definitions", "theorems")}
    canonical = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    if (now := sha256(canonical.encode()).hexdigest()) != of_statements:
        faults.append(f"the statements changed: statements.json records the digest {of_statements}, found {now}")
    faults += _in_no_source(folder, entries)
    return Theorems(folder, version, digest, entries, tuple(faults), document)


def digest_of_sources(folder: Path) -> str:
    """SHA-256 over names and contents of all that a re-check uses, the files of `_CoqProject`, programs, extraction.

    If a source cannot be read, the answer is the reason.
    """
    try:
        return _digest(folder, _sources(folder))
    except (OSError, ValueError) as error:
        return f"none ({error})"


def _sources(folder: Path) -> list[str]:
    """Return the names of all files that a re-check uses. Raises OSError, ValueError."""
    return ["_CoqProject", *ASKING, *_listed(folder).values(), *EXTRACTION]


def _listed(folder: Path) -> dict[str, str]:
    """Return the files of `_CoqProject`, such as privacy/Events.v by Events. Raises OSError, ValueError."""
    names: dict[str, str] = {}
    for name in re.findall(r"(?m)^.*\.v$", (folder / "_CoqProject").read_text(encoding="utf-8")):
        if not SOURCE.fullmatch(name) or Path(name).stem in names:
            message = f"_CoqProject lists {name!r}: expected a file such as privacy/Events.v, no two of one name"
            raise ValueError(message)
        names[Path(name).stem] = name
    return names


def _digest(folder: Path, names: Sequence[str]) -> str:
    total = sha256()
    for name in names:
        content = (folder / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def _in_no_source(folder: Path, entries: Sequence[Theorem]) -> list[str]:
    """Name the theorems and examples missing in the sources of `_CoqProject`, outside of comments."""
    kinds: dict[str, str] = {}
    with suppress(OSError, ValueError):  # then the digest is a fault already
        for stem, name in _listed(folder).items():
            heads = re.findall(r"\b(Theorem|Example)\s+([\w']+)", _code((folder / name).read_text("utf-8")))
            kinds |= {f"{stem}#{short}": kind.lower() for kind, short in heads}
    wrong = [f"{entry.kind} {entry.name}" for entry in entries if kinds.get(entry.name) != entry.kind]
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
    """Return the theorems that "rocq" (without examples), "rocq/Events" or "rocq/Events#attained" names.

    "Events.v" is "Events". Raises ParameterError.
    """
    file, mark, short = name.removeprefix("rocq").removeprefix("/").partition("#")
    wanted = file.removesuffix(".v") + mark + short
    theorems = tuple(
        entry for entry in book.entries if (wanted in {entry.name, entry.file} if wanted else entry.kind == "theorem")
    )
    if not theorems:
        names = [f"rocq/{entry.name}" for entry in book.entries]
        near = ", ".join(get_close_matches(f"rocq/{wanted}", names) or names[:3]) or "none"
        raise ParameterError(f"expected a theorem of Rocq such as {near}", place="proof", remedy=f"got {name!r}")
    return theorems


def recheck(
    book: Theorems, modules: Sequence[str] = (), progress: Progress = None, seconds: float = RECHECK_SECONDS
) -> Recheck:
    """Let Rocq compile the sources anew, in a temporary folder, and print statements and assumptions again.

    With `modules` (such as "Events") only these files and those that they need are compiled, and only the theorems of
    these compared. `progress(done, total, file)` is called for each file. Only the sources are used, and `check.py`
    only as it is known here. The answer of Rocq that it prints is compared here again. Nothing is left behind, also
    when a signal ends the process.
    """
    if (missing := _missing(book)) is not None:
        return Recheck(done=False, words=f"not re-checked: {missing}")
    with signals_held_back() as signals, tempfile.TemporaryDirectory(prefix="dpexact-rocq-") as place:
        copy = Path(place) / "rocq"
        if (trouble := _copied(book.folder, copy)) is not None:
            return Recheck(done=False, words="not re-checked", faults=(trouble,))
        try:
            command = [sys.executable, "-I", str(copy / "check.py"), "--json", *modules]
            status, output, errors = run_program(command, Path(place), seconds, progress, signals)
        except subprocess.TimeoutExpired:
            return Recheck(done=False, words=f"not re-checked: Rocq was not done within {seconds:g} s")
    report, _, printed = output.strip().rpartition("\n")
    if not printed.startswith("{"):  # check.py ended before
        report, printed = output, ""
    lines = [line for line in (report + "\n" + errors).split("\n") if line.strip()]
    if absent := [line for line in lines if "Cannot find a physical path" in line]:
        return Recheck(done=False, words=f"not re-checked: a library of Rocq is missing: {' '.join(absent[0].split())}")
    if status == 0:
        lines = list(_differing(book, modules, printed))
        if not lines:
            return Recheck(done=True, words=f"re-checked by Rocq {book.version}: {report.rpartition(chr(10))[2]}")
    faults = tuple(lines[-SHOWN_LINES:]) or (f"check.py ended with the status {status}",)
    return Recheck(done=True, words=f"rejected by Rocq {book.version}", faults=faults)


def _copied(folder: Path, copy: Path) -> str | None:
    """Copy the sources and nothing else, and return the reason not to trust them, or None."""
    try:
        for name in [*_sources(folder), "statements.json", "README.md"]:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / name, copy / name)
        now = _digest(copy, ASKING)
    except (OSError, ValueError) as error:
        return f"a source cannot be copied: {error}"
    if now != KNOWN:
        return f"{', '.join(ASKING)} are not those of this version of dpexact: digest {now}, expected {KNOWN}"
    return None


def _differing(book: Theorems, modules: Sequence[str], printed: str) -> Iterator[str]:
    """Compare the theorems that check.py printed for Rocq with the book, one by one, and name those that differ."""
    try:
        fresh = {entry.name: entry for entry in _document("check.py", printed)[1]}
    except DocumentError as error:
        yield f"check.py printed no theorems: {error}"
        return
    for entry in book.entries:
        if (not modules or entry.file in modules) and fresh.get(entry.name) != entry:
            yield f"{entry.name}: statements.json and Rocq differ"


def _missing(book: Theorems) -> str | None:
    """Return the reason why a re-check is impossible, or None."""
    for program, reason in (("coqc", "Rocq is not installed (there is no coqc)"), ("make", "make is not installed")):
        if shutil.which(program) is None:
            return reason
    command = ["coqc", "--print-version"]  # coqc of the user
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=ASKING_SECONDS, check=False)  # noqa: S603
    except (subprocess.TimeoutExpired, OSError) as error:
        return f"coqc does not say its version ({type(error).__name__})"
    version = (answer.stdout.split() or ["of an unknown version"])[0]
    if answer.returncode or version != book.version:
        return f"Rocq {version} is installed, and the statements are those that Rocq {book.version} prints"
    return None


def _document(file: str, text: str) -> tuple[CellTable, tuple[Theorem, ...]]:
    """Return a document that check.py wrote, and its theorems. Raises DocumentError."""
    whole = CellTable(file, "", {"the document": parse_json(text, file)})
    document = replace(whole.table("the document", *ANEW), place="")
    bodies, theorems = document.table("definitions", *ANEW), document.table("theorems", *ANEW)
    entries = []
    for name in theorems.cells:
        parts = theorems.table(name, *ANEW)
        kind, statement, full, assumptions = (parts.text(key) for key in ("kind", "statement", "whole", "assumptions"))
        under = tuple(f"{one} {bodies.text(one)}" for one in parts.text("definitions", blank=True).split(", ") if one)
        entries.append(Theorem(name.replace(".", "#", 1), kind, statement, full, assumptions, under))
    return document, tuple(entries)
