"""Mutants of the exploration of programs: small changes of its source, each of which the tests have to notice.

`python tests/forgeries/program_mutants.py [N ...]` runs all of them, or those with these numbers, and prints the fate
of each: "noticed", "UNNOTICED", or "equivalent" with the reason that is given here.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from resource import RLIMIT_AS, setrlimit

ROOT = Path(__file__).parents[2]
MEMORY = 5 << 30  # bytes, more than the tests need, since a mutant may list what is refused
LONGEST = 3600  # seconds of the tests, of which those without a mutant take minutes
TESTS = (
    "tests/programs/test_possible.py",
    "tests/programs/test_rules.py",
    "tests/programs/test_cases.py",
    "tests/programs/test_methods.py",
    "tests/programs/test_loops.py",
    "tests/programs/test_endings.py",
    "tests/programs/test_outside.py",
    "tests/programs/test_neighbors.py",
    "tests/programs/test_reach.py",
    "tests/programs/test_joint.py",
    "tests/programs/test_transcripts.py",
    "tests/programs/test_sameness.py",
    "tests/programs/test_attacks.py",
    "tests/properties/test_programs_laws.py",
)
SOON = {  # the tests that are likely to notice a mutant of a file, which run first
    **dict.fromkeys(("kinds", "held", "changes", "bytecode", "replays", "distribution"), ("sameness", "attacks")),
    **dict.fromkeys(("rules", "draw", "unknown", "neighbors"), ("test_rules", "cases", "neighbors", "attacks")),
    **dict.fromkeys(("path", "loops", "law", "exploration"), ("cases", "loops", "sameness", "attacks")),
    "possible": ("possible", "test_rules"),
    **dict.fromkeys(("patching", "allowed", "seeds"), ("outside", "reach")),
    **dict.fromkeys(("numpy_faces", "source", "drawn_bytes"), ("reach", "methods", "attacks", "transcripts")),
    "arrays": ("attacks",),
    **dict.fromkeys(("joint", "boxes"), ("test_joint",)),
}


@dataclass(frozen=True)
class Mutant:
    """A change of one file of dpexact/programs; `equivalent` says why no program can tell."""

    file: str
    old: str
    new: str
    equivalent: str = ""


MUTANTS = [
    Mutant(*fields) for fields in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["mutants"]
]


def fate(mutant: Mutant, folder: Path) -> str:
    """Return "noticed" or "UNNOTICED": the tests run in a copy of the project with the change."""
    place = folder / "dpexact" / "programs" / f"{mutant.file}.py"
    original = place.read_text(encoding="utf-8")
    if original.count(mutant.old) < 1:
        return f"GONE: {mutant.old!r} is not in {mutant.file}.py"
    text = original.replace(mutant.old, mutant.new, 1)
    place.write_text(text.replace("import bisect_right", "import bisect_left, bisect_right"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}  # a run takes seconds: no two mutants share bytecode
    soon = [test for test in TESTS if any(name in test for name in SOON[mutant.file])]
    status = 0
    try:
        for tests in (soon, [test for test in TESTS if test not in soon]):
            run = partial(subprocess.run, [*command, *tests], cwd=folder, env=environment, capture_output=True)
            run = partial(run, preexec_fn=partial(setrlimit, RLIMIT_AS, (MEMORY, MEMORY)))
            status = status or run(timeout=LONGEST, check=False).returncode
    except subprocess.TimeoutExpired:
        return "SLOW: no test failed in time"
    finally:
        place.write_text(original, encoding="utf-8")
    return "noticed" if status == 1 else "UNNOTICED" if status == 0 else "BROKEN"


def main(numbers: list[int]) -> int:
    """Print the fate of every mutant; the status is 1 if one went unnoticed."""
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("dpexact", "tests"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        for n in numbers or range(len(MUTANTS)):
            mutant = MUTANTS[n]
            found = "equivalent" if mutant.equivalent else fate(mutant, folder)
            wrong += found not in ("noticed", "equivalent")
            print(n, found, mutant.file, mutant.old.strip().splitlines()[0][:80], mutant.equivalent, flush=True)  # noqa: T201
    print(f"{len(numbers or MUTANTS)} mutants, {wrong} unnoticed")  # noqa: T201
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main([int(n) for n in sys.argv[1:]]))
