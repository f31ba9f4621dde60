"""Each comment of the pull request for the registry is a row of the claim table, with its verdict."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

from dpexact.audit import audit

FOLDER = Path(__file__).parents[1]
TABLE = FOLDER.parent / "claims" / "deployments_registry.toml"
ADDED = re.findall(r"^\+(?!\+\+)(.*)$", (FOLDER / "registry.patch").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_comments_are_rows_of_the_table_with_their_verdicts(tmp_path: Path) -> None:
    numbers = [re.findall(r"dpexact: (\S+) ", line) for line in ADDED]
    page = tmp_path / "record.yaml"
    page.write_text("\n\n".join(f"{' '.join(found)}\n{line}" for found, line in zip(numbers, ADDED, strict=True)))
    rows = audit([page]).rows
    assert len(rows) == sum(map(len, numbers)) == 71
    assert Counter(row.judgement.verdict for row in rows) == {"correct": 64, "valid-bound": 4, "wrong": 3}
    known = {
        (entry["quantity"], float(entry["printed"]), *sorted(entry["parameters"].items())): entry["expected"]
        for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["claim"]
        if not entry.get("reading")
    }
    for row in rows:
        assert known[row.claim.quantity, float(row.claim.printed), *sorted(row.claim.parameters.items())] == (
            row.judgement.verdict
        )
    wrong = {row.claim.printed for row in rows if row.judgement.verdict == "wrong"}
    assert wrong == {"15.29", "2500", "0.9"}
