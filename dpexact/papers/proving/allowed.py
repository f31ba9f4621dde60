"""What a proof file may use: a list of modules, of names of Python and of statements, none of which gives a float.

Whoever means to deceive is not stopped here: a proof is read by people (docs/proofs.md).
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from types import ModuleType

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
ROOMS = ("errors", "linear_programs", "mechanisms", "papers", "sufficiency")  # of dpexact, beside its public names
# The one proof with SymPy, all of whose equalities are of canonical forms: `cancel(...) == 0`.
OF_ONE_FILE = {("program_d2_attained", "sympy"): ("Poly", "cancel", "fraction", "symbols", "together")}
BUILTINS = frozenset(
    """abs all any bool dict divmod enumerate filter frozenset hasattr int isinstance issubclass len list map max min
    next object property range repr reversed round set slice sorted staticmethod classmethod str sum super tuple type
    zip ArithmeticError AssertionError IndexError KeyError LookupError NotImplementedError StopIteration TypeError
    ValueError ZeroDivisionError""".split()  # noqa: SIM905 - a list of words
)
INEXACT = ("ball", "decimal", "evalf", "format", "limit_denominator", "to_sympy")  # methods that round
NAMES = ("__doc__", "__name__")  # of a conclusion that a function makes
STATEMENTS = (
    *(ast.AnnAssign, ast.Assert, ast.Assign, ast.AugAssign, ast.Break, ast.ClassDef, ast.Continue, ast.Expr, ast.For),
    *(ast.FunctionDef, ast.If, ast.Import, ast.ImportFrom, ast.Pass, ast.Raise, ast.Return, ast.Try, ast.While),
)


def require_allowed(tree: ast.Module, name: str, stem: str, own: str) -> None:
    """Refuse a proof file that uses anything else, or in which a comparison has the same two sides.

    `name`: of the proof, for messages; `stem`: of its file; `own`: the name of its paper, whose package it may use, ""
    for none. Raises: ProofError.
    """
    ours = [node for node in _imports(tree) if node.module in ("dpexact", "dpexact.errors")]
    errors = {one.asname or one.name for node in ours for one in node.names if one.name.endswith("Error")}
    for node in ast.walk(tree):
        line = f"line {getattr(node, 'lineno', 0)}"
        if (found := _inexact(node, stem, own)) is not None:
            raise ProofError(f"{line}: {found}; docs/proofs.md has what a proof may use", "inexact", name)
        if (found := _hollow(node, errors)) is not None:
            raise ProofError(f"{line}: {found}", "hollow", name)
    bound: set[str] = set()
    for given, place in _given(tree):
        if given in bound:
            raise ProofError(
                f"line {place}: {given} is given a second value; give that a name of its own", "name", name
            )
        bound.add(given)


def require_own(module: ModuleType, tree: ast.Module, name: str, own: str) -> None:
    """Refuse what dpexact or the package of the paper has from elsewhere, such as `arb`, and modules.

    Raises: ProofError.
    """
    packages = {"dpexact", *([own] if own else [])}
    for node in _imports(tree):
        for one in node.names if packages & set((node.module or "").split(".")) else ():
            given = one.asname or one.name
            value = vars(module).get(given)  # of a function or TYPE_CHECKING: none here
            if isinstance(value, ModuleType):
                raise ProofError(f"{given}: expected names of a module, not the module", "inexact", name)
            home = getattr(value, "__module__", None) if callable(value) else None
            if home is None:
                require_exact(value, given)
            elif not packages & set(home.split(".")):
                raise ProofError(
                    f"{given}: expected a name that {node.module} defines, got one of {home}", "inexact", name
                )


def _imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))


def _inexact(node: ast.AST, stem: str, own: str) -> str | None:
    """Say by which means a number, or a text of it, might not be exact; None if by none."""
    match node:
        case ast.Constant(value=float() | complex() as value):
            return f"expected an exact number, got {value}"
        case ast.Import():
            return f"expected `from MODULE import NAME`, got {ast.unparse(node)}"
        case ast.ImportFrom(module=module, names=names, level=level):
            allowed = () if level else _names_of(module or "", stem, own)
            left = [one.name for one in names if one.name == "*" or (allowed != ALL and one.name not in allowed)]
            return f"{module} is not imported here, or not {', '.join(left)}" if left else None
        case ast.Name(id=used) if used not in BUILTINS and hasattr(builtins, used) and used not in NAMES:
            return f"{used} is not for a proof"
        case ast.Attribute(attr=used) if used in INEXACT or (used.startswith("__") and used not in NAMES):
            return f".{used} is not for a proof"
        case ast.FormattedValue(format_spec=ast.expr()):
            return f"expected text that is not rounded, got {ast.unparse(node)}"
        case ast.AugAssign(op=ast.Div() | ast.Pow()):
            return f"expected x = x / y, got {ast.unparse(node)}"
    return None


def _names_of(module: str, stem: str, own: str) -> tuple[str, ...]:
    package, _, rest = module.partition(".")
    if package == "dpexact":
        return ALL if not rest or rest.partition(".")[0] in ROOMS else ()
    if own and own in module.split("."):
        return ALL
    special = [names for (end, one), names in OF_ONE_FILE.items() if one == module and stem.endswith(end)]
    return special[0] if special else MODULES.get(module, ())


def _hollow(node: ast.AST, errors: set[str]) -> str | None:
    """Say why code shows nothing, or hides that; None if it may show something."""
    match node:
        case ast.stmt() if not isinstance(node, STATEMENTS):
            return f"a proof has no statement {type(node).__name__}"
        case ast.Yield() | ast.YieldFrom():
            return "expected a function that returns a list, since what yields can be read once only"
        case ast.ExceptHandler(type=caught):
            if not (isinstance(caught, ast.Name) and caught.id in errors):
                said = "Exception" if caught is None else ast.unparse(caught)
                return f"expected one error of dpexact that is caught, got {said}"
        case ast.Compare(left=left, comparators=[right]) if ast.dump(left) == ast.dump(right):
            return f"expected two sides that differ, got {ast.unparse(node)}"
        case ast.Call(func=ast.Name(id="Compared"), args=[left, _, right]) if ast.dump(left) == ast.dump(right):
            return f"expected two sides that differ, got {ast.unparse(node)}"
    return None


def _given(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names that the file binds, outside of functions and classes, each with its line."""
    left: list[ast.AST] = list(tree.body)
    while left:
        node = left.pop(0)
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((one.asname or one.name, node.lineno) for one in names)
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
            case ast.AugAssign(target=ast.Name()):
                left.append(node.value)
            case _:
                left += ast.iter_child_nodes(node)
