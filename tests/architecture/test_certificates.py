"""The committed certificates are those that their program makes, and say what their names say."""

import json
import subprocess
import sys
import tomllib
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from dpexact import Certificate, check

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "proofs" / "certificates"
CLAIMS = {"proved": {"private", "private-for-all", "composition"}, "refuted": {"not-private"}, "delta": {"tight-delta"}}
CLAIMS |= {"maximal": {"maximally-sufficient"}, "splittable": {"not-maximally-sufficient"}}
CLAIMS |= {"below": {"post-processing"}, "apart": {"not-post-processing"}}
CLAIMS |= {answer: {answer} for answer in ("greatest", "none")}
CLAIMS |= {"infeasible": {"infeasible", "linear-program-infeasible"}, "optimum": {"linear-program-optimum"}}


@pytest.mark.long
def test_the_program_makes_the_committed_certificates(tmp_path: Path) -> None:
    """Byte for byte; but a linear program may be answered by other numbers, since HiGHS chooses from where to begin.

    So may the lattice of a composition, and with it the delta that it proves, since floats choose it.
    """
    subprocess.run([sys.executable, COMMITTED / "make.py", tmp_path], check=True, capture_output=True)
    made = {path.relative_to(tmp_path): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.json")}
    committed = {path.relative_to(COMMITTED): path.read_text(encoding="utf-8") for path in COMMITTED.rglob("*.json")}
    assert made.keys() == committed.keys()
    for path, text in made.items():
        if text != committed[path]:
            statements = [json.loads(one)["statement"] for one in (text, committed[path])]
            if statements[0]["kind"] == "composition":
                deltas = [Fraction(*(int(part, 16) for part in one.pop("delta"))) for one in statements]
                assert max(deltas) < min(deltas) * Fraction(101, 100)
            else:
                assert path.stem.rsplit("_", 1)[1] in {"infeasible", "optimum", "greatest", "none"}
            assert statements[0] == statements[1]
            check(Certificate.from_json(text))


def test_names_say_what_is_certified() -> None:
    for path in COMMITTED.rglob("*.json"):
        statement = json.loads(path.read_text(encoding="utf-8"))["statement"]
        assert statement.get("answer", statement["kind"]) in CLAIMS[path.stem.rsplit("_", 1)[1]]
        assert statement.get("order", "") in path.stem


def test_the_indexes_have_the_digests_of_the_statements() -> None:
    """By another route than the ledger's: the bytes between the keys in the file, which is canonical JSON itself."""
    listed = {}
    for index in COMMITTED.glob("*/index.toml"):
        for entry in tomllib.loads(index.read_text(encoding="utf-8"))["certificate"]:
            listed[index.parent / f"{entry['name']}.json"] = entry["statement"]
    texts = {path: path.read_bytes() for path in COMMITTED.rglob("*.json")}
    pieces = {path: text[text.index(b'"statement":') + 12 :].strip()[:-1] for path, text in texts.items()}
    assert listed == {path: sha256(piece).hexdigest() for path, piece in pieces.items()}
