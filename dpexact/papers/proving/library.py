"""The library of proofs: those in the folders of the papers that are passed in, loaded by file path."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dpexact.audit.paper import Paper
from dpexact.certificates.python_file import run_file
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import Proof

FEW = 20  # so many names are all listed
LONGEST = 200  # characters of a name that are compared
INEXACT = ("cmath", "decimal", "numpy", "random", "statistics")  # modules of floats, and of what differs each time
EXACT = ("comb", "factorial", "gcd", "inf", "isqrt", "lcm", "perm", "prod")  # what a proof may take from math
QUOTIENTS = ("truediv", "itruediv", "pow", "ipow")  # of operator: floats of integers, which nothing looks at

_READING: ContextVar[tuple[Paper, ...]] = ContextVar("the papers among whose proofs one is being read", default=())


def proof_names(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the proofs of these papers, such as "count_queries/remark_2", in order."""
    found = ((paper.name, paper.proofs.glob("*.py")) for paper in papers if paper.proofs is not None)
    return tuple(sorted(f"{paper}/{path.stem}" for paper, paths in found for path in paths))


def load_proof(name: str, papers: Iterable[Paper] | None = None) -> Proof:
    """Load the proof of a name such as "count_queries/remark_2": the object `proof` of that file of the paper.

    A proof that is being read may look at another one of the same papers: it leaves `papers` out.

    Raises: ParameterError for an unknown name, ProofError for a file without a proof or with a mistake in it.
    """
    known = _READING.get() if papers is None else tuple(papers)
    names = proof_names(known)
    if name not in names:
        raise ParameterError(f"expected {_nearest(name, names)}", place="proof", remedy=f"got {excerpt(name)!r}")
    theory, _, stem = name.rpartition("/")
    folder = next(paper.proofs for paper in known if paper.name == theory and paper.proofs is not None)
    return load_file(folder / f"{stem}.py", name, known)


def _nearest(name: str, names: Sequence[str]) -> str:
    """Return what names of proofs there are, or those that are near a wrong one."""
    if len(names) <= FEW:
        return f"one of {', '.join(names) or 'none'}"
    papers = list(dict.fromkeys(known.partition("/")[0] for known in names))
    near = [known for known in names if known.endswith(f"/{name}")] or get_close_matches(name[:LONGEST], names)
    paper = get_close_matches(name[:LONGEST], papers, n=1)
    shown = f"the paper {paper[0]}" if paper else f"a paper ({', '.join(papers)})"
    return f"a proof such as {', '.join(near or names[:1])}, {shown}, or the file of a proof"


def load_file(path: Path, name: str = "", papers: Iterable[Paper] = ()) -> Proof:
    """Return the proof in a file of this path, the object `proof`; `papers` are those whose proofs it may look at.

    Raises: DocumentError for a file that cannot be read, ProofError for one without a proof or with a mistake in it.
    """
    name = name or str(path)
    try:
        source = path.read_bytes()
        text = source.decode()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: expected the file of a proof, got {error}"
        raise DocumentError(message, str(path)) from error
    tree = _of_exact_numbers(text, name)
    known = tuple(papers)
    before = _READING.set(known)
    try:
        module = run_file(path, "dpexact_proof_" + name.replace("/", "_"), source, tree, __exact__=_exact)
    except ProofError:
        raise
    except Exception as error:
        raise ProofError(f"{type(error).__name__}: {error}", "file", name) from error
    finally:
        _READING.reset(before)
    for variable, value in vars(module).items():
        if isinstance(value, Iterator):
            raise ProofError(f"{variable} can be read once only; expected a list or a tuple", "read once", name)
    proof = getattr(module, "proof", None)
    if type(proof) is not Proof:
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    return proof


def _of_exact_numbers(text: str, name: str) -> ast.Module:
    """Return the syntax tree of a proof, in which a quotient or power that is a float is an error where it is run.

    Raises: ProofError for other ways to a float by mistake. Whoever means to deceive is not stopped here: a proof is
    read by people (docs/proofs.md).
    """
    try:
        tree = ast.parse(text, name)
    except (SyntaxError, ValueError) as error:
        raise ProofError(f"expected Python, got {error}", "file", name) from error
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex() as value):
                found = f"the float {value}"
            case ast.Call(func=ast.Name(id="float" | "complex" as used)):
                found = f"{used}(...)"
            case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="float" | "complex" as used), *_]):
                found = f"map({used}, ...)"
            case ast.Call(func=ast.Name(id="pow"), args=[_, _]):
                found = "pow(...), where ** would be looked at"
            case ast.ImportFrom(module="operator", names=names) if {one.name for one in names} & {*QUOTIENTS}:
                found = ast.unparse(node)
            case ast.Attribute(value=ast.Name(id="operator"), attr=used) if used in QUOTIENTS:
                found = f"operator.{used}"
            case ast.Attribute(value=ast.Name(id="math"), attr=used) if used not in EXACT:
                found = f"math.{used}"
            case ast.Import(names=names) if any(
                one.name in INEXACT or (one.name == "math" and one.asname) for one in names
            ):
                found = ast.unparse(node)
            case ast.ImportFrom(module=module) if module in INEXACT:
                found = ast.unparse(node)
            case ast.AugAssign(op=ast.Div() | ast.Pow()):
                found = f"{ast.unparse(node)}, where x = x / y would be looked at"
            case ast.ImportFrom(module="math", names=names) if not {one.name for one in names} <= {*EXACT}:
                found = ast.unparse(node)
            case _:
                continue
        raise ProofError(f"line {getattr(node, 'lineno', 0)}: a float is not evidence, got {found}", "inexact", name)
    looked_at: ast.Module = _LookedAt().visit(tree)
    return ast.fix_missing_locations(looked_at)


class _LookedAt(ast.NodeTransformer):
    """Write __exact__("/", a, b) for a / b, and likewise for a ** b: for integers these may be floats."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace a quotient or a power, after what stands in it."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div | ast.Pow):
            return node
        sign = ast.Constant("/" if isinstance(node.op, ast.Div) else "**")
        call = ast.Call(ast.Name("__exact__", ast.Load()), [sign, node.left, node.right], [])
        return ast.copy_location(call, node)


def _exact(sign: str, left: Any, right: Any) -> Any:
    """Return left / right or left ** right. Raises: ProofError where that is a float."""
    value = left / right if sign == "/" else left**right
    if isinstance(value, float | complex):
        raise ProofError(f"{left} {sign} {right} is a float; write Fraction({left}) {sign} {right}", "inexact")
    return value
