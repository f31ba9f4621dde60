"""Evidence of claims is examined again: what does not run, fit or exist does not support a verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dpexact import Mechanism, NeighborGraph, verify
from dpexact.cli import ledger as command
from dpexact.cli.values import LedgerFormat
from dpexact.ledger import evidence
from dpexact.ledger.claim import Claim, Verdict
from dpexact.ledger.ledger import LedgerRow, examine
from dpexact.paper import Paper
from dpexact.papers import OURS
from dpexact.proving import Proof, library
from dpexact.report.ledger import ledger_json, ledger_text, page_markdown, summary_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KNOWN: dict[str, tuple[Paper, ...]] = {"papers": OURS}

PROOF = '''"""E > 0 for {E}."""

from __future__ import annotations

from dpexact.proving import Counterexample, Fact, Manifest, Proof, at_least, greater, indeterminates

(E,) = indeterminates("E")
proof = Proof(__doc__)
proof.{declare}("E_range", at_least(E, {least}))


@proof.conclusion
def positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def odd() -> Counterexample:
    """Not every odd number is a prime."""
    return Counterexample("odd numbers are prime", {{"n": 9}}, lambda n: n % 2 == 1, lambda n: n in (3, 5, 7))
'''


@pytest.fixture(autouse=True)
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with an honest, an assuming and a false proof, and a certificate beside an empty one."""
    theory, certificates = tmp_path / "theory", tmp_path / "certificates"
    theory.mkdir()
    certificates.mkdir()
    (theory / "honest.py").write_text(PROOF.format(declare="define", least=1, E="E >= 1"), encoding="utf-8")
    (theory / "assuming.py").write_text(PROOF.format(declare="assume", least=1, E="E >= 1"), encoding="utf-8")
    (theory / "false.py").write_text(PROOF.format(declare="define", least=0, E="E >= 0"), encoding="utf-8")
    response = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
    certificate = verify(response, NeighborGraph.complete([0, 1]), 3, 0).certificate().to_json()
    (certificates / "good.json").write_text(certificate, encoding="utf-8")
    (certificates / "forged.json").write_text(certificate.replace('"3"', '"2"'), encoding="utf-8")
    monkeypatch.setattr(evidence, "project_folder", lambda _: tmp_path)
    monkeypatch.setitem(KNOWN, "papers", (*OURS, Paper("theory", "A paper", proofs=theory)))
    return tmp_path


def row(verdict: Verdict, *references: str) -> LedgerRow:
    claim = Claim("id", "count_queries", "Theorem 1", "It is so.", verdict, references, "It is not.")
    (only,) = examine([claim], KNOWN["papers"]).rows
    return only


@pytest.mark.parametrize(
    ("verdict", "reference", "fault"),
    [
        ("holds", "hand: by inspection", ""),
        ("holds", "proof:theory/honest", ""),
        ("holds", "proof:theory/honest#positive", ""),
        ("holds", "proof:theory/honest#negative", "no conclusion negative, only positive, odd"),
        ("holds", "proof:theory/assuming", "rests on an assumption: E >= 1"),
        ("holds", "proof:theory/assuming#odd", ""),  # this conclusion does not rest on it
        ("holds", "proof:theory/false", "positivity"),
        ("holds", "proof:theory/absent", "proof: expected such as"),
        ("refuted", "proof:theory/honest", ""),
        ("refuted", "proof:theory/honest#odd", ""),
        ("refuted", "proof:theory/honest#positive", "no evidence is a counterexample"),
        ("holds", "certificate:good", ""),
        ("holds", "certificate:forged", "digest"),
        ("holds", "certificate:absent", "absent.json"),
        ("holds", "audit:crossover-3", ""),  # 7.8867 is C_3 rounded
        ("refuted", "audit:crossover-3", "is correct, expected wrong or violated-bound"),
        ("refuted", "audit:factor-almost-8", ""),  # 920/90 is not almost 8
        ("holds", "audit:factor-almost-8", "is wrong, expected correct or valid-bound"),
        ("misprint", "audit:factor-almost-8", ""),
        ("holds-if", "audit:factor-almost-8", ""),
        ("rounding", "audit:crossover-3", ""),
        ("not-checkable", "audit:crossover-3", "is correct, expected undecided"),
        ("holds", "audit:absent", "the table of count_queries has no row absent"),
        ("refuted", "audit:rainbow/m1-exact", ""),
        ("refuted", "audit:nowhere/m1-exact", "there is no claim table nowhere"),
    ],
)
def test_one_reference(verdict: Verdict, reference: str, fault: str) -> None:
    found = row(verdict, reference)
    assert found.as_recorded == (not fault)
    assert fault in "; ".join(found.faults)


def test_one_bad_reference_among_good_ones() -> None:
    found = row("holds", "hand: by inspection", "proof:theory/false", "audit:crossover-3")
    assert [finding.supports for finding in found.findings] == [True, False, True]
    assert not found.as_recorded


def test_a_counterexample_need_not_be_in_every_reference() -> None:
    assert row("refuted", "proof:theory/honest#positive", "audit:factor-almost-8").as_recorded


def test_a_proof_runs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = library.load_proof

    def counted(name: str, papers: Iterable[Paper]) -> Proof:
        loaded.append(name)
        return load(name, papers)

    monkeypatch.setattr(evidence, "load_proof", counted)
    row("holds", "proof:theory/honest", "proof:theory/honest#positive", "proof:theory/false", "proof:theory/false")
    assert loaded == ["theory/honest", "theory/false"]


CLAIMS = (
    Claim("a", "rainbow", "Theorem 1", "x | y < z", "holds", ("hand: see",)),
    Claim("b", "count_queries", "Lemma 1; Lemma 2", "2 + 2 = 5", "refuted", ("audit:crossover-3",), "2 + 2 = 4"),
    Claim("c", "count_queries", "Lemma 3", "1 = 1", "holds", ("proof:theory/honest", "hand: see")),
)


def test_json() -> None:
    first, second, third = ledger_json(examine(CLAIMS, KNOWN["papers"]))
    assert first == {
        "id": "a",
        "paper": "rainbow",
        "where": "Theorem 1",
        "claim": "x | y < z",
        "verdict": "holds",
        "evidence": ["hand: see"],
        "corrected": "",
        "as_recorded": True,
        "faults": [],
    }
    faults = ["audit:crossover-3 is correct, expected wrong or violated-bound"]
    assert (second["corrected"], second["as_recorded"], second["faults"]) == ("2 + 2 = 4", False, faults)
    assert third["as_recorded"] is True


def test_text() -> None:
    text = ledger_text(examine(CLAIMS, KNOWN["papers"]))
    assert "count_queries/b  Lemma 1; Lemma 2  refuted, NOT SUPPORTED  audit" in text
    assert "    instead: 2 + 2 = 4" in text
    assert text.endswith("3 claims: 2 holds, 1 refuted; not supported: count_queries/b.")
    assert ledger_text(examine(CLAIMS[:1], KNOWN["papers"])).endswith(
        "1 claims: 1 holds; the evidence supports every verdict."
    )


def test_summary_counts_each_paper() -> None:
    lines = summary_markdown(CLAIMS, OURS).splitlines()
    assert lines[0].startswith("| paper | claims | holds | holds-if | refuted ")
    assert lines[2] == "| Differentially Private Mechanisms for Count Queries | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 1 | 0 |"
    assert lines[3] == "| Generalized Rainbow Differential Privacy | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 1 |"
    assert len(lines) == 4


def test_page_has_the_wrong_ones_first_and_escapes() -> None:
    page = page_markdown(CLAIMS, OURS)
    assert page.index("### refuted") < page.index("### holds")
    assert "| Lemma 1; Lemma 2 | 2 + 2 = 5 | 2 + 2 = 4 | audit:crossover-3 |" in page
    assert "| Theorem 1 | x \\| y \\< z | hand: see |" in page


def ends_with(monkeypatch: pytest.MonkeyPatch, claims: tuple[Claim, ...], *, strict: bool = False) -> int:
    monkeypatch.setattr(command, "load_ledgers", lambda *_: claims)
    return command.run(None, None, LedgerFormat.json, strict=strict)


def test_exit_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    supported = Claim("b", "count_queries", "Lemma 1", "8", "refuted", ("audit:factor-almost-8",), "10")
    assert ends_with(monkeypatch, (CLAIMS[0], supported)) == 0
    assert [item["id"] for item in json.loads(capsys.readouterr().out)] == ["a", "b"]
    assert ends_with(monkeypatch, (CLAIMS[0], supported), strict=True) == 1
    assert ends_with(monkeypatch, CLAIMS[:1], strict=True) == 0
    assert ends_with(monkeypatch, CLAIMS) == 1


def test_the_page_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load_ledgers", lambda *_: CLAIMS[:1])
    assert command.run(None, str(tmp_path / "page.md"), LedgerFormat.markdown, strict=False) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page_markdown(CLAIMS[:1], OURS)
