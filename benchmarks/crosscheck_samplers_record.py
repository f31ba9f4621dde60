"""Run the released samplers and write the record: python benchmarks/crosscheck_samplers_record.py [WORD ...].

With words, only the samplers with one of them in their id are run; the others keep what is on record.
"""

from __future__ import annotations

import json
import platform
import sys
import tomllib
import warnings
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.crosscheck.sampler_programs import SAMPLERS
from dpexact.crosscheck.samplers import judged, recorded
from dpexact.crosscheck.withheld import withheld_samplers, withheld_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dpexact.crosscheck.samplers import Sampler, SamplerResult

FORMAT = "dpexact-samplers/1"
RECORD = Path(__file__).parents[1] / "dpexact" / "crosscheck" / "samplers.toml"


def main(words: list[str]) -> None:
    warnings.simplefilter("ignore")
    known = recorded() if RECORD.exists() else {}
    published, withheld = asked(SAMPLERS, known, words), asked(withheld_samplers(), known, words)
    machine = f"Python {platform.python_version()}, numpy {metadata.version('numpy')}, {' '.join(platform.libc_ver())}"
    machine += f" on {platform.machine()}"
    count = len(withheld) or tomllib.loads(RECORD.read_text(encoding="utf-8")).get("withheld", 0)
    RECORD.write_text(record_text(published, machine, count), encoding="utf-8")
    path = withheld_table("samplers")
    if path is not None:
        path.write_text(record_text(withheld, machine), encoding="utf-8")


def asked(samplers: Sequence[Sampler], known: dict[str, SamplerResult], words: list[str]) -> list[SamplerResult]:
    results = []
    for sampler in samplers:
        if words and not any(word in sampler.id for word in words):
            results += [known[sampler.id]] if sampler.id in known else []
            continue
        result = judged(sampler)
        print(sampler.id, result.verdict, result.delta, flush=True)
        results.append(result if result.verdict != "missing" else known[sampler.id])
    return results


def record_text(results: Iterable[SamplerResult], beside: str, withheld: int = 0) -> str:
    """Write results as the record, with how many are withheld."""
    parts = [
        "# What the shipped samplers draw from; `dpexact crosscheck --samplers` asks again. docs/samplers.md",
        f"format = {_toml(FORMAT)}",
        f"beside = {_toml(beside)}",
        *([f"withheld = {withheld}"] if withheld else []),
    ]
    for result in results:
        cells = {key: value for key, value in asdict(result).items() if key != "error" and value not in ("", ())}
        parts += ["", "[[sampler]]", *(f"{key} = {_toml(value)}" for key, value in cells.items())]
    return "\n".join([*parts, ""])


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main(sys.argv[1:])
