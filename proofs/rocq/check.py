#!/usr/bin/env python3
"""Compile the theorems, print each statement and its assumptions with Rocq, and compare with statements.json.

    python3 proofs/rocq/check.py            compare; exit 1 if anything differs or any theorem has an assumption
    python3 proofs/rocq/check.py Events     the theorems of this file alone; it and the files it needs are compiled
    python3 proofs/rocq/check.py --write    write statements.json and the table of README.md anew
    python3 proofs/rocq/check.py --json     compare; the last line is what Rocq printed, as statements.json has it

A theorem that is `Admitted`, or that rests on one or on an axiom, is not "Closed under the global context"; that is
what Rocq says by `Print Assumptions`, and no text is searched for words. A statement is printed without its implicit
arguments; `whole` is the digest of it with nothing hidden. Each theorem has the names of the definitions that its
statement is about, directly or not (`depends.py`), and each definition the digest of its printed body: one that changed
is named with the theorems that it touches, also where a proof no longer compiles. What the theorems say has to be
defined in the files of DEFINED, and each definition has to be named by an example, but for EXCEPTIONS. The digest is
that of all sources and of the programs that ask, this one among them; `dpexact prove --rocq` runs these only as
dpexact/papers/proving/rocq.py knows them (KNOWN), and compares the last line of --json. Standard library only.
"""

# ruff: noqa: S603, S607
from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.rocq import depends
    from proofs.rocq.depends import Definitions, ask, listed, needed, places, sources, whole
else:  # this folder alone is copied when `dpexact prove` asks, and `python -I` leaves it out
    sys.path.insert(0, str(HERE))
    import depends
    from depends import Definitions, ask, listed, needed, places, sources, whole

CLOSED = "Closed under the global context"
Answers = dict[str, dict[str, str]]
Direct = dict[str, frozenset[str]]
DEFINED = ["Definitions", "DefinitionsRainbow", "DefinitionsAxioms", "DefinitionsGradual", "DefinitionsLaws"]
MODEL = "the model of the checker: extraction/check is run on documents, compare.py and checker_mutants.py try it"
EXCEPTIONS = {  # a file or a definition, and why it may stand elsewhere or without an example
    "Checker": MODEL,
    "Composition": "lists of masses that one kind of certificate is about; the examples are at the end of the file",
    "Adaptive": "lists of masses again, those of all answers; what the theorems say of laws is in Definitions",
    "BinomialNoise": "the heads of coins, as a list of masses; the example is at the end of the file",
    "LineLaws": "what the lattice needs of noise; the theorems on compositions are about cut_pair",
    "Programs": MODEL,
    "Numbers": MODEL,
    "Greatest": MODEL,
    "Sufficiency": MODEL,
    "ForAll": MODEL,
    "Certificates": MODEL,
    "Kronecker": MODEL,
    "Lattice": MODEL,
    "LatticeBelow": MODEL,
    "LineBrackets": MODEL,
    "Lines": MODEL,
    "ComposedLaws": MODEL,
    "RefutedLaws": MODEL,
}


def digest() -> str:
    """SHA-256 over the names and contents of all sources and of the programs that ask; the extraction among them."""
    total = hashlib.sha256()
    programs, extraction = ["Makefile", "check.py", "depends.py"], ["Extract.v", "big.ml", "check.ml"]
    for name in ["_CoqProject", *programs, *sources(), *(f"extraction/{name}" for name in extraction)]:
        content = (HERE / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def digest_of(answers: Answers, bodies: dict[str, str]) -> str:
    """SHA-256 over the canonical JSON of all answers: a statement or a definition that is edited shows without Rocq."""
    whole = {"theorems": answers, "definitions": bodies}
    return hashlib.sha256(json.dumps(whole, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def theorems(modules: Sequence[str]) -> list[tuple[str, str, str]]:
    """(file, qualified name, kind) of every theorem and example, as the compiled files list them (.glob)."""
    found = []
    for module in modules:
        name = f"{places()[module]}.v"
        text = (HERE / name).read_bytes()
        for sort, place, short in listed(module):
            if sort in {"prf", "thm", "lem", "def"}:
                keyword = text[:place].split()[-1].decode()
                if keyword in {"Theorem", "Example"}:
                    found.append((name, f"{module}.{short}", keyword.lower()))
    return found


def assumptions_of(names: Sequence[str]) -> str:
    """Ask for the assumptions of all these at once, of a term that has each: what they share is searched only once."""
    term = "".join(f"let _ := @{whole(name)} in " for name in names)
    return f"Definition everything : True := {term}I. Print Assumptions everything."


def asked(found: list[tuple[str, str, str]], definitions: Definitions) -> tuple[Answers, Direct]:
    """Statement, assumptions and definitions of each theorem, as Rocq prints them; and those it names directly."""
    names = [name for _, name, _ in found]
    questions = []
    for name in names:
        check = f"Check @{whole(name)}."
        questions += [check, f"Set Printing All. {check} Unset Printing All."]
    *said, together = ask(definitions.modules, [*questions, assumptions_of(names)])
    resting = [CLOSED] * len(names)
    if together != CLOSED:  # then which of them: minutes
        resting = ask(definitions.modules, [f"Print Assumptions {whole(name)}." for name in names])
    plain, full = ([one.partition(" : ")[2] for one in said[start::2]] for start in (0, 1))
    direct = {name: definitions.named(text) for name, text in zip(names, full, strict=True)}
    definitions.learn(set().union(*direct.values()))
    answers = {}
    for (file, name, kind), text, hidden, assumptions in zip(found, plain, full, resting, strict=True):
        answers[name] = {"file": file, "kind": kind, "statement": text, "assumptions": assumptions}
        answers[name]["whole"] = depends.shortened(depends.without_folders(hidden))
        answers[name]["definitions"] = ", ".join(definitions.under(direct[name]))
    return answers, direct


def faults(answers: Answers, direct: Direct, definitions: Definitions) -> list[str]:
    """Definitions under a theorem that stand in the wrong file or that no example names; exceptions without need."""
    shown: set[str] = set()  # by an example, or by what a file of examples defines for it
    for name, names in direct.items():
        if answers[name]["kind"] == "example":
            shown.update(definitions.under(names, through=r"\w+Examples\.|Examples\."))
    needed, said = set(), []
    for name in sorted({use for one in answers.values() if one["kind"] == "theorem" for use in uses(one)}):
        module = name.partition(".")[0]
        wrong = [] if module in DEFINED else [f"{name} is under a theorem and not in {', '.join(DEFINED)}"]
        wrong += [] if name in shown else [f"{name} is under a theorem, and no example names it"]
        if wrong and not definitions.known[name].lemma:
            needed |= {module, name} & set(EXCEPTIONS)
            said += wrong if {module, name}.isdisjoint(EXCEPTIONS) else []
    return said + [f"{name} needs no exception" for name in sorted(set(EXCEPTIONS) - needed)]


def uses(one: dict[str, str]) -> list[str]:
    """The definitions under a theorem."""
    return [name for name in one.get("definitions", "").split(", ") if name]


def touched(old: dict[str, str], new: dict[str, str], *books: Answers) -> list[str]:
    """What happened to each definition that is not the same, with the theorems that are about it."""
    kinds = {key: one["kind"] for book in books for key, one in book.items()}
    about: dict[str, set[str]] = {}
    for book in books:
        for key, one in book.items():
            for name in uses(one):
                about.setdefault(name, set()).add(key)
    said = []
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            what = "changed" if name in old and name in new else "is new" if name in new else "is gone"
            mine = sorted(key for key in about.get(name, ()) if kinds[key] == "theorem")
            examples = len(about.get(name, ())) - len(mine)
            said.append(f"{name} {what}; under {len(mine)} theorems and {examples} examples: {', '.join(mine)}")
    return said


def broken(known: dict[str, str], book: Answers) -> list[str]:
    """Where a file does not compile: which definitions changed in those that do."""
    modules = list(places())
    make = ["make", "--silent", "--question", "-C", str(HERE)]
    stale = [
        name
        for name, place in places().items()
        if subprocess.run([*make, f"{place}.vo"], capture_output=True, check=False).returncode
    ]
    definitions = Definitions([name for name in modules if name not in stale])
    there = {f"{module}.{name}" for module in definitions.modules for _, _, name in listed(module)}
    for module in definitions.modules:  # the constructors of records, which the compiler does not list
        text = (HERE / f"{places()[module]}.v").read_text()
        there |= {f"{module}.{name}" for name in re.findall(r":=\s*(\w+)\s*\{", text)}
    there &= set(known)
    definitions.learn(there)
    old = {name: one for name, one in known.items() if name.partition(".")[0] not in stale}
    new = {name: definitions.known[name].digest for name in there}
    return [*touched(old, new, book), f"not compiled: {', '.join(stale)}"]


def table(answers: Answers) -> str:
    """The table of README.md: every theorem of every file."""
    rows = ["| file | theorems |", "| --- | --- |"]
    for name in sources():
        mine = [key.split(".")[1] for key, one in answers.items() if one["file"] == name and one["kind"] == "theorem"]
        examples = sum(one["file"] == name and one["kind"] == "example" for one in answers.values())
        shown = ", ".join(f"`{one}`" for one in mine) or (f"{examples} examples" if examples else "definitions")
        rows.append(f"| `{name}` | {shown} |")
    return "\n".join(rows)


def differences(known: dict[str, Any], fresh: dict[str, Any], modules: Sequence[str] | None = None) -> list[str]:
    """Where statements.json and Rocq differ: definitions with the theorems that they touch, statements, sources.

    With modules, only what is theirs is compared.
    """
    old, new, bodies = known["theorems"], fresh["theorems"], known.get("definitions", {})
    if modules is not None:
        old = {name: one for name, one in old.items() if name.partition(".")[0] in modules}
        bodies = {name: one for name, one in bodies.items() if name in fresh["definitions"]}
    said = touched(bodies, fresh["definitions"], old, new)
    said += [
        f"{name}: statements.json and Rocq differ" for name in sorted({*old, *new}) if old.get(name) != new.get(name)
    ]
    if known["digest"] != fresh["digest"] and not said:
        said.append("the sources changed, but no statement and no definition under one: a proof, a comment, a lemma")
    for key in ("rocq", "digest", *(("statements",) if modules is None else ())):
        if known.get(key) != fresh[key]:
            said.append(
                f"statements.json: {key} is {known.get(key)}, now {fresh[key]}; run check.py --write, review it"
            )
    return said


def compiled(modules: Sequence[str]) -> bool:
    """Compile these and what they need, and say on the standard error what is being done; whether that succeeds."""
    print(f"compiling {len(modules)} files", file=sys.stderr, flush=True)
    for name in depends.changed(modules):  # also where the compiled file is younger than the source
        (HERE / f"{places()[name]}.vo").unlink(missing_ok=True)
    make = ["make", "--silent", "--keep-going", "-C", str(HERE), *(f"{places()[name]}.vo" for name in modules)]
    done = not subprocess.run(make, timeout=1800, check=False).returncode
    return done and not unfit(modules)


def unfit(modules: Sequence[str]) -> list[str]:
    """Say which sources were changed after they were compiled: theorems are found by their places there."""
    if names := depends.changed(modules):
        print(f"changed after it was compiled: {', '.join(names)}")
    return names


def fresh_book(definitions: Definitions, answers: Answers) -> dict[str, Any]:
    """What statements.json should say."""
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    bodies = {name: one.digest for name, one in sorted(definitions.known.items())}
    fresh: dict[str, Any] = {"rocq": version, "digest": digest(), "statements": digest_of(answers, bodies)}
    return fresh | {"theorems": answers, "definitions": bodies}


def print_json(fresh: dict[str, Any]) -> None:
    """Print what Rocq said on one line, where that is wanted."""
    if "--json" in sys.argv[1:]:
        print(json.dumps(fresh))


def of_some(known: dict[str, Any], modules: Sequence[str]) -> int:
    """Compile these files and what they need, and compare the theorems of these."""
    if absent := [name for name in modules if name not in places()]:
        print(f"no file of _CoqProject: {', '.join(absent)}")
        return 1
    closure = needed(modules)
    if not compiled(closure):
        print("a source does not compile")
        return 1
    definitions = Definitions(closure)
    answers, _ = asked(theorems(modules), definitions)
    open_ones = {name: one["assumptions"] for name, one in answers.items() if one["assumptions"] != CLOSED}
    wrong = [f"{name} rests on assumptions: {assumptions}" for name, assumptions in open_ones.items()]
    fresh = fresh_book(definitions, answers)
    wrong += differences(known, fresh, modules)
    print("\n".join(wrong))
    said = f"{len(answers)} theorems and examples of {', '.join(modules)}, {len(closure)} files compiled"
    print(f"{said}, {len(open_ones)} with assumptions; statements.json {'DIFFERS' if wrong else 'agrees'}")
    print_json(fresh)
    return 1 if wrong else 0


def main() -> int:
    """Compile, ask, compare or write."""
    target, readme = HERE / "statements.json", HERE / "README.md"
    known = json.loads(target.read_text()) if target.is_file() else {"theorems": {}, "digest": None}
    if modules := [name.removesuffix(".v") for name in sys.argv[1:] if not name.startswith("--")]:
        return of_some(known, modules)
    modules = list(places())
    if not compiled(modules):
        print("\n".join(["a source does not compile", *broken(known.get("definitions", {}), known["theorems"])]))
        return 1
    definitions = Definitions(modules)
    answers, direct = asked(theorems(modules), definitions)
    if unfit(modules):
        return 1
    wrong = faults(answers, direct, definitions)
    open_ones = {name: one["assumptions"] for name, one in answers.items() if one["assumptions"] != CLOSED}
    wrong += [f"{name} rests on assumptions: {assumptions}" for name, assumptions in open_ones.items()]
    fresh = fresh_book(definitions, answers)
    page = re.sub(
        r"(?s)(<!-- table -->\n).*?(\n<!-- end -->)", lambda m: m[1] + table(answers) + m[2], readme.read_text()
    )
    differ = differences(known, fresh)
    if "--write" in sys.argv[1:]:  # what the ledger says of them stays: its second book, which dpexact ledger compares
        kept = {key: value for key, value in known.items() if key not in fresh}
        target.write_text(json.dumps(fresh | kept, indent=1, ensure_ascii=False) + "\n")
        readme.write_text(page)
        wrong += [f"written: {text}" for text in differ if " changed; " in text]
    else:
        wrong += differ + (["README.md: the table is not that of Rocq"] if page != readme.read_text() else [])
    print("\n".join(wrong))
    good = not [text for text in wrong if not text.startswith("written: ")]
    verdict = "agrees" if good else "DIFFERS"
    print(f"{len(answers)} theorems and examples, {len(open_ones)} with assumptions; statements.json {verdict}")
    print_json(fresh)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
