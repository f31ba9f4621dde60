"""Formulas of claim tables by Python's own parser and mpmath: no tree, no ball and no field of dpexact."""

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from mpmath import binomial, erfc, exp, log, mp, mpf, ncdf, pi, sqrt

HALVINGS = 260
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": exp,
    "log": log,
    "ln": log,
    "sqrt": sqrt,
    "Phi": ncdf,
    "erfc": erfc,
    "min": min,
    "max": max,
    "abs": abs,
    "binomial": binomial,
}
OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}


@cache
def parsed(text: str) -> ast.expr:
    """The tree that Python makes of a text."""
    return ast.parse(text.strip(), mode="eval").body


def value(text: str, names: Mapping[str, str] | None = None) -> Any:
    """The number of a text, with texts for its names."""
    bound = {name: value(term) for name, term in (names or {}).items()}
    return evaluated(parsed(text), text.strip(), bound)


def evaluated(node: ast.expr, text: str, names: Mapping[str, Any]) -> Any:
    """The number of a node; a numeral is read from the text, not as a float."""
    match node:
        case ast.Constant():
            return real(Fraction(str(ast.get_source_segment(text, node))))
        case ast.Name(id="pi"):
            return pi()
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -evaluated(operand, text, names)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return evaluated(operand, text, names)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATIONS[type(op)](evaluated(left, text, names), evaluated(right, text, names))
        case ast.Call(func=ast.Name(id="sum"), args=[term, ast.Name(id=name), first, last]):
            low, high = (int(mp.nint(evaluated(end, text, names))) for end in (first, last))
            return mp.fsum(evaluated(term, text, {**names, name: mpf(k)}) for k in range(low, high + 1))
        case ast.Call(func=ast.Name(id="root"), args=[term, ast.Name(id=name), first, last]):
            low, high = (evaluated(end, text, names) for end in (first, last))
            return bisected(lambda x: evaluated(term, text, {**names, name: x}), low, high)
        case ast.Call(func=ast.Name(id=function), args=arguments):
            return FUNCTIONS[function](*(evaluated(argument, text, names) for argument in arguments))
    message = f"{ast.dump(node)} is no formula"
    raise ValueError(message)


def real(number: Fraction) -> mpf:
    """A fraction as an mpf."""
    return mpf(number.numerator) / number.denominator


def bisected(function: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """The place of the one change of sign, by halving alone."""
    rising = function(high) > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2
