"""`dpexact prove`: run the proofs and print what was computed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dpexact.audit.paper import Paper, project_folder
from dpexact.cli.options import Format, print_json, print_text
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, count_line, file_line, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.library import load_file, load_proof, proof_names
from dpexact.papers.proving.proof import Proof
from dpexact.papers.proving.rocq import Recheck, chosen, read_theorems, recheck
from dpexact.papers.proving.rocq_views import summary_text, theorem_json, theorem_text, verdict_of
from dpexact.papers.proving.views import proof_json, proof_text, rejected_json, rejected_text


def run(names: Sequence[str], form: Format, *, rocq: bool = False) -> int:
    """Run the proofs, all by default, and print; return the exit status: 0 none rejected, 1 one rejected.

    A name with ".py" at its end or that begins with "." or "/" is the path of a file. The theorems of Rocq are listed
    and compared too; named, or with `rocq`, they are re-checked where Rocq is installed. With `rocq` the status is 3
    where they cannot be.

    Raises: DocumentError, ParameterError.
    """
    of_rocq = [name for name in names if _is_rocq(name)]
    if rocq and names and not of_rocq:
        came = excerpt(names[0])
        raise ParameterError(
            came, place="--rocq", expected="no names, or Rocq theorems such as rocq", remedy="leave the option out"
        )
    texts: list[str] = []
    values: list[dict[str, object]] = []
    status = HOLDS
    known = papers()
    library = proof_names(known)
    given_proofs = [name for name in names if name not in of_rocq]
    chosen_proofs = [found for given in given_proofs for found in _proofs_of(given, library)] if names else library
    with long_work("running the proofs"):
        for number, name in enumerate(chosen_proofs):
            count_line(number, len(chosen_proofs), name)
            try:
                outcome = _loaded(name, known).run()
                texts.append(proof_text(name, outcome))
                values.append(proof_json(name, outcome))
            except ProofError as error:
                texts.append(rejected_text(name, error))
                values.append(rejected_json(name, error))
                status = REFUTED
    if of_rocq or (not names and (rocq_folder() / "statements.json").is_file()):
        status = max(
            status,
            _run_rocq(of_rocq or ["rocq"], texts, values, again=bool(names) or rocq, must=rocq),
            key=(HOLDS, UNDECIDED, REFUTED).index,
        )
    if form is Format.json:
        print_json(values)
    else:
        print_text("\n\n".join(texts))
    return status


def rocq_folder() -> Path:
    """Return the folder of the theorems of Rocq."""
    return project_folder("proofs") / "rocq"


def _is_rocq(name: str) -> bool:
    return name == "rocq" or (name.startswith("rocq/") and not name.endswith(".py"))


def _run_rocq(
    names: Sequence[str], texts: list[str], values: list[dict[str, object]], *, again: bool, must: bool
) -> int:
    """List and compare theorems, and re-check them if asked; return the exit status, 3 if they must be and cannot."""
    book = read_theorems(rocq_folder())
    theorems = list(dict.fromkeys(one for name in names for one in chosen(book, name)))
    outcome = Recheck(done=False, words="not re-checked: `dpexact prove rocq` lets Rocq do it, where it is installed")
    if again:
        modules = sorted({one.name.partition("#")[0] for one in theorems}) if "rocq" not in names else []
        with long_work(f"re-checking {', '.join(modules) or 'all theorems'} with Rocq; this takes minutes"):
            outcome = recheck(book, modules, file_line)
    texts += [theorem_text(one, book, outcome) for one in theorems] + [summary_text(theorems, book, outcome)]
    values += [theorem_json(one, book, outcome) for one in theorems]
    if any(verdict_of(one, book, outcome) == "rejected" for one in theorems):
        return REFUTED
    return UNDECIDED if must and not outcome.done else HOLDS


def _proofs_of(given: str, library: Sequence[str]) -> list[str]:
    """Return the proof of this name or in this file, or all of a theory."""
    return [name for name in library if name.split("/")[0] == given] or [given]


def _loaded(name: str, known: tuple[Paper, ...]) -> Proof:
    """Return the proof of this name, or of the file at this path: no proof of the library has such a name."""
    is_path = name.endswith(".py") or name.startswith((".", "/"))
    if is_path or (name not in proof_names(known) and Path(name).is_file()):
        return load_file(Path(name), papers=known)
    return load_proof(name, known)
