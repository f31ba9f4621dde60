"""A second reader for parameters: the cited line read again, by a route that does not look at the row's parameters.

Usage: python -m tests.second_routes.published.second_reading FOLDER, in the folder of the project; FOLDER has the
repositories as FOLDER/OWNER+NAME/repo (git directories). Writes second_reading.json, which a test compares with the
tables without any repository. Of a source only the parameters and a digest of the cited line are recorded.

How a row was read: `parameters` where a reader made for the file extracted every parameter under its name;
`numbers` where the numerals of the row (or some of them) were only looked for among those around the line; `unread`
where there is no repository, or nothing was found. Text that is no parameter of the source (a formula, a conversion,
orders) is the reading of whoever made the row, and outside of this check.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from mpmath import mp

from tests.second_routes.published.expressions import value
from tests.second_routes.published.source_readers import READERS, Reading, Source, numbers, plain

HERE = Path(__file__).parent
RECORD = HERE / "second_reading.json"
TABLES = sorted((Path(__file__).parents[3] / "claims").glob("*.toml"))
CITED = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+) (?P<path>.+), line (?P<line>\d+)")
OUTSIDE = ("expression", "orders", "conversion")  # the reading of whoever made the row
BEFORE, AFTER = 45, 12  # lines around the cited one in which numerals are looked for
DIGITS = 15  # as a double in the source has


def rows(table: Path) -> list[dict[str, Any]]:
    """The rows of a table."""
    return list(tomllib.loads(table.read_text(encoding="utf-8"))["claim"])


def asked(row: dict[str, Any]) -> dict[str, str]:
    """The parameters of a row that a source can have."""
    return {name: text for name, text in row["parameters"].items() if name not in OUTSIDE}


def same(ours: str, theirs: str) -> bool:
    """Whether two texts are the same number, to the digits of a double, or the same word."""
    if ours.strip() == theirs.strip():
        return True
    try:
        with mp.workdps(40):
            first, second = value(plain(ours)), value(plain(theirs))
            return bool(abs(first - second) <= abs(first) * mp.mpf(10) ** -DIGITS)
    except (SyntaxError, KeyError, ValueError, TypeError, ZeroDivisionError):
        return False


def agrees(row: dict[str, Any], reading: Reading) -> bool:
    """Whether every parameter of the row is the one that was read; a rate that is only in the source is 1."""
    given = asked(row)
    sampled = "rate" in reading and "rate" not in given and row["quantity"] != "formula"
    whole = not sampled or same("1", reading["rate"])
    return whole and all(name in reading and same(text, reading[name]) for name, text in given.items())


def numerals_found(row: dict[str, Any], around: list[str]) -> tuple[int, int]:
    """How many of the row's numerals are around the line, and how many there are; small integers are not asked for."""
    wanted = [text for text in numbers(" ; ".join(asked(row).values())) if text not in ("0", "1", "2", "-1")]
    return sum(any(same(text, other) for other in around) for text in wanted), len(wanted)


def status(row: dict[str, Any], entry: dict[str, Any]) -> str:
    """What a recorded reading says of a row."""
    if "read" in entry:
        return "parameters" if any(agrees(row, reading) for reading in entry["read"]) else "differs"
    if "around" not in entry:
        return "unread"
    found, wanted = numerals_found(row, entry["around"])
    return "numbers" if wanted and found == wanted else "unread"


@cache
def file_text(folder: str, repository: str, path: str) -> str:
    """A file at the commit of the snapshot. Raises: CalledProcessError."""
    where = f"{folder}/{repository.replace('/', '+')}/repo"
    command = ["git", "-C", where, "show", f"HEAD:{path}"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")


@cache
def commit_of(folder: str, repository: str) -> str:
    """The commit of the snapshot."""
    command = ["git", "-C", f"{folder}/{repository.replace('/', '+')}/repo", "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


def read(folder: str, row: dict[str, Any], head: str) -> dict[str, Any]:
    """What is read on the cited line, for the record."""
    cited = CITED.match(row["source"])
    if cited is None:
        return {}
    try:
        commit = commit_of(folder, cited["repository"])
        text = file_text(folder, cited["repository"], cited["path"])
    except subprocess.CalledProcessError:
        return {}
    if commit not in head:
        return {}
    source = Source(cited["path"], text, partial(file_text, folder, cited["repository"]))
    line = int(cited["line"])
    digest = sha256(source.lines[line - 1].strip().encode()).hexdigest()[:16]
    entry: dict[str, Any] = {"commit": commit, "line": digest}
    reader = next((made for end, made in READERS.items() if cited["path"].endswith(end)), None)
    found = [] if reader is None else reader(source, line, row["printed"])
    found = [{name: plain(text) for name, text in reading.items()} for reading in found]
    found = [{name: text for name, text in each.items() if name in asked(row) or name == "rate"} for each in found]
    if any(set(asked(row)) <= set(each) for each in found) and asked(row):
        return entry | {"read": [each for each in found if set(asked(row)) <= set(each)]}
    around = sorted(set(numbers("\n".join(source.lines[max(0, line - BEFORE) : line + AFTER]))))
    found_all = status(row, entry | {"around": around}) == "numbers"
    return entry | ({"around": around} if found_all else {})  # what is of no use is not kept


def _lines_of(record: dict[str, dict[str, Any]]) -> str:
    """JSON with a line for each row."""
    tables = []
    for table, entries in sorted(record.items()):
        lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
        tables.append(f"{json.dumps(table)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(tables) + "\n}\n"


def main(folder: str) -> int:
    """Read every row, write the record, print what does not agree; the exit status."""
    record: dict[str, dict[str, Any]] = {}
    counts: Counter[str] = Counter()
    for table in TABLES:
        head = table.read_text(encoding="utf-8").partition("[[claim]]")[0]
        for row in rows(table):
            entry = read(folder, row, head)
            record.setdefault(table.stem, {})[row["id"]] = entry
            said = status(row, entry)
            counts[said] += 1
            if said == "differs" and not row.get("reading"):
                print(f"{table.stem}/{row['id']}: {asked(row)} against {entry['read']}")
    RECORD.write_text(_lines_of(record), encoding="utf-8")
    print(dict(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
