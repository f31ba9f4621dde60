"""Show a reader all of a predicate: its whole source, which arguments it uses, what it has beside them."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator
from functools import lru_cache
from textwrap import dedent
from types import CodeType, FunctionType

Function = ast.Lambda | ast.FunctionDef


def written(function: FunctionType) -> str:
    """Return the lines of a function, to its end; "" where they are not at hand.

    `inspect` ends a lambda with the first of its lines.
    """
    code = function.__code__
    nodes = _nodes(code)
    last = max((node.end_lineno or 0 for node in nodes), default=0)
    return dedent("".join(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : last])).strip()


def uses(function: FunctionType, argument: str) -> bool:
    """Tell whether a function reads its argument of this name; True where its source is not at hand."""
    code = function.__code__
    nodes = _nodes(code)
    rest = {node.args.kwarg.arg for node in nodes if node.args.kwarg is not None}  # **rest
    read = {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}
    return not nodes or argument in read or not read.isdisjoint(rest)


def brought(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield what a function has beside its arguments: defaults, and values around it; of functions among these too."""
    seen, left = set(), [function]
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        around = inspect.getclosurevars(one)
        parameters = inspect.signature(one, follow_wrapped=False).parameters.values()
        own = {**around.nonlocals, **{parameter.name: parameter.default for parameter in parameters}}
        yield from own.items()
        own |= around.globals
        here = one.__code__.co_filename
        left += [value for value in own.values() if type(value) is FunctionType and value.__code__.co_filename == here]


def _nodes(code: CodeType) -> list[Function]:
    """Return the functions of this name that begin in the line where the code does."""
    found = _functions("".join(linecache.getlines(code.co_filename)))
    return [node for node in found if (_name(node), _first(node)) == (code.co_name, code.co_firstlineno)]


@lru_cache(maxsize=8)
def _functions(text: str) -> tuple[Function, ...]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # no file in Python
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, Function))


def _name(node: Function) -> str:
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def _first(node: Function) -> int:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(one.lineno for one in decorators)])
