"""The library of proofs: in the package where it is installed, in `proofs/` in a checkout; loaded by file path."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from dpexact.errors import DocumentError, ParameterError
from dpexact.proving.failure import ProofError
from dpexact.proving.proof import Proof

FEW = 20  # so many names are all listed


def proofs_folder() -> Path:
    """The folder of the proofs. Raises: DocumentError where there is none."""
    package = Path(str(resources.files("dpexact")))
    for folder in (package / "proving" / "proofs", package.parent / "proofs"):
        if folder.is_dir():
            return folder
    message = (
        f"{package}: expected the proofs in proving/proofs or in ../proofs, got neither; "
        "install dpexact from its wheel or work in a checkout"
    )
    raise DocumentError(message, str(package))


def proof_names(folder: Path | None = None) -> tuple[str, ...]:
    """The names of the proofs, such as "count_queries/lemma_4", in order; `certificates/` holds evidence, no proofs."""
    root = folder or proofs_folder()
    paths = (path.relative_to(root) for path in root.glob("*/*.py") if path.parent.name != "certificates")
    return tuple(sorted(path.with_suffix("").as_posix() for path in paths))


def load_proof(name: str, folder: Path | None = None) -> Proof:
    """The proof of a name such as "count_queries/lemma_4": the object `proof` of that file.

    Raises: ParameterError for an unknown name, ProofError for a file without a proof or with a mistake in it.
    """
    root = folder or proofs_folder()
    names = proof_names(root)
    if name not in names:
        near = get_close_matches(name, names) if len(names) > FEW else []
        known = f"such as {', '.join(near)}" if near else f"one of {', '.join(names) or 'none'}"
        message = f"proof: expected {known}; got {name!r}"
        raise ParameterError(message)
    path = root / f"{name}.py"
    spec = spec_from_file_location("dpexact_proof_" + name.replace("/", "_"), path)
    if spec is None or spec.loader is None:
        raise ProofError("expected a Python file", "file", name)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ProofError:
        raise
    except Exception as error:
        raise ProofError(f"{type(error).__name__}: {error}", "file", name) from error
    proof = getattr(module, "proof", None)
    if not isinstance(proof, Proof):
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    return proof
