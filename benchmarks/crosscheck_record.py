"""Write the tables of `dpexact crosscheck`: choose cases from a search, and put the answers of this machine on record.

    python benchmarks/crosscheck_record.py choose LIBRARY < found.jsonl    cases without answers, added to the table
    python benchmarks/crosscheck_record.py record LIBRARY                  the answers of every case, on all MACHINES

Elementary functions differ in the last place between processors, so every case is asked once for each of MACHINES, in
a process of its own; a table keeps every answer that was seen. Recorded answers are not kept: a change of a library has
to be looked at (`git diff`) before it is recorded.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import dpexact
from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.libraries import chosen_libraries
from dpexact.crosscheck.table import FORMAT, Case, Table, read_table

FOLDER = Path(dpexact.__file__).parent / "crosscheck"
MACHINES: dict[str, dict[str, str]] = {
    "as it is": {},
    "without AVX512": {"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL"},  # numpy 2.4's names
    "without FMA": {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL",
    },
}
KEEP = {"material": 4, "small": 2, "rounding": 1, "none": 1}  # cases of each probe that claim too little, by size
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
        groups.setdefault((row["probe"], row["outcome"], row["side"], row["size"]), []).append(row)
    chosen = []
    for (_, _, side, size), group in groups.items():
        group.sort(key=_size, reverse=True)
        many = KEEP[size] if side == "unsafe" else 1
        chosen += [group[place * (len(group) - 1) // max(many - 1, 1)] for place in range(min(many, len(group)))]
    path = FOLDER / f"{library.name}.toml"
    table = read_table(path, library) if path.exists() else Table(library.name, "")
    cases = {case.id: case for case in table.cases}
    for row in chosen:
        given = {key: tuple(value) if isinstance(value, list) else value for key, value in row["given"].items()}
        new = Case(case_id(row["probe"], given), row["probe"], given)
        cases.setdefault(new.id, new)
    order = [probe.name for probe in library.probes]
    write(path, library.name, sorted(cases.values(), key=lambda case: order.index(case.probe)), {})


def answers(name: str) -> None:
    """The answers of this process, as JSON."""
    (library,) = chosen_libraries(name)
    table = read_table(FOLDER / f"{library.name}.toml", library)
    print(json.dumps({case.id: checked(library, table, case).seen for case in table.cases}))


def record(name: str) -> None:
    (library,) = chosen_libraries(name)
    path = FOLDER / f"{library.name}.toml"
    seen: dict[str, list[str]] = {}
    for machine, environment in MACHINES.items():
        command = [sys.executable, "-W", "ignore", __file__, "answers", name]
        run = subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True, text=True)  # noqa: S603
        for case, answer in json.loads(run.stdout).items():
            if answer not in seen.setdefault(case, []):
                seen[case].append(answer)
        print(f"{name}, {machine}: {sum(len(texts) for texts in seen.values())} answers", file=sys.stderr)
    write(path, library.name, list(read_table(path, library).cases), seen)


def write(path: Path, name: str, cases: list[Case], seen: dict[str, list[str]]) -> None:
    (library,) = chosen_libraries(name)
    beside = ", ".join(f"{package} {metadata.version(package)}" for package in BESIDE)
    lines = [
        "# What the library was asked and what it answered; `dpexact crosscheck` asks again. docs/crosscheck.md",
        f'format = "{FORMAT}"',
        f'library = "{library.name}"',
        f'version = "{library.version()}"',
        f'beside = "{beside}, Python {sys.version.split()[0]}"',
    ]
    for case in cases:
        given = ", ".join(f"{key} = {_toml(value)}" for key, value in case.arguments.items())
        lines += ["", "[[case]]", f'id = "{case.id}"', f'probe = "{case.probe}"', f"arguments = {{ {given} }}"]
        texts = seen.get(case.id, list(case.seen))
        if texts:
            lines.append(f"seen = [{', '.join(json.dumps(text) for text in texts)}]")
        if case.note:
            lines.append(f"note = {json.dumps(case.note, ensure_ascii=False)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


if __name__ == "__main__":
    {"choose": choose, "answers": answers, "record": record}[sys.argv[1]](sys.argv[2])
