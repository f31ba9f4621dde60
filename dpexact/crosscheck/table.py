"""The shipped tables have the questions to each library, the answers on record, their judgements, and findings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from dpexact.certificates.source import described, fault, read_text
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probes import Argument
from dpexact.crosscheck.truths import PLACE
from dpexact.numbers.typography import did_you_mean

FORMAT = "dpexact-crosscheck/1"
KEYS = ("id", "probe", "arguments", "seen", "note", "refuses")
QUOTE, COMPARE = "quote what the library says", "compare with the head of the repository"
FINDING = ("says", "probes", "promise", "range", "usable", "head", "known")
PROMISE = re.compile(r"(\S+):([1-9][0-9]*): (\S.*)")  # the file as it is installed, the line, the words
HEAD = re.compile(r"https://\S+ at [0-9a-f]{7,40} \(20\d\d-\d\d-\d\d\): \S.*")  # repository, commit, date: words


@dataclass(frozen=True)
class Case:
    """A probe with its arguments. `seen` are the answers on record, each "output: judgement".

    Several answers come from machines whose elementary functions differ, and only the judgement counts. `refuses` are
    words of the message with which the library is right to refuse the question. Any other error is a crash.
    """

    id: str
    probe: str
    arguments: Mapping[str, Argument]
    seen: tuple[str, ...] = ()
    note: str = ""
    refuses: str = ""

    @property
    def judgements(self) -> frozenset[str]:
        """Return the judgements of the answers on record, such as "unsafe, small" or "agrees"."""
        return frozenset(text.rpartition(": ")[2] for text in self.seen)


@dataclass(frozen=True)
class Finding:
    """The cause of the material gaps and the crashes of some probes, as one thing to mend.

    `promise` quotes the words of the library that the answer does not keep, each text "file:line: words" of the version
    on record. `range` has the inputs that show the gap. `usable` says whether someone could ask such a thing of the
    library in earnest, by the rule of docs/crosscheck.md. `head` says whether the newest commit of the repository still
    has the fault, as "URL at COMMIT (DATE): words". `known` is the thread or the commit that reported or mended it,
    empty if none was found.
    """

    says: str
    probes: tuple[str, ...]
    promise: tuple[str, ...]
    range: str
    usable: bool
    head: str
    known: str = ""


@dataclass(frozen=True)
class Table:
    """The cases and the findings of one library, with the version that answered.

    `withheld` counts the cases that were left out, which only a checkout has.
    """

    library: str
    version: str
    beside: str = ""
    cases: tuple[Case, ...] = field(default=())
    findings: tuple[Finding, ...] = field(default=())
    withheld: int = 0

    def finding(self, probe: str) -> Finding | None:
        """Return the finding that explains the gaps of a probe, if there is one."""
        return next((finding for finding in self.findings if probe in finding.probes), None)


def shipped_table(library: Library) -> Table:
    """Return the table that ships for a library, with the withheld cases if they are at hand.

    Raises DocumentError.
    """
    with resources.as_file(library.table) as path:
        table = read_table(path, library)
    if library.withheld is None:
        return table
    more = read_table(library.withheld, library)
    cases, findings = (*table.cases, *more.cases), (*table.findings, *more.findings)
    return replace(table, cases=cases, findings=findings, withheld=table.withheld - len(more.cases))


def read_table(path: str | Path, library: Library) -> Table:
    """Read a table, every cell checked against the probes of the library. Raises DocumentError."""
    file = str(getattr(path, "name", path))
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise fault(file, "", "TOML", f"a fault in it ({error})", "correct it") from None
    if content.get("format") != FORMAT or content.get("library") != library.name:
        came = f"{described(content.get('format'))} and {described(content.get('library'))}"
        expected = f"format {FORMAT!r} and library {library.name!r}"
        raise fault(file, "", expected, came, "use a table of this library")
    rows = content.get("case", [])
    cases = tuple(_case(row, f"case[{place}]", file, library) for place, row in enumerate(rows))
    names: set[str] = set()
    for place, case in enumerate(cases):
        if case.id in names:
            raise fault(file, f"case[{place}].id", "an id of its own", f"{case.id!r} again", "rename one")
        names.add(case.id)
    found = content.get("finding", [])
    findings = tuple(_finding(row, f"finding[{place}]", file, library) for place, row in enumerate(found))
    withheld = content.get("withheld", 0)
    if type(withheld) is not int or withheld < 0:
        raise fault(file, "withheld", "a number of cases", described(withheld), "count them")
    version, beside = str(content.get("version", "")), str(content.get("beside", ""))
    return Table(library.name, version, beside, cases, findings, withheld)


def _finding(row: Any, place: str, file: str, library: Library) -> Finding:
    if not isinstance(row, dict) or not set(FINDING) >= set(row) >= {*FINDING} - {"known"}:
        came = described(row) if not isinstance(row, dict) else ", ".join(sorted(row)) or "none"
        raise fault(file, place, f"the keys {', '.join(FINDING)} ('known' may be left out)", came, "give these")
    known = [probe.name for probe in library.probes]
    texts = {key: isinstance(row.get(key, ""), str) for key in ("says", "range", "known")}
    checks = {
        **{key: (is_text, "text", "write one") for key, is_text in texts.items()},
        "usable": (isinstance(row["usable"], bool), "true or false", "write one"),
        "probes": (_is_list(row["probes"], known.__contains__), "a list of names of probes", "correct the list"),
        "promise": (_is_list(row["promise"], PROMISE.fullmatch), 'a list of texts "file:line: words"', QUOTE),
        "head": (HEAD.fullmatch(str(row["head"])), '"URL at COMMIT (DATE): words"', COMPARE),
    }
    for key, (is_right, expected, remedy) in checks.items():
        if not is_right:
            raise fault(file, f"{place}.{key}", expected, described(row[key]), remedy)
    return Finding(**row | {"probes": tuple(row["probes"]), "promise": tuple(row["promise"])})


def _is_list(value: object, allows: Callable[[str], object]) -> bool:
    return isinstance(value, list) and bool(value) and all(allows(str(item)) for item in value)


def _case(row: Any, place: str, file: str, library: Library) -> Case:
    if not isinstance(row, dict) or not set(KEYS) >= set(row):
        unknown = described(row) if not isinstance(row, dict) else repr(min(set(row) - set(KEYS)))
        raise fault(file, place, f"the keys {', '.join(KEYS)}", unknown, "correct the key")
    for key in ("id", "probe", "refuses"):
        if not isinstance(row.get(key, "" if key == "refuses" else None), str):
            raise fault(file, f"{place}.{key}", "text", described(row.get(key)), "write one")
    probe = library.probe(row["probe"])
    if probe is None:
        known = [probe.name for probe in library.probes]
        remedy = f"use a probe of {library.name}{did_you_mean(row['probe'], known)}"
        raise fault(file, f"{place}.probe", "the name of a probe", repr(row["probe"]), remedy)
    arguments = row.get("arguments", {})
    wanted = set(PLACE.findall(probe.lines))
    if not isinstance(arguments, dict) or set(arguments) != wanted:
        came = described(arguments) if not isinstance(arguments, dict) else ", ".join(sorted(arguments)) or "none"
        raise fault(file, f"{place}.arguments", f"the arguments {', '.join(sorted(wanted))}", came, "give these")
    given = {name: _argument(value, f"{place}.arguments.{name}", file) for name, value in arguments.items()}
    seen = row.get("seen", [])
    if not isinstance(seen, list) or not all(isinstance(text, str) for text in seen):
        raise fault(file, f"{place}.seen", "a list of texts", described(seen), "write one")
    return Case(row["id"], row["probe"], given, tuple(seen), str(row.get("note", "")), row.get("refuses", ""))


def _argument(value: Any, place: str, file: str) -> Argument:
    """Read a number, a plain word, or a list of floats, which stay that when they are put into a program."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value):
        return value
    if isinstance(value, list) and value and all(isinstance(item, float) for item in value):
        return tuple(value)
    raise fault(file, place, "a number, a plain word or a list of floats", described(value), "write one of these")
