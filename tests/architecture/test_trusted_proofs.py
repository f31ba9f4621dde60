"""docs/trusted-base.md names every file that a proof in Python rests on, with its limit."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROVING = ROOT / "dpexact" / "papers" / "proving"
UNTRUSTED = {"__init__.py"}


def test_the_trusted_files_keep_to_their_limits() -> None:
    page = (ROOT / "docs" / "trusted-base.md").read_text(encoding="utf-8")
    page = page.partition("## What a proof rests on\n")[2].partition("\n## ")[0]
    limits = {name: int(limit) for name, limit in re.findall(r"`(?:proving/)?(\w+\.py)` \((?:at most )?(\d+)", page)}
    assert {path.name for path in PROVING.glob("*.py")} == {*limits, *UNTRUSTED}
    lines = {name: len((PROVING / name).read_text(encoding="utf-8").splitlines()) for name in limits}
    assert {name: lines[name] for name in lines if lines[name] > limits[name]} == {}
