"""The committed certificates are those that their program makes, and say what their names say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "proofs" / "certificates"
CLAIMS = {"proved": {"private", "private-for-all"}, "refuted": {"not-private"}, "delta": {"tight-delta"}}
CLAIMS |= {answer: {answer} for answer in ("greatest", "none", "infeasible")}


def test_the_program_makes_exactly_the_committed_certificates(tmp_path: Path) -> None:
    subprocess.run([sys.executable, COMMITTED / "make.py", tmp_path], check=True, capture_output=True)
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.json")}
    assert made
    assert made == {path.name: path.read_text(encoding="utf-8") for path in COMMITTED.rglob("*.json")}


def test_names_say_what_is_certified() -> None:
    for path in COMMITTED.rglob("*.json"):
        statement = json.loads(path.read_text(encoding="utf-8"))["statement"]
        assert statement.get("answer", statement["kind"]) in CLAIMS[path.stem.rsplit("_", 1)[1]]
        assert statement.get("order", "") in path.stem
