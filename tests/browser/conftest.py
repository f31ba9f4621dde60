"""The pages that the browser opens, and the browser."""

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit import auditor
from dpexact.audit.paper import Paper, registered
from dpexact.audit.quantity import Quantity
from dpexact.certificates.certificate import checker_page
from dpexact.crosscheck.crosschecker import Crosscheck
from dpexact.crosscheck.library import Answer, Case, Finding, Probe
from dpexact.crosscheck.page import crosscheck_page
from dpexact.crosscheck.result import CrosscheckResult
from dpexact.crosscheck.truths import TrueNumber
from dpexact.errors import UndecidedError
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.ledger.books import Piece
from dpexact.papers.ledger.claim import VERDICTS, Claim
from dpexact.papers.ledger.ledger import Ledger, LedgerRow
from dpexact.papers.ledger.views import ledger_page
from dpexact.report.page import page_html
from dpexact.testing.report import claims_page
from tests.audit_reports import audit_html
from tests.browser.chromium import Chromium, executable

ATTACK = "<script>window.attacked = 1</script><img src=x onerror='window.attacked = 2'>\"'></td>{{ 7 * 7 }}"
PASTED = ATTACK.replace("{", "{{").replace("}", "}}")  # where arguments have their places
ROWS = [  # id, source, quantity, parameters, printed, meaning, expected
    ("row-10", "Table 1", "formula", "expression = 2/3", "0.66", "rounded", "correct"),
    ("row-9", "Table 1", "formula", "expression = 1/30000000000", "3.3e-11", "rounded", "correct"),
    ("big", "Table 2", "formula", "expression = exp(30)", "1e13", "about", ""),
    ("bound", "Table 2", "gaussian.delta", "sigma = 1; sensitivity = 1; epsilon = 1", "0.12", "at-most", ""),
    ("loose", "Table 2", "laplace.delta", "scale = 1; sensitivity = 1; epsilon = 1/2", "0.9", "at-most", ""),
    ("pair", "Table 2", "privacy.delta", "p = 3/4, 1/4; q = 1/4, 3/4; epsilon = 0", "0.5", "exact", ""),
    ("infinite", "Table 2", "privacy.epsilon", "p = 1, 0; q = 0, 1; delta = 0", "3", "at-most", ""),
    ("fraction", "Table 2", "formula", "expression = 1/3", "1/2", "exact", "wrong"),
    ("open", "Table 2", "open", "", "1", "exact", ""),
    ("bad", "Table 2", "formula", "expression = 1/0", "1", "exact", ""),
    (ATTACK, ATTACK, "formula", "expression = 0 - 5", "-5", "exact", ""),
]


def undecided() -> Exact:
    message = "undecided"
    raise UndecidedError(message)


OWN = (Quantity("open", (), undecided, "larger-is-safe", "none"),)
audit = partial(auditor.audit, papers=(), quantities=OWN)


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def audited(folder: Path) -> auditor.Audit:
    """ROWS in two tables: the first two rows are in the first."""
    tables = []
    header = "id,source,quantity,parameters,printed,meaning,expected,expected_by,note\n"
    for name, rows in (("one.csv", ROWS[:2]), ("two.csv", ROWS[2:])):
        lines = (",".join(map(quoted, (*row, "hand" if row[-1] else "", ATTACK))) + "\n" for row in rows)
        (folder / name).write_text(header + "".join(lines), encoding="utf-8")
        tables.append(folder / name)
    return audit(tables)


def ledger() -> Ledger:
    pieces = [
        f"{kind}:rainbow/{ATTACK}" if kind != "rocq" else "rocq:A#b"
        for kind in ("proof", "audit", "certificate", "rocq", "hand")
    ]
    claims = [
        Claim(
            f"c{n}", "rainbow", f"Theorem {n}; {ATTACK}", ATTACK, verdict, tuple(pieces), corrected=ATTACK, root=ATTACK
        )
        for n, verdict in enumerate(VERDICTS, start=8)
    ]
    return Ledger(
        tuple(
            LedgerRow(claim, (ATTACK,) if claim.id == "c9" else (), dict.fromkeys(pieces, Piece(ATTACK, {})))
            for claim in claims
        )
    )


CLAIMS = [
    {"id": ATTACK, "test": "test_a.py::test_b", "outcome": "failed", "message": f"first\n{ATTACK}"},
    {"id": "fine", "test": "test_c.py::test_b", "outcome": "passed", "message": ""},
    {"id": "late", "test": "test_c.py::test_d", "outcome": "skipped", "message": "later"},
]


NO_LAW = TrueNumber(float, frozenset(), "")
QUESTION = CrosscheckResult(
    library="scipy",
    distribution="scipy",
    case=Case("", "ndtr", {"x": ATTACK}, note=ATTACK),
    probe=Probe(
        "ndtr", "value", ATTACK, f"import scipy  # {PASTED}", TrueNumber(float, frozenset(), ""), "neither", ATTACK
    ),
    version="1.17",
    recorded_version="1.17",
    answer=Answer(0.25),
    claimed=0.25,
    truth=exact("1/3"),
    difference=Fraction(-833, 10000),
    ulps=Fraction(15 * 10**14),
    relative=Fraction(1, 4),
    outcome="unsafe",
    side="unsafe",
    weight="material",
    cause=Finding(ATTACK, ("ndtr",), (), ATTACK, usable=True, head=ATTACK, known=ATTACK),
)


def question(name: str, seen: str = "0.25: unsafe, material", **changes: Any) -> CrosscheckResult:
    return replace(QUESTION, case=replace(QUESTION.case, id=name, seen=(seen,)), **changes)


GONE: dict[str, Any] = {"answer": None, "claimed": None, "truth": None, "ulps": None, "version": ""}
BACK: dict[str, Any] = {"outcome": "safe", "side": "safe", "version": ATTACK}
QUESTIONS = [
    question("ndtr:x=-5"),
    question("ndtr:x=-38", claimed=1e-300, ulps=Fraction(3), **BACK),
    question(ATTACK, "0.25: agrees", outcome="equal", claimed=math.nan, ulps=Fraction(0), library="opendp"),
    question("gone", outcome="missing", **GONE),
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    papers = [Paper("rainbow", ATTACK)]
    texts = {
        "audit": audit_html(audited(folder), "9.9", registered((), OWN)),
        "ledger": page_html(ledger_page(ledger(), papers), "9.9", checker_page),
        "claims": page_html(claims_page(CLAIMS), "9.9"),
        "crosscheck": page_html(crosscheck_page(Crosscheck(tuple(QUESTIONS))), "9.9"),
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in texts}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    if executable() is None:
        reason = "NO BROWSER: the pages of the reports are not tested; .ci/chromium-packages installs Chromium"
        if os.environ.get("DPEXACT_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with Chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def chromium(browser: Chromium) -> Chromium:
    """The browser with a window of usual size and nothing said on its console."""
    browser.size(1280)
    browser.scheme("light")
    browser.complaints.clear()
    browser.requests.clear()
    return browser
