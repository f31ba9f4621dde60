"""The libraries of other people, each with its table of questions (probes), answers on record, and findings."""

import re
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from io import StringIO
from pathlib import Path
from typing import Any, Literal, get_args
from warnings import catch_warnings, simplefilter

from dpexact.certificates.cell_table import CellTable
from dpexact.certificates.source import described, read_text
from dpexact.crosscheck.truths import (
    FORMULA,
    PLACE,
    TrueNumber,
    of_law,
    read_formula,
    read_renaming,
    shared_truths,
)
from dpexact.crosscheck.withheld import withheld_table, withheld_truths
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.report.installation import install_command, installed_version

Safe = Literal["larger", "smaller", "neither"]
Kind = Literal["delta", "epsilon", "value"]  # of a claim: a probability, a least epsilon from 0 on, any other number
Argument = float | int | str | tuple[float, ...]
TEXTS = ("name", "kind", "says", "safe", "reference", "lines")
OPTIONAL = ("claim", "found", "needed", "measures")
LAW = ("truth", "names", "uses", "again")
FORMAT = "dpexact-crosscheck/1"
QUOTE, COMPARE = "quote what the library says", "compare with the head of the repository"
FINDING = ("says", "probes", "promise", "range", "usable", "head")
PROMISE = re.compile(r"(\S+):([1-9][0-9]*): (\S.*)")  # the file as it is installed, the line, the words
HEAD = re.compile(r"https://\S+ at [0-9a-f]{7,40} \(20\d\d-\d\d-\d\d\): \S.*")  # repository, commit, date: words


@dataclass(frozen=True)
class Probe:
    """One kind of question to a library.

    `lines` is Python with a place `{name}` for each argument. It gives the library's number to the name `output`. The
    claim is that number, or the argument that `claim` names. A calibration to delta = 1e-6 claims 1e-6 for the noise
    that it returns. `truth` takes the exact values of arguments (a float at its binary value), and of `output`. Its
    `again` says the same in mpmath, for people without dpexact, and gives it to the name `truth`. `safe` says on which
    side of the truth a claim keeps its promise. `needed` is the delta that is needed at the epsilon that is claimed. It
    also takes the exact value of the claim as `claimed`, and its `again` is an expression that follows the lines of the
    truth.
    """

    name: str
    kind: Kind
    says: str
    lines: str
    truth: TrueNumber
    safe: Safe
    reference: str
    claim: str = ""
    found: tuple[str, ...] = ()  # integers that the lines give to these names besides; the truth takes them
    needed: TrueNumber | None = None
    measures: str = "true value"  # what the truth is called where it is shown

    def asked(self, arguments: Mapping[str, Argument]) -> str:
        """Return the lines with the arguments in their places."""
        return self.lines.format(**{name: _written(value) for name, value in arguments.items()})

    def repeated(self, arguments: Mapping[str, Argument]) -> str:
        """Return the lines of mpmath with the arguments in their places, and the names of the answers."""
        return self._filled(self.truth.again, arguments)

    def delta_repeated(self, arguments: Mapping[str, Argument]) -> str:
        """Return the expression of mpmath for the delta that is needed, or an empty text."""
        return self._filled(self.needed.again, arguments) if self.needed else ""

    def _filled(self, text: str, arguments: Mapping[str, Argument]) -> str:
        names = {name: name for name in ("output", *self.found)}
        return text.format(**names, **{name: _written(value) for name, value in arguments.items()})


def _written(value: Argument) -> str:
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


@cache
def read_probes(table: str, file: str) -> tuple[Probe, ...]:
    """Read the probes of a table, whose file errors name. Raises DocumentError."""
    return tuple(map(_probe, CellTable.parsed(file, table, parse_float=float).rows("probe", optional=True)))


def _probe(row: CellTable) -> Probe:
    first, *more = LAW if "truth" in row.cells else FORMULA
    row.require((*TEXTS, first), (*OPTIONAL, *more))
    text: dict[str, Any] = {key: row.text(key) for key in (*TEXTS, *({"claim", "measures"} & set(row.cells)))}
    row.word("kind", get_args(Kind))
    row.word("safe", get_args(Safe))
    truths = {**shared_truths(), **{name: of_law(law, "") for name, law in withheld_truths().items()}}
    truth = read_renaming(row, "truth", truths) if "truth" in row.cells else read_formula(row)
    only = replace(row, cells={"needed": row.cells.get("needed")})
    needed = read_renaming(only, "needed", truths) if "needed" in row.cells else None
    integers = row.list("found", optional=True)
    known = {*PLACE.findall(text["lines"]), "output", *integers}
    unknown = {*truth.takes, *PLACE.findall(truth.again)} - known
    if needed:
        unknown |= {*needed.takes, *PLACE.findall(needed.again)} - known - {"claimed"}
    if unknown or text.get("claim", "output") not in known:
        came = ", ".join(sorted(unknown)) or repr(text["claim"])
        raise row.fault("", f"the names {', '.join(sorted(known))}", came, "correct the names")
    return Probe(truth=truth, needed=needed, found=integers, **text)


@dataclass(frozen=True)
class Library:
    """A library by the name that people give it. pip installs its `distribution`, which has the version.

    `withheld` is the table of the cases that are not published yet, if it is at hand.
    """

    name: str
    distribution: str
    withheld: Path | None = None

    @property
    def table(self) -> Path:
        """The table that ships for it."""
        return Path(__file__).with_name(f"{self.name}.toml")

    @cached_property
    def probes(self) -> tuple[Probe, ...]:
        """The probes of its table, and in a checkout those that only withheld cases ask. Raises DocumentError."""
        tables = (self.table,) if self.withheld is None else (self.table, self.withheld)
        return tuple(probe for path in tables for probe in read_probes(path.read_text(encoding="utf-8"), path.name))

    @property
    def install(self) -> str:
        """The command that installs it."""
        return install_command(self.distribution)

    def probe(self, name: str) -> Probe | None:
        """Return the probe of this name."""
        return next((probe for probe in self.probes if probe.name == name), None)

    def version(self) -> str | None:
        """Return the installed version, or None without one."""
        return installed_version(self.distribution)


LIBRARIES = tuple(
    Library(name, name.replace("_", "-"))
    for name in ("dp_accounting", "opendp", "diffprivlib", "autodp", "prv_accountant", "scipy")
)


@dataclass(frozen=True)
class Answer:
    """The answer of a library, which is a number with integers beside it, or the error that it ended with."""

    output: float | None
    error: str = ""
    found: tuple[int, ...] = ()


def answer_of(lines: str, found: tuple[str, ...] = ()) -> Answer:
    """Run the lines of a probe, and return the values of `output` and of the names `found`.

    The lines come from a table of this package, with numbers in their places. Nothing of a user is executed. Output and
    warnings of the library are dropped.
    """
    names: dict[str, Any] = {}
    try:
        with catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            simplefilter("ignore")
            exec(compile(lines, "<crosscheck>", "exec"), names)  # noqa: S102 - see above
            output = names["output"]
            number, integers = float(output), tuple(int(names[name]) for name in found)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of Rust is not an Exception; a crash is an answer as well
        return Answer(None, excerpt(f"{type(error).__name__}: {error}".splitlines()[0], 200))
    if isinstance(output, bool):
        return Answer(None, f"TypeError: expected a float, got {type(output).__name__}")
    return Answer(number, found=integers)


def chosen_libraries(name: str | None) -> tuple[Library, ...]:
    """Return all libraries, or the one of this name ("-" and "_" are the same). Raises ParameterError.

    In a checkout they have the withheld cases.
    """
    named = tuple(library for library in LIBRARIES if name is None or library.name == name.replace("-", "_"))
    if name is not None and not named:
        known = [library.name for library in LIBRARIES]
        came = f"{name!r}{did_you_mean(name, known)}"
        raise ParameterError(came, place="LIBRARY", expected=f"one of {', '.join(known)}")
    return tuple(replace(library, withheld=withheld_table(library.name)) for library in named)


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
    table = read_table(library.table, library)
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
    values = {name: _argument(value, row, f"arguments.{name}") for name, value in arguments.items()}
    note, refuses = (row.text(key, optional=True) for key in ("note", "refuses"))
    return Case(row.text("id"), row.text("probe"), values, row.list("seen", optional=True), note, refuses)


def _argument(value: Any, row: CellTable, column: str) -> Argument:
    """Read a number, a plain word, or a list of floats, which stay that when they are put into a program."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value):
        return value
    if isinstance(value, list) and value and all(isinstance(item, float) for item in value):
        return tuple(value)
    raise row.fault(column, "a number, a plain word or a list of floats", described(value), "write one of these")
