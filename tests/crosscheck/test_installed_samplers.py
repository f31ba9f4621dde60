"""The samplers of the libraries that are installed: what is on record, what is promised, and real runs of them.

A real run is the second route: the shipped function with a real generator, thousands of times.
"""

from __future__ import annotations

import os
import random
import re
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from dpexact.crosscheck.adapters.samplers import SAMPLERS
from dpexact.crosscheck.samplers import as_recorded, judged, recorded

if TYPE_CHECKING:
    from dpexact.crosscheck.samplers import Sampler

RECORD = recorded()
RUNS = 2000
REAL = ("diffprivlib", "pure-ldp", "multi-freq-ldpy", "trasgodp", "dwork", "diffpriv-pure")


def installed(sampler: Sampler) -> None:
    if sampler.version() is None:
        pytest.skip(f"{sampler.library} is not installed")
    if sampler.library != "python" and sampler.version() != RECORD[sampler.id].version:
        pytest.skip(f"{sampler.library} {sampler.version()} is installed; the record is of another version")


@pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda sampler: sampler.id)
def test_the_law_is_judged_as_recorded(sampler: Sampler) -> None:
    installed(sampler)
    if sampler.long and not os.environ.get("DPEXACT_SLOW"):
        pytest.skip("takes a minute")
    result = judged(sampler)
    assert as_recorded(result, RECORD[sampler.id]), (result, RECORD[sampler.id])


@pytest.mark.parametrize("sampler", SAMPLERS, ids=lambda sampler: sampler.id)
def test_the_promise_stands_on_its_line(sampler: Sampler) -> None:
    installed(sampler)
    if sampler.library == "python":
        pytest.skip("the lines differ between versions of Python")
    found = re.fullmatch(r"(\S+?):([1-9]\d*): (\S.*)", sampler.promise)
    assert found is not None
    file, line, words = found.groups()
    path = Path(str(metadata.distribution(sampler.library).locate_file(file)))
    lines = path.read_text(encoding="utf-8").split("\n")[int(line) - 1 :][:3]
    assert " ".join(words.split()) in " ".join(" ".join(lines).split())
    assert words.split()[0] in lines[0]


BROKEN = [made for made in SAMPLERS if RECORD[made.id].verdict == "broken" and made.name != "Geometric:epsilon=20"]


@pytest.mark.parametrize("sampler", BROKEN, ids=lambda sampler: sampler.id)
def test_real_runs_show_what_is_broken(sampler: Sampler) -> None:
    """The event of the record, as far as it is written out, is as frequent as its probability says."""
    installed(sampler)
    row = RECORD[sampler.id]
    program, label = sampler.make(), sampler.label or (lambda output: output)
    generator = random.SystemRandom()
    np.random.seed(20)  # noqa: NPY002 - the libraries draw from it

    def outputs(name: str) -> list[str]:
        arguments = next(value for key, value in sampler.inputs.items() if str(key) == name)
        return [said(program, generator, arguments, label) for _ in range(RUNS)]

    first, second = (outputs(name) for name in row.pair)
    event = set(first) - set(second) if "more" in row.event else set(split(row.event))
    chances = (float(row.first), float(row.second))
    if "more" in row.event and chances[1] > 0:
        pytest.skip("the event is not written out")
    for drawn, chance in zip((first, second), chances, strict=True):
        frequency = sum(output in event for output in drawn) / RUNS
        if "more" in row.event and drawn is first:
            assert frequency > chance - 0.06  # outputs that never came in the other runs
        else:
            assert abs(frequency - chance) < 0.06, (frequency, chance)


def said(program, generator, arguments, label) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001
    try:
        return str(label(program(generator, *arguments)))
    except (ValueError, OverflowError) as error:
        return str(("raised", type(error).__name__))


def split(event: str) -> list[str]:
    """Split the text of an event at the commas outside of brackets."""
    depth, parts = 0, [""]
    for sign in event:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def test_python_has_its_words_where_they_are_quoted() -> None:
    text = (Path(sysconfig.get_paths()["stdlib"]) / "random.py").read_text(encoding="utf-8")
    for made in SAMPLERS:
        if made.library == "python":
            words = made.promise.partition(": ")[2]
            assert " ".join(words.split()) in " ".join(text.split())
