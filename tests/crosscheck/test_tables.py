"""The tables of crosscheck keep their schema, and their rows agree; each kind of mistake is noticed with its place."""

import json
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Any

import jsonschema
import mpmath
import pytest

from dpexact.crosscheck.library import Case, Finding, Library, Probe, chosen_libraries, read_table, shipped_table
from dpexact.crosscheck.truths import PLACE
from dpexact.numbers.exact import exact
from tests.each import each
from tests.values import written

EVERY = chosen_libraries(None)  # in a checkout with what is withheld
SCHEMA = json.loads((resources.files("dpexact.crosscheck") / "table.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)


def faults(content: dict[str, Any], library: Library) -> Iterator[str]:
    """Yield the place of each mistake in a table."""
    yield from (".".join(map(str, error.absolute_path)) or error.message for error in VALID.iter_errors(content))
    if content.get("library") != library.name:
        yield "library"
    known = {probe.name: probe for probe in library.probes}
    seen = set()
    for n, case in enumerate(content.get("case", ())):
        if case.get("id") in seen:
            yield f"case.{n}.id"
        seen.add(case.get("id"))
        if case["probe"] not in known:
            yield f"case.{n}.probe"
        elif set(case["arguments"]) != set(PLACE.findall(known[case["probe"]].lines)):
            yield f"case.{n}.arguments"
        listed = [value for value in case["arguments"].values() if isinstance(value, list)]
        if not all(type(item) is float for value in listed for item in value):
            yield f"case.{n}.arguments"
    for n, finding in enumerate(content.get("finding", ())):
        if not set(finding.get("probes", ())) <= set(known):
            yield f"finding.{n}.probes"


def faults_of_probe(probe: Probe) -> Iterator[str]:
    """Yield the parts of a probe that name something unknown. A formula for an argument needs lines of mpmath."""
    known = {*PLACE.findall(probe.lines), "output", *probe.found}
    for name, truth, more in (("truth", probe.truth, set()), ("needed", probe.needed, {"claimed"})):
        if truth is not None:
            names = {field for _, field, _, _ in Formatter().parse(truth.again) if field is not None}
            if not (truth.takes <= known | more and names <= known | more and truth.again):
                yield name
    if probe.claim not in {"", *known}:
        yield "claim"


@pytest.mark.parametrize("library", EVERY, ids=lambda library: library.name)
def test_every_table_is_right(library: Library) -> None:
    for path in filter(None, (library.table, library.withheld)):
        assert list(faults(tomllib.loads(path.read_text(encoding="utf-8")), library)) == []
    assert {probe.name: list(faults_of_probe(probe)) for probe in library.probes if any(faults_of_probe(probe))} == {}
    assert len({case.id for case in shipped_table(library).cases}) == len(shipped_table(library).cases)


HEAD = 'format = "dpexact-crosscheck/1"\nlibrary = "scipy"\n'
AT = "https://x.org/y at 0123abc (2026-01-31): still so"
FOUND = (
    '[[finding]]\nsays = "s"\nprobes = ["ndtr"]\npromise = ["f.py:1: w"]\nrange = "r"\nusable = true\n'
    f'head = "{AT}"\nknown = "k"\n'
)
ROW = '[[case]]\nid = "a"\nprobe = "ndtr"\narguments = { x = 1.0 }\n'
PROBE = """[[probe]]
name = "noise"
kind = "delta"
says = "the noise has this delta"
lines = "output = f({epsilon}, {scale})"
claim = "epsilon"
formula = "max(0, 1 - exp((epsilon - inverse)/2))"
parts = { inverse = "1/scale" }
again = "truth = max(mpf(0), 1 - exp((mpf({epsilon}) - 1/mpf({scale}))/2))"
safe = "larger"
reference = "a book"
"""
REST, SAFE = PROBE[PROBE.index("formula") :], PROBE[PROBE.index("safe") :]
FORMULA = "".join(line + "\n" for line in PROBE.splitlines() if line.startswith(("formula", "parts")))


@each(
    ("text", "place"),
    [
        ("format = 1\n" + HEAD.partition("\n")[2], "format"),
        (HEAD.replace("scipy", "autodp"), "library"),
        (HEAD + "withheld = -1\n", "withheld"),
        (HEAD + "cases = 1\n", "Additional properties"),
        (HEAD + ROW + ROW, "case.1.id"),
        (HEAD + ROW.replace("ndtr", "ndtx"), "case.0.probe"),
        (HEAD + ROW.replace("x = 1.0", "y = 1.0"), "case.0.arguments"),
        (HEAD + ROW.replace("x = 1.0", ""), "case.0.arguments"),
        (HEAD + ROW.replace("x = 1.0", "x = 1.0, y = 1.0"), "case.0.arguments"),
        (HEAD + ROW.replace("1.0", "'1; import os'"), "case.0.arguments.x"),
        (HEAD + ROW.replace("1.0", "'__import__(1)'"), "case.0.arguments.x"),
        (HEAD + ROW.replace("1.0", "true"), "case.0.arguments.x"),
        (HEAD + ROW.replace("1.0", "['a']"), "case.0.arguments.x"),
        (HEAD + ROW.replace("1.0", "[1]"), "case.0.arguments"),
        (HEAD + ROW + "sen = []\n", "case.0"),
        (HEAD + ROW + "seen = [1]\n", "case.0.seen"),
        (HEAD + ROW.replace('id = "a"', "id = 1"), "case.0.id"),
        (HEAD + ROW + "refuses = 1\n", "case.0.refuses"),
        (HEAD + FOUND.replace("says", "say"), "finding.0"),
        (HEAD + FOUND.replace('"s"', "1"), "finding.0.says"),
        (HEAD + FOUND.replace('"k"', "1"), "finding.0.known"),
        (HEAD + FOUND.replace("true", '"true"'), "finding.0.usable"),
        (HEAD + FOUND.replace(AT, ""), "finding.0.head"),
        (HEAD + FOUND.replace(" at 0123abc", ""), "finding.0.head"),
        (HEAD + FOUND.replace(" (2026-01-31)", ""), "finding.0.head"),
        (HEAD + FOUND.replace(": still so", ":"), "finding.0.head"),
        (HEAD + FOUND.replace("ndtr", "ndtx"), "finding.0.probes"),
        (HEAD + FOUND.replace('["ndtr"]', "[]"), "finding.0.probes"),
        (HEAD + FOUND.replace('["f.py:1: w"]', "[]"), "finding.0.promise"),
        (HEAD + FOUND.replace('["f.py:1: w"]', '"f.py:1: w"'), "finding.0.promise"),
        (HEAD + FOUND.replace("f.py:1: w", "f.py: w"), "finding.0.promise"),
        (HEAD + FOUND.replace("f.py:1: w", "f.py:1: "), "finding.0.promise"),
        (HEAD + FOUND.replace('promise = ["f.py:1: w"]\n', ""), "finding.0"),
    ],
)
def test_a_faulty_table_is_noticed(text: str, place: str) -> None:
    (library,) = chosen_libraries("scipy")
    assert any(fault.startswith(place) for fault in faults(tomllib.loads(text), library))


@each(
    ("before", "after", "place"),
    [
        ('name = "noise"', 'nam = "noise"', "probe.0"),
        ('name = "noise"', "name = 1", "probe.0.name"),
        ('kind = "delta"', 'kind = "gamma"', "probe.0.kind"),
        ('safe = "larger"', 'safe = "large"', "probe.0.safe"),
        ('safe = "larger"\n', "", "probe.0"),
        ('says = "the noise has this delta"', 'says = ""', "probe.0.says"),
        ('again = "', 'uses = "root"\nagain = "', "probe.0.uses"),
        ('parts = { inverse = "1/scale" }', "parts = { inverse = 1 }", "probe.0.parts"),
        (FORMULA, 'truth = "laplace.unit.delta"\nnames = { scale = 1 }\n', "probe.0.names"),
        (FORMULA, FORMULA + 'truth = "laplace.unit.delta"\n', "probe.0"),  # two truths
        (FORMULA, FORMULA + 'names = { scale = "epsilon" }\n', "probe.0"),  # of no law
        (FORMULA, "", "probe.0"),
        ('again = "', 'measures = ""\nagain = "', "probe.0.measures"),
        ('again = "', 'found = "output"\nagain = "', "probe.0.found"),
        ("f({epsilon}, {scale})", "f({epsilon})", "truth"),  # the truth takes what nobody gives
        ("1/mpf({scale})", "1/mpf({sigma})", "truth"),
        ('parts = { inverse = "1/scale" }', 'parts = { inverse = "1/width" }', "truth"),
        ('claim = "epsilon"', 'claim = "eps"', "claim"),
        ('safe = "larger"', 'needed = "gaussian.unit.delta"\nsafe = "larger"', "needed"),  # takes sigma
        (REST, f'truth = "laplace.unit.delta"\nnames = {{ scale = "scale/2" }}\n{SAFE}', "truth"),  # without `again`
    ],
)
def test_a_faulty_probe_is_noticed(tmp_path: Path, before: str, after: str, place: str) -> None:
    assert before in PROBE
    content = tomllib.loads(HEAD + PROBE.replace(before, after))
    (library,) = chosen_libraries("scipy")
    found = list(faults(content, library))
    if not found:
        path = written(tmp_path / "scipy.toml", HEAD + PROBE.replace(before, after))
        found = list(faults_of_probe(Library("scipy", "scipy", path).probes[-1]))
    assert any(fault.startswith(place) for fault in found)


def test_a_right_probe_is_read_and_both_routes_agree(tmp_path: Path) -> None:
    path = written(tmp_path / "scipy.toml", HEAD + PROBE)
    probe = Library("scipy", "scipy", path).probes[-1]
    assert [*faults_of_probe(probe)] == []
    assert probe.truth.takes == {"epsilon", "scale"}
    assert probe.filled(probe.lines, {"epsilon": 0.5, "scale": 1.0}) == "output = f(0.5, 1.0)"
    names: dict[str, Any] = {}
    exec("from mpmath import *\nmp.dps = 30\n" + probe.filled(probe.truth.again, {"epsilon": 0.5, "scale": 1.0}), names)  # noqa: S102
    assert abs(names["truth"] - (1 - mpmath.exp(-0.25))) < 1e-15
    truth = probe.truth.compute(epsilon=exact("1/2"), scale=exact(1))
    assert truth == exact("1 - exp(-1/4)")


def test_a_right_table_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "scipy.toml", HEAD + FOUND + ROW)
    table = read_table(path)
    assert table.cases == (Case("a", "ndtr", {"x": 1.0}),)
    assert table.finding("ndtr") == Finding("s", ("ndtr",), ("f.py:1: w",), "r", usable=True, head=AT, known="k")
    assert table.finding("erfc") is None
