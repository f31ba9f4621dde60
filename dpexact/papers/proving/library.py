"""The library of proofs: those in the folders of the papers that are passed in, loaded by file path."""

from __future__ import annotations

import ast
import sys
from contextvars import ContextVar
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from dpexact.certificates.python_file import run_file
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.proof import Proof

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from dpexact.audit.paper import Paper

FEW = 20  # so many names are all listed
LONGEST = 200  # characters of a name that are compared
LIBRARIES = (
    "__future__",
    "collections",
    "dataclasses",
    "flint",
    "fractions",
    "functools",
    "itertools",
    "math",
    "typing",
)
OF_INSPECT = frozenset(("Parameter", "Signature", "signature"))  # to give a generated step its parameters
OF_A_STEP = frozenset(("__name__", "__doc__", "__signature__"))
FORBIDDEN = frozenset(
    ("eval", "exec", "compile", "globals", "locals", "vars", "setattr", "delattr", "getattr", "open", "breakpoint")
) | frozenset(("input", "get_type_hints", "__import__", "__builtins__", "__loader__"))
FRAMES = ("gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_back", "f_globals", "f_locals", "f_builtins")


_READING: ContextVar[tuple[Paper, ...]] = ContextVar("the papers among whose proofs one is being read", default=())


def proof_names(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the proofs of these papers, such as "count_queries/lemma_3", in order."""
    found = ((paper.name, paper.proofs.glob("*.py")) for paper in papers if paper.proofs is not None)
    return tuple(sorted(f"{paper}/{path.stem}" for paper, paths in found for path in paths))


def load_proof(name: str, papers: Iterable[Paper] | None = None) -> Proof:
    """Load the proof of a name such as "count_queries/lemma_3": the object `proof` of that file of the paper.

    A proof that is being read may look at another one of the same papers: it leaves `papers` out.

    Raises: ParameterError for an unknown name, ProofError for a file without a proof or with a mistake in it.
    """
    known = _READING.get() if papers is None else tuple(papers)
    names = proof_names(known)
    if name not in names:
        message = f"proof: expected {_nearest(name, names)}; got {excerpt(name)!r}"
        raise ParameterError(message)
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
    """Return the proof in a file of this path, the object `proof`; lemmas are looked up among the proofs of the papers.

    Raises: DocumentError for a file that cannot be read, ProofError for one without a proof or with a mistake in it.
    """
    name = name or str(path)
    try:
        source = path.read_bytes()
        text = source.decode()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: expected the file of a proof, got {error}"
        raise DocumentError(message, str(path)) from error
    require_plain(text, name)
    known = tuple(papers)
    before = _READING.set(known)
    try:
        module = run_file(path, "dpexact_proof_" + name.replace("/", "_"), source)
    except ProofError:
        raise
    except Exception as error:
        raise ProofError(f"{type(error).__name__}: {error}", "file", name) from error
    finally:
        _READING.reset(before)
    proof = getattr(module, "proof", None)
    if type(proof) is not Proof:
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    proof.load = partial(load_proof, papers=known)
    return proof


def _is_open(module: str, names: list[ast.alias]) -> bool:
    """Tell whether a proof may import these names: what the harness exports, and no private ones of dpexact."""
    wanted = {one.name for one in names}
    if module == "dpexact.papers.proving":
        return wanted <= {*sys.modules[module].__all__}
    if module.split(".", maxsplit=1)[0] == "dpexact":
        hidden = any(part.startswith("_") for name in wanted for part in (*module.split("."), name))
        return not module.startswith("dpexact.papers.proving.") and "proving" not in wanted and not hidden
    return module.split(".", maxsplit=1)[0] in LIBRARIES or (module == "inspect" and wanted <= OF_INSPECT)


def require_plain(text: str, name: str) -> None:
    """Refuse a proof that reaches behind the harness: its modules, private names, attributes that are set.

    A proof is code, and code can lie in more ways than a scan sees; the reader of a proof is the judge of the rest.

    Raises: ProofError.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise ProofError(f"expected Python, got {error}", "file", name) from error
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if {one.name.split(".")[0] for one in names} <= {*LIBRARIES}:
                continue
            case ast.ImportFrom(module=str(module), names=names, level=0) if _is_open(module, names):
                continue
            case ast.Import() | ast.ImportFrom():
                known = f"names of dpexact.papers.proving, rooms of dpexact, {', '.join(LIBRARIES)}"
                found = f"{ast.unparse(node)} (what it may import: {known})"
            case ast.MatchClass(kwd_attrs=names) if any(name.startswith("_") for name in names):
                found = "private names in a pattern"
            case ast.Attribute(attr=attr) if attr in FRAMES:
                found = f"the frames of others ({attr})"
            case ast.Attribute(attr=attr) if attr in OF_A_STEP:
                continue
            case ast.Attribute(ctx=ast.Store() | ast.Del(), attr=attr):
                found = f"a change of the attribute {attr}"
            case ast.Attribute(attr=attr) if attr.startswith("_"):
                found = f"the private name {attr}"
            case ast.Name(id=used) if used in FORBIDDEN:
                found = used
            case _:
                continue
        raise ProofError(f"line {getattr(node, 'lineno', 0)}: a proof does without {found}", "file", name)
