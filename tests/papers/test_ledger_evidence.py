"""Evidence is examined and compared with the claims: what is unsound, of another row or of another verdict shows."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.audit.paper import Paper
from dpexact.certificates.certificate import Certificate, check
from dpexact.cli import ledger as command
from dpexact.linear_programs import LinearProgram, solve
from dpexact.papers.catalogue import OURS, papers
from dpexact.papers.ledger.books import (
    FITTING,
    Books,
    Piece,
    conclusion_of,
    pieces_by_hand,
    pieces_of_theorems,
    statement_digest,
    survey,
)
from dpexact.papers.ledger.claim import Claim, Verdict
from dpexact.papers.ledger.ledger import Ledger, LedgerRow, compare, examine
from dpexact.papers.ledger.views import ledger_page, ledger_row_json, ledger_text, page_markdown, summary_markdown
from dpexact.papers.proving import Exhaustive, Proof, proof
from dpexact.papers.proving.rocq import Theorem
from tests.beside import beside
from tests.commands import finish
from tests.rocq_folder import make_folder, put_right

BESIDE = beside(__file__)

BOOKS = Path(__file__).parents[1] / "vectors" / "ledgers" / "books"
PROOF = BESIDE["proof"]
CLAIMS = '{"h": "holds", "r": "refuted", "i": "holds-if, holds", "j": "holds-if, fails", "b": "holds-if, both"}'
ROW = BESIDE["row"]
ANY = "h: holds; r: refuted; m: misprint; o: rounding"
TABLE = "".join(
    (
        ROW.format("right", "0.25", "exact", f'"{ANY}; n: not-checkable; i: holds-if, holds"'),
        ROW.format("wrong", "0.5", "exact", f'"{ANY}; j: holds-if, fails; b: holds-if, both"'),
        ROW.format("rounded", "0.24", "rounded", '{ o = "rounding" }'),
        ROW.format("recorded", "0.25", "rounded", '{ h = "holds" }'),
        'expected = "wrong"\nexpected_by = "a calculation"\n',
    )
)
BY_HAND = BESIDE["by_hand"]
INDEX = """format = "dpexact-certificates/1"
"""
ENTRY = """
[[certificate]]
name = "{name}"
statement = "{digest}"
establishes = {{ h = "holds", r = "refuted" }}
"""
VERDICT_OF: dict[str, Verdict] = {"h": "holds", "r": "refuted", "m": "misprint", "o": "rounding"}
VERDICT_OF |= {"n": "not-checkable", "i": "holds-if", "j": "holds-if", "b": "holds-if"}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """A paper with an honest and a false proof, certificates, rows, an argument and theorems of Rocq."""
    root = tmp_path_factory.mktemp("proofs")
    proofs, certificates = root / "toy", root / "certificates" / "toy"
    make_folder(root / "rocq", {"Events.v": b"Theorem tight : forall x, x = x."})
    for folder in (proofs, certificates):
        folder.mkdir(parents=True)
    for name, relation in {"honest": ">=", "false": ">"}.items():
        (proofs / f"{name}.py").write_text(PROOF.format(relation=relation, claims=CLAIMS), encoding="utf-8")
    (proofs / "by_hand.toml").write_text(BY_HAND, encoding="utf-8")
    (root / "printed.toml").write_text(TABLE, encoding="utf-8")
    statements = (BOOKS / "statements-good.json").read_text(encoding="utf-8").replace("rainbow/lemma-4", "toy/h")
    put_right(root / "rocq", json.loads(statements))
    _write_certificates(certificates)
    return Paper(
        "toy", "A toy", OURS[0].quantities, root / "printed.toml", None, proofs=proofs, certificates=certificates
    )


def _write_certificates(folder: Path) -> None:
    response = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
    pair = NeighborGraph.complete([0, 1])
    made = {
        "good": verify(response, pair, 3, 0).certificate(),
        "not-private": verify(response, pair, 2, 0).certificate(),
        "no-point": solve(LinearProgram.from_rows(["x"], {}, [({"x": 1}, ">=", 2), ({"x": 1}, "<=", 1)])).certificate(),
        "least": solve(LinearProgram.from_rows(["x"], {"x": 1}, [({"x": 1}, ">=", 2)])).certificate(),
    }
    made["exchanged"] = made["good"]  # its entry has another digest
    index = INDEX
    for name, certificate in made.items():
        (folder / f"{name}.json").write_text(certificate.to_json(), encoding="utf-8")
        digest = statement_digest(made["not-private" if name == "exchanged" else name].statement)
        index += ENTRY.format(name=name, digest=digest)
    forged = made["good"].to_json().replace('"3"', '"2"')
    (folder / "forged.json").write_text(forged, encoding="utf-8")
    index += ENTRY.format(name="forged", digest="0") + ENTRY.format(name="absent", digest="0")
    (folder / "index.toml").write_text(index, encoding="utf-8")
    (folder / "unlisted.json").write_text(made["good"].to_json(), encoding="utf-8")


@pytest.fixture(scope="module")
def books(toy: Paper) -> Books:
    """The toy's evidence."""
    return survey([toy])


def claim_of(name: str, *references: str, glue: tuple[str, ...] = ()) -> Claim:
    """A claim of the toy that cites these pieces."""
    verdict = VERDICT_OF[name]
    corrected = "" if verdict in ("holds", "not-checkable") else "It is not."
    objects = ("Definitions.prob",) if "rocq:Events#tight" in references else ()
    evidence, words = (tuple(map(of_the_toy, pieces)) for pieces in (references, glue))
    return Claim(name, "toy", "Theorem 1", "It is so.", verdict, evidence, words, corrected, objects=objects)


def of_the_toy(reference: str) -> str:
    """The reference with the toy's name, if it names no paper."""
    kind, _, name = reference.partition(":")
    return reference if kind == "rocq" or "/" in name else f"{kind}:toy/{name}"


def row(books: Books, claim: Claim) -> LedgerRow:
    """The claim compared, its lock right, no other piece naming it."""
    pieces = {
        name: piece if name in claim.pieces else replace(piece, establishes={}) for name, piece in books.pieces.items()
    }
    changed = replace(books, pieces=pieces)
    return compare([claim], locked(changed, claim)).rows[0]


def locked(books: Books, claim: Claim) -> Books:
    """The books with a lock of what the claim relies on now."""
    return replace(books, locks={claim.key: dict(compare([claim], books).rows[0].lock)})


REFERENCES = BESIDE["references"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", REFERENCES)
def test_one_reference(books: Books, fault: str) -> None:
    for name, reference in map(str.split, REFERENCES[fault].split("; ")):
        found = row(books, claim_of(name, reference))
        assert found.as_recorded == (not fault), (name, reference, found.faults)
        assert fault in "; ".join(found.faults), (name, reference)


def test_only_a_row_that_is_undecided_is_not_checkable(books: Books) -> None:
    claim = claim_of("n", "audit:right", glue=("hand:so",))
    assert "audit:toy/right cannot be for not-checkable" in row(books, claim).faults[0]
    undecided = replace(books.pieces["audit:toy/right"], fits=FITTING["undecided"])
    changed = replace(books, pieces={**books.pieces, "audit:toy/right": undecided})
    assert row(changed, claim_of("n", "audit:right")).as_recorded


def test_a_counterexample_shows_that_a_denial_holds(books: Books) -> None:
    for glue in ((), ("hand:so",)):
        claim = claim_of("h", "proof:toy/honest#odd", glue=glue)
        assert not row(books, claim).as_recorded
        assert row(books, replace(claim, denies=True)).as_recorded


def test_a_denial_is_of_what_holds_and_needs_a_counterexample(books: Books) -> None:
    denial = replace(claim_of("h", "proof:toy/honest#squares"), denies=True)
    assert row(books, denial).faults == ("denies = true, and no evidence is a counterexample",)
    denial = replace(claim_of("r", "proof:toy/honest#odd"), denies=True)
    assert row(books, denial).faults == ("denies = true is for a claim that holds, not for refuted",)
    claim = claim_of("h", "proof:toy/honest#odd")
    assert replace(claim, denies=True).judged != claim.judged  # it is among the words


DENIALS = BESIDE["denials"]


@pytest.mark.slow
def test_a_theorem_refutes_if_its_conclusion_denies(toy: Paper, tmp_path: Path) -> None:
    shutil.copytree(toy.proofs.parent / "rocq", tmp_path / "rocq")  # type: ignore[union-attr]
    path = tmp_path / "rocq" / "statements.json"
    text = path.read_text()
    for statement, refutes in DENIALS.items():
        path.write_text(text.replace("forall x, Definitions.prob x = x", statement.replace("\\", "\\\\")))
        assert pieces_of_theorems(tmp_path / "rocq")["rocq:Events#tight"].refutes is refutes, statement


def test_glue_is_no_counterexample_and_one_bad_reference_is_named(books: Books) -> None:
    claim = claim_of("r", "proof:toy/honest#squares", glue=("hand:so",))
    assert row(books, claim).faults == ("no evidence is a counterexample",)
    found = row(books, claim_of("h", "proof:toy/false", "audit:right", glue=("hand:so",)))
    assert [fault.split()[0] for fault in found.faults] == ["proof:toy/false"]


def test_a_theorem_about_something_else(books: Books) -> None:
    claim = claim_of("h", "rocq:Events#tight")
    assert row(books, claim).as_recorded
    said = "rocq:Events#tight is about no object of the claim ({}), only about Definitions.prob"
    assert row(books, replace(claim, objects=())).faults == (said.format("none"),)
    absent = "objects: no theorem of the evidence is about Definitions.close"
    faults = row(books, replace(claim, objects=("Definitions.close",))).faults
    assert faults == (said.format("Definitions.close"), absent)
    assert replace(claim, objects=("Definitions.close",)).judged != claim.judged


def of_a_formula(books: Books, conclusion: str) -> Books:
    """The books in which the theorem is a formula without a definition."""
    bare = replace(books.pieces["rocq:Events#tight"], objects=(), conclusion=conclusion)
    return replace(books, pieces={**books.pieces, "rocq:Events#tight": bare})


def test_a_formula_is_quoted(books: Books) -> None:
    """In words there is what its letters stand for."""
    piece = books.pieces["rocq:Events#tight"]
    assert (piece.objects, piece.conclusion) == (("Definitions.prob",), "Definitions.prob x = x")
    bare = Theorem("Events#tight", "theorem", "x = x", "", "", ("Definitions.prob 0123456789abcdef",)).objects
    assert bare == ()  # it is not named, only under what is
    claim = replace(claim_of("h", "rocq:Events#tight", glue=("hand:so",)), objects=(), about=("(0 <= p)%R",))
    formula = of_a_formula(books, "(0 <= p)%R")
    left = row(formula, claim).faults  # the argument is for another row
    assert left == row(books, claim_of("h", "rocq:Events#tight", glue=("hand:so",))).faults
    assert row(formula, replace(claim, glue=())).faults == (
        "its theorems are formulas that name no definition: expected glue that says what their letters stand for",
    )
    unquoted = "rocq:Events#tight is a formula, and `about` does not quote its conclusion, (0 <= p)%R"
    absent = "about: no formula of the evidence concludes (0 <= q)%R"
    assert row(formula, replace(claim, about=())).faults == (unquoted, *left)
    assert row(formula, replace(claim, about=("(0 <= q)%R",))).faults == (unquoted, absent, *left)
    assert replace(claim, about=()).judged != claim.judged
    assert row(books, replace(claim_of("h", "rocq:Events#tight"), about=("Definitions.prob x = x",))).faults == (
        "about: no formula of the evidence concludes Definitions.prob x = x",
    )


def test_a_long_conclusion_is_quoted_by_its_beginning(books: Books) -> None:
    whole = "(" + " + ".join(f"x_{n}" for n in range(30)) + " <= y)%R"
    claim = replace(claim_of("h", "rocq:Events#tight", "audit:right"), objects=())
    for head, enough in {whole: True, whole[:40]: True, whole[:39]: False, whole[1:60]: False, "(": False}.items():
        faults = row(of_a_formula(books, whole), replace(claim, about=(head,))).faults
        assert any("about" in fault for fault in faults) is not enough, head


def test_the_conclusion_of_a_statement() -> None:
    for hypotheses, conclusion in (
        ("forall (R : realFieldType) (E d p : R), (1 <= E)%R -> ", "(p <= E * p + d)%R"),
        ("forall x, (x = 0 -> x = 1) -> forall y, ", "y = x"),
        ("forall x : T, ", "a x <-> b x"),
        ("", "(0 <= 1)%R"),
        ("forall x, ", "exists y, [/\\ x = y, y = x & forall z, z = z]"),
    ):
        assert conclusion_of(hypotheses + conclusion) == conclusion, hypotheses


def test_another_formula(books: Books) -> None:
    claim = claim_of("h", "proof:toy/honest#squares")
    right = locked(books, claim)
    now = right.locks[claim.key]["proof:toy/honest#squares"]
    assert now.startswith("holds: n^2 >= n (9 cases) [")
    before = replace(right, locks={claim.key: {**right.locks[claim.key], "proof:toy/honest#squares": "holds: n^2 > n"}})
    found = [fault for fault in compare([claim], before).rows[0].faults if "the lock has" in fault]
    assert found == [f"proof:toy/honest#squares: the lock has 'holds: n^2 > n', now it is {now!r}"]


@pytest.mark.slow
def test_a_changed_domain_or_predicate_is_another_statement(toy: Paper, tmp_path: Path) -> None:
    shutil.copytree(toy.proofs, tmp_path / "toy")  # type: ignore[arg-type]
    path = tmp_path / "toy" / "honest.py"
    path.write_text(path.read_text().replace("range(9)", "range(8)").replace("(3, 5, 7)", "(3, 5, 7, 11)"))
    before, after = survey([toy]).pieces, survey([replace(toy, proofs=tmp_path / "toy")]).pieces
    for name in ("", "#squares", "#odd"):
        assert before[f"proof:toy/honest{name}"].says != after[f"proof:toy/honest{name}"].says


def test_a_piece_that_the_row_does_not_name(books: Books) -> None:
    claim = claim_of("n", "hand:so")
    found = compare([claim], locked(books, claim))
    assert found.rows[0].faults == ("audit:toy/right names this claim, which does not name it",)
    assert "audit:toy/right names toy/o, and there is no such claim" in found.faults
    assert "certificate:toy/unlisted is not in index.toml" in found.faults
    assert any(fault.startswith("proof:toy/false is not accepted") for fault in found.faults)


def test_a_lock_that_differs(books: Books) -> None:
    claim = claim_of("n", "hand:so")
    unlocked = compare([claim], replace(books, locks={"toy/gone": {"judged": "0"}, "toy/rainbow/n": {}}))
    assert "n is not in the lock; judge the row, then write it with dpexact ledger --lock" in unlocked.rows[0].faults
    assert "the lock has toy/gone, and there is no such claim" in unlocked.faults
    assert "the lock has toy/rainbow/n, and there is no such claim" in unlocked.faults
    right = locked(books, claim)
    for changed in (replace(claim, claim="It is."), replace(claim, where="Title"), replace(claim, corrected="No.")):
        faults = compare([changed], right).rows[0].faults
        assert f"judged: the lock has {claim.judged!r}, now it is {changed.judged!r}" in faults


def test_a_proof_runs_once(toy: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = proof.load_proof

    def counted(name: str, papers: Iterable[Paper]) -> Proof:
        loaded.append(name)
        return load(name, papers)

    monkeypatch.setattr("dpexact.papers.ledger.books.load_proof", counted)
    survey([toy])
    assert sorted(loaded) == ["toy/false", "toy/honest"]


def test_each_case_is_asked_once_by_the_ledger_and_twice_by_prove() -> None:
    asked: list[int] = []
    proof = Proof("Numbers are at least 0.")

    @proof.conclusion
    def numbers() -> Exhaustive:
        """n >= 0."""

        def holds(n: int) -> bool:
            asked.append(n)
            return n >= 0

        return Exhaustive("n >= 0", {"n": range(3)}, holds)

    once = proof.run(twice=False)
    assert asked == [0, 1, 2]
    asked.clear()
    assert proof.run() == once
    assert asked == [0, 1, 2, 2, 1, 0]


def test_another_or_an_unknown_verdict_of_a_proof_is_noticed(books: Books) -> None:
    claim = replace(claim_of("h", "proof:toy/honest#odd"), verdict="refuted", corrected="It is not.")
    assert row(books, claim).faults == ("proof:toy/honest#odd is for the verdict holds",)
    claim = claim_of("h", "proof:toy/honest")
    piece = replace(books.pieces["proof:toy/honest"], establishes={"toy/h": "true"})
    changed = replace(books, pieces={**books.pieces, "proof:toy/honest": piece})
    assert row(changed, claim).faults == ("proof:toy/honest is for the verdict true",)


def test_only_papers_that_are_named_are_examined(toy: Paper) -> None:
    claim = Claim("x", "toy", "Theorem 1", "So.", "holds", ("audit:nowhere/x",))
    never = Paper("never", "Never", quantities=lambda: pytest.fail("examined"), printed=Path("absent"))
    assert examine([claim], [toy, never]).rows[0].faults


def test_the_digest_of_a_statement_is_that_of_its_canonical_json() -> None:
    content = Certificate({"kind": "x", "a": ["é", 1]}, {})
    assert statement_digest(content.statement) == statement_digest({"a": ["é", 1], "kind": "x"})
    assert statement_digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


PAGE = (
    Claim("a", "rainbow", "Theorem 1", "x | y < z", "holds", ("hand:see",)),
    Claim("b", "count_queries", "Lemma 1; Lemma 2", "2 + 2 = 5", "refuted", ("audit:x",), (), "4"),
    Claim("c", "count_queries", "Lemma 3", "1 = 1", "holds", ("proof:a/b",), ("hand:s",)),
)


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No evidence at all, so that every row has a fault."""
    monkeypatch.setattr("dpexact.papers.ledger.ledger.survey", lambda *_: survey([]))


@pytest.mark.usefixtures("nothing")
def test_json() -> None:
    first, second, third = map(ledger_row_json, examine(PAGE, OURS).rows)
    faults = first.pop("faults")
    assert isinstance(faults, list)
    assert "hand:see is not there" in faults
    absent = dict.fromkeys(("severity", "root", "reading", "nothing_to_prove"))
    words = {"id": "a", "paper": "rainbow", "where": "Theorem 1", "claim": "x | y < z", "corrected": ""}
    pieces = {"evidence": ["hand:see"], "says": [None], "glue": [], "objects": [], "by_hand": "only"}
    assert first == {**words, "verdict": "holds", **absent, "ocr": False, **pieces, "as_recorded": False}
    assert (second["corrected"], second["by_hand"]) == ("4", "no")
    assert (third["glue"], third["by_hand"]) == (["hand:s"], "partly")


def test_a_theorem_may_name_claims_of_a_paper_that_is_not_asked_for(toy: Paper) -> None:
    """The theorems of Rocq are those of all papers: `--theory toy` is no reason for a fault of another one."""
    other = Paper("other", "Other")
    claim = Claim("x", "other", "Theorem 1", "So.", "holds", ("rocq:Events#tight",))
    with_theorems = replace(other, proofs=toy.proofs.parent / "other")  # type: ignore[union-attr]
    assert examine([claim], [with_theorems, toy]).faults == ()
    assert examine([claim], [with_theorems]).faults == ("rocq:Events#tight names toy/h, and there is no such claim",)


def test_text() -> None:
    rows = (LedgerRow(PAGE[0], ()), LedgerRow(PAGE[1], ("audit:x is not there",)), LedgerRow(PAGE[2], ()))
    ledger = replace(examine([], []), rows=rows)
    text = ledger_text(ledger)
    assert "count_queries/b  refuted, NOT SUPPORTED  audit\n    where: Lemma 1; Lemma 2\n" in text
    assert "    instead: 4\n    FAULT: audit:x is not there" in text
    assert "proof, partly by hand" in text
    counted = "1 fault, 1 independent; 1 numbered statement false as printed, 0 more at an edge only"
    counted += "; 0 rows not counted (OCR), 0 more (reading)"
    assert text.endswith(f"3 claims: 2 holds, 1 refuted; {counted}; not supported: count_queries/b.")
    supported = replace(ledger, rows=rows[:1])
    assert ledger_text(supported).endswith("1 claim: 1 holds; the evidence supports every verdict.")
    left = replace(supported, faults=("x names y",))
    assert ledger_text(left).endswith("the evidence supports every verdict; x names y.")
    assert not left.as_recorded


def test_text_fits_the_terminal_but_for_what_is_to_be_copied() -> None:
    long = replace(PAGE[1], claim="What is said, " * 20, where="; ".join(f"Lemma {n}" for n in range(1, 40)))
    fault = f"audit:x says {'1 + 1 = 2, ' * 20!r}"
    ledger = replace(examine([], []), rows=(LedgerRow(long, (fault,)),))
    whole, wrapped = ledger_text(ledger).splitlines(), ledger_text(ledger, 60).splitlines()
    assert f"    FAULT: {fault}" in whole
    assert f"    FAULT: {fault}" in wrapped
    assert max(len(line) for line in wrapped if "FAULT" not in line) <= 60
    assert " ".join(" ".join(wrapped).split()) == " ".join(" ".join(whole).split())
    assert "      Lemma" in "\n".join(wrapped)


def test_rows_with_nothing_to_prove_are_counted_apart() -> None:
    definition = replace(PAGE[0], nothing_to_prove="definition")
    count_queries, rainbow = summary_markdown((definition, *PAGE[1:]), OURS).splitlines()[2:4]
    assert count_queries.endswith(" | 0 | 1 | 0 |")
    assert rainbow.endswith(" | 0 | 0 | 1 |")
    ledger = replace(examine([], []), rows=(LedgerRow(definition, ()),))
    assert "rainbow/a  holds  hand, nothing to prove: definition" in ledger_text(ledger)


def test_what_has_nothing_to_prove(books: Books) -> None:
    by_hand = replace(claim_of("n", "hand:so"), nothing_to_prove="opinion")
    assert row(books, by_hand).as_recorded
    assert by_hand.judged.endswith(" not-checkable, by hand, nothing to prove: opinion")
    assert row(books, replace(by_hand, nothing_to_prove="misprint")).faults == (
        "nothing_to_prove = 'misprint' is for misprint, not for not-checkable",
    )
    definition = replace(claim_of("h", "hand:so"), nothing_to_prove="definition")
    assert row(books, definition).faults == ("nothing_to_prove = 'definition' is for not-checkable, not for holds",)
    checked = replace(claim_of("h", "proof:toy/honest#squares"), nothing_to_prove="definition")
    assert row(books, checked).faults == (
        "nothing_to_prove = 'definition' is for rows in words, and this one is checked",
    )


def test_page_has_the_wrong_ones_first_and_escapes() -> None:
    page = page_markdown(PAGE, OURS)
    assert page.index("### refuted") < page.index("### holds")
    assert "| b | Lemma 1; Lemma 2 | 2 + 2 = 5 | 4 | audit:x |" in page
    assert "| a | Theorem 1 | x \\| y \\< z | hand:see |" in page
    assert "proof:a/b; glued by hand:s" in page


def test_exit_status(books: Books, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    claim = claim_of("r", "proof:toy/honest#odd")
    supported = replace(examine([], []), rows=(LedgerRow(claim, ()),))

    def status(ledger: object, *, strict: bool = False) -> int:
        monkeypatch.setattr(command, "load_ledgers", lambda *_: (claim,))
        monkeypatch.setattr(command, "examine", lambda *_, **__: ledger)
        return finish(command.run(strict=strict), "json")

    assert status(supported) == 0
    assert [item["id"] for item in json.loads(capsys.readouterr().out)] == ["r"]
    assert status(supported, strict=True) == 1
    assert status(replace(supported, rows=(LedgerRow(claim, ("so",)),))) == 1
    capsys.readouterr()
    assert status(replace(supported, faults=("x names y",))) == 1
    assert "x names y" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("nothing")
def test_the_pages_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load_ledgers", lambda *_: PAGE)
    markdown, html = tmp_path / "page.md", tmp_path / "page.html"
    assert finish(command.run(page=str(markdown), html=str(html)), "markdown") == 1
    assert markdown.read_text(encoding="utf-8") == page_markdown(PAGE, OURS)
    text = html.read_text(encoding="utf-8")
    assert text.count("<tbody") == len(PAGE)
    assert "the evidence does not support it" in text
    assert "x | y &lt; z" in text


@pytest.mark.slow
def test_arguments_in_words_stand_whole_on_the_page() -> None:
    (paper,) = (paper for paper in papers() if paper.name == "rainbow")
    assert paper.proofs is not None
    (name, entry), *_ = pieces_by_hand(paper).items()
    pieces = (name, "hand:gone")
    claim = Claim("a", "rainbow", "Theorem 1", "c", "holds", pieces[:1], glue=pieces[1:])
    there = {name: entry, "hand:gone": Piece("its first words", {})}
    (row,) = ledger_page(Ledger((LedgerRow(claim, (), there),)), papers()).entries
    shown = {detail.term: detail.text for detail in row.details}
    assert shown["argument in words"] == entry.words
    assert shown["held together by"] == "hand:gone\nits first words"
    assert row.cells[-1].text == "words only"


@pytest.mark.slow
def test_certificates_can_be_downloaded_from_the_page() -> None:
    (folder,) = (paper.certificates for paper in papers() if paper.name == "count_queries" and paper.certificates)
    file = min(folder.glob("*.json"))
    names = (f"count_queries/{file.stem}", "families/none", "count_queries/gone")
    pieces = tuple(f"certificate:{name}" for name in names)
    claim = Claim("a", "count_queries", "Theorem 1", "c", "holds", pieces)
    (entry,) = ledger_page(
        Ledger((LedgerRow(claim, (), {"hand:gone": Piece("its first words", {})}),)), papers()
    ).entries
    assert [attachment.file for attachment in entry.attachments] == [f"{file.stem}.json"]
    assert check(Certificate.from_json(entry.attachments[0].text))
