"""Transcripts: a SystemRandom that reads the bytes gives the output, by CPython's own code."""

import io
import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dpexact.cli.app import app
from dpexact.errors import UnsupportedProgramError
from dpexact.programs import patched
from dpexact.programs.transcript import FORMAT, transcript
from tests.refusals import refuses


def response(s: Any, x: int) -> int:
    return x if s.random() < 0.75 else 1 - x


def pair(s: Any, x: int) -> tuple[Any, ...]:
    return (s.getrandbits(12) > 100, s.randrange(5 + x), s.choice("abc"), s.randint(1, 8))


def rejection(s: Any, x: int) -> Any:
    while True:
        k = s.randrange(8)
        if k < 5:
            return k + x


def noise(s: Any) -> int:
    n = 0
    while s.randrange(3):
        n += 1
    return n


def through_noise(s: Any, x: int) -> int:
    return min(5, x + noise(s))


def raising(s: Any, x: int) -> Any:
    if s.getrandbits(1):
        raise ValueError(x)
    return s.random() < 0.5


def shuffled(s: Any, x: int) -> Any:
    items = list(range(4 + x))
    s.shuffle(items)
    return str(items), len(s.randbytes(2))


def by_secrets(s: Any, x: int) -> Any:
    with patched(s):
        return secrets.randbelow(3) + secrets.randbits(4) + x


def without_a_choice(s: Any, x: int) -> Any:
    return s.randrange(1), s.getrandbits(0), s.choice("a"), x, s.randrange(7)


def forgetful(s: Any, x: int) -> int:
    """A number of the second draw, taken for the first one, would show in the bytes alone."""
    s.randrange(1)
    s.randrange(7)
    return x


def without_a_choice_by_secrets(s: Any, x: int) -> Any:
    with patched(s):
        return secrets.randbelow(1), secrets.choice([x]), secrets.randbelow(3)


PROGRAMS = (
    response,
    pair,
    rejection,
    through_noise,
    raising,
    shuffled,
    by_secrets,
    without_a_choice,
    forgetful,
    without_a_choice_by_secrets,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_bytes_give_the_output(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = [noise] if program is through_noise else []
    record = transcript(program.__name__, program, [0, 1], subprograms=inner, draws=30, paths=200)
    assert record["format"] == FORMAT
    outputs = []
    for x in (0, 1):
        assert record["inputs"][str(x)]
        for row in record["inputs"][str(x)]:
            left = io.BytesIO(bytes.fromhex(row["bytes"]))
            monkeypatch.setattr(random, "_urandom", left.read)  # of random.SystemRandom
            try:
                output = program(random.SystemRandom(), x)
            except ValueError:
                output = ["raised", "ValueError"]
            assert (list(output) if isinstance(output, tuple) else output) == json.loads(json.dumps(row["output"]))
            assert not left.read()
            outputs.append(str(output))
    assert len(set(outputs)) > 1


def test_methods_of_a_source_are_run() -> None:
    record = transcript("a", lambda s, x: s.until(lambda r: r.below(6) or None) + x + s.bit(), [0])
    rows = record["inputs"]["0"]
    assert {row["output"] for row in rows} == {1, 2, 3, 4, 5, 6}
    first = rows[0]
    assert int(first["bytes"][:2], 16) >> 5 in (first["output"], first["output"] - 1)


@pytest.mark.parametrize(
    "program",
    [
        lambda s, _: int(s.generator.integers(3)),
        lambda s, _: len(s.random_state.bytes(1)),
        lambda s, _: s.generator.shuffle([1, 2]) or 1,
        lambda s, _: str(s.sample(range(4), 2)),
    ],
)
def test_other_generators_are_refused(program: Any) -> None:
    refuses(UnsupportedProgramError, r"random\.SystemRandom", transcript, "a", program, [0])


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "rr.py").write_text("def rr(s, x):\n    return x if s.random() < 0.75 else 1 - x\n")
    out = tmp_path / "out.json"
    command = ["program", f"{tmp_path / 'rr.py'}:rr", "--inputs", "0,1", "--transcript", str(out)]
    ended = CliRunner().invoke(app, command)
    assert ended.exit_code == 0, ended.output
    record = json.loads(out.read_text())
    assert set(record) == {"format", "program", "inputs"}
    assert len(record["inputs"]["0"]) == len(record["inputs"]["1"]) == 6
    for option in (["--epsilon", "0"], ["--delta", "1/2"], ["--html", str(tmp_path / "a.html")]):
        refused = CliRunner().invoke(app, [*command[:-1], str(tmp_path / "again.json"), *option])
        assert (refused.exit_code, (tmp_path / "again.json").exists()) == (2, False)
        assert f"{option[0]}: expected a command that decides" in " ".join(refused.output.split())
