"""The shipped tables have the questions to each library, the answers on record, their judgements, and findings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from dpexact.certificates.cell_table import CellTable
from dpexact.certificates.source import described, read_text
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probes import Argument
from dpexact.crosscheck.truths import PLACE

FORMAT = "dpexact-crosscheck/1"
QUOTE, COMPARE = "quote what the library says", "compare with the head of the repository"
FINDING = ("says", "probes", "promise", "range", "usable", "head")
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
    document = CellTable.parsed(str(getattr(path, "name", path)), read_text(path), parse_float=float)
    document.require(("format", "library"), ("version", "beside", "withheld", "case", "finding", "probe"))
    document.word("format", (FORMAT,))
    document.word("library", (library.name,))
    cases: dict[str, Case] = {}
    for row in document.rows("case", optional=True):
        case = _case(row, library)
        if case.id in cases:
            raise row.fault("id", "an id of its own", f"{case.id!r} again", "rename one")
        cases[case.id] = case
    findings = tuple(_finding(row, library) for row in document.rows("finding", optional=True))
    withheld = document.cells.get("withheld", 0)
    if type(withheld) is not int or withheld < 0:
        raise document.fault("withheld", "a number of cases", described(withheld), "count them")
    version, beside = (document.text(key, optional=True) for key in ("version", "beside"))
    return Table(library.name, version, beside, tuple(cases.values()), findings, withheld)


def _finding(row: CellTable, library: Library) -> Finding:
    row.require(FINDING, ("known",))
    probes, promise = row.list("probes", [probe.name for probe in library.probes]), row.list("promise")
    if not all(map(PROMISE.fullmatch, promise)):
        raise row.fault("promise", 'texts "file:line: words"', described(promise), QUOTE)
    if not HEAD.fullmatch(row.text("head")):
        raise row.fault("head", '"URL at COMMIT (DATE): words"', repr(row.text("head")), COMPARE)
    texts = {key: row.text(key) for key in ("says", "range", "head")}
    known = row.text("known", optional=True)
    return Finding(probes=probes, promise=promise, usable=row.flag("usable"), known=known, **texts)


def _case(row: CellTable, library: Library) -> Case:
    row.require(("id", "probe"), ("arguments", "seen", "note", "refuses"))
    probe = library.probe(row.word("probe", [probe.name for probe in library.probes]))
    wanted = set() if probe is None else set(PLACE.findall(probe.lines))
    arguments = row.table("arguments", optional=True).cells
    if set(arguments) != wanted:
        came = ", ".join(sorted(arguments)) or "none"
        raise row.fault("arguments", f"the arguments {', '.join(sorted(wanted))}", came, "give these")
    given = {name: _argument(value, row, f"arguments.{name}") for name, value in arguments.items()}
    note, refuses = (row.text(key, optional=True) for key in ("note", "refuses"))
    return Case(row.text("id"), row.text("probe"), given, row.list("seen", optional=True), note, refuses)


def _argument(value: Any, row: CellTable, column: str) -> Argument:
    """Read a number, a plain word, or a list of floats, which stay that when they are put into a program."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value):
        return value
    if isinstance(value, list) and value and all(isinstance(item, float) for item in value):
        return tuple(value)
    raise row.fault(column, "a number, a plain word or a list of floats", described(value), "write one of these")
