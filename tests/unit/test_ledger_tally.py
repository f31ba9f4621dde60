"""What is counted of a ledger: faults, those of their own, statements that fail; by hand, on rows made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpexact.audit.paper import Paper
from dpexact.papers.ledger.claim import VERDICTS, Claim, Evidence
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.page import ledger_page
from dpexact.papers.ledger.tally import Tally, statement
from dpexact.papers.ledger.views import ledger_row_json, ledger_summary, ledger_text, page_markdown, summary_markdown

TOY, OTHER = Paper("toy", "The toy"), Paper("other", "The other")
ROW = Claim("a", "toy", "Theorem 1", "So.", "refuted", (Evidence("hand:so", "so"),), corrected="Not.")
FALSE = replace(ROW, severity="central")
CONSEQUENCE = replace(ROW, id="b", where="Lemma 2 proof", verdict="holds-if", severity="substantive", root="a")
EDGE = replace(ROW, id="c", where="Lemma 2; Section 3", verdict="holds-if", severity="minor")
SLIP = replace(ROW, id="d", where="Theorem 4", verdict="misprint", severity="slip")
GLYPH = replace(ROW, id="e", where="Theorem 5", verdict="misprint", severity="central", ocr=True)
OFF = replace(ROW, id="f", where="Theorem 6", verdict="rounding", severity="slip")
TRUE = replace(ROW, id="g", where="Theorem 7", verdict="holds", corrected="")
ROWS = (TRUE, OFF, GLYPH, SLIP, EDGE, CONSEQUENCE, FALSE)


def test_what_is_counted() -> None:
    tally = Tally.of(ROWS)
    assert tally.faults == 4
    assert tally.independent == {"central": 1, "minor": 1, "slip": 1}
    assert (tally.failing, tally.at_an_edge) == (("Theorem 1",), ("Lemma 2",))
    assert tally.ocr == 1


def test_a_statement_with_a_grave_fault_is_not_counted_at_an_edge_too() -> None:
    tally = Tally.of([replace(FALSE, severity="minor", id="z"), FALSE])
    assert (tally.failing, tally.at_an_edge) == (("Theorem 1",), ())


def test_a_fault_without_a_severity_counts_as_a_grave_one() -> None:
    tally = Tally.of([ROW])
    assert (tally.failing, tally.at_an_edge, tally.independent) == (("Theorem 1",), (), {"": 1})


def test_nothing_is_counted_of_nothing() -> None:
    assert Tally.of([]) == Tally(0, {}, (), (), 0)


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ("Theorem 2.1.3; Abstract", "Theorem 2.1.3"),
        ("Theorem 1 (A); Equation (2)", "Theorem 1"),
        ("Lemma 1, part (1)", "Lemma 1"),
        ("Theorem 0.0.6, items (i) to (iv)", "Theorem 0.0.6"),
        ("Remark 2", "Remark 2"),
        ("Theorem 1 (A), read for differential privacy", None),
        ("Lemma 1 proof, step 1", None),
        ("Theorem 2 proof", None),
        ("Section 3; Theorem 4", None),
        ("Definition 3", None),
        ("Equation (4.3)", None),
    ],
)
def test_which_statement_a_row_is_of(where: str, name: str | None) -> None:
    assert statement(replace(ROW, where=where)) == name


def test_the_tables_of_the_summary() -> None:
    verdicts, faults = summary_markdown(ROWS, [TOY, OTHER]).split("\n\n")
    assert verdicts.splitlines()[2:] == [f"| {TOY.title} | 7 | 1 | 2 | 1 | 2 | 1 | 0 | 7 | 0 |"]
    assert faults.splitlines()[2:] == [f"| {TOY.title} | 1 | 1 | 4 | 3 | 1 | 0 | 1 | 1 | 1 |"]
    assert all(verdict in verdicts.splitlines()[0] for verdict in VERDICTS)


def test_the_page_has_the_gravest_first_and_says_which_statements_fail() -> None:
    lines = page_markdown(ROWS, [TOY]).splitlines()
    assert "False as printed: Theorem 1." in lines
    assert "False at an edge of the parameters only: Lemma 2." in lines
    assert [line for line in lines if line.startswith("### ")] == [
        f"### {verdict}" for verdict in ("refuted", "holds-if", "misprint", "rounding", "holds")
    ]
    assert [line.split(" | ")[:2] for line in lines if line.startswith(("| a", "| b", "| c", "| d", "| e", "| f"))] == [
        ["| a", "central"],
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
    assert ledger_summary(ledger).count("1 row not counted (OCR)") == 1
    found = {claim.id: ledger_row_json(LedgerRow(claim, ())) for claim in ROWS}
    assert [(found[key]["severity"], found[key]["root"], found[key]["ocr"]) for key in "beg"] == [
        ("substantive", "a", False),
        ("central", None, True),
        (None, None, False),
    ]
    cells = {entry.origin: entry.cells[2] for entry in ledger_page(ledger, [TOY]).entries}
    assert (cells["toy/b"].text, cells["toy/b"].small, cells["toy/b"].key) == ("substantive", "cause: a", 1)
    assert (cells["toy/e"].small, cells["toy/g"].missing) == ("not counted (OCR)", True)
