"""Record what the commands say today: `python -m tests.golden.make [PART ...]`; the diff is what is reviewed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tests.golden import names, rows, transcripts
from tests.golden.run import RECORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

# A part yields what is recorded, and all that it stands for where that is more.
PARTS: Mapping[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "audit": rows.audit,
    "certificates": transcripts.certificates,
    "crosscheck": rows.crosscheck,
    "decisions": transcripts.decisions,
    "helps": transcripts.helps,
    "imports": names.imports,
    "ledger": rows.ledger,
    "names": names.signatures,
    "prove": rows.prove,
    "texts": transcripts.texts,
}


def record(part: str) -> Path:
    """Return the file that holds what was recorded of a part."""
    return RECORDS / f"{part}.txt"


def main(parts: list[str]) -> None:
    """Record the parts, all by default."""
    RECORDS.mkdir(exist_ok=True)
    for part in parts or PARTS:
        lines = [line for line, _ in PARTS[part]()]
        record(part).write_text("\n".join([*lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{part}: {len(lines)} lines\n")


if __name__ == "__main__":
    main(sys.argv[1:])
