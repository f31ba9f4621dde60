"""Test what is counted of a ledger: faults, those of their own, statements that fail; by hand, on rows made up."""

from dataclasses import replace

import pytest

from dpexact.audit.paper import Paper
from dpexact.papers.catalogue import OURS
from dpexact.papers.ledger.claim import VERDICTS, Claim, false_statements, load_ledgers, statement
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import (
    ledger_page,
    ledger_row_json,
    ledger_summary,
    ledger_text,
    page_markdown,
    summary_markdown,
)

TOY, OTHER = Paper("toy", "The toy"), Paper("other", "The other")
ROW = Claim("a", "toy", "Theorem 1", "So.", "refuted", ("hand:so",), corrected="Not.")
FALSE = replace(ROW, severity="central")
CONSEQUENCE = replace(ROW, id="b", where="Lemma 2 proof", verdict="holds-if", severity="substantive", root="a")
EDGE = replace(ROW, id="c", where="Lemma 2; Section 3", verdict="holds-if", severity="minor")
SLIP = replace(ROW, id="d", where="Theorem 4", verdict="misprint", severity="slip")
GLYPH = replace(ROW, id="e", where="Theorem 5", verdict="misprint", severity="central", ocr=True)
MEANT = "Judged strictly; the author may have meant | at most."
READING = replace(ROW, id="h", where="Theorem 8", severity="central", reading=MEANT)
OFF = replace(ROW, id="f", where="Theorem 6", verdict="rounding", severity="slip")
TRUE = replace(ROW, id="g", where="Theorem 7", verdict="holds", corrected="")
ROWS = (TRUE, OFF, READING, GLYPH, SLIP, EDGE, CONSEQUENCE, FALSE)


def test_what_is_counted() -> None:
    assert false_statements(ROWS) == (("Theorem 1",), ("Lemma 2",))
    assert false_statements([replace(FALSE, severity="minor", id="z"), FALSE]) == (
        ("Theorem 1",),
        (),
    )  # no edge
    assert false_statements([ROW]) == (("Theorem 1",), ())  # a fault without a severity counts as a grave one
    assert false_statements([]) == ((), ())
    assert ledger_summary(Ledger((LedgerRow(ROW, ()),))).startswith("1 claim: 1 refuted; 1 fault, 1 independent; 1 ")


STATEMENTS = {
    "Theorem 2.1.3; Abstract": "Theorem 2.1.3",
    "Theorem 1 (A); Equation (2)": "Theorem 1",
    "Lemma 1, part (1)": "Lemma 1",
    "Theorem 0.0.6, items (i) to (iv)": "Theorem 0.0.6",
    "Remark 2": "Remark 2",
}
NO_STATEMENTS: tuple[str, ...] = (
    "Theorem 1 (A), read for differential privacy",
    "Lemma 1 proof, step 1",
    "Theorem 2 proof",
)
NO_STATEMENTS += ("Section 3; Theorem 4", "Definition 3", "Equation (4.3)")


def test_which_statement_a_row_is_of() -> None:
    for where, name in (STATEMENTS | dict.fromkeys(NO_STATEMENTS)).items():
        assert statement(replace(ROW, where=where)) == name, where


def test_the_tables_of_the_summary() -> None:
    verdicts, faults = summary_markdown(ROWS, [TOY, OTHER]).split("\n\n")
    assert verdicts.splitlines()[2:] == [f"| {TOY.title} | 8 | 1 | 2 | 2 | 2 | 1 | 0 | 8 | 0 | 0 |"]
    assert faults.splitlines()[2:] == [f"| {TOY.title} | 1 | 1 | 4 | 3 | 1 | 0 | 1 | 1 | 1 | 1 |"]
    assert all(verdict in verdicts.splitlines()[0] for verdict in VERDICTS)


def test_the_page_has_the_gravest_first_and_says_which_statements_fail() -> None:
    lines = page_markdown(ROWS, [TOY]).splitlines()
    assert "False as printed: Theorem 1." in lines
    assert "False at an edge of the parameters only: Lemma 2." in lines
    assert [line for line in lines if line.startswith("### ")] == [
        f"### {verdict}" for verdict in ("refuted", "holds-if", "misprint", "rounding", "holds")
    ]
    assert [line.split(" | ")[:2] for line in lines if line.startswith(tuple(f"| {key}" for key in "abcdefh"))] == [
        ["| a", "central"],
        ["| h", "central, reading"],
        ["| b", "substantive, root a"],
        ["| c", "minor"],
        ["| d", "slip"],
        ["| e", "central, OCR"],
        ["| f", "slip"],
    ]


def test_a_row_says_how_much_it_matters_in_every_form() -> None:
    ledger = Ledger(tuple(LedgerRow(claim, ()) for claim in ROWS))
    text = ledger_text(ledger)
    assert "toy/b  holds-if (substantive, root a)  hand\n" in text
    assert "toy/e  misprint (central, OCR)  hand\n" in text
    assert "toy/g  holds  hand\n" in text
    assert "4 faults, 3 independent (1 central, 1 minor, 1 slip); 1 numbered statement false as printed" in text
    assert ledger_summary(ledger).count("1 row not counted (OCR), 1 more (reading)") == 1
    found = {claim.id: ledger_row_json(LedgerRow(claim, ())) for claim in ROWS}
    keys = ("severity", "root", "ocr", "reading")
    assert [tuple(found[row][key] for key in keys) for row in "begh"] == [
        ("substantive", "a", False, None),
        ("central", None, True, None),
        (None, None, False, None),
        ("central", None, False, MEANT),
    ]
    cells = {entry.origin: entry.cells[2] for entry in ledger_page(ledger, [TOY]).entries}
    assert (cells["toy/b"].text, cells["toy/b"].small, cells["toy/b"].key) == ("substantive", "cause: a", 1)
    assert (cells["toy/e"].small, cells["toy/g"].missing) == ("not counted (OCR)", True)


def test_a_reading_is_told_where_its_row_is() -> None:
    ledger = Ledger((LedgerRow(READING, ()),))
    assert f"    instead: Not.\n    reading: {MEANT}\n" in ledger_text(ledger)
    assert ledger_summary(ledger).startswith("1 claim: 1 refuted; 0 faults, 0 independent; 0 numbered statements")
    assert "| So. | Not. Reading: Judged strictly; the author may have meant \\| at most. | hand:so |" in page_markdown(
        [READING], [TOY]
    )
    (entry,) = ledger_page(ledger, [TOY]).entries
    assert entry.cells[2].small == "not counted (reading)"
    assert [detail.text for detail in entry.details if detail.term.startswith("the reading")] == [MEANT]
    # a rounding without a correction has its reading too
    assert f"| So. | Reading: {MEANT.replace('|', chr(92) + '|')} |" in page_markdown(
        [replace(OFF, corrected="", reading=MEANT)], [TOY]
    )


@pytest.mark.slow
def test_whether_a_fault_of_our_papers_is_counted_is_seen_on_the_page() -> None:
    """Each fault in turn is taken for a reading, and each reading for a fault: the page is another one."""
    papers = {paper.name: paper for paper in OURS}
    claims = load_ledgers(OURS)
    changed = [claim for claim in claims if claim.reading or claim.faulty]
    assert any(claim.reading for claim in changed)
    for claim in changed:
        other = replace(claim, reading="" if claim.reading else "Judged otherwise.")
        pages = [page_markdown([one], [papers[claim.paper]]) for one in (claim, other)]
        assert pages[0] != pages[1], claim.key
        assert claim.faulty != other.faulty, claim.key
    for claim in (claim for claim in claims if claim.reading):
        assert page_markdown([claim], [papers[claim.paper]]) != page_markdown(
            [replace(claim, reading=f"{claim.reading} Or not.")], [papers[claim.paper]]
        )
