"""A line of a record, or one of a table of which the record keeps a digest and four digits for each line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from hashlib import sha256

SHOWN = 40  # lines of a difference
WHOLE = 3  # lines of a table that are told in full
WIDTH = 24  # lines of a table whose digits stand in one line of the record
AGAIN = "python -m tests.golden.make {}: records it anew; review the diff"


@dataclass(frozen=True)
class Entry:
    """A line, or a few, and all that it stands for; its table and verdict if only a digest is kept."""

    line: str
    whole: str = ""
    table: str = ""
    verdict: str = ""


def digest(text: str, length: int = 8) -> str:
    """Return hexadecimal digits of a text."""
    return sha256(text.encode()).hexdigest()[:length]


def recorded(entries: Iterable[Entry]) -> list[str]:
    """Return the lines of a record: those of no table, then each table with its verdicts and digests."""
    plain, tables = _parted(entries)
    lines = [line for entry in plain for line in entry.line.split("\n")]
    for name, rows in tables.items():
        verdicts = ", ".join(
            f"{count} {verdict}" for verdict, count in sorted(Counter(r.verdict for r in rows).items())
        )
        marks = [digest(row.line, 4) for row in rows]
        lines.append(f"{name}: {verdicts} | {digest(chr(10).join(row.line for row in rows), 16)}")
        lines += [f"  {' '.join(marks[i : i + WIDTH])}" for i in range(0, len(marks), WIDTH)]
    return lines


def difference(part: str, record: Sequence[str], entries: Sequence[Entry]) -> str:
    """Return nothing, or the lines that differ, the first new lines of tables in full, and the command to record."""
    lines = list(unified_diff(record, recorded(entries), lineterm="", n=0))
    if not lines:
        return ""
    more = [f"... {len(lines) - SHOWN} more lines"] if len(lines) > SHOWN else []
    return "\n".join([*lines[:SHOWN], *more, *_rows(record, entries), AGAIN.format(part)])


def _rows(record: Sequence[str], entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the first lines of tables that are not on record, with all that they stand for."""
    marks = _marks(record)
    left = WHOLE
    for name, rows in _parted(entries)[1].items():
        now = [digest(row.line, 4) for row in rows]
        for kind, first, last, begin, end in SequenceMatcher(None, marks.get(name, []), now, False).get_opcodes():
            if kind != "equal" and left:
                yield f"{name}, from line {first + 1} on: {last - first} on record, {end - begin} now"
            for row in rows[begin:end] if kind != "equal" else ():
                if left:
                    left -= 1
                    yield f"{row.line}\n{row.whole}".rstrip("\n")


def _parted(entries: Iterable[Entry]) -> tuple[list[Entry], dict[str, list[Entry]]]:
    plain: list[Entry] = []
    tables: dict[str, list[Entry]] = {}
    for entry in entries:
        (tables.setdefault(entry.table, []) if entry.table else plain).append(entry)
    return plain, tables


def _marks(record: Sequence[str]) -> dict[str, list[str]]:
    tables: dict[str, list[str]] = {}
    name = ""
    for line in record:
        if line.startswith("  "):
            tables.setdefault(name, []).extend(line.split())
        name = name if line.startswith("  ") else line.partition(": ")[0]
    return tables
