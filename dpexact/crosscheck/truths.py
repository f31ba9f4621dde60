"""A true number is a law or a formula of exact arguments, and beside it the same again in mpmath.

A float stands for its binary value. The lines of mpmath are a second route without a line of dpexact, and the tests
compare the two. `truths.toml` names the numbers that several questions share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from inspect import Parameter, signature
from typing import Any

from dpexact.certificates.cell_table import CellTable
from dpexact.certificates.source import described
from dpexact.crosscheck.computed import COMPUTED, Truth
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import Real, closed_term, formula_value, value_of_term
from dpexact.numbers.grammar import term_of_text

FILE = "truths.toml"
PLACE = re.compile(r"\{([a-z_0-9]+)\}")
PLAIN = re.compile(r"[a-z_]\w*|\d+")  # a name or an integer, which both routes write alike
FORMULA = ("formula", "parts", "uses", "again")  # the keys of a formula, and of its lines of mpmath
RENAMING = ("of", "names", "uses", "again")
Compute = Callable[..., Truth]


@dataclass(frozen=True)
class TrueNumber:
    """A number that is computed of the arguments that it `takes`, by name. `again` has a place `{name}` for each."""

    compute: Compute
    takes: frozenset[str]
    again: str

    def renamed(self, names: Mapping[str, str], again: str) -> TrueNumber:
        """Return the number with formulas of other names for some arguments.

        The lines of mpmath follow if each of the formulas is a name or an integer. Otherwise `again` gives them.
        """

        def place(found: re.Match[str]) -> str:
            text = names.get(found[1], found[1])
            return text if text.isdigit() else f"{{{text}}}"

        formulas = {name: names.get(name, name) for name in self.takes}
        takes = frozenset().union(*(term_of_text(text).free_names() for text in formulas.values()))
        return TrueNumber(_Renamed(self.compute, formulas), takes, again or PLACE.sub(place, self.again))


@dataclass(frozen=True)
class _Renamed:
    """A law of other arguments, which takes the exact number of a formula, or its tree if it has none."""

    law: Compute
    formulas: Mapping[str, str]

    def __call__(self, **given: Any) -> Truth:
        return self.law(**{name: self._argument(text, given) for name, text in self.formulas.items()})

    def _argument(self, text: str, given: Mapping[str, Any]) -> Any:
        if text in given:
            return given[text]
        term = closed_term(text, {name: given[name] for name in term_of_text(text).free_names()})
        number = value_of_term(term)
        return number if isinstance(number, Exact) else term


@dataclass(frozen=True)
class _Formula:
    """A formula with names. Each of `parts` stands for a name in it and in the parts below."""

    text: str
    parts: Mapping[str, str]

    def __call__(self, **given: Real) -> Truth:
        names = dict(given)
        for name, text in self.parts.items():
            names[name] = closed_term(text, {free: names[free] for free in term_of_text(text).free_names()})
        return formula_value(self.text, {free: names[free] for free in term_of_text(self.text).free_names()})

    def takes(self) -> frozenset[str]:
        """Return the free names that no part stands for."""
        names = frozenset().union(*(term_of_text(text).free_names() for text in (self.text, *self.parts.values())))
        return names - set(self.parts)


def read_formula(row: CellTable) -> TrueNumber:
    """Read a formula, its parts, and its lines of mpmath after the pieces of code that these use.

    Raises DocumentError.
    """
    formula = _Formula(row.text("formula"), row.texts("parts", optional=True))
    return TrueNumber(formula, formula.takes(), _again(row))


def read_renaming(row: CellTable, of: str, laws: Mapping[str, TrueNumber]) -> TrueNumber:
    """Read a law by its name under the key `of`, with `names` for its arguments and `again` if these are formulas.

    Raises DocumentError.
    """
    law, names = laws[row.word(of, laws)], row.texts("names", optional=True)
    if not set(names) <= law.takes:
        came, expected = ", ".join(sorted(set(names) - law.takes)), ", ".join(sorted(law.takes))
        raise row.fault("names", f"arguments of {row.text(of)}: {expected}", came, "correct them")
    again = _again(row) if "again" in row.cells else ""
    if not again and not (law.again and all(map(PLAIN.fullmatch, names.values()))):
        raise row.fault("", "names and integers, or `again`", described(names), "write the lines of mpmath")
    return law.renamed(names, again)


def _again(row: CellTable) -> str:
    code = _shared().cells["code"]
    return "".join(code[name] for name in row.list("uses", code, optional=True)) + row.text("again")


def of_law(law: Compute, again: str) -> TrueNumber:
    """Return the number of a law, which takes the parameters without a default."""
    parameters = signature(law).parameters
    return TrueNumber(law, frozenset(name for name in parameters if parameters[name].default is Parameter.empty), again)


@cache
def _shared() -> CellTable:
    return CellTable.parsed(FILE, resources.files("dpexact.crosscheck").joinpath(FILE).read_text(encoding="utf-8"))


@cache
def shared_truths() -> Mapping[str, TrueNumber]:
    """Return the numbers of `truths.toml` by name, each of which may rename one above it. Raises DocumentError."""
    laws = {name: of_law(law, "") for name, law in COMPUTED.items()}
    truths: dict[str, TrueNumber] = {}
    for row in _shared().rows("truth"):
        row.require(("name", "says"), RENAMING if "of" in row.cells else FORMULA)
        name = row.text("name")
        if name in truths:
            raise row.fault("name", "a name of its own", f"{name!r} again", "rename one of the two")
        if "of" in row.cells:
            truths[name] = read_renaming(row, "of", laws | truths)
        elif "formula" in row.cells:
            truths[name] = read_formula(row)
        else:
            truths[name] = replace(laws[name], again=_again(row))
    return truths
