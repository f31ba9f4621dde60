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
    load_ledger,
    load_ledgers,
)
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

ROOT = Path(__file__).parent.parent.parent
FILES = ROOT / "tests" / "vectors" / "ledgers"

BAD = BESIDE["bad"]
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
        evidence=("proof:a/b#c", "audit:count_queries/x", "audit:rainbow/y", "certificate:n/m"),
        glue=("hand:count_queries/not-so",),
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


@each("name", BAD)
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


REFERENCES = {  # as a ledger of count_queries has them, and as they are read
    "proof:a/b": "proof:a/b",
    "proof:a/b#c": "proof:a/b#c",
    "audit:r": "audit:count_queries/r",
    "audit:rainbow/r": "audit:rainbow/r",
    "certificate:families/x": "certificate:families/x",
    "certificate:x": "certificate:count_queries/x",
    "rocq:Events#tight": "rocq:Events#tight",
}
NO_REFERENCES = ("hand: because 1 + 1 = 2", "hand:", "hand:x#y", "proof:#c", "proof:a/b#", "audit:r#x", "rocq:Events")
GOOD_EVIDENCE = 'evidence = ["proof:a/b#c", "audit:x", "audit:rainbow/y", "certificate:n/m"]'


def test_reference(tmp_path: Path) -> None:
    text, path = (FILES / "good.toml").read_text(encoding="utf-8"), tmp_path / "ledger.toml"
    assert GOOD_EVIDENCE in text
    path.write_text(text.replace(GOOD_EVIDENCE, f"evidence = {json.dumps([*REFERENCES])}"), encoding="utf-8")
    assert load_ledger(path)[0].evidence == tuple(REFERENCES.values())
    for wrong in (*NO_REFERENCES, "proof:a/b#c#d", "book: chapter 1"):
        path.write_text(text.replace(GOOD_EVIDENCE, f"evidence = {json.dumps([wrong])}"), encoding="utf-8")
        refuses(DocumentError, "with the name of one piece", load_ledger, path)


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
