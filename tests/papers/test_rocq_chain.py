"""Attempts to let the ledger and `dpexact prove` cite what Rocq has not accepted, on a copy of the theorems."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit.paper import project_folder
from dpexact.cli import prove as command
from dpexact.papers.catalogue import OURS
from dpexact.papers.ledger.books import Books, load_locks, pieces_of_theorems
from dpexact.papers.ledger.claim import load_ledgers
from dpexact.papers.ledger.ledger import Ledger, compare
from dpexact.papers.ledger.views import ledger_summary
from dpexact.papers.proving.rocq import CLOSED, KNOWN, Recheck, chosen, read_theorems, recheck
from proofs.rocq.depends import sources
from tests.commands import finish
from tests.rocq_folder import EXTRACTION, PROGRAMS, digest, install, put_right

REAL = project_folder("proofs") / "rocq"
CLAIMS = load_ledgers(OURS)
CITING = {claim.key for claim in CLAIMS if any(piece.startswith("rocq:") for piece in claim.evidence)}
COMPARED = "theorems of Rocq compared, not re-checked."
FAKE = """
from pathlib import Path
print('617 theorems and examples, closed')
print(' '.join((Path(__file__).parent / 'statements.json').read_text().split('\\n')))
"""
needs_rocq = pytest.mark.skipif(
    shutil.which("coqc") is None or shutil.which("make") is None, reason="Rocq is not installed"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the theorems, in which `dpexact prove` looks."""
    place = tmp_path / "rocq"
    for name in [*sources(), *EXTRACTION, *PROGRAMS, "_CoqProject", "README.md", "statements.json"]:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REAL / name, place / name)
    monkeypatch.setattr(command, "rocq_folder", lambda: place)
    return place


def book_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "statements.json").read_text(encoding="utf-8"))
    return found


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")


def admit(folder: Path) -> None:
    edit(folder, "privacy/Events.v", "Qed.", "Admitted.")


def redefine(folder: Path) -> None:
    """Everything is private."""
    edit(folder, "definitions/Definitions.v", "forall i j, r i j -> close_to E d (M i) (M j).", "True.")


def examined(folder: Path) -> Ledger:
    """The ledger, as far as it cites theorems of Rocq."""
    books = Books(tuple(paper.name for paper in OURS), pieces_of_theorems(folder), locks=load_locks(OURS))
    return compare([claim for claim in CLAIMS if claim.key in CITING], books)


def at_fault(folder: Path, word: str = "") -> set[str]:
    """The claims with a fault of a theorem that they cite."""
    found = examined(folder).rows
    return {row.claim.key for row in found if any(one.startswith("rocq:") and word in one for one in row.faults)}


def verdict(folder: Path, name: str) -> str:
    """Return what `dpexact prove` says of a theorem where Rocq is not installed."""
    book = read_theorems(folder)
    return book.verdict(chosen(book, f"rocq/{name}")[0], Recheck(done=False, words=""))


def citing(*theorems: str) -> set[str]:
    """The claims that cite one of these."""
    refs = {f"rocq:{name.replace('.', '#', 1)}" for name in theorems}
    return {claim.key for claim in CLAIMS if any(piece in refs for piece in claim.evidence)}


@pytest.mark.slow
def test_the_books_as_they_are(folder: Path) -> None:
    assert at_fault(folder) == set()
    assert read_theorems(folder).faults == ()
    assert verdict(folder, "Events#attained") == "compared"
    assert len(CITING) > 100


def test_the_programs_that_ask_are_those_that_are_known() -> None:
    """Read what changed in them, and write the digest to KNOWN."""
    assert digest(REAL, [*PROGRAMS]) == KNOWN


@pytest.mark.slow
def test_the_ledger_says_that_theorems_were_only_compared(folder: Path) -> None:
    assert ledger_summary(examined(folder)).endswith(COMPARED)
    assert "Rocq" not in ledger_summary(compare([claim for claim in CLAIMS if claim.key not in CITING], Books(())))


@pytest.mark.slow
@pytest.mark.parametrize("change", [admit, redefine])
def test_a_changed_source(folder: Path, change: Callable[[Path], None]) -> None:
    """Rows 1, 2 and 9: no digest is put right."""
    change(folder)
    assert at_fault(folder, "the sources changed") == CITING
    assert verdict(folder, "Events#attained") == "rejected"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PROGRAMS, "_CoqProject"])
def test_a_changed_program(folder: Path, name: str) -> None:
    with (folder / name).open("a") as file:
        file.write("\n# changed\n")
    assert at_fault(folder, "the sources changed") == CITING
    assert read_theorems(folder).faults


@pytest.mark.slow
@pytest.mark.parametrize("key", ["statement", "whole"])  # or what is not printed of it
@pytest.mark.parametrize("right", [False, True])
def test_a_changed_statement(folder: Path, key: str, *, right: bool) -> None:
    """Row 4."""
    book = book_of(folder)
    book["theorems"]["Events.attained"][key] += r" \/ True"
    write(folder, book, right=right)
    assert at_fault(folder, "the lock has" if right else "the statements changed") >= citing("Events.attained")
    assert bool(read_theorems(folder).faults) is not right


def write(folder: Path, book: dict[str, Any], *, right: bool) -> None:
    """Write the book, with its digests put right or not."""
    if right:
        put_right(folder, book)
    else:
        (folder / "statements.json").write_text(json.dumps(book))


@pytest.mark.slow
def test_changed_assumptions(folder: Path) -> None:
    """Row 5."""
    book = book_of(folder)
    book["theorems"]["Events.attained"]["assumptions"] = "Axioms: magic"
    put_right(folder, book)
    assert at_fault(folder, "rests on assumptions") == citing("Events.attained") != set()
    assert verdict(folder, "Events#attained") == "rejected"


@pytest.mark.slow
@pytest.mark.parametrize("right", [False, True])
def test_a_changed_digest_of_a_definition(folder: Path, *, right: bool) -> None:
    """Row 6: also after an honest `check.py --write`, the rows above the definition are judged again."""
    book = book_of(folder)
    book["definitions"]["Definitions.private"] = "0" * 16
    write(folder, book, right=right)
    above = [name for name, one in book["theorems"].items() if "Definitions.private" in one["definitions"].split(", ")]
    assert at_fault(folder, "the lock has" if right else "the statements changed") == (
        citing(*above) if right else CITING
    )
    assert len(citing(*above)) > 10
    assert bool(read_theorems(folder).faults) is not right


@pytest.mark.slow
@pytest.mark.parametrize("right", [False, True])
def test_definitions_that_are_blanked(folder: Path, *, right: bool) -> None:
    """Row 7."""
    book = book_of(folder)
    book["theorems"]["Events.attained"]["definitions"] = ""
    write(folder, book, right=right)
    assert at_fault(folder, "the lock has" if right else "the statements changed") >= citing("Events.attained") != set()


@pytest.mark.slow
@pytest.mark.parametrize("source", ["", "(* Theorem p_is_np : P = NP. *)", "Lemma p_is_np : true = true. Admitted."])
def test_a_theorem_that_is_in_no_source(folder: Path, source: str) -> None:
    """Row 8: with all digests, a row and its words put right."""
    with (folder / "privacy/Events.v").open("a") as file:
        file.write(source)
    book = book_of(folder)
    one = {"file": "privacy/Events.v", "kind": "theorem", "statement": "P = NP", "whole": "0"}
    one |= {"assumptions": CLOSED, "definitions": ""}
    book["theorems"]["Events.p_is_np"] = one
    put_right(folder, book)
    said = "statements.json has what is in no source: theorem Events#p_is_np"
    assert pieces_of_theorems(folder)["rocq:Events#p_is_np"].fault == said
    assert read_theorems(folder).faults == (said,)
    assert verdict(folder, "Events#p_is_np") == "rejected"


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the version of Rocq be right; nobody asks more."""
    install(tmp_path / "bin", coqc="echo 8.16.1 4.13.1", make="exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


@pytest.mark.slow
@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_asks_in_its_place(folder: Path, name: str) -> None:
    """Row 10: all digests are put right, and check.py says what is wanted; it is not run."""
    admit(folder)
    (folder / name).write_text(FAKE)
    put_right(folder, book_of(folder))
    assert read_theorems(folder).faults == ()
    again = recheck(read_theorems(folder))
    assert not again.done
    assert "are not those of this version of dpexact" in again.faults[0]
    assert finish(command.run(["rocq/Events#attained"], rocq=True), "text") == 1


@pytest.mark.slow
def test_what_rocq_printed_is_compared_by_the_caller(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check.py that compares wrongly: Rocq printed another statement, and it ends with 0."""
    printed = book_of(folder)
    printed["theorems"]["Events.attained"]["statement"] = "True"
    answer = f"617 theorems and examples\n{json.dumps(printed)}"
    monkeypatch.setattr("dpexact.papers.proving.rocq._missing", lambda _: None)
    monkeypatch.setattr("dpexact.papers.proving.rocq.run_program", lambda *_: (0, answer, ""))
    again = recheck(read_theorems(folder), ["Events"])
    assert again.faults == ("Events#attained: statements.json and Rocq differ",)
    assert recheck(read_theorems(folder), ["Signs"]).faults == ()


@pytest.mark.long
@needs_rocq
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (admit, "22 theorems and examples of Events, 2 files compiled, 22 with assumptions"),
        (redefine, "a source does not compile"),
    ],
)
def test_rocq_notices_what_digests_do_not(folder: Path, change: Callable[[Path], None], said: str) -> None:
    """Row 3: sources changed, digests put right; only Rocq can tell, and the ledger says that it was not asked."""
    change(folder)
    put_right(folder, book_of(folder))
    book = read_theorems(folder)
    assert book.faults == ()
    assert at_fault(folder) == set()
    again = recheck(book, ["Events"])
    assert said in "\n".join(again.faults)
    assert book.verdict(chosen(book, "rocq/Events#attained")[0], again) == "rejected"


@pytest.mark.long
@needs_rocq
def test_rocq_accepts_the_theorems_as_they_are(folder: Path) -> None:
    again = recheck(read_theorems(folder), ["Events"])
    assert (again.done, again.faults) == (True, ())
