"""Results of many rows, one short line for each: its name, what was decided, and a digest of all that the row says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dpexact.crosscheck import crosschecker, withheld
from dpexact.crosscheck.library import LIBRARIES, Answer, Case, Library, Table, shipped_table
from dpexact.crosscheck.result import CrosscheckResult
from tests.audited_once import audit_cache
from tests.golden.entry import Entry, digest
from tests.golden.run import Ran, ran
from tests.proofs_once import proofs_once

LONGEST = 100  # characters of a value that stand in a line
DIGITS = 12  # characters of a bound of composed noise


def audit() -> Iterator[Entry]:
    """Yield the rows of all bundled tables, and the blocks of the text."""
    result, text = (ran("audit", *form, "--cache", audit_cache()) for form in (("--format", "json"), ()))
    for row in json.loads(result.out):
        if row["quantity"].startswith(("composition.", "dp_sgd.")):  # from the cache its bounds have other last digits
            row |= {side: row[side][:DIGITS] for side in ("lower", "upper") if side in row}
        words = [row["verdict"], f"as-expected={row['as_expected']}", row.get("side"), row.get("units_off")]
        numbers = [row.get("decimal"), f"slack={row.get('slack')}"]
        yield _line([row["table"], row["id"]], [*words, *numbers], row, row["table"])
    yield Entry(f"audit ends with {result.status}")  # how many numbers come from the cache depends on who ran before
    yield from _blocks(text)


def ledger() -> Iterator[Entry]:
    """Yield every claim of every paper, and the blocks of the text."""
    with proofs_once():
        result, text = ran("ledger", "--format", "json"), ran("ledger")
    for row in json.loads(result.out):
        words = [row["verdict"], f"by-hand={row['by_hand']}", f"as-recorded={row['as_recorded']}"]
        yield _line([row["paper"], row["id"]], words, row, row["paper"])
    yield from _ending("ledger", result)
    yield from _blocks(text)


def prove() -> Iterator[Entry]:
    """Yield every conclusion of every proof, and every theorem of Rocq, and the blocks of the text."""
    with proofs_once():
        result, text = ran("prove", "--format", "json"), ran("prove")
    for proof in json.loads(result.out):
        checked = proof.pop("checked", [])
        table = proof["name"].partition("/")[0]
        yield _line([proof["name"]], [proof["verdict"], proof.get("kind")], proof, table)
        for one in checked:
            yield _line([proof["name"], f"#{one['conclusion']}"], [one["class"], one["says"]], one, table)
    yield from _ending("prove", result)
    yield from _blocks(text)


def crosscheck() -> Iterator[Entry]:
    """Yield what is said of the answers on record, the first of each case, as if each library gave it today."""
    recorded = {}
    for library in LIBRARIES:
        for case in shipped_table(library).cases:
            probe = library.probe(case.probe)
            assert probe is not None
            recorded[probe.filled(probe.lines, case.arguments)] = _answer(case.seen[0])
    versions = {library.name: shipped_table(library).version for library in LIBRARIES}
    results: dict[tuple[str, str], CrosscheckResult] = {}

    def checked(library: Library, table: Table, case: Case) -> CrosscheckResult:
        key = (library.name, case.id)
        results[key] = results.get(key) or judged(library, table, case)
        return results[key]

    judged = crosschecker.checked
    with (
        patch.object(crosschecker, "answer_of", lambda lines, _: recorded[lines]),
        patch.object(crosschecker, "checked", checked),  # once, for the data and the text
        patch.object(Library, "version", lambda self: versions[self.name]),
        patch.object(withheld, "FOLDER", Path("nowhere")),  # as it is published
    ):
        result, text = ran("crosscheck", "--format", "json"), ran("crosscheck")
    for row in json.loads(result.out):
        words = [row["outcome"], row["side"], row["weight"], f"as-recorded={row['as_recorded']}", row["truth"]]
        yield _line([row["library"], row["id"]], words, row, row["library"])
    yield from _ending("crosscheck", result)
    yield from _blocks(text)


def _answer(seen: str) -> Answer:
    said, _, counts = seen.partition(": ")[0].partition(" from ")
    if said.startswith("raises"):
        return Answer(None, seen.partition(" ")[2])
    return Answer(float(said), found=tuple(map(int, counts.split(" and "))) if counts else ())


def _line(name: list[str], words: list[Any], row: object, table: str) -> Entry:
    whole = json.dumps(row, sort_keys=True, ensure_ascii=False)
    shown = [_short(str(word)) for word in words if word is not None]
    return Entry(f"{' '.join(name)}: {' | '.join([*shown, digest(whole)])}", whole, table, str(words[0]))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _blocks(text: Ran) -> Iterator[Entry]:
    """Yield the first line of each block of a text with a digest of it; what is indented belongs to the line above."""
    for block in re.split(r"\n(?=\S)", text.out):
        yield Entry(f"{_short(block.partition(chr(10))[0])} | {digest(block)}", block, "text", "blocks")


def _ending(command: str, result: Ran) -> Iterator[Entry]:
    yield Entry(f"{command} ends with {result.status} {result.complaint}".strip())
