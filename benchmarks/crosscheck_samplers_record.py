"""Run the released samplers and write the record: python benchmarks/crosscheck_samplers_record.py [WORD ...].

With words, only the samplers with one of them in their id are run; the others keep what is on record.
"""

from __future__ import annotations

import platform
import sys
import warnings
from importlib import metadata
from pathlib import Path

from dpexact.crosscheck.adapters.samplers import SAMPLERS
from dpexact.crosscheck.samplers import judged, record_text, recorded

RECORD = Path(__file__).parents[1] / "dpexact" / "crosscheck" / "samplers.toml"


def main(words: list[str]) -> None:
    warnings.simplefilter("ignore")
    known = recorded() if RECORD.exists() else {}
    results = []
    for sampler in SAMPLERS:
        if words and not any(word in sampler.id for word in words):
            results += [known[sampler.id]] if sampler.id in known else []
            continue
        result = judged(sampler)
        print(sampler.id, result.verdict, result.delta, flush=True)
        results.append(result if result.verdict != "missing" else known[sampler.id])
    machine = f"Python {platform.python_version()}, numpy {metadata.version('numpy')}, {' '.join(platform.libc_ver())}"
    RECORD.write_text(record_text(results, f"{machine} on {platform.machine()}"), encoding="utf-8")


main(sys.argv[1:])
