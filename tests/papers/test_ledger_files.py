"""Ledger files: a good one, bad ones named by their fault, the schema, the bundled ones."""

import json
import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpexact.audit.paper import Paper
from dpexact.errors import DocumentError, ParameterError
from dpexact.papers.catalogue import OURS
from dpexact.papers.ledger.claim import (
    COLUMNS,
    NOTHING,
    REQUIRED,
    SEVERITIES,
    VERDICTS,
    Claim,
    Reference,
    load_ledger,
    load_ledgers,
    parse_reference,
)
from tests.refusals import refuses

ROOT = Path(__file__).parent.parent.parent
FILES = ROOT / "tests" / "vectors" / "ledgers"

BAD = {  # file: (place, a part of the message)
    "claim-not-text.toml": ("claim[0].claim", "the integer 1"),
    "claim-with-a-direction-mark.toml": ("claim[0].claim", "sequence \\u202edecreases"),
    "claim-with-a-line-break.toml": ("claim[0].claim", "sequence\\ndecreases"),
    "claims-not-tables.toml": ("claim[0]", "the integer 1"),
    "correction-blank.toml": ("claim[0].corrected", "none for refuted"),
    "correction-missing.toml": ("claim[0].corrected", "none for refuted"),
    "correction-of-what-holds.toml": ("claim[0].corrected", "one for holds"),
    "denial-as-text.toml": ("claim[0].denies", "the text 'true' for holds"),
    "denial-of-what-is-refuted.toml": ("claim[0].denies", "true for refuted"),
    "denial-that-is-false.toml": ("claim[0].denies", "false for holds"),
    "empty-claim.toml": ("claim[0].claim", "an empty cell"),
    "equation-without-parentheses.toml": ("claim[0].where", "'Equation 36'"),
    "evidence-empty.toml": ("claim[0].evidence", "a list of 0"),
    "evidence-as-a-number.toml": ("claim[0].evidence[0]", "the integer 1"),
    "evidence-as-a-table.toml": ("claim[0].evidence[0]", "an object of 2"),
    "evidence-blank.toml": ("claim[0].evidence[0]", "an empty cell"),
    "evidence-in-words-among-others.toml": ("claim[0].evidence", "in others evidence"),
    "evidence-not-a-list.toml": ("claim[0].evidence", "the text 'hand: so'"),
    "evidence-of-no-kind.toml": ("claim[0].evidence[0]", "'see the paper'"),
    "evidence-twice.toml": ("claim[0].evidence", "audit:count_queries/x again"),
    "evidence-without-a-name.toml": ("claim[0].evidence[0]", "'proof:'"),
    "evidence-without-a-step.toml": ("claim[0].evidence[0]", "'proof:a/b#'"),
    "glue-empty.toml": ("claim[0].glue", "a list of 0"),
    "glue-that-is-checked.toml": ("claim[0].glue", "hand: references"),
    "glue-where-nothing-is-checked.toml": ("claim[0].evidence", "in others evidence"),
    "id-with-a-blank.toml": ("claim[0].id", "'lemma 4'"),
    "missing-evidence.toml": ("claim[0]", "'evidence'"),
    "missing-format.toml": ("format", "null"),
    "missing-paper.toml": ("", "got the keys format, claim"),
    "missing-where.toml": ("claim[0]", "'where'"),
    "no-claims.toml": ("claim", "a list of 0"),
    "nothing-to-prove-of-no-kind.toml": ("claim[0].nothing_to_prove", "'obvious'"),
    "about-that-does-not-print.toml": ("claim[0].about[0]", "conclusions such as"),
    "about-twice.toml": ("claim[0].about[1]", "'x = x'"),
    "about-without-a-theorem.toml": ("claim[0].about", "without a theorem"),
    "object-that-is-a-file.toml": ("claim[0].objects[0]", "'RainbowSteps'"),
    "object-that-is-no-name.toml": ("claim[0].objects[0]", "'Definitions.a b'"),
    "objects-twice.toml": ("claim[0].objects[1]", "'Definitions.private'"),
    "objects-without-a-theorem.toml": ("claim[0].objects", "without a theorem"),
    "ocr-of-what-holds.toml": ("claim[0].ocr", "one for holds"),
    "ocr-that-is-false.toml": ("claim[0].ocr", "got false"),
    "reading-and-ocr.toml": ("claim[0].reading", "got both"),
    "reading-as-a-flag.toml": ("claim[0].reading", "got true"),
    "reading-blank.toml": ("claim[0].reading", "an empty cell"),
    "reading-of-what-holds.toml": ("claim[0].reading", "one for holds"),
    "reading-of-what-is-not-checkable.toml": ("claim[0].reading", "one for not-checkable"),
    "reading-with-a-line-break.toml": ("claim[0].reading", "Strictly.\\nOr not."),
    "repeated-id.toml": ("claim[1].id", "'lemma-4' again"),
    "root-of-what-holds.toml": ("claim[1].root", "one for holds"),
    "root-that-holds.toml": ("claim[0].root", "other, which has the verdict holds"),
    "root-that-is-a-reading.toml": ("claim[0].root", "other, which is not counted (reading)"),
    "root-that-is-a-rounding.toml": ("claim[0].root", "other, which has the verdict rounding"),
    "root-that-is-not-counted.toml": ("claim[0].root", "other, which is not counted (ocr)"),
    "root-that-is-not-there.toml": ("claim[0].root", "'lemma-5'"),
    "root-that-is-the-claim.toml": ("claim[0].root", "lemma-4, which is this claim"),
    "root-with-a-root.toml": ("claim[0].root", "other, which has the root third"),
    "severity-as-a-number.toml": ("claim[0].severity", "the integer 1"),
    "severity-of-what-holds.toml": ("claim[0].severity", "one for holds"),
    "severity-that-is-none.toml": ("claim[0].severity", "'grave'"),
    "syntax-error.toml": ("line 12, column 8", "TOML"),
    "unknown-column.toml": ("claim[0]", "'colour'"),
    "theorem-without-a-name.toml": ("claim[0].evidence[0]", "'rocq:Events'"),
    "unknown-format-version.toml": ("format", "dpexact-ledger/3"),
    "unknown-key-at-the-top.toml": ("", "author"),
    "unknown-paper.toml": ("paper", "'Count Queries'"),
    "unknown-place.toml": ("claim[0].where", "'Thm. 4'"),
    "unknown-second-place.toml": ("claim[0].where", "'ibid.'"),
    "unknown-verdict.toml": ("claim[0].verdict", "'true'"),
    "verdict-as-float.toml": ("claim[0].verdict", "the float 1.5"),
}
SCHEMA_DOES_NOT_SEE = {  # what a schema of the data cannot say, or what is no data
    f"{name}.toml"
    for name in """claim-with-a-direction-mark
    claim-with-a-line-break equation-without-parentheses evidence-in-words-among-others
    evidence-twice glue-where-nothing-is-checked about-twice about-without-a-theorem objects-twice
    objects-without-a-theorem reading-with-a-line-break repeated-id root-that-holds root-that-is-a-reading
    root-that-is-a-rounding root-that-is-not-counted root-that-is-not-there root-that-is-the-claim root-with-a-root
    syntax-error unknown-place unknown-second-place""".split()  # noqa: SIM905 - a list of words
}


def schema() -> Any:
    return json.loads((resources.files("dpexact.papers") / "ledger" / "ledger.schema.json").read_text(encoding="utf-8"))


def test_good_ledger() -> None:
    first, second, third, fourth, fifth = load_ledger(FILES / "good.toml")
    assert first == Claim(
        id="lemma-4",
        paper="count_queries",
        where="Lemma 4; Lemma 4 proof",
        claim="The sequence decreases.",
        verdict="refuted",
        evidence=("proof:a/b#c", "audit:x", "audit:rainbow/y", "certificate:n/m"),
        glue=("hand:not-so",),
        corrected="It increases.",
        severity="central",
    )
    assert (third.severity, third.root, third.ocr) == ("slip", "lemma-4", True)
    assert fourth.reading == "Strictly; the author may have meant that it does not increase."
    assert [claim.faulty for claim in (first, second, third, fourth)] == [True, False, False, False]
    assert (second.corrected, second.reading) == ("", "")
    classes = ["partly by hand", "checked", "partly by hand", "by hand"]
    assert [claim.checked for claim in (first, second, third, fourth)] == classes
    assert (fourth.nothing_to_prove, fifth.nothing_to_prove) == ("", "definition")
    assert (second.objects, second.about) == (("Definitions.private",), ("(0 <= p)%R",))
    assert replace(first, glue=()).checked == "checked"
    assert third.verdict == "rounding"


@pytest.mark.parametrize("name", BAD)
def test_bad_ledger(name: str) -> None:
    place, part = BAD[name]
    with pytest.raises(DocumentError) as caught:
        load_ledger(FILES / name)
    assert caught.value.inside == place
    assert part in str(caught.value)
    assert name in caught.value.file


def test_every_bad_ledger_is_listed() -> None:
    assert {path.name for path in FILES.glob("*.toml")} == {*BAD, "good.toml"}


def test_the_schema_agrees_with_the_reader() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    accepted = set()
    for path in sorted(FILES.glob("*.toml")):
        if path.name != "syntax-error.toml" and validator.is_valid(tomllib.loads(path.read_text(encoding="utf-8"))):
            accepted.add(path.name)
    assert accepted == {"good.toml"} | SCHEMA_DOES_NOT_SEE - {"syntax-error.toml"}


def test_the_schema_names_the_same_words() -> None:
    claim = schema()["$defs"]["claim"]
    assert set(claim["properties"]) == set(COLUMNS)
    assert set(claim["required"]) == set(REQUIRED)
    assert tuple(claim["properties"]["verdict"]["enum"]) == VERDICTS
    assert tuple(claim["properties"]["severity"]["enum"]) == SEVERITIES
    assert claim["properties"]["nothing_to_prove"]["enum"] == [*NOTHING]


def test_every_fault_of_our_papers_has_a_severity() -> None:
    for claim in load_ledgers(OURS):
        assert bool(claim.severity) == (claim.verdict not in {"holds", "not-checkable"}), claim.key


def test_what_has_one_cause_and_one_form_has_one_verdict() -> None:
    """The pairs that once had two: level 0, the empty event, randomness that is shared, lost bars."""
    claims = {claim.key: claim for claim in load_ledgers(OURS)}
    for cause, other in (
        ("gradual_release/theorem-1a", "gradual_release/process-at-zero"),
        ("gradual_release/proposition-4", "gradual_release/proposition-3"),
        ("axioms/cosine-disallowed", "axioms/section-3-1-strict"),
    ):
        assert claims[other].root == claims[cause].id
        assert claims[other].verdict == claims[cause].verdict
    bars = [claims[f"count_queries/{name}"] for name in ("odds-printed", "figure-1-noise-formula")]
    assert all(claim.ocr and claim.verdict == "misprint" for claim in bars)


def test_a_reading_names_the_row_of_the_other_reading() -> None:
    """Where a reading ends with an id in parentheses, that row is of the same paper and no fault of the same kind."""
    claims = {claim.key: claim for claim in load_ledgers(OURS)}
    named = [(claim, re.findall(r"\(([a-z0-9-]+)\)\.$", claim.reading)) for claim in claims.values() if claim.reading]
    assert sum(bool(ids) for _, ids in named) >= 7
    for claim, ids in named:
        for other in ids:
            assert claims[f"{claim.paper}/{other}"].where.partition("; ")[0] == claim.where.partition("; ")[0]


@pytest.mark.slow
def test_the_ledgers_of_our_papers_name_them() -> None:
    for paper in OURS:
        assert paper.ledger is not None
        assert {claim.paper for claim in load_ledger(paper.ledger)} == {paper.name}
        jsonschema.validate(tomllib.loads(paper.ledger.read_text(encoding="utf-8")), schema())


@pytest.mark.slow
def test_a_ledger_of_another_paper_is_refused() -> None:
    exchanged = replace(OURS[0], ledger=OURS[1].ledger)
    refuses(DocumentError, r"paper: expected count_queries, got the paper axioms", load_ledgers, [exchanged])


@pytest.mark.slow
def test_ledgers_of_one_paper_or_of_all() -> None:
    count_queries = load_ledgers(OURS, "count_queries")
    assert {claim.paper for claim in count_queries} == {"count_queries"}
    assert set(count_queries) <= set(load_ledgers(OURS))
    refuses(ParameterError, "count_queries", load_ledgers, OURS, "counting")
    refuses(ParameterError, r"got 'rainbw'; did you mean 'rainbow'[?]", load_ledgers, OURS, "rainbw")


REFERENCES = {  # a text: the reference, and with the paper rainbow
    "proof:a/b": (Reference("proof", "a/b"), "proof:a/b"),
    "proof:a/b#c": (Reference("proof", "a/b", "c"), "proof:a/b#c"),
    "audit:r": (Reference("audit", "r"), "audit:rainbow/r"),
    "audit:count_queries/r": (Reference("audit", "count_queries/r"), "audit:count_queries/r"),
    "certificate:families/x": (Reference("certificate", "families/x"), "certificate:families/x"),
    "rocq:Events#tight": (Reference("rocq", "Events", "tight"), "rocq:Events#tight"),
    "hand:x": (Reference("hand", "x"), "hand:rainbow/x"),
}
NO_REFERENCES = ("hand: because 1 + 1 = 2", "hand:", "hand:x#y", "proof:#c", "proof:a/b#", "audit:r#x", "rocq:Events")


def test_reference() -> None:
    for text, (reference, full) in REFERENCES.items():
        assert parse_reference(text) == reference, text
        assert (str(reference), str(reference.within("rainbow"))) == (text, full)
    assert [text for text in (*NO_REFERENCES, "book: chapter 1", "") if parse_reference(text) is not None] == []


@pytest.mark.parametrize("paper", OURS, ids=lambda paper: paper.name)
def test_what_is_off_and_named_by_no_claim_is_a_reading(paper: Paper) -> None:
    """The rows of a paper's own table: an accusation is named by a claim, and a reading says why it is none."""
    assert paper.printed is not None
    assert paper.ledger is not None
    rows = tomllib.loads(paper.printed.read_text(encoding="utf-8"))["claim"]
    named = set(re.findall(r'"audit:([^"]+)"', paper.ledger.read_text(encoding="utf-8")))
    off = [row for row in rows if row["expected"] in {"wrong", "violated-bound"}]
    assert {row["id"] for row in off if row["id"] not in named and not row.get("reading")} == set()
    assert all(len(row["reason"].split()) > 5 for row in rows if row.get("reading"))
