"""Refusals of a float, a rounded text, or the truth of a function, at the place of the computation.

Calls are written into the syntax tree, __exact__("/", a, b) for a / b, and __truth__(f) for f in `f and g(n)`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from dpexact.papers.proving.evidence import ProofError

SIGNS: dict[type[ast.operator], str] = {ast.Div: "/", ast.Pow: "**", ast.Mod: "%"}


class LookedAt(ast.NodeTransformer):
    """Write the calls of the functions in `LOOKING`."""

    def __init__(self, tree: ast.Module) -> None:
        self.tests = {*_asked(tree)}

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace a quotient, a power or a remainder."""
        self.generic_visit(node)
        sign = SIGNS.get(type(node.op))
        return node if sign is None else call("__exact__", node, ast.Constant(sign), node.left, node.right)

    def _name(self, node: ast.Name | ast.Attribute) -> ast.AST:
        """Look at a name tested for its truth, since a function that is not called is always true."""
        self.generic_visit(node)
        return call("__truth__", node, node) if node in self.tests else node

    visit_Name = visit_Attribute = _name  # noqa: N815


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
            ):
                yield test
            case ast.Call(func=ast.Name(id="all" | "any"), args=[ast.GeneratorExp(elt=test) | ast.ListComp(elt=test)]):
                yield test
            case ast.Call(func=ast.Name(id="bool"), args=[test]):
                yield test


def _truth(value: Any) -> Any:
    """Return a value that is tested for its truth. Raises: ProofError for a function, which is always true."""
    if callable(value):
        raise ProofError(f"{value!r} is always true; call it", "hollow")
    return value


def _exact(sign: str, left: Any, right: Any) -> Any:
    """Return left / right, left ** right or left % right. Raises: ProofError if it is a float or a text."""
    value = left / right if sign == "/" else left**right if sign == "**" else left % right
    if isinstance(value, float | complex):
        raise ProofError(f"{left} {sign} {right} is a float; write Fraction({left}) {sign} {right}", "inexact")
    if isinstance(value, str | bytes):
        raise ProofError(f"expected text that is not rounded, got {value!a}", "inexact")
    return value


LOOKING: dict[str, Callable[..., Any]] = {"__exact__": _exact, "__truth__": _truth}
