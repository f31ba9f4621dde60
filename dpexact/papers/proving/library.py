"""The library of proofs in the folders of papers, loaded by file path."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from difflib import get_close_matches
from pathlib import Path

from dpexact.audit.paper import Paper
from dpexact.certificates.source import run_file
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.proving.allowed import require_allowed, require_own
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.predicate import read_once
from dpexact.papers.proving.proof import Proof
from dpexact.papers.proving.reached import marked

FEW = 20  # names that are all listed
LONGEST = 200  # characters of a name that are compared

_READING: ContextVar[tuple[Paper, ...]] = ContextVar("the papers among whose proofs one is being read", default=())


def proof_names(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the proofs of these papers, such as "count_queries/remark_2", in order."""
    folders = ((paper.name, paper.proofs) for paper in papers if paper.proofs is not None)
    return tuple(sorted(f"{name}/{path.stem}" for name, folder in folders for path in folder.glob("*.py")))


def load_proof(name: str, papers: Iterable[Paper] | None = None) -> Proof:
    """Load the proof of a name such as "count_queries/remark_2", the object `proof` of that file of the paper.

    A proof that is being read may load another one of the same papers by leaving `papers` out.

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
    """Return all names of proofs if they are few, or those near a wrong one."""
    if len(names) <= FEW:
        return f"one of {', '.join(names) or 'none'}"
    papers = list(dict.fromkeys(known.partition("/")[0] for known in names))
    near = [known for known in names if known.endswith(f"/{name}")] or get_close_matches(name[:LONGEST], names)
    paper = get_close_matches(name[:LONGEST], papers, n=1)
    place = f"the paper {paper[0]}" if paper else f"a paper ({', '.join(papers)})"
    return f"a proof such as {', '.join(near or names[:1])}, {place}, or the file of a proof"


def load_file(path: Path, name: str = "", papers: Iterable[Paper] = ()) -> Proof:
    """Return the object `proof` of the file at this path, which may load the proofs of `papers`.

    Raises: DocumentError for a file that cannot be read, ProofError for one without a proof or with a mistake in it.
    """
    name = name or str(path)
    try:
        source = path.read_bytes()
        text = source.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(str(error), str(path), expected="the file of a proof") from error
    try:
        tree = ast.parse(text, name)
    except (SyntaxError, ValueError) as error:
        raise ProofError(f"expected Python, got {error}", "file", name) from error
    known = tuple(papers)
    own = name.partition("/")[0] if name.partition("/")[0] in {paper.name for paper in known} else ""
    require_allowed(tree, name, path.stem, own)
    changed, reached = marked(tree)
    before = _READING.set(known)
    try:
        module = run_file(path, "dpexact_proof_" + name.replace("/", "_"), source, changed, **reached.names)
    except ProofError:
        raise
    except Exception as error:
        raise ProofError(f"{type(error).__name__}: {error}", "file", name) from error
    finally:
        _READING.reset(before)
    require_own(module, tree, name, own)
    for variable, value in vars(module).items():
        if read_once(value):
            raise ProofError(f"{variable} can be read once only; expected a list or a tuple", "read once", name)
    proof = getattr(module, "proof", None)
    if type(proof) is not Proof:
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    proof.reached = reached
    return proof
