"""Mutants of committed proofs: one number, sign, operator, relation, range or cited fact of the file is changed."""

from __future__ import annotations

import ast
import copy
import linecache
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from dpexact.paper import project_folder
from dpexact.papers import papers
from dpexact.proving import ProofError
from dpexact.proving.formula import Finite
from dpexact.proving.library import load_file
from dpexact.proving.statement import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dpexact.proving import ProofRun

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult}
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
RELATIONS = {"at_least": "greater", "greater": "at_least", "equal": "at_least"}


@dataclass(frozen=True)
class Mutant:
    """A changed file: the proof, the line, what was changed, and the text."""

    proof: str
    line: int
    change: str
    text: str


def mutants(name: str) -> list[int]:
    """The places of a proof at which something can be changed."""
    tree = ast.parse(_text(name))
    cited: set[int] = set()
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef) and outer.decorator_list:
            names = {argument.arg for argument in outer.args.args}
            inside = [node for inner in outer.body for node in ast.walk(inner)] if len(names) > 1 else []
            cited |= {id(node) for node in inside if isinstance(node, ast.Name) and node.id in names}
    return [
        number
        for number, node in enumerate(ast.walk(tree))
        if id(node) in cited
        or (not isinstance(node, ast.Name) and list(_changes(copy.copy(node), [])))
        or (not isinstance(node, ast.Name) and list(_changes(copy.copy(node), [])))
    ]


def mutant(name: str, place: int) -> Mutant:
    """The proof with the change at this place."""
    tree = ast.parse(_text(name))
    node = list(ast.walk(tree))[place]
    line = getattr(node, "lineno", 0)
    changes = list(_changes(node, _parameters_around(tree, node)))
    return Mutant(name, line, ", ".join(changes), ast.unparse(ast.fix_missing_locations(tree)))


def _text(name: str) -> str:
    return (project_folder("proofs") / f"{name}.py").read_text(encoding="utf-8")


def _changes(node: ast.AST, parameters: list[str]) -> Iterator[str]:
    """Change the node in place; at most one change for each node."""
    match node:
        case ast.Constant(value=int(value)) if type(value) is int:
            node.value = value + 1
            yield f"{value} -> {value + 1}"
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            node.op = OPERATORS[type(op)]()
            yield f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.UnaryOp(op=ast.USub()):
            node.op = ast.UAdd()
            yield "-x -> +x"
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            node.ops = [COMPARISONS[type(op)]()]
            yield f"{type(op).__name__} -> {type(node.ops[0]).__name__}"
        case ast.Call(func=ast.Name(id=name)) if name in RELATIONS:
            node.func = ast.Name(RELATIONS[name], ast.Load())
            yield f"{name} -> {RELATIONS[name]}"
        case ast.Name(id=name, ctx=ast.Load()) if name in parameters and len(parameters) > 1:
            node.id = parameters[(parameters.index(name) + 1) % len(parameters)]
            yield f"{name} -> {node.id}"


def _parameters_around(tree: ast.AST, node: ast.AST) -> list[str]:
    """The parameters of the innermost step around a node."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef) and outer.decorator_list:
            for inner in outer.body:
                if any(one is node for one in ast.walk(inner)):
                    return [argument.arg for argument in outer.args.args]
    return []


def theorems(run: ProofRun) -> dict[str, str]:
    """What a proof shows, conclusion by conclusion; of computations, with the source."""
    return {one.step.name: f"{sentence(one.fact)} {getattr(one.fact.formula, 'source', '')}" for one in run.conclusions}


def baseline(name: str, folder: Path) -> dict[str, str]:
    """What a proof shows as it is, its source written as that of the mutants is."""
    path = folder / f"{name.replace('/', '_')}.py"
    path.write_text(ast.unparse(ast.parse(_text(name))), encoding="utf-8")
    return theorems(load_file(path, papers=papers()).run())


def fate(mutant: Mutant, known: dict[str, str], folder: Path) -> tuple[str, ProofRun | None]:
    """What becomes of a mutant.

    "refused"; "same": it is another proof of the same statements; "formula": another statement that the core proves;
    "computed": another computation that comes out True.
    """
    path = folder / f"{mutant.proof.replace('/', '_')}.py"
    path.write_text(mutant.text, encoding="utf-8")
    linecache.checkcache()
    try:
        run = load_file(path, papers=papers()).run()
    except ProofError:
        return "refused", None
    found = theorems(run)
    if found == known or all(found.get(name) == said for name, said in known.items()):
        return "same", run
    changed = [one.fact.formula for one in run.conclusions if found[one.step.name] != known.get(one.step.name)]
    return "computed" if any(isinstance(formula, Finite) for formula in changed) else "formula", run


def sample(names: list[str], count: int, seed: int) -> list[Mutant]:
    """Some of the mutants of these proofs."""
    chance = Random(seed)
    places = {name: mutants(name) for name in names}
    return [mutant(name, chance.choice(places[name])) for name in chance.choices(names, k=count)]
