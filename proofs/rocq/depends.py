"""Which definitions of this folder a statement is about, and what each of them says: as Rocq prints them.

Rocq prints the statement of a theorem with nothing hidden (`Set Printing All`); as no file of the folder is imported,
each name of ours is then written `File.name`, and no variable is. The same of each definition's body, and so on. Of
what is opaque (a lemma inside a definition) only the statement counts. A constructor or a projection counts as its
type. Standard library only.
"""

# ruff: noqa: S603
from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = Path(__file__).resolve().parent
WARNINGS = "-notation-overridden,-ambiguous-paths,-notation-incompatible-format"
HIDDEN = "Set Printing All. {} {}. Unset Printing All."
DIGITS = 16  # of SHA-256: against accidents, not against an author


def without_folders(printed: str) -> str:
    """What Rocq printed, with Events.attained in place of DPExact.privacy.Events.attained."""
    return re.sub(r"DPExact\.(?:[a-z_]+\.)+", "", printed)


def shortened(text: str) -> str:
    """The first digits of SHA-256 over a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


@dataclass(frozen=True)
class Definition:
    """A definition as Rocq prints it, and the names of ours that it uses directly; of a lemma, its statement."""

    body: str
    uses: frozenset[str]
    lemma: bool

    @property
    def digest(self) -> str:
        """The first digits of SHA-256 over the printed body."""
        return shortened(self.body)


def sources() -> list[str]:
    """The files of _CoqProject, in order, such as privacy/Events.v."""
    return [line for line in (HERE / "_CoqProject").read_text().split("\n") if line.endswith(".v")]


def places() -> dict[str, str]:
    """Each file without its ending, by its name without the folder: privacy/Events by Events, in order."""
    found = {Path(file).stem: file.removesuffix(".v") for file in sources()}
    if len(found) != len(sources()):
        message = f"two files of _CoqProject have one name: expected {len(sources())} names, got {len(found)}"
        raise ValueError(message)
    return found


def whole(name: str) -> str:
    """The whole name in Rocq of a file or of what it has: DPExact.privacy.Events.attained of Events.attained."""
    module, dot, short = name.partition(".")
    return f"DPExact.{places()[module].replace('/', '.')}{dot}{short}"


def needed(modules: Sequence[str]) -> list[str]:
    """These files and all that they need, as coqdep says, in the order of _CoqProject."""
    files = sources()
    command = ["coqdep", "-Q", ".", "DPExact", *files]
    out = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=1800, check=True).stdout
    uses: dict[str, list[str]] = {}
    for line in out.split("\n"):
        made, _, of = line.partition(":")
        if made.partition(" ")[0].endswith(".vo"):
            uses[Path(made.partition(".vo")[0]).name] = re.findall(r"(\w+)\.vo(?= |$)", of)
    found, todo = set(), [*modules]
    while todo:
        if (name := todo.pop()) not in found:
            found.add(name)
            todo += uses.get(name, [])
    return [name for name in places() if name in found]


def ask(modules: Sequence[str], questions: Sequence[str]) -> list[str]:
    """What Rocq prints for each question (commands on one line), with single blanks."""
    lines = [
        "From mathcomp Require Import all_ssreflect all_fingroup all_algebra.",
        f"Require {' '.join(map(whole, modules))}.",
        "Set Printing Width 110. Unset Printing Implicit Defensive.",
    ]
    for question in questions:  # a mark between the answers
        lines += ['Goal True. idtac "@@@". Abort.', question]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "ask.v"
        script.write_text("\n".join(lines) + "\n")
        command = ["coqc", "-Q", str(HERE), "DPExact", "-w", WARNINGS, str(script)]
        out = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=True).stdout
    found = [re.sub(r"\s+", " ", chunk).strip() for chunk in out.split("@@@")[1:]]
    if len(found) != len(questions):
        message = f"Rocq gave {len(found)} answers to {len(questions)} questions"
        raise ValueError(message)
    return found


def changed(modules: Iterable[str]) -> list[str]:
    """Which compiled files are of another source than the one that is there, by the digest that the compiler left."""
    found = []
    for name in modules:
        compiled, source = HERE / f"{places()[name]}.glob", HERE / f"{places()[name]}.v"
        if compiled.is_file():
            said = compiled.read_text().partition("\n")[0].removeprefix("DIGEST ")
            now = hashlib.md5(source.read_bytes(), usedforsecurity=False).hexdigest()
            found += [] if said == now else [name]
    return found


def listed(module: str) -> list[tuple[str, int, str]]:
    """(sort, place, name) of all that a compiled file has, as the compiler lists it (.glob)."""
    lines = (HERE / f"{places()[module]}.glob").read_text().split("\n")
    found = [re.fullmatch(r"(prf|thm|lem|def|ind|rec|constr|proj) (\d+):\d+ \S+ (\S+)", line) for line in lines]
    return [(one[1], int(one[2]), one[3]) for one in found if one]


class Definitions:
    """The definitions of compiled files, asked for as they are needed."""

    def __init__(self, modules: Sequence[str]) -> None:
        """No question is asked yet."""
        self.modules = tuple(modules)
        self.known: dict[str, Definition] = {}
        self._type: dict[str, str] = {}  # of each constructor and projection
        for module in modules:
            latest = ""
            for sort, _, name in listed(module):
                if sort in {"ind", "rec"}:
                    latest = name
                elif sort in {"constr", "proj"}:
                    self._type[f"{module}.{name}"] = f"{module}.{latest}"
        ours = "|".join(sorted(map(re.escape, modules), key=len, reverse=True))
        self._name = re.compile(rf"(?<![\w.'])(?:DPExact\.(?:[a-z_]+\.)*)?((?:{ours})(?:\.[A-Za-z_][\w']*)+)")

    def named(self, printed: str) -> frozenset[str]:
        """The names of ours in what Rocq printed with nothing hidden."""
        found = frozenset(self._type.get(name, name) for name in self._name.findall(printed))
        if inside := [name for name in found if name.count(".") != 1]:
            message = f"a module inside a file, which may be another name of a file: {', '.join(sorted(inside))}"
            raise ValueError(message)
        return found

    def learn(self, names: Iterable[str]) -> None:
        """Ask for these and for all that they use."""
        todo = sorted(set(names) - set(self.known))
        while todo:
            whole_names = list(map(whole, todo))
            questions = [f"About {name}." for name in whole_names]
            said = ask(self.modules, questions + [HIDDEN.format("Print", name) for name in whole_names])
            bodies = dict(zip(todo, said[len(todo) :], strict=True))
            lemmas = [name for name, about in zip(todo, said, strict=False) if f"{name} is opaque" in about]
            if lemmas:
                checks = [HIDDEN.format("Check", f"@{whole(name)}") for name in lemmas]
                bodies |= zip(lemmas, ask(self.modules, checks), strict=True)
            for name, printed in bodies.items():
                body = without_folders(printed.partition(" Arguments ")[0])
                self.known[name] = Definition(body, self.named(body) - {name}, name in lemmas)
            todo = sorted({use for one in self.known.values() for use in one.uses} - set(self.known))

    def under(self, names: Iterable[str], through: str = "") -> list[str]:
        """These and all that they use, in order; with `through`, only what names that match it use."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += self.known[name].uses if re.match(through, name) else ()
        return sorted(found)
