"""The text behind a statement that does not show all of it: the step, the functions and the data that it uses."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Statement:
    """A statement at the top of a file: its lines, the names that it gives and those that it uses."""

    first: int
    last: int
    gives: frozenset[str]
    uses: frozenset[str]
    runs: bool  # a loop, a call or `TABLE[0] = 1`, which may change what it uses


def text_of_step(evidence: Callable[..., object]) -> str:
    """Return the source of a step and of all statements of its file for names used in it, directly or not.

    Steps that it cites are among them, and a statement of the file that may change one of these: a loop, a call. What
    is imported is not: the functions of dpexact have tests.
    """
    code = evidence.__code__
    text = "".join(linecache.getlines(code.co_filename))
    statements = _statements(text)
    taken = [one for one in statements if one.first <= code.co_firstlineno <= one.last]
    for one in taken:  # it grows on the way
        taken += [
            other
            for other in statements
            if other not in taken and (one.uses & other.gives or (other.runs and one.gives & other.uses))
        ]
    lines = text.splitlines()
    return "\n".join("\n".join(lines[one.first - 1 : one.last]) for one in statements if one in taken)


@lru_cache(maxsize=2)
def _statements(text: str) -> tuple[Statement, ...]:
    return tuple(map(_statement, ast.parse(text).body))


def _statement(statement: ast.stmt) -> Statement:
    """Return a statement with its names; `proof` is left out, where all steps are registered."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(one.lineno for one in decorators)])
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    gives = {node.id for node in names if isinstance(node.ctx, ast.Store)} - {"proof"}
    uses = {node.id for node in names if isinstance(node.ctx, ast.Load)} - {"proof"}
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        gives = {statement.name}
    return Statement(first, statement.end_lineno or first, frozenset(gives), frozenset(uses), _runs(statement))


def _runs(statement: ast.stmt) -> bool:
    """Return whether a statement may change what it uses: all but imports, definitions and names for values."""
    match statement:
        case ast.Assign(targets=targets):
            return not all(isinstance(one, ast.Name | ast.Tuple) for one in targets)
        case ast.AnnAssign(target=target):
            return not isinstance(target, ast.Name)
        case _:
            return not isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)
