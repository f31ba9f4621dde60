"""The samplers of the libraries that are installed: what is on record, what is promised, and real runs of them.

A real run is the second route: the shipped function with a real generator, thousands of times.
"""

import math
import os
import random
import re
import sysconfig
from collections import Counter
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from dpexact.crosscheck.sampler_programs import every_sampler
from dpexact.crosscheck.samplers import Sampler, as_recorded, judged, recorded
from dpexact.programs import distribution_of

RECORD = recorded()
SAMPLERS = every_sampler()
RUNS = 2000


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


SHORT = [made for made in SAMPLERS if not made.long and made.library != "tmlt.core"]


@pytest.mark.filterwarnings("ignore:non-integer arguments to randrange:DeprecationWarning")  # by pure-ldp
@pytest.mark.parametrize("sampler", SHORT, ids=lambda sampler: sampler.id)
def test_real_runs_follow_the_law(sampler: Sampler) -> None:
    """Every output of a real run has a probability, and is about as frequent as that says (within 5 deviations)."""
    installed(sampler)
    program, label = sampler.make(), sampler.label or (lambda output: output)
    arguments = next(iter(sampler.inputs.values()))
    given = {"label": sampler.label, "subprograms": tuple(sampler.subprograms()), "mass": sampler.mass}
    found = distribution_of(program, *arguments, **given)  # type: ignore[arg-type]
    law = {plain(output): float(p.as_fmpq()) for output, p in found.probabilities.items()}
    np.random.seed(20)  # noqa: NPY002 - some of the libraries draw from it
    seen: Counter[object] = Counter(plain(label(program(random.SystemRandom(), *arguments))) for _ in range(RUNS))
    assert set(seen) <= set(law)
    for output, p in law.items():
        assert abs(seen[output] - RUNS * p) <= 5 * math.sqrt(RUNS * p * (1 - p)) + 5, (output, seen[output] / RUNS, p)


def plain(output: object) -> object:
    """Return the output with numpy's numbers as Python's."""
    if isinstance(output, tuple):
        return tuple(map(plain, output))
    return output.item() if hasattr(output, "item") else output


def test_python_has_its_words_where_they_are_quoted() -> None:
    text = (Path(sysconfig.get_paths()["stdlib"]) / "random.py").read_text(encoding="utf-8")
    for made in SAMPLERS:
        if made.library == "python":
            words = made.promise.partition(": ")[2]
            assert " ".join(words.split()) in " ".join(text.split())
