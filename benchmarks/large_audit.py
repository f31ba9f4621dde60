"""A large audit: in one process, in two, and a second time from a cache; ratios of times, and memory for each row.

    python -m benchmarks.large_audit [ROWS [DEAR_ROWS]]

Cheap rows take less time to compute than to read and to report; dear ones are what processes and a cache are for.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS, DEAR_ROWS = 100_000, 1000
HEAD = "id,source,quantity,parameters,printed,meaning\n"
CHEAP = (
    "gaussian.delta,sigma = {s}; sensitivity = 1; epsilon = 0.{d}",
    "laplace.delta,scale = {s}; sensitivity = 1; epsilon = 0.{d}",
    "composition.basic_epsilon,epsilon = {s}; count = {d}",
    "randomized_response.epsilon,truth = 0.9{d}; categories = 2",
)
DEAR = (
    (
        "rdp.subsampled_gaussian_epsilon,rate = 1/100; sigma = {s}; steps = 1000; delta = 1e-5; orders = 2..16; "
        "conversion = optimal"
    ),
)
Times = tuple[float, float]  # of all processors together, and on the wall


def table(path: Path, rows: int, quantities: tuple[str, ...]) -> Path:
    """Rows of the quantities in turn, printed at random: most are wrong."""
    source = random.Random(1)
    with path.open("w", encoding="utf-8") as stream:
        stream.write(HEAD)
        for place in range(rows):
            words = quantities[place % len(quantities)]
            cells = words.format(s=source.randint(50_000, 400_000) / 100_000, d=source.randint(1, 9))
            stream.write(f"r{place},made up,{cells},{source.randint(100, 999)}e-3,rounded\n")
    return path


def times(file: Path, *options: str) -> Times:
    """Return how long the program takes, with its start and the report in JSON."""
    command = [sys.executable, "-m", "dpexact", "audit", str(file), "--format", "json", *options]
    wall, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 1, done.returncode
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.perf_counter() - wall


def shown(name: str, found: Times, first: Times) -> str:
    return f"  {name:24} {found[0]:8.1f} s of processors ({found[0] / first[0]:.2f}), {found[1]:8.1f} s on the wall"


def measure(name: str, file: Path, rows: int) -> None:
    """Print the times of one table."""
    one = times(file)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of the largest so far
    cache = ["--cache", str(file.with_suffix(".cache"))]
    two, fill, hit = times(file, "--jobs", "2"), times(file, *cache), times(file, *cache)
    print(f"{rows} {name} rows; at most {memory / 1024:.0f} MB")
    for words, found in (("one process", one), ("two processes", two), ("filling a cache", fill), ("from it", hit)):
        print(shown(words, found, one), flush=True)


def main() -> None:
    """Print the times."""
    rows, dear = (int(word) for word in (*sys.argv[1:], *map(str, (ROWS, DEAR_ROWS)[len(sys.argv) - 1 :])))
    with tempfile.TemporaryDirectory() as folder:
        measure("dear", table(Path(folder) / "dear.csv", dear, DEAR), dear)
        measure("cheap", table(Path(folder) / "cheap.csv", rows, CHEAP), rows)


if __name__ == "__main__":
    main()
