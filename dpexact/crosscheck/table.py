"""The shipped tables: what each library was asked, what it answered, and what that was judged to be."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from dpexact.documents.fault import described, did_you_mean, fault
from dpexact.documents.source import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dpexact.crosscheck.library import Library
    from dpexact.crosscheck.probe import Argument

FORMAT = "dpexact-crosscheck/1"
KEYS = ("id", "probe", "arguments", "seen", "note")
PLACE = re.compile(r"\{([a-z_0-9]+)\}")


@dataclass(frozen=True)
class Case:
    """One question: a probe with its arguments. `seen` are the answers on record, each "output: judgement".

    Several stand for machines whose elementary functions differ in the last place.
    """

    id: str
    probe: str
    arguments: Mapping[str, Argument]
    seen: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Table:
    """The cases of one library, with the version that answered."""

    library: str
    version: str
    beside: str = ""
    cases: tuple[Case, ...] = field(default=())


def shipped_table(library: Library) -> Table:
    """The table that ships for a library. Raises: DocumentError."""
    name = f"{library.name}.toml"
    with resources.as_file(resources.files("dpexact.crosscheck").joinpath(name)) as path:
        return read_table(path, library)


def read_table(path: str | Path, library: Library) -> Table:
    """Read a table, every cell checked against the probes of the library. Raises: DocumentError."""
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
    return Table(library.name, str(content.get("version", "")), str(content.get("beside", "")), cases)


def _case(row: Any, place: str, file: str, library: Library) -> Case:
    if not isinstance(row, dict) or not set(KEYS) >= set(row):
        unknown = described(row) if not isinstance(row, dict) else repr(min(set(row) - set(KEYS)))
        raise fault(file, place, f"the keys {', '.join(KEYS)}", unknown, "correct the key")
    for key in ("id", "probe"):
        if not isinstance(row.get(key), str):
            raise fault(file, f"{place}.{key}", "a text", described(row.get(key)), "write one")
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
    return Case(row["id"], row["probe"], given, tuple(seen), str(row.get("note", "")))


def _argument(value: Any, place: str, file: str) -> Argument:
    """A number, a plain word, or a list of floats: nothing that could be more than that once it stands in a line."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value):
        return value
    if isinstance(value, list) and value and all(isinstance(item, float) for item in value):
        return tuple(value)
    raise fault(file, place, "a number, a plain word or a list of floats", described(value), "write one of these")
