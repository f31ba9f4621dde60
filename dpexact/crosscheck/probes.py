"""Probes are the questions to a library, read from the table that has its answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, get_args

from dpexact.certificates.cell_table import CellTable
from dpexact.crosscheck.truths import FORMULA, PLACE, TrueNumber, of_law, read_formula, read_renaming, shared_truths
from dpexact.crosscheck.withheld import withheld_truths

Safe = Literal["larger", "smaller", "neither"]
Kind = Literal["delta", "epsilon", "value"]  # of a claim: a probability, a least epsilon from 0 on, any other number
Argument = float | int | str | tuple[float, ...]

TEXTS = ("name", "kind", "says", "safe", "reference", "lines")
OPTIONAL = ("claim", "found", "needed", "measures")
LAW = ("truth", "names", "uses", "again")


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
    found = row.list("found", optional=True)
    known = {*PLACE.findall(text["lines"]), "output", *found}
    unknown = {*truth.takes, *PLACE.findall(truth.again)} - known
    if needed:
        unknown |= {*needed.takes, *PLACE.findall(needed.again)} - known - {"claimed"}
    if unknown or text.get("claim", "output") not in known:
        came = ", ".join(sorted(unknown)) or repr(text["claim"])
        raise row.fault("", f"the names {', '.join(sorted(known))}", came, "correct the names")
    return Probe(truth=truth, needed=needed, found=found, **text)
