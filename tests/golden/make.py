"""Record what the commands say today: `python -m tests.golden.make [PART ...]`; the diff is what is reviewed.

The first changes are printed in full, since the record keeps only digests of long tables.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.golden import names, rows, transcripts
from tests.golden.entry import Entry, difference, recorded
from tests.golden.run import RECORDS

PARTS: Mapping[str, Callable[[], Iterator[Entry]]] = {
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
        file, entries = record(part), list(PARTS[part]())
        before = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        lines = recorded(entries)
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        sys.stdout.write(f"{difference(part, before, entries)}\n{part}: {len(lines)} lines\n".lstrip("\n"))


if __name__ == "__main__":
    main(sys.argv[1:])
