"""Texts of others in every field of `audit --html` and `ledger --html`: they stay texts, whatever they hold.

A parser that knows nothing of our template reads the pages: the elements and attributes are those of a page of plain
letters, and each text is found again as it was written. tests/browser does the same with a browser.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dpexact import exact
from dpexact.audit import Quantity, audit
from dpexact.audit.paper import Paper
from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact
from dpexact.papers.ledger.books import Piece
from dpexact.papers.ledger.claim import Claim
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import ledger_page
from dpexact.report.page import page_html
from tests.audit_reports import audit_html
from tests.beside import beside

BESIDE = beside(__file__)

PLAIN = "plain"
ATTACKS = BESIDE["attacks"]


class Read(HTMLParser):
    """The contents of a page: elements, the names of their attributes, links, texts."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.others: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.elements[tag, tuple(sorted(name for name, _ in attrs))] += 1
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action", "formaction", "style")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)


def same_page(hostile: str, plain: str) -> None:
    """Both pages have the same elements, attributes and nothing else; links lead into the page or are its data."""
    read, wanted = Read(hostile), Read(plain)
    assert read.elements == wanted.elements
    assert read.others == wanted.others
    assert not [name for _, names in read.elements for name in names if name.startswith("on")]
    assert not [link for link in read.links if not link.startswith(("#", "data:application/json", "data:text/plain"))]
    assert read.elements["script", ()] == wanted.elements["script", ()] == 1


def ledger_of(text: str) -> str:
    """A page of which every field has the text."""
    kinds = ("proof", "audit", "certificate", "hand")
    pieces = tuple(f"{kind}:own/{text}#{text}" for kind in kinds)
    verdicts = ("holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable")
    rows = tuple(
        LedgerRow(
            Claim(
                f"{text} {place}",
                "own",
                f"{text}; {text}",
                text,
                verdict,  # type: ignore[arg-type]
                pieces,
                pieces[3:],
                text,
                reading=text,
                objects=(text,),
                nothing_to_prove=text,
            ),
            (text, text),
            {piece: Piece(text, {}, words=text if piece in pieces[3:] else "") for piece in pieces},
        )
        for place, verdict in enumerate(verdicts)
    )
    paper = Paper("own", text)
    return page_html(ledger_page(Ledger(rows=rows, faults=(text,)), (paper,)), text)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_a_ledger_of_hostile_texts(attack: str) -> None:
    page = ledger_of(attack)
    same_page(page, ledger_of(PLAIN))
    if attack.isprintable():
        assert attack in "".join(Read(page).texts)
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page


def audit_of(text: str, folder: Path) -> str:
    def refuse(**_: str) -> None:
        raise ParameterError(text, expected=text)

    def caution(**_: str) -> str:
        return text

    def number(x: str) -> Exact:
        return exact(x)

    own = (
        replace(Quantity("half", ("x",), number, "larger-is-safe", text), caution=caution, assumptions=text),
        Quantity("no", ("x",), refuse, "neither", text),  # type: ignore[arg-type]
    )
    cells = [
        (text, text, "half", "x = 1/2", "0.5", "exact", "", "", text),
        (f"{text} 2", text, "half", "x = 1/3", "0.5", "at-most", "wrong", f"by hand {text}", text),
        (f"{text} 3", text, "no", f"x = {text.replace(';', '')}", "0.5", "exact", "", "", text),
        (f"{text} 4", text, text, "x = 1/2", text, text, text, text, text),
    ]
    header = "id,source,quantity,parameters,printed,meaning,expected,expected_by,note\n"
    rows = (",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n" for row in cells)
    (folder / "t.csv").write_text(header + "".join(rows), encoding="utf-8")
    found = audit([folder / "t.csv"], papers=(), quantities=own)
    return audit_html(found, text, {quantity.name: quantity for quantity in own}, ["--quantities", text])


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_an_audit_of_hostile_texts(attack: str, tmp_path: Path) -> None:
    page = audit_of(attack, tmp_path)
    same_page(page, audit_of(PLAIN, tmp_path))
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page
