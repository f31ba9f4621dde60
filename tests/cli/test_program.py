"""The program itself, as a process: start, streams, exit statuses and how it ends when something goes wrong."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from dpexact import __version__
from dpexact.cli import outcome
from dpexact.cli.answer import Answer, ends_with_answer
from dpexact.errors import ParameterError

ROOT = Path(__file__).parent.parent.parent
RESPONSE = "tests/vectors/documents/good/randomized-response.json"


def program(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python -m dpexact` in the checkout."""
    command = [sys.executable, "-m", "dpexact", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)


def test_version_is_answered_before_anything_heavy_is_imported() -> None:
    code = (
        "import sys; sys.argv = ['dpexact', '--version']\n"
        "from dpexact.__main__ import main\n"
        "status = main()\n"
        "heavy = {'typer', 'flint', 'numpy', 'rich', 'jinja2', 'sympy'} & set(sys.modules)\n"
        "sys.exit(status or (7 if heavy else 0))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"dpexact {__version__}\n", "")


@pytest.mark.slow
def test_verify_of_a_small_file_imports_no_array_or_table_library() -> None:
    code = (
        f"import sys; sys.argv = ['dpexact', 'verify', {RESPONSE!r}, '--exp-epsilon', '3']\n"
        "from dpexact.__main__ import main\n"
        "status = main()\n"
        "heavy = {'numpy', 'rich', 'jinja2', 'sympy', 'mpmath'} & set(sys.modules)\n"
        "sys.exit(status or (7 if heavy else 0))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_labels_beyond_the_encoding_of_the_terminal() -> None:
    file = "tests/vectors/documents/good/unicode-labels.json"
    environment = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    done = program("verify", file, "--exp-epsilon", "2", environment=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert r"n\xe9" in done.stdout


@pytest.mark.slow
def test_a_closed_pipe_is_no_verdict_and_no_traceback() -> None:
    command = [sys.executable, "-m", "dpexact", "audit", "dpexact/papers/rainbow/printed.toml", "--format", "json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()  # nobody reads: the first write fails
        assert process.stderr.read() == ""
        assert process.wait() == 141


def ended(error: BaseException) -> tuple[int, str]:
    """Exit status and standard error of a command that fails like this."""
    app = typer.Typer()

    def fail() -> Answer:
        raise error

    app.command()(ends_with_answer(fail))
    result = CliRunner().invoke(app, [])
    return result.exit_code, result.stderr


def test_how_a_command_ends() -> None:
    for error, status, message in (
        (ParameterError("delta: expected less"), 2, "dpexact: delta: expected less\n"),
        (MemoryError(), 2, "dpexact: out of memory; use a smaller document\n"),
        (KeyboardInterrupt(), 130, "dpexact: interrupted\n"),
    ):
        assert ended(error) == (status, message), (error, status)


def test_a_crash_is_not_reported_as_refuted() -> None:
    status, message = ended(RuntimeError("a mistake of dpexact"))
    assert status == 70
    assert "internal error" in message
    assert "a mistake of dpexact" in message


def test_long_work_is_announced_once_and_short_work_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with outcome.long_work("adding"):
        pass
    monkeypatch.setattr(outcome, "MOMENT", 0.05)
    with outcome.long_work("reading"):
        time.sleep(0.3)
    assert capsys.readouterr().err == "dpexact: reading ...\n"
