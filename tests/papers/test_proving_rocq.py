"""The theorems of Rocq: digests, choice, what a re-check says; Rocq itself is played by small programs."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit.paper import project_folder
from dpexact.cli import prove as command
from dpexact.errors import DocumentError, ParameterError
from dpexact.papers.proving import rocq as reading
from dpexact.papers.proving.rocq import CLOSED, chosen, digest_of_sources, read_theorems, recheck
from tests.commands import finish
from tests.refusals import refuses
from tests.rocq_folder import EXTRACTION, PROGRAMS, digest, install, make_folder, put_right

Programs = Callable[..., None]
Capture = pytest.CaptureFixture[str]
REAL = project_folder("proofs") / "rocq"
PROJECT = "-Q . DPExact\nA.v\nb/c/B.v\n"
SOURCES = {"A.v": b"Theorem one : 1 = 1.\nTheorem three : 3 = 3.", "b/c/B.v": b"Example two : 2 = 2."}
SAME = {"whole": "89abcdef01234567", "assumptions": CLOSED}
THEOREMS = {
    "A.one": {"file": "A.v", "kind": "theorem", "statement": "1 = 1", **SAME, "definitions": "A.unit"},
    "A.three": {"file": "A.v", "kind": "theorem", "statement": "3 = 3", **SAME, "definitions": ""},
    "B.two": {"file": "b/c/B.v", "kind": "example", "statement": "2 = 2", **SAME, "definitions": ""},
}
BODIES = {"A.unit": "0123456789abcdef"}
AGREES = """
from pathlib import Path
print('3 theorems and examples, 0 with assumptions; statements.json agrees')
print((Path(__file__).parent / 'statements.json').read_text())
"""


def write_book(folder: Path, theorems: dict[str, Any]) -> None:
    """Write statements.json, about the sources as they are."""
    put_right(folder, {"rocq": "8.16.1", "theorems": theorems, "definitions": BODIES, "establishes": {}})


def play(folder: Path, text: str) -> None:
    """Let check.py be this program, as if it were the one that dpexact knows."""
    (folder / "check.py").write_text(text)
    write_book(folder, THEOREMS)
    reading.KNOWN = digest(folder, [*PROGRAMS])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of theorems, in which `dpexact prove` looks."""
    place = tmp_path / "theorems"
    make_folder(place, SOURCES)
    monkeypatch.setattr(reading, "KNOWN", "")
    play(place, AGREES)
    monkeypatch.setattr(command, "rocq_folder", lambda: place)
    monkeypatch.setattr(command, "papers", tuple)
    return place


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Let PATH have these programs only, of these texts."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return partial(install, tmp_path / "bin")


COQC = {"coqc": "echo 8.16.1 4.13.1", "make": "exit 0"}


def shown(capsys: Capture) -> Any:
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


def test_by_default_only_digests_are_compared(folder: Path, programs: Programs, capsys: Capture) -> None:
    programs(coqc="exit 1", make="exit 1")  # nobody asks them
    assert folder.is_dir()
    assert finish(command.run([]), "text") == 0
    text = capsys.readouterr().out
    assert "compared  rocq/A#one\n  theorem: 1 = 1\n  assumptions: none: closed under the global context" in text
    assert "2 of 2 theorems and 1 examples" in text
    assert "statement and digest compared; not re-checked" in text
    assert "proved" not in text
    assert finish(command.run([]), "json") == 0
    rows = [(row["name"], row["verdict"], row["rechecked"]) for row in shown(capsys)]
    assert rows == [("rocq/A#one", "compared", False), ("rocq/A#three", "compared", False)]


@pytest.mark.parametrize("name", [*SOURCES, *EXTRACTION, *PROGRAMS])
@pytest.mark.parametrize("change", ["other", "missing"])
def test_a_changed_source_is_rejected(folder: Path, name: str, change: str, capsys: Capture) -> None:
    if change == "other":
        (folder / name).write_bytes((folder / name).read_bytes() + b" ")
    else:
        (folder / name).unlink()
    assert finish(command.run([]), "json") == 1
    rows = shown(capsys)
    assert {row["verdict"] for row in rows} == {"rejected"}
    assert "the sources changed" in rows[0]["message"]
    (folder / "_CoqProject").write_text("A.v\n")  # one is no longer listed
    assert finish(command.run([]), "text") == 1


@pytest.mark.slow
@pytest.mark.parametrize("key", ["statement", "whole", "assumptions", "kind", "file", "definitions"])
def test_a_changed_statement_is_rejected(folder: Path, key: str, capsys: Capture) -> None:
    path = folder / "statements.json"
    book = json.loads(path.read_text())
    book["theorems"]["A.one"][key] = "" if key == "definitions" else "4 = 4"
    path.write_text(json.dumps(book))
    assert finish(command.run(["rocq/A#three"]), "text") == 1
    assert "REJECTED: the statements changed" in capsys.readouterr().out


def test_a_theorem_with_an_assumption_is_rejected(folder: Path, capsys: Capture) -> None:
    write_book(folder, THEOREMS | {"A.one": THEOREMS["A.one"] | {"assumptions": "Axioms: classic"}})
    assert finish(command.run([]), "json") == 1
    rows = [(row["verdict"], row["assumptions"][:6]) for row in shown(capsys)]
    assert rows == [("rejected", "Axioms"), ("compared", "none: ")]


def test_names(folder: Path) -> None:
    book, both = read_theorems(folder), ["A#one", "A#three"]
    names = {**dict.fromkeys(("rocq", "rocq/A", "rocq/A.v"), both), "rocq/B": ["B#two"]}
    for name, theorems in (names | {text: ["A#one"] for text in ("rocq/A#one", "rocq/A.v#one")}).items():
        assert [one.name for one in chosen(book, name)] == theorems, name
    for name in ("rocq/C", "rocq/A#two", "rocq/#one", "rocq/A#", "rocq/one"):
        refuses(ParameterError, "expected a theorem of Rocq such as rocq/", chosen, book, name)


@pytest.mark.parametrize("text", ["[]", "{", '{"theorems": []}', '{"theorems": {"A.one": 1}}', '{"theorems": {}}'])
def test_a_file_of_another_form_is_refused(folder: Path, text: str) -> None:
    (folder / "statements.json").write_text(text)
    refuses(DocumentError, "statements", read_theorems, folder)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({}, "not re-checked: Rocq is not installed"),
        ({"coqc": COQC["coqc"]}, "not re-checked: make is not installed"),
        (COQC | {"coqc": "echo 8.18.0"}, "Rocq 8.18.0 is installed, and the statements are those that Rocq 8.16"),
        (COQC | {"coqc": "exit 1"}, "Rocq of an unknown version"),
    ],
)
def test_where_rocq_cannot_be_asked_that_is_said(
    folder: Path, programs: Programs, texts: dict[str, str], words: str, capsys: Capture
) -> None:
    programs(**texts)
    assert folder.is_dir()
    assert finish(command.run(["rocq"]), "text") == 0
    said = capsys.readouterr().out
    assert "statement and digest compared; not re-checked" in said
    assert words in said
    assert finish(command.run(["rocq"], rocq=True), "json") == 3
    assert {row["verdict"] for row in shown(capsys)} == {"compared"}


def test_what_rocq_accepts_is_proved(folder: Path, programs: Programs, capsys: Capture) -> None:
    programs(**COQC)
    (folder / "A.vo").write_text("compiled before: not used")
    play(folder, f"from pathlib import Path\nassert not Path('A.vo').exists()\n{AGREES}")
    assert finish(command.run(["rocq/A#one"]), "text") == 0
    said = capsys.readouterr().out
    assert "proved    rocq/A#one" in said
    assert "re-checked by Rocq 8.16.1: 3 theorems and examples, 0 with assumptions; statements.json agrees" in said
    assert finish(command.run([], rocq=True), "json") == 0
    assert [(row["verdict"], row["rechecked"]) for row in shown(capsys)] == [("proved", True)] * 2


@pytest.mark.parametrize("rocq", [False, True])
def test_what_rocq_rejects_is_rejected(folder: Path, programs: Programs, capsys: Capture, *, rocq: bool) -> None:
    programs(**COQC)
    play(folder, "print('A.one: statements.json and Rocq differ')\nraise SystemExit(1)")
    assert finish(command.run(["rocq"], rocq=rocq), "json") == 1
    rows = shown(capsys)
    assert {(row["verdict"], row["rechecked"]) for row in rows} == {("rejected", False)}
    assert "A.one: statements.json and Rocq differ" in rows[0]["message"]


@pytest.mark.slow
def test_a_missing_library_and_a_lost_patience_are_no_verdict(folder: Path, programs: Programs) -> None:
    programs(**COQC)
    play(folder, "import sys\nsys.exit('Error: Cannot find a physical path bound to mathcomp')")
    again = recheck(read_theorems(folder))
    assert (again.done, again.faults) == (False, ())
    assert "a library of Rocq is missing: Error: Cannot find a physical path bound to mathcomp" in again.words
    play(folder, "import time\ntime.sleep(60)")
    again = recheck(read_theorems(folder), seconds=1)
    assert (again.done, again.words) == (False, "not re-checked: Rocq was not done within 1 s")


def test_the_option_needs_a_theorem_of_rocq(folder: Path) -> None:
    assert folder.is_dir()
    refuses(ParameterError, "--rocq: expected no names", command.run, ["rainbow"], rocq=True)


WAITS = """
import subprocess, sys
from pathlib import Path
print("compiling 2 files", file=sys.stderr, flush=True)
print("compiling A.v", file=sys.stderr, flush=True)
subprocess.run(["make", "--silent", "-C", str(Path(__file__).parent), "A.vo"], check=False)
"""
RUNS = """
import sys
from pathlib import Path
from dpexact.cli import prove
from dpexact.cli.answer import show
from dpexact.papers.proving import rocq
prove.rocq_folder = lambda: Path(sys.argv[1])
prove.papers = tuple
rocq.KNOWN = sys.argv[2]
answer = prove.run(["rocq/A#one"], rocq=True)
show(answer, "text")
print(answer.end())
"""


def is_there(process: int) -> bool:
    """Return whether a process still runs; one that ended and that nobody has waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def comes(question: Callable[[], bool], seconds: float = 30) -> bool:
    """Return whether something is so within some time."""
    end = time.monotonic() + seconds
    while not question() and time.monotonic() < end:
        time.sleep(0.05)
    return question()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_leaves_neither_processes_nor_folders(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """The real Makefile calls a coqc that never ends."""
    if signal.getsignal(number) == signal.SIG_IGN:  # as under nohup: what is started from here ignores it too
        pytest.skip(f"{number.name} is ignored here")
    programs, temporary, started = (tmp_path / name for name in ("bin", "temporary", "started"))
    temporary.mkdir()
    shutil.copy(REAL / "Makefile", folder)
    play(folder, WAITS)
    version = 'if [ "$1" = --print-version ]; then echo 8.16.1 4.13.1; exit; fi'
    install(programs, coqc=f"{version}\necho $$ > {started}\nsleep 600", coqdep="exit 0")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(temporary))
    command = [sys.executable, "-c", RUNS, str(folder), reading.KNOWN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert comes(lambda: started.exists() and bool(started.read_text().strip()))
        process = int(started.read_text())
        assert is_there(process)
        assert [*temporary.iterdir()]
        assert running.stderr is not None
        assert "dpexact: 1 of 2: A.v\n" in running.stderr  # read up to that line
        running.send_signal(number)
        running.communicate(timeout=30)
    assert running.returncode == -number
    assert comes(lambda: not is_there(process), 5)
    assert not [*temporary.iterdir()]


@pytest.mark.slow
def test_a_name_is_checked_with_what_it_needs_alone(folder: Path, programs: Programs, capsys: Capture) -> None:
    programs(**COQC)
    play(folder, f"import sys\nprint(sys.argv[2:], file=sys.stderr)\n{AGREES}\nsys.exit(1)")
    for text, wanted in {
        "rocq/A#one": "['A']",
        "rocq/B rocq/A.v": "['A', 'B']",
        "rocq": "[]",
        "rocq/A rocq": "[]",
    }.items():
        assert finish(command.run(text.split(), rocq=True), "json") == 1
        assert wanted in shown(capsys)[0]["message"]


def test_progress_is_told_file_by_file(folder: Path, programs: Programs, capsys: Capture) -> None:
    programs(**COQC)
    told = "".join(f"print('compiling {what}', file=sys.stderr)\n" for what in ("2 files", "A.v", "B.v"))
    play(folder, f"import sys\n{told}{AGREES}")
    seen: list[tuple[int, int, str]] = []
    assert recheck(read_theorems(folder), progress=lambda *given: seen.append(given)).done
    assert seen == [(0, 2, "A.v"), (1, 2, "B.v")]
    assert finish(command.run(["rocq/A"]), "text") == 0
    captured = capsys.readouterr()
    assert captured.err == "dpexact: 1 of 2: A.v\ndpexact: 2 of 2: B.v\n"
    assert "compiling" not in captured.out


@pytest.mark.slow
def test_without_groups_of_processes_the_program_is_ended(
    folder: Path, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: there is no killpg, no SIGHUP, and taskkill is what ends a tree."""
    programs(**COQC)
    play(folder, "import time\ntime.sleep(60)")
    monkeypatch.delattr(os, "killpg")
    monkeypatch.delattr(signal, "SIGHUP")
    again = recheck(read_theorems(folder), seconds=1)
    assert (again.done, again.words) == (False, "not re-checked: Rocq was not done within 1 s")


def test_nothing_but_the_sources_is_used(folder: Path, programs: Programs) -> None:
    programs(**COQC)
    for name in ("GNUmakefile", "tempfile.py", "A.vo", "other.v"):  # make and Python would take the first two
        (folder / name).write_text("")
    there = "import sys\nsys.exit(str(sorted(one.name for one in Path(__file__).parent.iterdir())))"
    play(folder, f"from pathlib import Path\n{there}")
    used = sorted(["_CoqProject", *PROGRAMS, "A.v", "b", "extraction", "statements.json", "README.md"])
    assert recheck(read_theorems(folder)).faults == (str(used),)


@pytest.mark.parametrize("name", ["$(touch x).v", "../x.v", "/x.v", "b/A.v"])
def test_a_name_that_is_no_file_of_rocq_is_refused(folder: Path, programs: Programs, name: str) -> None:
    """It would become a part of a command of the Makefile, or leave open which A.v is cited as A."""
    programs(**COQC)
    (folder / "_CoqProject").write_text(f"{PROJECT}{name}\n")
    book = read_theorems(folder)
    assert f"_CoqProject lists '{name}': expected a file such as privacy/Events.v" in book.faults[0]
    again = recheck(book)
    assert not again.done
    assert "cannot be copied: _CoqProject lists" in again.faults[0]


STANDING = {  # a source in which the theorem one does or does not stand
    "Theorem one : 1 = 1.": True,
    "Theorem\n  one : 1 = 1.\n ": True,
    'Definition a := "(*". Theorem one : 1 = 1.': True,
    "(* a (* b *) c *) Theorem one. (* d *)": True,
    "Lemma one : 1 = 1.": False,
    "Example one : 1 = 1.": False,
    "Theorem one' : 1 = 1.": False,
    "(* Theorem one *)": False,
    "(* a (* b *) Theorem one : c *)": False,
    '(* "*)" Theorem one *)': False,
    'Definition a := "Theorem one".': False,
}


def test_a_theorem_stands_in_its_source(folder: Path) -> None:
    said = "statements.json has what is in no source: theorem A#one"
    for text, standing in STANDING.items():
        (folder / "A.v").write_text(f"{text} Theorem three : x")
        write_book(folder, THEOREMS)
        assert read_theorems(folder).faults == (() if standing else (said,)), text


def test_a_source_that_is_gone_is_said_in_a_few_words(folder: Path) -> None:
    (folder / "A.v").unlink()
    changed, gone = read_theorems(folder).faults
    assert "A.v" in changed
    assert gone == "statements.json has what is in no source: theorem A#one, theorem A#three, example B#two"
    write = {f"A.{name}": THEOREMS["A.one"] for name in "abcde"}
    (folder / "A.v").write_text("")
    write_book(folder, write)
    (said,) = read_theorems(folder).faults
    assert said.endswith("in no source: theorem A#a, theorem A#b, theorem A#c and 2 more")


@pytest.mark.slow
def test_coqdep_says_what_a_file_needs(folder: Path, programs: Programs) -> None:
    """The real depends.py, on what coqdep 8.16 prints."""
    said = (
        "b/B.vo b/B.glob b/B.v.beautified b/B.required_vo: b/B.v ./A.vo\nb/B.vio: b/B.v ./A.vio\n"
        "C.vo C.glob C.v.beautified C.required_vo: C.v b/B.vo\nA.vo A.glob: A.v\nD.vo D.glob: D.v A.vo\n"
    )
    programs(coqdep=f"printf '{said.replace(chr(10), chr(92) + 'n')}'")
    shutil.copy(REAL / "depends.py", folder)
    (folder / "_CoqProject").write_text("-Q . DPExact\nA.v\nb/B.v\nC.v\nD.v\n")
    for given, wanted in ((["A"], "A"), (["B"], "AB"), (["D"], "AD"), (["C"], "ABC"), (["C", "D"], "ABCD")):
        code = f"import depends; print(*depends.needed({given!r}), sep='')"
        done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == wanted
