"""The second books: good files, and bad ones named by their fault."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from dpexact.audit.paper import Paper
from dpexact.errors import DocumentError, ParameterError
from dpexact.papers.ledger import books
from dpexact.papers.ledger.books import (
    INDEX,
    WORDS,
    WRONG,
    Piece,
    differences,
    load_locks,
    lock_path,
    lock_text,
    pieces_by_hand,
    pieces_of_theorems,
    qualified,
    said,
)
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, VERDICTS
from dpexact.papers.proving.rocq import CLOSED, Theorem
from tests.beside import beside
from tests.refusals import refuses
from tests.rocq_folder import make_folder, put_right

BESIDE = beside(__file__)

EVENTS = {"Events.v": b"Theorem tight : forall x, x = x."}
FILES = Path(__file__).parents[1] / "vectors" / "ledgers" / "books"
TOY = Paper("toy", "A toy")
OF_INDEX = (INDEX, "certificate", ("name", "statement"), "toy")
READERS: dict[str, tuple[str, Callable[[Path], object]]] = {  # the name of the file, and its reader in a folder
    "by": ("by_hand.toml", lambda folder: pieces_by_hand(replace(TOY, proofs=folder))),
    "certificates": ("index.toml", lambda folder: books._entries(folder / "index.toml", *OF_INDEX)),
    "lock": ("ledger.lock.toml", lambda folder: load_locks([replace(TOY, ledger=folder / "ledger.toml")])),
    "statements": ("statements.json", pieces_of_theorems),
}
BAD = BESIDE["bad"]
LOCKED = {"judged": "00000000 holds, checked", "proof:a/b#c": 'holds: so "so" \\ \u202e [00000000]'}
WHOLE, UNDER = "89abcdef01234567", ("Definitions.prob 0123456789abcdef",)
TIGHT = Theorem("Events#tight", "theorem", "forall x, Definitions.prob x = x", WHOLE, CLOSED, UNDER)
TIGHT_SAYS = said(TIGHT.statement, f"{TIGHT.statement}\n{WHOLE}\n{UNDER[0]}")
MAGIC_SAYS = said("forall x, x = x", f"forall x, x = x\n{WHOLE}")
CLAIMS = {"rainbow/lemma-4": "holds"}
SIDES = {"toy/lemma-4": "holds-if, both", "rainbow/x": "refuted"}
GOOD = {
    "by-hand-good.toml": {
        "hand:toy/so": Piece(said("It is so."), {"toy/lemma-4": "holds"}, fits=WORDS, words="It is so."),
        "hand:toy/words": Piece(
            said("In words.", "In words.\nrefutes: n = 0"),
            SIDES,
            refutes=True,
            fits=(*WRONG, BOTH),
            words="In words.",
        ),
        "hand:toy/letters": Piece(
            said("y is z.", "y is z.\nprinted: x = y"),
            {"toy/lemma-5": "misprint"},
            refutes=True,
            fits=("misprint",),
            words="y is z.",
            printed="x = y",
        ),
    },
    "lock-good.toml": {"toy/lemma-4": LOCKED},
    "certificates-good.toml": {"so": ({"name": "so", "statement": "00"}, {})},
    "statements-good.json": {
        "rocq:Events#tight": Piece(TIGHT_SAYS, CLAIMS, objects=TIGHT.objects, conclusion="Definitions.prob x = x")
    },
    "statements-with-an-axiom.json": {
        "rocq:Events#tight": Piece(MAGIC_SAYS, CLAIMS, "rests on assumptions: Axioms: magic", conclusion="x = x")
    },
}


def read(name: str, folder: Path) -> object:
    """Read one of these files; the theorems of Rocq from a folder with their sources."""
    file, reader = READERS[name.split("-", 1)[0]]
    make_folder(folder / name, EVENTS)
    shutil.copy(FILES / name, folder / name / file)
    if reader is pieces_of_theorems and isinstance(book := json.loads((FILES / name).read_text()), dict):
        put_right(folder / name, book)
    return reader(folder / name)


@pytest.mark.parametrize("name", GOOD)
def test_good_book(name: str, tmp_path: Path) -> None:
    assert read(name, tmp_path) == GOOD[name]


@pytest.mark.parametrize("name", BAD)
def test_bad_book(name: str, tmp_path: Path) -> None:
    place, part = BAD[name]
    with pytest.raises(DocumentError) as caught:
        read(name, tmp_path)
    assert caught.value.inside == place
    assert part in str(caught.value)
    assert caught.value.file.rpartition("/")[2] == READERS[name.split("-", 1)[0]][0]


def test_every_book_is_listed_and_a_theorem_says_its_definitions() -> None:
    assert {path.name for path in FILES.iterdir()} == {*BAD, *GOOD}
    assert TIGHT.statement == "forall x, Definitions.prob x = x"
    assert TIGHT.under == ("Definitions.prob 0123456789abcdef",)
    assert TIGHT.objects == ("Definitions.prob",)


def test_a_book_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert [name for name, (_, reader) in READERS.items() if reader(tmp_path)] == []


def test_every_verdict_can_be_established() -> None:
    assert set(ESTABLISHED.values()) == set(VERDICTS)
    assert "holds-if" not in ESTABLISHED  # evidence says which side it is for


def test_what_is_repeated() -> None:
    digest = sha256(b"1 + 1\n= 2").hexdigest()[:8]
    assert said("1 + 1\n= 2") == f"1 + 1 = 2 [{digest}]"
    assert said("short", "1 + 1\n= 2") == f"short [{digest}]"
    long = said("x" * 200)
    assert long.startswith("x" * 100 + "... [")
    assert long != said("x" * 201)


def test_claims_with_their_paper_are_each_named_once() -> None:
    assert qualified({"a": "holds", "rainbow/b": "refuted"}, "toy") == {"toy/a": "holds", "rainbow/b": "refuted"}
    refuses(ParameterError, "toy/h and h; remove one", qualified, {"h": "holds", "toy/h": "refuted"}, "toy")


def test_a_lock_is_read_as_it_was_written(tmp_path: Path) -> None:
    book = {"lemma-4": LOCKED, "b.c_d": {"judged": "so\n\t\x7f", "hand:x": "'"}}
    paper = replace(TOY, ledger=tmp_path / "ledger.toml")
    lock_path(tmp_path / "ledger.toml").write_text(lock_text(book), encoding="utf-8")
    assert load_locks([TOY, paper]) == {f"toy/{claim}": lines for claim, lines in book.items()}


def test_what_differs_from_a_lock() -> None:
    assert list(differences("lemma-4", LOCKED, LOCKED)) == []
    assert list(differences("lemma-4", {}, LOCKED)) == [
        "lemma-4 is not in the lock; judge the row, then write it with dpexact ledger --lock"
    ]
    changed = {"judged": "00000000 refuted, checked", "hand:x": "refuted: y"}
    assert list(differences("lemma-4", LOCKED, changed)) == [
        "judged: the lock has '00000000 holds, checked', now it is '00000000 refuted, checked'",
        "hand:x: the lock has nothing of it, now it is 'refuted: y'",
        f"proof:a/b#c: the lock has {LOCKED['proof:a/b#c']!r}, now it is gone",
    ]
