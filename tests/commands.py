"""Commands of dpexact, run inside this process: their output, their JSON and their complaints."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from dpexact.cli.answer import Answer, show
from dpexact.cli.app import app

DOCUMENTS = Path(__file__).parent / "vectors" / "documents"
GOOD = DOCUMENTS / "good"
RESPONSE = str(GOOD / "randomized-response.json")  # with truth 3/4


def finish(answer: Answer, form: str) -> int:
    """Print an answer in a form, do the work that is left, and return the exit status."""
    show(answer, form)
    return answer.end()


def ended(*arguments: str, feed: str | None = None) -> Result:
    """Run `dpexact ARGUMENTS`; a traceback is shown for a mistake of dpexact only."""
    result = CliRunner().invoke(app, list(arguments), input=feed)
    assert ("Traceback" in result.output) is (result.exit_code == 70), result.output
    return result


def run(*arguments: str, status: int = 0, feed: str | None = None) -> str:
    """Return the standard output of a command that must end with this status, and complain only if it is no verdict."""
    result = ended(*arguments, feed=feed)
    assert result.exit_code == status, result.output
    assert status not in (0, 1) or not _lasting(result.stderr), result.stderr
    return result.stdout


def data(*arguments: str, status: int = 0, feed: str | None = None) -> Any:
    """Return the JSON on the standard output of a command that must end with this status."""
    result = ended(*arguments, "--format", "json", feed=feed)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def complaint(*arguments: str, status: int = 2, feed: str | None = None) -> str:
    """Return the standard error of a command that must end so and print nothing else."""
    result = ended(*arguments, feed=feed)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    return _lasting(result.stderr)


def document(folder: Path, rows: list[list[str]], **changes: object) -> str:
    """Return the file of a mechanism whose inputs and outputs are numbered, but for the changes."""
    labels = {"inputs": [*range(len(rows))], "outputs": [*range(len(rows[0]))], "neighbors": "all"}
    file = folder / "mechanism.json"
    file.write_text(json.dumps({"format": "dpexact-mechanism/1", **labels, "rows": rows, **changes}), encoding="utf-8")
    return str(file)


def _lasting(messages: str) -> str:
    """Return the messages without those that say what takes long, on a busy machine."""
    return "".join(line for line in messages.splitlines(keepends=True) if not line.endswith(" ...\n"))
