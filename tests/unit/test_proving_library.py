"""Loading and running proofs by name, and what `prove` prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dpexact.audit.paper import Paper
from dpexact.cli import prove as command
from dpexact.cli.options import Format
from dpexact.errors import ParameterError
from dpexact.papers.proving import Proof, ProofError, load_file, load_proof, proof_names
from tests.proofs_once import proofs_once

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent.parent


def papers_of(folder: Path) -> tuple[Paper, ...]:
    """A paper for each folder but that of the certificates."""
    return tuple(Paper(path.name, "A paper", proofs=path) for path in folder.iterdir() if path.name != "certificates")


GOOD = '''"""E > 0 for E >= 1."""

from dpexact.papers.proving import Fact, Manifest, Proof, at_least, greater, indeterminates

(E,) = indeterminates("E")
proof = Proof(__doc__)
proof.assume("E_range", at_least(E, 1), "E is large enough")


@proof.conclusion
def positive(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))
'''

USER = '''"""E^2 > 0 for E >= 1."""

from dpexact.papers.proving import Combination, Fact, Proof, at_least, greater, indeterminates

(E,) = indeterminates("E")
proof = Proof(__doc__)
proof.{declare}("E_bound", at_least(E, {least}))
proof.lemma("positive", "{source}", "{conclusion}")


@proof.conclusion
def square({cites}) -> Combination:
    """E^2 > 0."""
    return Combination({evidence})
'''


def user(**change: object) -> str:
    """A proof that takes a conclusion over from theory/good."""
    usual = {
        "declare": "assume",
        "least": 1,
        "source": "theory/good",
        "conclusion": "positive",
        "cites": "positive: Fact",
        "evidence": "greater(E * E), ((positive, positive),)",
    }
    return USER.format(**{**usual, **change})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    theory = tmp_path / "theory"
    theory.mkdir()
    for name, text in {
        "good": GOOD,
        "other_statement": GOOD.replace("Proof(__doc__)", 'Proof("E = 0")'),
        "no_statement": GOOD.partition("\n")[2],
        "no_proof": '"""Nothing."""\n',
        "broken": GOOD + "\nraise KeyError(1)\n",
        "late": GOOD + '\nproof.cite("late", "a theorem")\n',
        "twice": GOOD + "\nproof.conclusion(positive)\n",
        "user": user(),
        "user_of_itself": user(source="theory/user_of_itself", conclusion="square"),
        "first_of_two": user(source="theory/second_of_two", conclusion="square"),
        "second_of_two": user(source="theory/first_of_two", conclusion="square"),
        "user_of_another_bound": user(least=2),
        "user_of_an_assumption": user(declare="define"),
        "user_of_nothing": user(conclusion="negative"),
        "user_of_an_unknown_proof": user(source="theory/absent"),
        "user_of_a_broken_proof": user(source="theory/broken"),
        "idle_user": user(cites="E_bound: Fact", evidence="at_least(2 * E, 1), ((2, E_bound), (1,))"),
        "silent": GOOD.replace('    """E > 0."""\n', ""),
    }.items():
        (theory / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "script.py").write_text("raise RuntimeError\n", encoding="utf-8")
    monkeypatch.setattr(command, "papers", lambda: papers_of(tmp_path))
    return tmp_path


def test_names_in_a_folder(folder: Path) -> None:
    assert "theory/good" in proof_names(papers_of(folder))
    assert not [name for name in proof_names(papers_of(folder)) if name.startswith("certificates")]


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("other_statement", "statement"),
        ("no_statement", "statement"),
        ("no_proof", "file"),
        ("broken", "file"),
        ("late", "hypothesis"),
        ("twice", "name"),
        ("silent", "text"),
    ],
)
def test_files_that_are_no_proof(folder: Path, name: str, check: str) -> None:
    with pytest.raises(ProofError) as caught:
        load_proof(f"theory/{name}", papers_of(folder))
    assert caught.value.check == check


@pytest.mark.parametrize("name", ["theory/absent", "theory/good.py", "../theory/good", "good", ""])
def test_unknown_names(folder: Path, name: str) -> None:
    with pytest.raises(ParameterError, match="theory/good"):
        load_proof(name, papers_of(folder))


def test_only_a_proof_that_is_read_knows_its_papers_by_itself(folder: Path) -> None:
    text = GOOD.replace("proof = Proof(__doc__)", 'proof = Proof(__doc__)\nload_proof("theory/good")')
    text = text.replace("indeterminates\n", "indeterminates, load_proof\n", 1)
    (folder / "theory" / "looks_up.py").write_text(text, encoding="utf-8")
    assert load_proof("theory/looks_up", papers_of(folder)).run().conclusions
    with pytest.raises(ParameterError, match="one of none"):
        load_proof("theory/good")
    with pytest.raises(ProofError, match="one of none"):
        load_file(folder / "theory" / "looks_up.py")


def test_a_lemma_needs_papers(folder: Path) -> None:
    with pytest.raises(ProofError, match="load this proof with load_proof"):
        Proof.run(unloaded(load_proof("theory/user", papers_of(folder))))
    assert load_file(folder / "theory" / "user.py", papers=papers_of(folder)).run().conclusions


def unloaded(proof: Proof) -> Proof:
    """The proof as if it had not come from a library."""
    proof.load = None
    return proof


def test_a_lemma_brings_what_it_rests_on(folder: Path) -> None:
    run = load_proof("theory/user", papers_of(folder)).run()
    (conclusion,) = run.conclusions
    assert [(item.name, item.kind) for item in conclusion.fact.rests_on] == [("E_bound", "assumed")]
    assert [(name, str(reference)) for name, reference in run.lemmas] == [("positive", "theory/good#positive")]


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("user_of_itself", "circular lemma"),
        ("first_of_two", "circular lemma"),
        ("user_of_another_bound", "hidden hypothesis"),  # E >= 1 is not declared
        ("user_of_an_assumption", "hidden hypothesis"),  # E >= 1 is not a definition there but an assumption
        ("user_of_nothing", "lemma"),
        ("user_of_an_unknown_proof", "lemma"),
        ("user_of_a_broken_proof", "file"),
        ("idle_user", "idle lemma"),
    ],
)
def test_lemmas_that_are_not_taken_over(folder: Path, name: str, check: str) -> None:
    proof = load_proof(f"theory/{name}", papers_of(folder))
    with pytest.raises(ProofError) as caught:
        proof.run()
    assert caught.value.check == check


def test_a_run_says_what_it_rests_on(folder: Path) -> None:
    run = load_proof("theory/good", papers_of(folder)).run()
    assert [item.name for item in run.resting("assumed")] == ["E_range"]
    assert run.resting("definition") == ()
    assert [checked.step.name for checked in run.conclusions] == ["positive"]


def test_prove_prints_assumptions_loudly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert folder.is_dir()
    assert command.run(["theory/good"], Format.text) == 0
    text = capsys.readouterr().out
    assert "ASSUMES E_range: E is large enough" in text
    assert "assumes nothing" not in text


def test_prove_goes_on_after_a_rejected_proof(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert folder.is_dir()
    assert command.run(["theory/no_proof", "theory/good"], Format.json) == 1
    rejected, proved = json.loads(capsys.readouterr().out)
    assert (rejected["name"], rejected["verdict"], rejected["check"]) == ("theory/no_proof", "rejected", "file")
    assert (proved["verdict"], proved["statement"]) == ("proved", "E > 0 for E >= 1.")
    assert proved["steps"][0]["evidence"] == "Manifest"
    assert proved["steps"][0]["formula"] == "E > 0"
    assert proved["rests_on"] == [
        {"name": "E_range", "kind": "assumed", "text": "E is large enough", "formula": "E >= 1"}
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["prove", "count_queries/lemma_3"], 0, "proved    count_queries/lemma_3"),
        (["prove", "count_queries/lemma_99"], 2, "expected a proof such as count_queries/lemma_"),
        (["prove", "theorem_1"], 2, "rainbow/theorem_1"),
        (
            ["prove", "nowhere"],
            2,
            "a paper (axioms, count_queries, gradual_release, rainbow), or the file",
        ),
        (["prove", "rainbw"], 2, "the paper rainbow, or the file of a proof; got 'rainbw'"),
        (["ledger", "--theory", "nowhere"], 2, "--theory: expected one of count_queries"),
    ],
)
def test_the_program(arguments: list[str], status: int, part: str) -> None:
    done = subprocess.run(  # the interpreter that runs the tests
        [sys.executable, "-m", "dpexact", *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == status
    assert part in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.xdist_group("proofs")
def test_every_proof_of_the_project_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    with proofs_once():
        assert command.run([], Format.json) == 0
    proved = json.loads(capsys.readouterr().out)
    paths = {path.relative_to(ROOT / "proofs").with_suffix("").as_posix() for path in (ROOT / "proofs").glob("*/*.py")}
    harness = {path for path in paths if not path.startswith(("certificates/", "rocq/"))}
    assert {item["name"] for item in proved if not item["name"].startswith("rocq/")} == harness
    assert {item["verdict"] for item in proved if item["name"] in harness} == {"proved"}
    assert "rocq/Events#attained" in {item["name"] for item in proved if item["verdict"] == "compared"}
    assert "count_queries/lemma_3" in paths


def test_the_example_of_the_documentation(folder: Path) -> None:
    page = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
    example = page.partition("## A proof\n\n```python\n")[2].partition("```")[0]
    (folder / "theory" / "example.py").write_text(example, encoding="utf-8")
    run = load_proof("theory/example", papers_of(folder)).run()
    assert [checked.step.name for checked in run.conclusions] == ["smaller"]


@pytest.mark.parametrize(
    ("claims", "conclusions"),
    [
        ({"lemma-1": "holds"}, ("other",)),  # there is no such step
        ({"lemma-1": "holds"}, ("inner",)),  # a step, and no conclusion
        ({"lemma-1": "holds"}, ("last", "last")),
        ({}, ("last",)),
        ({"lemma-1": ""}, ("last",)),
        ({"lemma-1": 1}, ()),
    ],
)
def test_what_a_proof_cannot_establish(claims: dict[str, str], conclusions: tuple[str, ...]) -> None:
    proof = Proof("A statement.")
    proof.step(named("inner"))
    proof.conclusion(named("last"))
    proof.establishes({"lemma-2": "holds"})
    with pytest.raises(ProofError) as caught:
        proof.establishes(claims, *conclusions)
    assert caught.value.check == "establishes"


def test_what_a_proof_establishes() -> None:
    proof = Proof("A statement.")
    proof.conclusion(named("last"))
    proof.establishes({"lemma-1": "holds", "rainbow/lemma-2": "refuted"}, "last")
    proof.establishes({"lemma-1": "holds"})
    assert proof.claims == {"last": {"lemma-1": "holds", "rainbow/lemma-2": "refuted"}, "": {"lemma-1": "holds"}}


def named(name: str) -> Callable[[], None]:
    """A step of this name; it is never run."""

    def step() -> None:
        """Some step."""

    step.__name__ = name
    return step
