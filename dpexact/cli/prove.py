"""`dpexact prove`: run the proofs and print what each rests on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.cli.outcome import HOLDS, REFUTED
from dpexact.cli.progress import long_work
from dpexact.cli.values import Format, print_json, print_text
from dpexact.papers import papers
from dpexact.proving.failure import ProofError
from dpexact.proving.library import load_file, load_proof, proof_names
from dpexact.report.proofs import proof_json, proof_text, rejected_json, rejected_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.paper import Paper
    from dpexact.proving.proof import Proof


def run(names: Sequence[str], form: Format) -> int:
    """Run the proofs, all by default, and print; the exit status: 0 all proved, 1 one rejected.

    A name with ".py" at its end or that begins with "." or "/" is the path of a file.

    Raises: DocumentError, ParameterError.
    """
    texts: list[str] = []
    values: list[dict[str, object]] = []
    status = HOLDS
    known = papers()
    library = proof_names(known)
    for name in [found for given in names for found in _proofs_of(given, library)] if names else library:
        with long_work(f"proving {name}"):
            try:
                outcome = _loaded(name, known).run()
                texts.append(proof_text(name, outcome))
                values.append(proof_json(name, outcome))
            except ProofError as error:
                texts.append(rejected_text(name, error))
                values.append(rejected_json(name, error))
                status = REFUTED
    if form is Format.json:
        print_json(values)
    else:
        print_text("\n\n".join(texts))
    return status


def _proofs_of(given: str, library: Sequence[str]) -> list[str]:
    """The proof of this name or in this file, or all of a theory."""
    return [name for name in library if name.split("/")[0] == given] or [given]


def _loaded(name: str, known: tuple[Paper, ...]) -> Proof:
    """The proof of this name, or in the file of this path: no proof of the library is called so."""
    is_path = name.endswith(".py") or name.startswith((".", "/"))
    if is_path or (name not in proof_names(known) and Path(name).is_file()):
        return load_file(Path(name), papers=known)
    return load_proof(name, known)
