"""The library of proofs: in the package where it is installed, in `proofs/` in a checkout; loaded by file path."""

from __future__ import annotations

import ast
from difflib import get_close_matches
from importlib import resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from dpexact.errors import DocumentError, ParameterError
from dpexact.proving.failure import ProofError
from dpexact.proving.proof import Proof

FEW = 20  # so many names are all listed
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
    return load_file(root / f"{name}.py", name)


def load_file(path: Path, name: str = "") -> Proof:
    """The proof in a file of this path, the object `proof`.

    Raises: DocumentError for a file that cannot be read, ProofError for one without a proof or with a mistake in it.
    """
    name = name or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path}: expected the file of a proof, got {error}"
        raise DocumentError(message, str(path)) from error
    require_plain(text, name)
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
    if type(proof) is not Proof:
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    return proof


def _is_open(module: str, names: list[ast.alias]) -> bool:
    """Whether a proof may import these names: of the harness those that it exports, of dpexact no private ones."""
    from dpexact import proving

    wanted = {one.name for one in names}
    if module == "dpexact.proving":
        return wanted <= {*proving.__all__}
    if module.split(".", maxsplit=1)[0] == "dpexact":
        hidden = any(part.startswith("_") for name in wanted for part in (*module.split("."), name))
        return not module.startswith("dpexact.proving.") and "proving" not in wanted and not hidden
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
                known = f"names of dpexact.proving, rooms of dpexact, {', '.join(LIBRARIES)}"
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
