"""The theorems of Rocq: digests, choice, what a re-check says; Rocq itself is played by small programs."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.cli import prove as command
from dpexact.cli.values import Format
from dpexact.errors import DocumentError, ParameterError
from dpexact.paper import project_folder
from dpexact.proving.rocq import CLOSED, chosen, digest_of_sources, read_theorems, recheck

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

REAL = project_folder("proofs") / "rocq"
SOURCES = {"A.v": b"Theorem one", "B.v": b"Example two"}
EXTRACTION = {"extraction/Extract.v": b"x", "extraction/big.ml": b"yy", "extraction/check.ml": b""}
THEOREMS = {
    "A.one": {"file": "A.v", "kind": "theorem", "statement": "1 = 1", "assumptions": CLOSED},
    "A.three": {"file": "A.v", "kind": "theorem", "statement": "3 = 3", "assumptions": CLOSED},
    "B.two": {"file": "B.v", "kind": "example", "statement": "2 = 2", "assumptions": CLOSED},
}
AGREES = "print('3 theorems and examples, 0 with assumptions; statements.json agrees')"


def write_book(folder: Path, theorems: dict[str, Any], **changed: object) -> None:
    joined = b"".join(f"{k} {len(v)}\n".encode() + v for k, v in (SOURCES | EXTRACTION).items())
    said = sha256(json.dumps(theorems, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    digests = {"digest": sha256(joined).hexdigest(), "statements": said}
    book = {"rocq": "8.16.1", **digests, "theorems": theorems, "establishes": {}, **changed}
    (folder / "statements.json").write_text(json.dumps(book))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of theorems, in which `dpexact prove` looks."""
    place = tmp_path / "theorems"
    (place / "extraction").mkdir(parents=True)
    for name, content in (SOURCES | EXTRACTION).items():
        (place / name).write_bytes(content)
    (place / "_CoqProject").write_text("-Q . DPExact\nA.v\nB.v\n")
    (place / "check.py").write_text(AGREES)
    write_book(place, THEOREMS)
    monkeypatch.setattr(command, "rocq_folder", lambda: place)
    monkeypatch.setattr(command, "papers", tuple)
    return place


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let PATH have these programs only, of these texts."""

    def install(**texts: str) -> None:
        place = tmp_path / "bin"
        place.mkdir()
        for name, text in texts.items():
            (place / name).write_text(f"#!/bin/sh\n{text}\n")
            (place / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(place))

    return install


COQC = {"coqc": "echo 8.16.1 4.13.1", "make": "exit 0"}


def shown(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_the_real_folder_is_the_one_that_was_printed() -> None:
    book = read_theorems(REAL)
    assert book.faults == ()
    assert {one.assumptions for one in book.entries} == {CLOSED}
    assert {"Events#hockey_stick_bound", "Certificates#accept_sound"} <= {one.name for one in book.entries}


def test_the_digest_is_that_of_check_py() -> None:
    code = "import check; print(check.digest())"
    done = subprocess.run([sys.executable, "-c", code], cwd=REAL, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest_of_sources(REAL)


def test_by_default_only_digests_are_compared(
    folder: Path, programs: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    programs(coqc="exit 1", make="exit 1")  # nobody asks them
    assert folder.is_dir()
    assert command.run([], Format.text) == 0
    text = capsys.readouterr().out
    assert "compared  rocq/A#one\n  theorem: 1 = 1\n  assumptions: none: closed under the global context" in text
    assert "2 of 2 theorems and 1 examples" in text
    assert "statement and digest compared; not re-checked" in text
    assert "proved" not in text
    assert command.run([], Format.json) == 0
    assert [(row["name"], row["verdict"], row["rechecked"]) for row in shown(capsys)] == [
        ("rocq/A#one", "compared", False),
        ("rocq/A#three", "compared", False),
    ]


@pytest.mark.parametrize("name", ["A.v", "B.v", "extraction/Extract.v", "extraction/big.ml", "extraction/check.ml"])
@pytest.mark.parametrize("change", ["other", "missing"])
def test_a_changed_source_is_rejected(folder: Path, name: str, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    if change == "other":
        (folder / name).write_bytes((folder / name).read_bytes() + b" ")
    else:
        (folder / name).unlink()
    assert command.run([], Format.json) == 1
    rows = shown(capsys)
    assert {row["verdict"] for row in rows} == {"rejected"}
    assert "the sources changed" in rows[0]["message"]


def test_a_source_that_is_no_longer_listed_is_rejected(folder: Path) -> None:
    (folder / "_CoqProject").write_text("A.v\n")
    assert command.run([], Format.text) == 1


@pytest.mark.parametrize("key", ["statement", "assumptions", "kind", "file"])
def test_a_changed_statement_is_rejected(folder: Path, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "statements.json"
    book = json.loads(path.read_text())
    book["theorems"]["A.one"][key] = "4 = 4"
    path.write_text(json.dumps(book))
    assert command.run(["rocq/A#three"], Format.text) == 1
    assert "REJECTED: the statements changed" in capsys.readouterr().out


def test_a_theorem_with_an_assumption_is_rejected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_book(
        folder, {"A.one": THEOREMS["A.one"] | {"assumptions": "Axioms: classic"}, "A.three": THEOREMS["A.three"]}
    )
    assert command.run([], Format.json) == 1
    assert [(row["verdict"], row["assumptions"][:6]) for row in shown(capsys)] == [
        ("rejected", "Axioms"),
        ("compared", "none: "),
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("rocq", ["A#one", "A#three"]),
        ("rocq/A", ["A#one", "A#three"]),
        ("rocq/A.v", ["A#one", "A#three"]),
        ("rocq/A#one", ["A#one"]),
        ("rocq/A.v#one", ["A#one"]),
        ("rocq/B", ["B#two"]),
    ],
)
def test_names(folder: Path, name: str, found: list[str]) -> None:
    assert [one.name for one in chosen(read_theorems(folder), name)] == found


@pytest.mark.parametrize("name", ["rocq/C", "rocq/A#two", "rocq/#one", "rocq/A#", "rocq/one"])
def test_unknown_names_are_refused(folder: Path, name: str) -> None:
    with pytest.raises(ParameterError, match="expected a theorem of Rocq such as rocq/"):
        chosen(read_theorems(folder), name)


@pytest.mark.parametrize("text", ["[]", "{", '{"theorems": []}', '{"theorems": {"A.one": 1}}', '{"theorems": {}}'])
def test_a_file_of_another_form_is_refused(folder: Path, text: str) -> None:
    (folder / "statements.json").write_text(text)
    with pytest.raises(DocumentError, match="statements"):
        read_theorems(folder)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({}, "not re-checked: Rocq is not installed"),
        ({"coqc": COQC["coqc"]}, "not re-checked: make is not installed"),
        (
            {"coqc": "echo 8.18.0", "make": "exit 0"},
            "Rocq 8.18.0 is installed, and the statements are those that Rocq 8.16",
        ),
        ({"coqc": "exit 1", "make": "exit 0"}, "Rocq of an unknown version"),
    ],
)
def test_where_rocq_cannot_be_asked_that_is_said(
    folder: Path,
    programs: Callable[..., None],
    texts: dict[str, str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    programs(**texts)
    assert folder.is_dir()
    assert command.run(["rocq"], Format.text) == 0
    said = capsys.readouterr().out
    assert "statement and digest compared; not re-checked" in said
    assert words in said
    assert command.run(["rocq"], Format.json, rocq=True) == 3
    assert {row["verdict"] for row in shown(capsys)} == {"compared"}


def test_what_rocq_accepts_is_proved(
    folder: Path, programs: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    programs(**COQC)
    (folder / "A.vo").write_text("compiled before: not used")
    (folder / "check.py").write_text(f"from pathlib import Path\nassert not Path('A.vo').exists()\n{AGREES}")
    assert command.run(["rocq/A#one"], Format.text) == 0
    said = capsys.readouterr().out
    assert "proved    rocq/A#one" in said
    assert "re-checked by Rocq 8.16.1: 3 theorems and examples, 0 with assumptions; statements.json agrees" in said
    assert command.run([], Format.json, rocq=True) == 0
    assert [(row["verdict"], row["rechecked"]) for row in shown(capsys)] == [("proved", True)] * 2


@pytest.mark.parametrize("rocq", [False, True])
def test_what_rocq_rejects_is_rejected(
    folder: Path, programs: Callable[..., None], capsys: pytest.CaptureFixture[str], *, rocq: bool
) -> None:
    programs(**COQC)
    (folder / "check.py").write_text("print('A.one: statements.json and Rocq differ')\nraise SystemExit(1)")
    assert command.run(["rocq"], Format.json, rocq=rocq) == 1
    rows = shown(capsys)
    assert {(row["verdict"], row["rechecked"]) for row in rows} == {("rejected", False)}
    assert "A.one: statements.json and Rocq differ" in rows[0]["message"]


def test_a_missing_library_and_a_lost_patience_are_no_verdict(folder: Path, programs: Callable[..., None]) -> None:
    programs(**COQC)
    (folder / "check.py").write_text("import sys\nsys.exit('Error: Cannot find a physical path bound to mathcomp')")
    again = recheck(read_theorems(folder))
    assert (again.done, again.faults) == (False, ())
    assert "a library of Rocq is missing: Error: Cannot find a physical path bound to mathcomp" in again.words
    (folder / "check.py").write_text("import time\ntime.sleep(60)")
    again = recheck(read_theorems(folder), seconds=1)
    assert (again.done, again.words) == (False, "not re-checked: Rocq was not done within 1 s")


def test_the_option_needs_a_theorem_of_rocq(folder: Path) -> None:
    assert folder.is_dir()
    with pytest.raises(ParameterError, match="--rocq: expected no names"):
        command.run(["rainbow"], Format.text, rocq=True)
