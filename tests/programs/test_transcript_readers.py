"""The readers of transcripts: a right sampler in the language agrees on every path, and wrong ones differ on some."""

import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from dpexact.programs.transcript import transcript

FOLDER = Path(__file__).parents[2] / "vectors" / "transcripts"
COMMANDS = {
    "rust": ("rustc", 'rustc -O --edition 2021 -o "$0/example" example.rs && "$0/example" "$0/paths.json"'),
    "go": ("go", 'go vet . && go build -o "$0/example" . && "$0/example" "$0/paths.json"'),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", COMMANDS)
def test_a_right_sampler_agrees_and_wrong_ones_do_not(language: str, tmp_path: Path) -> None:
    tool, command = COMMANDS[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    program = runpy.run_path(str(FOLDER / "laplace.py"))["noisy"]
    record = transcript("noisy", program, [0, 5], draws=20)
    count = sum(map(len, record["inputs"].values()))
    (tmp_path / "paths.json").write_text(json.dumps(record), encoding="utf-8")
    words = ["sh", "-c", command, str(tmp_path)]
    run = subprocess.run(words, cwd=FOLDER / language, capture_output=True, text=True, check=False, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    lines = [line.partition(": ") for line in run.stdout.splitlines()]
    assert [name for name, _, _ in lines if name.startswith("right")] == ["right as transcribed"]
    assert len(lines) == 4
    for name, _, counted in lines:
        failed, _, asked, _ = counted.split()
        assert int(asked) == count > 70
        assert (failed == "0") == name.startswith("right"), name
