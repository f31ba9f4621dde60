"""The power of the drawn vectors: 100 mutants of right implementations, and how many of them some drawn test notices.

    python -m tests.vectors_corpus.power

Each mutant is a mistake that a library could make: a constant, the wrong side or direction, an off by one, cancellation,
rounding, a wrong parameter. A test notices it if the answer is off by more than 1e-9 of the number, where the right
implementation is not. One that promises a bound is also asked whether it is below the number.
"""

import ast
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.beside import beside
from tests.vectors_corpus import references

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "vectors"
sys.path.append(str(VECTORS / "readers" / "python"))
reader: Any = import_module("reader")

LEAST_NOTICED = 97
PROMISED = {"composition.basic_epsilon"}
Mutant = tuple[str, str, str, str]  # the family, the kind of mistake, what stands there, and what is put in its place
MUTANTS: list[Mutant] = beside(__file__)["mutants"]


def sources() -> dict[str, str]:
    """Return the source of the reference of each family."""
    text = (HERE / "references.py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    return {
        family: ast.get_source_segment(text, functions[function.__name__]) or ""
        for family, function in references.REFERENCES.items()
    }


@cache
def drawn(family: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the drawn tests of a family, each with its parameters."""
    tests = json.loads((VECTORS / f"{family}.json").read_text(encoding="utf-8"))["tests"]
    return [
        (test, {name: reader.number(value) for name, value in test["parameters"].items()})
        for test in tests
        if "drawn" in test["flags"]
    ]


def faults(function: Callable[..., Any], family: str) -> Iterator[str]:
    """Yield the tests at which an implementation is wrong. An exception is an answer, and a wrong one."""
    for test, given in drawn(family):
        try:
            got = function(**given)
        except (ArithmeticError, ValueError):
            got = math.nan
        if got is not None and reader.fault(test, got, 1e-9, "larger" if family in PROMISED else ""):
            yield test["id"]


def unnoticed() -> Iterator[Mutant]:
    """Yield the mutants that no drawn test notices."""
    known = sources()
    for family, function in references.REFERENCES.items():
        right = list(faults(function, family))
        if right:
            raise AssertionError(f"the reference of {family} is wrong at {right[:3]}")
    for mutant in MUTANTS:
        family, _, old, new = mutant
        if known[family].count(old) != 1:
            raise AssertionError(f"{family} has {known[family].count(old)} times {old}")
        space: dict[str, Any] = {"math": math, "Doubles": list}
        exec("from __future__ import annotations\n" + known[family].replace(old, new), space)  # noqa: S102 - its own source
        broken = space[references.REFERENCES[family].__name__]
        if next(faults(broken, family), None) is None:
            yield mutant


def main() -> int:
    """Print the mutants that are not noticed and how many are, of each kind."""
    missed = list(unnoticed())
    for family, kind, old, new in missed:
        print(f"not noticed: {family}, {kind}: {old} -> {new}")
    kinds = Counter(kind for _, kind, _, _ in MUTANTS)
    print(", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())))
    print(f"{len(MUTANTS) - len(missed)} of {len(MUTANTS)} mutants noticed by drawn vectors")
    return int(len(MUTANTS) - len(missed) < LEAST_NOTICED)


if __name__ == "__main__":
    sys.exit(main())
