"""Privacy levels as people write them: SymPy numbers and symbols, whole numbers, fractions, text."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

from dpexact.errors import InexactInputError, NumberSyntaxError, ParameterError, UndecidedError

MAX_TEXT = 200
MAX_EXPONENT = 1000
FUNCTIONS = {"log": "log", "ln": "log", "exp": "exp", "sqrt": "sqrt"}  # as written, and in SymPy


def levels_of(values: list[object], taken: tuple[str, ...]) -> list[Any]:
    """The levels as SymPy expressions, checked: real, positive, in order; where symbols leave it open, believed.

    `taken` are the names of the variables, which no level may bear.

    Raises: InexactInputError for floats, NumberSyntaxError, ParameterError for a level that is not positive and finite,
    levels out of order or a name that is taken, UndecidedError where SymPy cannot tell the sign of a number.
    """
    levels = [level_of(value) for value in values]
    for value, level in zip(values, levels, strict=True):
        clash = sorted({symbol.name for symbol in level.free_symbols} & set(taken))
        if clash:
            message = f"level {value!r}: expected names other than {', '.join(taken)}, got {clash[0]}; rename it"
            raise ParameterError(message)
        _check(f"level {value!r}: expected a positive real number", level, level.is_positive)
    for i in range(len(levels) - 1):
        gap = levels[i + 1] - levels[i]
        _check(f"levels {values[i]!r}, {values[i + 1]!r}: expected them in increasing order", gap, gap.is_nonnegative)
    return levels


def _check(expected: str, expression: Any, answer: bool | None) -> None:  # noqa: FBT001 - SymPy's three-valued answer
    if answer is False or expression.is_infinite or expression.is_real is False:
        message = f"{expected}, got {expression}"
        raise ParameterError(message)
    if answer is None and expression.is_number:
        message = f"{expected}, got {expression}, whose sign SymPy does not decide; write it more simply"
        raise UndecidedError(message)


def level_of(value: object) -> Any:
    """One level as a SymPy expression, unchecked. Raises: InexactInputError, NumberSyntaxError."""
    import sympy as sp

    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, int) and not isinstance(value, bool):
        return sp.Integer(value)
    if isinstance(value, sp.Expr) and not value.has(sp.Float):
        return value
    message = (
        f"a level: expected an int, a Fraction, text or a SymPy expression without floats, got {value!r}; "
        "write '1/10' or '0.1'"
    )
    raise InexactInputError(message)


def _of_text(text: str) -> Any:
    if len(text) > MAX_TEXT:
        message = f"a level: expected at most {MAX_TEXT} characters, got {len(text)}"
        raise NumberSyntaxError(message, text[:MAX_TEXT])
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return _of_node(tree.body, text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, NumberSyntaxError):
            raise
        message = f"a level: expected a number, a name or an expression such as 'log(2)/2', got {text!r}"
        raise NumberSyntaxError(message, text) from error


def _of_node(node: ast.expr, text: str) -> Any:
    import sympy as sp

    match node:
        case ast.Constant(value=value) if isinstance(value, int | float) and not isinstance(value, bool):
            return sp.Rational(str(ast.get_source_segment(text, node)))
        case ast.Name(id="pi"):
            return sp.pi
        case ast.Name(id=name):
            return sp.Symbol(name, positive=True)
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return getattr(sp, FUNCTIONS[name])(_of_node(argument, text))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_of_node(operand, text)
        case ast.BinOp(left=left, op=op, right=right):
            return _of_operation(op, _of_node(left, text), _of_node(right, text), text)
    message = f"a level: expected numbers, names, + - * / **, log, ln, exp, sqrt and pi, got {text!r}"
    raise NumberSyntaxError(message, text)


def _of_operation(op: ast.operator, left: Any, right: Any, text: str) -> Any:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div() if right != 0:
            return left / right
        case ast.Pow() if not right.is_number or abs(right) <= MAX_EXPONENT:
            return left**right
    message = f"a level: expected + - * / ** with small exponents and no division by 0, got {text!r}"
    raise NumberSyntaxError(message, text)
