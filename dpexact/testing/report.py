"""The report of a pytest run about claims: JSON, or one HTML page."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from dpexact import __version__
from dpexact.report.page import Attachment, Cell, Column, Detail, Entry, Page, Verdict, Word
from dpexact.report.page_html import page_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    Claims = Sequence[dict[str, str]]

VERDICTS = (
    Verdict("failed", "bad", "The assertion of the test is not true; the row says by how much and on which side."),
    Verdict("error", "bad", "The test could not be run, so nothing is known of the claim."),
    Verdict("xpassed", "bad", "The claim was expected to be false, and it is true."),
    Verdict("xfailed", "open", "The claim is false, as it was expected to be."),
    Verdict("skipped", "plain", "The test was not run, so nothing is known of the claim."),
    Verdict("passed", "good", "Everything that the test asserts of the claim is true."),
)
ASKED = (
    "What was asked: is what this program claims about privacy true? Each row is a claim about a mechanism or "
    "a number, asserted by a test that is marked with the name of the claim."
)
ANSWERED = (
    "How it was answered: the assertions of dpexact take the floating point numbers of the program at their "
    "exact binary values and compare them with the true numbers, by exact arithmetic."
)
OTHER = "What another plugin of pytest says of the test."
FINE = ("passed", "skipped", "xfailed")
WORDS = (
    Word("claim", "What a test marked dp_claim asserts of a mechanism or a number; a claim may have several tests."),
    Word("epsilon, delta", "How private a mechanism is; smaller is more private."),
    Word(
        "safe side, unsafe side",
        "A claimed epsilon or delta that is too large promises less privacy than there is; "
        "one that is too small promises privacy that is not there.",
    ),
    Word("ulp", "The distance between two neighbouring floating point numbers at the true value."),
)


def claims_json(claims: Claims) -> str:
    """{"claims": [{"id", "test", "outcome", "message"}]}."""
    return json.dumps({"claims": list(claims)}, indent=2, ensure_ascii=False) + "\n"


def claims_html(claims: Claims) -> str:
    """The claims as one HTML file; every text is escaped."""
    return page_html(claims_page(claims), __version__)


def claims_page(claims: Claims) -> Page:
    """The claims as a page."""
    known = {verdict.name for verdict in VERDICTS}
    others = dict.fromkeys(claim["outcome"] for claim in claims if claim["outcome"] not in known)
    wrong = sum(claim["outcome"] not in FINE for claim in claims)
    files = dict.fromkeys(_file(claim) for claim in claims)
    return Page(
        title="Claims of a test run",
        asked=(ASKED, ANSWERED),
        summary=f"{len(claims)} claims checked, {wrong} of them not true.",
        name_title="claim",
        group_title="File",
        columns=(Column("test"), Column("what was found")),
        verdicts=(*(Verdict(name, "open", OTHER) for name in others), *VERDICTS),
        entries=tuple(_entry(claim) for claim in claims),
        words=WORDS,
        again=(f"pytest {' '.join(map(shlex.quote, files))} --dp-report OUT.html",) if files else (),
    )


def _file(claim: dict[str, str]) -> str:
    return claim["test"].partition("::")[0]


def _entry(claim: dict[str, str]) -> Entry:
    first = claim["message"].partition("\n")[0]
    message = (Detail("what was found", claim["message"], code=True),) if claim["message"] else ()
    return Entry(
        name=claim["id"],
        origin="",
        group=_file(claim),
        cells=(Cell(claim["test"]), Cell(first, missing=not first)),
        verdict=claim["outcome"],
        attention=claim["outcome"] not in FINE,
        details=(*message, Detail("to run it again", _command(claim), code=True)),
        attachments=(Attachment("claim.json", json.dumps(claim, indent=2) + "\n", "this row as JSON", is_row=True),),
    )


def _command(claim: dict[str, str]) -> str:
    return f"pytest {shlex.quote(claim['test'])}"
