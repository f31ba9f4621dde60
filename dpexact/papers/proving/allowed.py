"""The modules, names of Python and statements that a proof file may use, none of which gives a float.

The lists do not stop someone who means to deceive, since proofs are read by people (dev/proofs.md).
"""

import ast
import builtins
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from types import ModuleType, UnionType

from dpexact.papers.proving.evidence import ProofError, require_exact

ALL = ("*",)
MODULES = {  # and the names that a proof may import from each
    "__future__": ("annotations",),
    "collections": ALL,
    "collections.abc": ALL,
    "dataclasses": ALL,
    "fractions": ("Fraction",),
    "functools": ALL,
    "itertools": ALL,
    "math": ("comb", "factorial", "gcd", "inf", "isqrt", "lcm", "perm", "prod"),
    "typing": ALL,
}
ROOMS = ("errors", "linear_programs", "mechanisms", "papers", "sufficiency")  # of dpexact, and its public names
FLOATS = ("figures", "floats", "process")  # modules of these rooms that draw, search or sample with floats
# The one proof with SymPy, all of whose equalities are of canonical forms: `cancel(...) == 0`.
OF_ONE_FILE = {("program_d2_attained", "sympy"): ("Poly", "cancel", "fraction", "symbols", "together")}
BUILTINS = frozenset(
    """abs all any bool dict divmod enumerate filter frozenset hasattr int isinstance issubclass len list map max min
    next object property range repr reversed round set slice sorted staticmethod classmethod str sum super tuple type
    zip ArithmeticError AssertionError IndexError KeyError LookupError NotImplementedError StopIteration TypeError
    ValueError ZeroDivisionError""".split()  # noqa: SIM905 - a list of words
)
INEXACT = ("ball", "decimal", "evalf", "format", "format_map", "limit_denominator", "to_sympy")  # methods that round
NAMES = ("__doc__", "__name__")  # of a conclusion that a function makes
STATEMENTS = (
    *(ast.AnnAssign, ast.Assert, ast.Assign, ast.AugAssign, ast.Break, ast.ClassDef, ast.Continue, ast.Expr, ast.For),
    *(ast.FunctionDef, ast.If, ast.Import, ast.ImportFrom, ast.Pass, ast.Raise, ast.Return, ast.Try, ast.While),
)


def require_allowed(tree: ast.Module, name: str, stem: str, own: str) -> None:
    """Refuse a proof file that uses anything else, or in which a comparison has the same two sides.

    Messages have the `name` of the proof. `stem` is the name of its file, and `own` the paper whose package it may use,
    or "". Raises ProofError.
    """
    ours = [node for node in _imports(tree) if node.module in ("dpexact", "dpexact.errors")]
    errors = {alias.asname or alias.name for node in ours for alias in node.names if alias.name.endswith("Error")}
    for node in ast.walk(tree):
        line = f"line {getattr(node, 'lineno', 0)}"
        if (fault := _inexact(node, stem, own)) is not None:
            raise ProofError(f"{line}: {fault}; dev/proofs.md has what a proof may use", "inexact", name)
        if (fault := _hollow(node, errors)) is not None:
            raise ProofError(f"{line}: {fault}", "hollow", name)
    bound: set[str] = set()
    for target, place in _given(tree):
        if target in bound:
            raise ProofError(
                f"line {place}: {target} is given a second value; give that a name of its own", "name", name
            )
        bound.add(target)


def require_own(tree: ast.Module, name: str, own: str) -> None:
    """Refuse imports from dpexact or the paper's package that it has from elsewhere, such as `arb`, and modules.

    Imports in functions count too. Raises ProofError.
    """
    packages = {"dpexact", *([own] if own else [])}
    for node in _imports(tree):
        for alias in node.names if packages & set((node.module or "").split(".")) else ():
            target = alias.asname or alias.name
            module = import_module(node.module or "")
            value = getattr(module, alias.name, module)
            if isinstance(value, ModuleType):
                raise ProofError(f"{target}: expected names of a module, not the module", "inexact", name)
            home = getattr(value, "__module__", None) if callable(value) else None
            if isinstance(value, UnionType):  # the name of a type
                continue
            if home is None:
                require_exact(value, target)
            elif home.rpartition(".")[2] in FLOATS or not packages & set(home.split(".")):
                expected = f"a name of exact numbers that {node.module} defines"
                raise ProofError(f"{target}: expected {expected}, got one of {home}", "inexact", name)


def _imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))


def _inexact(node: ast.AST, stem: str, own: str) -> str | None:
    """Return the reason why a number, or its text, might not be exact, or None."""
    match node:
        case ast.Constant(value=float() | complex() as value):
            return f"expected an exact number, got {value}"
        case ast.Import():
            return f"expected `from MODULE import NAME`, got {ast.unparse(node)}"
        case ast.ImportFrom(module=module, names=names, level=level):
            allowed = () if level else _names_of(module or "", stem, own)
            refused = [
                alias.name for alias in names if alias.name == "*" or not (allowed == ALL or alias.name in allowed)
            ]
            return f"{module} is not imported here, or not {', '.join(refused)}" if refused else None
        case ast.Name(id=name) if name not in BUILTINS and hasattr(builtins, name) and name not in NAMES:
            return f"{name} is not for a proof"
        case ast.Attribute(attr=name) if name in INEXACT or (name.startswith("__") and name not in NAMES):
            return f".{name} is not for a proof"
        case ast.FormattedValue(format_spec=ast.expr()):
            return f"expected text that is not rounded, got {ast.unparse(node)}"
        case ast.AugAssign(op=ast.Div() | ast.Mod() | ast.Pow()):
            return f"expected x = x / y, got {ast.unparse(node)}"
    return None


def _names_of(module: str, stem: str, own: str) -> tuple[str, ...]:
    package, _, rest = module.partition(".")
    if package == "dpexact":
        return ALL if not rest or rest.partition(".")[0] in ROOMS else ()
    if own and own in module.split("."):
        return ALL
    special = [names for (end, other), names in OF_ONE_FILE.items() if other == module and stem.endswith(end)]
    return special[0] if special else MODULES.get(module, ())


def _hollow(node: ast.AST, errors: set[str]) -> str | None:
    """Return the reason why code shows nothing, or hides that, or None."""
    match node:
        case ast.stmt() if not isinstance(node, STATEMENTS):
            return f"a proof has no statement {type(node).__name__}"
        case ast.Yield() | ast.YieldFrom():
            return "expected a function that returns a list, since what yields can be read once only"
        case ast.ExceptHandler(type=caught):
            if not (isinstance(caught, ast.Name) and caught.id in errors):
                text = "Exception" if caught is None else ast.unparse(caught)
                return f"expected one error of dpexact that is caught, got {text}"
        case ast.Compare(left=left, comparators=others) if _repeats(left, *others):
            return f"expected two sides that differ, got {ast.unparse(node)}"
        case ast.Call(func=ast.Name(id="zip"), keywords=[]):
            return f"expected strict=True, without which the shorter side ends it, got {ast.unparse(node)}"
        case ast.Call(func=ast.Name(id="Compared"), args=[left, _, right]) if _repeats(left, right):
            return f"expected two sides that differ, got {ast.unparse(node)}"
    return None


def _repeats(*sides: ast.expr) -> bool:
    return any(ast.dump(left) == ast.dump(right) for left, right in pairwise(sides))


def _given(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names that the file binds, outside of functions and classes, each with its line."""
    left: list[ast.AST] = list(tree.body)
    while left:
        node = left.pop(0)
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((alias.asname or alias.name, node.lineno) for alias in names)
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
            case ast.AugAssign(target=ast.Name()):
                left.append(node.value)
            case _:
                left += ast.iter_child_nodes(node)
