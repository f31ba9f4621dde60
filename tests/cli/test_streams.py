"""Streams that are closed, full or gone: none ever looks like a verdict, and none is a traceback."""

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpexact import DocumentError, load_mechanism
from dpexact.cli.outcome import complain, silence
from tests.refusals import refuses

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
RESPONSE = "tests/vectors/documents/good/randomized-response.json"
PROVED = f"verify {RESPONSE} --exp-epsilon 3"
REFUTED = f"verify {RESPONSE} --exp-epsilon 2"


def shell(arguments: str, redirection: str) -> tuple[int, str]:
    """The exit status of the program under a shell, and what it wrote on both streams."""
    command = f"set -o pipefail; {shlex.quote(sys.executable)} -m dpexact {arguments} {redirection}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "redirection", "status"),
    [
        (PROVED, ">&-", 74),
        (REFUTED, ">&-", 74),
        (PROVED, "2>&-", 0),
        (REFUTED, "2>&-", 1),
        (PROVED, "<&-", 0),
        (PROVED, "<&- >&- 2>&-", 74),
        (PROVED, ">/dev/full", 74),
        (REFUTED, ">/dev/full", 74),
        (PROVED, "2>/dev/full", 0),
        (PROVED, ">/dev/full 2>/dev/full", 74),
        ("verify - --exp-epsilon 3", "<&-", 2),
        ("verify - --exp-epsilon 3", "<&- 2>&-", 2),
        ("verify /tmp --exp-epsilon 3", "2>/dev/full", 2),
        (f"{PROVED} --format xml", "2>/dev/full", 2),
        ("--version", ">&-", 74),
        ("--version", ">/dev/full", 74),
        ("--help", ">/dev/full", 74),
        ("nonsense", "2>&-", 2),
        (f"{PROVED} --certificate /dev/full", "", 74),
        (f"{PROVED} --certificate /dev/null/there", "", 2),
        ("audit claims/dp_accounting.toml --format json", "| true", 141),
    ],
)
def test_no_stream_makes_a_verdict(arguments: str, redirection: str, status: int) -> None:
    found, written = shell(arguments, redirection)
    assert (found, "Traceback" in written) == (status, False), written


VERIFY = ["verify", "-", "--exp-epsilon", "3"]


@pytest.mark.long
@pytest.mark.parametrize(("stop", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_stopped_command_is_no_verdict(stop: signal.Signals, status: int) -> None:
    # A shell lets what it starts in the background ignore an interruption.
    heeding = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", f"{heeding}runpy.run_module('dpexact', run_name='__main__')", *VERIFY]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert "reading -" in process.stderr.readline()  # after two seconds of waiting for the standard input
        process.send_signal(stop)
        time.sleep(0)
        assert process.wait() == status
        assert "Traceback" not in process.stderr.read()


def test_a_file_cannot_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    target = tmp_path / "certificate.json"
    found, written = shell(f"{PROVED} --certificate {target}", "2>&-")
    assert found == 0
    assert written.startswith("proved")
    assert target.read_text(encoding="utf-8").startswith('{"digest"')


@pytest.mark.parametrize("path", [5, None, 1.5, b"bytes", ["a"], object()])
def test_what_is_no_path_is_refused(path: object) -> None:
    refuses(DocumentError, "expected a path", load_mechanism, path)


def test_a_stream_without_a_file_is_silenced_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A stream that takes nothing and has no file."""

        def write(self, _text: str) -> int:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            raise ValueError

    monkeypatch.setattr(sys, "stderr", Full())
    assert complain("lost", 7) == 7
    silence(sys.stderr)
