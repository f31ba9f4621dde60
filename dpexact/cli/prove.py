"""`dpexact prove`: run the proofs and print what each rests on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dpexact.cli.outcome import HOLDS, REFUTED
from dpexact.cli.progress import long_work
from dpexact.cli.values import Format, print_json, print_text
from dpexact.proving.failure import ProofError
from dpexact.proving.library import load_file, load_proof, proof_names
from dpexact.report.proofs import proof_json, proof_text, rejected_json, rejected_text

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(names: Sequence[str], form: Format) -> int:
    """Run the proofs, all by default, and print; the exit status: 0 all proved, 1 one rejected.

    A name with ".py" at its end or that begins with "." or "/" is the path of a file.

    Raises: DocumentError, ParameterError.
    """
    texts: list[str] = []
    values: list[dict[str, object]] = []
    status = HOLDS
    for name in [found for given in names for found in _proofs_of(given)] if names else proof_names():
        with long_work(f"proving {name}"):
            try:
                outcome = (load_file(Path(name)) if is_path(name) else load_proof(name)).run()
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


def _proofs_of(given: str) -> list[str]:
    """The proof of this name or in this file, or all of a theory."""
    return [name for name in proof_names() if name.split("/")[0] == given] or [given]


def is_path(name: str) -> bool:
    """Whether a name is the path of a file: no proof of the library is called so."""
    return name.endswith(".py") or name.startswith((".", "/")) or (name not in proof_names() and Path(name).is_file())
