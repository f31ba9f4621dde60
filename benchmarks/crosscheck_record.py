"""Write the tables of `dpexact crosscheck`: choose cases from a search, and put the answers of this machine on record.

    python benchmarks/crosscheck_record.py choose LIBRARY < found.jsonl

adds cases without answers to the table;

    python benchmarks/crosscheck_record.py record LIBRARY

puts the answers of every case on record, on all MACHINES. `new` instead of `record` asks the cases that have no answer,
`disturb` adds what the disturbed machines judge otherwise, and `judge` judges what is on record again, asking nobody.

Elementary functions differ in the last place between processors, so every case is asked once for each of MACHINES, in
a process of its own; a table keeps every answer that was seen, of the disturbed machines (crosscheck_noise.py) those
that are judged otherwise. Recorded answers are not kept: a change of a library has
to be looked at (`git diff`) before it is recorded.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from crosscheck_noise import disturb  # type: ignore[import-not-found]

import dpexact
from dpexact.crosscheck import crosschecker
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import Answer, Case, Library, Table, chosen_libraries, read_table
from dpexact.crosscheck.result import answered

FOLDER = Path(dpexact.__file__).parent / "crosscheck"
NOISE = "CROSSCHECK_NOISE"
PATIENCE = 900  # seconds
MACHINES: dict[str, dict[str, str]] = {
    "as it is": {},
    "without AVX512": {"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL"},  # numpy 2.4's names
    "without FMA": {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL",
    },
    "disturbed 1": {NOISE: "1"},
    "disturbed 2": {NOISE: "2"},
    "disturbed 3": {NOISE: "3"},
}
KEEP = {"material": 4, "small": 2, "last-digits": 1, "none": 1}  # cases of each probe that claim too little, by weight
BESIDE = ("numpy", "scipy", "scikit-learn")


def case_id(probe: str, given: dict[str, Any]) -> str:
    return f"{probe}:" + ",".join(f"{name}={_short(value)}" for name, value in given.items())


def _short(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "+".join(map(_short, value))
    text = repr(value)
    return text.removesuffix(".0")


def _size(row: dict[str, Any]) -> float:
    try:
        return float(row["relative"])
    except ValueError:
        return float("inf")


def choose(name: str) -> None:
    """For each probe and each kind of finding the largest gaps (of the unsafe ones several), and the smallest."""
    (library,) = chosen_libraries(name)
    rows = [row for row in map(json.loads, sys.stdin) if row["outcome"] != "undecided"]
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["probe"], row["outcome"], row["side"], row["weight"]), []).append(row)
    chosen = []
    for (_, _, side, weight), group in groups.items():
        group.sort(key=_size, reverse=True)
        many = KEEP[weight] if side == "unsafe" else 1
        chosen += [group[place * (len(group) - 1) // max(many - 1, 1)] for place in range(min(many, len(group)))]
    path = FOLDER / f"{library.name}.toml"
    table = read_table(path) if path.exists() else Table(library.name, "")
    cases = {case.id: case for case in table.cases}
    for row in chosen:
        given = {key: tuple(value) if isinstance(value, list) else value for key, value in row["given"].items()}
        new = Case(case_id(row["probe"], given), row["probe"], given)
        cases.setdefault(new.id, new)
    order = [probe.name for probe in library.probes]
    ordered = tuple(sorted(cases.values(), key=lambda case: order.index(case.probe)))
    write(path, replace(table, cases=ordered), here=True)


def answers(name: str, *, only_new: bool = False) -> None:
    """The answers of this process, as JSON."""
    if NOISE in os.environ:
        disturb(int(os.environ[NOISE]))
    (library,) = chosen_libraries(name)
    table = read_table(FOLDER / f"{library.name}.toml")
    asked = [case for case in table.cases if not (only_new and case.seen)]
    print(json.dumps({case.id: checked(library, table, case).seen for case in asked}))


def record(name: str, asking: str = "answers") -> None:
    (library,) = chosen_libraries(name)
    path = FOLDER / f"{library.name}.toml"
    seen: dict[str, list[str]] = {}
    _ask(name, asking, seen, MACHINES)
    table = read_table(path)
    cases = [replace(case, seen=tuple(seen.get(case.id, case.seen))) for case in table.cases]
    write(path, replace(table, cases=tuple(cases)), here=True)


def _ask(name: str, asking: str, seen: dict[str, list[str]], machines: dict[str, dict[str, str]]) -> None:
    """Ask in a process for each machine; answers go to `seen`."""
    for machine, environment in machines.items():
        command = [sys.executable, "-W", "ignore", __file__, asking, name]
        given, patience = {**os.environ, **environment}, PATIENCE if NOISE in environment else None
        try:
            run = subprocess.run(command, env=given, check=True, capture_output=True, text=True, timeout=patience)  # noqa: S603
        except subprocess.TimeoutExpired:  # a search that disturbed functions never end
            print(f"{name}, {machine}: no end within {PATIENCE} s", file=sys.stderr)
            continue
        for case, answer in json.loads(run.stdout).items():
            texts = seen.setdefault(case, [])
            judged = {text.rpartition(": ")[2] for text in texts}
            if answer not in texts and not (NOISE in environment and answer.rpartition(": ")[2] in judged):
                texts.append(answer)
        print(f"{name}, {machine}: {sum(len(texts) for texts in seen.values())} answers", file=sys.stderr)


def disturbed(name: str) -> None:
    """Add to the record what disturbed machines judge otherwise."""
    (library,) = chosen_libraries(name)
    path = FOLDER / f"{library.name}.toml"
    table = read_table(path)
    seen = {case.id: list(case.seen) for case in table.cases}
    _ask(name, "answers", seen, {name: given for name, given in MACHINES.items() if NOISE in given})
    write(
        path, replace(table, cases=tuple(replace(case, seen=tuple(seen[case.id])) for case in table.cases)), here=True
    )


def judge(name: str) -> None:
    """Judge what is on record again; the library need not be installed, and errors stay as they are."""
    (library,) = chosen_libraries(name)
    path = FOLDER / f"{library.name}.toml"
    table = read_table(path)
    Library.version = lambda self: table.version  # type: ignore[method-assign]  # noqa: ARG005
    cases = []
    for case in table.cases:
        texts = []
        for text in case.seen:
            output, found = answered(text)
            if output is None:
                error = f"{text.removeprefix('raises ').rpartition(': ')[0]}: {case.refuses}"
                texts.append(_judged(library, table, case, Answer(None, error)))
            else:
                texts.append(_judged(library, table, case, Answer(output, found=found)))
        cases.append(replace(case, seen=tuple(dict.fromkeys(texts))))
    write(path, replace(table, cases=tuple(cases)), here=False)


def _judged(library: Library, table: Table, case: Case, answer: Answer) -> str:
    crosschecker.answer_of = lambda *_: answer  # type: ignore[attr-defined]
    return checked(library, table, case).seen


def write(path: Path, table: Table, *, here: bool) -> None:
    """Write a table; `here` says that the answers are those of this environment, which is noted."""
    version, beside = table.version, table.beside
    if here:
        (library,) = chosen_libraries(table.library)
        version = library.version() or ""
        beside = ", ".join(f"{package} {metadata.version(package)}" for package in BESIDE)
        beside += f", Python {sys.version.split()[0]}"
    lines = [
        "# What the library was asked and what it answered; `dpexact crosscheck` asks again. docs/crosscheck.md",
        'format = "dpexact-crosscheck/1"',
        f'library = "{table.library}"',
        f'version = "{version}"',
        f'beside = "{beside}"',
        *([f"withheld = {table.withheld}"] if table.withheld else []),
    ]
    for finding in table.findings:
        lines += ["", "[[finding]]", f"says = {_text(finding.says)}"]
        lines += ["probes = [", *(f'    "{probe}",' for probe in finding.probes), "]"]
        lines += ["promise = [", *(f"    {_text(text)}," for text in finding.promise), "]"]
        lines += [f"range = {_text(finding.range)}", f"usable = {json.dumps(finding.usable)}"]
        lines += [f"head = {_text(finding.head)}"]
        lines += [f"known = {_text(finding.known)}"] if finding.known else []
    for case in table.cases:
        given = ", ".join(f"{key} = {_toml(value)}" for key, value in case.arguments.items())
        lines += ["", "[[case]]", f'id = "{case.id}"', f'probe = "{case.probe}"', f"arguments = {{ {given} }}"]
        lines += [f"seen = [{', '.join(json.dumps(text) for text in case.seen)}]"] if case.seen else []
        lines += [f"refuses = {_text(case.refuses)}"] if case.refuses else []
        lines += [f"note = {_text(case.note)}"] if case.note else []
    _, mark, probes = path.read_text(encoding="utf-8").partition("\n[[probe]]\n")  # written by hand
    path.write_text("\n".join(lines) + f"\n{mark}{probes}", encoding="utf-8")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


COMMANDS = {
    "choose": choose,
    "answers": answers,
    "answers-new": partial(answers, only_new=True),
    "record": record,
    "new": partial(record, asking="answers-new"),
    "judge": judge,
    "disturb": disturbed,
}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](sys.argv[2])  # type: ignore[operator]
