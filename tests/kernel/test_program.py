"""The kernel as a program and as a body of code: alone, small, and plain about what it accepts and rejects."""

import ast
import hashlib
import json
import multiprocessing
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dpexact.kernel
from dpexact.kernel import Rejected, check, child
from dpexact.kernel.__main__ import judged, main
from dpexact.kernel.checker import KINDS as KINDS_OF_CHECKER
from dpexact.second import __main__ as second_program
from tests.beside import beside
from tests.refusals import refuses
from tests.values import written

BESIDE = beside(__file__)

FOLDER = Path(dpexact.kernel.__file__).parent
CORE = ("bracket", "claim", "document", "field")
LIMITS = ("budget",)
KINDS = ("free", "given", "greatest", "linear_program", "sufficiency")


def certificate(kind: str = "private", **changes: Any) -> str:
    """A certificate about randomized response, its digest computed as the documentation says."""
    statement = {
        "kind": kind,
        "generators": {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1},
        "inputs": ["no", "yes"],
        "outputs": ["no", "yes"],
        "weights": {"denominator": "4", "rows": [["3", "1"], ["1", "3"]]},
        "pairs": [[0, 1], [1, 0]],
        "exp_epsilon": ["3", "1"],
        "delta": ["0", "1"],
    } | changes
    version = 2 if statement["exp_epsilon"] == "infinity" else 1
    content = {"format": f"dpexact-certificate/{version}", "statement": statement, "evidence": {}}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return json.dumps({**content, "digest": hashlib.sha256(text.encode()).hexdigest()})


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dpexact.kernel", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_program_alone(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(certificate(), encoding="utf-8")
    (tmp_path / "bad.json").write_text(certificate(exp_epsilon=["2", "1"]), encoding="utf-8")
    good = run("--assert-alone", str(tmp_path / "good.json"), "-", text=certificate(inputs=["nein", "j\u00e4"]))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.count("proved: private: P_i(S) <= E P_j(S) + delta for every one of the 2 listed") == 2
    bad = run("--assert-alone", str(tmp_path / "good.json"), str(tmp_path / "bad.json"), str(tmp_path / "none.json"))
    assert bad.returncode == 2
    assert "good.json: proved: " in bad.stdout
    assert "bad.json: rejected: bound: " in bad.stdout
    assert "none.json: cannot be read: " in bad.stderr


@pytest.mark.slow
def test_the_program_says_when_it_is_not_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path / "good.json", certificate())
    assert main([str(file)]) == 0
    assert "pytest" in intruders_of(["--assert-alone", str(file)], capsys)
    for name in [name for name in sys.modules if not allowed(name)]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["--assert-alone", str(file)]) == 0
    for name in ("numpy.sneaked_in", "flintlock", "dpexact.numbers", "dpexact.kernels", "unheard_of"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, sys)
            assert name in intruders_of(["--assert-alone", str(file)], capsys)


def intruders_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the program says of a company that it does not like."""
    assert main(arguments) == 2
    return capsys.readouterr().err


def allowed(name: str) -> bool:
    root = name.partition(".")[0]
    own = name == "dpexact" or f"{name}.".startswith("dpexact.kernel.")
    ours = {"flint", "cython_runtime", "_cython_3_2_8limitednofinalize", "_distutils_hack", "__main__"}
    return own or root in sys.stdlib_module_names or root in ours or root.startswith("_cython_")


def test_an_installed_kernel_runs_isolated(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(certificate(), encoding="utf-8")
    command = [sys.executable, "-I", "-m", "dpexact.kernel", "--assert-alone", "good.json"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("good.json: proved: ")


@pytest.mark.long
@pytest.mark.parametrize(("ends", "expected"), BESIDE["exit_statuses"])
def test_exit_statuses(ends: str, expected: int, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(certificate(), encoding="utf-8")
    (tmp_path / "bad").write_text(certificate(exp_epsilon=["2", "1"]), encoding="utf-8")
    (tmp_path / "latin").write_bytes(b"\xff\xfe{")
    (tmp_path / "over").write_text("\u00e9" + " " * 2**26, encoding="utf-8")
    (tmp_path / "empty").write_text("\n", encoding="utf-8")
    names = {name: str(tmp_path / name) for name in ("good", "bad", "latin", "over", "empty")}
    command = f"{sys.executable} -m dpexact.kernel {ends.format(folder=tmp_path, **names)}"
    found = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert found.returncode == expected
    assert "Traceback" not in found.stderr
    assert "Exception" not in found.stderr
    if "good" in ends and ">&-" not in ends.replace("2>&-", "") and "full" not in ends and "unknown" not in ends:
        assert "proved" in found.stdout


def test_a_file_beyond_the_budget_is_not_read_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpexact.kernel.__main__.MAX_BYTES", 1000)
        patch.setattr("dpexact.kernel.document.MAX_BYTES", 1000)
        assert main(["/dev/zero"]) == 3
    assert "not checked: size: bytes of the text" in capsys.readouterr().out


def test_usage_and_unreadable_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["--assert-alone"]) == 2
    assert "python -m dpexact.kernel" in capsys.readouterr().err
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe{")
    assert main([str(tmp_path / "latin.json")]) == 2
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("cannot be read: ") == 2
    assert main(["--help"]) == 0
    assert "python -m dpexact.kernel" in capsys.readouterr().out


def test_text_and_dictionary_are_read_alike() -> None:
    text = certificate()
    assert (
        check(text)
        == check(json.loads(text))
        == check(json.dumps(json.loads(text), indent=3))
        == json.loads(text)["statement"]
    )


def test_the_example_of_the_documentation_is_proved() -> None:
    page = (FOLDER.parent.parent / "docs" / "certificate-format.md").read_text(encoding="utf-8")
    start = page.index('    {"digest": ')
    assert check(page[start : page.index("\n\n", start)])["exp_epsilon"] == ["3", "1"]


def test_every_rejection_is_documented() -> None:
    page = (FOLDER.parent.parent / "docs" / "certificate-format.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([a-z-]+)`", page[page.index("## Rejections") : page.index("## An example")]))
    raised = {name for file in FOLDER.glob("*.py") for name in checks_of(file)}
    assert raised == listed


def checks_of(file: Path) -> set[str]:
    """The names of checks: first arguments of Rejected, last ones of position, first items of what demands yields."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejected":
            found |= {part.value for part in node.args[:1] if isinstance(part, ast.Constant)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "position":
            found |= {part.value for part in node.args[2:] if isinstance(part, ast.Constant)}
        elif isinstance(node, ast.Call) and "require" in ast.unparse(node.func):
            found |= {part.value for part in node.args[:2] if isinstance(part, ast.Constant)}
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            found |= {part.value for part in node.value.elts[:1] if isinstance(part, ast.Constant)}
    return {str(name) for name in found} | ({"format", "digest"} if file.stem == "document" else set())


def imports(file: Path) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(node.module or "")
    return found


def test_the_kernel_imports_nothing_but_flint_and_the_standard_library() -> None:
    for file in FOLDER.glob("*.py"):
        foreign = {name for name in imports(file) if name.partition(".")[0] not in sys.stdlib_module_names}
        assert all(name == "flint" or f"{name}.".startswith("dpexact.kernel.") for name in foreign)


def test_a_kind_imports_only_the_core_and_the_core_only_itself() -> None:
    for name in CORE + KINDS:
        own = {module for module in imports(FOLDER / f"{name}.py") if module.startswith("dpexact")}
        assert own <= {f"dpexact.kernel.{part}" for part in CORE + LIMITS}


def test_the_kernel_is_small() -> None:
    lines = {file.stem: len(file.read_text(encoding="utf-8").splitlines()) for file in FOLDER.glob("*.py")}
    assert set(lines) >= {"__init__", "__main__", "checker", *CORE, *LIMITS, *KINDS}
    assert sum(lines[name] for name in CORE if name != "bracket") <= 450
    assert lines["bracket"] <= 100
    assert all(lines[name] <= 200 for name in KINDS)
    assert max(lines[name] for name in lines if name.startswith(("composition", "noise"))) <= 200
    assert lines["budget"] <= 100
    assert lines["sentence"] + lines["numeral"] <= 530
    assert lines["checker"] <= 80
    assert lines["__main__"] + lines["child"] <= 290
    page = (FOLDER.parents[1] / "docs" / "trusted-base.md").read_text(encoding="utf-8")
    assert all(f"`{name}.py`" in page for name in lines if name != "__init__")  # every file is accounted for
    limits = re.findall(r"at most (\d+) lines", page)
    assert limits[:8] == ["450", "100", "200", "200", "290", "80", "530", "100"]  # then those of the proof harness


@pytest.mark.parametrize("kind", ["maximally-sufficient", "not-maximally-sufficient"])
def test_an_infinite_e_is_for_the_kinds_that_say_so(kind: str) -> None:
    changes: dict[str, Any] = {"weights": {"denominator": "1", "rows": [["1", "0"], ["0", "1"]]}, "delta": ["1", "1"]}
    assert check(certificate(exp_epsilon="infinity", **changes))["kind"] == "private"
    refuses(Rejected, r"^structure: quotient: ", check, certificate(kind, exp_epsilon="infinity", **changes))


@pytest.mark.parametrize("fault", [MemoryError, OverflowError, RecursionError])
def test_exhausted_memory_is_a_rejection(fault: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(_statement: object, _evidence: object, _budget: object) -> None:
        raise fault

    monkeypatch.setitem(KINDS_OF_CHECKER, "private", exhausted)
    with pytest.raises(Rejected) as caught:
        check(certificate())
    assert caught.value.check == "size"


@pytest.mark.parametrize("name", ["a\nb.json", "a: proved: all is well", "\u202ejson", "\x1b[2K"])
def test_the_name_of_a_file_is_no_line_of_ours(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / name, certificate(exp_epsilon=["2", "1"]))
    assert main([str(path)]) == 1
    path.unlink()
    assert main([str(path)]) == 2
    out, err = capsys.readouterr()
    for line in (out, err):
        assert line.startswith(f"{str(path)!a}: ")
        assert line.count("\n") == 1
    assert ": rejected: bound: " in out


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        (ZeroDivisionError, 70, "internal error"),
        (SystemExit, 70, "the process of the check ended with"),
        (MemoryError, 3, "not checked: out of memory"),
        (AssertionError, 70, "AssertionError"),
    ],
)
def test_a_fault_is_no_verdict(
    fault: type[BaseException],
    status: int,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> str:
        raise fault

    (tmp_path / "good").write_text(certificate(), encoding="utf-8")
    monkeypatch.setattr("dpexact.kernel.__main__.sentence", broken)
    assert main([str(tmp_path / "good")]) == status
    found = capsys.readouterr()
    assert words in found.out + found.err
    assert "proved" not in found.out
    assert "rejected" not in found.out


def test_a_fault_of_the_program_itself(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for fault, status in ((ZeroDivisionError, 70), (KeyboardInterrupt, 130)):
        monkeypatch.setattr("dpexact.kernel.__main__._report", raising(fault))
        assert main(["any"]) == status
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_no_memory_to_read_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpexact.kernel.__main__._text", raising(MemoryError))
    assert main(["any"]) == 2
    assert capsys.readouterr().err == "any: cannot be read: out of memory\n"


def raising(fault: type[BaseException]) -> Callable[..., None]:
    def broken(*_: object) -> None:
        raise fault

    return broken


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_child_on_every_system(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows only has the second way, which imports everything again."""
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: [method])
    for _ in range(2):
        status, words = child.Child(judged, certificate()).answer()
        assert (status, words.partition(":")[0]) == (0, "proved")


@pytest.mark.slow
def test_a_child_without_limits_of_its_own_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "resource", None)
    with pytest.raises(child.StoppedError) as caught:
        child.Child(time.sleep, 3600, seconds=1).answer()
    assert caught.value.limit == "time"


NO_CERTIFICATES = {
    "a mechanism": ('{"inputs": [0], "outputs": [0], "rows": [["1"]]}', 2),
    "no JSON": ("no JSON", 2),
    "another format": (certificate().replace("dpexact-certificate/1", "dpexact-certificate/9"), 2),
    "another digest": (certificate().replace('"digest": "', '"digest": "0'), 1),
}


@pytest.mark.parametrize("case", NO_CERTIFICATES)
def test_what_is_no_certificate_ends_with_2(case: str) -> None:
    """As the help of both programs, and `dpexact check`, have it; a certificate that was changed ends with 1."""
    text, status = NO_CERTIFICATES[case]
    for found in (judged(text), second_program.judged(text)):
        assert found[0] == status
        assert found[1].startswith("rejected: ")
