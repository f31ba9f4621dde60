"""Mutants of committed proofs: one number, sign, operator or comparison of the file is changed."""

import ast
import copy
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from dpexact.audit.paper import project_folder
from dpexact.papers.catalogue import OURS, papers
from dpexact.papers.ledger.books import pieces_of_proof
from dpexact.papers.ledger.claim import load_ledgers
from dpexact.papers.proving import ProofError, ProofRun
from dpexact.papers.proving.proof import load_file
from tests.uncited import UNCITED

OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult}
COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
LIMIT = 60  # seconds for a mutant: some of them do not end


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
    return [number for number, node in enumerate(ast.walk(tree)) if list(_changes(copy.copy(node)))]


def mutant(name: str, place: int) -> Mutant:
    """The proof with the change at this place."""
    tree = ast.parse(_text(name))
    node = list(ast.walk(tree))[place]
    line = getattr(node, "lineno", 0)
    changes = list(_changes(node))
    return Mutant(name, line, ", ".join(changes), ast.unparse(ast.fix_missing_locations(tree)))


def _text(name: str) -> str:
    return (project_folder("proofs") / f"{name}.py").read_text(encoding="utf-8")


def _changes(node: ast.AST) -> Iterator[str]:
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


@dataclass(frozen=True)
class Shown:
    """Return what a proof shows: its run, and for each of its pieces of evidence what the ledger repeats of it."""

    run: ProofRun
    says: dict[str, str]

    @property
    def printed(self) -> dict[str, str]:
        """Return what is printed of each conclusion: what was computed, with the source of the predicate."""
        return {one.name: f"{one.shown.says} {one.shown.source}" for one in self.run.conclusions}


def baseline(name: str, folder: Path) -> Shown:
    """Return what a proof shows as it is, its source written as that of the mutants is."""
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
    return frozenset({piece for claim in load_ledgers(OURS) for piece in claim.pieces} | UNCITED.keys())


def fate(mutant: Mutant, known: Shown, folder: Path) -> str:
    """Return what becomes of a mutant.

    - "refused": it is not accepted.
    - "computed": something else is computed and comes out as wanted, and `dpexact ledger` notices: what a piece of
      evidence says is not what the lock has.
    - "code": what is printed is the same, but a function or table behind it is not, and the ledger notices.
    - "same": the change is in nothing that a conclusion uses.
    - "unnoticed": a conclusion says something else, and neither a ledger nor a test repeats it.
    """
    try:
        found = _shown(mutant.proof, mutant.text, folder)
    except ProofError:
        return "refused"
    if any(found.says.get(reference) != said for reference, said in known.says.items() if reference in cited()):
        return "code" if found.printed == known.printed else "computed"
    return "same" if found.says == known.says else "unnoticed"


def sample(name: str, count: int, seed: int) -> list[Mutant]:
    """So many mutants of a proof, or all."""
    places = mutants(name)
    chosen = Random(seed).sample(places, count) if count < len(places) else places
    return [mutant(name, place) for place in chosen]
