#!/usr/bin/env python3
"""Compile the theorems, print each statement and its assumptions with Rocq, and compare with statements.json.

    python3 proofs/rocq/check.py            compare; exit 1 if anything differs or any theorem has an assumption
    python3 proofs/rocq/check.py --write    write statements.json and the table of README.md anew

A theorem that is `Admitted`, or that rests on one or on an axiom, is not "Closed under the global context"; that is
what Rocq says by `Print Assumptions`, and no text is searched for words. The digest is that of all sources, so a
changed definition shows although no statement does. Standard library only.
"""

# ruff: noqa: S603, S607
from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLOSED = "Closed under the global context"
WARNINGS = "-notation-overridden,-ambiguous-paths,-notation-incompatible-format"


def sources() -> list[str]:
    """The files of _CoqProject, in order."""
    return [line for line in (HERE / "_CoqProject").read_text().split("\n") if line.endswith(".v")]


def digest() -> str:
    """SHA-256 over the names and contents of all sources, the extraction among them."""
    total = hashlib.sha256()
    extraction = ["Extract.v", "big.ml", "check.ml"]
    for name in [*sources(), *(f"extraction/{name}" for name in extraction)]:
        content = (HERE / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def digest_of(answers: dict[str, dict[str, str]]) -> str:
    """SHA-256 over the canonical JSON of all answers: a statement that is edited shows without Rocq."""
    return hashlib.sha256(json.dumps(answers, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def theorems() -> list[tuple[str, str, str]]:
    """(file, qualified name, kind) of every theorem and example, as the compiled files list them (.glob)."""
    found = []
    for name in sources():
        module = name.removesuffix(".v")
        text = (HERE / name).read_bytes()
        for line in (HERE / f"{module}.glob").read_text().split("\n"):
            if match := re.fullmatch(r"(?:prf|thm|lem|def) (\d+):\d+ (\S+) (\S+)", line):
                place, short = int(match[1]), match[3]
                keyword = text[:place].split()[-1].decode()
                if keyword in {"Theorem", "Example"}:
                    found.append((name, f"{module}.{short}", keyword))
    return found


def ask(found: list[tuple[str, str, str]]) -> dict[str, dict[str, str]]:
    """Statement and assumptions of each theorem, as Rocq prints them."""
    modules = " ".join(name.removesuffix(".v") for name in sources())
    lines = [
        "From mathcomp Require Import all_ssreflect all_algebra.",
        f"From DPExact Require {modules}.",
        "Set Printing Width 110.",
    ]
    mark = 'Goal True. idtac "@@@". Abort.'  # between the answers
    for _, name, _ in found:
        lines += [mark, f"Check @DPExact.{name}.", mark, f"Print Assumptions DPExact.{name}."]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "ask.v"
        script.write_text("\n".join(lines) + "\n")
        command = ["coqc", "-Q", str(HERE), "DPExact", "-w", WARNINGS, str(script)]
        out = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout
    answers: dict[str, dict[str, str]] = {}
    chunks = [re.sub(r"\s+", " ", chunk).strip() for chunk in out.split("@@@")[1:]]
    if len(chunks) != 2 * len(found):
        sys.exit(f"Rocq gave {len(chunks)} answers to {2 * len(found)} questions")
    for (file, name, kind), statement, assumptions in zip(found, chunks[0::2], chunks[1::2], strict=True):
        text = statement.partition(" : ")[2]
        answers[name] = {"file": file, "kind": kind.lower(), "statement": text, "assumptions": assumptions}
    return answers


def table(answers: dict[str, dict[str, str]]) -> str:
    """The table of README.md: every theorem of every file."""
    rows = ["| file | theorems |", "| --- | --- |"]
    for name in sources():
        mine = [key.split(".")[1] for key, one in answers.items() if one["file"] == name and one["kind"] == "theorem"]
        examples = sum(one["file"] == name and one["kind"] == "example" for one in answers.values())
        shown = ", ".join(f"`{one}`" for one in mine) or (f"{examples} examples" if examples else "definitions")
        rows.append(f"| `{name}` | {shown} |")
    return "\n".join(rows)


def main() -> int:
    """Compile, ask, compare or write."""
    if subprocess.run(["make", "--silent", "-C", str(HERE)], timeout=1800, check=False).returncode:
        print("a source does not compile")
        return 1
    answers = ask(theorems())
    open_ones = {name: one["assumptions"] for name, one in answers.items() if one["assumptions"] != CLOSED}
    for name, assumptions in open_ones.items():
        print(f"{name} rests on assumptions: {assumptions}")
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout.split()[0]
    fresh = {"rocq": version, "digest": digest(), "statements": digest_of(answers), "theorems": answers}
    target, readme = HERE / "statements.json", HERE / "README.md"
    establishes = json.loads(target.read_text()).get("establishes") if target.exists() else None
    if establishes is not None:
        fresh["establishes"] = establishes  # the second book of the ledger, which dpexact ledger compares
    page = re.sub(
        r"(?s)(<!-- table -->\n).*?(\n<!-- end -->)", lambda m: m[1] + table(answers) + m[2], readme.read_text()
    )
    if "--write" in sys.argv[1:]:
        if target.is_file():  # what the ledger says of them stays
            fresh |= {key: value for key, value in json.loads(target.read_text()).items() if key not in fresh}
        target.write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n")
        readme.write_text(page)
    known = json.loads(target.read_text())
    for key in ("rocq", "digest", "statements"):
        if known.get(key) != fresh[key]:
            print(f"statements.json: {key} is {known.get(key)}, but now {fresh[key]}; run check.py --write, review it")
    for name in sorted({*known["theorems"], *answers}):
        if known["theorems"].get(name) != answers.get(name):
            print(f"{name}: statements.json and Rocq differ")
    if page != readme.read_text():
        print("README.md: the table is not that of statements.json")
    good = known | fresh == known and page == readme.read_text() and not open_ones
    verdict = "agrees" if good else "DIFFERS"
    print(f"{len(answers)} theorems and examples, {len(open_ones)} with assumptions; statements.json {verdict}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
