"""The report of a pytest run about claims, in JSON or as one HTML page."""

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dpexact.numbers.typography import counted
from dpexact.report.page import Column, Page
from dpexact.report.row import Cell, Detail, Glossary, Row, Verdict
from dpexact.testing import findings

Claims = Sequence[dict[str, Any]]  # `parts` are those of a message (`shown_of`)

GLOSSARY = Glossary.of_room("dpexact.testing")
ORDER = [verdict.name for verdict in GLOSSARY.verdicts]
SETTLED = (findings.TRUE, findings.NOT_TRUE, findings.TOO_LOOSE, findings.EXPECTED)
OTHER = "What another plugin of pytest says of the test."
MOST_NAMED = 5  # modules that could not be collected
CALM = (findings.TRUE, findings.PASSED_ONLY, findings.SKIPPED, findings.NOT_RUN, findings.EXPECTED)


def claims_json(claims: Claims, missing: Sequence[str] = ()) -> str:
    """Return {"claims": [{"id", "test", "outcome", "message", "verdict", "parts"}], "not_collected": [a module]}."""
    document = {"claims": list(claims), "not_collected": list(missing)}
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # each lone surrogate as its escape, as in JSON


def claims_page(claims: Claims, missing: Sequence[str] = ()) -> Page:
    """Return the claims as a page, with the `missing` modules that could not be collected."""
    others = dict.fromkeys(word for word in map(_verdict, claims) if word not in ORDER)
    files = dict.fromkeys(_file(claim) for claim in claims)
    return Page(
        title="Claims of a test run",
        asked=(GLOSSARY.asked, GLOSSARY.answered),
        summary=claims_summary(claims, missing),
        name_title="claim",
        group_title="File",
        columns=(
            *(Column("test"), Column("what was found")),
            *(Column("true value", numbers=True), Column("how far off", numbers=True)),
        ),
        verdicts=(*(Verdict(name, "open", OTHER) for name in others), *GLOSSARY.verdicts),
        entries=tuple(map(_row, claims, _names(claims))),
        words=GLOSSARY.words,
        again=(f"pytest {' '.join(map(shlex.quote, files))} --dp-report OUT.html",) if files else (),
    )


def claims_summary(claims: Claims, missing: Sequence[str] = ()) -> str:
    """Count the claims, the tests that settled them, and the verdicts of the other tests."""
    if not claims:
        none = "No claim: no test of this run is marked dp_claim(id), so nothing was checked."
        return f"{none}{_not_collected(missing)}"
    counts = Counter(map(_verdict, claims))
    words = sorted(counts, key=lambda word: ORDER.index(word) if word in ORDER else len(ORDER))
    tests, distinct = len(claims), len({claim["id"] for claim in claims})
    settled = [f"{counts[word]} {word}" for word in words if word in SETTLED]
    others = [f"{counts[word]} {word}" for word in words if word not in SETTLED]
    total = counted(distinct, "claim") + (f" in {counted(tests, 'test')}" if tests > distinct else "")
    text = f"{total}, {sum(counts[word] for word in SETTLED)} checked{': ' if settled else ''}{', '.join(settled)}."
    return text + (f" Not settled: {', '.join(others)}." if others else "") + _not_collected(missing)


def _verdict(claim: dict[str, Any]) -> str:
    return str(claim.get("verdict") or findings.verdict(claim["outcome"], ""))


def _not_collected(missing: Sequence[str]) -> str:
    if not missing:
        return ""
    number = counted(len(missing), "module")
    more = ", ..." if len(missing) > MOST_NAMED else ""
    return f" {number} could not be collected, whose claims are not here: {', '.join(missing[:MOST_NAMED])}{more}."


def _file(claim: dict[str, Any]) -> str:
    return str(claim["test"]).partition("::")[0]


def _names(claims: Claims) -> list[str]:
    """Return the names of the rows, each the claim, with its test if it has several, and a count if both repeat."""
    tests = Counter(claim["id"] for claim in claims)
    names, seen = [], Counter[str]()
    for claim in claims:
        name = claim["id"] if tests[claim["id"]] == 1 else f"{claim['id']}: {claim['test'].partition('::')[2]}"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _row(claim: dict[str, Any], name: str) -> Row:
    message, verdict_of_claim, parts = claim["message"], _verdict(claim), claim.get("parts", {})
    first = message.partition("\n")[0]
    true, gap, side = (parts.get(part, "") for part in ("true", "gap", "side"))
    look = f"{verdict_of_claim}: {parts['claimed']} claimed, truly {true}" if true else ""
    return Row(
        name=name,
        origin="",
        group=_file(claim),
        cells=(
            Cell(claim["test"]),
            Cell(first, missing=not first),
            Cell(true, key=_number(parts, "true_key"), missing=not true),
            Cell(gap, side, _number(parts, "ulps"), missing=not gap),
        ),
        verdict=verdict_of_claim,
        look="; ".join(filter(None, (look, f"{gap} {side}".strip() if look else ""))),
        attention=verdict_of_claim not in CALM,
        details=(
            *([Detail("what was found", message, code=True)] if message else []),
            Detail("to run it again", f"pytest {shlex.quote(claim['test'])}", code=True),
        ),
        data=claim,
    )


def _number(parts: dict[str, str], name: str) -> Fraction | None:
    return Fraction(parts[name]) if name in parts else None
