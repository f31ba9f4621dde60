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

from tests.vectors_corpus import references

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "vectors"
sys.path.append(str(VECTORS / "readers" / "python"))
reader: Any = import_module("reader")

LEAST_NOTICED = 97
PROMISED = {"composition.basic_epsilon"}
Mutant = tuple[str, str, str, str]  # the family, the kind of mistake, what stands there, and what is put in its place
MUTANTS: list[Mutant] = [
    ("laplace.delta", "cancellation", "-math.expm1((epsilon - loss) / 2))", "1 - math.exp((epsilon - loss) / 2))"),
    ("laplace.delta", "constant", "(epsilon - loss) / 2))", "(epsilon - loss) / 2.001))"),
    ("laplace.delta", "side", "max(0.0, -math.expm1((epsilon - loss) / 2))", "max(0.0, math.expm1((epsilon - loss) / 2))"),
    ("laplace.delta", "parameter", "sensitivity / scale", "sensitivity * scale"),
    ("laplace.delta", "parameter", "sensitivity / scale", "1 / scale"),
    ("laplace.delta", "direction", "return max(remove, add)", "return remove"),
    ("laplace.delta", "direction", "return max(remove, add)", "return add"),
    ("laplace.delta", "direction", 'if relation == "remove":', 'if relation == "add":'),
    ("laplace.delta", "cancellation", "(math.expm1(epsilon) + rate) / rate", "(math.exp(epsilon) - 1 + rate) / rate"),
    ("laplace.delta", "constant", "rate - math.expm1(epsilon) * (1 - rate)", "rate - math.expm1(epsilon)"),
    ("laplace.delta", "constant", "-rate * math.expm1((math.log(odds)", "-math.expm1((math.log(odds)"),
    ("laplace.delta", "cancellation", "left = rate - math.expm1(epsilon) * (1 - rate)", "left = 1 - math.exp(epsilon) * (1 - rate)"),
    ("discrete_laplace.delta", "off by one", "decay * (cut + 1)", "decay * cut"),
    ("discrete_laplace.delta", "off by one", "sensitivity - cut)", "sensitivity - cut - 1)"),
    ("discrete_laplace.delta", "off by one", "int(sensitivity))):", "int(sensitivity) - 1)):"),
    ("discrete_laplace.delta", "constant", "/ (1 + math.exp(-decay))", "/ (1 - math.exp(-decay))"),
    ("discrete_laplace.delta", "constant", "math.exp(epsilon - decay", "math.exp(-decay"),
    ("discrete_laplace.delta", "side", "best = max(best,", "best = min(1.0,"),
    ("discrete_laplace.delta", "rounding", "int((sensitivity - epsilon / decay) / 2)", "int(sensitivity / 2 - epsilon)"),
    ("zcdp.epsilon", "constant", 'if conversion == "simple":', "if True:"),
    ("zcdp.epsilon", "constant", "2 * math.sqrt(rho", "math.sqrt(rho"),
    ("zcdp.epsilon", "constant", "math.log(1 / delta))", "math.log(1.25 / delta))"),
    ("zcdp.epsilon", "constant", "math.log(1 / delta))", "math.log10(1 / delta))"),
    ("zcdp.epsilon", "parameter", "return rho + 2", "return 2"),
    ("zcdp.epsilon", "off by one", "rho * (1 + x) - (", "rho * x - ("),
    ("zcdp.epsilon", "constant", " + math.log(x / (1 + x)))", ")"),
    ("zcdp.epsilon", "side", " + math.log(x / (1 + x)))", " - math.log(x / (1 + x)))"),
    ("zcdp.epsilon", "constant", "(math.log(delta) + math.log1p(x)) / x", "math.log(delta) / x"),
    ("zcdp.epsilon", "constant", "range(200)", "range(8)"),
    ("rdp.subsampled_gaussian", "constant", "(2 * sigma**2) for", "sigma**2 for"),
    ("rdp.subsampled_gaussian", "parameter", "(2 * sigma**2) for", "(2 * sigma) for"),
    ("rdp.subsampled_gaussian", "off by one", "return math.log1p(math.fsum(small + large)) / (n - 1)", "return math.log1p(math.fsum(small + large)) / n"),
    ("rdp.subsampled_gaussian", "parameter", " + (n - k) * math.log1p(-rate)", ""),
    ("rdp.subsampled_gaussian", "off by one", "(n - k) * math.log1p(-rate)", "(n - k - 1) * math.log1p(-rate)"),
    ("rdp.subsampled_gaussian", "cancellation", "math.log1p(math.fsum(small + large))", "math.log(1 + math.fsum(small + large))"),
    ("rdp.subsampled_gaussian", "off by one", "(k * k - k)", "(k * k)"),
    ("rdp.subsampled_gaussian", "side", "(k * k - k)", "(k * k + k)"),
    ("rdp.subsampled_gaussian", "cancellation", "math.exp(a) * math.expm1(b)", "(math.exp(a + b) - math.exp(a))"),
    ("composition.basic_epsilon", "rounding", "math.nextafter(product, math.inf)", "product"),
    ("composition.basic_epsilon", "rounding", "math.nextafter(product, math.inf)", "math.nextafter(product, 0.0)"),
    ("composition.basic_epsilon", "off by one", "epsilon * count", "epsilon * (count - 1)"),
    ("composition.advanced_epsilon", "cancellation", "math.expm1(epsilon)", "(math.exp(epsilon) - 1)"),
    ("composition.advanced_epsilon", "constant", "math.expm1(epsilon)", "epsilon"),
    ("composition.advanced_epsilon", "constant", "math.sqrt(2 * count", "math.sqrt(count"),
    ("composition.advanced_epsilon", "constant", "epsilon * math.sqrt(2 * count", "2 * epsilon * math.sqrt(2 * count"),
    ("composition.advanced_epsilon", "parameter", "+ count * epsilon * math.expm1", "+ epsilon * math.expm1"),
    ("composition.advanced_epsilon", "parameter", "* -math.log(delta))", "/ delta)"),
    ("composition.optimal_delta", "off by one", "(n - 2 * l) * epsilon)", "(n - 2 * l - 1) * epsilon)"),
    ("composition.optimal_delta", "constant", "given_away + (1 - given_away) * hidden", "given_away * (1 - given_away) + hidden"),  # SmartNoise
    ("composition.optimal_delta", "off by one", "range(n + 1)", "range(1, n + 1)"),
    ("composition.optimal_delta", "constant", "math.log1p(math.exp(-epsilon))", "math.exp(-epsilon)"),
    ("composition.optimal_delta", "constant", "(1 - given_away) * hidden", "hidden"),
    ("composition.optimal_delta", "constant", "given_away = -math.expm1(n * math.log1p(-delta))", "given_away = delta"),
    ("composition.optimal_delta", "cancellation", "-math.expm1(n * math.log1p(-delta))", "1 - (1 - delta) ** n"),
    ("composition.optimal_delta", "side", "(n - 2 * l) * epsilon > total_epsilon", "(n - 2 * l) * epsilon < total_epsilon"),
    ("randomized_response.epsilon", "off by one", "(categories - 1)", "categories"),
    ("randomized_response.epsilon", "constant", "return abs(math.log1p", "return (math.log1p"),
    ("randomized_response.epsilon", "constant", "math.log(truth / lie)", "math.log(truth / (1 - truth))"),
    ("randomized_response.epsilon", "parameter", "lie = (1 - truth)", "lie = truth"),
    ("randomized_response.epsilon", "constant", "math.log(truth / lie)", "math.log2(truth / lie)"),
    ("privacy.delta", "cancellation", "(a - b) - b * math.expm1(epsilon)", "a - b * (1 + epsilon)"),
    ("privacy.delta", "side", "max(0.0, (a - b)", "abs((a - b)"),
    ("privacy.delta", "direction", "(a - b) - b * math.expm1(epsilon)) if b else a", "(b - a) - a * math.expm1(epsilon)) if a else b"),
    ("privacy.delta", "side", "if b else a", "if b else 0.0"),
    ("privacy.delta", "constant", "return math.fsum(", "return max("),
    ("privacy.verdict", "direction", "forth <= delta and back <= delta", "forth <= delta"),
    ("privacy.verdict", "direction", "forth <= delta and back <= delta", "back <= delta"),
    ("privacy.verdict", "side", "forth <= delta and back <= delta", "forth < delta and back < delta"),
    ("privacy.verdict", "rounding", "forth <= delta and back <= delta", "forth <= delta + 1e-12 and back <= delta + 1e-12"),
    ("binomial.delta", "off by one", "range(n + 1)", "range(n)"),
    ("binomial.delta", "off by one", "range(n + 1)", "range(1, n + 1)"),
    ("binomial.delta", "off by one", "math.comb(n, z - shift)", "math.comb(n, z - 1)"),
    ("binomial.delta", "constant", "mass - math.exp(epsilon) * other", "mass - other"),
    ("binomial.delta", "side", "if z >= shift else 0.0", "if z >= shift else 1.0"),
    ("exponential_mechanism.probability", "constant", "(2 * sensitivity)", "sensitivity"),
    ("exponential_mechanism.probability", "parameter", "epsilon * (score", "(score"),
    ("exponential_mechanism.probability", "side", "(score - max(scores))", "(min(scores) - score)"),
    ("exponential_mechanism.probability", "off by one", "weights[int(index)]", "weights[int(index) - 1]"),
    ("permute_and_flip.probability", "constant", "(2 * sensitivity)", "sensitivity"),
    ("permute_and_flip.probability", "constant", "own * total", "own / (own + sum(weights))"),
    ("permute_and_flip.probability", "off by one", "weights.pop(int(index))", "weights.pop(int(index) - 1)"),
    ("permute_and_flip.probability", "constant", "1 - w * u", "1 - w / 2"),
    ("laplace.threshold", "off by one", "(1 - threshold) / scale", "-threshold / scale"),
    ("laplace.threshold", "constant", "math.exp((1 - threshold) / scale) / 2", "math.exp((1 - threshold) / scale)"),
    ("laplace.threshold", "side", "return 1 - math.exp((threshold - 1)", "return math.exp((threshold - 1)"),
    ("laplace.threshold", "side", "threshold >= 1", "threshold >= 0"),
    ("gaussian.threshold", "off by one", "(threshold - 1)", "threshold"),
    ("gaussian.threshold", "cancellation", "return math.erfc((threshold - 1) / (sigma * math.sqrt(2))) / 2", "return (1 - math.erf((threshold - 1) / (sigma * math.sqrt(2)))) / 2"),
    ("gaussian.threshold", "constant", "sigma * math.sqrt(2)", "sigma"),
    ("discrete_laplace.threshold", "side", 'comparison == ">"', 'comparison == ">="'),
    ("discrete_laplace.threshold", "side", 'if comparison == ">"', "if True"),
    ("discrete_laplace.threshold", "off by one", "math.ceil(threshold) - 1", "math.ceil(threshold)"),
    ("discrete_laplace.threshold", "constant", "math.exp(-decay * first) / (1 + math.exp(-decay))", "math.exp(-decay * first) / 2"),
    ("discrete_laplace.threshold", "off by one", "(1 - first)", "-first"),
    ("discrete_gaussian.threshold", "side", 'if comparison == ">"', "if False"),
    ("discrete_gaussian.threshold", "rounding", "if z >= first", "if z > first"),
    ("discrete_gaussian.threshold", "parameter", "(2 * sigma**2)", "(2 * sigma)"),
    ("truncated_geometric.probability", "side", "output in {0.0, upper}", "output in {0.0}"),
    ("truncated_geometric.probability", "cancellation", "-math.expm1(-decay) * tail", "(1 - math.exp(-decay)) * tail"),
    ("truncated_geometric.probability", "constant", "/ (1 + math.exp(-decay))", "/ (1 - math.exp(-decay))"),
]  # fmt: skip


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
