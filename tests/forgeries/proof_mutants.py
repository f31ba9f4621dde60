"""Mutants of committed proofs: one number, sign, operator, relation, range or cited fact of the file is changed."""

from __future__ import annotations

import ast
import copy
import signal
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from dpexact.audit.paper import project_folder
from dpexact.papers.catalogue import OURS, papers
from dpexact.papers.ledger.evidence import pieces_of_proof
from dpexact.papers.ledger.reference import parse_reference
from dpexact.papers.ledger.table import load_ledgers
from dpexact.papers.proving import ProofError
from dpexact.papers.proving.formula import Finite
from dpexact.papers.proving.library import load_file
from dpexact.papers.proving.statement import sentence
from tests.uncited import UNCITED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dpexact.papers.proving import ProofRun

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult}
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
LIMIT = 60  # seconds for a mutant: some of them do not end
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
        if id(node) in cited or (not isinstance(node, ast.Name) and list(_changes(copy.copy(node), [])))
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


@dataclass(frozen=True)
class Shown:
    """What a proof shows: its run, and for each of its pieces of evidence what the ledger repeats of it."""

    run: ProofRun
    says: dict[str, str]

    @property
    def theorems(self) -> dict[str, str]:
        """The statement of each conclusion, with the source of the predicate where it is a computation."""
        found = ((one.step.name, one.fact) for one in self.run.conclusions)
        return {name: f"{sentence(fact)} {getattr(fact.formula, 'source', '')}" for name, fact in found}


def baseline(name: str, folder: Path) -> Shown:
    """What a proof shows as it is, its source written as that of the mutants is."""
    return _shown(name, ast.unparse(ast.parse(_text(name))), folder)


def _shown(name: str, text: str, folder: Path) -> Shown:
    """Run a text as a proof of this name. Raises: ProofError; also after LIMIT seconds."""
    path = folder / f"{name.replace('/', '_')}.py"
    path.write_text(text, encoding="utf-8")
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LIMIT)
    try:
        proof = load_file(path, papers=papers())
        run = proof.run()
    finally:
        signal.alarm(0)
    pieces = pieces_of_proof(name, run.conclusions, proof.claims)
    return Shown(run, {reference: f"{piece.says} {piece.fault}" for reference, piece in pieces.items()})


def _too_long(*_: object) -> None:
    raise ProofError(f"does not end within {LIMIT} seconds", "time")


@cache
def cited() -> frozenset[str]:
    """The references of all pieces of evidence that a ledger cites, and of those whose fingerprint the tests keep."""
    found: set[str] = set()
    for claim in load_ledgers(OURS):
        for piece in claim.pieces:
            reference = parse_reference(piece.ref)
            found |= {piece.ref if reference is None else str(reference.within(claim.paper))}
    return frozenset(found | UNCITED.keys())


def fate(mutant: Mutant, known: Shown, folder: Path) -> tuple[str, Shown | None]:
    """What becomes of a mutant.

    - "refused": the core does not accept it.
    - "formula", "computed": another statement is proved, or comes out True, and `dpexact ledger` notices that it is
      another one: what a piece of evidence says is not what the ledger repeats.
    - "code": the statements are the same, but what was computed is not, and the ledger notices.
    - "same": it is another proof of the same statements, by the rules of the core.
    - "unnoticed": a conclusion says something else, and neither a ledger nor a test repeats it.
    """
    try:
        found = _shown(mutant.proof, mutant.text, folder)
    except ProofError:
        return "refused", None
    now, before = found.theorems, known.theorems
    changed = [one for one in found.run.conclusions if now[one.step.name] != before.get(one.step.name)]
    if any(found.says.get(reference) != said for reference, said in known.says.items() if reference in cited()):
        kinds = {isinstance(one.fact.formula, Finite) for one in changed}
        return ("computed" if True in kinds else "formula" if changed else "code"), found
    if found.says != known.says:
        return "unnoticed", found
    return "same", found


def sample(name: str, count: int, seed: int) -> list[Mutant]:
    """So many mutants of a proof, or all."""
    places = mutants(name)
    chosen = Random(seed).sample(places, count) if count < len(places) else places
    return [mutant(name, place) for place in chosen]
