"""The ledger notices when it is wrong: evidence is examined once, then one of the two books is changed."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from dpexact.papers.catalogue import OURS
from dpexact.papers.ledger import ledger
from dpexact.papers.ledger.books import Books, Piece, survey
from dpexact.papers.ledger.claim import BOTH, ESTABLISHED, VERDICTS, Claim, Verdict, load_ledgers
from dpexact.papers.ledger.ledger import compare
from tests.proofs_once import proofs_once
from tests.uncited import UNCITED

CLAIMS = load_ledgers(OURS)
SWAPS = 600
LEAST: dict[tuple[Verdict, Verdict], float] = {
    ("holds", "holds-if"): 0.948,
    ("holds", "refuted"): 0.948,
    ("holds", "misprint"): 0.948,
    ("holds", "not-checkable"): 0.97,
    ("holds-if", "holds"): 0.956,
    ("holds-if", "refuted"): 0.076,
    ("holds-if", "misprint"): 0.086,
    ("refuted", "holds"): 0.97,
    ("refuted", "holds-if"): 0.4,
    ("misprint", "holds"): 0.98,
    ("misprint", "holds-if"): 0.8,
    ("misprint", "refuted"): 0.6,
    ("rounding", "holds"): 0.99,
    ("not-checkable", "holds"): 0.97,
}
FIGURES = {"irrelevant theorem": 0.98, "another theorem of the file": 0.86}
NEIGHBORS = 3000


pytestmark = [pytest.mark.long, pytest.mark.xdist_group("proofs")]


@pytest.fixture(scope="module")
def books() -> Books:
    """Everything that is evidence, examined."""
    with proofs_once():
        return survey(OURS)


def noticed(books: Books, *changed: Claim, claims: Sequence[Claim] = CLAIMS) -> bool:
    """Return whether the ledger with these rows in place of those of the same name disagrees with the evidence.

    Only the changed rows are compared again: a fault of another row would be noticed as well.
    """
    assert {claim.key for claim in changed} <= {claim.key for claim in claims}
    return not all(ledger._row(claim, books).as_recorded for claim in changed)


def about(books: Books, key: str, changed: dict[str, Piece]) -> Books:
    """The books with only the pieces that name a claim, and with those that are changed: all that its row depends on.

    That its row cites no other piece is what `test_the_books_agree` says.
    """
    return replace(books, pieces={ref: books.pieces[ref] for ref in books.naming[key]} | changed)


def share(found: Iterable[bool]) -> float:
    """Return which part of the changes is noticed."""
    answers = list(found)
    assert answers
    return sum(answers) / len(answers)


def test_the_books_agree(books: Books) -> None:
    found = compare(CLAIMS, books)
    assert [(row.claim.key, row.faults) for row in found.rows if row.faults] == []
    assert found.faults == ()
    assert not books.broken
    assert not [claim.key for claim in CLAIMS if noticed(about(books, claim.key, {}), claim)]


def test_every_conclusion_is_evidence_for_a_claim(books: Books) -> None:
    """Evidence that no ledger cites could say anything: nobody would notice a change, so its fingerprint is kept."""
    cited = {piece for claim in CLAIMS for piece in claim.pieces}
    left = {name for name in books.pieces if "#" in name and name.startswith("proof:")}
    left -= {name for name in left if name in cited or name.partition("#")[0] in cited}
    assert {name: books.pieces[name].says[-9:-1] for name in left} == UNCITED


def test_every_other_verdict_is_noticed(books: Books) -> None:
    others = [replace(claim, verdict=other) for claim in CLAIMS for other in VERDICTS if other != claim.verdict]
    assert len(others) == 5 * len(CLAIMS)
    assert share(noticed(books, claim) for claim in others) == 1


def test_swapped_evidence_is_noticed(books: Books) -> None:
    answers: list[bool] = []
    source = random.Random(9)
    while len(answers) < SWAPS:
        one, other = source.sample(CLAIMS, 2)
        if set(one.pieces) != set(other.pieces) or one.paper != other.paper:
            with_others = replace(one, evidence=other.evidence, glue=other.glue)
            answers.append(noticed(books, with_others))
    assert share(answers) >= 0.99


def test_a_single_piece_of_another_row_is_noticed(books: Books) -> None:
    answers: list[bool] = []
    source = random.Random(10)
    while len(answers) < SWAPS:
        one, other = source.sample(CLAIMS, 2)
        new = source.choice(other.evidence)
        if new not in one.evidence and one.paper == other.paper:
            place = source.randrange(len(one.evidence))
            changed = (*one.evidence[:place], new, *one.evidence[place + 1 :])
            answers.append(noticed(books, replace(one, evidence=changed)))
            answers.append(noticed(books, replace(one, evidence=(*one.evidence, new))))
    assert share(answers) == 1  # the piece that is gone still names the row


def test_removed_evidence_is_noticed(books: Books) -> None:
    for claim in CLAIMS:
        for kind in ("evidence", "glue"):
            pieces = getattr(claim, kind)
            for place in range(len(pieces)):
                assert noticed(books, replace(claim, **{kind: pieces[:place] + pieces[place + 1 :]}))


def test_another_formula_is_noticed(books: Books) -> None:
    named = {claim.key: claim for claim in CLAIMS}
    for reference, piece in books.pieces.items():
        for key in piece.establishes:
            says = piece.says.replace("1", "2", 1) if "1" in piece.says else f"not {piece.says}"
            assert noticed(about(books, key, {reference: replace(piece, says=says)}), named[key])


def test_other_words_are_noticed(books: Books) -> None:
    for claim in CLAIMS:
        assert noticed(books, replace(claim, claim=f"{claim.claim} Always."))
        assert noticed(books, replace(claim, where="Abstract; Title"))
        assert noticed(books, replace(claim, corrected=f"{claim.corrected} Never."))


def test_a_false_row_with_any_evidence_is_noticed(books: Books) -> None:
    for claim in CLAIMS:
        false = Claim("p-equals-np", claim.paper, "Abstract", "P = NP.", "holds", claim.evidence, claim.glue)
        assert noticed(books, false, claims=(*CLAIMS, false))


@pytest.fixture
def without_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare only what belongs to no row."""
    monkeypatch.setattr(ledger, "_row", lambda *_: None)


@pytest.mark.usefixtures("without_rows")
def test_a_row_that_is_gone_is_noticed(books: Books) -> None:
    for claim in CLAIMS:
        others = [other for other in CLAIMS if other.paper == claim.paper and other != claim]
        assert [fault for fault in compare(others, books).faults if f" {claim.key}," in f" {fault}"], claim.key


@pytest.mark.usefixtures("without_rows")
def test_a_piece_that_names_no_row_is_noticed(books: Books) -> None:
    for reference, piece in random.Random(15).sample(sorted(books.pieces.items()), 100):
        nowhere = replace(piece, establishes={"count_queries/p-equals-np": "holds"})
        assert compare(CLAIMS, replace(books, pieces={**books.pieces, reference: nowhere})).faults


def test_a_row_that_is_renamed_is_noticed(books: Books) -> None:
    for claim in CLAIMS:
        renamed = replace(claim, id=f"{claim.id}-again")
        assert noticed(books, renamed, claims=(*CLAIMS, renamed))


def test_another_verdict_in_the_second_book_is_noticed(books: Books) -> None:
    """Also where only the side of a condition is another one, unless other evidence is for that side too."""
    named = {claim.key: claim for claim in CLAIMS}
    for reference, piece in books.pieces.items():
        for key, recorded in piece.establishes.items():
            for other in ESTABLISHED:
                if ESTABLISHED[other] != ESTABLISHED[recorded]:
                    changed = {reference: replace(piece, establishes={key: other})}
                    assert noticed(about(books, key, changed), named[key])
            assert noticed(about(books, key, {reference: replace(piece, establishes={})}), named[key])


def test_a_piece_that_names_a_row_behind_its_back_is_noticed(books: Books) -> None:
    source, named = random.Random(11), {claim.key: claim for claim in CLAIMS}
    for reference, piece in source.sample(sorted(books.pieces.items()), 100):
        key = source.choice([key for key in named if key not in piece.establishes])
        changed = replace(piece, establishes={**piece.establishes, key: "holds"})
        assert noticed(about(books, key, {reference: changed}), named[key])


def test_one_side_of_a_condition_is_not_enough(books: Books) -> None:
    for claim in CLAIMS:
        if claim.verdict == "holds-if":
            for one in ("holds-if, holds", "holds-if, fails"):
                sided = {ref: replace(piece, establishes={claim.key: one}) for ref, piece in books.pieces.items()
                         if claim.key in piece.establishes}  # fmt: skip
                assert noticed(about(books, claim.key, sided), claim)


def both_books(books: Books, claim: Claim, verdict: Verdict) -> tuple[Books, Claim]:
    """The books with another verdict of a claim, in the ledger and in all that names it; the lock is as it was."""
    established = BOTH if verdict == "holds-if" else verdict
    named = {ref: books.pieces[ref] for ref in books.naming[claim.key]}
    pieces = {ref: replace(piece, establishes={**piece.establishes, claim.key: established})
              for ref, piece in named.items()}  # fmt: skip
    return about(books, claim.key, pieces), replace(claim, verdict=verdict)


def in_both_books(books: Books, claim: Claim, verdict: Verdict) -> bool:
    """Return whether the kind of evidence notices a verdict that is changed in all books, the lock among them."""
    changed, other = both_books(books, claim, verdict)
    return noticed(relocked(changed, other), other)


def relocked(books: Books, claim: Claim) -> Books:
    """The books with the lock of a claim as `dpexact ledger --lock` writes it."""
    return replace(books, locks={**books.locks, claim.key: dict(compare([claim], books).rows[0].lock)})


def test_a_verdict_that_is_another_one_in_both_books_is_not_that_of_the_lock(books: Books) -> None:
    for claim in CLAIMS:
        for verdict in VERDICTS:
            if verdict != claim.verdict:
                assert noticed(*both_books(books, claim, verdict)), (claim.key, verdict)


def with_theorem(books: Books, claim: Claim, theorem: str, objects: tuple[str, ...]) -> tuple[Books, Claim]:
    """The books where a claim rests on one theorem in place of its evidence, in all books, the lock among them."""
    established = BOTH if claim.verdict == "holds-if" else claim.verdict
    pieces = {ref: replace(books.pieces[ref], establishes={}) for ref in books.naming[claim.key]}
    pieces |= {theorem: replace(books.pieces[theorem], establishes={claim.key: established})}
    other = replace(claim, evidence=(theorem,), glue=(), objects=objects)
    return relocked(about(books, claim.key, pieces), other), other


def test_a_row_by_hand_that_gets_an_irrelevant_theorem_in_all_books_is_noticed(books: Books) -> None:
    """It names no objects, so a theorem is about none of them."""
    source = random.Random(12)
    theorems = [ref for ref in books.pieces if ref.startswith("rocq:")]
    for claim in CLAIMS:
        if claim.by_hand:
            theorem = source.choice(theorems)
            assert noticed(*with_theorem(books, claim, theorem, ())), claim.key
            if claim.nothing_to_prove:
                assert noticed(*with_theorem(books, claim, theorem, books.pieces[theorem].objects[:1])), claim.key


def in_its_place(books: Books, claim: Claim, cited: str, other: str) -> tuple[Books, Claim]:
    """The books where another theorem stands in the place of one that a claim cites, the lock among them."""
    named = {ref: books.pieces[ref] for ref in books.naming[claim.key]}
    established = named[cited].establishes
    pieces = named | {cited: replace(named[cited], establishes={})}
    pieces |= {other: replace(books.pieces[other], establishes={claim.key: established[claim.key]})}
    changed = replace(claim, evidence=tuple(other if ref == cited else ref for ref in claim.evidence))
    return relocked(about(books, claim.key, pieces), changed), changed


def neighbors(books: Books) -> list[tuple[Claim, str, str]]:
    """Each claim with each theorem that it cites, and each other one of the same file that it does not cite."""
    theorems = [ref for ref in books.pieces if ref.startswith("rocq:")]
    return [
        (claim, cited, other)
        for claim in CLAIMS
        for cited in claim.evidence
        if cited.startswith("rocq:")
        for other in theorems
        if other.partition("#")[0] == cited.partition("#")[0] and other not in claim.evidence
    ]


def test_another_theorem_of_the_same_file_is_noticed(books: Books) -> None:
    """A slip takes a neighbor: in all books, the lock among them, only what the row is about tells of it."""
    changed = random.Random(14).sample(neighbors(books), NEIGHBORS)
    answers = [noticed(*in_its_place(books, *one)) for one in changed]
    assert share(answers) >= FIGURES["another theorem of the file"]


def test_a_row_that_gets_an_irrelevant_theorem_in_all_books_is_noticed(books: Books) -> None:
    """It keeps its objects: what shares a definition with them, or is about fewer of them, may pass."""
    source = random.Random(13)
    theorems = [ref for ref in books.pieces if ref.startswith("rocq:")]
    citing = [claim for claim in CLAIMS if claim.objects]
    changed = [(claim, ref) for claim in citing for ref in source.sample(theorems, 5) if ref not in claim.evidence]
    answers = [noticed(*with_theorem(books, claim, ref, claim.objects)) for claim, ref in changed]
    assert share(answers) >= FIGURES["irrelevant theorem"]


def test_figures(books: Books) -> None:
    """A verdict that is another one in all books: the share that the kind of evidence notices, as the page says."""
    found = {}
    for verdict, other in LEAST:
        rows = [claim for claim in CLAIMS if claim.verdict == verdict]
        found[verdict, other] = share(in_both_books(books, claim, other) for claim in rows)
    assert {pair for pair, least in LEAST.items() if found[pair] < least} == set(), found


def test_a_verdict_that_is_another_one_in_both_books_is_noticed_by_the_kind_of_evidence(books: Books) -> None:
    checked = [claim for claim in CLAIMS if not claim.by_hand]
    not_rounding = [claim for claim in CLAIMS if claim.verdict != "rounding"]
    assert share(in_both_books(books, claim, "rounding") for claim in not_rounding) >= 0.98
    assert share(in_both_books(books, claim, "not-checkable") for claim in checked) == 1
