"""The report of a pytest run about claims: JSON, or one HTML page."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from typing import TYPE_CHECKING

from dpexact import __version__
from dpexact.numbers.counted import counted
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
MOST_NAMED = 5  # modules that could not be collected
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


def claims_json(claims: Claims, missing: Sequence[str] = ()) -> str:
    """{"claims": [{"id", "test", "outcome", "message"}], "not_collected": [a module]}."""
    document = {"claims": list(claims), "not_collected": list(missing)}
    return _whole(json.dumps(document, indent=2, ensure_ascii=False)) + "\n"


def _whole(text: str) -> str:
    """The text with each lone surrogate written as its escape, which is that of JSON too."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def claims_html(claims: Claims, missing: Sequence[str] = ()) -> str:
    """The claims as one HTML file; every text is escaped."""
    return _whole(page_html(claims_page(claims, missing), __version__))


def claims_page(claims: Claims, missing: Sequence[str] = ()) -> Page:
    """The claims as a page; `missing` are the modules that could not be collected."""
    known = {verdict.name for verdict in VERDICTS}
    others = dict.fromkeys(claim["outcome"] for claim in claims if claim["outcome"] not in known)
    wrong = sum(claim["outcome"] not in FINE for claim in claims)
    files = dict.fromkeys(_file(claim) for claim in claims)
    return Page(
        title="Claims of a test run",
        asked=(ASKED, ANSWERED),
        summary=f"{counted(len(claims), 'claim')} checked, {wrong} of them not true.{_not_collected(missing)}",
        name_title="claim",
        group_title="File",
        columns=(Column("test"), Column("what was found")),
        verdicts=(*(Verdict(name, "open", OTHER) for name in others), *VERDICTS),
        entries=tuple(map(_entry, claims, _names(claims))),
        words=WORDS,
        again=(f"pytest {' '.join(map(shlex.quote, files))} --dp-report OUT.html",) if files else (),
    )


def _not_collected(missing: Sequence[str]) -> str:
    if not missing:
        return ""
    number = counted(len(missing), "module")
    more = ", ..." if len(missing) > MOST_NAMED else ""
    return f" {number} could not be collected, whose claims are not here: {', '.join(missing[:MOST_NAMED])}{more}."


def _file(claim: dict[str, str]) -> str:
    return claim["test"].partition("::")[0]


def _names(claims: Claims) -> list[str]:
    """What the rows are called: the claim; with its test where a claim has several, counted where that repeats too."""
    tests = Counter(claim["id"] for claim in claims)
    names = [
        claim["id"] if tests[claim["id"]] == 1 else f"{claim['id']}: {claim['test'].partition('::')[2]}"
        for claim in claims
    ]
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        seen[name] += 1
        names[place] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names


def _entry(claim: dict[str, str], name: str) -> Entry:
    first = claim["message"].partition("\n")[0]
    message = (Detail("what was found", claim["message"], code=True),) if claim["message"] else ()
    return Entry(
        name=name,
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
