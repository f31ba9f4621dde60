"""Loading and running proofs by name, and what `prove` prints."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit.paper import Paper
from dpexact.cli import prove as command
from dpexact.errors import ParameterError
from dpexact.papers.proving import Proof, ProofError, load_proof, proof_names
from tests.beside import beside
from tests.commands import finish
from tests.proofs_once import proofs_once
from tests.refusals import refuses

BESIDE = beside(__file__)

ROOT = Path(__file__).parent.parent.parent


def papers_of(folder: Path) -> tuple[Paper, ...]:
    """A paper for each folder but that of the certificates."""
    return tuple(Paper(path.name, "A paper", proofs=path) for path in folder.iterdir() if path.name != "certificates")


GOOD = '''"""n^2 >= n for the natural numbers n; checked below 10."""

from dpexact.papers.proving import Exhaustive, Proof

proof = Proof(__doc__)


@proof.conclusion
def squares() -> Exhaustive:
    """n^2 >= n."""
    return Exhaustive("n^2 >= n", {"n": range(10)}, lambda n: n * n >= n)
'''


WRONG = {  # a file: the check that fails, and its text
    "other_statement": ("statement", GOOD.replace("Proof(__doc__)", 'Proof("1 = 0")')),
    "no_statement": ("statement", GOOD.partition("\n")[2]),
    "no_proof": ("file", '"""Nothing."""\n'),
    "broken": ("file", GOOD + "\nraise KeyError(1)\n"),
    "twice": ("name", GOOD + "\nproof.conclusion(squares)\n"),
    "silent": ("text", GOOD.replace('    """n^2 >= n."""\n', "")),
    "inexact": ("inexact", GOOD.replace("n * n >= n", "n / 1 >= 0.5")),
    "cut_off": ("file", GOOD[:-3]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    theory = tmp_path / "theory"
    theory.mkdir()
    for name, (_, text) in {"good": ("", GOOD), **WRONG}.items():
        (theory / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "script.py").write_text("raise RuntimeError\n", encoding="utf-8")
    monkeypatch.setattr(command, "papers", lambda: papers_of(tmp_path))
    return tmp_path


def test_names_in_a_folder(folder: Path) -> None:
    assert "theory/good" in proof_names(papers_of(folder))
    assert not [name for name in proof_names(papers_of(folder)) if name.startswith("certificates")]


@pytest.mark.parametrize("name", WRONG)
def test_files_that_are_no_proof(folder: Path, name: str) -> None:
    with pytest.raises(ProofError) as caught:
        load_proof(f"theory/{name}", papers_of(folder))
    assert caught.value.check == WRONG[name][0]


@pytest.mark.parametrize("name", ["theory/absent", "theory/good.py", "../theory/good", "good", ""])
def test_unknown_names(folder: Path, name: str) -> None:
    refuses(ParameterError, "theory/good", load_proof, name, papers_of(folder))


def test_a_run_has_its_conclusions(folder: Path) -> None:
    run = load_proof("theory/good", papers_of(folder)).run()
    (one,) = run.conclusions
    assert (one.name, one.text, one.kind) == ("squares", "n^2 >= n.", "Exhaustive")
    assert one.shown.says == "computed: n^2 >= n (10 cases); for n in range(0, 10)"
    assert one.shown.source.endswith("lambda n: n * n >= n)")


def test_what_prove_prints(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert folder.is_dir()
    assert finish(command.run(["theory/good"]), "text") == 0
    assert capsys.readouterr().out.startswith(
        """proved    theory/good
  checked: squares (Exhaustive)
    computed: n^2 >= n (10 cases); for n in range(0, 10)
      | return Exhaustive("n^2 >= n", {"n": range(10)}, lambda n: n * n >= n)
  argued in words:
    | n^2 >= n for the natural numbers n; checked below 10.
    squares: n^2 >= n.
"""
    )


def test_prove_goes_on_after_a_rejected_proof(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert folder.is_dir()
    assert finish(command.run(["theory/no_proof", "theory/good"]), "json") == 1
    rejected, proved = json.loads(capsys.readouterr().out)
    assert (rejected["name"], rejected["verdict"], rejected["check"]) == ("theory/no_proof", "rejected", "file")
    statement = "n^2 >= n for the natural numbers n; checked below 10."
    assert (proved["verdict"], proved["statement"]) == ("proved", statement)
    words = {"conclusion": "squares", "class": "computed", "text": "n^2 >= n.", "evidence": "Exhaustive"}
    says, domain = "computed: n^2 >= n (10 cases); for n in range(0, 10)", "n in range(0, 10)"
    source = 'return Exhaustive("n^2 >= n", {"n": range(10)}, lambda n: n * n >= n)'
    assert proved["checked"] == [{**words, "says": says, "source": source, "domain": domain}]


@pytest.mark.long
@pytest.mark.parametrize(("arguments", "status", "part"), BESIDE["the_program"])
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
        assert finish(command.run([]), "json") == 0
    proved = json.loads(capsys.readouterr().out)
    paths = {path.relative_to(ROOT / "proofs").with_suffix("").as_posix() for path in (ROOT / "proofs").glob("*/*.py")}
    harness = {path for path in paths if not path.startswith(("certificates/", "rocq/"))}
    assert {item["name"] for item in proved if not item["name"].startswith("rocq/")} == harness
    assert {item["verdict"] for item in proved if item["name"] in harness} == {"proved"}
    assert "rocq/Events#attained" in {item["name"] for item in proved if item["verdict"] == "compared"}
    assert "count_queries/remark_2" in paths


def test_the_example_of_the_documentation(folder: Path) -> None:
    page = (ROOT / "dev" / "proofs.md").read_text(encoding="utf-8")
    example = page.partition("## A proof\n\n```python\n")[2].partition("```")[0]
    (folder / "theory" / "example.py").write_text(example, encoding="utf-8")
    run = load_proof("theory/example", papers_of(folder)).run()
    assert [one.kind for one in run.conclusions] == ["Exhaustive", "Counterexample"]


def with_one_step() -> Proof:
    """A proof whose only step is never run."""
    proof = Proof("A statement.")

    @proof.conclusion
    def last() -> None:
        """Some step."""

    return proof


CANNOT_ESTABLISH: tuple[tuple[Any, ...], ...] = BESIDE["cannot_establish"]


def test_what_a_proof_establishes() -> None:
    for arguments in CANNOT_ESTABLISH:
        proof = with_one_step()
        proof.establishes({"lemma-2": "holds"})
        with pytest.raises(ProofError) as caught:
            proof.establishes(*arguments)
        assert caught.value.check == "establishes", arguments
    proof = with_one_step()
    proof.establishes({"lemma-1": "holds", "rainbow/lemma-2": "refuted"}, "last")
    proof.establishes({"lemma-1": "holds"})
    assert proof.claims == {"last": {"lemma-1": "holds", "rainbow/lemma-2": "refuted"}, "": {"lemma-1": "holds"}}
