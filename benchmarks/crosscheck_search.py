"""Systematic search over documented ranges: where does a library claim less than the truth?

    python benchmarks/crosscheck_search.py LIBRARY [PROBE] > found.jsonl

One JSON line for each point of the grid in `crosscheck_grids/`, with the judgement; a summary goes to the standard
error. It is how the cases of `dpexact/crosscheck/*.toml` were found; `benchmarks/crosscheck_record.py` writes those.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.library import Case, Table, chosen_libraries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.crosscheck.library import Argument

GRIDS = Path(__file__).parent / "crosscheck_grids"
SUMS = [
    (0.7, 40),
    (1.0, 20),
    (2.0, 8),
    (3.0, 4),
    (5.0, 2),
    (2.0, 16),
    (1.0, 36),
    (1.0, 38),
    (1.0, 44),
    (2.0, 18),
    (2.0, 20),
]
PAIRS: list[tuple[Argument, Argument]] = [
    ((0.5, 0.5), (0.25, 0.75)),
    ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25)),
    ((0.75, 0.25), (0.25, 0.75)),
    ((0.625, 0.375), (0.375, 0.625)),
    ((0.0009765625, 0.9990234375), (0.5, 0.5)),
]
EXTRA: dict[str, dict[str, list[dict[str, Argument]]]] = {
    "prv_accountant": {  # from which sum of epsilons on is the upper bound too small?
        "PureDPMechanism.epsilon-upper": [
            {"epsilon": epsilon, "count": count, "total_delta": 1e-5, "eps_error": 0.1, "delta_error": 1e-8}
            for epsilon, count in SUMS
        ]
    },
    "dp_accounting": {
        f"pair.{side}": [
            {"p": p, "q": q, "count": count, "epsilon": epsilon}
            for (a, b), count, epsilon in product(PAIRS, [1, 2, 5, 20], [0.1, 0.5, 1.0, 3.0])
            for p, q in ((a, b), (b, a))
        ]
        + [
            {"p": (0.625, 0.375), "q": (0.375, 0.625), "count": count, "epsilon": epsilon * count}
            for count, epsilon in product([100, 300], [0.25, 0.3125, 0.375, 0.4375, 0.5])
        ]
        for side in ("pessimistic", "optimistic")
    }
    | {
        f"gaussian.{side}": [
            {"sigma": sigma, "count": count, "epsilon": epsilon}
            for sigma, count, far in (
                (1.0, 100, [120.0, 140.0, 200.0]),
                (3.0, 100, [15.0, 25.0, 30.0]),
                (3.0, 1000, [60.0, 140.0]),
                (10.0, 1000, [20.0, 30.0]),
            )
            for epsilon in far
        ]
        for side in ("pessimistic", "optimistic")
    },
}


def points(library: str, probe: str) -> Iterator[dict[str, Argument]]:
    axes = tomllib.loads((GRIDS / f"{library}.toml").read_text(encoding="utf-8")).get(probe)
    if axes is not None:
        for values in product(*axes.values()):
            given = [tuple(value) if isinstance(value, list) else value for value in values]
            yield dict(zip(axes, given, strict=True))
    yield from EXTRA.get(library, {}).get(probe, [])


def main(name: str, only: str | None = None) -> None:
    (library,) = chosen_libraries(name)
    table = Table(library.name, library.version() or "")
    for probe in library.probes:
        if only not in (None, probe.name):
            continue
        counts: Counter[str] = Counter()
        for place, arguments in enumerate(points(library.name, probe.name)):
            result = checked(library, table, Case(f"{probe.name}-{place}", probe.name, arguments))
            counts[f"{result.outcome} {result.side} {result.weight}"] += 1
            print(json.dumps({**result.to_json(), "given": arguments}), flush=True)
        print(f"{probe.name}: {dict(counts)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
