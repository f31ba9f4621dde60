"""The text of a proof's step, with the functions and the data of its file that it uses."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from dpexact.papers.proving.predicate import first_line


@dataclass(frozen=True)
class Statement:
    """A statement at the top of a file with its lines, the names that it binds and the names that it uses."""

    first: int
    last: int
    gives: frozenset[str]
    uses: frozenset[str]
    runs: bool  # a loop, a call or `TABLE[0] = 1`, which may change values that it uses


def text_of_step(evidence: Callable[..., object]) -> str:
    """Return the source of a step and of all statements of its file for names used in it, directly or not.

    Steps that it cites are among them, and statements of the file that may change one of these, such as a loop or a
    call. Imported names are not, since the functions of dpexact have tests.
    """
    code = evidence.__code__
    text = "".join(linecache.getlines(code.co_filename))
    statements = _statements(text)
    taken = [statement for statement in statements if statement.first <= code.co_firstlineno <= statement.last]
    for user in taken:  # it grows on the way
        taken += [
            other
            for other in statements
            if other not in taken and (user.uses & other.gives or (other.runs and user.gives & other.uses))
        ]
    lines = text.splitlines()
    return "\n".join("\n".join(lines[part.first - 1 : part.last]) for part in statements if part in taken)


@lru_cache(maxsize=2)
def _statements(text: str) -> tuple[Statement, ...]:
    return tuple(map(_statement, ast.parse(text).body))


def _statement(statement: ast.stmt) -> Statement:
    """Return a statement with its names, without `proof`, with which all steps are registered."""
    first = first_line(statement)
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    gives = {node.id for node in names if isinstance(node.ctx, ast.Store)} - {"proof"}
    uses = {node.id for node in names if isinstance(node.ctx, ast.Load)} - {"proof"}
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        gives = {statement.name}
    return Statement(first, statement.end_lineno or first, frozenset(gives), frozenset(uses), _runs(statement))


def _runs(statement: ast.stmt) -> bool:
    """Return whether a statement may change values that it uses, as all but imports, definitions and names may."""
    match statement:
        case ast.Assign(targets=targets):
            return not all(isinstance(target, ast.Name | ast.Tuple) for target in targets)
        case ast.AnnAssign(target=target):
            return not isinstance(target, ast.Name)
        case _:
            return not isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)
