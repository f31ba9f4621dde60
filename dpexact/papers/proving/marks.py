"""Places of a proof that are never reached or not exact, such as an operand, an empty comprehension, a float.

Code that is never evaluated shows nothing, however it reads, as `all(... for x in [])` is True. So the syntax tree of
a proof gets a mark at each such place. Calls are written into it as well, __exact__("/", a, b) for a / b, __side__(a)
for a in a < b, __truth__(f) for f in `f and g(n)`, which refuse a float, a rounded text, or the truth of a function.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import filterfalse
from math import inf
from typing import Any

from dpexact.papers.proving.evidence import ProofError

SIGNS: dict[type[ast.operator], str] = {ast.Div: "/", ast.Pow: "**", ast.Mod: "%"}
FLOW = (ast.If, ast.For, ast.While, ast.Try)
BLOCKS = (*FLOW, ast.FunctionDef)
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
LONG = 100


def call(function: str, node: ast.AST, *values: ast.expr) -> ast.expr:
    """Return a call of a function of this name at the place of a node."""
    return ast.copy_location(ast.Call(ast.Name(function, ast.Load()), [*values], []), node)


def _asked(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions that are tested for their truth."""
    for node in ast.walk(tree):
        match node:
            case ast.BoolOp(values=tests) | ast.comprehension(ifs=tests):
                yield from tests
            case (
                ast.UnaryOp(op=ast.Not(), operand=test)
                | ast.If(test=test)
                | ast.IfExp(test=test)
                | ast.While(test=test)
                | ast.Assert(test=test)
            ):
                yield test
            case ast.Call(func=ast.Name(id="all" | "any"), args=[ast.GeneratorExp(elt=test) | ast.ListComp(elt=test)]):
                yield test
            case ast.Call(func=ast.Name(id="bool"), args=[test]):
                yield test


def _skipped(tree: ast.Module) -> dict[ast.AST, str]:
    """Return the expressions that may never be evaluated, but for sides and branches that compute nothing."""
    kinds: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.BoolOp(values=[_, *operands]):
                kinds |= dict.fromkeys(operands, "an operand that is never evaluated")
            case ast.Compare(comparators=[_, *sides]):  # such as c in a < b < c
                kinds |= dict.fromkeys(filterfalse(_is_constant, sides), "a side that is never compared")
            case ast.IfExp(body=body, orelse=other):
                kinds |= dict.fromkeys(filterfalse(_is_constant, (body, other)), "a branch that is never taken")
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                kinds[element] = "elements of which there is none"
            case ast.DictComp(value=element):
                kinds[element] = "elements of which there is none"
            case ast.Lambda(body=body):
                kinds[body] = "a function that is never called"
    return kinds


def _truth(value: Any) -> Any:
    """Return a value that is tested for its truth. Raises ProofError for a function, which is always true."""
    if callable(value):
        raise ProofError(f"{value!r} is always true; call it", "hollow")
    return value


def _exact(sign: str, left: Any, right: Any) -> Any:
    """Return left / right, left ** right or left % right. Raises ProofError if it is a float or a text."""
    value = left / right if sign == "/" else left**right if sign == "**" else left % right
    if isinstance(value, float | complex):
        raise ProofError(f"{left} {sign} {right} is a float; write Fraction({left}) {sign} {right}", "inexact")
    if isinstance(value, str | bytes):
        raise ProofError(f"expected text that is not rounded, got {value!a}", "inexact")
    return value


def _side(value: Any) -> Any:
    """Return a value that is compared. Raises ProofError if it is a float, wherever that comes from, but infinity."""
    if isinstance(value, float | complex) and value not in (inf, -inf):
        raise ProofError(f"{value} is a float; compare exact numbers", "inexact")
    return value


LOOKING: dict[str, Callable[..., Any]] = {"__exact__": _exact, "__side__": _side, "__truth__": _truth}


@dataclass(frozen=True)
class Mark:
    """A place of a proof with its line, the kind of the gap, its source, and the mark around it, if any.

    A `free` place need not be reached.
    """

    line: int
    kind: str
    text: str
    within: int | None = None
    free: bool = False

    def __str__(self) -> str:
        text = self.text if len(self.text) <= LONG else f"{self.text[:LONG]}..."
        return f"line {self.line}: {self.kind}: {text}"


@dataclass(eq=False, slots=True)
class Reached:
    """The marks of a file, and the numbers of those that were reached."""

    marks: list[Mark] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    @property
    def names(self) -> dict[str, Callable[..., Any]]:
        """The functions that the marked code calls."""
        return {"__reached__": self.reached, "__each__": self.each, **LOOKING}

    def reached(self, mark: int, value: Any = None) -> Any:
        """Return a value that was evaluated."""
        self.seen.add(mark)
        return value

    def each(self, mark: int, values: Iterable[Any]) -> Iterator[Any]:
        """Yield the elements of the argument of `all` or `any`."""
        for value in values:
            self.seen.add(mark)
            yield value

    def require(self) -> None:
        """Refuse places that nothing reached. Raises ProofError that names them."""
        missed = [mark for place, mark in enumerate(self.marks) if place not in self.seen and not mark.free]
        left = [mark for mark in missed if mark.within is None or mark.within in self.seen]  # only the outermost
        if left:
            raise ProofError("; ".join(map(str, left)), "hollow")


def marked(tree: ast.Module) -> tuple[ast.Module, Reached]:
    """Return the syntax tree of a proof with its marks, which it calls by `Reached.names`."""
    reached = Reached()
    changed: ast.Module = _Marked(reached, tree).visit(tree)
    return ast.fix_missing_locations(changed), reached


def _free(tree: ast.Module) -> set[ast.expr]:
    """Return the parts of a Counterexample's conclusion, evaluated once to False, that need not be reached.

    After an operand that is False the others are skipped, and of two formulas by cases one is chosen.
    """
    free: set[ast.expr] = set()
    for function in _conclusions(tree):
        for node in ast.walk(function):
            match node:
                case ast.BoolOp(op=ast.And(), values=values) | ast.Compare(comparators=values):
                    free.update(values)
                case ast.IfExp(body=body, orelse=other) if not (_is_constant(body) or _is_constant(other)):
                    free.update((body, other))
    return free


def _conclusions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.Lambda]:
    """Yield the functions that are the conclusion of a Counterexample, for a name all functions of that name."""
    named = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            named[node.name].append(node)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Counterexample"), args=[_, _, _, ast.Lambda() as function]):
                yield function
            case ast.Call(func=ast.Name(id="Counterexample"), args=[_, _, _, ast.Name(id=name)]):
                yield from named[name]


def _is_constant(node: ast.AST) -> bool:
    """Return whether an expression computes nothing, such as False or {}."""
    return not any(isinstance(part, ast.Name) for part in ast.walk(node))


class _Marked(ast.NodeTransformer):
    """Write the marks, each named after the code at its place, and the calls of the functions in `LOOKING`."""

    def __init__(self, reached: Reached, tree: ast.Module) -> None:
        self.tests, self.kinds = {*_asked(tree)}, _skipped(tree)
        self.marks = reached.marks
        self.free = _free(tree)
        nodes = [node for node in ast.walk(tree) if isinstance(node, BLOCKS + LEAVING)]
        self.texts: dict[ast.AST, str] = {node: ast.unparse(node).partition("\n")[0] for node in nodes}
        self.texts |= {node: f"def {node.name}" for node in nodes if isinstance(node, ast.FunctionDef)}
        self.within: int | None = None

    def visit(self, node: ast.AST) -> Any:
        """Put a mark around an expression that is not always evaluated."""
        if node not in self.kinds:
            return super().visit(node)
        around, self.within = self.within, (mark := self._mark(self.kinds[node], node, ast.unparse(node)))
        inner = super().visit(node)
        self.within = around
        return call("__reached__", node, ast.Constant(mark), inner)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace a quotient, a power or a remainder."""
        self.generic_visit(node)
        sign = SIGNS.get(type(node.op))
        return node if sign is None else call("__exact__", node, ast.Constant(sign), node.left, node.right)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Look at the sides of a comparison, none of which may be a float."""
        self.generic_visit(node)
        node.left, *node.comparators = (call("__side__", side, side) for side in (node.left, *node.comparators))
        return node

    def _name(self, node: ast.Name | ast.Attribute) -> ast.AST:
        """Look at a name tested for its truth, since a function that is not called is always true."""
        self.generic_visit(node)
        return call("__truth__", node, node) if node in self.tests else node

    visit_Name = visit_Attribute = _name  # noqa: N815

    def _mark(self, kind: str, node: ast.AST, text: str) -> int:
        """Add a mark and return its number."""
        self.marks.append(Mark(getattr(node, "lineno", 0), kind, text, self.within, node in self.free))
        return len(self.marks) - 1

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Mark the elements of the argument of `all` and `any` outside of comprehensions."""
        quantifier = isinstance(node.func, ast.Name) and node.func.id in ("all", "any") and len(node.args) == 1
        if quantifier and not isinstance(node.args[0], ast.ListComp | ast.SetComp | ast.GeneratorExp):
            mark = ast.Constant(self._mark("elements of which there is none", node, ast.unparse(node)))
            node.args = [call("__each__", node, mark, self.visit(node.args[0]))]
            return node
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        """Mark the blocks, except in code that only a type checker reads."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            return self._statement(node)
        node.orelse = [self.visit(part) for part in node.orelse]
        return node

    def _statement(self, node: ast.AST) -> ast.AST:
        """Mark the blocks in a statement, and the code after a guard there."""
        self.generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, [])
            words = int(isinstance(node, ast.FunctionDef | ast.Module) and ast.get_docstring(node) is not None)
            marked = [*block[:words], *self._start(node, block[words:]), *self._guarded(block[words:])]
            setattr(node, name, marked if block else [])
        if isinstance(node, ast.Try):
            self._end(node)
        return node

    visit_Module = visit_FunctionDef = visit_For = visit_While = visit_Try = _statement  # noqa: N815

    def _start(self, node: ast.AST, block: list[ast.stmt]) -> Iterator[ast.stmt]:
        """Yield a mark at the beginning of a block, unless it only ends, as `raise` or `return False` do."""
        called = isinstance(node, ast.FunctionDef)
        if node in self.texts and block and (called or not _only_ends(block)):
            kind = "a function that is never called" if called else "a block that is never entered"
            yield self._line(kind, block[0], self.texts[node])

    def _guarded(self, block: list[ast.stmt]) -> Iterator[ast.stmt]:
        """Yield the statements of a block, with a mark after each that may leave it.

        After a loop or a `try` the rest need not be reached if it only ends.
        """
        for place, node in enumerate(block, start=1):
            yield node
            rest = block[place:]
            if rest and (isinstance(node, ast.If) or (isinstance(node, FLOW + LEAVING) and not _only_ends(rest))):
                yield self._line("what follows is never reached", node, self.texts[node])

    def _end(self, node: ast.Try) -> None:
        """Mark the end of the body, which must be reached unless every error makes the answer False."""
        kind, last = "a body that never comes to its end", node.body[-1]
        if all(ast.unparse(handler).endswith(":\n    return False") for handler in node.handlers):
            return
        if isinstance(last, ast.Return) and last.value is not None:
            mark = ast.Constant(self._mark(kind, last, self.texts[node]))
            last.value = call("__reached__", last.value, mark, last.value)
        else:
            node.body.append(self._line(kind, last, self.texts[node]))

    def _line(self, kind: str, node: ast.stmt, text: str) -> ast.stmt:
        reached = call("__reached__", node, ast.Constant(self._mark(kind, node, text)))
        return ast.copy_location(ast.Expr(reached), node)


def _only_ends(block: list[ast.stmt]) -> bool:
    """Return whether a block raises, or only leaves with an answer that is not computed."""
    match block:
        case [*_, ast.Raise()] | [ast.Continue() | ast.Break() | ast.Pass()] | [ast.Return(value=None)]:
            return True
        case [ast.Return(value=ast.expr() as value)]:
            return _is_constant(value)
    return False
