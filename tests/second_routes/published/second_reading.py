"""A second reader for parameters: the cited line read again, by a route that does not look at the row's parameters.

Usage: python -m tests.second_routes.published.second_reading FOLDER, in the folder of the project; FOLDER has the
repositories as FOLDER/OWNER+NAME/repo (git directories), each with the commit that the head of the table (or the row)
names. Writes second_reading.json, which a test compares with the tables without any repository. Of a source only the
parameters and a digest of the cited line, or of the cited PDF, are recorded. The text of a PDF is what pypdf makes of
it (no dependency of the project: install it for this).

How a row was read: `parameters` where a reader made for the file extracted every parameter under its name;
`numbers` where the numerals of the row (or some of them) were only looked for among those around the line; `unread`
where there is no repository, or nothing was found. Text that is no parameter of the source (a formula, a conversion,
orders) is the reading of whoever made the row, and outside of this check; but a formula without parameters is its
numerals, and a reader gives it again with those of the source.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import normalize

from mpmath import mp

from tests.second_routes.printed import rows
from tests.second_routes.published.document_readers import READERS as OF_DOCUMENTS
from tests.second_routes.published.expressions import value
from tests.second_routes.published.source_readers import READERS as OF_TESTS
from tests.second_routes.published.source_readers import Reading, Source, numbers, plain

HERE = Path(__file__).parent
RECORD = HERE / "second_reading.json"
TABLES = sorted((Path(__file__).parents[3] / "claims").glob("*.toml"))
CITED = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+) (?P<path>.+), line (?P<line>\d+)")
PAGED = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+),? (?:commit \w+, )?(?P<path>\S+\.pdf),.* page (?P<line>\d+)")
PAPER = re.compile(r"(?P<work>.+? \(\d{4}\)), .+, page (?P<line>\d+)")
COPIES = {  # of papers: the copy that the head of the table names, and the pages before its page 1
    "Abadi et al. (2016)": ("QUZIHANWU/Fed-privacy", "deep learning with differential privacy.pdf", 0),
    "Dwork and Roth (2014)": ("danny-stack/comp0081", "privacybook.pdf", 4),
    "Erlingsson, Pihur, Korolova (2014)": ("tommasocarraro/TrustworthyMachineLearning", "papers/RAPPOR.pdf", 0),
}
COMMIT = re.compile(r"\b[0-9a-f]{40}\b")
OUTSIDE = ("expression", "orders", "conversion")  # the reading of whoever made the row
BEFORE, AFTER = 45, 12  # lines around the cited one in which numerals are looked for
DIGITS = 15  # as a double in the source has


def asked(row: dict[str, Any]) -> dict[str, str]:
    """The parameters of a row that a source can have; of a formula without parameters the formula."""
    given = row["parameters"]
    named = {name: text for name, text in given.items() if name not in OUTSIDE}
    return named or {name: text for name, text in given.items() if name == "expression"}


def same(ours: str, theirs: str) -> bool:
    """Return whether two texts are the same word, or the same number or list of numbers to the digits of a double."""
    if ours.strip() == theirs.strip():
        return True
    lists = [re.split(r",\s*(?![^()]*\))", text) for text in (ours, theirs)]
    if len(lists[0]) > 1:
        return len(lists[0]) == len(lists[1]) and all(map(same, *lists))
    try:
        with mp.workdps(40):
            first, second = value(plain(ours)), value(plain(theirs))
            return bool(abs(first - second) <= abs(first) * mp.mpf(10) ** -DIGITS)
    except (SyntaxError, KeyError, ValueError, TypeError, ZeroDivisionError):
        return False


def agrees(row: dict[str, Any], reading: Reading) -> bool:
    """Return whether every parameter of the row is the one that was read; a rate that is only in the source is 1."""
    given = asked(row)
    sampled = "rate" in reading and "rate" not in given and row["quantity"] != "formula"
    whole = not sampled or same("1", reading["rate"])
    return whole and all(name in reading and same(text, reading[name]) for name, text in given.items())


def numerals_found(row: dict[str, Any], around: list[str]) -> tuple[int, int]:
    """Count the row's numerals around the line, and all of them; small integers are not asked for."""
    wanted = [text for text in numbers(" ; ".join(asked(row).values())) if text not in ("0", "1", "2", "-1")]
    return sum(any(same(text, other) for other in around) for text in wanted), len(wanted)


def status(row: dict[str, Any], entry: dict[str, Any]) -> str:
    """Return what a recorded reading says of a row."""
    if "read" in entry:
        return "parameters" if any(agrees(row, reading) for reading in entry["read"]) else "differs"
    if "around" not in entry:
        return "unread"
    found, wanted = numerals_found(row, entry["around"])
    return "numbers" if wanted and found == wanted else "unread"


def git(folder: str, repository: str, *command: str) -> bytes:
    """Return what git says of a repository. Raises: CalledProcessError."""
    where = f"{folder}/{repository.replace('/', '+')}/repo"
    return subprocess.run(["git", "-C", where, *command], capture_output=True, check=True).stdout


@cache
def file_text(folder: str, repository: str, commit: str, path: str) -> str:
    """A file at a commit; of a PDF its pages, a form feed between them. Raises: CalledProcessError."""
    content = git(folder, repository, "show", f"{commit}:{path}")
    if not path.endswith(".pdf"):
        return content.decode("utf-8", "replace")
    pages = import_module("pypdf").PdfReader(BytesIO(content)).pages
    return normalize("NFKC", "\f".join(page.extract_text() for page in pages))


@cache
def commit_of(folder: str, repository: str, named: str) -> str:
    """The first of the commits named in a text that the repository has; none if there is none."""
    for commit in COMMIT.findall(named):
        try:
            git(folder, repository, "cat-file", "-e", commit)
        except (subprocess.CalledProcessError, FileNotFoundError):
            continue
        return str(commit)
    return ""


def place(source: str) -> tuple[str, str, int] | None:
    """Repository, path, and line or page of a citation."""
    cited = CITED.match(source) or PAGED.search(source)
    if cited is not None:
        return cited["repository"], cited["path"], int(cited["line"])
    paper = PAPER.fullmatch(source)
    if paper is None or paper["work"] not in COPIES:
        return None
    repository, path, before = COPIES[paper["work"]]
    return repository, path, int(paper["line"]) + before


def read(folder: str, row: dict[str, Any], head: str) -> dict[str, Any]:
    """Return what is read on the cited line, for the record."""
    cited = place(row["source"])
    if cited is None:
        return {}
    repository, path, line = cited
    commit = commit_of(folder, repository, row["source"] + head)
    if not commit:
        return {}
    source = Source(path, file_text(folder, repository, commit, path), partial(file_text, folder, repository, commit))
    if path.endswith(".pdf"):
        entry = {"commit": commit, "line": sha256(git(folder, repository, "show", f"{commit}:{path}")).hexdigest()[:16]}
        around = numbers(source.pages[line - 1])
    else:
        entry = {"commit": commit, "line": sha256(source.lines[line - 1].strip().encode()).hexdigest()[:16]}
        around = numbers("\n".join(source.lines[max(0, line - BEFORE) : line + AFTER]))
    return entry | _found(row, source, line, sorted(set(around)))


def _found(row: dict[str, Any], source: Source, line: int, around: list[str]) -> dict[str, Any]:
    """The readings that have every parameter asked for; or else the numerals, if those of the row are all there."""
    readers = [made for end, made in (OF_TESTS | OF_DOCUMENTS).items() if source.path.endswith(end)]
    found = [reading for made in readers for reading in made(source, line, row["printed"])]
    found = [{name: plain(text) for name, text in reading.items()} for reading in found]
    found = [_in_words_of_dp_sgd(reading) if row["quantity"].startswith("dp_sgd.") else reading for reading in found]
    found = [{name: text for name, text in each.items() if name in asked(row) or name == "rate"} for each in found]
    whole = [each for each in found if set(asked(row)) <= set(each)]
    if whole and asked(row):
        return {"read": whole}
    return {"around": around} if status(row, {"around": around}) == "numbers" else {}  # what is of no use is not kept


def _in_words_of_dp_sgd(reading: Reading) -> Reading:
    """The same reading with the noise multiplier that counts, and a whole number of steps."""
    steps = reading.get("steps", "")
    with mp.workdps(40), suppress(SyntaxError, KeyError, ValueError, TypeError):
        steps = str(int(mp.ceil(value(steps))))
    return reading | {"noise_multiplier": reading.get("sigma", ""), "steps": steps}


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
