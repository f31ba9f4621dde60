"""`dpexact prove` runs the proofs and prints their results."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from dpexact.audit.paper import Paper, project_folder
from dpexact.cli.answer import Answer, Views, fitted
from dpexact.cli.options import completion, flag
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, count_line, file_line, gravest, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers
from dpexact.papers.proving.evidence import ProofError
from dpexact.papers.proving.proof import Proof, load_file, load_proof, proof_names
from dpexact.papers.proving.rocq import Recheck, chosen, read_theorems, recheck

Result = tuple[str, dict[str, object] | None]  # as text and as JSON, which has no summary of the theorems


def offered_proofs(incomplete: str) -> list[str]:
    """Return the papers that have proofs and, once one of them is typed with a slash, its proofs."""
    names = list(proof_names(papers()))
    if "/" not in incomplete:
        names = [*dict.fromkeys(name.partition("/")[0] for name in names), "rocq"]
    return completion(lambda: names)(incomplete)


def run(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            autocompletion=offered_proofs,
            help="count_queries/remark_2, rainbow, rocq, rocq/Events#attained, ... or a file; all by default.",
        ),
    ] = None,
    *,
    rocq: Annotated[
        bool, flag("--rocq", "Re-check the Rocq theorems with Rocq; exit with 3 where that is not possible.")
    ] = False,
) -> Answer:
    """Run the proofs and print their results.

    The Rocq theorems are listed and compared. Those that are named are re-checked, if Rocq is installed.
    """
    names = names or []
    of_rocq = [name for name in names if name == "rocq" or (name.startswith("rocq/") and not name.endswith(".py"))]
    if rocq and names and not of_rocq:
        came = excerpt(names[0])
        expected = "no names, or Rocq theorems such as rocq"
        raise ParameterError(came, place="--rocq", expected=expected, remedy="leave the option out")
    results, status = _run_proofs([name for name in names if name not in of_rocq], every=not names)
    if of_rocq or (not names and (rocq_folder() / "statements.json").is_file()):
        theorems, of_theorems = _run_rocq(of_rocq or ["rocq"], again=bool(names) or rocq, must=rocq)
        results += theorems
        status = gravest(status, of_theorems)
    values = [value for _, value in results if value is not None]
    return Answer(status, Views(lambda: fitted("\n\n".join(text for text, _ in results)), json=lambda: values))


def _run_proofs(names: Sequence[str], *, every: bool) -> tuple[list[Result], int]:
    """Run the proofs of these names, or every proof. Return the results and the exit status."""
    known = papers()
    library = proof_names(known)
    proofs = list(library) if every else []
    for name in names:  # all proofs of a paper, or the proof of this name or in this file
        proofs += [proof for proof in library if proof.split("/")[0] == name] or [name]
    results: list[Result] = []
    status = HOLDS
    with long_work("running the proofs"):
        for number, name in enumerate(proofs):
            count_line(number, len(proofs), name)
            try:
                outcome = _loaded(name, known).run()
                results.append((outcome.as_text(name), outcome.as_json(name)))
            except ProofError as error:
                results.append((error.as_text(name), error.as_json(name)))
                status = REFUTED
    return results, status


def rocq_folder() -> Path:
    """Return the folder of the theorems of Rocq."""
    return project_folder("proofs") / "rocq"


def _run_rocq(names: Sequence[str], *, again: bool, must: bool) -> tuple[list[Result], int]:
    """List and compare theorems, and re-check them if asked.

    Return the results and the exit status, 3 if they must be re-checked and cannot.
    """
    book = read_theorems(rocq_folder())
    theorems = list(dict.fromkeys(theorem for name in names for theorem in chosen(book, name)))
    outcome = Recheck(done=False, words="not re-checked: `dpexact prove rocq` lets Rocq do it, where it is installed")
    if again:
        modules = sorted({theorem.file for theorem in theorems}) if "rocq" not in names else []
        with long_work(f"re-checking {', '.join(modules) or 'all theorems'} with Rocq; this takes minutes"):
            outcome = recheck(book, modules, file_line)
    results: list[Result] = [(book.as_text(theorem, outcome), book.as_json(theorem, outcome)) for theorem in theorems]
    results.append((book.summary(theorems, outcome), None))
    if any(book.verdict(theorem, outcome) == "rejected" for theorem in theorems):
        return results, REFUTED
    return results, UNDECIDED if must and not outcome.done else HOLDS


def _loaded(name: str, known: tuple[Paper, ...]) -> Proof:
    """Return the proof of this name, or of the file at this path, since proofs of the library have other names."""
    is_path = name.endswith(".py") or name.startswith((".", "/"))
    if is_path or (name not in proof_names(known) and Path(name).is_file()):
        return load_file(Path(name), papers=known)
    return load_proof(name, known)
