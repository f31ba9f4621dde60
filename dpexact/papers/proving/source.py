"""The source of a predicate or a step of a proof, the names that it uses, and the values that it brings."""

import ast
import inspect
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from textwrap import dedent
from types import CodeType, FunctionType

Function = ast.Lambda | ast.FunctionDef


def written(function: FunctionType) -> str:
    """Return the lines of a function to its end, "" if they are not at hand. `inspect` ends a lambda too early."""
    code = function.__code__
    last = max((node.end_lineno or 0 for node in _nodes(code)), default=0)
    return dedent("".join(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : last])).strip()


def uses(function: FunctionType, argument: str) -> bool:
    """Return whether a function reads its argument of this name, and True if its source is not at hand."""
    nodes = _nodes(function.__code__)
    rest = {node.args.kwarg.arg for node in nodes if node.args.kwarg is not None}  # **rest
    read = {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}
    return not nodes or argument in read or not read.isdisjoint(rest)


def brought(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the defaults of a function and the values of its closure, and those of functions that it calls here."""
    seen, left = set(), [function]
    while left:
        current = left.pop()
        if current in seen:
            continue
        seen.add(current)
        around = inspect.getclosurevars(current)
        parameters = inspect.signature(current, follow_wrapped=False).parameters.values()
        own = {**around.nonlocals, **{parameter.name: parameter.default for parameter in parameters}}
        yield from own.items()
        own |= around.globals
        here = current.__code__.co_filename
        left += [value for value in own.values() if type(value) is FunctionType and value.__code__.co_filename == here]


def read_once(value: object, seen: frozenset[int] = frozenset()) -> bool:
    """Return whether a value, or one inside it (in containers, in objects of a proof file), can be read only once."""
    if isinstance(value, Iterator):
        return True
    if id(value) in seen:
        return False
    seen |= {id(value)}
    inner: list[object] = []
    if isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        inner = [*value]
    if str(getattr(value, "__module__", "")).startswith("dpexact_proof_") and not isinstance(value, FunctionType):
        inner += [item for name, item in getattr(value, "__dict__", {}).items() if not name.startswith("__")]
    return any(read_once(item, seen) for item in inner)


def first_line(node: ast.Lambda | ast.stmt) -> int:
    """Return the line in which a function or a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _nodes(code: CodeType) -> list[Function]:
    """Return the functions of this name that begin in the line of the code."""
    functions = _functions("".join(linecache.getlines(code.co_filename)))
    place = (code.co_name, code.co_firstlineno)
    return [node for node in functions if (getattr(node, "name", "<lambda>"), first_line(node)) == place]


@lru_cache(maxsize=8)
def _functions(text: str) -> tuple[Function, ...]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # not a file in Python
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, Function))


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
    """Return the statements of a file with their names, without `proof`, with which all steps are registered.

    All but imports, definitions and names may change values that they use.
    """
    statements = []
    for node in ast.parse(text).body:
        names = [name for name in ast.walk(node) if isinstance(name, ast.Name) and name.id != "proof"]
        gives = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        uses = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        match node:
            case ast.FunctionDef(name=own) | ast.ClassDef(name=own):
                gives, runs = {own}, False
            case ast.Assign(targets=targets):
                runs = not all(isinstance(target, ast.Name | ast.Tuple) for target in targets)
            case ast.AnnAssign(target=target):
                runs = not isinstance(target, ast.Name)
            case _:
                runs = not isinstance(node, ast.Import | ast.ImportFrom)
        first = first_line(node)
        statements.append(Statement(first, node.end_lineno or first, frozenset(gives), frozenset(uses), runs))
    return tuple(statements)
