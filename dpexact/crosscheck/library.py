"""The libraries of other people, each with its table of questions (probes), answers on record, and findings."""

import tomllib
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, fields, replace
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any, Literal
from warnings import catch_warnings, simplefilter

from dpexact.crosscheck.truths import TrueNumber, of_formula, of_law, of_renaming, shared_truths
from dpexact.crosscheck.withheld import withheld_table, withheld_truths
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.report.installation import install_command, installed_version

Safe = Literal["larger", "smaller", "neither"]
Kind = Literal["delta", "epsilon", "value"]  # of a claim: a probability, a least epsilon from 0 on, any other number
Argument = float | int | str | tuple[float, ...]


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

    def filled(self, text: str, arguments: Mapping[str, Argument]) -> str:
        """Return lines for the library or for mpmath, with arguments and names of answers in their places."""
        names = {name: name for name in ("output", *self.found)}
        return text.format(**names, **{name: _written(value) for name, value in arguments.items()})


def _written(value: Argument) -> str:
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


def _probe(row: dict[str, Any]) -> Probe:
    truths = {**shared_truths(), **{name: of_law(law) for name, law in withheld_truths().items()}}
    truth = of_renaming(truths[row["truth"]], row) if "truth" in row else of_formula(row)
    texts = {field.name: row[field.name] for field in fields(Probe) if field.name in row}
    made = {"truth": truth, "needed": truths.get(row.get("needed", "")), "found": tuple(row.get("found", ()))}
    return Probe(**{**texts, **made, "lines": row["lines"].strip()})


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
        """The probes of its table, and in a checkout those that only withheld cases ask."""
        tables = (self.table,) if self.withheld is None else (self.table, self.withheld)
        return tuple(_probe(row) for path in tables for row in _content(path).get("probe", ()))

    @property
    def install(self) -> str:
        """The command that installs it."""
        return install_command(self.distribution)

    def probe(self, name: str) -> Probe:
        """Return the probe of this name."""
        return next(probe for probe in self.probes if probe.name == name)

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
    version: str = ""
    beside: str = ""
    cases: tuple[Case, ...] = ()
    findings: tuple[Finding, ...] = ()
    withheld: int = 0

    def finding(self, probe: str) -> Finding | None:
        """Return the finding that explains the gaps of a probe, if there is one."""
        return next((finding for finding in self.findings if probe in finding.probes), None)


def shipped_table(library: Library) -> Table:
    """Return the table that ships for a library, with the withheld cases if they are at hand."""
    table = read_table(library.table)
    if library.withheld is None:
        return table
    more = read_table(library.withheld)
    cases, findings = (*table.cases, *more.cases), (*table.findings, *more.findings)
    return replace(table, cases=cases, findings=findings, withheld=table.withheld - len(more.cases))


def read_table(path: Path) -> Table:
    """Read a table of this package. The tests compare each with its schema and with the probes of the library."""
    content = _content(path)
    del content["format"]
    content.pop("probe", None)
    cases, findings = (tuple(map(_hashable, content.pop(name, ()))) for name in ("case", "finding"))
    return Table(
        **content,
        cases=tuple(Case(**{**row, "arguments": _hashable(row["arguments"])}) for row in cases),
        findings=tuple(Finding(**row) for row in findings),
    )


def _content(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _hashable(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with tuples in place of lists."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
